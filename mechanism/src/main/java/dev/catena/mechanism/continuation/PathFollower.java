package dev.catena.mechanism.continuation;

import java.util.Arrays;

/**
 * Follows a solution of equations along a way: strides along the tangent, each corrected by Newton's method. A stride
 * counts only where it is proven that one solution leads from its beginning to its end with no singular point between,
 * so that neither a branch is left nor a singularity overlooked, [Deuflhard 5.1].
 *
 * <p>Proof of a short stride, from its beginning alone: let s be its length and u = βLs. The map x − J⁺F(x, t) contracts a
 * ball of radius ρ around the tangent into itself if ½u² ≤ (1 − u − r) r with r = βLρ, for all t on the stride; that can be
 * had for u &lt; 0.41, and the solution is the only one for any r &lt; 1 − u.
 *
 * <p>Proof of a longer one, from both its ends: on the chord e between two solutions, F is at most 4/27 (Je + J₁e) by
 * Hermite's interpolation and J lies between J and J₁, but for remainders with s⁴/384 and s²/8. So what the proof needs is
 * measured, and bounds on derivatives serve for remainders only.
 *
 * <p>Nothing is allocated after construction.
 */
public final class PathFollower {
    /** How following a way ended. */
    public enum Outcome {
        /** At its end. */
        REACHED,
        /** In a singular point, or so near to one that the way beyond is not certain. */
        SINGULAR,
        /** Where the equations have no solution, although no singular point is near. */
        LOST
    }

    /** A residual that counts as a solution. */
    public static final double CLOSED = 1e-13;

    /** A residual that counts as a solution where rounding allows nothing better. */
    public static final double CLOSED_TO_ROUNDING = 1e-11;

    /** A point is singular where the last pivot of J is smaller than this part of the first, or of the longest arm. */
    public static final double SINGULAR = 1e-7;

    /** A residual that is nothing but rounding. */
    private static final double ROUNDING = 1e-15;

    /** What the residual may leave in J⁺, relatively. */
    private static final double ACCURACY = 1e-12;

    /** Below this ratio of pivots what fails, fails for a singularity nearby. */
    private static final double NEARLY_SINGULAR = 1e-4;

    /** βLs of a stride that is proven from its beginning alone. */
    public static final double SHORT = 0.4;

    /** Eight times what the remainder of J may take of a proof from both ends. */
    private static final double FARTHEST = 2.4;

    private static final double SHORTEST = 1e-13;
    private static final int MOST_STRIDES = 10_000;
    private static final int MOST_STEPS = 12;
    private static final int MOST_STEPS_OF_SEARCH = 40;
    private static final int MOST_HALVINGS = 12;
    private static final double LONGEST_STEP = 0.5;

    private final PathEquations equations;
    private final RankRevealingQr qr;
    private final double[] scale;
    private final double[] x;
    private final double[] before;
    private final double[] beforeStep;
    private final double[] tangent;
    private final double[] step;
    private final double[] chord;
    private final double[] residual;
    private final double[] rate;
    private final double[] startRate;
    private final double[] along;
    private final double[] startJacobian;
    private double norm = Double.NaN;
    private double beta = Double.NaN;
    private double contraction;
    private int strides;

    public PathFollower(PathEquations equations) {
        this.equations = equations;
        scale = equations.scale();
        int rows = equations.rows();
        int n = scale.length;
        qr = new RankRevealingQr(rows, n);
        x = new double[n];
        before = new double[n];
        beforeStep = new double[n];
        tangent = new double[n];
        step = new double[n];
        chord = new double[n];
        residual = new double[rows];
        rate = new double[rows];
        startRate = new double[rows];
        along = new double[rows];
        startJacobian = new double[rows * n];
    }

    /** The unknowns, to be read and set. */
    public double[] unknowns() {
        return x;
    }

    /** ‖F‖ where it was computed last. */
    public double norm() {
        return norm;
    }

    /** The factors of J where they were computed last. */
    public RankRevealingQr factors() {
        return qr;
    }

    /** How many strides were tried by the last {@link #follow}. */
    public int strides() {
        return strides;
    }

    public boolean isSingular() {
        return !(pivotRatio() >= SINGULAR);
    }

    private double pivotRatio() {
        return qr.pivotRatio(equations.reach());
    }

    /** J and its factors at the unknowns. */
    public void factorAt(double t) {
        equations.place(x, t);
        norm = equations.residual(residual);
        factor();
    }

    private void factor() {
        equations.jacobian(qr.entries());
        qr.decompose();
        beta = Double.NaN;
    }

    /** ‖J⁺‖ of the factors at hand, found when it is asked for. */
    private double beta() {
        if (Double.isNaN(beta)) {
            beta = qr.inverseNorm();
        }
        return beta;
    }

    /** Searches any solution near the unknowns, by steps that are shortened until the residual becomes less. */
    public boolean search(double t) {
        equations.place(x, t);
        norm = equations.residual(residual);
        for (int i = 0; i < MOST_STEPS_OF_SEARCH && norm > CLOSED; i++) {
            factor();
            if (improve(t, MOST_HALVINGS) == 0) {
                break;
            }
        }
        if (!(norm <= CLOSED_TO_ROUNDING)) {
            return false;
        }
        factor();
        refine(t);
        return true;
    }

    /**
     * Goes from t = 0 to 1. The unknowns are those at t = 0, and factored; on return those at the end of the way, factored,
     * or where it could be followed to.
     */
    public Outcome follow() {
        double done = 0;
        double longest = Double.POSITIVE_INFINITY;
        for (strides = 1; strides <= MOST_STRIDES; strides++) {
            double pivotRatio = pivotRatio();
            if (!(pivotRatio >= SINGULAR)) {
                return Outcome.SINGULAR;
            }
            double length = setTangent();
            double beta = beta();
            double bend = beta * equations.curvature(beta, 0);
            double part = 1 - done;
            double s = Math.min(part * length, longest);
            boolean isShort = bend * s <= SHORT;
            if (!isShort) {
                s = Math.min(s, Math.sqrt(FARTHEST / (bend * equations.growth())));
            }
            if (s < part * length) {
                part = s / length;
            }
            double t = part == 1 - done ? 1 : done + part;
            System.arraycopy(x, 0, before, 0, x.length);
            if (!isShort) {
                System.arraycopy(qr.entries(), 0, startJacobian, 0, startJacobian.length);
                System.arraycopy(rate, 0, startRate, 0, rate.length);
            }
            boolean found = correct(part, t, isShort ? (1 - bend * s) / bend : s, beta, bend);
            if (found && (isShort || isOneBranch(t - done))) {
                done = t;
                if (done == 1) {
                    refine(1);
                    return Outcome.REACHED;
                }
                longest = s * (isShort || contraction < 0.25 ? 2 : contraction > 0.5 ? 0.7 : 1);
            } else {
                System.arraycopy(before, 0, x, 0, x.length);
                factorAt(done);
                longest = s / 2;
                if (s < SHORTEST || (!found && isShort && bend * s < SHORT / 8)) {
                    return pivotRatio < NEARLY_SINGULAR ? Outcome.SINGULAR : Outcome.LOST;
                }
            }
        }
        return pivotRatio() < NEARLY_SINGULAR ? Outcome.SINGULAR : Outcome.LOST;
    }

    /** dx/dt = −J⁺ ∂F/∂t, scaled; returns the length of the way from t = 0 to 1 if it went on like that. */
    private double setTangent() {
        double speed = equations.speed();
        if (speed == 0) {
            Arrays.fill(tangent, 0);
            return 0;
        }
        equations.rate(rate);
        qr.solve(rate, tangent);
        double sum = speed * speed;
        for (int k = 0; k < tangent.length; k++) {
            tangent[k] = -tangent[k];
            sum += tangent[k] * tangent[k];
        }
        return Math.sqrt(sum);
    }

    /** Predicts along the tangent, and then finds the solution, at most so far from the prediction. */
    private boolean correct(double part, double t, double farthest, double beta, double bend) {
        for (int k = 0; k < x.length; k++) {
            x[k] += part * scale[k] * tangent[k];
        }
        equations.place(x, t);
        norm = equations.residual(residual);
        double enough = accuracy(beta, bend);
        double moved = 0;
        for (int i = 0; i < MOST_STEPS && norm > enough; i++) {
            factor();
            double taken = improve(t, 0);
            moved += taken;
            if (taken == 0 || !(moved < farthest)) {
                break;
            }
        }
        if (!(norm <= CLOSED_TO_ROUNDING && moved < farthest)) {
            return false;
        }
        factor();
        return true;
    }

    /** The residual that leaves J⁺ accurate: J⁺ changes by β L ‖δx‖, relatively, and ‖δx‖ ≤ β ‖F‖. */
    private static double accuracy(double beta, double bend) {
        return Math.max(ROUNDING, Math.min(CLOSED, ACCURACY / (beta * bend)));
    }

    /** Goes on as long as the residual is too large for J, and becomes less: J is poor long before the solution is. */
    private void refine(double t) {
        for (int i = 0; i < MOST_STEPS; i++) {
            double beta = beta();
            if (norm <= accuracy(beta, beta * equations.curvature(beta, 0)) || improve(t, 0) == 0) {
                return;
            }
            factor();
        }
    }

    /** One step with the factors at hand; returns its length, zero where no step makes the residual less. */
    private double improve(double t, int mostHalvings) {
        qr.solve(residual, step);
        double sum = 0;
        for (double s : step) {
            sum += s * s;
        }
        double length = Math.sqrt(sum);
        double part = length > LONGEST_STEP ? LONGEST_STEP / length : 1;
        double previous = norm;
        System.arraycopy(x, 0, beforeStep, 0, x.length);
        for (int halving = 0; halving <= mostHalvings; halving++) {
            for (int k = 0; k < x.length; k++) {
                x[k] = beforeStep[k] - part * scale[k] * step[k];
            }
            equations.place(x, t);
            norm = equations.residual(residual);
            if (norm < previous) {
                return part * length;
            }
            part /= 2;
        }
        System.arraycopy(beforeStep, 0, x, 0, x.length);
        equations.place(x, t);
        norm = equations.residual(residual);
        return 0;
    }

    /** Whether one solution joins two ends of a stride: both are solutions, and the second is factored. */
    private boolean isOneBranch(double part) {
        int n = x.length;
        double sum = part * equations.speed() * part * equations.speed();
        for (int k = 0; k < n; k++) {
            chord[k] = (x[k] - before[k]) / scale[k];
            sum += chord[k] * chord[k];
        }
        double s = Math.sqrt(sum);
        double beta = beta();
        double bend = beta * equations.curvature(beta, s);
        double growth = equations.growth();
        equations.rate(rate);
        // ‖J₁⁺F‖ on the chord, by Hermite's interpolation from zero to zero
        double miss = 4.0 / 27 * (alongChord(startJacobian, startRate, part) + alongChord(qr.entries(), rate, part))
                + bend * growth * growth * s * s * s * s / 384;
        // ‖J₁⁺J − 1‖ on the chord
        contraction = change() + bend * growth * s * s / 8;
        return contraction < 1 && 4 * bend * miss <= (1 - contraction) * (1 - contraction);
    }

    /** ‖J₁⁺ J e‖ for the chord e and J at one of its ends. */
    private double alongChord(double[] jacobian, double[] byPart, double part) {
        int n = x.length;
        for (int r = 0; r < along.length; r++) {
            double sum = part * byPart[r];
            for (int k = 0; k < n; k++) {
                sum += jacobian[r * n + k] * chord[k];
            }
            along[r] = sum;
        }
        qr.solve(along, step);
        double square = 0;
        for (double s : step) {
            square += s * s;
        }
        return Math.sqrt(square);
    }

    /** ‖J₁⁺ J − 1‖ with J at the beginning of the stride. */
    private double change() {
        int n = x.length;
        double square = 0;
        for (int k = 0; k < n; k++) {
            for (int r = 0; r < along.length; r++) {
                along[r] = startJacobian[r * n + k];
            }
            qr.solve(along, step);
            step[k] -= 1;
            for (double s : step) {
                square += s * s;
            }
        }
        return Math.sqrt(square);
    }
}
