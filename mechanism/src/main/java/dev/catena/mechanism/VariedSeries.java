package dev.catena.mechanism;

import dev.catena.algebra.Series;

/**
 * A {@link Series} that also depends on small numbers ε₁ and ε₂ whose squares vanish: its parts are what stands alone, with
 * ε₁, with ε₂ and with ε₁ε₂, so that they are derivatives, exact. There may be the first part alone, or the first two.
 */
final class VariedSeries {
    final Series[] part;

    VariedSeries(int parts, int order) {
        part = Series.array(parts, order);
    }

    static VariedSeries[] array(int length, int parts, int order) {
        VariedSeries[] all = new VariedSeries[length];
        for (int i = 0; i < length; i++) {
            all[i] = new VariedSeries(parts, order);
        }
        return all;
    }

    void setZero() {
        for (Series p : part) {
            p.setZero();
        }
    }

    /** A number that neither time nor ε change. */
    void setConstant(double value) {
        setZero();
        part[0].c[0] = value;
    }

    void set(VariedSeries a) {
        for (int p = 0; p < part.length; p++) {
            part[p].set(a.part[p]);
        }
    }

    void addScaled(double factor, VariedSeries a) {
        for (int p = 0; p < part.length; p++) {
            part[p].addScaled(factor, a.part[p]);
        }
    }

    /** this += factor a b: a part is the sum over all ways to share its ε between the factors. */
    void addProduct(double factor, VariedSeries a, VariedSeries b) {
        for (int p = 0; p < part.length; p++) {
            for (int s = 0; s <= p; s++) {
                if ((s & p) == s) {
                    part[p].addProduct(factor, a.part[s], b.part[p - s]);
                }
            }
        }
    }

    /** sin(x + ε₁y + ε₂z + ε₁ε₂w) = s + c (ε₁y + ε₂z + ε₁ε₂w) − s ε₁ε₂yz, and the cosine alike. */
    static void setSineAndCosine(VariedSeries x, VariedSeries sine, VariedSeries cosine) {
        Series s = sine.part[0];
        Series c = cosine.part[0];
        Series.setSineAndCosine(x.part[0], s, c);
        for (int p = 1; p < x.part.length; p++) {
            sine.part[p].setZero();
            sine.part[p].addProduct(1, c, x.part[p]);
            cosine.part[p].setZero();
            cosine.part[p].addProduct(-1, s, x.part[p]);
        }
        if (x.part.length == 4) {
            sine.part[3].addProduct(1, cosine.part[1], x.part[2]);
            cosine.part[3].addProduct(-1, sine.part[1], x.part[2]);
        }
    }
}
