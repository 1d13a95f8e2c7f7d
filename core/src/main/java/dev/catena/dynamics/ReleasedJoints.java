package dev.catena.dynamics;

import dev.catena.kinematics.BaseMotion;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import org.jspecify.annotations.Nullable;

/** Hybrid dynamics by articulated bodies: joints whose accelerations are given do not give way. */
final class ReleasedJoints {
    private final MovingTree tree;

    /** By moving body. */
    private final boolean[] prescribed;

    private final DrivenJoints drives;

    /** By coordinate: the efforts that are given. */
    private final double[] given;

    /** Forward dynamics in which the prescribed joints do not give way. */
    private final ArticulatedForwardDynamics forward;

    /** @param accelerated by coordinate: whether the joint's acceleration is given */
    ReleasedJoints(MovingTree tree, boolean[] accelerated) {
        this.tree = tree;
        given = new double[tree.n];
        prescribed = new boolean[tree.n + 1];
        for (int i = 1; i <= tree.n; i++) {
            prescribed[i] = accelerated[tree.coordinate[i]];
        }
        drives = new DrivenJoints(tree, prescribed, "only joints with given accelerations may have that");
        forward = new ArticulatedForwardDynamics(
                tree, drives, Guard.inside(ArticulatedForwardDynamics.class, tree.model));
    }

    void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut,
            double[] tauOut) {
        for (int i = 1; i <= tree.n; i++) {
            int k = tree.coordinate[i];
            forward.bodies().given[k] = prescribed[i] ? qdd[k] : 0;
            given[k] = prescribed[i] ? 0 : tau[k];
        }
        forward.compute(base, q, qd, given, wrenches, qddOut);
        efforts(qd, tau, qddOut, tauOut);
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

    void computeJointWrenches() {
        forward.computeJointWrenches();
    }

    void jointWrenchInBody(int body, double[] wrenchOut) {
        forward.jointWrenchInBody(body, wrenchOut);
    }
}
