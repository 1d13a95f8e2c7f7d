package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.parallel.Delta;
import dev.catena.mechanism.parallel.GoughStewart;
import dev.catena.mechanism.parallel.Leg;
import dev.catena.mechanism.parallel.ParallelAccelerationSensitivity;
import dev.catena.mechanism.parallel.ParallelForceRate;
import dev.catena.mechanism.parallel.ParallelForwardDynamics;
import dev.catena.mechanism.parallel.ParallelInverseDynamics;
import dev.catena.mechanism.parallel.ParallelKinematics;
import dev.catena.mechanism.parallel.ParallelRegressor;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.mechanism.parallel.ParallelSensitivity;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiled parallel robots against the hand-written classes. */
class ParallelCodeTest {
    private static SpatialInertia body(double mass, double x, double y, double z) {
        return SpatialInertia.aboutCenterOfMass(
                mass, new Vector3(x, y, z), new InertiaTensor(0.02, 1e-3, -2e-3, 0.03, 5e-4, 0.025));
    }

    static ParallelRobot delta() {
        return Delta.named("delta")
                .lengths(0.2, 0.05, 0.3, 0.7)
                .platform(body(0.6, 0.01, -0.02, -0.03))
                .arm(body(0.8, 0.13, 0.01, -0.005))
                .forearm(body(0.25, 0.33, 0.002, 0.001))
                .drive(Drive.reflected(0.02))
                .friction(Friction.of(0.3, 0.15).smoothed(0.1))
                .build();
    }

    static ParallelRobot hexapod() {
        return GoughStewart.named("hexapod")
                .symmetric(0.5, 0.3, 0.3, 0.4, -0.05)
                .platform(body(20, 0.01, 0.02, 0.05))
                .cross(body(0.5, 0.001, 0.002, 0.01))
                .cylinder(body(3, 0.01, 0, 0.2))
                .piston(body(2, 0.002, 0.001, -0.2))
                .friction(Friction.of(3, 5).smoothed(0.1))
                .drive(Drive.reflected(0.3))
                .home(Pose.translation(0, 0, 0.7))
                .build();
    }

    static Stream<ParallelRobot> robots() {
        return Stream.of(delta(), hexapod());
    }

    private static SpatialInertia light(RandomNumbers random) {
        return SpatialInertia.aboutCenterOfMass(
                random.between(0.1, 2),
                random.vector3(0.1),
                new InertiaTensor(random.between(0.02, 0.03), 1e-3, -2e-3, random.between(0.02, 0.03), 5e-4, 0.025));
    }

    /** Any points on base and platform, on a base that is anywhere; inertias, friction and gravity have a seed of their own. */
    static ParallelRobot randomHexapod(long seed, long seedOfNumbers) {
        RandomNumbers random = new RandomNumbers(seed);
        RandomNumbers numbers = new RandomNumbers(1000 + seedOfNumbers);
        Pose base = new Pose(Rotation.about(random.vector3(1), random.between(-0.4, 0.4)), random.vector3(1));
        List<Vector3> below = new ArrayList<>();
        List<Vector3> above = new ArrayList<>();
        for (int k = 0; k < 6; k++) {
            double side = k % 2 == 0 ? 0.35 : -0.35;
            double low = (k + 1) / 2 * 2 * Math.PI / 3 + side;
            double high = k / 2 * 2 * Math.PI / 3 + Math.PI / 3 - side;
            below.add(base.apply(new Vector3(Math.cos(low), Math.sin(low), 0).times(random.between(0.45, 0.55))));
            above.add(new Vector3(Math.cos(high), Math.sin(high), 0)
                    .times(random.between(0.25, 0.35))
                    .plus(random.vector3(0.02)));
        }
        return GoughStewart.named("hexapod-" + seed)
                .basePoints(below)
                .platformPoints(above)
                .platform(light(numbers))
                .cross(light(numbers))
                .cylinder(light(numbers))
                .piston(light(numbers))
                .friction(Friction.of(numbers.between(0, 3), numbers.between(0, 5))
                        .smoothed(0.1))
                .drive(Drive.reflected(numbers.between(0.1, 0.5)))
                .gravity(numbers.vector3(10))
                .home(base.times(Pose.translation(0, 0, random.between(0.6, 0.8))))
                .build();
    }

    static ParallelRobot randomDelta(long seed, long seedOfNumbers) {
        RandomNumbers random = new RandomNumbers(seed);
        RandomNumbers numbers = new RandomNumbers(1000 + seedOfNumbers);
        return Delta.named("delta-" + seed)
                .lengths(
                        random.between(0.15, 0.25),
                        random.between(0.04, 0.08),
                        random.between(0.25, 0.35),
                        random.between(0.6, 0.8))
                .platform(light(numbers))
                .arm(light(numbers))
                .forearm(light(numbers))
                .drive(Drive.reflected(numbers.between(0.01, 0.1)))
                .friction(Friction.of(numbers.between(0, 1), numbers.between(0, 1))
                        .smoothed(0.1))
                .gravity(numbers.vector3(10))
                .build();
    }

    static Stream<ParallelRobot> randomRobots() {
        return LongStream.range(0, 30)
                .boxed()
                .flatMap(seed -> Stream.of(randomHexapod(seed, seed), randomDelta(seed, seed)));
    }

    /** Programs are evaluated as they are: that bytecode computes the same is shown elsewhere. */
    @ParameterizedTest
    @MethodSource("randomRobots")
    void randomRobotsAgree(ParallelRobot robot) {
        int m = robot.freedoms().count();
        Moving s = new Moving(robot, 3);
        double[] expected = new double[m];
        new ParallelInverseDynamics(robot).compute(s.pose, s.velocity, s.acceleration, s.wrench, expected);
        double[][] torque = ParallelCompiler.program(robot, Quantity.TORQUE, true)
                .evaluate(s.platform, s.velocity, s.acceleration, s.wrenchNumbers);
        Agreement.check("torque of " + robot.name(), torque[0], expected, 1e-10);
        new ParallelForwardDynamics(robot).compute(s.pose, s.velocity, s.tau, s.wrench, expected);
        double[][] acceleration = ParallelCompiler.program(robot, Quantity.ACCELERATION, true)
                .evaluate(s.platform, s.velocity, s.tau, s.wrenchNumbers);
        Agreement.check("acceleration of " + robot.name(), acceleration[0], expected, 1e-9);
    }

    /** Poses, energies and regressor: bodies of legs as kinematics have them, ½ VᵀA_xV, mass centers, and by hand. */
    @ParameterizedTest
    @MethodSource("fewRobots")
    void posesEnergiesAndRegressor(ParallelRobot robot) {
        int m = robot.freedoms().count();
        Moving s = new Moving(robot, 4);
        ParallelForwardDynamics forward = new ParallelForwardDynamics(robot);
        forward.compute(s.pose, s.velocity, s.tau, s.wrench, new double[m]);
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        kinematics.compute(s.pose);
        List<Double> poses = new ArrayList<>();
        SpatialInertia platform = robot.platform();
        double potential = -platform.mass() * robot.gravity().dot(s.pose.apply(platform.centerOfMass()));
        for (int k = 0; k < robot.legs().size(); k++) {
            RobotModel leg = robot.legs().get(k).model();
            double[] q = new double[leg.jointCount()];
            kinematics.legCoordinates(k, q);
            Kinematics ofLeg = new Kinematics(leg);
            ofLeg.compute(q);
            for (int body = 0; body < leg.bodies().size(); body++) {
                Pose at = ofLeg.worldFromBody(body);
                Arrays.stream(at.rotation().toArray()).forEach(poses::add);
                Arrays.stream(at.position().toArray()).forEach(poses::add);
                SpatialInertia inertia = leg.bodies().get(body).inertia();
                if (inertia.mass() > 0) {
                    potential -= inertia.mass() * robot.gravity().dot(at.apply(inertia.centerOfMass()));
                }
            }
        }
        double[][] found = ParallelCompiler.program(robot, Quantity.POSE, false).evaluate(s.platform);
        double[] expected = poses.stream().mapToDouble(x -> x).toArray();
        Agreement.check("poses of " + robot.name(), found[0], expected, 1e-11);

        double[] inertia = new double[m * m];
        forward.inertia(inertia);
        double twice = 0;
        for (int i = 0; i < m * m; i++) {
            twice += s.velocity[i / m] * inertia[i] * s.velocity[i % m];
        }
        double[][] energy =
                ParallelCompiler.program(robot, Quantity.ENERGY, false).evaluate(s.platform, s.velocity);
        Agreement.check("energy of " + robot.name(), energy[0], new double[] {twice / 2, potential}, 1e-11);

        ParallelRegressor byHand = new ParallelRegressor(robot);
        double[] matrix = new double[byHand.rows() * byHand.columns()];
        byHand.compute(s.pose, s.velocity, s.acceleration, matrix);
        double[][] regressor = ParallelCompiler.program(robot, Quantity.REGRESSOR, false)
                .evaluate(s.platform, s.velocity, s.acceleration);
        Agreement.check("regressor of " + robot.name(), regressor[0], matrix, 1e-10);
    }

    static Stream<ParallelRobot> fewRobots() {
        return Stream.concat(robots(), randomRobots().limit(16));
    }

    @Test
    void whatHasNoOpenParametersSaysSo() {
        for (Quantity quantity : List.of(Quantity.POSE, Quantity.REGRESSOR)) {
            assertThatThrownBy(() -> ParallelCompiler.compile(delta(), quantity, false, Set.of(ParameterGroup.INERTIA)))
                    .hasMessageContaining(quantity.key() + " of parallel robot \"" + delta().name() + "\"")
                    .hasMessageContaining("no open parameter");
        }
    }

    /** Code, not programs: where the platform cannot be, energies are refused too. */
    @Test
    void energiesAreChecked() {
        ParallelRobot robot = delta();
        Moving s = new Moving(robot, 4);
        CompiledFunction code = ParallelCompiler.compile(robot, Quantity.ENERGY);
        code.evaluate(s.platform, s.velocity, new double[2]);
        s.platform[0] = 0.9;
        assertThatThrownBy(() -> code.evaluate(s.platform, s.velocity, new double[2]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("freedoms");
    }

    /** A state of the platform near its home. */
    static final class Moving {
        final Pose pose;
        final double[] platform;
        final double[] velocity;
        final double[] acceleration;
        final double[] jerk;
        final double[] tau;
        final Wrench wrench;
        final double[] wrenchNumbers;

        Moving(ParallelRobot robot, long seed) {
            RandomNumbers random = new RandomNumbers(seed);
            int m = robot.freedoms().count();
            Rotation turn = m == 6 ? Rotation.about(random.vector3(1), random.between(-0.2, 0.2)) : Rotation.IDENTITY;
            pose = new Pose(
                    turn.times(robot.home().rotation()), robot.home().position().plus(random.vector3(0.05)));
            platform = Arrays.copyOf(pose.rotation().toArray(), 12);
            System.arraycopy(pose.position().toArray(), 0, platform, 9, 3);
            velocity = random.vector(m, 1);
            acceleration = random.vector(m, 3);
            jerk = random.vector(m, 10);
            tau = random.vector(robot.actuatorCount(), 20);
            wrench = random.wrench(10);
            wrenchNumbers = Arrays.copyOf(wrench.force().toArray(), 6);
            System.arraycopy(wrench.moment().toArray(), 0, wrenchNumbers, 3, 3);
        }
    }

    @ParameterizedTest
    @MethodSource("robots")
    void agreeWithTheHandWrittenClasses(ParallelRobot robot) {
        int m = robot.freedoms().count();
        CompiledFunction torque = ParallelCompiler.compile(robot, Quantity.TORQUE, true);
        CompiledFunction rate = ParallelCompiler.compile(robot, Quantity.TORQUE_RATE, true);
        CompiledFunction acceleration = ParallelCompiler.compile(robot, Quantity.ACCELERATION, true);
        CompiledFunction mass = ParallelCompiler.compile(robot, Quantity.MASS_MATRIX);
        CompiledFunction sensitivity = ParallelCompiler.compile(robot, Quantity.TORQUE_SENSITIVITY);
        assertThat(torque.inputs()).containsExactly("platform", "velocity", "acceleration", "wrench");
        ParallelForwardDynamics forward = new ParallelForwardDynamics(robot);
        for (int seed = 0; seed < 5; seed++) {
            Moving s = new Moving(robot, seed);
            double[] found = new double[m];
            double[] expected = new double[m];
            torque.evaluate(s.platform, s.velocity, s.acceleration, s.wrenchNumbers, found);
            new ParallelInverseDynamics(robot).compute(s.pose, s.velocity, s.acceleration, s.wrench, expected);
            Agreement.check("torque", found, expected, 1e-11);

            double[] foundRate = new double[m];
            double[] expectedRate = new double[m];
            rate.evaluate(s.platform, s.velocity, s.acceleration, s.jerk, s.wrenchNumbers, found, foundRate);
            new ParallelForceRate(robot)
                    .compute(s.pose, s.velocity, s.acceleration, s.jerk, s.wrench, expected, expectedRate);
            Agreement.check("rate", foundRate, expectedRate, 1e-10);

            acceleration.evaluate(s.platform, s.velocity, s.tau, s.wrenchNumbers, found);
            forward.compute(s.pose, s.velocity, s.tau, s.wrench, expected);
            Agreement.check("acceleration", found, expected, 1e-10);

            double[] matrix = new double[m * m];
            double[] expectedMatrix = new double[m * m];
            mass.evaluate(s.platform, matrix);
            forward.inertia(expectedMatrix);
            Agreement.check("mass matrix", matrix, expectedMatrix, 1e-11);

            double[][] by = {new double[m * m], new double[m * m], new double[m * m]};
            double[][] expectedBy = {new double[m * m], new double[m * m], new double[m * m]};
            sensitivity.evaluate(s.platform, s.velocity, s.acceleration, by[0], by[1], by[2]);
            new ParallelSensitivity(robot)
                    .compute(s.pose, s.velocity, s.acceleration, null, expectedBy[0], expectedBy[1], expectedBy[2]);
            for (int k = 0; k < 3; k++) {
                Agreement.check("derivative " + k, by[k], expectedBy[k], 1e-10);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("robots")
    void restsAndForwardDerivatives(ParallelRobot robot) {
        int m = robot.freedoms().count();
        Moving s = new Moving(robot, 2);
        double[] zero = new double[m];
        double[] expected = new double[m];
        new ParallelInverseDynamics(robot).compute(s.pose, s.velocity, zero, s.wrench, expected);
        Agreement.check(
                "bias",
                ParallelCompiler.program(robot, Quantity.BIAS, true)
                        .evaluate(s.platform, s.velocity, s.wrenchNumbers)[0],
                expected,
                1e-11);
        new ParallelInverseDynamics(robot).compute(s.pose, zero, zero, expected);
        Agreement.check(
                "gravity",
                ParallelCompiler.program(robot, Quantity.GRAVITY, false).evaluate(s.platform)[0],
                expected,
                1e-11);
        CompiledFunction code = ParallelCompiler.compile(robot, Quantity.ACCELERATION_SENSITIVITY, true);
        double[][] by = new double[3][m * m];
        double[][] expectedBy = new double[3][m * m];
        code.evaluate(s.platform, s.velocity, s.tau, s.wrenchNumbers, by[0], by[1], by[2]);
        new ParallelAccelerationSensitivity(robot)
                .compute(s.pose, s.velocity, s.tau, s.wrench, expectedBy[0], expectedBy[1], expectedBy[2]);
        for (int k = 0; k < 3; k++) {
            Agreement.check("derivative " + k, by[k], expectedBy[k], 1e-10);
        }
    }

    @Test
    void badPosesAreRefused() {
        ParallelRobot delta = delta();
        CompiledFunction torque = ParallelCompiler.compile(delta, Quantity.TORQUE);
        Moving s = new Moving(delta, 1);
        double[] tau = new double[3];
        double[] tilted = s.platform.clone();
        tilted[4] = 0.99;
        assertThatThrownBy(() -> torque.evaluate(tilted, s.velocity, s.acceleration, tau))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("delta")
                .hasMessageContaining("freedoms TRANSLATIONAL");
        double[] far = s.platform.clone();
        far[11] = -3;
        assertThatThrownBy(() -> torque.evaluate(far, s.velocity, s.acceleration, tau))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("delta");
        assertThatThrownBy(() -> torque.evaluate(far, s.velocity, tau, tau)).hasMessageContaining("tau");
    }

    @Test
    void singularPosesAreRefused() {
        ParallelRobot hexapod = GoughStewart.named("flat")
                .basePoints(hexagon(0.5))
                .platformPoints(hexagon(0.3))
                .platform(body(20, 0, 0, 0))
                .cylinder(body(3, 0, 0, 0.2))
                .piston(body(2, 0, 0, -0.2))
                .home(Pose.translation(0, 0, 0.7))
                .build();
        CompiledFunction torque = ParallelCompiler.compile(hexapod, Quantity.TORQUE);
        Moving s = new Moving(hexapod, 1);
        double[] home = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0.7};
        assertThatThrownBy(() -> torque.evaluate(home, s.velocity, s.acceleration, new double[6]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("the actuators do not hold the platform");
    }

    private static List<Vector3> hexagon(double radius) {
        return java.util.stream.IntStream.range(0, 6)
                .mapToObj(k -> new Vector3(radius * Math.cos(k * Math.PI / 3), radius * Math.sin(k * Math.PI / 3), 0))
                .toList();
    }

    @Test
    void whatHasNoFormulaIsRefused() {
        ParallelRobot delta = delta();
        assertThatThrownBy(() -> ParallelCompiler.compile(delta, Quantity.TORQUE_CURVATURE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("torqueCurvature")
                .hasMessageContaining("toClosedLoops()");
        ParallelRobot welded = Delta.named("welded")
                .lengths(0.2, 0.05, 0.3, 0.7)
                .platform(body(0.6, 0, 0, 0))
                .arm(body(0.8, 0.1, 0, 0))
                .forearm(body(0.2, 0.3, 0, 0))
                .buildWithPlatformJoints();
        // a wrist with mass is more than a point
        Leg first = welded.legs().get(0);
        RobotModel model = first.model();
        RobotModelBuilder heavy = RobotModel.builder("heavy");
        for (Joint joint : model.joints()) {
            SpatialInertia own =
                    model.bodies().get(model.bodyIndex(joint.child())).inertia();
            heavy.link(joint, own.equals(SpatialInertia.ZERO) ? body(0.1, 0, 0, 0) : own);
        }
        ParallelRobot.Builder builder = ParallelRobot.builder("heavy")
                .platform(welded.platform())
                .freedoms(welded.freedoms())
                .home(welded.home())
                .leg(Leg.welded(first.name(), heavy.build(), first.tip(), first.platformFromTip())
                        .actuatedBy(first.actuated().get(0))
                        .startingAt(first.start()));
        welded.legs().subList(1, 3).forEach(builder::leg);
        ParallelRobot robot = builder.build();
        assertThatThrownBy(() -> ParallelCompiler.compile(robot, Quantity.TORQUE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("three joints and a point");
    }

    @Test
    void programsAreWithoutWhatIsChecked() {
        assertThat(ParallelCompiler.program(delta(), Quantity.TORQUE, false).outputs())
                .hasSize(1);
        assertThat(ParallelCompiler.quantities()).contains(Quantity.TORQUE_RATE);
    }

    @Test
    void batches() {
        ParallelRobot robot = delta();
        CompiledFunction torque = ParallelCompiler.compile(robot, Quantity.TORQUE);
        int states = 11;
        double[][] all = {
            new double[12 * states], new double[3 * states], new double[3 * states], new double[3 * states]
        };
        for (int s = 0; s < states; s++) {
            Moving state = new Moving(robot, s);
            double[][] x = {state.platform, state.velocity, state.acceleration};
            for (int v = 0; v < 3; v++) {
                for (int k = 0; k < x[v].length; k++) {
                    all[v][k * states + s] = x[v][k];
                }
            }
        }
        new Batch(torque, 2).evaluate(states, all);
        for (int s = 0; s < states; s++) {
            Moving state = new Moving(robot, s);
            double[] expected = new double[3];
            torque.evaluate(state.platform, state.velocity, state.acceleration, expected);
            Agreement.check(
                    "state " + s,
                    new double[] {all[3][s], all[3][states + s], all[3][2 * states + s]},
                    expected,
                    1e-12);
        }
    }
}
