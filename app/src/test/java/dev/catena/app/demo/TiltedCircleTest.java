package dev.catena.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TiltedCircleTest {
    private static final TiltedCircle MOTION = new TiltedCircle(new Vector3(0.1, 0, 0.7), 0.15, 0.3, 2, 4);

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.9, 1.7, 3.2, 3.8})
    void velocitiesAndAccelerationsAreDerivatives(double t) {
        double h = 1e-5;
        double[] velocity = new double[6];
        double[] acceleration = new double[6];
        double[] earlier = new double[6];
        double[] later = new double[6];
        double[] unused = new double[6];
        Pose at = MOTION.at(t, velocity, acceleration);
        Pose before = MOTION.at(t - h, earlier, unused);
        Pose after = MOTION.at(t + h, later, unused);
        Vector3 v = after.position().minus(before.position()).times(1 / (2 * h));
        // R(t + h) R(t − h)ᵀ is a small turn about ω
        Rotation turn = after.rotation().times(before.rotation().inverse());
        Vector3 omega =
                new Vector3(turn.zy() - turn.yz(), turn.xz() - turn.zx(), turn.yx() - turn.xy()).times(1 / (4 * h));
        double[] expected = {v.x(), v.y(), v.z(), omega.x(), omega.y(), omega.z()};
        for (int k = 0; k < 6; k++) {
            assertThat(velocity[k]).isCloseTo(expected[k], within(1e-7));
            assertThat(acceleration[k]).isCloseTo((later[k] - earlier[k]) / (2 * h), within(1e-6));
        }
        assertThat(at.rotation().axisZ().norm()).isCloseTo(1, within(1e-12));
    }
}
