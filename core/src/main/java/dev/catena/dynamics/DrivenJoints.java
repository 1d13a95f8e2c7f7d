package dev.catena.dynamics;

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
    private final MovingTree tree;

    /** By moving body: Iₐ + k² Iₘ, what the drive itself adds to the joint's inertia. */
    final double[] inertia;

    /** By moving body: k Iₘ zₘ in the joint frame of the parent, null without a gyroscopic rotor. */
    final @Nullable Vector[] spinAxis;

    DrivenJoints(MovingTree tree) {
        this.tree = tree;
        inertia = new double[tree.n + 1];
        spinAxis = new Vector[tree.n + 1];
        if (!rotorsSitOnParents(tree.model)) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has a rotor that is not carried by its joint's parent; use ForwardDynamics.of(model)"
                            .formatted(tree.model.name()));
        }
        int[] movingOf = new int[tree.n];
        for (int i = 1; i <= tree.n; i++) {
            movingOf[tree.coordinate[i]] = i;
            inertia[i] = tree.reflectedInertia[tree.coordinate[i]];
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

    SingularInertiaException singular(int i, double found) {
        String joint = tree.model.movingJoints().get(tree.coordinate[i]).name();
        return SingularInertiaException.ofJoint(tree.model.name(), joint, found);
    }
}
