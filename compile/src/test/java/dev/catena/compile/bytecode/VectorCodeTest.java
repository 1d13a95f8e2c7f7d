package dev.catena.compile.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.Robots;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.graph.Symbol;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Vectorized code, the same step by step and for one state: equal to the last bit, and to rounding equal to the program. */
class VectorCodeTest {
    /** With eight lanes two blocks at once, one alone, and what does not fill one. */
    private static final int STATES = 29;

    static VectorKernel vectorized(CheckedProgram program) {
        return vectorized(program, VectorCode.LONG);
    }

    private static VectorKernel vectorized(CheckedProgram program, int mostCalls) {
        return BatchKernelFactory.vectorized(program, Hardware.lanes(), mostCalls)
                .get();
    }

    private static StepByStep steps(CheckedProgram program) {
        return new StepByStep(program, new FusedProgram(program.program()));
    }

    private static FusedKernel alone(CheckedProgram program) {
        return BatchKernelFactory.alone(program, new FusedProgram(program.program()))
                .get();
    }

    static Stream<CompiledFunction> functions() {
        Stream<RobotModel> robots = Stream.concat(
                Stream.of("puma560", "panda", "scara").map(ShippedRobots::load),
                Stream.of(RandomRobots.everything(4, 6), Robots.special(3, 8)));
        return robots.flatMap(
                model -> Stream.of(Quantity.TORQUE, Quantity.ACCELERATION, Quantity.MASS_MATRIX, Quantity.TORQUE_RATE)
                        .map(quantity -> RobotCompiler.compile(model, quantity)));
    }

    private static double[][] vectors(CheckedProgram program, int states, long seed) {
        Random random = new Random(seed);
        int[] lengths = program.lengths();
        double[][] vectors = new double[lengths.length][];
        for (int v = 0; v < lengths.length; v++) {
            vectors[v] = v < program.inputs()
                    ? random.doubles((long) states * lengths[v], -4, 4).toArray()
                    : new double[states * lengths[v]];
        }
        return vectors;
    }

    private static double[][] copy(double[][] vectors) {
        return Arrays.stream(vectors).map(double[]::clone).toArray(double[][]::new);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void allWaysRoundAlike(CompiledFunction function) {
        CheckedProgram program = CheckedProgram.of(function.program());
        double[][] byVectors = vectors(program, STATES, 7);
        double[][] bySteps = copy(byVectors);
        double[][] alone = copy(byVectors);
        VectorKernel kernel = vectorized(program);
        StepByStep steps = steps(program);

        assertThat(kernel.evaluate(byVectors, STATES, 0, STATES)).isEqualTo(-1);
        assertThat(steps.evaluate(bySteps, STATES, 0, STATES)).isEqualTo(-1);
        for (int s = 0; s < STATES; s++) {
            assertThat(steps.evaluateAlone(alone, STATES, s)).isTrue();
        }
        assertThat(bySteps).isDeepEqualTo(byVectors);
        assertThat(alone).isDeepEqualTo(byVectors);
        double[][] oneByOne = vectors(program, STATES, 7);
        assertThat(alone(program).evaluate(oneByOne, STATES, 0, STATES)).isEqualTo(-1);
        assertThat(oneByOne).isDeepEqualTo(byVectors);

        kernel.beginAt(1);
        double[][] moved = copy(vectors(program, STATES, 7));
        assertThat(kernel.evaluate(moved, STATES, 0, 2)).isEqualTo(-1);
        assertThat(kernel.evaluate(moved, STATES, 2, STATES)).isEqualTo(-1);
        assertThat(moved).isDeepEqualTo(byVectors);
        compare(program.program(), byVectors);
    }

    /** Warming up calls segments by number; they are all that a block consists of. */
    @Test
    void segmentsMakeTheBlock() {
        CompiledFunction function = RobotCompiler.compile(ShippedRobots.load("panda"), Quantity.TORQUE_RATE);
        CheckedProgram program = CheckedProgram.of(function.program());
        int lanes = Hardware.lanes();
        double[][] bySegments = vectors(program, lanes, 2);
        double[][] whole = copy(bySegments);
        VectorKernel kernel = vectorized(program, VectorCode.SHORT);
        int segments = 0;
        while (kernel.segment(bySegments, lanes, 0, segments)) {
            segments++;
        }
        assertThat(segments).isGreaterThan(5);
        assertThat(vectorized(program).evaluate(whole, lanes, 0, lanes)).isEqualTo(-1);
        assertThat(bySegments).isDeepEqualTo(whole);
    }

    /** Wherever blocks begin, results are the same, and those of states that nobody asked for are left alone. */
    @Test
    void shiftedBlocksChangeNothing() {
        CompiledFunction function = RobotCompiler.compile(ShippedRobots.load("panda"), Quantity.MASS_MATRIX);
        CheckedProgram program = CheckedProgram.of(function.program());
        int states = 40 * Hardware.lanes();
        double[][] expected = vectors(program, states, 8);
        int to = states - 2;
        assertThat(steps(program).evaluate(expected, states, 3, to)).isEqualTo(-1);
        VectorKernel kernel = vectorized(program);
        for (int begin = 0; begin < Hardware.lanes(); begin++) {
            double[][] shifted = vectors(program, states, 8);
            kernel.beginBlocksAt(begin);
            assertThat(kernel.evaluate(shifted, states, 3, to)).isEqualTo(-1);
            assertThat(shifted).as("begun at %s", begin).isDeepEqualTo(expected);
        }
    }

    /** Nor does an angle that vectorized code leaves to the other way. */
    @Test
    void changingOverChangesNothing() {
        CompiledFunction function = RobotCompiler.compile(ShippedRobots.load("panda"), Quantity.ACCELERATION);
        CheckedProgram program = CheckedProgram.of(function.program());
        FusedProgram fused = new FusedProgram(program.program());
        double[][] changing = vectors(program, STATES, 4);
        changing[0][10] = 1e7;
        double[][] bySteps = copy(changing);
        Supplier<FusedKernel> alone = BatchKernelFactory.alone(program, fused);
        Warmth warmth = new Warmth(program, alone, Hardware.lanes());
        BatchKernel kernel = new WarmingKernel(alone.get(), new StepByStep(program, fused), Hardware.lanes(), warmth);
        assertThat(kernel.evaluate(changing, STATES, 0, 6)).isEqualTo(-1);
        assertThat(kernel.isWarm()).isFalse();
        warmth.setCompiled(BatchKernelFactory.vectorized(program, Hardware.lanes(), VectorCode.LONG));
        assertThat(kernel.isWarm()).isTrue();
        assertThat(kernel.evaluate(changing, STATES, 6, STATES)).isEqualTo(-1);
        assertThat(steps(program).evaluate(bySteps, STATES, 0, STATES)).isEqualTo(-1);
        assertThat(changing).isDeepEqualTo(bySteps);
    }

    private static void compare(Program program, double[][] vectors) {
        int inputs = program.inputs().size();
        for (int s = 0; s < STATES; s++) {
            double[][] one = new double[inputs][];
            for (int v = 0; v < inputs; v++) {
                one[v] = state(vectors[v], s);
            }
            double[][] expected = program.evaluate(one);
            for (int v = 0; v < expected.length; v++) {
                Agreement.check("state " + s, state(vectors[inputs + v], s), expected[v], 1e-11);
            }
        }
    }

    private static double[] state(double[] vector, int s) {
        double[] x = new double[vector.length / STATES];
        Arrays.setAll(x, k -> vector[k * STATES + s]);
        return x;
    }

    /** x − y z, y z − x, sums, signs of ±0, roots, tanh; outputs that are inputs, constants, negatives and the same twice. */
    private static Program everyOperation() {
        Graph graph = new Graph();
        List<Symbol> x = graph.input("x", 4);
        Symbol product = x.get(0).times(x.get(1));
        Symbol other = x.get(0).times(x.get(2));
        Symbol sine = x.get(3).sine();
        return Program.of(List.of(
                new OutputVector(
                        "first",
                        List.of(
                                x.get(2).minus(product),
                                other.minus(x.get(1)),
                                x.get(2).times(x.get(3)).minus(x.get(1)),
                                x.get(3).minus(x.get(0).times(x.get(3))),
                                x.get(1).sign(),
                                sine,
                                x.get(3).cosine().negate(),
                                x.get(0).hyperbolicTangent(),
                                x.get(1).times(x.get(1)).plus(graph.constant(2)).squareRoot())),
                new OutputVector(
                        "second",
                        List.of(x.get(0), graph.constant(3), sine, x.get(1).negate()))));
    }

    @Test
    void everyKindOfInstruction() {
        CheckedProgram program = CheckedProgram.of(everyOperation());
        double[][] byVectors = vectors(program, STATES, 3);
        byVectors[0][STATES] = 0.0;
        byVectors[0][STATES + 1] = -0.0;
        double[][] bySteps = copy(byVectors);
        double[][] oneByOne = copy(byVectors);
        assertThat(vectorized(program).evaluate(byVectors, STATES, 0, STATES)).isEqualTo(-1);
        assertThat(steps(program).evaluate(bySteps, STATES, 0, STATES)).isEqualTo(-1);
        assertThat(alone(program).evaluate(oneByOne, STATES, 0, STATES)).isEqualTo(-1);
        assertThat(bySteps).isDeepEqualTo(byVectors);
        assertThat(oneByOne).isDeepEqualTo(byVectors);
        compare(program.program(), byVectors);
    }

    /** A state that is out of its bounds, one that is not finite, and one that only seems so. */
    @Test
    void wrongStatesAreFound() {
        List<Symbol> x = new Graph().input("x", 2);
        Program program = Program.of(List.of(
                new OutputVector("y", List.of(x.get(0).times(x.get(1)))),
                new OutputVector("checked", List.of(x.get(1).minus(x.get(0))))));
        CheckedProgram bounded = new CheckedProgram(program, new double[] {-1});
        assertThat(found(bounded, 2, 5.0)).isEqualTo(2);
        assertThat(found(bounded, 9, Double.NaN)).isEqualTo(9);
        assertThat(found(CheckedProgram.of(program), 9, Double.POSITIVE_INFINITY))
                .isEqualTo(9);
        assertThat(found(CheckedProgram.of(program), 9, 5.0)).isEqualTo(-1);
        assertThat(found(CheckedProgram.of(program), 9, 0x1.fp1023)).isEqualTo(9);
    }

    /** Where a state with some first input is found, by all ways; the vectorized one tells the block only. */
    private static int found(CheckedProgram program, int state, double input) {
        double[][] vectors = vectors(program, STATES, 1);
        Arrays.fill(vectors[0], 1);
        vectors[0][state] = input;
        vectors[0][STATES + state] = input == 5.0 ? 1 : 1.5;
        int bySteps = steps(program).evaluate(vectors, STATES, 0, STATES);
        assertThat(alone(program).evaluate(vectors, STATES, 0, STATES)).isEqualTo(bySteps);
        int byVectors = vectorized(program).evaluate(vectors, STATES, 0, STATES);
        int lanes = Hardware.lanes();
        assertThat(byVectors).isEqualTo(bySteps < 0 ? -1 : bySteps / lanes * lanes);
        return bySteps;
    }
}
