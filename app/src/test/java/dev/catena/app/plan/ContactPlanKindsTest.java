package dev.catena.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.function.RobotFunctions;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Pose;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Plans of a robot on its feet that is pushed, that follows a path, that goes on as it began, and far from the world's origin. */
class ContactPlanKindsTest {
    private static final String COMMON = """
            catena-plan: 1
            robot: walker.yaml
            contacts: all
            time: 0.6
            objective: {effort: 1e-3}
            """;

    /** Hips and ankles bent by an angle, knees by twice that, the trunk upright. */
    private static String squat(double angle, double x) {
        double z = 0.06 + 0.8 * Math.cos(angle);
        return String.format(
                Locale.ROOT,
                "{global_x: %s, global_z: %s, hip_l: %s, knee_l: %s, ankle_l: %s, hip_r: %s, knee_r: %s, ankle_r: %s}",
                x,
                z,
                -angle,
                2 * angle,
                -angle,
                -angle,
                2 * angle,
                -angle);
    }

    private static String list(double angle) {
        return String.format(
                Locale.ROOT,
                "[0, 0, %s, 0, 0, 0, %s, %s, %s, %s, %s, %s]",
                0.06 + 0.8 * Math.cos(angle),
                -angle,
                2 * angle,
                -angle,
                -angle,
                2 * angle,
                -angle);
    }

    private static final Wrench PUSH = new Wrench(new Vector3(6, 3, -10), new Vector3(0.4, -0.2, 0.3));

    private static String pushed(double x) {
        return COMMON
                + "spline: {degree: 3, control-points: 5, samples: 5}\n"
                + "start: " + squat(0.3, x) + "\ngoal: " + squat(0.6, x) + "\n"
                + "wrenches: [{body: trunk, force: [6, 3, -10], moment: [0.4, -0.2, 0.3], frame: world}]\n";
    }

    /** Torques that the plan names make the robot accelerate as planned, on contacts that do not move. */
    private static void check(StandingWalker.Found found, double duration, @Nullable ExternalWrenches wrenches) {
        StateFunction torques = found.contents().grounded().orElseThrow();
        Kinematics kinematics = new Kinematics(found.robot());
        int foot = found.robot().bodyIndex("foot_r");
        kinematics.compute(found.plan().motion().at(0).position());
        Pose place = kinematics.worldFromBody(foot);
        double far = 1 + place.position().norm();
        double[] tau = new double[12];
        for (int k = 0; k <= 29; k++) {
            MotionState s = found.plan().motion().at(duration * k / 29);
            torques.value(s, tau);
            double[] actual = StandingWalker.accelerations(s, Arrays.copyOfRange(tau, 6, 12), wrenches);
            for (int i = 0; i < 6; i++) {
                assertThat(tau[i]).as("left over").isCloseTo(0, within(1e-9 * (1 + 1e-2 * far)));
                assertThat(actual[i]).isCloseTo(s.acceleration()[6 + i], within(1e-8 + 1e-12 * far));
            }
            kinematics.compute(s.position());
            assertThat(kinematics
                            .worldFromBody(foot)
                            .apply(Vector3.X)
                            .minus(place.apply(Vector3.X))
                            .norm())
                    .isLessThan(1e-14 * far + 1e-12);
        }
    }

    /** Wrenches act besides the ground; a thousand kilometers away it is the same plan, as far as places can be told. */
    @Test
    void pushedHereAndFarAway() {
        ExternalWrenches push = new ExternalWrenches(StandingWalker.WALKER).inWorld("trunk", PUSH);
        StandingWalker.Found here = StandingWalker.solved(pushed(0));
        check(here, 0.6, push);
        assertThat(here.contents().problem().limitsInputsAtSamplesOnly()).isFalse();
        double[] tau = new double[12];
        double[] other = new double[12];
        StandingWalker.Found far = StandingWalker.solved(pushed(1e6));
        check(far, 0.6, push);
        for (double t : new double[] {0, 0.17, 0.3, 0.6}) {
            here.contents().grounded().orElseThrow().value(here.plan().motion().at(t), tau);
            far.contents().grounded().orElseThrow().value(far.plan().motion().at(t), other);
            for (int i = 6; i < 12; i++) {
                assertThat(other[i]).isCloseTo(tau[i], within(1e-6));
            }
        }
    }

    /** What contacts leave free follows the curve through the postures; all else follows the contacts. */
    @Test
    void alongAPath() {
        StandingWalker.Found found = StandingWalker.solved(COMMON
                + "spline: {degree: 3, control-points: 7, samples: 8}\npath: {degree: 3, through: [%s, %s, %s, %s]}\n"
                        .formatted(list(0.3), list(0.42), list(0.5), list(0.6)));
        check(found, 0.6, null);
        assertThat(found.plan().motion().at(0.6).position()[7]).isCloseTo(1.2, within(1e-9));
    }

    @Test
    void onAndOn() {
        StandingWalker.Found found = StandingWalker.solved(COMMON
                + "spline: {degree: 3, control-points: 9, samples: 7}\ncyclic: {order: 2}\nguess: %s\n"
                        .formatted(squat(0.45, 0))
                + "via: [{at: 0.25, position: %s}, {at: 0.75, position: %s}]\n"
                        .formatted(squat(0.4, 0), squat(0.5, 0)));
        check(found, 0.6, null);
        double[] first = found.plan().motion().at(0).acceleration().clone();
        double[] last = found.plan().motion().at(0.6).acceleration();
        for (int i = 0; i < 12; i++) {
            assertThat(last[i]).isCloseTo(first[i], within(1e-7));
        }
        // the mirror image of a posture on both feet is one too: planned are pairs
        String mirrored = COMMON + "cyclic: {swap: [_l, _r], reversed: [global_y, global_turn, global_list]}\nguess: "
                + squat(0.45, 0) + "\n";
        PlanFile file = PlanFile.parse(mirrored, "sway.yaml");
        assertThat(file.read(file.changed(StandingWalker.WALKER), RobotFunctions.byHand())
                        .problem()
                        .program()
                        .constraintCount())
                .isPositive();
        assertThatThrownBy(() -> {
                    PlanFile other =
                            PlanFile.parse(mirrored.replace("swap", "shift: {global_x: 0.1}, swap"), "sway.yaml");
                    other.read(other.changed(StandingWalker.WALKER), RobotFunctions.byHand());
                })
                .hasMessageContaining("a contact would be");
    }
}
