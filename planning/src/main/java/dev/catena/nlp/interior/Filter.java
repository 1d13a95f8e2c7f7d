package dev.catena.nlp.interior;

import java.util.ArrayList;
import java.util.List;

/** Pairs of violation θ and barrier function φ that a point must not be worse than in both [WaechterBiegler 2.3]. */
final class Filter {
    private static final double GAMMA_THETA = 1e-5;
    private static final double GAMMA_PHI = 1e-8;

    private record Entry(double theta, double phi) {}

    private final List<Entry> entries = new ArrayList<>();
    private double largestTheta = Double.POSITIVE_INFINITY;

    /** Empties the filter but for an upper limit of θ. */
    void reset(double newLargestTheta) {
        largestTheta = newLargestTheta;
        entries.clear();
    }

    /** Keeps later points away from one that is left. */
    void add(double theta, double phi) {
        Entry added = new Entry((1 - GAMMA_THETA) * theta, phi - GAMMA_PHI * theta);
        entries.removeIf(e -> e.theta >= added.theta && e.phi >= added.phi);
        entries.add(added);
    }

    boolean accepts(double theta, double phi) {
        if (!(theta <= largestTheta)) {
            return false;
        }
        for (Entry e : entries) {
            if (!lessOrEqual(theta, e.theta, e.theta) && !lessOrEqual(phi, e.phi, e.phi)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a trial point is enough of an improvement on the current one, in θ or in φ. */
    static boolean improves(double theta, double phi, double trialTheta, double trialPhi) {
        return lessOrEqual(trialTheta, (1 - GAMMA_THETA) * theta, theta)
                || lessOrEqual(trialPhi, phi - GAMMA_PHI * theta, phi);
    }

    /** a ≤ b up to the rounding of numbers of the size of base. */
    static boolean lessOrEqual(double a, double b, double base) {
        return a - b <= 10 * Math.ulp(1.0) * Math.abs(base);
    }

    static double gammaTheta() {
        return GAMMA_THETA;
    }

    static double gammaPhi() {
        return GAMMA_PHI;
    }
}
