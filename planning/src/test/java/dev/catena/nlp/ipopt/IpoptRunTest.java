package dev.catena.nlp.ipopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.Cancellation;
import dev.catena.nlp.CurveFit;
import dev.catena.nlp.EvaluationException;
import dev.catena.nlp.FormulaProgram;
import dev.catena.nlp.ForwardingProgram;
import dev.catena.nlp.Iteration;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.Result;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.Status;
import dev.catena.nlp.UnsolvedException;
import dev.catena.nlp.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Ipopt is told and asked, and what is made of its answers, without the library itself. */
class IpoptRunTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** Optimum at (1.5, 0.5). */
    private static FormulaProgram program() {
        return new FormulaProgram("nearest", "(x1-2)^2+(x2-1)^2", 0.1, 0.2)
                .bounds(1, 0, 5)
                .between("sum", -INFINITY, "x1+x2", 2)
                .between("product", -3, "x1*x2", 3);
    }

    private final FakeIpopt ipopt = new FakeIpopt();

    private Result run(NonlinearProgram program, SolverOptions options) {
        return new IpoptRun(ipopt, program, options).solve();
    }

    private Result run(NonlinearProgram program) {
        return run(program, SolverOptions.defaults());
    }

    private static int solved(FakeIpopt.Solve solve) {
        solve.x()[0] = 1.5;
        solve.x()[1] = 0.5;
        solve.multipliers()[0] = 1;
        solve.lowerMultipliers()[0] = 0.25;
        solve.upperMultipliers()[1] = 0.125;
        return 0;
    }

    @Test
    void problemAndOptionsArePassedOn() {
        ipopt.script = IpoptRunTest::solved;
        Result result = run(
                program(),
                SolverOptions.defaults()
                        .tolerance(1e-7)
                        .acceptableTolerance(1e-5)
                        .iterationLimit(77)
                        .initialBarrier(0.02));
        assertThat(ipopt.n).isEqualTo(2);
        assertThat(ipopt.m).isEqualTo(2);
        assertThat(ipopt.variableLower).containsExactly(0, -2e19);
        assertThat(ipopt.variableUpper).containsExactly(5, 2e19);
        assertThat(ipopt.constraintLower).containsExactly(-2e19, -3);
        assertThat(ipopt.constraintUpper).containsExactly(2, 3);
        assertThat(ipopt.jacobianEntries).isEqualTo(4);
        assertThat(ipopt.hessianEntries).isEqualTo(3);
        assertThat(ipopt.options)
                .containsEntry("index style", 0)
                .containsEntry("print_level", 0)
                .containsEntry("sb", "yes")
                .containsEntry("tol", 1e-7)
                .containsEntry("acceptable_tol", 1e-5)
                .containsEntry("max_iter", 77)
                .containsEntry("mu_init", 0.02)
                .containsEntry("callback", "set")
                .doesNotContainKeys("nlp_scaling_method", "hessian_approximation");
        assertThat(ipopt.freed).isEqualTo(1);
        assertThat(result.status()).isEqualTo(Status.OPTIMAL);
        assertThat(result.solution().point()).containsExactly(1.5, 0.5);
        assertThat(result.solution().objective()).isEqualTo(0.5);
        assertThat(result.solution().constraints()).containsExactly(2, 0.75);
        assertThat(result.solution().multipliers()).containsExactly(1, 0);
        assertThat(result.solution().lowerBoundMultipliers()).containsExactly(0.25, 0);
        assertThat(result.solution().upperBoundMultipliers()).containsExactly(0, 0.125);
        assertThat(result.solution().violation()).isZero();
        assertThat(result.bestFeasible()).containsSame(result.solution());
    }

    @Test
    void otherHessiansAndNoScalingAreSaid() {
        ipopt.script = IpoptRunTest::solved;
        Result unused = run(program().withoutHessian(), SolverOptions.defaults().scaling(false));
        assertThat(ipopt.options)
                .containsEntry("nlp_scaling_method", "none")
                .containsEntry("hessian_approximation", "limited-memory");
        assertThat(ipopt.hessianEntries).isZero();
        assertThat(ipopt.hessianPattern()).isNull();
        FakeIpopt other = new FakeIpopt();
        assertThat(new IpoptRun(other, new CurveFit(), SolverOptions.defaults())
                        .solve()
                        .solution()
                        .point())
                .containsExactly(0, 1);
        assertThat(other.hessianEntries).isEqualTo(3);
        assertThat(other.constraintLower).hasSize(1);
    }

    @Test
    void callbacksAreThoseOfTheProgram() {
        FormulaProgram program = program();
        ipopt.script = solve -> {
            assertThat(solve.x()).containsExactly(0.1, 0.2);
            assertThat(ipopt.objective(3, 4)).isEqualTo(1 + 9);
            assertThat(ipopt.gradient(3, 4)).containsExactly(2, 6);
            assertThat(ipopt.constraints(3, 4)).containsExactly(7, 12);
            assertThat(ipopt.jacobianPattern()).isDeepEqualTo(new int[][] {{0, 0, 1, 1}, {0, 1, 0, 1}});
            assertThat(ipopt.jacobian(3, 4)).containsExactly(1, 1, 4, 3);
            assertThat(ipopt.hessianPattern()).isDeepEqualTo(new int[][] {{0, 1, 1}, {0, 0, 1}});
            assertThat(ipopt.hessian(new double[] {3, 4}, 0.5, new double[] {7, 11}))
                    .containsExactly(1, 11, 1);
            return solved(solve);
        };
        assertThat(run(program).status()).isEqualTo(Status.OPTIMAL);
    }

    @ParameterizedTest
    @CsvSource({
        "0, OPTIMAL, ''",
        "6, OPTIMAL, ''",
        "1, ACCEPTABLE, ''",
        "2, INFEASIBLE, ''",
        "4, UNBOUNDED, ''",
        "5, CANCELED, ''",
        "-1, ITERATION_LIMIT, ''",
        "-4, TIME_LIMIT, ''",
        "-5, TIME_LIMIT, ''",
        "-13, EVALUATION_ERROR, ''",
        "3, NUMERICAL_TROUBLE, search direction becomes too small",
        "-2, NUMERICAL_TROUBLE, restoration failed",
        "-3, NUMERICAL_TROUBLE, no search direction",
        "-10, NUMERICAL_TROUBLE, more equalities than free variables",
        "-199, NUMERICAL_TROUBLE, return code -199"
    })
    void codesAreStatuses(int code, Status status, String detail) {
        ipopt.script = solve -> {
            int unused = solved(solve);
            return code;
        };
        Result result = run(program());
        assertThat(result.status()).isEqualTo(status);
        assertThat(result.message()).contains(detail);
        assertThat(result.bestFeasible()).isPresent();
        if (status.isSolved()) {
            assertThat(result.solution().point()).containsExactly(1.5, 0.5);
        } else {
            assertThatThrownBy(result::solution).isInstanceOf(UnsolvedException.class);
        }
    }

    @Test
    void infeasibleNamesWhatIsExceeded() {
        ipopt.script = solve -> {
            solve.x()[0] = 4;
            solve.x()[1] = 0.5;
            return 2;
        };
        Result result = run(program());
        assertThat(result.bindingLimits()).extracting(Violation::name).containsExactly("sum");
        assertThat(result.message()).contains("sum is 4.5 (upper limit 2.0)");
        assertThat(result.bestFeasible()).isEmpty();
        assertThat(result.lastPoint().violation()).isEqualTo(2.5);
    }

    @Test
    void feasiblePointsOnTheWayAreKept() {
        ipopt.script = solve -> {
            assertThat(ipopt.constraints(1, 0.5)).containsExactly(1.5, 0.5);
            assertThat(ipopt.constraints(1.2, 0.5)).containsExactly(1.7, 0.6);
            assertThat(ipopt.constraints(4, 4)).containsExactly(8, 16);
            assertThat(ipopt.constraints(0, 0)).containsExactly(0, 0);
            solve.x()[0] = 4;
            return -1;
        };
        Result result = run(program());
        assertThat(result.bestFeasible().orElseThrow().point()).containsExactly(1.2, 0.5);
        assertThat(result.bestFeasible().orElseThrow().objective()).isCloseTo(0.64 + 0.25, within(1e-15));
        assertThat(result.bestFeasible().orElseThrow().constraints()).containsExactly(1.7, 0.6);
        assertThat(result.message()).contains("best feasible point has objective 0.89");
    }

    @Test
    void valuesThatAreNotFiniteFailTheirCallbackAndAreNamed() {
        FormulaProgram roots = new FormulaProgram("roots", "log(x1)", 1).between("root", 0, "sqrt(x1)", 5);
        ipopt.script = solve -> {
            assertThat(ipopt.objective(1)).isZero();
            assertThat(ipopt.objective(-1)).isNaN();
            assertThat(ipopt.gradient(-0.0)).isNull();
            assertThat(ipopt.constraints(-1)).isNull();
            assertThat(ipopt.jacobian(0)).isNull();
            assertThat(ipopt.hessian(new double[] {0}, 1, new double[] {1})).isNull();
            assertThat(ipopt.constraints(4)).containsExactly(2);
            assertThat(ipopt.jacobian(4)).containsExactly(0.25);
            return -13;
        };
        Result result = run(roots);
        assertThat(result.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(result.message()).contains("second derivative");
        ipopt.script = solve -> {
            assertThat(ipopt.objective(-1)).isNaN();
            return -13;
        };
        assertThat(run(roots).message()).contains("objective is NaN");
        ipopt.script = solve -> {
            assertThat(ipopt.gradient(0)).isNull();
            return -13;
        };
        assertThat(run(roots).message()).contains("derivative of the objective by x1 is Infinity");
        ipopt.script = solve -> {
            assertThat(ipopt.constraints(-1)).isNull();
            return -13;
        };
        assertThat(run(roots).message()).contains("root is NaN");
        ipopt.script = solve -> {
            assertThat(ipopt.jacobian(0)).isNull();
            return -13;
        };
        assertThat(run(roots).message()).contains("a derivative of root is Infinity");
    }

    @Test
    void solutionWithoutAValueIsNone() {
        FormulaProgram roots = new FormulaProgram("roots", "log(x1)", 1);
        ipopt.script = solve -> {
            solve.x()[0] = -1;
            return 0;
        };
        Result result = run(roots);
        assertThat(result.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(result.message()).contains("objective is NaN");
    }

    @Test
    void exceptionsWaitForTheEndOfTheRun() {
        NonlinearProgram broken = new ForwardingProgram(program()) {
            @Override
            public void gradient(double[] x, double[] gradientOut) {
                throw new IllegalStateException("broken");
            }

            @Override
            public void jacobian(double[] x, double[] valuesOut) {
                throw new EvaluationException("nothing here");
            }
        };
        ipopt.script = solve -> {
            assertThat(ipopt.jacobian(1, 1)).isNull();
            assertThat(ipopt.objective(2, 1)).isZero();
            assertThat(ipopt.gradient(1, 1)).isNull();
            assertThat(ipopt.objective(2, 1)).isNaN();
            assertThat(ipopt.iteration(0, 1, 2, 3)).isFalse();
            return 0;
        };
        assertThatThrownBy(() -> run(broken))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("broken");
        assertThat(ipopt.freed).isEqualTo(1);
        ipopt.script = solve -> {
            assertThat(ipopt.jacobian(1, 1)).isNull();
            return -13;
        };
        assertThat(run(broken).message()).contains("nothing here");
    }

    @Test
    void iterationsAreLoggedAndMayBeInterrupted() {
        List<Iteration> heard = new ArrayList<>();
        Cancellation button = new Cancellation();
        ipopt.script = solve -> {
            assertThat(ipopt.iteration(0, 0, 11, 12)).isTrue();
            assertThat(ipopt.iteration(1, 1, 13, 14)).isTrue();
            button.cancel();
            assertThat(ipopt.iteration(0, 2, 15, 16)).isFalse();
            return 5;
        };
        Result result =
                run(program(), SolverOptions.defaults().listener(heard::add).cancellation(button));
        assertThat(result.status()).isEqualTo(Status.CANCELED);
        assertThat(result.iterationCount()).isEqualTo(2);
        assertThat(result.log()).isEqualTo(heard).hasSize(3);
        Iteration second = heard.get(1);
        assertThat(second.number()).isEqualTo(1);
        assertThat(second.objective()).isEqualTo(13);
        assertThat(second.violation()).isEqualTo(14);
        assertThat(second.dualInfeasibility()).isEqualTo(0.3);
        assertThat(second.barrier()).isEqualTo(0.4);
        assertThat(second.stepNorm()).isEqualTo(0.5);
        assertThat(second.regularization()).isEqualTo(0.6);
        assertThat(second.stepLength()).isEqualTo(0.8);
        assertThat(second.restoration()).isTrue();
        assertThat(heard.get(2).restoration()).isFalse();
        ipopt.script = solve -> {
            assertThat(ipopt.iteration(0, 0, 11, 12)).isFalse();
            return 5;
        };
        assertThat(run(program(), SolverOptions.defaults().timeLimit(Duration.ZERO))
                        .status())
                .isEqualTo(Status.TIME_LIMIT);
        assertThatThrownBy(() -> run(program(), SolverOptions.defaults().listener(i -> {
                    throw new IllegalStateException("listener");
                })))
                .hasMessage("listener");
    }

    @Test
    void whatIpoptRefusesIsRefused() {
        ipopt.refuses = true;
        assertThatThrownBy(() -> run(program()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Ipopt refuses the program: 2 variables, 2 constraints");
        for (String option : List.of(
                "print_level",
                "sb",
                "tol",
                "acceptable_tol",
                "max_iter",
                "mu_init",
                "nlp_scaling_method",
                "hessian_approximation",
                "callback")) {
            FakeIpopt old = new FakeIpopt();
            old.unknownOption = option;
            assertThatThrownBy(() -> new IpoptRun(
                                    old,
                                    program().withoutHessian(),
                                    SolverOptions.defaults().scaling(false))
                            .solve())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("this version of Ipopt does not know the option " + option);
            assertThat(old.freed).isEqualTo(1);
        }
    }

    @Test
    void patternsNeedAPlace() {
        ipopt.script = IpoptRunTest::solved;
        Result unused = run(program());
        assertThat(Optional.ofNullable(ipopt.jacobian).orElseThrow().evaluate(2, null, 1, 2, 4, null, null, null, null))
                .isZero();
        assertThat(Optional.ofNullable(ipopt.hessian)
                        .orElseThrow()
                        .evaluate(2, null, 1, 1, 2, null, 1, 3, null, null, null, null))
                .isZero();
    }
}
