package dev.catena.mechanism.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomNumbers;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.NormOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds that hold, and are those of the formula where they can be written down. */
class CurvatureTest {
    /** Two links of 0.5 and 0.3 m about parallel axes, and a third of 0.4 m beside them. */
    private static RobotModel planar(JointKind second, double tilt) {
        return RobotModel.builder("planar")
                .link(Joint.revolute("a", "base", "one"), SpatialInertia.ZERO)
                .link(
                        Joint.of(second, "b", "one", "two")
                                .at(
                                        new Pose(Rotation.aboutX(tilt), new Vector3(0.5, 0, 0.7)),
                                        second == JointKind.PRISMATIC ? Vector3.X : Vector3.Z),
                        SpatialInertia.ZERO)
                .link(
                        Joint.revolute("c", "base", "three").at(Pose.translation(1, 0, 0), Vector3.Z),
                        SpatialInertia.ZERO)
                .build();
    }

    private static Curvature loop(RobotModel robot, boolean turns, boolean hinge, int given) {
        Curvature curvature = new Curvature(robot, 2);
        curvature.addLoop(
                robot.bodyIndex("two"),
                Pose.translation(0.3, 0, 0.1),
                robot.bodyIndex("three"),
                Pose.translation(0.4, 0, 0),
                turns,
                hinge,
                given);
        return curvature;
    }

    /** The larger eigenvalue of ((a, b), (b, b)). */
    private static double norm(double a, double b) {
        return (a + b) / 2 + Math.sqrt((a - b) * (a - b) / 4 + b * b);
    }

    @Test
    void aHingeOfPlanarLinksBendsInThePlaneOnly() {
        Curvature curvature = loop(planar(JointKind.REVOLUTE, 0), true, true, 0);
        double expected = norm(0.8 / 2, 0.3 / 2);
        assertThat(curvature.at(new double[3], 1, 0)).isCloseTo(expected, within(1e-9));
        assertThat(curvature.at(new double[] {3, -5, 2}, 7, 4)).isCloseTo(expected, within(1e-9));
        assertThat(curvature.growth()).isCloseTo(Math.sqrt(3), within(1e-15));
        assertThat(curvature.reach()).isCloseTo(0.4, within(1e-12));
    }

    @Test
    void equationsOfRotationCountTheJointsThatTurn() {
        RobotModel robot = planar(JointKind.REVOLUTE, 0);
        double linear = norm(0.4, 0.15);
        assertThat(loop(robot, false, false, 0).at(new double[3], 1, 0)).isCloseTo(linear, within(1e-9));
        assertThat(loop(robot, true, false, 0).at(new double[3], 1, 0)).isCloseTo(Math.hypot(linear, 3), within(1e-9));
        Curvature given = loop(robot, true, false, 1);
        assertThat(given.at(new double[3], 1, 0)).isCloseTo(Math.hypot(linear, 4), within(1e-9));
        assertThat(given.growth()).isEqualTo(2);
    }

    /** Of axes that are not parallel whole distances count, of the nearest link across its own axis. */
    @Test
    void spatialLinksCountInFull() {
        RobotModel robot = planar(JointKind.REVOLUTE, 0.2);
        double last = Math.hypot(0.3, 0.1);
        double arm = 0.3;
        double first = 0.5 + last;
        assertThat(loop(robot, false, false, 0).at(new double[3], 1, 0))
                .isCloseTo(norm(first / 2, arm / 2), within(1e-9));
        assertThat(loop(robot, true, true, 0).at(new double[3], 1, 0))
                .isCloseTo(Math.hypot(norm(first / 2, arm / 2), 3), within(1e-9));
    }

    /** A slide beyond a joint that turns bends by 1, and lengthens the arm as far as it may go. */
    @Test
    void slidesGrow() {
        Curvature curvature = loop(planar(JointKind.PRISMATIC, 0), false, false, 0);
        // arms (1, 1), the slide alone does not bend
        double constant = (1 + Math.sqrt(5)) / 2;
        assertThat(curvature.reach()).isCloseTo(1, within(1e-12));
        double beta = 4;
        double around = 0.3 + 1 / (beta * constant);
        assertThat(curvature.at(new double[] {0, -0.6, 0}, beta, 0.3))
                .isCloseTo(constant + 0.6 / 2 + around, within(1e-9));
        assertThat(curvature.at(new double[3], 0, 0.3)).isCloseTo(constant + 0.3, within(1e-9));
    }

    /** Loops that share a joint add up, others do not; what lies before both chains does not count. */
    @Test
    void sharedJointsCountForEveryLoop() {
        RobotModel robot = RobotModel.builder("three")
                .link(Joint.prismatic("before", "base", "cart"), SpatialInertia.ZERO)
                .link(Joint.revolute("a", "cart", "one"), SpatialInertia.ZERO)
                .link(Joint.revolute("b", "cart", "two").at(Pose.translation(3, 0, 0), Vector3.Z), SpatialInertia.ZERO)
                .link(
                        Joint.revolute("c", "cart", "three").at(Pose.translation(0, 3, 0), Vector3.Z),
                        SpatialInertia.ZERO)
                .build();
        Curvature curvature = new Curvature(robot, 1);
        Pose end = Pose.translation(2, 0, 0);
        curvature.addLoop(robot.bodyIndex("one"), end, robot.bodyIndex("two"), end, false, false, 0);
        assertThat(curvature.at(new double[4], 1, 0)).isCloseTo(2, within(1e-9));
        assertThat(curvature.growth()).isEqualTo(Math.sqrt(2));
        curvature.addLoop(robot.bodyIndex("one"), end, robot.bodyIndex("three"), end, false, false, 0);
        assertThat(curvature.at(new double[4], 1, 0)).isCloseTo(2 * Math.sqrt(2), within(1e-9));
        assertThat(curvature.at(new double[] {9, 0, 0, 0}, 1, 5)).isCloseTo(2 * Math.sqrt(2), within(1e-9));
    }

    @Test
    void slidesAloneDoNotBend() {
        RobotModel robot = RobotModel.builder("cart")
                .link(Joint.prismatic("x", "base", "one").at(Pose.IDENTITY, Vector3.X), SpatialInertia.ZERO)
                .link(Joint.prismatic("y", "one", "two").at(Pose.IDENTITY, Vector3.Y), SpatialInertia.ZERO)
                .build();
        Curvature curvature = new Curvature(robot, 1);
        curvature.addLoop(2, Pose.IDENTITY, 0, Pose.IDENTITY, true, false, 0);
        assertThat(curvature.at(new double[] {3, 4}, 2, 1)).isZero();
    }

    /** No difference of Jacobians of a random chain is larger than the bound. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void noJacobianChangesFaster(long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        int n = 5;
        RobotModelBuilder builder = RobotModel.builder("chain");
        for (int k = 1; k <= n; k++) {
            builder.link(
                    Joint.of(
                                    random.chance(0.3) ? JointKind.PRISMATIC : JointKind.REVOLUTE,
                                    "joint" + k,
                                    k == 1 ? "base" : "body" + (k - 1),
                                    "body" + k)
                            .with(new JointGeometry(random.pose(0.5), random.vector3(1), Pose.IDENTITY)),
                    SpatialInertia.ZERO);
        }
        RobotModel robot = builder.build();
        double length = 0.8;
        Curvature curvature = new Curvature(robot, length);
        curvature.addLoop(n, Pose.IDENTITY, 0, Pose.IDENTITY, false, false, 0);
        double closest = 0;
        for (int trial = 0; trial < 200; trial++) {
            double[] q = random.vector(n, 2);
            double[] step = random.vector(n, 1e-4);
            double size = 0;
            double[] moved = q.clone();
            for (int k = 0; k < n; k++) {
                boolean slides = robot.movingJoints().get(k).kind() == JointKind.PRISMATIC;
                moved[k] += step[k] * (slides ? length : 1);
                size += step[k] * step[k];
            }
            DMatrixRMaj change = jacobian(robot, moved, length);
            org.ejml.dense.row.CommonOps_DDRM.subtractEquals(change, jacobian(robot, q, length));
            double rate = NormOps_DDRM.normP2(change) / Math.sqrt(size);
            double bound = curvature.at(q, 1e9, 1e-3);
            assertThat(rate).isLessThan(bound);
            closest = Math.max(closest, rate / bound);
        }
        assertThat(closest).as("not idle").isGreaterThan(0.1);
    }

    private static DMatrixRMaj jacobian(RobotModel robot, double[] q, double length) {
        int n = q.length;
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(q);
        double[] all = new double[6 * n];
        new Jacobian(robot).compute(kinematics, n, all);
        DMatrixRMaj linear = new DMatrixRMaj(3, n);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < n; c++) {
                boolean slides = robot.movingJoints().get(c).kind() == JointKind.PRISMATIC;
                linear.set(r, c, all[r * n + c] * (slides ? 1 : 1 / length));
            }
        }
        return linear;
    }
}
