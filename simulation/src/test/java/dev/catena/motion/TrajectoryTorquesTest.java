package dev.catena.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.motion.LimitViolation.Kind;
import org.junit.jupiter.api.Test;

class TrajectoryTorquesTest {
    private static final RobotModel ROBOT = RobotModel.builder("arm")
            .link(
                    Joint.revolute("shoulder", "base", "link").with(new JointLimits(-1, 2, 3, 4, 5)),
                    SpatialInertia.aboutCenterOfMass(1, Vector3.X, InertiaTensor.diagonal(1, 1, 1)))
            .build();

    private static double[] one(double value) {
        return new double[] {value};
    }

    private static TrajectoryTorques along(double[][] samples) {
        TrajectoryTorques torques = new TrajectoryTorques(ROBOT, samples.length);
        for (int k = 0; k < samples.length; k++) {
            double[] x = samples[k];
            torques.add(0.1 * k, one(x[0]), one(x[1]), one(7), one(8), one(x[2]), one(x[3]));
        }
        return torques;
    }

    @Test
    void stretchesBeyondLimitsAreFoundWithTheirWorstSample() {
        TrajectoryTorques torques = along(new double[][] {
            {2, -3, 4, -5}, {2.1, 3.5, -4.5, -6}, {2.3, -3.25, 0, 5}, {1, 0, 4.25, 0}, {-1.5, 0, 0, 5.5},
        });
        assertThat(torques.violations())
                .containsExactly(
                        new LimitViolation("shoulder", Kind.LOWER_POSITION, 4, 4, 4, -1.5, -1),
                        new LimitViolation("shoulder", Kind.UPPER_POSITION, 1, 2, 2, 2.3, 2),
                        new LimitViolation("shoulder", Kind.VELOCITY, 1, 2, 1, 3.5, 3),
                        new LimitViolation("shoulder", Kind.EFFORT, 1, 1, 1, -4.5, 4),
                        new LimitViolation("shoulder", Kind.EFFORT, 3, 3, 3, 4.25, 4),
                        new LimitViolation("shoulder", Kind.EFFORT_RATE, 1, 1, 1, -6, 5),
                        new LimitViolation("shoulder", Kind.EFFORT_RATE, 4, 4, 4, 5.5, 5));
        assertThat(TrajectoryTorques.peak(torques.torque(0))).isEqualTo(1);
        assertThat(TrajectoryTorques.peak(new double[] {-2, 2})).isZero();
    }

    @Test
    void seriesAreThoseThatWereAdded() {
        TrajectoryTorques torques = new TrajectoryTorques(ROBOT, 3);
        torques.add(0.5, one(1), one(2), one(3), one(4), one(5), one(6));
        assertThat(torques.times()).containsExactly(0.5);
        assertThat(torques.position(0)).containsExactly(1);
        assertThat(torques.velocity(0)).containsExactly(2);
        assertThat(torques.acceleration(0)).containsExactly(3);
        assertThat(torques.jerk(0)).containsExactly(4);
        assertThat(torques.torque(0)).containsExactly(5);
        assertThat(torques.torqueRate(0)).containsExactly(6);
        assertThat(torques.robot()).isSameAs(ROBOT);
    }

    @Test
    void whatIsNoSampleIsRefused() {
        TrajectoryTorques torques = along(new double[][] {{0, 0, 0, 0}});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> torques.add(1, one(0), one(0), one(0), one(0), one(0), one(0)))
                .withMessage("sample 2 of 1");
        TrajectoryTorques other = new TrajectoryTorques(ROBOT, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> other.add(1, one(0), one(0), one(0), one(0), one(Double.NaN), one(0)))
                .withMessageContaining("shoulder at sample 0 (1.0 s)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> other.add(1, one(0), one(0), one(0), one(0), one(0), one(Double.POSITIVE_INFINITY)))
                .withMessageContaining("rate Infinity");
        assertThat(other.times()).isEmpty();
    }
}
