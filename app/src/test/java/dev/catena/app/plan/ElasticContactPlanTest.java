package dev.catena.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.app.console.UserError;
import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.reading.FormatException;
import dev.catena.function.RobotFunctions;
import dev.catena.ground.Foot;
import dev.catena.ground.GlobalJoints;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ElasticConstrainedForwardDynamics;
import dev.catena.model.CutJoint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.GroundFunctions;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
import dev.catena.planning.PlannedMotion;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingLoads;
import dev.catena.planning.function.StateFunction;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Run;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A robot with springs in knees and ankles squats on its contacts. */
class ElasticContactPlanTest {
    private static final Path FOLDER = Path.of("..", "examples", "data");
    private static final RobotModel WALKER = RobotFiles.read(FOLDER.resolve("elastic-walker.yaml"));
    private static final RobotModel PLACED = GlobalJoints.attach(WALKER);
    private static final int JOINTS = WALKER.jointCount();
    private static final int MOTORS = WALKER.elasticJoints().size();
    private static final double SOLE = -0.06;

    @SuppressWarnings("NullAway.Init")
    private static PlanFile.Contents contents;

    @SuppressWarnings("NullAway.Init")
    private static PlannedMotion motion;

    /** The shipped file, coarser, and with more weight on one foot than it would have by itself. */
    private static String text() throws IOException {
        String shipped = Files.readString(FOLDER.resolve("elastic-walker-squat.yaml"));
        String coarser = shipped.replace("control-points: 12, samples: 13", "control-points: 9, samples: 7");
        assertThat(coarser).isNotEqualTo(shipped);
        return coarser;
    }

    private static final String HEAVIER =
            "refinement: {tolerance: 0.02}\nlimits: {ground: {foot: [{name: left, pressing: 0.55}]}}\n";

    private static PlanFile.Contents read(String text) {
        PlanFile file = PlanFile.parse(text, "squat.yaml");
        return file.read(file.changed(WALKER), RobotFunctions.byHand());
    }

    @BeforeAll
    static void plan() throws IOException {
        contents = read(text() + HEAVIER);
        MotionPlan plan = new MotionPlanner(Solvers.named("embedded"))
                .options(SolverOptions.defaults().tolerance(1e-6).iterationLimit(100))
                .refinement(contents.tolerance(), contents.refinements())
                .plan(contents.problem());
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        assertThat(plan.largestExcess()).isLessThan(0.02);
        motion = plan.motion();
    }

    /** A moment of the plan as a state of the robot that floats. */
    private static final class Moment {
        final MotionState s;
        final Kinematics kinematics = new Kinematics(PLACED);
        final BaseMotion base;
        final double[] q = new double[JOINTS + MOTORS];
        final double[] qd = new double[JOINTS + MOTORS];
        final double[] tau = new double[JOINTS];

        Moment(double time) {
            s = motion.at(time);
            kinematics.compute(s.position(), s.velocity(), s.acceleration());
            int trunk = PLACED.bodyIndex("trunk");
            Pose pose = kinematics.worldFromBody(trunk);
            double[] twist = new double[6];
            kinematics.velocityInWorld(trunk, twist);
            base = new BaseMotion()
                    .pose(pose)
                    .velocityInBase(
                            pose.rotation().inverse().apply(new Vector3(twist[0], twist[1], twist[2])),
                            pose.rotation().inverse().apply(new Vector3(twist[3], twist[4], twist[5])));
            double[] theta = new double[MOTORS];
            double[] rate = new double[MOTORS];
            contents.limits().motors(s, theta, rate);
            System.arraycopy(s.position(), 6, q, 0, JOINTS);
            System.arraycopy(theta, 0, q, JOINTS, MOTORS);
            System.arraycopy(s.velocity(), 6, qd, 0, JOINTS);
            System.arraycopy(rate, 0, qd, JOINTS, MOTORS);
            double[] all = new double[6 + JOINTS];
            contents.limits().torque().value(s, all);
            for (int i = 0; i < 6; i++) {
                assertThat(all[i]).as("left over").isBetween(-1e-9, 1e-9);
            }
            System.arraycopy(all, 6, tau, 0, JOINTS);
        }

        Pose place(String body) {
            return kinematics.worldFromBody(PLACED.bodyIndex(body));
        }
    }

    private static List<CutJoint> contacts() {
        Moment start = new Moment(0);
        return WALKER.contacts().stream()
                .map(contact -> contact.at(start.place(contact.body())))
                .toList();
    }

    /** Torques of the motors make joints accelerate as planned, on contacts, and with the planned loads in their place. */
    @Test
    void plannedTorquesCauseThePlannedMotion() {
        ElasticConstrainedForwardDynamics standing = new ElasticConstrainedForwardDynamics(WALKER, contacts());
        ElasticForwardDynamics free = new ElasticForwardDynamics(WALKER);
        Moment start = new Moment(0);
        StandingLoads shared = new StandingLoads(PLACED);
        for (String body : List.of("foot_l", "foot_r")) {
            // the middle of the area, and its size, as the plan has them
            Vector3 middle = start.place(body).apply(new Vector3(0.03, 0, SOLE));
            shared = shared.with(Foot.sole(body), middle, Math.hypot(0.1, 0.04) / Math.sqrt(2));
        }
        GroundFunctions ground = new GroundFunctions(shared);
        double largestLoad = 0;
        for (int k = 0; k <= 23; k++) {
            Moment at = new Moment(0.8 * k / 23);
            ExternalWrenches loads = new ExternalWrenches(WALKER);
            for (String body : List.of("foot_l", "foot_r")) {
                loads.inWorld(body, load(ground.load(body), at, body, shared.about()));
            }
            double[] onContacts = new double[JOINTS + MOTORS];
            double[] withLoads = new double[JOINTS + MOTORS];
            standing.computeFloating(at.base, at.q, at.qd, at.tau, null, new double[6], onContacts);
            free.computeFloating(at.base, at.q, at.qd, at.tau, loads, new double[6], withLoads);
            for (int i = 0; i < JOINTS; i++) {
                double expected = at.s.acceleration()[6 + i];
                assertThat(Math.abs(onContacts[i] - expected)).isLessThan(1e-8);
                assertThat(Math.abs(withLoads[i] - expected)).isLessThan(1e-8);
            }
            largestLoad = Math.max(
                    largestLoad,
                    Arrays.stream(at.s.loads(0)).map(Math::abs).max().orElse(0));
        }
        // feet exert against each other what brings the weight to one of them
        assertThat(largestLoad).isGreaterThan(1e-2);
    }

    /** About the body's origin; presses, within the pyramid of friction and the area. */
    private static Wrench load(StateFunction function, Moment at, String body, Vector3 middle) {
        double[] load = new double[6];
        function.value(at.s, load);
        double weight = WALKER.totalMass() * 9.81;
        Vector3 force = new Vector3(load[0], load[1], load[2]).times(weight);
        Vector3 moment = new Vector3(load[3], load[4], load[5]).times(weight).plus(middle.cross(force));
        Vector3 origin = at.place(body).position();
        double slack = 2e-3 * weight;
        assertThat(force.z()).isGreaterThan(-slack);
        assertThat(Math.abs(force.x())).isLessThan(0.7 * force.z() + slack);
        assertThat(Math.abs(force.y())).isLessThan(0.7 * force.z() + slack);
        Vector3 about = moment.minus(origin.plus(new Vector3(0, 0, SOLE)).cross(force));
        assertThat(-about.y()).isBetween(-0.07 * force.z() - slack, 0.13 * force.z() + slack);
        assertThat(about.x()).isBetween(-0.04 * force.z() - slack, 0.04 * force.z() + slack);
        return new Wrench(force, moment.minus(origin.cross(force)));
    }

    /** Played back without any feedback: the error is that of the integrator, of fourth order. */
    @Test
    void theSimulatedRobotFollowsThePlan() {
        double coarse = error(4e-3);
        double fine = error(2e-3);
        assertThat(fine).isLessThan(1e-6);
        assertThat(coarse / fine).isBetween(10.0, 25.0);
    }

    private static double error(double step) {
        double[] all = new double[6 + JOINTS];
        StateFunction torque = contents.limits().torque();
        Moment from = new Moment(0);
        State start = new State(WALKER)
                .jointPositions(Arrays.copyOf(from.q, JOINTS))
                .jointVelocities(Arrays.copyOf(from.qd, JOINTS))
                .motorPositions(Arrays.copyOfRange(from.q, JOINTS, JOINTS + MOTORS))
                .motorVelocities(Arrays.copyOfRange(from.qd, JOINTS, JOINTS + MOTORS))
                .basePositionInWorld(from.place("trunk").position().toArray());
        Run run = Simulation.builder(WALKER)
                .start(start)
                .contacts(contacts().toArray(CutJoint[]::new))
                .integrator(Integrator.rungeKutta(step))
                .controller((time, state, out) -> {
                    torque.value(motion.at(Math.min(time, 0.8)), all);
                    System.arraycopy(all, 6, out, 0, JOINTS);
                })
                .duration(0.4)
                .recordingRate(20)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        double worst = 0;
        for (var sample : run.recording()) {
            Moment at = new Moment(Math.min(sample.time(), 0.8));
            for (int i = 0; i < JOINTS; i++) {
                worst = Math.max(worst, Math.abs(sample.state().jointPositions()[i] - at.q[i]));
            }
        }
        return worst;
    }

    @Test
    void whatSpringsCannotDoOnContactsIsRefused() throws IOException {
        assertThatThrownBy(() -> read(text() + "limits: {ground: {left-over: [global_x]}}\n"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("MotionLimits.standing");
        assertThatThrownBy(() -> read(text() + "base: [{along: [0, 0, 1], amplitude: 0.1, frequency: 1}]\n"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("not as told");
    }
}
