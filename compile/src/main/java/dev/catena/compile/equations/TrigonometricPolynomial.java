package dev.catena.compile.equations;

import dev.catena.textbook.Scalar;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A sum of numbers times variables times cosines and sines of sums of joint angles. Products of cosines and sines are
 * written as sums, so that equal expressions have equal terms and what cancels is gone. Immutable.
 */
final class TrigonometricPolynomial implements Scalar<TrigonometricPolynomial> {
    /** Coefficients beside the largest of a sum that are rounding. */
    private static final double ROUNDING = 1e-13;

    /** Beyond this nobody reads. */
    private static final int MOST_TERMS = 1500;

    private final int joints;
    private final SortedMap<Monomial, Double> terms;

    private TrigonometricPolynomial(int joints, SortedMap<Monomial, Double> terms) {
        this.joints = joints;
        this.terms = terms;
        if (terms.size() > MOST_TERMS) {
            throw new TooManyTermsException(MOST_TERMS);
        }
    }

    static TrigonometricPolynomial number(double value, int joints) {
        SortedMap<Monomial, Double> terms = new TreeMap<>();
        if (value != 0) {
            terms.put(Monomial.one(joints), value);
        }
        return new TrigonometricPolynomial(joints, terms);
    }

    static TrigonometricPolynomial of(Variable variable, int joints) {
        return new TrigonometricPolynomial(joints, new TreeMap<>(Map.of(Monomial.of(variable, joints), 1.0)));
    }

    SortedMap<Monomial, Double> terms() {
        return terms;
    }

    @Override
    public TrigonometricPolynomial plus(TrigonometricPolynomial b) {
        return sum(b, 1);
    }

    @Override
    public TrigonometricPolynomial minus(TrigonometricPolynomial b) {
        return sum(b, -1);
    }

    private TrigonometricPolynomial sum(TrigonometricPolynomial b, double sign) {
        SortedMap<Monomial, Double> sum = new TreeMap<>(terms);
        b.terms.forEach((monomial, coefficient) -> add(sum, monomial, sign * coefficient));
        return new TrigonometricPolynomial(joints, sum);
    }

    private static void add(SortedMap<Monomial, Double> sum, Monomial monomial, double coefficient) {
        sum.merge(monomial, coefficient, TrigonometricPolynomial::total);
    }

    /** Null where one takes the other away. */
    private static @Nullable Double total(double before, double coefficient) {
        double total = before + coefficient;
        return Math.abs(total) <= ROUNDING * Math.abs(coefficient) ? null : (Double) total;
    }

    @Override
    public TrigonometricPolynomial times(TrigonometricPolynomial b) {
        SortedMap<Monomial, Double> product = new TreeMap<>();
        terms.forEach((x, k) -> b.terms.forEach((y, l) -> multiply(product, x, y, k * l)));
        return new TrigonometricPolynomial(joints, product);
    }

    /** cos a cos b = ½ cos(a − b) + ½ cos(a + b) and so on. */
    private static void multiply(SortedMap<Monomial, Double> sum, Monomial x, Monomial y, double k) {
        Monomial powers = x.timesPowersOf(y);
        if (!x.hasAngle() || !y.hasAngle()) {
            add(sum, x.hasAngle() ? powers : powers.withAngleOf(y), k);
            return;
        }
        boolean isSine = x.isSine() != y.isSine();
        double half = 0.5 * k;
        double ofDifference = half;
        double ofTotal = half;
        if (x.isSine() && y.isSine()) {
            ofTotal = -half;
        } else if (y.isSine()) {
            // cos a sin b = ½ sin(a + b) − ½ sin(a − b)
            ofDifference = -half;
        }
        addTurned(sum, powers, Monomial.combined(x, y, -1), isSine, ofDifference);
        addTurned(sum, powers, Monomial.combined(x, y, 1), isSine, ofTotal);
    }

    /** With the first multiple of the angle made positive. */
    private static void addTurned(
            SortedMap<Monomial, Double> sum, Monomial powers, int[] angle, boolean isSine, double k) {
        int at = 0;
        while (at < angle.length && angle[at] == 0) {
            at++;
        }
        if (at == angle.length && isSine) {
            return;
        }
        boolean isTurned = at < angle.length && angle[at] < 0;
        if (isTurned) {
            for (int i = at; i < angle.length; i++) {
                angle[i] = -angle[i];
            }
        }
        add(sum, powers.withAngle(angle, isSine), isTurned && isSine ? -k : k);
    }

    @Override
    public TrigonometricPolynomial dividedBy(TrigonometricPolynomial b) {
        return times(number(1 / b.value(), joints));
    }

    @Override
    public TrigonometricPolynomial negate() {
        return number(0, joints).minus(this);
    }

    @Override
    public TrigonometricPolynomial sine() {
        return ofAngle(true);
    }

    @Override
    public TrigonometricPolynomial cosine() {
        return ofAngle(false);
    }

    /** Only of a joint coordinate, or of a number. */
    private TrigonometricPolynomial ofAngle(boolean isSine) {
        if (isConstant()) {
            return number(isSine ? Math.sin(value()) : Math.cos(value()), joints);
        }
        Variable variable = onlyVariable();
        SortedMap<Monomial, Double> one = new TreeMap<>();
        one.put(Monomial.ofAngle(variable.joint(), joints, isSine), 1.0);
        return new TrigonometricPolynomial(joints, one);
    }

    private double firstCoefficient() {
        return terms.values().iterator().next();
    }

    private Variable onlyVariable() {
        Monomial only = terms.firstKey();
        if (terms.size() > 1
                || only.hasAngle()
                || only.powers().size() != 1
                || only.powers().values().iterator().next() != 1) {
            throw new IllegalArgumentException("a function of more than one variable has no symbol");
        }
        return only.powers().firstKey();
    }

    @Override
    public TrigonometricPolynomial squareRoot() {
        return number(Math.sqrt(value()), joints);
    }

    @Override
    public TrigonometricPolynomial hyperbolicTangent() {
        if (isConstant()) {
            return number(Math.tanh(value()), joints);
        }
        double factor = firstCoefficient();
        Variable inside = onlyVariable();
        return function("tanh(%s*%s)".formatted(Numbers.text(factor), inside.name()), inside.joint());
    }

    @Override
    public TrigonometricPolynomial sign() {
        if (isConstant()) {
            return number(Math.signum(value()), joints);
        }
        Variable inside = onlyVariable();
        return function("sign(%s)".formatted(inside.name()), inside.joint());
    }

    private TrigonometricPolynomial function(String name, int joint) {
        return of(new Variable(Variable.Kind.FUNCTION, name, joint), joints);
    }

    @Override
    public TrigonometricPolynomial constant(double value) {
        return number(value, joints);
    }

    /** By the coordinate of a joint, which is an angle or a variable. */
    TrigonometricPolynomial derivative(int joint) {
        SortedMap<Monomial, Double> sum = new TreeMap<>();
        terms.forEach((monomial, k) -> {
            int multiple = monomial.multiple(joint - 1);
            if (multiple != 0) {
                double turned = monomial.isSine() ? multiple * k : -multiple * k;
                add(sum, monomial.withOtherFunction(), turned);
            }
            monomial.powers().forEach((variable, power) -> {
                if (variable.kind() == Variable.Kind.POSITION && variable.joint() == joint) {
                    SortedMap<Variable, Integer> lower = new TreeMap<>(monomial.powers());
                    lower.merge(variable, -1, (a, b) -> a + b == 0 ? null : a + b);
                    add(sum, monomial.withPowers(lower), power * k);
                }
            });
        });
        return new TrigonometricPolynomial(joints, sum);
    }

    private boolean isConstant() {
        return terms.isEmpty()
                || (terms.size() == 1
                        && terms.firstKey().powers().isEmpty()
                        && !terms.firstKey().hasAngle());
    }

    @Override
    public boolean isKnownZero() {
        return terms.isEmpty();
    }

    @Override
    public double value() {
        if (!isConstant()) {
            throw new IllegalStateException("the value of an expression is not known");
        }
        return terms.isEmpty() ? 0 : firstCoefficient();
    }
}
