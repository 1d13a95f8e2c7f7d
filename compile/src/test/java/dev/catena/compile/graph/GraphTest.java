package dev.catena.compile.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class GraphTest {
    private final Graph graph = new Graph();
    private final List<Symbol> x = graph.input("x", 3);
    private final Symbol a = x.get(0);
    private final Symbol b = x.get(1);
    private final Symbol c = x.get(2);
    private final Symbol zero = graph.constant(0);
    private final Symbol one = graph.constant(1);

    private static Program program(Symbol... y) {
        return Program.of(List.of(new OutputVector("y", List.of(y))));
    }

    @Test
    void zerosAndOnesVanish() {
        assertThat(a.plus(zero)).isEqualTo(a);
        assertThat(a.times(one)).isEqualTo(a);
        assertThat(a.times(zero)).isEqualTo(zero);
        assertThat(a.minus(a)).isEqualTo(zero);
        assertThat(a.dividedBy(a)).isEqualTo(one);
        assertThat(zero.dividedBy(a)).isEqualTo(zero);
    }

    @Test
    void constantsAreFolded() {
        assertThat(graph.constant(2).times(graph.constant(3)).value()).isEqualTo(6);
        assertThat(graph.constant(2).times(graph.constant(3).times(a)))
                .isEqualTo(graph.constant(6).times(a));
        assertThat(a.plus(graph.constant(2)).minus(graph.constant(2))).isEqualTo(a);
        assertThat(graph.constant(3).times(a).minus(graph.constant(2).times(a))).isEqualTo(a);
    }

    @Test
    void equalExpressionsAreOneNodeUpToTheirSign() {
        assertThat(a.plus(b)).isEqualTo(b.plus(a));
        assertThat(b.minus(a)).isEqualTo(a.minus(b).negate());
        assertThat(a.negate().times(b)).isEqualTo(a.times(b).negate());
        assertThat(a.negate().sine()).isEqualTo(a.sine().negate());
        assertThat(a.negate().cosine()).isEqualTo(a.cosine());
        assertThat(program(a.minus(b), b.minus(a)).count().additions()).isEqualTo(1);
    }

    @Test
    void squaresOfSineAndCosineAddUpToOne() {
        Symbol s = a.sine();
        Symbol k = a.cosine();
        Symbol five = graph.constant(5);

        assertThat(s.times(s).plus(k.times(k))).isEqualTo(one);
        assertThat(five.times(s.times(s)).plus(five.times(k.times(k)))).isEqualTo(five);
        assertThat(s.times(s).plus(b.cosine().times(b.cosine())).isConstant()).isFalse();
    }

    @Test
    void quarterTurnsAreFolded() {
        assertThat(a.plus(graph.constant(Math.PI / 2)).sine()).isEqualTo(a.cosine());
        assertThat(a.minus(graph.constant(Math.PI / 2)).sine())
                .isEqualTo(a.cosine().negate());
        assertThat(a.plus(graph.constant(Math.PI)).cosine())
                .isEqualTo(a.cosine().negate());
        assertThat(a.negate().plus(graph.constant(Math.PI / 2)).sine()).isEqualTo(a.cosine());
        assertThat(a.negate().minus(graph.constant(Math.PI / 2)).cosine())
                .isEqualTo(a.sine().negate());
    }

    @Test
    void productsWithTwoAreCountedAsAdditions() {
        OperationCount count = program(a.plus(a), graph.constant(3).times(b)).count();

        assertThat(count.additions()).isEqualTo(1);
        assertThat(count.multiplications()).isEqualTo(1);
    }

    @Test
    void whatNoOutputNeedsIsLeftOut() {
        Symbol unused = a.times(b).times(c);

        assertThat(unused.isConstant()).isFalse();
        assertThat(program(a.plus(b)).size()).isEqualTo(3);
    }

    @Test
    void commonFactorsArePulledOut() {
        Symbol y = a.times(b).plus(c).plus(a.times(c)).minus(a.times(a));
        List<OutputVector> factored = Factoring.of(List.of(new OutputVector("y", List.of(y))));
        double[] at = {0.3, -1.2, 2.5};

        assertThat(Program.of(factored).count().multiplications()).isEqualTo(1);
        assertThat(Program.of(factored).evaluate(at)[0][0])
                .isCloseTo(0.3 * -1.2 + 2.5 + 0.3 * 2.5 - 0.3 * 0.3, within(1e-15));
    }

    /** A long chain of dependent operations must not need a deep stack. */
    @Test
    void deepExpressionsAreNoTrouble() {
        Symbol y = a;
        for (int k = 0; k < 100_000; k++) {
            y = y.times(b).plus(c);
        }
        List<Symbol> gradient = Differentiation.reverse(List.of(y), List.of(one), x);

        double[] values = Program.of(Factoring.of(List.of(new OutputVector("gradient", gradient))))
                .evaluate(new double[] {1, 1, 0.5})[0];

        assertThat(values[0]).isEqualTo(1);
        assertThat(values[2]).isEqualTo(100_000);
    }

    @Test
    void derivativesAreThoseOfCalculus() {
        Symbol y =
                a.sine().times(b).dividedBy(c.times(c).plus(one).squareRoot()).plus(b.hyperbolicTangent());
        double[] at = {0.4, 0.7, -1.3};
        double root = Math.sqrt(1 + 1.3 * 1.3);
        double[] expected = {
            Math.cos(0.4) * 0.7 / root,
            Math.sin(0.4) / root + 1 - Math.tanh(0.7) * Math.tanh(0.7),
            Math.sin(0.4) * 0.7 * 1.3 / (root * root * root)
        };

        double[] forward = values(Differentiation.jacobianForward(List.of(y), x), at);
        double[] reverse = values(Differentiation.jacobianReverse(List.of(y), x), at);
        double[] hessian = values(Differentiation.contractedHessian(List.of(y), List.of(one), x), at);

        assertThat(forward).containsExactly(expected, within(1e-15));
        assertThat(reverse).containsExactly(expected, within(1e-15));
        assertThat(hessian[0]).isCloseTo(-Math.sin(0.4) * 0.7 / root, within(1e-15));
        assertThat(hessian[1]).isCloseTo(Math.cos(0.4) / root, within(1e-15));
        assertThat(hessian[3]).isEqualTo(hessian[1]);
    }

    private static double[] values(List<Symbol> symbols, double[] at) {
        return Program.of(List.of(new OutputVector("values", symbols))).evaluate(at)[0];
    }

    @Test
    void whatCannotBeComputedIsRefused() {
        assertThatThrownBy(() -> a.dividedBy(zero)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(a::value).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> program(graph.unknowns(1).get(0))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> program(a).evaluate(new double[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x has length 2");
    }
}
