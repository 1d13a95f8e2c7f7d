package dev.catena.identification.physical;

import dev.catena.identification.estimate.LinearEstimate;
import dev.catena.identification.observation.BaseColumn;
import dev.catena.identification.observation.ObservationModel;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Physically consistent parameters without constraints: bodies by {@link LogCholesky}, positive parameters of drives by their
 * logarithms, min ‖Rβ(θ) − b‖² + λ‖θ − θ₀‖² by Levenberg's and Marquardt's method. Smooth, so that further unknowns that are not
 * linear can join; not convex, which is why {@link ConsistentEstimate} is the usual choice.
 */
public final class SmoothEstimate {
    private static final int MOST_STEPS = 300;
    private static final double TOLERANCE = 1e-12;

    private final ObservationModel model;
    private final double[] r;
    private final double[] start;
    private final double weight;
    private final int p;
    private final int count;

    private SmoothEstimate(ObservationModel model, LinearEstimate weighted, double weight) {
        this.model = model;
        this.weight = weight;
        p = model.columns().size();
        count = model.standard().size();
        r = weighted.factor();
        // the prior of the convex estimate is a body each, and positive
        start = unknowns(ConsistentEstimate.of(model, weighted, 1, List.of()).prior());
    }

    /**
     * All standard parameters.
     *
     * @param weighted an estimate whose rows were divided by their noise
     * @param weight of the prior, λ
     */
    public static double[] of(ObservationModel model, LinearEstimate weighted, double weight) {
        SmoothEstimate estimate = new SmoothEstimate(model, weighted, weight);
        return estimate.standard(estimate.search());
    }

    private double[] unknowns(double[] chi) {
        double[] theta = chi.clone();
        int ten = PseudoInertia.PARAMETERS;
        for (int b = 0; b < model.inertialCount() / ten; b++) {
            double[] body = LogCholesky.of(Arrays.copyOfRange(chi, ten * b, ten * b + ten));
            System.arraycopy(body, 0, theta, ten * b, ten);
        }
        for (int k = model.inertialCount(); k < count; k++) {
            theta[k] = model.standard().get(k).nonNegative() ? Math.log(chi[k]) : chi[k];
        }
        return theta;
    }

    private double[] standard(double[] theta) {
        double[] chi = theta.clone();
        int ten = PseudoInertia.PARAMETERS;
        for (int b = 0; b < model.inertialCount() / ten; b++) {
            double[] body = LogCholesky.parameters(Arrays.copyOfRange(theta, ten * b, ten * b + ten));
            System.arraycopy(body, 0, chi, ten * b, ten);
        }
        for (int k = model.inertialCount(); k < count; k++) {
            chi[k] = model.standard().get(k).nonNegative() ? Math.exp(theta[k]) : theta[k];
        }
        return chi;
    }

    private double[] search() {
        double[] theta = start.clone();
        double damping = 1e-3;
        double cost = cost(theta);
        for (int step = 0; step < MOST_STEPS; step++) {
            DMatrixRMaj normal = new DMatrixRMaj(count, count);
            DMatrixRMaj right = new DMatrixRMaj(count, 1);
            linearize(theta, normal, right);
            boolean better = false;
            double fall = 0;
            while (!better && damping < 1e12) {
                double[] trial = moved(theta, normal, right, damping);
                double after = cost(trial);
                better = after < cost;
                if (better) {
                    fall = cost - after;
                    theta = trial;
                    cost = after;
                    damping = Math.max(1e-12, damping / 5);
                } else {
                    damping *= 4;
                }
            }
            if (!better || fall < TOLERANCE * cost) {
                break;
            }
        }
        return theta;
    }

    private double[] moved(double[] theta, DMatrixRMaj normal, DMatrixRMaj right, double damping) {
        DMatrixRMaj damped = normal.copy();
        for (int i = 0; i < count; i++) {
            damped.add(i, i, damping * (normal.get(i, i) + 1e-9));
        }
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(count);
        DMatrixRMaj x = new DMatrixRMaj(count, 1);
        double[] trial = theta.clone();
        if (solver.setA(damped)) {
            solver.solve(right, x);
            for (int i = 0; i < count; i++) {
                trial[i] += x.data[i];
            }
        }
        return trial;
    }

    private double cost(double[] theta) {
        double[] beta = model.base(standard(theta));
        double sum = 0;
        for (int i = 0; i < p; i++) {
            double e = residual(beta, i);
            sum += e * e;
        }
        for (int k = 0; k < count; k++) {
            double e = theta[k] - start[k];
            sum += weight * e * e;
        }
        return Double.isFinite(sum) ? sum : Double.POSITIVE_INFINITY;
    }

    private double residual(double[] beta, int i) {
        double e = -r[i * (p + 1) + p];
        for (int c = i; c < p; c++) {
            e += r[i * (p + 1) + c] * beta[c];
        }
        return e;
    }

    /** AᵀA and −Aᵀe of the residuals (Rβ − b, √λ(θ − θ₀)) with A = ∂/∂θ. */
    private void linearize(double[] theta, DMatrixRMaj normal, DMatrixRMaj right) {
        double[][] rates = rates(theta);
        double[] beta = model.base(standard(theta));
        DMatrixRMaj a = new DMatrixRMaj(p, count);
        for (int c = 0; c < p; c++) {
            for (BaseColumn.Term term : model.columns().get(c).terms()) {
                for (int k = 0; k < count; k++) {
                    double rate = term.coefficient() * rates[term.parameter()][k];
                    for (int i = 0; rate != 0 && i <= c; i++) {
                        a.add(i, k, r[i * (p + 1) + c] * rate);
                    }
                }
            }
        }
        CommonOps_DDRM.multTransA(a, a, normal);
        for (int i = 0; i < p; i++) {
            double e = residual(beta, i);
            for (int k = 0; k < count; k++) {
                right.data[k] -= a.get(i, k) * e;
            }
        }
        for (int k = 0; k < count; k++) {
            normal.add(k, k, weight);
            right.data[k] -= weight * (theta[k] - start[k]);
        }
    }

    private double[][] rates(double[] theta) {
        double[][] rates = new double[count][count];
        int ten = PseudoInertia.PARAMETERS;
        for (int b = 0; b < model.inertialCount() / ten; b++) {
            double[][] body = LogCholesky.jacobian(Arrays.copyOfRange(theta, ten * b, ten * b + ten));
            for (int i = 0; i < ten; i++) {
                System.arraycopy(body[i], 0, rates[ten * b + i], ten * b, ten);
            }
        }
        for (int k = model.inertialCount(); k < count; k++) {
            rates[k][k] = model.standard().get(k).nonNegative() ? Math.exp(theta[k]) : 1;
        }
        return rates;
    }
}
