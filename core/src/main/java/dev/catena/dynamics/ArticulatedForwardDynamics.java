package dev.catena.dynamics;

import dev.catena.algebra.BodyMotion;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import dev.catena.tree.PlacedJoints;
import dev.catena.tree.SpinningRotor;
import org.jspecify.annotations.Nullable;

/**
 * Forward dynamics by Khalil's recursion, [Khalil 34–44] and [Khalil 101–112] for a floating base: motions without joint
 * accelerations outward, articulated inertias and forces inward, accelerations outward. {@code ArticulatedBodies} has
 * these passes; here is what surrounds them. Cost O(n), about twice that of inverse dynamics. One per thread: {@code dynamics.copy()} makes another for another thread.
 */
public final class ArticulatedForwardDynamics extends GuardedForwardDynamics {
    private final ArticulatedBodies bodies;
    private final DrivenJoints drives;
    private final PlacedJoints posture;
    private final ExternalLoads external;
    private final JointLoads loads;
    private final FreeBase freeBase;

    /** The joint placements as loads take them. */
    private final Placement[] placement;

    private final Vector moment = new Vector();

    /** For the loads of rotors. */
    private final double[] rates;

    private final double[] accelerations;

    public ArticulatedForwardDynamics(RobotModel model) {
        this(
                MovingTree.of(ArticulatedForwardDynamics.class, model),
                new Guard(ArticulatedForwardDynamics.class, model));
    }

    ArticulatedForwardDynamics(MovingTree tree, Guard guard) {
        this(tree, new DrivenJoints(tree), guard);
    }

    ArticulatedForwardDynamics(MovingTree tree, DrivenJoints drives, Guard guard) {
        super(tree, guard);
        this.drives = drives;
        bodies = new ArticulatedBodies(tree, drives);
        posture = new PlacedJoints(tree);
        external = new ExternalLoads(tree);
        loads = new JointLoads(tree, bodies.motion);
        freeBase = new FreeBase(tree);
        placement = Placement.array(tree.n + 1);
        rates = new double[tree.size];
        accelerations = new double[tree.size];
    }

    @Override
    public ArticulatedForwardDynamics copy() {
        return new ArticulatedForwardDynamics(tree, guard.copy());
    }

    @Override
    void solve(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        give(base, q, qd, tau, wrenches);
        bodies.acceleration[0].setZero();
        accelerate(false, qddOut);
    }

    /** All but the last pass. */
    private void give(
            @Nullable BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches) {
        freeBase.prescribe(base, bodies.motion[0]);
        move(q, qd, tau);
        bodies.resist(false);
        addLoads(base, q, qd, tau, wrenches);
        bodies.give(false);
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
        giveFloating(base, q, qd, tau, wrenches);
        freeBase.solve(bodies.J[0], bodies.bias[0], base, bodies.acceleration[0], baseAccelerationOut);
        accelerate(true, qddOut);
    }

    /** The same with a base that is free, on which β₀ is left. */
    private void giveFloating(
            BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches) {
        freeBase.drift(base, bodies.motion[0]);
        move(q, qd, tau);
        bodies.resist(true);
        addLoads(base, q, qd, tau, wrenches);
        bodies.give(true);
        bodies.bias[0].negate();
    }

    /** Forward dynamics up to the efforts that are left to the joints, for those who add to them. */
    void release(
            @Nullable BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        check(q, qd, tau, wrenches);
        give(base, q, qd, tau, wrenches);
    }

    /** The same with a base that is free, whose inertia is factored. */
    void releaseFloating(BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches) {
        guard.begin();
        guard.checkFloatingBase();
        check(q, qd, tau, wrenches);
        giveFloating(base, q, qd, tau, wrenches);
        freeBase.factor(bodies.J[0]);
    }

    private void move(double[] q, double[] qd, double[] tau) {
        double sum = bodies.move(q, qd, tau);
        for (int k = tree.n; k < tree.size; k++) {
            sum += q[k] + qd[k] + tau[k];
        }
        guard.checkSum(sum, "q", q, "qd", qd, "tau", tau);
    }

    private void accelerate(boolean floating, double[] qddOut) {
        bodies.accelerate(floating, accelerations);
        drives.free.accelerate(bodies.acceleration, accelerations);
        System.arraycopy(accelerations, 0, qddOut, 0, tree.size);
    }

    /** What the environment applies, friction, and what rotors and motors take that turn on their own. */
    private void addLoads(
            @Nullable BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches) {
        if (wrenches != null) {
            posture.set(q);
        }
        if (external.place(posture, base, wrenches, loads)) {
            for (int b = 0; b < loads.external.length; b++) {
                bodies.bias[tree.carrier[b]].subtract(loads.external[b]);
            }
        }
        drives.subtractFriction(qd, bodies.effort);
        if (tree.rotors.length > 0) {
            System.arraycopy(qd, 0, rates, 0, rates.length);
            spinRotors(qd);
        }
        drives.free.drive(bodies.motion, qd, tau, bodies.bias);
    }

    /** A rotor takes k Iₘ (q̈ zₘ + q̇ ω × zₘ) from its carrier and k Iₘ zₘ·ω̇ from its joint; what q̈ adds is in U. */
    private void spinRotors(double[] qd) {
        for (int i = 1; i <= tree.n; i++) {
            Vector axis = drives.spinAxis[i];
            if (axis != null) {
                BodyMotion carrier = bodies.motion[tree.parent[i]];
                moment.setSpinRate(carrier, axis, qd[tree.coordinate[i]], 0);
                bodies.bias[tree.parent[i]].addMoment(moment);
                bodies.effort[i] -= carrier.turningAbout(axis);
            }
        }
        for (SpinningRotor rotor : drives.prescribedRotors) {
            moment.setSpinRate(
                    bodies.motion[rotor.carrier],
                    rotor.axis,
                    rotor.gearedInertia * qd[rotor.coordinate],
                    rotor.gearedInertia * bodies.given[rotor.coordinate]);
            bodies.bias[rotor.carrier].addMoment(moment);
        }
    }

    /** The base that is free, as the last computation left it. */
    FreeBase freeBase() {
        return freeBase;
    }

    /** The recursion, for those who prescribe accelerations and ask for efforts. */
    ArticulatedBodies bodies() {
        return bodies;
    }

    @Override
    void balance() {
        for (int i = 0; i <= tree.n; i++) {
            placement[i].set(bodies.X[i]);
            bodies.motion[i].accelerate(bodies.acceleration[i]);
        }
        loads.balance(bodies.motion, placement, rates, accelerations);
    }

    @Override
    void readWrench(int body, double[] wrenchOut) {
        loads.wrenchInBody(guard, body, wrenchOut);
    }
}
