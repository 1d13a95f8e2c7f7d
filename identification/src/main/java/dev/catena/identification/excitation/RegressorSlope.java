package dev.catena.identification.excitation;

import dev.catena.identification.observation.ObservationModel;
import dev.catena.model.JointKind;

/**
 * The gradient of Σ Λ_ij W_ij by the state, exact without derivatives of W: entries of W are linear in q̈, quadratic in q̇, and
 * of a revolute joint's q they are sums of a constant, sin q, cos q, sin 2q and cos 2q; of a prismatic joint's, quadratic. So
 * differences over finite shifts are derivatives: f′ = g(π/4) + (½ − 1/√2) g(π/2) with g(s) = f(q + s) − f(q − s). Where joints
 * follow others there are other frequencies, and differences of sixth order take their place.
 */
final class RegressorSlope {
    private static final double WIDE = 0.5 - Math.sqrt(0.5);

    /** A shift, rad or m, whose sixth power is nothing. */
    private static final double SMALL = 0.01;

    private final ObservationModel model;
    private final double[] rows;
    private final double[] noEffort;

    RegressorSlope(ObservationModel model) {
        this.model = model;
        rows = new double[model.joints() * model.columns().size()];
        noEffort = new double[model.joints()];
    }

    /** Adds ∂/∂q, ∂/∂q̇ and ∂/∂q̈; the state is changed and restored. */
    void compute(double[] lambda, double[] q, double[] qd, double[] qdd, double[][] slopesOut) {
        double here = contract(lambda, q, qd, qdd);
        for (int j = 0; j < q.length; j++) {
            slopesOut[0][j] = byPosition(lambda, q, qd, qdd, j);
            slopesOut[1][j] = shifted(lambda, q, qd, qdd, qd, j, 0.5);
            double before = qdd[j];
            qdd[j] = before + 1;
            slopesOut[2][j] = contract(lambda, q, qd, qdd) - here;
            qdd[j] = before;
        }
    }

    private double byPosition(double[] lambda, double[] q, double[] qd, double[] qdd, int j) {
        if (model.robot().hasCouplings()) {
            return (45 * shifted(lambda, q, qd, qdd, q, j, SMALL)
                            - 9 * shifted(lambda, q, qd, qdd, q, j, 2 * SMALL)
                            + shifted(lambda, q, qd, qdd, q, j, 3 * SMALL))
                    / (60 * SMALL);
        }
        boolean turns = model.robot().movingJoints().get(j).kind() == JointKind.REVOLUTE;
        return turns
                ? shifted(lambda, q, qd, qdd, q, j, Math.PI / 4) + WIDE * shifted(lambda, q, qd, qdd, q, j, Math.PI / 2)
                : shifted(lambda, q, qd, qdd, q, j, 0.5);
    }

    /** f at a shift of a coordinate less f at the opposite shift. */
    private double shifted(
            double[] lambda, double[] q, double[] qd, double[] qdd, double[] which, int j, double shift) {
        double before = which[j];
        which[j] = before + shift;
        double up = contract(lambda, q, qd, qdd);
        which[j] = before - shift;
        double down = contract(lambda, q, qd, qdd);
        which[j] = before;
        return up - down;
    }

    private double contract(double[] lambda, double[] q, double[] qd, double[] qdd) {
        model.compute(q, qd, qdd, noEffort, rows);
        double sum = 0;
        for (int k = 0; k < rows.length; k++) {
            sum += lambda[k] * rows[k];
        }
        return sum;
    }
}
