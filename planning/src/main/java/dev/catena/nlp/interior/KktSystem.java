package dev.catena.nlp.interior;

import dev.catena.nlp.run.CompressedRows;
import java.util.Arrays;

/**
 * The linear system of a step,
 *
 * <pre>
 *   [ W + Σ + δ_w I   Aᵀ     ] [ dv ]   [ a ]
 *   [ A              −δ_c I  ] [ dy ] = [ b ]      A = (J  B)
 * </pre>
 *
 * reduced, factored and solved. The w are eliminated first, which leaves −E with E = δ_c + Σ 1/(Σ_w + δ_w) in the place of
 * −δ_c; then every row with E large enough, which adds JᵀE⁻¹J to the Hessian. What remains is a dense matrix of n rows plus
 * those of equalities and of inequalities close to their limits, in the restoration phase too. Iterative refinement on the
 * system of x and y makes up for the digits that the elimination costs.
 *
 * <p>The step is one of descent if the system has as many positive eigenvalues as variables and as many negative ones as
 * rows; δ_w is raised until it has, δ_c made positive where rows depend on each other [WaechterBiegler 3.1].
 */
final class KktSystem {
    private static final double FIRST_HESSIAN_SHIFT = 1e-4;
    private static final double SMALLEST_HESSIAN_SHIFT = 1e-20;
    private static final double LARGEST_HESSIAN_SHIFT = 1e40;
    private static final double FIRST_GROWTH = 100;
    private static final double GROWTH = 8;
    private static final double DECAY = 1.0 / 3;
    private static final double CONSTRAINT_SHIFT = 1e-8;
    private static final double CONSTRAINT_SHIFT_EXPONENT = 0.25;
    /** Rows with a smaller E stay in the matrix... */
    private static final double SMALLEST_ELIMINATED = 1e-6;

    /** ... unless E δ_w is larger than this: next to δ_w I their JᵀE⁻¹J is not large. */
    private static final double SMALLEST_BESIDE_SHIFT = 0.1;

    private static final int REFINEMENTS = 8;
    private static final double GOOD_RESIDUAL = 1e-11;
    private static final double BAD_RESIDUAL = 1e-5;

    private final SlackForm form;
    private final int n;
    private final int m;
    private final SymmetricFactor factor = new SymmetricFactor();
    private final double[] hessian;
    private final double[] sigma;
    private final double[] rowShift; // E
    private final double[] rowWeight; // E⁻¹ of eliminated rows
    private final int[] place; // of a row in the matrix, negative if eliminated
    private double[] scale;
    private double[] reduced;
    private final double[] residualX;
    private final double[] residualY;
    private final double[] rightX;
    private final double[] rightY;
    private final double[] correctionX;
    private final double[] correctionY;
    private int size;
    private double hessianShift;
    private double constraintShift;
    private double lastHessianShift;
    private boolean accurate = true;
    private boolean wasSingular;

    KktSystem(SlackForm form) {
        this.form = form;
        n = form.variableCount();
        m = form.rowCount();
        hessian = new double[n * n];
        sigma = new double[n + form.slackCount()];
        rowShift = new double[m];
        rowWeight = new double[m];
        place = new int[m];
        scale = new double[n + m];
        reduced = new double[n + m];
        residualX = new double[n];
        residualY = new double[m];
        rightX = new double[n];
        rightY = new double[m];
        correctionX = new double[n];
        correctionY = new double[m];
    }

    /** W, upper triangle by rows, to be filled before {@link #factor}. */
    double[] hessian() {
        return hessian;
    }

    /** δ_w of the last factorization. */
    double hessianShift() {
        return hessianShift;
    }

    /** Rows of the last matrix factored: n and the rows that stayed. */
    int factoredSize() {
        return size;
    }

    /**
     * Factors with Σ, correcting the inertia.
     *
     * @return false if no correction helps
     */
    boolean factor(double[] newSigma, double mu) {
        System.arraycopy(newSigma, 0, sigma, 0, sigma.length);
        hessianShift = 0;
        constraintShift = 0;
        factorShifted();
        if (hasRightInertia()) {
            return true;
        }
        if (factor.zeroCount() > 0) {
            wasSingular = true;
            constraintShift = CONSTRAINT_SHIFT * Math.pow(mu, CONSTRAINT_SHIFT_EXPONENT);
        }
        return raiseHessianShift();
    }

    /** Factors once more with δ_c > 0, after a solution that was too inaccurate to use. */
    boolean factorWithShiftedConstraints(double mu) {
        constraintShift = CONSTRAINT_SHIFT * Math.pow(mu, CONSTRAINT_SHIFT_EXPONENT);
        factorShifted();
        return hasRightInertia() || raiseHessianShift();
    }

    private boolean raiseHessianShift() {
        hessianShift = lastHessianShift == 0
                ? FIRST_HESSIAN_SHIFT
                : Math.max(SMALLEST_HESSIAN_SHIFT, DECAY * lastHessianShift);
        while (hessianShift <= LARGEST_HESSIAN_SHIFT) {
            factorShifted();
            if (hasRightInertia()) {
                lastHessianShift = hessianShift;
                return true;
            }
            hessianShift *= lastHessianShift == 0 ? FIRST_GROWTH : GROWTH;
        }
        return false;
    }

    private boolean hasRightInertia() {
        return factor.positiveCount() == n && factor.negativeCount() == size - n;
    }

    private void factorShifted() {
        // E = δ_c + Σ 1/(Σ_w + δ_w)
        Arrays.fill(rowShift, constraintShift);
        for (int j = 0; j < form.slackCount(); j++) {
            rowShift[form.slackRow(j)] += 1 / (sigma[n + j] + hessianShift);
        }
        size = n;
        double smallest = Math.min(SMALLEST_ELIMINATED, SMALLEST_BESIDE_SHIFT / hessianShift);
        for (int r = 0; r < m; r++) {
            place[r] = rowShift[r] < smallest ? size++ : -1;
        }
        double[] k = factor.matrix(size);
        for (int i = 0; i < n; i++) {
            System.arraycopy(hessian, i * n + i, k, i * size + i, n - i);
            k[i * size + i] += sigma[i] + hessianShift;
        }
        CompressedRows jacobian = form.jacobian();
        for (int r = 0; r < m; r++) {
            rowWeight[r] = place[r] < 0 ? 1 / rowShift[r] : 0;
            if (place[r] >= 0) {
                jacobian.copyRowAsColumn(r, k, size, place[r]);
                k[place[r] * size + place[r]] = -rowShift[r];
            }
        }
        jacobian.addOuterProducts(rowWeight, k, size);
        equilibrate(k);
        factor.factor();
    }

    // two sweeps of kᵢⱼ / √(rᵢ rⱼ), rᵢ the largest entry of row i: pivots and zeros can then be told by their size
    private void equilibrate(double[] k) {
        Arrays.fill(scale, 0, size, 1);
        double[] largest = reduced;
        for (int sweep = 0; sweep < 2; sweep++) {
            Arrays.fill(largest, 0, size, 0);
            for (int i = 0; i < size; i++) {
                double own = largest[i];
                for (int j = i; j < size; j++) {
                    double value = Math.abs(k[i * size + j]);
                    own = Math.max(own, value);
                    largest[j] = Math.max(largest[j], value);
                }
                largest[i] = own;
            }
            for (int i = 0; i < size; i++) {
                largest[i] = largest[i] > 0 ? 1 / Math.sqrt(largest[i]) : 1;
                scale[i] *= largest[i];
            }
            for (int i = 0; i < size; i++) {
                double own = largest[i];
                for (int j = i; j < size; j++) {
                    k[i * size + j] *= own * largest[j];
                }
            }
        }
    }

    /** Whether some matrix had no inverse: rows that depend on each other are why, or a Hessian that leaves variables free. */
    boolean wasSingular() {
        return wasSingular;
    }

    /** Whether the last solution satisfies the system well enough to be used. */
    boolean isAccurate() {
        return accurate;
    }

    /** Solves for a right-hand side. */
    void solve(double[] a, double[] b, double[] dvOut, double[] dyOut) {
        // b' = b − Σ ± a_w/(Σ_w + δ_w)
        System.arraycopy(a, 0, rightX, 0, n);
        System.arraycopy(b, 0, rightY, 0, m);
        for (int j = 0; j < form.slackCount(); j++) {
            rightY[form.slackRow(j)] -= form.slackSign(j) * a[n + j] / (sigma[n + j] + hessianShift);
        }
        Arrays.fill(dvOut, 0, n, 0);
        Arrays.fill(dyOut, 0);
        System.arraycopy(rightX, 0, residualX, 0, n);
        System.arraycopy(rightY, 0, residualY, 0, m);
        refine(dvOut, dyOut);
        // dw = (a_w ∓ dy)/(Σ_w + δ_w)
        for (int j = 0; j < form.slackCount(); j++) {
            dvOut[n + j] = (a[n + j] - form.slackSign(j) * dyOut[form.slackRow(j)]) / (sigma[n + j] + hessianShift);
        }
    }

    private void refine(double[] dx, double[] dy) {
        double right = Math.max(Norms.largest(rightX), Norms.largest(rightY));
        double best = Double.POSITIVE_INFINITY;
        for (int round = 0; ; round++) {
            solveReduced(residualX, residualY, correctionX, correctionY);
            for (int i = 0; i < n; i++) {
                dx[i] += correctionX[i];
            }
            for (int r = 0; r < m; r++) {
                dy[r] += correctionY[r];
            }
            computeResidual(dx, dy);
            double error = Math.max(Norms.largest(residualX), Norms.largest(residualY));
            double solution = Math.max(largest(dx, n), Norms.largest(dy));
            double ratio = error / (Math.min(solution, 1e6 * right) + right + Double.MIN_NORMAL);
            if (!(ratio < best)) {
                // no better: take the correction back
                for (int i = 0; i < n; i++) {
                    dx[i] -= correctionX[i];
                }
                for (int r = 0; r < m; r++) {
                    dy[r] -= correctionY[r];
                }
                break;
            }
            best = ratio;
            if (ratio <= GOOD_RESIDUAL || round == REFINEMENTS) {
                break;
            }
        }
        accurate = best <= BAD_RESIDUAL;
    }

    private static double largest(double[] a, int count) {
        double largest = 0;
        for (int i = 0; i < count; i++) {
            largest = Math.max(largest, Math.abs(a[i]));
        }
        return largest;
    }

    // residual of (W + Σ + δ_w) dx + Jᵀ dy = rightX, J dx − E dy = rightY
    private void computeResidual(double[] dx, double[] dy) {
        System.arraycopy(rightX, 0, residualX, 0, n);
        for (int i = 0; i < n; i++) {
            int row = i * n;
            double own = dx[i];
            double sum = (hessian[row + i] + sigma[i] + hessianShift) * own;
            for (int j = i + 1; j < n; j++) {
                sum += hessian[row + j] * dx[j];
                residualX[j] -= hessian[row + j] * own;
            }
            residualX[i] -= sum;
        }
        CompressedRows jacobian = form.jacobian();
        for (int r = 0; r < m; r++) {
            jacobian.addRow(r, -dy[r], residualX);
            residualY[r] = rightY[r] - jacobian.rowTimes(r, dx) + rowShift[r] * dy[r];
        }
    }

    private void solveReduced(double[] rx, double[] ry, double[] xOut, double[] yOut) {
        CompressedRows jacobian = form.jacobian();
        // right-hand side: rx + Jᵀ E⁻¹ ry over the eliminated rows
        System.arraycopy(rx, 0, reduced, 0, n);
        for (int r = 0; r < m; r++) {
            if (place[r] < 0) {
                jacobian.addRow(r, ry[r] / rowShift[r], reduced);
            } else {
                reduced[place[r]] = ry[r];
            }
        }
        for (int i = 0; i < size; i++) {
            reduced[i] *= scale[i];
        }
        factor.solve(reduced);
        for (int i = 0; i < size; i++) {
            reduced[i] *= scale[i];
        }
        System.arraycopy(reduced, 0, xOut, 0, n);
        // eliminated rows: dy = E⁻¹ (J dx − ry)
        for (int r = 0; r < m; r++) {
            yOut[r] = place[r] < 0 ? (jacobian.rowTimes(r, xOut) - ry[r]) / rowShift[r] : reduced[place[r]];
        }
    }
}
