package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Extent;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
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
    private final boolean hasFriction;

    /** By tie. */
    private final double[] frictionEffort;

    private double frictionLoss;

    ConstraintFrames(RobotModel model, List<CutJoint> contacts) {
        List<CutJoint> all = new ArrayList<>(model.loops().cutJoints());
        all.addAll(contacts);
        cuts = List.copyOf(all);
        if (cuts.isEmpty()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has neither cut joints nor contacts; ForwardDynamics.of computes trees"
                            .formatted(model.name()));
        }
        length = Extent.of(model).length();
        bodyCount = model.bodies().size();
        RobotModelBuilder builder = model.openTree().toBuilder();
        for (int c = 0; c < cuts.size(); c++) {
            CutJoint cut = cuts.get(c);
            addFrame(model, builder, LoopEquations.frameName(c, 1), cut, cut.first(), cut.firstFromJoint());
            addFrame(model, builder, LoopEquations.frameName(c, 2), cut, cut.second(), cut.secondFromJoint());
        }
        tree = builder.build();
        kinematics = Kinematics.ofBodies(
                tree, IntStream.range(bodyCount, tree.bodies().size()).toArray());
        wrenches = new ExternalWrenches(tree);
        hasFriction = cuts.stream().anyMatch(cut -> !cut.friction().isZero());
        requireOneCoordinate(model);
        frictionEffort = new double[cuts.size()];
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

    /** @param instead the class that knows springs */
    static void requireRigid(RobotModel model, String instead) {
        if (!model.elasticJoints().isEmpty()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has an elastic drive at joint \"%s\", but here ties and contacts are computed with rigid drives only: take %s, or withoutSprings()"
                            .formatted(
                                    model.name(), model.elasticJoints().get(0).name(), instead));
        }
    }

    /** The model has checked its own cut joints. */
    private void requireOneCoordinate(RobotModel model) {
        for (CutJoint cut : cuts) {
            if (!cut.friction().isZero() && cut.kind().freedoms() != 1) {
                throw new IllegalArgumentException(
                        "tie \"%s\" of robot \"%s\" is %s and has friction, which needs one coordinate: revolute or prismatic"
                                .formatted(cut.name(), model.name(), cut.kind()));
            }
        }
    }

    /** By row, for velocities: those along axes count in a length of the robot. */
    double[] rowWeights() {
        double[] weights = new double[rows];
        for (Constraint constraint : constraints) {
            for (int r = 0; r < constraint.rows(); r++) {
                weights[constraint.row + r] = r < constraint.linearRows ? 1 / length : 1;
            }
        }
        return weights;
    }

    /** By velocity of the base, where it has six or none, and of joints: what it counts in, a length where something slides. */
    double[] velocityUnits(int ofBase) {
        double[] units = new double[ofBase + tree.jointCount()];
        Arrays.fill(units, 1);
        Arrays.fill(units, 0, ofBase / 2, length);
        for (Joint joint : tree.movingJoints()) {
            if (joint.kind() == JointKind.PRISMATIC) {
                units[ofBase + tree.coordinate(joint.name())] = length;
            }
        }
        return units;
    }

    /** D² by row: forces count times a length of the robot, and ties by their weights. */
    void compliances(double @Nullable [] weights, double[] out) {
        for (int c = 0; c < constraints.length; c++) {
            double perWeight = weights == null ? 1 : 1 / weights[c];
            for (int r = 0; r < constraints[c].rows(); r++) {
                out[constraints[c].row + r] = r < constraints[c].linearRows ? perWeight / (length * length) : perWeight;
            }
        }
    }

    /** By tie, positive; null for all alike. */
    void checkWeights(Guard guard, double @Nullable [] weights) {
        if (weights == null) {
            return;
        }
        guard.checkLength("weights", weights, constraints.length);
        guard.checkFinite("weights", weights);
        for (int c = 0; c < weights.length; c++) {
            if (!(weights[c] > 0)) {
                throw new IllegalArgumentException("weights[%s] is %s, but must be positive; tie %s of robot \"%s\""
                        .formatted(c, weights[c], cuts.get(c).name(), tree.name()));
            }
        }
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

    /** What is applied on bodies of the robot, and friction in the ties, for the tree with frames. */
    @Nullable
    ExternalWrenches onTree(@Nullable BaseMotion base, double[] q, double[] qd, @Nullable ExternalWrenches applied) {
        if (applied == null && !hasFriction) {
            return null;
        }
        AppliedWrenches to = AppliedWrenches.of(wrenches);
        for (int b = 0; b < bodyCount; b++) {
            if (applied == null) {
                to.onBody[b].clear();
            } else {
                to.onBody[b].set(AppliedWrenches.of(applied).onBody[b]);
            }
        }
        if (hasFriction) {
            move(base, q, qd, null);
            frictionLoss = 0;
            for (int c = 0; c < constraints.length; c++) {
                double rate = constraints[c].coordinateVelocity();
                frictionEffort[c] = cuts.get(c).friction().effort(rate);
                frictionLoss += frictionEffort[c] * rate;
                applyFriction(constraints[c], constraints[c].second, -frictionEffort[c]);
                applyFriction(constraints[c], constraints[c].first, frictionEffort[c]);
            }
        }
        return wrenches;
    }

    /** Along z of a frame, as force or as moment. */
    private void applyFriction(Constraint constraint, FrameMotion frame, double effort) {
        if (frame.body >= 0) {
            AppliedWrenches.OnBody on = AppliedWrenches.of(wrenches).onBody[frame.body];
            on.clear();
            (constraint.kind == CutKind.PRISMATIC ? on.forceInBody : on.momentInBody).z = effort;
        }
    }

    /** What the first body of a tie exerts on the second: reactions, and friction. */
    void wrench(int tie, double[] reactions, double[] wrenchOut) {
        Constraint constraint = constraint(tie);
        constraint.wrench(reactions, wrenchOut);
        wrenchOut[constraint.kind == CutKind.PRISMATIC ? 2 : 5] -= frictionEffort[tie];
    }

    /** What friction in the ties takes where wrenches were last put on the tree, in watts. */
    double frictionLoss() {
        return frictionLoss;
    }

    /**
     * The largest velocity along constraints.
     *
     * @param room a number for each row
     */
    double slip(double[] room) {
        double most = 0;
        for (Constraint constraint : constraints) {
            constraint.velocity(room);
        }
        for (double row : room) {
            most = Math.max(most, Math.abs(row));
        }
        return most;
    }

    /** The largest distance, m, or angle, rad, by which ties are open. */
    double gap() {
        double most = 0;
        for (Constraint constraint : constraints) {
            most = Math.max(most, constraint.gap(1));
        }
        return most;
    }

    Constraint constraint(int cut) {
        if (cut < 0 || cut >= constraints.length) {
            throw new IllegalArgumentException("there is no cut joint or contact %s; robot \"%s\" has 0 to %s"
                    .formatted(cut, tree.name(), constraints.length - 1));
        }
        return constraints[cut];
    }
}
