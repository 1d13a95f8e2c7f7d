package dev.catena.dynamics;

import dev.catena.algebra.Placement;
import dev.catena.algebra.PointOperator;
import dev.catena.algebra.Vector;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;

/** The wrenches inside a robot, or their rates: what each joint carries, fixed joints included. */
final class JointLoads {
    /** By moving body: what the joint carries, in the joint frame about its origin. */
    final Vector[] f;

    final Vector[] n;

    /** By moving body: the same in the joint frame of the moving parent, about the parent's origin. */
    final Vector[] fInParent;

    final Vector[] nInParent;

    /** By body of the model: the external wrench in the joint frame of its carrier, about the carrier's origin. */
    final Vector[] fExternal;

    final Vector[] nExternal;

    /** By rotor: the moment that its carrier needs for the rotor's spin. */
    final Vector[] nRotor;

    private final MovingTree tree;
    private final Vector force = new Vector();
    private final Vector moment = new Vector();
    private final Vector partForce = new Vector();
    private final Vector partMoment = new Vector();

    JointLoads(MovingTree tree) {
        this.tree = tree;
        f = Vector.array(tree.n + 1);
        n = Vector.array(tree.n + 1);
        fInParent = Vector.array(tree.n + 1);
        nInParent = Vector.array(tree.n + 1);
        fExternal = Vector.array(tree.carrier.length);
        nExternal = Vector.array(tree.carrier.length);
        nRotor = Vector.array(tree.rotors.length);
    }

    void clearExternal() {
        for (int b = 0; b < fExternal.length; b++) {
            fExternal[b].setZero();
            nExternal[b].setZero();
        }
    }

    /** Takes what the environment applies off what the joints must supply. */
    void subtractExternal() {
        for (int b = 0; b < fExternal.length; b++) {
            f[tree.carrier[b]].subtract(fExternal[b]);
            n[tree.carrier[b]].subtract(nExternal[b]);
        }
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about its origin; for the base, what the
     * world exerts on it. The accelerations are needed for fixed joints only.
     */
    void wrenchInBody(int body, Vector[] a, PointOperator[] U, double[] wrenchOut) {
        tree.checkBody(body);
        if (wrenchOut.length != 6) {
            throw new IllegalArgumentException("a wrench has 6 numbers, but wrenchOut has " + wrenchOut.length);
        }
        int c = tree.carrier[body];
        if (tree.body[c] == body) {
            force.set(f[c]);
            moment.set(n[c]);
        } else {
            gatherBeyond(body, a, U);
        }
        Placement X = tree.jointFromBody[body];
        moment.subtractCross(X.p, force);
        force.setFromParent(X, force);
        moment.setFromParent(X, moment);
        force.copyTo(wrenchOut, 0);
        moment.copyTo(wrenchOut, 3);
    }

    Wrench wrenchInBody(int body, Vector[] a, PointOperator[] U) {
        double[] w = new double[6];
        wrenchInBody(body, a, U, w);
        return new Wrench(new Vector3(w[0], w[1], w[2]), new Vector3(w[3], w[4], w[5]));
    }

    /** The load of a fixed joint: all that is welded to the body beyond it, and the joints that start there. */
    private void gatherBeyond(int body, Vector[] a, PointOperator[] U) {
        int c = tree.carrier[body];
        force.setZero();
        moment.setZero();
        for (int b = body; b < tree.carrier.length; b++) {
            if (tree.carrier[b] == c && isBeyond(b, body)) {
                tree.bodyInertia[b].wrench(a[c], U[c], partForce, partMoment);
                force.add(partForce);
                moment.add(partMoment);
                force.subtract(fExternal[b]);
                moment.subtract(nExternal[b]);
            }
        }
        for (int i = 1; i <= tree.n; i++) {
            if (tree.parent[i] == c && isBeyond(tree.model.parent(tree.body[i]), body)) {
                force.add(fInParent[i]);
                moment.add(nInParent[i]);
            }
        }
        for (int r = 0; r < tree.rotors.length; r++) {
            SpinningRotor rotor = tree.rotors[r];
            if (rotor.carrier == c && isBeyond(rotor.carryingBody, body)) {
                moment.add(nRotor[r]);
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
