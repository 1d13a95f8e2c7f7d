package dev.catena.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampleClockTest {
    private static final int SAMPLES = 2001;
    private static final double STEP = 1e-3;

    private static double worstJerk(double[] times) {
        double[] values = IntStream.range(0, SAMPLES)
                .mapToDouble(k -> Math.sin(3 * STEP * k))
                .toArray();
        double[] jerks = new SampleDerivatives(new SampleClock(times).sinceFirst(times)).derivative(values, 3);
        return IntStream.range(0, SAMPLES)
                .mapToDouble(k -> Math.abs(jerks[k] + 27 * Math.cos(3 * STEP * k)))
                .max()
                .orElseThrow();
    }

    @Test
    void roundingOfUniformTimesDoesNotCount() {
        for (double start : new double[] {0, -1, 1e5, 1.7e9, -1.7e9}) {
            double[] times = IntStream.range(0, SAMPLES)
                    .mapToDouble(k -> start + STEP * k)
                    .toArray();
            assertThat(new SampleClock(times).isCoarse()).isFalse();
            // the whole time is known to a rounding
            double clock = 27 * 6 * Math.ulp(start) / (STEP * SAMPLES);
            assertThat(worstJerk(times)).as("from %s s", start).isLessThan(3e-4 + clock);
        }
    }

    @Test
    void otherTimesAreWhatTheyAre() {
        Random random = new Random(1);
        double[] jitter = new double[SAMPLES];
        for (int k = 0; k < SAMPLES; k++) {
            jitter[k] = STEP * (k + 0.1 * random.nextDouble());
        }
        double[] since = new SampleClock(jitter).sinceFirst(jitter);
        for (int k = 0; k < SAMPLES; k++) {
            assertThat(since[k]).isEqualTo(jitter[k] - jitter[0]);
        }
        assertThat(new SampleClock(jitter).isCoarse()).isFalse();
        double[] late =
                IntStream.range(0, SAMPLES).mapToDouble(k -> 1.7e9 + jitter[k]).toArray();
        SampleClock clock = new SampleClock(late);
        assertThat(clock.isCoarse()).isTrue();
        assertThat(clock.coarseness()).startsWith("near 1.70e+09 s times are told to 2.4e-07 s only, 0.0002");
    }

    @Test
    void fewSamples() {
        assertThat(new SampleClock().isCoarse()).isFalse();
        assertThat(new SampleClock(1.7e9).sinceFirst(0, 1.7e9)).isZero();
        double[] times = {1.7e9, 1.7e9 + 1};
        assertThat(new SampleClock(times).sinceFirst(times)[1]).isCloseTo(1, within(0.0));
        // none between doubles
        double[] same = {1.7e9, 1.7e9, Math.nextUp(1.7e9)};
        assertThat(new SampleClock(same).sinceFirst(same)[1]).isZero();
    }
}
