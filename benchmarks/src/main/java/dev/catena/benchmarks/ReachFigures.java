package dev.catena.benchmarks;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.reach.InverseKinematics;
import dev.catena.reach.PoseTarget;
import dev.catena.reach.ReachStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * How many of many random poses are reached, and how long that takes, on one thread: poses of random postures within limits, each
 * searched for from the middle of the ranges and from another random posture. Run it with {@code java -cp
 * benchmarks/target/benchmarks.jar dev.catena.benchmarks.ReachFigures [POSES [ROBOT...]]}.
 */
public final class ReachFigures {
    private static final double TOLERANCE = 1e-10;

    private final RobotModel robot;
    private final int poses;
    private final int body;
    private final Kinematics kinematics;
    private final InverseKinematics reach;
    private final double[] goal = new double[12];
    private final double[] pose = new double[12];

    private ReachFigures(RobotModel robot, int poses) {
        this.robot = robot;
        this.poses = poses;
        body = robot.bodies().size() - 1;
        kinematics = new Kinematics(robot);
        reach = new InverseKinematics(
                robot, PoseTarget.pose(robot.bodies().get(body).name()));
    }

    public static void main(String[] arguments) {
        int poses = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        List<String> robots = arguments.length > 1
                ? Arrays.asList(arguments).subList(1, arguments.length)
                : List.of("panda", "puma560", "iiwa", "ur10");
        System.out.println("robot    start   solved      median µs   mean µs   99 % µs   most µs");
        for (String name : robots) {
            ReachFigures figures = new ReachFigures(ShippedRobots.load(name), poses);
            figures.run(1, false);
            System.out.println("%-8s middle  %s".formatted(name, figures.run(2, false)));
            System.out.println("%-8s random  %s".formatted(name, figures.run(3, true)));
        }
    }

    @CanIgnoreReturnValue
    private String run(long seed, boolean fromRandom) {
        Random random = new Random(seed);
        double[] middle = posture(0.5);
        double[] found = new double[middle.length];
        double[] times = new double[poses];
        int solved = 0;
        for (int k = 0; k < poses; k++) {
            kinematics.compute(posture(random));
            kinematics.worldFromBody(body, goal);
            double[] start = fromRandom ? posture(random) : middle;
            long begin = System.nanoTime();
            reach.goal(0, goal);
            ReachStatus status = reach.solve(start);
            times[k] = 1e-3 * (System.nanoTime() - begin);
            if (status == ReachStatus.REACHED) {
                reach.positions(found);
                solved += isThere(found) ? 1 : 0;
            }
        }
        Arrays.sort(times);
        return String.format(
                Locale.ROOT,
                "%6.2f %%  %9.1f %9.1f %9.1f %9.1f",
                100.0 * solved / poses,
                times[poses / 2],
                Arrays.stream(times).average().orElse(0),
                times[(int) (0.99 * poses)],
                times[poses - 1]);
    }

    /** Whether limits are kept, and position and turn are right by another computation than the search's. */
    private boolean isThere(double[] q) {
        for (int j = 0; j < q.length; j++) {
            JointLimits limits = robot.movingJoints().get(j).limits();
            if (q[j] < limits.lower() || q[j] > limits.upper()) {
                return false;
            }
        }
        kinematics.compute(q);
        kinematics.worldFromBody(body, pose);
        double far = 0;
        double turned = 0;
        for (int i = 9; i < 12; i++) {
            far += (pose[i] - goal[i]) * (pose[i] - goal[i]);
        }
        // ‖R − R'‖² = 8 sin²(θ/2), for small angles 2 θ²
        for (int i = 0; i < 9; i++) {
            turned += (pose[i] - goal[i]) * (pose[i] - goal[i]) / 2;
        }
        return Math.sqrt(far) <= 1.01 * TOLERANCE && Math.sqrt(turned) <= 1.01 * TOLERANCE;
    }

    private double[] posture(Random random) {
        return robot.movingJoints().stream()
                .mapToDouble(joint -> between(joint.limits(), random.nextDouble()))
                .toArray();
    }

    private double[] posture(double part) {
        return robot.movingJoints().stream()
                .mapToDouble(joint -> between(joint.limits(), part))
                .toArray();
    }

    private static double between(JointLimits limits, double part) {
        double lower = Double.isFinite(limits.lower()) ? limits.lower() : -Math.PI;
        double upper = Double.isFinite(limits.upper()) ? limits.upper() : Math.PI;
        return lower + part * (upper - lower);
    }
}
