package dev.catena.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.testkit.RandomRobots;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RotationTest {
    private static final Rotation TILTED = Rotation.fromRollPitchYaw(0.3, -1.1, 2.4);

    @Test
    void matricesWithFewDigitsBecomeTheNearestRotation() {
        double[] rounded = TILTED.toArray();
        for (int k = 0; k < rounded.length; k++) {
            rounded[k] = Math.rint(rounded[k] * 1e7) / 1e7;
        }

        Rotation found = Rotation.fromMatrix(rounded);

        assertThat(found.orthonormalityError()).isLessThan(1e-15);
        assertThat(found.toArray()).containsExactly(TILTED.toArray(), within(1e-7));
        // nearest: what is left is a stretch, R ᵀ(M − R) symmetric
        Rotation error = found.inverse().times(raw(rounded));
        assertThat(error.xy()).isCloseTo(error.yx(), within(1e-13));
        assertThat(error.xz()).isCloseTo(error.zx(), within(1e-13));
        assertThat(error.yz()).isCloseTo(error.zy(), within(1e-13));
    }

    /** Quaternions and axes may have any length but zero, also one whose square no double holds. */
    @ParameterizedTest
    @ValueSource(doubles = {0x1p-1060, 0x1p-540, 0x1p-500, 0x1p500, 0x1p512, 0x1p1020})
    void lengthsDoNotMatter(double length) {
        Rotation expected = Rotation.fromQuaternion(0.25, -0.5, 0.75, 1.5);
        assertThat(Rotation.fromQuaternion(0.25 * length, -0.5 * length, 0.75 * length, 1.5 * length))
                .isEqualTo(expected);
        BaseMotion base = new BaseMotion().pose(0, 0, 0, 0.25 * length, -0.5 * length, 0.75 * length, 1.5 * length);
        Kinematics kinematics = new Kinematics(RandomRobots.chain(1, 1).build());
        kinematics.compute(base, new double[1], null, null, null);
        assertThat(kinematics.worldFromBody(0).rotation()).isEqualTo(expected);
        Vector3 axis = new Vector3(0.5, -0.75, 1.5);
        Vector3 scaled = axis.times(length);
        assertThat(scaled.norm()).isCloseTo(axis.norm() * length, within(1e-15 * length + Double.MIN_VALUE));
        assertThat(scaled.normalized().toArray())
                .containsExactly(axis.normalized().toArray(), within(2e-16));
        assertThatThrownBy(() -> Rotation.fromQuaternion(0, Double.NaN, 0, length))
                .hasMessageContaining("no rotation");
    }

    @Test
    void rotationsStayAsTheyAre() {
        assertThat(Rotation.fromMatrix(TILTED.toArray())).isEqualTo(TILTED);
    }

    @Test
    void matricesThatAreNoRotationsAreRefused() {
        assertThatThrownBy(() -> Rotation.fromMatrix(1, 0, 0, 0, 1, 0, 0, 0, -1))
                .hasMessageContaining("no rotation");
        assertThatThrownBy(() -> Rotation.fromMatrix(1, 1e-5, 0, 0, 1, 0, 0, 0, 1))
                .hasMessageContaining("no rotation");
        assertThatThrownBy(() -> Rotation.fromMatrix(Double.NaN, 0, 0, 0, 1, 0, 0, 0, 1))
                .hasMessageContaining("no rotation");
    }

    @Test
    void jointsOnMatricesThatAreNoRotationsAreRefused() {
        Rotation skewed = raw(1, 1e-8, 0, 0, 1, 0, 0, 0, 1);
        RobotModelBuilder builder = RobotModel.builder("skewed")
                .body(new Body("link", SpatialInertia.ZERO))
                .joint(Joint.revolute("hinge", "base", "link")
                        .with(JointGeometry.of(Pose.rotation(skewed), Vector3.Z)));

        assertThatThrownBy(builder::build)
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("hinge")
                .hasMessageContaining("misses a rotation by");
    }

    private static Rotation raw(double... m) {
        return new Rotation(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]);
    }
}
