package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.CutJoint;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.tree.AppliedWrenches;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frames of all constraints of a robot: its own cut joints, and contacts, which may tie a body to the world. Each frame
 * is a massless body of the tree, so that kinematics give its motion and wrenches act on it.
 */
final class ConstraintFrames {
    /** The tree, with a body on each frame. */
    final RobotModel tree;

    final List<CutJoint> cuts;
    final Constraint[] constraints;
    final int rows;

    /** A length of the robot, which forces are multiplied with beside moments. */
    final double length;

    final Kinematics kinematics;
    private final ExternalWrenches wrenches;
    private final int bodyCount;

    ConstraintFrames(RobotModel model, List<CutJoint> contacts) {
        List<CutJoint> all = new ArrayList<>(model.loops().cutJoints());
        all.addAll(contacts);
        cuts = List.copyOf(all);
        if (cuts.isEmpty()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has neither cut joints nor contacts; ForwardDynamics.of computes trees"
                            .formatted(model.name()));
        }
        length = LoopEquations.length(model);
        bodyCount = model.bodies().size();
        RobotModelBuilder builder = model.openTree().toBuilder();
        for (int c = 0; c < cuts.size(); c++) {
            CutJoint cut = cuts.get(c);
            addFrame(model, builder, LoopEquations.frameName(c, 1), cut, cut.first(), cut.firstFromJoint());
            addFrame(model, builder, LoopEquations.frameName(c, 2), cut, cut.second(), cut.secondFromJoint());
        }
        tree = builder.build();
        kinematics = new Kinematics(tree);
        wrenches = new ExternalWrenches(tree);
        constraints = new Constraint[cuts.size()];
        int row = 0;
        for (int c = 0; c < constraints.length; c++) {
            CutJoint cut = cuts.get(c);
            constraints[c] = new Constraint(
                    cut.kind(),
                    frame(cut.firstFromJoint(), LoopEquations.frameName(c, 1)),
                    frame(cut.secondFromJoint(), LoopEquations.frameName(c, 2)),
                    row);
            row += constraints[c].rows();
        }
        rows = row;
    }

    private static void addFrame(
            RobotModel model, RobotModelBuilder builder, String name, CutJoint cut, String body, Pose bodyFromFrame) {
        if (isWorld(model, body)) {
            return;
        }
        if (!model.hasBody(body)) {
            throw new IllegalArgumentException(
                    "contact \"%s\" ties body \"%s\", but robot \"%s\" has no such body; the ground is \"%s\""
                            .formatted(cut.name(), body, model.name(), CutJoint.WORLD));
        }
        builder.link(Joint.fixed(name, body, name).at(bodyFromFrame, Vector3.Z), SpatialInertia.ZERO);
    }

    private static boolean isWorld(RobotModel model, String body) {
        return body.equals(CutJoint.WORLD) && !model.hasBody(body);
    }

    private FrameMotion frame(Pose bodyFromFrame, String name) {
        return tree.hasBody(name) ? new FrameMotion(tree.bodyIndex(name)) : FrameMotion.fixed(bodyFromFrame);
    }

    /** Gives the frames poses and, as far as known, velocities and accelerations. */
    void move(@Nullable BaseMotion base, double[] q, double[] qd, double @Nullable [] qdd) {
        kinematics.compute(base, q, qd, qdd, null);
        for (Constraint constraint : constraints) {
            move(constraint.first, qdd != null);
            move(constraint.second, qdd != null);
        }
    }

    private void move(FrameMotion frame, boolean accelerates) {
        if (frame.body >= 0) {
            frame.place(kinematics);
            kinematics.velocityInWorld(frame.body, frame.velocity);
            if (accelerates) {
                kinematics.accelerationInWorld(frame.body, frame.acceleration);
            }
        }
    }

    /** What is applied on bodies of the robot, for the tree with frames. */
    @Nullable
    ExternalWrenches onTree(@Nullable ExternalWrenches applied) {
        if (applied == null) {
            return null;
        }
        AppliedWrenches from = AppliedWrenches.of(applied);
        AppliedWrenches to = AppliedWrenches.of(wrenches);
        for (int b = 0; b < bodyCount; b++) {
            to.onBody[b].set(from.onBody[b]);
        }
        return wrenches;
    }

    Constraint constraint(int cut) {
        if (cut < 0 || cut >= constraints.length) {
            throw new IllegalArgumentException("there is no cut joint or contact %s; robot \"%s\" has 0 to %s"
                    .formatted(cut, tree.name(), constraints.length - 1));
        }
        return constraints[cut];
    }
}
