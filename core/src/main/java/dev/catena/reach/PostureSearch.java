package dev.catena.reach;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.Arrays;

/** One search: steps of damped least squares from a posture until the goals are met or nothing gets better. */
final class PostureSearch {
    private static final int MOST_STEPS = 200;

    /** So many steps must at least halve the error. */
    private static final int PATIENCE = 8;

    /** No joint moves farther in a step, rad or characteristic lengths. */
    private static final double LONGEST_STEP = 1;

    private final PosedRobot robot;
    private final double tolerance;
    private final double length;
    private final int first;
    private final int n;
    private final int size;
    private final int levels;
    private final double[] baseStart = {0, 0, 0, 0, 0, 0, 1};
    private final double[] baseAt = baseStart.clone();
    private final double[] baseTrial = new double[7];

    /** In the order of targets. */
    final TargetRows[] rows;

    private final PrioritizedStep stepper;
    private final double[] lower;
    private final double[] upper;
    private final boolean[] held;
    private final double[] q;
    private final double[] trial;
    private final double[] kept;
    private final double[] baseKept = new double[7];
    private final double[] e;
    private final double[] J;
    private final double[] unit;

    /** In units of the coordinates. */
    private final double[] step;

    private final double[] damping;

    /** By level: ½ eᵀe now and after a trial. */
    private final double[] merit;

    private final double[] trialMerit;

    PostureSearch(PosedRobot robot, double tolerance, double length) {
        this.robot = robot;
        this.tolerance = tolerance;
        this.length = length;
        first = robot.first;
        n = robot.n;
        size = robot.size;
        rows = robot.rows;
        levels = robot.levels;
        stepper = new PrioritizedStep(size, robot.levelStart, robot.levelCount);
        lower = robot.lower;
        upper = robot.upper;
        held = new boolean[size];
        q = new double[n];
        trial = new double[n];
        kept = new double[n];
        e = robot.e;
        J = robot.J;
        unit = robot.unit;
        step = new double[size];
        damping = new double[levels];
        merit = new double[levels];
        trialMerit = new double[levels];
    }

    /** Where the base is when a search begins. */
    void startBase(Pose worldFromBase) {
        System.arraycopy(worldFromBase.position().toArray(), 0, baseStart, 0, 3);
        System.arraycopy(worldFromBase.rotation().toQuaternion(), 0, baseStart, 3, 4);
    }

    Pose base() {
        return new Pose(
                Rotation.fromQuaternion(baseAt[3], baseAt[4], baseAt[5], baseAt[6]),
                new Vector3(baseAt[0], baseAt[1], baseAt[2]));
    }

    /** What steps of a joint are counted in. */
    double unit(int joint) {
        return unit[first + joint];
    }

    void positions(double[] out) {
        System.arraycopy(q, 0, out, 0, n);
    }

    /** Position and quaternion of the base where the search ended. */
    void base(double[] out) {
        System.arraycopy(baseAt, 0, out, 0, 7);
    }

    /** Takes a posture that is known to meet the goals. */
    void set(double[] posture, double[] basePose) {
        System.arraycopy(posture, 0, q, 0, n);
        System.arraycopy(basePose, 0, baseAt, 0, 7);
        robot.restart();
        robot.place(q, baseAt, merit);
    }

    /** Whether the goals are met in the end. */
    boolean from(double[] start) {
        for (int j = 0; j < n; j++) {
            q[j] = Math.max(lower[j], Math.min(upper[j], start[j]));
        }
        System.arraycopy(baseStart, 0, baseAt, 0, 7);
        robot.restart();
        robot.place(q, baseAt, merit);
        return descend() && isConfirmed();
    }

    /**
     * Whether joints that follow from others are where they would be on the straight way from home: whoever is told the coordinates
     * will find them there.
     */
    boolean isConfirmed() {
        for (int attempt = 0; robot.hasMap() && attempt < 3; attempt++) {
            robot.restart();
            robot.place(q, baseAt, merit);
            if (Double.isInfinite(merit[0]) || robot.isFirstMet(tolerance)) {
                return Double.isFinite(merit[0]);
            }
            if (!descend()) {
                return false;
            }
        }
        return !robot.hasMap();
    }

    private boolean descend() {
        double factor = 1;
        double before = Double.POSITIVE_INFINITY;
        int wait = PATIENCE;
        boolean fresh = false;
        for (int k = 0; k < MOST_STEPS; k++) {
            if (!Double.isFinite(merit[0] + rest(merit))) {
                return false;
            }
            if (robot.isFirstMet(tolerance) && (levels == 1 || rest(merit) == 0)) {
                return true;
            }
            if (!fresh) {
                robot.linearize(baseAt);
                fresh = true;
            }
            for (int level = 0; level < levels; level++) {
                damping[level] = factor * merit[level];
            }
            if (!stepWithinLimits()) {
                return false;
            }
            advance();
            robot.place(trial, baseTrial, trialMerit);
            if (isBetter()) {
                accept();
                fresh = false;
                factor = Math.max(factor / 4, 1e-3);
            } else {
                robot.place(q, baseAt, merit);
                factor *= 8;
                if (factor > 1e6) {
                    return robot.isFirstMet(tolerance);
                }
            }
            if (--wait == 0) {
                double now = robot.isFirstMet(tolerance) ? rest(merit) : merit[0];
                if (now > before / 2) {
                    return robot.isFirstMet(tolerance);
                }
                before = now;
                wait = PATIENCE;
            }
        }
        return robot.isFirstMet(tolerance);
    }

    private double rest(double[] merits) {
        double sum = 0;
        for (int level = 1; level < levels; level++) {
            sum += merits[level];
        }
        return sum;
    }

    /** The first priority decides; once it is met it must stay so, and the others decide. */
    private boolean isBetter() {
        double missing = tolerance * length;
        if (merit[0] > missing * missing / 4 || levels == 1) {
            return trialMerit[0] < merit[0];
        }
        return robot.isFirstMet(tolerance) && rest(trialMerit) < rest(merit);
    }

    private void accept() {
        System.arraycopy(trial, 0, q, 0, n);
        System.arraycopy(baseTrial, 0, baseAt, 0, 7);
        System.arraycopy(trialMerit, 0, merit, 0, levels);
    }

    /** A step that leaves every joint within its limits: those that would leave them go to them, the others make up for it. */
    private boolean stepWithinLimits() {
        Arrays.fill(held, false);
        for (int pass = 0; pass <= n; pass++) {
            if (!stepper.solve(J, e, damping, held, step)) {
                return false;
            }
            boolean again = false;
            for (int j = 0; j < n; j++) {
                if (!held[first + j]) {
                    double wanted = q[j] + unit[first + j] * step[first + j];
                    if (wanted < lower[j] || wanted > upper[j]) {
                        step[first + j] = ((wanted < lower[j] ? lower[j] : upper[j]) - q[j]) / unit[first + j];
                        held[first + j] = true;
                        again = true;
                    }
                }
            }
            if (!again) {
                break;
            }
        }
        double longest = 0;
        for (int j = 0; j < n; j++) {
            longest = Math.max(longest, Math.abs(step[first + j]));
        }
        if (longest > LONGEST_STEP) {
            for (int i = 0; i < size; i++) {
                step[i] *= LONGEST_STEP / longest;
            }
        }
        return true;
    }

    private void advance() {
        for (int j = 0; j < n; j++) {
            trial[j] = Math.max(lower[j], Math.min(upper[j], q[j] + unit[first + j] * step[first + j]));
        }
        System.arraycopy(baseAt, 0, baseTrial, 0, 7);
        if (first > 0) {
            for (int k = 0; k < 3; k++) {
                baseTrial[k] += unit[k] * step[k];
            }
            turnBase(step[3], step[4], step[5]);
        }
    }

    /** The quaternion of a rotation vector in world axes, times that of the base. */
    private void turnBase(double wx, double wy, double wz) {
        double angle = Math.sqrt(wx * wx + wy * wy + wz * wz);
        double factor = angle < 1e-8 ? 0.5 : Math.sin(angle / 2) / angle;
        double c = Math.cos(angle / 2);
        double ax = factor * wx;
        double ay = factor * wy;
        double az = factor * wz;
        double x = baseAt[3];
        double y = baseAt[4];
        double z = baseAt[5];
        double w = baseAt[6];
        double nx = c * x + ax * w + ay * z - az * y;
        double ny = c * y + ay * w + az * x - ax * z;
        double nz = c * z + az * w + ax * y - ay * x;
        double nw = c * w - ax * x - ay * y - az * z;
        double norm = Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
        baseTrial[3] = nx / norm;
        baseTrial[4] = ny / norm;
        baseTrial[5] = nz / norm;
        baseTrial[6] = nw / norm;
    }

    /** Turns joints by whole turns to where they are nearest to a posture, within their limits. */
    void unwind(double[] posture) {
        for (int j = 0; j < n; j++) {
            if (robot.returns[j]) {
                double near = q[j] - 2 * Math.PI * Math.rint((q[j] - posture[j]) / (2 * Math.PI));
                if (near >= lower[j] && near <= upper[j]) {
                    q[j] = near;
                }
            }
        }
        robot.place(q, baseAt, merit);
    }

    /**
     * Moves toward a posture as far as the goals allow: steps along what the goals do not notice, each followed by a search for
     * the goals nearby; a step that ends farther away is tried shorter.
     */
    void approach(double[] posture) {
        double part = 1;
        for (int k = 0; k < MOST_STEPS && part > 1e-3; k++) {
            double before = distance(q, posture);
            System.arraycopy(q, 0, kept, 0, n);
            System.arraycopy(baseAt, 0, baseKept, 0, 7);
            robot.linearize(baseAt);
            Arrays.fill(e, 0);
            Arrays.fill(damping, 0);
            Arrays.fill(held, false);
            // d − J⁺ J d: what remains of the way after what would be noticed
            for (int i = 0; i < e.length; i++) {
                double sum = 0;
                for (int j = 0; j < n; j++) {
                    sum += J[i * size + first + j] * (posture[j] - q[j]) / unit[first + j];
                }
                e[i] = sum;
            }
            if (!stepper.solve(J, e, damping, held, step)) {
                return;
            }
            double longest = 0;
            for (int i = 0; i < size; i++) {
                step[i] = (i < first ? 0 : (posture[i - first] - q[i - first]) / unit[i]) - step[i];
                longest = Math.max(longest, Math.abs(step[i]));
            }
            if (!(longest >= 1e-9 && Double.isFinite(longest))) {
                set(kept, baseKept);
                return;
            }
            double scale = part * Math.min(1, 0.5 / longest);
            for (int i = 0; i < size; i++) {
                step[i] *= scale;
            }
            advance();
            System.arraycopy(trial, 0, q, 0, n);
            System.arraycopy(baseTrial, 0, baseAt, 0, 7);
            robot.place(q, baseAt, merit);
            if (descend() && distance(q, posture) < before) {
                part = Math.min(1, 2 * part);
            } else {
                set(kept, baseKept);
                part /= 2;
            }
        }
    }

    /** Between two postures, in units of the coordinates. */
    double distance(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            double way = (a[j] - b[j]) / unit[first + j];
            sum += way * way;
        }
        return Math.sqrt(sum);
    }
}
