package dev.catena.planning.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** What is prescribed at an end of a motion. */
class EndStateTest {
    private static final EndState MOVING =
            EndState.moving(new double[] {1, 2, 3}, new double[] {4, 5, 6}, new double[] {7, 8, 9});

    @Test
    void numbersThatAreNotFiniteAreNamed() {
        double[] none = new double[2];
        double[] bad = {0, Double.NaN};
        assertThatThrownBy(() -> EndState.at(0, Double.POSITIVE_INFINITY)).hasMessageContaining("position[1] is Inf");
        assertThatThrownBy(() -> EndState.moving(none, bad)).hasMessageContaining("velocity[1] is NaN");
        assertThatThrownBy(() -> EndState.moving(none, none, bad)).hasMessageContaining("acceleration[1] is NaN");
    }

    @Test
    void restGoesOnUpToAnOrder() {
        EndState resting = MOVING.restingUpTo(4);
        assertThat(resting.order()).isEqualTo(4);
        assertThat(resting.position(2)).isEqualTo(3);
        assertThat(resting.derivative(1, 2)).isEqualTo(6);
        assertThat(resting.derivative(2, 0)).isEqualTo(7);
        assertThat(resting.derivative(3, 1)).isZero();
        assertThat(resting.derivative(4, 2)).isZero();
        assertThat(MOVING.restingUpTo(2)).isSameAs(MOVING);
        assertThat(MOVING.restingUpTo(1)).isSameAs(MOVING);
        EndState at = EndState.at(1, 2);
        assertThat(at.restingUpTo(3)).isSameAs(at);
        assertThat(EndState.anywhereAtRest(2).restingUpTo(3).isPositionFree()).isTrue();
    }

    @Test
    void someCoordinatesAlone() {
        EndState some = MOVING.of(2, 0);
        assertThat(some.position(0)).isEqualTo(3);
        assertThat(some.position(1)).isEqualTo(1);
        assertThat(some.derivative(1, 0)).isEqualTo(6);
        assertThat(some.derivative(2, 1)).isEqualTo(7);
        some.check("the end", 2);
        EndState anywhere = EndState.anywhereStill(3).of(1);
        assertThat(anywhere.isPositionFree()).isTrue();
        assertThat(anywhere.isFree()).isFalse();
        assertThat(anywhere.position(0)).isZero();
        anywhere.check("the end", 1);
        assertThat(EndState.free().of(1).isFree()).isTrue();
    }

    @Test
    void lengthsAreThoseOfTheRobot() {
        assertThatThrownBy(() -> MOVING.check("the goal", 2))
                .hasMessage("the goal has 3 numbers, but the robot has 2 coordinates");
        assertThatThrownBy(() -> EndState.anywhereStill(3).check("the goal", 4)).hasMessageContaining("has 3 numbers");
        EndState mixed = EndState.moving(new double[2], new double[3]);
        assertThatThrownBy(() -> mixed.check("the goal", 2)).hasMessageContaining("has 3 numbers");
        assertThatThrownBy(() -> mixed.check("the goal", 3)).hasMessageContaining("has 2 numbers");
        EndState.free().check("the goal", 7);
        MOVING.check("the goal", 3);
    }
}
