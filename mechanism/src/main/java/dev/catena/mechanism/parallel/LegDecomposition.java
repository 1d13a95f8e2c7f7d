package dev.catena.mechanism.parallel;

import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.mechanism.LoopStatus;
import dev.catena.model.Body;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Joint;
import dev.catena.model.Loops;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes a tree with cut joints apart into a platform and legs. What stands on the base by one joint is a leg: one carries
 * the platform in the tree and is welded to it, each other one is tied to the platform by one cut joint.
 */
final class LegDecomposition {
    private final RobotModel model;
    private final Loops loops;
    private final int platform;
    private final PlatformFreedoms freedoms;
    private final double[] q;
    private final Kinematics assembled;

    LegDecomposition(RobotModel model, String platform, PlatformFreedoms freedoms) {
        this.model = model.withWeldedJoints();
        this.platform = model.bodyIndex(platform);
        this.freedoms = freedoms;
        loops = model.loops();
        if (model.hasCouplings()) {
            throw refused("it has joints that follow others, which legs have not");
        }
        if (!model.hasLoops()) {
            throw refused("it has no cut joints");
        }
        q = assemble();
        assembled = new Kinematics(this.model.openTree());
        assembled.compute(q);
    }

    /** All joint coordinates of the assembly, loops closed. */
    private double[] assemble() {
        LoopKinematics kinematics = new LoopKinematics(model);
        double[] independent = loops.independentJoints().stream()
                .mapToDouble(joint -> loops.assembly().getOrDefault(joint, 0.0))
                .toArray();
        LoopStatus status = kinematics.close(independent);
        if (!status.isClosed()) {
            throw refused("its assembly is not closed: " + status);
        }
        double[] all = new double[model.jointCount()];
        kinematics.positions(all);
        return all;
    }

    ParallelRobot robot() {
        ParallelRobot.Builder robot = ParallelRobot.builder(model.name())
                .gravity(model.gravity())
                .platform(model.declaredBodies().get(platform).inertia())
                .freedoms(freedoms)
                .home(assembled.worldFromBody(platform));
        for (int root = 1; root < model.bodies().size(); root++) {
            if (model.parent(root) == 0 && hasMovingJoint(root)) {
                robot.leg(leg(root));
            }
        }
        return robot.build();
    }

    private Leg leg(int root) {
        List<CutJoint> cuts = loops.cutJoints().stream()
                .filter(cut -> isIn(root, cut.first()) != isIn(root, cut.second()))
                .toList();
        String name = model.bodies().get(root).name();
        if (isBeyond(root, platform)) {
            return finish(Leg.welded(
                    name, legModel(root).build(), model.bodies().get(platform).name(), Pose.IDENTITY));
        }
        if (cuts.size() != 1) {
            throw refused(
                    "the leg of body \"%s\" is closed by %s cut joints instead of one".formatted(name, cuts.size()));
        }
        return finish(tied(root, name, cuts.get(0)));
    }

    /** A leg that ends in the frame of a cut joint; what a cut joint of one freedom leaves free becomes its last joint. */
    private Leg tied(int root, String name, CutJoint cut) {
        boolean legIsFirst = isIn(root, cut.first());
        String end = legIsFirst ? cut.first() : cut.second();
        int other = model.bodyIndex(legIsFirst ? cut.second() : cut.first());
        if (!isWeldedToPlatform(other)) {
            throw refused("cut joint \"%s\" ties a leg to body \"%s\" rather than to the platform"
                    .formatted(cut.name(), model.bodies().get(other).name()));
        }
        Pose platformFromOther = assembled.worldFromBody(platform).inverse().times(assembled.worldFromBody(other));
        Pose platformFromFrame = platformFromOther.times(legIsFirst ? cut.secondFromJoint() : cut.firstFromJoint());
        String tip = cut.name() + "_frame";
        Joint last = switch (cut.kind()) {
            case REVOLUTE -> Joint.revolute(cut.name(), end, tip);
            case PRISMATIC -> Joint.prismatic(cut.name(), end, tip);
            case SPHERICAL, UNIVERSAL, FIXED -> Joint.fixed(cut.name(), end, tip);
        };
        RobotModel leg = legModel(root)
                .link(
                        last.at(legIsFirst ? cut.firstFromJoint() : cut.secondFromJoint(), Vector3.Z)
                                .with(cut.friction()),
                        SpatialInertia.ZERO)
                .build();
        if (cut.kind() == CutKind.UNIVERSAL && freedoms == PlatformFreedoms.SPATIAL) {
            throw refused(
                    "the universal cut joint \"%s\" takes a freedom from the platform, which is said to have all six"
                            .formatted(cut.name()));
        }
        return cut.kind() == CutKind.SPHERICAL || cut.kind() == CutKind.UNIVERSAL
                ? Leg.tiedByPoint(name, leg, tip, platformFromFrame.position())
                : Leg.welded(name, leg, tip, platformFromFrame);
    }

    private RobotModelBuilder legModel(int root) {
        RobotModelBuilder builder = RobotModel.builder(
                        model.name() + "_" + model.bodies().get(root).name())
                .gravity(model.gravity())
                .inertiaPolicy(model.inertiaPolicy())
                .base(model.base().name());
        for (Joint joint : model.joints()) {
            if (isIn(root, joint.child())) {
                Body child = model.declaredBodies().get(model.bodyIndex(joint.child()));
                boolean isPlatform = model.bodyIndex(joint.child()) == platform;
                builder.link(joint, isPlatform ? SpatialInertia.ZERO : child.inertia());
            }
        }
        return builder;
    }

    /** Actuators and start coordinates; the coordinate of a cut joint of one freedom starts at zero. */
    private Leg finish(Leg leg) {
        List<String> actuated = new ArrayList<>(loops.activeJoints());
        actuated.removeIf(joint -> !leg.model().hasCoordinate(joint));
        double[] start = leg.model().movingJoints().stream()
                .mapToDouble(joint -> model.hasCoordinate(joint.name()) ? q[model.coordinate(joint.name())] : 0)
                .toArray();
        return leg.actuatedBy(actuated.toArray(String[]::new)).startingAt(start);
    }

    private boolean hasMovingJoint(int root) {
        return model.movingJoints().stream().anyMatch(joint -> isIn(root, joint.child()));
    }

    private boolean isIn(int root, String body) {
        return isBeyond(root, model.bodyIndex(body));
    }

    private boolean isBeyond(int root, int body) {
        int b = body;
        while (b > root) {
            b = model.parent(b);
        }
        return b == root;
    }

    private boolean isWeldedToPlatform(int body) {
        return carrier(body) == carrier(platform);
    }

    /** The body that a chain of fixed joints hangs on. */
    private int carrier(int body) {
        int b = body;
        while (b > 0 && !model.jointOf(b).orElseThrow().kind().moves()) {
            b = model.parent(b);
        }
        return b;
    }

    private IllegalArgumentException refused(String why) {
        return new IllegalArgumentException("robot \"%s\" is not a platform on legs: %s".formatted(model.name(), why));
    }
}
