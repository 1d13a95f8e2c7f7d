package dev.catena.reach;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is missing to all goals at a posture, and how that changes with the coordinates of the search: six of a floating base, then
 * those of the joints, or of the few that determine them. Joints that follow from others have no bounds that a step could keep, so
 * that what they exceed their limits by is missing too, beside the goals of the first priority.
 */
final class PosedRobot {
    /** Part of its range by which a joint that follows from others is kept away from its limits. */
    private static final double MARGIN = 1e-9;

    /** How many coordinates of a base come before those of the joints. */
    final int first;

    /** How many coordinates the joints have. */
    final int n;

    final int size;

    /** In the order of targets. */
    final TargetRows[] rows;

    final int levels;
    final int[] levelStart;
    final int[] levelCount;

    /** By coordinate of the joints. */
    final double[] lower;

    final double[] upper;
    final boolean[] turns;

    /** Whether whole turns change nothing. */
    final boolean[] returns;

    /** What is missing, ordered by priority. */
    final double[] e;

    /** By coordinate of the search: what its steps are counted in, 1 rad or what a radian is worth in meters. */
    final double[] unit;

    /** How that changes with coordinates in their units, row-major. */
    final double[] J;

    private final @Nullable JointMap map;
    private final int joints;
    private final Kinematics kinematics;
    private final Jacobian jacobian;
    private final BaseMotion base = new BaseMotion();

    /** By target: its first row. */
    private final int[] firstRow;

    private final int[] following;
    private final int firstLimit;
    private final double[] least;
    private final double[] most;

    /** What one of their coordinates is worth in meters: of slides one. */
    private final double[] worth;

    private final double length;
    private final double[] q;
    private final double[] G;
    private final double[] ofTree;

    PosedRobot(RobotModel robot, @Nullable JointMap map, List<PoseTarget> targets, double length) {
        this.map = map;
        this.length = length;
        first = robot.baseKind() == BaseKind.FLOATING ? 6 : 0;
        joints = robot.jointCount();
        n = map == null ? joints : map.count();
        size = first + n;
        kinematics = new Kinematics(robot);
        jacobian = new Jacobian(robot);
        rows = targets.stream()
                .map(target -> new TargetRows(robot, target, first, length))
                .toArray(TargetRows[]::new);
        following = following(robot, map);
        RowOrder order = new RowOrder(targets, following.length);
        levels = order.levels;
        levelStart = order.start;
        levelCount = order.count;
        firstRow = order.firstRow;
        firstLimit = order.extra;
        e = new double[order.rows];
        J = new double[order.rows * size];
        q = new double[joints];
        G = map == null ? new double[0] : new double[joints * n];
        ofTree = map == null ? J : new double[order.rows * (first + joints)];
        lower = new double[n];
        upper = new double[n];
        turns = new boolean[n];
        returns = new boolean[n];
        for (int k = 0; k < n; k++) {
            int j = map == null ? k : map.joint(k);
            JointLimits range = robot.movingJoints().get(j).limits();
            lower[k] = range.lower();
            upper[k] = range.upper();
            turns[k] = robot.movingJoints().get(j).kind() == JointKind.REVOLUTE;
            returns[k] = robot.returnsAfterTurn(j);
        }
        unit = new double[size];
        for (int i = 0; i < size; i++) {
            boolean isTurn = i < first ? i >= 3 : turns[i - first];
            unit[i] = isTurn ? 1 : length;
        }
        least = new double[following.length];
        most = new double[following.length];
        worth = new double[following.length];
        for (int i = 0; i < following.length; i++) {
            JointLimits range = robot.movingJoints().get(following[i]).limits();
            double width = range.upper() - range.lower();
            boolean isTurn = robot.movingJoints().get(following[i]).kind() == JointKind.REVOLUTE;
            worth[i] = isTurn ? length : 1;
            double margin = MARGIN * (Double.isFinite(width) ? width : length / worth[i]);
            least[i] = range.lower() + margin;
            most[i] = range.upper() - margin;
        }
    }

    /** The joints that follow from others and have limits. */
    private static int[] following(RobotModel robot, @Nullable JointMap map) {
        if (map == null) {
            return new int[0];
        }
        boolean[] given = new boolean[robot.jointCount()];
        for (int k = 0; k < map.count(); k++) {
            given[map.joint(k)] = true;
        }
        return IntStream.range(0, given.length)
                .filter(j -> !given[j])
                .filter(j -> {
                    JointLimits range = robot.movingJoints().get(j).limits();
                    return Double.isFinite(range.lower()) || Double.isFinite(range.upper());
                })
                .toArray();
    }

    /** Forgets where the joints were that follow from others. */
    void restart() {
        if (map != null) {
            map.restart();
        }
    }

    boolean hasMap() {
        return map != null;
    }

    /**
     * Puts the robot somewhere.
     *
     * @param basePose position and quaternion of a floating base
     * @param meritsOut by level: ½ eᵀe, infinite where there is no such posture
     */
    void place(double[] coordinates, double[] basePose, double[] meritsOut) {
        double[] positions = coordinates;
        if (map != null) {
            if (!map.place(coordinates, q)) {
                Arrays.fill(meritsOut, Double.POSITIVE_INFINITY);
                return;
            }
            positions = q;
        }
        if (first > 0) {
            base.pose(basePose[0], basePose[1], basePose[2], basePose[3], basePose[4], basePose[5], basePose[6]);
            kinematics.compute(base, positions, null, null, null);
        } else {
            kinematics.compute(positions);
        }
        for (int t = 0; t < rows.length; t++) {
            rows[t].error(kinematics, e, firstRow[t]);
        }
        for (int i = 0; i < following.length; i++) {
            e[firstLimit + i] = worth[i] * beyond(i);
        }
        for (int level = 0; level < levels; level++) {
            double sum = 0;
            for (int i = 0; i < levelCount[level]; i++) {
                sum += e[levelStart[level] + i] * e[levelStart[level] + i];
            }
            meritsOut[level] = sum / 2;
        }
    }

    /** The way back into its limits of a joint that follows from others. */
    private double beyond(int i) {
        double at = q[following[i]];
        return at < least[i] ? least[i] - at : at > most[i] ? most[i] - at : 0;
    }

    /** Whether all goals of the first priority are met, and all limits of joints that follow from others. */
    boolean isFirstMet(double tolerance) {
        for (int t = 0; t < rows.length; t++) {
            if (firstRow[t] < levelCount[0] && !rows[t].isMet(tolerance)) {
                return false;
            }
        }
        for (int i = 0; i < following.length; i++) {
            // the margin is for rounding
            if (Math.abs(beyond(i)) > MARGIN / 2 * Math.min(length / worth[i], most[i] - least[i])) {
                return false;
            }
        }
        return true;
    }

    /** J where the robot is. */
    void linearize(double[] basePose) {
        for (int t = 0; t < rows.length; t++) {
            rows[t].jacobian(jacobian, kinematics, basePose[0], basePose[1], basePose[2], ofTree, firstRow[t]);
        }
        if (map != null) {
            map.rates(G);
            reduce();
        }
        for (int i = 0; i < e.length; i++) {
            for (int j = 0; j < size; j++) {
                J[i * size + j] *= unit[j];
            }
        }
    }

    /** J G, with the columns of the base as they are, and rows of G for joints beyond their limits. */
    private void reduce() {
        int wide = first + joints;
        for (int i = 0; i < e.length; i++) {
            boolean isLimit = i >= firstLimit && i < firstLimit + following.length;
            for (int j = 0; j < first; j++) {
                J[i * size + j] = isLimit ? 0 : ofTree[i * wide + j];
            }
            for (int k = 0; k < n; k++) {
                double sum = 0;
                if (!isLimit) {
                    for (int j = 0; j < joints; j++) {
                        sum += ofTree[i * wide + first + j] * G[j * n + k];
                    }
                } else if (e[i] != 0) {
                    sum = worth[i - firstLimit] * G[following[i - firstLimit] * n + k];
                }
                J[i * size + first + k] = sum;
            }
        }
    }
}
