package dev.catena.dynamics;

import dev.catena.algebra.BodyMotion;
import dev.catena.algebra.Force;
import dev.catena.algebra.JointPlacement;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import dev.catena.tree.PlacedJoints;
import dev.catena.tree.SpinningRotor;
import org.jspecify.annotations.Nullable;

/**
 * Forward dynamics by Khalil's recursion, [Khalil 34–44] and [Khalil 101–112] for a floating base: motions without joint
 * accelerations outward, articulated inertias and forces inward, accelerations outward. Cost O(n), about twice that of
 * inverse dynamics. One per thread: {@code dynamics.copy()} makes another for another thread.
 */
public final class ArticulatedForwardDynamics implements ForwardDynamics {
    private final MovingTree tree;
    private final ForwardCheck check;
    private final JointPlacement[] parentFromJoint;
    private final PlacedJoints posture;

    /** The joint placements as loads take them. */
    private final Placement[] placement;

    private final DrivenJoints drives;
    private final ArticulatedInertias articulated;
    private final ExternalLoads external;
    private final JointLoads loads;
    private final BodyMotion[] motion;

    /** By moving body: what its motion takes while no joint accelerates, and what the joints beyond hand on. */
    private final Force[] bias;

    /** By moving body: what is left of the drive's effort for accelerating the joint. */
    private final double[] effort;

    /** By moving body: what the joints' accelerations add to its motion. */
    private final MotionVector[] acceleration;

    private final FreeBase freeBase;
    private final Vector moment = new Vector();

    /** For the loads of rotors. */
    private final double[] rates;

    /** Accelerations of joints that do not give way; zero for all others. */
    final double[] given;

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
        this.tree = tree;
        check = new ForwardCheck(tree, guard);
        this.drives = drives;
        parentFromJoint = tree.placements();
        posture = new PlacedJoints(tree);
        placement = Placement.array(tree.n + 1);
        articulated = new ArticulatedInertias(tree, drives);
        external = new ExternalLoads(tree);
        motion = BodyMotion.array(tree.n + 1);
        loads = new JointLoads(tree, motion);
        bias = Force.array(tree.n + 1);
        effort = new double[tree.n + 1];
        acceleration = MotionVector.array(tree.n + 1);
        freeBase = new FreeBase(tree);
        rates = new double[tree.size];
        given = new double[tree.size];
        accelerations = new double[tree.size];
    }

    @Override
    public ArticulatedForwardDynamics copy() {
        return new ArticulatedForwardDynamics(tree, check.guard.copy());
    }

    @Override
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        check.begin(base, q, qd, tau, wrenches, qddOut);
        keepRates(qd);
        freeBase.prescribe(base, motion[0]);
        outwardMotions(q, qd, tau, false);
        addLoads(base, q, qd, tau, wrenches);
        inwardPass(qd, tau, false);
        acceleration[0].setZero();
        outwardAccelerations(qddOut, false);
        check.succeed(qddOut);
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
        check.beginFloating(q, qd, tau, wrenches, baseAccelerationOut, qddOut);
        keepRates(qd);
        freeBase.drift(base, motion[0]);
        outwardMotions(q, qd, tau, true);
        addLoads(base, q, qd, tau, wrenches);
        inwardPass(qd, tau, true);
        bias[0].negate();
        freeBase.solve(articulated.J[0], bias[0], base, acceleration[0], baseAccelerationOut);
        outwardAccelerations(qddOut, true);
        check.guard.checkResult("baseAccelerationOut", baseAccelerationOut);
        check.succeed(qddOut);
    }

    private void keepRates(double[] qd) {
        if (tree.rotors.length > 0) {
            System.arraycopy(qd, 0, rates, 0, rates.length);
        }
    }

    /** Base to tips: the motions while no joint accelerates; then the wrenches that they take, [Khalil 18–23]. */
    private void outwardMotions(double[] q, double[] qd, double[] tau, boolean floating) {
        double sum = 0;
        for (int i = 1; i <= tree.n; i++) {
            JointPlacement X = parentFromJoint[i];
            int k = tree.coordinate[i];
            sum += q[k] + qd[k] + tau[k];
            X.move(q[k]);
            if (tree.revolute[i]) {
                motion[i].setTurning(X, motion[tree.parent[i]], qd[k], given[k]);
            } else {
                motion[i].setSliding(X, motion[tree.parent[i]], qd[k], given[k]);
            }
        }
        for (int k = tree.n; k < tree.size; k++) {
            sum += q[k] + qd[k] + tau[k];
        }
        check.guard.checkSum(sum, "q", q, "qd", qd, "tau", tau);
        for (int i = floating ? 0 : 1; i <= tree.n; i++) {
            tree.inertia[i].wrench(motion[i], bias[i]);
        }
    }

    /** What the environment applies, and what motors take that do not turn with a joint that gives way. */
    private void addLoads(
            @Nullable BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches) {
        if (wrenches != null) {
            posture.set(q);
        }
        if (external.place(posture, base, wrenches, loads)) {
            for (int b = 0; b < loads.external.length; b++) {
                bias[tree.carrier[b]].subtract(loads.external[b]);
            }
        }
        drives.free.drive(motion, qd, tau, bias);
        for (SpinningRotor rotor : drives.prescribedRotors) {
            // k Iₘ (q̈ zₘ + q̇ ω × zₘ)
            setGyroscopicMoment(motion[rotor.carrier], rotor.axis, qd[rotor.coordinate]);
            moment.addScaled(given[rotor.coordinate], rotor.axis);
            moment.setScaled(rotor.gearedInertia, moment);
            bias[rotor.carrier].addMoment(moment);
        }
    }

    /**
     * Tips to base: articulated inertias, and the wrench p + U u/H that a joint hands on while its parent does not
     * accelerate, u being what the bias leaves of its drive's effort. These are [Khalil 36–40] with the accelerations
     * split into those that velocities, gravity and the base cause, and those that the joints' accelerations add; the
     * first are known before, so that no product J*γ is needed on the way.
     */
    private void inwardPass(double[] qd, double[] tau, boolean floating) {
        articulated.start(floating);
        for (int i = tree.n; i >= 1; i--) {
            JointPlacement X = parentFromJoint[i];
            articulated.handOn(i, X, floating);
            Force p = bias[i];
            double u = drives.prescribed[i] ? 0 : drives.effort(i, tau, qd) - p.alongAxis(tree.revolute[i]);
            Vector axis = drives.spinAxis[i];
            if (axis != null) {
                u -= spinRotor(i, axis, qd);
            }
            effort[i] = u;
            if (tree.parent[i] != 0 || floating) {
                bias[tree.parent[i]].addFromChild(X, p, u * articulated.inverseH[i], articulated.U[i]);
            }
        }
    }

    /** The rotor's moment k Iₘ q̇ ω × zₘ acts on the parent that carries it, and k Iₘ zₘ·ω̇ of the parent on the rotor. */
    private double spinRotor(int i, Vector axis, double[] qd) {
        BodyMotion carrier = motion[tree.parent[i]];
        setGyroscopicMoment(carrier, axis, qd[tree.coordinate[i]]);
        bias[tree.parent[i]].addMoment(moment);
        return axis.x * carrier.gx + axis.y * carrier.gy + axis.z * carrier.gz;
    }

    private void setGyroscopicMoment(BodyMotion carrier, Vector axis, double rate) {
        moment.set(carrier.wx, carrier.wy, carrier.wz);
        moment.setCross(moment, axis);
        moment.setScaled(rate, moment);
    }

    /** Base to tips: q̈ = (u − UᵀT V̇ᵢ)/H and V̇ⱼ = T V̇ᵢ + a q̈, [Khalil 41–43] for what is left of the accelerations. */
    private void outwardAccelerations(double[] qddOut, boolean floating) {
        for (int i = 1; i <= tree.n; i++) {
            MotionVector v = acceleration[i];
            if (tree.parent[i] != 0 || floating) {
                v.setFromParent(parentFromJoint[i], acceleration[tree.parent[i]]);
            } else {
                v.setZero();
            }
            double qdd = v.leftOf(effort[i], articulated.U[i]) * articulated.inverseH[i];
            int k = tree.coordinate[i];
            accelerations[k] = given[k] + qdd;
            qddOut[k] = accelerations[k];
            if (tree.revolute[i]) {
                v.rz += qdd;
            } else {
                v.lz += qdd;
            }
        }
        drives.free.accelerate(acceleration, accelerations);
        for (int k = tree.n; k < tree.size; k++) {
            qddOut[k] = accelerations[k];
        }
    }

    /** What a joint that does not give way carries along its axis; after accelerations are known. */
    double carriedEffort(int i) {
        return bias[i].alongAxis(tree.revolute[i]) + acceleration[i].dot(articulated.U[i]);
    }

    /** zₘ·ω̇ of the body that carries a rotor; after accelerations are known. */
    double turning(SpinningRotor rotor) {
        BodyMotion m = motion[rotor.carrier];
        Vector z = rotor.axis;
        return m.gx * z.x + m.gy * z.y + m.gz * z.z + acceleration[rotor.carrier].dotMoment(z);
    }

    @Override
    public void computeJointWrenches() {
        if (!check.beginWrenches()) {
            return;
        }
        for (int i = 0; i <= tree.n; i++) {
            placement[i].set(parentFromJoint[i]);
            motion[i].accelerate(acceleration[i]);
        }
        loads.balance(motion, placement, rates, accelerations);
        check.succeedWithWrenches();
    }

    @Override
    public Wrench jointWrenchInBody(int body) {
        check.requireWrenches();
        return loads.wrenchInBody(check.guard, body);
    }

    @Override
    public void jointWrenchInBody(int body, double[] wrenchOut) {
        check.requireWrenches();
        loads.wrenchInBody(check.guard, body, wrenchOut);
    }
}
