package dev.catena.dynamics;

import dev.catena.algebra.Inertia;
import dev.catena.algebra.Placement;
import dev.catena.algebra.PointOperator;
import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Posture;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import org.jspecify.annotations.Nullable;

/**
 * The torques and forces that a motion needs, and what the joints carry inside, by the recursive Newton-Euler algorithm
 * for trees, [Khalil 13–31].
 *
 * <p>τ is what the drives supply: it includes gravity, friction, reflected inertia and gyroscopic rotors, and is less by
 * what external wrenches supply. Cost O(n): one pass from the base to the tips, one back.
 */
public final class InverseDynamics {
    private final MovingTree tree;
    private final Posture posture;
    private final Vector[] omega;
    private final Vector[] gamma;
    private final Vector[] a;
    private final PointOperator[] U;
    private final JointLoads loads;
    private final ExternalLoads external;
    private final double[] zero;
    private final Vector w = new Vector();
    private final Vector A = new Vector();

    public InverseDynamics(RobotModel model) {
        tree = new MovingTree(model);
        posture = new Posture(tree);
        omega = Vector.array(tree.n + 1);
        gamma = Vector.array(tree.n + 1);
        a = Vector.array(tree.n + 1);
        U = PointOperator.array(tree.n + 1);
        loads = new JointLoads(tree);
        external = new ExternalLoads(tree, loads);
        zero = new double[tree.n];
    }

    /** Torques for a motion of the joints, the base at rest and nothing touching the robot. */
    public void compute(double[] q, double[] qd, double[] qdd, double[] tauOut) {
        compute(null, q, qd, qdd, null, tauOut);
    }

    /**
     * Torques for a motion of joints and base under external wrenches.
     *
     * @param base how the base moves; null for a base at rest at the world's origin
     * @param wrenches what the environment applies; null for nothing
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut) {
        posture.set(q);
        compute(posture, base, qd, qdd, wrenches, tauOut);
    }

    /** As above, from joint placements that were computed before. */
    public void compute(
            Posture at,
            @Nullable BaseMotion base,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut) {
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        tree.check("tauOut", tauOut);
        checkRobot(at);
        startAtBase(base, 1);
        outwardPass(at.parentFromJoint(), qd, qdd);
        external.apply(at, base, wrenches);
        spinRotors(qd, qdd);
        inwardPass(at.parentFromJoint(), tauOut);
        addDrives(qdd, tauOut);
        addFriction(qd, tauOut);
    }

    /** Torques that hold the robot still against gravity. */
    public void gravity(double[] q, double[] tauOut) {
        compute(null, q, zero, zero, null, tauOut);
    }

    /** Everything but the acceleration of the joints: gravity, velocity terms and friction. */
    public void bias(double[] q, double[] qd, double[] tauOut) {
        compute(null, q, qd, zero, null, tauOut);
    }

    /** Centrifugal, Coriolis and gyroscopic torques alone, without gravity and friction. */
    public void coriolis(double[] q, double[] qd, double[] tauOut) {
        tree.check("qd", qd);
        tree.check("tauOut", tauOut);
        posture.set(q);
        startAtBase(null, 0);
        outwardPass(posture.parentFromJoint(), qd, zero);
        external.apply(posture, null, null);
        spinRotors(qd, zero);
        inwardPass(posture.parentFromJoint(), tauOut);
        addDrives(zero, tauOut);
    }

    /** Torques that overcome friction alone. */
    public void friction(double[] qd, double[] tauOut) {
        tree.check("qd", qd);
        tree.check("tauOut", tauOut);
        java.util.Arrays.fill(tauOut, 0);
        addFriction(qd, tauOut);
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about the body's origin, by the last
     * computation. For body 0 it is what the world exerts on the base. Fixed joints count too.
     */
    public Wrench jointWrenchInBody(int body) {
        return loads.wrenchInBody(body, a, U);
    }

    /** As {@link #jointWrenchInBody(int)}, without allocation: force, then moment. */
    public void jointWrenchInBody(int body, double[] wrenchOut) {
        loads.wrenchInBody(body, a, U, wrenchOut);
    }

    private void checkRobot(Posture at) {
        if (at.tree() != tree && !at.tree().model.equals(tree.model)) {
            throw new IllegalArgumentException("the posture is of robot \"%s\", not of \"%s\""
                    .formatted(at.tree().model.name(), tree.model.name()));
        }
    }

    /** ω₀, ω̇₀ of the base, and a₀ = acceleration − g: gravity enters as a fictitious acceleration. */
    private void startAtBase(@Nullable BaseMotion base, double gravityFactor) {
        a[0].setScaled(-gravityFactor, tree.gravityInWorld);
        if (base == null) {
            omega[0].setZero();
            gamma[0].setZero();
        } else {
            omega[0].set(base.angularVelocity());
            gamma[0].set(base.angularAcceleration());
            a[0].setFromParent(base.worldFromBase(), a[0]);
            a[0].add(base.linearAcceleration());
        }
        U[0].set(omega[0], gamma[0]);
        tree.inertia[0].wrench(a[0], U[0], loads.f[0], loads.n[0]);
    }

    /** Base to tips: motion of every body, and the wrench that the motion takes. */
    private void outwardPass(Placement[] parentFromJoint, double[] qd, double[] qdd) {
        for (int i = 1; i <= tree.n; i++) {
            int parent = tree.parent[i];
            Placement X = parentFromJoint[i];
            double rate = qd[tree.coordinate[i]];
            double acceleration = qdd[tree.coordinate[i]];

            // ʲωᵢ = ʲRᵢ ωᵢ; A = aᵢ + Uᵢ ⁱPⱼ is the acceleration of the point where the joint sits
            w.setFromParent(X, omega[parent]);
            gamma[i].setFromParent(X, gamma[parent]);
            A.set(a[parent]);
            A.addProduct(U[parent], X.p);
            a[i].setFromParent(X, A);

            if (tree.revolute[i]) {
                // ωⱼ = ʲωᵢ + q̇ z; ω̇ⱼ = ʲRᵢ ω̇ᵢ + q̈ z + ʲωᵢ × q̇ z, [Khalil 18–19]
                omega[i].set(w.x, w.y, w.z + rate);
                gamma[i].x += w.y * rate;
                gamma[i].y -= w.x * rate;
                gamma[i].z += acceleration;
            } else {
                // V̇ⱼ = ʲRᵢ (V̇ᵢ + Uᵢ ⁱPⱼ) + q̈ z + 2 ʲωᵢ × q̇ z, [Khalil 20]
                omega[i].set(w);
                a[i].x += 2 * w.y * rate;
                a[i].y -= 2 * w.x * rate;
                a[i].z += acceleration;
            }

            U[i].set(omega[i], gamma[i]);
            Inertia inertia = tree.inertia[i];
            inertia.wrench(a[i], U[i], loads.f[i], loads.n[i]);
        }
    }

    /** The moment that spins the rotors acts on their carriers: k Iₘ (q̈ zₘ + q̇ ω × zₘ), [Siciliano]. */
    private void spinRotors(double[] qd, double[] qdd) {
        for (int r = 0; r < tree.rotors.length; r++) {
            SpinningRotor rotor = tree.rotors[r];
            Vector n = loads.nRotor[r];
            n.setCross(omega[rotor.carrier], rotor.axis);
            n.setScaled(rotor.gearedInertia * qd[rotor.coordinate], n);
            n.addScaled(rotor.gearedInertia * qdd[rotor.coordinate], rotor.axis);
            loads.n[rotor.carrier].add(n);
        }
    }

    /** Tips to base: what a joint carries is handed on to the parent; the axis' share of it is the drive's. */
    private void inwardPass(Placement[] parentFromJoint, double[] tauOut) {
        for (int i = tree.n; i >= 1; i--) {
            int parent = tree.parent[i];
            Placement X = parentFromJoint[i];
            Vector f = loads.f[i];
            Vector n = loads.n[i];

            // Γⱼ = (σ fⱼ + σ̄ mⱼ)·z, [Khalil 31]
            tauOut[tree.coordinate[i]] = tree.revolute[i] ? n.z : f.z;

            // fᵢ += ⁱRⱼ fⱼ; mᵢ += ⁱRⱼ mⱼ + ⁱPⱼ × ⁱRⱼ fⱼ, [Khalil 27–28]
            Vector fInParent = loads.fInParent[i];
            Vector nInParent = loads.nInParent[i];
            fInParent.setFromChild(X, f);
            nInParent.setFromChild(X, n);
            nInParent.addCross(X.p, fInParent);
            loads.f[parent].add(fInParent);
            loads.n[parent].add(nInParent);
        }
    }

    /** Reflected inertia Iₐ q̈, and k Iₘ (ω̇·zₘ + k q̈) for gyroscopic rotors. */
    private void addDrives(double[] qdd, double[] tauOut) {
        if (tree.hasReflectedInertia) {
            for (int k = 0; k < tauOut.length; k++) {
                tauOut[k] += tree.reflectedInertia[k] * qdd[k];
            }
        }
        for (SpinningRotor rotor : tree.rotors) {
            int k = rotor.coordinate;
            tauOut[k] += rotor.gearedInertia * (gamma[rotor.carrier].dot(rotor.axis) + rotor.gearRatio * qdd[k]);
        }
    }

    private void addFriction(double[] qd, double[] tauOut) {
        if (tree.hasFriction) {
            for (int k = 0; k < tauOut.length; k++) {
                tauOut[k] += tree.friction[k].effort(qd[k]);
            }
        }
    }
}
