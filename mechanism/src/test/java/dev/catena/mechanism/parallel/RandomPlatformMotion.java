package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.Random;

/** A pose near home, velocities and accelerations, in the freedoms of a robot. */
final class RandomPlatformMotion {
    final Pose pose;
    final double[] velocity;
    final double[] acceleration;

    RandomPlatformMotion(ParallelRobot robot, long seed) {
        Random random = new Random(seed);
        PlatformFreedoms freedoms = robot.freedoms();
        int m = freedoms.count();
        velocity = new double[m];
        acceleration = new double[m];
        double[] step = new double[6];
        for (int k = 0; k < m; k++) {
            int c = freedoms.coordinate(k);
            step[c] = (c < 3 ? 0.05 : 0.2) * random.nextGaussian();
            velocity[k] = 0.5 * random.nextGaussian();
            acceleration[k] = 3 * random.nextGaussian();
        }
        Vector3 turn = new Vector3(step[3], step[4], step[5]);
        Rotation rotation = turn.norm() == 0 ? Rotation.IDENTITY : Rotation.about(turn, turn.norm());
        pose = new Pose(
                rotation.times(robot.home().rotation()),
                robot.home().position().plus(new Vector3(step[0], step[1], step[2])));
    }

    double[] efforts(ParallelRobot robot) {
        double[] efforts = new double[robot.actuatorCount()];
        new ParallelInverseDynamics(robot).compute(pose, velocity, acceleration, efforts);
        return efforts;
    }
}
