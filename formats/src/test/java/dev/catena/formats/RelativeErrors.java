package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The worst error of each quantity that was compared, relative to its largest entry. */
final class RelativeErrors {
    final Map<String, Double> worst = new TreeMap<>();
    private final double least;

    /** @param least what errors are relative to where all entries are smaller */
    RelativeErrors(double least) {
        this.least = least;
    }

    void note(String quantity, double[] actual, double... expected) {
        assertThat(actual).as(quantity).hasSameSizeAs(expected);
        double scale =
                Math.max(least, Arrays.stream(expected).map(Math::abs).max().orElse(0));
        double error = 0;
        for (int k = 0; k < expected.length; k++) {
            error = Math.max(error, Math.abs(actual[k] - expected[k]) / scale);
            if (Double.isNaN(actual[k])) {
                error = Double.POSITIVE_INFINITY;
            }
        }
        worst.merge(quantity, error, Math::max);
    }

    void check(String robot, double tolerance) {
        worst.forEach((quantity, error) -> assertThat(error)
                .as("%s: relative error of %s", robot, quantity)
                .isLessThan(tolerance));
    }
}
