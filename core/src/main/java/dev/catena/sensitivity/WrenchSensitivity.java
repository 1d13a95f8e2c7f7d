package dev.catena.sensitivity;

import dev.catena.algebra.Force;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Vector3;
import dev.catena.sensitivity.AppliedLoad.Variable;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Derivatives by q, q̇ and q̈ of what the joints carry inside and of the motions of the bodies: of the components in each
 * body's own frame, about its origin. Each is 6 × n, row-major; linear or force rows first.
 *
 * <p>{@link #compute} sums what all results share, O(n); each result then costs O(n·depth) when it is asked for, so that
 * nobody pays for what is not read. Fixed joints count only if they are named to the constructor. One object per thread:
 * {@code sensitivity.copy()} makes another for another thread.
 */
public final class WrenchSensitivity {
    private final RobotModel model;
    private final MovingTree tree;
    private final Guard guard;
    private final BaseFrameMotion bodies;
    private final ForceChanges changes;

    /** By coordinate of the tree: that of the model, −1 for a fixed joint that was given a coordinate here. */
    private final int[] coordinate;

    private final double[] q;
    private final double[] qd;
    private final double[] qdd;
    private final BaseMotion motion = new BaseMotion();
    private final BaseMotion atRest = new BaseMotion();
    private List<AppliedLoad> loads = List.of();

    private final Placement baseFromBody = new Placement();
    private final Force force = new Force();
    private final MotionVector change = new MotionVector();
    private final MotionVector velocity = new MotionVector();
    private final MotionVector velocityChange = new MotionVector();
    private final Vector spinAxis = new Vector();
    private final Vector n = new Vector();
    private final double[] column = new double[6];

    /** For the joints that move. */
    public WrenchSensitivity(RobotModel model) {
        this(model, List.of());
    }

    /**
     * For the joints that move and for some that are fixed.
     *
     * @param fixedJoints names of fixed joints whose wrench will be asked for
     */
    public WrenchSensitivity(RobotModel model, List<String> fixedJoints) {
        // a fixed joint that has a coordinate which stays zero is a fixed joint
        this(model, MovingTree.of(WrenchSensitivity.class, loosen(model, fixedJoints)));
    }

    private WrenchSensitivity(RobotModel model, MovingTree tree) {
        this.model = model;
        this.tree = tree;
        guard = new Guard(WrenchSensitivity.class, model);
        bodies = BaseFrameMotion.of(tree);
        changes = new ForceChanges(bodies);
        coordinate = new int[tree.coordinates];
        for (int k = 0; k < tree.coordinates; k++) {
            String name = tree.model.movingJoints().get(k).name();
            coordinate[k] = model.hasCoordinate(name) ? model.coordinate(name) : -1;
        }
        q = new double[tree.coordinates];
        qd = new double[tree.coordinates];
        qdd = new double[tree.coordinates];
    }

    /** The same of the same robot, with nothing computed. */
    public WrenchSensitivity copy() {
        return new WrenchSensitivity(model, tree);
    }

    private static RobotModel loosen(RobotModel model, List<String> fixedJoints) {
        if (fixedJoints.isEmpty()) {
            return model;
        }
        RobotModelBuilder builder = model.withWeldedJoints().toBuilder();
        for (String name : fixedJoints) {
            Joint joint = model.joints().stream()
                    .filter(candidate -> candidate.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "robot \"%s\" has no joint \"%s\"".formatted(model.name(), name)));
            if (!joint.kind().moves()) {
                JointGeometry at = joint.geometry();
                builder.replace(new Joint(
                        name,
                        JointKind.PRISMATIC,
                        joint.parent(),
                        joint.child(),
                        new JointGeometry(at.parentFromJoint(), Vector3.Z, at.jointFromBody()),
                        joint.limits(),
                        joint.friction(),
                        joint.drive()));
            }
        }
        return builder.build();
    }

    /** Sums what all derivatives share, for a robot that nothing touches, its base at rest. */
    public void compute(double[] q, double[] qd, double[] qdd) {
        compute(null, q, qd, qdd, null, List.of());
    }

    /**
     * Sums what all derivatives share.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     * @param wrenches what the environment applies, with constant numbers; null for nothing
     * @param loads what the environment applies as a function of the state; read again when a result is asked for
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            List<AppliedLoad> loads) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        check("q", q);
        check("qd", qd);
        check("qdd", qdd);
        for (int k = 0; k < loads.size(); k++) {
            loads.get(k).checkFor(guard);
        }
        for (int k = 0; k < tree.coordinates; k++) {
            if (coordinate[k] >= 0) {
                this.q[k] = q[coordinate[k]];
                this.qd[k] = qd[coordinate[k]];
                this.qdd[k] = qdd[coordinate[k]];
            }
        }
        if (base == null) {
            motion.set(atRest);
        } else {
            motion.set(base);
        }
        this.loads = loads;
        bodies.compute(motion, this.q, this.qd, this.qdd, wrenches, loads);
        guard.succeed();
    }

    private void check(String name, double @Nullable [] vector) {
        if (vector == null || vector.length != model.jointCount()) {
            throw Guard.unfit(
                    name, vector, "robot \"%s\" has %s moving joints".formatted(model.name(), model.jointCount()));
        }
        guard.checkFinite(name, vector);
    }

    /**
     * The derivative of what the parent exerts on a body through its joint; for body 0, of what the world exerts on the
     * base.
     */
    public void wrench(Variable variable, int body, double[] derivativeOut) {
        check(body, derivativeOut);
        int c = tree.carrier[body];
        if (tree.body[c] != body) {
            throw new IllegalArgumentException("body \"%s\" is on a fixed joint that was not named to the constructor"
                    .formatted(model.bodies().get(body).name()));
        }
        start(body, derivativeOut);
        for (int j = 1; j <= tree.n; j++) {
            int k = coordinate[tree.leader(j)];
            if (k >= 0) {
                changeOfWrench(variable, c, j);
                addRotorSpin(variable, c, j);
                if (tree.coordinate[j] < tree.coordinates) {
                    subtractExplicit(variable, c, k);
                }
                force.setFromParent(baseFromBody, force);
                force.copyTo(column);
                addColumn(derivativeOut, k, tree.factor(j));
            }
        }
        guard.checkResult("derivativeOut", derivativeOut);
    }

    /** Ancestors displace the body with all beyond it; descendants change what comes from beyond them; others nothing. */
    private void changeOfWrench(Variable variable, int c, int j) {
        force.setZero();
        if (isBeyond(c, j)) {
            changes.within(c, j);
        } else if (isBeyond(j, c)) {
            changes.beyond(j);
        } else {
            return;
        }
        switch (variable) {
            case POSITION -> force.set(changes.byPosition);
            case VELOCITY -> force.set(changes.byVelocity);
            case ACCELERATION -> force.set(changes.byAcceleration);
        }
    }

    /** A rotor that joint j spins beyond joint c needs k Iₘ (q̈ zₘ + q̇ ω × zₘ). */
    private void addRotorSpin(Variable variable, int c, int j) {
        if (variable == Variable.POSITION) {
            return;
        }
        for (SpinningRotor rotor : tree.rotors) {
            if (rotor.coordinate == tree.coordinate[j] && isBeyond(rotor.carrier, c)) {
                bodies.rotorMomentum(rotor, spinAxis);
                if (variable == Variable.VELOCITY) {
                    MotionVector v = bodies.velocity[rotor.carrier];
                    n.set(v.rx, v.ry, v.rz);
                    spinAxis.setCross(n, spinAxis);
                }
                force.addMoment(spinAxis);
            }
        }
    }

    private void subtractExplicit(Variable variable, int c, int k) {
        for (int l = 0; l < loads.size(); l++) {
            AppliedLoad load = loads.get(l);
            if (isBeyond(tree.carrier[load.body], c)
                    && changes.explicit(MovingBase.of(motion), load, variable, k, changes.byPosition)) {
                force.subtract(changes.byPosition);
            }
        }
    }

    private boolean isBeyond(int i, int ancestor) {
        int b = i;
        while (b > ancestor) {
            b = tree.parent[b];
        }
        return b == ancestor;
    }

    /** The derivative of a body's velocity: of its origin, then angular, in the body's axes. */
    public void velocity(Variable variable, int body, double[] derivativeOut) {
        check(body, derivativeOut);
        start(body, derivativeOut);
        for (int j = tree.carrier[body]; j > 0; j = tree.parent[j]) {
            int k = coordinate[tree.leader(j)];
            if (k >= 0 && variable != Variable.ACCELERATION) {
                change.setFromParent(baseFromBody, velocityChange(variable, j));
                change.copyTo(column);
                addColumn(derivativeOut, k, tree.factor(j));
            }
        }
        guard.checkResult("derivativeOut", derivativeOut);
    }

    /** Ψ̇ for q, J for q̇. */
    private MotionVector velocityChange(Variable variable, int j) {
        return variable == Variable.POSITION ? bodies.axisRate[j] : bodies.axis[j];
    }

    /** The derivative of a body's true, classical acceleration: of its origin, then angular, in the body's axes. */
    public void acceleration(Variable variable, int body, double[] derivativeOut) {
        check(body, derivativeOut);
        start(body, derivativeOut);
        int c = tree.carrier[body];
        velocity.setFromParent(baseFromBody, bodies.velocity[c]);
        for (int j = c; j > 0; j = tree.parent[j]) {
            int k = coordinate[tree.leader(j)];
            if (k < 0) {
                continue;
            }
            // spatial: Ψ̈ − v × Ψ̇ for q, 2Ψ̇ − v × J for q̇, J for q̈
            switch (variable) {
                case POSITION -> {
                    change.setCross(bodies.axisRate[j], bodies.velocity[c]);
                    change.add(bodies.axisRate2[j]);
                    addGravityTerm(bodies.axis[j]);
                }
                case VELOCITY -> {
                    change.setCross(bodies.axis[j], bodies.velocity[c]);
                    change.addScaled(2, bodies.axisRate[j]);
                }
                case ACCELERATION -> change.set(bodies.axis[j]);
            }
            change.setFromParent(baseFromBody, change);
            if (variable != Variable.ACCELERATION) {
                velocityChange.setFromParent(baseFromBody, velocityChange(variable, j));
                addClassicalTerm();
            }
            change.copyTo(column);
            addColumn(derivativeOut, k, tree.factor(j));
        }
        guard.checkResult("derivativeOut", derivativeOut);
    }

    /** Ψ̈ is made of accelerations less gravity; of the true ones it has g × J more. */
    private void addGravityTerm(MotionVector J) {
        Vector g = bodies.gravity;
        change.lx += g.y * J.rz - g.z * J.ry;
        change.ly += g.z * J.rx - g.x * J.rz;
        change.lz += g.x * J.ry - g.y * J.rx;
    }

    /** The classical acceleration is the spatial one plus ω × v, which changes by δω × v + ω × δv. */
    private void addClassicalTerm() {
        MotionVector v = velocity;
        MotionVector d = velocityChange;
        change.lx += d.ry * v.lz - d.rz * v.ly + (v.ry * d.lz - v.rz * d.ly);
        change.ly += d.rz * v.lx - d.rx * v.lz + (v.rz * d.lx - v.rx * d.lz);
        change.lz += d.rx * v.ly - d.ry * v.lx + (v.rx * d.ly - v.ry * d.lx);
    }

    private void check(int body, double[] derivativeOut) {
        guard.requireResults();
        tree.checkBody(body);
        guard.checkLength("derivativeOut", derivativeOut, 6 * model.jointCount());
    }

    private void start(int body, double[] derivativeOut) {
        Arrays.fill(derivativeOut, 0);
        baseFromBody.setProduct(bodies.baseFromJoint[tree.carrier[body]], tree.jointFromBody[body]);
    }

    /** Joints that follow others move with the coordinates of those. */
    private void addColumn(double[] out, int k, double factor) {
        for (int row = 0; row < 6; row++) {
            out[row * model.jointCount() + k] += factor * column[row];
        }
    }
}
