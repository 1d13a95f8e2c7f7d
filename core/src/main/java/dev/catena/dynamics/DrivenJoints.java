package dev.catena.dynamics;

import dev.catena.algebra.Vector;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The drives of a tree by moving body, for recursions in which a rotor couples its joint to the parent that carries it.
 */
final class DrivenJoints {
    private final MovingTree tree;

    /** By coordinate: what counts as no inertia of the joint. */
    private final double[] rounding;

    /** By moving body: Iₐ + k² Iₘ, what the drive itself adds to the joint's inertia. */
    final double[] inertia;

    /** By moving body: k Iₘ zₘ in the joint frame of the parent, null without a gyroscopic rotor. */
    final @Nullable Vector[] spinAxis;

    /** By moving body: whether the joint's acceleration is given rather than its effort. */
    final boolean[] prescribed;

    /** The rotors of joints whose accelerations are given. */
    final SpinningRotor[] prescribedRotors;

    /** Motors that turn on their own. */
    final FreeMotors free;

    DrivenJoints(MovingTree tree) {
        this(tree, new boolean[tree.n + 1], "use ForwardDynamics.of(model)");
    }

    /** @param remedy what to do about a rotor that is not on its joint's parent, for the message */
    DrivenJoints(MovingTree tree, boolean[] prescribed, String remedy) {
        tree.requireNoCouplings("a recursion that releases one joint after the other", remedy);
        this.tree = tree;
        this.prescribed = prescribed;
        free = new FreeMotors(tree);
        inertia = new double[tree.n + 1];
        spinAxis = new Vector[tree.n + 1];
        rounding = tree.inertiaRounding();
        requireRotorsOnParents(remedy);
        for (int i = 1; i <= tree.n; i++) {
            inertia[i] = tree.reflectedInertia[tree.coordinate[i]];
        }
        int[] moving = movingBodies(tree);
        prescribedRotors = Arrays.stream(tree.rotors)
                .filter(rotor -> rotor.coordinate < tree.n && prescribed[moving[rotor.coordinate]])
                .toArray(SpinningRotor[]::new);
        for (SpinningRotor rotor : tree.rotors) {
            if (rotor.coordinate < tree.n && !prescribed[moving[rotor.coordinate]]) {
                int i = moving[rotor.coordinate];
                inertia[i] += rotor.gearedInertia * rotor.gearRatio;
                Vector axis = new Vector();
                axis.setScaled(rotor.gearedInertia, rotor.axis);
                spinAxis[i] = axis;
            }
        }
    }

    /** Whether every gyroscopic rotor is rigidly tied to the parent of its joint, or turns on its own. */
    static boolean rotorsSitOnParents(MovingTree tree) {
        int[] moving = movingBodies(tree);
        for (SpinningRotor rotor : tree.rotors) {
            if (rotor.coordinate < tree.n && rotor.carrier != tree.parent[moving[rotor.coordinate]]) {
                return false;
            }
        }
        return true;
    }

    /** What a joint with a given acceleration does to its rotor's carrier is known, wherever it is; that of others must be the parent. */
    private void requireRotorsOnParents(String remedy) {
        int[] moving = movingBodies(tree);
        for (SpinningRotor rotor : tree.rotors) {
            if (rotor.coordinate < tree.n
                    && !prescribed[moving[rotor.coordinate]]
                    && rotor.carrier != tree.parent[moving[rotor.coordinate]]) {
                throw new IllegalArgumentException(
                        "robot \"%s\" has a rotor that is not carried by its joint's parent, that of joint \"%s\"; %s"
                                .formatted(
                                        tree.model.name(),
                                        tree.jointOf(rotor.coordinate).name(),
                                        remedy));
            }
        }
    }

    /** By joint coordinate: the moving body. */
    private static int[] movingBodies(MovingTree tree) {
        int[] moving = new int[tree.n];
        for (int i = 1; i <= tree.n; i++) {
            moving[tree.coordinate[i]] = i;
        }
        return moving;
    }

    /** What is left of the drives' efforts after friction, by moving body, [Khalil 44]. */
    void subtractFriction(double[] qd, double[] effort) {
        if (tree.hasFriction) {
            for (int i = 1; i <= tree.n; i++) {
                int k = tree.coordinate[i];
                effort[i] -= tree.friction[k].effort(qd[k]);
            }
        }
    }

    /**
     * Complains unless a joint has an inertia beyond rounding. What is left when the joints beyond give way can all be
     * rounding, so that the measure is what they move.
     */
    void requireInertia(int i, double found) {
        double least = rounding[tree.coordinate[i]];
        if (!(found > least)) {
            String joint = tree.jointOf(tree.coordinate[i]).name();
            throw SingularInertiaException.ofJoint(tree.model, joint, found < -least ? found : Math.abs(found));
        }
    }
}
