package dev.catena.planning;

import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import dev.catena.spline.SplineFit;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/** A motion to start from, on other knots. */
final class GuessedMotion {
    private static final int SAMPLES_BY_POINT = 8;

    private GuessedMotion() {}

    /** Control points of a basis that come nearest to a curve over any range. */
    static double[] controlPoints(Spline guess, SplineBasis basis) {
        if (guess.basis().equals(basis)) {
            return guess.controlPoints();
        }
        int n = guess.dimension();
        int count = SAMPLES_BY_POINT * basis.controlPoints();
        double[] parameters = new double[count];
        double[] samples = new double[count * n];
        double[] q = new double[n];
        double from = guess.basis().start();
        double length = guess.basis().end() - from;
        for (int k = 0; k < count; k++) {
            parameters[k] = (double) k / (count - 1);
            guess.evaluate(from + length * parameters[k], 0, q);
            System.arraycopy(q, 0, samples, k * n, n);
        }
        return SplineFit.leastSquares(basis, n, parameters, samples).controlPoints();
    }

    /** A copy of a curve of the planned coordinates, or of one of all, of which they are some. */
    static Spline of(Spline guess, List<String> all, List<String> own) {
        int n = guess.dimension();
        boolean isOfAll = n == all.size() && own.stream().anyMatch(all::contains);
        if (n == own.size() && !isOfAll) {
            return guess.copy();
        }
        double[] given = guess.controlPoints();
        int points = given.length / n;
        double[] kept = new double[points * own.size()];
        for (int k = 0; k < own.size(); k++) {
            int at = all.indexOf(own.get(k));
            // loads are none of the coordinates
            for (int j = 0; j < points && at >= 0; j++) {
                kept[j * own.size() + k] = given[j * n + at];
            }
        }
        return new Spline(guess.basis(), own.size(), kept);
    }

    /** Control points on straight lines from station to station, by moment. */
    static double[] straight(NavigableMap<Double, double[]> stations, SplineBasis basis, int n) {
        double[] abscissae = basis.grevilleAbscissae();
        double[] straight = new double[abscissae.length * n];
        for (int j = 0; j < abscissae.length; j++) {
            Map.Entry<Double, double[]> before = stations.floorEntry(Math.min(abscissae[j], 1));
            Map.Entry<Double, double[]> after = stations.higherEntry(before.getKey());
            double[] to = after == null ? before.getValue() : after.getValue();
            double share = after == null ? 0 : (abscissae[j] - before.getKey()) / (after.getKey() - before.getKey());
            for (int i = 0; i < n; i++) {
                straight[j * n + i] = before.getValue()[i] + share * (to[i] - before.getValue()[i]);
            }
        }
        return straight;
    }
}
