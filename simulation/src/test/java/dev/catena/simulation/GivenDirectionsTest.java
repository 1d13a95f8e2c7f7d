package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** A vector has along the directions what is wanted of it, and keeps all else. */
class GivenDirectionsTest {
    private static final int SIZE = 5;

    private static double[] random(Random random, int count) {
        return random.doubles(count, -1, 1).toArray();
    }

    private static double dot(double[] rows, int row, double[] v) {
        double sum = 0;
        for (int c = 0; c < v.length; c++) {
            sum += rows[row * v.length + c] * v[c];
        }
        return sum;
    }

    private static double length(double[] v) {
        return Math.sqrt(dot(v, 0, v));
    }

    /** Oblique directions, in any order, of any length. */
    @Test
    void vectorsGetThePartsThatAreWanted() {
        Random random = new Random(5);
        double[] rows = random(random, 3 * SIZE);
        double[] wanted = {0.7, -1.3, 0.4};
        GivenDirections given = new GivenDirections(SIZE);
        int count = 0;
        for (int r = 0; r < 3; r++) {
            count += given.add(rows, r, wanted[r], 1, count);
        }
        assertThat(count).isEqualTo(3);
        double[] before = random(random, SIZE);
        double[] led = before.clone();
        given.lead(led, count);
        for (int r = 0; r < 3; r++) {
            assertThat(dot(rows, r, led)).isCloseTo(wanted[r], within(1e-14));
        }
        // what changed is along the directions: nothing of it is left
        double[] change = new double[SIZE];
        for (int c = 0; c < SIZE; c++) {
            change[c] = led[c] - before[c];
        }
        assertThat(length(change)).isGreaterThan(0.1);
        assertThat(given.remove(change, count)).isCloseTo(0, within(1e-14));
        assertThat(length(change)).isCloseTo(0, within(1e-14));
    }

    /** Pythagoras: what is taken off and what is left are at right angles. */
    @Test
    void whatIsRemovedIsOrthogonalToTheRest() {
        Random random = new Random(6);
        double[] rows = random(random, 2 * SIZE);
        GivenDirections given = new GivenDirections(SIZE);
        int count = given.add(rows, 0, 0, 1, 0);
        count += given.add(rows, 1, 0, 1, count);
        double[] before = random(random, SIZE);
        double[] left = before.clone();
        double length = given.remove(left, count);
        assertThat(length).isCloseTo(length(left), within(1e-15)).isBetween(0.1, length(before) - 0.01);
        double[] off = new double[SIZE];
        for (int c = 0; c < SIZE; c++) {
            off[c] = before[c] - left[c];
        }
        assertThat(dot(left, 0, off)).isCloseTo(0, within(1e-14));
        for (int r = 0; r < 2; r++) {
            assertThat(dot(rows, r, left)).isCloseTo(0, within(1e-14));
        }
        // of the first alone more is left
        double[] other = before.clone();
        assertThat(given.remove(other, 1)).isGreaterThan(length + 1e-3);
        assertThat(dot(rows, 0, other)).isCloseTo(0, within(1e-14));
        assertThat(given.remove(before.clone(), 0)).isCloseTo(length(before), within(1e-15));
    }

    /** Nearly the same direction loses all its digits to the first pass; the second brings them back. */
    @Test
    void nearlyParallelDirectionsStayOrthogonal() {
        double[] rows = {1, 1, 1, 1 + 1e-6, 1, 1};
        GivenDirections given = new GivenDirections(3);
        assertThat(given.add(rows, 0, 2, 1, 0)).isOne();
        assertThat(given.add(rows, 1, 2, 1, 1)).isOne();
        double[] v = {1, 0, 0};
        given.lead(v, 2);
        assertThat(dot(rows, 0, v)).isCloseTo(2, within(1e-12));
        assertThat(dot(rows, 1, v)).isCloseTo(2, within(1e-12));
        double[] one = {1, 0, 0};
        assertThat(given.remove(one, 2)).isCloseTo(0, within(1e-9));
    }

    @Test
    void whatIsNotNewDoesNotCount() {
        double[] rows = {1, 2, -2, -2, -4, 4 + 1e-9, 0, 0, 0, 0, 3, 1};
        GivenDirections given = new GivenDirections(3);
        assertThat(given.add(rows, 0, 1, 3, 0)).isOne();
        assertThat(given.add(rows, 1, 1, 6, 1)).isZero();
        assertThat(given.add(rows, 2, 1, 0, 1)).isZero();
        // short of what it is compared with
        assertThat(given.add(rows, 3, 1, 1e9, 1)).isZero();
        assertThat(given.add(rows, 3, 1, 3, 1)).isOne();
        assertThat(given.add(new double[] {1, 0, 0}, 0, 1, 1, 2)).isOne();
        assertThat(given.add(new double[] {0, 1, 0}, 0, 1, 1, 3)).isZero();
        assertThat(GivenDirections.isSame(1e-8, 1)).isTrue();
        assertThat(GivenDirections.isSame(1.1e-8, 1)).isFalse();
        assertThat(GivenDirections.isSame(1.1e-8, 2)).isTrue();
    }
}
