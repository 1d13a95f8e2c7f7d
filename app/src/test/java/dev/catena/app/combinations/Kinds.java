package dev.catena.app.combinations;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.mechanism.parallel.PlatformFreedoms;
import dev.catena.model.Contact;
import dev.catena.model.CutJoint;
import dev.catena.model.Drive;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.simulation.State;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import java.util.ArrayList;
import java.util.List;

/** A robot of each kind, at a pose of its own. */
final class Kinds {
    static final Golden GOLDEN = Golden.combinations();
    static final RobotModel ELASTIC = CombinationRobots.of(GOLDEN, "elastic_on_parents");
    static final RobotModel TREE = ELASTIC.withoutSprings();
    static final RobotModel COUPLED = TREE.toBuilder()
            .coupling(
                    TREE.movingJoints().get(TREE.jointCount() - 1).name(),
                    TREE.movingJoints().get(0).name(),
                    -0.5,
                    0.2)
            .build();
    static final RobotModel FLOATING = CombinationRobots.of(GOLDEN, "freeflyer6");
    static final RobotModel LOOPS = CombinationRobots.of(GOLDEN, "fivebar");
    static final RobotModel FLOATING_LOOPS = CombinationRobots.of(GOLDEN, "satellite_fourbar");
    static final RobotModel STANDING = CombinationRobots.of(GOLDEN, "quadruped");
    static final List<CutJoint> FEET = feet();

    /** The feet as code takes them, wherever they are. */
    static final List<Contact> STANDING_ON = FEET.stream()
            .map(foot -> Contact.of(foot.name(), foot.second(), foot.secondFromJoint(), kind(foot)))
            .toList();

    static final ParallelRobot PARALLEL =
            ParallelRobot.of(ShippedRobots.load("delta"), "platform", PlatformFreedoms.TRANSLATIONAL);
    static final Pose PLATFORM = Pose.translation(0.1, -0.15, -0.75);
    static final RobotModel ELASTIC_FLOATING = ELASTIC.toBuilder()
            .base(
                    ELASTIC.base().name(),
                    SpatialInertia.aboutCenterOfMass(10, Vector3.ZERO, InertiaTensor.diagonal(1, 1.1, 1.2)))
            .floating()
            .build();
    static final RobotModel REFLECTED_FLOATING =
            CombinationRobots.of(GOLDEN, "elastic3_reflected").withFloatingBase();
    static final RobotModel SPRINGY_FLOATING = withSpring(FLOATING);
    static final RobotModel ELASTIC_LOOPS = withSpring(LOOPS);

    private Kinds() {}

    private static List<CutJoint> feet() {
        List<CutJoint> feet = new ArrayList<>();
        GOLDEN.at("constrained/2/contacts").forEach(node -> feet.add(CombinationRobots.cut(node)));
        return List.copyOf(feet);
    }

    private static Contact.Kind kind(CutJoint foot) {
        return switch (foot.kind()) {
            case SPHERICAL -> Contact.Kind.POINT;
            case FIXED -> Contact.Kind.FLAT;
            case REVOLUTE -> Contact.Kind.HINGE_Z;
            case PRISMATIC, UNIVERSAL -> throw new IllegalStateException("no foot is " + foot.kind());
        };
    }

    static RobotModel withSpring(RobotModel robot) {
        Joint joint = (robot.hasLoops() ? robot.independentJoints() : robot.movingJoints()).get(0);
        return robot.toBuilder()
                .replace(joint.with(Drive.reflected(0.1).with(Spring.of(100))))
                .build();
    }

    static double[] zero(int length) {
        return new double[length];
    }

    /** Coordinates at which nothing is singular. */
    static double[] pose(RobotModel robot) {
        double[] q = new double[robot.jointCount()];
        for (int k = 0; k < q.length; k++) {
            q[k] = 0.3 + 0.1 * k;
        }
        return q;
    }

    /** Those of the independent joints at the assembly. */
    static double[] independent(RobotModel robot) {
        return robot.loops().independentJoints().stream()
                .mapToDouble(joint -> robot.loops().assembly().getOrDefault(joint, 0.0))
                .toArray();
    }

    static State state(RobotModel robot) {
        State state = new State(robot);
        if (robot.hasLoops()) {
            robot.loops().assembly().forEach((joint, value) -> state.jointPositions()[robot.coordinate(joint)] = value);
        } else {
            state.jointPositions(pose(robot));
        }
        return state;
    }

    static double[] standing() {
        return Golden.array(GOLDEN.at("constrained/2/forward/input/q"));
    }

    static BaseMotion standingBase() {
        BaseMotion base = CombinationRobots.base(GOLDEN.at("constrained/2/forward/input"));
        return base.velocityInBase(Vector3.ZERO, Vector3.ZERO);
    }

    static ExternalWrenches wrenches(RobotModel robot) {
        return new ExternalWrenches(robot).inWorld(robot.bodies().size() - 1, Vector3.X, Vector3.Z);
    }
}
