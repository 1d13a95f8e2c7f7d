package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Joints that stick and slip with friction as it is. */
class StickSlipTest {
    private static final double FRICTION = 5;
    private static final double MASS = 2;
    private final RobotModel block = SmallRobots.slider(false, Friction.of(FRICTION, 0), JointLimits.NONE);

    private static Simulation.Builder of(RobotModel model, double step) {
        return Simulation.builder(model).integrator(Integrator.stickSlip(step));
    }

    static RobotModel with(RobotModel model, Friction friction) {
        RobotModelBuilder builder = model.toBuilder();
        model.movingJoints().forEach(joint -> builder.replace(joint.with(friction)));
        return builder.build();
    }

    /** x = v t − ½ F/m t² until v m/F, then rest at ½ v² m/F: to the square of the step, and without creeping. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-2, 1e-3, 1e-4})
    void slidesToRest(double step) {
        double deceleration = FRICTION / MASS;
        Run run = of(block, step)
                .start(new State(block).jointVelocities(-1.0007))
                .duration(1)
                .recordingRate(100)
                .build()
                .run();
        double rest = 1.0007 / deceleration;
        for (Sample sample : run.recording()) {
            double t = Math.min(sample.time(), rest);
            assertThat(sample.state().jointPositions()[0])
                    .isCloseTo(-1.0007 * t + deceleration * t * t / 2, within(deceleration * step * step));
            if (sample.time() >= rest + step) {
                assertThat(sample.state().jointVelocities()[0]).isZero();
                assertThat(sample.jointAccelerations()[0]).isZero();
                assertThat(sample.state().jointPositions())
                        .isEqualTo(run.end().state().jointPositions());
            } else if (sample.time() < rest - step) {
                assertThat(sample.jointAccelerations()[0]).isCloseTo(deceleration, within(1e-12));
            }
        }
        assertThat(run.end().state().work()).isCloseTo(-MASS * 1.0007 * 1.0007 / 2, within(1e-12));
    }

    @Test
    void sticksBelowTheLevelAndSlipsAboveIt() {
        Run held = of(block, 1e-3)
                .controller(Controller.constant(FRICTION))
                .duration(10)
                .build()
                .run();
        assertThat(held.end().state().jointPositions()).containsExactly(0);
        assertThat(held.end().state().jointVelocities()).containsExactly(0);
        Run slipping = of(block, 1e-3)
                .controller(Controller.constant(-1.01 * FRICTION))
                .duration(1)
                .build()
                .run();
        assertThat(slipping.end().state().jointPositions()[0]).isCloseTo(-0.01 * FRICTION / MASS / 2, within(1e-12));
        assertThat(slipping.recording().get(0).jointAccelerations()[0])
                .isCloseTo(-0.01 * FRICTION / MASS, within(1e-12));
    }

    /** Drawn by a spring of 200 N/m whose far end moves with 0.1 m/s: rests for 0.25 s, then v (1 − cos ω t). */
    @ParameterizedTest
    @ValueSource(doubles = {2e-3, 2e-4})
    void stickAndSlip(double step) {
        Run run = of(block, step)
                .controller((time, state, torqueOut) -> torqueOut[0] = 200 * (0.1 * time - state.jointPositions()[0]))
                .recordingRate(100)
                .duration(2.5)
                .build()
                .run();
        double omega = Math.sqrt(200 / MASS);
        for (Sample sample : run.recording()) {
            double slipping = Math.max(0, sample.time() - 0.25);
            double expected = 0.1 * (slipping - Math.sin(omega * slipping) / omega);
            assertThat(sample.state().jointPositions()[0]).isCloseTo(expected, within(0.5 * step));
            assertThat(sample.state().jointVelocities()[0]).isNotNegative();
        }
        assertThat(run.simulatedModel()).isEqualTo(block);
    }

    /** A single joint decays as exp(−d t/m), however stiff. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1, 1e3, 1e6, 1e9})
    void viscousFrictionIsExact(double viscous) {
        RobotModel slider = SmallRobots.slider(false, Friction.of(0, viscous), JointLimits.NONE);
        Run run = of(slider, 1e-3)
                .start(new State(slider).jointVelocities(3))
                .duration(0.01)
                .recordingRate(1000)
                .build()
                .run();
        for (Sample sample : run.recording()) {
            assertThat(sample.state().jointVelocities()[0])
                    .isCloseTo(3 * Math.exp(-viscous / MASS * sample.time()), within(1e-12));
        }
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-12);
    }

    private static double[] end(Simulation.Builder builder) {
        State end = builder.build().run().end().state();
        double[] y = new double[end.dimension()];
        end.copyTo(y);
        return y;
    }

    private static double distance(double[] a, double[] b) {
        double most = 0;
        for (int i = 0; i < a.length; i++) {
            most = Math.max(most, Math.abs(a[i] - b[i]));
        }
        return most;
    }

    private static Simulation.Builder driven(RobotModel model, Integrator integrator) {
        return Simulation.builder(model)
                .start(ConservationTest.randomState(model, 21))
                .controller((time, state, torqueOut) -> {
                    for (int i = 0; i < torqueOut.length; i++) {
                        torqueOut[i] = Math.sin(5 * time + i) - 0.3 * state.jointVelocities()[i];
                    }
                })
                .environment((time, state, wrenchesOut) -> wrenchesOut.inWorld(0, 1, 2, 3, 0.1, 0, 0))
                .integrator(integrator)
                .duration(0.25);
    }

    /** While nothing sticks, the order is two: trees, floating bases and elastic joints alike. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void orderIsTwoWithoutSticking(int which) {
        RobotModel robot = with(
                switch (which) {
                    case 0 -> RandomRobots.chain(23, 4).reflectedInertia().build();
                    case 1 -> ConservationTest.floatingTree(22);
                    case 2 -> elastic(RandomRobots.chain(24, 3).build(), Friction.of(0, 0.2));
                    default -> elastic(ConservationTest.floatingTree(25), Friction.of(0, 0.2));
                },
                Friction.of(0, 0.1));
        double[] exact = end(driven(robot, Integrator.dormandPrince(1e-12)));
        double coarse = distance(end(driven(robot, Integrator.stickSlip(1e-3))), exact);
        double fine = distance(end(driven(robot, Integrator.stickSlip(5e-4))), exact);
        assertThat(Math.log(coarse / fine) / Math.log(2))
                .as("%s, %s", coarse, fine)
                .isBetween(1.8, 2.2);
    }

    /** Every second joint on a spring. */
    private static RobotModel elastic(RobotModel model, Friction motor) {
        RobotModelBuilder builder = model.toBuilder();
        List<Joint> joints = model.movingJoints();
        for (int i = 0; i < joints.size(); i += 2) {
            builder.replace(
                    joints.get(i).with(Drive.reflected(0.3).with(Spring.of(150)).with(motor)));
        }
        return builder.build();
    }

    /** Where friction is mild, adaptive steps with narrow smoothing are the truth. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33, 34})
    void agreesWithAdaptiveStepsWhereFrictionIsMild(long seed) {
        boolean floating = seed % 2 == 0;
        RobotModel tree =
                RandomRobots.tree(seed, 5).reflectedInertia().baseInertia().build();
        RobotModel robot = with(floating ? tree.toBuilder().floating().build() : tree, Friction.of(0.5, 0.1));
        double[] exact = end(driven(robot, Integrator.dormandPrince(1e-9)).frictionSmoothing(1e-4));
        double coarse = distance(end(driven(robot, Integrator.stickSlip(1e-3))), exact);
        double fine = distance(end(driven(robot, Integrator.stickSlip(1e-4))), exact);
        assertThat(coarse).as("seed %s", seed).isLessThan(0.03);
        assertThat(fine).as("seed %s", seed).isLessThan(0.004);
    }

    /** Energy of motion after a step is at most what it would be without friction; and without drives it only falls. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {41, 42, 43, 44, 45, 46})
    void frictionTakesEnergy(long seed) {
        RobotModel free = elastic(
                seed % 2 == 0
                        ? ConservationTest.floatingTree(seed)
                        : RandomRobots.tree(seed, 6).build(),
                Friction.NONE);
        RobotModel robot = with(free, Friction.of(20, 1));
        State start = ConservationTest.randomState(robot, seed);
        Stepper with = of(robot, 2e-3).start(start).duration(1).build().stepper();
        Stepper without = of(free, 2e-3).duration(1).build().stepper();
        State state = start.copy();
        for (int k = 0; k < 200; k++) {
            State other = new State(free);
            other.jointPositions(state.jointPositions());
            copyNumbers(state, other);
            with.step(state, 2e-3);
            without.step(other, 2e-3);
            assertThat(kinetic(robot, state))
                    .as("seed %s, step %s", seed, k)
                    .isLessThanOrEqualTo(kinetic(free, other) * (1 + 1e-3));
        }
    }

    private static void copyNumbers(State from, State to) {
        double[] y = new double[from.dimension()];
        from.copyTo(y);
        to.setFrom(from.time(), y);
    }

    private static double kinetic(RobotModel model, State state) {
        BaseMotion base = new BaseMotion();
        state.copyBaseTo(base);
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(base, state.jointPositions(), state.jointVelocities(), null, null);
        SystemMotion whole = SystemMotion.withFreeMotors(model);
        whole.compute(kinematics, state.motorVelocities());
        return whole.kineticEnergy();
    }

    /** Light fingers with heavy friction: a million times too steep for explicit steps. */
    @Test
    void lightJointsWithHeavyFriction() {
        RobotModel chain = RandomRobots.chain(51, 6).build();
        RobotModelBuilder builder = chain.toBuilder();
        chain.movingJoints().forEach(joint -> builder.replace(joint.with(Friction.of(1e4, 1e4))));
        RobotModel robot = builder.build();
        State start = ConservationTest.randomState(robot, 51);
        Simulation simulation =
                Simulation.builder(robot).start(start).duration(2).build();
        assertThat(simulation.integrator()).isEqualTo(Integrator.stickSlip(1e-3));
        Run run = simulation.run();
        assertThat(run.steps()).isEqualTo(2000);
        assertThat(run.integratorReason()).contains("too fast for adaptive steps");
        assertThat(run.end().state().jointVelocities()).containsOnly(0);
        assertThat(run.end().state().jointPositions())
                .isEqualTo(run.recording().get(100).state().jointPositions());
    }

    @Test
    void mildFrictionStaysWithAdaptiveSteps() {
        Simulation mild = Simulation.builder(block).duration(1).build();
        assertThat(mild.integrator()).isInstanceOf(Integrator.DormandPrince.class);
        assertThat(mild.run().integratorReason()).contains("\"slide\"", "adaptive steps can follow");
        RobotModel none = SmallRobots.slider(false, Friction.NONE, JointLimits.NONE);
        assertThat(Simulation.builder(none).duration(1).build().run().integratorReason())
                .isEmpty();
        // smoothing that was asked for counts, as does viscous friction, and friction of motors
        assertThat(Simulation.builder(block)
                        .frictionSmoothing(1e-5)
                        .duration(1)
                        .build()
                        .integrator())
                .isInstanceOf(Integrator.StickSlip.class);
        RobotModel viscous = with(block, Friction.of(0, 3e4));
        assertThat(Simulation.builder(viscous).duration(1).build().integrator())
                .isInstanceOf(Integrator.StickSlip.class);
        RobotModel motor = block.toBuilder()
                .replace(block.movingJoints()
                        .get(0)
                        .with(Drive.reflected(1e-6).with(Spring.of(10)).with(Friction.of(1, 0))))
                .build();
        assertThat(Simulation.builder(motor).duration(1).build().integrator()).isInstanceOf(Integrator.StickSlip.class);
    }

    /** Smooth friction stays smooth: below the level the block creeps with w artanh(f/F), above it slips. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1e-3, 0.1})
    void smoothFrictionIsImplicit(double width) {
        Run run = of(block, 1e-3)
                .frictionSmoothing(width)
                .controller(Controller.constant(0.5 * FRICTION))
                .duration(0.5)
                .build()
                .run();
        double creep = width * 0.5 * Math.log(3);
        assertThat(run.end().state().jointVelocities()[0]).isCloseTo(creep, within(0.01 * creep));
        RobotModel smooth = with(block, Friction.of(FRICTION, 0).smoothed(width));
        Run same = of(smooth, 1e-3)
                .controller(Controller.constant(0.5 * FRICTION))
                .duration(0.5)
                .build()
                .run();
        assertThat(same.end().state().jointPositions())
                .isEqualTo(run.end().state().jointPositions());
    }

    /** A motor whose friction holds it, behind a spring that does not: the joint swings on, the motor does not. */
    @Test
    void motorSticksBehindItsSpring() {
        RobotModel robot = block.toBuilder()
                .replace(block.movingJoints()
                        .get(0)
                        .with(Friction.NONE)
                        .with(Drive.reflected(0.5).with(Spring.of(50)).with(Friction.of(1, 0))))
                .build();
        Run run = of(robot, 1e-3)
                .start(new State(robot).jointVelocities(0.09).motorVelocities(0))
                .duration(2)
                .build()
                .run();
        // ω² = 50/2, amplitude 0.018 m: 0.9 N at the motor
        for (Sample sample : run.recording()) {
            assertThat(sample.state().motorPositions()).containsExactly(0);
            assertThat(sample.state().jointPositions()[0]).isCloseTo(0.018 * Math.sin(5 * sample.time()), within(2e-6));
        }
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-12);
        Run loose = of(robot, 1e-3)
                .start(new State(robot).jointVelocities(0.11).motorVelocities(0))
                .duration(2)
                .build()
                .run();
        assertThat(loose.end().state().motorPositions()[0]).isPositive();
    }

    /** Springs far too stiff for explicit steps. */
    @Test
    void stiffSpringsAreImplicit() {
        RobotModel robot = block.toBuilder()
                .replace(block.movingJoints()
                        .get(0)
                        .with(Friction.NONE)
                        .with(Drive.reflected(1e-3).with(Spring.of(1e6)).with(Friction.of(1, 0))))
                .build();
        Run run = of(robot, 1e-3)
                .start(new State(robot).jointVelocities(1))
                .duration(1)
                .build()
                .run();
        double deceleration = 1 / (MASS + 1e-3);
        assertThat(run.end().state().jointPositions()[0]).isCloseTo(1 - deceleration / 2, within(1e-3));
    }

    /** A cart of 2 kg along x that carries one of 3 kg along y: neither feels the other. */
    private static RobotModel carts(double viscousOfFirst, double viscousOfSecond, double... stiffness) {
        SpatialInertia[] masses = {
            SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, InertiaTensor.diagonal(0.1, 0.1, 0.1)),
            SpatialInertia.aboutCenterOfMass(3, Vector3.ZERO, InertiaTensor.diagonal(0.1, 0.1, 0.1))
        };
        Joint x = Joint.prismatic("x", "base", "lower")
                .at(Pose.IDENTITY, Vector3.X)
                .with(Friction.of(0, viscousOfFirst));
        Joint y = Joint.prismatic("y", "lower", "upper")
                .at(Pose.IDENTITY, Vector3.Y)
                .with(Friction.of(0, viscousOfSecond));
        return RobotModel.builder("carts")
                .gravity(0, 0, 0)
                .link(stiffness.length == 0 ? x : x.with(Drive.reflected(0.5).with(Spring.of(stiffness[0]))), masses[0])
                .link(
                        stiffness.length == 0 ? y : y.with(Drive.reflected(0.25).with(Spring.of(stiffness[1]))),
                        masses[1])
                .build();
    }

    /** Joints that do not feel each other decay as exp(−h d/m) each, where friction is mild and where it is stiff. */
    @ParameterizedTest
    @CsvSource({"45, 4.5", "4.5, 26", "49.9, 30.1", "50.1, 2000", "3000, 29.9"})
    void jointsDecayEachAtTheirRate(double first, double second) {
        RobotModel carts = carts(first, second);
        State state = new State(carts).jointVelocities(3, 2);
        of(carts, 1e-3).duration(1).build().stepper().step(state, 1e-3);
        assertThat(state.jointVelocities()[0]).isCloseTo(3 * Math.exp(-1e-3 * first / 5), within(3e-14));
        assertThat(state.jointVelocities()[1]).isCloseTo(2 * Math.exp(-1e-3 * second / 3), within(3e-14));
    }

    /** Without friction, a motor on its spring follows the trapezoidal rule: v⁺ (1 + ¼ h²ω²) = v (1 − ¼ h²ω²) − h ω² u. */
    @Test
    void springsFollowTheTrapezoidalRule() {
        double h = 1e-2;
        double[] stiffness = {3e4, 7e5};
        double[] carried = {5, 3};
        double[] motor = {0.5, 0.25};
        RobotModel carts = carts(0, 0, stiffness);
        State state = new State(carts)
                .jointPositions(0.1, 0.2)
                .jointVelocities(1, -2)
                .motorPositions(0.11, 0.17)
                .motorVelocities(0.5, 0.7);
        State before = state.copy();
        of(carts, h).duration(1).build().stepper().step(state, h);
        for (int i = 0; i < 2; i++) {
            double u = before.jointPositions()[i] - before.motorPositions()[i];
            double v = before.jointVelocities()[i] - before.motorVelocities()[i];
            double square = stiffness[i] * (1 / carried[i] + 1 / motor[i]);
            double quarter = h * h * square / 4;
            double after = (v * (1 - quarter) - h * square * u) / (1 + quarter);
            assertThat(state.jointVelocities()[i] - state.motorVelocities()[i]).isCloseTo(after, within(1e-11));
            assertThat(state.jointPositions()[i] - state.motorPositions()[i])
                    .isCloseTo(u + h * (v + after) / 2, within(1e-13));
            assertThat(carried[i] * state.jointVelocities()[i] + motor[i] * state.motorVelocities()[i])
                    .isCloseTo(
                            carried[i] * before.jointVelocities()[i] + motor[i] * before.motorVelocities()[i],
                            within(1e-11));
        }
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void stepsDoNotAllocate(boolean floating) {
        RobotModel given = RandomRobots.everything(41, 7);
        RobotModel model = floating ? given.toBuilder().floating().build() : given;
        State start = ConservationTest.randomState(model, 42);
        Stepper stepper = of(model, 1e-3)
                .start(start)
                .environment((time, state, wrenchesOut) -> wrenchesOut.inWorld(0, 1, 2, 3, 0, 0, 0))
                .limitTorques()
                .stops(JointStops.compliant())
                .duration(1)
                .build()
                .stepper();
        State state = start.copy();
        Runnable step = () -> {
            stepper.step(state, 1e-3);
            state.set(start);
        };
        assertThat(Allocations.bytes(step)).isZero();
    }
}
