package dev.catena.nlp.run;

import dev.catena.nlp.LagrangianHessian;
import dev.catena.nlp.ResidualJacobian;
import dev.catena.nlp.SparsityPattern;
import java.util.Arrays;

/** σ (∂r/∂x)ᵀ(∂r/∂x) in the place of the Hessian of the Lagrangian. */
public final class GaussNewtonHessian implements LagrangianHessian {
    private final int n;
    private final ResidualJacobian residuals;
    private final CompressedRows rows;
    private final double[] entries;
    private final double[] product;
    private final double[] ones;
    private final SparsityPattern pattern;

    public GaussNewtonHessian(int n, ResidualJacobian residuals) {
        this.n = n;
        this.residuals = residuals;
        SparsityPattern source = residuals.pattern();
        ProgramLimits.checkSize("residual Jacobian", source, source.rowCount(), n);
        rows = new CompressedRows(source);
        entries = new double[source.entryCount()];
        product = new double[n * n];
        ones = new double[source.rowCount()];
        Arrays.fill(ones, 1);
        pattern = patternOfProduct();
    }

    private SparsityPattern patternOfProduct() {
        double[] everywhere = new double[entries.length];
        Arrays.fill(everywhere, 1);
        rows.set(everywhere);
        accumulateProduct();
        SparsityPattern.Builder builder = SparsityPattern.builder(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                if (product[j * n + i] != 0) {
                    builder.add(i, j);
                }
            }
        }
        return builder.build();
    }

    private void accumulateProduct() {
        Arrays.fill(product, 0);
        rows.addOuterProducts(ones, product, n);
    }

    @Override
    public SparsityPattern pattern() {
        return pattern;
    }

    @Override
    public void values(double[] x, double objectiveFactor, double[] multipliers, double[] valuesOut) {
        residuals.values(x, entries);
        rows.set(entries);
        accumulateProduct();
        for (int k = 0; k < valuesOut.length; k++) {
            valuesOut[k] = objectiveFactor * product[pattern.column(k) * n + pattern.row(k)];
        }
    }
}
