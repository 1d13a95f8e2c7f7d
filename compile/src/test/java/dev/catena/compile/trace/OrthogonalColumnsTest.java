package dev.catena.compile.trace;

import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.Real;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Solutions of tall systems, on numbers. */
class OrthogonalColumnsTest {
    private static double[] values(List<Real> numbers) {
        return numbers.stream().mapToDouble(Real::value).toArray();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "3, 1", "2, 2", "5, 3", "6, 6", "9, 5"})
    void solutionsAndTheNormOfThePseudoinverse(int rows, int count) {
        RandomNumbers random = new RandomNumbers(rows);
        List<List<Real>> columns = IntStream.range(0, count)
                .mapToObj(k -> Real.list(random.vector(rows, 1)))
                .toList();
        OrthogonalColumns<Real> a = new OrthogonalColumns<>(new Real(0), columns);
        double[] x = random.vector(count, 1);
        double[] b = new double[rows];
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < count; k++) {
                b[i] += columns.get(k).get(i).value() * x[k];
            }
        }
        Agreement.check("x", values(a.solve(Real.list(b))), x, 1e-10);
        double[] y = values(a.solveTransposed(Real.list(x)));
        double[] c = new double[count];
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < rows; i++) {
                c[k] += columns.get(k).get(i).value() * y[i];
            }
        }
        Agreement.check("c", c, x, 1e-10);
        // the pseudoinverse, column by column
        double square = 0;
        for (int i = 0; i < rows; i++) {
            double[] unit = new double[rows];
            unit[i] = 1;
            for (double entry : values(a.solve(Real.list(unit)))) {
                square += entry * entry;
            }
        }
        double[] found = {a.inverseNormSquared().value() / square};
        Agreement.check("norm", found, new double[] {1}, 1e-10);
    }
}
