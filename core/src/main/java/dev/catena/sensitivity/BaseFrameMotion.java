package dev.catena.sensitivity;

import dev.catena.algebra.CoriolisInertia;
import dev.catena.algebra.Force;
import dev.catena.algebra.Inertia;
import dev.catena.algebra.JointPlacement;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import dev.catena.tree.TreeVector;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All bodies of a tree in one frame: axes, motions, and the composites of everything beyond a joint.
 *
 * <p>The frame has the axes of the base. Its origin is that of a base that floats, which has rows of its own. Else it is near
 * the robot, which may be far from its base's origin: what is left of inertias about a point at the distance r is rounded as m r².
 */
final class BaseFrameMotion {
    final MovingTree tree;
    final Placement[] baseFromJoint;

    /** Where the frame's origin is in the frame of the base. */
    final Vector origin = new Vector();

    /** J: axis of the joint. */
    final MotionVector[] axis;

    /** v. */
    final MotionVector[] velocity;

    /** a, less gravity. */
    final MotionVector[] acceleration;

    /** Ψ̇ = v × J with v of the parent. */
    final MotionVector[] axisRate;

    /** Ψ̈ = a × J + v × Ψ̇ with a and v of the parent. */
    final MotionVector[] axisRate2;

    /** Inertia of each body alone. */
    final Inertia[] inertia;

    /** Y: composite inertia. */
    final Inertia[] composite;

    /** Y J: what a unit acceleration of the joint takes. */
    final Force[] axisForce;

    /** 2B: composite answer to changes of velocity. */
    final CoriolisInertia[] coriolis;

    /** 2B of each body alone, where it was asked for. */
    final CoriolisInertia[] ownCoriolis;

    /** F: composite force, less what the environment applies. */
    final Force[] force;

    /** What turning the bodies does to wrenches that keep their world axes; composite. */
    final CoriolisInertia[] unturned;

    /** Whether there are such wrenches. */
    boolean hasUnturned;

    /** Gravity in base axes. */
    final Vector gravity = new Vector();

    /** 0, or 1 where nobody asks for what the base itself takes. */
    private final int firstBody;

    private final JointPlacement[] parentFromJoint;

    /** The first joint that turns, whatever slides before it; the first of all where none does. */
    private final int nearest;

    /** No frame is farther from that joint, while nothing slides. */
    private final double reach;

    private final MovingBase atRest = new MovingBase();
    private final Force applied = new Force();
    private final Vector f = new Vector();
    private final Vector n = new Vector();
    private final Vector r = new Vector();
    private final MotionVector[] added;
    private final Force[] addedForce;
    private final TreeVector positions;
    private final TreeVector velocities;
    private final TreeVector accelerations;
    private final TreeVector efforts;

    private BaseFrameMotion(MovingTree tree, boolean keepsOwn, boolean withBase) {
        this.tree = tree;
        firstBody = withBase ? 0 : 1;
        ownCoriolis = CoriolisInertia.array(keepsOwn ? tree.n + 1 : 0);
        int size = tree.n + 1;
        parentFromJoint = tree.placements();
        baseFromJoint = Placement.array(size);
        axis = MotionVector.array(size);
        velocity = MotionVector.array(size);
        acceleration = MotionVector.array(size);
        axisRate = MotionVector.array(size);
        axisRate2 = MotionVector.array(size);
        inertia = Inertia.array(size);
        composite = Inertia.array(size);
        axisForce = Force.array(size);
        coriolis = CoriolisInertia.array(size);
        force = Force.array(size);
        unturned = CoriolisInertia.array(size);
        added = MotionVector.array(size);
        addedForce = Force.array(size);
        positions = new TreeVector(tree);
        velocities = new TreeVector(tree);
        accelerations = new TreeVector(tree);
        efforts = new TreeVector(tree);
        nearest = nearest(tree);
        double length = 0;
        for (int i = nearest + 1; i <= tree.n; i++) {
            Placement X = tree.atZero[i];
            length += Math.abs(X.px) + Math.abs(X.py) + Math.abs(X.pz);
        }
        reach = length;
    }

    /** Of all bodies. */
    static BaseFrameMotion of(MovingTree tree) {
        return new BaseFrameMotion(tree, false, true);
    }

    /** The same, with each body's own 2B beside the composite one. */
    static BaseFrameMotion withOwnCoriolis(MovingTree tree) {
        return new BaseFrameMotion(tree, true, true);
    }

    /** Without what a base takes that does not float. */
    static BaseFrameMotion ofFreeBodies(MovingTree tree) {
        return new BaseFrameMotion(tree, false, tree.model.baseKind() != BaseKind.FIXED);
    }

    /** 0, the base itself, if it floats. */
    private static int nearest(MovingTree tree) {
        if (tree.n == 0 || tree.model.baseKind() == BaseKind.FLOATING) {
            return 0;
        }
        for (int i = 1; i <= tree.n; i++) {
            if (tree.revolute[i]) {
                return i;
            }
        }
        return 1;
    }

    /** Everything, for one motion under given loads. */
    void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            List<AppliedLoad> loads) {
        place(q);
        move(base, qd, qdd, wrenches, loads);
    }

    /** What depends on the posture alone: axes, inertias and Y J. */
    void place(double[] q) {
        double[] position = positions.of(q);
        for (int i = 1; i <= tree.n; i++) {
            parentFromJoint[i].move(position[tree.coordinate[i]]);
        }
        Placement first = tree.atZero[nearest == 0 ? 0 : 1];
        placeAbout(first.px, first.py, first.pz);
        // a robot on long rails
        Placement X = baseFromJoint[nearest];
        if (Math.max(Math.abs(X.px), Math.max(Math.abs(X.py), Math.abs(X.pz))) > reach) {
            placeAbout(origin.x + X.px, origin.y + X.py, origin.z + X.pz);
        }
        gather();
    }

    /** As {@link #place}, in the same posture, with the frame's origin on the axis of a joint. */
    void placeOnAxis(int i) {
        Placement X = baseFromJoint[i];
        placeAbout(origin.x + X.px, origin.y + X.py, origin.z + X.pz);
        gather();
    }

    private void placeAbout(double x, double y, double z) {
        origin.set(x, y, z);
        baseFromJoint[0].setOrigin(-x, -y, -z);
        for (int i = 1; i <= tree.n; i++) {
            baseFromJoint[i].setProduct(baseFromJoint[tree.parent[i]], parentFromJoint[i]);
        }
    }

    private void gather() {
        for (int i = firstBody; i <= tree.n; i++) {
            inertia[i].setFromChild(baseFromJoint[i], tree.inertia[i]);
            composite[i].setComposite(inertia[i]);
        }
        for (int i = tree.n; i >= 1; i--) {
            axis[i].setAxis(baseFromJoint[i], tree.revolute[i]);
            composite[i].product(axis[i], axisForce[i]);
            if (tree.parent[i] >= firstBody) {
                composite[tree.parent[i]].add(composite[i]);
            }
        }
    }

    /** What depends on the motion and the loads, in the posture that {@link #place} took. */
    void move(
            @Nullable BaseMotion base,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            List<AppliedLoad> loads) {
        moveWithoutCurvature(base, qd, qdd, wrenches, loads);
        curveAxes();
    }

    /** The same, but for Ψ̈: enough for {@link #efforts}, and for {@link #accelerate} to go on with. */
    void moveWithoutCurvature(
            @Nullable BaseMotion base,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            List<AppliedLoad> loads) {
        MovingBase start = base == null ? atRest : MovingBase.of(base);
        double[] rate = velocities.of(qd);
        double[] jointAcceleration = accelerations.of(qdd);
        startAtBase(start);
        outward(rate, jointAcceleration);
        spinRotors(rate, jointAcceleration);
        applyWrenches(start, wrenches, loads);
        inward();
    }

    /** Ψ̈ = a × J + v × Ψ̇. */
    private void curveAxes() {
        for (int i = 1; i <= tree.n; i++) {
            axisRate2[i].setCross(acceleration[tree.parent[i]], axis[i]);
            axisRate2[i].addCross(velocity[tree.parent[i]], axisRate[i]);
        }
    }

    /**
     * Gives base and joints other accelerations after they were moved without any. Forces change by Σ Y δa, with
     * δa = δa of the parent + J q̈.
     *
     * @param ofBase what is added to the acceleration of a base that floats; null for others, whose acceleration stays
     */
    void accelerate(@Nullable MotionVector ofBase, double[] qdd) {
        double[] jointAcceleration = accelerations.of(qdd);
        added[0].setZero();
        if (ofBase != null) {
            added[0].set(ofBase);
        }
        for (int i = firstBody; i <= tree.n; i++) {
            if (i > 0) {
                added[i].setSum(added[tree.parent[i]], jointAcceleration[tree.coordinate[i]], axis[i]);
            }
            acceleration[i].add(added[i]);
            inertia[i].product(added[i], addedForce[i]);
        }
        for (SpinningRotor rotor : tree.rotors) {
            rotorMomentum(rotor, n);
            addedForce[rotor.carrier].addMoment(scaled(jointAcceleration[rotor.coordinate]));
        }
        for (int i = tree.n; i >= firstBody; i--) {
            force[i].add(addedForce[i]);
            if (i > 0 && tree.parent[i] >= firstBody) {
                addedForce[tree.parent[i]].add(addedForce[i]);
            }
        }
        curveAxes();
    }

    /** τ of a motion without joint accelerations: J·F, what rotors take, and friction. */
    void efforts(double[] qd, double[] tauOut) {
        double[] rate = velocities.of(qd);
        double[] tau = efforts.room(tauOut);
        Arrays.fill(tau, 0);
        for (int i = 1; i <= tree.n; i++) {
            tau[tree.coordinate[i]] = axis[i].dot(force[i]);
        }
        for (SpinningRotor rotor : tree.rotors) {
            rotorMomentum(rotor, n);
            tau[rotor.coordinate] += acceleration[rotor.carrier].dotMoment(n);
        }
        for (int k = 0; tree.hasFriction && k < tree.size; k++) {
            tau[k] += tree.friction[k].effort(rate[k]);
        }
        efforts.gather(tauOut);
    }

    /** v₀, and the spatial acceleration a₀ = (classical acceleration − g − ω × v, ω̇), both at the frame's origin. */
    private void startAtBase(MovingBase base) {
        gravity.setFromParent(base.worldFromBase, tree.gravityInWorld);
        f.set(base.linearVelocity);
        f.addCross(base.angularVelocity, origin);
        velocity[0].set(f, base.angularVelocity);
        f.set(base.linearAcceleration);
        f.subtract(gravity);
        f.subtractCross(base.angularVelocity, base.linearVelocity);
        f.addCross(base.angularAcceleration, origin);
        acceleration[0].set(f, base.angularAcceleration);
    }

    /** Base to tips: v += J q̇, a += J q̈ + Ψ̇ q̇, and each body's own 2B and force Y a + B v. */
    private void outward(double[] qd, double[] qdd) {
        for (int i = firstBody; i <= tree.n; i++) {
            if (i > 0) {
                move(i, qd[tree.coordinate[i]], qdd[tree.coordinate[i]]);
            }
            coriolis[i].set(inertia[i], velocity[i]);
            inertia[i].product(acceleration[i], force[i]);
            coriolis[i].addHalfProductTo(velocity[i], force[i]);
        }
    }

    private void move(int i, double rate, double jointAcceleration) {
        MotionVector J = axis[i];
        MotionVector v = velocity[tree.parent[i]];
        MotionVector a = acceleration[tree.parent[i]];
        axisRate[i].setCross(v, J);
        velocity[i].setSum(v, rate, J);
        acceleration[i].setSum(a, jointAcceleration, J);
        acceleration[i].addScaled(rate, axisRate[i]);
    }

    /** A rotor with angular momentum h = k Iₘ q̇ zₘ needs the moment k Iₘ q̈ zₘ + ω × h from its carrier. */
    private void spinRotors(double[] qd, double[] qdd) {
        for (SpinningRotor rotor : tree.rotors) {
            int c = rotor.carrier;
            rotorMomentum(rotor, n);
            force[c].addMoment(scaled(qdd[rotor.coordinate]));
            n.setScaled(qd[rotor.coordinate], n);
            coriolis[c].subtractSpin(n.x, n.y, n.z);
            f.set(velocity[c].rx, velocity[c].ry, velocity[c].rz);
            f.setCross(f, n);
            force[c].addMoment(f);
        }
    }

    private Vector scaled(double factor) {
        f.setScaled(factor, n);
        return f;
    }

    /** k Iₘ zₘ in base axes: angular momentum at unit rate of the rotor's joint. */
    void rotorMomentum(SpinningRotor rotor, Vector out) {
        out.setFromChild(baseFromJoint[rotor.carrier], rotor.axis);
        out.setScaled(rotor.gearedInertia, out);
    }

    private void applyWrenches(MovingBase base, @Nullable ExternalWrenches wrenches, List<AppliedLoad> loads) {
        hasUnturned = false;
        if (wrenches == null && loads.isEmpty()) {
            return;
        }
        for (CoriolisInertia map : unturned) {
            map.setZero();
        }
        hasUnturned = !loads.isEmpty();
        if (wrenches != null) {
            for (int b = 0; b < tree.carrier.length; b++) {
                AppliedWrenches.OnBody onBody = AppliedWrenches.of(wrenches).onBody[b];
                int c = tree.carrier[b];
                origin(b, r);
                toBase(b, onBody.forceInBody, f);
                toBase(b, onBody.momentInBody, n);
                subtract(c);
                if (onBody.hasWorld) {
                    f.setFromParent(base.worldFromBase, onBody.forceInWorld);
                    n.setFromParent(base.worldFromBase, onBody.momentInWorld);
                    subtract(c);
                    unturned[c].addUnturned(f, n, r);
                    hasUnturned = true;
                }
            }
        }
        for (int k = 0; k < loads.size(); k++) {
            AppliedLoad load = loads.get(k);
            int c = tree.carrier[load.body];
            point(load, r);
            f.setFromParent(base.worldFromBase, load.forceInWorld);
            n.setFromParent(base.worldFromBase, load.momentInWorld);
            subtract(c);
            unturned[c].addUnturned(f, n, r);
        }
    }

    /** Takes the wrench f, n about the point r off the force of a body. */
    private void subtract(int carrier) {
        n.addCross(r, f);
        applied.set(f, n);
        force[carrier].subtract(applied);
        n.subtractCross(r, f);
    }

    /** Origin of a body of the model, in this frame. */
    void origin(int body, Vector out) {
        Placement B = tree.jointFromBody[body];
        out.set(B.px, B.py, B.pz);
        out.setPointFromChild(baseFromJoint[tree.carrier[body]], out);
    }

    /** Where a load acts, in this frame. */
    void point(AppliedLoad load, Vector out) {
        out.setPointFromChild(tree.jointFromBody[load.body], load.pointInBody);
        out.setPointFromChild(baseFromJoint[tree.carrier[load.body]], out);
    }

    /** A vector in the axes of a body of the model, in base axes. */
    void toBase(int body, Vector inBody, Vector out) {
        out.setFromChild(tree.jointFromBody[body], inBody);
        out.setFromChild(baseFromJoint[tree.carrier[body]], out);
    }

    /** Tips to base: everything beyond a joint, summed. */
    private void inward() {
        for (int i = 0; i < ownCoriolis.length; i++) {
            ownCoriolis[i].setZero();
            ownCoriolis[i].add(coriolis[i]);
        }
        for (int i = tree.n; i >= 1; i--) {
            int parent = tree.parent[i];
            if (parent < firstBody) {
                continue;
            }
            coriolis[parent].add(coriolis[i]);
            force[parent].add(force[i]);
            if (hasUnturned) {
                unturned[parent].add(unturned[i]);
            }
        }
    }
}
