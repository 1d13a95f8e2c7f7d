package dev.catena.nlp.interior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.FormulaProgram;
import dev.catena.nlp.ForwardingProgram;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.Result;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.Status;
import dev.catena.nlp.run.ProgramLimits;
import dev.catena.nlp.solver.InteriorPointSolver;
import org.junit.jupiter.api.Test;

/** A program with a fixed variable, an equality, an inequality and a row without limits, as the iteration sees it. */
class ScaledProgramTest {
    /** Of x₁, what it is divided by; and of the objective. */
    private static final double SIZE = 2;

    private static final double OBJECTIVE_SIZE = 4;

    /** 1/4 for its size, 100/750 for its gradient (67.5, 750) at the start. */
    private static final double OBJECTIVE_SCALE = 1.0 / 30;

    private static FormulaProgram formulas() {
        return new FormulaProgram("mixed", "x1^3*x2+3000*x3", 3, 5, 2)
                .bounds(1, -2, 40)
                .bounds(2, 5, 5)
                .between("equality", 3, "x1*x3", 3)
                .between("open", Double.NEGATIVE_INFINITY, "x1+x2", Double.POSITIVE_INFINITY)
                .between("range", 1, "x1^2+1000*x3", 5000);
    }

    private static ScaledProgram prepared(NonlinearProgram program) {
        ScaledProgram form =
                new ScaledProgram(new ProgramLimits(program), program.hessian().orElseThrow());
        assertThat(form.prepare(SolverOptions.defaults())).isTrue();
        return form;
    }

    private static ScaledProgram form() {
        return prepared(new ForwardingProgram(formulas()) {
            @Override
            public double variableSize(int i) {
                return i == 0 ? SIZE : 1;
            }

            @Override
            public double objectiveSize() {
                return OBJECTIVE_SIZE;
            }
        });
    }

    /** x₁, x₃ and the slack, in units of the form. */
    private static double[] at(double x1, double x3, double slack) {
        return new double[] {x1 / SIZE, x3, slack};
    }

    @Test
    void whatIsFixedOrOpenIsLeftOut() {
        ScaledProgram form = form();
        assertThat(form.variableCount()).isEqualTo(2);
        assertThat(form.rowCount()).isEqualTo(2);
        assertThat(form.slackCount()).isEqualTo(1);
        assertThat(form.slackRow(0)).isEqualTo(1);
        assertThat(form.slackSign(0)).isEqualTo(-1);
        assertThat(form.start()).containsExactly(1.5, 2, 0);
    }

    /** Bounds are wider by 1e-8 of their size, but by no more than a tenth of the tolerance 1e-6 in the program's units. */
    @Test
    void boundsAreMovedApart() {
        ScaledProgram form = form();
        assertThat(SolverOptions.defaults().feasibilityTolerance()).isEqualTo(1e-6);
        assertThat(form.lower()[0]).isCloseTo(-1 - 1e-8, within(1e-15));
        assertThat(form.upper()[0]).isCloseTo(20 + 1e-7 / SIZE, within(1e-14));
        assertThat(form.lower()[1]).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(form.upper()[1]).isEqualTo(Double.POSITIVE_INFINITY);
        // the range has the gradient (12, 1000) at the start, so that its scale is 0.1
        assertThat(form.lower()[2]).isCloseTo(0.1 * (1 - 1e-8), within(1e-16));
        assertThat(form.upper()[2]).isCloseTo(0.1 * (5000 + 1e-7), within(1e-12));
    }

    @Test
    void valuesAndDerivativesAreScaled() {
        ScaledProgram form = form();
        double[] v = at(4, 1.5, 7);
        assertThat(form.objective(v)).isCloseTo(OBJECTIVE_SCALE * (64 * 5 + 4500), within(1e-12));
        double[] rows = new double[2];
        assertThat(form.constraints(v, rows)).isTrue();
        assertThat(rows[0]).isCloseTo(4 * 1.5 - 3, within(1e-14));
        assertThat(rows[1]).isCloseTo(0.1 * (16 + 1500) - 7, within(1e-12));
        double[] gradient = {9, 9, 9};
        assertThat(form.derivatives(v, gradient)).isTrue();
        assertThat(gradient)
                .containsExactly(
                        new double[] {OBJECTIVE_SCALE * 3 * 16 * 5 * SIZE, OBJECTIVE_SCALE * 3000, 0}, within(1e-12));
        double[] first = new double[2];
        form.jacobian().addRow(0, 1, first);
        assertThat(first).containsExactly(new double[] {1.5 * SIZE, 4}, within(1e-14));
        double[] second = new double[2];
        form.jacobian().addRow(1, 1, second);
        assertThat(second).containsExactly(new double[] {0.1 * 8 * SIZE, 100}, within(1e-12));
    }

    /** At a point at which nothing else was evaluated before. */
    @Test
    void secondDerivativesAreThoseOfTheLagrangian() {
        double[] hessian = new double[4];
        assertThat(form().addHessian(at(4, 1.5, 7), new double[] {0.6, -2}, hessian))
                .isTrue();
        double byX1 = OBJECTIVE_SCALE * 6 * 4 * 5 + 0.1 * -2 * 2;
        assertThat(hessian).containsExactly(new double[] {byX1 * SIZE * SIZE, 0.6 * SIZE, 0, 0}, within(1e-12));
    }

    @Test
    void resultsGoBackIntoUnitsOfTheProgram() {
        ScaledProgram form = form();
        assertThat(form.pointOf(at(4, 1.5, 7))).containsExactly(4, 5, 1.5);
        assertThat(form.pointOf(at(41, 1.5, 7))).containsExactly(40, 5, 1.5);
        assertThat(form.pointOf(at(-2.5, 1.5, 7))).containsExactly(-2, 5, 1.5);
        assertThat(form.unscaledObjective(OBJECTIVE_SCALE * 12)).isCloseTo(12, within(1e-12));
        assertThat(form.multipliersOf(new double[] {2, 3}))
                .containsExactly(new double[] {2 * 30, 0, 3 * 0.1 * 30}, within(1e-12));
        assertThat(form.boundMultipliersOf(new double[] {2, 3, 4}))
                .containsExactly(new double[] {2 * 30 / SIZE, 0, 3 * 30}, within(1e-12));
        assertThat(form.rowWeightsOf(new double[] {2, 3})).containsExactly(2, 0, 3);
        assertThat(form.boundWeightsOf(new double[] {2, 3})).containsExactly(2, 0, 3);
    }

    @Test
    void violationIsThatOfTheProgram() {
        ScaledProgram form = form();
        for (double[] x : new double[][] {{4, 1.5}, {41, 3.0 / 41}, {-2.25, -3 / 2.25}, {1, 6}, {0.5, 0}}) {
            double[] v = at(x[0], x[1], 0.3);
            double[] residual = new double[2];
            assertThat(form.constraints(v, residual)).isTrue();
            double range = x[0] * x[0] + 1000 * x[1];
            double expected = Math.max(0, Math.max(x[0] - 40, -2 - x[0]));
            expected = Math.max(expected, Math.abs(x[0] * x[1] - 3));
            expected = Math.max(expected, Math.max(1 - range, range - 5000));
            assertThat(form.violation(v, residual)).as("x₁ = %s", x[0]).isCloseTo(expected, within(1e-9));
        }
    }

    /** Writes nothing from the second time on. */
    @Test
    void valuesThatAreNotWrittenAreNoValues() {
        int[] calls = new int[2];
        ScaledProgram form = prepared(new ForwardingProgram(formulas()) {
            @Override
            public void constraints(double[] x, double[] valuesOut) {
                if (calls[0]++ == 0) {
                    super.constraints(x, valuesOut);
                }
            }

            @Override
            public void gradient(double[] x, double[] gradientOut) {
                if (calls[1]++ == 0) {
                    super.gradient(x, gradientOut);
                }
            }
        });
        double[] v = {4, 1.5, 7};
        assertThat(form.constraints(v, new double[2])).isFalse();
        assertThat(form.problem()).isEqualTo("equality is NaN");
        assertThat(form.derivatives(v, new double[3])).isFalse();
        assertThat(form.problem()).isEqualTo("derivative of the objective by x[0] is NaN");
    }

    @Test
    void startWithoutDerivativesIsNone() {
        NonlinearProgram root = new FormulaProgram("root", "sqrt(x1)", 0);
        ScaledProgram form =
                new ScaledProgram(new ProgramLimits(root), root.hessian().orElseThrow());
        assertThat(form.prepare(SolverOptions.defaults())).isFalse();
        assertThat(form.problem()).contains("derivative of the objective by x1");
    }

    /** x₁ + x₂ = 3 is nearest to the origin at 1.5 each, and a unit more of it costs twice 1.5. */
    @Test
    void equalitiesWithOtherNumbersThanZero() {
        Result result = new InteriorPointSolver()
                .solve(new FormulaProgram("sum", "x1^2+x2^2", 7, -2).between("sum", 3, "x1+x2", 3));
        assertThat(result.status()).isEqualTo(Status.OPTIMAL);
        assertThat(result.solution().point()).containsExactly(new double[] {1.5, 1.5}, within(1e-8));
        assertThat(result.solution().multipliers()[0]).isCloseTo(-3, within(1e-7));
    }
}
