package dev.catena.identification.physical;

import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.jspecify.annotations.Nullable;

/** Ten parameters that a body can have: its pseudo-inertia is positive definite, tr(J₀⁻¹J) − log det J. */
final class BodyCone implements Cone {
    private static final int SIZE = 4;

    private final int at;
    private final double[] priorInverse;
    private double[] z = new double[SIZE * SIZE];
    private double[] change = new double[SIZE * SIZE];

    /** @param at the first of the ten */
    BodyCone(int at, double[] prior) {
        this.at = at;
        priorInverse = PseudoInertia.inverse(PseudoInertia.cholesky(PseudoInertia.of(prior, at)));
    }

    @Override
    public double barrier(double[] chi) {
        double[] j = PseudoInertia.of(chi, at);
        double[] l = PseudoInertia.cholesky(j);
        return l.length == 0
                ? Double.POSITIVE_INFINITY
                : PseudoInertia.traceOfProduct(priorInverse, j) - PseudoInertia.logDeterminant(l);
    }

    @Override
    public int degree() {
        return SIZE;
    }

    @Override
    public void center(double[] chi, double lambda) {
        z = PseudoInertia.inverse(factor(chi));
        for (int i = 0; i < z.length; i++) {
            z[i] *= lambda;
        }
    }

    private double[] factor(double[] chi) {
        return PseudoInertia.cholesky(PseudoInertia.of(chi, at));
    }

    /** LᵀZL = V D² Vᵀ with J = LLᵀ; W = G Gᵀ with G = L V D^(−1/2). */
    private static final class Scaling {
        final double[] l;
        final double[] v = new double[SIZE * SIZE];
        final double[] root = new double[SIZE];

        Scaling(double[] l, double[] z) {
            this.l = l;
            double[] m = PseudoInertia.product(PseudoInertia.transposed(l), PseudoInertia.product(z, l));
            EigenDecomposition_F64<DMatrixRMaj> eigen = eigen(m, true);
            for (int k = 0; k < SIZE; k++) {
                if (eigen == null) {
                    root[k] = Double.NaN;
                    continue;
                }
                // D^(1/2), the fourth root
                root[k] = Math.sqrt(Math.sqrt(Math.max(eigen.getEigenvalue(k).getReal(), Double.MIN_NORMAL)));
                for (int i = 0; i < SIZE; i++) {
                    v[SIZE * i + k] = eigen.getEigenVector(k).get(i);
                }
            }
        }

        /** G⁻¹ A G⁻ᵀ. */
        double[] shrunk(double[] a) {
            double[] turned = turned(PseudoInertia.divided(l, a));
            for (int i = 0; i < turned.length; i++) {
                turned[i] *= root[i / SIZE] * root[i % SIZE];
            }
            return turned;
        }

        /** D^(−1/2) Vᵀ A V D^(−1/2), which is Gᵀ L⁻ᵀ A L⁻¹ G. */
        double[] grown(double[] a) {
            double[] turned = turned(a);
            for (int i = 0; i < turned.length; i++) {
                turned[i] /= root[i / SIZE] * root[i % SIZE];
            }
            return turned;
        }

        private double[] turned(double[] a) {
            return PseudoInertia.product(PseudoInertia.transposed(v), PseudoInertia.product(a, v));
        }
    }

    /** None of numbers that overflowed. */
    private static @Nullable EigenDecomposition_F64<DMatrixRMaj> eigen(double[] symmetric, boolean vectors) {
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(SIZE, vectors, true);
        return Arrays.stream(symmetric).allMatch(Double::isFinite)
                        && eigen.decompose(new DMatrixRMaj(SIZE, SIZE, true, symmetric))
                ? eigen
                : null;
    }

    /** ⟨G⁻¹E_kG⁻ᵀ, ·⟩ of symmetric matrices, a row for each entry; λ (LᵀJ₀⁻¹L − 1) is what pulls. */
    @Override
    public void addRows(double[] chi, double lambda, List<double[]> rows) {
        Scaling scaling = new Scaling(factor(chi), z);
        double[][] moved = new double[PseudoInertia.PARAMETERS][];
        for (int k = 0; k < PseudoInertia.PARAMETERS; k++) {
            moved[k] = scaling.shrunk(PseudoInertia.unit(k));
        }
        double[] pull = PseudoInertia.product(
                PseudoInertia.transposed(scaling.l), PseudoInertia.product(priorInverse, scaling.l));
        for (int i = 0; i < SIZE; i++) {
            pull[SIZE * i + i] -= 1;
        }
        double[] pulled = scaling.grown(pull);
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j <= i; j++) {
                double times = i == j ? 1 : Math.sqrt(2);
                double[] row = new double[chi.length + 1];
                for (int k = 0; k < PseudoInertia.PARAMETERS; k++) {
                    row[at + k] = times * moved[k][SIZE * i + j];
                }
                row[chi.length] = times * lambda * pulled[SIZE * i + j];
                rows.add(row);
            }
        }
    }

    /** ΔZ = λJ⁻¹ − Z − W⁻¹ ΔJ W⁻¹. */
    @Override
    public double prepare(double[] chi, double[] step, double lambda) {
        double[] l = factor(chi);
        Scaling scaling = new Scaling(l, z);
        double[] moved = new double[SIZE * SIZE];
        for (int k = 0; k < PseudoInertia.PARAMETERS; k++) {
            double[] unit = PseudoInertia.unit(k);
            for (int i = 0; i < moved.length; i++) {
                moved[i] += step[at + k] * unit[i];
            }
        }
        // W⁻¹ ΔJ W⁻¹ = L⁻ᵀ V D^(1/2) (G⁻¹ΔJG⁻ᵀ) D^(1/2) Vᵀ L⁻¹
        double[] inner = scaling.shrunk(moved);
        for (int i = 0; i < inner.length; i++) {
            inner[i] *= -scaling.root[i / SIZE] * scaling.root[i % SIZE];
        }
        for (int k = 0; k < SIZE; k++) {
            inner[SIZE * k + k] += lambda - Math.pow(scaling.root[k], 4);
        }
        double[] turned =
                PseudoInertia.product(scaling.v, PseudoInertia.product(inner, PseudoInertia.transposed(scaling.v)));
        double[] inverse = PseudoInertia.lowerInverse(l);
        change = PseudoInertia.product(PseudoInertia.transposed(inverse), PseudoInertia.product(turned, inverse));
        // Z + ΔZ = L⁻ᵀ V (D² + inner) Vᵀ L⁻¹
        double[] ofZ = new double[SIZE * SIZE];
        for (int i = 0; i < ofZ.length; i++) {
            double scale = scaling.root[i / SIZE] * scaling.root[i % SIZE];
            ofZ[i] = inner[i] / (scale * scale);
        }
        return Math.min(toZero(PseudoInertia.divided(l, moved)), toZero(ofZ));
    }

    /** Where 1 + tA ceases to be positive definite. */
    private static double toZero(double[] a) {
        double least = 0;
        EigenDecomposition_F64<DMatrixRMaj> eigen = eigen(a, false);
        if (eigen == null) {
            return 0;
        }
        for (int k = 0; k < SIZE; k++) {
            least = Math.min(least, eigen.getEigenvalue(k).getReal());
        }
        return least < 0 ? -1 / least : Double.POSITIVE_INFINITY;
    }

    @Override
    public void advance(double part) {
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0.5 * (change[SIZE * i + j] + change[SIZE * j + i]);
                z[SIZE * i + j] += part * sum;
                z[SIZE * j + i] = z[SIZE * i + j];
            }
        }
    }

    @Override
    public double product(double[] chi) {
        return PseudoInertia.traceOfProduct(PseudoInertia.of(chi, at), z);
    }
}
