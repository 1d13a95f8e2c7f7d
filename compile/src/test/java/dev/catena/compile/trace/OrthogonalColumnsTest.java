package dev.catena.compile.trace;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.graph.Symbol;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.Real;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
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

    /** Pairs of rows that determine pairs of columns one after the other, in any order of both: as all at once. */
    @Test
    void pairedColumnsAreThoseSolvedAtOnce() {
        List<PairedColumns.Pair> pairs = List.of(
                new PairedColumns.Pair(2, 4, 1), new PairedColumns.Pair(4, 0, 5), new PairedColumns.Pair(0, 2, 3));
        RandomNumbers random = new RandomNumbers(8);
        Graph graph = new Graph();
        List<Symbol> entries = graph.input("entries", 36);
        List<Symbol> b = graph.input("b", 6);
        List<List<Symbol>> columns = new ArrayList<>();
        for (int column = 0; column < 6; column++) {
            columns.add(new ArrayList<>(Collections.nCopies(6, graph.constant(0))));
        }
        for (int k = 0; k < pairs.size(); k++) {
            for (PairedColumns.Pair known : pairs.subList(0, k + 1)) {
                for (int column : new int[] {known.first(), known.second()}) {
                    for (int row = pairs.get(k).row(); row < pairs.get(k).row() + 2; row++) {
                        columns.get(column).set(row, entries.get(6 * column + row));
                    }
                }
            }
        }
        LoopColumns paired = new PairedColumns(graph.constant(0), columns, pairs);
        LoopColumns atOnce = LoopColumns.orthogonal(graph.constant(0), columns);
        double[][] found = Program.of(List.of(
                        new OutputVector("x", paired.solve(b)),
                        new OutputVector("y", paired.solveTransposed(b)),
                        new OutputVector("norm", List.of(paired.inverseNormSquared())),
                        new OutputVector("xAtOnce", atOnce.solve(b)),
                        new OutputVector("yAtOnce", atOnce.solveTransposed(b)),
                        new OutputVector("normAtOnce", List.of(atOnce.inverseNormSquared()))))
                .evaluate(random.vector(36, 1), random.vector(6, 1));
        for (int k = 0; k < 3; k++) {
            Agreement.check("output " + k, found[k], found[k + 3], 1e-9);
        }
    }
}
