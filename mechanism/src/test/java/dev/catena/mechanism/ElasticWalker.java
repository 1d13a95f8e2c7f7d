package dev.catena.mechanism;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.Real;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** A random body on random legs, some behind springs, with an arm: its feet stand, and its velocities keep them. */
final class ElasticWalker {
    final RobotModel robot;
    final ElasticCoordinates coordinates;
    final List<CutJoint> contacts = new ArrayList<>();
    final Pose place;

    /** Six where the base floats. */
    final int first;

    final int n;

    /** Coordinates of base, joints and motors. */
    final int width;

    /** [q; θ], and velocities of base, joints and motors. */
    final double[] x;

    final double[] u;
    final double[] tau;

    /** What torques cause. */
    final double[] acceleration;

    /** A constant wrench on the hand, in its axes. */
    final double[] push;

    final String hand = "arm 1";

    /** @param drives gives the robot motors and springs */
    ElasticWalker(long seed, boolean floats, int legJoints, UnaryOperator<RobotModel> drives, CutKind... feet) {
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder =
                RobotModel.builder("walker " + seed).gravity(1, -2, -9).base("trunk", random.inertia());
        for (int leg = 0; leg < feet.length; leg++) {
            chain(builder, random, "leg%s ".formatted(leg), legJoints);
        }
        chain(builder, random, "arm ", 2);
        RobotModel fixed = drives.apply(builder.build());
        robot = floats ? fixed.withFloatingBase() : fixed;
        coordinates = new ElasticCoordinates(robot);
        first = robot.baseKind() == BaseKind.FLOATING ? 6 : 0;
        n = robot.jointCount();
        width = first + coordinates.size();
        place = floats
                ? new Pose(Rotation.fromRollPitchYaw(0.3, -0.2, 0.5), new Vector3(0.1, 0.4, 0.7))
                : Pose.IDENTITY;
        x = coordinates.relaxed(random.vector(n, 1));
        for (int e = n; e < x.length; e++) {
            x[e] += random.between(-0.05, 0.05);
        }
        u = random.vector(width, 1);
        tau = random.vector(n, 5);
        push = random.vector(6, 3);
        Kinematics kinematics = new Kinematics(robot);
        BaseMotion still = new BaseMotion();
        still.pose(place);
        kinematics.compute(still, Arrays.copyOf(x, n), null, null, null);
        for (int leg = 0; leg < feet.length; leg++) {
            String foot = "leg%s %s".formatted(leg, legJoints - 1);
            Pose bodyFromFrame = random.pose(0.2);
            contacts.add(CutJoint.contact(
                    "at " + foot,
                    feet[leg],
                    kinematics.worldFromBody(robot.bodyIndex(foot)).times(bodyFromFrame),
                    foot,
                    bodyFromFrame));
        }
        keepVelocities();
        acceleration = ElasticStand.of(this).forward(ElasticStand.reals(tau)).first().stream()
                .mapToDouble(Real::value)
                .toArray();
    }

    private static void chain(RobotModelBuilder builder, RandomNumbers random, String name, int joints) {
        String parent = "trunk";
        for (int k = 0; k < joints; k++) {
            Joint joint = random.chance(0.25)
                    ? Joint.prismatic(name + k + " joint", parent, name + k)
                    : Joint.revolute(name + k + " joint", parent, name + k);
            builder.link(joint.at(random.pose(0.4), random.vector3(1)), random.inertia());
            parent = name + k;
        }
    }

    private void keepVelocities() {
        double[] baseStep = new double[6];
        double[] step = new double[n];
        double unused = new ConstraintProjection(robot, contacts)
                .closeVelocities(
                        first > 0 ? base(new double[6]) : null,
                        Arrays.copyOf(x, n),
                        Arrays.copyOfRange(u, first, first + n),
                        baseStep,
                        step);
        for (int k = 0; k < first + n; k++) {
            u[k] += k < first ? baseStep[k] : step[k - first];
        }
    }

    int rows() {
        return contacts.stream()
                .mapToInt(contact -> contact.kind().constraints())
                .sum();
    }

    /** Elastic joints of legs. */
    int springsInLegs() {
        return (int) coordinates.elasticJoints().stream()
                .filter(joint -> joint.name().startsWith("leg"))
                .count();
    }

    private BaseMotion base(double[] a) {
        BaseMotion base = new BaseMotion();
        base.pose(place);
        if (first > 0) {
            base.velocityInBase(vector(u, 0), vector(u, 3));
            base.accelerationInBase(vector(a, 0), vector(a, 3));
        }
        return base;
    }

    BaseMotion base() {
        return base(acceleration);
    }

    private static Vector3 vector(double[] numbers, int at) {
        return new Vector3(numbers[at], numbers[at + 1], numbers[at + 2]);
    }

    ExternalWrenches wrenches() {
        ExternalWrenches wrenches = new ExternalWrenches(robot);
        wrenches.inBody(robot.bodyIndex(hand), vector(push, 0), vector(push, 3));
        return wrenches;
    }

    /** Of joints and motors. */
    double[] own(double[] all) {
        return Arrays.copyOfRange(all, first, width);
    }
}
