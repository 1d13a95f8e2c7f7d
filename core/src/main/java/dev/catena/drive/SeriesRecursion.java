package dev.catena.drive;

import dev.catena.algebra.Placement;
import dev.catena.algebra.Series;
import dev.catena.algebra.SeriesVector;
import dev.catena.algebra.Vector;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;

/**
 * The recursion of Newton and Euler, [Khalil 18–31], over numbers that change in time: every quantity is a truncated
 * Taylor series, so that efforts come out with their time derivatives, exactly and to any order d. Cost O(n d²).
 *
 * <p>Velocities and accelerations need not be derivatives of the positions. The base is at rest, or floats: then its motion is
 * a series too, and what it takes is found.
 */
final class SeriesRecursion {
    final MovingTree tree;

    /** By joint. */
    final Series[] q;

    /** By joint, then by motor that turns on its own; likewise accelerations and rows. */
    final Series[] velocity;

    final Series[] acceleration;

    /** What the coordinates take. */
    final Series[] rows;

    /** By moving body, the base first, in its joint frame: ω, γ = ω̇, a less gravity, and the wrench that its joint carries. */
    final SeriesVector[] omega;

    final SeriesVector[] gamma;
    final SeriesVector[] a;
    final SeriesVector[] force;
    final SeriesVector[] moment;

    /** Where the base stands, if it floats. */
    final Placement worldFromBase = new Placement();

    private final Series[] sine;
    private final Series[] cosine;
    private final boolean floats;

    /** By moving body: its origin from the parent's, in the axes of the joint at zero. */
    private final SeriesVector[] arm;

    private final SeriesVector[] firstMoment;
    private final SeriesVector[] rotorAxis;
    private final SeriesVector w;
    private final SeriesVector h;
    private final SeriesVector b;
    private final SeriesVector t;
    private final Series scratch;
    private final Vector inJoint = new Vector();
    private final Vector given = new Vector();
    private final int[] path;

    SeriesRecursion(MovingTree tree, int order) {
        this(tree, order, false);
    }

    SeriesRecursion(MovingTree tree, int order, boolean floats) {
        this.tree = tree;
        this.floats = floats;
        q = Series.array(tree.n, order);
        velocity = Series.array(tree.size, order);
        acceleration = Series.array(tree.size, order);
        rows = Series.array(tree.size, order);
        sine = Series.array(tree.n + 1, order);
        cosine = Series.array(tree.n + 1, order);
        omega = SeriesVector.array(tree.n + 1, order);
        gamma = SeriesVector.array(tree.n + 1, order);
        a = SeriesVector.array(tree.n + 1, order);
        force = SeriesVector.array(tree.n + 1, order);
        moment = SeriesVector.array(tree.n + 1, order);
        arm = SeriesVector.array(tree.n + 1, order);
        firstMoment = SeriesVector.array(tree.n + 1, order);
        rotorAxis = SeriesVector.array(tree.rotors.length, order);
        w = new SeriesVector(order);
        h = new SeriesVector(order);
        b = new SeriesVector(order);
        t = new SeriesVector(order);
        scratch = new Series(order);
        path = new int[tree.n];
        for (int i = 0; i <= tree.n; i++) {
            firstMoment[i].setConstant(tree.inertia[i].sx, tree.inertia[i].sy, tree.inertia[i].sz);
        }
        for (int r = 0; r < tree.rotors.length; r++) {
            Vector z = tree.rotors[r].axis;
            rotorAxis[r].setConstant(z.x, z.y, z.z);
        }
    }

    /** Base to tips: motion of every body, and the wrench that it takes; gravity is an acceleration of the base. */
    void outward(boolean withGravity) {
        double factor = withGravity ? -1 : 0;
        Vector g = tree.gravityInWorld;
        a[0].setConstant(factor * g.x, factor * g.y, factor * g.z);
        outwardFromBase();
    }

    /** The same from the motion of the base that its series have. */
    void outwardFromBase() {
        if (floats) {
            findWrench(0);
        }
        for (int i = 1; i <= tree.n; i++) {
            move(i);
            findWrench(i);
        }
    }

    private void move(int i) {
        int parent = tree.parent[i];
        int k = tree.coordinate[i];
        Placement X = tree.atZero[i];
        place(i, X, q[k]);

        // in the axes of the joint at zero: ω, γ and a + γ × p + ω × (ω × p) of the parent
        w.setInChild(X, omega[parent]);
        h.setInChild(X, gamma[parent]);
        b.setInChild(X, a[parent]);
        t.setZero();
        t.addCross(1, w, arm[i]);
        b.addCross(1, h, arm[i]);
        b.addCross(1, w, t);
        if (tree.revolute[i]) {
            // ω = Rᵀω + θ̇z; γ = Rᵀγ + θ̈z + Rᵀω × θ̇z; a = Rᵀ(…), [Khalil 18–21]
            omega[i].setTurned(cosine[i], sine[i], -1, w);
            gamma[i].setTurned(cosine[i], sine[i], -1, h);
            a[i].setTurned(cosine[i], sine[i], -1, b);
            gamma[i].x.addProduct(1, omega[i].y, velocity[k]);
            gamma[i].y.addProduct(-1, omega[i].x, velocity[k]);
            gamma[i].z.add(acceleration[k]);
            omega[i].z.add(velocity[k]);
        } else {
            // a = … + d̈z + 2ω × ḋz
            omega[i].set(w);
            gamma[i].set(h);
            a[i].set(b);
            a[i].x.addProduct(2, w.y, velocity[k]);
            a[i].y.addProduct(-2, w.x, velocity[k]);
            a[i].z.add(acceleration[k]);
        }
    }

    private void place(int i, Placement X, Series position) {
        arm[i].setConstant(
                X.xx * X.px + X.yx * X.py + X.zx * X.pz,
                X.xy * X.px + X.yy * X.py + X.zy * X.pz,
                X.xz * X.px + X.yz * X.py + X.zz * X.pz);
        if (tree.revolute[i]) {
            Series.setSineAndCosine(position, sine[i], cosine[i]);
        } else {
            arm[i].z.add(position);
        }
    }

    private void findWrench(int i) {
        // F = M a + γ × MS + ω × (ω × MS), [Khalil 22]
        t.setZero();
        t.addCross(1, omega[i], firstMoment[i]);
        force[i].setZero();
        force[i].addScaled(tree.inertia[i].mass, a[i]);
        force[i].addCross(1, gamma[i], firstMoment[i]);
        force[i].addCross(1, omega[i], t);

        // N = J γ + ω × J ω + MS × a, [Khalil 23]
        t.setZero();
        t.addTensorTimes(tree.inertia[i], omega[i]);
        moment[i].setZero();
        moment[i].addTensorTimes(tree.inertia[i], gamma[i]);
        moment[i].addCross(1, omega[i], t);
        moment[i].addCross(1, firstMoment[i], a[i]);
    }

    /** Bodies that take nothing, where joints are, and a wrench on one, constant in its axes. */
    void applyAlone(int body, double[] wrenchInBody) {
        for (int i = 0; i <= tree.n; i++) {
            force[i].setZero();
            moment[i].setZero();
            if (i > 0) {
                place(i, tree.atZero[i], q[tree.coordinate[i]]);
            }
        }
        Placement B = tree.jointFromBody[body];
        int i = tree.carrier[body];
        given.set(wrenchInBody[0], wrenchInBody[1], wrenchInBody[2]);
        inJoint.setFromChild(B, given);
        b.setConstant(inJoint.x, inJoint.y, inJoint.z);
        given.set(wrenchInBody[3], wrenchInBody[4], wrenchInBody[5]);
        inJoint.setFromChild(B, given);
        h.setConstant(inJoint.x, inJoint.y, inJoint.z);
        subtract(i, B);
    }

    /** Takes what the environment applies off what the joints must supply; constant in the axes that it is given in. */
    void apply(AppliedWrenches wrenches) {
        for (int body = 0; body < tree.carrier.length; body++) {
            AppliedWrenches.OnBody load = wrenches.onBody[body];
            int i = tree.carrier[body];
            if (i == 0 && !floats) {
                continue;
            }
            Placement B = tree.jointFromBody[body];
            inJoint.setFromChild(B, load.forceInBody);
            b.setConstant(inJoint.x, inJoint.y, inJoint.z);
            inJoint.setFromChild(B, load.momentInBody);
            h.setConstant(inJoint.x, inJoint.y, inJoint.z);
            subtract(i, B);
            if (load.hasWorld) {
                turnToJoint(load.forceInWorld, i, b);
                turnToJoint(load.momentInWorld, i, h);
                subtract(i, B);
            }
        }
    }

    /** A wrench in the axes of a joint, about the origin of a body that is placed at B. */
    private void subtract(int i, Placement B) {
        force[i].addScaled(-1, b);
        moment[i].addScaled(-1, h);
        t.setConstant(B.px, B.py, B.pz);
        moment[i].addCross(-1, t, b);
    }

    /** A constant vector of the world in the axes of a joint, which turn. */
    private void turnToJoint(Vector inWorld, int joint, SeriesVector out) {
        int depth = 0;
        for (int i = joint; i > 0; i = tree.parent[i]) {
            path[depth++] = i;
        }
        out.setConstant(inWorld.x, inWorld.y, inWorld.z);
        if (floats) {
            turnToBase(inWorld, out);
        }
        while (depth > 0) {
            int i = path[--depth];
            w.setInChild(tree.atZero[i], out);
            if (tree.revolute[i]) {
                out.setTurned(cosine[i], sine[i], -1, w);
            } else {
                out.set(w);
            }
        }
    }

    /** Components in the axes of the base change by b′ = −ω × b. */
    void turnToBase(Vector inWorld, SeriesVector out) {
        inJoint.setFromParent(worldFromBase, inWorld);
        out.setConstant(inJoint.x, inJoint.y, inJoint.z);
        int order = out.x.c.length - 1;
        for (int k = 0; k < order; k++) {
            t.setZero();
            t.addCross(-1, omega[0], out);
            out.x.c[k + 1] = t.x.c[k] / (k + 1);
            out.y.c[k + 1] = t.y.c[k] / (k + 1);
            out.z.c[k + 1] = t.z.c[k] / (k + 1);
        }
    }

    /** The moment that spins a rotor acts on its carrier: k Iₘ (θ̈ zₘ + θ̇ ω × zₘ), [Hua 24–25]. */
    void spin(int r) {
        SpinningRotor rotor = tree.rotors[r];
        int c = rotor.carrier;
        if (c > 0 || floats) {
            t.setZero();
            t.addCross(rotor.gearedInertia, omega[c], rotorAxis[r]);
            SeriesVector n = moment[c];
            n.x.addProduct(1, t.x, velocity[rotor.coordinate]);
            n.y.addProduct(1, t.y, velocity[rotor.coordinate]);
            n.z.addProduct(1, t.z, velocity[rotor.coordinate]);
            n.x.addScaled(rotor.gearedInertia * rotor.axis.x, acceleration[rotor.coordinate]);
            n.y.addScaled(rotor.gearedInertia * rotor.axis.y, acceleration[rotor.coordinate]);
            n.z.addScaled(rotor.gearedInertia * rotor.axis.z, acceleration[rotor.coordinate]);
        }
    }

    /** Tips to base, one body: its joint's row, and what it hands on to the parent, [Khalil 28–31]. */
    void inward(int i) {
        rows[tree.coordinate[i]].set(tree.revolute[i] ? moment[i].z : force[i].z);
        int parent = tree.parent[i];
        if (parent == 0 && !floats) {
            return;
        }
        SeriesVector f = force[i];
        SeriesVector n = moment[i];
        if (tree.revolute[i]) {
            w.setTurned(cosine[i], sine[i], 1, force[i]);
            h.setTurned(cosine[i], sine[i], 1, moment[i]);
            f = w;
            n = h;
        }
        Placement X = tree.atZero[i];
        n.addCross(1, arm[i], f);
        force[parent].addFromChild(X, f);
        moment[parent].addFromChild(X, n);
    }

    /** Iₐ θ̈ + k Iₘ (γ·zₘ + k θ̈) in the row of every motor; rows of motors start here. */
    void addDrives() {
        for (int k = 0; k < tree.size; k++) {
            if (k >= tree.n) {
                rows[k].setZero();
            }
            rows[k].addScaled(tree.reflectedInertia[k], acceleration[k]);
        }
        for (SpinningRotor rotor : tree.rotors) {
            Series row = rows[rotor.coordinate];
            gamma[rotor.carrier].dot(rotor.axis, scratch);
            row.addScaled(rotor.gearedInertia, scratch);
            row.addScaled(rotor.gearedInertia * rotor.gearRatio, acceleration[rotor.coordinate]);
        }
    }

    /** Adds what friction along a coordinate takes to a series. */
    void addFriction(int k, Series out) {
        tree.friction[k].addEffort(velocity[k], scratch, out);
    }
}
