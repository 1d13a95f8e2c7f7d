package dev.catena.nlp.interior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.FormulaProgram;
import dev.catena.nlp.ForwardingProgram;
import dev.catena.nlp.Iteration;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.Result;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.Status;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a run is content with less than it was asked for, and what it refuses to begin. */
class EndsOfRunsTest {
    /** A gradient with noise, as differences have it: below, nothing can be known. */
    private static NonlinearProgram noisy(double noise) {
        FormulaProgram exact = new FormulaProgram("noisy", "100 + (x1 - 1)^2 + 2*(x2 - 2)^2 + x1*x2", 9, -7);
        int[] calls = {0};
        return new ForwardingProgram(exact) {
            @Override
            public void gradient(double[] x, double[] gradientOut) {
                super.gradient(x, gradientOut);
                gradientOut[0] += calls[0]++ % 2 == 0 ? noise : -noise;
            }
        };
    }

    private static Result solve(NonlinearProgram program, SolverOptions options) {
        return new InteriorPointRun(program, options).solve();
    }

    @Test
    void fifteenAcceptablePointsAreEnough() {
        SolverOptions options = SolverOptions.defaults().scaling(false);
        Result result = solve(noisy(3e-7), options);
        assertThat(result.status()).isEqualTo(Status.ACCEPTABLE);
        // 2 (x − 1) + y = 0, 4 (y − 2) + x = 0
        assertThat(result.solution().point()).containsExactly(new double[] {0, 2}, within(1e-6));
        List<Iteration> log = result.log();
        long acceptable =
                log.stream().filter(step -> step.dualInfeasibility() <= 1e-6).count();
        assertThat(acceptable).isEqualTo(15);
        assertThat(log.get(log.size() - 16).dualInfeasibility()).isGreaterThan(1e-6);
    }

    @Test
    void whatIsNotAcceptableGoesOn() {
        SolverOptions options = SolverOptions.defaults().scaling(false).iterationLimit(60);
        assertThat(solve(noisy(3e-6), options).status().isSolved()).isFalse();
        assertThat(solve(noisy(3e-6), options.acceptableTolerance(1e-5)).status())
                .isEqualTo(Status.ACCEPTABLE);
        assertThat(solve(noisy(3e-9), options).status()).isEqualTo(Status.OPTIMAL);
    }

    /** Four matrices of eight bytes an entry. */
    @ParameterizedTest
    @CsvSource({"1000000, 3.20e+04", "100000, 320"})
    void whatAProgramWouldTakeIsSaid(int variables, String gigabytes) {
        NonlinearProgram huge = new ForwardingProgram(noisy(0)) {
            @Override
            public int variableCount() {
                return variables;
            }
        };
        double memory = Runtime.getRuntime().maxMemory() / 1e9;
        assertThatThrownBy(() -> solve(huge, SolverOptions.defaults()))
                .hasMessageContaining("would take about " + gigabytes + " GB")
                .hasMessageContaining(String.format(Locale.ROOT, "has %.3g GB", memory));
    }
}
