package dev.catena.nlp.interior;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Pairs of violation and barrier function that later points must not be worse than in both. */
class FilterTest {
    private static Filter filter(double largestTheta) {
        Filter filter = new Filter();
        filter.reset(largestTheta);
        return filter;
    }

    @Test
    void emptyFilterLimitsTheViolationOnly() {
        Filter filter = filter(10);
        assertThat(filter.accepts(10, 1e300)).isTrue();
        assertThat(filter.accepts(10.001, -1e300)).isFalse();
        assertThat(filter.accepts(Double.NaN, 0)).isFalse();
        assertThat(new Filter().accepts(1e300, 1e300)).isTrue();
    }

    @Test
    void pointWorseInBothIsRefused() {
        Filter filter = filter(100);
        filter.add(2, 5);
        assertThat(filter.accepts(3, 6)).isFalse();
        assertThat(filter.accepts(2, 5)).isFalse();
        assertThat(filter.accepts(1.9, 6)).isTrue();
        assertThat(filter.accepts(3, 4.9)).isTrue();
        // a little better does not count: by 1e-5 of θ in θ, by 1e-8 of θ in φ
        assertThat(filter.accepts(2 * (1 - 0.5e-5), 6)).isFalse();
        assertThat(filter.accepts(2 * (1 - 2e-5), 6)).isTrue();
        assertThat(filter.accepts(3, 5 - 1e-8)).isFalse();
        assertThat(filter.accepts(3, 5 - 4e-8)).isTrue();
    }

    @Test
    void everyEntryCounts() {
        Filter filter = filter(100);
        filter.add(1, 9);
        filter.add(5, 2);
        filter.add(3, 4);
        assertThat(filter.accepts(0.9, 20)).isTrue();
        assertThat(filter.accepts(2, 10)).isFalse();
        assertThat(filter.accepts(2, 8)).isTrue();
        assertThat(filter.accepts(4, 3)).isTrue();
        assertThat(filter.accepts(4, 5)).isFalse();
        assertThat(filter.accepts(6, 3)).isFalse();
        filter.reset(100);
        assertThat(filter.accepts(6, 3)).isTrue();
    }

    /** What an entry refuses goes on being refused after a stronger one was added, and nothing more. */
    @Test
    void entriesThatAreDominatedMayGo() {
        Filter filter = filter(100);
        filter.add(4, 4);
        filter.add(2, 2);
        assertThat(filter.accepts(4.5, 4.5)).isFalse();
        assertThat(filter.accepts(3, 3)).isFalse();
        assertThat(filter.accepts(1.5, 9)).isTrue();
        filter.add(3, 1);
        assertThat(filter.accepts(2.5, 2.5)).isFalse();
        assertThat(filter.accepts(3.5, 1.5)).isFalse();
        assertThat(filter.accepts(2.5, 1.5)).isTrue();
    }

    @Test
    void improvementIsInEitherOfBoth() {
        assertThat(Filter.improves(2, 5, 1.9, 100)).isTrue();
        assertThat(Filter.improves(2, 5, 100, 4.9)).isTrue();
        assertThat(Filter.improves(2, 5, 2, 5)).isFalse();
        assertThat(Filter.improves(2, 5, 2.1, 5.1)).isFalse();
        assertThat(Filter.improves(2, 5, 2 * (1 - 0.5e-5), 6)).isFalse();
        assertThat(Filter.improves(2, 5, 2 * (1 - 2e-5), 6)).isTrue();
        assertThat(Filter.improves(2, 5, 3, 5 - 1e-8)).isFalse();
        assertThat(Filter.improves(2, 5, 3, 5 - 4e-8)).isTrue();
    }

    @Test
    void marginsAreThoseOfThePaper() {
        assertThat(Filter.gammaTheta()).isEqualTo(1e-5);
        assertThat(Filter.gammaPhi()).isEqualTo(1e-8);
    }

    @Test
    void roundingDoesNotCount() {
        double ulp = Math.ulp(1.0);
        assertThat(Filter.lessOrEqual(1 + 9 * ulp, 1, 1)).isTrue();
        assertThat(Filter.lessOrEqual(1 + 12 * ulp, 1, 1)).isFalse();
        assertThat(Filter.lessOrEqual(1 + 12 * ulp, 1, -2)).isTrue();
        assertThat(Filter.lessOrEqual(0, 0, 0)).isTrue();
        assertThat(Filter.lessOrEqual(1, 2, 0)).isTrue();
        assertThat(Filter.lessOrEqual(2, 1, 0)).isFalse();
    }
}
