package dev.catena.nlp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which of equations that depend on each other are named: those of which least is their own. */
class DependentRowNamesTest {
    private static final double[] X = {0.3, 0.7};

    /** The second is the first but for a millionth, whatever its units; the third is across, and kept before it. */
    @Test
    void whatIsNearlyAnotherIsNamed() {
        FormulaProgram program = new FormulaProgram("tilted", "x1", 0, 0)
                .between("first", 1, "x1", 1)
                .between("nearly the first", 2, "1000000*x1 + x2", 2)
                .between("across", 3, "x2", 3);
        assertThat(DependentRows.at(program, X)).containsExactly("nearly the first");
    }

    @Test
    void inequalitiesDoNotCount() {
        FormulaProgram program = new FormulaProgram("one", "x1", 0, 0)
                .between("equation", 1, "x1 + x2", 1)
                .between("inequality", 0, "x1 + x2", 2)
                .between("another", 0, "2*x1 + 2*x2", 2);
        assertThat(DependentRows.at(program, X)).isEmpty();
    }

    @Test
    void slantedRowsAreIndependent() {
        FormulaProgram program = new FormulaProgram("slanted", "x1", 0, 0)
                .between("a", 1, "3*x1 + 4*x2", 1)
                .between("b", 1, "x1 - 2*x2", 1)
                .between("none", 0, "0*x1", 0);
        assertThat(DependentRows.at(program, X)).containsExactly("none");
    }
}
