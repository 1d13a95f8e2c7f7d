package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Extent;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rates and derivatives of robots on contacts, against dense systems of dual numbers over the textbook. */
class ContactDualsTest {
    static final Pose PLACE = new Pose(Rotation.fromRollPitchYaw(0.3, -0.2, 0.5), new Vector3(0.1, 0.4, 0.7));
    static final double[] POSTURE = {0.3, 0.1, -0.4, -0.2, 0.15, 0.5};

    /** A body on two legs, each of which turns, slides and turns. */
    private static RobotModel robot(boolean floats) {
        SpatialInertia heavy =
                SpatialInertia.principal(8, new Vector3(0.02, 0.1, 0.05), Rotation.IDENTITY, 0.4, 0.5, 0.6);
        RobotModelBuilder builder =
                RobotModel.builder("walker").gravity(0, 0, -9.81).base("trunk", heavy);
        String[] sides = {"left", "right"};
        for (int s = 0; s < 2; s++) {
            String side = sides[s];
            double sign = 1 - 2 * s;
            builder.link(
                            Joint.revolute(side + "_hip", "trunk", side + "_thigh")
                                    .at(Pose.translation(0, 0.2 * sign, 0), new Vector3(1, 0.2 * sign, 0))
                                    .with(Friction.of(0, 0.3)),
                            inertia(2))
                    .link(
                            Joint.prismatic(side + "_slide", side + "_thigh", side + "_shank")
                                    .at(Pose.translation(0.05, 0, -0.3), new Vector3(0.1, 0, 1)),
                            inertia(1.5))
                    .link(
                            Joint.revolute(side + "_ankle", side + "_shank", side + "_foot")
                                    .at(Pose.translation(0, 0.02, -0.3), new Vector3(0, 1, 0.3 * sign)),
                            inertia(0.7));
        }
        RobotModel robot = builder.build();
        return floats ? robot.withFloatingBase() : robot;
    }

    private static SpatialInertia inertia(double mass) {
        return SpatialInertia.principal(
                mass, new Vector3(0.03, -0.02, -0.1), Rotation.IDENTITY, 0.02 * mass, 0.03 * mass, 0.025 * mass);
    }

    record Stand(String name, RobotModel robot, List<CutJoint> contacts) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Stand> stands() {
        RobotModel floating = robot(true);
        return Stream.of(
                new Stand("a point and a flat foot", floating, contacts(floating, CutKind.SPHERICAL, CutKind.FIXED)),
                new Stand("a hinge and a point", floating, contacts(floating, CutKind.REVOLUTE, CutKind.SPHERICAL)),
                new Stand("a rail", floating, contacts(floating, CutKind.PRISMATIC)),
                new Stand("a point, bolted base", robot(false), contacts(robot(false), CutKind.SPHERICAL)));
    }

    private static List<CutJoint> contacts(RobotModel robot, CutKind... kinds) {
        dev.catena.kinematics.Kinematics kinematics = new dev.catena.kinematics.Kinematics(robot);
        BaseMotion base = new BaseMotion();
        base.pose(PLACE);
        kinematics.compute(base, POSTURE, null, null, null);
        List<CutJoint> contacts = new ArrayList<>();
        String[] feet = {"left_foot", "right_foot"};
        for (int k = 0; k < kinds.length; k++) {
            Pose bodyFromFrame = new Pose(Rotation.fromRollPitchYaw(0.2, 0.4, -0.3), new Vector3(0.05, 0.01, -0.1));
            Pose world = kinematics.worldFromBody(robot.bodyIndex(feet[k])).times(bodyFromFrame);
            contacts.add(CutJoint.contact("at_" + feet[k], kinds[k], world, feet[k], bodyFromFrame));
        }
        return contacts;
    }

    /** A state that keeps the contacts: velocities, efforts, the accelerations that they cause, and rates of efforts. */
    static final class State {
        final Stand stand;
        final int first;
        final int width;
        final double[] u;
        final double[] tau;
        final double[] tauRate;
        final double[] acceleration;
        final double[] jerk;

        State(Stand stand) {
            this.stand = stand;
            first = stand.robot.baseKind() == dev.catena.model.BaseKind.FLOATING ? 6 : 0;
            width = first + POSTURE.length;
            Random random = new Random(7);
            double[] any = random.doubles(width, -1, 1).toArray();
            tau = random.doubles(POSTURE.length, -5, 5).toArray();
            tauRate = random.doubles(POSTURE.length, -5, 5).toArray();
            u = any;
            double[][] A =
                    values(new Reference(this, seeds(new double[width], new double[width], new double[width])).A);
            project(A, u);
            Solution now = new Reference(this, seeds(new double[width], new double[width], new double[width]))
                    .forward(constants(tau));
            acceleration =
                    now.acceleration.stream().mapToDouble(a -> a.real().value()).toArray();
            // along time: components of the base's acceleration are those of a turning frame
            double[] componentRates = acceleration.clone();
            addCross(-1, componentRates);
            Reference along = new Reference(this, seeds(u, componentRates, new double[width]));
            List<Dual<Real>> driven = new ArrayList<>();
            for (int k = 0; k < tau.length; k++) {
                driven.add(Dual.of(tau[k], tauRate[k]));
            }
            jerk = along.forward(driven).acceleration.stream()
                    .mapToDouble(a -> a.derivative().value())
                    .toArray();
        }

        /** Linear part plus factor ω × v. */
        void addCross(double factor, double[] linear) {
            if (first > 0) {
                linear[0] += factor * (u[4] * u[2] - u[5] * u[1]);
                linear[1] += factor * (u[5] * u[0] - u[3] * u[2]);
                linear[2] += factor * (u[3] * u[1] - u[4] * u[0]);
            }
        }

        double[] joints(double[] all) {
            return Arrays.copyOfRange(all, first, width);
        }

        BaseMotion base() {
            BaseMotion base = new BaseMotion();
            base.pose(PLACE);
            if (first > 0) {
                base.velocityInBase(vector(u, 0), vector(u, 3));
                base.accelerationInBase(vector(acceleration, 0), vector(acceleration, 3));
            }
            return base;
        }

        private static Vector3 vector(double[] numbers, int at) {
            return new Vector3(numbers[at], numbers[at + 1], numbers[at + 2]);
        }

        /** Positions, velocities and accelerations with derivatives along a direction; components of the base in its axes. */
        double[][] seeds(double[] byPosition, double[] byVelocity, double[] byAcceleration) {
            return new double[][] {byPosition, byVelocity, byAcceleration};
        }

        private static void project(double[][] A, double[] u) {
            int rows = A.length;
            for (int repeat = 0; repeat < 2; repeat++) {
                double[][] gram = new double[rows][rows + 1];
                for (int i = 0; i < rows; i++) {
                    for (int k = 0; k < u.length; k++) {
                        gram[i][rows] += A[i][k] * u[k];
                        for (int j = 0; j < rows; j++) {
                            gram[i][j] += A[i][k] * A[j][k];
                        }
                    }
                }
                List<List<Dual<Real>>> system = new ArrayList<>();
                for (double[] row : gram) {
                    system.add(constants(row));
                }
                List<Dual<Real>> solved = solve(system);
                for (int i = 0; i < rows; i++) {
                    for (int k = 0; k < u.length; k++) {
                        u[k] -= A[i][k] * solved.get(i).real().value();
                    }
                }
            }
        }
    }

    private record Solution(List<Dual<Real>> acceleration, List<Dual<Real>> lambda) {}

    private static List<Dual<Real>> constants(double... numbers) {
        return Arrays.stream(numbers).mapToObj(x -> Dual.of(x, 0)).toList();
    }

    private static double[][] values(List<List<Dual<Real>>> rows) {
        return rows.stream()
                .map(row -> row.stream().mapToDouble(x -> x.real().value()).toArray())
                .toArray(double[][]::new);
    }

    /** Gauss with the largest pivot; the last column is the right side. */
    private static List<Dual<Real>> solve(List<List<Dual<Real>>> system) {
        int n = system.size();
        List<List<Dual<Real>>> rows = new ArrayList<>();
        system.forEach(row -> rows.add(new ArrayList<>(row)));
        for (int k = 0; k < n; k++) {
            int best = k;
            for (int i = k + 1; i < n; i++) {
                if (Math.abs(rows.get(i).get(k).value())
                        > Math.abs(rows.get(best).get(k).value())) {
                    best = i;
                }
            }
            java.util.Collections.swap(rows, k, best);
            for (int i = k + 1; i < n; i++) {
                Dual<Real> factor = rows.get(i).get(k).dividedBy(rows.get(k).get(k));
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
        List<Dual<Real>> x =
                new ArrayList<>(rows.stream().map(row -> row.get(n)).toList());
        for (int i = n - 1; i >= 0; i--) {
            Dual<Real> sum = rows.get(i).get(n);
            for (int j = i + 1; j < n; j++) {
                sum = sum.minus(rows.get(i).get(j).times(x.get(j)));
            }
            x.set(i, sum.dividedBy(rows.get(i).get(i)));
        }
        return x;
    }

    /** Everything of a state in dual numbers: A, rows of contacts, efforts. */
    private static final class Reference {
        private final State state;
        private final TextbookRobot<Dual<Real>> robot;
        private final Placement<Dual<Real>> place;
        private final List<Dual<Real>> q;
        private final List<Dual<Real>> u;
        private final double[] accelerationSeed;

        /** By row and coordinate. */
        final List<List<Dual<Real>>> A;

        Reference(State state, double[][] seeds) {
            this.state = state;
            robot = TextbookRobot.of(state.stand.robot, x -> Dual.of(x, 0));
            int first = state.first;
            double[] at = seeds[0];
            Matrix<Dual<Real>> R = Matrix.of(PLACE.rotation(), x -> Dual.of(x, 0));
            Vector<Dual<Real>> p = Vector.of(PLACE.position(), x -> Dual.of(x, 0));
            if (first > 0) {
                Vector<Dual<Real>> turn = seed(at, 3);
                R = R.times(Matrix.identity(Dual.of(1, 0)).plus(Matrix.hat(turn)));
                p = p.plus(R.times(seed(at, 0)));
            }
            place = new Placement<>(R, p);
            q = new ArrayList<>();
            for (int k = 0; k < POSTURE.length; k++) {
                q.add(Dual.of(POSTURE[k], at[first + k]));
            }
            u = new ArrayList<>();
            for (int k = 0; k < state.width; k++) {
                u.add(Dual.of(state.u[k], seeds[1][k]));
            }
            accelerationSeed = seeds[2];
            A = new ArrayList<>();
            List<List<Dual<Real>>> columns = new ArrayList<>();
            for (int k = 0; k < state.width; k++) {
                double[] unit = new double[state.width];
                unit[k] = 1;
                columns.add(velocityRows(constants(unit)));
            }
            for (int i = 0; i < columns.get(0).size(); i++) {
                List<Dual<Real>> row = new ArrayList<>();
                for (List<Dual<Real>> column : columns) {
                    row.add(column.get(i));
                }
                A.add(row);
            }
        }

        private static Vector<Dual<Real>> seed(double[] seeds, int at) {
            return new Vector<>(Dual.of(0, seeds[at]), Dual.of(0, seeds[at + 1]), Dual.of(0, seeds[at + 2]));
        }

        private Motion<Dual<Real>> motion(List<Dual<Real>> velocity, List<Dual<Real>> acceleration) {
            int first = state.first;
            dev.catena.textbook.BaseMotion<Dual<Real>> base = dev.catena.textbook.BaseMotion.atRest(place);
            if (first > 0) {
                Vector<Dual<Real>> zero = Vector.zero(q.get(0));
                base = new dev.catena.textbook.BaseMotion<>(
                        place,
                        vector(velocity, 0),
                        vector(velocity, 3),
                        vector(acceleration, 0),
                        vector(acceleration, 3),
                        zero,
                        zero);
            }
            return Motion.of(robot, q, velocity.subList(first, state.width), acceleration.subList(first, state.width))
                    .withBase(base);
        }

        private static Vector<Dual<Real>> vector(List<Dual<Real>> numbers, int at) {
            return new Vector<>(numbers.get(at), numbers.get(at + 1), numbers.get(at + 2));
        }

        private List<Dual<Real>> zeros() {
            return constants(new double[state.width]);
        }

        private List<Dual<Real>> rows(CutJoint contact, Vector<Dual<Real>> linear, Vector<Dual<Real>> angular) {
            Matrix<Dual<Real>> R = Matrix.of(contact.secondFromJoint().rotation(), x -> Dual.of(x, 0));
            List<Dual<Real>> l = R.transposeTimes(linear).toList();
            List<Dual<Real>> a = R.transposeTimes(angular).toList();
            List<Dual<Real>> rows = new ArrayList<>(l.subList(0, contact.kind() == CutKind.PRISMATIC ? 2 : 3));
            rows.addAll(a.subList(0, contact.kind().constraints() - rows.size()));
            return rows;
        }

        /** Velocities of the frames in their own axes. */
        List<Dual<Real>> velocityRows(List<Dual<Real>> velocity) {
            WorldKinematics<Dual<Real>> kinematics = new WorldKinematics<>(robot, motion(velocity, zeros()));
            List<Dual<Real>> rows = new ArrayList<>();
            for (CutJoint contact : state.stand.contacts) {
                int body = state.stand.robot.bodyIndex(contact.second());
                Placement<Dual<Real>> X = kinematics.worldFromBody(body);
                Vector<Dual<Real>> point =
                        X.apply(Vector.of(contact.secondFromJoint().position(), x -> Dual.of(x, 0)));
                rows.addAll(rows(
                        contact,
                        X.rotation().transposeTimes(kinematics.velocityOf(body, point)),
                        X.rotation().transposeTimes(kinematics.angularVelocityInWorld(body))));
            }
            return rows;
        }

        /** Rates of these components: a − ω × v, γ. */
        List<Dual<Real>> accelerationRows(List<Dual<Real>> acceleration) {
            Motion<Dual<Real>> motion = motion(u, acceleration);
            NewtonEuler<Dual<Real>> fall = new NewtonEuler<>(robot.withoutGravity(), motion);
            WorldKinematics<Dual<Real>> kinematics = new WorldKinematics<>(robot, motion);
            List<Dual<Real>> rows = new ArrayList<>();
            for (CutJoint contact : state.stand.contacts) {
                int body = state.stand.robot.bodyIndex(contact.second());
                Vector<Dual<Real>> arm = Vector.of(contact.secondFromJoint().position(), x -> Dual.of(x, 0));
                Placement<Dual<Real>> X = kinematics.worldFromBody(body);
                Vector<Dual<Real>> v = X.rotation().transposeTimes(kinematics.velocityOf(body, X.apply(arm)));
                Vector<Dual<Real>> w = fall.angularVelocity(body);
                Vector<Dual<Real>> g = fall.angularAcceleration(body);
                Vector<Dual<Real>> a =
                        fall.accelerationLessGravity(body).plus(g.cross(arm)).plus(w.cross(w.cross(arm)));
                rows.addAll(rows(contact, a.minus(w.cross(v)), g));
            }
            return rows;
        }

        /** M u̇ + h. */
        List<Dual<Real>> efforts(List<Dual<Real>> acceleration) {
            NewtonEuler<Dual<Real>> recursion = new NewtonEuler<>(robot, motion(u, acceleration));
            List<Dual<Real>> all = new ArrayList<>();
            if (state.first > 0) {
                Wrench<Dual<Real>> base = recursion.baseReaction();
                all.addAll(base.force().toList());
                all.addAll(base.moment().toList());
            }
            all.addAll(recursion.torques());
            return all;
        }

        /** M u̇ − A λ = τ − h, Aᵀu̇ = −b. */
        Solution forward(List<Dual<Real>> tau) {
            int width = state.width;
            int size = width + A.size();
            List<Dual<Real>> bias = efforts(zeros());
            List<Dual<Real>> rowBias = accelerationRows(zeros());
            List<List<Dual<Real>>> system = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                system.add(new ArrayList<>(constants(new double[size + 1])));
            }
            for (int k = 0; k < width; k++) {
                double[] unit = new double[width];
                unit[k] = 1;
                List<Dual<Real>> column = efforts(constants(unit));
                for (int i = 0; i < width; i++) {
                    system.get(i).set(k, column.get(i).minus(bias.get(i)));
                }
                for (int r = 0; r < A.size(); r++) {
                    system.get(k).set(width + r, A.get(r).get(k).negate());
                    system.get(width + r).set(k, A.get(r).get(k));
                }
                Dual<Real> driven = k < state.first ? Dual.of(0, 0) : tau.get(k - state.first);
                system.get(k).set(size, driven.minus(bias.get(k)));
            }
            for (int r = 0; r < A.size(); r++) {
                system.get(width + r).set(size, rowBias.get(r).negate());
            }
            List<Dual<Real>> x = solve(system);
            return new Solution(x.subList(0, width), x.subList(width, size));
        }

        /** Of least norm: λ = D²A_bᵀ z, A_b D² A_bᵀ z = f; then τ. */
        Solution inverse(double length) {
            List<Dual<Real>> given = new ArrayList<>();
            for (int k = 0; k < state.width; k++) {
                given.add(Dual.of(state.acceleration[k], accelerationSeed[k]));
            }
            List<Dual<Real>> needed = efforts(given);
            double[] weight = weights(length);
            List<List<Dual<Real>>> system = new ArrayList<>();
            for (int r = 0; r < state.first; r++) {
                List<Dual<Real>> row = new ArrayList<>();
                for (int s = 0; s < state.first; s++) {
                    Dual<Real> sum = Dual.of(0, 0);
                    for (int i = 0; i < A.size(); i++) {
                        sum = sum.plus(A.get(i).get(r).times(A.get(i).get(s)).times(Dual.of(weight[i], 0)));
                    }
                    row.add(sum);
                }
                row.add(needed.get(r));
                system.add(row);
            }
            List<Dual<Real>> z = solve(system);
            List<Dual<Real>> lambda = new ArrayList<>();
            List<Dual<Real>> torques = new ArrayList<>(needed.subList(state.first, state.width));
            for (int i = 0; i < A.size(); i++) {
                Dual<Real> sum = Dual.of(0, 0);
                for (int r = 0; r < state.first; r++) {
                    sum = sum.plus(A.get(i).get(r).times(z.get(r)));
                }
                lambda.add(sum.times(Dual.of(weight[i], 0)));
                for (int k = 0; k < torques.size(); k++) {
                    torques.set(
                            k,
                            torques.get(k).minus(A.get(i).get(state.first + k).times(lambda.get(i))));
                }
            }
            return new Solution(torques, lambda);
        }

        private double[] weights(double length) {
            List<Double> all = new ArrayList<>();
            for (CutJoint contact : state.stand.contacts) {
                int linear = contact.kind() == CutKind.PRISMATIC ? 2 : 3;
                for (int r = 0; r < contact.kind().constraints(); r++) {
                    all.add(r < linear ? 1 / (length * length) : 1);
                }
            }
            return all.stream().mapToDouble(x -> x).toArray();
        }
    }

    private static double[] column(double[] matrix, int columns, int j) {
        double[] column = new double[matrix.length / columns];
        for (int i = 0; i < column.length; i++) {
            column[i] = matrix[i * columns + j];
        }
        return column;
    }

    private static double[] derivatives(List<Dual<Real>> numbers) {
        return numbers.stream().mapToDouble(x -> x.derivative().value()).toArray();
    }

    /** Changes of reactions in the order of rows. */
    private static double[] reactions(ContactSensitivity sensitivity, State state, int variable, int columns, int j) {
        List<Double> all = new ArrayList<>();
        int width = state.width;
        for (int c = 0; c < state.stand.contacts.size(); c++) {
            double[][] six = {new double[6 * width], new double[6 * width], new double[6 * columns]};
            sensitivity.reaction(c, six[0], six[1], six[2]);
            double[] column = column(six[variable], variable < 2 ? width : columns, j);
            CutKind kind = state.stand.contacts.get(c).kind();
            int linear = kind == CutKind.PRISMATIC ? 2 : 3;
            for (int r = 0; r < kind.constraints(); r++) {
                all.add(column[r < linear ? r : 3 + r - linear]);
            }
        }
        return all.stream().mapToDouble(x -> x).toArray();
    }

    static double[] unit(int size, int j) {
        double[] unit = new double[size];
        unit[j] = 1;
        return unit;
    }

    @ParameterizedTest
    @MethodSource("stands")
    void accelerationsAndReactions(Stand stand) {
        State state = new State(stand);
        int width = state.width;
        int n = POSTURE.length;
        double[][] m = {new double[width * width], new double[width * width], new double[width * n]};
        ContactSensitivity sensitivity = new ContactSensitivity(stand.robot, stand.contacts);
        sensitivity.acceleration(state.base(), POSTURE, state.joints(state.u), state.tau, null, m[0], m[1], m[2]);
        double[] none = new double[width];
        for (int variable = 0; variable < 3; variable++) {
            int columns = variable < 2 ? width : n;
            for (int j = 0; j < columns; j++) {
                double[] along = variable < 2 ? unit(width, j) : none;
                Reference reference = new Reference(
                        state, state.seeds(variable == 0 ? along : none, variable == 1 ? along : none, none));
                List<Dual<Real>> tau = new ArrayList<>();
                for (int k = 0; k < n; k++) {
                    tau.add(Dual.of(state.tau[k], variable == 2 && k == j ? 1 : 0));
                }
                Solution expected = reference.forward(tau);
                String what = "%s, variable %s, column %s".formatted(stand, variable, j);
                Agreement.check(what, column(m[variable], columns, j), derivatives(expected.acceleration), 1e-10);
                Agreement.check(
                        what + ", reactions",
                        reactions(sensitivity, state, variable, n, j),
                        derivatives(expected.lambda),
                        1e-10);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("stands")
    void torquesAndReactions(Stand stand) {
        State state = new State(stand);
        if (state.first == 0 || stand.contacts.size() < 2) {
            return;
        }
        int width = state.width;
        int n = POSTURE.length;
        double[][] m = new double[3][n * width];
        ContactSensitivity sensitivity = new ContactSensitivity(stand.robot, stand.contacts);
        double[] qd = state.joints(state.u);
        double[] qdd = state.joints(state.acceleration);
        sensitivity.torque(state.base(), POSTURE, qd, qdd, null, null, m[0], m[1], m[2]);
        double length = Extent.of(stand.robot).length();
        double[] none = new double[width];
        for (int variable = 0; variable < 3; variable++) {
            for (int j = 0; j < width; j++) {
                double[] along = unit(width, j);
                Solution expected = new Reference(
                                state,
                                state.seeds(
                                        variable == 0 ? along : none,
                                        variable == 1 ? along : none,
                                        variable == 2 ? along : none))
                        .inverse(length);
                String what = "%s, variable %s, column %s".formatted(stand, variable, j);
                Agreement.check(what, column(m[variable], width, j), derivatives(expected.acceleration), 1e-10);
                Agreement.check(
                        what + ", reactions",
                        reactions(sensitivity, state, variable, width, j),
                        derivatives(expected.lambda),
                        1e-10);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("stands")
    void ratesOfTorquesAndReactions(Stand stand) {
        State state = new State(stand);
        if (state.first == 0 || stand.contacts.size() < 2) {
            return;
        }
        double[] qd = state.joints(state.u);
        double[] qdd = state.joints(state.acceleration);
        double[] qddd = state.joints(state.jerk);
        double[] tau = new double[qd.length];
        double[] rate = new double[qd.length];
        ContactForceRate rates = new ContactForceRate(stand.robot, stand.contacts);
        rates.compute(state.base(), POSTURE, qd, qdd, qddd, null, null, tau, rate);
        double[] componentRates = state.acceleration.clone();
        state.addCross(-1, componentRates);
        Solution expected = new Reference(state, state.seeds(state.u, componentRates, state.jerk))
                .inverse(Extent.of(stand.robot).length());
        Agreement.check(
                "τ",
                tau,
                expected.acceleration.stream().mapToDouble(Dual::value).toArray(),
                1e-10);
        Agreement.check("dτ/dt", rate, derivatives(expected.acceleration), 1e-10);
        List<Double> found = new ArrayList<>();
        for (int c = 0; c < stand.contacts.size(); c++) {
            double[] wrench = new double[6];
            double[] wrenchRate = new double[6];
            rates.reaction(c, wrench, wrenchRate);
            for (int r = 0; r < stand.contacts.get(c).kind().constraints(); r++) {
                found.add(wrenchRate[r]);
            }
        }
        Agreement.check("dλ/dt", found.stream().mapToDouble(x -> x).toArray(), derivatives(expected.lambda), 1e-10);
        double[] jerk = Arrays.copyOf(rates.baseJerk().linear().toArray(), 6);
        System.arraycopy(rates.baseJerk().angular().toArray(), 0, jerk, 3, 3);
        double[] inertial = Arrays.copyOf(state.jerk, 6);
        // the jerk is the inertial derivative: component rates plus ω × a
        Vector3 w = State.vector(state.u, 3);
        Vector3 a = w.cross(State.vector(state.acceleration, 0));
        Vector3 g = w.cross(State.vector(state.acceleration, 3));
        for (int k = 0; k < 3; k++) {
            inertial[k] += a.toArray()[k];
            inertial[3 + k] += g.toArray()[k];
        }
        Agreement.check("jerk of the base", jerk, inertial, 1e-9);
        double[] broken = qddd.clone();
        broken[0] += 1;
        assertThatThrownBy(() -> rates.compute(state.base(), POSTURE, qd, qdd, broken, null, null, tau, rate))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("break contact");
        rates.copy().compute(state.base(), POSTURE, qd, qdd, qddd, null, new double[] {1, 4}, tau, rate);
    }

    @Test
    void refusesWhatItCannotAnswer() {
        RobotModel robot = robot(true);
        List<CutJoint> rail = contacts(robot, CutKind.PRISMATIC);
        Pose frame = Pose.IDENTITY;
        assertThatThrownBy(() -> new ContactSensitivity(
                        robot, List.of(new CutJoint("knee", CutKind.SPHERICAL, "trunk", frame, "left_foot", frame))))
                .hasMessageContaining("is for contacts with the ground")
                .hasMessageContaining("knee");
        assertThatThrownBy(() -> new ContactForceRate(
                        robot, List.of(CutJoint.contact("cross", CutKind.UNIVERSAL, frame, "left_foot", frame))))
                .hasMessageContaining("not universal");
        assertThatThrownBy(() -> new ContactSensitivity(robot, rail)
                        .copy()
                        .reaction(0, new double[72], new double[72], new double[72]))
                .isInstanceOf(IllegalStateException.class);
    }

    /** A contact that is there twice: accelerations as with one, and each takes half. */
    @Test
    void contactsThatRepeatEachOtherShare() {
        State once = new State(stands().skip(2).findFirst().orElseThrow());
        CutJoint rail = once.stand.contacts.get(0);
        CutJoint again =
                CutJoint.contact("again", rail.kind(), rail.firstFromJoint(), rail.second(), rail.secondFromJoint());
        Stand twice = new Stand("twice", once.stand.robot, List.of(rail, again));
        double[][][] m = new double[2][][];
        double[][][] reactions = new double[2][][];
        for (int k = 0; k < 2; k++) {
            int width = once.width;
            m[k] = new double[][] {new double[width * width], new double[width * width], new double[width * 6]};
            reactions[k] = new double[][] {new double[6 * width], new double[6 * width], new double[6 * 6]};
            ContactSensitivity sensitivity =
                    new ContactSensitivity(twice.robot, k == 0 ? once.stand.contacts : twice.contacts);
            sensitivity.acceleration(
                    once.base(), POSTURE, once.joints(once.u), once.tau, null, m[k][0], m[k][1], m[k][2]);
            sensitivity.reaction(k, reactions[k][0], reactions[k][1], reactions[k][2]);
        }
        for (int variable = 0; variable < 3; variable++) {
            Agreement.check("accelerations", m[1][variable], m[0][variable], 1e-11);
            double[] half =
                    Arrays.stream(reactions[0][variable]).map(x -> x / 2).toArray();
            Agreement.check("reactions", reactions[1][variable], half, 1e-10);
        }
    }

    /** Two flat feet on legs in parallel planes: nine rows of twelve, reactions along a motion as forward dynamics has them. */
    @Test
    void redundantFeetHaveTheDerivativesOfTheirAccelerations() {
        RobotModelBuilder builder =
                RobotModel.builder("planar legs").gravity(0, 0, -9.81).base("trunk", inertia(8));
        for (String side : List.of("left", "right")) {
            double y = side.equals("left") ? 0.15 : -0.15;
            builder.link(
                            Joint.revolute(side + "_hip", "trunk", side + "_thigh")
                                    .at(Pose.translation(0, y, 0), Vector3.Y),
                            inertia(3))
                    .link(
                            Joint.revolute(side + "_knee", side + "_thigh", side + "_shank")
                                    .at(Pose.translation(0, 0, -0.4), Vector3.Y),
                            inertia(2))
                    .link(
                            Joint.revolute(side + "_ankle", side + "_shank", side + "_foot")
                                    .at(Pose.translation(0, 0, -0.4), Vector3.Y),
                            inertia(1));
        }
        RobotModel robot = builder.build().withFloatingBase();
        List<CutJoint> feet = contacts(robot, CutKind.FIXED, CutKind.FIXED);
        double[] tau = {3, -4, 2, 1, 5, -2};
        double[] still = new double[6];
        ContactSensitivity sensitivity = new ContactSensitivity(robot, feet);
        double[][] m = {new double[144], new double[144], new double[72]};
        BaseMotion base = new BaseMotion();
        base.pose(PLACE);
        sensitivity.acceleration(base, POSTURE, still, tau, null, m[0], m[1], m[2]);
        ConstrainedForwardDynamics forward = new ConstrainedForwardDynamics(robot, feet);
        double[][] reaction = {new double[72], new double[72], new double[36]};
        sensitivity.reaction(1, reaction[0], reaction[1], reaction[2]);
        double step = 1e-3;
        double[] weights = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
        for (int j = 0; j < 6; j++) {
            double[] slope = new double[12];
            double[] ofReaction = new double[6];
            for (int k = -4; k <= 4; k++) {
                if (k == 0) {
                    continue;
                }
                double[] moved = POSTURE.clone();
                moved[j] += k * step;
                double[] a = new double[6];
                double[] qdd = new double[6];
                double[] wrench = new double[6];
                forward.computeFloating(base, moved, still, tau, null, a, qdd);
                assertThat(forward.rank()).isEqualTo(9);
                forward.reaction(1, wrench);
                double weight = Math.signum(k) * weights[Math.abs(k) - 1] / step;
                for (int i = 0; i < 6; i++) {
                    slope[i] += weight * a[i];
                    slope[6 + i] += weight * qdd[i];
                    ofReaction[i] += weight * wrench[i];
                }
            }
            Agreement.check("accelerations by joint " + j, column(m[0], 12, 6 + j), slope, 1e-9);
            Agreement.check("reactions by joint " + j, column(reaction[0], 12, 6 + j), ofReaction, 1e-9);
        }
    }

    @Test
    void allocatesNothing() {
        Stand stand = stands().findFirst().orElseThrow();
        State state = new State(stand);
        int width = state.width;
        double[][] m = {new double[width * width], new double[width * width], new double[width * 6]};
        double[][] t = new double[3][6 * width];
        ContactSensitivity sensitivity = new ContactSensitivity(stand.robot, stand.contacts);
        BaseMotion base = state.base();
        double[] qd = state.joints(state.u);
        double[] qdd = state.joints(state.acceleration);
        assertThat(Allocations.bytes(() -> {
                    sensitivity.acceleration(base, POSTURE, qd, state.tau, null, m[0], m[1], m[2]);
                    sensitivity.torque(base, POSTURE, qd, qdd, null, null, t[0], t[1], t[2]);
                }))
                .isZero();
    }
}
