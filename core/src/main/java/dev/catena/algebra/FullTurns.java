package dev.catena.algebra;

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
        FullTurns fullTurns = new FullTurns(2 * Math.PI);
        for (double angle : angles) {
            fullTurns.add(angle);
        }
        double[] continuous = angles.clone();
        double turns = 0;
        for (int k = 1; k < angles.length && fullTurns.steps() > 0; k++) {
            turns += fullTurns.turns(angles[k] - angles[k - 1]);
            continuous[k] = angles[k] - 2 * Math.PI * turns;
        }
        return continuous;
    }

    /** How often the angles step by full turns; never where they go beyond one turn, as those do that count turns. */
    public long steps() {
        return most - least <= (1 + BEYOND) * turn ? steps : 0;
    }
}
