package dev.catena.dynamics;

import dev.catena.algebra.AccelerationField;
import dev.catena.algebra.BodyMotion;
import dev.catena.algebra.Force;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;

/** The wrenches inside a robot, or their rates: what each joint carries, fixed joints included. */
final class JointLoads {
    /** By moving body: what its joint carries of the regrouped inertias, in the joint frame about its origin. */
    final Force[] carried;

    /** By body of the model: the external wrench in the joint frame of its carrier, about the carrier's origin. */
    final Force[] external;

    /** By rotor: the moment that its carrier needs for the rotor's spin. */
    final Vector[] rotorMoment;

    private final MovingTree tree;
    private final AccelerationField[] field;

    /** By moving body: what it hands on of the regrouped inertias to its parent, where fixed joints may ask for it. */
    private final Force[] inParent;

    /** By moving body: whether fixed joints weld something to it. */
    private final boolean[] welded;

    private final Force sum = new Force();
    private final Force part = new Force();

    JointLoads(MovingTree tree, AccelerationField[] field) {
        this.tree = tree;
        this.field = field;
        carried = Force.array(tree.n + 1);
        external = Force.array(tree.carrier.length);
        rotorMoment = Vector.array(tree.rotors.length);
        inParent = Force.array(tree.n + 1);
        welded = new boolean[tree.n + 1];
        for (int b = 0; b < tree.carrier.length; b++) {
            int c = tree.carrier[b];
            welded[c] |= tree.body[c] != b;
        }
    }

    /** The wrenches that the motions of all bodies take. */
    void computeBodyWrenches() {
        tree.regrouped.sliding[0].wrench(field[0], carried[0]);
        for (int i = 1; i <= tree.n; i++) {
            // F = M a + U MS and N = J γ + ω × J ω + MS × a, [Khalil 22–23]
            if (tree.revolute[i]) {
                tree.regrouped.turning[i].wrench(field[i], carried[i]);
            } else {
                tree.regrouped.sliding[i].wrench(field[i], carried[i]);
            }
        }
    }

    void clearExternal() {
        for (Force force : external) {
            force.setZero();
        }
    }

    /** Takes what the environment applies off what the joints must supply. */
    void subtractExternal() {
        for (int b = 0; b < external.length; b++) {
            carried[tree.carrier[b]].subtract(external[b]);
        }
    }

    /** What child i hands on is added to what its parent carries, and noted where a fixed joint may ask for it. */
    void handOn(int i, Placement X, Force handedOn) {
        int parent = tree.parent[i];
        if (welded[parent]) {
            inParent[i].setZero();
            inParent[i].addFromChild(X, handedOn);
            carried[parent].add(inParent[i]);
        } else {
            carried[parent].addFromChild(X, handedOn);
        }
    }

    /** All loads from motions that are known already: Newton and Euler for each body, then tips to base. */
    void balance(BodyMotion[] motion, Placement[] parentFromJoint, double[] qd, double[] qdd) {
        computeBodyWrenches();
        subtractExternal();
        spinRotors(motion, qd, qdd);
        for (int i = tree.n; i >= 1; i--) {
            handOn(i, parentFromJoint[i], carried[i]);
        }
    }

    /** The moment that spins the rotors acts on their carriers: k Iₘ (q̈ zₘ + q̇ ω × zₘ), [Siciliano]. */
    void spinRotors(BodyMotion[] motion, double[] qd, double[] qdd) {
        for (int r = 0; r < tree.rotors.length; r++) {
            SpinningRotor rotor = tree.rotors[r];
            Vector n = rotorMoment[r];
            n.setSpinRate(
                    motion[rotor.carrier],
                    rotor.axis,
                    rotor.gearedInertia * qd[rotor.coordinate],
                    rotor.gearedInertia * qdd[rotor.coordinate]);
            carried[rotor.carrier].addMoment(n);
        }
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about its origin; for the base, what the
     * world exerts on it.
     */
    void wrenchInBody(Guard guard, int body, double[] wrenchOut) {
        tree.checkBody(body);
        guard.checkLength("wrenchOut", wrenchOut, 6);
        guard.requireResults();
        int c = tree.carrier[body];
        if (tree.body[c] == body) {
            tree.regrouped.moved[c].wrench(field[c], sum);
            sum.add(carried[c]);
        } else {
            gatherBeyond(body);
        }
        sum.setFromParent(tree.jointFromBody[body], sum);
        sum.copyTo(wrenchOut);
        guard.checkResult("wrenchOut", wrenchOut);
    }

    Wrench wrenchInBody(Guard guard, int body) {
        double[] w = new double[6];
        wrenchInBody(guard, body, w);
        return new Wrench(new Vector3(w[0], w[1], w[2]), new Vector3(w[3], w[4], w[5]));
    }

    /** The load of a fixed joint: all that is welded to the body beyond it, and the joints that start there. */
    private void gatherBeyond(int body) {
        int c = tree.carrier[body];
        sum.setZero();
        for (int b = body; b < tree.carrier.length; b++) {
            if (tree.carrier[b] == c && isBeyond(b, body)) {
                tree.bodyInertia[b].wrench(field[c], part);
                sum.add(part);
                sum.subtract(external[b]);
            }
        }
        for (int i = 1; i <= tree.n; i++) {
            if (tree.parent[i] == c && isBeyond(tree.model.parent(tree.body[i]), body)) {
                sum.add(inParent[i]);
                tree.regrouped.movedInParent[i].wrench(field[c], part);
                sum.add(part);
            }
        }
        for (int r = 0; r < tree.rotors.length; r++) {
            SpinningRotor rotor = tree.rotors[r];
            if (rotor.carrier == c && isBeyond(rotor.carryingBody, body)) {
                sum.addMoment(rotorMoment[r]);
            }
        }
    }

    private boolean isBeyond(int body, int ancestor) {
        int b = body;
        while (b > ancestor) {
            b = tree.model.parent(b);
        }
        return b == ancestor;
    }
}
