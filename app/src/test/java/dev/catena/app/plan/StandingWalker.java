package dev.catena.app.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.RobotFiles;
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
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans of the shipped walker on its feet, and the dynamics of contacts to compare them with. */
final class StandingWalker {
    static final RobotModel WALKER = RobotFiles.read(Path.of("..", "examples", "data", "walker.yaml"));

    private StandingWalker() {}

    record Found(PlanFile.Contents contents, MotionPlan plan, RobotModel robot) {}

    static Found solved(String text) {
        return solved(text, WALKER);
    }

    /** Of a walker with more bodies. */
    static Found solved(String text, RobotModel walker) {
        PlanFile file = PlanFile.parse(text, "squat.yaml");
        RobotModel robot = file.changed(walker);
        PlanFile.Contents contents = file.read(robot, RobotFunctions.byHand());
        MotionPlan plan = new MotionPlanner(Solvers.named("embedded"))
                .options(SolverOptions.defaults().tolerance(1e-6).iterationLimit(300))
                .refinement(contents.tolerance(), contents.refinements())
                .plan(contents.problem());
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        return new Found(contents, plan, robot);
    }

    /** Of the joints under torques, with the feet held where they are. */
    static double[] accelerations(MotionState s, double[] tau, @Nullable ExternalWrenches wrenches) {
        return accelerations(WALKER, s, tau, wrenches);
    }

    /** Of a walker with more bodies. */
    static double[] accelerations(RobotModel walker, MotionState s, double[] tau, @Nullable ExternalWrenches wrenches) {
        Placed placed = Placed.of(walker, s);
        double[] out = new double[walker.jointCount()];
        List<CutJoint> contacts = walker.contacts().stream()
                .map(contact -> contact.at(placed.kinematics.worldFromBody(placed.body(contact.body()))))
                .toList();
        ConstrainedForwardDynamics dynamics = new ConstrainedForwardDynamics(walker, contacts);
        dynamics.computeFloating(placed.base, placed.q, placed.qd, tau, wrenches, new double[6], out);
        double far =
                placed.kinematics.worldFromBody(placed.body("trunk")).position().norm();
        assertThat(dynamics.slip()).isLessThan(1e-11 * (1 + far));
        return out;
    }

    /** A state of the robot with six joints before its base as one of the robot that floats. */
    record Placed(RobotModel robot, Kinematics kinematics, BaseMotion base, double[] q, double[] qd) {
        static Placed of(MotionState s) {
            return of(WALKER, s);
        }

        static Placed of(RobotModel walker, MotionState s) {
            RobotModel robot = GlobalJoints.attach(walker);
            Kinematics kinematics = new Kinematics(robot);
            kinematics.compute(s.position(), s.velocity(), s.acceleration());
            int trunk = robot.bodyIndex("trunk");
            Pose pose = kinematics.worldFromBody(trunk);
            double[] twist = new double[6];
            kinematics.velocityInWorld(trunk, twist);
            Vector3 v = pose.rotation().inverse().apply(new Vector3(twist[0], twist[1], twist[2]));
            Vector3 w = pose.rotation().inverse().apply(new Vector3(twist[3], twist[4], twist[5]));
            return new Placed(
                    robot,
                    kinematics,
                    new BaseMotion().pose(pose).velocityInBase(v, w),
                    Arrays.copyOfRange(s.position(), 6, robot.jointCount()),
                    Arrays.copyOfRange(s.velocity(), 6, robot.jointCount()));
        }

        int body(String name) {
            return robot.bodyIndex(name);
        }
    }
}
