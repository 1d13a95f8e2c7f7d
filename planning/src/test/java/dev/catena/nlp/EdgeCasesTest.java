package dev.catena.nlp;

import static dev.catena.nlp.HockSchittkowskiTest.assertOptimalityConditions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.nlp.solver.InteriorPointSolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs that textbooks exclude: degenerate, infeasible, unbounded, without values. */
class EdgeCasesTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    private static Result solve(NonlinearProgram program) {
        return new InteriorPointSolver().solve(program);
    }

    @CanIgnoreReturnValue
    private static Solution optimum(FormulaProgram program, double objective, double tolerance) {
        Result result = solve(program);
        assertThat(result.status()).as(result.message()).isEqualTo(Status.OPTIMAL);
        assertThat(result.solution().objective()).isCloseTo(objective, within(tolerance));
        assertThat(result.solution().violation()).isLessThan(1e-6);
        return result.solution();
    }

    // ---------------------------------------------------------------- degenerate

    /** No multipliers exist at the solution (1, 0), so that methods come near it only slowly. */
    @Test
    void hockSchittkowski13HasNoMultipliers() {
        FormulaProgram program = new FormulaProgram("HS13", "(x1-2)^2+x2^2", -2, -2)
                .bounds(1, 0, INFINITY)
                .bounds(2, 0, INFINITY)
                .notNegative("(1-x1)^3-x2");
        optimum(program, 1, 1e-2);
    }

    @Test
    void linearlyDependentEqualities() {
        FormulaProgram program = new FormulaProgram("dependent", "x1^2+x2^2", 3, 1)
                .zero("x1+x2-1")
                .zero("2*x1+2*x2-2");
        assertOptimalityConditions(program, optimum(program, 0.5, 1e-8));
    }

    @Test
    void dependentCurvedEqualities() {
        FormulaProgram program = new FormulaProgram("dependent", "x1+x2^2", 3, 1)
                .zero("x1^2+x2^2-1")
                .zero("2*x1^2+2*x2^2-2");
        assertOptimalityConditions(program, optimum(program, 1, 1e-8));
    }

    @Test
    void moreEqualitiesThanVariables() {
        FormulaProgram program = new FormulaProgram("overdetermined", "x1^2+x2^2", 3, 1)
                .zero("x1+x2-3")
                .zero("x1-x2-1")
                .zero("x1*x2-2");
        optimum(program, 5, 1e-6);
    }

    @Test
    void twoInequalitiesThatMakeAnEquality() {
        FormulaProgram program = new FormulaProgram("no interior", "x1^2+2*x2^2", 3, 1)
                .notNegative("x1+x2-1")
                .notNegative("1-x1-x2")
                .bounds(1, 0, INFINITY)
                .bounds(2, 0, INFINITY);
        optimum(program, 2.0 / 3, 1e-6);
    }

    @Test
    void aFeasibleSetOfOnePoint() {
        FormulaProgram program =
                new FormulaProgram("point", "x1+x2", 1, 1).between("circle", -INFINITY, "x1^2+x2^2", 0);
        Result result = solve(program);
        assertThat(result.status().isSolved()).as(result.message()).isTrue();
        assertThat(result.solution().violation()).isLessThan(1e-6);
    }

    @Test
    void redundantInequalities() {
        FormulaProgram program = new FormulaProgram("redundant", "x1^2+x2^2", 1, 1)
                .notNegative("x1-1")
                .notNegative("2*x1-2")
                .notNegative("x1+x2-1");
        optimum(program, 1, 1e-6);
    }

    @Test
    void complementarityConditions() {
        FormulaProgram program = new FormulaProgram("either or", "(x1-1)^2+(x2-1)^2", 1, 0.5)
                .bounds(1, 0, INFINITY)
                .bounds(2, 0, INFINITY)
                .between("product", -INFINITY, "x1*x2", 0);
        optimum(program, 1, 1e-4);
    }

    @Test
    void aSaddleIsLeft() {
        FormulaProgram program = new FormulaProgram("saddle", "x1^2-x2^2", 0, 0).bounds(2, -1, 2);
        optimum(program, -4, 1e-6);
    }

    @Test
    void fixedVariablesKeepTheirValue() {
        FormulaProgram program = new FormulaProgram("fixed", "x1*x2+x3^2", 7, 1, 1)
                .bounds(1, 2, 2)
                .zero("x1+x2+x3-4");
        // 2 x2 + (2 − x2)²: x2 = 1
        Solution at = optimum(program, 3, 1e-8);
        assertThat(at.point()[0]).isEqualTo(2);
        assertThat(at.point()[1]).isCloseTo(1, within(1e-6));
    }

    @Test
    void allVariablesFixed() {
        FormulaProgram program =
                new FormulaProgram("fixed", "x1", 1).bounds(1, 2, 2).notNegative("x1-1");
        optimum(program, 2, 0);
        FormulaProgram bad =
                new FormulaProgram("fixed", "x1", 1).bounds(1, 2, 2).between("three", 3, "x1", INFINITY);
        Result result = solve(bad);
        assertThat(result.status()).isEqualTo(Status.INFEASIBLE);
        assertThat(result.message()).contains("three is 2.0 (lower limit 3.0)");
    }

    @Test
    void rowsWithoutLimitsDoNotMatter() {
        FormulaProgram program = new FormulaProgram("free row", "(x1-3)^2", 0)
                .between("free", -INFINITY, "exp(x1)", INFINITY)
                .between("at most", -INFINITY, "x1", 2);
        Solution at = optimum(program, 1, 1e-6);
        assertThat(at.multipliers()[0]).isZero();
        assertThat(at.multipliers()[1]).isCloseTo(2, within(1e-6));
        assertThat(at.constraints()[0]).isCloseTo(Math.exp(2), within(1e-6));
    }

    @Test
    void badlyScaledPrograms() {
        FormulaProgram program =
                new FormulaProgram("scales", "1000000*x1^2+0.000001*x2^2", 1, 1).zero("100000*x1+x2-100000");
        // least Σ wᵢxᵢ² with aᵀx = b is b²/Σ aᵢ²/wᵢ = 1e10/(1e4 + 1e6)
        optimum(program, 9900.990099, 1e-4);
    }

    // ---------------------------------------------------------------- infeasible

    @Test
    void infeasibleNamesTheLimitsInConflict() {
        FormulaProgram program = new FormulaProgram("apart", "x1", 3, 1)
                .between("circle", -INFINITY, "x1^2+x2^2", 1)
                .between("far", 3, "x1+x2", INFINITY)
                .between("harmless", -INFINITY, "x1-x2", 50);
        Result result = solve(program);
        assertThat(result.status()).isEqualTo(Status.INFEASIBLE);
        assertThat(result.bindingLimits()).extracting(Violation::name).containsExactly("far", "circle");
        assertThat(result.bindingLimits().get(0).amount()).isCloseTo(3 - Math.sqrt(2), within(1e-4));
        assertThat(result.bindingLimits().get(0).weight()).isNegative();
        assertThat(result.bindingLimits().get(1).weight()).isPositive();
        assertThat(result.message()).contains("infeasible", "far", "circle").doesNotContain("harmless");
        assertThat(result.bestFeasible()).isEmpty();
        assertThatThrownBy(result::solution)
                .isInstanceOf(UnsolvedException.class)
                .hasMessage(result.message())
                .extracting(e -> ((UnsolvedException) e).status())
                .isEqualTo(Status.INFEASIBLE);
    }

    /** An arm's torque limit too tight for its weight: 20 sin(q) must be kept below 10 at q near 90°. */
    @ParameterizedTest
    @EnumSource(
            value = HessianChoice.class,
            names = {"EXACT", "LIMITED_MEMORY"})
    void tooLittleTorqueForTheWeight(HessianChoice hessian) {
        FormulaProgram program = new FormulaProgram("weak arm", "x1^2", 0.5)
                .between("torque", -10, "20*sin(x1)", 10)
                .between("angle", 1.5, "x1", 1.6);
        Result result = new InteriorPointSolver()
                .solve(program, SolverOptions.defaults().hessian(hessian));
        assertThat(result.status()).as(result.message()).isEqualTo(Status.INFEASIBLE);
        assertThat(result.bindingLimits()).extracting(Violation::name).containsExactlyInAnyOrder("torque", "angle");
    }

    @Test
    void infeasibleBecauseOfBounds() {
        FormulaProgram program = new FormulaProgram("bounds", "x1^2", 0.5, 0.5)
                .bounds(1, 0, 1)
                .bounds(2, 0, 1)
                .between("sum", 3, "x1+x2", INFINITY);
        Result result = solve(program);
        assertThat(result.status()).isEqualTo(Status.INFEASIBLE);
        assertThat(result.bindingLimits())
                .extracting(Violation::name)
                .containsExactlyInAnyOrder("sum", "x1", "x2")
                .startsWith("sum");
    }

    @Test
    void contradictingEqualities() {
        FormulaProgram program = new FormulaProgram("contradiction", "x1", 3, 1)
                .between("one", 1, "x1+x2", 1)
                .between("two", 2, "x1+x2", 2);
        Result result = solve(program);
        assertThat(result.status()).as(result.message()).isEqualTo(Status.INFEASIBLE);
        assertThat(result.bindingLimits()).extracting(Violation::name).containsExactlyInAnyOrder("one", "two");
    }

    /** From this start line-search methods without restoration come to a halt at a point that is not even stationary. */
    @Test
    void theExampleOfWaechterAndBiegler() {
        FormulaProgram program = new FormulaProgram("example", "x1", -2, 3, 1)
                .zero("x1^2-x2-1")
                .zero("x1-x3-0.5")
                .bounds(2, 0, INFINITY)
                .bounds(3, 0, INFINITY);
        Result result = solve(program);
        // x1 = −1, x2 = x3 = 0 is where the violation is least near the start
        assertThat(result.status()).isEqualTo(Status.INFEASIBLE);
        assertThat(result.lastPoint().point()[0]).isCloseTo(-1, within(1e-4));
    }

    // ---------------------------------------------------------------- unbounded

    @Test
    void unbounded() {
        assertThat(solve(new FormulaProgram("ray", "0-x1", 0.5, 1).bounds(1, 0, INFINITY))
                        .status())
                .isEqualTo(Status.UNBOUNDED);
        assertThat(solve(new FormulaProgram("wedge", "x1", 0.5, 1).notNegative("x2-x1"))
                        .status())
                .isEqualTo(Status.UNBOUNDED);
    }

    // ---------------------------------------------------------------- no value

    @Test
    void noValueAtTheStartNamesTheConstraint() {
        Result result = solve(new FormulaProgram("start", "x1", -1).between("logarithm", 0, "log(x1)", 5));
        assertThat(result.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(result.message()).contains("logarithm is NaN");
        assertThat(result.lastPoint().point()).containsExactly(-1);
    }

    @Test
    void noValueOfTheObjectiveAtTheStart() {
        Result result = solve(new FormulaProgram("start", "log(x1)", -1));
        assertThat(result.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(result.message()).contains("objective is NaN");
    }

    @Test
    void stepsThatLeadWhereThereIsNoValueAreShortened() {
        optimum(new FormulaProgram("logarithm", "x1-log(x1)", 30), 1, 1e-8);
        optimum(new FormulaProgram("row", "x1^2", 30).between("logarithm", 0, "log(x1)", 5), 1, 1e-6);
    }

    @Test
    void anEvaluationExceptionIsNoDifferent() {
        NonlinearProgram picky = new ForwardingProgram(new FormulaProgram("picky", "x1-log(x1)", 30)) {
            @Override
            public double objective(double[] x) {
                if (x[0] <= 0) {
                    throw new EvaluationException("mass matrix is singular at x1 = " + x[0]);
                }
                return super.objective(x);
            }
        };
        assertThat(solve(picky).solution().objective()).isCloseTo(1, within(1e-8));
        NonlinearProgram hopeless = new ForwardingProgram(new FormulaProgram("hopeless", "x1", 30)) {
            @Override
            public void gradient(double[] x, double[] gradientOut) {
                throw new EvaluationException("gimbal lock of the wrist");
            }
        };
        Result result = solve(hopeless);
        assertThat(result.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(result.message()).contains("gimbal lock of the wrist");
    }

    @Test
    void aDerivativeWithoutValueNamesItsConstraint() {
        // √x1 has no derivative at the start
        Result result = solve(new FormulaProgram("kink", "x1", 0).between("root", 0, "sqrt(x1)", 5));
        assertThat(result.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(result.message()).contains("root");
    }
}
