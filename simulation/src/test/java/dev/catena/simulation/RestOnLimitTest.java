package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Joints exactly on their limits: runs get to their end in steps that can be counted, and say so once. */
class RestOnLimitTest {
    /** A run that does not leave an instant takes steps without end; the watchdog ends it. */
    private static final int MOST_STEPS = 20_000;

    static Stream<Integrator> all() {
        return Stream.of(Integrator.dormandPrince(), Integrator.rungeKutta(1e-3), Integrator.semiImplicit(1e-3));
    }

    /** A wrist that turns about z and two fingers that open along x, closed at zero. */
    static RobotModel gripper(JointLimits fingers) {
        SpatialInertia finger = SpatialInertia.aboutCenterOfMass(
                0.02, new Vector3(0, 0, 0.03), InertiaTensor.diagonal(1e-5, 1e-5, 1e-6));
        return RobotModel.builder("gripper")
                .link(
                        Joint.revolute("wrist", "base", "hand").at(Pose.IDENTITY, Vector3.Z),
                        SpatialInertia.aboutCenterOfMass(
                                1, new Vector3(0, 0, 0.05), InertiaTensor.diagonal(1e-2, 1e-2, 1e-2)))
                .link(
                        Joint.prismatic("left", "hand", "left_finger")
                                .at(Pose.IDENTITY, Vector3.X)
                                .with(fingers),
                        finger)
                .link(
                        Joint.prismatic("right", "hand", "right_finger")
                                .at(Pose.IDENTITY, new Vector3(-1, 0, 0))
                                .with(fingers),
                        finger)
                .build();
    }

    static Simulation.Builder watched(RobotModel robot, Integrator integrator) {
        int[] left = {MOST_STEPS};
        return Simulation.builder(robot)
                .integrator(integrator)
                .events(Event.jointLimits(robot))
                .duration(2)
                .cancelWhen(() -> --left[0] < 0);
    }

    @ParameterizedTest
    @MethodSource("all")
    void fingersThatRestOnTheirLimitsStayThere(Integrator integrator) {
        for (JointLimits limits : new JointLimits[] {
            JointLimits.position(0, 0.04), JointLimits.position(-1, 0), JointLimits.position(0, 0)
        }) {
            RobotModel gripper = gripper(limits);
            Run run = watched(gripper, integrator)
                    .controller(Controller.constant(0.1, 0, 0))
                    .build()
                    .run();
            assertThat(run.status()).isEqualTo(Run.Status.FINISHED);
            assertThat(run.events()).isEmpty();
        }
    }

    /** Spun up, both fingers leave their limits at once and are thrown out: no event but those at the far end. */
    @ParameterizedTest
    @MethodSource("all")
    void fingersThatLeaveTheirLimitsDoNotArriveThere(Integrator integrator) {
        RobotModel gripper = gripper(JointLimits.position(0, 0.04));
        Run run = watched(gripper, integrator)
                .start(new State(gripper).jointVelocities(4, 1e-12, 1e-12))
                .duration(8)
                .build()
                .run();
        assertThat(run.status()).isEqualTo(Run.Status.FINISHED);
        assertThat(run.events())
                .extracting(Event.Occurrence::name)
                .containsExactlyInAnyOrder("left at upper limit", "right at upper limit");
    }

    /** A function that is zero for a while, then leaves to either side and comes back. */
    @Tag("long")
    @ParameterizedTest
    @MethodSource("all")
    void zeroForAWhile(Integrator integrator) {
        RobotModel slider = SmallRobots.slider(false, Friction.NONE, JointLimits.NONE);
        Event late = Event.crossing("late", state -> {
            double t = state.time();
            return t < 0.5 ? 0.25 - t < 0 ? 0 : 0.25 - t : (t - 0.5) * (t - 1.5);
        });
        Run run = watched(slider, integrator).event(late).build().run();
        assertThat(run.status()).isEqualTo(Run.Status.FINISHED);
        assertThat(run.events()).extracting(Event.Occurrence::rising).containsExactly(false, true);
        assertThat(run.events().get(0).time()).isBetween(0.25, 0.25 + 1e-9);
        assertThat(run.events().get(1).time()).isBetween(1.5, 1.5 + 1e-9);
    }

    /** Trembling about zero by less than rounding is no event at all, however long. */
    @Test
    void tremblingIsNoEvent() {
        RobotModel slider = SmallRobots.slider(false, Friction.NONE, JointLimits.NONE);
        Run run = watched(slider, Integrator.rungeKutta(1e-3))
                .event(Event.crossing("tremble", state -> 1e-12 * Math.sin(1e4 * state.time())))
                .build()
                .run();
        assertThat(run.events()).isEmpty();
    }
}
