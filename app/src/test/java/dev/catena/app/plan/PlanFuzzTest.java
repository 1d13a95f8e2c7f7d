package dev.catena.app.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Seeded mutations of good problem files; the profile {@code fuzz} does more. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PlanFuzzTest {
    private static final int MUTATIONS = 600;
    private static final List<String> WORDS = List.of(
            ".inf",
            "-.inf",
            ".nan",
            "1e999",
            "1e308",
            "-1",
            "0",
            "1e-320",
            "{}",
            "[]",
            "deg",
            "true",
            "base",
            "\n",
            "- ",
            ": ",
            "'",
            "[",
            "}",
            "99999999999");

    @Test
    void goodProblemsAreRead() {
        assertThat(PlanSeeds.PROBLEMS).allMatch(PlanProperty::accepts);
    }

    @Test
    void mutantsAreReadOrRefused() {
        int accepted = 0;
        for (int seed = 0; seed < MUTATIONS; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(PlanSeeds.PROBLEMS.get(seed % PlanSeeds.PROBLEMS.size()));
            for (int k = random.nextInt(3); k >= 0; k--) {
                int at = random.nextInt(text.length());
                int end = Math.min(text.length(), at + random.nextInt(6));
                text.replace(at, end, WORDS.get(random.nextInt(WORDS.size())));
            }
            accepted += accepts(text.toString()) ? 1 : 0;
        }
        assertThat(accepted).isBetween(1, MUTATIONS - 1);
    }

    /** Every number of a problem, one after the other, becomes one that is not finite or absurd. */
    @Test
    void noNumberIsTakenWithoutSense() {
        for (String problem : PlanSeeds.PROBLEMS) {
            for (String number : List.of(".inf", "-.inf", ".nan", "1e400", "1e300", "-1e300")) {
                for (int at = 1; at < problem.length(); at++) {
                    int end = at;
                    while (end < problem.length() && "-.0123456789".indexOf(problem.charAt(end)) >= 0) {
                        end++;
                    }
                    if (end > at && "[ ".indexOf(problem.charAt(at - 1)) >= 0) {
                        boolean unused = accepts(problem.substring(0, at) + number + problem.substring(end));
                        at = end;
                    }
                }
            }
        }
    }

    private static boolean accepts(String problem) {
        try {
            return PlanProperty.accepts(problem);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(problem, e);
        }
    }
}
