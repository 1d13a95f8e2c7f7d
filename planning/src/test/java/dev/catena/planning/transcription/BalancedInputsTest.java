package dev.catena.planning.transcription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.planning.function.MotionInputs;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Inputs between samples keep equations, and change no more than that takes. */
class BalancedInputsTest {
    private static final double[] SIZES = {1, 2, 0.5};

    /** Three inputs, two behind three quarters of the time and none at its end. */
    private static final MotionInputs INPUTS = new MotionInputs() {
        @Override
        public int count() {
            return 3;
        }

        @Override
        public int countAt(double moment) {
            return moment == 1 ? 0 : moment > 0.75 ? 2 : 3;
        }

        @Override
        public String name(int input) {
            return "push";
        }

        @Override
        public double size(int input) {
            return SIZES[input];
        }

        @Override
        public double guess(int input, double moment) {
            return 0;
        }
    };

    /** A (u₁, u₂, u₃) + q + q̇, of one coordinate, plus curvature of the first input. */
    private record Sums(double[][] matrix, double bend) implements StateFunction {
        @Override
        public int rows() {
            return matrix.length;
        }

        @Override
        public int order() {
            return 1;
        }

        @Override
        public boolean hasInputs() {
            return true;
        }

        @Override
        public String name(int row) {
            return "sum";
        }

        @Override
        public void value(MotionState state, double[] out) {
            double[] u = state.inputs();
            for (int row = 0; row < matrix.length; row++) {
                double[] a = matrix[row];
                out[row] = a[0] * u[0] + a[1] * u[1] + a[2] * u[2] + bend * u[0] * u[0];
                out[row] += state.position()[0] + state.velocity()[0];
            }
        }

        @Override
        public void jacobian(MotionState state, double[] out) {
            for (int row = 0; row < matrix.length; row++) {
                double[] a = matrix[row];
                double[] own = {1, 1, a[0] + 2 * bend * state.inputs()[0], a[1], a[2]};
                System.arraycopy(own, 0, out, 5 * row, 5);
            }
        }

        @Override
        public void addCurvature(MotionState state, double[] lambda, double[] out) {
            out[12] += 2 * bend * lambda[0];
        }

        @Override
        public StateFunction copy() {
            return this;
        }
    }

    private static SampledLimit equation(Sums sums, double[] values, double... moments) {
        return new SampledLimit(sums, values, values, moments, false, true);
    }

    private static MotionState state(double moment) {
        MotionState state = new MotionState(1, 3);
        state.setMoment(moment);
        state.position()[0] = 0.3;
        state.velocity()[0] = -0.1;
        state.inputs()[0] = 0.4;
        state.inputs()[1] = -0.7;
        state.inputs()[2] = 1.1;
        return state;
    }

    private static double[] balanced(MotionState state, SampledLimit... limits) {
        new BalancedInputs(INPUTS, List.of(limits), 1).balance(state);
        return state.inputs();
    }

    private static double dot(double[] a, double[] u) {
        return a[0] * u[0] + a[1] * u[1] + a[2] * u[2];
    }

    private static final double[][] TWO = {{1, 2, -1}, {0.5, -1, 3}};

    /** The change is orthogonal to whatever keeps both equations, each input in its own size. */
    @Test
    void equationsHoldByTheLeastChange() {
        double[] before = state(0.5).inputs();
        double[] u = balanced(state(0.5), equation(new Sums(TWO, 0), new double[] {2, -5}, 0, 1));
        assertThat(dot(TWO[0], u) + 0.2).isCloseTo(2, within(1e-11));
        assertThat(dot(TWO[1], u) + 0.2).isCloseTo(-5, within(1e-11));
        // (1, 2, −1) × (0.5, −1, 3)
        double[] kept = {5, -3.5, -2};
        double along = 0;
        for (int e = 0; e < 3; e++) {
            along += kept[e] * (u[e] - before[e]) / (SIZES[e] * SIZES[e]);
        }
        assertThat(along).isCloseTo(0, within(1e-9));
    }

    /** Rows of several limits count together, those without bounds do not. */
    @Test
    void equationsOfSeveralLimits() {
        double any = Double.POSITIVE_INFINITY;
        double[][] three = {{0, 1, 1}, {7, 7, 7}, {2, 1, 0}};
        SampledLimit other = new SampledLimit(
                new Sums(three, 0),
                new double[] {4, -any, 4},
                new double[] {4, any, 4},
                new double[] {0, 1},
                false,
                true);
        double[] u =
                balanced(state(0.5), equation(new Sums(new double[][] {{1, 2, -1}}, 0), new double[] {2}, 0, 1), other);
        assertThat(dot(TWO[0], u) + 0.2).isCloseTo(2, within(1e-10));
        assertThat(dot(three[0], u) + 0.2).isCloseTo(4, within(1e-10));
        assertThat(dot(three[2], u) + 0.2).isCloseTo(4, within(1e-10));
    }

    @Test
    void curvedEquationsAreSearched() {
        double[] u = balanced(state(0.5), equation(new Sums(new double[][] {{2, 0, 0}}, 0.3), new double[] {1}, 0, 1));
        assertThat(2 * u[0] + 0.3 * u[0] * u[0] + 0.2).isCloseTo(1, within(1e-7));
        assertThat(u[1]).isEqualTo(-0.7);
        assertThat(u[2]).isEqualTo(1.1);
    }

    @Test
    void inputsStayWhereNothingHolds() {
        double[] before = state(0.5).inputs();
        Sums sums = new Sums(TWO, 0);
        double[] values = {2, -5};
        // not yet, no more, none of these inputs, no equation, only at samples
        assertThat(balanced(state(0.5), equation(sums, values, 0.6, 1))).containsExactly(before);
        assertThat(balanced(state(0.5), equation(sums, values, 0, 0.1, 0.4))).containsExactly(before);
        assertThat(balanced(state(1), equation(sums, values, 0, 1))).containsExactly(before);
        SampledLimit range = new SampledLimit(sums, values, new double[] {3, -5}, new double[] {0, 1}, false, true);
        assertThat(balanced(state(0.5), range)).containsExactly(before);
        SampledLimit atSamples = new SampledLimit(sums, values, values, new double[] {0, 1}, false, false);
        assertThat(balanced(state(0.5), atSamples)).containsExactly(before);
        assertThat(balanced(state(0.5))).containsExactly(before);
        new BalancedInputs(MotionInputs.NONE, List.of(equation(sums, values, 0, 1)), 1).balance(state(0.5));
    }

    /** At both ends of where an equation holds it does hold; one that holds elsewhere changes nothing. */
    @Test
    void equationsHoldFromTheirFirstMomentToTheirLast() {
        for (double moment : new double[] {0.2, 0.7}) {
            MotionState state = state(moment);
            double[] u = balanced(
                    state,
                    equation(new Sums(new double[][] {{1, 2, -1}}, 0), new double[] {2}, 0.2, 0.4, 0.7),
                    equation(new Sums(new double[][] {{5, 2, -1}}, 0), new double[] {9}, 0.8, 0.9));
            assertThat(dot(TWO[0], u) + 0.2).isCloseTo(2, within(1e-11));
        }
    }

    /** An equation that no input changes leaves the others as they are; copies do the same. */
    @Test
    void whatCannotBeKeptIsLeft() {
        SampledLimit idle = equation(new Sums(new double[][] {{0, 0, 0}}, 0), new double[] {7}, 0, 1);
        SampledLimit own = equation(new Sums(new double[][] {{1, 2, -1}}, 0), new double[] {2}, 0, 1);
        assertThat(balanced(state(0.5), idle)).containsExactly(state(0.5).inputs());
        double[] alone = balanced(state(0.5), own);
        assertThat(balanced(state(0.5), idle, own))
                .usingComparatorWithPrecision(1e-9)
                .containsExactly(alone);
        MotionState state = state(0.5);
        new BalancedInputs(INPUTS, List.of(own), 1).copy(1).balance(state);
        assertThat(state.inputs()).containsExactly(alone);
        // the third input is none of this moment
        double[] two = balanced(state(0.8), own);
        assertThat(two[2]).isEqualTo(1.1);
        assertThat(two[0]).isNotEqualTo(0.4);
    }
}
