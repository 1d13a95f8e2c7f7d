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

    /** The sum of two angles of which one may have many turns. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 4, 100, 10_000, 500_000, 1e9})
    void sumsOfAngles(double size) {
        RandomNumbers random = new RandomNumbers(8);
        for (int i = 0; i < 2000; i++) {
            double angle = random.between(-size, size);
            double offset = random.chance(0.3) ? random.index(9) * Math.PI / 4 - Math.PI : random.between(-6, 6);
            fast.setSum(angle, offset);
            DoubleDouble exact = DoubleDouble.of(angle).plus(DoubleDouble.of(offset));
            double sine = DoubleDouble.of(fast.sine).minus(exact.sine()).value();
            double cosine = DoubleDouble.of(fast.cosine).minus(exact.cosine()).value();
            assertThat(Math.abs(sine))
                    .as("error of sin(%s + %s)", angle, offset)
                    .isLessThan(0x1p-50);
            assertThat(Math.abs(cosine))
                    .as("error of cos(%s + %s)", angle, offset)
                    .isLessThan(0x1p-50);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, Double.MIN_VALUE, 1e-310, Double.MIN_NORMAL, 1e-200, 1e-9})
    void tinyAnglesKeepTheirSign(double angle) {
        for (double x : new double[] {angle, -angle}) {
            fast.set(x);
            assertThat(Double.doubleToRawLongBits(fast.sine))
                    .as("sin(%s)", x)
                    .isEqualTo(Double.doubleToRawLongBits(Math.sin(x)));
            assertThat(fast.cosine).isEqualTo(1);
        }
    }

    @Test
    void notFinite() {
        fast.set(Double.NaN);
        assertThat(fast.sine).isNaN();
        assertThat(fast.cosine).isNaN();
        fast.set(Double.POSITIVE_INFINITY);
        assertThat(fast.sine).isNaN();
        fast.set(Double.NEGATIVE_INFINITY);
        assertThat(fast.sine).isNaN();
        assertThat(fast.cosine).isNaN();
        fast.setSum(Double.NaN, 1);
        assertThat(fast.sine).isNaN();
        assertThat(fast.cosine).isNaN();
        fast.setSum(Double.POSITIVE_INFINITY, 1);
        assertThat(fast.sine).isNaN();
        fast.set(0);
        assertThat(fast.sine).isZero();
        assertThat(fast.cosine).isCloseTo(1, within(0.0));
    }
}
