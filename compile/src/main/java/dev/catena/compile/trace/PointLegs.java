package dev.catena.compile.trace;

import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.parallel.Leg;
import dev.catena.mechanism.parallel.LegConnection;
import dev.catena.mechanism.parallel.ParallelKinematics;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.mechanism.parallel.PlatformFreedoms;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A parallel robot whose legs are tied by points, as far as they can be: a leg that is welded to the platform behind three joints and a
 * passive ball or universal joint without mass is one that is tied by the center of that joint.
 */
final class PointLegs {
    private static final int JOINTS = 3;

    /** Axes that pass each other in less than this part of the leg's length meet. */
    private static final double MEETING = 1e-9;

    private final ParallelRobot robot;
    private final List<Leg> legs = new ArrayList<>();
    private final List<double[]> home = new ArrayList<>();
    private final List<double[]> wholeHome = new ArrayList<>();

    private PointLegs(ParallelRobot robot) {
        this.robot = robot;
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        try {
            kinematics.compute(robot.home());
        } catch (NumericalException e) {
            throw new IllegalArgumentException(
                    "the home pose of parallel robot \"%s\" says on which sides its legs are, but has none: %s"
                            .formatted(robot.name(), e.getMessage()),
                    e);
        }
        for (int k = 0; k < robot.legs().size(); k++) {
            Leg leg = robot.legs().get(k);
            double[] q = new double[leg.model().jointCount()];
            kinematics.legCoordinates(k, q);
            Optional<Leg> tied = tied(leg, q);
            legs.add(tied.orElse(leg));
            wholeHome.add(q);
            home.add(tied.isPresent() ? Arrays.copyOf(q, JOINTS) : q);
        }
    }

    static PointLegs of(ParallelRobot robot) {
        return new PointLegs(robot);
    }

    List<Leg> legs() {
        return legs;
    }

    /** Coordinates of a leg in the home pose. */
    double[] home(int leg) {
        return home.get(leg);
    }

    /** Whether a leg of the robot has joints beyond the point. */
    boolean isShortened(int leg) {
        return home.get(leg).length < wholeHome.get(leg).length;
    }

    /** Coordinates of a leg in the home pose, those of joints beyond the point too. */
    double[] wholeHome(int leg) {
        return wholeHome.get(leg);
    }

    private Optional<Leg> tied(Leg leg, double[] q) {
        RobotModel model = leg.model();
        int passive = model.jointCount() - JOINTS;
        int least = robot.freedoms() == PlatformFreedoms.SPATIAL ? 3 : 2;
        if (leg.connection() != LegConnection.RIGID || passive < least || passive > 3) {
            return Optional.empty();
        }
        List<Joint> last = model.movingJoints().subList(JOINTS, model.jointCount());
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(q);
        int first = model.bodyIndex(last.get(0).child());
        if (!last.stream().allMatch(joint -> isPassive(leg, joint)) || !isMassless(model, first)) {
            return Optional.empty();
        }
        return meeting(model, kinematics, last).map(center -> {
            String parent = last.get(0).parent();
            Vector3 onParent =
                    kinematics.worldFromBody(model.bodyIndex(parent)).inverse().apply(center);
            String tip = leg.name() + "_tip";
            RobotModelBuilder builder = RobotModel.builder(model.name())
                    .gravity(model.gravity())
                    .inertiaPolicy(model.inertiaPolicy())
                    .base(model.base().name());
            for (Joint joint : model.joints()) {
                int child = model.bodyIndex(joint.child());
                if (!isBeyond(model, child, first)) {
                    builder.link(joint, model.declaredBodies().get(child).inertia());
                }
            }
            builder.link(
                    Joint.fixed(tip, parent, tip)
                            .at(Pose.translation(onParent.x(), onParent.y(), onParent.z()), Vector3.Z),
                    SpatialInertia.ZERO);
            return Leg.tiedByPoint(
                            leg.name(),
                            builder.build(),
                            tip,
                            robot.home().inverse().apply(center))
                    .actuatedBy(leg.actuated().toArray(String[]::new));
        });
    }

    private static boolean isPassive(Leg leg, Joint joint) {
        return joint.kind() == JointKind.REVOLUTE
                && joint.friction().isZero()
                && joint.drive().equals(Drive.NONE)
                && !leg.actuated().contains(joint.name());
    }

    private static boolean isMassless(RobotModel model, int first) {
        for (int b = first; b < model.bodies().size(); b++) {
            if (isBeyond(model, b, first) && !model.bodies().get(b).inertia().equals(SpatialInertia.ZERO)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isBeyond(RobotModel model, int body, int ancestor) {
        int b = body;
        while (b > ancestor) {
            b = model.parent(b);
        }
        return b == ancestor;
    }

    /** Where the axes of joints meet, if they do, all in one point and in different directions. */
    private static Optional<Vector3> meeting(RobotModel model, Kinematics kinematics, List<Joint> joints) {
        List<Vector3> points = new ArrayList<>();
        List<Vector3> axes = new ArrayList<>();
        for (Joint joint : joints) {
            Pose worldFromJoint = kinematics
                    .worldFromBody(model.bodyIndex(joint.parent()))
                    .times(joint.geometry().parentFromJoint());
            points.add(worldFromJoint.position());
            axes.add(worldFromJoint
                    .rotation()
                    .apply(joint.geometry().axisInJoint())
                    .normalized());
        }
        Vector3 normal = axes.get(0).cross(axes.get(1));
        double square = normal.dot(normal);
        Vector3 between = points.get(1).minus(points.get(0));
        double along = between.cross(axes.get(1)).dot(normal) / square;
        Vector3 center = points.get(0).plus(axes.get(0).times(along));
        double size = Math.max(1e-3, center.norm());
        boolean meet = square > MEETING;
        for (int k = 0; k < points.size(); k++) {
            Vector3 off = center.minus(points.get(k)).cross(axes.get(k));
            meet &= off.norm() <= MEETING * size;
        }
        return meet ? Optional.of(center) : Optional.empty();
    }
}
