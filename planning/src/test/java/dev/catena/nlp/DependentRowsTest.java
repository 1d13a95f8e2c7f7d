package dev.catena.nlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.nlp.solver.Solvers;
import org.junit.jupiter.api.Test;

/** Equations that repeat others are named, and stop no solver. */
class DependentRowsTest {
    private static final FormulaProgram PROGRAM = new FormulaProgram("repeated", "x1^2 + x2^2 + x3^2", 1, 2, 3)
            .between("first", 1, "x1 + x2", 1)
            .between("second", 2, "x2 + x3", 2)
            .between("sum of both", 3, "x1 + 2*x2 + x3", 3);

    @Test
    void oneOfThreeIsNamed() {
        assertThat(DependentRows.at(PROGRAM, new double[] {0.3, 0.7, 1.3})).hasSize(1);
    }

    @Test
    void solverFindsTheMinimumAllTheSame() {
        Result result = Solvers.named("embedded").solve(PROGRAM);
        assertThat(result.status().isSolved()).as(result.message()).isTrue();
        assertThat(result.dependentRows()).hasSize(1);
        double[] x = result.solution().point();
        // least squares on the line x1 = 1 − x2, x3 = 2 − x2: x2 = 1
        assertThat(x[0]).isBetween(-1e-5, 1e-5);
        assertThat(x[1]).isBetween(1 - 1e-5, 1 + 1e-5);
        assertThat(x[2]).isBetween(1 - 1e-5, 1 + 1e-5);
    }
}
