package dev.catena.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.MassMatrix;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.sensitivity.TorqueSensitivity;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModerateNumbersTest {
    /** Deep enough that matrices are computed row by row. */
    private static final int JOINTS = 24;

    /** Every fourth joint slides; inertias, friction and gravity are of the size of masses. */
    private static RobotModel robot(double mass, double length) {
        InertiaTensor tensor = new InertiaTensor(mass, 0.1 * mass, 0, mass, 0, mass);
        SpatialInertia inertia = new SpatialInertia(mass, new Vector3(0.3, 0.2, 0.1), tensor);
        RobotModelBuilder builder =
                RobotModel.builder("robot").gravity(0, 0, -mass).base("body0", inertia);
        for (int i = 1; i <= JOINTS; i++) {
            Pose place = new Pose(Rotation.about(new Vector3(1, i % 3, 0.5), 0.7), new Vector3(length, 0, length));
            Joint joint = i % 4 == 0
                    ? Joint.prismatic("joint" + i, "body" + (i - 1), "body" + i)
                    : Joint.revolute("joint" + i, "body" + (i - 1), "body" + i);
            builder.link(
                    joint.with(new JointGeometry(place, Vector3.Z, Pose.IDENTITY))
                            .with(Friction.of(0, mass)),
                    inertia);
        }
        return builder.build();
    }

    private static double[] filled(int length, double value) {
        double[] x = new double[length];
        Arrays.fill(x, value);
        return x;
    }

    private static BaseMotion base(double size) {
        return new BaseMotion()
                .velocityInBase(size, size, size, size, size, size)
                .accelerationInBase(size, size, size, size, size, size);
    }

    private static double[][] compute(RobotModel robot, double size) {
        int n = 6 + JOINTS;
        double[] x = filled(JOINTS, size);
        double[][] out = new double[4][n * n];
        new MassMatrix(robot.withFloatingBase()).computeFloating(x, out[0]);
        new TorqueSensitivity(robot.withFloatingBase())
                .computeFloating(base(size), x, x, x, null, List.of(), out[1], out[2], out[3]);
        return out;
    }

    /** Robots and motions near the bound. */
    @ParameterizedTest
    @CsvSource({"1e21, 1", "1, 1e10"})
    void moderateNumbersDoNotOverflow(double mass, double length) {
        RobotModel robot = robot(mass, length);
        assertThat(new MovingTree(robot).moderate).isTrue();
        assertThat(new MovingTree(robot(1e6 * mass, length)).moderate).isFalse();
        double rate = 1e25 / (4 * JOINTS);
        double[] x = filled(JOINTS, rate);
        assertThat(ModerateNumbers.are(x, x, x)).isTrue();
        for (double[] matrix : compute(robot, rate)) {
            for (double entry : matrix) {
                assertThat(entry).isFinite();
            }
        }
    }

    @Test
    void largerNumbersAreNotModerate() {
        double[] x = filled(JOINTS, 1);
        double[] large = filled(JOINTS, 1e25);
        assertThat(ModerateNumbers.are(x)).isTrue();
        assertThat(ModerateNumbers.are(large)).isFalse();
        assertThat(ModerateNumbers.are(large, x, x)).isFalse();
        assertThat(ModerateNumbers.are(x, large, x)).isFalse();
        assertThat(ModerateNumbers.are(x, x, large)).isFalse();
        assertThat(ModerateNumbers.are(x, filled(JOINTS, Double.NaN), x)).isFalse();
        assertThat(ModerateNumbers.are(MovingBase.of(base(1)))).isTrue();
        assertThat(ModerateNumbers.are(MovingBase.of(base(1e25)))).isFalse();
    }

    /** Wherever it is, in vectors of any length. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void oneLargeNumberIsNoticed(int length) {
        for (int k = 0; k < length; k++) {
            double[] x = filled(length, 1);
            double[] large = filled(length, 1);
            large[k] = -1e26;
            assertThat(ModerateNumbers.are(large)).isFalse();
            assertThat(ModerateNumbers.are(large, x, x)).isFalse();
            assertThat(ModerateNumbers.are(x, large, x)).isFalse();
            assertThat(ModerateNumbers.are(x, x, large)).isFalse();
        }
    }

    /** A robot whose matrices overflow is still found out, and so is one whose motion is to blame. */
    @Test
    void whatOverflowsIsNoAnswer() {
        double[] out = new double[JOINTS * JOINTS];
        double[] x = filled(JOINTS, 1);
        assertThatThrownBy(() -> new MassMatrix(robot(1e110, 1e110)).compute(x, out))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("matrixOut");
        assertThatThrownBy(() -> compute(robot(1, 1), 1e110)).isInstanceOf(NumericalException.class);
        double[] qd = filled(JOINTS, 1e160);
        assertThatThrownBy(() -> new TorqueSensitivity(robot(1, 1))
                        .compute(x, qd, x, out, new double[out.length], new double[out.length]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("by");
    }
}
