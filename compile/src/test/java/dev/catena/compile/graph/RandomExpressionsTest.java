package dev.catena.compile.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Real;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the graph folds, factors or differentiates, the numbers are those of the same operations on numbers. */
class RandomExpressionsTest {
    private static final int INPUTS = 4;

    private final Graph graph = new Graph();
    private final List<Symbol> x = graph.input("x", INPUTS);

    private static double[] values(List<Symbol> y, double[] at) {
        return Program.of(List.of(new OutputVector("y", y))).evaluate(at)[0];
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void valuesAreThoseOfNumbers(long seed) {
        double[] at = new RandomNumbers(seed).vector(INPUTS, 2);
        RandomExpressions expressions = new RandomExpressions(seed, 150, at);
        double[] expected =
                expressions.run(Real.list(at)).stream().mapToDouble(Real::value).toArray();
        List<Symbol> y = expressions.run(x);
        Agreement.check("seed " + seed, values(y, at), expected, 1e-11);

        // each alone, so that there is something to pull out of sums
        for (int k = 0; k < y.size(); k += 7) {
            List<OutputVector> one = List.of(new OutputVector("y", List.of(y.get(k))));
            Program factored = Program.of(Factoring.of(one));
            Agreement.check("factored %s, seed %s".formatted(k, seed), factored.evaluate(at)[0][0], expected[k], 1e-10);
            assertThat(factored.count().arithmetic())
                    .isLessThanOrEqualTo(Program.of(one).count().arithmetic());
        }
        int size = graph.size();
        assertThat(expressions.run(x)).isEqualTo(y);
        assertThat(graph.size()).as("equal expressions are one node").isEqualTo(size);
    }

    /** Sums of products of factors of either sign: what is pulled out leaves the sum as it was. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void factoredSumsAreTheSame(long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        List<Symbol> factors = new ArrayList<>(x);
        factors.add(x.get(3).minus(x.get(0)));
        factors.add(x.get(1).minus(x.get(2)).sine());
        factors.add(x.get(0).times(x.get(1)).plus(x.get(2).times(x.get(1))).negate());
        Symbol sum = graph.constant(0);
        for (int k = 0; k < 9; k++) {
            Symbol term = factors.get(random.index(7)).times(factors.get(random.index(7)));
            sum = random.chance(0.5) ? sum.plus(term) : sum.minus(term);
        }
        double[] at = random.vector(INPUTS, 2);
        List<OutputVector> given = List.of(new OutputVector("y", List.of(sum, sum.cosine())));
        Program plain = Program.of(given);
        Program factored = Program.of(Factoring.of(given));
        Agreement.check("seed " + seed, factored.evaluate(at)[0], plain.evaluate(at)[0], 1e-13);
        assertThat(factored.count().multiplications()).isLessThan(plain.count().multiplications());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void derivativesAreThoseOfDualNumbers(long seed) {
        double[] at = new RandomNumbers(seed).vector(INPUTS, 2);
        RandomExpressions expressions = new RandomExpressions(seed, 60, at);
        List<Symbol> y = expressions.run(x);
        double[] expected = new double[y.size() * INPUTS];
        for (int i = 0; i < INPUTS; i++) {
            List<Dual<Real>> duals = new ArrayList<>();
            for (int k = 0; k < INPUTS; k++) {
                duals.add(Dual.of(at[k], k == i ? 1 : 0));
            }
            List<Dual<Real>> results = expressions.run(duals);
            for (int row = 0; row < y.size(); row++) {
                expected[row * INPUTS + i] = results.get(row).derivative().value();
            }
        }
        Agreement.check("forward, seed " + seed, values(Differentiation.jacobianForward(y, x), at), expected, 1e-10);
        Agreement.check("reverse, seed " + seed, values(Differentiation.jacobianReverse(y, x), at), expected, 1e-10);
        Agreement.check("either, seed " + seed, values(Differentiation.jacobian(y, x), at), expected, 1e-10);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void hessiansAreJacobiansOfGradients(long seed) {
        double[] at = new RandomNumbers(seed).vector(INPUTS, 2);
        List<Symbol> y = new RandomExpressions(seed, 25, at).run(x);
        List<Symbol> weights = IntStream.range(0, y.size())
                .mapToObj(k -> graph.constant(1 - 0.1 * k))
                .toList();
        List<Symbol> gradient = Differentiation.reverse(y, weights, x);
        Agreement.check(
                "seed " + seed,
                values(Differentiation.contractedHessian(y, weights, x), at),
                values(Differentiation.jacobianReverse(gradient, x), at),
                1e-9);
    }
}
