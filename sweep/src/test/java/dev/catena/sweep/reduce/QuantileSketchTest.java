package dev.catena.sweep.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class QuantileSketchTest {
    private static final double[] PARTS = {0, 0.01, 0.25, 0.5, 0.9, 0.999, 1};

    private static double[] numbers(int decades) {
        SplittableRandom random = new SplittableRandom(decades);
        return random.doubles(50_000)
                .map(u -> (random.nextInt(3) == 0 ? -1 : 1) * Math.pow(10, decades * (u - 0.5)))
                .toArray();
    }

    @Test
    void quantilesAreWithinTheirError() {
        for (int decades : new int[] {1, 6, 40}) {
            double[] numbers = numbers(decades);
            QuantileSketch sketch = new QuantileSketch();
            Arrays.stream(numbers).forEach(sketch::add);
            Arrays.sort(numbers);

            assertThat(sketch.error()).isLessThan(0.2);
            for (double part : PARTS) {
                double exact = numbers[Math.max(0, (int) Math.ceil(part * numbers.length) - 1)];
                assertThat(Math.abs(sketch.quantile(part) - exact))
                        .as("%s decades at %s", decades, part)
                        .isLessThanOrEqualTo(sketch.error() * 1.0001 * Math.abs(exact));
            }
        }
    }

    /** k numbers of n are the part k/n, however the quotient is rounded; nor does it matter how small numbers are. */
    @Test
    void partsAreCountedAndNotRoundedUp() {
        QuantileSketch sketch = new QuantileSketch();
        for (int k = 1; k <= 100; k++) {
            sketch.add(Math.scalb(1.0, k - 600));
        }
        for (int k = 1; k <= 100; k++) {
            assertThat(sketch.quantile(k / 100.0) / Math.scalb(1.0, k - 600))
                    .as("%s of 100", k)
                    .isBetween(1 - sketch.error(), 1 + sketch.error());
        }
    }

    @Test
    void theOrderOfNumbersAndOfMergesDoesNotMatter() throws IOException {
        double[] numbers = numbers(30);
        QuantileSketch all = new QuantileSketch();
        Arrays.stream(numbers).forEach(all::add);
        QuantileSketch merged = new QuantileSketch();
        for (int part = 9; part >= 0; part--) {
            QuantileSketch some = new QuantileSketch();
            for (int k = part; k < numbers.length; k += 10) {
                some.add(numbers[k]);
            }
            merged.merge(copied(some));
        }

        assertThat(merged.error()).isEqualTo(all.error());
        for (double part : PARTS) {
            assertThat(merged.quantile(part)).isEqualTo(all.quantile(part));
        }
    }

    private static QuantileSketch copied(QuantileSketch sketch) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        sketch.write(new DataOutputStream(bytes));
        return QuantileSketch.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }
}
