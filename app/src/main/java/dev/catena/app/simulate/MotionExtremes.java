package dev.catena.app.simulate;

import dev.catena.model.RobotModel;
import dev.catena.simulation.Sample;
import java.util.Arrays;
import java.util.function.Consumer;

/** How far joints and motors went, how fast, and what that took. */
public final class MotionExtremes implements Consumer<Sample> {
    final double[] least;
    final double[] most;
    final double[] speed;
    final double[] torque;
    private final EnergyRange kinetic = new EnergyRange();
    private final EnergyRange potential = new EnergyRange();
    private final EnergyRange work = new EnergyRange();
    private final int joints;

    /** Between which values an energy was, J. */
    private static final class EnergyRange {
        private double least = Double.POSITIVE_INFINITY;
        private double most = Double.NEGATIVE_INFINITY;

        void see(double energy) {
            least = Math.min(least, energy);
            most = Math.max(most, energy);
        }

        double width() {
            return Math.max(0, most - least);
        }

        double largest() {
            return Math.max(Math.abs(least), Math.abs(most));
        }
    }

    /** Arrays are by joint, then by motor of an elastic joint. */
    public MotionExtremes(RobotModel robot) {
        joints = robot.jointCount();
        int size = joints + robot.elasticJoints().size();
        least = new double[size];
        most = new double[size];
        speed = new double[size];
        torque = new double[joints];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        Arrays.fill(most, Double.NEGATIVE_INFINITY);
    }

    @Override
    public void accept(Sample sample) {
        see(0, sample.state().jointPositions(), sample.state().jointVelocities());
        see(joints, sample.state().motorPositions(), sample.state().motorVelocities());
        kinetic.see(sample.kineticEnergy());
        potential.see(sample.potentialEnergy());
        work.see(sample.state().work());
        for (int i = 0; i < joints; i++) {
            torque[i] = Math.max(torque[i], Math.abs(sample.torques()[i]));
        }
    }

    /** How much energy went to and fro, J: the most that one of motion, height, springs or drives gave or took. */
    double exchanged() {
        return Math.max(kinetic.most, Math.max(potential.width(), work.width()));
    }

    /** The largest of these numbers, whose rounding errors of energy have, J. */
    double largestEnergy() {
        return Math.max(kinetic.largest(), Math.max(potential.largest(), work.largest()));
    }

    private void see(int from, double[] positions, double[] velocities) {
        for (int i = 0; i < positions.length; i++) {
            least[from + i] = Math.min(least[from + i], positions[i]);
            most[from + i] = Math.max(most[from + i], positions[i]);
            speed[from + i] = Math.max(speed[from + i], Math.abs(velocities[i]));
        }
    }
}
