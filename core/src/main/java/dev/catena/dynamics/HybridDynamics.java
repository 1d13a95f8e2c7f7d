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
import dev.catena.tree.SpinningRotor;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Of some joints the accelerations are given and the efforts wanted, of the others the efforts are given and the
 * accelerations wanted. With all accelerations given it is inverse dynamics, with none forward dynamics; Khalil's inverse
 * dynamics of robots with elastic joints is the case in between, [Khalil 72–82].
 *
 * <p>Gravity, friction, reflected inertia, gyroscopic rotors and external wrenches count. Rotors of joints whose efforts
 * are given must sit on the joint's parent. Cost O(n).
 */
public final class HybridDynamics {
    private final MovingTree tree;
    private final Posture posture;

    /** By moving body. */
    private final boolean[] prescribed;

    /** The rotors of joints whose accelerations are given. */
    private final SpinningRotor[] knownRotors;

    private final DrivenJoints drives;
    private final ArticulatedInertias articulated;
    private final VelocityTerms velocity;
    private final ExternalLoads external;
    private final JointLoads loads;
    private final Motion[] motion;
    private final double[] effort;
    private final Acceleration[] acceleration;
    private final FreeBase start;
    private final Force alpha = new Force();
    private final Vector moment = new Vector();
    private final double[] rates;
    private final double[] accelerations;
    private boolean hasAccelerations;
    private boolean hasWrenches;

    /** @param prescribedJoints the joints whose accelerations are given */
    public HybridDynamics(RobotModel model, Collection<String> prescribedJoints) {
        tree = new MovingTree(model);
        posture = new Posture(tree);
        prescribed = new boolean[tree.n + 1];
        boolean[] given = new boolean[tree.n];
        prescribedJoints.forEach(joint -> given[model.coordinate(joint)] = true);
        for (int i = 1; i <= tree.n; i++) {
            prescribed[i] = given[tree.coordinate[i]];
        }
        knownRotors = Arrays.stream(tree.rotors)
                .filter(rotor -> given[rotor.coordinate])
                .toArray(SpinningRotor[]::new);
        drives = new DrivenJoints(tree, prescribed, "only joints with given accelerations may have that");
        articulated = new ArticulatedInertias(tree, drives);
        velocity = new VelocityTerms(tree);
        external = new ExternalLoads(tree);
        motion = Motion.array(tree.n + 1);
        loads = new JointLoads(tree, motion);
        effort = new double[tree.n + 1];
        acceleration = Acceleration.array(tree.n + 1);
        start = new FreeBase(tree);
        rates = new double[tree.n];
        accelerations = new double[tree.n];
    }

    /**
     * Accelerations and efforts of all joints.
     *
     * @param base how the base moves; null for a base at rest at the world's origin
     * @param qdd read where accelerations are given
     * @param tau read where efforts are given
     * @param wrenches what the environment applies; null for nothing
     * @param qddOut all accelerations
     * @param tauOut all efforts
     * @throws SingularInertiaException naming the joint that has no inertia
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut,
            double[] tauOut) {
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        tree.check("tau", tau);
        tree.check("qddOut", qddOut);
        tree.check("tauOut", tauOut);
        hasAccelerations = false;
        hasWrenches = false;
        System.arraycopy(qd, 0, rates, 0, rates.length);
        posture.set(q);
        velocity.compute(base, posture.parentFromJoint(), qd);
        if (external.place(posture, base, wrenches, loads)) {
            for (int b = 0; b < loads.external.length; b++) {
                velocity.beta[tree.carrier[b]].add(loads.external[b]);
            }
        }
        subtractRotorMoments(qd, qdd);
        articulated.compute(posture.parentFromJoint(), false);
        inwardForces(qd, qdd, tau);
        start.prescribe(base, acceleration[0]);
        outwardAccelerations(qdd);
        System.arraycopy(accelerations, 0, qddOut, 0, accelerations.length);
        efforts(qd, tau, tauOut);
        hasAccelerations = true;
    }

    /** Where both q̇ and q̈ are given, the rotor's moment k Iₘ (q̈ zₘ + q̇ ω × zₘ) on its carrier is known. */
    private void subtractRotorMoments(double[] qd, double[] qdd) {
        for (SpinningRotor rotor : knownRotors) {
            int k = rotor.coordinate;
            Spin w = velocity.spin[rotor.carrier];
            moment.set(w.wx, w.wy, w.wz);
            moment.setCross(moment, rotor.axis);
            moment.setScaled(-rotor.gearedInertia * qd[k], moment);
            moment.addScaled(-rotor.gearedInertia * qdd[k], rotor.axis);
            velocity.beta[rotor.carrier].addMoment(moment);
        }
    }

    /**
     * Tips to base: β*ᵢ −= ʲTᵢᵀα with α = Kγ + U (τ + aᵀβ*)/H − β* where the joint gives way, [Khalil 38–39], and
     * α = Kγ + U q̈ − β* where its acceleration is given, [Khalil 76].
     */
    private void inwardForces(double[] qd, double[] qdd, double[] tau) {
        Placement[] parentFromJoint = posture.parentFromJoint();
        for (int i = tree.n; i >= 1; i--) {
            Acceleration c = velocity.acceleration[i];
            Force beta = velocity.beta[i];
            double factor;
            if (prescribed[i]) {
                factor = qdd[tree.coordinate[i]];
            } else {
                double u = drives.effort(i, tau, qd) + (tree.revolute[i] ? beta.nz : beta.fz);
                Vector axis = articulated.spinAxis[i];
                if (axis != null) {
                    u += axis.x * c.gx + axis.y * c.gy + axis.z * c.gz;
                }
                effort[i] = u - c.dot(articulated.U[i]);
                factor = u * articulated.inverseH[i];
            }
            if (tree.parent[i] != 0) {
                articulated.K[i].handOn(c, factor, articulated.U[i], beta, alpha);
                velocity.beta[tree.parent[i]].subtractFromChild(parentFromJoint[i], alpha);
                subtractGyroscopicMoment(i, qd);
            }
        }
    }

    /** The rotor's moment k Iₘ q̇ ω × zₘ acts on the parent that carries it. */
    private void subtractGyroscopicMoment(int i, double[] qd) {
        Vector axis = drives.spinAxis[i];
        if (axis != null) {
            Spin w = velocity.spin[tree.parent[i]];
            moment.set(w.wx, w.wy, w.wz);
            moment.setCross(moment, axis);
            moment.setScaled(-qd[tree.coordinate[i]], moment);
            velocity.beta[tree.parent[i]].addMoment(moment);
        }
    }

    /** Base to tips: V̇ⱼ = T V̇ᵢ + a q̈ + γ, [Khalil 81], q̈ as given or by [Khalil 80]. */
    private void outwardAccelerations(double[] qddGiven) {
        Placement[] parentFromJoint = posture.parentFromJoint();
        for (int i = 1; i <= tree.n; i++) {
            int k = tree.coordinate[i];
            Acceleration v = acceleration[i];
            v.setFromParent(parentFromJoint[i], acceleration[tree.parent[i]]);
            double qdd = prescribed[i] ? qddGiven[k] : (effort[i] - v.dot(articulated.U[i])) * articulated.inverseH[i];
            accelerations[k] = qdd;
            v.add(velocity.acceleration[i]);
            if (tree.revolute[i]) {
                v.gz += qdd;
            } else {
                v.az += qdd;
            }
        }
    }

    /** Γⱼ = aᵀ(J* V̇ⱼ − β*) + Iₐ q̈ + k Iₘ (ω̇·zₘ + k q̈) + friction where the acceleration is given, [Khalil 82]. */
    private void efforts(double[] qd, double[] tauGiven, double[] tauOut) {
        for (int i = 1; i <= tree.n; i++) {
            int k = tree.coordinate[i];
            if (prescribed[i]) {
                Force beta = velocity.beta[i];
                double carried = acceleration[i].dot(articulated.U[i]) - (tree.revolute[i] ? beta.nz : beta.fz);
                tauOut[k] = carried + tree.reflectedInertia[k] * accelerations[k] + tree.friction[k].effort(qd[k]);
            } else {
                tauOut[k] = tauGiven[k];
            }
        }
        for (SpinningRotor rotor : knownRotors) {
            int k = rotor.coordinate;
            double turning = acceleration[rotor.carrier].dotMoment(rotor.axis);
            tauOut[k] += rotor.gearedInertia * (turning + rotor.gearRatio * accelerations[k]);
        }
    }

    /** Finds what the joints carry under the accelerations of the last computation. */
    public void computeJointWrenches() {
        if (!hasAccelerations) {
            throw new IllegalStateException("joint wrenches were asked for before accelerations were computed");
        }
        for (int i = 0; i <= tree.n; i++) {
            motion[i].set(velocity.spin[i], acceleration[i]);
        }
        loads.balance(motion, posture.parentFromJoint(), rates, accelerations);
        hasWrenches = true;
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about the body's origin, after
     * {@link #computeJointWrenches}; for body 0, what the world exerts on the base.
     */
    public Wrench jointWrenchInBody(int body) {
        requireWrenches();
        return loads.wrenchInBody(body);
    }

    /** As {@link #jointWrenchInBody(int)}, without allocation: force, then moment. */
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
