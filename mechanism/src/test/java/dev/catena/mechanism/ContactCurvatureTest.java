package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.mechanism.ContactDualsTest.Stand;
import dev.catena.mechanism.ContactDualsTest.State;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Extent;
import dev.catena.model.NumericalException;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.textbook.BaseMotion;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Second derivatives of torques and reactions on contacts, against hyper-dual numbers over the textbook. */
class ContactCurvatureTest {
    private static final double[] LAMBDA = {0.7, -1.1, 0.4, 0.9, -0.3, 1.3};

    private static Stand stand(String name) {
        return ContactDualsTest.stands()
                .filter(stand -> stand.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static double[] ofReactions(Stand stand) {
        return new Random(3).doubles(6L * stand.contacts().size(), -1, 1).toArray();
    }

    private static double[] compute(State state, double @Nullable [] weights, double @Nullable [] ofReactions) {
        Stand stand = state.stand;
        double[] out = new double[9 * state.width * state.width];
        new ContactCurvature(stand.robot(), stand.contacts())
                .compute(
                        state.base(),
                        ContactDualsTest.POSTURE,
                        state.joints(state.u),
                        state.joints(state.acceleration),
                        null,
                        weights,
                        LAMBDA,
                        ofReactions,
                        out);
        return out;
    }

    @ParameterizedTest
    @ValueSource(strings = {"a point and a flat foot", "a hinge and a point"})
    void torquesAndReactions(String name) {
        State state = new State(stand(name));
        double[] weights = {1.3, 0.4};
        double[] ofReactions = ofReactions(state.stand);
        double[] actual = compute(state, weights, ofReactions);
        int size = 3 * state.width;
        for (int pair = 0; pair < 4; pair++) {
            double[] a = new Random(pair).doubles(size, -1, 1).toArray();
            double[] b = new Random(-1 - pair).doubles(size, -1, 1).toArray();
            Dual<Dual<Real>> sum = new Reference(state, a, b).contracted(weights, ofReactions);
            Agreement.checkForm(
                    name, actual, a, b, sum.derivative().derivative().value(), 1e-10);
        }
    }

    /** Contacts of a bolted base change nothing: reactions of least norm are zero. */
    @Test
    void ofABoltedBaseTheyAreThoseOfTheTree() {
        State state = new State(stand("a point, bolted base"));
        double[] actual = compute(state, null, ofReactions(state.stand));
        double[] expected = new double[actual.length];
        new dev.catena.sensitivity.TorqueCurvature(state.stand.robot())
                .compute(
                        state.base(),
                        ContactDualsTest.POSTURE,
                        state.joints(state.u),
                        state.joints(state.acceleration),
                        null,
                        LAMBDA,
                        expected);
        assertThat(actual).containsExactly(expected);
    }

    @Test
    void contactsThatCannotHoldTheBaseAreRefused() {
        State state = new State(stand("a rail"));
        assertThatThrownBy(() -> compute(state, null, null))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("more contacts");
    }

    @Test
    void nothingIsAllocated() {
        State state = new State(stand("a point and a flat foot"));
        ContactCurvature curvature = new ContactCurvature(state.stand.robot(), state.stand.contacts());
        double[] out = new double[9 * state.width * state.width];
        dev.catena.kinematics.BaseMotion base = state.base();
        double[] qd = state.joints(state.u);
        double[] qdd = state.joints(state.acceleration);
        double[] ofReactions = ofReactions(state.stand);
        assertThat(Allocations.bytes(() -> curvature.compute(
                        base, ContactDualsTest.POSTURE, qd, qdd, null, null, LAMBDA, ofReactions, out)))
                .isZero();
    }

    /** A state varied along two directions. */
    private static final class Reference {
        private final State state;
        private final TextbookRobot<Dual<Dual<Real>>> robot;
        private final Placement<Dual<Dual<Real>>> place;
        private final List<Dual<Dual<Real>>> q;
        private final List<Dual<Dual<Real>>> u;
        private final List<Dual<Dual<Real>>> acceleration;

        Reference(State state, double[] a, double[] b) {
            this.state = state;
            robot = TextbookRobot.of(state.stand.robot(), Reference::constant);
            int width = state.width;
            List<Dual<Dual<Real>>> moved = varied(new double[width], a, b, 0);
            Matrix<Dual<Dual<Real>>> R = Matrix.of(ContactDualsTest.PLACE.rotation(), Reference::constant);
            Matrix<Dual<Dual<Real>>> hat = Matrix.hat(vector(moved, 3));
            Vector<Dual<Dual<Real>>> p = Vector.of(ContactDualsTest.PLACE.position(), Reference::constant);
            place = new Placement<>(
                    R.plus(R.times(hat)).plus(R.times(hat.times(hat)).times(constant(0.5))),
                    p.plus(R.times(vector(moved, 0))));
            double[] position = new double[width];
            System.arraycopy(ContactDualsTest.POSTURE, 0, position, 6, width - 6);
            q = varied(position, a, b, 0).subList(6, width);
            u = varied(state.u, a, b, width);
            acceleration = varied(state.acceleration, a, b, 2 * width);
        }

        private static Dual<Dual<Real>> constant(double number) {
            return Dual.constant(Dual.of(number, 0));
        }

        private static List<Dual<Dual<Real>>> varied(double[] numbers, double[] a, double[] b, int at) {
            List<Dual<Dual<Real>>> list = new ArrayList<>();
            for (int k = 0; k < numbers.length; k++) {
                list.add(new Dual<>(Dual.of(numbers[k], a[at + k]), Dual.of(b[at + k], 0)));
            }
            return list;
        }

        private static List<Dual<Dual<Real>>> constants(double[] numbers) {
            return Arrays.stream(numbers).mapToObj(Reference::constant).toList();
        }

        private static Vector<Dual<Dual<Real>>> vector(List<Dual<Dual<Real>>> numbers, int at) {
            return new Vector<>(numbers.get(at), numbers.get(at + 1), numbers.get(at + 2));
        }

        private Motion<Dual<Dual<Real>>> motion(List<Dual<Dual<Real>>> velocity, List<Dual<Dual<Real>>> accelerations) {
            Vector<Dual<Dual<Real>>> zero = Vector.zero(constant(0));
            BaseMotion<Dual<Dual<Real>>> base = new BaseMotion<>(
                    place,
                    vector(velocity, 0),
                    vector(velocity, 3),
                    vector(accelerations, 0),
                    vector(accelerations, 3),
                    zero,
                    zero);
            return Motion.of(robot, q, velocity.subList(6, state.width), accelerations.subList(6, state.width))
                    .withBase(base);
        }

        /** Velocities of the frames in their own axes, by row, for a unit velocity. */
        private List<Dual<Dual<Real>>> column(int k) {
            List<Dual<Dual<Real>>> velocity = constants(ContactDualsTest.unit(state.width, k));
            List<Dual<Dual<Real>>> none = constants(new double[state.width]);
            WorldKinematics<Dual<Dual<Real>>> kinematics = new WorldKinematics<>(robot, motion(velocity, none));
            List<Dual<Dual<Real>>> rows = new ArrayList<>();
            for (CutJoint contact : state.stand.contacts()) {
                int body = state.stand.robot().bodyIndex(contact.second());
                Placement<Dual<Dual<Real>>> X = kinematics.worldFromBody(body);
                Matrix<Dual<Dual<Real>>> F =
                        X.rotation().times(Matrix.of(contact.secondFromJoint().rotation(), Reference::constant));
                Vector<Dual<Dual<Real>>> point =
                        X.apply(Vector.of(contact.secondFromJoint().position(), Reference::constant));
                rows.addAll(F.transposeTimes(kinematics.velocityOf(body, point)).toList());
                rows.addAll(F.transposeTimes(kinematics.angularVelocityInWorld(body))
                        .toList()
                        .subList(0, contact.kind().constraints() - 3));
            }
            return rows;
        }

        /** lᵀτ + μᵀλ with λ = D²A_bᵀ y. */
        Dual<Dual<Real>> contracted(double[] weights, double[] ofReactions) {
            NewtonEuler<Dual<Dual<Real>>> recursion = new NewtonEuler<>(robot, motion(u, acceleration));
            List<Dual<Dual<Real>>> needed = new ArrayList<>();
            needed.addAll(recursion.baseReaction().force().toList());
            needed.addAll(recursion.baseReaction().moment().toList());
            List<List<Dual<Dual<Real>>>> columns = new ArrayList<>();
            for (int k = 0; k < state.width; k++) {
                columns.add(column(k));
            }
            List<Dual<Dual<Real>>> compliance = new ArrayList<>();
            List<Dual<Dual<Real>>> mu = new ArrayList<>();
            double length = Extent.of(state.stand.robot()).length();
            for (int c = 0; c < weights.length; c++) {
                CutKind kind = state.stand.contacts().get(c).kind();
                for (int r = 0; r < kind.constraints(); r++) {
                    compliance.add(constant(1 / weights[c] / (r < 3 ? length * length : 1)));
                    mu.add(constant(ofReactions[6 * c + r]));
                }
            }
            List<List<Dual<Dual<Real>>>> system = new ArrayList<>();
            for (int r = 0; r < 6; r++) {
                List<Dual<Dual<Real>>> row = new ArrayList<>();
                for (int s = 0; s < 6; s++) {
                    Dual<Dual<Real>> sum = constant(0);
                    for (int i = 0; i < mu.size(); i++) {
                        sum = sum.plus(columns.get(r)
                                .get(i)
                                .times(columns.get(s).get(i))
                                .times(compliance.get(i)));
                    }
                    row.add(sum);
                }
                row.add(needed.get(r));
                system.add(row);
            }
            List<Dual<Dual<Real>>> y = solve(system);
            Dual<Dual<Real>> result = constant(0);
            for (int k = 0; k < LAMBDA.length; k++) {
                result = result.plus(recursion.torques().get(k).times(constant(LAMBDA[k])));
            }
            for (int i = 0; i < mu.size(); i++) {
                Dual<Dual<Real>> reaction = constant(0);
                for (int r = 0; r < 6; r++) {
                    reaction = reaction.plus(columns.get(r).get(i).times(y.get(r)));
                }
                reaction = reaction.times(compliance.get(i));
                Dual<Dual<Real>> factor = mu.get(i);
                for (int k = 0; k < LAMBDA.length; k++) {
                    factor = factor.minus(columns.get(6 + k).get(i).times(constant(LAMBDA[k])));
                }
                result = result.plus(factor.times(reaction));
            }
            return result;
        }

        /** Gauss with the largest pivot; the last column is the right side. */
        private static List<Dual<Dual<Real>>> solve(List<List<Dual<Dual<Real>>>> rows) {
            int n = rows.size();
            for (int k = 0; k < n; k++) {
                int best = k;
                for (int i = k + 1; i < n; i++) {
                    if (Math.abs(rows.get(i).get(k).value())
                            > Math.abs(rows.get(best).get(k).value())) {
                        best = i;
                    }
                }
                Collections.swap(rows, k, best);
                for (int i = 0; i < n; i++) {
                    if (i == k) {
                        continue;
                    }
                    Dual<Dual<Real>> factor =
                            rows.get(i).get(k).dividedBy(rows.get(k).get(k));
                    for (int j = k; j <= n; j++) {
                        rows.get(i)
                                .set(
                                        j,
                                        rows.get(i)
                                                .get(j)
                                                .minus(factor.times(rows.get(k).get(j))));
                    }
                }
            }
            List<Dual<Dual<Real>>> x = new ArrayList<>();
            for (int k = 0; k < n; k++) {
                x.add(rows.get(k).get(n).dividedBy(rows.get(k).get(k)));
            }
            return x;
        }
    }
}
