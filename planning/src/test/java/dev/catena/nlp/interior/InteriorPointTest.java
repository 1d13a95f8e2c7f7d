package dev.catena.nlp.interior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.FormulaProgram;
import dev.catena.nlp.Iteration;
import dev.catena.nlp.Result;
import dev.catena.nlp.Status;
import dev.catena.nlp.solver.InteriorPointSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The iteration step by step, on quadratic programs whose numbers are known, and what its log says. */
class InteriorPointTest {
    /** Ends a run after so many steps and looks for nothing else. */
    private static final class Counting implements InteriorPoint.Supervisor {
        int left;
        int restorations;

        Counting(int steps) {
            left = steps;
        }

        @Override
        public @Nullable Status check(InteriorPoint iteration) {
            return left-- <= 0 ? Status.ITERATION_LIMIT : null;
        }

        @Override
        public boolean wantsRestoration(InteriorPoint iteration) {
            return false;
        }

        @Override
        public @Nullable Status restore(InteriorPoint iteration) {
            restorations++;
            return Status.INFEASIBLE;
        }
    }

    /** min ½ (2 x₁² + 3 x₂²) − 4 x₁ − x₂ subject to x₁ + x₂ = 5, without bounds: one step of Newton. */
    private static LinearForm equality() {
        LinearForm form = new LinearForm(2, new double[][] {{1, 1}}, new double[] {5}, new int[0], new double[0]);
        form.curvature()[0] = 2;
        form.curvature()[1] = 3;
        form.slope()[0] = -4;
        form.slope()[1] = -1;
        return form;
    }

    @Test
    void quadraticProgramTakesOneStep() {
        Counting supervisor = new Counting(1);
        InteriorPoint iteration = new InteriorPoint(equality(), false, 1e-8, supervisor);
        assertThat(iteration.start(new double[] {7, 9}, 0.1)).isTrue();
        // multipliers by least squares: ∇f = (10, 26), A = (1, 1)
        assertThat(iteration.rowMultipliers()[0]).isCloseTo(-18, within(1e-12));
        assertThat(iteration.current().theta).isCloseTo(11, within(1e-12));
        assertThat(iteration.barrierParameter()).isEqualTo(0.1);
        Status ended = iteration.run();
        assertThat(ended).isEqualTo(Status.ITERATION_LIMIT);
        // 2 x₁ − 4 + y = 0, 3 x₂ − 1 + y = 0, x₁ + x₂ = 5
        assertThat(iteration.current().v).containsExactly(new double[] {3.6, 1.4}, within(1e-9));
        assertThat(iteration.rowMultipliers()[0]).isCloseTo(-3.2, within(1e-9));
        assertThat(iteration.stepNorm()).isCloseTo(7.6, within(1e-9));
        assertThat(iteration.stepLength()).isEqualTo(1);
        assertThat(iteration.dualInfeasibility()).isLessThan(1e-9);
        assertThat(iteration.regularization()).isZero();
        assertThat(iteration.error(0)).isLessThan(1e-9);
        assertThat(supervisor.restorations).isZero();
    }

    /** The largest of dual infeasibility, violation and complementarity; divided where multipliers are large [WaechterBiegler 6]. */
    @Test
    void errorIsScaledByLargeMultipliers() {
        LinearForm form = equality();
        Counting supervisor = new Counting(0);
        InteriorPoint iteration = new InteriorPoint(form, false, 1e-8, supervisor);
        assertThat(iteration.start(new double[] {7, 9}, 0.1)).isTrue();
        assertThat(iteration.run()).isEqualTo(Status.ITERATION_LIMIT);
        // ∇f + Aᵀy = (10, 26) − 18
        assertThat(iteration.dualInfeasibility()).isCloseTo(8, within(1e-12));
        assertThat(iteration.error(0)).isCloseTo(11, within(1e-12));

        LinearForm bounded = new LinearForm(2, new double[0][], new double[0], new int[0], new double[0]);
        Arrays.fill(bounded.lower(), 0);
        bounded.upper()[1] = 4;
        bounded.slope()[0] = 700;
        InteriorPoint other = new InteriorPoint(bounded, false, 1e-8, new Counting(0));
        assertThat(other.start(new double[] {2, 1}, new double[] {900, 50}, new double[] {0, 350}, 0.1))
                .isTrue();
        assertThat(other.run()).isEqualTo(Status.ITERATION_LIMIT);
        // dual (700 − 900, −50 + 350), Σz = 1300 over 2: s = 6.5 for both; complementarity max(2·900, 1·50, 3·350) =
        // 1800
        assertThat(other.dualInfeasibility()).isCloseTo(300, within(1e-12));
        assertThat(other.error(0)).isCloseTo(1800 / 6.5, within(1e-10));
        assertThat(other.error(100)).isCloseTo(1700 / 6.5, within(1e-10));

        // with a row besides, the dual infeasibility is divided by Σz over rows and variables: 904 of 1300/3 hundreds
        form.lower()[0] = 0;
        form.lower()[1] = 0;
        InteriorPoint third = new InteriorPoint(form, false, 1e-8, new Counting(0));
        assertThat(third.start(new double[] {1e-3, 1e-3}, new double[] {900, 400}, new double[2], 0.1))
                .isTrue();
        assertThat(third.run()).isEqualTo(Status.ITERATION_LIMIT);
        assertThat(third.error(0)).isCloseTo(903.998 / (13.0 / 3), within(1e-10));
    }

    @Test
    void pointsThatAreBlockedAreNotAcceptedAgain() {
        LinearForm form = equality();
        form.lower()[0] = 0;
        InteriorPoint iteration = new InteriorPoint(form, false, 1e-8, new Counting(0));
        assertThat(iteration.start(new double[] {7, 9}, 0.5)).isTrue();
        Iterate at = iteration.current();
        double phi = iteration.barrierFunction(at.v, at.objective);
        assertThat(phi).isCloseTo(at.objective - 0.5 * Math.log(7) + 0.5 * 1e-5 * 7, within(1e-10));
        assertThat(at.objective).isCloseTo(49 + 121.5 - 28 - 9, within(1e-10));
        assertThat(iteration.filterAccepts(at.theta, phi)).isTrue();
        iteration.blockCurrent();
        assertThat(iteration.filterAccepts(at.theta, phi)).isFalse();
        assertThat(iteration.filterAccepts(at.theta - 1, phi)).isTrue();
        assertThat(iteration.filterAccepts(at.theta, phi - 1)).isTrue();
        iteration.clearFilter();
        assertThat(iteration.filterAccepts(at.theta, phi)).isTrue();
        // more than 10⁴ times the violation of the start is never accepted
        assertThat(iteration.filterAccepts(1.09e5, -1e9)).isTrue();
        assertThat(iteration.filterAccepts(1.11e5, -1e9)).isFalse();
    }

    @Test
    void iterationGoesOnFromAnotherPoint() {
        LinearForm form = equality();
        form.lower()[0] = 0;
        form.upper()[1] = 20;
        InteriorPoint iteration = new InteriorPoint(form, true, 1e-8, new Counting(0));
        assertThat(iteration.start(new double[] {7, 9}, 0.5)).isTrue();
        assertThat(iteration.lowerMultipliers()).containsExactly(1, 0);
        assertThat(iteration.upperMultipliers()).containsExactly(0, 1);
        assertThat(iteration.continueFrom(new double[] {1, 2}, new double[] {3, 0}, new double[] {0, 4}, 1000))
                .isTrue();
        assertThat(iteration.current().v).containsExactly(1, 2);
        assertThat(iteration.current().theta).isEqualTo(2);
        assertThat(iteration.rowMultipliers()).containsExactly(0);
        assertThat(iteration.lowerMultipliers()).containsExactly(3, 0);
        assertThat(iteration.upperMultipliers()).containsExactly(0, 4);
        assertThat(iteration.continueFrom(new double[] {1, 2}, new double[] {3, 0}, new double[] {0, 1001}, 1000))
                .isTrue();
        assertThat(iteration.lowerMultipliers()).containsExactly(1, 0);
        assertThat(iteration.upperMultipliers()).containsExactly(0, 1);
        assertThat(iteration.continueFrom(new double[] {1, 2}, new double[] {1000, 0}, new double[] {0, 7}, 1000))
                .isTrue();
        assertThat(iteration.lowerMultipliers()).containsExactly(1000, 0);
        assertThat(iteration.forgetCurvature()).isFalse();
    }

    /** In a box the barrier goes down by the rule of the paper, and bounds keep their distance. */
    @Test
    void barrierFallsUntilTheBoundHolds() {
        LinearForm form = new LinearForm(1, new double[0][], new double[0], new int[0], new double[0]);
        form.lower()[0] = 1;
        form.upper()[0] = 5;
        form.slope()[0] = 2;
        List<Double> barriers = new ArrayList<>();
        InteriorPoint.Supervisor supervisor = new InteriorPoint.Supervisor() {
            @Override
            public @Nullable Status check(InteriorPoint ip) {
                barriers.add(ip.barrierParameter());
                assertThat(ip.current().v[0]).isBetween(1.0, 5.0);
                return ip.error(0) <= 1e-8 ? Status.OPTIMAL : barriers.size() > 60 ? Status.ITERATION_LIMIT : null;
            }

            @Override
            public boolean wantsRestoration(InteriorPoint ip) {
                return false;
            }

            @Override
            public Status restore(InteriorPoint ip) {
                return Status.NUMERICAL_TROUBLE;
            }
        };
        InteriorPoint iteration = new InteriorPoint(form, false, 1e-8, supervisor);
        assertThat(iteration.start(new double[] {3}, 0.1)).isTrue();
        assertThat(iteration.run()).isEqualTo(Status.OPTIMAL);
        assertThat(iteration.current().v[0]).isCloseTo(1, within(1e-8));
        assertThat(iteration.lowerMultipliers()[0]).isCloseTo(2, within(1e-6));
        assertThat(barriers.size()).isLessThan(25);
        List<Double> distinct = barriers.stream().distinct().toList();
        for (int k = 1; k < distinct.size(); k++) {
            double before = distinct.get(k - 1);
            double rule = Math.min(0.2 * before, Math.pow(before, 1.5));
            // one rule after the other where the barrier problem is solved at once
            assertThat(distinct.get(k)).isLessThanOrEqualTo(Math.max(1e-8 / 11, rule) * (1 + 1e-12));
        }
        assertThat(distinct.get(distinct.size() - 1)).isBetween(1e-8 / 11, 1e-8);
    }

    /** Nothing is left to do at the optimum itself; a step of zero is no reason to look for a feasible point. */
    @Test
    void startAtTheOptimumIsKept() {
        Result result = new InteriorPointSolver().solve(new FormulaProgram("there", "x1^2+(x2-1)^2", 0, 1));
        assertThat(result.status()).isEqualTo(Status.OPTIMAL);
        assertThat(result.iterationCount()).isZero();
        assertThat(result.solution().point()).containsExactly(0, 1);
    }

    @Test
    void logSaysWhatHappened() {
        Result result = new InteriorPointSolver().solve(new FormulaProgram("quadratic", "x1^2+2*x2^2-8*x2", 3, 0));
        Iteration start = result.log().get(0);
        assertThat(start.number()).isZero();
        assertThat(start.objective()).isEqualTo(9);
        assertThat(start.dualInfeasibility()).isEqualTo(8);
        assertThat(start.barrier()).isEqualTo(0.1);
        assertThat(start.stepNorm()).isZero();
        assertThat(start.stepLength()).isZero();
        Iteration first = result.log().get(1);
        assertThat(first.number()).isEqualTo(1);
        assertThat(first.stepNorm()).isCloseTo(3, within(1e-12));
        assertThat(first.stepLength()).isEqualTo(1);
        assertThat(first.regularization()).isZero();
        assertThat(first.restoration()).isFalse();
        Result saddle =
                new InteriorPointSolver().solve(new FormulaProgram("saddle", "x1^2-x2^2", 1, 0.1).bounds(2, -1, 2));
        assertThat(saddle.log()).anyMatch(iteration -> iteration.regularization() > 0);
    }

    /** Defined at the start, but not where the start is pushed to, away from its bound. */
    @Test
    void startThatLosesItsValueInTheInteriorIsNamed() {
        Result result = new InteriorPointSolver()
                .solve(new FormulaProgram("edge", "x1", 0).bounds(1, 0, 1).between("root", 0, "sqrt(0.005-x1)", 5));
        assertThat(result.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(result.message()).contains("root is NaN");
        Result objective =
                new InteriorPointSolver().solve(new FormulaProgram("edge", "sqrt(0.005-x1)", 0).bounds(1, 0, 1));
        assertThat(objective.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(objective.message()).contains("objective is NaN");
    }
}
