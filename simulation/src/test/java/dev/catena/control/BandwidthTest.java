package dev.catena.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.model.Drive;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Spring;
import dev.catena.simulation.Controller;
import dev.catena.simulation.State;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import org.junit.jupiter.api.Test;

class BandwidthTest {
    private static final double W = 7;
    private static final RobotModel ROBOT = RandomRobots.chain(5, 3).build().withoutFriction();
    private static final double[] POSTURE = {0.3, -0.8, 1.2};

    /** What a law asks for at the posture, off its goal by an error and with a velocity, beyond what gravity takes. */
    private static double[] correction(Controller law, double[] velocity) {
        double[] torque = new double[3];
        law.torque(0, new State(ROBOT).jointPositions(POSTURE).jointVelocities(velocity), torque);
        double[] bias = new double[3];
        new InverseDynamics(ROBOT).gravity(POSTURE, bias);
        for (int i = 0; i < 3; i++) {
            torque[i] -= bias[i];
        }
        return torque;
    }

    @Test
    void proportionalControlIsCriticallyDampedAtThePosture() {
        double[] goal = {0.4, -0.8, 1};
        double[] velocity = {0.5, 0.1, -0.2};
        double[] matrix = new double[9];
        new MassMatrix(ROBOT).compute(POSTURE, matrix);
        double[] found =
                correction(new Bandwidth(ROBOT, W, POSTURE).gravityCompensatedPd(Trajectory.hold(goal)), velocity);
        for (int i = 0; i < 3; i++) {
            double wanted = matrix[4 * i] * (W * W * (goal[i] - POSTURE[i]) - 2 * W * velocity[i]);
            assertThat(found[i]).isCloseTo(wanted, within(1e-11));
        }
    }

    @Test
    void computedTorqueTakesTheModelForInertias() {
        double[] goal = {0.4, -0.8, 1};
        double[] matrix = new double[9];
        new MassMatrix(ROBOT).compute(POSTURE, matrix);
        double[] found =
                correction(new Bandwidth(ROBOT, W, POSTURE).computedTorque(Trajectory.hold(goal)), new double[3]);
        for (int i = 0; i < 3; i++) {
            double wanted = 0;
            for (int j = 0; j < 3; j++) {
                wanted += matrix[3 * i + j] * W * W * (goal[j] - POSTURE[j]);
            }
            assertThat(found[i]).isCloseTo(wanted, within(1e-10));
        }
    }

    /** A joint behind a spring brings its motor along, one without has it in its own inertia. */
    @Test
    void motorsBehindSpringsCountForTheirJoints() {
        RobotModelBuilder builder = ROBOT.toBuilder();
        for (int k = 0; k < 3; k++) {
            Drive drive = Drive.reflected(0.2 + 0.3 * k);
            builder.replace(ROBOT.movingJoints().get(k).with(k == 1 ? drive : drive.with(Spring.of(90))));
        }
        RobotModel robot = builder.build();
        double[] matrix = new double[9];
        new MassMatrix(robot.withoutSprings()).compute(POSTURE, matrix);
        double[] found = new ElasticModel(robot, List.of()).inertias(new State(robot).jointPositions(POSTURE));
        for (int k = 0; k < 3; k++) {
            assertThat(found[k]).isCloseTo(matrix[4 * k], within(1e-12));
        }
    }

    @Test
    void aBandwidthIsAboveZero() {
        for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Bandwidth(ROBOT, bad, POSTURE))
                    .withMessageContaining("bandwidth");
        }
    }

    /** The jerk is the derivative of the acceleration, and nothing outside of the move. */
    @Test
    void quinticsHaveAJerk() {
        QuinticTrajectory move = new QuinticTrajectory(new double[] {1}, new double[] {3}, 0.5, 2);
        double[] unused = new double[1];
        double[] velocity = new double[1];
        double[] acceleration = new double[1];
        double[] jerk = new double[1];
        for (double time : new double[] {0.5, 0.9, 1.5, 2.3, 2.5}) {
            move.at(time, unused, velocity, acceleration, jerk);
            double s = (time - 0.5) / 2;
            assertThat(jerk[0]).isCloseTo(2 * (60 - 360 * s + 360 * s * s) / 8, within(1e-13));
        }
        move.at(0.4, unused, velocity, acceleration, jerk);
        assertThat(jerk[0]).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> move.at(1, unused, velocity, acceleration, velocity));
        assertThatIllegalArgumentException().isThrownBy(() -> move.at(1, unused, velocity, acceleration, acceleration));
    }
}
