package dev.catena.sensitivity;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Efforts and accelerations are quadratic in velocities, so that differences over long steps are derivatives. */
class SpatialDerivativesTest {
    private static final RobotModel ROBOT =
            RandomRobots.chain(11, 4).baseInertia().build().withoutFriction().withFloatingBase();
    private static final int N = ROBOT.jointCount();
    private static final int SIZE = 6 + N;

    private final RandomNumbers random = new RandomNumbers(3);
    private final double[] q = random.vector(N, 2);
    private final double[] velocity = random.vector(SIZE, 1);
    private final double[] acceleration = random.vector(SIZE, 1);
    private final double[] tau = random.vector(N, 3);

    private static Vector3 three(double[] numbers, int first) {
        return new Vector3(numbers[first], numbers[first + 1], numbers[first + 2]);
    }

    private static double[] joints(double[] numbers) {
        return Arrays.copyOfRange(numbers, 6, SIZE);
    }

    private BaseMotion base(double[] v) {
        return new BaseMotion()
                .velocityInBase(three(v, 0), three(v, 3))
                .spatialAccelerationInBase(three(acceleration, 0), three(acceleration, 3));
    }

    private double[] efforts(double[] v) {
        InverseDynamics dynamics = new InverseDynamics(ROBOT);
        double[] wrench = new double[6];
        double[] out = new double[N];
        dynamics.compute(base(v), q, joints(v), joints(acceleration), null, out);
        dynamics.jointWrenchInBody(0, wrench);
        return joined(wrench, out);
    }

    private double[] accelerations(double[] v) {
        double[] classical = new double[6];
        double[] out = new double[N];
        ForwardDynamics.of(ROBOT).computeFloating(base(v), q, joints(v), tau, null, classical, out);
        Twist spatial = base(v).spatial(new Twist(three(classical, 0), three(classical, 3)));
        return joined(joined(spatial.linear().toArray(), spatial.angular().toArray()), out);
    }

    private static double[] joined(double[] a, double[] b) {
        double[] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        return all;
    }

    private interface Result {
        double[] at(double[] velocity);
    }

    private double[] differences(Result result) {
        double[] matrix = new double[SIZE * SIZE];
        for (int k = 0; k < SIZE; k++) {
            double[] more = velocity.clone();
            double[] less = velocity.clone();
            more[k] += 1;
            less[k] -= 1;
            double[] above = result.at(more);
            double[] below = result.at(less);
            for (int row = 0; row < SIZE; row++) {
                matrix[row * SIZE + k] = (above[row] - below[row]) / 2;
            }
        }
        return matrix;
    }

    @Test
    void effortsAtConstantSpatialAcceleration() {
        double[][] m = new double[3][SIZE * SIZE];
        new TorqueSensitivity(ROBOT)
                .computeFloating(
                        base(velocity), q, joints(velocity), joints(acceleration), null, List.of(), m[0], m[1], m[2]);
        double[] spatial = new double[SIZE * SIZE];
        new SpatialDerivatives(ROBOT).ofTorques(base(velocity), m[1], m[2], spatial);
        Agreement.check("efforts by velocity", spatial, differences(this::efforts), 1e-11);
    }

    @Test
    void spatialAccelerationsOfTheBase() {
        double[] byPosition = new double[SIZE * SIZE];
        double[] byVelocity = new double[SIZE * SIZE];
        new AccelerationSensitivity(ROBOT)
                .computeFloating(
                        base(velocity), q, joints(velocity), tau, null, byPosition, byVelocity, new double[SIZE * N]);
        double[] spatial = new double[SIZE * SIZE];
        new SpatialDerivatives(ROBOT).ofAccelerations(base(velocity), byVelocity, spatial);
        Agreement.check("accelerations by velocity", spatial, differences(this::accelerations), 1e-11);
    }

    @Test
    void fixedBasesHaveNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SpatialDerivatives(ROBOT.withFixedBase())
                        .ofAccelerations(base(velocity), new double[SIZE * SIZE], new double[SIZE * SIZE]))
                .withMessageContaining(ROBOT.name())
                .withMessageContaining("withFloatingBase");
    }
}
