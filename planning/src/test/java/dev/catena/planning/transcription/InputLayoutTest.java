package dev.catena.planning.transcription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.planning.function.MotionInputs;
import org.junit.jupiter.api.Test;

/** Which variables inputs are, and what they are between moments. */
class InputLayoutTest {
    /** Two inputs in the first half, none up to 0.7, then one; each kind is alike with itself alone. */
    static final class Halves implements MotionInputs {
        @Override
        public int count() {
            return 2;
        }

        @Override
        public int countAt(double moment) {
            return moment <= 0.5 ? 2 : moment < 0.7 ? 0 : 1;
        }

        @Override
        public String name(int input) {
            return "push " + input;
        }

        @Override
        public double size(int input) {
            return input == 0 ? 1 : 8;
        }

        @Override
        public double guess(int input, double moment) {
            return 10 * moment + input;
        }
    }

    private static final double[] MOMENTS = {0, 0.1, 0.5, 0.6, 0.8, 1};
    private static final InputLayout LAYOUT = new InputLayout(new Halves(), MOMENTS, 3);
    private static final double[] X = {-1, -1, -1, 10, 20, 12, 24, 30, 40, 7, 9};

    private static double[] at(double moment) {
        double[] out = {99, 99};
        LAYOUT.read(X, moment, out);
        return out;
    }

    @Test
    void variablesFollowEachOtherWhereThereAreInputs() {
        assertThat(LAYOUT.variableCount()).isEqualTo(8);
        assertThat(LAYOUT.variablesAt(0)).containsExactly(3, 4);
        assertThat(LAYOUT.variablesAt(0.1)).containsExactly(5, 6);
        assertThat(LAYOUT.variablesAt(0.6)).isEmpty();
        assertThat(LAYOUT.variablesAt(0.3)).isEmpty();
        assertThat(LAYOUT.variablesAt(1)).containsExactly(10);
        assertThat(LAYOUT.inputOf(3)).isZero();
        assertThat(LAYOUT.inputOf(6)).isEqualTo(1);
        assertThat(LAYOUT.inputOf(9)).isZero();
        assertThat(LAYOUT.name(6)).isEqualTo("push 1 at 0.1 of the time");
        assertThat(LAYOUT.name(10)).isEqualTo("push 0 at 1.0 of the time");
        assertThat(LAYOUT.startingAt(0).variablesAt(0.8)).containsExactly(6);
        double[] x = new double[11];
        LAYOUT.guess(x);
        assertThat(x).containsExactly(0, 0, 0, 0, 1, 1, 2, 5, 6, 8, 10);
    }

    /** A straight line from moment to moment; the nearest where kinds change; nothing where none is due. */
    @Test
    void inputsBetweenMomentsAreInterpolated() {
        assertThat(at(0)).containsExactly(10, 20);
        assertThat(at(0.1)).containsExactly(12, 24);
        assertThat(at(1)).containsExactly(9, 0);
        assertThat(at(0.6)).containsExactly(0, 0);
        for (double share : new double[] {0.25, 0.75}) {
            assertThat(at(0.1 * share)[0]).isCloseTo(10 + 2 * share, within(1e-14));
            assertThat(at(0.1 + 0.4 * share)[0]).isCloseTo(12 + 18 * share, within(1e-14));
            assertThat(at(0.1 + 0.4 * share)[1]).isCloseTo(24 + 16 * share, within(1e-14));
            assertThat(at(0.8 + 0.2 * share)[0]).isCloseTo(7 + 2 * share, within(1e-14));
        }
        // before the first of its kind, and behind the last
        assertThat(at(0.71)).containsExactly(7, 0);
        assertThat(at(-0.2)).containsExactly(10, 20);
        assertThat(at(1.2)).containsExactly(9, 0);
        double[] none = {99, 99};
        new InputLayout(new Halves(), new double[0], 3).read(X, 0.2, none);
        assertThat(none).containsExactly(0, 0);
    }

    @Test
    void inputsMoveToOtherMoments() {
        InputLayout finer = new InputLayout(new Halves(), new double[] {0, 0.05, 0.5, 0.9}, 3);
        assertThat(LAYOUT.moved(X, finer))
                .usingComparatorWithPrecision(1e-14)
                .containsExactly(-1, -1, -1, 10, 20, 11, 22, 30, 40, 8);
        assertThat(LAYOUT.moved(X, LAYOUT)).containsExactly(X);
    }
}
