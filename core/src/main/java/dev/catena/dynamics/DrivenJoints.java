package dev.catena.dynamics;

import dev.catena.algebra.Inertia;
import dev.catena.algebra.Vector;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotor;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import org.jspecify.annotations.Nullable;

/**
 * The drives of a tree by moving body, for recursions in which a rotor couples its joint to the parent that carries it.
 */
final class DrivenJoints {
    /** A joint's inertia below this part of the inertia that it is left of counts as rounding. */
    private static final double SINGULAR = 1e-12;

    private final MovingTree tree;

    /** By moving body: SINGULAR times the size of all that the joint moves. */
    private final double[] rounding;

    /** By moving body: Iₐ + k² Iₘ, what the drive itself adds to the joint's inertia. */
    final double[] inertia;

    /** By moving body: k Iₘ zₘ in the joint frame of the parent, null without a gyroscopic rotor. */
    final @Nullable Vector[] spinAxis;

    DrivenJoints(MovingTree tree) {
        this.tree = tree;
        inertia = new double[tree.n + 1];
        spinAxis = new Vector[tree.n + 1];
        rounding = new double[tree.n + 1];
        if (!rotorsSitOnParents(tree.model)) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has a rotor that is not carried by its joint's parent; use ForwardDynamics.of(model)"
                            .formatted(tree.model.name()));
        }
        int[] movingOf = new int[tree.n];
        for (int i = 1; i <= tree.n; i++) {
            movingOf[tree.coordinate[i]] = i;
            inertia[i] = tree.reflectedInertia[tree.coordinate[i]];
            Inertia beyond = tree.inertiaBeyondAtZero[i];
            rounding[i] = SINGULAR * (tree.revolute[i] ? beyond.jxx + beyond.jyy + beyond.jzz : beyond.mass);
        }
        for (SpinningRotor rotor : tree.rotors) {
            int i = movingOf[rotor.coordinate];
            inertia[i] += rotor.gearedInertia * rotor.gearRatio;
            Vector axis = new Vector();
            axis.setScaled(rotor.gearedInertia, rotor.axis);
            spinAxis[i] = axis;
        }
    }

    /** Whether every gyroscopic rotor is rigidly tied to the parent of the joint that it drives. */
    static boolean rotorsSitOnParents(RobotModel model) {
        for (Joint joint : model.movingJoints()) {
            Rotor rotor = joint.drive().rotor();
            if (rotor != null && movingCarrier(model, rotor.carrier()) != movingCarrier(model, joint.parent())) {
                return false;
            }
        }
        return true;
    }

    /** The nearest body at or above the given one that a moving joint moves, or the base. */
    private static int movingCarrier(RobotModel model, String body) {
        int b = model.bodyIndex(body);
        while (b > 0 && !model.jointOf(b).orElseThrow().kind().moves()) {
            b = model.parent(b);
        }
        return b;
    }

    /** What is left of the drive's effort after friction. */
    double effort(int i, double[] tau, double[] qd) {
        int k = tree.coordinate[i];
        return tree.hasFriction ? tau[k] - tree.friction[k].effort(qd[k]) : tau[k];
    }

    /**
     * Complains unless a joint has an inertia beyond rounding. What is left when the joints beyond give way can all be
     * rounding, so that the measure is what they move.
     */
    void requireInertia(int i, double found) {
        if (!(found > rounding[i])) {
            String joint = tree.model.movingJoints().get(tree.coordinate[i]).name();
            throw SingularInertiaException.ofJoint(tree.model.name(), joint, found);
        }
    }
}
