package dev.catena.sensitivity;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.OwnArrays;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.AppliedLoad.Variable;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Matrices that are written are arrays of their own, where lengths would allow others. */
class OwnMatricesTest {
    private static final RobotModel ONE = RandomRobots.chain(1, 1).build();

    @Test
    void ofOneJoint() {
        TorqueSensitivity torques = new TorqueSensitivity(ONE);
        OwnArrays.of()
                .in(1, "q", "qd", "qdd")
                .out(1, "byPositionOut", "byVelocityOut", "byAccelerationOut")
                .check(a -> torques.compute(a[0], a[1], a[2], a[3], a[4], a[5]));
        AccelerationSensitivity accelerations = new AccelerationSensitivity(ONE);
        OwnArrays.of()
                .in(1, "q", "qd", "tau")
                .out(1, "byPositionOut", "byVelocityOut", "byTorqueOut")
                .check(a -> accelerations.compute(a[0], a[1], a[2], a[3], a[4], a[5]));
        ForceRateSensitivity rates = new ForceRateSensitivity(ONE);
        OwnArrays.of()
                .in(1, "q", "qd", "qdd", "qddd")
                .out(1, "byPositionOut", "byVelocityOut", "byAccelerationOut", "byJerkOut")
                .check(a -> rates.compute(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]));
    }

    /** With three joints the derivatives of loads are as long as the matrices that are written. */
    @Test
    void derivativesOfLoadsAreInputs() {
        RobotModel three = RandomRobots.chain(3, 3).build();
        TorqueSensitivity torques = new TorqueSensitivity(three);
        double[] q = {0.1, 0.2, 0.3};
        for (Variable variable : Variable.values()) {
            for (int part = 0; part < 3; part++) {
                double[][] derivative = new double[3][];
                derivative[part] = new double[9];
                AppliedLoad load =
                        new AppliedLoad(three, 3).derivative(variable, derivative[0], derivative[1], derivative[2]);
                for (int out = 0; out < 3; out++) {
                    double[][] outputs = new double[3][9];
                    outputs[out] = derivative[part];
                    String words = "the derivative of a load's "
                            + List.of("force", "moment", "point").get(part);
                    assertThatThrownBy(() -> torques.compute(
                                    null, q, q, q, null, List.of(load), outputs[0], outputs[1], outputs[2]))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("same array")
                            .hasMessageContaining(words);
                }
            }
        }
    }
}
