package dev.catena.mechanism.parallel;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.Arrays;
import java.util.Locale;

/**
 * Builds Delta robots (3-RUU): three driven arms that turn about horizontal axes on the base, and forearms tied to arm and
 * platform by universal joints with parallel axes, as parallelograms of two rods are. The platform only translates.
 *
 * <p>The rods of a parallelogram do the same motion, each carried by a point that the arm moves alike, so a forearm is one
 * body with the mass of both rods on its middle line and the sum of their tensors about their own centers. Legs are called
 * leg1 to leg3, 120° apart; their joints leg1_arm, leg1_swing and leg1_spread, their bodies leg1_upper, leg1_elbow and
 * leg1_forearm. The arm's angle is zero when the arm is horizontal and points outward, and grows as it goes down.
 */
public final class Delta {
    private static final int LEGS = 3;

    private final String name;
    private double baseRadius;
    private double platformRadius;
    private double armLength;
    private double forearmLength;
    private SpatialInertia platform = SpatialInertia.ZERO;
    private SpatialInertia arm = SpatialInertia.ZERO;
    private SpatialInertia forearm = SpatialInertia.ZERO;
    private Friction friction = Friction.NONE;
    private Drive drive = Drive.NONE;
    private Vector3 gravity = new Vector3(0, 0, -9.81);

    private Delta(String name) {
        this.name = name;
    }

    public static Delta named(String name) {
        return new Delta(name);
    }

    /**
     * Lengths in m.
     *
     * @param baseRadius from the world's origin to the axes of the arms
     * @param platformRadius from the platform's origin to the centers of its universal joints
     * @param armLength between the axes of an arm
     * @param forearmLength between the universal joints of a forearm
     */
    @CanIgnoreReturnValue
    public Delta lengths(double baseRadius, double platformRadius, double armLength, double forearmLength) {
        this.baseRadius = baseRadius;
        this.platformRadius = platformRadius;
        this.armLength = armLength;
        this.forearmLength = forearmLength;
        return this;
    }

    /** Inertia of the platform in its frame. */
    @CanIgnoreReturnValue
    public Delta platform(SpatialInertia inertiaInPlatform) {
        platform = inertiaInPlatform;
        return this;
    }

    /** Inertia of each arm: origin on its axis, x along the arm, y along the axis. */
    @CanIgnoreReturnValue
    public Delta arm(SpatialInertia inertiaInArm) {
        arm = inertiaInArm;
        return this;
    }

    /** Inertia of each forearm, both rods: origin at the elbow, x along the forearm, z along the second elbow axis. */
    @CanIgnoreReturnValue
    public Delta forearm(SpatialInertia inertiaInForearm) {
        forearm = inertiaInForearm;
        return this;
    }

    /** Friction of each driven joint. */
    @CanIgnoreReturnValue
    public Delta friction(Friction ofArm) {
        friction = ofArm;
        return this;
    }

    /** Drive of each driven joint. */
    @CanIgnoreReturnValue
    public Delta drive(Drive ofArm) {
        drive = ofArm;
        return this;
    }

    /** The vector of free fall in world coordinates; (0, 0, −9.81) m/s² unless told otherwise. */
    @CanIgnoreReturnValue
    public Delta gravity(Vector3 gravityInWorld) {
        gravity = gravityInWorld;
        return this;
    }

    /**
     * The robot; each leg ends in the center of its universal joint with the platform. Its home is below the base, the arms
     * at 30°.
     *
     * @throws IllegalArgumentException where a length is not positive, or the lengths do not meet
     */
    public ParallelRobot build() {
        ParallelRobot.Builder robot = start();
        for (int i = 0; i < LEGS; i++) {
            double angle = angle(i);
            String leg = "leg" + (i + 1);
            Vector3 point = Rotation.aboutZ(angle).apply(new Vector3(platformRadius, 0, 0));
            RobotModel model = toForearm(leg, angle)
                    .link(
                            Joint.fixed(leg + "_end", leg + "_forearm", leg + "_tip")
                                    .at(Pose.translation(forearmLength, 0, 0), Vector3.Z),
                            SpatialInertia.ZERO)
                    .build();
            robot.leg(Leg.tiedByPoint(leg, model, leg + "_tip", point)
                    .actuatedBy(leg + "_arm")
                    .with(new DeltaLegGeometry(angle, baseRadius, armLength, forearmLength)));
        }
        return robot.build();
    }

    /**
     * The same robot whose legs end in the platform: the universal joints there, leg1_spread_back and leg1_swing_back, are
     * joints of the legs too. Coordinates are found by search.
     */
    public ParallelRobot buildWithPlatformJoints() {
        ParallelRobot.Builder robot = start();
        double homeAngle = Math.toRadians(30);
        double homeSwing = homeSwing(homeAngle);
        for (int i = 0; i < LEGS; i++) {
            double angle = angle(i);
            String leg = "leg" + (i + 1);
            RobotModel model = toForearm(leg, angle)
                    .link(
                            Joint.revolute(leg + "_spread_back", leg + "_forearm", leg + "_wrist")
                                    .at(Pose.translation(forearmLength, 0, 0), Vector3.Z),
                            SpatialInertia.ZERO)
                    .link(
                            Joint.revolute(leg + "_swing_back", leg + "_wrist", leg + "_tip")
                                    .at(Pose.IDENTITY, Vector3.Y),
                            SpatialInertia.ZERO)
                    .build();
            Rotation outward = Rotation.aboutZ(angle);
            Pose platformFromTip = new Pose(outward, outward.apply(new Vector3(platformRadius, 0, 0)));
            robot.leg(Leg.welded(leg, model, leg + "_tip", platformFromTip)
                    .actuatedBy(leg + "_arm")
                    .startingAt(homeAngle, homeSwing, 0, 0, -homeAngle - homeSwing));
        }
        return robot.build();
    }

    /**
     * The same robot as a tree with cut joints: the first leg carries the platform, the others are cut at the universal
     * joints there.
     */
    public RobotModel buildClosedLoops() {
        ParallelRobot points = build();
        ParallelRobot welds = buildWithPlatformJoints();
        ClosedLoopAssembly assembly = new ClosedLoopAssembly(points);
        Leg first = welds.legs().get(0);
        assembly.addLeg(first);
        assembly.assembleAt(first, first.start());
        assembly.carryPlatform(first, first.start());
        Pose spreadAsX = new Pose(Rotation.aboutY(-Math.PI / 2), Vector3.ZERO);
        for (int i = 1; i < LEGS; i++) {
            Leg leg = points.legs().get(i);
            assembly.addLeg(leg);
            assembly.assembleAt(leg, Arrays.copyOf(first.start(), 3));
            // x of the first frame is the spread axis z of the forearm, y of the second the swing axis
            assembly.cut(new CutJoint(
                    leg.name() + "_universal",
                    CutKind.UNIVERSAL,
                    leg.tip(),
                    spreadAsX,
                    ClosedLoopAssembly.PLATFORM,
                    welds.legs().get(i).platformFromTip()));
        }
        return assembly.build();
    }

    private ParallelRobot.Builder start() {
        for (double length : new double[] {baseRadius, platformRadius, armLength, forearmLength}) {
            if (!(length > 0)) {
                throw new IllegalArgumentException(
                        "Delta robot \"%s\" has a length of %s m; all four must be positive".formatted(name, length));
            }
        }
        double angle = Math.toRadians(30);
        double direction = angle + homeSwing(angle);
        return ParallelRobot.builder(name)
                .gravity(gravity)
                .platform(platform)
                .freedoms(PlatformFreedoms.TRANSLATIONAL)
                .home(Pose.translation(0, 0, -armLength * Math.sin(angle) - forearmLength * Math.sin(direction)));
    }

    /** The swing that brings the platform below the base: forearm direction (−c, 0, −s) from elbow to platform. */
    private double homeSwing(double angle) {
        double inward = baseRadius + armLength * Math.cos(angle) - platformRadius;
        if (!(Math.abs(inward) < forearmLength)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the forearms of Delta robot \"%s\", %s m long, do not reach from the elbows to the platform: at arm angles of 30° they are %.3g m apart horizontally",
                    name,
                    forearmLength,
                    inward));
        }
        return Math.acos(-inward / forearmLength) - angle;
    }

    private static double angle(int leg) {
        return Math.toRadians(120) * leg;
    }

    /** Arm about y, then the elbow's universal joint: swing about y, spread about z; the forearm is along x. */
    private RobotModelBuilder toForearm(String leg, double angle) {
        Rotation outward = Rotation.aboutZ(angle);
        return RobotModel.builder(name + "_" + leg)
                .gravity(gravity)
                .link(
                        Joint.revolute(leg + "_arm", "base", leg + "_upper")
                                .at(new Pose(outward, outward.apply(new Vector3(baseRadius, 0, 0))), Vector3.Y)
                                .with(friction)
                                .with(drive),
                        arm)
                .link(
                        Joint.revolute(leg + "_swing", leg + "_upper", leg + "_elbow")
                                .at(Pose.translation(armLength, 0, 0), Vector3.Y),
                        SpatialInertia.ZERO)
                .link(
                        Joint.revolute(leg + "_spread", leg + "_elbow", leg + "_forearm")
                                .at(Pose.IDENTITY, Vector3.Z),
                        forearm);
    }
}
