package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ClosedLoopForceRate;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.ClosedLoopSensitivity;
import dev.catena.mechanism.LoopClosure;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.mechanism.LoopStatus;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiled closed loops against the hand-written classes. */
class ClosedLoopCodeTest {
    private static final int STATES = 6;

    static Stream<RobotModel> robots() {
        return ClosedRobots.all();
    }

    static Stream<RobotModel> smallRobots() {
        return ClosedRobots.all().filter(robot -> robot.jointCount() <= 8);
    }

    /** A walk of the independent joints around the assembly. */
    private static final class Walk {
        private final RandomNumbers random = new RandomNumbers(5);
        private final double[] middle;
        private final double[] q;
        private final int m;

        Walk(RobotModel robot) {
            middle = ClosedRobots.assembly(robot);
            q = middle.clone();
            m = q.length;
        }

        double[] next() {
            for (int k = 0; k < m; k++) {
                q[k] = middle[k] + random.between(-0.1, 0.1);
            }
            return q.clone();
        }

        double[] vector() {
            return random.vector(m, 2);
        }

        double[] vector(int length) {
            return random.vector(length, 2);
        }
    }

    @ParameterizedTest
    @MethodSource("robots")
    void torques(RobotModel robot) {
        ClosedLoopCode code = new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.TORQUE));
        ClosedLoopInverseDynamics byHand = new ClosedLoopInverseDynamics(robot);
        int active = robot.activeJoints().size();
        Walk walk = new Walk(robot);
        for (int s = 0; s < STATES; s++) {
            double[] q = walk.next();
            double[] qd = walk.vector();
            double[] qdd = walk.vector();
            double[] tau = new double[active];
            double[] expected = new double[active];
            code.evaluate(q, qd, qdd, tau);
            byHand.compute(q, qd, qdd, expected);
            Agreement.check(robot.name(), tau, expected, 1e-11);
            assertThat(code.residual()).isLessThan(1e-13);
        }
    }

    @ParameterizedTest
    @MethodSource("smallRobots")
    void ratesOfTorques(RobotModel robot) {
        ClosedLoopCode code = new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.TORQUE_RATE));
        ClosedLoopForceRate byHand = new ClosedLoopForceRate(robot);
        int active = robot.activeJoints().size();
        Walk walk = new Walk(robot);
        for (int s = 0; s < STATES; s++) {
            double[] q = walk.next();
            double[] qd = walk.vector();
            double[] qdd = walk.vector();
            double[] qddd = walk.vector();
            double[] tau = new double[active];
            double[] rates = new double[active];
            double[] expected = new double[active];
            double[] expectedRates = new double[active];
            code.evaluate(q, qd, qdd, qddd, tau, rates);
            byHand.compute(q, qd, qdd, qddd, expected, expectedRates);
            Agreement.check(robot.name(), tau, expected, 1e-11);
            Agreement.check(robot.name() + " rates", rates, expectedRates, 1e-11);
        }
    }

    @ParameterizedTest
    @MethodSource("smallRobots")
    void accelerationsAndMassMatrix(RobotModel robot) {
        ClosedLoopCode code = new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.ACCELERATION));
        ClosedLoopCode matrix = new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.MASS_MATRIX));
        ClosedLoopForwardDynamics byHand = new ClosedLoopForwardDynamics(robot);
        Walk walk = new Walk(robot);
        int m = walk.m;
        for (int s = 0; s < STATES; s++) {
            double[] q = walk.next();
            double[] qd = walk.vector();
            double[] tau = walk.vector(robot.activeJoints().size());
            double[] qdd = new double[m];
            double[] expected = new double[m];
            double[] mass = new double[m * m];
            double[] expectedMass = new double[m * m];
            code.evaluate(q, qd, tau, qdd);
            matrix.evaluate(q, mass);
            byHand.compute(q, qd, tau, expected);
            byHand.massMatrix(expectedMass);
            Agreement.check(robot.name(), qdd, expected, 1e-11);
            Agreement.check(robot.name() + " matrix", mass, expectedMass, 1e-11);
        }
    }

    static Stream<RobotModel> oneForOne() {
        return ClosedRobots.all()
                .filter(robot -> robot.jointCount() <= 8)
                .filter(robot -> robot.activeJoints().equals(robot.independentJoints()));
    }

    @ParameterizedTest
    @MethodSource("oneForOne")
    void derivatives(RobotModel robot) {
        ClosedLoopCode code = new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.TORQUE_SENSITIVITY));
        ClosedLoopSensitivity byHand = new ClosedLoopSensitivity(robot);
        Walk walk = new Walk(robot);
        int size = walk.m * walk.m;
        for (int s = 0; s < 2; s++) {
            double[] q = walk.next();
            double[] qd = walk.vector();
            double[] qdd = walk.vector();
            double[][] found = {new double[size], new double[size], new double[size]};
            double[][] expected = {new double[size], new double[size], new double[size]};
            code.evaluate(q, qd, qdd, found[0], found[1], found[2]);
            byHand.compute(q, qd, qdd, expected[0], expected[1], expected[2]);
            for (int k = 0; k < 3; k++) {
                Agreement.check(robot.name() + " derivative " + k, found[k], expected[k], 1e-10);
            }
        }
    }

    /** Wrenches of all joints: those of the tree on which the cut joints act. */
    @ParameterizedTest
    @MethodSource("smallRobots")
    void wrenches(RobotModel given) {
        RobotModel robot = withWeldedTip(given);
        CodeInputs inputs = CodeInputs.of(robot).withWrenchesInBody(List.of("tip"));
        CompiledFunction function = RobotCompiler.compile(robot, Quantity.JOINT_WRENCH, inputs);
        assertThat(function.outputs()).containsExactly("jointWrench", "cutWrench", "joints", "closure");
        ClosedLoopCode code = new ClosedLoopCode(function);
        ClosedLoopInverseDynamics byHand = new ClosedLoopInverseDynamics(robot);
        InverseDynamics tree = new InverseDynamics(robot.openTree());
        Walk walk = new Walk(robot);
        int cuts = robot.loops().cutJoints().size();
        for (int s = 0; s < 3; s++) {
            double[] q = walk.next();
            double[] qd = walk.vector();
            double[] qdd = walk.vector();
            double[] load = walk.vector(6);
            double[] found = new double[6 * robot.joints().size()];
            double[] ofCuts = new double[6 * cuts];
            code.evaluate(q, qd, qdd, load, found, ofCuts);

            ExternalWrenches acting =
                    new ExternalWrenches(robot).inBody(robot.bodyIndex("tip"), three(load, 0), three(load, 3));
            byHand.compute(q, qd, qdd, acting, new double[robot.activeJoints().size()]);
            byHand.computeCutWrenches();
            double[] wrench = new double[6];
            for (int c = 0; c < cuts; c++) {
                byHand.cutWrench(c, wrench);
                Agreement.check(robot.name() + " cut", Arrays.copyOfRange(ofCuts, 6 * c, 6 * c + 6), wrench, 1e-9);
                add(acting, robot, c, wrench, byHand.kinematics());
            }
            double[][] motion = new double[3][robot.jointCount()];
            byHand.kinematics().positions(motion[0]);
            byHand.kinematics().velocities(motion[1]);
            byHand.kinematics().accelerations(motion[2]);
            tree.compute(null, motion[0], motion[1], motion[2], acting, new double[robot.jointCount()]);
            double[] expected = new double[found.length];
            for (int j = 0; j < robot.joints().size(); j++) {
                tree.jointWrenchInBody(robot.bodyIndex(robot.joints().get(j).child()), wrench);
                System.arraycopy(wrench, 0, expected, 6 * j, 6);
            }
            Agreement.check(robot.name(), found, expected, 1e-9);
        }
    }

    /** The body of the last cut joint carries another one, which is loaded. */
    private static RobotModel withWeldedTip(RobotModel robot) {
        String last = robot.loops()
                .cutJoints()
                .get(robot.loops().cutJoints().size() - 1)
                .second();
        return robot.toBuilder()
                .link(
                        Joint.fixed("weld", last, "tip").at(new RandomNumbers(2).pose(0.3), Vector3.Z),
                        new RandomNumbers(3).inertia())
                .build();
    }

    /** Adds what a cut joint carries to what acts on the tree. */
    private static void add(
            ExternalWrenches acting, RobotModel robot, int c, double[] wrench, LoopKinematics kinematics) {
        CutJoint cut = robot.loops().cutJoints().get(c);
        double[] q = new double[robot.jointCount()];
        kinematics.positions(q);
        Kinematics tree = new Kinematics(robot.openTree());
        tree.compute(q);
        Pose second = tree.worldFromBody(robot.bodyIndex(cut.second()));
        Pose first = tree.worldFromBody(robot.bodyIndex(cut.first()));
        Pose frame = second.times(cut.secondFromJoint());
        Vector3 force = frame.rotation().apply(three(wrench, 0));
        Vector3 moment = frame.rotation().apply(three(wrench, 3));
        put(acting, robot.bodyIndex(cut.second()), second, frame.position(), force, moment);
        put(acting, robot.bodyIndex(cut.first()), first, frame.position(), force.times(-1), moment.times(-1));
    }

    private static void put(
            ExternalWrenches acting, int body, Pose worldFromBody, Vector3 at, Vector3 force, Vector3 moment) {
        Vector3 aboutOrigin = moment.plus(at.minus(worldFromBody.position()).cross(force));
        acting.inWorld(body, force, aboutOrigin);
    }

    static Stream<RobotModel> some() {
        return Stream.of(
                ShippedRobots.load("five-bar"),
                ShippedRobots.load("bennett"),
                ClosedRobots.planar(101),
                ClosedRobots.planar(104),
                ClosedRobots.parallelogram(0.3),
                ClosedRobots.spatial(4, CutKind.UNIVERSAL));
    }

    /** Derivatives of all kinds against differences of what they are derivatives of. */
    @ParameterizedTest
    @MethodSource("some")
    void derivativesAgainstDifferences(RobotModel robot) {
        int active = robot.activeJoints().size();
        Walk walk = new Walk(robot);
        int m = walk.m;
        double[] q = walk.next();
        double[] qd = walk.vector();
        double[] qdd = walk.vector();
        double[] tau = walk.vector(active);
        double[] lambda = walk.vector(active);

        double[][] byTorque = {new double[active * m], new double[active * m], new double[active * m]};
        ClosedLoopCode sensitivity = new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.TORQUE_SENSITIVITY));
        sensitivity.evaluate(q, qd, qdd, byTorque[0], byTorque[1], byTorque[2]);
        differences(robot, Quantity.TORQUE, new double[][] {q, qd, qdd}, active, byTorque, 1e-7);

        double[][] byAcceleration = {new double[m * m], new double[m * m], new double[m * active]};
        new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.ACCELERATION_SENSITIVITY))
                .evaluate(q, qd, tau, byAcceleration[0], byAcceleration[1], byAcceleration[2]);
        differences(robot, Quantity.ACCELERATION, new double[][] {q, qd, tau}, m, byAcceleration, 1e-7);

        double[] hessian = new double[9 * m * m];
        new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.TORQUE_CURVATURE))
                .evaluate(q, qd, qdd, lambda, hessian);
        double[][] state = {q, qd, qdd};
        double h = 1e-6;
        for (int column = 0; column < 3 * m; column++) {
            double[] ahead = gradient(sensitivity, moved(state, column, m, h), lambda, m);
            double[] behind = gradient(sensitivity, moved(state, column, m, -h), lambda, m);
            for (int row = 0; row < 3 * m; row++) {
                Agreement.check(
                        robot.name() + " second derivative",
                        hessian[row * 3 * m + column],
                        (ahead[row] - behind[row]) / (2 * h),
                        2e-7 * (1 + Math.abs(ahead[row])));
            }
        }
    }

    private static double[][] moved(double[][] state, int column, int m, double by) {
        double[][] other = {state[0].clone(), state[1].clone(), state[2].clone()};
        other[column / m][column % m] += by;
        return other;
    }

    private static double[] gradient(ClosedLoopCode sensitivity, double[][] state, double[] lambda, int m) {
        int size = lambda.length * m;
        double[][] parts = {new double[size], new double[size], new double[size]};
        sensitivity.evaluate(state[0], state[1], state[2], parts[0], parts[1], parts[2]);
        double[] gradient = new double[3 * m];
        for (int part = 0; part < 3; part++) {
            for (int k = 0; k < m; k++) {
                for (int a = 0; a < lambda.length; a++) {
                    gradient[part * m + k] += lambda[a] * parts[part][a * m + k];
                }
            }
        }
        return gradient;
    }

    private static void differences(
            RobotModel robot, Quantity quantity, double[][] state, int rows, double[][] derivatives, double tolerance) {
        ClosedLoopCode code = new ClosedLoopCode(RobotCompiler.compile(robot, quantity));
        double h = 1e-6;
        for (int v = 0; v < 3; v++) {
            int columns = state[v].length;
            for (int c = 0; c < columns; c++) {
                double[][] x = {state[0].clone(), state[1].clone(), state[2].clone(), new double[rows]};
                x[v][c] += h;
                code.evaluate(x);
                double[] ahead = x[3].clone();
                x[v][c] -= 2 * h;
                code.evaluate(x);
                for (int r = 0; r < rows; r++) {
                    double expected = (ahead[r] - x[3][r]) / (2 * h);
                    Agreement.check(
                            quantity + " by vector " + v,
                            derivatives[v][r * columns + c],
                            expected,
                            tolerance * (1 + Math.abs(expected) + Math.abs(ahead[r])));
                }
            }
        }
    }

    private static Vector3 three(double[] x, int at) {
        return new Vector3(x[at], x[at + 1], x[at + 2]);
    }

    /** A base that moves as told or floats, and wrenches, against the hand-written classes. */
    @Test
    void movingBasesAndWrenches() {
        RobotModel robot = ClosedRobots.planar(100).withFloatingBase();
        String loaded = robot.bodies().get(robot.bodies().size() - 1).name();
        int body = robot.bodyIndex(loaded);
        RandomNumbers random = new RandomNumbers(3);
        Rotation rotation = random.rotation();
        double[] numbers = random.vector(30, 1);
        System.arraycopy(rotation.toArray(), 0, numbers, 0, 9);
        BaseMotion base = new BaseMotion()
                .pose(new Pose(rotation, three(numbers, 9)))
                .velocityInBase(three(numbers, 12), three(numbers, 15))
                .accelerationInBase(three(numbers, 18), three(numbers, 21))
                .jerkInBase(three(numbers, 24), three(numbers, 27));
        double[] wrench = random.vector(6, 3);
        double[] wrenchRate = random.vector(6, 3);
        ExternalWrenches wrenches = new ExternalWrenches(robot)
                .inWorld(body, three(wrench, 0), three(wrench, 3))
                .rateInWorld(body, three(wrenchRate, 0), three(wrenchRate, 3));
        Walk walk = new Walk(robot);
        double[] q = walk.next();
        double[] qd = walk.vector();
        double[] qdd = walk.vector();
        double[] qddd = walk.vector();
        double[] found = new double[1];
        double[] expected = new double[1];
        double[] rate = new double[1];
        double[] expectedRate = new double[1];
        double[] acceleration = new double[6];
        double[] expectedAcceleration = new double[6];
        double[] jerk = new double[6];
        double[] expectedJerk = new double[6];
        double[] pose = Arrays.copyOf(numbers, 18);
        CodeInputs floats = CodeInputs.of(robot).withWrenchesInWorld(List.of(loaded));

        new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.TORQUE, floats))
                .evaluate(q, qd, qdd, pose, wrench, found, acceleration);
        new ClosedLoopInverseDynamics(robot)
                .computeFloating(base, q, qd, qdd, wrenches, expectedAcceleration, expected);
        Agreement.check("floating torque", found, expected, 1e-11);
        Agreement.check("floating base", acceleration, expectedAcceleration, 1e-11);

        new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.ACCELERATION, floats))
                .evaluate(q, qd, qddd, pose, wrench, found, acceleration);
        new ClosedLoopForwardDynamics(robot)
                .computeFloating(base, q, qd, qddd, wrenches, expectedAcceleration, expected);
        Agreement.check("floating acceleration", found, expected, 1e-10);
        Agreement.check("floating base by torque", acceleration, expectedAcceleration, 1e-10);

        new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.TORQUE_RATE, floats))
                .evaluate(q, qd, qdd, qddd, pose, wrench, wrenchRate, found, rate, acceleration, jerk);
        new ClosedLoopForceRate(robot)
                .computeFloating(
                        base, q, qd, qdd, qddd, wrenches, expectedAcceleration, expectedJerk, expected, expectedRate);
        Agreement.check("floating rate", rate, expectedRate, 1e-10);
        Agreement.check("floating jerk", jerk, expectedJerk, 1e-10);
        CompiledFunction many = RobotCompiler.compile(robot, Quantity.TORQUE_RATE, floats);
        assertThatThrownBy(() -> many.evaluateAll(new double[14][1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("14 vectors given");

        new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.TORQUE_RATE, floats.withBase(BaseInput.MOVES)))
                .evaluate(q, qd, qdd, qddd, numbers, wrench, wrenchRate, found, rate);
        new ClosedLoopForceRate(robot.withFixedBase())
                .compute(base, q, qd, qdd, qddd, wrenches, expected, expectedRate);
        Agreement.check("torque of a base that moves", found, expected, 1e-11);
        Agreement.check("rate of a base that moves", rate, expectedRate, 1e-10);
    }

    @Test
    void aPoseOfAnotherAssemblyIsNeverGiven() {
        RobotModel robot = ShippedRobots.load("four-bar");
        CompiledFunction function = RobotCompiler.compile(robot, Quantity.POSE);
        ClosedLoopCode code = new ClosedLoopCode(function);
        LoopClosure closure = new LoopClosure(robot);
        RandomNumbers random = new RandomNumbers(8);
        double[] poses = new double[function.length(1)];
        double[] joints = new double[robot.jointCount()];
        double[] expected = joints.clone();
        int refused = 0;
        for (int k = 0; k < 200; k++) {
            double[] q = {random.between(-7, 7)};
            LoopStatus status = closure.close(q);
            if (status.isClosed()) {
                code.evaluate(q, poses);
                code.positions(joints);
                closure.positions(expected);
                for (int j = 0; j < joints.length; j++) {
                    assertThat(Math.IEEEremainder(joints[j] - expected[j], 2 * Math.PI))
                            .isCloseTo(0, within(1e-11));
                }
            } else {
                refused++;
                assertThatThrownBy(() -> code.evaluate(q, poses)).isInstanceOf(OpenLoopException.class);
            }
        }
        assertThat(refused).isLessThan(200);
    }

    @Test
    void codeRefusesStartsThatProveNothing() {
        RobotModel robot = ShippedRobots.load("bennett");
        CompiledFunction function = RobotCompiler.compile(robot, Quantity.TORQUE);
        assertThat(function.inputs()).containsExactly("q", "qd", "qdd", "start");
        assertThat(function.outputs()).containsExactly("tau", "joints", "closure");
        LoopClosure closure = new LoopClosure(robot);
        double[] q = ClosedRobots.assembly(robot);
        assertThat(closure.close(q).isClosed()).isTrue();
        double[] start = new double[3];
        closure.positions(start);
        double[][] x = {q, {1}, {1}, start, {0}, new double[3], new double[5]};
        function.evaluateAll(x);
        assertThat(x[6][0]).isLessThan(1e-14);
        q[0] += 1.5;
        assertThatThrownBy(() -> function.evaluateAll(x))
                .isInstanceOf(OpenLoopException.class)
                .hasMessageContaining("the start is too far away")
                .hasMessageContaining("bennett");
        q[0] -= 1.5;
        start[1] += 1e-3;
        assertThatThrownBy(() -> function.evaluateAll(x))
                .isInstanceOf(OpenLoopException.class)
                .hasMessageContaining("the start does not close the loops");
        start[1] -= 1e-3;
        q[0] = Double.NaN;
        assertThatThrownBy(() -> function.evaluateAll(x))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("q");
    }

    @Test
    void batchesTakeAStartForEachState() {
        RobotModel robot = ShippedRobots.load("bennett");
        CompiledFunction function = RobotCompiler.compile(robot, Quantity.TORQUE);
        int states = 37;
        double[][] all =
                new double[function.inputs().size() + function.outputs().size()][];
        for (int v = 0; v < all.length; v++) {
            all[v] = new double[states * function.length(v)];
        }
        ClosedLoopInverseDynamics byHand = new ClosedLoopInverseDynamics(robot);
        double[][] expected = new double[states][1];
        Walk walk = new Walk(robot);
        double[] start = new double[robot.jointCount()];
        double[] first = walk.next();
        assertThat(byHand.kinematics().close(first).isClosed()).isTrue();
        for (int s = 0; s < states; s++) {
            byHand.kinematics().positions(start);
            double[] q = {
                start[robot.coordinate(robot.independentJoints().get(0).name())] + 0.002
            };
            double[][] state = {q, walk.vector(), walk.vector(), start};
            byHand.compute(state[0], state[1], state[2], expected[s]);
            for (int v = 0; v < 4; v++) {
                for (int k = 0; k < state[v].length; k++) {
                    all[v][k * states + s] = state[v][k];
                }
            }
        }
        new Batch(function, 2).evaluate(states, all);
        for (int s = 0; s < states; s++) {
            Agreement.check("state " + s, new double[] {all[4][s]}, expected[s], 1e-11);
        }
        all[0][5] += 2;
        assertThatThrownBy(() -> new Batch(function, 2).evaluate(states, all)).hasMessageContaining("state 5: ");
    }

    @Test
    void parallelogramsHaveAFormula() {
        RobotModel robot = ClosedRobots.parallelogram(0.3);
        CompiledFunction function = RobotCompiler.compile(robot, Quantity.TORQUE);
        assertThat(function.inputs()).containsExactly("q", "qd", "qdd");
        assertThat(function.outputs()).containsExactly("tau", "joints", "closure");
        assertThat(function.count().arithmetic()).isLessThan(420);
        double[] flat = {0, 0.3, 0.3};
        assertThatThrownBy(() -> function.evaluate(
                        flat, new double[3], new double[3], new double[3], new double[5], new double[1]))
                .isInstanceOf(OpenLoopException.class)
                .hasMessageContaining("the pose is singular");
        double[] q = {0.2, 0.5, 1.3};
        ClosedLoopCode code = new ClosedLoopCode(function);
        code.evaluate(q, new double[3], new double[3], new double[3]);
        double[] joints = new double[5];
        code.positions(joints);
        Agreement.check("pose", joints, ClosedRobots.closed(robot, q), 1e-12);
        assertThat(code.residual()).isZero();
        assertThat(code.vectors()).containsExactly("q", "qd", "qdd", "tau");
    }

    @Test
    void wrongArgumentsAreNamed() {
        RobotModel robot = ShippedRobots.load("four-bar");
        ClosedLoopCode code = new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.TORQUE));
        assertThat(code.vectors()).containsExactly("q", "qd", "qdd", "tau");
        assertThat(code.robot()).isSameAs(robot);
        assertThatThrownBy(() -> code.evaluate(new double[1], new double[1], new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 vectors given");
        assertThatThrownBy(() -> code.evaluate(new double[2], new double[1], new double[1], new double[1]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> code.positions(new double[3])).isInstanceOf(IllegalStateException.class);
        double[] q = ClosedRobots.assembly(robot);
        double[] tau = new double[1];
        code.evaluate(q, new double[1], new double[1], tau);
        assertThatThrownBy(() -> code.positions(new double[2])).isInstanceOf(IllegalArgumentException.class);
        code.restart();
        double[] again = new double[1];
        code.evaluate(q, new double[1], new double[1], again);
        assertThat(again).containsExactly(tau);
        double[] other = new double[1];
        code.copy().evaluate(q, new double[1], new double[1], other);
        assertThat(other).containsExactly(tau);
        assertThatThrownBy(() -> new ClosedLoopCode(RobotCompiler.compile(robot.openTree(), Quantity.TORQUE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no closed loops");
    }
}
