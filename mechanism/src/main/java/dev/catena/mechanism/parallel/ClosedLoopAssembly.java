package dev.catena.mechanism.parallel;

import dev.catena.kinematics.Kinematics;
import dev.catena.model.CompositeJoint;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;

/** Puts a parallel robot together as one tree with cut joints: the first leg carries the platform, the others are cut. */
final class ClosedLoopAssembly {
    static final String PLATFORM = "platform";

    private final ParallelRobot robot;
    private final RobotModelBuilder builder;

    ClosedLoopAssembly(ParallelRobot robot) {
        if (robot.actuatorCount() != robot.freedoms().count()) {
            throw new IllegalArgumentException(
                    "parallel robot \"%s\" has %s actuators for %s freedoms; as closed loops it needs one for each"
                            .formatted(
                                    robot.name(),
                                    robot.actuatorCount(),
                                    robot.freedoms().count()));
        }
        this.robot = robot;
        builder = RobotModel.builder(robot.name()).gravity(robot.gravity());
    }

    /** All bodies and joints of a leg, standing on the common base. */
    void addLeg(Leg leg) {
        RobotModel model = leg.model().withWeldedJoints();
        builder.inertiaPolicy(model.inertiaPolicy());
        for (Joint joint : model.joints()) {
            String parent = joint.parent().equals(model.base().name()) ? "base" : joint.parent();
            builder.link(
                    new Joint(
                            joint.name(),
                            joint.kind(),
                            parent,
                            joint.child(),
                            joint.geometry(),
                            joint.limits(),
                            joint.friction(),
                            joint.drive()),
                    model.declaredBodies().get(model.bodyIndex(joint.child())).inertia());
        }
    }

    /** The platform on the tip of a leg, whose three joints there are at zero in the home pose. */
    void carryPlatform(Leg leg, double[] legAtHome) {
        Pose tipFromPlatform = leg.platformFromTip().inverse();
        if (leg.connection() == LegConnection.RIGID) {
            builder.link(
                    Joint.fixed(PLATFORM + "_weld", leg.tip(), PLATFORM).at(tipFromPlatform, Vector3.Z),
                    robot.platform());
            return;
        }
        Kinematics kinematics = new Kinematics(leg.model());
        kinematics.compute(legAtHome);
        Pose worldFromTip = kinematics.worldFromBody(leg.model().bodyIndex(leg.tip()));
        Pose tipFromBall = Pose.rotation(
                worldFromTip.rotation().inverse().times(robot.home().rotation()));
        String socket = leg.name() + "_socket";
        builder.link(
                CompositeJoint.spherical(leg.name() + "_ball", leg.tip(), socket, tipFromBall), SpatialInertia.ZERO);
        builder.link(
                Joint.fixed(PLATFORM + "_mount", socket, PLATFORM).at(tipFromPlatform, Vector3.Z), robot.platform());
    }

    /** Closes the loop through a leg at its joint with the platform. */
    void cut(Leg leg) {
        boolean point = leg.connection() == LegConnection.POINT;
        cut(new CutJoint(
                leg.name() + (point ? "_ball" : "_weld"),
                point ? CutKind.SPHERICAL : CutKind.FIXED,
                leg.tip(),
                Pose.IDENTITY,
                PLATFORM,
                leg.platformFromTip()));
    }

    void cut(CutJoint joint) {
        builder.cut(joint);
    }

    /** Where the closure starts. */
    void assembleAt(Leg leg, double[] legAtHome) {
        for (int j = 0; j < legAtHome.length; j++) {
            builder.assembly(leg.model().jointNames().get(j), legAtHome[j]);
        }
    }

    RobotModel build() {
        return builder.active(robot.actuatorNames().toArray(String[]::new)).build();
    }

    /** The robot with every leg as it is described; legs tied by points only where the platform has all freedoms. */
    static RobotModel of(ParallelRobot robot) {
        boolean held = robot.legs().stream().allMatch(leg -> leg.connection() == LegConnection.RIGID);
        if (robot.freedoms() != PlatformFreedoms.SPATIAL && !held) {
            throw new IllegalArgumentException(
                    "the legs of parallel robot \"%s\" end in points, which do not keep its platform to %s freedoms; describe the joints at the platform as part of the legs"
                            .formatted(robot.name(), robot.freedoms()));
        }
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        kinematics.compute(robot.home());
        ClosedLoopAssembly assembly = new ClosedLoopAssembly(robot);
        for (int i = 0; i < robot.legs().size(); i++) {
            Leg leg = robot.legs().get(i);
            double[] q = new double[leg.model().jointCount()];
            kinematics.legCoordinates(i, q);
            assembly.addLeg(leg);
            assembly.assembleAt(leg, q);
            if (i == 0) {
                assembly.carryPlatform(leg, q);
            } else {
                assembly.cut(leg);
            }
        }
        return assembly.build();
    }
}
