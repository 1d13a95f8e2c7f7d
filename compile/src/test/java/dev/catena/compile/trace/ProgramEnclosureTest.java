package dev.catena.compile.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.graph.Symbol;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramEnclosureTest {
    private static final int COUNT = 3;

    private static List<Symbol> functions(List<Symbol> q) {
        Symbol x = q.get(0);
        Symbol y = q.get(1);
        Symbol z = q.get(2);
        Symbol size = x.sine().times(x.sine()).plus(y.cosine().times(z));
        return List.of(
                size.times(size).squareRoot().minus(x.times(y)),
                x.times(x).minus(y.times(y.constant(3))).negate(),
                y.dividedBy(x.times(x).plus(x.constant(0.1))).times(z.squareRoot()));
    }

    /** Whatever a point of a box gives is enclosed, value and slopes. */
    @ParameterizedTest
    @ValueSource(doubles = {3, 0.3, 1e-3, 1e-9, 0})
    void whatAPointGivesIsEnclosed(double size) {
        Graph graph = new Graph();
        List<Symbol> q = graph.input("q", 3);
        List<Symbol> f = functions(q);
        Program values = Program.of(List.of(new OutputVector("f", f)));
        Program slopes =
                Program.of(List.of(new OutputVector("J", Differentiation.jacobian(f, List.of(q.get(0), q.get(1))))));
        Random random = new Random(1);
        double worst = 0;
        for (int k = 0; k < 400; k++) {
            double[] low = {6 * random.nextDouble() - 3, 6 * random.nextDouble() - 3};
            double[] high = {low[0] + size * random.nextDouble(), low[1] + size * random.nextDouble()};
            double[] x = {
                low[0] + random.nextDouble() * (high[0] - low[0]),
                low[1] + random.nextDouble() * (high[1] - low[1]),
                0.7
            };
            ProgramEnclosure enclosure = new ProgramEnclosure(values, new int[] {0, 1}, new double[] {9, 9, 0.7});
            enclosure.compute(low, high);
            double[] value = values.evaluate(x)[0];
            double[] slope = slopes.evaluate(x)[0];
            for (int c = 0; c < COUNT; c++) {
                double rounding = 1e-13 * (1 + Math.abs(value[c]));
                assertThat(value[c]).isBetween(enclosure.least(c) - rounding, enclosure.largest(c) + rounding);
                worst = Math.max(worst, enclosure.largest(c) - enclosure.least(c));
                for (int by = 0; by < 2; by++) {
                    double s = slope[2 * c + by];
                    double off = 1e-12 * (1 + Math.abs(s));
                    assertThat(s).isBetween(enclosure.slopeLow(c, by) - off, enclosure.slopeHigh(c, by) + off);
                }
            }
        }
        if (size < 1e-2) {
            // the second function has slopes of at most nine, the third of a hundred
            assertThat(worst).isLessThan(1e3 * size + 1e-12);
        }
    }

    /** Between a place and one less than a turn ahead, sine and cosine are as large and small as anywhere there. */
    @Test
    void turnsAreSeenWhole() {
        Graph graph = new Graph();
        Symbol x = graph.input("q", 1).get(0);
        Program program = Program.of(List.of(new OutputVector("f", List.of(x.sine(), x.cosine()))));
        ProgramEnclosure enclosure = new ProgramEnclosure(program, new int[] {0}, new double[1]);
        for (int from = -40; from < 40; from++) {
            for (int length = 1; length < 16; length++) {
                double[] low = {from * Math.PI / 8 + 0.01};
                double[] high = {low[0] + length * Math.PI / 8};
                enclosure.compute(low, high);
                double[] least = {2, 2};
                double[] largest = {-2, -2};
                for (int k = 0; k <= 1000; k++) {
                    double[] at = program.evaluate(new double[] {low[0] + k * (high[0] - low[0]) / 1000})[0];
                    for (int c = 0; c < 2; c++) {
                        least[c] = Math.min(least[c], at[c]);
                        largest[c] = Math.max(largest[c], at[c]);
                    }
                }
                for (int c = 0; c < 2; c++) {
                    assertThat(enclosure.least(c)).isBetween(least[c] - 1e-5, least[c]);
                    assertThat(enclosure.largest(c)).isBetween(largest[c], largest[c] + 1e-5);
                }
            }
        }
    }
}
