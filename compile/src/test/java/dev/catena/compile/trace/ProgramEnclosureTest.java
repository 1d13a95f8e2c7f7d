package dev.catena.compile.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
            for (int length = 0; length < 16; length++) {
                double low = from * Math.PI / 8 + 0.01;
                double high = low + length * Math.PI / 8;
                enclosure.compute(new double[] {low}, new double[] {high});
                for (int c = 0; c < 2; c++) {
                    // sine and cosine, and their slopes, are cosines of angles that are behind or ahead
                    checkCosine(low, high, c - 1, enclosure.least(c), enclosure.largest(c));
                    checkCosine(low, high, c, enclosure.slopeLow(c, 0), enclosure.slopeHigh(c, 0));
                }
            }
        }
    }

    /** Bounds of the cosine so many quarter turns ahead of angles. */
    private static void checkCosine(double low, double high, int quarters, double least, double largest) {
        double from = low + quarters * Math.PI / 2;
        double to = high + quarters * Math.PI / 2;
        double[] extremes = {Math.min(Math.cos(from), Math.cos(to)), Math.max(Math.cos(from), Math.cos(to))};
        for (int half = -12; half <= 12; half++) {
            if (from <= half * Math.PI && half * Math.PI <= to) {
                extremes[half % 2 == 0 ? 1 : 0] = half % 2 == 0 ? 1 : -1;
            }
        }
        assertThat(least).isBetween(extremes[0] - 1e-13, extremes[0]);
        assertThat(largest).isBetween(extremes[1], extremes[1] + 1e-13);
        assertThat(Math.max(-least, largest)).isLessThanOrEqualTo(Math.nextUp(1.0));
    }

    /** Where an angle is the double next to a multiple of π, the extreme that may be beyond it counts. */
    @Test
    void turningPointsThatRoundingHidesCount() {
        Graph graph = new Graph();
        Symbol x = graph.input("q", 1).get(0);
        ProgramEnclosure enclosure = new ProgramEnclosure(
                Program.of(List.of(new OutputVector("f", List.of(x.cosine())))), new int[] {0}, new double[1]);
        for (int half = -9; half <= 9; half++) {
            double at = half * Math.PI;
            for (double[] box : new double[][] {{at - 0.1, at}, {at, at + 0.1}, {at, at}}) {
                enclosure.compute(new double[] {box[0]}, new double[] {box[1]});
                assertThat(half % 2 == 0 ? enclosure.largest(0) : -enclosure.least(0))
                        .isEqualTo(1);
            }
            double beside = at + 0.1;
            enclosure.compute(new double[] {beside}, new double[] {beside + 0.1});
            assertThat(Math.max(enclosure.largest(0), -enclosure.least(0))).isCloseTo(Math.cos(0.1), within(1e-13));
        }
    }

    private static final double[] ENDS = {-2, -0.7, 0, 0.3, 1.9};

    /** Single operations of two intervals reach what they reach at the corners, not more than rounding beyond. */
    @Test
    void operationsAreEnclosedClosely() {
        Graph graph = new Graph();
        List<Symbol> q = graph.input("q", 2);
        Symbol x = q.get(0);
        Symbol y = q.get(1);
        List<Symbol> f = List.of(
                x.plus(y),
                x.minus(y),
                x.times(y),
                x.dividedBy(y),
                x.times(x),
                x.plus(x.constant(2)).squareRoot(),
                x.times(y).negate());
        Program program = Program.of(List.of(new OutputVector("f", f)));
        Program slopes = Program.of(List.of(new OutputVector("J", Differentiation.jacobian(f, q))));
        ProgramEnclosure enclosure = new ProgramEnclosure(program, new int[] {0, 1}, new double[2]);
        for (double[] a : pairs()) {
            for (double[] b : pairs()) {
                boolean isInverse = b[0] > 0 || b[1] < 0;
                enclosure.compute(new double[] {a[0], b[0]}, new double[] {a[1], b[1]});
                for (int c = 0; c < f.size(); c++) {
                    boolean isQuotient = c == 3;
                    if (isQuotient && !isInverse) {
                        continue;
                    }
                    double[] values = extremes(program, a, b, c);
                    boolean isSquareAroundZero = c == 4 && a[0] <= 0 && a[1] >= 0;
                    close(enclosure.least(c), enclosure.largest(c), isSquareAroundZero ? 0 : values[0], values[1]);
                    for (int by = 0; by < 2; by++) {
                        // the slope of a quotient by what divides has that twice, and the root ends with an infinite
                        // one
                        boolean isClose = !(isQuotient && by == 1) && !(c == 5 && a[0] == -2);
                        double[] slope = extremes(slopes, a, b, 2 * c + by);
                        if (isClose) {
                            close(enclosure.slopeLow(c, by), enclosure.slopeHigh(c, by), slope[0], slope[1]);
                        }
                    }
                }
            }
        }
    }

    private static List<double[]> pairs() {
        List<double[]> pairs = new ArrayList<>();
        for (double from : ENDS) {
            for (double to : ENDS) {
                if (from <= to) {
                    pairs.add(new double[] {from, to});
                }
            }
        }
        return pairs;
    }

    private static double[] extremes(Program program, double[] a, double[] b, int component) {
        double[] found = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (double x : a) {
            for (double y : b) {
                double value = program.evaluate(new double[] {x, y})[0][component];
                found[0] = Math.min(found[0], value);
                found[1] = Math.max(found[1], value);
            }
        }
        return found;
    }

    private static void close(double low, double high, double least, double largest) {
        // + 0.0: of zeros the sign does not count
        assertThat(low + 0.0).isBetween(least - 1e-14, least + 0.0);
        assertThat(high + 0.0).isBetween(largest + 0.0, largest + 1e-14);
    }

    /** What divides and reaches zero leaves one side without a bound, or both. */
    @Test
    void quotientsThatHaveNoEnd() {
        Graph graph = new Graph();
        List<Symbol> q = graph.input("q", 2);
        ProgramEnclosure enclosure = new ProgramEnclosure(
                Program.of(List.of(new OutputVector("f", List.of(q.get(0).dividedBy(q.get(1)))))),
                new int[] {0, 1},
                new double[2]);
        double infinite = Double.POSITIVE_INFINITY;
        double[][] table = {
            // divides from, to; 1 divided by it from, to
            {0, 2, 0.5, infinite},
            {-4, 0, -infinite, -0.25},
            {-1, 1, -infinite, infinite},
            {0, 0, -infinite, infinite},
        };
        for (double[] row : table) {
            enclosure.compute(new double[] {1, row[0]}, new double[] {1, row[1]});
            close(enclosure.least(0), enclosure.largest(0), row[2], row[3]);
            enclosure.compute(new double[] {-1, row[0]}, new double[] {-1, row[1]});
            close(enclosure.least(0), enclosure.largest(0), -row[3], -row[2]);
            enclosure.compute(new double[] {0, row[0]}, new double[] {0, row[1]});
            assertThat(enclosure.least(0)).isZero();
            assertThat(enclosure.largest(0)).isZero();
        }
    }

    /** Slopes of functions of something that itself has a slope; a sign under a root; and what is not looked into. */
    @Test
    void functionsOfProducts() {
        Graph graph = new Graph();
        List<Symbol> q = graph.input("q", 2);
        Symbol x = q.get(0);
        Symbol y = q.get(1);
        List<Symbol> f = List.of(
                x.times(y).sine(), x.times(y).cosine(), x.negate().squareRoot(), x.hyperbolicTangent(), x.times(y));
        Program program = Program.of(List.of(new OutputVector("f", f)));
        Program slopes = Program.of(List.of(new OutputVector("J", Differentiation.jacobian(f, q))));
        ProgramEnclosure enclosure = new ProgramEnclosure(program, new int[] {0, 1}, new double[2]);
        double[] a = {-0.6, -0.5};
        for (double[] b : new double[][] {{0.3, 0.3}, {-0.4, -0.4}}) {
            enclosure.compute(new double[] {a[0], b[0]}, new double[] {a[1], b[1]});
            for (int c = 0; c < 3; c++) {
                double[] values = extremes(program, a, b, c);
                close(enclosure.least(c), enclosure.largest(c), values[0], values[1]);
                double[] slope = extremes(slopes, a, b, 2 * c);
                close(enclosure.slopeLow(c, 0), enclosure.slopeHigh(c, 0), slope[0], slope[1]);
            }
            assertThat(enclosure.least(3)).isEqualTo(Double.NEGATIVE_INFINITY);
            assertThat(enclosure.largest(3)).isEqualTo(Double.POSITIVE_INFINITY);
            assertThat(enclosure.slopeLow(3, 0)).isEqualTo(Double.NEGATIVE_INFINITY);
            assertThat(enclosure.slopeHigh(3, 0)).isEqualTo(Double.POSITIVE_INFINITY);
            assertThat(enclosure.slopeHigh(3, 1)).isZero();
        }
    }
}
