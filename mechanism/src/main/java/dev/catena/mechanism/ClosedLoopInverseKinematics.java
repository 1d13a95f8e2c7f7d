package dev.catena.mechanism;

import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.reach.InverseKinematics;
import dev.catena.reach.PoseTarget;
import dev.catena.reach.ReachOptions;
import dev.catena.reach.ReachStatus;
import dev.catena.tree.Guard;
import java.util.List;

/**
 * Positions of the independent joints of a robot with closed loops that bring its bodies to goals, as {@link InverseKinematics} of
 * trees: with J G in the place of J, and with loops that stay closed in the branch of their assembly. All joints are within their
 * limits. What is found is where {@link LoopClosure} goes from the assembly on the straight way; a pose that can be reached only on
 * a way around a singular one is not found.
 *
 * <p>Nothing is allocated but by {@link #allSolutions}, for the pose of a floating base and where loops cannot be closed. One per
 * thread: {@code reach.copy()} makes another for another thread.
 */
public final class ClosedLoopInverseKinematics {
    private final RobotModel robot;
    private final InverseKinematics reach;
    private final LoopKinematics loops;
    private final Guard guard;
    private final double[] independent;

    /** @throws IllegalArgumentException for a robot without closed loops, an unknown body, or no target */
    public ClosedLoopInverseKinematics(RobotModel robot, PoseTarget... targets) {
        this(robot, ReachOptions.DEFAULT, List.of(targets));
    }

    public ClosedLoopInverseKinematics(RobotModel robot, ReachOptions options, List<PoseTarget> targets) {
        this(
                robot,
                new InverseKinematics(robot.openTree(), new LoopPostures(robot, false), options, List.copyOf(targets)));
    }

    private ClosedLoopInverseKinematics(RobotModel robot, InverseKinematics reach) {
        this.robot = robot;
        this.reach = reach;
        loops = new LoopKinematics(robot);
        independent = new double[loops.count];
        guard = new Guard(ClosedLoopInverseKinematics.class, robot);
    }

    /** One of the same robot, targets and goals, for another thread. */
    public ClosedLoopInverseKinematics copy() {
        return new ClosedLoopInverseKinematics(robot, reach.copy());
    }

    /** Where the body of a target is wanted; of a target of the position alone the rotation is not read, and so on. */
    public void goal(int target, Pose worldFromBody) {
        reach.goal(target, worldFromBody);
    }

    /** As {@link #goal(int, Pose)}: the rotation matrix row by row, then the position of the target's point. */
    public void goal(int target, double[] worldFromBody) {
        reach.goal(target, worldFromBody);
    }

    /**
     * Searches from a posture on; the base is fixed.
     *
     * @param from positions of the independent joints
     */
    public ReachStatus solve(double[] from) {
        guard.begin();
        return reach.solve(from);
    }

    /** Searches from a posture and a pose of a floating base on, and moves both. */
    public ReachStatus solveFloating(Pose worldFromBase, double[] from) {
        guard.begin();
        return reach.solveFloating(worldFromBase, from);
    }

    /** Searches for the solution whose independent joints are nearest to a posture; the base is fixed. */
    public ReachStatus solveNearest(double[] posture) {
        guard.begin();
        return reach.solveNearest(posture);
    }

    /** All solutions that the starts lead to, by independent joints; the base is fixed. */
    public List<double[]> allSolutions(double[] from) {
        guard.begin();
        return reach.allSolutions(from);
    }

    /**
     * The positions of the independent joints that were found.
     *
     * @throws IllegalStateException unless the last search reached its goals
     */
    public void positions(double[] qOut) {
        reach.positions(qOut);
    }

    /** The positions of all moving joints that belong to {@link #positions}. */
    public void allPositions(double[] qOut) {
        reach.positions(independent);
        guard.checkLength("qOut", qOut, loops.n);
        loops.closure.restart();
        LoopStatus status = loops.close(independent);
        if (!status.isClosed()) {
            throw new LoopException(loops.closure);
        }
        loops.positions(qOut);
    }

    /** The pose of the base that belongs to {@link #positions}. */
    public Pose worldFromBase() {
        return reach.worldFromBase();
    }

    /** How far the point of a target is from its goal, in meters. */
    public double positionError(int target) {
        return reach.positionError(target);
    }

    /** By which angle the body of a target is turned away from its goal. */
    public double turnError(int target) {
        return reach.turnError(target);
    }

    /** Whether the last search reached its goals. */
    public boolean isReached() {
        return reach.isReached();
    }
}
