package dev.catena.dynamics;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
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
 * are given must sit on the joint's parent. Cost O(n). One per thread: {@code dynamics.copy()} makes another for another
 * thread.
 */
public final class HybridDynamics {
    private final MovingTree tree;
    private final Guard guard;

    /** By moving body. */
    private final boolean[] prescribed;

    private final DrivenJoints drives;

    /** By coordinate: the efforts that are given. */
    private final double[] given;

    /** Forward dynamics in which the prescribed joints do not give way. */
    private final ArticulatedForwardDynamics forward;

    /** @param prescribedJoints the joints whose accelerations are given */
    public HybridDynamics(RobotModel model, Collection<String> prescribedJoints) {
        this(MovingTree.of(HybridDynamics.class, model), prescribed(model, prescribedJoints));
    }

    /** @param accelerated by coordinate: whether the joint's acceleration is given */
    private HybridDynamics(MovingTree tree, boolean[] accelerated) {
        this.tree = tree;
        given = new double[tree.n];
        guard = new Guard(HybridDynamics.class, tree.model);
        prescribed = new boolean[tree.n + 1];
        for (int i = 1; i <= tree.n; i++) {
            prescribed[i] = accelerated[tree.coordinate[i]];
        }
        drives = new DrivenJoints(tree, prescribed, "only joints with given accelerations may have that");
        forward = new ArticulatedForwardDynamics(
                tree, drives, Guard.inside(ArticulatedForwardDynamics.class, tree.model));
    }

    private static boolean[] prescribed(RobotModel model, Collection<String> joints) {
        boolean[] accelerated = new boolean[model.jointCount()];
        joints.forEach(joint -> accelerated[model.coordinate(joint)] = true);
        return accelerated;
    }

    /** The same of the same robot, with nothing computed. */
    public HybridDynamics copy() {
        boolean[] accelerated = new boolean[tree.n];
        for (int i = 1; i <= tree.n; i++) {
            accelerated[tree.coordinate[i]] = prescribed[i];
        }
        return new HybridDynamics(tree, accelerated);
    }

    /**
     * Accelerations and efforts of all joints.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
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
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        check(q, qd, qdd, tau, qddOut, tauOut);
        for (int i = 1; i <= tree.n; i++) {
            int k = tree.coordinate[i];
            forward.bodies().given[k] = prescribed[i] ? qdd[k] : 0;
            given[k] = prescribed[i] ? 0 : tau[k];
        }
        forward.compute(base, q, qd, given, wrenches, qddOut);
        efforts(qd, tau, qddOut, tauOut);
        guard.checkResult("tauOut", tauOut);
        guard.succeed();
    }

    private void check(double[] q, double[] qd, double[] qdd, double[] tau, double[] qddOut, double[] tauOut) {
        tree.check("q", q);
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        tree.check("tau", tau);
        tree.check("qddOut", qddOut);
        tree.check("tauOut", tauOut);
        checkOutput("qddOut", qddOut, q, qd, qdd, tau);
        checkOutput("tauOut", tauOut, q, qd, qdd, tau);
        guard.checkDistinct("tauOut", tauOut, "qddOut", qddOut);
        guard.checkFinite("q", q, "qd", qd);
        for (int i = 1; i <= tree.n; i++) {
            guard.checkFinite(prescribed[i] ? "qdd" : "tau", prescribed[i] ? qdd : tau, tree.coordinate[i]);
        }
    }

    private void checkOutput(String name, double[] out, double[] q, double[] qd, double[] qdd, double[] tau) {
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, "qdd", qdd);
        guard.checkDistinct(name, out, "tau", tau);
    }

    /** Γⱼ = aᵀfⱼ + Iₐ q̈ + k Iₘ (ω̇·zₘ + k q̈) + friction where the acceleration is given, [Khalil 82]. */
    private void efforts(double[] qd, double[] tauGiven, double[] qdd, double[] tauOut) {
        for (int i = 1; i <= tree.n; i++) {
            int k = tree.coordinate[i];
            tauOut[k] = prescribed[i]
                    ? forward.bodies().carriedEffort(i)
                            + tree.reflectedInertia[k] * qdd[k]
                            + tree.friction[k].effort(qd[k])
                    : tauGiven[k];
        }
        for (SpinningRotor rotor : drives.prescribedRotors) {
            int k = rotor.coordinate;
            tauOut[k] += rotor.gearedInertia
                    * (forward.bodies().turning(rotor.carrier, rotor.axis) + rotor.gearRatio * qdd[k]);
        }
    }

    /** Finds what the joints carry under the accelerations of the last computation. */
    public void computeJointWrenches() {
        guard.requireResults();
        guard.checkThread();
        forward.computeJointWrenches();
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about the body's origin, after
     * {@link #computeJointWrenches}; for body 0, what the world exerts on the base.
     */
    public Wrench jointWrenchInBody(int body) {
        guard.requireResults();
        return forward.jointWrenchInBody(body);
    }

    /** As {@link #jointWrenchInBody(int)}, without allocation: force, then moment. */
    public void jointWrenchInBody(int body, double[] wrenchOut) {
        guard.requireResults();
        forward.jointWrenchInBody(body, wrenchOut);
    }
}
