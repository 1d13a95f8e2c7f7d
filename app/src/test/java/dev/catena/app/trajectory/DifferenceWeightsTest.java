package dev.catena.app.trajectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DifferenceWeightsTest {
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
            double[] derivative = new DifferenceWeights(TIMES).derivative(values, order);
            for (int k = 0; k < values.length; k++) {
                assertThat(derivative[k])
                        .as("derivative %s at %s", order, TIMES[k])
                        .isCloseTo(polynomial(TIMES[k], order), within(1e-9));
            }
        }
    }
}
