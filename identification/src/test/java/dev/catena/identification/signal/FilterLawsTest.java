package dev.catena.identification.signal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catena.identification.log.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What filters do to sines, lines and long signals. */
class FilterLawsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8})
    void butterworthHalvesThePowerAtItsCutoffAndPassesWhatIsConstant(int order) {
        BiquadCascade filter = BiquadCascade.butterworth(order, 0.2);
        assertEquals(1, filter.squaredGain(0), 1e-12);
        assertEquals(0.5, filter.squaredGain(0.2), 1e-12);
        double ratio = Math.tan(0.25 * Math.PI) / Math.tan(0.1 * Math.PI);
        assertEquals(1 / (1 + Math.pow(ratio, 2 * order)), filter.squaredGain(0.5), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8})
    void chebyshevStaysWithinItsRippleUpToTheCutoff(int order) {
        BiquadCascade filter = BiquadCascade.chebyshev(order, 0.5, 0.3);
        double least = Math.pow(10, -0.05);
        for (double f = 0; f <= 0.3; f += 0.01) {
            double gain = filter.squaredGain(f);
            assertTrue(gain <= 1 + 1e-12 && gain >= least - 1e-12, "gain " + gain + " at " + f);
        }
        assertEquals(least, filter.squaredGain(0.3), 1e-12);
    }

    @Test
    void whatLeavesNothingIsRefused() {
        for (double factor : new double[] {1.01e6, 1e300, Double.POSITIVE_INFINITY, Double.NaN}) {
            assertThrows(IllegalArgumentException.class, () -> Decimation.about(factor));
        }
        assertThrows(IllegalArgumentException.class, () -> Decimation.by(13, 13, 13, 13, 13, 13));
        assertTrue(Decimation.about(1e6).factor() > 500_000);
        int most = Integer.MAX_VALUE;
        assertEquals(most, new SignalOptions(10, 4, most, Decimation.by()).leastLength(1e-3));
    }

    @Test
    void aLinePassesUnchangedAndASineIsNotDelayed() {
        ZeroPhaseFilter filter = new ZeroPhaseFilter(BiquadCascade.butterworth(4, 0.1));
        double[] line = new double[300];
        double[] sine = new double[300];
        for (int k = 0; k < 300; k++) {
            line[k] = 3 - 0.02 * k;
            sine[k] = Math.sin(0.05 * Math.PI * k);
        }
        double[] out = new double[300];
        filter.apply(line, out);
        for (int k = 120; k < 180; k++) {
            assertEquals(line[k], out[k], 1e-6);
        }
        filter.copy().apply(sine, out);
        double gain = BiquadCascade.butterworth(4, 0.1).squaredGain(0.05);
        assertEquals(gain * sine[150], out[150], 1e-6);
        assertEquals(gain * sine[157], out[157], 1e-6);
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 4095, 4096, 12_345})
    void signalsThatAreNotInMemoryAreFilteredAlike(int length) {
        Random random = new Random(length);
        double[] x = random.doubles(length, -1, 1).toArray();
        Samples[] samples = Samples.zeros(2, length);
        for (int k = 0; k < length; k++) {
            samples[0].set(k, x[k]);
        }
        ZeroPhaseFilter filter = new ZeroPhaseFilter(BiquadCascade.butterworth(4, 0.1));
        double[] expected = new double[length];
        filter.apply(x, expected);
        filter.apply(samples[0], samples[1]);
        assertArrayEquals(expected, samples[1].toArray());
        assertArrayEquals(x, samples[0].toArray());
        double[] rate = new double[length];
        CentralDifferences.apply(x, 0.1, rate);
        CentralDifferences.apply(samples[0], 0.1, samples[1]);
        assertArrayEquals(rate, samples[1].toArray());
        assertArrayEquals(
                Arrays.copyOfRange(rate, 7, length - 3),
                samples[1].part(7, length - 3).toArray());
    }

    @Test
    void streamedDecimationIsThatOfTheWholeSignal() {
        Random random = new Random(3);
        int length = 30_001;
        double[][] signal = new double[2][length];
        for (int k = 1; k < length; k++) {
            signal[0][k] = signal[0][k - 1] + 0.1 * random.nextGaussian();
        }
        Decimation decimation = Decimation.by(5, 4);
        double[] whole = new double[decimation.kept(length)];
        decimation.apply(signal[0], length, whole);
        List<double[]> kept = new ArrayList<>();
        StreamedDecimation stream = new StreamedDecimation(decimation, 2, sample -> kept.add(sample.clone()));
        for (int k = 0; k < length; k++) {
            stream.push(new double[] {signal[0][k], signal[1][k]});
        }
        stream.finish();
        assertEquals(whole.length, kept.size());
        for (int k = 0; k < whole.length; k++) {
            assertEquals(whole[k], kept.get(k)[0], 1e-8, "sample " + k);
            assertEquals(0, kept.get(k)[1]);
        }
    }

    @Test
    void stagesMultiplyToAboutWhatWasAskedFor() {
        assertEquals(1, Decimation.about(1.5).factor());
        assertEquals(10, Decimation.about(10).factor());
        assertEquals(100, Decimation.about(100).factor());
        assertEquals(25, Decimation.about(25).factor());
        assertTrue(Decimation.about(5000).factor() > 3000);
        assertEquals(100, Decimation.by(10, 10).copy().factor());
    }

    @Test
    void impossibleFiltersAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> BiquadCascade.butterworth(0, 0.1));
        assertThrows(IllegalArgumentException.class, () -> BiquadCascade.butterworth(4, 1));
        assertThrows(IllegalArgumentException.class, () -> BiquadCascade.chebyshev(4, 0, 0.5));
        assertThrows(IllegalArgumentException.class, () -> Decimation.by(1));
        ZeroPhaseFilter filter = new ZeroPhaseFilter(BiquadCascade.butterworth(4, 0.1));
        assertEquals(16, filter.leastLength());
        assertThrows(IllegalArgumentException.class, () -> filter.apply(new double[15], new double[15]));
        assertThrows(IllegalArgumentException.class, () -> CentralDifferences.apply(new double[1], 1, new double[1]));
        assertThrows(IllegalArgumentException.class, () -> new SignalOptions(0, 4, 0, Decimation.by()));
    }
}
