package dev.catena.algebra;

import java.util.function.IntToDoubleFunction;

/**
 * Steps by full turns in the angles that a sensor tells within one turn. Dynamics do not know full turns, but filters and
 * differences do.
 */
public final class FullTurns {
    /** A step is one of full turns if no more than this part of a turn is left of it. */
    private static final double LEFT = 0.25;

    /** Angles that are within one turn may be beyond it by this part of it, for noise and rounding. */
    private static final double BEYOND = 0.01;

    private final double turn;
    private double last = Double.NaN;
    private double least = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;
    private long steps;

    /**
     * Of angles that are told one by one.
     *
     * @param turn a full turn in their unit
     */
    public FullTurns(double turn) {
        this.turn = turn;
    }

    /** The next angle; NaN if it is missing. */
    public void add(double angle) {
        if (Double.isFinite(angle)) {
            steps += turns(angle - last) == 0 ? 0 : 1;
            last = angle;
            least = Math.min(least, angle);
            most = Math.max(most, angle);
        }
    }

    /** How many full turns a step from one sample to the next is; 0 if it is another step, or there is none before. */
    public double turns(double step) {
        double turns = step / turn;
        double whole = Math.rint(turns);
        return Math.abs(turns - whole) <= LEFT ? whole : 0;
    }

    /** Angles that are continuous: these without their steps by full turns, where they are within one turn. */
    public static double[] continuous(double... angles) {
        double[] continuous = angles.clone();
        long unused = leaveOut(angles.length, k -> angles[k], (k, angle) -> continuous[k] = angle);
        return continuous;
    }

    /** Where angles are kept. */
    @FunctionalInterface
    public interface Angles {
        void set(int sample, double angle);
    }

    /**
     * Sets angles to continuous ones, wherever they are kept: all but the first, where they are within one turn and step by full
     * turns.
     *
     * @param count how many angles there are
     * @param angle each of them, asked for before it is set
     * @return how many steps were left out
     */
    public static long leaveOut(int count, IntToDoubleFunction angle, Angles angles) {
        FullTurns fullTurns = new FullTurns(2 * Math.PI);
        for (int k = 0; k < count; k++) {
            fullTurns.add(angle.applyAsDouble(k));
        }
        if (fullTurns.steps() == 0) {
            return 0;
        }
        double before = angle.applyAsDouble(0);
        double turns = 0;
        for (int k = 1; k < count; k++) {
            double now = angle.applyAsDouble(k);
            turns += fullTurns.turns(now - before);
            before = now;
            angles.set(k, now - 2 * Math.PI * turns);
        }
        return fullTurns.steps();
    }

    /** How often the angles step by full turns; never where they go beyond one turn, as those do that count turns. */
    public long steps() {
        return most - least <= (1 + BEYOND) * turn ? steps : 0;
    }
}
