package dev.catena.textbook;

/**
 * A number of about 106 bits: the unevaluated sum {@code high + low}, where {@code high} is the sum rounded to a double,
 * as T. J. Dekker showed. Relative error of the four operations and the square root below 1e-31; error of the elementary
 * functions about 1e-30 for arguments up to 1e6.
 */
public record DoubleDouble(double high, double low) implements Scalar<DoubleDouble> {
    public static final DoubleDouble ZERO = new DoubleDouble(0, 0);
    public static final DoubleDouble ONE = new DoubleDouble(1, 0);

    // π/2 = 1.57079632679489661923132169163975144209858469968755291… as a sum of three doubles
    private static final double HALF_PI_1 = 0x1.921fb54442d18p0;
    private static final double HALF_PI_2 = 0x1.1a62633145c07p-54;
    private static final double HALF_PI_3 = -0x1.f1976b7ed8fbcp-110;

    /** Terms below this part of the sum no longer count. */
    private static final double NEGLIGIBLE = 1e-34;

    /** Beyond this argument the hyperbolic tangent differs from one by less than 1e-34. */
    private static final double SATURATED = 40;

    public static DoubleDouble of(double value) {
        return new DoubleDouble(value, 0);
    }

    /** a + b exactly, for any a and b. */
    private static DoubleDouble exactSum(double a, double b) {
        double s = a + b;
        double bPart = s - a;
        return new DoubleDouble(s, (a - (s - bPart)) + (b - bPart));
    }

    /** a + b exactly, for |a| ≥ |b|. */
    private static DoubleDouble exactSumOfOrdered(double a, double b) {
        double s = a + b;
        return new DoubleDouble(s, b - (s - a));
    }

    /** a·b exactly. */
    private static DoubleDouble exactProduct(double a, double b) {
        double p = a * b;
        return new DoubleDouble(p, Math.fma(a, b, -p));
    }

    @Override
    public DoubleDouble plus(DoubleDouble b) {
        DoubleDouble s = exactSum(high, b.high);
        DoubleDouble t = exactSum(low, b.low);
        DoubleDouble u = exactSumOfOrdered(s.high, s.low + t.high);
        return exactSumOfOrdered(u.high, u.low + t.low);
    }

    @Override
    public DoubleDouble minus(DoubleDouble b) {
        return plus(b.negate());
    }

    @Override
    public DoubleDouble times(DoubleDouble b) {
        DoubleDouble p = exactProduct(high, b.high);
        return exactSumOfOrdered(p.high, Math.fma(low, b.high, Math.fma(high, b.low, p.low)));
    }

    private DoubleDouble times(double b) {
        DoubleDouble p = exactProduct(high, b);
        return exactSumOfOrdered(p.high, Math.fma(low, b, p.low));
    }

    @Override
    public DoubleDouble dividedBy(DoubleDouble b) {
        // long division with three digits, each a double
        double first = high / b.high;
        DoubleDouble rest = minus(b.times(first));
        double second = rest.high / b.high;
        rest = rest.minus(b.times(second));
        double third = rest.high / b.high;
        DoubleDouble q = exactSumOfOrdered(first, second);
        return exactSumOfOrdered(q.high, q.low + third);
    }

    @Override
    public DoubleDouble negate() {
        return new DoubleDouble(-high, -low);
    }

    @Override
    public DoubleDouble squareRoot() {
        if (high == 0) {
            return this;
        }
        // one step of Newton doubles the digits: r + (x − r²)/(2r)
        double r = Math.sqrt(high);
        return of(r).plus(of(minus(exactProduct(r, r)).high / (2 * r)));
    }

    @Override
    public DoubleDouble sine() {
        long quarter = nearestQuarterTurn();
        DoubleDouble r = lessQuarterTurns(quarter);
        return switch ((int) Math.floorMod(quarter, 4L)) {
            case 0 -> series(r, r, 1, -1);
            case 1 -> series(ONE, r, 0, -1);
            case 2 -> series(r, r, 1, -1).negate();
            default -> series(ONE, r, 0, -1).negate();
        };
    }

    @Override
    public DoubleDouble cosine() {
        long quarter = nearestQuarterTurn();
        DoubleDouble r = lessQuarterTurns(quarter);
        return switch ((int) Math.floorMod(quarter, 4L)) {
            case 0 -> series(ONE, r, 0, -1);
            case 1 -> series(r, r, 1, -1).negate();
            case 2 -> series(ONE, r, 0, -1).negate();
            default -> series(r, r, 1, -1);
        };
    }

    private long nearestQuarterTurn() {
        return Math.round(high / HALF_PI_1);
    }

    private DoubleDouble lessQuarterTurns(long quarters) {
        double k = -quarters;
        return plus(exactProduct(k, HALF_PI_1)).plus(exactProduct(k, HALF_PI_2)).plus(of(k * HALF_PI_3));
    }

    /** x^n/n! + sign·x^(n+2)/(n+2)! + x^(n+4)/(n+4)! + …, given its first term and n. */
    private static DoubleDouble series(DoubleDouble first, DoubleDouble x, int n, int sign) {
        DoubleDouble square = x.times(x);
        DoubleDouble term = first;
        DoubleDouble sum = first;
        for (int k = n + 2; Math.abs(term.high) > NEGLIGIBLE * Math.abs(sum.high); k += 2) {
            term = term.times(square).dividedBy(of((double) sign * (k - 1) * k));
            sum = sum.plus(term);
        }
        return sum;
    }

    @Override
    public DoubleDouble hyperbolicTangent() {
        if (Math.abs(high) > SATURATED) {
            return sign();
        }
        // sinh/cosh of a small part of the argument, then tanh 2x = 2 tanh x/(1 + tanh² x)
        int halvings = Math.max(0, Math.getExponent(high) + 3);
        double scale = Math.scalb(1.0, -halvings);
        DoubleDouble x = new DoubleDouble(high * scale, low * scale);
        DoubleDouble t = series(x, x, 1, 1).dividedBy(series(ONE, x, 0, 1));
        for (int k = 0; k < halvings; k++) {
            t = t.times(2).dividedBy(ONE.plus(t.times(t)));
        }
        return t;
    }

    @Override
    public DoubleDouble sign() {
        return of(Math.signum(high));
    }

    @Override
    public DoubleDouble constant(double constant) {
        return of(constant);
    }

    @Override
    public double value() {
        return high;
    }
}
