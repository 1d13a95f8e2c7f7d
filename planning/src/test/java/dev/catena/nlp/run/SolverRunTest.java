package dev.catena.nlp.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.nlp.FormulaProgram;
import dev.catena.nlp.Result;
import dev.catena.nlp.Solution;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.Status;
import dev.catena.nlp.Violation;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a run keeps on its way, and the words it ends with. */
class SolverRunTest {
    private static final FormulaProgram PROGRAM =
            new FormulaProgram("row", "x1", 0).between("row", Double.NEGATIVE_INFINITY, "x1", 1);

    private final Run run =
            new Run(new ProgramLimits(PROGRAM), SolverOptions.defaults().feasibilityTolerance(0.5));

    private static Solution at(double x) {
        return new Solution(
                new double[] {x}, x, new double[] {x}, new double[1], new double[1], new double[1], Math.max(0, x - 1));
    }

    private static List<Violation> limits(int count) {
        return IntStream.range(0, count)
                .mapToObj(k -> new Violation("limit" + k, 2, 0, 1, 1))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"1, ''", "2, ''", "4, ''", "5, ' and 1 more'", "7, ' and 3 more'"})
    void fourLimitsAreNamed(int count, String more) {
        String message = run.result(Status.INFEASIBLE, "", at(3), limits(count)).message();
        String named = String.join(
                ", ",
                limits(Math.min(count, 4)).stream().map(Violation::toString).toList());
        assertThat(message).endsWith("; limits that cannot be kept together: " + named + more);
    }

    /** The best feasible point, up to the tolerance, is told where a run did not come to its end. */
    @ParameterizedTest
    @EnumSource(Status.class)
    void theBestPointIsToldOfRunsThatWereCutShort(Status status) {
        run.offer(new double[] {1.5}, 9, new double[] {1.5});
        run.offer(new double[] {1.6}, 2, new double[] {1.6});
        Result result = run.result(status, "", at(0.25), List.of());
        boolean ended = status.isSolved() || status == Status.INFEASIBLE || status == Status.UNBOUNDED;
        assertThat(result.message().endsWith("; best feasible point has objective 9.0"))
                .isEqualTo(!ended);
        assertThat(result.message().contains("best feasible")).isEqualTo(!ended);
        assertThat(result.bestFeasible().orElseThrow().objective()).isEqualTo(status.isSolved() ? 0.25 : 9);
    }

    @Test
    void secondsPassSinceTheBeginning() {
        long before = System.nanoTime();
        Run begun = new Run(new ProgramLimits(PROGRAM), SolverOptions.defaults());
        double first = begun.seconds();
        double second = begun.seconds();
        assertThat(second).isBetween(first, (System.nanoTime() - before) * 1e-9);
        assertThat(begun.result(Status.OPTIMAL, "", at(0), List.of()).seconds()).isPositive();
    }
}
