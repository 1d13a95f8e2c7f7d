package dev.catena.nlp.interior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.FormulaProgram;
import dev.catena.nlp.ForwardingProgram;
import dev.catena.nlp.HessianChoice;
import dev.catena.nlp.Iteration;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.Result;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.Status;
import dev.catena.nlp.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The search for the least violation: what it weighs, what it logs, how it ends. */
class RestorationTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    private static Result solve(NonlinearProgram program, SolverOptions options) {
        return new InteriorPointRun(program, options).solve();
    }

    private static FormulaProgram apart() {
        return new FormulaProgram("apart", "x1", 3, 1)
                .between("circle", -INFINITY, "x1^2+x2^2", 1)
                .between("far", 3, "x1+x2", INFINITY);
    }

    /** 3 − x₁ − x₂ is least on the circle where ∇(x₁ + x₂) = λ ∇(x₁² + x₂²), λ = 1/√2. */
    @ParameterizedTest
    @EnumSource(
            value = HessianChoice.class,
            names = {"EXACT", "LIMITED_MEMORY"})
    void weightsAreMultipliersOfTheLeastViolation(HessianChoice hessian) {
        Result result = solve(apart(), SolverOptions.defaults().hessian(hessian));
        assertThat(result.status()).as(result.message()).isEqualTo(Status.INFEASIBLE);
        List<Violation> limits = result.bindingLimits();
        assertThat(limits).extracting(Violation::name).containsExactly("far", "circle");
        assertThat(limits.get(0).weight()).isCloseTo(-1, within(1e-3));
        assertThat(limits.get(1).weight()).isCloseTo(Math.sqrt(0.5), within(1e-3));
        assertThat(limits.get(0).value()).isCloseTo(Math.sqrt(2), within(1e-4));
        assertThat(result.lastPoint().violation()).isCloseTo(3 - Math.sqrt(2), within(1e-4));
    }

    /** Bounds that hold the violation up by 2 and by ½ of what they give. */
    @Test
    void boundsHaveWeightsToo() {
        FormulaProgram program = new FormulaProgram("bounded", "x1+x2", 0.5, 0.5)
                .bounds(1, -5, 1)
                .bounds(2, 0, 5)
                .between("right", 3, "2*x1", INFINITY)
                .between("left", 2, "-x2/2", INFINITY);
        Result result = solve(program, SolverOptions.defaults());
        assertThat(result.status()).as(result.message()).isEqualTo(Status.INFEASIBLE);
        List<Violation> limits = result.bindingLimits();
        assertThat(limits).hasSize(4);
        assertThat(limits.get(0).name()).isEqualTo("left");
        assertThat(limits.get(1).name()).isEqualTo("right");
        assertThat(limits.get(2).weight()).isCloseTo(2, within(1e-3));
        assertThat(limits.get(2).upper()).isEqualTo(1);
        assertThat(limits.get(3).weight()).isCloseTo(-0.5, within(1e-3));
        assertThat(limits.get(3).lower()).isZero();
    }

    /** Steps are counted through, each once, and those of the search are marked; limits hold within it. */
    @Test
    void stepsOfTheSearchCount() {
        Result whole = solve(apart(), SolverOptions.defaults());
        List<Iteration> log = whole.log();
        for (int k = 1; k < log.size(); k++) {
            // the point that a search leaves is where the program's own steps go on
            boolean leaves = log.get(k - 1).restoration() && !log.get(k).restoration();
            assertThat(log.get(k).number()).isEqualTo(log.get(k - 1).number() + (leaves ? 0 : 1));
        }
        assertThat(log.get(0).restoration()).isFalse();
        Iteration last = log.get(log.size() - 1);
        assertThat(last.restoration()).isTrue();
        assertThat(last.violation()).isCloseTo(3 - Math.sqrt(2), within(1e-4));
        assertThat(last.objective()).isCloseTo(Math.sqrt(0.5), within(1e-4));
        int limit = last.number() - 3;
        Result shorter = solve(apart(), SolverOptions.defaults().iterationLimit(limit));
        assertThat(shorter.status()).isEqualTo(Status.ITERATION_LIMIT);
        Iteration end = shorter.log().get(shorter.log().size() - 1);
        assertThat(end.number()).isEqualTo(limit);
        assertThat(end.restoration()).isTrue();
        assertThat(end.violation()).isEqualTo(log.get(log.size() - 4).violation());
    }

    /** Of a row whose derivative has the wrong sign no step makes the violation less, and that is said. */
    @Test
    void noProgressIsSaid() {
        FormulaProgram right = new FormulaProgram("wrong", "x1^2", 3).zero("exp(x1)-2");
        NonlinearProgram wrong = new ForwardingProgram(right) {
            @Override
            public void jacobian(double[] x, double[] valuesOut) {
                super.jacobian(x, valuesOut);
                valuesOut[0] = -valuesOut[0];
            }
        };
        Result result = solve(wrong, SolverOptions.defaults());
        assertThat(result.status().isSolved()).isFalse();
        assertThat(result.message()).contains("makes no progress");
        assertThat(result.bestFeasible()).isEmpty();
        assertThat(solve(right, SolverOptions.defaults()).solution().point()[0]).isCloseTo(Math.log(2), within(1e-8));
    }
}
