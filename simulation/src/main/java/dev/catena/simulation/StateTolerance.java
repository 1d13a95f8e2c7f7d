package dev.catena.simulation;

import dev.catena.model.Extent;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.List;

/**
 * The absolute error that an adaptive step may have, number by number: as told, of lengths and energies in the robot's own units where
 * these are less than a meter and a joule. A robot of micrometers would move coarsely else, however small the tolerance looks.
 */
final class StateTolerance {
    /** Of the robot's length: limits of slides that are nearer to each other say nothing of how it moves. */
    private static final double NARROWEST = 1e-6;

    private StateTolerance() {}

    /** In the order of {@link State#copyTo}. */
    static double[] of(RobotModel model, State like, double tolerance) {
        Extent extent = Extent.of(model);
        double least = NARROWEST * extent.length();
        double[] joints = Arrays.stream(JointUnits.of(model))
                .map(unit -> tolerance * Math.min(1, Math.max(unit, least)))
                .toArray();
        double[] motors = model.elasticJoints().stream()
                .mapToDouble(joint -> joints[model.coordinate(joint.name())])
                .toArray();
        double ofLength = tolerance * Math.min(1, extent.length());
        double energy = model.totalMass() * extent.length() * extent.length();
        State allowed = like.copy();
        for (double[] each : List.of(allowed.jointPositions(), allowed.jointVelocities())) {
            System.arraycopy(joints, 0, each, 0, joints.length);
        }
        for (double[] each : List.of(allowed.motorPositions(), allowed.motorVelocities())) {
            System.arraycopy(motors, 0, each, 0, motors.length);
        }
        allowed.work(tolerance * (energy > 0 ? Math.min(1, energy) : 1));
        Arrays.fill(allowed.basePositionInWorld(), ofLength);
        Arrays.fill(allowed.baseOrientation(), tolerance);
        Arrays.fill(allowed.baseVelocityInBase(), 0, 3, ofLength);
        Arrays.fill(allowed.baseVelocityInBase(), 3, 6, tolerance);
        double[] numbers = new double[like.dimension()];
        allowed.copyTo(numbers);
        return numbers;
    }
}
