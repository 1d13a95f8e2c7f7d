package dev.catena.sweep.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.sweep.source.StateSource.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesTest {
    @TempDir
    private Path folder;

    private static double[][] states(StateSource source, long first, int count) {
        double[][] x = new double[source.variables().size()][count];
        List<Target> targets =
                IntStream.range(0, x.length).mapToObj(v -> new Target(x[v], 0)).toList();
        try (StateSource.Pass pass = source.open()) {
            StateSource.Reader reader = pass.reader();
            reader.begin(first, count);
            reader.read(first, count, targets);
        }
        return x;
    }

    @Test
    void numbersByPlaceAreThoseOfTheLibraryInOrder() {
        SplittableRandom library = new SplittableRandom(42);
        for (int n = 0; n < 1000; n++) {
            assertThat(CounterRandom.bits(42, n)).isEqualTo(library.nextLong());
        }
    }

    /** Written down once more, number by number. */
    @Test
    void aStateIsDrawnByAGeneratorOfItsOwn() {
        List<Variable> variables = List.of(
                Variable.of("a", 0, 1), Variable.constant("b", 4), Variable.of("c", -2, 3), Variable.of("d", 0, 1));
        long first = (1L << 40) + 77;
        double[][] x = states(new RandomStates(variables, Long.MAX_VALUE, 9), first, 1500);
        long seed = CounterRandom.seedOf(9, 0);
        for (int s = 0; s < 1500; s++) {
            long term = CounterRandom.bits(seed, 2 * (first + s));
            long word = folded(term);
            assertThat(x[0][s]).isEqualTo(0.5 + 0x1p-64 * word);
            assertThat(x[1][s]).isEqualTo(4);
            assertThat(x[2][s]).isEqualTo(0.5 + 5 * 0x1p-64 * (word << 32));
            long next = folded(term + CounterRandom.bits(seed, 2 * (first + s) + 1));
            assertThat(x[3][s]).isEqualTo(0.5 + 0x1p-64 * next);
        }
    }

    /** The same list of targets, whether it can be changed or not, and others in it or elsewhere. */
    @Test
    void numbersGoWhereTargetsAreNow() {
        List<Variable> variables = List.of(Variable.of("a", 0, 1), Variable.of("b", 0, 1));
        RandomStates source = new RandomStates(variables, 1000, 6);
        double[][] expected = states(source, 0, 300);
        StateSource.Reader reader = source.open().reader();
        double[] x = new double[310];
        double[] y = new double[310];
        List<Target> changing = new ArrayList<>(List.of(new Target(x, 0), new Target(y, 0)));
        reader.read(0, 300, changing);
        reader.read(0, 100, changing);
        double[] z = new double[310];
        changing.set(0, new Target(z, 10));
        reader.read(0, 100, changing);
        reader.read(0, 300, changing);
        assertThat(Arrays.copyOfRange(z, 10, 310)).isEqualTo(expected[0]);
        List<Target> fixed = List.of(new Target(y, 5), new Target(x, 5));
        for (int first : new int[] {0, 100, 0}) {
            reader.read(first, 100, fixed);
            assertThat(Arrays.copyOfRange(y, 5, 105)).isEqualTo(Arrays.copyOfRange(expected[0], first, first + 100));
            assertThat(Arrays.copyOfRange(x, 5, 105)).isEqualTo(Arrays.copyOfRange(expected[1], first, first + 100));
        }
        assertThat(Arrays.copyOfRange(z, 10, 310)).isEqualTo(expected[0]);
    }

    private static long folded(long term) {
        return (term ^ (term >>> 32)) * 0x94D049BB133111EBL;
    }

    /** Three numbers of a state fall into all of 4,096 cubes alike, and so do numbers behind their first six bits. */
    @Test
    void randomNumbersFillCubes() {
        int count = 1 << 17;
        List<Variable> variables =
                IntStream.range(0, 5).mapToObj(k -> Variable.of("x" + k, 0, 1)).toList();
        double[][] x = states(new RandomStates(variables, count, 5), 0, count);
        for (int v = 0; v < 3; v++) {
            for (double scale : new double[] {16, 1024}) {
                int[] cubes = new int[4096];
                for (int s = 0; s < count; s++) {
                    int place = 0;
                    for (int w = v; w < v + 3; w++) {
                        place = 16 * place + (int) (scale * x[w][s]) % 16;
                    }
                    cubes[place]++;
                }
                double expected = count / 4096.0;
                double chi = Arrays.stream(cubes)
                        .mapToDouble(n -> (n - expected) * (n - expected) / expected)
                        .sum();
                // 4,095 degrees of freedom, five deviations of √(2 · 4,095)
                assertThat(chi).as("from %s on, times %s", v, scale).isBetween(4095 - 5 * 90.5, 4095 + 5 * 90.5);
            }
        }
    }

    /**
     * Generators go in steps, so that three successive terms t have t₀ − 2t₁ + t₂ = 0: nothing of it is seen in the numbers, neither in
     * those of whole words nor in those of their lower halves.
     */
    @Test
    void stepsOfGeneratorsAreNotSeen() {
        int count = 1 << 16;
        List<Variable> variables =
                IntStream.range(0, 6).mapToObj(k -> Variable.of("x" + k, 0, 1)).toList();
        double[][] x = states(new RandomStates(variables, count, 8), 0, count);
        for (int half = 0; half < 2; half++) {
            for (double zoom : new double[] {1, 4096}) {
                int[] cells = new int[256];
                for (int s = 0; s < count; s++) {
                    double sum = zoom * (x[half][s] - 2 * x[half + 2][s] + x[half + 4][s]);
                    cells[(int) (256 * (sum - Math.floor(sum))) % 256]++;
                }
                double expected = count / 256.0;
                double chi = Arrays.stream(cells)
                        .mapToDouble(n -> (n - expected) * (n - expected) / expected)
                        .sum();
                // 255 degrees of freedom, five deviations of √(2 · 255)
                assertThat(chi).as("half %s, zoom %s", half, zoom).isBetween(255 - 5 * 22.6, 255 + 5 * 22.6);
            }
        }
    }

    /** Mean, variance and fourth moment of a uniform number, for every column. */
    @Test
    void randomNumbersHaveTheirMoments() {
        int count = 1 << 16;
        List<Variable> variables =
                IntStream.range(0, 9).mapToObj(k -> Variable.of("x" + k, -1, 1)).toList();
        for (double[] x : states(new RandomStates(variables, count, 4), 0, count)) {
            double[] sums = new double[3];
            for (double number : x) {
                sums[0] += number / count;
                sums[1] += number * number / count;
                sums[2] += Math.pow(number, 4) / count;
            }
            // five deviations each
            assertThat(sums[0]).isCloseTo(0, within(5 * 0.578 / 256));
            assertThat(sums[1]).isCloseTo(1.0 / 3, within(5 * 0.299 / 256));
            assertThat(sums[2]).isCloseTo(1.0 / 5, within(5 * 0.267 / 256));
        }
    }

    /** Neighbors have nothing to do with each other: neither two numbers of a state nor one number of two states. */
    @Test
    void randomNumbersAreNotCorrelated() {
        int count = 1 << 16;
        List<Variable> variables =
                IntStream.range(0, 6).mapToObj(k -> Variable.of("x" + k, -1, 1)).toList();
        double[][] x = states(new RandomStates(variables, count, 2), 0, count);
        for (int v = 0; v < 6; v++) {
            for (int w = 0; w < 6; w++) {
                for (int lag = v == w ? 1 : 0; lag < 3; lag++) {
                    double sum = 0;
                    for (int s = 0; s + lag < count; s++) {
                        sum += x[v][s] * x[w][s + lag];
                    }
                    assertThat(3 * sum / count).as("%s, %s, lag %s", v, w, lag).isBetween(-0.016, 0.016);
                }
            }
        }
    }

    @Test
    void aStateIsTheSameWhereverItsBlockBegins() {
        List<Variable> variables = List.of(Variable.of("a", -1, 3), Variable.of("b", 0, 1), Variable.of("c", 5, 9));
        for (StateSource source : List.of(
                new RandomStates(variables, 10_000, 3),
                new HaltonStates(variables, 10_000, 3),
                new GridStates(List.of(
                        new Variable("a", -1, 3, 7), new Variable("b", 0, 1, 50), new Variable("c", 5, 9, 29))))) {
            double[][] all = states(source, 0, 6000);
            double[][] some = states(source, 1234, 3000);
            for (int v = 0; v < 3; v++) {
                for (int s = 0; s < 3000; s++) {
                    assertThat(some[v][s]).isEqualTo(all[v][1234 + s]);
                }
                assertThat(Arrays.stream(all[v]).allMatch(x -> x >= -1 && x <= 9))
                        .isTrue();
            }
        }
    }

    @Test
    void gridsHaveAllCombinations() {
        StateSource grid = new GridStates(
                List.of(new Variable("a", 0, 1, 3), Variable.constant("b", 7), new Variable("c", -1, 1, 2)));
        double[][] x = states(grid, 0, 6);

        assertThat(grid.states()).isEqualTo(6);
        assertThat(x[0]).containsExactly(0, 0, 0.5, 0.5, 1, 1);
        assertThat(x[1]).containsOnly(7);
        assertThat(x[2]).containsExactly(-1, 1, -1, 1, -1, 1);
    }

    /** The mean of a product over a cube is known; evenly spread points find it a hundred times better. */
    @Test
    void pointsAreSpreadAsTheyPromise() {
        List<Variable> cube =
                IntStream.range(0, 12).mapToObj(k -> Variable.of("x" + k, 0, 2)).toList();
        assertThat(meanOfProducts(new RandomStates(cube, 1 << 16, 1))).isCloseTo(1, within(0.05));
        assertThat(meanOfProducts(new HaltonStates(cube, 1 << 16, 1))).isCloseTo(1, within(0.01));
    }

    private static double meanOfProducts(StateSource source) {
        int count = (int) source.states();
        double[][] x = states(source, 0, count);
        double sum = 0;
        for (int s = 0; s < count; s++) {
            double product = 1;
            for (double[] numbers : x) {
                product *= numbers[s];
            }
            sum += product;
        }
        return sum / count;
    }

    @Test
    void tablesAreReadInOrder() throws IOException {
        Path file = folder.resolve("states.csv");
        Files.writeString(
                file,
                "q_a,q_b\n"
                        + String.join(
                                "\n",
                                IntStream.range(0, 5000)
                                        .mapToObj(k -> k + "," + -k)
                                        .toList()));
        TableStates table = new TableStates(file);

        assertThat(table.states()).isEqualTo(5000);
        assertThat(table.variables()).containsExactly("q_a", "q_b");
        double[][] x = states(table, 4100, 900);
        assertThat(x[0][0]).isEqualTo(4100);
        assertThat(x[1][899]).isEqualTo(-4999);
        assertThatThrownBy(() -> new TableStates(Files.writeString(folder.resolve("none.csv"), "q_a\n")))
                .hasMessageContaining("no rows");
    }

    @Test
    void whatCannotVaryIsRefused() {
        assertThatThrownBy(() -> Variable.of("a", 1, 0)).hasMessageContaining("from 1.0 to 0.0");
        assertThatThrownBy(() -> Variable.of("a", 0, Double.POSITIVE_INFINITY)).hasMessageContaining("finite");
        assertThatThrownBy(() -> new RandomStates(List.of(), 1, 1)).hasMessageContaining("nothing varies");
        assertThatThrownBy(() -> new RandomStates(List.of(Variable.of("a", 0, 1), Variable.of("a", 0, 1)), 1, 1))
                .hasMessageContaining("given twice");
    }

    /** It is counted before it is read, so that a pipe would be waited for without end. */
    @Test
    void aTableThatCanBeReadButOnceIsRefused() {
        assertThatThrownBy(() -> new TableStates(Path.of("/dev/null")))
                .hasMessageContaining("write it to a file first");
    }
}
