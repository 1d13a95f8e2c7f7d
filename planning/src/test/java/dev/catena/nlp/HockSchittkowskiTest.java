package dev.catena.nlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catena.nlp.interior.Norms;
import dev.catena.nlp.run.CompressedRows;
import dev.catena.nlp.solver.InteriorPointSolver;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published optima, by exact Hessians and by limited memory, with multipliers that satisfy the conditions of optimality. */
class HockSchittkowskiTest {
    private static final List<FormulaProgram> PROBLEMS = HockSchittkowski.all();

    static List<FormulaProgram> problems() {
        return PROBLEMS;
    }

    @Test
    void thereAreMoreThanSeventy() {
        assertThat(problems()).hasSizeGreaterThan(70);
    }

    @ParameterizedTest
    @MethodSource("problems")
    void exactHessianFindsThePublishedOptimum(FormulaProgram problem) {
        Result result = new InteriorPointSolver().solve(problem);
        assertThat(result.status()).as(result.message()).isEqualTo(Status.OPTIMAL);
        assertOptimum(problem, result.solution().objective());
        assertThat(result.solution().violation()).isLessThan(1e-6);
        assertOptimalityConditions(problem, result.solution());
    }

    @ParameterizedTest
    @MethodSource("problems")
    void limitedMemoryFindsAnOptimum(FormulaProgram problem) {
        Result result = new InteriorPointSolver()
                .solve(problem, SolverOptions.defaults().hessian(HessianChoice.LIMITED_MEMORY));
        assertThat(result.status().isSolved()).as(result.message()).isTrue();
        assertThat(result.solution().violation()).isLessThan(1e-6);
        assertOptimalityConditions(problem, result.solution());
    }

    /** Wherever a run is stopped: no feasible point that was met before is better than the one that is kept. */
    @Tag("long")
    @Test
    void stoppedRunsKeepTheBestFeasiblePoint() {
        for (FormulaProgram problem : PROBLEMS) {
            for (int limit = 1; limit <= 9; limit += 2) {
                Result result = new InteriorPointSolver()
                        .solve(problem, SolverOptions.defaults().iterationLimit(limit));
                double best = result.log().stream()
                        .filter(iteration -> iteration.violation() <= 1e-7)
                        .mapToDouble(Iteration::objective)
                        .min()
                        .orElse(Double.POSITIVE_INFINITY);
                double kept = result.bestFeasible().map(Solution::objective).orElse(Double.POSITIVE_INFINITY);
                double tolerance = Double.isFinite(best) ? 1e-4 * (1 + Math.abs(best)) : 0;
                assertThat(kept <= best + tolerance)
                        .as("%s after %s steps: %s, but %s was met", problem.name, limit, kept, best)
                        .isTrue();
            }
        }
    }

    private static void assertOptimum(FormulaProgram problem, double objective) {
        double tolerance = problem.optimumTolerance * (1 + Math.abs(problem.optimum));
        if (Double.isNaN(problem.localOptimum)) {
            assertThat(objective).isCloseTo(problem.optimum, within(tolerance));
        } else {
            assertThat(Math.min(Math.abs(objective - problem.optimum), Math.abs(objective - problem.localOptimum)))
                    .as(
                            "objective %s of %s, expected %s or %s",
                            objective, problem, problem.optimum, problem.localOptimum)
                    .isLessThan(tolerance);
        }
    }

    /** ∇f + Jᵀλ − z_L + z_U = 0, z of one sign, nothing pushes away from a limit. */
    static void assertOptimalityConditions(NonlinearProgram problem, Solution at) {
        int n = problem.variableCount();
        double[] x = at.point();
        double[] stationarity = new double[n];
        problem.gradient(x, stationarity);
        double[] values = new double[problem.jacobianPattern().entryCount()];
        problem.jacobian(x, values);
        double scale = 1;
        for (int k = 0; k < values.length; k++) {
            int row = problem.jacobianPattern().row(k);
            double force = values[k] * at.multipliers()[row];
            stationarity[problem.jacobianPattern().column(k)] += force;
            scale = Math.max(scale, Math.abs(force));
        }
        for (int i = 0; i < n; i++) {
            double low = at.lowerBoundMultipliers()[i];
            double high = at.upperBoundMultipliers()[i];
            assertThat(Math.min(low, high)).isGreaterThanOrEqualTo(0);
            assertEquals(0, stationarity[i] - low + high, 2e-5 * scale, "gradient of the Lagrangian by variable " + i);
        }
        assertComplementarity(problem, at, scale);
    }

    private static void assertComplementarity(NonlinearProgram problem, Solution at, double scale) {
        double[] lower = new double[problem.constraintCount()];
        double[] upper = new double[problem.constraintCount()];
        problem.constraintBounds(lower, upper);
        for (int r = 0; r < lower.length; r++) {
            double c = at.constraints()[r];
            double multiplier = at.multipliers()[r];
            double distance = multiplier > 0 ? upper[r] - c : c - lower[r];
            if (multiplier != 0 && lower[r] < upper[r]) {
                // solvers move limits by 1e-8
                double beyond = Math.max(0, Math.min(Math.abs(distance), 1e3) - 2e-8);
                assertEquals(0, beyond * multiplier, 2e-5 * scale, problem.constraintName(r));
            }
        }
    }

    /** First and second derivatives of the formulas against central differences of the values below them. */
    @ParameterizedTest
    @MethodSource("problems")
    void derivativesOfTheProblemsAreThoseOfTheirFormulas(FormulaProgram problem) {
        int n = problem.variableCount();
        int m = problem.constraintCount();
        long seed = 7;
        Random random = new Random(seed);
        double[] x = new double[n];
        problem.start(x);
        double[] lambda = random.doubles(m, -1, 1).toArray();
        double[] hessian = new double[n * (n + 1) / 2];
        problem.hessian().orElseThrow().values(x, 0.7, lambda, hessian);
        double[] forward = lagrangianGradient(problem, x, lambda);
        for (int j = 0; j < n; j++) {
            double h = 1e-5 * Math.max(1, Math.abs(x[j]));
            double[] above = x.clone();
            double[] below = x.clone();
            above[j] += h;
            below[j] -= h;
            double slope = (lagrangian(problem, above, lambda) - lagrangian(problem, below, lambda)) / (2 * h);
            assertEquals(slope, forward[j], 1e-5 * (1 + Math.abs(slope)), problem + ", seed " + seed);
            double[] high = lagrangianGradient(problem, above, lambda);
            double[] low = lagrangianGradient(problem, below, lambda);
            for (int i = j; i < n; i++) {
                double curvature = (high[i] - low[i]) / (2 * h);
                assertEquals(
                        curvature,
                        hessian[i * (i + 1) / 2 + j],
                        1e-5 * (1 + Math.abs(curvature)),
                        problem + ", seed " + seed);
            }
        }
    }

    private static double lagrangian(NonlinearProgram problem, double[] x, double[] lambda) {
        double[] c = new double[lambda.length];
        problem.constraints(x, c);
        return 0.7 * problem.objective(x) + Norms.dot(c, lambda);
    }

    private static double[] lagrangianGradient(NonlinearProgram problem, double[] x, double[] lambda) {
        double[] result = new double[x.length];
        problem.gradient(x, result);
        for (int i = 0; i < result.length; i++) {
            result[i] *= 0.7;
        }
        CompressedRows jacobian = new CompressedRows(problem.jacobianPattern());
        double[] values = new double[problem.jacobianPattern().entryCount()];
        problem.jacobian(x, values);
        jacobian.set(values);
        jacobian.addTransposeTimes(lambda, result);
        return result;
    }
}
