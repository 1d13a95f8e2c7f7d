package dev.catena.mechanism.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.kinematics.Kinematics;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates, first and second derivatives against dual numbers, and against direct dynamics. */
class ParallelSensitivityTest {
    private static final Wrench APPLIED = new Wrench(new Vector3(3, -5, 7), new Vector3(0.4, 0.1, -0.6));

    static Stream<Arguments> robotsAndSeeds() {
        return Stream.of(
                Arguments.of(PlanarRobots.threeArms(), 1L),
                Arguments.of(PlanarRobots.threeArms(), 2L),
                Arguments.of(SampleDelta.delta().build(), 1L),
                Arguments.of(SampleDelta.delta().build(), 2L),
                Arguments.of(SampleDelta.delta().buildWithPlatformJoints(), 3L),
                Arguments.of(smooth(GoldenStewart.robot()), 1L),
                Arguments.of(welded(GoldenStewart.robot()), 2L));
    }

    /** Legs of six joints: a wrist of three more at the platform, where the tip is welded. */
    private static ParallelRobot welded(ParallelRobot robot) {
        ParallelRobot.Builder builder = ParallelRobot.builder("welded")
                .gravity(robot.gravity())
                .platform(robot.platform())
                .home(robot.home());
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        kinematics.compute(robot.home());
        double[] ofLeg = new double[3];
        for (int i = 0; i < robot.legs().size(); i++) {
            Leg leg = robot.legs().get(i);
            kinematics.legCoordinates(i, ofLeg);
            RobotModelBuilder model = leg.model().toBuilder();
            leg.model()
                    .movingJoints()
                    .forEach(joint -> model.replace(joint.with(joint.friction().smoothed(0.2))));
            String carrier = leg.tip();
            for (Vector3 axis : List.of(Vector3.X, Vector3.Y, Vector3.Z)) {
                String next = "wrist" + axis;
                model.link(
                        Joint.revolute("turn" + axis, carrier, next).at(Pose.IDENTITY, axis),
                        SpatialInertia.aboutCenterOfMass(
                                0.3, new Vector3(0.02, -0.01, 0.03), InertiaTensor.diagonal(2e-3, 3e-3, 4e-3)));
                carrier = next;
            }
            RobotModel withWrist = model.build();
            double[] start = {ofLeg[0], ofLeg[1], ofLeg[2], 0.3, 0.4, -0.2};
            Kinematics tip = new Kinematics(withWrist);
            tip.compute(start);
            Pose worldFromTip = tip.worldFromBody(withWrist.bodyIndex(carrier));
            Rotation inPlatform = robot.home().rotation().inverse().times(worldFromTip.rotation());
            builder.leg(Leg.welded(
                            leg.name(),
                            withWrist,
                            carrier,
                            new Pose(inPlatform, leg.platformFromTip().position()))
                    .actuatedBy(leg.actuated().toArray(String[]::new))
                    .startingAt(start));
        }
        return builder.build();
    }

    /** Dry friction has no derivative where a leg turns back. */
    private static ParallelRobot smooth(ParallelRobot robot) {
        ParallelRobot.Builder builder = ParallelRobot.builder(robot.name())
                .gravity(robot.gravity())
                .platform(robot.platform())
                .freedoms(robot.freedoms())
                .home(robot.home());
        for (Leg leg : robot.legs()) {
            RobotModelBuilder model = leg.model().toBuilder();
            for (Joint joint : leg.model().movingJoints()) {
                Friction friction = joint.friction();
                model.replace(joint.with(friction.smoothed(0.2)));
            }
            builder.leg(leg.with(model.build()));
        }
        return builder.build();
    }

    private static final double[] WRENCH = {3, -5, 7, 0.4, 0.1, -0.6};

    /** A motion whose numbers have infinitesimal parts: a displacement with a turn exp(χ), and changes of both twists. */
    private static <S extends Scalar<S>> List<S> textbook(
            ParallelRobot robot,
            RandomPlatformMotion motion,
            List<S> displacement,
            List<S> ofVelocity,
            List<S> ofAcceleration,
            DoubleFunction<S> constant) {
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        kinematics.compute(motion.pose);
        double[] velocity = new double[6];
        double[] acceleration = new double[6];
        robot.freedoms().expand(motion.velocity, velocity);
        robot.freedoms().expand(motion.acceleration, acceleration);
        Matrix<S> R = Matrix.of(motion.pose.rotation(), constant);
        Matrix<S> hat = Matrix.hat(TextbookParallel.vector(displacement, 3));
        Matrix<S> turned = R.plus(hat.times(R)).plus(hat.times(hat.times(R)).times(constant.apply(0.5)));
        return new TextbookParallel<>(robot, kinematics, constant)
                .efforts(
                        Vector.of(motion.pose.position(), constant).plus(TextbookParallel.vector(displacement, 0)),
                        turned,
                        plus(velocity, ofVelocity, constant),
                        plus(acceleration, ofAcceleration, constant),
                        WRENCH);
    }

    private static <S extends Scalar<S>> List<S> plus(double[] x, List<S> change, DoubleFunction<S> constant) {
        List<S> sum = new ArrayList<>();
        for (int k = 0; k < x.length; k++) {
            sum.add(constant.apply(x[k]).plus(change.get(k)));
        }
        return sum;
    }

    private static List<Dual<Real>> infinitesimal(double[] parts) {
        return Arrays.stream(parts).mapToObj(x -> Dual.of(0, x)).toList();
    }

    private static double[] efforts(ParallelRobot robot, RandomPlatformMotion motion, double[][] change) {
        List<Dual<Real>> efforts = textbook(
                robot,
                motion,
                infinitesimal(change[0]),
                infinitesimal(change[1]),
                infinitesimal(change[2]),
                x -> Dual.of(x, 0));
        return efforts.stream().mapToDouble(x -> x.derivative().value()).toArray();
    }

    static Stream<Arguments> allRobots() {
        return Stream.concat(robotsAndSeeds(), Stream.of(Arguments.of(PlanarRobots.fourArms(), 4L)));
    }

    /** In a random direction of pose, of velocity and of acceleration. */
    @ParameterizedTest
    @MethodSource("allRobots")
    void matchDualNumbers(ParallelRobot robot, long seed) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        int m = robot.freedoms().count();
        int actuators = robot.actuatorCount();
        double[][] matrices = new double[3][actuators * m];
        new ParallelSensitivity(robot)
                .compute(
                        motion.pose,
                        motion.velocity,
                        motion.acceleration,
                        APPLIED,
                        matrices[0],
                        matrices[1],
                        matrices[2]);
        for (int kind = 0; kind < 3; kind++) {
            double[] direction = new RandomNumbers(seed + kind).vector(m, 1);
            double[][] change = new double[3][6];
            robot.freedoms().expand(direction, change[kind]);
            double[] actual = new double[actuators];
            for (int k = 0; k < actuators * m; k++) {
                actual[k / m] += matrices[kind][k] * direction[k % m];
            }
            Agreement.check("kind %s, seed %s".formatted(kind, seed), actual, efforts(robot, motion, change), 1e-10);
        }
    }

    /** Along a motion, with its jerk. */
    @ParameterizedTest
    @MethodSource("allRobots")
    void ratesMatchDualNumbers(ParallelRobot robot, long seed) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        double[] jerk = new RandomNumbers(seed).vector(robot.freedoms().count(), 2);
        double[] efforts = new double[robot.actuatorCount()];
        double[] rates = new double[robot.actuatorCount()];
        new ParallelForceRate(robot)
                .compute(motion.pose, motion.velocity, motion.acceleration, jerk, APPLIED, efforts, rates);
        double[][] change = new double[3][6];
        robot.freedoms().expand(motion.velocity, change[0]);
        robot.freedoms().expand(motion.acceleration, change[1]);
        robot.freedoms().expand(jerk, change[2]);
        Agreement.check("seed " + seed, rates, efforts(robot, motion, change), 1e-10);
    }

    /** dΓ/dt = ∂Γ/∂x ẋ + ∂Γ/∂ẋ ẍ + ∂Γ/∂ẍ x⃛, of legs that are welded in space and in a plane. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ratesAreDerivativesAlongTheMotion(boolean inSpace) {
        ParallelRobot robot = inSpace ? welded(GoldenStewart.robot()) : PlanarRobots.threeArms();
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, 5);
        int m = robot.freedoms().count();
        double[] jerk = new RandomNumbers(5).vector(m, 2);
        double[] rates = new double[m];
        new ParallelForceRate(robot)
                .compute(motion.pose, motion.velocity, motion.acceleration, jerk, APPLIED, new double[m], rates);
        double[][] by = new double[3][m * m];
        new ParallelSensitivity(robot)
                .compute(motion.pose, motion.velocity, motion.acceleration, APPLIED, by[0], by[1], by[2]);
        double[] expected = new double[m];
        for (int k = 0; k < m * m; k++) {
            expected[k / m] +=
                    by[0][k] * motion.velocity[k % m] + by[1][k] * motion.acceleration[k % m] + by[2][k] * jerk[k % m];
        }
        Agreement.check("rates", rates, expected, 1e-10);
    }

    /** In random pairs of directions. */
    @ParameterizedTest
    @MethodSource("robotsAndSeeds")
    void secondDerivativesMatchHyperDualNumbers(ParallelRobot robot, long seed) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        int m = robot.freedoms().count();
        RandomNumbers random = new RandomNumbers(seed);
        double[] mu = random.vector(m, 1);
        double[] hessian = new double[9 * m * m];
        new ParallelCurvature(robot)
                .copy()
                .compute(motion.pose, motion.velocity, motion.acceleration, APPLIED, mu, hessian);
        double largest = Arrays.stream(hessian).map(Math::abs).max().orElse(1);
        for (int trial = 0; trial < 1; trial++) {
            double[] a = random.vector(3 * m, 1);
            double[] b = random.vector(3 * m, 1);
            List<List<Dual<Dual<Real>>>> changes = new ArrayList<>();
            for (int kind = 0; kind < 3; kind++) {
                double[] x = new double[6];
                double[] y = new double[6];
                robot.freedoms().expand(Arrays.copyOfRange(a, kind * m, kind * m + m), x);
                robot.freedoms().expand(Arrays.copyOfRange(b, kind * m, kind * m + m), y);
                List<Dual<Dual<Real>>> change = new ArrayList<>();
                for (int k = 0; k < 6; k++) {
                    change.add(new Dual<>(Dual.of(0, x[k]), Dual.of(y[k], 0)));
                }
                changes.add(change);
            }
            List<Dual<Dual<Real>>> efforts = textbook(
                    robot, motion, changes.get(0), changes.get(1), changes.get(2), x -> Dual.constant(Dual.of(x, 0)));
            double expected = 0;
            double actual = 0;
            for (int i = 0; i < m; i++) {
                expected += mu[i] * efforts.get(i).derivative().derivative().value();
            }
            for (int i = 0; i < 3 * m; i++) {
                for (int k = 0; k < 3 * m; k++) {
                    actual += a[i] * hessian[i * 3 * m + k] * b[k];
                    Agreement.check("symmetry", hessian[i * 3 * m + k] - hessian[k * 3 * m + i], 0, 1e-10 * largest);
                }
            }
            Agreement.check("seed " + seed, actual / largest, expected / largest, 1e-10);
        }
    }

    /** Along a way t ↦ exp(tχ), μᵀ∂Γ·d changes by the second derivatives twice in the direction d of the way. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void secondDerivativesAreRatesOfTheFirst(boolean inSpace) {
        ParallelRobot robot = inSpace ? welded(GoldenStewart.robot()) : PlanarRobots.threeArms();
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, 3);
        int m = robot.freedoms().count();
        RandomNumbers random = new RandomNumbers(3);
        double[] mu = random.vector(m, 1);
        double[] hessian = new double[9 * m * m];
        new ParallelCurvature(robot).compute(motion.pose, motion.velocity, motion.acceleration, APPLIED, mu, hessian);
        double h = 1e-3;
        for (int trial = 0; trial < 3; trial++) {
            double[] d = random.vector(3 * m, 1);
            double rate = (8 * (slope(robot, motion, mu, d, h) - slope(robot, motion, mu, d, -h))
                            - slope(robot, motion, mu, d, 2 * h)
                            + slope(robot, motion, mu, d, -2 * h))
                    / (12 * h);
            Agreement.checkForm("trial " + trial, hessian, d, d, rate, 1e-8);
        }
    }

    private static double slope(ParallelRobot robot, RandomPlatformMotion motion, double[] mu, double[] d, double t) {
        PlatformFreedoms freedoms = robot.freedoms();
        int m = freedoms.count();
        double[] step = new double[6];
        freedoms.expand(Arrays.copyOf(d, m), step);
        Vector3 turn = new Vector3(t * step[3], t * step[4], t * step[5]);
        Pose pose = new Pose(
                Rotation.about(turn, turn.norm()).times(motion.pose.rotation()),
                motion.pose.position().plus(new Vector3(t * step[0], t * step[1], t * step[2])));
        double[] velocity = motion.velocity.clone();
        double[] acceleration = motion.acceleration.clone();
        for (int k = 0; k < m; k++) {
            velocity[k] += t * d[m + k];
            acceleration[k] += t * d[2 * m + k];
        }
        double[][] by = new double[3][m * m];
        new ParallelSensitivity(robot).compute(pose, velocity, acceleration, APPLIED, by[0], by[1], by[2]);
        double sum = 0;
        for (int k = 0; k < 3 * m * m; k++) {
            int entry = k % (m * m);
            sum += mu[entry / m] * by[k / (m * m)][entry] * d[k / (m * m) * m + entry % m];
        }
        return sum;
    }

    /** ∂Γ/∂x + ∂Γ/∂ẍ ∂ẍ/∂x = 0, likewise by ẋ, and ∂Γ/∂ẍ ∂ẍ/∂Γ is the identity. */
    @ParameterizedTest
    @MethodSource("robotsAndSeeds")
    void accelerationsUndoEfforts(ParallelRobot robot, long seed) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        int m = robot.freedoms().count();
        double[] efforts = new double[m];
        new ParallelInverseDynamics(robot).compute(motion.pose, motion.velocity, motion.acceleration, APPLIED, efforts);
        double[][] of = new double[3][m * m];
        new ParallelSensitivity(robot)
                .compute(motion.pose, motion.velocity, motion.acceleration, APPLIED, of[0], of[1], of[2]);
        double[][] found = new double[3][m * m];
        new ParallelAccelerationSensitivity(robot)
                .copy()
                .compute(motion.pose, motion.velocity, efforts, APPLIED, found[0], found[1], found[2]);
        for (int kind = 0; kind < 3; kind++) {
            double[] left = new double[m * m];
            double[] right = new double[m * m];
            for (int i = 0; i < m; i++) {
                for (int c = 0; c < m; c++) {
                    for (int k = 0; k < m; k++) {
                        left[i * m + c] += of[2][i * m + k] * found[kind][k * m + c];
                    }
                    right[i * m + c] = kind == 2 ? (i == c ? 1 : 0) : -of[kind][i * m + c];
                }
            }
            Agreement.check("kind %s, seed %s".formatted(kind, seed), left, right, 1e-9);
        }
    }

    /** With more actuators than freedoms: A_x ∂ẍ/∂Γ = (J_p⁻¹)ᵀ. */
    @Test
    void accelerationsOfFourArms() {
        ParallelRobot robot = PlanarRobots.fourArms();
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, 1);
        double[] efforts = {1, -2, 3, 0.5};
        double[][] found = {new double[9], new double[9], new double[12]};
        new ParallelAccelerationSensitivity(robot)
                .compute(motion.pose, motion.velocity, efforts, null, found[0], found[1], found[2]);
        ParallelForwardDynamics forward = new ParallelForwardDynamics(robot);
        forward.compute(motion.pose, motion.velocity, efforts, new double[3]);
        double[] inertia = new double[9];
        forward.inertia(inertia);
        double[] rows = new double[12];
        forward.kinematics().inverseJacobian(rows);
        double[] product = new double[12];
        for (int i = 0; i < 3; i++) {
            for (int a = 0; a < 4; a++) {
                for (int k = 0; k < 3; k++) {
                    product[a * 3 + i] += inertia[i * 3 + k] * found[2][k * 4 + a];
                }
            }
        }
        Agreement.check("(J_p⁻¹)ᵀ", product, rows, 1e-12);
    }

    /** Γ = W χ; the legs' rotors are not gyroscopic here. */
    @ParameterizedTest
    @MethodSource("allRobots")
    void regressorTimesParametersIsEfforts(ParallelRobot robot, long seed) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        ParallelRegressor regressor = ParallelRegressor.withDrives(robot).copy();
        double[] parameters = new double[regressor.columns()];
        regressor.parameters(parameters);
        double[] W = new double[regressor.rows() * regressor.columns()];
        regressor.compute(motion.pose, motion.velocity, motion.acceleration, W);
        double[] product = new double[regressor.rows()];
        for (int i = 0; i < product.length; i++) {
            for (int c = 0; c < parameters.length; c++) {
                product[i] += W[i * parameters.length + c] * parameters[c];
            }
        }
        Agreement.check("seed " + seed, product, motion.efforts(robot), 1e-11);
    }

    /** As many of them are independent as base parameters of a Gough-Stewart platform, 88. */
    @Test
    void rankOfTheRegressor() {
        ParallelRobot robot = GoldenStewart.robot();
        ParallelRegressor regressor = new ParallelRegressor(robot);
        int columns = regressor.columns();
        DMatrixRMaj stacked = new DMatrixRMaj(40 * 6, columns);
        double[] W = new double[6 * columns];
        for (int k = 0; k < 40; k++) {
            RandomPlatformMotion motion = new RandomPlatformMotion(robot, k);
            regressor.compute(motion.pose, motion.velocity, motion.acceleration, W);
            for (int i = 0; i < W.length; i++) {
                stacked.data[6 * k * columns + i] = W[i];
            }
        }
        for (int c = 0; c < columns; c++) {
            double norm = 0;
            for (int r = 0; r < stacked.numRows; r++) {
                norm = Math.hypot(norm, stacked.get(r, c));
            }
            for (int r = 0; norm > 1e-12 && r < stacked.numRows; r++) {
                stacked.set(r, c, stacked.get(r, c) / norm);
            }
        }
        var svd = DecompositionFactory_DDRM.svd(stacked.numRows, columns, false, false, true);
        assertThat(svd.decompose(stacked)).isTrue();
        double[] values = svd.getSingularValues();
        Arrays.sort(values);
        double largest = values[values.length - 1];
        assertThat(Arrays.stream(values).filter(x -> x > 1e-9 * largest).count())
                .isEqualTo(88);
    }

    /** (J_p⁻¹)ᵀ ∂Γ/∂ẍ = A_x. */
    @ParameterizedTest
    @MethodSource("robotsAndSeeds")
    void byAccelerationIsTheInertia(ParallelRobot robot, long seed) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        int m = robot.freedoms().count();
        double[] unused = new double[m * m];
        double[] byAcceleration = new double[m * m];
        new ParallelSensitivity(robot)
                .compute(
                        motion.pose,
                        motion.velocity,
                        motion.acceleration,
                        null,
                        unused,
                        unused.clone(),
                        byAcceleration);
        ParallelForwardDynamics forward = new ParallelForwardDynamics(robot);
        forward.compute(motion.pose, motion.velocity, new double[m], new double[m]);
        double[] inertia = new double[m * m];
        forward.inertia(inertia);
        double[] rows = new double[m * m];
        forward.kinematics().inverseJacobian(rows);
        double[] product = new double[m * m];
        for (int r = 0; r < m; r++) {
            for (int c = 0; c < m; c++) {
                for (int i = 0; i < m; i++) {
                    product[r * m + c] += rows[i * m + r] * byAcceleration[i * m + c];
                }
            }
        }
        Agreement.check("A_x, seed " + seed, product, inertia, 1e-12);
    }

    @Test
    void secondDerivativesOfMoreActuatorsThanFreedomsAreRefused() {
        assertThatThrownBy(() -> new ParallelCurvature(PlanarRobots.fourArms()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4 actuators for 3 freedoms")
                .hasMessageContaining("ParallelSensitivity");
    }
}
