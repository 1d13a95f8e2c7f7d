package dev.catena.dynamics;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
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

    /** By moving body. */
    private final boolean[] prescribed;

    private final DrivenJoints drives;

    /** Forward dynamics in which the prescribed joints do not give way. */
    private final ArticulatedForwardDynamics forward;

    /** @param prescribedJoints the joints whose accelerations are given */
    public HybridDynamics(RobotModel model, Collection<String> prescribedJoints) {
        tree = new MovingTree(model);
        prescribed = new boolean[tree.n + 1];
        boolean[] given = new boolean[tree.n];
        prescribedJoints.forEach(joint -> given[model.coordinate(joint)] = true);
        for (int i = 1; i <= tree.n; i++) {
            prescribed[i] = given[tree.coordinate[i]];
        }
        drives = new DrivenJoints(tree, prescribed, "only joints with given accelerations may have that");
        forward = new ArticulatedForwardDynamics(tree, drives);
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
        tree.check("tauOut", tauOut);
        for (int i = 1; i <= tree.n; i++) {
            int k = tree.coordinate[i];
            forward.given[k] = prescribed[i] ? qdd[k] : 0;
        }
        forward.compute(base, q, qd, tau, wrenches, qddOut);
        efforts(qd, tau, qddOut, tauOut);
    }

    /** Γⱼ = aᵀfⱼ + Iₐ q̈ + k Iₘ (ω̇·zₘ + k q̈) + friction where the acceleration is given, [Khalil 82]. */
    private void efforts(double[] qd, double[] tauGiven, double[] qdd, double[] tauOut) {
        for (int i = 1; i <= tree.n; i++) {
            int k = tree.coordinate[i];
            tauOut[k] = prescribed[i]
                    ? forward.carriedEffort(i) + tree.reflectedInertia[k] * qdd[k] + tree.friction[k].effort(qd[k])
                    : tauGiven[k];
        }
        for (SpinningRotor rotor : drives.prescribedRotors) {
            int k = rotor.coordinate;
            tauOut[k] += rotor.gearedInertia * (forward.turning(rotor) + rotor.gearRatio * qdd[k]);
        }
    }

    /** Finds what the joints carry under the accelerations of the last computation. */
    public void computeJointWrenches() {
        forward.computeJointWrenches();
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about the body's origin, after
     * {@link #computeJointWrenches}; for body 0, what the world exerts on the base.
     */
    public Wrench jointWrenchInBody(int body) {
        return forward.jointWrenchInBody(body);
    }

    /** As {@link #jointWrenchInBody(int)}, without allocation: force, then moment. */
    public void jointWrenchInBody(int body, double[] wrenchOut) {
        forward.jointWrenchInBody(body, wrenchOut);
    }
}
