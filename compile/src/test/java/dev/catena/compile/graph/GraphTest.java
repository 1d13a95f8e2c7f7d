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
        assertThat(program(a.sine()).size()).isEqualTo(2);
        assertThat(one.isConstant()).isTrue();
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

    @Test
    void constantTermsAreCollected() {
        Symbol two = graph.constant(2);
        Symbol three = graph.constant(3);
        Symbol five = graph.constant(5);
        assertThat(zero.plus(a)).isEqualTo(a);
        assertThat(a.minus(zero)).isEqualTo(a);
        assertThat(two.plus(a).plus(three)).isEqualTo(a.plus(five));
        assertThat(three.plus(a.minus(two))).isEqualTo(a.plus(one));
        assertThat(two.minus(a).plus(three)).isEqualTo(five.minus(a));
        assertThat(a.plus(two).negate().plus(three)).isEqualTo(one.minus(a));
        assertThat(a.minus(two).negate().minus(two)).isEqualTo(a.negate());
        assertThat(three.minus(b.plus(five))).isEqualTo(b.negate().minus(two));
        // constants older than what they are added to stand first
        Symbol late = a.times(b);
        assertThat(two.plus(late).minus(two)).isEqualTo(late);
        assertThat(two.minus(late).minus(two)).isEqualTo(late.negate());
    }

    @Test
    void factorsAndSignsAreCollected() {
        Symbol three = graph.constant(3);
        assertThat(a.times(b)).isEqualTo(b.times(a));
        assertThat(a.times(three).minus(a.times(graph.constant(5)))).isEqualTo(a.times(graph.constant(-2)));
        assertThat(a.plus(a.negate().times(three))).isEqualTo(a.times(graph.constant(-2)));
        assertThat(a.dividedBy(graph.constant(-4))).isEqualTo(a.times(graph.constant(-0.25)));
        assertThat(graph.constant(3).dividedBy(graph.constant(4)).value()).isEqualTo(0.75);
        assertThat(a.negate().dividedBy(a)).isEqualTo(graph.constant(-1));
        assertThat(a.negate().dividedBy(b)).isEqualTo(a.dividedBy(b).negate());
        assertThat(a.dividedBy(b)).isNotEqualTo(b.dividedBy(a));
        assertThat(zero.negate()).isEqualTo(zero);
        assertThat(zero.times(a.negate())).isEqualTo(zero);
        assertThat(zero.negate().dividedBy(a.negate())).isEqualTo(zero);
        assertThat(a.negate().negate()).isEqualTo(a);
        assertThat(a.negate().hyperbolicTangent())
                .isEqualTo(a.hyperbolicTangent().negate());
        assertThat(a.negate().sign()).isEqualTo(a.sign().negate());
        assertThat(a.sign()).isNotEqualTo(a.hyperbolicTangent());
        assertThat(a).isNotEqualTo(new Graph().input("x", 1).get(0)).isNotEqualTo("a");
    }

    @Test
    void functionsOfConstantsAreConstants() {
        Symbol number = graph.constant(-0.6);
        assertThat(number.sine().value()).isEqualTo(Math.sin(-0.6));
        assertThat(number.cosine().value()).isEqualTo(Math.cos(-0.6));
        assertThat(number.hyperbolicTangent().value()).isEqualTo(Math.tanh(-0.6));
        assertThat(number.sign().value()).isEqualTo(-1);
        assertThat(graph.constant(6.25).squareRoot().value()).isEqualTo(2.5);
        assertThatThrownBy(number::squareRoot).isInstanceOf(ArithmeticException.class);
    }

    /** Whole turns and quarter turns go, other angles stay. */
    @Test
    void onlyQuarterTurnsAreFolded() {
        for (int turns = -9; turns <= 9; turns++) {
            Symbol turned = a.plus(graph.constant(turns * (Math.PI / 2)));
            Symbol[] sines = {
                a.sine(), a.cosine(), a.sine().negate(), a.cosine().negate()
            };
            int k = Math.floorMod(turns, 4);
            assertThat(turned.sine()).as("%s quarters", turns).isEqualTo(sines[k]);
            assertThat(turned.cosine()).as("%s quarters", turns).isEqualTo(sines[(k + 1) % 4]);
            assertThat(turned.negate().sine()).as("−%s quarters", turns).isEqualTo(sines[k].negate());
            assertThat(turned.negate().cosine()).as("−%s quarters", turns).isEqualTo(sines[(k + 1) % 4]);
        }
        for (double angle : new double[] {0.3, -0.3, 1.5707963, Math.PI / 2 + 1e-12}) {
            assertThat(program(a.plus(graph.constant(angle)).sine()).count().additions())
                    .as("%s", angle)
                    .isEqualTo(1);
        }
        assertThat(program(a.plus(b).sine()).count().additions()).isEqualTo(1);
    }

    @Test
    void onlySquaresOfOneAngleAddUp() {
        Symbol s = a.sine();
        Symbol k = a.cosine();
        Symbol two = graph.constant(2);
        assertThat(k.times(k).plus(s.times(s))).isEqualTo(one);
        assertThat(s.times(s).negate().minus(k.times(k))).isEqualTo(one.negate());
        for (Symbol sum : List.of(
                two.times(s.times(s)).plus(k.times(k)),
                s.times(s).minus(k.times(k)),
                s.times(k).plus(k.times(k)),
                k.times(k).plus(s.times(k)),
                s.times(s).plus(b.sine().times(b.sine())),
                k.times(k).plus(b.cosine().times(b.cosine())),
                s.times(s).plus(b.times(b)),
                a.times(a).plus(k.times(k)),
                s.plus(k.times(k)),
                s.times(s).plus(k))) {
            assertThat(sum.isConstant()).as("%s", sum).isFalse();
        }
    }

    @Test
    void aProgramTellsWhatItReadsAndHowOften() {
        Symbol product = a.times(b);
        Symbol sum = product.plus(c.sign());
        Program program = Program.of(List.of(
                new OutputVector("first", List.of(sum.negate(), product)), new OutputVector("second", List.of(sum))));
        assertThat(program.inputs()).containsExactly(new InputVector("x", 3));
        assertThat(program.outputs()).extracting(Program.Output::name).containsExactly("first", "second");
        Program.Output first = program.outputs().get(0);
        assertThat(first.length()).isEqualTo(2);
        assertThat(first.isNegative(0)).isTrue();
        assertThat(first.isNegative(1)).isFalse();
        assertThat(program.operation(first.node(0))).isEqualTo(Operation.ADD);
        int read = program.right(first.node(1));
        assertThat(program.operation(read)).isEqualTo(Operation.INPUT);
        assertThat(program.left(read)).isZero();
        assertThat(program.right(read)).isEqualTo(1);
        assertThat(program.left(first.node(0))).isEqualTo(first.node(1));
        Program doubled = program(b.plus(b));
        int twice = doubled.outputs().get(0).node(0);
        assertThat(doubled.value(doubled.left(twice))).isEqualTo(2);
        assertThat(doubled.isDoubling(twice)).isTrue();
        assertThat(doubled.isDoubling(doubled.right(twice))).isFalse();
        assertThat(program.uses(first.node(0))).isEqualTo(2);
        assertThat(program.uses(first.node(1))).isEqualTo(2);
        assertThat(program.uses(program.left(first.node(1)))).isEqualTo(1);
        assertThat(program.uses(program.right(first.node(1)))).isEqualTo(1);
        assertThat(program.uses(program.right(first.node(0)))).isEqualTo(1);
        assertThat(program.evaluate(new double[] {2, 3, -7})).isDeepEqualTo(new double[][] {{-5, 6}, {5}});
    }

    @Test
    void everyOperationIsCounted() {
        Symbol y = a.sine()
                .plus(b.cosine())
                .minus(c.squareRoot())
                .plus(a.hyperbolicTangent().times(b.sign()))
                .plus(a.dividedBy(b))
                .plus(c.plus(c))
                .plus(b.minus(c).squareRoot());
        OperationCount count = program(y).count();
        assertThat(count).isEqualTo(new OperationCount(1, 8, 1, 1, 1, 2, 2));
        assertThat(count.arithmetic()).isEqualTo(1 + 8 + 1 + 2 + 2);
    }

    /** By hand: what is left when as much as possible is pulled out of a sum. */
    @Test
    void productsNeededElsewhereStay() {
        Symbol ab = a.times(b);
        Symbol ac = a.times(c);
        assertThat(factored(ab.plus(ac)).multiplications()).isEqualTo(1);
        assertThat(factored(ab.minus(ac)).multiplications()).isEqualTo(1);
        assertThat(factored(ac.negate().minus(ab)).multiplications()).isEqualTo(1);
        assertThat(factored(ac.plus(b.times(c))).multiplications()).isEqualTo(1);
        assertThat(factored(b.times(c.minus(a)).minus(c.times(c.minus(a)))).multiplications())
                .isEqualTo(1);
        assertThat(factored(ab.plus(ac), ab).multiplications()).isEqualTo(2);
        assertThat(factored(ab.plus(ac).plus(b.times(c))).multiplications()).isEqualTo(2);
        assertThat(factored(a.times(a).plus(b.times(c))).multiplications()).isEqualTo(2);
        assertThat(factored(a.times(a).plus(ab).plus(ac)).multiplications()).isEqualTo(1);
        assertThat(factored(ab.plus(b.times(c)).plus(c).sine().plus(a)).additions())
                .isEqualTo(3);
        // a sum of sums that nothing else needs is one sum; one that is an output too stays
        Symbol inner = ab.plus(c.sine());
        assertThat(factored(inner.plus(ac)).multiplications()).isEqualTo(1);
        assertThat(factored(inner.plus(ac), inner).multiplications()).isEqualTo(2);
        assertThat(factored(inner.plus(ac), inner).additions()).isEqualTo(2);
        // factors of one sum do not count in another
        Symbol other = a.times(b.sine()).plus(b.times(c.sine()));
        assertThat(factored(other, ac.plus(c.times(b.cosine()))).multiplications())
                .isEqualTo(3);
    }

    private static OperationCount factored(Symbol... y) {
        return Program.of(Factoring.of(List.of(new OutputVector("y", List.of(y)))))
                .count();
    }

    /** One weighted sum by rows, many functions of one input by columns. */
    @Test
    void theCheaperJacobianIsTaken() {
        Symbol product = a.times(b).times(c).times(a.sine()).times(b.cosine());
        assertThat(operations(Differentiation.jacobian(List.of(product), x)))
                .isEqualTo(operations(Differentiation.jacobianReverse(List.of(product), x)))
                .isLessThan(operations(Differentiation.jacobianForward(List.of(product), x)));
        List<Symbol> chain =
                List.of(a.times(a), a.times(a).sine(), a.times(a).sine().hyperbolicTangent());
        List<Symbol> first = x.subList(0, 1);
        assertThat(operations(Differentiation.jacobian(chain, first)))
                .isEqualTo(operations(Differentiation.jacobianForward(chain, first)))
                .isLessThanOrEqualTo(operations(Differentiation.jacobianReverse(chain, first)));
    }

    /** Unknowns are constants to the derivative by another symbol, and have one themselves. */
    @Test
    void unknownsAreDifferentiatedBy() {
        Symbol unknown = graph.unknowns(2).get(1);
        List<Symbol> y = List.of(unknown.times(a), unknown.sine());
        assertThat(Differentiation.forward(y, a)).containsExactly(unknown, zero);
        assertThat(Differentiation.forward(y, unknown)).containsExactly(a, unknown.cosine());
        assertThat(Differentiation.reverse(y, List.of(one, b), List.of(unknown, a)))
                .containsExactly(a.plus(b.times(unknown.cosine())), unknown);
    }

    private static int operations(List<Symbol> y) {
        return program(y.toArray(Symbol[]::new)).count().arithmetic();
    }

    /** A long chain of dependent operations must not need a deep stack. */
    @Test
    void deepExpressionsAreNoTrouble() {
        Symbol y = a;
        for (int k = 0; k < 30_000; k++) {
            y = y.times(b).plus(c);
        }
        List<Symbol> gradient = Differentiation.reverse(List.of(y), List.of(one), x);

        double[] values = Program.of(Factoring.of(List.of(new OutputVector("gradient", gradient))))
                .evaluate(new double[] {1, 1, 0.5})[0];

        assertThat(values[0]).isEqualTo(1);
        assertThat(values[2]).isEqualTo(30_000);
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
        assertThatThrownBy(() -> program(a, new Graph().input("z", 1).get(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another graph");
        assertThatThrownBy(GraphTest::program)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing to compute");
        assertThatThrownBy(() -> Differentiation.reverse(List.of(a), List.of(), x))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 weights given for 1");
        assertThat(Differentiation.reverse(List.of(a), List.of(one), List.of())).isEmpty();
        assertThatThrownBy(() -> program(a).evaluate(new double[3], new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 vectors given");
        assertThatThrownBy(() -> program(a).evaluate(new double[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x has length 2");
    }
}
