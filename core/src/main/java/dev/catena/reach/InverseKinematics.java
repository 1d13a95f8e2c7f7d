package dev.catena.reach;

import dev.catena.model.BaseKind;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joint positions within their limits that bring bodies of a tree to goals. Least squares with a damping that vanishes with the
 * error, [Sugihara], from the given posture and, where that ends elsewhere, from others spread over the ranges of the joints.
 *
 * <pre>{@code
 * InverseKinematics reach = new InverseKinematics(robot, PoseTarget.pose("hand"));
 * reach.goal(0, worldFromHand);
 * if (reach.solve(now) == ReachStatus.REACHED) {
 *     reach.positions(q);
 * }
 * }</pre>
 *
 * <p>Of a robot with closed loops the independent joints are searched for: {@code ClosedLoopInverseKinematics} of the module
 * mechanism. The same goals and the same start give the same answer. A floating base moves too. Nothing is allocated but by
 * {@link #allSolutions} and for the pose of a floating base. One per thread: {@code reach.copy()} makes another for another thread.
 */
public final class InverseKinematics {
    /** How far R Rᵀ may be from 1. */
    private static final double NOT_A_ROTATION = 1e-6;

    private final RobotModel robot;
    private final List<PoseTarget> targets;
    private final ReachOptions options;
    private final @Nullable JointMap map;
    private final Guard guard;
    private final PostureSearch search;
    private final StartPostures others;
    private final double[] start;
    private final double[] found;
    private final double[] best;
    private final double[] bestBase = new double[7];
    private final boolean[] isSet;
    private final boolean[] returns;
    private boolean reached;

    /** @throws IllegalArgumentException for a robot with closed loops, an unknown body, or no target */
    public InverseKinematics(RobotModel robot, PoseTarget... targets) {
        this(robot, ReachOptions.DEFAULT, List.of(targets));
    }

    public InverseKinematics(RobotModel robot, ReachOptions options, List<PoseTarget> targets) {
        this(robot, null, options, targets);
    }

    /**
     * For joints that follow from a few coordinates; postures are those coordinates then.
     *
     * @param robot a tree
     */
    public InverseKinematics(RobotModel robot, @Nullable JointMap map, ReachOptions options, List<PoseTarget> targets) {
        robot.requireTree("InverseKinematics");
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("inverse kinematics needs a target");
        }
        this.robot = robot;
        this.map = map;
        this.options = options;
        this.targets = List.copyOf(targets);
        guard = new Guard(InverseKinematics.class, robot);
        double length = lengthOf(robot, this.targets);
        PosedRobot posed = new PosedRobot(robot, map, this.targets, length);
        search = new PostureSearch(posed, options.tolerance(), length);
        others = new StartPostures(posed.lower, posed.upper, posed.turns, length);
        returns = posed.returns;
        start = new double[posed.n];
        found = new double[start.length];
        best = new double[start.length];
        isSet = new boolean[targets.size()];
    }

    /** One of the same robot, targets and goals, for another thread. */
    public InverseKinematics copy() {
        InverseKinematics other = new InverseKinematics(robot, map == null ? null : map.copy(), options, targets);
        for (int k = 0; k < isSet.length; k++) {
            other.isSet[k] = isSet[k];
            other.search.rows[k].goal(search.rows[k]);
        }
        return other;
    }

    /**
     * What a radian is worth beside a meter: a quarter of the way from joint to joint along the longest branch, from its first
     * moving joint to a target's point; of robots that only slide, the largest range of a joint.
     */
    private static double lengthOf(RobotModel robot, List<PoseTarget> targets) {
        int bodies = robot.bodies().size();
        double[] reach = new double[bodies];
        boolean[] moves = new boolean[bodies];
        moves[0] = robot.baseKind() == BaseKind.FLOATING;
        double longest = 0;
        for (int b = 1; b < bodies; b++) {
            Joint joint = robot.jointOf(b).orElseThrow();
            int parent = robot.parent(b);
            moves[b] = moves[parent] || joint.kind().moves();
            if (moves[parent]) {
                reach[b] = reach[parent]
                        + joint.geometry().parentFromJoint().position().norm();
            }
            if (moves[b]) {
                reach[b] += joint.geometry().jointFromBody().position().norm();
            }
            longest = Math.max(longest, reach[b]);
        }
        for (PoseTarget target : targets) {
            longest = Math.max(
                    longest,
                    reach[robot.bodyIndex(target.body())] + target.pointInBody().norm());
        }
        if (longest > 0) {
            return longest / 4;
        }
        double range = robot.movingJoints().stream()
                .filter(joint -> joint.kind() == JointKind.PRISMATIC)
                .mapToDouble(joint -> joint.limits().upper() - joint.limits().lower())
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        return range > 0 ? range : 1;
    }

    /** Where the body of a target is wanted; of a target of the position alone the rotation is not read, and so on. */
    public void goal(int target, Pose worldFromBody) {
        guard.begin();
        checkTarget(target);
        search.rows[target].goal(worldFromBody);
        isSet[target] = true;
    }

    /** As {@link #goal(int, Pose)}: the rotation matrix row by row, then the position of the target's point. */
    public void goal(int target, double[] worldFromBody) {
        guard.begin();
        checkTarget(target);
        guard.checkLength("worldFromBody", worldFromBody, 12);
        guard.checkFinite("worldFromBody", worldFromBody);
        if (targets.get(target).aim() != PoseTarget.Aim.POSITION) {
            checkRotation(worldFromBody);
        }
        search.rows[target].goal(worldFromBody);
        isSet[target] = true;
    }

    /** R Rᵀ = 1, and right-handed. */
    private static void checkRotation(double[] R) {
        double worst = 0;
        for (int i = 0; i < 9; i += 3) {
            for (int k = 0; k <= i; k += 3) {
                double dot = R[i] * R[k] + R[i + 1] * R[k + 1] + R[i + 2] * R[k + 2];
                worst = Math.max(worst, Math.abs(dot - (i == k ? 1 : 0)));
            }
        }
        double handed = R[0] * (R[4] * R[8] - R[5] * R[7])
                - R[1] * (R[3] * R[8] - R[5] * R[6])
                + R[2] * (R[3] * R[7] - R[4] * R[6]);
        if (!(worst < NOT_A_ROTATION && handed > 0)) {
            throw new IllegalArgumentException(
                    "worldFromBody: its first nine numbers are no rotation matrix: rows must be of length 1, at right"
                            + " angles and right-handed");
        }
    }

    private void checkTarget(int target) {
        if (target < 0 || target >= targets.size()) {
            throw new IllegalArgumentException("target %s of %s".formatted(target, targets.size()));
        }
    }

    /**
     * Searches from a posture on; the base is fixed.
     *
     * @param from where the search begins, within limits or not
     */
    public ReachStatus solve(double[] from) {
        guard.begin();
        guard.checkFixedBase();
        checkStart("from", from);
        return solveFromAll(from);
    }

    /** Searches from a posture and a pose of a floating base on, and moves both. */
    public ReachStatus solveFloating(Pose worldFromBase, double[] from) {
        guard.begin();
        guard.checkFloatingBase();
        checkStart("from", from);
        search.startBase(worldFromBase);
        return solveFromAll(from);
    }

    private void checkStart(String name, double[] from) {
        reached = false;
        guard.checkLength(name, from, start.length);
        guard.checkFinite(name, from);
        for (int k = 0; k < isSet.length; k++) {
            if (!isSet[k]) {
                throw new IllegalStateException("the goal of target %s (\"%s\") was not set"
                        .formatted(k, targets.get(k).body()));
            }
        }
    }

    private ReachStatus solveFromAll(double[] from) {
        for (int k = 0; k < options.starts(); k++) {
            if (searchFrom(k, from)) {
                reached = true;
                guard.succeed();
                return ReachStatus.REACHED;
            }
        }
        return ReachStatus.NOT_REACHED;
    }

    private boolean searchFrom(int k, double[] from) {
        if (k == 0) {
            System.arraycopy(from, 0, start, 0, start.length);
        } else {
            others.posture(k, start);
        }
        return search.from(start);
    }

    /**
     * Searches for the solution that is nearest to a posture: of those that all starts find, after each was moved toward the
     * posture as far as the goals allow, the one with the least sum of squares of differences, those of sliding joints over the
     * length that a radian is worth. The base is fixed.
     */
    public ReachStatus solveNearest(double[] posture) {
        guard.begin();
        guard.checkFixedBase();
        checkStart("posture", posture);
        return solveNearestFromAll(posture);
    }

    /** As {@link #solveNearest}, with a base that floats and begins at a pose; only joints count for what is near. */
    public ReachStatus solveNearestFloating(Pose worldFromBase, double[] posture) {
        guard.begin();
        guard.checkFloatingBase();
        checkStart("posture", posture);
        search.startBase(worldFromBase);
        return solveNearestFromAll(posture);
    }

    private ReachStatus solveNearestFromAll(double[] posture) {
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < options.starts(); k++) {
            if (searchFrom(k, posture)) {
                search.unwind(posture);
                search.approach(posture);
                if (!search.isConfirmed()) {
                    continue;
                }
                search.positions(found);
                double distance = search.distance(found, posture);
                if (distance < least) {
                    least = distance;
                    System.arraycopy(found, 0, best, 0, best.length);
                    search.base(bestBase);
                }
            }
        }
        if (least == Double.POSITIVE_INFINITY) {
            return ReachStatus.NOT_REACHED;
        }
        search.set(best, bestBase);
        reached = true;
        guard.succeed();
        return ReachStatus.REACHED;
    }

    /**
     * All solutions that the starts lead to and that differ by more than a thousandth of a radian in a joint, whole turns aside, or
     * of the length that one is worth in a sliding joint; the base is fixed. An arm with six joints has up to sixteen; one with more has a continuum, of which these are
     * samples.
     */
    public List<double[]> allSolutions(double[] from) {
        guard.begin();
        guard.checkFixedBase();
        checkStart("from", from);
        List<double[]> solutions = new ArrayList<>();
        for (int k = 0; k < options.starts(); k++) {
            if (searchFrom(k, from)) {
                search.unwind(from);
                double[] q = new double[start.length];
                search.positions(q);
                if (solutions.stream().noneMatch(known -> isSame(known, q))) {
                    solutions.add(q);
                }
            }
        }
        return solutions;
    }

    private boolean isSame(double[] a, double[] b) {
        for (int j = 0; j < a.length; j++) {
            double difference = returns[j] ? Math.IEEEremainder(a[j] - b[j], 2 * Math.PI) : a[j] - b[j];
            if (Math.abs(difference) > 1e-3 * search.unit(j)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The posture that was found.
     *
     * @throws IllegalStateException unless the last search reached its goals
     */
    public void positions(double[] qOut) {
        guard.requireResults();
        guard.checkLength("qOut", qOut, start.length);
        search.positions(qOut);
    }

    /** The pose of the base that belongs to {@link #positions}. */
    public Pose worldFromBase() {
        guard.requireResults();
        return search.base();
    }

    /** How far the point of a target is from its goal, in meters. */
    public double positionError(int target) {
        guard.requireResults();
        checkTarget(target);
        return search.rows[target].positionError();
    }

    /** By which angle the body of a target is turned away from its goal. */
    public double turnError(int target) {
        guard.requireResults();
        checkTarget(target);
        return search.rows[target].turnError();
    }

    /** Whether the last search reached its goals. */
    public boolean isReached() {
        return reached;
    }
}
