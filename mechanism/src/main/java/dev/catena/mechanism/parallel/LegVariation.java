package dev.catena.mechanism.parallel;

import dev.catena.sensitivity.TorqueSensitivity;
import java.util.Arrays;

/**
 * How what one leg takes at the platform, Kᵢᵀ(Γᵢ − τᵢ), changes with the platform's motion while the actuators' τᵢ stay.
 * Differentials of the leg's motion come from differentiating Jᵢq̇ᵢ = J_vi V; those of Γᵢ are {@link TorqueSensitivity}.
 */
final class LegVariation {
    final LegMotion leg;

    /** ∂Γᵢ by q, q̇ and q̈. */
    final double[] byPosition;

    final double[] byVelocity;
    final double[] byAcceleration;

    /** Columns of Jᵢ, six numbers by joint from the base on: l, then w. */
    final double[] column;

    /** δq, δq̇ and δq̈ of the last change. */
    final double[] dq;

    final double[] dqd;
    final double[] dqdd;

    /** f = Jᵢ⁻ᵀ(Γᵢ − τᵢ), what the leg takes at its tip. */
    final double[] tipWrench = new double[6];

    private final int n;
    private final TorqueSensitivity sensitivity;

    private final double[] columnChange;
    private final double[] rate;
    private final double[] rateChange;
    private final double[] efforts;
    private final double[] velocities;
    private final double[] atTip = new double[6];
    private final double[] turn = new double[3];
    private final double[] beyond = new double[6];
    private final double[] beyondChange = new double[6];
    private final double[] armChange = new double[3];
    private final double[] work = new double[3];

    LegVariation(LegMotion leg) {
        this.leg = leg;
        n = leg.n;
        sensitivity = new TorqueSensitivity(leg.leg.model());
        byPosition = new double[n * n];
        byVelocity = new double[n * n];
        byAcceleration = new double[n * n];
        column = new double[6 * n];
        columnChange = new double[6 * n];
        rate = new double[6];
        rateChange = new double[6];
        dq = new double[n];
        dqd = new double[n];
        dqdd = new double[n];
        efforts = new double[n];
        velocities = new double[n];
    }

    /** Takes over the state of the leg; surplus is Γᵢ − τᵢ. */
    void prepare(double[] surplus) {
        sensitivity.compute(leg.q, leg.qd, leg.qdd, byPosition, byVelocity, byAcceleration);
        leg.tipWrench(surplus, tipWrench);
        double[] J = leg.jacobian();
        for (int a = 0; a < n; a++) {
            int joint = leg.outward(a);
            for (int i = 0; i < 6; i++) {
                column[6 * a + i] = J[i * n + joint];
            }
        }
    }

    /** For a displacement of the platform: along, then a turn about, world axes. */
    void addByPose(double[] displacement, double[] twist, double[] acceleration, double[] wrenchOut) {
        double[] arm = leg.arm();
        Arrays.fill(armChange, 0);
        addCross(displacement, 3, arm, 0, 1, armChange, 0);

        // δq = Jᵢ⁻¹J_vi δx
        leg.solve(displacement, dq);
        changeColumns();

        // Jᵢ δq̇ = ω × δP − δJᵢ q̇
        Arrays.fill(atTip, 0);
        addCross(twist, 3, armChange, 0, 1, atTip, 0);
        subtractColumnChanges(leg.qd);
        leg.solveTip(atTip, dqd);

        // Jᵢ δq̈ = ω̇ × δP + ω × (ω × δP) − δJᵢ q̈ − δ(J̇ᵢq̇)
        Arrays.fill(atTip, 0);
        addCross(acceleration, 3, armChange, 0, 1, atTip, 0);
        Arrays.fill(work, 0);
        addCross(twist, 3, armChange, 0, 1, work, 0);
        addCross(twist, 3, work, 0, 1, atTip, 0);
        subtractColumnChanges(leg.qdd);
        subtractBiasChange();
        leg.solveTip(atTip, dqdd);

        // J_viᵀ Jᵢ⁻ᵀ (δΓᵢ − δJᵢᵀ f) + δJ_viᵀ f
        times(byPosition, dq, true);
        times(byVelocity, dqd, false);
        times(byAcceleration, dqdd, false);
        for (int a = 0; a < n; a++) {
            double sum = 0;
            for (int i = 0; i < 6; i++) {
                sum += columnChange[6 * a + i] * tipWrench[i];
            }
            efforts[leg.outward(a)] -= sum;
        }
        leg.addToPlatform(efforts, wrenchOut);
        addCross(armChange, 0, tipWrench, 0, 1, wrenchOut, 3);
    }

    /** By the displacement of the last {@link #addByPose}, of Kᵢ y for a constant twist y: Jᵢ⁻¹(y_ω × δP − δJᵢ Kᵢy), by joint. */
    void changeOfVelocities(double[] y, double[] out) {
        leg.solve(y, velocities);
        Arrays.fill(atTip, 0);
        addCross(y, 3, armChange, 0, 1, atTip, 0);
        subtractColumnChanges(velocities);
        leg.solveTip(atTip, out);
    }

    /** For a change of the platform's velocity. */
    void addByVelocity(double[] change, double[] twist, double[] wrenchOut) {
        double[] arm = leg.arm();
        Arrays.fill(dq, 0);
        leg.solve(change, dqd);
        Arrays.fill(columnChange, 0);

        // Jᵢ δq̈ = δω × (ω × P) + ω × (δω × P) − δ(J̇ᵢq̇)
        Arrays.fill(atTip, 0);
        Arrays.fill(work, 0);
        addCross(twist, 3, arm, 0, 1, work, 0);
        addCross(change, 3, work, 0, 1, atTip, 0);
        Arrays.fill(work, 0);
        addCross(change, 3, arm, 0, 1, work, 0);
        addCross(twist, 3, work, 0, 1, atTip, 0);
        subtractBiasChange();
        leg.solveTip(atTip, dqdd);
        times(byVelocity, dqd, true);
        times(byAcceleration, dqdd, false);
        leg.addToPlatform(efforts, wrenchOut);
    }

    /** For a change of the platform's acceleration. */
    void addByAcceleration(double[] change, double[] wrenchOut) {
        Arrays.fill(dq, 0);
        Arrays.fill(dqd, 0);
        leg.solve(change, dqdd);
        times(byAcceleration, dqdd, true);
        leg.addToPlatform(efforts, wrenchOut);
    }

    /** With Ω_a = Σ_{b≤a} δq_b w_b and Λ_a = Σ_{b>a} δq_b l_b: δw_a = Ω_a × w_a, δl_a = Ω_a × l_a + w_a × Λ_a. */
    private void changeColumns() {
        Arrays.fill(columnChange, 0);
        Arrays.fill(turn, 0);
        for (int a = 0; a < n; a++) {
            addScaled(dq[leg.outward(a)], column, 6 * a + 3, turn, 0);
            addCross(turn, 0, column, 6 * a, 1, columnChange, 6 * a);
            addCross(turn, 0, column, 6 * a + 3, 1, columnChange, 6 * a + 3);
        }
        Arrays.fill(work, 0);
        for (int a = n - 1; a >= 0; a--) {
            addCross(column, 6 * a + 3, work, 0, 1, columnChange, 6 * a);
            addScaled(dq[leg.outward(a)], column, 6 * a, work, 0);
        }
    }

    /** atTip −= δJᵢ u. */
    private void subtractColumnChanges(double[] u) {
        for (int a = 0; a < n; a++) {
            double factor = u[leg.outward(a)];
            for (int i = 0; i < 6; i++) {
                atTip[i] -= factor * columnChange[6 * a + i];
            }
        }
    }

    /**
     * The differential of Σ_a q̇_a w_a × (q̇_a l_a + 2 Σ_{b>a} q̇_b l_b) and Σ_a q̇_a w_a × Σ_{b>a} q̇_b w_b, by the product
     * rule; taken from what is at the tip.
     */
    private void subtractBiasChange() {
        Arrays.fill(beyond, 0);
        Arrays.fill(beyondChange, 0);
        for (int a = n - 1; a >= 0; a--) {
            int joint = leg.outward(a);
            for (int i = 0; i < 6; i++) {
                rate[i] = leg.qd[joint] * column[6 * a + i];
                rateChange[i] = dqd[joint] * column[6 * a + i] + leg.qd[joint] * columnChange[6 * a + i];
            }
            addCross(rateChange, 3, rate, 0, -1, atTip, 0);
            addCross(rateChange, 3, beyond, 0, -2, atTip, 0);
            addCross(rate, 3, rateChange, 0, -1, atTip, 0);
            addCross(rate, 3, beyondChange, 0, -2, atTip, 0);
            addCross(rateChange, 3, beyond, 3, -1, atTip, 3);
            addCross(rate, 3, beyondChange, 3, -1, atTip, 3);
            for (int i = 0; i < 6; i++) {
                beyond[i] += rate[i];
                beyondChange[i] += rateChange[i];
            }
        }
    }

    private void times(double[] matrix, double[] x, boolean fresh) {
        for (int i = 0; i < n; i++) {
            double sum = fresh ? 0 : efforts[i];
            for (int j = 0; j < n; j++) {
                sum += matrix[i * n + j] * x[j];
            }
            efforts[i] = sum;
        }
    }

    private static void addScaled(double factor, double[] from, int at, double[] out, int outAt) {
        for (int i = 0; i < 3; i++) {
            out[outAt + i] += factor * from[at + i];
        }
    }

    /** out += factor a × b, each from an offset on. */
    static void addCross(double[] a, int i, double[] b, int j, double factor, double[] out, int k) {
        out[k] += factor * (a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1]);
        out[k + 1] += factor * (a[i + 2] * b[j] - a[i] * b[j + 2]);
        out[k + 2] += factor * (a[i] * b[j + 1] - a[i + 1] * b[j]);
    }
}
