package dev.catena.drive;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Spring;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A robot with a joint behind a spring, one that follows it, and rigid ones. */
class CoupledElasticTest {
    private static RobotModel robot(long seed, boolean followsElastic) {
        RobotModel tree = RandomRobots.tree(seed, 5)
                .prismaticShare(0.3)
                .friction()
                .reflectedInertia()
                .build();
        RobotModelBuilder builder = tree.toBuilder();
        Joint elastic = tree.movingJoints().get(1);
        builder.replace(elastic.with(elastic.drive().with(Spring.of(300))));
        builder.coupling(tree.jointNames().get(3), tree.jointNames().get(followsElastic ? 1 : 2), -0.8, 0.4);
        return builder.build();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void forwardUndoesInverse(long seed) {
        RobotModel robot = robot(seed, true);
        ElasticCoordinates coordinates = new ElasticCoordinates(robot);
        int size = coordinates.size();
        RandomNumbers random = new RandomNumbers(seed);
        double[] q = random.vector(size, 0.5);
        double[] qd = random.vector(size, 1);
        double[] qdd = random.vector(size, 2);
        // [q; θ] rows without springs, in the coordinates of four joints and one motor
        double[] rows = new double[size];
        InverseDynamics.withFreeMotors(robot).compute(q, qd, qdd, rows);
        double[][] series = new double[1][size];
        new TaylorInverseDynamics(robot, 0).compute(new double[][] {q, qd, qdd}, series);
        Agreement.check("rows by series, seed " + seed, series[0], rows, 1e-12);

        // the torque that makes the motor's row, and accelerations under it
        double[] tau = new double[coordinates.jointCount()];
        System.arraycopy(rows, 0, tau, 0, tau.length);
        int k = coordinates.jointOfMotor(0);
        tau[k] = rows[coordinates.jointCount()] + coordinates.springEffort(0, q);
        double[] out = new double[size];
        new ElasticForwardDynamics(robot).compute(q, qd, tau, out);
        double[] again = new double[size];
        InverseDynamics.withFreeMotors(robot).compute(q, qd, out, again);
        double[] expected = new double[size];
        System.arraycopy(tau, 0, expected, 0, tau.length);
        expected[k] = coordinates.springEffort(0, q);
        expected[size - 1] = rows[size - 1];
        Agreement.check("rows at the accelerations, seed " + seed, again, expected, 1e-9);

        double[] M = new double[size * size];
        MassMatrix.withFreeMotors(robot).compute(q, M);
        double[] product = new double[size];
        InverseDynamics.withFreeMotors(robot).massTimes(q, qdd, rows);
        for (int r = 0; r < size; r++) {
            for (int c = 0; c < size; c++) {
                product[r] += M[r * size + c] * qdd[c];
            }
        }
        Agreement.check("A a, seed " + seed, product, rows, 1e-12);
    }

    @Test
    void feedForwardKnowsFollowersOfRigidJointsOnly() {
        assertThatThrownBy(() -> new ElasticFeedForward(robot(1, true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("which is behind a spring");
        RobotModel robot = robot(1, false);
        ElasticFeedForward feedForward = new ElasticFeedForward(robot);
        int n = robot.jointCount();
        double[][] joints = new double[feedForward.order() + 1][];
        for (int d = 0; d < joints.length; d++) {
            joints[d] = new RandomNumbers(d + 1).vector(n, 1);
        }
        double[] q = new double[n + 1];
        double[] qd = new double[n + 1];
        double[] qdd = new double[n + 1];
        double[] tau = new double[n];
        feedForward.compute(joints, q, qd, qdd, tau);
        double[] again = new double[n];
        new ElasticInverseDynamics(robot).compute(q, qd, qdd, again);
        Agreement.check("torques", tau, again, 1e-9);
    }
}
