package dev.catena.dynamics;

import dev.catena.algebra.Acceleration;
import dev.catena.algebra.Force;
import dev.catena.algebra.Motion;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Spin;
import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Posture;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/**
 * Forward dynamics by Khalil's recursion, [Khalil 34–44] and [Khalil 101–112] for a floating base: velocities outward,
 * articulated inertias and forces inward, accelerations outward. Cost O(n), about twice that of inverse dynamics.
 */
public final class ArticulatedForwardDynamics implements ForwardDynamics {
    private final MovingTree tree;
    private final Posture posture;
    private final DrivenJoints drives;
    private final ArticulatedInertias articulated;
    private final ExternalLoads external;
    private final JointLoads loads;
    private final Motion[] motion;
    private final VelocityTerms velocity;
    private final Spin[] spin;
    private final Acceleration[] velocityTerm;
    private final Force[] beta;
    private final double[] effort;
    private final Acceleration[] acceleration;
    private final FreeBase freeBase;
    private final Force alpha = new Force();
    private final Vector moment = new Vector();
    private final double[] rates;
    private final double[] accelerations;
    private boolean hasAccelerations;
    private boolean hasWrenches;

    public ArticulatedForwardDynamics(RobotModel model) {
        this(new MovingTree(model));
    }

    /** For algorithms that hold the tree already. Its motors that turn on their own have entries in all vectors. */
    @SuppressWarnings("exports")
    public ArticulatedForwardDynamics(MovingTree tree) {
        this.tree = tree;
        posture = new Posture(tree);
        drives = new DrivenJoints(tree);
        articulated = new ArticulatedInertias(tree, drives);
        external = new ExternalLoads(tree);
        motion = Motion.array(tree.n + 1);
        loads = new JointLoads(tree, motion);
        velocity = new VelocityTerms(tree);
        spin = velocity.spin;
        velocityTerm = velocity.acceleration;
        beta = velocity.beta;
        effort = new double[tree.n + 1];
        acceleration = Acceleration.array(tree.n + 1);
        freeBase = new FreeBase(tree);
        rates = new double[tree.size];
        accelerations = new double[tree.size];
    }

    @Override
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        prepare(base, q, qd, tau, wrenches, qddOut);
        articulated.compute(posture.parentFromJoint(), false);
        inwardForces(qd, tau, false);
        freeBase.prescribe(base, acceleration[0]);
        outwardAccelerations(qddOut);
        hasAccelerations = true;
    }

    @Override
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        FreeBase.check(baseAccelerationOut);
        prepare(base, q, qd, tau, wrenches, qddOut);
        articulated.compute(posture.parentFromJoint(), true);
        inwardForces(qd, tau, true);
        freeBase.solve(articulated.K[0], beta[0], base, acceleration[0], baseAccelerationOut);
        outwardAccelerations(qddOut);
        hasAccelerations = true;
    }

    private void prepare(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        tree.check("qd", qd);
        tree.check("tau", tau);
        tree.check("qddOut", qddOut);
        hasAccelerations = false;
        hasWrenches = false;
        System.arraycopy(qd, 0, rates, 0, rates.length);
        posture.set(q);
        velocity.compute(base, posture.parentFromJoint(), qd);
        if (external.place(posture, base, wrenches, loads)) {
            for (int b = 0; b < loads.external.length; b++) {
                beta[tree.carrier[b]].add(loads.external[b]);
            }
        }
        drives.free.drive(spin, qd, tau, beta);
    }

    /**
     * Tips to base: β*ᵢ −= ʲTᵢᵀα with α = Kγ + U (τ + aᵀβ*)/H − β*, [Khalil 38–39]. A rotor adds k Iₘ zₘ to U, but has
     * no part in what γ takes of the joint's own effort.
     */
    private void inwardForces(double[] qd, double[] tau, boolean intoBase) {
        Placement[] parentFromJoint = posture.parentFromJoint();
        for (int i = tree.n; i >= 1; i--) {
            Acceleration c = velocityTerm[i];
            double u = drives.effort(i, tau, qd) + (tree.revolute[i] ? beta[i].nz : beta[i].fz);
            Vector axis = articulated.spinAxis[i];
            if (axis != null) {
                u += axis.x * c.gx + axis.y * c.gy + axis.z * c.gz;
            }
            effort[i] = u - c.dot(articulated.U[i]);
            if (tree.parent[i] != 0 || intoBase) {
                articulated.K[i].handOn(c, u * articulated.inverseH[i], articulated.U[i], beta[i], alpha);
                beta[tree.parent[i]].subtractFromChild(parentFromJoint[i], alpha);
                subtractGyroscopicMoment(i, qd);
            }
        }
    }

    /** The rotor's moment k Iₘ q̇ ω × zₘ acts on the parent that carries it. */
    private void subtractGyroscopicMoment(int i, double[] qd) {
        Vector axis = drives.spinAxis[i];
        if (axis != null) {
            Spin w = spin[tree.parent[i]];
            moment.set(w.wx, w.wy, w.wz);
            moment.setCross(moment, axis);
            moment.setScaled(-qd[tree.coordinate[i]], moment);
            beta[tree.parent[i]].addMoment(moment);
        }
    }

    /** Base to tips: q̈ = (τ + aᵀβ* − Uᵀγ − UᵀT V̇ᵢ)/H and V̇ⱼ = T V̇ᵢ + a q̈ + γ, [Khalil 41–43]. */
    private void outwardAccelerations(double[] qddOut) {
        Placement[] parentFromJoint = posture.parentFromJoint();
        for (int i = 1; i <= tree.n; i++) {
            Acceleration v = acceleration[i];
            v.setFromParent(parentFromJoint[i], acceleration[tree.parent[i]]);
            double qdd = (effort[i] - v.dot(articulated.U[i])) * articulated.inverseH[i];
            accelerations[tree.coordinate[i]] = qdd;
            v.add(velocityTerm[i]);
            if (tree.revolute[i]) {
                v.gz += qdd;
            } else {
                v.az += qdd;
            }
        }
        drives.free.accelerate(acceleration, accelerations);
        System.arraycopy(accelerations, 0, qddOut, 0, accelerations.length);
    }

    @Override
    public void computeJointWrenches() {
        if (!hasAccelerations) {
            throw new IllegalStateException("joint wrenches were asked for before accelerations were computed");
        }
        for (int i = 0; i <= tree.n; i++) {
            motion[i].set(spin[i], acceleration[i]);
        }
        loads.balance(motion, posture.parentFromJoint(), rates, accelerations);
        hasWrenches = true;
    }

    @Override
    public Wrench jointWrenchInBody(int body) {
        requireWrenches();
        return loads.wrenchInBody(body);
    }

    @Override
    public void jointWrenchInBody(int body, double[] wrenchOut) {
        requireWrenches();
        loads.wrenchInBody(body, wrenchOut);
    }

    private void requireWrenches() {
        if (!hasWrenches) {
            throw new IllegalStateException("call computeJointWrenches before asking for a joint wrench");
        }
    }
}
