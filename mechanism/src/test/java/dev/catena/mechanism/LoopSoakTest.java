package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.model.CutKind;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.Soak;
import dev.catena.testkit.WorstErrors;
import dev.catena.textbook.DoubleDouble;
import dev.catena.textbook.Dual;
import dev.catena.textbook.RunningError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random mechanisms of one or two loops against the textbook with thirty digits. A rounding is here one of the largest
 * number of its kind in the tree, times the condition of the loops for each order of derivatives.
 */
class LoopSoakTest {
    private static final int FEW = 1;
    private static final double LIMIT = 100;

    private final WorstErrors errors = new WorstErrors(LIMIT);

    @Test
    void mechanisms() throws IOException {
        Soak soak = Soak.ofAbout(FEW);
        soak.forEachSeed(seed -> {
            TestMechanisms.Moving mechanism = mechanism(seed);
            if (mechanism != null) {
                check(mechanism, "seed " + seed);
            }
        });
        soak.report("mechanisms", errors);
        assertThat(errors.mistakes()).isEmpty();
    }

    /** Found by a soak: a singular pose lies between the pose that was drawn and the one that was moved to. */
    @Test
    void motionsBeyondASingularPoseAreNone() {
        assertThat(mechanism(70_390_669)).isNull();
        assertThat(mechanism(70_391_169)).isNull();
    }

    private static CutKind kind(RandomNumbers random) {
        return CutKind.values()[random.index(CutKind.values().length)];
    }

    /** Null where no two joints determine the others well. */
    private TestMechanisms.@Nullable Moving mechanism(long seed) {
        RandomNumbers random = new RandomNumbers(RandomNumbers.scattered(seed));
        CutKind[] kinds = new CutKind[random.chance(0.5) ? 1 : 2];
        Arrays.setAll(kinds, k -> kind(random));
        try {
            return TestMechanisms.random(RandomNumbers.scattered(~seed), kinds);
        } catch (AssertionError badlyConditioned) {
            errors.refusal("a mechanism, nearly singular");
            return null;
        }
    }

    private static List<DoubleDouble> exact(double[] x) {
        return Arrays.stream(x).mapToObj(DoubleDouble::of).toList();
    }

    private void check(TestMechanisms.Moving m, String where) {
        int n = m.robot().jointCount();
        ClosedLoopInverseDynamics dynamics = new ClosedLoopInverseDynamics(m.robot());
        double[] efforts = new double[m.q().length];
        dynamics.compute(m.q(), m.qd(), m.qdd(), efforts);
        double[] q = new double[n];
        double[] qd = new double[n];
        double[] qdd = new double[n];
        dynamics.kinematics().positions(q);
        dynamics.kinematics().velocities(qd);
        dynamics.kinematics().accelerations(qdd);
        double[] inTree = new double[n];
        dynamics.treeEfforts(inTree);
        double condition = dynamics.kinematics().closure().condition();
        TextbookLoops textbook = new TextbookLoops(m.robot(), q);

        List<Dual<Dual<DoubleDouble>>> moving = new ArrayList<>();
        for (int k = 0; k < m.q().length; k++) {
            DoubleDouble rate = DoubleDouble.of(m.qd()[k]);
            moving.add(new Dual<>(
                    new Dual<>(DoubleDouble.of(m.q()[k]), rate), new Dual<>(rate, DoubleDouble.of(m.qdd()[k]))));
        }
        List<Dual<Dual<DoubleDouble>>> all =
                textbook.close(moving, x -> Dual.constant(Dual.constant(DoubleDouble.of(x))));
        compare("positions", where, q, all, x -> x.real().real(), condition * (1 + largest(q)));
        double ofVelocity = Math.pow(condition, 2) * (1 + largest(qd));
        compare("velocities", where, qd, all, x -> x.real().derivative(), ofVelocity);
        double ofAcceleration = Math.pow(condition, 3) * (1 + largest(qdd) + largest(qd) * largest(qd));
        compare("accelerations", where, qdd, all, x -> x.derivative().derivative(), ofAcceleration);

        double ofEffort = Math.pow(condition, 3) * (1 + largest(inTree));
        compare(
                "efforts",
                where,
                efforts,
                textbook.efforts(exact(m.q()), exact(m.qd()), exact(m.qdd()), DoubleDouble::of),
                x -> x,
                ofEffort);
        forward(m, textbook, efforts, where, ofEffort);
        sensitivities(m, textbook, where, condition * ofEffort);
    }

    /** Accelerations need the efforts that caused them. */
    private void forward(
            TestMechanisms.Moving m, TextbookLoops textbook, double[] efforts, String where, double error) {
        double[] accelerations = new double[m.q().length];
        new ClosedLoopForwardDynamics(m.robot()).compute(m.q(), m.qd(), efforts, accelerations);
        compare(
                "forward dynamics",
                where,
                efforts,
                textbook.efforts(exact(m.q()), exact(m.qd()), exact(accelerations), DoubleDouble::of),
                x -> x,
                error);
    }

    private void sensitivities(TestMechanisms.Moving m, TextbookLoops textbook, String where, double error) {
        int count = m.q().length;
        double[][] actual = new double[3][count * count];
        new ClosedLoopSensitivity(m.robot()).compute(m.q(), m.qd(), m.qdd(), actual[0], actual[1], actual[2]);
        for (int variable = 0; variable < 3; variable++) {
            for (int j = 0; j < count; j++) {
                double[] column = new double[count];
                for (int l = 0; l < count; l++) {
                    column[l] = actual[variable][l * count + j];
                }
                List<Dual<DoubleDouble>> efforts = sensitivity(m, textbook, m.q(), variable, j);
                boolean far = false;
                for (int l = 0; l < count; l++) {
                    far |= new RunningError(efforts.get(l).derivative(), error).unitsOff(column[l]) > LIMIT;
                }
                double allowed = far ? Math.max(error, ofPositions(m, textbook, variable, j, efforts)) : error;
                compare("sensitivities", where, column, efforts, Dual::derivative, allowed);
            }
        }
    }

    /** Of all efforts by one number of the state. */
    private static List<Dual<DoubleDouble>> sensitivity(
            TestMechanisms.Moving m, TextbookLoops textbook, double[] q, int variable, int j) {
        return textbook.efforts(
                varied(q, variable == 0 ? j : -1),
                varied(m.qd(), variable == 1 ? j : -1),
                varied(m.qdd(), variable == 2 ? j : -1),
                x -> Dual.constant(DoubleDouble.of(x)));
    }

    /** Nobody computes a sensitivity better than positions are given: what their last digits change, in roundings. */
    private static double ofPositions(
            TestMechanisms.Moving m,
            TextbookLoops textbook,
            int variable,
            int j,
            List<Dual<DoubleDouble>> sensitivity) {
        double sum = 0;
        for (int k = 0; k < m.q().length; k++) {
            double[] next = m.q().clone();
            next[k] = Math.nextUp(next[k]);
            List<Dual<DoubleDouble>> changed = sensitivity(m, textbook, next, variable, j);
            double most = 0;
            for (int l = 0; l < changed.size(); l++) {
                DoubleDouble change =
                        changed.get(l).derivative().minus(sensitivity.get(l).derivative());
                most = Math.max(most, Math.abs(change.value()));
            }
            sum += most;
        }
        return sum / RunningError.ROUNDING;
    }

    private static List<Dual<DoubleDouble>> varied(double[] x, int index) {
        List<Dual<DoubleDouble>> list = new ArrayList<>();
        for (int k = 0; k < x.length; k++) {
            list.add(new Dual<>(DoubleDouble.of(x[k]), k == index ? DoubleDouble.ONE : DoubleDouble.ZERO));
        }
        return list;
    }

    private static double largest(double[] x) {
        return Arrays.stream(x).map(Math::abs).max().orElse(0);
    }

    private <S> void compare(
            String quantity,
            String where,
            double[] actual,
            List<S> expected,
            Function<S, DoubleDouble> part,
            double error) {
        errors.check(
                quantity,
                where,
                actual,
                expected.stream()
                        .map(x -> new RunningError(part.apply(x), error))
                        .toList());
    }
}
