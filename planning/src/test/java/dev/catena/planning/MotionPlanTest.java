package dev.catena.planning;

import static dev.catena.planning.Carts.CARTS;
import static dev.catena.planning.Carts.INFINITY;
import static dev.catena.planning.Carts.PLANNER;
import static dev.catena.planning.Carts.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.Cancellation;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.Status;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.LimitReport;
import dev.catena.planning.terms.CoordinateFunction;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a plan says about its motion, for each way in which planning ends, and where it starts from. */
class MotionPlanTest {
    private static MotionLimits limits() {
        return new MotionLimits(CARTS).torque(20, 9).velocity(1.2, 3);
    }

    @Test
    void roundsAddUp() {
        MotionPlan plan = PLANNER.plan(problem(limits()).samples(2).build());
        assertThat(plan.isSolved()).isTrue();
        assertThat(plan.rounds().size()).isGreaterThan(1);
        assertThat(plan.rounds().get(0).samples()).isEqualTo(4);
        assertThat(plan.rounds().get(1).samples()).isGreaterThan(4);
        assertThat(plan.rounds().get(0).largestExcess()).isGreaterThan(1e-3);
        assertThat(plan.iterations())
                .isEqualTo(plan.rounds().stream()
                        .mapToInt(MotionPlan.Round::iterations)
                        .sum())
                .isPositive();
        assertThat(plan.seconds())
                .isEqualTo(plan.rounds().stream()
                        .mapToDouble(MotionPlan.Round::seconds)
                        .sum())
                .isPositive();
        MotionPlan.Round last = plan.rounds().get(plan.rounds().size() - 1);
        assertThat(last.status()).isEqualTo(plan.status());
        assertThat(last.largestExcess()).isEqualTo(plan.largestExcess());
        assertThat(plan.lastLimits()).isEqualTo(plan.limits());
        assertThat(plan.bindingLimits()).isEmpty();
        assertThat(plan.bestFeasibleMotion().orElseThrow().duration())
                .isEqualTo(plan.motion().duration())
                .isEqualTo(plan.lastMotion().duration());
        assertThat(plan.message()).startsWith("optimal: T = ").doesNotContain("bound");
        assertThat(plan.terms()).containsEntry("time", plan.motion().duration());
        // later rounds begin where the one before ended, with a small barrier
        assertThat(plan.solverResult().log().get(0).barrier()).isLessThanOrEqualTo(1e-8);
    }

    @Test
    void withoutMoreRoundsLimitsStayExceeded() {
        MotionPlan plan =
                PLANNER.refinement(1e-3, 0).plan(problem(limits()).samples(2).build());
        assertThat(plan.status()).isEqualTo(Status.ITERATION_LIMIT);
        assertThat(plan.message()).contains("after 1 round limits are still exceeded between samples: ", " of x is ");
        assertThat(plan.bestFeasibleMotion()).isEmpty();
        assertThat(plan.rounds()).hasSize(1);
        MotionPlan twice =
                PLANNER.refinement(1e-7, 1).plan(problem(limits()).samples(2).build());
        assertThat(twice.message()).contains("after 2 rounds limits");
        // whoever tolerates as much is not told of it
        double excess = plan.lastLimits().get(0).excess();
        assertThat(plan.rounds().get(0).largestExcess()).isEqualTo(excess);
        assertThat(PLANNER.refinement(1.01 * excess, 0)
                        .plan(problem(limits()).samples(2).build())
                        .message())
                .doesNotContain("exceeded");
        assertThatThrownBy(() -> PLANNER.refinement(0, 1)).hasMessageContaining("tolerance 0.0 and 1 refinements");
        assertThatThrownBy(() -> PLANNER.refinement(INFINITY, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PLANNER.refinement(1, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PLANNER.refinement(1, Integer.MAX_VALUE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void infeasibleLimitsAreNamedWorstFirst() {
        MotionLimits tight = new MotionLimits(CARTS).velocity(1, 0.1).torque(20, 9);
        MotionPlan plan = PLANNER.plan(problem(tight).duration(0.5).build());
        assertThat(plan.status()).isEqualTo(Status.INFEASIBLE);
        assertThat(plan.isSolved()).isFalse();
        assertThat(plan.message())
                .startsWith("infeasible: no motion was found that keeps all limits; exceeded are velocity of ")
                .doesNotContain("the duration is at");
        List<LimitReport> binding = plan.bindingLimits();
        assertThat(binding).extracting(LimitReport::name).contains("velocity of x", "velocity of y");
        assertThat(binding)
                .isSortedAccordingTo(
                        Comparator.comparingDouble(LimitReport::excess).reversed());
        assertThat(binding).allMatch(report -> report.excess() > 1e-6);
        assertThat(plan.lastLimits()).startsWith(binding.toArray(LimitReport[]::new));
        assertThat(plan.lastMotion().duration()).isEqualTo(0.5);
        assertThatThrownBy(plan::largestExcess)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(plan.message());
    }

    @Test
    void runThatIsCanceledKeepsTheBestMotion() {
        MotionProblem slow = problem(limits()).durationGuess(20).build();
        Cancellation button = new Cancellation();
        MotionPlan plan = PLANNER.options(
                        SolverOptions.defaults().cancellation(button).listener(iteration -> {
                            if (iteration.number() == 6) {
                                button.cancel();
                            }
                        }))
                .plan(slow);
        assertThat(plan.status()).isEqualTo(Status.CANCELED);
        assertThat(plan.message()).endsWith("; the best motion within limits is kept");
        assertThat(plan.largestExcess()).isLessThanOrEqualTo(1e-3);
        assertThat(plan.rounds()).hasSize(1);
        double duration = plan.bestFeasibleMotion().orElseThrow().duration();
        assertThat(duration).isGreaterThan(PLANNER.plan(slow).motion().duration());
        assertThat(plan.objective()).isCloseTo(duration, within(1e-9));
        assertThatThrownBy(plan::motion).hasMessage(plan.message());
    }

    /** Straight lines through the via points, at the abscissae of the control points. */
    @Test
    void startsAreStraightLines() {
        MotionLimits limits = limits();
        MotionProblem problem = problem(limits)
                .via(0.5, 4, 0)
                .durationGuess(3)
                .controlPoints(7)
                .degree(2)
                .build();
        double[] straight = problem.startingControlPoints();
        double[] abscissae = {0, 0.1, 0.3, 0.5, 0.7, 0.9, 1};
        for (int k = 0; k < 7; k++) {
            double u = abscissae[k];
            assertThat(straight[2 * k]).isCloseTo(u < 0.5 ? 8 * u : 4 - 6 * (u - 0.5), within(1e-12));
            assertThat(straight[2 * k + 1]).isCloseTo(u < 0.5 ? 0 : u - 0.5, within(1e-12));
        }
        assertThat(problem.coordinateSizes()).containsExactly(new double[] {4, 0.5}, within(1e-12));
        NonlinearProgram program = problem.program();
        double[] x = new double[program.variableCount()];
        program.start(x);
        // two points at each end are those of rest
        assertThat(x).hasSize(2 * 3 + 1);
        assertThat(x).containsExactly(new double[] {2.4, 0, 4, 0, 2.8, 0.2, 3}, within(1e-12));
        assertThat(program.variableName(6)).isEqualTo("duration");
        assertThat(program.variableName(2)).isEqualTo("control point variable 2");
        assertThat(program.variableSize(6)).isEqualTo(2);
        assertThat(program.variableSize(0)).isEqualTo(4);
        assertThat(program.variableSize(1)).isEqualTo(0.5);
        assertThat(program.objectiveSize()).isEqualTo(1);
        assertThat(program.constraintName(0)).startsWith("velocity of x at 0.000 % of the time");
        assertThatThrownBy(() -> program.constraintName(program.constraintCount()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** A goal that is free is looked for at its guess, or where the motion starts. */
    @Test
    void freeEndsStartWhereTheyAreGuessed() {
        MotionLimits limits = limits();
        MotionProblem.Builder builder =
                problem(limits).goal(EndState.anywhereAtRest(2)).start(EndState.atRest(0.2, 3));
        double[] there = builder.build().startingControlPoints();
        assertThat(IntStream.range(0, 10)).allMatch(k -> there[2 * k] == 0.2 && there[2 * k + 1] == 3);
        double[] guessed = builder.goalGuess(5, 6).build().startingControlPoints();
        assertThat(guessed[18]).isEqualTo(5);
        assertThat(guessed[19]).isEqualTo(6);
        assertThatThrownBy(() -> builder.goalGuess(1).build()).hasMessageContaining("the guess of the goal has 1");
        double[] backward = problem(limits)
                .start(EndState.anywhereAtRest(2))
                .goal(EndState.atRest(1, 0.5))
                .build()
                .startingControlPoints();
        assertThat(backward[0]).isEqualTo(1);
        assertThat(backward[1]).isEqualTo(0.5);
    }

    /** 1 m with at most 1.2 m/s along cubic pieces: the first duration of the grid that keeps the limits, and no longer. */
    @Test
    void durationToStartFromKeepsLimitsAndCostsLeast() {
        MotionProblem problem =
                problem(new MotionLimits(CARTS).velocity(1.2, INFINITY)).build();
        double[] x = MotionPlanner.startOf(problem);
        double chosen = x[x.length - 1];
        // 0.02 · 1.25ᵏ
        double k = Math.log(chosen / 0.02) / Math.log(1.25);
        assertThat(k).isCloseTo(Math.rint(k), within(1e-9));
        var program = MotionPlanner.program(problem, problem.limits(), x);
        assertThat(program.largestExcess(x)).isZero();
        x[x.length - 1] = chosen / 1.25;
        assertThat(program.largestExcess(x)).isPositive();
        MotionProblem bounded = problem(new MotionLimits(CARTS).velocity(1.2, INFINITY))
                .durationBetween(0.1, 0.3)
                .build();
        double[] late = MotionPlanner.startOf(bounded);
        assertThat(late[late.length - 1]).isEqualTo(0.3);
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 1", "1, 2, 2", "1.5, 1.5, 1.5"})
    void boundsOfDurationsAreWithin(double least, double most, double seconds) {
        MotionProblem.Builder builder = problem(limits()).durationBetween(least, most);
        assertThatCode(() -> builder.durationGuess(seconds).build()).doesNotThrowAnyException();
        assertThatCode(() -> builder.duration(seconds).build()).doesNotThrowAnyException();
    }

    @Test
    void endsMayBeOnTheirLimits() {
        MotionLimits limits = new MotionLimits(CARTS).position(new double[] {-1, -1}, new double[] {1, 0.5});
        MotionProblem.Builder builder = problem(limits).start(EndState.atRest(-1, -1));
        assertThatCode(builder::build).doesNotThrowAnyException();
        // what is free is within no limits
        assertThatCode(() -> problem(new MotionLimits(CARTS).position(new double[] {0.5, 0.5}, new double[] {1, 1}))
                        .start(EndState.atRest(0.6, 0.6))
                        .goal(EndState.anywhereAtRest(2))
                        .build())
                .doesNotThrowAnyException();
    }

    /** A limit on a part of the time has its own ends and the uniform samples between them. */
    @Test
    void limitsOnAPartOfTheTimeAreSampledThere() {
        CoordinateFunction speed = new CoordinateFunction(1, List.of("x", "y"));
        double[] lower = {-1, -INFINITY};
        double[] upper = {1, INFINITY};
        MotionProblem problem = problem(new MotionLimits(CARTS)
                        .add(speed, lower, upper, 0.25, 0.8)
                        .add(speed, lower, upper, 0.4, 0.4)
                        .add(speed, new double[] {-INFINITY, -INFINITY}, new double[] {INFINITY, INFINITY}))
                .samples(5)
                .build();
        assertThat(problem.limits()).hasSize(2);
        assertThat(problem.limits().get(0).moments).containsExactly(0.25, 0.5, 0.75, 0.8);
        assertThat(problem.limits().get(1).moments).containsExactly(0.4);
        assertThat(problem.limits().get(0).rows).containsExactly(0);
        MotionLimits limits = new MotionLimits(CARTS);
        assertThatThrownBy(() -> limits.add(speed, lower, upper, -0.1, 0.5)).hasMessageContaining("-0.1 to 0.5");
        assertThatThrownBy(() -> limits.add(speed, lower, upper, 0.1, 1.5)).hasMessageContaining("0.1 to 1.5");
        assertThatThrownBy(() -> limits.add(speed, lower, new double[1])).hasMessageContaining("2 lower and 1 upper");
        assertThatThrownBy(() -> limits.add(speed, new double[1], upper)).hasMessageContaining("1 lower and 2 upper");
        assertThatThrownBy(() -> limits.add(speed, new double[] {0, 2}, new double[] {1, 1}))
                .hasMessageContaining("velocity of y: the lower bound 2.0");
    }

    /** Bytes by the formula: 64 an entry of the Jacobian, 120 one of the Hessian, 384 a sample and basis function. */
    @Test
    void memoryOfAProgramIsEstimated() {
        CoordinateFunction speed = new CoordinateFunction(1, List.of("x", "y"));
        double[] most = {1, 1};
        double[] least = {-1, -1};
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9).add(speed, least, most, 0.5, 0.5);
        MotionProblem.Builder builder = problem(limits).samples(1_000_000_000);
        double jacobian = (2e9 + 2) * 9;
        double hessian = 21 * 4 * 2;
        double bytes = 64 * jacobian + 120 * hessian + 384 * 4 * (1e9 + 1);
        assertThatThrownBy(builder::build)
                .hasMessageContaining("%.3g GB, but", bytes * 1e-9)
                .hasMessageContaining("2000000002 rows");
        builder.samples(2).controlPoints(100_000_000);
        double many = 2e8 + 1;
        double total = 64 * (6 * 9) + 120 * (many * 4 * 2) + 384 * 4 * 3;
        assertThatThrownBy(builder::build).hasMessageContaining("%.3g GB, but", total * 1e-9);
    }
}
