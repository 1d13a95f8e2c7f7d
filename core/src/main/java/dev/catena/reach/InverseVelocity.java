package dev.catena.reach;

import dev.catena.algebra.Cholesky;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import java.util.Arrays;

/**
 * Velocities and accelerations of joints that move a body as wanted: those of the least norm, where turns count as far as they
 * move a point at a given distance. Near singular poses they are damped, [Wampler] [NakamuraHanafusa]: the body then moves a little
 * otherwise than wanted, which {@link #residual} tells, and no joint races. With fewer than six joints it moves as near to what is
 * wanted as they can.
 *
 * <p>For robots on a fixed base. One per thread: {@code inverse.copy()} makes
 * another for another thread.
 */
public final class InverseVelocity {
    private static final int INVERSE_ITERATIONS = 6;

    private final RobotModel robot;
    private final int body;
    private final double length;
    private final double leastGain;
    private final Guard guard;
    private final Kinematics kinematics;
    private final Jacobian jacobian;
    private final int n;
    private final double[] J;

    /** The smaller of the numbers of rows and columns of J. */
    private final int m;

    private final double[] S;
    private final double[] L;
    private final double[] wanted = new double[6];
    private final double[] y;
    private final double[] vector;
    private final double[] drift = new double[6];
    private double gain;
    private double damping;
    private double residual;

    /**
     * @param length what a radian is worth in meters, such as the size of what the body carries
     * @param leastGain damping begins where a unit of joint motion moves the body by less than this in some direction, meters
     */
    public InverseVelocity(RobotModel robot, String body, double length, double leastGain) {
        robot.requireTree("InverseVelocity");
        robot.requireFixedBase("InverseVelocity");
        if (!(length > 0 && Double.isFinite(length)) || !(leastGain > 0 && Double.isFinite(leastGain))) {
            throw new IllegalArgumentException(
                    "length and least gain must be above 0 and finite, but are %s and %s".formatted(length, leastGain));
        }
        this.robot = robot;
        this.body = robot.bodyIndex(body);
        this.length = length;
        this.leastGain = leastGain;
        guard = new Guard(InverseVelocity.class, robot);
        kinematics = new Kinematics(robot);
        jacobian = new Jacobian(robot);
        n = robot.jointCount();
        J = new double[6 * n];
        m = Math.min(6, n);
        S = new double[m * m];
        L = new double[m * m];
        y = new double[m];
        vector = new double[m];
    }

    /** Of the same robot and body, for another thread. */
    public InverseVelocity copy() {
        return new InverseVelocity(robot, robot.bodies().get(body).name(), length, leastGain);
    }

    /**
     * q̇ for a velocity of the body's origin and an angular velocity, in world axes.
     *
     * @param twistInWorld linear, then angular
     */
    public void velocities(double[] q, double[] twistInWorld, double[] qdOut) {
        guard.begin();
        guard.checkLength("q", q, n);
        guard.checkLength("twistInWorld", twistInWorld, 6);
        guard.checkLength("qdOut", qdOut, n);
        guard.checkDistinct("qdOut", qdOut, "q", q);
        guard.checkDistinct("qdOut", qdOut, "twistInWorld", twistInWorld);
        guard.checkFinite("q", q);
        guard.checkFinite("twistInWorld", twistInWorld);
        kinematics.compute(q);
        System.arraycopy(twistInWorld, 0, wanted, 0, 6);
        solve(qdOut);
        guard.checkResult("qdOut", qdOut);
        guard.succeed();
    }

    /**
     * q̈ for a classical acceleration of the body's origin and an angular acceleration, in world axes: J q̈ = a − J̇ q̇.
     *
     * @param accelerationInWorld linear, then angular
     */
    public void accelerations(double[] q, double[] qd, double[] accelerationInWorld, double[] qddOut) {
        guard.begin();
        guard.checkLength("q", q, n);
        guard.checkLength("qd", qd, n);
        guard.checkLength("accelerationInWorld", accelerationInWorld, 6);
        guard.checkLength("qddOut", qddOut, n);
        guard.checkDistinct("qddOut", qddOut, "q", q);
        guard.checkDistinct("qddOut", qddOut, "qd", qd);
        guard.checkDistinct("qddOut", qddOut, "accelerationInWorld", accelerationInWorld);
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite("accelerationInWorld", accelerationInWorld);
        kinematics.compute(q, qd);
        jacobian.rateTimesVelocity(kinematics, body, drift);
        for (int i = 0; i < 6; i++) {
            wanted[i] = accelerationInWorld[i] - drift[i];
        }
        solve(qddOut);
        guard.checkResult("qddOut", qddOut);
        guard.succeed();
    }

    /** x = Jᵀ (J Jᵀ + μ²)⁻¹ w, with turns in meters; w is in {@link #wanted}. */
    private void solve(double[] out) {
        jacobian.compute(kinematics, body, J);
        for (int i = 3; i < 6; i++) {
            wanted[i] *= length;
            for (int j = 0; j < n; j++) {
                J[i * n + j] *= length;
            }
        }
        square();
        guard.checkResult("the square of the Jacobian", S);
        gain = smallestSingularValue();
        // μ² = σ₀² − σ² below σ₀: continuous, and σ/(σ² + μ²) ≤ 1/σ₀ always
        double ratio = gain / leastGain;
        damping = ratio < 1 ? leastGain * leastGain * (1 - ratio * ratio) : 0;
        factor(damping);
        if (n < 6) {
            // (JᵀJ + μ²)⁻¹ Jᵀ w
            timesTransposed(wanted, out);
            Cholesky.solve(L, m, out);
        } else {
            System.arraycopy(wanted, 0, y, 0, 6);
            Cholesky.solve(L, m, y);
            timesTransposed(y, out);
        }
        double missed = 0;
        for (int i = 0; i < 6; i++) {
            double sum = wanted[i];
            for (int j = 0; j < n; j++) {
                sum -= J[i * n + j] * out[j];
            }
            missed += sum * sum;
        }
        residual = Math.sqrt(missed);
    }

    /** S = J Jᵀ, or Jᵀ J if that is smaller. */
    private void square() {
        boolean byColumns = n < 6;
        int inner = byColumns ? 6 : n;
        for (int i = 0; i < m; i++) {
            for (int k = 0; k < m; k++) {
                double sum = 0;
                for (int j = 0; j < inner; j++) {
                    sum += byColumns ? J[j * n + i] * J[j * n + k] : J[i * n + j] * J[k * n + j];
                }
                S[i * m + k] = sum;
            }
        }
    }

    private void timesTransposed(double[] rows, double[] out) {
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int i = 0; i < 6; i++) {
                sum += J[i * n + j] * rows[i];
            }
            out[j] = sum;
        }
    }

    /** σ of J by inverse iteration on S. */
    private double smallestSingularValue() {
        factor(0);
        Arrays.fill(vector, 1);
        double growth = 1;
        for (int k = 0; k < INVERSE_ITERATIONS; k++) {
            double norm = 0;
            for (double entry : vector) {
                norm += entry * entry;
            }
            norm = Math.sqrt(norm);
            for (int i = 0; i < m; i++) {
                vector[i] /= norm;
            }
            Cholesky.solve(L, m, vector);
            growth = 0;
            for (double entry : vector) {
                growth += entry * entry;
            }
            growth = Math.sqrt(growth);
        }
        return 1 / Math.sqrt(growth);
    }

    /** L of S + μ², a little more where rounding makes that singular. */
    private void factor(double added) {
        double trace = 0;
        for (int i = 0; i < m; i++) {
            trace += S[(m + 1) * i];
        }
        double extra = added;
        for (double least = 1e-14 * (trace > 0 ? trace : 1); ; least *= 100) {
            System.arraycopy(S, 0, L, 0, m * m);
            for (int i = 0; i < m; i++) {
                L[(m + 1) * i] += extra;
            }
            if (Cholesky.factor(L, m) < 0) {
                return;
            }
            extra = Math.max(extra, least);
        }
    }

    /** By how much a unit of joint motion moves the body in the direction where it moves it least, meters; 0 if singular. */
    public double gain() {
        guard.requireResults();
        return gain;
    }

    /** Whether the pose was so near to a singular one that joints were held back. */
    public boolean isDamped() {
        guard.requireResults();
        return damping > 0;
    }

    /** How much of what was wanted is missed, turns in meters. */
    public double residual() {
        guard.requireResults();
        return residual;
    }
}
