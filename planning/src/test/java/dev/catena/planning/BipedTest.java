package dev.catena.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.ground.Foot;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.Support;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A biped of five links in a plane, its feet points: one step of least effort, with forces of the foot as variables. */
class BipedTest {
    private static final double STEP = 0.3;
    private static final double INF = Double.POSITIVE_INFINITY;
    private static final Vector3 TIP = new Vector3(0, 0, -0.4);

    private static RobotModel biped() {
        RobotModelBuilder builder = RobotModel.builder("biped").base("ground");
        builder.link(at(Joint.prismatic("x", "ground", "x_frame"), Vector3.ZERO, Vector3.X), SpatialInertia.ZERO);
        builder.link(at(Joint.prismatic("z", "x_frame", "z_frame"), Vector3.ZERO, Vector3.Z), SpatialInertia.ZERO);
        builder.link(at(Joint.revolute("pitch", "z_frame", "torso"), Vector3.ZERO, Vector3.Y), rod(12, 0.25, 0.6));
        for (String side : List.of("_r", "_l")) {
            builder.link(
                    at(Joint.revolute("hip" + side, "torso", "thigh" + side), Vector3.ZERO, Vector3.Y),
                    rod(5, -0.2, 0.4));
            builder.link(
                    at(
                            Joint.revolute("knee" + side, "thigh" + side, "shank" + side),
                            new Vector3(0, 0, -0.4),
                            Vector3.Y),
                    rod(3, -0.2, 0.4));
        }
        return builder.build();
    }

    private static Joint at(Joint joint, Vector3 offset, Vector3 axis) {
        return joint.with(JointGeometry.of(Pose.translation(offset.x(), offset.y(), offset.z()), axis));
    }

    private static SpatialInertia rod(double mass, double center, double length) {
        double about = mass * length * length / 12;
        return SpatialInertia.aboutCenterOfMass(
                mass, new Vector3(0, 0, center), InertiaTensor.diagonal(about, about, 0.01 * about + 1e-3));
    }

    @Test
    void walksOnPoints() {
        RobotModel robot = biped();
        List<String> muscles = List.of("hip_r", "knee_r", "hip_l", "knee_l");
        Support support = new Support(
                        robot, List.of(Foot.point("right", "shank_r", TIP), Foot.point("left", "shank_l", TIP)))
                .allGiven(0, 1, "right");
        GroundFunctions ground = new GroundFunctions(support);
        MotionLimits limits = new MotionLimits(robot)
                .add(ground.torques(List.of("x", "z", "pitch")), new double[3], new double[3])
                .add(ground.pressing("right"), new double[] {0.2}, new double[] {INF})
                .add(ground.friction(0.8, "right"), new double[4], new double[] {INF, INF, INF, INF});
        double near = 1e-4;
        double[] contacts = {0, 0.2, 0.4, 0.6, 0.8};
        limits.at(
                MotionFunctions.point(robot, "shank_r", TIP),
                new double[] {-near, -INF, -near},
                new double[] {near, INF, near},
                contacts);
        limits.at(
                MotionFunctions.velocity(robot, "shank_r", TIP),
                new double[] {-1e-3, -INF, -1e-3},
                new double[] {1e-3, INF, 1e-3},
                contacts);
        limits.at(
                MotionFunctions.point(robot, "shank_l", TIP),
                new double[] {-STEP - near, -INF, -near},
                new double[] {-STEP + near, INF, near},
                0);
        limits.at(
                MotionFunctions.point(robot, "shank_l", TIP),
                new double[] {-INF, -INF, 0.03},
                new double[] {INF, INF, INF},
                0.4,
                0.6);
        limits.position(
                new double[] {-INF, 0.6, -0.5, -1.5, 0, -1.5, 0}, new double[] {INF, 0.79, 0.5, 1.5, 2, 1.5, 2});
        double[] ones = new double[4];
        Arrays.fill(ones, 1e-3);
        double[] standing = new double[7 * 8];
        for (int j = 0; j < 8; j++) {
            standing[7 * j] = -STEP / 2 + STEP * j / 7;
            standing[7 * j + 1] = 0.75;
            standing[7 * j + 3] = -0.2;
            standing[7 * j + 4] = 0.4;
            standing[7 * j + 5] = -0.2;
            standing[7 * j + 6] = 0.4;
        }
        MotionProblem problem = MotionProblem.builder(
                        limits, new MotionObjective(limits).integral("effort", ground.effort(muscles, ones), 1))
                .cyclic(CyclicEnd.mirrored(robot.jointNames(), "_r", "_l", Set.of(), 1)
                        .shifted(0, STEP))
                .inputs(support)
                .degree(3)
                .controlPoints(8)
                .samples(11)
                .duration(0.5)
                .guess(new Spline(SplineBasis.uniform(3, 8), 7, standing))
                .build();
        MotionPlan plan = new MotionPlanner(Solvers.named("embedded"))
                .options(SolverOptions.defaults().tolerance(1e-6).iterationLimit(300))
                .refinement(0.2, 0)
                .plan(problem);

        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        PlannedMotion motion = plan.motion();
        double[] first = motion.at(0).position().clone();
        double[] firstRates = motion.at(0).velocity().clone();
        MotionState last = motion.at(0.5);
        int[] partner = {0, 1, 2, 5, 6, 3, 4};
        for (int i = 0; i < 7; i++) {
            assertThat(last.position()[i]).isCloseTo(first[partner[i]] + (i == 0 ? STEP : 0), within(1e-9));
            assertThat(last.velocity()[i]).isCloseTo(firstRates[partner[i]], within(1e-9));
        }
        // over a cycle the ground carries the weight: impulse of a step, by trapezoids
        double mean = 0;
        for (int k = 0; k <= 10; k++) {
            mean += (k == 0 || k == 10 ? 0.05 : 0.1) * motion.at(0.05 * k).inputs()[2];
        }
        assertThat(mean).isCloseTo(28 * 9.81, within(0.05 * 28 * 9.81));
    }
}
