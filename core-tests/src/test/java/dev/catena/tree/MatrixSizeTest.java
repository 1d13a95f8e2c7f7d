package dev.catena.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.model.RobotModel;
import dev.catena.testkit.RandomRobots;
import org.junit.jupiter.api.Test;

class MatrixSizeTest {
    @Test
    void matricesThatNoArrayHoldsAreRefusedWithWhatTheyWouldTake() {
        RobotModel robot = RandomRobots.chain(1, 2).build();
        assertThat(MatrixSize.square(46_340, "the mass matrix", robot)).isEqualTo(46_340 * 46_340);
        assertThatThrownBy(() -> MatrixSize.square(46_341, "the mass matrix", robot))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the mass matrix of robot \"random-1\" would have 46341 × 46341 numbers, which are 17 GB and more"
                                + " than a Java array holds");
        // where the product of two integers overflows
        assertThatThrownBy(() -> MatrixSize.square(65_536, "the mass matrix", robot))
                .hasMessageContaining("65536 × 65536 numbers, which are 34 GB");
    }
}
