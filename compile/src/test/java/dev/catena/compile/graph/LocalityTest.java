package dev.catena.compile.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalityTest {
    /** Sums and products of anything before, some of them outputs. */
    private static List<OutputVector> random(long seed, int size) {
        Random random = new Random(seed);
        Graph graph = new Graph();
        List<Symbol> all = new ArrayList<>(graph.input("x", 5));
        all.add(graph.constant(0.7));
        while (all.size() < size) {
            Symbol a = all.get(random.nextInt(all.size()));
            Symbol b = all.get(Math.max(0, all.size() - 1 - random.nextInt(20)));
            all.add(
                    switch (random.nextInt(5)) {
                        case 0 -> a.times(b).times(b.constant(0.3));
                        case 1 -> a.minus(b);
                        case 2 -> a.sine();
                        case 3 -> b.cosine();
                        default -> a.plus(b);
                    });
        }
        List<Symbol> outputs = new ArrayList<>();
        for (int k = 0; k < all.size(); k += 7) {
            outputs.add(k % 2 == 0 ? all.get(k) : all.get(k).negate());
        }
        return List.of(
                new OutputVector("y", outputs.subList(0, outputs.size() / 2)),
                new OutputVector("z", outputs.subList(outputs.size() / 2, outputs.size())));
    }

    /** How long values wait for their last readers, all together. */
    private static long waiting(Program program) {
        int[] last = new int[program.size()];
        for (int k = 0; k < program.size(); k++) {
            int operands = program.operation(k).operands();
            if (operands > 0) {
                last[program.left(k)] = k;
            }
            if (operands > 1) {
                last[program.right(k)] = k;
            }
        }
        long sum = 0;
        for (int k = 0; k < program.size(); k++) {
            sum += program.operation(k).operands() == 0 || last[k] == 0 ? 0 : last[k] - k;
        }
        return sum;
    }

    /** The same assignments with operands first, and the same numbers to the last bit. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anotherOrderOfTheSame(long seed) {
        List<OutputVector> outputs = Factoring.of(random(seed, 300));
        Program natural = Program.of(outputs);
        Program ordered = Program.shortened(outputs);

        assertThat(ordered.count()).isEqualTo(natural.count());
        for (int k = 0; k < ordered.size(); k++) {
            int operands = ordered.operation(k).operands();
            assertThat(operands < 1 || ordered.left(k) < k).isTrue();
            assertThat(operands < 2 || ordered.right(k) < k).isTrue();
        }
        double[] x = new Random(seed).doubles(5, -1, 1).toArray();
        assertThat(ordered.evaluate(x)).as("seed %s", seed).isDeepEqualTo(natural.evaluate(x));
    }

    /** Products that are all computed first and summed afterward need not all wait, since their factors wait in any case. */
    @Test
    void fewerValuesWait() {
        Graph graph = new Graph();
        List<Symbol> sines = graph.input("x", 40).stream().map(Symbol::sine).toList();
        List<Symbol> products = new ArrayList<>();
        for (int k = 0; k < sines.size(); k += 2) {
            products.add(sines.get(k).times(sines.get(k + 1)));
        }
        Symbol sum = graph.constant(0);
        for (Symbol product : products) {
            sum = sum.plus(product);
        }
        List<Symbol> last = new ArrayList<>();
        for (Symbol sine : sines) {
            last.add(sine.times(sum));
        }
        List<OutputVector> outputs = List.of(new OutputVector("y", last));
        Program natural = Program.of(Factoring.of(outputs));
        int[] order = Locality.of(natural);

        assertThat(order).hasSize(natural.size()).doesNotHaveDuplicates();
        assertThat(waiting(Program.shortened(outputs))).isLessThan(waiting(natural) - 150);
    }

    /** The order of assignments, as nodes of a graph of which the constants that it begins with are not needed. */
    private static List<Integer> order(Symbol... outputs) {
        Program program = Program.of(List.of(new OutputVector("y", List.of(outputs))));
        int constants = outputs[0].graph().size() - program.size();
        return Arrays.stream(Locality.of(program))
                .map(k -> k + constants)
                .boxed()
                .toList();
    }

    private static List<Integer> nodes(List<Symbol> inputs, Symbol... others) {
        return Stream.concat(inputs.stream(), Stream.of(others))
                .map(Symbol::node)
                .toList();
    }

    /** a b ends neither a nor b, so that it can wait no shorter than for its reader; a sine and an output stay where they are. */
    @Test
    void whatEndsNothingGoesToItsReader() {
        Graph graph = new Graph();
        List<Symbol> x = graph.input("x", 4);
        Symbol a = x.get(0).sine();
        Symbol b = x.get(1).sine();
        Symbol c = x.get(2).sine();
        Symbol late = x.get(3).cosine();
        Symbol product = a.times(b);
        Symbol given = a.times(c);
        Symbol first = c.plus(late);
        Symbol second = first.times(first);
        Symbol third = second.plus(first);
        Symbol sum = third.plus(product);
        Symbol left = a.times(sum);
        Symbol right = b.times(sum);
        Symbol last = c.times(sum);
        Symbol end = late.times(given);
        assertThat(order(left, right, last, given, end))
                .isEqualTo(nodes(x, a, b, c, late, given, end, first, second, third, product, sum, left, right, last));
    }

    /** What reads both its operands last goes to them, and an output that reads one; one that reads them not last stays. */
    @Test
    void whatEndsItsOperandsGoesToThem() {
        Graph graph = new Graph();
        List<Symbol> x = graph.input("x", 3);
        Symbol a = x.get(0).sine();
        Symbol b = x.get(1).sine();
        Symbol c = x.get(2).sine();
        Symbol d = x.get(2).cosine();
        Symbol first = d.plus(x.get(0));
        Symbol second = first.times(d);
        Symbol third = second.plus(d);
        Symbol ofBoth = a.times(b);
        Symbol ofOne = c.plus(x.get(1));
        Symbol ofNone = d.times(third);
        Symbol end = third.plus(ofBoth);
        Symbol other = d.times(end);
        assertThat(order(ofOne, ofNone, other))
                .isEqualTo(nodes(x, a, b, ofBoth, c, ofOne, d, first, second, third, end, other, ofNone));
    }

    /** Of every program, whatever was done to it: readers, each operand for itself, and outputs. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void usesAreReadersAndOutputs(long seed) {
        List<OutputVector> outputs = random(seed, 60);
        Program program = Program.shortened(outputs);
        for (Program each : List.of(Program.of(outputs), program, program.latestLast(), program.fusible(true))) {
            int[] uses = new int[each.size()];
            for (int k = 0; k < uses.length; k++) {
                for (int which = 0; which < each.operation(k).operands(); which++) {
                    uses[which == 0 ? each.left(k) : each.right(k)]++;
                }
            }
            for (Program.Output output : each.outputs()) {
                for (int c = 0; c < output.length(); c++) {
                    uses[output.node(c)]++;
                }
            }
            assertThat(IntStream.range(0, uses.length).map(each::uses).toArray())
                    .containsExactly(uses);
        }
    }
}
