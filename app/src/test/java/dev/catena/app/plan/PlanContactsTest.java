package dev.catena.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.app.console.UserError;
import dev.catena.dynamics.ArticulatedForwardDynamics;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.formats.reading.FormatException;
import dev.catena.function.RobotFunctions;
import dev.catena.ground.GlobalJoints;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Contact;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A robot that stands on the contacts of its file squats. */
class PlanContactsTest {
    private static final Path FOLDER = Path.of("..", "examples", "data");
    private static final int MOMENTS = 97;
    private static final RobotModel WALKER = StandingWalker.WALKER;

    /** The shipped file, coarser. */
    private static String text() throws IOException {
        return Files.readString(FOLDER.resolve("walker-squat.yaml"))
                        .replace("control-points: 10, samples: 13", "control-points: 7, samples: 7")
                        .replaceAll("(?s)refinement:[^\n]*\n", "")
                + "contact-tolerance: 3e-4\n";
    }

    private static final AtomicReference<StandingWalker.Found> SQUAT = new AtomicReference<>();

    /** Solved once for all tests. */
    private static synchronized StandingWalker.Found squat() throws IOException {
        StandingWalker.Found found = SQUAT.get();
        if (found == null) {
            found = StandingWalker.solved(text());
            SQUAT.set(found);
        }
        return found;
    }

    /** At samples and between them: torques that the plan names make the robot accelerate as planned, by the dynamics of contacts. */
    @Test
    void plannedTorquesCauseThePlannedMotion() throws IOException {
        StandingWalker.Found found = squat();
        StateFunction torques = found.contents().grounded().orElseThrow();
        assertThat(found.robot().jointNames().subList(0, 6)).isEqualTo(GlobalJoints.NAMES);
        double[] tau = new double[12];
        double worst = 0;
        double largest = 0;
        for (int k = 0; k <= MOMENTS; k++) {
            MotionState s = found.plan().motion().at(0.6 * k / MOMENTS);
            torques.value(s, tau);
            double[] expected = s.acceleration();
            double[] actual = StandingWalker.accelerations(s, Arrays.copyOfRange(tau, 6, 12), null);
            for (int i = 0; i < 6; i++) {
                assertThat(tau[i]).as("left over").isBetween(-1e-9, 1e-9);
                worst = Math.max(worst, Math.abs(actual[i] - expected[6 + i]));
                largest = Math.max(largest, Math.abs(expected[6 + i]));
            }
        }
        assertThat(worst).isLessThan(1e-9 * largest);
    }

    /** Arms that swing against each other: one has a coordinate, the other follows. */
    @Test
    void jointsThatFollowOthers() throws IOException {
        SpatialInertia arm = SpatialInertia.aboutCenterOfMass(
                1.5, new Vector3(0, 0.02, -0.2), InertiaTensor.diagonal(0.02, 0.02, 0.003));
        RobotModel armed = WALKER.toBuilder()
                .link(Joint.revolute("arm_l", "trunk", "al").at(Pose.translation(0, 0.2, 0.3), Vector3.Y), arm)
                .link(Joint.revolute("arm_r", "trunk", "ar").at(Pose.translation(0, -0.2, 0.3), Vector3.Y), arm)
                .coupling("arm_r", "arm_l", -1, 0.2)
                .build();
        StandingWalker.Found found = StandingWalker.solved(
                text().replace("ankle_l: -0.3", "arm_l: 0.1, ankle_l: -0.3")
                        .replace("ankle_l: -0.7", "arm_l: 0.9, ankle_l: -0.7"),
                armed);
        StateFunction torques = found.contents().grounded().orElseThrow();
        double[] tau = new double[13];
        for (int k = 0; k <= 7; k++) {
            MotionState s = found.plan().motion().at(0.6 * k / 7);
            torques.value(s, tau);
            double[] actual = StandingWalker.accelerations(armed, s, Arrays.copyOfRange(tau, 6, 13), null);
            for (int i = 0; i < 7; i++) {
                assertThat(actual[i]).isCloseTo(s.acceleration()[6 + i], within(1e-8));
            }
        }
        RobotModel lame =
                WALKER.toBuilder().coupling("ankle_r", "ankle_l", 1, 0).build();
        assertThatThrownBy(() -> {
                    PlanFile file = PlanFile.parse(text(), "squat.yaml");
                    file.read(file.changed(lame), RobotFunctions.byHand());
                })
                .hasMessageContaining("is moved by joint \"ankle_r\", that follows another");
    }

    /** The robot that nothing holds but the planned loads of its feet moves as planned, base and joints. */
    @Test
    void plannedLoadsCarryTheRobot() throws IOException {
        StandingWalker.Found found = squat();
        StateFunction torques = found.contents().grounded().orElseThrow();
        ForwardDynamics free = new ArticulatedForwardDynamics(WALKER);
        Vector3 about =
                PlanGround.near(found.robot(), found.plan().motion().at(0).position(), "foot_l");
        double[] tau = new double[12];
        double[] base = new double[6];
        double[] joints = new double[6];
        double[] expected = new double[6];
        for (int k = 0; k <= MOMENTS; k++) {
            MotionState s = found.plan().motion().at(0.6 * k / MOMENTS);
            torques.value(s, tau);
            StandingWalker.Placed placed = StandingWalker.Placed.of(s);
            ExternalWrenches loads = new ExternalWrenches(WALKER);
            for (int foot = 0; foot < 2; foot++) {
                String body = WALKER.contacts().get(foot).body();
                double[] load = Arrays.copyOfRange(s.inputs(), 6 * foot, 6 * foot + 6);
                Vector3 force = new Vector3(load[0], load[1], load[2]);
                Vector3 moments = new Vector3(load[3], load[4], load[5]).plus(about.cross(force));
                Vector3 origin =
                        placed.kinematics().worldFromBody(placed.body(body)).position();
                Vector3 moment = moments.minus(origin.cross(force));
                loads.inWorld(body, new Wrench(force, moment));
                assertWithinItsCone(force, moments, origin);
            }
            free.computeFloating(
                    placed.base(), placed.q(), placed.qd(), Arrays.copyOfRange(tau, 6, 12), loads, base, joints);
            for (int i = 0; i < 6; i++) {
                assertThat(joints[i]).isCloseTo(s.acceleration()[6 + i], within(1e-8));
            }
            placed.kinematics().accelerationInWorld(placed.body("trunk"), expected);
            Pose pose = placed.kinematics().worldFromBody(placed.body("trunk"));
            Vector3 linear = pose.rotation().apply(new Vector3(base[0], base[1], base[2]));
            assertThat(linear.minus(new Vector3(expected[0], expected[1], expected[2]))
                            .norm())
                    .isLessThan(1e-8);
        }
    }

    /** It presses, within the pyramid of friction and the area of the sole, up to the tolerance of plans. */
    private static void assertWithinItsCone(Vector3 force, Vector3 moment, Vector3 foot) {
        double weight = WALKER.totalMass() * 9.81;
        double slack = 2e-3 * weight;
        assertThat(force.z()).isGreaterThan(-slack);
        assertThat(Math.abs(force.x())).isLessThan(0.7 * force.z() + slack);
        assertThat(Math.abs(force.y())).isLessThan(0.7 * force.z() + slack);
        double ground = foot.z() - 0.06;
        // p = e × M / F about a point of the ground
        double alongX = -moment.y() + ground * force.x();
        assertThat(alongX).isBetween((foot.x() - 0.07) * force.z() - slack, (foot.x() + 0.13) * force.z() + slack);
        double alongY = moment.x() + ground * force.y();
        assertThat(alongY).isBetween((foot.y() - 0.04) * force.z() - slack, (foot.y() + 0.04) * force.z() + slack);
    }

    /** Feet do not move at all, between samples neither. */
    @Test
    void contactsStayInTheirPlaces() throws IOException {
        StandingWalker.Found found = squat();
        Kinematics kinematics = new Kinematics(found.robot());
        kinematics.compute(found.plan().motion().at(0).position());
        List<String> feet = List.of("foot_l", "foot_r");
        List<Pose> places = feet.stream()
                .map(foot -> kinematics.worldFromBody(found.robot().bodyIndex(foot)))
                .toList();
        double[] twist = new double[6];
        for (int k = 0; k <= MOMENTS; k++) {
            MotionState s = found.plan().motion().at(0.6 * k / MOMENTS);
            kinematics.compute(s.position(), s.velocity(), s.acceleration());
            for (int foot = 0; foot < 2; foot++) {
                int body = found.robot().bodyIndex(feet.get(foot));
                Pose pose = kinematics.worldFromBody(body);
                for (Vector3 point : List.of(Vector3.ZERO, Vector3.X, Vector3.Y)) {
                    assertThat(pose.apply(point)
                                    .minus(places.get(foot).apply(point))
                                    .norm())
                            .isLessThan(1e-12);
                }
                kinematics.velocityInWorld(body, twist);
                assertThat(Arrays.stream(twist).map(Math::abs).max().orElse(1)).isLessThan(1e-11);
                kinematics.accelerationInWorld(body, twist);
                assertThat(Arrays.stream(twist).map(Math::abs).max().orElse(1)).isLessThan(1e-9);
            }
        }
    }

    /** Limits of effort are those of torques with the feet loaded. */
    @Test
    void torquesWithTheLoadsOfTheGroundAreLimited() throws IOException {
        StandingWalker.Found free = squat();
        double most = largestTorque(free, "knee_l");
        double limit = 0.9 * most;
        StandingWalker.Found limited = StandingWalker.solved(text()
                + "refinement: {tolerance: 0.01}\nlimits: {torque: {knee_l: %s, knee_r: %s}}\n"
                        .formatted(limit, limit));
        assertThat(largestTorque(limited, "knee_l")).isBetween(0.95 * limit, limit * (1 + 1e-5));
        assertThat(limited.plan().motion().duration()).isEqualTo(0.6);
    }

    /** The force inside a joint is that with the feet loaded: an ankle carries nearly half of the weight, not just its foot. */
    @Test
    void forcesInsideJointsAreThoseOfTheGroundToo() throws IOException {
        double weight = WALKER.totalMass() * 9.81;
        String[] limited = {"reaction-force: {ankle_l: %s}", "ground: {joint-force: [{joint: ankle_l, most: %s}]}"};
        double[][] upper = new double[2][];
        for (int k = 0; k < 2; k++) {
            PlanFile file = PlanFile.parse(
                    text() + "limits: {" + limited[k].formatted(k == 0 ? 0.3 * weight : 0.3) + "}\n", "squat.yaml");
            NonlinearProgram program = file.read(file.changed(WALKER), RobotFunctions.byHand())
                    .problem()
                    .program();
            double[] x = new double[program.variableCount()];
            program.start(x);
            upper[k] = new double[program.constraintCount()];
            program.constraints(x, upper[k]);
        }
        assertThat(upper[0]).containsExactly(upper[1], within(1e-9));
    }

    private static double largestTorque(StandingWalker.Found found, String joint) {
        StateFunction torques = found.contents().grounded().orElseThrow();
        double[] tau = new double[12];
        double most = 0;
        for (int k = 0; k <= 6; k++) {
            torques.value(found.plan().motion().at(0.6 * k / 6), tau);
            most = Math.max(most, Math.abs(tau[found.robot().coordinate(joint)]));
        }
        return most;
    }

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> {
                    PlanFile file = PlanFile.parse(text, "squat.yaml");
                    file.read(file.changed(WALKER), RobotFunctions.byHand());
                })
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    private static void unbuilt(String text, String message) {
        assertThatThrownBy(() -> {
                    PlanFile file = PlanFile.parse(text, "squat.yaml");
                    file.read(file.changed(WALKER), RobotFunctions.byHand());
                })
                .isInstanceOf(UserError.class)
                .hasMessageContaining(message);
    }

    @Test
    void whatCannotStandIsRefused() throws IOException {
        refused(text().replace("contacts: all", "contacts: [left, rihgt]"), "there is no contact \"rihgt\"");
        refused(text().replace("contacts: all", "contacts: some"), "contacts are all, or a list of names");
        Contact hinge = Contact.of("pin", "foot_l", Pose.IDENTITY, Contact.Kind.HINGE_Y);
        RobotModel pinned = WALKER.toBuilder().contact(hinge).build();
        assertThatThrownBy(() -> {
                    PlanFile file = PlanFile.parse(text(), "squat.yaml");
                    file.read(file.changed(pinned), RobotFunctions.byHand());
                })
                .hasMessageContaining("\"pin\"")
                .hasMessageContaining("leave it out, or describe it as point or flat");
        refused(text() + "feet: [{body: foot_l}]\nphases: [{carried-by: foot_l}]\n", "give one of both");
        refused(text() + "limits: {torque-rate: 5}\n", "rates of torques are not known");
        refused(text().replace("effort: 1e-3", "energy: 1"), "take effort");
        refused(text().replace("3e-4", "-1"), "must be positive");
        unbuilt(
                text().replace("global_z: 0.6718737498", "global_z: 0.673"),
                "the posture at 1.0 of the way has a contact");
        unbuilt(
                text().replaceAll(
                                "goal: .*",
                                "goal: {global_z: 0.86, hip_l: 0, knee_l: 0, ankle_l: 0, hip_r: 0, knee_r: 0, ankle_r: 0}"),
                "singular");
        unbuilt(text() + "goal-velocity: {knee_l: 0.1}\n", "but the contacts make it");
        assertThatThrownBy(() -> PlanFile.parse(text(), "squat.yaml").changed(WALKER.withFixedBase()))
                .hasMessageContaining("whose base floats");
    }
}
