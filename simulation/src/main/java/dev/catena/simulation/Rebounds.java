package dev.catena.simulation;

import dev.catena.model.RobotModel;
import java.util.Arrays;

/**
 * By joint, how fast one must leave a rigid stop to rebound from it: {@value #SLOW} in its unit a second, and of a robot that takes
 * longer than a second for all it does, as much less as it is slower.
 */
final class Rebounds {
    private static final double SLOW = 1e-3;

    /** What is thrown off its stop more slowly stays. */
    final double[] least;

    /** What would rebound more slowly does not. */
    final double[] slow;

    /** How much velocity joints have gained in a step. */
    final double[] gained;

    private final double[] units;

    /** Of all that was seen, in units a second; gravity counts as an acceleration. */
    private double fastest;

    Rebounds(RobotModel model) {
        units = JointUnits.of(model);
        least = new double[units.length];
        slow = new double[units.length];
        gained = new double[units.length];
        double gravity = model.gravity().norm();
        for (double unit : units) {
            fastest = Math.max(fastest, Math.sqrt(gravity / unit));
        }
    }

    /**
     * Takes notice of a motion whose joints may land.
     *
     * @param steps what falls back to its stop within so many steps like the last does not rebound
     */
    void see(double[] velocities, double[] accelerations, double steps) {
        for (int k = 0; k < units.length; k++) {
            fastest = Math.max(fastest, Math.abs(velocities[k]) / units[k]);
            fastest = Math.max(fastest, Math.sqrt(Math.abs(accelerations[k]) / units[k]));
        }
        for (int k = 0; k < units.length; k++) {
            least[k] = SLOW * Math.min(1, fastest) * units[k];
            slow[k] = Math.max(least[k], 2 * steps * gained[k]);
        }
    }

    /** Lets nothing rebound until the next motion. */
    void forbid() {
        Arrays.fill(slow, Double.POSITIVE_INFINITY);
    }
}
