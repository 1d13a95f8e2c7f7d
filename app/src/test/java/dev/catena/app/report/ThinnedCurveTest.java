package dev.catena.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ThinnedCurveTest {
    @Test
    void fewPointsStayAsTheyAre() {
        ThinnedCurve curve = new ThinnedCurve();
        for (int k = 0; k < 1000; k++) {
            curve.add(k, k % 7);
        }
        double[][] points = curve.points();
        assertThat(points[0]).hasSize(1000);
        for (int k = 0; k < 1000; k++) {
            assertThat(points[0][k]).isEqualTo(k);
            assertThat(points[1][k]).isEqualTo(k % 7);
        }
    }

    @Test
    void noPeakIsLostAndAllPointsAreOfTheCurve() {
        int count = 10 * ThinnedCurve.MOST + 13;
        double[] y = new Random(1).doubles(count, -1, 1).toArray();
        for (int k = 777; k < count; k += 2999) {
            y[k] = k % 2 == 0 ? 5 : -5;
        }
        ThinnedCurve curve = new ThinnedCurve();
        for (int k = 0; k < count; k++) {
            curve.add(k, y[k]);
        }
        double[][] points = curve.points();
        assertThat(points[0]).hasSizeBetween(ThinnedCurve.MOST / 2, ThinnedCurve.MOST);
        boolean[] kept = new boolean[count];
        double before = -1;
        for (int i = 0; i < points[0].length; i++) {
            int k = (int) points[0][i];
            assertThat(points[0][i]).isGreaterThanOrEqualTo(before);
            assertThat(points[1][i]).isEqualTo(y[k]);
            kept[k] = true;
            before = points[0][i];
        }
        for (int k = 777; k < count; k += 2999) {
            assertThat(kept[k]).as("peak %s", k).isTrue();
        }
    }
}
