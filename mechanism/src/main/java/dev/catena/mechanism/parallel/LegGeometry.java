package dev.catena.mechanism.parallel;

/**
 * The inverse geometry of a leg: joint coordinates that put the tip at a pose. One object serves all threads, so it keeps
 * nothing between calls.
 */
@FunctionalInterface
public interface LegGeometry {
    /**
     * Finds the coordinates of the leg.
     *
     * @param worldFromTip where the tip belongs: the rotation matrix row by row, then the position; for a leg tied to the
     *     platform by a point only the position, entries 9 to 11, counts
     * @param coordinates on entry those of the last pose, to choose between several solutions; on return those found
     */
    LegStatus solve(double[] worldFromTip, double[] coordinates);
}
