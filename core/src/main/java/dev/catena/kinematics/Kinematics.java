package dev.catena.kinematics;

import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import dev.catena.tree.PlacedJoints;
import dev.catena.tree.TreeVector;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Poses, velocities, accelerations and jerks of every body, [Guarino 3–9] for trees. Each {@code compute} goes as far as
 * the derivatives that it is given; asking for more is an error, not a stale answer.
 *
 * <p>Linear parts are those of the origin of the body's frame; accelerations are classical ones, without gravity. Cost
 * O(n). One per thread: {@code kinematics.copy()} makes another for another thread.
 */
public final class Kinematics {
    private static final String[] ORDERS = {"positions", "velocities", "accelerations", "jerks"};

    private final MovingTree tree;

    /** The bodies of the model that will be asked for; null for all. */
    private final int @Nullable [] some;

    /** By moving body: whether its motion is computed. */
    private final boolean[] known;

    /** The moving bodies of which it is, parents first. */
    private final int[] moving;

    private final Guard guard;
    private final PlacedJoints placed;
    private final Posture posture;
    private final Placement[] worldFromJoint;
    private final double[] rates;
    private final TreeVector[] derivatives;

    // by order of differentiation 1 to 3, then by moving body, in joint frames
    private final Vector[][] linear;
    private final Vector[][] angular;

    private final MovingBase atRest = new MovingBase();
    private final Vector p = new Vector();
    private final Vector s = new Vector();
    private final Vector t = new Vector();
    private final Vector u = new Vector();
    private int order;

    public Kinematics(RobotModel model) {
        this(MovingTree.of(Kinematics.class, model), null);
    }

    /**
     * @param bodies whose motions will be asked for; null for all
     */
    private Kinematics(MovingTree tree, int @Nullable [] bodies) {
        this.tree = tree;
        some = bodies;
        boolean[] needed = new boolean[tree.n + 1];
        Arrays.fill(needed, bodies == null);
        for (int k = 0; bodies != null && k < bodies.length; k++) {
            tree.checkBody(bodies[k]);
            for (int i = tree.carrier[bodies[k]]; i > 0; i = tree.parent[i]) {
                needed[i] = true;
            }
        }
        needed[0] = true;
        known = needed;
        moving = IntStream.rangeClosed(1, tree.n).filter(i -> needed[i]).toArray();
        guard = new Guard(Kinematics.class, tree.model);
        placed = new PlacedJoints(tree, new Guard(Posture.class, tree.model));
        posture = new Posture(placed, true);
        worldFromJoint = Placement.array(tree.n + 1);
        rates = new double[tree.n];
        derivatives = new TreeVector[] {new TreeVector(tree), new TreeVector(tree), new TreeVector(tree)};
        linear = new Vector[4][];
        angular = new Vector[4][];
        for (int k = 1; k <= 3; k++) {
            linear[k] = Vector.array(tree.n + 1);
            angular[k] = Vector.array(tree.n + 1);
        }
    }

    /** Kinematics of some bodies and of all that carry them, at the cost of these; others cannot be asked for. */
    public static Kinematics ofBodies(RobotModel model, int... bodies) {
        return new Kinematics(MovingTree.of(Kinematics.class, model), bodies.clone());
    }

    /** Kinematics of the same robot, with nothing computed. */
    public Kinematics copy() {
        return new Kinematics(tree, some);
    }

    /** Poses. */
    public void compute(double[] q) {
        compute(null, q, null, null, null);
    }

    /** Poses and velocities. */
    public void compute(double[] q, double[] qd) {
        guard.begin();
        guard.checkGiven("qd", qd);
        compute(null, q, qd, null, null);
    }

    /** Poses, velocities and accelerations. */
    public void compute(double[] q, double[] qd, double[] qdd) {
        guard.begin();
        guard.checkGiven("qd", qd);
        guard.checkGiven("qdd", qdd);
        compute(null, q, qd, qdd, null);
    }

    /** Poses, velocities, accelerations and jerks. */
    public void compute(double[] q, double[] qd, double[] qdd, double[] qddd) {
        guard.begin();
        guard.checkGiven("qd", qd);
        guard.checkGiven("qdd", qdd);
        guard.checkGiven("qddd", qddd);
        compute(null, q, qd, qdd, qddd);
    }

    /**
     * As far as the derivatives given: the first null ends the computation.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double @Nullable [] qd,
            double @Nullable [] qdd,
            double @Nullable [] qddd) {
        guard.begin();
        placed.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        MovingBase motion = base == null ? atRest : MovingBase.of(base);
        int reached = check(qd, qdd, qddd);
        placed.set(q);
        worldFromJoint[0].set(motion.worldFromBase);
        for (int i : moving) {
            worldFromJoint[i].setProduct(worldFromJoint[tree.parent[i]], placed.parentFromJoint[i]);
        }
        if (qd != null) {
            double[] rate = derivatives[0].of(qd);
            System.arraycopy(rate, 0, rates, 0, rates.length);
            velocities(motion, rate);
            if (qdd != null) {
                double[] acceleration = derivatives[1].of(qdd);
                accelerations(motion, rate, acceleration);
                if (qddd != null) {
                    jerks(motion, rate, acceleration, derivatives[2].of(qddd));
                }
            }
        }
        order = reached;
        guard.succeed();
    }

    /** Checks the derivatives that will be read; returns the order of the last. */
    private int check(double @Nullable [] qd, double @Nullable [] qdd, double @Nullable [] qddd) {
        if (qd == null) {
            return 0;
        }
        check("qd", qd);
        if (qdd == null) {
            return 1;
        }
        check("qdd", qdd);
        if (qddd == null) {
            return 2;
        }
        check("qddd", qddd);
        return 3;
    }

    private void check(String name, double[] vector) {
        tree.check(name, vector);
        guard.checkFinite(name, vector);
    }

    /** The joint placements of the last computation, to hand to other algorithms. */
    public Posture posture() {
        require(0, 0);
        return posture;
    }

    /** ω = Rᵀω + θ̇z, [Guarino 3]; v = Rᵀ(v + ω × p) + ḋz. */
    private void velocities(MovingBase base, double[] qd) {
        Vector[] v = linear[1];
        Vector[] omega = angular[1];
        v[0].set(base.linearVelocity);
        omega[0].set(base.angularVelocity);
        for (int i : moving) {
            int parent = tree.parent[i];
            Placement X = placed.parentFromJoint[i];
            p.set(X.px, X.py, X.pz);
            t.set(v[parent]);
            t.addCross(omega[parent], p);
            v[i].setFromParent(X, t);
            omega[i].setFromParent(X, omega[parent]);
            if (tree.revolute[i]) {
                omega[i].z += qd[tree.coordinate[i]];
            } else {
                v[i].z += qd[tree.coordinate[i]];
            }
        }
    }

    /** γ = Rᵀγ + w × θ̇z + θ̈z, [Guarino 4]; a = Rᵀ(a + γ × p + ω × (ω × p)) + 2ω × ḋz + d̈z, [Guarino 6]. */
    private void accelerations(MovingBase base, double[] qd, double[] qdd) {
        Vector[] omega = angular[1];
        Vector[] a = linear[2];
        Vector[] gamma = angular[2];
        a[0].set(base.linearAcceleration);
        gamma[0].set(base.angularAcceleration);
        for (int i : moving) {
            int parent = tree.parent[i];
            int k = tree.coordinate[i];
            Placement X = placed.parentFromJoint[i];
            p.set(X.px, X.py, X.pz);
            t.set(a[parent]);
            addPointAcceleration(omega[parent], gamma[parent], p, t);
            a[i].setFromParent(X, t);
            gamma[i].setFromParent(X, gamma[parent]);
            // ω × z and w × z are the same for w = ω − θ̇z
            Vector moved = tree.revolute[i] ? gamma[i] : a[i];
            double cross = tree.revolute[i] ? qd[k] : 2 * qd[k];
            moved.x += cross * omega[i].y;
            moved.y -= cross * omega[i].x;
            moved.z += qdd[k];
        }
    }

    /**
     * ι = Rᵀι + h × θ̇z + θ⃛z + w × (2θ̈z + w × θ̇z), [Guarino 5]; j = Rᵀ(j + jerk of p) + d⃛z + 3h × ḋz
     * + 3w × (d̈z + w × ḋz), [Guarino 8]; w and h are ω and γ of the parent in child axes.
     */
    private void jerks(MovingBase base, double[] qd, double[] qdd, double[] qddd) {
        Vector[] omega = angular[1];
        Vector[] gamma = angular[2];
        Vector[] j = linear[3];
        Vector[] iota = angular[3];
        j[0].set(base.linearJerk);
        iota[0].set(base.angularJerk);
        for (int i : moving) {
            int parent = tree.parent[i];
            int k = tree.coordinate[i];
            Placement X = placed.parentFromJoint[i];
            p.set(X.px, X.py, X.pz);
            t.set(j[parent]);
            addPointJerk(omega[parent], gamma[parent], iota[parent], p, t);
            j[i].setFromParent(X, t);
            iota[i].setFromParent(X, iota[parent]);

            boolean revolute = tree.revolute[i];
            s.setFromParent(X, omega[parent]);
            t.setFromParent(X, gamma[parent]);
            double rate = revolute ? qd[k] : 3 * qd[k];
            double acceleration = revolute ? 2 * qdd[k] : 3 * qdd[k];
            // c × z = (c.y, −c.x, 0)
            Vector moved = revolute ? iota[i] : j[i];
            moved.x += rate * t.y;
            moved.y -= rate * t.x;
            moved.z += qddd[k];
            u.set(rate * s.y, -rate * s.x, acceleration);
            moved.addCross(s, u);
        }
    }

    /** out += γ × r + ω × (ω × r). */
    private void addPointAcceleration(Vector omega, Vector gamma, Vector r, Vector out) {
        u.setCross(omega, r);
        out.addCross(gamma, r);
        out.addCross(omega, u);
    }

    /** out += ι × r + 2γ × (ω × r) + ω × (γ × r + ω × (ω × r)), [Guarino 9]. */
    private void addPointJerk(Vector omega, Vector gamma, Vector iota, Vector r, Vector out) {
        u.setCross(omega, r);
        out.addCross(iota, r);
        out.addCross(gamma, u);
        out.addCross(gamma, u);
        u.setCross(omega, u);
        u.addCross(gamma, r);
        out.addCross(omega, u);
    }

    /** The pose of a body in the world. */
    public Pose worldFromBody(int body) {
        double[] m = new double[12];
        worldFromBody(body, m);
        return new Pose(
                new Rotation(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]), new Vector3(m[9], m[10], m[11]));
    }

    /** As {@link #worldFromBody(int)}, without allocation: the rotation matrix row by row, then the position. */
    public void worldFromBody(int body, double[] poseOut) {
        require(0, body);
        guard.checkLength("poseOut", poseOut, 12);
        Placement W = worldFromJoint[tree.carrier[body]];
        Placement B = tree.jointFromBody[body];
        for (int axis = 0; axis < 3; axis++) {
            s.set(
                    axis == 0 ? B.xx : axis == 1 ? B.xy : B.xz,
                    axis == 0 ? B.yx : axis == 1 ? B.yy : B.yz,
                    axis == 0 ? B.zx : axis == 1 ? B.zy : B.zz);
            t.setFromChild(W, s);
            poseOut[axis] = t.x;
            poseOut[3 + axis] = t.y;
            poseOut[6 + axis] = t.z;
        }
        p.set(B.px, B.py, B.pz);
        t.setPointFromChild(W, p);
        t.copyTo(poseOut, 9);
        guard.checkResult("poseOut", poseOut);
    }

    /** Velocity of a body's origin and its angular velocity, in world axes. */
    public Twist velocityInWorld(int body) {
        return inWorld(1, body);
    }

    /** Classical acceleration of a body's origin and its angular acceleration, in world axes. */
    public Twist accelerationInWorld(int body) {
        return inWorld(2, body);
    }

    /** Jerk of a body's origin and its angular jerk, in world axes. */
    public Twist jerkInWorld(int body) {
        return inWorld(3, body);
    }

    /** As {@link #velocityInWorld(int)}, without allocation: linear, then angular. */
    public void velocityInWorld(int body, double[] twistOut) {
        inWorld(1, body, twistOut);
    }

    /** As {@link #accelerationInWorld(int)}, without allocation: linear, then angular. */
    public void accelerationInWorld(int body, double[] twistOut) {
        inWorld(2, body, twistOut);
    }

    /** As {@link #jerkInWorld(int)}, without allocation: linear, then angular. */
    public void jerkInWorld(int body, double[] twistOut) {
        inWorld(3, body, twistOut);
    }

    private Twist inWorld(int derivative, int body) {
        double[] out = new double[6];
        inWorld(derivative, body, out);
        return new Twist(new Vector3(out[0], out[1], out[2]), new Vector3(out[3], out[4], out[5]));
    }

    private void inWorld(int derivative, int body, double[] twistOut) {
        require(derivative, body);
        guard.checkLength("twistOut", twistOut, 6);
        int c = tree.carrier[body];
        Placement B = tree.jointFromBody[body];
        p.set(B.px, B.py, B.pz);
        t.set(linear[derivative][c]);
        switch (derivative) {
            case 1 -> t.addCross(angular[1][c], p);
            case 2 -> addPointAcceleration(angular[1][c], angular[2][c], p, t);
            default -> addPointJerk(angular[1][c], angular[2][c], angular[3][c], p, t);
        }
        t.setFromChild(worldFromJoint[c], t);
        s.setFromChild(worldFromJoint[c], angular[derivative][c]);
        t.copyTo(twistOut, 0);
        s.copyTo(twistOut, 3);
        guard.checkResult("twistOut", twistOut);
    }

    private void require(int derivative, int body) {
        tree.checkBody(body);
        requireKnown(body);
        guard.requireResults();
        if (order < derivative) {
            throw new IllegalStateException(
                    "%s of robot \"%s\" were asked for, but the last computation ended with the %s"
                            .formatted(ORDERS[derivative], tree.model.name(), ORDERS[order]));
        }
    }

    private void requireKnown(int body) {
        if (!known[tree.carrier[body]]) {
            throw new IllegalArgumentException(
                    "body %s of robot \"%s\" was asked for, but these kinematics are those of the bodies %s"
                            .formatted(body, tree.model.name(), Arrays.toString(some)));
        }
    }

    /** Complains unless velocities of all bodies of an algorithm's robot are there. */
    void checkVelocities(Guard algorithm) {
        algorithm.checkCoordinates("kinematics", tree.model);
        requireAll();
        require(1, 0);
    }

    /** Complains unless poses of all bodies of an algorithm's robot are there. */
    void checkPositions(Guard algorithm) {
        algorithm.checkCoordinates("kinematics", tree.model);
        requireAll();
        require(0, 0);
    }

    private void requireAll() {
        for (int b = 0; some != null && b < tree.carrier.length; b++) {
            requireKnown(b);
        }
    }

    /** Complains unless one body of an algorithm's robot is there, up to some derivative. */
    void checkBody(Guard algorithm, int derivative, int body) {
        algorithm.checkCoordinates("kinematics", tree.model);
        require(derivative, body);
    }

    Placement[] parentFromJoint() {
        return placed.parentFromJoint;
    }

    Placement[] worldFromJoint() {
        return worldFromJoint;
    }

    /** Velocity of the origin of each joint frame, in its own axes. */
    Vector[] linearVelocity() {
        return linear[1];
    }

    Vector[] angularVelocity() {
        return angular[1];
    }

    double[] jointRates() {
        return rates;
    }
}
