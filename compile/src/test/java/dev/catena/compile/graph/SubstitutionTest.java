package dev.catena.compile.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Expressions in the place of symbols, changes along a direction, and what programs and symbols say of themselves. */
class SubstitutionTest {
    private final Graph graph = new Graph();
    private final List<Symbol> x = graph.input("x", 3);
    private final Symbol a = x.get(0);
    private final Symbol b = x.get(1);
    private final Symbol c = x.get(2);

    private static Program program(Symbol... y) {
        return Program.of(List.of(new OutputVector("y", List.of(y))));
    }

    /** Every operation once. */
    private static List<Symbol> everything(Symbol p, Symbol q, Symbol r) {
        return List.of(
                p.plus(q.times(r)),
                p.minus(q),
                p.dividedBy(q),
                p.sine().times(q.cosine()),
                p.times(p).plus(q.times(q)).squareRoot(),
                p.hyperbolicTangent().plus(r.sign()),
                p.times(q).negate(),
                p.constant(3).plus(p));
    }

    /** What is put in gives what is built of it: graphs have equal expressions once. */
    @Test
    void replacedIsBuiltAnew() {
        Symbol sum = b.plus(c);
        Symbol product = b.times(c).negate();

        List<Symbol> replaced = Substitution.of(everything(a, b, c), List.of(a, b), List.of(sum, product));

        assertThat(replaced).isEqualTo(everything(sum, product, c));
    }

    @Test
    void anInnerExpressionIsReplacedAndFolded() {
        Symbol s = a.sine();
        assertThat(Substitution.of(List.of(s.times(b), s.negate()), List.of(s), List.of(graph.constant(0))))
                .allMatch(Symbol::isKnownZero);
        // −(a − b) ← c is a − b ← −c
        Symbol difference = a.minus(b);
        assertThat(Substitution.of(List.of(difference.times(c)), List.of(difference.negate()), List.of(c)))
                .containsExactly(c.times(c).negate());
        assertThat(Substitution.of(List.of(a), List.of(), List.of())).containsExactly(a);
        assertThat(Substitution.of(List.of(), List.of(a), List.of(b))).isEmpty();
        assertThatThrownBy(() -> Substitution.of(x, List.of(a, b), List.of(c)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 values given for 2 symbols");
    }

    /** The Jacobian times the direction. */
    @Test
    void directionsAreCombinationsOfColumns() {
        List<Symbol> y = List.of(a.times(b), a.minus(c).sine());
        List<Symbol> direction = List.of(graph.constant(2), c, graph.constant(-1));

        List<Symbol> along = Differentiation.directional(y, x, direction);

        double[] at = {0.3, -0.7, 1.1};
        double cosine = Math.cos(0.3 - 1.1);
        double[] value = program(along.toArray(Symbol[]::new)).evaluate(new double[][] {at})[0];
        assertThat(value[0]).isEqualTo(2 * -0.7 + 0.3 * 1.1);
        assertThat(value[1]).isEqualTo(3 * cosine);
        assertThat(Differentiation.directional(List.of(b.minus(a)), List.of(a), List.of(c)))
                .containsExactly(c.negate());
        assertThat(Differentiation.directional(y, List.of(), List.of())).isEmpty();
        assertThatThrownBy(() -> Differentiation.directional(y, x, List.of(a)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a direction of 1 numbers given for 3 inputs");
    }

    /** An inner node counts as an input, and what it was made of does not pass through it. */
    @Test
    void changesStopAtInnerNodes() {
        Symbol inner = a.times(b);
        Symbol y = inner.sine().plus(a);
        assertThat(Differentiation.forward(List.of(y), inner)).containsExactly(inner.cosine());
        assertThat(Differentiation.reverse(List.of(y), List.of(graph.constant(1)), List.of(inner, a)))
                .containsExactly(inner.cosine(), graph.constant(1));
        assertThat(Differentiation.forward(List.of(a.sine()), b)).allMatch(Symbol::isKnownZero);
    }

    @Test
    void sameProgramsAreSeenAsSuch() {
        Program program = program(a.plus(b).times(graph.constant(3)));
        Graph other = new Graph();
        List<Symbol> z = other.input("x", 3);
        assertThat(program.isSameAs(program(z.get(0).plus(z.get(1)).times(other.constant(3)))))
                .isTrue();
        // another constant, operation, left or right operand
        assertThat(program.isSameAs(program(a.plus(b).times(graph.constant(4)))))
                .isFalse();
        assertThat(program.isSameAs(program(a.minus(b).times(graph.constant(3)))))
                .isFalse();
        assertThat(program(a.minus(b), b, c).isSameAs(program(c.minus(b), b, a)))
                .isFalse();
        assertThat(program(a.minus(b), c, a).isSameAs(program(a.minus(c), b, a)))
                .isFalse();
    }

    @Test
    void anAngleIsItsCosineAndSine() {
        Symbol angle = graph.angle(b, c);
        assertThat(angle.cosine()).isEqualTo(b);
        assertThat(angle.sine()).isEqualTo(c);
        assertThat(angle.negate().sine()).isEqualTo(c.negate());
        assertThat(angle.plus(graph.constant(Math.PI / 2)).sine()).isEqualTo(b);
        assertThat(graph.unknowns(2)).doesNotHaveDuplicates().doesNotContain(angle);
    }

    @Test
    void onlyTheConstantZeroIsKnownToBeZero() {
        assertThat(graph.constant(0).isKnownZero()).isTrue();
        assertThat(a.minus(a).isKnownZero()).isTrue();
        assertThat(graph.constant(1).isKnownZero()).isFalse();
        assertThat(a.isKnownZero()).isFalse();
    }
}
