package dev.catena.nlp;

/** A number with its first and second derivatives by n variables: test problems are written once, as formulas. */
final class Jet {
    final double value;
    final double[] first;
    final double[][] second;

    private Jet(double value, int n) {
        this.value = value;
        first = new double[n];
        second = new double[n][n];
    }

    static Jet[] variables(double[] x) {
        Jet[] result = new Jet[x.length];
        for (int i = 0; i < x.length; i++) {
            result[i] = new Jet(x[i], x.length);
            result[i].first[i] = 1;
        }
        return result;
    }

    // a function of one number with its derivatives there: (f∘u)'' = f'' u'u'ᵀ + f' u''
    private Jet apply(double f, double df, double ddf) {
        int n = first.length;
        Jet r = new Jet(f, n);
        for (int i = 0; i < n; i++) {
            r.first[i] = df * first[i];
            for (int j = 0; j < n; j++) {
                r.second[i][j] = ddf * first[i] * first[j] + df * second[i][j];
            }
        }
        return r;
    }

    Jet plus(Jet o) {
        Jet r = new Jet(value + o.value, first.length);
        for (int i = 0; i < first.length; i++) {
            r.first[i] = first[i] + o.first[i];
            for (int j = 0; j < first.length; j++) {
                r.second[i][j] = second[i][j] + o.second[i][j];
            }
        }
        return r;
    }

    Jet times(Jet o) {
        Jet r = new Jet(value * o.value, first.length);
        for (int i = 0; i < first.length; i++) {
            r.first[i] = value * o.first[i] + first[i] * o.value;
            for (int j = 0; j < first.length; j++) {
                r.second[i][j] =
                        value * o.second[i][j] + first[i] * o.first[j] + o.first[i] * first[j] + second[i][j] * o.value;
            }
        }
        return r;
    }

    Jet plus(double c) {
        return apply(value + c, 1, 0);
    }

    Jet times(double c) {
        return apply(value * c, c, 0);
    }

    Jet minus(Jet o) {
        return plus(o.times(-1));
    }

    Jet minus(double c) {
        return plus(-c);
    }

    Jet over(Jet o) {
        return times(o.power(-1));
    }

    Jet squared() {
        return power(2);
    }

    Jet power(int k) {
        double low = k == 0 || k == 1 ? 0 : k * (k - 1) * Math.pow(value, k - 2);
        return apply(Math.pow(value, k), k == 0 ? 0 : k * Math.pow(value, k - 1), low);
    }

    Jet root(double exponent) {
        return apply(
                Math.pow(value, exponent),
                exponent * Math.pow(value, exponent - 1),
                exponent * (exponent - 1) * Math.pow(value, exponent - 2));
    }

    Jet sin() {
        return apply(Math.sin(value), Math.cos(value), -Math.sin(value));
    }

    Jet cos() {
        return apply(Math.cos(value), -Math.sin(value), -Math.cos(value));
    }

    Jet exp() {
        return apply(Math.exp(value), Math.exp(value), Math.exp(value));
    }

    Jet log() {
        return apply(Math.log(value), 1 / value, -1 / (value * value));
    }

    static Jet sum(Jet... terms) {
        Jet r = terms[0];
        for (int i = 1; i < terms.length; i++) {
            r = r.plus(terms[i]);
        }
        return r;
    }
}
