package dev.catena.compile.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Expressions that move to another graph. */
class TransferTest {
    private static List<Symbol> expressions() {
        List<Symbol> x = new Graph().input("x", 2);
        Symbol a = x.get(0);
        Symbol b = x.get(1);
        return List.of(
                a.sine().times(b.cosine()).minus(a.times(b)),
                a.dividedBy(b.times(b).plus(a.constant(2)).squareRoot()).negate(),
                a.hyperbolicTangent().plus(b.sign()),
                a.constant(3));
    }

    @Test
    void theyHaveTheSameValuesAndShareWhatIsThere() {
        Graph graph = new Graph();
        List<Symbol> y = graph.input("y", 1);
        List<Symbol> x = graph.input("x", 2);
        Symbol sine = x.get(0).sine();

        List<Symbol> moved = Transfer.of(expressions(), graph);

        Program program =
                Program.of(List.of(new OutputVector("moved", moved), new OutputVector("sine", List.of(sine))));
        assertThat(program.count().sines()).isEqualTo(1);
        double[] expected =
                Program.of(List.of(new OutputVector("given", expressions()))).evaluate(new double[] {0.3, -1.2})[0];
        assertThat(program.evaluate(new double[] {7}, new double[] {0.3, -1.2})[0])
                .isEqualTo(expected);
        assertThat(y).hasSize(1);
        assertThat(Transfer.of(List.of(), graph)).isEmpty();
    }

    @Test
    void inputsThatAreMissingAreNamed() {
        Graph graph = new Graph();
        List<Symbol> unused = graph.input("x", 1);
        assertThatThrownBy(() -> Transfer.of(expressions(), graph))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no input \"x\" of 2 components");
        assertThat(unused).hasSize(1);
    }
}
