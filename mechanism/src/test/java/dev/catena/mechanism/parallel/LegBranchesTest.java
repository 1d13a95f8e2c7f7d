package dev.catena.mechanism.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Legs without a formula keep their branch over any distance, or say that they cannot. */
class LegBranchesTest {
    private static final double UPPER = 0.5;
    private static final double LOWER = 0.4;

    /** A waist, a shoulder and an elbow. */
    private static final RobotModel ARM = RobotModel.builder("arm")
            .link(Joint.revolute("waist", "base", "column"), SpatialInertia.ZERO)
            .link(
                    Joint.revolute("shoulder", "column", "upper").at(Pose.IDENTITY, new Vector3(0, -1, 0)),
                    SpatialInertia.ZERO)
            .link(
                    Joint.revolute("elbow", "upper", "lower").at(Pose.translation(UPPER, 0, 0), new Vector3(0, -1, 0)),
                    SpatialInertia.ZERO)
            .link(
                    Joint.fixed("wrist", "lower", "tip").at(Pose.translation(LOWER, 0, 0), Vector3.Z),
                    SpatialInertia.ZERO)
            .build();

    private static double[] at(Vector3 point) {
        return new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1, point.x(), point.y(), point.z()};
    }

    private static Vector3 direction(RandomNumbers random) {
        return random.vector3(1).normalized();
    }

    /** Coordinates by trigonometry, arm in front, elbow on one side. */
    private static double[] byFormula(Vector3 p, int side) {
        double out = Math.hypot(p.x(), p.y());
        double square = out * out + p.z() * p.z();
        double cosine = (square - UPPER * UPPER - LOWER * LOWER) / (2 * UPPER * LOWER);
        double elbow = side * Math.acos(cosine);
        double shoulder = Math.atan2(p.z(), out) - Math.atan2(LOWER * Math.sin(elbow), UPPER + LOWER * Math.cos(elbow));
        return new double[] {Math.atan2(p.y(), p.x()), shoulder, elbow};
    }

    /** How far the nearest and farthest points of a segment are inside of what the arm reaches. */
    private static double margin(Vector3 a, Vector3 b) {
        Vector3 d = b.minus(a);
        double t = Math.max(0, Math.min(1, -a.dot(d) / d.dot(d)));
        double nearest = a.plus(d.times(t)).norm();
        return Math.min(nearest - (UPPER - LOWER), UPPER + LOWER - Math.max(a.norm(), b.norm()));
    }

    @Test
    void anArmFollowsItsTip() {
        RandomNumbers random = new RandomNumbers(11);
        NumericalLegGeometry geometry = new NumericalLegGeometry(Leg.tiedByPoint("leg", ARM, "tip", Vector3.ZERO));
        int[] counts = new int[3];
        for (int k = 0; k < 600; k++) {
            Vector3 from = direction(random).times(random.between(0.12, 0.88));
            Vector3 to = direction(random).times(random.between(0.05, 0.95));
            int side = random.chance(0.5) ? 1 : -1;
            double margin = margin(from, to);
            if (Math.abs(margin) < 1e-6 || Math.hypot(from.x(), from.y()) < 1e-3) {
                continue;
            }
            double[] q = byFormula(from, side);
            double[] before = q.clone();
            LegStatus status = geometry.solve(at(to), q);
            boolean within = to.norm() > UPPER - LOWER && to.norm() < UPPER + LOWER;
            LegStatus expected =
                    margin > 0 ? LegStatus.REACHED : within ? LegStatus.BEYOND_SINGULARITY : LegStatus.OUT_OF_REACH;
            assertThat(status).as("%s to %s", from, to).isEqualTo(expected);
            if (margin > 0) {
                double[] exact = byFormula(to, side);
                for (int j = 0; j < 3; j++) {
                    assertThat(Math.IEEEremainder(q[j] - exact[j], 2 * Math.PI))
                            .as("joint %s from %s to %s", j, from, to)
                            .isCloseTo(0, within(1e-9));
                }
                counts[0]++;
            } else {
                assertThat(q).as("coordinates after a failure").isEqualTo(before);
                counts[within ? 1 : 2]++;
            }
        }
        assertThat(counts[0]).isGreaterThan(250);
        assertThat(counts[1]).isGreaterThan(20);
        assertThat(counts[2]).isGreaterThan(20);
    }

    /** A leg of six joints, one of them sliding, that is welded: one jump is as good as many small steps. */
    @Test
    void aWeldedLegFollowsItsTip() {
        RandomNumbers random = new RandomNumbers(12);
        int reached = 0;
        for (int robot = 0; robot < 4; robot++) {
            RobotModel model = sixJoints(random);
            NumericalLegGeometry geometry = new NumericalLegGeometry(Leg.welded("leg", model, "tip", Pose.IDENTITY));
            Kinematics kinematics = new Kinematics(model);
            for (int k = 0; k < 5; k++) {
                double[] start = random.vector(6, 2);
                kinematics.compute(start);
                Pose from = kinematics.worldFromBody(model.bodyIndex("tip"));
                Vector3 shift = random.vector3(0.15);
                Vector3 axis = direction(random);
                double angle = k == 4 ? Math.PI - 1e-9 : random.between(0.1, 1.5);
                double[] walked = start.clone();
                LegStatus end = LegStatus.REACHED;
                int steps = 400;
                for (int i = 1; i <= steps && end == LegStatus.REACHED; i++) {
                    double part = (double) i / steps;
                    end = geometry.search(pose(from, shift.times(part), Rotation.about(axis, part * angle)), walked);
                }
                double[] jumped = start.clone();
                LegStatus status = geometry.solve(pose(from, shift, Rotation.about(axis, angle)), jumped);
                if (status == LegStatus.REACHED) {
                    Agreement.check("welded leg", jumped, walked, 1e-8);
                    reached++;
                }
            }
        }
        assertThat(reached).isGreaterThan(8);
    }

    /** A turn of the tip about the last axis, however far below 180°, is one of the last joint. */
    @Test
    void aTurnAboutTheLastAxisIsOneOfTheLastJoint() {
        RandomNumbers random = new RandomNumbers(15);
        for (int robot = 0; robot < 6; robot++) {
            RobotModel model = sixJoints(random);
            NumericalLegGeometry geometry = new NumericalLegGeometry(Leg.welded("leg", model, "tip", Pose.IDENTITY));
            Kinematics kinematics = new Kinematics(model);
            double[] start = random.vector(6, 2);
            kinematics.compute(start);
            Pose from = kinematics.worldFromBody(model.bodyIndex("tip"));
            Vector3 axis =
                    from.rotation().apply(model.joints().get(5).geometry().axisInJoint());
            for (double angle : new double[] {0.5, -1.6, 1.8, -2.5, 3.1, -3.14}) {
                double[] q = start.clone();
                assertThat(geometry.solve(pose(from, Vector3.ZERO, Rotation.about(axis, angle)), q))
                        .as("robot %s, angle %s", robot, angle)
                        .isEqualTo(LegStatus.REACHED);
                double[] expected = start.clone();
                expected[5] += angle;
                Agreement.check("coordinates", q, expected, 1e-8);
            }
        }
    }

    private static RobotModel sixJoints(RandomNumbers random) {
        RobotModelBuilder builder = RobotModel.builder("six");
        for (int k = 1; k <= 6; k++) {
            Joint joint = Joint.of(
                            k == 3 ? JointKind.PRISMATIC : JointKind.REVOLUTE,
                            "joint" + k,
                            k == 1 ? "base" : "body" + (k - 1),
                            k == 6 ? "tip" : "body" + k)
                    .with(new JointGeometry(random.pose(0.4), random.vector3(1), Pose.IDENTITY));
            builder.link(joint, SpatialInertia.ZERO);
        }
        return builder.build();
    }

    private static double[] pose(Pose from, Vector3 shift, Rotation turn) {
        double[] out = Arrays.copyOf(turn.times(from.rotation()).toArray(), 12);
        Vector3 p = from.position().plus(shift);
        out[9] = p.x();
        out[10] = p.y();
        out[11] = p.z();
        return out;
    }

    private static ParallelRobot tripod(double... start) {
        ParallelRobot.Builder builder = ParallelRobot.builder("tripod")
                .platform(SpatialInertia.ZERO)
                .freedoms(PlatformFreedoms.TRANSLATIONAL)
                .home(Pose.translation(0.1, 0.05, 0.6))
                .gravity(new Vector3(0, 0, -9.81));
        for (int i = 0; i < 3; i++) {
            double angle = 2 * Math.PI * i / 3;
            Pose foot = new Pose(Rotation.aboutZ(angle), new Vector3(0.3 * Math.cos(angle), 0.3 * Math.sin(angle), 0));
            RobotModelBuilder leg = RobotModel.builder("leg" + i)
                    .link(Joint.revolute("waist" + i, "base", "column").at(foot, Vector3.Z), SpatialInertia.ZERO)
                    .link(
                            Joint.revolute("shoulder" + i, "column", "upper").at(Pose.IDENTITY, new Vector3(0, -1, 0)),
                            SpatialInertia.ZERO)
                    .link(
                            Joint.revolute("elbow" + i, "upper", "lower")
                                    .at(Pose.translation(UPPER, 0, 0), new Vector3(0, -1, 0)),
                            SpatialInertia.ZERO)
                    .link(
                            Joint.fixed("wrist" + i, "lower", "tip").at(Pose.translation(LOWER, 0, 0), Vector3.Z),
                            SpatialInertia.ZERO);
            builder.leg(Leg.tiedByPoint("leg" + i, leg.build(), "tip", Vector3.ZERO)
                    .actuatedBy("shoulder" + i)
                    .startingAt(start));
        }
        return builder.build();
    }

    /** The elbow that the start coordinates mean is that of every pose, whichever comes first. */
    @Test
    void theFirstPoseDoesNotDecideOnTheBranch() {
        RandomNumbers random = new RandomNumbers(13);
        for (int side = -1; side <= 1; side += 2) {
            ParallelRobot robot = tripod(0.1, 1.2, side * 0.8);
            ParallelKinematics used = new ParallelKinematics(robot);
            double[] q = new double[3];
            double[] again = new double[3];
            for (int k = 0; k < 40; k++) {
                Pose pose = Pose.translation(
                        random.between(-0.15, 0.15), random.between(-0.15, 0.15), random.between(0.35, 0.7));
                used.compute(pose);
                ParallelKinematics fresh = new ParallelKinematics(robot);
                fresh.compute(pose);
                for (int leg = 0; leg < 3; leg++) {
                    used.legCoordinates(leg, q);
                    fresh.legCoordinates(leg, again);
                    assertThat(Math.signum(q[2])).as("elbow").isEqualTo(side);
                    assertThat(q[2]).isCloseTo(again[2], within(1e-10));
                }
            }
        }
    }

    /** After a pose that cannot be reached, or is singular, the legs are where they were. */
    @Test
    void aFailureLeavesTheBranch() {
        ParallelKinematics kinematics = new ParallelKinematics(tripod(0.1, 1.2, -0.8));
        Pose home = Pose.translation(0.28, 0.02, 0.5);
        double[] q = new double[3];
        double[] again = new double[3];
        kinematics.compute(home);
        kinematics.legCoordinates(0, q);
        assertThatThrownBy(() -> kinematics.compute(Pose.translation(0, 0, 2)))
                .isInstanceOfSatisfying(
                        UnreachablePoseException.class,
                        e -> assertThat(e.status()).isEqualTo(LegStatus.OUT_OF_REACH));
        assertThatThrownBy(() -> kinematics.legCoordinates(0, again)).isInstanceOf(IllegalStateException.class);
        // too near to the foot of the first leg
        assertThatThrownBy(() -> kinematics.compute(Pose.translation(0.28, 0.02, -0.5)))
                .isInstanceOfSatisfying(
                        UnreachablePoseException.class,
                        e -> assertThat(e.status()).isEqualTo(LegStatus.BEYOND_SINGULARITY))
                .hasMessageContaining("passes a singular posture of the leg");
        kinematics.compute(home);
        kinematics.legCoordinates(0, again);
        Agreement.check("same branch", again, q, 1e-12);
    }

    /** The error of a turn by 180° is zero too, but the tip is not where it belongs. */
    @Test
    void aTipUpsideDownIsNotReached() {
        Leg leg = PlanarRobots.threeArms().legs().get(1);
        NumericalLegGeometry geometry = new NumericalLegGeometry(leg);
        Kinematics kinematics = new Kinematics(leg.model());
        RandomNumbers random = new RandomNumbers(14);
        for (int k = 0; k < 20; k++) {
            double[] q = {random.between(-2, 2), random.between(0.5, 2), random.between(-3, 3)};
            kinematics.compute(q);
            double[] target =
                    pose(kinematics.worldFromBody(leg.model().bodyIndex(leg.tip())), Vector3.ZERO, Rotation.IDENTITY);
            double[] over = {q[0], q[1], q[2] + Math.PI};
            assertThat(geometry.search(target, over)).isNotEqualTo(LegStatus.REACHED);
            double[] near = {q[0] + 0.1, q[1] - 0.1, q[2] + 0.2};
            assertThat(geometry.search(target, near)).isEqualTo(LegStatus.REACHED);
            Agreement.check("coordinates", near, q, 1e-9);
        }
    }

    @Test
    void whatIsNoPoseIsRefused() {
        NumericalLegGeometry geometry = new NumericalLegGeometry(Leg.tiedByPoint("leg", ARM, "tip", Vector3.ZERO));
        double[] target = at(new Vector3(0.5, 0.1, 0.2));
        double[] q = {0.1, 0.2, 0.3};
        refused(geometry, new double[11], q, "worldFromTip has length 11");
        refused(geometry, target, new double[4], "coordinates has length 4");
        double[] infinite = target.clone();
        infinite[9] = Double.POSITIVE_INFINITY;
        refused(geometry, infinite, q, "worldFromTip[9] is Infinity");
        refused(geometry, target, new double[] {0, Double.NaN, 0}, "coordinates[1] is NaN");
        assertThat(geometry.solve(target, q)).isEqualTo(LegStatus.REACHED);
    }

    private static void refused(NumericalLegGeometry geometry, double[] target, double[] q, String words) {
        assertThatThrownBy(() -> geometry.solve(target, q))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }
}
