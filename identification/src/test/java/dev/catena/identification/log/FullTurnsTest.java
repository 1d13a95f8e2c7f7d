package dev.catena.identification.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.catena.algebra.FullTurns;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FullTurnsTest {
    private static final double TURN = 2 * Math.PI;
    private static final double INTERVAL = 0.01;
    private static final int ROWS = 2 * Samples.LEAST + 5;

    private static double motion(double time) {
        return 5 * time + 4 * Math.sin(3 * time);
    }

    private static MotionLog log(boolean turning, DoubleUnaryOperator told) {
        LogSampling sampling = new LogSampling("log", 2, false, false).turning(turning, false);
        for (int k = 0; k < ROWS; k++) {
            double angle = told.applyAsDouble(motion(k * INTERVAL));
            sampling.add(k * INTERVAL, new double[] {angle, angle, 0, 0});
            if (k % 100 == 0) {
                sampling.add((k + 0.5) * INTERVAL, new double[] {Double.NaN, angle, 0, 0});
            }
        }
        return sampling.finish();
    }

    /** Whichever turn the sensor tells. */
    @ParameterizedTest
    @ValueSource(doubles = {-Math.PI, 0, 1.5, 1000 * Math.PI})
    void anglesWithinOneTurnBecomeContinuous(double from) {
        MotionLog log = log(true, angle -> from + angle - TURN * Math.floor(angle / TURN));
        MotionSegment segment = log.segments().get(0);
        Samples[] position = {segment.positionOf(0), segment.positionOf(1)};
        double shift = Math.rint((position[0].get(0) - motion(0) - from) / TURN) * TURN + from;
        for (int k = 0; k < ROWS; k++) {
            assertThat(position[0].get(k)).isCloseTo(motion(k * INTERVAL) + shift, within(1e-11));
            assertThat(position[1].get(k)).isBetween(from, from + TURN);
        }
        assertThat(log.notes().get(1)).startsWith("the angle of joint 1 steps by full turns ");
    }

    @Test
    void anglesThatCountTurnsStay() {
        MotionLog log = log(true, angle -> angle);
        // a wheel of 500 rad/s, at 100 Hz
        MotionLog wheel = log(true, angle -> 100 * angle);
        MotionLog other = log(false, angle -> angle % TURN);
        for (int k = 0; k < ROWS; k++) {
            double angle = motion(k * INTERVAL);
            assertThat(log.segments().get(0).positionOf(0).get(k)).isEqualTo(angle);
            assertThat(wheel.segments().get(0).positionOf(0).get(k)).isEqualTo(100 * angle);
            assertThat(other.segments().get(0).positionOf(0).get(k)).isEqualTo(angle % TURN);
        }
        assertThat(log.notes()).hasSize(1);
    }

    @Test
    void oneByOneOrTogether() {
        double[] told = {3, -3, -2.5, 3, -1, -3.1, 3.1};
        double[] continuous = {3, -3 + TURN, -2.5 + TURN, 3, -1, -3.1, 3.1 - TURN};
        assertThat(FullTurns.continuous(told)).containsExactly(continuous, within(1e-15));
        assertThat(FullTurns.continuous(0, 4 * Math.PI)).as("beyond one turn").containsExactly(0, 4 * Math.PI);
    }

    @Test
    void stepsAreCounted() {
        FullTurns degrees = new FullTurns(360);
        for (double angle : new double[] {170, 179, Double.NaN, -179, -90, 0, 178, -178, -90, 1}) {
            degrees.add(angle);
        }
        assertThat(degrees.steps()).as("90 to 178 is too far from either").isEqualTo(2);
        degrees.add(190);
        assertThat(degrees.steps()).as("beyond one turn").isZero();
    }

    @Test
    void thereIsOneWordForEachJoint() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LogSampling("log", 2, false, false).turning(true))
                .withMessage("log \"log\" has 2 joints, but 1 were told");
    }
}
