package dev.catena.identification.physical;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** Eigenvalues of symmetric 3 × 3 matrices. */
final class SymmetricThree {
    private SymmetricThree() {}

    /** The matrix with eigenvalues below a bound raised to it. */
    static double[] withLeastEigenvalue(double[] matrix, double least) {
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(3, true, true);
        if (!eigen.decompose(new DMatrixRMaj(3, 3, true, matrix))) {
            throw new IllegalStateException("eigenvalues of a tensor were not found");
        }
        double[] raised = new double[9];
        for (int k = 0; k < 3; k++) {
            double value = Math.max(least, eigen.getEigenvalue(k).getReal());
            DMatrixRMaj v = eigen.getEigenVector(k);
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    raised[3 * r + c] += value * v.get(r) * v.get(c);
                }
            }
        }
        return raised;
    }
}
