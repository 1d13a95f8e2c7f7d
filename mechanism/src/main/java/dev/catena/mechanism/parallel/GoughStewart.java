package dev.catena.mechanism.parallel;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds Gough-Stewart platforms (6-UPS): six legs, each a universal joint on the base, a driven slide and a spherical
 * joint at the platform, which has all six freedoms. Legs are called leg1 to leg6; their joints leg1_turn, leg1_tilt and
 * leg1_slide, their bodies leg1_cross, leg1_cylinder and leg1_piston. The coordinate of the slide is the distance between
 * the centers of universal and spherical joint.
 */
public final class GoughStewart {
    private static final int LEGS = 6;

    private final String name;
    private List<Vector3> basePoints = List.of();
    private List<Vector3> platformPoints = List.of();
    private SpatialInertia platform = SpatialInertia.ZERO;
    private SpatialInertia cross = SpatialInertia.ZERO;
    private SpatialInertia cylinder = SpatialInertia.ZERO;
    private SpatialInertia piston = SpatialInertia.ZERO;
    private Friction friction = Friction.NONE;
    private Drive drive = Drive.NONE;
    private JointLimits limits = JointLimits.NONE;
    private Vector3 gravity = new Vector3(0, 0, -9.81);
    private Pose home = Pose.translation(0, 0, 1);

    private GoughStewart(String name) {
        this.name = name;
    }

    public static GoughStewart named(String name) {
        return new GoughStewart(name);
    }

    /**
     * Centers of the six universal joints in the world, none on the z axis. The first axis of each joint is horizontal and
     * perpendicular to the radius.
     */
    @CanIgnoreReturnValue
    public GoughStewart basePoints(List<Vector3> pointsInWorld) {
        basePoints = List.copyOf(pointsInWorld);
        return this;
    }

    /** Centers of the six spherical joints in the platform's frame. */
    @CanIgnoreReturnValue
    public GoughStewart platformPoints(List<Vector3> pointsInPlatform) {
        platformPoints = List.copyOf(pointsInPlatform);
        return this;
    }

    /**
     * Points in pairs about three directions 120° apart: on the base the pairs are about 0°, 120° and 240°, on the
     * platform, turned by 60°, about 60°, 180° and 300°, so that neighbors on the platform come from different pairs of the
     * base.
     *
     * @param baseHalfAngle half the angle between the two points of a pair on the base, rad
     * @param platformHalfAngle the same on the platform
     * @param platformHeight z of the spherical joints in the platform's frame, m
     */
    @CanIgnoreReturnValue
    public GoughStewart symmetric(
            double baseRadius,
            double baseHalfAngle,
            double platformRadius,
            double platformHalfAngle,
            double platformHeight) {
        List<Vector3> below = new ArrayList<>();
        List<Vector3> above = new ArrayList<>();
        for (int i = 0; i < LEGS; i++) {
            double side = i % 2 == 0 ? -1 : 1;
            int pairIndex = i / 2;
            double pair = Math.toRadians(120) * pairIndex;
            below.add(onCircle(baseRadius, pair + side * baseHalfAngle, 0));
            above.add(onCircle(platformRadius, pair + side * (Math.toRadians(60) - platformHalfAngle), platformHeight));
        }
        return basePoints(below).platformPoints(above);
    }

    private static Vector3 onCircle(double radius, double angle, double z) {
        return new Vector3(radius * Math.cos(angle), radius * Math.sin(angle), z);
    }

    /** Inertia of the platform in its frame. */
    @CanIgnoreReturnValue
    public GoughStewart platform(SpatialInertia inertiaInPlatform) {
        platform = inertiaInPlatform;
        return this;
    }

    /** Inertia of the cross of each universal joint, z along its first axis. */
    @CanIgnoreReturnValue
    public GoughStewart cross(SpatialInertia inertiaInCross) {
        cross = inertiaInCross;
        return this;
    }

    /**
     * Inertia of the lower part of each leg: z along the leg toward the platform, origin at the center of the universal
     * joint, y opposite to the second axis of that joint.
     */
    @CanIgnoreReturnValue
    public GoughStewart cylinder(SpatialInertia inertiaAlongLeg) {
        cylinder = inertiaAlongLeg;
        return this;
    }

    /** Inertia of the upper part of each leg: axes as those of the cylinder, origin at the center of the spherical joint. */
    @CanIgnoreReturnValue
    public GoughStewart piston(SpatialInertia inertiaAlongLeg) {
        piston = inertiaAlongLeg;
        return this;
    }

    /** Friction of each slide. */
    @CanIgnoreReturnValue
    public GoughStewart friction(Friction ofSlide) {
        friction = ofSlide;
        return this;
    }

    /** Drive of each slide. */
    @CanIgnoreReturnValue
    public GoughStewart drive(Drive ofSlide) {
        drive = ofSlide;
        return this;
    }

    /** Limits of each slide; they inform, algorithms do not enforce them. */
    @CanIgnoreReturnValue
    public GoughStewart limits(JointLimits ofSlide) {
        limits = ofSlide;
        return this;
    }

    /** The vector of free fall in world coordinates; (0, 0, −9.81) m/s² unless told otherwise. */
    @CanIgnoreReturnValue
    public GoughStewart gravity(Vector3 gravityInWorld) {
        gravity = gravityInWorld;
        return this;
    }

    /** A pose of the platform in its workspace; (0, 0, 1) m upright unless told otherwise. */
    @CanIgnoreReturnValue
    public GoughStewart home(Pose worldFromPlatform) {
        home = worldFromPlatform;
        return this;
    }

    /**
     * The robot.
     *
     * @throws IllegalArgumentException unless there are six points on the base and six on the platform
     */
    public ParallelRobot build() {
        check("base", basePoints);
        check("platform", platformPoints);
        ParallelRobot.Builder robot =
                ParallelRobot.builder(name).gravity(gravity).platform(platform).home(home);
        for (int i = 0; i < LEGS; i++) {
            String leg = "leg" + (i + 1);
            RobotModel model = legModel(leg, basePoints.get(i));
            Pose worldFromUniversal = model.joints().get(0).geometry().parentFromJoint();
            robot.leg(Leg.tiedByPoint(leg, model, leg + "_piston", platformPoints.get(i))
                    .actuatedBy(leg + "_slide")
                    .with(new UniversalPrismaticGeometry(worldFromUniversal)));
        }
        return robot.build();
    }

    /** Khalil's frames: α = (−π/2, π/2, −π/2), so that the slide is along y of the cylinder's frame. */
    private RobotModel legModel(String leg, Vector3 point) {
        double angle = Math.atan2(point.y(), point.x());
        double radius = Math.hypot(point.x(), point.y());
        Pose cylinderFromLeg = Pose.rotation(Rotation.aboutX(-Math.PI / 2));
        return RobotModel.builder(name + "_" + leg)
                .gravity(gravity)
                .link(
                        Joint.revolute(leg + "_turn", "base", leg + "_cross")
                                .with(JointGeometry.khalil(angle, point.z(), -Math.PI / 2, radius, 0, 0)),
                        cross)
                .link(
                        Joint.revolute(leg + "_tilt", leg + "_cross", leg + "_cylinder")
                                .with(JointGeometry.khalil(0, 0, Math.PI / 2, 0, 0, 0)),
                        cylinder.in(cylinderFromLeg))
                .link(
                        Joint.prismatic(leg + "_slide", leg + "_cylinder", leg + "_piston")
                                .with(JointGeometry.khalil(0, 0, -Math.PI / 2, 0, 0, 0))
                                .with(friction)
                                .with(drive)
                                .with(limits),
                        piston)
                .build();
    }

    private void check(String where, List<Vector3> points) {
        if (points.size() != LEGS) {
            throw new IllegalArgumentException("Gough-Stewart platform \"%s\" needs %s points on the %s, but has %s"
                    .formatted(name, LEGS, where, points.size()));
        }
    }
}
