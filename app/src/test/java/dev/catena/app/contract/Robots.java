package dev.catena.app.contract;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.Posture;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.sensitivity.AppliedLoad;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomRobots;
import java.util.List;

/** The robots of the test, and what is made for them. */
final class Robots {
    /** A tree with a bit of everything that all algorithms can do; not six joints, which base and wrenches have too. */
    static final RobotModel TREE = RandomRobots.tree(7, 5)
            .prismaticShare(0.3)
            .friction()
            .reflectedInertia()
            .baseInertia()
            .build();

    /** The same size, another robot. */
    static final RobotModel OTHER = another(TREE);

    /** With a motor on a spring in some joints. */
    static final RobotModel ELASTIC = RandomDrives.rigidOnParents(TREE, 42);

    static final RobotModel OTHER_ELASTIC = another(ELASTIC);

    /** With a spring in the place of the motor in some joints. */
    static final RobotModel FLEXIBLE = springs(TREE);

    /** With springs before motors of reflected inertia. */
    static final RobotModel REFLECTED = reflected(TREE);

    /** One joint, so that vectors and matrices have the same length. */
    static final RobotModel ONE = one();

    private Robots() {}

    private static RobotModel one() {
        SpatialInertia body =
                SpatialInertia.aboutCenterOfMass(2, new Vector3(0.2, 0.1, 0), InertiaTensor.diagonal(1, 1.1, 1.2));
        return RobotModel.builder("one joint")
                .base("base", body)
                .link(Joint.revolute("joint", "base", "arm").at(Pose.IDENTITY, Vector3.X), body)
                .link(Joint.fixed("flange", "arm", "hand").at(Pose.translation(0.3, 0.1, 0), Vector3.Z), body)
                .build();
    }

    private static RobotModel reflected(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            boolean elastic = robot.coordinate(joint.name()) % 2 == 0;
            Drive drive = Drive.reflected(0.3);
            builder.replace(joint.with(elastic ? drive.with(new Spring(200, 0.1)) : drive));
        }
        return builder.build();
    }

    private static RobotModel another(RobotModel robot) {
        return robot.toBuilder().gravity(0, 1, 2).build();
    }

    private static RobotModel springs(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder();
        for (int k = 0; k < robot.jointCount(); k += 2) {
            Joint joint = robot.movingJoints().get(k);
            builder.replace(joint.with(joint.drive().with(Spring.of(200))));
        }
        return builder.build();
    }

    /** The same robot with a loop. */
    static RobotModel closed(RobotModel robot) {
        int last = robot.bodies().size() - 1;
        return robot.toBuilder()
                .cut(new CutJoint(
                        "cut",
                        CutKind.SPHERICAL,
                        robot.base().name(),
                        Pose.IDENTITY,
                        robot.bodies().get(last).name(),
                        Pose.IDENTITY))
                .active(robot.jointNames().toArray(String[]::new))
                .build();
    }

    static BaseMotion base() {
        return new BaseMotion()
                .pose(0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.9)
                .velocityInBase(0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
                .accelerationInBase(0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
                .jerkInBase(new Vector3(0.3, 0.1, 0.2), new Vector3(0.1, 0.2, 0.1));
    }

    static ExternalWrenches wrenches(RobotModel robot) {
        return new ExternalWrenches(robot)
                .inBody(1, 1, 2, 3, 4, 5, 6)
                .inWorld(2, 6, 5, 4, 3, 2, 1)
                .rateInBody(1, new Vector3(1, 2, 3), new Vector3(3, 2, 1));
    }

    static List<AppliedLoad> loads(RobotModel robot, double derivative) {
        double[] matrix = new double[3 * robot.jointCount()];
        matrix[1] = derivative;
        return List.of(new AppliedLoad(robot, 2)
                .set(new Vector3(1, 2, 3), new Vector3(3, 2, 1), new Vector3(0.1, 0.2, 0.3))
                .derivative(AppliedLoad.Variable.POSITION, matrix, null, null));
    }

    static Posture posture(RobotModel robot) {
        Posture posture = new Posture(robot);
        posture.set(Slot.numbers("q", robot.jointCount()));
        return posture;
    }

    /** Where the last body is in some posture: the rotation matrix, then the position. */
    static double[] lastPose(RobotModel robot) {
        Kinematics kinematics = kinematics(robot);
        double[] pose = new double[12];
        kinematics.worldFromBody(robot.bodies().size() - 1, pose);
        return pose;
    }

    static Kinematics kinematics(RobotModel robot) {
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(Slot.numbers("q", robot.jointCount()), Slot.numbers("qd", robot.jointCount()));
        return kinematics;
    }
}
