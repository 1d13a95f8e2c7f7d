package dev.catena.testkit;

import dev.catena.textbook.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A number that changes in time, as a truncated Taylor series of numbers of any kind: of duals, it has exact derivatives in a direction beside
 * those by time.
 *
 * @param c the coefficients
 */
public record Taylor<S extends Scalar<S>>(List<S> c) implements Scalar<Taylor<S>> {
    public Taylor {
        c = List.copyOf(c);
    }

    /** A number of an order whose coefficients are known one after the other, each from those before it. */
    private static <S extends Scalar<S>> Taylor<S> of(int order, IntFunction<S> coefficient) {
        List<S> all = new ArrayList<>();
        for (int k = 0; k <= order; k++) {
            all.add(coefficient.apply(k));
        }
        return new Taylor<>(all);
    }

    /** A number from its derivatives by time. */
    public static <S extends Scalar<S>> Taylor<S> ofDerivatives(List<S> derivatives) {
        double[] factorial = {1};
        return of(derivatives.size() - 1, k -> {
            factorial[0] *= Math.max(1, k);
            S x = derivatives.get(k);
            return x.times(x.constant(1 / factorial[0]));
        });
    }

    public static <S extends Scalar<S>> Taylor<S> constant(S value, int order) {
        return of(order, k -> k == 0 ? value : value.constant(0));
    }

    private int order() {
        return c.size() - 1;
    }

    /** Its derivative; the last coefficient is not known, and zero. */
    public Taylor<S> rate() {
        return of(order(), k -> k == order() ? c.get(0).constant(0) : scaled(k + 1, c.get(k + 1)));
    }

    private S scaled(double factor, S x) {
        return x.times(x.constant(factor));
    }

    @Override
    public Taylor<S> plus(Taylor<S> b) {
        return of(order(), k -> c.get(k).plus(b.c.get(k)));
    }

    @Override
    public Taylor<S> minus(Taylor<S> b) {
        return of(order(), k -> c.get(k).minus(b.c.get(k)));
    }

    @Override
    public Taylor<S> times(Taylor<S> b) {
        return of(order(), k -> {
            S sum = c.get(0).times(b.c.get(k));
            for (int j = 1; j <= k; j++) {
                sum = sum.plus(c.get(j).times(b.c.get(k - j)));
            }
            return sum;
        });
    }

    @Override
    public Taylor<S> dividedBy(Taylor<S> b) {
        List<S> q = new ArrayList<>();
        return of(order(), k -> {
            S sum = c.get(k);
            for (int j = 0; j < k; j++) {
                sum = sum.minus(q.get(j).times(b.c.get(k - j)));
            }
            q.add(sum.dividedBy(b.c.get(0)));
            return q.get(k);
        });
    }

    @Override
    public Taylor<S> negate() {
        return of(order(), k -> c.get(k).negate());
    }

    @Override
    public Taylor<S> sine() {
        return sineAndCosine().get(0);
    }

    @Override
    public Taylor<S> cosine() {
        return sineAndCosine().get(1);
    }

    private List<Taylor<S>> sineAndCosine() {
        List<S> s = new ArrayList<>(List.of(c.get(0).sine()));
        List<S> t = new ArrayList<>(List.of(c.get(0).cosine()));
        for (int k = 1; k <= order(); k++) {
            S ds = c.get(0).constant(0);
            S dt = ds;
            for (int j = 1; j <= k; j++) {
                S slope = scaled((double) j / k, c.get(j));
                ds = ds.plus(slope.times(t.get(k - j)));
                dt = dt.minus(slope.times(s.get(k - j)));
            }
            s.add(ds);
            t.add(dt);
        }
        return List.of(new Taylor<>(s), new Taylor<>(t));
    }

    @Override
    public Taylor<S> squareRoot() {
        List<S> r = new ArrayList<>(List.of(c.get(0).squareRoot()));
        for (int k = 1; k <= order(); k++) {
            S sum = c.get(k);
            for (int j = 1; j < k; j++) {
                sum = sum.minus(r.get(j).times(r.get(k - j)));
            }
            r.add(sum.dividedBy(r.get(0).plus(r.get(0))));
        }
        return new Taylor<>(r);
    }

    @Override
    public Taylor<S> hyperbolicTangent() {
        // t′ = (1 − t²) x′
        List<S> t = new ArrayList<>(List.of(c.get(0).hyperbolicTangent()));
        for (int k = 1; k <= order(); k++) {
            S sum = c.get(0).constant(0);
            for (int j = 1; j <= k; j++) {
                S rest = c.get(0).constant(j == k ? 1 : 0);
                for (int i = 0; i <= k - j; i++) {
                    rest = rest.minus(t.get(i).times(t.get(k - j - i)));
                }
                sum = sum.plus(scaled((double) j / k, c.get(j)).times(rest));
            }
            t.add(sum);
        }
        return new Taylor<>(t);
    }

    @Override
    public Taylor<S> sign() {
        return constant(c.get(0).sign(), order());
    }

    @Override
    public Taylor<S> constant(double value) {
        return constant(c.get(0).constant(value), order());
    }

    @Override
    public double value() {
        return c.get(0).value();
    }

    @Override
    public boolean isKnownZero() {
        return c.stream().allMatch(Scalar::isKnownZero);
    }
}
