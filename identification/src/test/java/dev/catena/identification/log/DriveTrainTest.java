package dev.catena.identification.log;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Motors and joints have the same power. */
class DriveTrainTest {
    private final DriveTrain train = DriveTrain.ofMatrix(new double[][] {{45, 0}, {32, -32}})
            .withOffsets(0.1, -0.2)
            .withMotorConstants(0.5, 2);

    @Test
    void powerIsTheSameOnBothSides() {
        double[] motorSpeed = {3, -7};
        double[] current = {2, 5};
        double[] speed = new double[2];
        double[] effort = new double[2];
        train.rates(motorSpeed, speed);
        train.efforts(current, effort);
        double power = 0.5 * 2 * 3 + 2 * 5 * -7;
        assertEquals(power, speed[0] * effort[0] + speed[1] * effort[1], 1e-12);
    }

    @Test
    void offsetsAreTheJointsAtMotorsZero() {
        double[] joint = new double[2];
        train.positions(new double[] {0, 0}, joint);
        assertArrayEquals(new double[] {0.1, -0.2}, joint, 1e-15);
        train.positions(new double[] {45, 32}, joint);
        assertArrayEquals(new double[] {1.1, -0.2}, joint, 1e-14);
    }

    @Test
    void matricesThatCannotBeInvertedAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> DriveTrain.ofRatios(1, 0));
        assertThrows(IllegalArgumentException.class, () -> DriveTrain.ofMatrix(new double[][] {{1, 2}, {3}}));
        assertThrows(
                IllegalArgumentException.class, () -> DriveTrain.ofRatios(1, 2).withOffsets(1));
    }
}
