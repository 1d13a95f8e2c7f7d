package dev.catena.compile.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.graph.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FunctionEnclosureTest {
    private static final int COUNT = 3;

    private final List<Symbol> q = new Graph().input("q", 3);
    private final List<Symbol> free = List.of(q.get(0), q.get(2));
    private final List<Symbol> functions = functions(q.get(0), q.get(1), q.get(2));
    private final FunctionEnclosure enclosure =
            new FunctionEnclosure(functions, q, new int[] {0, 2}, new double[] {9, 0.7, 9});

    /** Smooth ones, and one with a root that ends at zero. */
    private static List<Symbol> functions(Symbol x, Symbol y, Symbol z) {
        Symbol wave = x.sine().times(z.cosine()).plus(x.times(y));
        return List.of(
                wave.times(wave).minus(x.plus(z).cosine()),
                x.times(z).plus(z.times(z)).negate(),
                wave.plus(x.constant(1.2)).squareRoot().times(z));
    }

    /** Whatever a point of a box gives is enclosed: values, slopes, and how slopes change. */
    @ParameterizedTest
    @ValueSource(doubles = {3, 0.3, 1e-3, 1e-9, 0})
    void whatAPointGivesIsEnclosed(double size) {
        List<Symbol> slopes = Differentiation.jacobian(functions, free);
        List<Symbol> all = new ArrayList<>(functions);
        all.addAll(slopes);
        all.addAll(Differentiation.jacobian(slopes, free));
        Program program = Program.of(List.of(new OutputVector("all", all)));
        Random random = new Random(1);
        for (int n = 0; n < 400; n++) {
            double[] low = {6 * random.nextDouble() - 3, 6 * random.nextDouble() - 3};
            double[] high = {low[0] + size * random.nextDouble(), low[1] + size * random.nextDouble()};
            enclosure.compute(low, high);
            for (int corner = 0; corner < 5; corner++) {
                double along = corner == 4 ? random.nextDouble() : corner % 2;
                double across = corner == 4 ? random.nextDouble() : corner >> 1;
                double[] at = program.evaluate(
                                new double[] {mix(low[0], high[0], along), 0.7, mix(low[1], high[1], across)})[0];
                for (int f = 0; f < COUNT; f++) {
                    check(at[f], enclosure.least(f), enclosure.largest(f));
                    for (int k = 0; k < 2; k++) {
                        int slope = 2 * f + k;
                        check(at[COUNT + slope], enclosure.slopeLow(f, k), enclosure.slopeHigh(f, k));
                        double bend = at[COUNT + 2 * COUNT + 2 * slope + k];
                        check(bend, enclosure.bendLow(f, k), Double.POSITIVE_INFINITY);
                    }
                }
            }
        }
    }

    private static double mix(double low, double high, double part) {
        return Math.min(high, low + part * (high - low));
    }

    /** A root that does not exist has no bounds to keep. */
    private static void check(double value, double low, double high) {
        if (!Double.isNaN(value)) {
            double rounding = 1e-12 * (1 + Math.abs(value));
            assertThat(value).isBetween(low - rounding, high + rounding);
        }
    }

    /** In half a box bounds are four times closer to what the function really does there, where a slope does not end within. */
    @Test
    void boundsOfSmallBoxesAreClose() {
        Program program = Program.of(List.of(new OutputVector("f", functions)));
        double[] excess = new double[2];
        for (int half = 0; half < 2; half++) {
            double size = half == 0 ? 0.02 : 0.01;
            double[] low = {0.4, 0.9};
            double[] high = {0.4 + size, 0.9 + size};
            enclosure.compute(low, high);
            double least = Double.POSITIVE_INFINITY;
            double largest = Double.NEGATIVE_INFINITY;
            for (int corner = 0; corner < 4; corner++) {
                double value = program.evaluate(
                                new double[] {low[0] + corner % 2 * size, 0.7, low[1] + (corner >> 1) * size})[0][0];
                least = Math.min(least, value);
                largest = Math.max(largest, value);
            }
            excess[half] = enclosure.largest(0) - largest + least - enclosure.least(0);
        }
        assertThat(excess[0]).isBetween(3.8 * excess[1], 4.3 * excess[1]);
        assertThat(excess[0]).isLessThan(2e-3);
    }
}
