package dev.catena.mechanism.parallel;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForceRate;
import dev.catena.kinematics.Kinematics;
import java.util.Arrays;

/**
 * Jerks of one leg from that of the platform, and the rates of what it takes there. The wrench at its tip counts as a load
 * that is constant in world axes: with it the passive joints need no effort, so that no rate of Jᵢ enters.
 */
final class LegRate {
    final double[] qddd;

    /** f = Jᵢ⁻ᵀ(Γᵢ − τᵢ), what the platform exerts on the tip. */
    final double[] tipWrench = new double[6];

    private final LegMotion leg;
    private final int n;
    private final int tip;
    private final boolean tiedByPoint;
    private final Kinematics kinematics;
    private final ForceRate forces;
    private final ExternalWrenches load;
    private final double[] zero;
    private final double[] efforts;
    private final double[] effortRates;
    private final double[] sum;
    private final double[] difference;
    private final double[] atTip = new double[6];
    private final double[] other = new double[6];
    private final double[] spin = new double[6];
    private final double[] armRate = new double[3];
    private final double[] work = new double[3];

    LegRate(LegMotion leg) {
        this.leg = leg;
        n = leg.n;
        tip = leg.leg.model().bodyIndex(leg.leg.tip());
        tiedByPoint = leg.leg.connection() == LegConnection.POINT;
        kinematics = new Kinematics(leg.leg.model());
        forces = new ForceRate(leg.leg.model());
        load = new ExternalWrenches(leg.leg.model());
        qddd = new double[n];
        zero = new double[n];
        efforts = new double[n];
        effortRates = new double[n];
        sum = new double[n];
        difference = new double[n];
    }

    /**
     * q⃛ᵢ = Jᵢ⁻¹(v̈ + ω̈ × P + 2 ω̇ × (ω × P) + ω × (ω̇ × P + ω × (ω × P)) − the tip's jerk for q⃛ᵢ = 0).
     *
     * @param twist of the platform, like its derivatives
     */
    void move(double[] twist, double[] acceleration, double[] jerk) {
        double[] arm = leg.arm();
        // Ṗ = ω × P
        Arrays.fill(armRate, 0);
        addCross(twist, 3, arm, 1, armRate, 0);
        kinematics.compute(leg.q, leg.qd, leg.qdd, zero);
        kinematics.jerkInWorld(tip, atTip);
        for (int i = 0; i < 6; i++) {
            atTip[i] = jerk[i] - atTip[i];
        }
        addCross(jerk, 3, arm, 1, atTip, 0);
        addCross(acceleration, 3, armRate, 2, atTip, 0);
        // P̈ = ω̇ × P + ω × Ṗ
        Arrays.fill(work, 0);
        addCross(acceleration, 3, arm, 1, work, 0);
        addCross(twist, 3, armRate, 1, work, 0);
        addCross(twist, 3, work, 1, atTip, 0);
        leg.solveTip(atTip, qddd);
    }

    /** Γ̇ᵢ under the tip's wrench, and what it adds at the platform: J_viᵀ Jᵢ⁻ᵀ Γ̇ᵢ + J̇_viᵀ f. */
    void addToPlatform(double[] surplus, double[] wrenchRateOut) {
        Arrays.fill(tipWrench, 0);
        leg.tipWrench(surplus, tipWrench);
        load.inWorld(tip, tipWrench[0], tipWrench[1], tipWrench[2], tipWrench[3], tipWrench[4], tipWrench[5]);
        forces.compute(leg.posture(), null, leg.qd, leg.qdd, qddd, load, efforts, effortRates);
        leg.addToPlatform(effortRates, wrenchRateOut);
        addCross(armRate, 0, tipWrench, 1, wrenchRateOut, 3);
    }

    /** The rates of Kᵢ y for a constant twist y of the platform: Jᵢ⁻¹(J̇_vi y − J̇ᵢ Kᵢ y); by joint. */
    void rateOfVelocities(double[] y, double[] out) {
        leg.solve(y, out);
        for (int j = 0; j < n; j++) {
            sum[j] = leg.qd[j] + out[j];
            difference[j] = leg.qd[j] - out[j];
        }
        // accelerations are quadratic in velocities; of ω̇ half of ω(q̇) × ω(Kᵢy) is missing then
        kinematics.compute(leg.q, sum, zero);
        kinematics.accelerationInWorld(tip, atTip);
        kinematics.velocityInWorld(tip, spin);
        kinematics.compute(leg.q, difference, zero);
        kinematics.accelerationInWorld(tip, other);
        for (int i = 0; i < 6; i++) {
            atTip[i] = -(atTip[i] - other[i]) / 4;
        }
        kinematics.velocityInWorld(tip, other);
        for (int i = 3; i < 6; i++) {
            double ofMotion = (spin[i] + other[i]) / 2;
            other[i] = (spin[i] - other[i]) / 2;
            spin[i] = ofMotion;
        }
        if (!tiedByPoint) {
            System.arraycopy(other, 3, work, 0, 3);
            addCross(spin, 3, work, -0.5, atTip, 3);
        }
        // J̇_vi y = y_ω × Ṗ
        addCross(y, 3, armRate, 1, atTip, 0);
        leg.solveTip(atTip, out);
    }

    /** out += factor a × b, where a and out begin at an index. */
    private static void addCross(double[] a, int i, double[] b, double factor, double[] out, int k) {
        out[k] += factor * (a[i + 1] * b[2] - a[i + 2] * b[1]);
        out[k + 1] += factor * (a[i + 2] * b[0] - a[i] * b[2]);
        out[k + 2] += factor * (a[i] * b[1] - a[i + 1] * b[0]);
    }
}
