package dev.catena.app.simulate;

import dev.catena.control.LoopComputedTorque;
import dev.catena.control.QuinticTrajectory;
import dev.catena.control.Trajectory;
import dev.catena.mechanism.LoopClosure;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Drives of closed loops, which follow positions of the independent joints. */
public final class LoopDrive {
    /** How far joints are moved to show something, rad or m; less where they cannot go that far. */
    private static final double TURN = 0.4;

    private static final double SLIDE = 0.08;
    private static final int HALVINGS = 8;

    private final RobotModel robot;
    private final List<String> names;

    public LoopDrive(RobotModel robot) {
        this.robot = robot;
        names = robot.loops().independentJoints();
    }

    /**
     * Computed torque with the gains w² and 2w.
     *
     * @param from positions of all moving joints at the start
     * @param goal where the independent ones should be; of others nothing is read
     * @param moveTime how long that may take; null for at once
     */
    public Controller computedTorque(double[] from, double[] goal, @Nullable Double moveTime, double bandwidth) {
        double[] stiffness = new double[names.size()];
        double[] damping = new double[names.size()];
        Arrays.fill(stiffness, bandwidth * bandwidth);
        Arrays.fill(damping, 2 * bandwidth);
        double[] end = independent(goal);
        Trajectory trajectory =
                moveTime == null ? Trajectory.hold(end) : new QuinticTrajectory(independent(from), end, 0, moveTime);
        return new LoopComputedTorque(robot, stiffness, damping, trajectory);
    }

    private double[] independent(double[] all) {
        return names.stream().mapToDouble(joint -> all[robot.coordinate(joint)]).toArray();
    }

    /**
     * A goal near the start that all loops and limits allow, to show a motion; of all moving joints, where there is one.
     *
     * @param duration how long there is; within a second less is shown
     */
    public Optional<double[]> somewhere(double[] from, double duration) {
        LoopClosure closure = new LoopClosure(robot);
        double[] start = independent(from);
        for (int k = 0; k < 2 * HALVINGS; k++) {
            double part = Math.min(1, duration) * Math.scalb(k % 2 == 0 ? 1.0 : -1.0, -(k / 2));
            double[] goal = start.clone();
            for (int j = 0; j < goal.length; j++) {
                boolean turns =
                        robot.movingJoints().get(robot.coordinate(names.get(j))).kind() == JointKind.REVOLUTE;
                goal[j] += part * (turns ? TURN : SLIDE);
            }
            closure.restart(from);
            if (closure.close(start).isClosed() && closure.close(goal).isClosed()) {
                double[] all = new double[from.length];
                closure.positions(all);
                if (isWithinLimits(all)) {
                    return Optional.of(all);
                }
            }
        }
        return Optional.empty();
    }

    private boolean isWithinLimits(double[] q) {
        return IntStream.range(0, q.length).allMatch(j -> {
            JointLimits limits = robot.movingJoints().get(j).limits();
            return q[j] >= limits.lower() && q[j] <= limits.upper();
        });
    }

    /** Positions of the independent joints in words. */
    public String describe(double[] all) {
        return names.stream()
                .map(joint -> String.format(Locale.ROOT, "%s %.4g", joint, all[robot.coordinate(joint)]))
                .limit(8)
                .collect(Collectors.joining(", "));
    }
}
