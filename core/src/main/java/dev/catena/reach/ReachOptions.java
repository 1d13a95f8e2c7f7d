package dev.catena.reach;

/**
 * How long and how exactly to search.
 *
 * @param tolerance of goals of the first priority: rad, and for positions as a part of a quarter of the way from joint to joint
 *     along the robot's longest branch, so that it does not depend on the unit of length; never less than rounding allows
 * @param starts how many postures are tried, the given one first
 */
public record ReachOptions(double tolerance, int starts) {
    public static final ReachOptions DEFAULT = new ReachOptions(1e-10, 100);

    public ReachOptions {
        if (!(tolerance > 0 && Double.isFinite(tolerance))) {
            throw new IllegalArgumentException("a tolerance must be above 0 and finite, but is " + tolerance);
        }
        if (starts < 1) {
            throw new IllegalArgumentException("there must be at least one start, but there are " + starts);
        }
    }

    public ReachOptions withTolerance(double newTolerance) {
        return new ReachOptions(newTolerance, starts);
    }

    public ReachOptions withStarts(int newStarts) {
        return new ReachOptions(tolerance, newStarts);
    }
}
