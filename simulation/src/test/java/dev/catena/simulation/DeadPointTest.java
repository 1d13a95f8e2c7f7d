package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A slider-crank at its dead point, where the slider does not move with the crank: friction and stops of the slider do not hold the crank. */
class DeadPointTest {
    private static final double CRANK = 0.1;
    private static final double ROD = 0.3;

    /** Of the crank at the dead point: its own, and of the rod, whose end at the slider rests, as it turns about that. */
    private static final double INERTIA = 0.02 + (0.004 + 0.5 * 0.15 * 0.15) * CRANK * CRANK / (ROD * ROD);

    private static RobotModel sliderCrank(Friction ofCrank, Friction ofSlide, JointLimits limits) {
        SpatialInertia crank =
                SpatialInertia.aboutCenterOfMass(1, Vector3.ZERO, InertiaTensor.diagonal(0.01, 0.01, 0.02));
        SpatialInertia rod = SpatialInertia.aboutCenterOfMass(
                0.5, new Vector3(0.15, 0, 0), InertiaTensor.diagonal(0.001, 0.004, 0.004));
        SpatialInertia slider = SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, InertiaTensor.diagonal(1, 1, 1));
        return RobotModel.builder("slider-crank")
                .gravity(0, 0, -9.81)
                .link(Joint.revolute("crank", "base", "disk").with(ofCrank), crank)
                .link(Joint.revolute("pin", "disk", "rod").at(Pose.translation(CRANK, 0, 0), Vector3.Z), rod)
                .link(
                        Joint.prismatic("slide", "base", "slider")
                                .at(Pose.translation(CRANK + ROD, 0, 0), Vector3.X)
                                .with(limits)
                                .with(ofSlide),
                        slider)
                .cut(new CutJoint(
                        "bolt", CutKind.REVOLUTE, "rod", Pose.translation(ROD, 0, 0), "slider", Pose.IDENTITY))
                .active("crank")
                .build();
    }

    private static Run run(RobotModel robot, double angle, double speed, double torque) {
        Run run = Simulation.builder(robot)
                .start(new State(robot).jointPositions(angle, 0, 0).jointVelocities(speed, 0, 0))
                .controller((time, state, out) -> out[0] = torque)
                .integrator(Integrator.stickSlip(1e-4))
                .stops(JointStops.rigid())
                .duration(0.02)
                .build()
                .run();
        assertThat(run.isComplete()).as(run.message()).isTrue();
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-5);
        return run;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-15, 1e-9, 1e-6})
    void aTorqueTurnsTheCrankAway(double angle) {
        RobotModel robot = sliderCrank(Friction.of(0.5, 0), Friction.of(5, 0), JointLimits.NONE);
        Run run = run(robot, angle, 0, 2);
        double expected = (2 - 0.5) / INERTIA;
        assertThat(run.recording().get(0).jointAccelerations()[0]).isCloseTo(expected, within(1e-3 * expected));
        assertThat(run.end().state().jointVelocities()[0]).isCloseTo(expected * 0.02, within(0.02 * expected * 0.02));
    }

    /** What the slider's friction takes of the crank's speed is its work on the slider's way, which is quadratic in the angle. */
    @ParameterizedTest
    @ValueSource(doubles = {0, -1e-15, -1e-9, -1e-6})
    void aCrankThatTurnsPassesIt(double angle) {
        Friction ofSlide = Friction.of(2, 0);
        Run free = run(sliderCrank(Friction.NONE, Friction.NONE, JointLimits.NONE), angle, 5, 0);
        Run run = run(sliderCrank(Friction.NONE, ofSlide, JointLimits.NONE), angle, 5, 0);
        double[] end = run.end().state().jointPositions();
        double lost =
                free.end().state().jointVelocities()[0] - run.end().state().jointVelocities()[0];
        assertThat(end[2]).isCloseTo(-0.5 * CRANK * (1 + CRANK / ROD) * end[0] * end[0], within(1e-5));
        assertThat(run.end().state().work()).isCloseTo(ofSlide.coulomb() * end[2], within(1e-5));
        assertThat(lost * INERTIA * 5).isCloseTo(-ofSlide.coulomb() * end[2], within(0.2e-3));
    }

    /** A stop exactly where the slider turns round holds nothing. */
    @ParameterizedTest
    @ValueSource(doubles = {0, -0.02, -0.05})
    void aStopAtTheDeadPointHoldsNothing(double angle) {
        RobotModel robot = sliderCrank(Friction.NONE, Friction.NONE, JointLimits.position(-0.2, 0));
        Run run = run(robot, angle, 5, 0);
        assertThat(run.end().state().jointPositions()[0]).isCloseTo(angle + 0.1, within(1e-3));
    }

    /** Compliant stops are scaled by the inertia that a joint has in the start. */
    @ParameterizedTest
    @CsvSource({"0, true, false", "1e-9, true, false", "0.01, true, true", "0, false, true"})
    void compliantStopsNeedAnInertia(double angle, boolean stops, boolean taken) {
        JointLimits limits = stops ? JointLimits.position(-0.2, 0.1) : JointLimits.NONE;
        RobotModel robot = sliderCrank(Friction.NONE, Friction.NONE, limits);
        Run run = Simulation.builder(robot)
                .start(new State(robot).jointPositions(angle, 0, 0).jointVelocities(1, 0, 0))
                .stops(JointStops.compliant())
                .duration(0.01)
                .build()
                .run();
        assertThat(run.isComplete()).as(run.message()).isEqualTo(taken);
        if (!taken) {
            assertThat(run.message()).contains("joint \"slide\"", "dead point", "take rigid stops");
        }
    }
}
