package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomRobots;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Coulomb friction: sticking and slipping. */
class FrictionTest {
    private static final double FRICTION = 5;
    private final RobotModel block = SmallRobots.slider(false, Friction.of(FRICTION, 0), JointLimits.NONE);

    static Stream<Integrator> all() {
        return Stream.of(Integrator.dormandPrince(1e-8), Integrator.rungeKutta(1e-3), Integrator.semiImplicit(1e-3));
    }

    /** Drawn by a spring of 200 N/m whose far end moves with 0.1 m/s. */
    private Simulation.Builder drawn(Integrator integrator) {
        return Simulation.builder(block)
                .controller((time, state, torqueOut) -> torqueOut[0] = 200 * (0.1 * time - state.jointPositions()[0]))
                .integrator(integrator)
                .recordingRate(1000)
                .duration(2.5);
    }

    private static int signChanges(Run run) {
        int changes = 0;
        double before = 0;
        for (Sample sample : run.recording()) {
            double now = Math.signum(sample.state().jointVelocities()[0]);
            changes += now * before < 0 ? 1 : 0;
            before = now == 0 ? before : now;
        }
        return changes;
    }

    /** Sticks until the spring has 5 N, at 0.25 s; then v (1 − cos ω t) with ω² = k/m, coming to rest every period. */
    @ParameterizedTest
    @MethodSource("all")
    void stickAndSlip(Integrator integrator) {
        Run run = drawn(integrator).build().run();
        assertThat(signChanges(run)).isZero();
        double omega = Math.sqrt(200 / 2.0);
        for (Sample sample : run.recording()) {
            double slipping = Math.max(0, sample.time() - 0.25);
            double expected = 0.1 * (slipping - Math.sin(omega * slipping) / omega);
            assertThat(sample.state().jointPositions()[0]).isCloseTo(expected, within(0.01));
        }
        assertThat(run.simulatedModel().movingJoints().get(0).friction().smoothingVelocity())
                .isEqualTo(Simulation.Builder.DEFAULT_SMOOTHING_VELOCITY);
    }

    /** A slide on an arm, with dry friction in both, measured in other units of length: the same motion in those units. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1e3})
    void theUnitOfLengthDoesNotMatter(double unit) {
        double[] expected = slidOut(1);
        double[] actual = slidOut(unit);
        assertThat(actual[0]).isCloseTo(expected[0], within(1e-8));
        assertThat(actual[1] / unit).isCloseTo(expected[1], within(1e-8));
    }

    /** Nor for what is chosen by itself: rates of decay are 1/s, whatever slides are measured in. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1e3})
    void ratesOfDecayDoNotDependOnTheUnitOfLength(double unit) {
        RobotModel meters = crane(1);
        RobotModel other = crane(unit);
        Mobility expected = new Mobility(meters, ForwardDynamics::of, new State(meters).jointPositions(-0.1, 0.1));
        Mobility actual = new Mobility(other, ForwardDynamics::of, new State(other).jointPositions(-0.1, 0.1 * unit));
        for (int i = 0; i < 2; i++) {
            double rate =
                    expected.rowSum(i) * meters.movingJoints().get(i).friction().coulomb();
            double inUnits =
                    actual.rowSum(i) * other.movingJoints().get(i).friction().coulomb();
            assertThat(i == 0 ? inUnits : inUnits / unit).isCloseTo(rate, within(1e-12 * rate));
        }
    }

    private static double[] slidOut(double unit) {
        RobotModel robot = crane(unit);
        Run run = Simulation.builder(robot)
                .start(new State(robot).jointPositions(-0.1, 0.1 * unit).jointVelocities(0, 0.02 * unit))
                .integrator(Integrator.dormandPrince(1e-12))
                .duration(0.2)
                .build()
                .run();
        return run.end().state().jointPositions();
    }

    private static RobotModel crane(double unit) {
        double moment = 0.01 * unit * unit;
        SpatialInertia inertia = SpatialInertia.aboutCenterOfMass(
                2, new Vector3(0.1 * unit, 0, 0), InertiaTensor.diagonal(moment, moment, moment));
        Joint arm = Joint.revolute("arm", "base", "link").with(Friction.of(0.3 * unit * unit, 0));
        Joint slide = Joint.prismatic("slide", "link", "block")
                .at(Pose.translation(0.2 * unit, 0.05 * unit, 0), Vector3.X)
                .with(Friction.of(3 * unit, 0));
        return RobotModel.builder("crane")
                .gravity(0, -9.81 * unit, 0)
                .link(arm, inertia)
                .link(slide, inertia)
                .build();
    }

    /** Below the breakaway force the block creeps with less than the smoothing velocity. */
    @ParameterizedTest
    @MethodSource("all")
    void creepsNoFasterThanTheSmoothing(Integrator integrator) {
        Run run = Simulation.builder(block)
                .controller(Controller.constant(0.5 * FRICTION))
                .integrator(integrator)
                .frictionSmoothing(0.02)
                .duration(1)
                .build()
                .run();
        // tanh(v / w) = ½
        double creep = 0.02 * 0.5 * Math.log(3);
        assertThat(run.end().state().jointVelocities()[0]).isCloseTo(creep, within(1e-6));
    }

    @Test
    void theSignFunctionItselfChatters() {
        Run run = drawn(Integrator.semiImplicit(1e-3)).frictionAsGiven().build().run();
        assertThat(signChanges(run)).isGreaterThan(50);
    }

    /** A light arm with heavy friction at a long step: the smoothing widens, and the joints come to rest. */
    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33})
    void smoothingWidensWithTheStep(long seed) {
        RobotModel arm = RandomRobots.chain(seed, 5).build();
        var builder = arm.toBuilder().gravity(0, 0, 0);
        arm.joints().forEach(joint -> builder.replace(joint.with(Friction.of(30, 0))));
        RobotModel stiff = builder.build();
        for (Integrator integrator : new Integrator[] {Integrator.semiImplicit(2e-3), Integrator.rungeKutta(2e-3)}) {
            Simulation simulation = Simulation.builder(stiff)
                    .start(ConservationTest.randomState(stiff, seed))
                    .integrator(integrator)
                    .duration(3)
                    .build();
            assertThat(simulation.simulatedModel().movingJoints())
                    .allSatisfy(joint ->
                            assertThat(joint.friction().smoothingVelocity()).isGreaterThan(0.01));
            Run run = simulation.run();
            assertThat(run.end().kineticEnergy())
                    .as("seed %s, %s", seed, integrator)
                    .isLessThan(1e-6 * run.recording().get(0).kineticEnergy());
        }
    }

    @Test
    void smoothFrictionStaysAsItIs() {
        RobotModel smooth = SmallRobots.slider(false, Friction.of(FRICTION, 1).smoothed(0.3), JointLimits.NONE);
        Simulation simulation = Simulation.builder(smooth)
                .integrator(Integrator.semiImplicit(1e-3))
                .duration(1)
                .build();
        assertThat(simulation.simulatedModel()).isEqualTo(smooth);
    }

    /** Friction of a rigid drive's motor is as good as friction of the joint. */
    @ParameterizedTest
    @MethodSource("all")
    void frictionOfTheMotorIsSmoothedToo(Integrator integrator) {
        var slider = block.movingJoints().get(0);
        RobotModel motor = block.toBuilder()
                .replace(slider.with(Friction.NONE).with(Drive.NONE.with(slider.friction())))
                .build();
        Run[] runs = new Run[2];
        RobotModel[] models = {block, motor};
        for (int i = 0; i < 2; i++) {
            runs[i] = Simulation.builder(models[i])
                    .controller(Controller.constant(1.5 * FRICTION))
                    .integrator(integrator)
                    .duration(0.5)
                    .build()
                    .run();
        }
        assertThat(runs[1].simulatedModel().movingJoints().get(0).drive().motorFriction())
                .isEqualTo(runs[0].simulatedModel().movingJoints().get(0).friction());
        // the work of friction counts in the accuracy of adaptive steps, so that the end agrees exactly only if it does
        assertThat(runs[1].end().state().jointPositions())
                .containsExactly(runs[0].end().state().jointPositions());
    }
}
