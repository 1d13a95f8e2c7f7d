package dev.catena.dynamics;

import dev.catena.kinematics.BaseMotion;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/**
 * Hybrid dynamics through the mass matrix, for joints that follow others: of the joints u whose efforts are given,
 * M_uu q̈_u = τ_u − h_u with h the efforts at q̈_u = 0; inverse dynamics gives the other efforts.
 */
final class DenseHybridDynamics {
    private final InverseDynamics inverse;
    private final FactoredMasses masses;

    /** The coordinates whose efforts are given. */
    private final int[] released;

    private final double[] right;
    private final double[] bias;
    private final double[] acceleration;

    DenseHybridDynamics(MovingTree tree, int[] released) {
        this.released = released;
        inverse = new InverseDynamics(tree);
        masses = new FactoredMasses(tree, released);
        right = new double[released.length];
        bias = new double[tree.coordinates];
        acceleration = new double[tree.coordinates];
    }

    /** @param qdd read where accelerations are given */
    void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut,
            double[] tauOut) {
        System.arraycopy(qdd, 0, acceleration, 0, acceleration.length);
        for (int k : released) {
            acceleration[k] = 0;
        }
        inverse.compute(base, q, qd, acceleration, wrenches, bias);
        for (int r = 0; r < released.length; r++) {
            right[r] = tau[released[r]] - bias[released[r]];
        }
        masses.factor(q);
        masses.solve(right);
        for (int r = 0; r < released.length; r++) {
            acceleration[released[r]] = right[r];
        }
        inverse.compute(base, q, qd, acceleration, wrenches, tauOut);
        System.arraycopy(acceleration, 0, qddOut, 0, acceleration.length);
        for (int k : released) {
            tauOut[k] = tau[k];
        }
    }

    void jointWrenchInBody(int body, double[] wrenchOut) {
        inverse.jointWrenchInBody(body, wrenchOut);
    }
}
