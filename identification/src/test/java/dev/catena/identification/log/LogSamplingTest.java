package dev.catena.identification.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Logs of many rows, which are not held in memory, and what is left out of them. */
class LogSamplingTest {
    private static final double INTERVAL = 0.01;

    private static double[] row(double time) {
        return new double[] {Math.sin(time), Math.cos(time), 3 * time, -time};
    }

    @Test
    void rowsOnTheClockAreTheSignals() {
        LogSampling sampling = new LogSampling("long", 2, false, false);
        int rows = 3 * Samples.LEAST + 17;
        for (int k = 0; k < rows; k++) {
            sampling.add(k * INTERVAL, row(k * INTERVAL));
            if (k % 1000 == 0) {
                sampling.add(k * INTERVAL, row(0));
                sampling.add((k + 0.5) * INTERVAL, new double[] {1, 2, Double.NaN, 4});
            }
        }
        MotionLog log = sampling.finish();
        assertThat(log.notes())
                .containsExactly(
                        "13 rows repeat the time of the row before and are left out, 12 of them with other numbers: are times told to enough digits?",
                        "13 rows lack a number and are left out");
        assertThat(log.segments()).hasSize(1);
        MotionSegment segment = log.segments().get(0);
        assertThat(segment.interval()).isCloseTo(INTERVAL, within(1e-15));
        assertThat(segment.length()).isEqualTo(rows);
        assertThat(segment.hasVelocity()).isFalse();
        for (int k = 0; k < rows; k++) {
            double[] expected = row(k * INTERVAL);
            assertThat(segment.positionOf(0).get(k)).isEqualTo(expected[0]);
            assertThat(segment.positionOf(1).get(k)).isEqualTo(expected[1]);
            assertThat(segment.effortOf(0).get(k)).isEqualTo(expected[2]);
            assertThat(segment.effortOf(1).get(k)).isEqualTo(expected[3]);
        }
        MotionSegment part = segment.part(5000, 10_000);
        assertThat(part.position()[0]).containsExactly(Arrays.copyOfRange(segment.position()[0], 5000, 10_000));
        assertThat(part.start()).isCloseTo(50, within(1e-9));
    }

    @Test
    void gapsSplitAndSamplesOffTheClockAreInterpolated() {
        LogSampling sampling = new LogSampling("gaps", 1, true, true);
        int rows = 2 * Samples.LEAST;
        Random random = new Random(1);
        for (int k = 0; k < rows; k++) {
            boolean late = k > Samples.LEAST + 100;
            double time = INTERVAL * (k + (late ? 50 : 0) + (late ? 0.3 * random.nextDouble() : 0));
            sampling.add(time, row(time));
        }
        MotionLog log = sampling.finish();
        assertThat(log.segments()).hasSize(2);
        assertThat(log.notes().get(0)).startsWith("gap from 41.9600 to 42.47");
        assertThat(log.notes().get(1)).contains("are not equally spaced and were interpolated");
        MotionSegment first = log.segments().get(0);
        assertThat(first.length()).isEqualTo(Samples.LEAST + 101);
        MotionSegment second = log.segments().get(1);
        assertThat(second.hasVelocity() && second.hasAcceleration()).isTrue();
        for (int k = 0; k < second.length(); k++) {
            double time = second.start() + k * second.interval();
            assertThat(second.positionOf(0).get(k)).isCloseTo(Math.sin(time), within(1e-7));
            assertThat(second.velocityOf(0).orElseThrow().get(k)).isCloseTo(Math.cos(time), within(1e-7));
            assertThat(second.accelerationOf(0).orElseThrow().get(k)).isCloseTo(3 * time, within(1e-10));
            assertThat(second.effortOf(0).get(k)).isCloseTo(-time, within(1e-10));
        }
    }

    @Test
    void whatIsNoLogIsRefused() {
        LogSampling sampling = new LogSampling("short", 1, false, false);
        sampling.add(0, new double[] {1, 2});
        assertThatIllegalArgumentException()
                .isThrownBy(sampling::finish)
                .withMessage("log \"short\" has 1 usable rows of 1, but needs two at least");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sampling.add(1, new double[3]))
                .withMessage("row 2 of log \"short\" has 3 numbers, but 2 are needed");
        LogSampling back = new LogSampling("back", 1, false, false);
        back.add(1, new double[2]);
        back.add(0, new double[2]);
        assertThatIllegalArgumentException()
                .isThrownBy(back::finish)
                .withMessageContaining("do not increase: the median step is -1.0 s");
    }

    @Test
    void theMedianIsThatOfSortedNumbers() {
        Random random = new Random(2);
        for (int count = 1; count < 60; count++) {
            double[] numbers = new double[count];
            for (int k = 0; k < count; k++) {
                numbers[k] = switch (random.nextInt(6)) {
                    case 0 -> 0.0;
                    case 1 -> -0.0;
                    case 2 -> Double.longBitsToDouble(random.nextLong());
                    case 3 -> 1e-3 * (1 + 1e-15 * random.nextInt(5));
                    default -> random.nextGaussian();
                };
            }
            double[] sorted = numbers.clone();
            Arrays.sort(sorted);
            assertThat(Median.of(count, k -> numbers[k])).isEqualTo(sorted[count / 2]);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Median.of(0, k -> 0));
    }
}
