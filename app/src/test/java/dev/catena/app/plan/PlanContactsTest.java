package dev.catena.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.RobotFiles;
import dev.catena.formats.reading.FormatException;
import dev.catena.function.RobotFunctions;
import dev.catena.ground.GlobalJoints;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.model.CutJoint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
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
    private static final RobotModel WALKER = RobotFiles.read(FOLDER.resolve("walker.yaml"));

    /** The shipped file, coarser. */
    private static String text() throws IOException {
        return Files.readString(FOLDER.resolve("walker-squat.yaml"))
                        .replace("control-points: 10, samples: 13", "control-points: 7, samples: 7")
                        .replaceAll("(?s)refinement:[^\n]*\n", "")
                + "refinement: {times: 0, tolerance: 0.5}\ncontact-tolerance: 3e-4\n";
    }

    private record Found(PlanFile.Contents contents, MotionPlan plan, RobotModel robot) {}

    private static Found solved(String text) {
        PlanFile file = PlanFile.parse(text, "squat.yaml");
        RobotModel robot = file.changed(WALKER);
        PlanFile.Contents contents = file.read(robot, RobotFunctions.byHand());
        MotionPlan plan = new MotionPlanner(Solvers.named("embedded"))
                .options(SolverOptions.defaults().tolerance(1e-6).iterationLimit(300))
                .refinement(contents.tolerance(), contents.refinements())
                .plan(contents.problem());
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        return new Found(contents, plan, robot);
    }

    private static final AtomicReference<Found> SQUAT = new AtomicReference<>();

    /** Solved once for all tests. */
    private static synchronized Found squat() throws IOException {
        Found found = SQUAT.get();
        if (found == null) {
            found = solved(text());
            SQUAT.set(found);
        }
        return found;
    }

    /** Torques that the plan names make the robot accelerate as planned, by the dynamics of contacts. */
    @Test
    void plannedTorquesCauseThePlannedMotion() throws IOException {
        Found found = squat();
        StateFunction torques = found.contents.grounded().orElseThrow();
        assertThat(found.robot.jointNames().subList(0, 6)).isEqualTo(GlobalJoints.NAMES);
        double[] tau = new double[12];
        double worst = 0;
        double largest = 0;
        for (int k = 0; k <= 6; k++) {
            MotionState s = found.plan.motion().at(0.6 * k / 6);
            torques.value(s, tau);
            double[] expected = s.acceleration();
            double[] actual = accelerations(s, Arrays.copyOfRange(tau, 6, 12));
            for (int i = 0; i < 6; i++) {
                assertThat(tau[i]).as("left over").isBetween(-1e-4, 1e-4);
                worst = Math.max(worst, Math.abs(actual[i] - expected[6 + i]));
                largest = Math.max(largest, Math.abs(expected[6 + i]));
            }
        }
        // feet move by what the tolerance allows them
        assertThat(worst).isLessThan(0.15 * largest);
    }

    private static double[] accelerations(MotionState s, double[] tau) {
        RobotModel placed = GlobalJoints.attach(WALKER);
        Kinematics kinematics = new Kinematics(placed);
        kinematics.compute(s.position(), s.velocity());
        int trunk = placed.bodyIndex("trunk");
        Pose pose = kinematics.worldFromBody(trunk);
        double[] twist = new double[6];
        kinematics.velocityInWorld(trunk, twist);
        BaseMotion base = new BaseMotion().pose(pose);
        Vector3 v = pose.rotation().inverse().apply(new Vector3(twist[0], twist[1], twist[2]));
        Vector3 w = pose.rotation().inverse().apply(new Vector3(twist[3], twist[4], twist[5]));
        base.velocityInBase(v, w);
        double[] q = Arrays.copyOfRange(s.position(), 6, 12);
        double[] qd = Arrays.copyOfRange(s.velocity(), 6, 12);
        List<CutJoint> contacts = WALKER.contacts().stream()
                .map(contact -> contact.at(kinematics.worldFromBody(placed.bodyIndex(contact.body()))))
                .toList();
        double[] out = new double[6];
        new ConstrainedForwardDynamics(WALKER, contacts).computeFloating(base, q, qd, tau, null, new double[6], out);
        return out;
    }

    /** Limits of effort are those of torques with the feet loaded. */
    @Test
    void torquesWithTheLoadsOfTheGroundAreLimited() throws IOException {
        Found free = squat();
        double most = largestTorque(free, "knee_l");
        double limit = 0.9 * most;
        Found limited = solved(text() + "limits: {torque: {knee_l: %s, knee_r: %s}}\n".formatted(limit, limit));
        assertThat(largestTorque(limited, "knee_l")).isBetween(0.95 * limit, limit * (1 + 1e-5));
        assertThat(limited.plan.motion().duration()).isEqualTo(0.6);
    }

    private static double largestTorque(Found found, String joint) {
        StateFunction torques = found.contents.grounded().orElseThrow();
        double[] tau = new double[12];
        double most = 0;
        for (int k = 0; k <= 6; k++) {
            torques.value(found.plan.motion().at(0.6 * k / 6), tau);
            most = Math.max(most, Math.abs(tau[found.robot.coordinate(joint)]));
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

    @Test
    void whatCannotStandIsRefused() throws IOException {
        refused(text().replace("contacts: all", "contacts: [left, rihgt]"), "there is no contact \"rihgt\"");
        refused(text().replace("contacts: all", "contacts: some"), "contacts are all, or a list of names");
        refused(text() + "feet: [{body: foot_l}]\nphases: [{carried-by: foot_l}]\n", "give one of both");
        refused(text() + "limits: {torque-rate: 5}\n", "rates of torques are not known");
        refused(text().replace("effort: 1e-3", "energy: 1"), "take effort");
        refused(text().replace("3e-4", "-1"), "must be positive");
        assertThatThrownBy(() -> PlanFile.parse(text(), "squat.yaml").changed(WALKER.withFixedBase()))
                .hasMessageContaining("whose base floats");
    }
}
