package dev.catena.app.report;

import java.util.Arrays;

/**
 * A curve of any number of points, of which as many are kept as a plot can show: all of them, then the least and the largest of
 * every four, eight, sixteen, …, so that no peak is lost.
 */
public final class ThinnedCurve {
    /** No more points than this are kept; more than any plot has. */
    static final int MOST = 1 << 14;

    private double[] x = new double[64];
    private double[] y = new double[64];
    private int kept;

    /** Points that become two. */
    private long group = 1;

    private long inGroup;

    /** The least and the largest point of the group, and which they are. */
    private double leastX;

    private double least;
    private long leastAt;
    private double largestX;
    private double largest;
    private long largestAt;

    /** Adds a point. */
    public void add(double pointX, double pointY) {
        if (group == 1) {
            keep(pointX, pointY);
        } else {
            gather(pointX, pointY);
            if (inGroup == group) {
                flush();
            }
        }
        if (kept == MOST) {
            halve();
        }
    }

    private void gather(double pointX, double pointY) {
        if (inGroup == 0 || pointY < least) {
            leastX = pointX;
            least = pointY;
            leastAt = inGroup;
        }
        if (inGroup == 0 || pointY > largest) {
            largestX = pointX;
            largest = pointY;
            largestAt = inGroup;
        }
        inGroup++;
    }

    /** The least and the largest point of the group in their order. */
    private void flush() {
        boolean rising = leastAt <= largestAt;
        keep(rising ? leastX : largestX, rising ? least : largest);
        keep(rising ? largestX : leastX, rising ? largest : least);
        inGroup = 0;
    }

    private void keep(double pointX, double pointY) {
        if (kept == x.length) {
            x = Arrays.copyOf(x, 2 * kept);
            y = Arrays.copyOf(y, 2 * kept);
        }
        x[kept] = pointX;
        y[kept++] = pointY;
    }

    private void halve() {
        int points = kept;
        double[] allX = x.clone();
        double[] allY = y.clone();
        kept = 0;
        for (int from = 0; from < points; from += 4) {
            for (int k = from; k < from + 4; k++) {
                gather(allX[k], allY[k]);
            }
            flush();
        }
        group = group == 1 ? 4 : 2 * group;
    }

    /** The points in order; the last ones may be fewer than a group. */
    public double[][] points() {
        int last = inGroup == 0 ? 0 : 2;
        double[] allX = Arrays.copyOf(x, kept + last);
        double[] allY = Arrays.copyOf(y, kept + last);
        if (last > 0) {
            boolean rising = leastAt <= largestAt;
            allX[kept] = rising ? leastX : largestX;
            allY[kept] = rising ? least : largest;
            allX[kept + 1] = rising ? largestX : leastX;
            allY[kept + 1] = rising ? largest : least;
        }
        return new double[][] {allX, allY};
    }
}
