package dev.catena.mechanism.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.ModelException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Robots are what their builders were told, freedoms permit what they name, and measures are those of known matrices. */
class DescriptionsTest {
    private static final Pose SOMEWHERE =
            new Pose(Rotation.about(new Vector3(1, 2, 3), 0.7), new Vector3(0.3, -0.2, 0.5));

    /** A step along or about a world axis, through the platform's origin. */
    private static Pose moved(Pose from, int coordinate, double by) {
        Vector3[] axes = {Vector3.X, Vector3.Y, Vector3.Z};
        return coordinate < 3
                ? new Pose(from.rotation(), from.position().plus(axes[coordinate].times(by)))
                : new Pose(Rotation.about(axes[coordinate - 3], by).times(from.rotation()), from.position());
    }

    @ParameterizedTest
    @EnumSource
    void freedomsPermitTheirMotionsOnly(PlatformFreedoms freedoms) {
        int[] own =
                IntStream.range(0, freedoms.count()).map(freedoms::coordinate).toArray();
        Pose all = SOMEWHERE;
        for (int c = 0; c < 6; c++) {
            int coordinate = c;
            boolean permitted = Arrays.stream(own).anyMatch(k -> k == coordinate);
            for (Pose home : new Pose[] {SOMEWHERE, Pose.IDENTITY}) {
                assertThat(freedoms.permit(home, moved(home, c, 1e-3)))
                        .as("%s, %s", freedoms, c)
                        .isEqualTo(permitted);
                assertThat(freedoms.permit(home, moved(home, c, 1e-10))).isTrue();
            }
            all = permitted ? moved(all, c, 0.4) : all;
        }
        assertThat(freedoms.permit(SOMEWHERE, all)).isTrue();
        double[] twist = {9, 9, 9, 9, 9, 9};
        double[] reduced =
                IntStream.range(0, own.length).mapToDouble(k -> k + 1).toArray();
        freedoms.expand(reduced, twist);
        assertThat(Arrays.stream(twist).sum()).isEqualTo(own.length * (own.length + 1) / 2.0);
        double[] back = new double[own.length + 1];
        freedoms.project(twist, back, 1);
        assertThat(Arrays.copyOfRange(back, 1, back.length)).containsExactly(reduced);
    }

    /** J⁻¹ = diag(2, 3, 0.5; 8, 4, 6), rotations measured at 2 m. */
    @Test
    void singularValuesOfADiagonal() {
        double[] diagonal = {2, 3, 0.5, 8, 4, 6};
        double[] matrix = new double[36];
        for (int k = 0; k < 6; k++) {
            matrix[7 * k] = diagonal[k];
        }
        SingularityMeasure measure = SingularityMeasure.of(matrix, 6, PlatformFreedoms.SPATIAL, 2);
        assertThat(measure.smallestSingularValue()).isCloseTo(0.5, within(1e-15));
        assertThat(measure.largestSingularValue()).isCloseTo(4, within(1e-14));
        assertThat(measure.condition()).isCloseTo(8, within(1e-13));
        assertThat(measure.characteristicLength()).isEqualTo(2);
        assertThat(Math.abs(measure.weakestMotion().linear().z())).isCloseTo(1, within(1e-15));
        matrix[7 * 4] = 0.2;
        SingularityMeasure turning = SingularityMeasure.of(matrix, 6, PlatformFreedoms.SPATIAL, 2);
        assertThat(turning.smallestSingularValue()).isCloseTo(0.1, within(1e-15));
        assertThat(Math.abs(turning.weakestMotion().angular().y())).isCloseTo(0.5, within(1e-15));
        // four actuators, planar: velocities x, y and the rotation about z
        double[] tall = {3, 0, 0, 0, 4, 0, 0, 0, 10, 0, 0, 0};
        SingularityMeasure planar = SingularityMeasure.of(tall, 4, PlatformFreedoms.PLANAR, 2);
        assertThat(planar.smallestSingularValue()).isCloseTo(3, within(1e-14));
        assertThat(planar.largestSingularValue()).isCloseTo(5, within(1e-14));
        assertThat(Math.abs(planar.weakestMotion().linear().x())).isCloseTo(1, within(1e-14));
    }

    private static GoughStewart stewart() {
        SpatialInertia rod =
                SpatialInertia.aboutCenterOfMass(1, new Vector3(0, 0, 0.2), InertiaTensor.diagonal(0.02, 0.02, 0.001));
        return GoughStewart.named("hexapod")
                .symmetric(0.6, 0.2, 0.4, 0.25, -0.1)
                .platform(SpatialInertia.aboutCenterOfMass(8, Vector3.ZERO, InertiaTensor.diagonal(0.3, 0.3, 0.5)))
                .cross(rod)
                .cylinder(rod)
                .piston(rod)
                .friction(Friction.of(1, 2))
                .limits(JointLimits.position(0.2, 2))
                .gravity(new Vector3(0, 1, -9))
                .home(SOMEWHERE_UP);
    }

    private static final Pose SOMEWHERE_UP = new Pose(Rotation.aboutX(0.1), new Vector3(0.05, 0.02, 0.9));

    @Test
    void stewartPlatformsAreAsTold() {
        ParallelRobot robot = stewart().build();
        assertThat(robot.home()).isEqualTo(SOMEWHERE_UP);
        assertThat(robot.gravity()).isEqualTo(new Vector3(0, 1, -9));
        assertThat(robot.actuatorNames()).hasSize(6).startsWith("leg1_slide", "leg2_slide");
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        kinematics.compute(robot.home());
        double[] lengths = new double[6];
        kinematics.actuatorPositions(lengths);
        for (int i = 0; i < 6; i++) {
            Joint slide = robot.legs().get(i).model().movingJoints().get(2);
            assertThat(slide.limits()).isEqualTo(JointLimits.position(0.2, 2));
            assertThat(slide.friction()).isEqualTo(Friction.of(1, 2));
            // pairs about 0°, 120°, 240° below and 60°, 180°, 300° above
            double side = i % 2 == 0 ? -1 : 1;
            double below = Math.toRadians(120 * (i / 2)) + side * 0.2;
            double above = Math.toRadians(120 * (i / 2)) + side * (Math.toRadians(60) - 0.25);
            Vector3 bottom = new Vector3(0.6 * Math.cos(below), 0.6 * Math.sin(below), 0);
            Vector3 top = SOMEWHERE_UP.apply(new Vector3(0.4 * Math.cos(above), 0.4 * Math.sin(above), -0.1));
            assertThat(lengths[i]).isCloseTo(top.minus(bottom).norm(), within(1e-14));
        }
        assertThat(robot.characteristicLength()).isCloseTo(Math.hypot(0.4, 0.1), within(1e-15));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stewart().platformPoints(List.of(Vector3.X)).build())
                .withMessageContaining("\"hexapod\" needs 6 points on the platform, but has 1");
    }

    @Test
    void deltaRobotsAreAsTold() {
        Delta delta = Delta.named("delta").lengths(0.2, 0.05, 0.3, 0.7).gravity(new Vector3(0, 0, -3));
        for (ParallelRobot robot : new ParallelRobot[] {delta.build(), delta.buildWithPlatformJoints()}) {
            assertThat(robot.gravity()).isEqualTo(new Vector3(0, 0, -3));
            assertThat(robot.freedoms()).isEqualTo(PlatformFreedoms.TRANSLATIONAL);
            ParallelKinematics kinematics = new ParallelKinematics(robot);
            kinematics.compute(robot.home());
            double[] angles = new double[3];
            kinematics.actuatorPositions(angles);
            Agreement.check("arms at home", angles, new double[] {Math.PI / 6, Math.PI / 6, Math.PI / 6}, 1e-13);
            // forearm from the elbow to the platform
            double across = 0.2 + 0.3 * Math.cos(Math.PI / 6) - 0.05;
            assertThat(robot.home().position().z()).isCloseTo(-0.15 - Math.sqrt(0.49 - across * across), within(1e-14));
        }
        for (int wrong = 0; wrong < 4; wrong++) {
            for (double bad : new double[] {0, -0.1, Double.NaN}) {
                double[] lengths = {0.2, 0.05, 0.3, 0.7};
                lengths[wrong] = bad;
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> Delta.named("delta")
                                .lengths(lengths[0], lengths[1], lengths[2], lengths[3])
                                .build())
                        .withMessageContaining("a length of " + bad + " m");
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Delta.named("delta").lengths(0.2, 0.05, 0.3, 0.4).build())
                .withMessageContaining("0.4 m long, do not reach")
                .withMessageContaining("0.410 m apart");
    }

    /** Coordinates by formula put the tip where it was asked for, or say that they cannot. */
    @Test
    void formulasOfLegsPutTheTipInPlace() {
        double angle = 0.4;
        DeltaLegGeometry leg = new DeltaLegGeometry(angle, 0.2, 0.3, 0.7);
        double[] q = new double[3];
        assertThat(leg.solve(tip(0.1, 0.05, -0.6), q)).isEqualTo(LegStatus.REACHED);
        double swing = q[0] + q[1];
        double x = 0.2 + 0.3 * Math.cos(q[0]) + 0.7 * Math.cos(swing) * Math.cos(q[2]);
        double y = 0.7 * Math.sin(q[2]);
        double z = -0.3 * Math.sin(q[0]) - 0.7 * Math.sin(swing) * Math.cos(q[2]);
        assertThat(x * Math.cos(angle) - y * Math.sin(angle)).isCloseTo(0.1, within(1e-14));
        assertThat(x * Math.sin(angle) + y * Math.cos(angle)).isCloseTo(0.05, within(1e-14));
        assertThat(z).isCloseTo(-0.6, within(1e-14));
        DeltaLegGeometry straight = new DeltaLegGeometry(0, 1, 2, 3);
        assertThat(straight.solve(tip(6, 0, 0), q)).isEqualTo(LegStatus.REACHED);
        assertThat(straight.solve(tip(Math.nextUp(6.0), 0, 0), q)).isEqualTo(LegStatus.OUT_OF_REACH);
        assertThat(straight.solve(tip(Double.NaN, 0, 0), q)).isEqualTo(LegStatus.OUT_OF_REACH);

        Pose universal = SOMEWHERE;
        UniversalPrismaticGeometry slide = new UniversalPrismaticGeometry(universal);
        assertThat(slide.solve(tip(0.9, 0.4, 1.1), q)).isEqualTo(LegStatus.REACHED);
        // u = r (−c₁s₂, −s₁s₂, c₂)
        Vector3 u = new Vector3(
                -q[2] * Math.cos(q[0]) * Math.sin(q[1]),
                -q[2] * Math.sin(q[0]) * Math.sin(q[1]),
                q[2] * Math.cos(q[1]));
        Agreement.check("tip", universal.apply(u).toArray(), new double[] {0.9, 0.4, 1.1}, 1e-14);
        UniversalPrismaticGeometry upright = new UniversalPrismaticGeometry(Pose.IDENTITY);
        assertThat(upright.solve(tip(2e-9, 0, 1), q)).isEqualTo(LegStatus.REACHED);
        assertThat(upright.solve(tip(5e-10, 0, 1), q)).isEqualTo(LegStatus.SINGULAR);
        assertThat(upright.solve(tip(0, 0, 0), q)).isEqualTo(LegStatus.SINGULAR);
    }

    private static double[] tip(double x, double y, double z) {
        double[] worldFromTip = new double[12];
        worldFromTip[9] = x;
        worldFromTip[10] = y;
        worldFromTip[11] = z;
        return worldFromTip;
    }

    @Test
    void legsAreFoundByName() {
        ParallelRobot robot = stewart().build();
        assertThat(robot.leg("leg1")).isZero();
        assertThat(robot.leg("leg4")).isEqualTo(3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> robot.leg("tail"))
                .withMessageContaining("\"hexapod\" has no leg \"tail\"; its legs are [leg1,");
        robot.checkLeg(0);
        robot.checkLeg(5);
        for (int wrong : new int[] {-1, 6}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> robot.checkLeg(wrong))
                    .withMessageContaining("there is no leg " + wrong)
                    .withMessageContaining("the legs 0 to 5");
        }
    }

    @Test
    void copiesDifferInOneThing() {
        ParallelRobot robot = stewart().build();
        ParallelRobot smooth = robot.withoutFriction();
        assertThat(smooth.legs().get(2).model().movingJoints().get(2).friction().isZero())
                .isTrue();
        ParallelRobot again = robot.toBuilder().build();
        for (ParallelRobot other : new ParallelRobot[] {smooth, again}) {
            assertThat(other.name()).isEqualTo("hexapod");
            assertThat(other.home()).isEqualTo(robot.home());
            assertThat(other.gravity()).isEqualTo(robot.gravity());
            assertThat(other.platform()).isEqualTo(robot.platform());
            assertThat(other.freedoms()).isEqualTo(robot.freedoms());
            assertThat(other.legs()).hasSize(6);
            assertThat(other.legs().get(0).geometry())
                    .isSameAs(robot.legs().get(0).geometry());
        }
        assertThat(again.legs()).isEqualTo(robot.legs());
    }

    /** A distance of zero says nothing about the size of a platform. */
    @Test
    void characteristicLengthLeavesOutTheOrigin() {
        ParallelRobot planar = PlanarRobots.threeArms();
        assertThat(planar.characteristicLength()).isCloseTo(0.1, within(1e-15));
        ParallelRobot.Builder one =
                ParallelRobot.builder("one").gravity(planar.gravity()).freedoms(planar.freedoms());
        ParallelRobot.Builder none =
                ParallelRobot.builder("none").gravity(planar.gravity()).freedoms(planar.freedoms());
        for (int i = 0; i < 3; i++) {
            Leg leg = planar.legs().get(i);
            Leg atOrigin = Leg.welded(leg.name(), leg.model(), leg.tip(), Pose.IDENTITY)
                    .actuatedBy(leg.actuated().get(0));
            one.leg(i == 0 ? atOrigin : leg);
            none.leg(atOrigin);
        }
        assertThat(one.build().characteristicLength()).isCloseTo(0.1, within(1e-15));
        assertThat(none.build().characteristicLength()).isEqualTo(1);
    }

    @Test
    void problemsOfPlatformsAndLegsAreListed() {
        ParallelRobot robot = stewart().build();
        Leg leg = robot.legs().get(0);
        Vector3 infinite = new Vector3(0, 0, Double.NEGATIVE_INFINITY);
        problem(robot.toBuilder().gravity(infinite), "must be finite");
        problem(robot.toBuilder().home(Pose.translation(0, Double.NaN, 0)), "must be finite");
        problem(
                robot.toBuilder()
                        .platform(SpatialInertia.aboutCenterOfMass(
                                Double.POSITIVE_INFINITY, Vector3.ZERO, InertiaTensor.ZERO)),
                "the platform's inertia");
        problem(
                robot.toBuilder().platform(SpatialInertia.aboutCenterOfMass(-1, Vector3.ZERO, InertiaTensor.ZERO)),
                "mass not negative");
        problem(
                robot.toBuilder().leg(Leg.tiedByPoint("a", leg.model().withFloatingBase(), leg.tip(), Vector3.X)),
                "leg \"a\" must stand on a fixed base");
        problem(
                robot.toBuilder().leg(Leg.tiedByPoint("a", leg.model(), leg.tip(), infinite)),
                "the joint of leg \"a\" with the platform must be finite");
        problem(
                robot.toBuilder().leg(Leg.tiedByPoint("a", robot.toClosedLoops(), "platform", Vector3.X)),
                "leg \"a\" must be a tree");
        RobotModel rigid = RobotModel.builder("rigid")
                .gravity(robot.gravity())
                .link(Joint.fixed("weld", "base", "bar").at(Pose.IDENTITY, Vector3.Z), SpatialInertia.ZERO)
                .build();
        problem(robot.toBuilder().leg(Leg.welded("a", rigid, "bar", Pose.IDENTITY)), "leg \"a\" has 0 joints");
        RobotModel four = leg.model().toBuilder()
                .link(Joint.revolute("more", leg.tip(), "end").at(Pose.IDENTITY, Vector3.X), SpatialInertia.ZERO)
                .build();
        problem(
                robot.toBuilder().leg(Leg.tiedByPoint("a", four, "end", Vector3.X)),
                "leg \"a\" has 4 joints; tied by POINT it must have 1 to 3");
        // a platform without mass is one
        assertThat(robot.toBuilder()
                        .platform(SpatialInertia.ZERO)
                        .build()
                        .platform()
                        .mass())
                .isZero();
    }

    private static void problem(ParallelRobot.Builder builder, String words) {
        assertThatThrownBy(builder::build).isInstanceOf(ModelException.class).hasMessageContaining(words);
    }

    /** Either body of a cut joint may be that of the leg, and the platform may have parts. */
    @Test
    void cutJointsMayBeReadEitherWay() {
        ParallelRobot planar = PlanarRobots.threeArms();
        RobotModel closed = planar.toClosedLoops();
        var builder =
                RobotModel.builder(closed.name()).gravity(closed.gravity()).inertiaPolicy(closed.inertiaPolicy());
        for (Joint joint : closed.joints()) {
            builder.link(
                    joint,
                    closed.declaredBodies().get(closed.bodyIndex(joint.child())).inertia());
        }
        builder.link(
                Joint.fixed("glue", "platform", "rim").at(Pose.translation(0, 0, 0.1), Vector3.Z), SpatialInertia.ZERO);
        for (CutJoint cut : closed.loops().cutJoints()) {
            builder.cut(new CutJoint(
                    cut.name(),
                    CutKind.FIXED,
                    "rim",
                    Pose.translation(0, 0, -0.1).times(cut.secondFromJoint()),
                    cut.first(),
                    cut.firstFromJoint()));
        }
        closed.loops().assembly().forEach(builder::assembly);
        RobotModel turned = builder.active(closed.loops().activeJoints().toArray(String[]::new))
                .build();
        ParallelRobot apart = ParallelRobot.of(turned, "platform", planar.freedoms());
        RandomPlatformMotion motion = new RandomPlatformMotion(planar, 2);
        Agreement.check("efforts", motion.efforts(apart), motion.efforts(planar), 1e-10);
        assertThat(apart.home().position().minus(planar.home().position()).norm())
                .isLessThan(1e-12);
    }

    /** The same robot with its platform described in another frame needs the same efforts. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void theFrameOfThePlatformIsAChoice(int which) {
        ParallelRobot robot = switch (which) {
            case 0 -> SampleDelta.delta().buildWithPlatformJoints();
            case 1 -> PlanarRobots.threeArms();
            default -> SampleDelta.delta().build();
        };
        // turned, about the same origin
        Pose otherFromPlatform = Pose.rotation(Rotation.about(new Vector3(1, -2, 3), 1.1));
        ParallelRobot.Builder builder = ParallelRobot.builder("other")
                .gravity(robot.gravity())
                .freedoms(robot.freedoms())
                .home(robot.home().times(otherFromPlatform.inverse()))
                .platform(robot.platform().in(otherFromPlatform));
        for (Leg leg : robot.legs()) {
            Pose place = otherFromPlatform.times(leg.platformFromTip());
            Leg moved = leg.connection() == LegConnection.POINT
                    ? Leg.tiedByPoint(leg.name(), leg.model(), leg.tip(), place.position())
                    : Leg.welded(leg.name(), leg.model(), leg.tip(), place);
            moved = moved.actuatedBy(leg.actuated().toArray(String[]::new)).startingAt(leg.start());
            LegGeometry geometry = leg.geometry();
            builder.leg(geometry == null ? moved : moved.with(geometry));
        }
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, 3);
        double[] efforts = new double[robot.actuatorCount()];
        new ParallelInverseDynamics(builder.build())
                .compute(motion.pose.times(otherFromPlatform.inverse()), motion.velocity, motion.acceleration, efforts);
        Agreement.check("efforts", efforts, motion.efforts(robot), 1e-10);
    }

    /** A leg that cannot be at home is searched for where the platform is. */
    @Test
    void aHomeOutOfReachIsNoObstacle() {
        ParallelRobot robot = PlanarRobots.threeArms();
        ParallelRobot lost = robot.toBuilder().home(Pose.translation(7, 0, 0)).build();
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, 3);
        double[] efforts = new double[3];
        new ParallelInverseDynamics(lost).compute(motion.pose, motion.velocity, motion.acceleration, efforts);
        Agreement.check("efforts", efforts, motion.efforts(robot), 1e-10);
    }
}
