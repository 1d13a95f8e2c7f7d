package dev.catena.mechanism.parallel;

import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.continuation.PathFollower;
import dev.catena.tree.Guard;
import java.util.Arrays;

/**
 * The inverse geometry of any leg: its joints follow the tip from where the coordinates given put it, along a straight
 * line and turning about one axis, to where it belongs. So they stay on their branch, whatever the distance; a singular
 * posture on the way is a status. Unlike a formula this owns buffers, so each thread needs its own, by {@link #copy}.
 */
public final class NumericalLegGeometry implements LegGeometry {
    /** Residual, m or rad, that counts as reached; the search goes on to rounding. */
    public static final double TOLERANCE = 1e-11;

    private static final int MOST_STEPS = 200;
    private static final double LEAST_DAMPING = 1e-16;
    private static final double MOST_DAMPING = 1e12;

    private final Leg leg;
    private final Guard guard;
    private final LegWay way;
    private final PathFollower follower;
    private final int n;
    private final int rows;
    private final int tip;
    private final Kinematics kinematics;
    private final Jacobian jacobian;
    private final HouseholderFactor damped;
    private final double[] J;
    private final double[] pose = new double[12];
    private final double[] residual;
    private final double[] stacked;
    private final double[] right;
    private final double[] step;
    private final double[] trial;
    private final double[] columnNorm;

    public NumericalLegGeometry(Leg leg) {
        this.leg = leg;
        guard = new Guard(NumericalLegGeometry.class, "leg \"" + leg.name() + "\"");
        way = new LegWay(leg);
        follower = new PathFollower(way);
        n = leg.model().jointCount();
        rows = leg.connection().rows();
        tip = leg.model().bodyIndex(leg.tip());
        kinematics = new Kinematics(leg.model());
        jacobian = new Jacobian(leg.model());
        damped = new HouseholderFactor(rows + n, n);
        J = new double[6 * n];
        residual = new double[6];
        stacked = new double[(rows + n) * n];
        right = new double[rows + n];
        step = new double[n];
        trial = new double[n];
        columnNorm = new double[n];
    }

    /** One for another thread. */
    public NumericalLegGeometry copy() {
        return new NumericalLegGeometry(leg);
    }

    @Override
    public LegStatus solve(double[] worldFromTip, double[] coordinates) {
        guard.begin();
        guard.checkLength("worldFromTip", worldFromTip, 12);
        guard.checkLength("coordinates", coordinates, n);
        guard.checkFinite("worldFromTip", worldFromTip);
        guard.checkFinite("coordinates", coordinates);
        double[] x = follower.unknowns();
        System.arraycopy(coordinates, 0, x, 0, n);
        way.set(coordinates, worldFromTip);
        follower.factorAt(0);
        if (follower.isSingular()) {
            // no branch to stay on
            return search(worldFromTip, coordinates);
        }
        boolean reached = follower.follow() == PathFollower.Outcome.REACHED;
        if (reached) {
            System.arraycopy(x, 0, coordinates, 0, n);
            return LegStatus.REACHED;
        }
        return lookBeyond(worldFromTip, coordinates);
    }

    /** Whether the leg reaches a pose although it cannot be followed there; a singular posture itself is reached. */
    private LegStatus lookBeyond(double[] worldFromTip, double[] coordinates) {
        double[] x = follower.unknowns();
        if (search(worldFromTip, x) != LegStatus.REACHED) {
            return LegStatus.OUT_OF_REACH;
        }
        follower.factorAt(1);
        if (!follower.isSingular()) {
            return LegStatus.BEYOND_SINGULARITY;
        }
        System.arraycopy(x, 0, coordinates, 0, n);
        return LegStatus.REACHED;
    }

    /** Any coordinates near those given that put the tip where it belongs, by a damped Gauss-Newton search. */
    LegStatus search(double[] worldFromTip, double[] coordinates) {
        double error = residual(worldFromTip, coordinates);
        double damping = 1e-4;
        for (int k = 0; k < MOST_STEPS && error > 0; k++) {
            linearize();
            boolean better = false;
            while (!better && damping < MOST_DAMPING) {
                dampedStep(coordinates, damping);
                double next = residual(worldFromTip, trial);
                better = next < error;
                if (better) {
                    System.arraycopy(trial, 0, coordinates, 0, n);
                    error = next;
                    damping = Math.max(LEAST_DAMPING, damping * 0.01);
                } else {
                    damping = error < TOLERANCE ? MOST_DAMPING : damping * 10;
                }
            }
            if (!better) {
                // no step makes it smaller: either rounding is reached, or a distance that cannot be closed
                return error < TOLERANCE && isUpright(worldFromTip, coordinates)
                        ? LegStatus.REACHED
                        : LegStatus.OUT_OF_REACH;
            }
        }
        return error < TOLERANCE && isUpright(worldFromTip, coordinates) ? LegStatus.REACHED : LegStatus.NOT_CONVERGED;
    }

    /** e = (p − p*; ½ vee(R R*ᵀ − R*Rᵀ)); returns its norm. */
    private double residual(double[] target, double[] q) {
        kinematics.compute(q);
        kinematics.worldFromBody(tip, pose);
        for (int i = 0; i < 3; i++) {
            residual[i] = pose[9 + i] - target[9 + i];
        }
        if (rows == 6) {
            residual[3] = (turned(target, 2, 1) - turned(target, 1, 2)) / 2;
            residual[4] = (turned(target, 0, 2) - turned(target, 2, 0)) / 2;
            residual[5] = (turned(target, 1, 0) - turned(target, 0, 1)) / 2;
        }
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += residual[i] * residual[i];
        }
        return Math.sqrt(sum);
    }

    /** An entry of R R*ᵀ. */
    private double turned(double[] target, int i, int j) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            sum += pose[3 * i + k] * target[3 * j + k];
        }
        return sum;
    }

    /** The residual of a turn by 180° is zero too; its trace is −1 instead of 3. */
    private boolean isUpright(double[] target, double[] q) {
        if (rows == 3) {
            return true;
        }
        kinematics.compute(q);
        kinematics.worldFromBody(tip, pose);
        return turned(target, 0, 0) + turned(target, 1, 1) + turned(target, 2, 2) > 2;
    }

    /** Jacobian and residual at the accepted coordinates, in the upper rows of the stacked system. */
    private void linearize() {
        jacobian.compute(kinematics, tip, J);
        Arrays.fill(columnNorm, 0);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < n; j++) {
                double value = J[i * n + j];
                stacked[i * n + j] = value;
                columnNorm[j] += value * value;
            }
            right[i] = -residual[i];
        }
    }

    /** q + δ with the least |J δ + e|² + λ|D δ|², D the norms of the columns. */
    private void dampedStep(double[] q, double damping) {
        Arrays.fill(stacked, rows * n, stacked.length, 0);
        Arrays.fill(right, rows, right.length, 0);
        double root = Math.sqrt(damping);
        for (int j = 0; j < n; j++) {
            stacked[(rows + j) * n + j] = root * Math.max(1e-3, Math.sqrt(columnNorm[j]));
        }
        if (!(damped.factor(stacked) > 0)) {
            System.arraycopy(q, 0, trial, 0, n);
            return;
        }
        damped.solve(right, step);
        for (int j = 0; j < n; j++) {
            trial[j] = q[j] + step[j];
        }
    }
}
