package dev.catena.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.EvaluationException;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.terms.ReducedMotion;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Motions of which a coordinate follows from another one, with and without jumps. */
class AssemblyCheckTest {
    /** A second coordinate that is some function of the moment. */
    private record Following(DoubleUnaryOperator other, double unit) implements ReducedMotion {
        @Override
        public double[] units() {
            return new double[] {1, unit};
        }

        @Override
        public double[] ownUnits() {
            return new double[] {1};
        }

        @Override
        public List<String> coordinates() {
            return List.of("free");
        }

        @Override
        public MotionState follow(MotionState reduced) {
            MotionState all = new MotionState(2, 0, 0);
            all.position()[0] = reduced.position()[0];
            all.position()[1] = unit * other.applyAsDouble(reduced.moment());
            return all;
        }

        @Override
        public StateFunction of(StateFunction function) {
            throw new AssertionError("only coordinates are asked for");
        }

        @Override
        public ReducedMotion copy() {
            return this;
        }
    }

    private static AssemblyCheck check(DoubleUnaryOperator other) {
        return check(1, other);
    }

    private static AssemblyCheck check(double unit, DoubleUnaryOperator other) {
        return new AssemblyCheck(
                new Following(other, unit), new Spline(SplineBasis.uniform(3, 4), 1, new double[] {0, 1, -2, 4}));
    }

    @Test
    void whatMovesFastDoesNotJump() {
        assertThat(check(u -> 3).jump()).isEmpty();
        assertThat(check(u -> 20 * Math.sin(30 * u)).jump()).isEmpty();
        assertThat(check(u -> Math.tanh((u - 0.4) * 1e4)).jump()).isEmpty();
    }

    /** A knee that folds to the other side, once, or there and back within a moment. */
    @Test
    void jumpsAreFound() {
        assertThat(check(u -> u < 0.37 ? 0.5 : -0.5).jump().orElseThrow()).isCloseTo(0.37, within(1e-6));
        assertThat(check(u -> u > 0.2 && u < 0.25 ? 0.4 : u).jump().orElseThrow())
                .isCloseTo(0.2, within(1e-6));
    }

    /** What slides of robots of micrometers or of thousands of kilometers do is judged by their size. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1e6})
    void slidesCountInTheirUnit(double unit) {
        assertThat(check(unit, u -> 20 * Math.sin(30 * u)).jump()).isEmpty();
        assertThat(check(unit, u -> u < 0.37 ? 0.5 : -0.5).jump().orElseThrow()).isCloseTo(0.37, within(1e-6));
    }

    @Test
    void placesWithoutAPostureAreFound() {
        AssemblyCheck check = check(u -> {
            if (u > 0.61) {
                throw new EvaluationException("singular");
            }
            return u;
        });
        assertThat(check.jump().orElseThrow()).isCloseTo(0.61, within(1e-6));
    }
}
