package dev.catena.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.LagrangianHessian;
import dev.catena.nlp.Result;
import dev.catena.nlp.SparsityPattern;
import dev.catena.nlp.Status;
import dev.catena.nlp.solver.InteriorPointSolver;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A program of the size of a gait: its derivatives are right, and the embedded solver gets to the end of it. */
class SyntheticGaitTest {
    private static final long SEED = 2;

    @Test
    void hasTheSizeOfAGait() {
        SyntheticGait gait = new SyntheticGait(SEED);
        assertThat(gait.variableCount()).isEqualTo(330);
        assertThat(gait.constraintCount()).isEqualTo(1726);
    }

    @Test
    void isSolved() {
        Result result = new InteriorPointSolver().solve(new SyntheticGait(SEED));
        assertThat(result.status()).as(result.message()).isEqualTo(Status.OPTIMAL);
        assertThat(result.solution().violation()).isLessThan(1e-6);
    }

    /** Directional derivatives against central differences, which are good to about eight digits here. */
    @Test
    void derivativesBelongToTheValues() {
        SyntheticGait gait = new SyntheticGait(SEED);
        int n = gait.variableCount();
        int m = gait.constraintCount();
        Random random = new Random(SEED);
        double[] x = random.doubles(n, -0.3, 0.3).toArray();
        double[] direction = random.doubles(n, -1, 1).toArray();
        double[] lambda = random.doubles(m, -1, 1).toArray();
        double h = 1e-5;
        double[] above = along(x, h, direction);
        double[] below = along(x, -h, direction);

        double[] gradient = new double[n];
        gait.gradient(x, gradient);
        double slope = (gait.objective(above) - gait.objective(below)) / (2 * h);
        assertThat(dot(gradient, direction)).isCloseTo(slope, within(1e-6 * (1 + Math.abs(slope))));

        double[] product = jacobianTimes(gait, x, direction);
        double[] high = new double[m];
        double[] low = new double[m];
        gait.constraints(above, high);
        gait.constraints(below, low);
        for (int r = 0; r < m; r++) {
            double expected = (high[r] - low[r]) / (2 * h);
            assertThat(product[r]).isCloseTo(expected, within(1e-6 * (1 + Math.abs(expected))));
        }

        double curvature =
                (lagrangianSlope(gait, above, lambda, direction) - lagrangianSlope(gait, below, lambda, direction))
                        / (2 * h);
        assertThat(quadraticForm(gait, x, lambda, direction))
                .isCloseTo(curvature, within(1e-6 * (1 + Math.abs(curvature))));
    }

    private static double quadraticForm(SyntheticGait gait, double[] x, double[] lambda, double[] direction) {
        LagrangianHessian hessian = gait.hessian().orElseThrow();
        SparsityPattern pattern = hessian.pattern();
        double[] values = new double[pattern.entryCount()];
        hessian.values(x, 0.5, lambda, values);
        double sum = 0;
        for (int k = 0; k < values.length; k++) {
            double both = pattern.row(k) == pattern.column(k) ? 1 : 2;
            sum += both * values[k] * direction[pattern.row(k)] * direction[pattern.column(k)];
        }
        return sum;
    }

    private static double lagrangianSlope(SyntheticGait gait, double[] x, double[] lambda, double[] direction) {
        double[] gradient = new double[x.length];
        gait.gradient(x, gradient);
        return 0.5 * dot(gradient, direction) + dot(jacobianTimes(gait, x, direction), lambda);
    }

    private static double[] jacobianTimes(SyntheticGait gait, double[] x, double[] direction) {
        SparsityPattern pattern = gait.jacobianPattern();
        double[] values = new double[pattern.entryCount()];
        gait.jacobian(x, values);
        double[] product = new double[gait.constraintCount()];
        for (int k = 0; k < values.length; k++) {
            product[pattern.row(k)] += values[k] * direction[pattern.column(k)];
        }
        return product;
    }

    private static double[] along(double[] x, double h, double[] direction) {
        double[] result = x.clone();
        for (int i = 0; i < x.length; i++) {
            result[i] += h * direction[i];
        }
        return result;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
