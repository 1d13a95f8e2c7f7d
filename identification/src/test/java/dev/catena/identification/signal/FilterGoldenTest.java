package dev.catena.identification.signal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catena.identification.Tx40;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Filters, differences and decimation beside those of scipy on the same signals. */
class FilterGoldenTest {
    private static final double STEP = 2e-4;

    private final List<double[]> golden = Tx40.numbers("filter.csv.gz");

    private double[] column(int c) {
        return golden.stream().mapToDouble(row -> row[c]).toArray();
    }

    @Test
    void zeroPhaseFilterAndDifferencesEqualScipy() {
        double[] q = new double[golden.size()];
        new ZeroPhaseFilter(BiquadCascade.butterworth(4, 100.0 / 2500)).apply(column(0), q);
        double[] rate = new double[q.length];
        double[] second = new double[q.length];
        CentralDifferences.apply(q, STEP, rate);
        CentralDifferences.apply(rate, STEP, second);
        for (int k = 0; k < q.length; k++) {
            assertEquals(golden.get(k)[1], q[k], 1e-9, "q at " + k);
            // differences divide the rounding of positions by the step
            assertEquals(golden.get(k)[2], rate[k], 1e-9 / STEP, "rate at " + k);
            assertEquals(golden.get(k)[3], second[k], 1e-9 / STEP / STEP, "second at " + k);
        }
    }

    @Test
    void differencesOfTheSamePositionsEqualNumpy() {
        double[] rate = new double[golden.size()];
        double[] second = new double[golden.size()];
        CentralDifferences.apply(column(1), STEP, rate);
        CentralDifferences.apply(column(2), STEP, second);
        for (int k = 0; k < rate.length; k++) {
            assertEquals(golden.get(k)[2], rate[k], 1e-9 * 10, "rate at " + k);
            assertEquals(golden.get(k)[3], second[k], 1e-9 * 1000, "second at " + k);
        }
    }

    @Test
    void decimationEqualsScipy() {
        double[] tau = column(4);
        Decimation decimation = Decimation.by(10);
        double[] kept = new double[decimation.kept(tau.length)];
        decimation.apply(tau, tau.length, kept);
        assertEquals(200, kept.length);
        for (int k = 0; k < kept.length; k++) {
            assertEquals(golden.get(10 * k)[5], kept[k], 1e-9, "at " + k);
        }
    }
}
