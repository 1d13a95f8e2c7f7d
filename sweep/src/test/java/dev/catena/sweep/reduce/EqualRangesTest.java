package dev.catena.sweep.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A number on a limit belongs to the range that begins there, to the last bit of the limit that tables have. */
class EqualRangesTest {
    @Test
    void numbersLieBetweenTheLimitsOfTheirRange() {
        SplittableRandom random = new SplittableRandom(1);
        for (int trial = 0; trial < 300; trial++) {
            double from = trial % 3 == 0 ? 0 : random.nextDouble(-3, 3);
            int count = 1 + random.nextInt(60);
            EqualRanges ranges =
                    new EqualRanges(from, from + Math.scalb(random.nextDouble(1, 2), trial % 20 - 10), count);
            for (int k = 0; k < count; k++) {
                assertThat(ranges.of(ranges.limit(k))).isEqualTo(k);
                assertThat(ranges.of(Math.nextDown(ranges.limit(k + 1)))).isEqualTo(k);
            }
            assertThat(ranges.of(ranges.limit(count))).isEqualTo(count - 1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 4, 1, 0.25",
        "0, 1, 10, 3, 0.3",
        "-50, 50, 10, 5, 0.0",
        "1e9, 1000000003, 3, 2, 1.000000002E9",
        "0, 3e-40, 3, 1, 1.0E-40"
    })
    void limitsAreWrittenInTheDigitsThatTellThemApart(double from, double to, int count, int k, String text) {
        assertThat(new EqualRanges(from, to, count).limitText(k)).isEqualTo(text);
    }

    @Test
    void rangesGoUpBetweenFiniteNumbers() {
        assertThatThrownBy(() -> new EqualRanges(-1e308, 1e308, 3)).hasMessageContaining("finite numbers");
        assertThatThrownBy(() -> Reducer.histogram("torque", -1e308, 1e308, 3)).hasMessageContaining("histogram");
        assertThatThrownBy(() -> new EqualRanges(1, 1, 3)).hasMessageContaining("go up");
    }
}
