package dev.catena.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SampleDerivativesTest {
    /** Uneven times; seven samples determine a polynomial of degree six. */
    private static final double[] TIMES = {0, 0.3, 0.5, 1.1, 1.2, 1.9, 2, 2.6, 3.3};

    private static double polynomial(double t, int derivative) {
        return switch (derivative) {
            case 0 -> 2 - t + 3 * t * t - t * t * t + 0.5 * Math.pow(t, 5) - 0.1 * Math.pow(t, 6);
            case 1 -> -1 + 6 * t - 3 * t * t + 2.5 * Math.pow(t, 4) - 0.6 * Math.pow(t, 5);
            case 2 -> 6 - 6 * t + 10 * Math.pow(t, 3) - 3 * Math.pow(t, 4);
            default -> -6 + 30 * t * t - 12 * Math.pow(t, 3);
        };
    }

    @Test
    void derivativesOfASixthDegreePolynomialAreExact() {
        double[] values = new double[TIMES.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = polynomial(TIMES[k], 0);
        }
        for (int order = 1; order <= 3; order++) {
            double[] derivative = new SampleDerivatives(TIMES).derivative(values, order);
            for (int k = 0; k < values.length; k++) {
                assertThat(derivative[k])
                        .as("derivative %s at %s", order, TIMES[k])
                        .isCloseTo(polynomial(TIMES[k], order), within(1e-9));
            }
        }
    }

    @Test
    void derivativesOfAWindowAreThoseOfTheWholeSeries() {
        double[] values = {3, -1, 4, 1, -5, 9, 2, -6, 5};
        for (int samples : new int[] {4, 5, 7, 9}) {
            double[] times = Arrays.copyOf(TIMES, samples);
            for (int order = 1; order <= 3; order++) {
                double[] whole = new SampleDerivatives(times).derivative(Arrays.copyOf(values, samples), order);
                for (int k = 0; k < samples; k++) {
                    int from = SampleDerivatives.windowStart(k, samples);
                    int count = Math.min(SampleDerivatives.WINDOW, samples);
                    double[][] window = new double[count][];
                    for (int i = 0; i < count; i++) {
                        window[i] = new double[] {values[from + i], -2 * values[from + i]};
                    }
                    assertThat(new SampleDerivatives(Arrays.copyOfRange(times, from, from + count))
                                    .derivatives(window, k - from, order))
                            .containsExactly(whole[k], -2 * whole[k]);
                }
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SampleDerivatives(TIMES).derivatives(new double[9][1], 0, 1))
                .withMessageContaining("a window has up to 7 samples");
    }

    @Test
    void samplesThatAreNoFunctionOfTimeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SampleDerivatives(new double[] {0, 1, 1}))
                .withMessageContaining("sample 2 is at 1.0 s and the one before at 1.0 s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SampleDerivatives(new double[] {Double.NaN, 1}))
                .withMessageContaining("sample 0 is at NaN s");
        SampleDerivatives three = new SampleDerivatives(new double[] {0, 1, 2});
        assertThat(three.derivative(new double[] {0, 1, 4}, 2)).containsExactly(2, 2, 2);
        assertThatIllegalArgumentException().isThrownBy(() -> three.derivative(new double[3], 3));
        assertThatIllegalArgumentException().isThrownBy(() -> three.derivative(new double[3], 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> three.derivative(new double[2], 1))
                .withMessage("2 values, but there are 3 times");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> three.derivative(new double[] {0, Double.NaN, 0}, 1))
                .withMessage("values[1] is NaN");
    }
}
