package dev.catena.textbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScalarTest {
    private static final MathContext FIFTY_DIGITS = new MathContext(50, RoundingMode.HALF_EVEN);

    private static BigDecimal exact(DoubleDouble x) {
        return new BigDecimal(x.high()).add(new BigDecimal(x.low()));
    }

    private static void assertRelative(DoubleDouble actual, BigDecimal expected, double tolerance, String what) {
        double error = exact(actual)
                .subtract(expected)
                .divide(expected, FIFTY_DIGITS)
                .abs()
                .doubleValue();
        assertThat(error).as(what).isLessThan(tolerance);
    }

    private static DoubleDouble random(Random random) {
        double high = Math.scalb(random.nextDouble() - 0.5, random.nextInt(20) - 10);
        return new DoubleDouble(high, 0).plus(DoubleDouble.of(Math.ulp(high) * (random.nextDouble() - 0.5)));
    }

    @Test
    void doubleDoubleArithmeticHasAHundredBits() {
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            DoubleDouble a = random(random);
            DoubleDouble b = random(random);
            BigDecimal x = exact(a);
            BigDecimal y = exact(b);
            String what = "seed 1, pair " + i;
            assertRelative(a.plus(b), x.add(y), 1e-30, what);
            assertRelative(a.minus(b), x.subtract(y), 1e-30, what);
            assertRelative(a.times(b), x.multiply(y), 1e-30, what);
            assertRelative(a.dividedBy(b), x.divide(y, FIFTY_DIGITS), 1e-30, what);
            DoubleDouble square = a.times(a);
            assertRelative(square.squareRoot(), exact(square).sqrt(FIFTY_DIGITS), 1e-30, what);
        }
    }

    /** Values of mpmath with 50 digits. */
    @ParameterizedTest
    @CsvSource({
        "0.1, 0.0998334166468281578301968678586166677359655721, 0.995004165278025765541375198862345256348080084, 0.099667994624955822614277043698624833255378754",
        "-0.7853981633974483, -0.707106781186547502751942956217516746261543240, 0.707106781186547546049745767992180669501683341, -0.655794202632672418203926030568705827847335698",
        "1.5707963267948966, 0.999999999999999999999999999999998125300271673, 0.000000000000000061232339957367658861303296613750014646403778, 0.917152335667274336647462811870662165631998522",
        "3.0, 0.141120008059867222100744802808110279846933264, -0.989992496600445457271572794731261302393679097, 0.995054753686730451331880185255488475097813855",
        "-2.5, -0.598472144103956494051854702186162271703597172, -0.801143615546933714833502790467351664428567849, -0.986614298151430288881276039237349639212511982",
        "10.0, -0.544021110889369813404747661851377281683643013, -0.839071529076452452258863947824064834519930165, 0.999999995877692763619592837138275741050814618",
        "1000.5, 0.995273957105213542774042442904904326573104067, 0.0971069014443852641226388708242569888397362711, 1.0",
        "123456.789, -0.998664082343224525310144150599457489090488826, 0.0516725327187013826628768732674191097789471251, 1.0",
        "-39.0, -0.963795386284087753260664971765882115097237699, 0.266642932359937251526825794975632752052166844, -0.9999999999999999999999999999999997332770369",
        "0.001, 0.000999999833333341687483139557352706333960701719, 0.99999950000004166666525696112433708989692355, 0.000999999666666800020762692662955076895870563088"
    })
    void doubleDoubleFunctionsHaveThirtyDigits(double x, String sine, String cosine, String tanh) {
        DoubleDouble d = DoubleDouble.of(x);
        assertThat(exact(d.sine()).subtract(new BigDecimal(sine)).abs().doubleValue())
                .isLessThan(1e-30);
        assertThat(exact(d.cosine()).subtract(new BigDecimal(cosine)).abs().doubleValue())
                .isLessThan(1e-30);
        assertThat(exact(d.hyperbolicTangent())
                        .subtract(new BigDecimal(tanh))
                        .abs()
                        .doubleValue())
                .isLessThan(1e-30);
    }

    @Test
    void doubleDoubleKeepsTheSumOfSineAndCosineSquared() {
        Random random = new Random(2);
        for (int i = 0; i < 200; i++) {
            DoubleDouble x = random(random);
            DoubleDouble one = x.sine().times(x.sine()).plus(x.cosine().times(x.cosine()));
            assertThat(one.minus(DoubleDouble.ONE).value())
                    .as("seed 2, number %s", i)
                    .isCloseTo(0, within(1e-30));
        }
    }

    @Test
    void doubleDoubleRoundsToTheDoubleFunctions() {
        for (double x = -50; x < 50; x += 0.37) {
            DoubleDouble d = DoubleDouble.of(x);
            assertThat(d.sine().value()).isCloseTo(Math.sin(x), within(1e-15));
            assertThat(d.cosine().value()).isCloseTo(Math.cos(x), within(1e-15));
            assertThat(d.hyperbolicTangent().value()).isCloseTo(Math.tanh(x), within(1e-15));
        }
        assertThat(DoubleDouble.of(Double.NaN).sine().value()).isNaN();
        assertThat(DoubleDouble.of(-3).sign().value()).isEqualTo(-1);
        assertThat(DoubleDouble.ZERO.squareRoot()).isEqualTo(DoubleDouble.ZERO);
    }

    /** A function with every operation in it: tanh(√(x² + 2)·sin x − cos x/x + 3x). */
    private static <S extends Scalar<S>> S everything(S x) {
        return x.times(x)
                .plus(x.constant(2))
                .squareRoot()
                .times(x.sine())
                .minus(x.cosine().dividedBy(x))
                .plus(x.constant(-3).times(x.negate()))
                .hyperbolicTangent();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, -0.2, 0.25})
    void dualsDifferentiateAndNest(double x) {
        // central differences in double-double arithmetic, so that 1e-12 remains of the second difference
        double h = 1e-7;
        UnaryOperator<DoubleDouble> f = ScalarTest::everything;
        DoubleDouble at = DoubleDouble.of(x);
        DoubleDouble step = DoubleDouble.of(h);
        DoubleDouble before = f.apply(at.minus(step));
        DoubleDouble after = f.apply(at.plus(step));
        double first = after.minus(before).value() / (2 * h);
        double second = after.minus(f.apply(at).plus(f.apply(at))).plus(before).value() / (h * h);

        Dual<Dual<Real>> nested = new Dual<>(Dual.of(x, 1), Dual.of(1, 0));
        Dual<Dual<Real>> y = everything(nested);

        assertThat(y.value()).isEqualTo(everything(new Real(x)).value());
        assertThat(y.real().derivative().value()).isCloseTo(first, within(1e-10 * (1 + Math.abs(first))));
        assertThat(y.derivative().value()).isCloseTo(first, within(1e-10 * (1 + Math.abs(first))));
        assertThat(y.derivative().derivative().value()).isCloseTo(second, within(1e-9 * (1 + Math.abs(second))));
        assertThat(Dual.of(-2, 5).sign()).isEqualTo(Dual.of(-1, 0));
    }

    private static Dual<Dual<Real>> nested(Random random) {
        return new Dual<>(
                Dual.of(random.nextDouble(), random.nextDouble()), Dual.of(random.nextDouble(), random.nextDouble()));
    }

    @Test
    void sumsOfProductsAreThoseOfTheirParts() {
        Random random = new Random(4);
        for (int i = 0; i < 100; i++) {
            Dual<Dual<Real>> a = nested(random);
            Dual<Dual<Real>> b = nested(random);
            Dual<Dual<Real>> c = nested(random);
            Dual<Dual<Real>> d = nested(random);
            assertThat(a.timesPlusProduct(b, c, d)).isEqualTo(a.times(b).plus(c.times(d)));
        }
    }

    /** Doubles are never off by more than the bound, however much cancels; and the bound is not far from it. */
    @Test
    void runningErrorsBoundThoseOfDoubles() {
        Random random = new Random(7);
        double most = 0;
        for (int i = 0; i < 2000; i++) {
            double x = random.nextDouble() * 4 - 2;
            double large = Math.scalb(1.0, random.nextInt(60));
            RunningError sum =
                    everything(RunningError.of(x)).plus(RunningError.of(large)).minus(RunningError.of(large));
            double inDoubles = everything(new Real(x)).value() + large - large;
            double units = sum.unitsOff(inDoubles);
            assertThat(units).as("seed 7, number %s", i).isLessThanOrEqualTo(1);
            assertThat(sum.unitsOff(inDoubles + 1e-6 * large)).isGreaterThan(1e6);
            most = Math.max(most, units);
        }
        assertThat(most).isGreaterThan(0.1);
        RunningError half = RunningError.of(0.5);
        assertThat(half.withError(3).error()).isEqualTo(3);
        assertThat(half.withError(0.1).error()).isEqualTo(0.5);
        assertThat(half.negate().sign()).isEqualTo(new RunningError(DoubleDouble.of(-1), 0));
        assertThat(RunningError.of(0).squareRoot().error()).isZero();
        assertThat(RunningError.of(0).unitsOff(0)).isZero();
        assertThat(RunningError.of(0).unitsOff(1)).isInfinite();
        // two numbers that are nothing but rounding
        RunningError rounding = RunningError.of(0).withError(2);
        assertThat(rounding.times(rounding).error()).isEqualTo(4 * RunningError.ROUNDING);
    }

    @Test
    void countedCountsWhatIsNotKnown() {
        Counted.Counter counter = new Counted.Counter();
        Counted x = counter.variable(0.7);
        Counted zero = counter.constant(Math.cos(Math.PI / 2));
        Counted two = counter.constant(2);

        Counted free =
                x.times(zero).plus(x.times(counter.constant(1))).minus(zero).negate();
        Counted known = two.times(two).plus(two).sine();
        assertThat(List.of(counter.multiplications(), counter.additions(), counter.sines()))
                .containsExactly(0, 0, 0);
        assertThat(free.value()).isEqualTo(-0.7);
        assertThat(known.value()).isEqualTo(Math.sin(6));
        assertThat(known.isConstant()).isTrue();

        Counted y =
                x.times(two).plus(x.times(x)).minus(x.sine()).times(x.cosine()).dividedBy(x.squareRoot());
        assertThat(y.value()).isEqualTo((1.4 + 0.7 * 0.7 - Math.sin(0.7)) * Math.cos(0.7) / Math.sqrt(0.7));
        assertThat(counter.multiplications()).isEqualTo(2);
        assertThat(counter.additions()).isEqualTo(3);
        assertThat(counter.sines()).isEqualTo(1);
        assertThat(counter.cosines()).isEqualTo(1);
        assertThat(counter.divisions()).isEqualTo(1);
        assertThat(counter.squareRoots()).isEqualTo(1);

        Counted friction = x.hyperbolicTangent().plus(x.sign());
        assertThat(friction.value()).isEqualTo(Math.tanh(0.7) + 1);
        assertThat(counter.others()).isEqualTo(2);
    }

    @Test
    void solvesSymmetricSystems() {
        List<List<Real>> matrix = List.of(Real.list(4, 1, -2), Real.list(1, 5, 0.5), Real.list(-2, 0.5, 6));
        List<Real> x = MassMatrixByInverseDynamics.solve(matrix, Real.list(4 + 2 + 6, 1 + 10 - 1.5, -2 + 1 - 18));
        double[] expected = {1, 2, -3};
        for (int i = 0; i < 3; i++) {
            assertThat(x.get(i).value()).isCloseTo(expected[i], within(1e-14));
        }
    }

    /** ∂(c s(q̇) + …)/∂c at c = 0 is s(q̇): a coefficient that is zero now may still be varied. */
    @Test
    void frictionIsDifferentiatedByACoefficientThatIsZero() {
        Dual<Real> zero = Dual.of(0, 0);
        Dual<Real> coulomb = Dual.of(0, 1);
        Dual<Real> velocity = Dual.of(0.3, 0);
        Dual<Real> acceleration = Dual.of(2, 0);
        double t = Math.tanh(0.3 / 0.2);

        JointFriction<Dual<Real>> dry = new JointFriction<>(coulomb, zero, zero);
        JointFriction<Dual<Real>> smooth = new JointFriction<>(coulomb, zero, Dual.of(0.2, 0));
        assertThat(dry.effort(velocity).derivative().value()).isEqualTo(1);
        assertThat(smooth.effort(velocity).derivative().value()).isCloseTo(t, within(1e-15));
        assertThat(smooth.effortRate(velocity, acceleration).derivative().value())
                .isCloseTo((1 - t * t) / 0.2 * 2, within(1e-14));
        assertThat(Dual.of(-0.0, 0).isKnownZero()).isTrue();
        Counted.Counter counter = new Counted.Counter();
        assertThat(counter.variable(0).isKnownZero()).isFalse();
        assertThat(counter.constant(0).isKnownZero()).isTrue();
    }
}
