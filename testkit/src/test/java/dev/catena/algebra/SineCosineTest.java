package dev.catena.algebra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.DoubleDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fast sine and cosine against ones of thirty digits. */
class SineCosineTest {
    private final SineCosine fast = new SineCosine();

    private void check(double angle) {
        fast.set(angle);
        DoubleDouble exact = DoubleDouble.of(angle);
        double sine = DoubleDouble.of(fast.sine).minus(exact.sine()).value();
        double cosine = DoubleDouble.of(fast.cosine).minus(exact.cosine()).value();
        assertThat(Math.abs(sine)).as("error of sin(%s)", angle).isLessThan(0x1p-52);
        assertThat(Math.abs(cosine)).as("error of cos(%s)", angle).isLessThan(0x1p-52);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 4, 100, 10_000, 500_000, 1e9})
    void randomAngles(double size) {
        RandomNumbers random = new RandomNumbers(7);
        for (int i = 0; i < 2000; i++) {
            check(random.between(-size, size));
        }
    }

    @Test
    void anglesAroundMultiplesOfARightAngle() {
        for (int k = -2000; k <= 2000; k++) {
            double angle = k * (Math.PI / 4);
            check(angle);
            check(Math.nextUp(angle));
            check(Math.nextDown(angle));
        }
        check(SineCosine.REDUCIBLE);
        check(Math.nextUp(SineCosine.REDUCIBLE));
        check(Double.MIN_VALUE);
    }

    @Test
    void notFinite() {
        fast.set(Double.NaN);
        assertThat(fast.sine).isNaN();
        assertThat(fast.cosine).isNaN();
        fast.set(Double.POSITIVE_INFINITY);
        assertThat(fast.sine).isNaN();
        fast.set(0);
        assertThat(fast.sine).isZero();
        assertThat(fast.cosine).isCloseTo(1, within(0.0));
    }
}
