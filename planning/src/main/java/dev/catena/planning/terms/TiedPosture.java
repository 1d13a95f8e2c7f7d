package dev.catena.planning.terms;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.nlp.EvaluationException;
import dev.catena.planning.function.JointUnits;
import dev.catena.planning.function.StandingPoints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Postures in which points stand in their places: dependent coordinates as a function of the independent ones, by Newton steps
 * that follow them from a posture that has the points in place.
 */
final class TiedPosture {
    /** Steps of this size or less, rad or robot's lengths as all that follow, do not change a posture. */
    private static final double SMALL = 1e-13;

    /** A posture is known when its last step was this small: the next would be rounding. */
    private static final double CONVERGED = 1e-8;

    /** Farther than this a first step does not go, so that a posture stays in its assembly. */
    private static final double FAR = 0.25;

    private static final int MOST_STEPS = 12;
    private static final double SHORTEST = 1.0 / 256;

    /** Below this share of the largest pivot, the independent coordinates say nothing of a dependent one. */
    private static final double SINGULAR = 1e-7;

    /** Points that are farther apart from their places than this contradict each other. */
    private static final double APART = 1e-9;

    final RobotModel robot;
    final int n;
    final int rows;
    final int[] independent;
    final int[] dependent;
    private final TallFactor factor;
    /** What coordinates count in: a rad, of slides the robot's length. */
    final double[] units;

    final double length;
    private final StandingPoints points;
    private final Kinematics kinematics;
    private final Jacobian jacobian;
    private final int[] body;
    private final int[][] paths;
    private final double[] columns;
    private final double[] pose = new double[12];
    private final double[] arm = new double[3];
    private final PointSeries[] placed;

    /** J at the posture placed last, and by how much points are off. */
    final double[] matrix;

    private final double[] gap;
    private final double[] step;
    private final double[] tried;
    private final double[] kept;

    /** @param independent the coordinates that are given, ascending */
    TiedPosture(StandingPoints points, int... independent) {
        this.points = points;
        this.independent = independent;
        robot = points.robot();
        n = robot.jointCount();
        rows = 3 * points.held().size();
        length = points.length();
        units = JointUnits.of(robot);
        boolean[] isGiven = new boolean[n];
        for (int i : independent) {
            isGiven[i] = true;
        }
        int[] others = new int[n - independent.length];
        for (int i = 0, k = 0; i < n; i++) {
            if (!isGiven[i]) {
                others[k++] = i;
            }
        }
        dependent = others;
        factor = new TallFactor(rows, dependent.length);
        kinematics = new Kinematics(robot);
        jacobian = new Jacobian(robot);
        body = points.held().stream()
                .mapToInt(held -> robot.bodyIndex(held.body()))
                .toArray();
        paths = new int[body.length][];
        Arrays.setAll(paths, p -> path(robot, body[p]));
        columns = new double[6 * n];
        matrix = new double[rows * n];
        gap = new double[rows];
        step = new double[n];
        tried = new double[n];
        kept = new double[n];
        placed = series(0);
    }

    private static int[] path(RobotModel robot, int body) {
        List<Integer> path = new ArrayList<>();
        for (int b = body; b > 0; b = robot.parent(b)) {
            Joint joint = robot.jointOf(b).orElseThrow();
            if (joint.kind().moves()) {
                path.add(0, robot.coordinate(joint.name()));
            }
        }
        return path.stream().mapToInt(i -> i).toArray();
    }

    /** Series of the points with nothing in them. */
    PointSeries[] series(int highestOrder) {
        PointSeries[] all = new PointSeries[body.length];
        Arrays.setAll(all, p -> new PointSeries(paths[p], highestOrder));
        return all;
    }

    TiedPosture copy() {
        return new TiedPosture(points, independent);
    }

    /** Places the points of a posture: order zero of their series, and J. Returns by how much the worst is off, m. */
    @CanIgnoreReturnValue
    double place(double[] q, PointSeries[] out) {
        kinematics.compute(q);
        double worst = 0;
        for (int p = 0; p < body.length; p++) {
            StandingPoints.Held held = points.held().get(p);
            if (p == 0 || body[p] != body[p - 1]) {
                jacobian.compute(kinematics, body[p], columns);
                kinematics.worldFromBody(body[p], pose);
            }
            Vector3 point = held.pointInBody();
            Vector3 place = held.placeInWorld();
            for (int axis = 0; axis < 3; axis++) {
                arm[axis] =
                        pose[3 * axis] * point.x() + pose[3 * axis + 1] * point.y() + pose[3 * axis + 2] * point.z();
                double wanted = axis == 0 ? place.x() : axis == 1 ? place.y() : place.z();
                gap[3 * p + axis] = pose[9 + axis] + arm[axis] - wanted;
                worst = Math.max(worst, Math.abs(gap[3 * p + axis]));
            }
            out[p].place(columns, n, arm);
        }
        fillMatrix(out, 0, matrix);
        return worst;
    }

    /** The coefficient of an order of J, a row for each coordinate of a point. */
    void fillMatrix(PointSeries[] series, int order, double[] out) {
        Arrays.fill(out, 0);
        for (int p = 0; p < series.length; p++) {
            for (int k = 0; k < series[p].length(); k++) {
                for (int axis = 0; axis < 3; axis++) {
                    out[(3 * p + axis) * n + series[p].onPath(k)] = series[p].b[order][3 * k + axis];
                }
            }
        }
    }

    /** J at the posture placed last, to choose coordinates by: half of the robot's length of a slide is as much as a rad. */
    double[] toChooseBy() {
        double[] scaled = matrix.clone();
        for (int k = 0; k < scaled.length; k++) {
            scaled[k] *= robot.movingJoints().get(k % n).kind() == JointKind.PRISMATIC ? length / 2 : 1;
        }
        return scaled;
    }

    /** Factors the dependent columns of J at the posture placed last, by coordinates in their units. */
    void factorMatrix() {
        double[] a = factor.matrix();
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < dependent.length; c++) {
                a[r * dependent.length + c] = matrix[r * n + dependent[c]] * units[dependent[c]];
            }
        }
        if (!(factor.factor() > SINGULAR)) {
            throw new EvaluationException("contacts leave more than %s coordinates free here: the posture is singular"
                    .formatted(independent.length));
        }
    }

    /** The dependent coordinates, as they are, by which points move so. */
    void solve(double[] b, double[] xOut) {
        factor.solve(b, xOut);
        for (int c = 0; c < dependent.length; c++) {
            xOut[c] *= units[dependent[c]];
        }
    }

    /** The transpose of that; b is overwritten. */
    void solveTransposed(double[] b, double[] yOut) {
        for (int c = 0; c < dependent.length; c++) {
            b[c] *= units[dependent[c]];
        }
        factor.solveTransposed(b, yOut);
    }

    /**
     * Moves a posture that has the points in place to other independent coordinates.
     *
     * @param q begins as the posture, ends as the other one
     * @throws EvaluationException where there is none that is connected with it
     */
    void follow(double[] q, double[] x) {
        double done = 0;
        double length = 1;
        while (done < 1) {
            System.arraycopy(q, 0, kept, 0, n);
            double share = Math.min(length, 1 - done) / (1 - done);
            for (int k = 0; k < independent.length; k++) {
                int i = independent[k];
                tried[i] = q[i] + share * (x[k] - q[i]);
            }
            if (reach(q)) {
                done = share == 1 ? 1 : done + length;
                length = Math.min(1, 2 * length);
            } else {
                System.arraycopy(kept, 0, q, 0, n);
                length /= 2;
                if (length < SHORTEST) {
                    throw new EvaluationException("no posture has the contacts in their places here");
                }
            }
        }
        for (int k = 0; k < independent.length; k++) {
            q[independent[k]] = x[k];
        }
        if (place(q, placed) > APART * length) {
            throw new EvaluationException("contacts contradict each other here");
        }
    }

    /** Newton steps to the independent coordinates that are tried; false if they go far or do not settle. */
    private boolean reach(double[] q) {
        double before = predict(q);
        if (!(before < FAR)) {
            return false;
        }
        for (int k = 0; k < MOST_STEPS; k++) {
            place(q, placed);
            factorMatrix();
            factor.solve(gap, step);
            double size = 0;
            for (int c = 0; c < dependent.length; c++) {
                q[dependent[c]] -= step[c] * units[dependent[c]];
                size = Math.max(size, Math.abs(step[c]));
            }
            if (size <= SMALL || (before <= CONVERGED && size >= before / 2)) {
                return true;
            }
            if (!(size < FAR) || (k > 0 && size > 0.5 * before)) {
                return size <= CONVERGED;
            }
            before = size;
        }
        return false;
    }

    /** Moves dependent coordinates along with the independent ones, to first order; returns the largest change. */
    private double predict(double[] q) {
        place(q, placed);
        factorMatrix();
        Arrays.fill(gap, 0);
        double largest = 0;
        for (int i : independent) {
            double change = tried[i] - q[i];
            largest = Math.max(largest, Math.abs(change) / units[i]);
            for (int r = 0; r < rows; r++) {
                gap[r] += matrix[r * n + i] * change;
            }
            q[i] = tried[i];
        }
        factor.solve(gap, step);
        for (int c = 0; c < dependent.length; c++) {
            q[dependent[c]] -= step[c] * units[dependent[c]];
            largest = Math.max(largest, Math.abs(step[c]));
        }
        return largest;
    }

    /** Puts dependent coordinates of a posture near the contacts onto them. */
    void settle(double[] q) {
        for (int i : independent) {
            tried[i] = q[i];
        }
        if (!reach(q) || place(q, placed) > APART * length) {
            throw new EvaluationException("no posture has the contacts in their places here");
        }
    }
}
