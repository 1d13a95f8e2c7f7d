package dev.catena.compile.parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.testkit.RandomNumbers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpanTest {
    private static double norm(double[] v) {
        return Math.sqrt(Span.dot(v, v));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void basisIsOrthogonalLongestFirstAndHoldsWhatWasAdded(long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        Span span = new Span(5);
        double[][] added = {random.vector(5, 1), random.vector(5, 3), random.vector(5, 1e-3)};
        for (double[] v : added) {
            span.add(v);
        }
        List<double[]> basis = span.basis();
        assertThat(basis).hasSize(3);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < i; j++) {
                assertThat(Span.dot(basis.get(i), basis.get(j)))
                        .isCloseTo(0, within(1e-15 * norm(basis.get(i)) * norm(basis.get(j))));
                assertThat(norm(basis.get(i))).isLessThanOrEqualTo(norm(basis.get(j)));
            }
        }
        // the longest vector added is there as it was; of the others no more is left beyond the space than rounding
        assertThat(basis.get(0)).containsExactly(added[1]);
        for (double[] v : added) {
            double[] rest = v.clone();
            for (double[] b : basis) {
                double along = Span.dot(v, b) / Span.dot(b, b);
                for (int k = 0; k < rest.length; k++) {
                    rest[k] -= along * b[k];
                }
            }
            assertThat(norm(rest)).isLessThan(1e-14);
        }
    }

    @Test
    void whatIsThereAlreadyAndWhatIsRoundingAddsNothing() {
        Span span = new Span(3);
        span.add(new double[3]);
        assertThat(span.basis()).isEmpty();
        span.add(new double[] {0, 2, 0});
        span.add(new double[] {0, -1.5, 0});
        span.add(new double[] {2e-13, 1, 0});
        assertThat(span.basis()).hasSize(1);
        assertThat(span.basis().get(0)).containsExactly(0, 2, 0);
        span.add(new double[] {4e-13, 1, 0});
        assertThat(span.basis()).hasSize(2);
        assertThat(norm(span.basis().get(1))).isCloseTo(4e-13, within(1e-20));
        // longer in a direction that is known: the space reaches farther
        span.add(new double[] {0, 0, 5});
        assertThat(span.basis().get(0)).containsExactly(0, 0, 5);
        assertThat(span.basis()).hasSize(3);
        Span whole = Span.all(3);
        whole.add(new double[] {0.3, -0.2, 0.1});
        assertThat(whole.basis()).hasSize(3);
    }

    /** Turned about z, x gives the plane; a shift register gives as many vectors as there are places. */
    @Test
    void closedUnderAMapItHoldsAllImages() {
        Span plane = new Span(3);
        plane.add(new double[] {1, 0, 0});
        plane.closeUnder(v -> new double[] {-v[1], v[0], 0});
        assertThat(plane.basis()).hasSize(2);
        assertThat(plane.basis()).allMatch(v -> v[2] == 0);
        Span places = new Span(6);
        places.add(new double[] {1, 0, 0, 0, 0, 0});
        places.closeUnder(v -> new double[] {0, v[0], v[1], v[2], v[3], 0});
        assertThat(places.basis()).hasSize(5);
        assertThat(places.basis()).allMatch(v -> v[5] == 0);
        // images are a fourth as long, each of the one before
        assertThat(norm(places.basis().get(4))).isCloseTo(Math.pow(0.25, 4), within(1e-15));
    }

    /** A small part of a vector grows where a map leads to it again and again. */
    @Test
    void closingGoesOnWhileVectorsGrow() {
        Span span = new Span(2);
        span.add(new double[] {1e-9, 0});
        span.closeUnder(v -> new double[] {3.9 * v[1], 3.9 * v[0]});
        assertThat(span.basis()).hasSize(2);
        Span grown = new Span(2);
        grown.add(new double[] {1, 1e-6});
        grown.closeUnder(v -> new double[] {0, 3.6 * v[1]});
        assertThat(grown.basis()).hasSize(2);
        assertThat(norm(grown.basis().get(1))).isBetween(0.8e-6, 1e-6);
    }
}
