package dev.catena.kinematics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told to a base is what its bodies have. */
class BaseMotionTest {
    private static final RobotModel ROBOT = RandomRobots.chain(3, 2).build();
    private static final double[] ZERO = new double[2];

    private static Kinematics kinematics(BaseMotion base) {
        Kinematics kinematics = new Kinematics(ROBOT);
        kinematics.compute(base, ZERO, ZERO, ZERO, ZERO);
        return kinematics;
    }

    private static double[] six(Twist twist) {
        Vector3 v = twist.linear();
        Vector3 w = twist.angular();
        return new double[] {v.x(), v.y(), v.z(), w.x(), w.y(), w.z()};
    }

    /** Half the angle about an axis; twice the quaternion is the same turn. */
    @Test
    void quaternionsAreTurnsOfTheBase() {
        for (long seed = 1; seed <= 10; seed++) {
            RandomNumbers random = new RandomNumbers(seed);
            Vector3 axis = random.vector3(1);
            axis = axis.times(1 / Math.sqrt(axis.dot(axis)));
            double angle = 0.5 + seed;
            double length = 0.3 * seed;
            double s = length * Math.sin(angle / 2);
            BaseMotion base = new BaseMotion()
                    .pose(1, -2, 3, s * axis.x(), s * axis.y(), s * axis.z(), length * Math.cos(angle / 2));
            Pose pose = kinematics(base).worldFromBody(0);
            Agreement.check(
                    "seed " + seed,
                    pose.rotation().toArray(),
                    Rotation.about(axis, angle).toArray(),
                    1e-14);
            assertThat(pose.position()).isEqualTo(new Vector3(1, -2, 3));
        }
    }

    @Test
    void quarterTurnsAreExact() {
        double h = Math.sqrt(0.5);
        List<double[]> halves = List.of(new double[] {h, 0, 0}, new double[] {0, h, 0}, new double[] {0, 0, h});
        List<Rotation> turns = List.of(
                new Rotation(1, 0, 0, 0, 0, -1, 0, 1, 0),
                new Rotation(0, 0, 1, 0, 1, 0, -1, 0, 0),
                new Rotation(0, -1, 0, 1, 0, 0, 0, 0, 1));
        for (int k = 0; k < 3; k++) {
            double[] q = halves.get(k);
            Pose pose = kinematics(new BaseMotion().pose(0, 0, 0, q[0], q[1], q[2], h))
                    .worldFromBody(0);
            Agreement.check("axis " + k, pose.rotation().toArray(), turns.get(k).toArray(), 1e-15);
        }
    }

    @Test
    void whatNamesNoMotionIsRefused() {
        double inf = Double.POSITIVE_INFINITY;
        BaseMotion base = new BaseMotion();
        assertThatThrownBy(() -> base.pose(0, 0, 0, 0, 0, 0, 0)).hasMessageContaining("names no rotation");
        assertThatThrownBy(() -> base.pose(0, 0, 0, inf, 0, 0, 0)).hasMessageContaining("names no rotation");
        assertThatThrownBy(() -> base.pose(0, 0, 0, Double.NaN, 0, 0, 1)).hasMessageContaining("names no rotation");
        for (int k = 0; k < 3; k++) {
            double[] p = new double[3];
            p[k] = inf;
            assertThatThrownBy(() -> base.pose(p[0], p[1], p[2], 0, 0, 0, 1)).hasMessageContaining("base's position");
            assertThatThrownBy(() -> base.pose(Pose.translation(p[0], p[1], p[2])))
                    .hasMessageContaining("base's pose");
        }
        for (int k = 0; k < 6; k++) {
            double[] t = new double[6];
            t[k] = Double.NaN;
            Vector3 linear = new Vector3(t[0], t[1], t[2]);
            Vector3 angular = new Vector3(t[3], t[4], t[5]);
            assertThatThrownBy(() -> base.velocityInBase(linear, angular)).hasMessageContaining("base's velocity");
            assertThatThrownBy(() -> base.accelerationInBase(linear, angular))
                    .hasMessageContaining("base's acceleration");
            assertThatThrownBy(() -> base.jerkInBase(linear, angular)).hasMessageContaining("base's jerk");
        }
        // nothing of it was taken
        Kinematics kinematics = kinematics(base);
        assertThat(kinematics.worldFromBody(0)).isEqualTo(Pose.IDENTITY);
        assertThat(six(kinematics.jerkInWorld(0))).containsOnly(0);
    }

    /** In world axes: what was told in base axes, turned; by the methods that return and by those that write. */
    @Test
    void motionOfTheBaseIsThatOfItsBody() {
        RandomNumbers random = new RandomNumbers(7);
        Rotation turn = random.rotation();
        Vector3[] told = new Vector3[6];
        for (int k = 0; k < 6; k++) {
            told[k] = random.vector3(1);
        }
        BaseMotion base = new BaseMotion()
                .pose(new Pose(turn, told[0]))
                .velocityInBase(told[0], told[1])
                .accelerationInBase(told[2], told[3])
                .jerkInBase(told[4], told[5]);
        for (BaseMotion motion : List.of(base, new BaseMotion().set(base))) {
            Kinematics kinematics = kinematics(motion);
            assertThat(kinematics.worldFromBody(0).position()).isEqualTo(told[0]);
            Agreement.check("rotation", kinematics.worldFromBody(0).rotation().toArray(), turn.toArray(), 1e-15);
            double[][] written = new double[3][6];
            kinematics.velocityInWorld(0, written[0]);
            kinematics.accelerationInWorld(0, written[1]);
            kinematics.jerkInWorld(0, written[2]);
            List<Twist> returned = List.of(
                    kinematics.velocityInWorld(0), kinematics.accelerationInWorld(0), kinematics.jerkInWorld(0));
            for (int order = 0; order < 3; order++) {
                double[] expected = six(new Twist(turn.apply(told[2 * order]), turn.apply(told[2 * order + 1])));
                Agreement.check("order " + order, written[order], expected, 1e-14);
                assertThat(six(returned.get(order))).isEqualTo(written[order]);
            }
        }
    }

    @Test
    void canBeRead() {
        Pose pose = new Pose(Rotation.about(Vector3.Y, 0.7), new Vector3(1, -2, 3));
        Twist velocity = new Twist(new Vector3(4, 5, 6), new Vector3(-7, 8, 9));
        Twist acceleration = new Twist(new Vector3(10, -11, 12), new Vector3(13, 14, 15));
        Twist jerk = new Twist(new Vector3(16, 17, -18), new Vector3(19, 20, 21));
        BaseMotion written = new BaseMotion()
                .pose(pose)
                .velocityInBase(velocity.linear(), velocity.angular())
                .accelerationInBase(acceleration.linear(), acceleration.angular())
                .jerkInBase(jerk.linear(), jerk.angular());
        for (BaseMotion base : List.of(written, new BaseMotion().set(written))) {
            assertThat(base.pose()).isEqualTo(pose);
            assertThat(base.velocityInBase()).isEqualTo(velocity);
            assertThat(base.accelerationInBase()).isEqualTo(acceleration);
            assertThat(base.jerkInBase()).isEqualTo(jerk);
        }
    }

    /** A screw at constant speed: its velocity has constant components, while its origin goes round in a helix. */
    @Test
    void spatialAccelerationIsTheRateOfComponents() {
        Vector3 omega = new Vector3(0, 0, 2);
        Vector3 v = new Vector3(3, 0, 1);
        BaseMotion base =
                new BaseMotion().velocityInBase(v, omega).spatialAccelerationInBase(Vector3.ZERO, Vector3.ZERO);
        // p = (1.5 sin 2t, 1.5 − 1.5 cos 2t, t), so that p̈ = (0, 6, 0) at the start
        assertThat(base.accelerationInBase()).isEqualTo(new Twist(new Vector3(0, 6, 0), Vector3.ZERO));
        assertThat(base.spatialAccelerationInBase()).isEqualTo(Twist.ZERO);
    }

    @Test
    void spatialAndClassicalAccelerationDifferByTheTurningVelocity() {
        Twist spatial = new Twist(new Vector3(0.25, -3, 2), new Vector3(5, 6, 7));
        Vector3 v = new Vector3(1, 2, 3);
        Vector3 omega = new Vector3(-2, 0.5, 4);
        BaseMotion base = new BaseMotion()
                .velocityInBase(v, omega)
                .spatialAccelerationInBase(spatial.linear(), spatial.angular());
        assertThat(base.accelerationInBase().linear())
                .isEqualTo(spatial.linear().plus(omega.cross(v)));
        assertThat(base.accelerationInBase().angular()).isEqualTo(spatial.angular());
        assertThat(base.spatialAccelerationInBase()).isEqualTo(spatial);
    }
}
