package dev.catena.simulation;

import dev.catena.algebra.Cholesky;
import java.util.Arrays;

/**
 * Forces that hold joints at rest as long as they suffice: Coulomb friction, and stops that joints rest on. With x the
 * velocities after a step, or accelerations of joints at rest,
 *
 * <pre>A x = b + p,   leastᵢ ≤ pᵢ ≤ mostᵢ,   pᵢ = leastᵢ where xᵢ &gt; 0,   pᵢ = mostᵢ where xᵢ &lt; 0</pre>
 *
 * has exactly one solution, the minimum of the convex ½ xᵀ A x − bᵀ x − Σ (leastᵢ max(xᵢ, 0) + mostᵢ min(xᵢ, 0)). Friction
 * of a joint is [−F, F]; a stop makes one end infinite, and both ends for a joint that cannot move at all.
 *
 * <p>An active set finds the minimum after finitely many steps: with some joints held at zero and the signs of the others
 * given, the minimum is that of a quadratic; the way there ends where a joint comes to rest, which is then held; at the
 * minimum, held joints are let go whose force is out of range. Held joints have xᵢ = 0 to the last bit.
 *
 * <p>Smooth friction −f tanh(xᵢ / w) may come on top: Newton's method around the same, with shorter steps where they
 * would lead beyond the minimum.
 */
final class HoldingForces {
    /** Forces out of range by this part of what they are made of are within. */
    private static final double ROUNDING = 1e-12;

    /** A joint that comes to rest again so often is at the very end of its range, as far as rounding lets one see. */
    private static final int MOST_RELEASES = 20;

    private static final int MOST_NEWTON_STEPS = 100;
    private static final int LINE_SEARCH_STEPS = 20;

    final int size;

    /** A, row-major, symmetric and positive definite. */
    final double[] matrix;

    /** b. */
    final double[] load;

    final double[] least;
    final double[] most;

    /** f and w of smooth friction; f is zero where there is none. */
    final double[] smoothForce;

    final double[] smoothWidth;

    /** Where to start, best with the signs that are expected; afterwards the solution. */
    final double[] x;

    /** p after solving. */
    final double[] force;

    /** By joint: the sign of x; zero while held. */
    private final int[] side;

    /** By joint: how often it was let go. */
    private final int[] releases;

    private final int[] free;
    private final double[] factor;
    private final double[] face;
    private final double[] slope;
    private final double[] effective;
    private final double[] before;
    private boolean isSmooth;

    HoldingForces(int size) {
        this.size = size;
        matrix = new double[size * size];
        load = new double[size];
        least = new double[size];
        most = new double[size];
        smoothForce = new double[size];
        smoothWidth = new double[size];
        x = new double[size];
        force = new double[size];
        side = new int[size];
        releases = new int[size];
        free = new int[size];
        factor = new double[size * size];
        face = new double[size];
        slope = new double[size];
        effective = new double[size];
        before = new double[size];
    }

    /** Whether a joint can be held. */
    private boolean holds(int i) {
        return least[i] < most[i];
    }

    /**
     * Solves for {@link #x} and {@link #force}.
     *
     * @return −1, or a row in which A is not positive definite
     */
    int solve() {
        isSmooth = false;
        for (double f : smoothForce) {
            isSmooth |= f != 0;
        }
        System.arraycopy(load, 0, effective, 0, size);
        if (!isSmooth) {
            return minimize();
        }
        for (int k = 0; k < MOST_NEWTON_STEPS; k++) {
            System.arraycopy(x, 0, before, 0, size);
            linearize();
            int singular = minimize();
            if (singular >= 0) {
                return singular;
            }
            if (approach()) {
                return -1;
            }
        }
        throw new SimulationFailure("smooth friction is too steep for its forces to be found");
    }

    /** f tanh(x/w) ≈ f tanh(x₀/w) + s (x − x₀) with the slope s = f/w (1 − tanh²). */
    private void linearize() {
        for (int i = 0; i < size; i++) {
            if (smoothForce[i] != 0) {
                double t = Math.tanh(x[i] / smoothWidth[i]);
                slope[i] = smoothForce[i] / smoothWidth[i] * (1 - t * t);
                effective[i] = load[i] - smoothForce[i] * t + slope[i] * x[i];
            }
        }
    }

    /** Goes from the point before to x, or less far where that would be uphill; true if the forces at x are right. */
    private boolean approach() {
        boolean right = true;
        for (int i = 0; i < size; i++) {
            if (smoothForce[i] != 0) {
                double linear = smoothForce[i] * Math.tanh(before[i] / smoothWidth[i]) + slope[i] * (x[i] - before[i]);
                double exact = smoothForce[i] * Math.tanh(x[i] / smoothWidth[i]);
                right &= Math.abs(exact - linear) <= ROUNDING * smoothForce[i];
            }
        }
        if (right) {
            return true;
        }
        System.arraycopy(x, 0, face, 0, size);
        double downhill = 0;
        double uphill = 1;
        if (rise(1) > 0) {
            for (int k = 0; k < LINE_SEARCH_STEPS; k++) {
                double part = 0.5 * (downhill + uphill);
                if (rise(part) > 0) {
                    uphill = part;
                } else {
                    downhill = part;
                }
            }
            goTo(uphill);
        }
        return false;
    }

    private void goTo(double part) {
        for (int i = 0; i < size; i++) {
            x[i] = before[i] + part * (face[i] - before[i]);
        }
    }

    /** Goes part of the way to the face, and says how what is minimized rises there along the way. */
    private double rise(double part) {
        goTo(part);
        double sum = 0;
        for (int i = 0; i < size; i++) {
            double gradient = -load[i];
            for (int j = 0; j < size; j++) {
                gradient += matrix[i * size + j] * x[j];
            }
            if (smoothForce[i] != 0) {
                gradient += smoothForce[i] * Math.tanh(x[i] / smoothWidth[i]);
            }
            if (x[i] != 0) {
                gradient -= x[i] > 0 ? least[i] : most[i];
            }
            sum += (face[i] - before[i]) * gradient;
        }
        return sum;
    }

    /** The minimum of the quadratic with its kinks, by active sets: at most a few steps for each joint. */
    private int minimize() {
        takeSides();
        while (true) {
            int singular = solveFace();
            if (singular >= 0) {
                return singular;
            }
            if (goToFace() && !release()) {
                return -1;
            }
        }
    }

    private void takeSides() {
        Arrays.fill(releases, 0);
        for (int i = 0; i < size; i++) {
            side[i] = (int) Math.signum(x[i]);
            boolean impossible = (side[i] > 0 && least[i] == Double.NEGATIVE_INFINITY)
                    || (side[i] < 0 && most[i] == Double.POSITIVE_INFINITY);
            if (impossible) {
                side[i] = 0;
                x[i] = 0;
            }
        }
    }

    /** The minimum with all held joints at zero and the others' forces given, as if these could change their sign. */
    private int solveFace() {
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (side[i] != 0 || !holds(i)) {
                free[count++] = i;
            }
        }
        for (int r = 0; r < count; r++) {
            int i = free[r];
            face[r] = effective[i] + (side[i] < 0 ? most[i] : least[i]);
            for (int c = 0; c <= r; c++) {
                factor[r * count + c] = matrix[i * size + free[c]];
            }
            if (isSmooth && smoothForce[i] != 0) {
                factor[r * count + r] += slope[i];
            }
        }
        int singular = Cholesky.factor(factor, count);
        if (singular >= 0) {
            return free[singular];
        }
        Cholesky.solve(factor, count, face);
        for (int r = count - 1; r >= 0; r--) {
            face[free[r]] = face[r];
        }
        for (int i = 0; i < size; i++) {
            if (side[i] == 0 && holds(i)) {
                face[i] = 0;
            }
        }
        return -1;
    }

    /** Goes to the minimum of the face, or to where the first joint comes to rest; true if it was reached. */
    private boolean goToFace() {
        double part = 1;
        boolean blocked = false;
        for (int i = 0; i < size; i++) {
            if (isBlocked(i)) {
                blocked = true;
                part = Math.min(part, partToRest(i));
            }
        }
        for (int i = 0; i < size; i++) {
            if (isBlocked(i) && partToRest(i) <= part) {
                x[i] = 0;
                side[i] = 0;
            } else {
                x[i] = blocked ? x[i] + part * (face[i] - x[i]) : face[i];
            }
        }
        return !blocked;
    }

    private boolean isBlocked(int i) {
        return side[i] != 0 && holds(i) && side[i] * face[i] <= 0;
    }

    private double partToRest(int i) {
        return x[i] == 0 ? 0 : x[i] / (x[i] - face[i]);
    }

    /** Lets all joints go whose force is out of range; false if there is none. */
    private boolean release() {
        boolean released = false;
        for (int i = 0; i < size; i++) {
            if (!holds(i)) {
                force[i] = least[i];
            } else if (side[i] != 0) {
                force[i] = side[i] > 0 ? least[i] : most[i];
            } else {
                released |= holdOrRelease(i);
            }
        }
        return released;
    }

    private boolean holdOrRelease(int i) {
        double needed = -effective[i];
        double parts = Math.abs(effective[i]);
        for (int j = 0; j < size; j++) {
            double part = matrix[i * size + j] * x[j];
            needed += part;
            parts += Math.abs(part);
        }
        double rounding = ROUNDING * parts;
        force[i] = Math.max(least[i], Math.min(most[i], needed));
        if (Math.abs(force[i] - needed) <= rounding || releases[i] == MOST_RELEASES) {
            return false;
        }
        releases[i]++;
        side[i] = needed < least[i] ? 1 : -1;
        return true;
    }

    /** Forgets ranges and smooth friction: nothing holds. */
    void clear() {
        Arrays.fill(least, 0);
        Arrays.fill(most, 0);
        Arrays.fill(smoothForce, 0);
    }
}
