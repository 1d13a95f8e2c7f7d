package dev.catena.planning.transcription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.terms.Differences;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import dev.catena.testkit.Agreement;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Whatever the variables are, the ends are as prescribed. */
class ControlPointsTest {
    private static final SplineBasis BASIS = SplineBasis.uniform(4, 9);
    private static final double[] P = {0.3, -0.7};
    private static final double[] V = {1.1, 0.4};
    private static final double[] A = {-0.6, 2.1};
    private static final double[] Q = {1.3, 0.2};

    private static double[] random(int count) {
        return new Random(count).doubles(count, 0.2, 1).toArray();
    }

    /** A derivative by u of the spline that was set, at 0 or 1. */
    private static double[] at(ControlPoints points, double u, int order) {
        double[] out = new double[points.n];
        new Spline(points.basis, points.n, points.points[0]).evaluate(u, order, out);
        return out;
    }

    private static void same(double[] actual, double[] expected, double factor) {
        for (int i = 0; i < expected.length; i++) {
            assertThat(actual[i]).isCloseTo(factor * expected[i], within(1e-11));
        }
    }

    @Test
    void endsAreAsPrescribed() {
        ControlPoints points = new ControlPoints(BASIS, 2, EndState.moving(P, V, A), EndState.moving(Q, A), Double.NaN);
        assertThat(points.variableCount).isEqualTo(2 * (9 - 3 - 2) + 1);
        assertThat(points.timeVariable).isEqualTo(8);
        assertThat(points.dependOnTime()).isTrue();
        assertThat(points.coordinateOf).containsExactly(0, 1, 0, 1, 0, 1, 0, 1, -1);
        double[] x = random(9);
        for (double T : new double[] {0.6, 1.7}) {
            x[8] = T;
            points.set(x);
            same(at(points, 0, 0), P, 1);
            same(at(points, 0, 1), V, T);
            same(at(points, 0, 2), A, T * T);
            same(at(points, 1, 0), Q, 1);
            same(at(points, 1, 1), A, T);
            assertThat(points.time(x)).isEqualTo(T);
        }
        // by T, once and twice
        double[] first = points.points[1].clone();
        double[] second = points.points[2].clone();
        for (int order = 0; order < 2; order++) {
            int which = order;
            double[] slopes = Differences.jacobian(new double[] {1.7}, t -> {
                x[8] = t[0];
                points.set(x);
                return points.points[which].clone();
            });
            Agreement.check("by T", order == 0 ? first : second, slopes, 1e-10);
        }
    }

    /** Variables of wanted control points give them, but next to the ends. */
    @Test
    void wantedPointsAreFound() {
        for (double fixed : new double[] {Double.NaN, 1.3}) {
            ControlPoints points = new ControlPoints(BASIS, 2, EndState.moving(P, V, A), EndState.at(Q), fixed);
            double[] wanted = random(18);
            double[] x = new double[points.variableCount];
            points.variables(wanted, 0.8, x);
            points.set(x);
            assertThat(points.time).isEqualTo(Double.isNaN(fixed) ? 0.8 : fixed);
            for (int k = 6; k < 16; k++) {
                assertThat(points.points[0][k]).isCloseTo(wanted[k], within(1e-13));
            }
            assertThat(points.dependOnTime()).isEqualTo(Double.isNaN(fixed));
        }
        ControlPoints resting = new ControlPoints(BASIS, 2, EndState.still(P), EndState.anywhereStill(2), Double.NaN);
        assertThat(resting.dependOnTime()).isFalse();
        assertThat(new ControlPoints(BASIS, 2, EndState.moving(P, new double[2], A), EndState.at(Q), Double.NaN)
                        .dependOnTime())
                .isTrue();
    }

    /** An end that is free but still is one point three times. */
    @Test
    void pointsOfAFreeEndAreOne() {
        ControlPoints points = new ControlPoints(BASIS, 1, EndState.anywhereAtRest(1), EndState.anywhereStill(1), 2);
        assertThat(points.variableCount).isEqualTo(9 - 1 - 2);
        points.set(new double[] {1, 2, 3, 4, 5, 6});
        assertThat(points.points[0]).containsExactly(1, 1, 2, 3, 4, 5, 6, 6, 6);
        ControlPoints open = new ControlPoints(BASIS, 1, EndState.free(), EndState.at(7), 2);
        assertThat(open.variableCount).isEqualTo(8);
        open.set(new double[] {1, 2, 3, 4, 5, 6, 7, 8});
        assertThat(open.points[0]).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 7);
    }

    /** It goes on as it began, with its sides exchanged. */
    @Test
    void cyclesGoOn() {
        CyclicEnd cycle = CyclicEnd.mirrored(List.of("a_r", "a_l", "y", "x"), "_r", "_l", Set.of("y"), 2)
                .shifted(3, 0.4);
        ControlPoints points = new ControlPoints(
                BASIS,
                4,
                EndState.free(),
                EndState.free(),
                cycle,
                new double[0],
                Double.NaN,
                InputLayout.NONE,
                MotionState.HIGHEST_ORDER);
        assertThat(points.variableCount).isEqualTo(4 * (9 - 3) + 1);
        points.set(random(points.variableCount));
        for (int order = 0; order <= 2; order++) {
            double[] from = at(points, 0, order);
            double shift = order == 0 ? 0.4 : 0;
            same(at(points, 1, order), new double[] {from[1], from[0], -from[2], from[3] + shift}, 1);
        }
        assertThatThrownBy(() -> new ControlPoints(
                        SplineBasis.uniform(4, 5),
                        4,
                        EndState.free(),
                        EndState.free(),
                        cycle,
                        new double[0],
                        1,
                        InputLayout.NONE,
                        3))
                .hasMessage("5 control points are too few: the conditions at the ends take 6");
    }

    @Test
    void heldCoordinatesStay() {
        double[] held = {Double.NaN, 0.9};
        ControlPoints points =
                new ControlPoints(BASIS, 2, EndState.moving(P, V), EndState.at(Q), null, held, 2, InputLayout.NONE, 3);
        assertThat(points.variableCount).isEqualTo(9 - 2 - 1);
        points.set(random(6));
        for (int j = 0; j < 9; j++) {
            assertThat(points.points[0][2 * j + 1]).isEqualTo(0.9);
        }
        same(at(points, 0, 1), new double[] {2 * V[0], 0}, 1);
    }

    @Test
    void pointsTooFewOrOfAnotherThreadAreRefused() {
        SplineBasis five = SplineBasis.uniform(3, 5);
        assertThat(new ControlPoints(five, 2, EndState.still(P), EndState.atRest(Q), 1).variableCount)
                .isZero();
        assertThatThrownBy(() -> new ControlPoints(five, 2, EndState.still(P), EndState.still(Q), 1))
                .hasMessage("5 control points are too few: the conditions at the ends take 6");
        ControlPoints points = new ControlPoints(BASIS, 2, EndState.at(P), EndState.at(Q), 1);
        points.set(random(14));
        assertThatThrownBy(() ->
                        CompletableFuture.runAsync(() -> points.set(random(14))).join())
                .hasCauseInstanceOf(IllegalStateException.class);
    }
}
