package dev.catena.nlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.interior.Norms;
import dev.catena.nlp.ipopt.IpoptLibrary;
import dev.catena.nlp.solver.InteriorPointSolver;
import dev.catena.nlp.solver.IpoptSolver;
import dev.catena.nlp.solver.Solvers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every solver owes its caller. */
class SolverContractTest {
    static Stream<String> solvers() {
        return Stream.of("embedded", "ipopt");
    }

    private static Solver solver(String name) {
        Assumptions.assumeTrue(
                !name.equals("ipopt") || IpoptSolver.isInstalled(), "Ipopt is not installed: coinor-libipopt1v5");
        return Solvers.named(name);
    }

    private static FormulaProgram problem() {
        return HockSchittkowski.number(113);
    }

    @Test
    void unknownSolversAreRefused() {
        assertThatThrownBy(() -> Solvers.named("simplex"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no solver is called \"simplex\"; known are embedded and ipopt");
    }

    @Test
    void ipoptMissingSaysHowToInstallIt() {
        assertThatThrownBy(() -> IpoptLibrary.load(List.of("no-such-ipopt")))
                .isInstanceOf(SolverUnavailableException.class)
                .hasMessageContaining("apt-get install coinor-libipopt1v5");
    }

    @ParameterizedTest
    @MethodSource("solvers")
    void logAndListenerSeeEveryStep(String name) {
        List<Iteration> heard = new ArrayList<>();
        Result result = solver(name).solve(problem(), SolverOptions.defaults().listener(heard::add));
        assertThat(result.status()).isEqualTo(Status.OPTIMAL);
        assertThat(result.log()).isEqualTo(heard).hasSize(result.iterationCount() + 1);
        assertThat(heard.get(0).number()).isZero();
        Iteration last = heard.get(heard.size() - 1);
        assertThat(last.objective()).isCloseTo(result.solution().objective(), within(1e-6));
        assertThat(last.violation()).isLessThan(1e-6);
        assertThat(last.barrier()).isLessThan(heard.get(0).barrier());
        assertThat(result.bestFeasible()).containsSame(result.solution());
        assertThat(result.seconds()).isGreaterThanOrEqualTo(last.seconds());
    }

    @ParameterizedTest
    @MethodSource("solvers")
    void aCanceledRunReturnsItsBestFeasiblePoint(String name) {
        Cancellation cancellation = new Cancellation();
        Result result = solver(name)
                .solve(
                        feasibleStart(),
                        SolverOptions.defaults().cancellation(cancellation).listener(i -> {
                            if (i.number() == 4) {
                                cancellation.cancel();
                            }
                        }));
        assertThat(result.status()).isEqualTo(Status.CANCELED);
        assertThat(result.iterationCount()).isEqualTo(4);
        assertBestFeasible(result);
    }

    @ParameterizedTest
    @MethodSource("solvers")
    void soDoesOneOutOfIterations(String name) {
        Result result =
                solver(name).solve(feasibleStart(), SolverOptions.defaults().iterationLimit(4));
        assertThat(result.status()).isEqualTo(Status.ITERATION_LIMIT);
        assertThat(result.iterationCount()).isEqualTo(4);
        assertBestFeasible(result);
    }

    @ParameterizedTest
    @MethodSource("solvers")
    void soDoesOneOutOfTime(String name) {
        Result result =
                solver(name).solve(feasibleStart(), SolverOptions.defaults().timeLimit(Duration.ZERO));
        assertThat(result.status()).isEqualTo(Status.TIME_LIMIT);
        assertThat(result.iterationCount()).isZero();
        assertThat(result.message()).contains("time limit");
    }

    private static FormulaProgram feasibleStart() {
        return new FormulaProgram("feasible", "(x1-3)^4+(x1-2*x2)^2", 0.1, 0.1)
                .between("disk", Double.NEGATIVE_INFINITY, "x1^2+x2^2", 4);
    }

    private static void assertBestFeasible(Result result) {
        Optional<Solution> best = result.bestFeasible();
        assertThat(best).isPresent();
        assertThat(best.orElseThrow().violation()).isLessThan(1e-6);
        // better than the start, worse than the optimum
        assertThat(best.orElseThrow().objective()).isBetween(2.0, 70.0);
        assertThat(result.message()).contains("best feasible point has objective");
        assertThatThrownBy(result::solution).isInstanceOf(UnsolvedException.class);
    }

    @ParameterizedTest
    @MethodSource("solvers")
    void exceptionsOfTheProgramReachTheCaller(String name) {
        NonlinearProgram broken = new ForwardingProgram(problem()) {
            @Override
            public void jacobian(double[] x, double[] valuesOut) {
                throw new IllegalStateException("broken");
            }
        };
        Solver solver = solver(name);
        assertThatThrownBy(() -> solver.solve(broken))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("broken");
    }

    @ParameterizedTest
    @MethodSource("solvers")
    void evaluationErrorsNameTheConstraint(String name) {
        Result result = solver(name).solve(new FormulaProgram("start", "x1", -1).between("logarithm", 0, "log(x1)", 5));
        assertThat(result.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(result.message()).contains("logarithm");
    }

    @ParameterizedTest
    @MethodSource("solvers")
    void infeasibleNamesTheConstraint(String name) {
        Result result = solver(name)
                .solve(new FormulaProgram("apart", "x1^2", 0.5, 0.5)
                        .bounds(1, 0, 1)
                        .bounds(2, 0, 1)
                        .between("sum", 3, "x1+x2", 9));
        assertThat(result.status()).isEqualTo(Status.INFEASIBLE);
        assertThat(result.message()).contains("sum is 2.0");
    }

    @ParameterizedTest
    @MethodSource("solvers")
    void unbounded(String name) {
        assertThat(solver(name)
                        .solve(new FormulaProgram("ray", "x2-x1", 1, 1).bounds(2, 0, 1))
                        .status())
                .isEqualTo(Status.UNBOUNDED);
    }

    @ParameterizedTest
    @MethodSource("solvers")
    void programsThatContradictThemselvesAreRefused(String name) {
        Solver solver = solver(name);
        assertThatThrownBy(() -> solver.solve(new FormulaProgram("bounds", "x1", 1).bounds(1, 2, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("variable x1 has lower limit 2.0 and upper limit 1.0");
        assertThatThrownBy(
                        () -> solver.solve(new FormulaProgram("bounds", "x1", 1).between("row", 2, "x1", Double.NaN)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("constraint row");
        assertThatThrownBy(() -> solver.solve(new FormulaProgram("start", "x1", Double.NaN)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("start of x1 is NaN");
        NonlinearProgram wrongPattern = new ForwardingProgram(problem()) {
            @Override
            public SparsityPattern jacobianPattern() {
                return SparsityPattern.dense(2, 2);
            }
        };
        assertThatThrownBy(() -> solver.solve(wrongPattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "pattern of the Jacobian is 2 × 2 with 4 entries; expected 8 rows and 10 columns");
    }

    @ParameterizedTest
    @MethodSource("solvers")
    void secondDerivativesThatAreNotThereAreRefused(String name) {
        Solver solver = solver(name);
        FormulaProgram program = problem().withoutHessian();
        assertThatThrownBy(() -> solver.solve(program, SolverOptions.defaults().hessian(HessianChoice.EXACT)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the program has none");
        assertThatThrownBy(() -> solver.solve(program, SolverOptions.defaults().hessian(HessianChoice.GAUSS_NEWTON)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no residual Jacobian");
        assertThat(solver.solve(program).solution().objective()).isCloseTo(24.3062091, within(1e-5));
    }

    /** A fit of residuals x2 exp(x1 t) − d with small residuals: Gauss-Newton is nearly as good as the Hessian. */
    @ParameterizedTest
    @MethodSource("solvers")
    void gaussNewtonFitsACurve(String name) {
        CurveFit fit = new CurveFit();
        Result result = solver(name).solve(fit);
        assertThat(result.status()).isEqualTo(Status.OPTIMAL);
        assertThat(result.iterationCount()).isLessThan(30);
        assertThat(result.solution().point()[0]).isCloseTo(-0.7, within(0.05));
        double[] gradient = new double[2];
        fit.gradient(result.solution().point(), gradient);
        assertThat(Norms.largest(gradient)).isLessThan(1e-6);
    }

    @ParameterizedTest
    @MethodSource("solvers")
    void withoutScalingTheSameOptimum(String name) {
        Result result = solver(name)
                .solve(problem(), SolverOptions.defaults().scaling(false).initialBarrier(1e-3));
        assertThat(result.solution().objective()).isCloseTo(24.3062091, within(1e-5));
    }

    @Test
    void theSameProgramGivesTheSameBits() {
        Result first = new InteriorPointSolver().solve(problem());
        Result second = new InteriorPointSolver().solve(problem());
        assertThat(second.solution().point()).containsExactly(first.solution().point());
        assertThat(second.solution().multipliers())
                .containsExactly(first.solution().multipliers());
        assertThat(second.iterationCount()).isEqualTo(first.iterationCount());
    }

    @Tag("long")
    @Test
    void oneSolverServesManyThreads() throws Exception {
        Solver solver = new InteriorPointSolver();
        double[] expected = solver.solve(problem()).solution().point();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<double[]>> results = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                results.add(
                        threads.submit(() -> solver.solve(problem()).solution().point()));
            }
            for (Future<double[]> result : results) {
                assertThat(result.get()).containsExactly(expected);
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void optionsRefuseNonsense() {
        SolverOptions options = SolverOptions.defaults();
        assertThatThrownBy(() -> options.tolerance(0)).hasMessage("tolerance is 0.0, expected a positive number");
        assertThatThrownBy(() -> options.acceptableTolerance(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.initialBarrier(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.iterationLimit(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.timeLimit(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
