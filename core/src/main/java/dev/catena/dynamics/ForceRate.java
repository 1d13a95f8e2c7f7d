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
 * Torques and their time derivatives along a motion whose jerk is known, for trees: the generalized force derivatives of
 * Guarino Lo Bianco, [Guarino 3–21], with components differentiated instead of vectors, which takes a third fewer
 * operations.
 *
 * <p>Everything that {@link InverseDynamics} knows has its rate here: friction (the jump of Coulomb friction at rest is
 * left out), reflected inertia, gyroscopic rotors, external wrenches with their rates, a moving base with its jerk.
 * Cost O(n).
 */
public final class ForceRate {
    private final MovingTree tree;
    private final Posture posture;
    private final Vector[] omega;
    private final Vector[] gamma;
    private final Vector[] gammaRate;
    private final Vector[] a;
    private final Vector[] aRate;
    private final PointOperator[] U;
    private final PointOperator[] URate;
    private final JointLoads loads;
    private final JointLoads rates;
    private final ExternalLoads external;
    private final Vector w = new Vector();
    private final Vector h = new Vector();
    private final Vector A = new Vector();
    private final Vector ARate = new Vector();
    private final Vector pRate = new Vector();

    public ForceRate(RobotModel model) {
        tree = new MovingTree(model);
        posture = new Posture(tree);
        omega = Vector.array(tree.n + 1);
        gamma = Vector.array(tree.n + 1);
        gammaRate = Vector.array(tree.n + 1);
        a = Vector.array(tree.n + 1);
        aRate = Vector.array(tree.n + 1);
        U = PointOperator.array(tree.n + 1);
        URate = PointOperator.array(tree.n + 1);
        loads = new JointLoads(tree);
        rates = new JointLoads(tree);
        external = new ExternalLoads(tree, loads);
    }

    /** Torques and their rates for a motion of the joints, the base at rest and nothing touching the robot. */
    public void compute(double[] q, double[] qd, double[] qdd, double[] qddd, double[] tauOut, double[] tauRateOut) {
        compute(null, q, qd, qdd, qddd, null, tauOut, tauRateOut);
    }

    /**
     * Torques and their rates for a motion of joints and base under external wrenches.
     *
     * @param base how the base moves, jerk included; null for a base at rest at the world's origin
     * @param wrenches what the environment applies, rates included; null for nothing
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut,
            double[] tauRateOut) {
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        tree.check("qddd", qddd);
        tree.check("tauOut", tauOut);
        tree.check("tauRateOut", tauRateOut);
        posture.set(q);
        startAtBase(base);
        outwardPass(qd, qdd, qddd);
        external.apply(posture, base, wrenches);
        external.applyRates(wrenches, omega, rates);
        spinRotors(qd, qdd, qddd);
        inwardPass(qd, tauOut, tauRateOut);
        addDrives(qdd, qddd, tauOut, tauRateOut);
        addFriction(qd, qdd, tauOut, tauRateOut);
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about the body's origin, by the last
     * computation. For body 0 it is what the world exerts on the base.
     */
    public Wrench jointWrenchInBody(int body) {
        return loads.wrenchInBody(body, a, U);
    }

    /** The rate of the components of {@link #jointWrenchInBody}. */
    public Wrench jointWrenchRateInBody(int body) {
        return rates.wrenchInBody(body, aRate, URate);
    }

    /** As {@link #jointWrenchRateInBody(int)}, without allocation: force, then moment. */
    public void jointWrenchRateInBody(int body, double[] wrenchRateOut) {
        rates.wrenchInBody(body, aRate, URate, wrenchRateOut);
    }

    /** ω₀, γ₀, a₀ − g of the base and the rates of their components: γ' = ι − ω × γ, a' = j − ω × (a − g). */
    private void startAtBase(@Nullable BaseMotion base) {
        a[0].setScaled(-1, tree.gravityInWorld);
        if (base == null) {
            omega[0].setZero();
            gamma[0].setZero();
            gammaRate[0].setZero();
            aRate[0].setZero();
        } else {
            omega[0].set(base.angularVelocity());
            gamma[0].set(base.angularAcceleration());
            a[0].setFromParent(base.worldFromBase(), a[0]);
            a[0].add(base.linearAcceleration());
            gammaRate[0].set(base.angularJerk());
            gammaRate[0].subtractCross(omega[0], gamma[0]);
            aRate[0].set(base.linearJerk());
            aRate[0].subtractCross(omega[0], a[0]);
        }
        U[0].set(omega[0], gamma[0]);
        URate[0].setRate(omega[0], gamma[0], gammaRate[0]);
        tree.inertia[0].wrench(a[0], U[0], loads.f[0], loads.n[0]);
        tree.inertia[0].wrench(aRate[0], URate[0], rates.f[0], rates.n[0]);
    }

    /** Base to tips: motion of every body with its rate, and the wrenches that they take. */
    private void outwardPass(double[] qd, double[] qdd, double[] qddd) {
        Placement[] parentFromJoint = posture.parentFromJoint();
        for (int i = 1; i <= tree.n; i++) {
            int k = tree.coordinate[i];
            moveRigidly(parentFromJoint[i], tree.parent[i], i);
            if (tree.revolute[i]) {
                turn(i, qd[k], qdd[k], qddd[k]);
            } else {
                slide(parentFromJoint[i], tree.parent[i], i, qd[k], qdd[k], qddd[k]);
            }
            U[i].set(omega[i], gamma[i]);
            URate[i].setRate(omega[i], gamma[i], gammaRate[i]);
            Inertia inertia = tree.inertia[i];
            inertia.wrench(a[i], U[i], loads.f[i], loads.n[i]);
            inertia.wrench(aRate[i], URate[i], rates.f[i], rates.n[i]);
        }
    }

    /** The parent's motion in the axes of the child: w = Rᵀω, h = Rᵀγ, Rᵀγ', RᵀA and RᵀA' with A = a + U p. */
    private void moveRigidly(Placement X, int parent, int i) {
        w.setFromParent(X, omega[parent]);
        h.setFromParent(X, gamma[parent]);
        gammaRate[i].setFromParent(X, gammaRate[parent]);
        A.set(a[parent]);
        A.addProduct(U[parent], X.p);
        a[i].setFromParent(X, A);
        ARate.set(aRate[parent]);
        ARate.addProduct(URate[parent], X.p);
        aRate[i].setFromParent(X, ARate);
    }

    /**
     * A revolute joint: γ = h + w × θ̇z + θ̈z; γ' = Rᵀγ' − θ̇z × h + (h − θ̇z × w) × θ̇z + w × θ̈z + θ⃛z;
     * a' = RᵀA' − θ̇z × RᵀA.
     */
    private void turn(int i, double rate, double acceleration, double jerk) {
        omega[i].set(w.x, w.y, w.z + rate);
        gamma[i].set(h.x + rate * w.y, h.y - rate * w.x, h.z + acceleration);
        gammaRate[i].x += rate * (2 * h.y - rate * w.x) + acceleration * w.y;
        gammaRate[i].y -= rate * (2 * h.x + rate * w.y) + acceleration * w.x;
        gammaRate[i].z += jerk;
        aRate[i].x += rate * a[i].y;
        aRate[i].y -= rate * a[i].x;
    }

    /**
     * A prismatic joint: a = RᵀA + 2ω × ḋz + d̈z; a' = Rᵀ(A' + U p') + 2γ × ḋz + 2ω × d̈z + d⃛z with p' = ḋRz.
     */
    private void slide(Placement X, int parent, int i, double rate, double acceleration, double jerk) {
        omega[i].set(w);
        gamma[i].set(h);
        a[i].x += 2 * rate * w.y;
        a[i].y -= 2 * rate * w.x;
        a[i].z += acceleration;
        pRate.set(rate * X.xz, rate * X.yz, rate * X.zz);
        A.setProduct(U[parent], pRate);
        A.setFromParent(X, A);
        aRate[i].add(A);
        aRate[i].x += 2 * (rate * h.y + acceleration * w.y);
        aRate[i].y -= 2 * (rate * h.x + acceleration * w.x);
        aRate[i].z += jerk;
    }

    /** n += k Iₘ (q̈ zₘ + q̇ ω × zₘ) on the carrier; n' += k Iₘ (q⃛ zₘ + q̈ ω × zₘ + q̇ γ × zₘ). */
    private void spinRotors(double[] qd, double[] qdd, double[] qddd) {
        for (int r = 0; r < tree.rotors.length; r++) {
            SpinningRotor rotor = tree.rotors[r];
            int k = rotor.coordinate;
            int c = rotor.carrier;
            w.setCross(omega[c], rotor.axis);
            h.setCross(gamma[c], rotor.axis);

            Vector n = loads.nRotor[r];
            n.setScaled(rotor.gearedInertia * qdd[k], rotor.axis);
            n.addScaled(rotor.gearedInertia * qd[k], w);
            loads.n[c].add(n);

            Vector nRate = rates.nRotor[r];
            nRate.setScaled(rotor.gearedInertia * qddd[k], rotor.axis);
            nRate.addScaled(rotor.gearedInertia * qdd[k], w);
            nRate.addScaled(rotor.gearedInertia * qd[k], h);
            rates.n[c].add(nRate);
        }
    }

    /** Tips to base: f ← f + R f, n ← n + R n + p × R f, and their rates. */
    private void inwardPass(double[] qd, double[] tauOut, double[] tauRateOut) {
        Placement[] parentFromJoint = posture.parentFromJoint();
        for (int i = tree.n; i >= 1; i--) {
            int k = tree.coordinate[i];
            Placement X = parentFromJoint[i];
            Vector f = loads.f[i];
            Vector n = loads.n[i];
            Vector fRate = rates.f[i];
            Vector nRate = rates.n[i];
            boolean revolute = tree.revolute[i];
            tauOut[k] = revolute ? n.z : f.z;
            tauRateOut[k] = revolute ? nRate.z : fRate.z;

            Vector fInParent = loads.fInParent[i];
            Vector nInParent = loads.nInParent[i];
            fInParent.setFromChild(X, f);
            nInParent.setFromChild(X, n);
            nInParent.addCross(X.p, fInParent);

            // f' + θ̇z × f and n' + θ̇z × n, seen from the parent
            Vector fRateInParent = rates.fInParent[i];
            Vector nRateInParent = rates.nInParent[i];
            double turning = revolute ? qd[k] : 0;
            w.set(fRate.x - turning * f.y, fRate.y + turning * f.x, fRate.z);
            h.set(nRate.x - turning * n.y, nRate.y + turning * n.x, nRate.z);
            fRateInParent.setFromChild(X, w);
            nRateInParent.setFromChild(X, h);
            nRateInParent.addCross(X.p, fRateInParent);
            if (!revolute) {
                // p' × R f with p' = ḋRz
                pRate.set(qd[k] * X.xz, qd[k] * X.yz, qd[k] * X.zz);
                nRateInParent.addCross(pRate, fInParent);
            }

            int parent = tree.parent[i];
            loads.f[parent].add(fInParent);
            loads.n[parent].add(nInParent);
            rates.f[parent].add(fRateInParent);
            rates.n[parent].add(nRateInParent);
        }
    }

    /** τ += Iₐ q̈ + k Iₘ (γ·zₘ + k q̈); τ̇ += Iₐ q⃛ + k Iₘ (γ'·zₘ + k q⃛). */
    private void addDrives(double[] qdd, double[] qddd, double[] tauOut, double[] tauRateOut) {
        if (tree.hasReflectedInertia) {
            for (int k = 0; k < tauOut.length; k++) {
                tauOut[k] += tree.reflectedInertia[k] * qdd[k];
                tauRateOut[k] += tree.reflectedInertia[k] * qddd[k];
            }
        }
        for (SpinningRotor rotor : tree.rotors) {
            int k = rotor.coordinate;
            int c = rotor.carrier;
            tauOut[k] += rotor.gearedInertia * (gamma[c].dot(rotor.axis) + rotor.gearRatio * qdd[k]);
            tauRateOut[k] += rotor.gearedInertia * (gammaRate[c].dot(rotor.axis) + rotor.gearRatio * qddd[k]);
        }
    }

    private void addFriction(double[] qd, double[] qdd, double[] tauOut, double[] tauRateOut) {
        if (tree.hasFriction) {
            for (int k = 0; k < tauOut.length; k++) {
                tauOut[k] += tree.friction[k].effort(qd[k]);
                tauRateOut[k] += tree.friction[k].slope(qd[k]) * qdd[k];
            }
        }
    }
}
