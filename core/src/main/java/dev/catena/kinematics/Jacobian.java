package dev.catena.kinematics;

import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import dev.catena.tree.TreeMatrix;
import java.util.Arrays;

/**
 * The geometric Jacobian of a body, J with (v, ω) = J q̇ for a base at rest, and its derivative times q̇. Rows are the
 * linear, then the angular velocity of the body's origin, in world axes; row-major, 6 rows of one number per joint. Of a
 * robot whose base moves or floats they are what the joints add to the motion of the base.
 *
 * <p>Cost O(depth of the body) beside clearing the output. One per thread: {@code jacobian.copy()} makes another for
 * another thread.
 */
public final class Jacobian {
    private final MovingTree tree;
    private final Guard guard;
    private final int[] path;
    private final TreeMatrix columns;
    private final Vector origin = new Vector();
    private final Vector axis = new Vector();
    private final Vector arm = new Vector();
    private final Vector a = new Vector();
    private final Vector gamma = new Vector();
    private final Vector p = new Vector();
    private final Vector u = new Vector();

    public Jacobian(RobotModel model) {
        this(MovingTree.of(Jacobian.class, model));
    }

    private Jacobian(MovingTree tree) {
        this.tree = tree;
        guard = new Guard(Jacobian.class, tree.model);
        path = new int[tree.n + 1];
        columns = TreeMatrix.columns(tree, 6, 0);
    }

    /** A Jacobian of the same robot, for another thread. */
    public Jacobian copy() {
        return new Jacobian(tree);
    }

    /** J at the poses that the kinematics hold. */
    public void compute(Kinematics kinematics, int body, double[] jacobianOut) {
        guard.begin();
        kinematics.checkBody(guard, 0, body);
        guard.checkLength("jacobianOut", jacobianOut, 6 * tree.coordinates);
        double[] J = columns.room(jacobianOut);
        Arrays.fill(J, 0);
        Placement[] world = kinematics.worldFromJoint();
        Placement B = tree.jointFromBody[body];
        p.set(B.px, B.py, B.pz);
        origin.setPointFromChild(world[tree.carrier[body]], p);
        for (int i = tree.carrier[body]; i > 0; i = tree.parent[i]) {
            Placement W = world[i];
            int k = tree.coordinate[i];
            axis.set(W.xz, W.yz, W.zz);
            if (tree.revolute[i]) {
                // column (z × (origin − joint), z)
                arm.set(origin.x - W.px, origin.y - W.py, origin.z - W.pz);
                arm.setCross(axis, arm);
                setColumn(J, k, 0, arm);
                setColumn(J, k, 3, axis);
            } else {
                // column (z, 0)
                setColumn(J, k, 0, axis);
            }
        }
        columns.gather(jacobianOut);
        guard.checkResult("jacobianOut", jacobianOut);
    }

    private void setColumn(double[] out, int column, int row, Vector v) {
        out[row * tree.n + column] = v.x;
        out[(row + 1) * tree.n + column] = v.y;
        out[(row + 2) * tree.n + column] = v.z;
    }

    /**
     * J̇ q̇: the classical acceleration of the body's origin and the angular acceleration, in world axes, that the body
     * has when q̈ and the acceleration of the base are zero.
     */
    public void rateTimesVelocity(Kinematics kinematics, int body, double[] accelerationOut) {
        guard.begin();
        kinematics.checkBody(guard, 1, body);
        guard.checkLength("accelerationOut", accelerationOut, 6);
        int depth = 0;
        for (int i = tree.carrier[body]; i > 0; i = tree.parent[i]) {
            path[depth++] = i;
        }
        Vector[] omega = kinematics.angularVelocity();
        double[] rates = kinematics.jointRates();
        a.setZero();
        gamma.setZero();
        int parent = 0;
        for (int step = depth - 1; step >= 0; step--) {
            int i = path[step];
            Placement X = kinematics.parentFromJoint()[i];
            p.set(X.px, X.py, X.pz);
            addPointAcceleration(omega[parent]);
            a.setFromParent(X, a);
            gamma.setFromParent(X, gamma);
            // γ += ω × θ̇z or a += 2ω × ḋz, [Guarino 4, 6] with q̈ = 0
            Vector moved = tree.revolute[i] ? gamma : a;
            double rate = rates[tree.coordinate[i]] * (tree.revolute[i] ? 1 : 2);
            moved.x += rate * omega[i].y;
            moved.y -= rate * omega[i].x;
            parent = i;
        }
        Placement B = tree.jointFromBody[body];
        p.set(B.px, B.py, B.pz);
        addPointAcceleration(omega[parent]);
        Placement W = kinematics.worldFromJoint()[parent];
        a.setFromChild(W, a);
        gamma.setFromChild(W, gamma);
        a.copyTo(accelerationOut, 0);
        gamma.copyTo(accelerationOut, 3);
        guard.checkResult("accelerationOut", accelerationOut);
    }

    /** a += γ × p + ω × (ω × p). */
    private void addPointAcceleration(Vector omega) {
        u.setCross(omega, p);
        a.addCross(gamma, p);
        a.addCross(omega, u);
    }
}
