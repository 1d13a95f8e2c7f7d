package dev.catena.dynamics;

import dev.catena.algebra.ArticulatedInertia;
import dev.catena.algebra.BodyMotion;
import dev.catena.algebra.Force;
import dev.catena.algebra.Inertia;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Placement;
import dev.catena.algebra.ReleasedInertia;
import dev.catena.algebra.SineCosine;
import dev.catena.algebra.Spin;
import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import dev.catena.tree.PlacedJoints;
import org.jspecify.annotations.Nullable;

/**
 * Forward dynamics by Nasser's inbound and outbound recursions, [Nasser 2.1.14], for rotational and translational joints
 * and trees, without any inversion of a 6×6 matrix.
 *
 * <p>Everything of a link is expressed in its proximal frame: at its joint, but fixed in the parent, so that it does not
 * turn with the joint. The link's own inertia is turned into it; what children hand on comes through a placement that
 * turns with this link's joint. Cost O(n). One per thread: {@code dynamics.copy()} makes another for another thread.
 *
 * <p>Take {@link ArticulatedForwardDynamics} for speed, {@link DenseForwardDynamics} where rotors sit on other bodies than
 * their joints' parents, and this one to follow Nasser or to check either of them by an independent recursion.
 */
public final class ProximalForwardDynamics extends GuardedForwardDynamics {
    private final PlacedJoints posture;
    private final DrivenJoints drives;
    private final ExternalLoads external;
    private final JointLoads loads;
    private final BodyMotion[] motion;
    private final FreeBase freeBase;

    /** The link in its proximal frame, Rz(θ) or Tz(d). */
    private final Placement[] proximalFromLink;

    /** The proximal frame of a link in that of its parent. */
    private final Placement[] parentFromProximal;

    private final Inertia[] linkInertia;
    private final Spin[] spin;

    /** σ*: the accelerations that velocities alone give, of the link, at its proximal origin. */
    private final MotionVector[] velocityTerm;

    /** A*, of which the joint lets A* − A*Z (A*Z)ᵀ/D through to the parent. */
    final ArticulatedInertia[] A;

    /** B* without the joint's own effort, which [Nasser 2.1.7.6] counts in: his is B − τZ. */
    final Force[] B;

    /** A*Z, with its rotor's k Iₘ zₘ added to the moment. */
    final Force[] AZ;

    /** ZᵀA*Z + Jₐ. */
    final double[] D;

    private final double[] effort;

    /** q: acceleration of the proximal frame's origin and of the parent, less gravity. */
    private final MotionVector[] proximal;

    /** The same of the link itself, q + Zθ̈ + σ*. */
    private final MotionVector[] link;

    private final ReleasedInertia released = new ReleasedInertia();
    private final SineCosine angle = new SineCosine();
    private final MotionVector term = new MotionVector();
    private final MotionVector centrifugal = new MotionVector();
    private final Spin linkSpin = new Spin();
    private final Force force = new Force();
    private final Vector v = new Vector();
    private final Vector w = new Vector();
    private final double[] rates;
    private final double[] accelerations;

    public ProximalForwardDynamics(RobotModel model) {
        this(MovingTree.of(ProximalForwardDynamics.class, model));
    }

    private ProximalForwardDynamics(MovingTree tree) {
        super(tree, new Guard(ProximalForwardDynamics.class, tree.model));
        int size = tree.n + 1;
        posture = new PlacedJoints(tree);
        drives = new DrivenJoints(tree);
        external = new ExternalLoads(tree);
        motion = BodyMotion.array(size);
        loads = new JointLoads(tree, motion);
        freeBase = new FreeBase(tree);
        proximalFromLink = Placement.array(size);
        parentFromProximal = Placement.array(size);
        linkInertia = Inertia.array(size);
        spin = Spin.array(size);
        velocityTerm = MotionVector.array(size);
        A = ArticulatedInertia.array(size);
        B = Force.array(size);
        AZ = Force.array(size);
        D = new double[size];
        effort = new double[size];
        proximal = MotionVector.array(size);
        link = MotionVector.array(size);
        rates = new double[tree.n];
        accelerations = new double[tree.n];
    }

    @Override
    public ProximalForwardDynamics copy() {
        return new ProximalForwardDynamics(tree);
    }

    @Override
    void solve(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        guard.checkFinite("q", q, "qd", qd, "tau", tau);
        prepare(base, q, qd, wrenches);
        inbound(qd, tau, false);
        freeBase.prescribe(base, link[0]);
        outbound(qddOut);
    }

    @Override
    void solveFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        guard.checkFinite("q", q, "qd", qd, "tau", tau);
        prepare(base, q, qd, wrenches);
        A[0].set(tree.inertia[0]);
        inbound(qd, tau, true);
        // A₀* q₀ + B₀* = 0: nothing holds the base
        force.setZero();
        force.subtract(B[0]);
        freeBase.solve(A[0], force, base, link[0], baseAccelerationOut);
        outbound(qddOut);
    }

    private void prepare(@Nullable BaseMotion base, double[] q, double[] qd, @Nullable ExternalWrenches wrenches) {
        System.arraycopy(qd, 0, rates, 0, rates.length);
        place(q);
        if (base == null) {
            spin[0].set(0, 0, 0);
        } else {
            spin[0].set(MovingBase.of(base).angularVelocity);
        }
        velocities(qd);
        posture.set(q);
        if (external.place(posture, base, wrenches, loads)) {
            for (int b = 0; b < loads.external.length; b++) {
                force.setZero();
                force.addFromChild(proximalFromLink[tree.carrier[b]], loads.external[b]);
                B[tree.carrier[b]].subtract(force);
            }
        }
    }

    /** Where links are in their proximal frames, and proximal frames in those of their parents. */
    private void place(double[] q) {
        for (int i = 1; i <= tree.n; i++) {
            double qi = q[tree.coordinate[i]];
            if (tree.revolute[i]) {
                angle.set(qi);
                proximalFromLink[i].setRotation(angle.cosine, -angle.sine, 0, angle.sine, angle.cosine, 0, 0, 0, 1);
            } else {
                proximalFromLink[i].setOrigin(0, 0, qi);
            }
            parentFromProximal[i].setProduct(proximalFromLink[tree.parent[i]], tree.atZero[i]);
            linkInertia[i].setFromChild(proximalFromLink[i], tree.inertia[i]);
        }
    }

    /**
     * ωᵢ, σ*ᵢ = (0, ωᵢ₋₁ × zθ̇) or (2ωᵢ₋₁ × zḋ, 0), and Bᵢ = (ω × (ω × mr), ω × Jω) + Aᵢσ*ᵢ, [Nasser 2.1.7.6],
     * [Nasser 2.2.4], in proximal frames.
     */
    private void velocities(double[] qd) {
        tree.inertia[0].setCentrifugal(spin[0], force);
        B[0].setZero();
        B[0].subtract(force);
        for (int i = 1; i <= tree.n; i++) {
            Spin parent = spin[tree.parent[i]];
            v.set(parent.wx, parent.wy, parent.wz);
            v.setFromParent(parentFromProximal[i], v);
            double rate = qd[tree.coordinate[i]];
            if (tree.revolute[i]) {
                velocityTerm[i].set(0, 0, 0, v.y * rate, -v.x * rate, 0);
                spin[i].set(v.x, v.y, v.z + rate);
            } else {
                velocityTerm[i].set(2 * v.y * rate, -2 * v.x * rate, 0, 0, 0, 0);
                spin[i].set(v);
            }
            linkInertia[i].setCentrifugal(spin[i], force);
            linkInertia[i].product(velocityTerm[i], B[i]);
            B[i].subtract(force);
            A[i].set(linkInertia[i]);
        }
    }

    /**
     * Tips to base, [Nasser 2.1.14]: with the column U = A*Z and D = ZᵀU + Jₐ, θ̈ = (τ − ZᵀB* − Uᵀq)/D, and what is
     * handed on is (A* − UUᵀ/D) q + B* + U (τ − ZᵀB*)/D.
     */
    private void inbound(double[] qd, double[] tau, boolean intoBase) {
        for (int i = 1; i <= tree.n; i++) {
            effort[i] = tau[tree.coordinate[i]];
        }
        drives.subtractFriction(qd, effort);
        for (int i = tree.n; i >= 1; i--) {
            Force column = AZ[i];
            A[i].copyColumn(tree.revolute[i], column);
            D[i] = column.alongAxis(tree.revolute[i]) + drives.inertia[i];
            drives.requireInertia(i, D[i]);
            effort[i] -= B[i].alongAxis(tree.revolute[i]);
            addSpinAxis(i, column);
            if (tree.parent[i] != 0 || intoBase) {
                handOn(i, qd);
            }
        }
    }

    private void handOn(int i, double[] qd) {
        int parent = tree.parent[i];
        Placement Y = parentFromProximal[i];
        force.set(B[i]);
        force.addScaled(effort[i] / D[i], AZ[i]);
        released.set(A[i], 1 / D[i], AZ[i]);
        // of the child's own q, the parent's σ* and the centrifugal part ω × (ω × P) are known already
        setCentrifugal(i);
        term.setFromParent(Y, velocityTerm[parent]);
        term.add(centrifugal);
        released.addProductTo(term, force);
        B[parent].addFromChild(Y, force);
        A[parent].addFromChild(Y, released);
        Vector axis = drives.spinAxis[i];
        if (axis != null) {
            // k Iₘ q̇ ω × zₘ on the parent that carries the rotor
            w.setFromChild(proximalFromLink[parent], axis);
            Spin s = spin[parent];
            v.set(s.wx, s.wy, s.wz);
            v.setCross(v, w);
            v.setScaled(qd[tree.coordinate[i]], v);
            B[parent].addMoment(v);
        }
    }

    /** ωᵢ₋₁ × (ωᵢ₋₁ × P) of the proximal origin, in its own axes. */
    private void setCentrifugal(int i) {
        Placement Y = parentFromProximal[i];
        Spin s = spin[tree.parent[i]];
        v.set(Y.px, Y.py, Y.pz);
        w.set(s.wx, s.wy, s.wz);
        v.setCross(w, v);
        v.setCross(w, v);
        v.setFromParent(Y, v);
        centrifugal.set(v.x, v.y, v.z, 0, 0, 0);
    }

    /** A*Z += (0, k Iₘ zₘ), constant in the proximal frame. */
    private void addSpinAxis(int i, Force column) {
        Vector axis = drives.spinAxis[i];
        if (axis != null) {
            v.setFromParent(tree.atZero[i], axis);
            column.addMoment(v);
        }
    }

    /** Base to tips, [Nasser 2.1.17]: q of the proximal frame from the parent, θ̈, and the link's own acceleration. */
    private void outbound(double[] qddOut) {
        for (int i = 1; i <= tree.n; i++) {
            MotionVector q = proximal[i];
            q.setFromParent(parentFromProximal[i], link[tree.parent[i]]);
            setCentrifugal(i);
            q.add(centrifugal);
            double qdd = (effort[i] - q.dot(AZ[i])) / D[i];
            qddOut[tree.coordinate[i]] = qdd;
            accelerations[tree.coordinate[i]] = qdd;
            MotionVector out = link[i];
            out.set(q);
            out.add(velocityTerm[i]);
            out.addAlongAxis(tree.revolute[i], qdd);
        }
    }

    @Override
    void balance() {
        for (int i = 0; i <= tree.n; i++) {
            moveToLink(i);
        }
        loads.balance(motion, posture.parentFromJoint, rates, accelerations);
    }

    /** Spin and acceleration from the proximal frame to the link's own, which is turned or shifted, never both. */
    private void moveToLink(int i) {
        Placement L = proximalFromLink[i];
        Spin s = spin[i];
        w.set(s.wx, s.wy, s.wz);
        v.set(L.px, L.py, L.pz);
        v.setCross(w, v);
        v.setCross(w, v);
        term.setFromParent(L, link[i]);
        w.setFromParent(L, w);
        term.lx += v.x;
        term.ly += v.y;
        term.lz += v.z;
        linkSpin.set(w);
        motion[i].set(linkSpin, term);
    }

    @Override
    void readWrench(int body, double[] wrenchOut) {
        loads.wrenchInBody(guard, body, wrenchOut);
    }
}
