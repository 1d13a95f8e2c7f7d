package dev.catena.nlp.interior;

/** A point v with f, c and θ = ‖c‖₁ there. */
final class Iterate {
    final double[] v;
    final double[] residual;
    double objective;
    double theta;

    Iterate(SlackForm form) {
        v = new double[form.variableCount() + form.slackCount()];
        residual = new double[form.rowCount()];
    }

    /** Evaluates f and c at v. False where they have no value. */
    boolean evaluate(SlackForm form) {
        objective = form.objective(v);
        if (!Double.isFinite(objective) || !form.constraints(v, residual)) {
            return false;
        }
        theta = Norms.sum(residual);
        return Double.isFinite(theta);
    }

    /** v = from + α d. */
    void setStep(Iterate from, double alpha, double[] d) {
        for (int i = 0; i < v.length; i++) {
            v[i] = from.v[i] + alpha * d[i];
        }
    }

    void set(Iterate other) {
        System.arraycopy(other.v, 0, v, 0, v.length);
        System.arraycopy(other.residual, 0, residual, 0, residual.length);
        objective = other.objective;
        theta = other.theta;
    }
}
