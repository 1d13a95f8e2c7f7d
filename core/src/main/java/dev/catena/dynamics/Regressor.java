package dev.catena.dynamics;

import dev.catena.algebra.BodyMotion;
import dev.catena.algebra.Inertia;
import dev.catena.algebra.MotionVector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import dev.catena.tree.PlacedJoints;
import dev.catena.tree.TreeVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The matrix W(q, q̇, q̈) with τ = W χ: torques are linear in the inertial parameters χ, which is how parameters are
 * identified from measured motions, [KhalilDombre 9].
 *
 * <p>χ has a block for each joint, in the order of joint vectors, joints that follow others after them: XX, XY, XZ, YY, YZ, ZZ (inertia about the origin),
 * MX, MY, MZ (first moment) and M of the body that the joint moves and all that fixed joints tie to it, in the
 * <em>joint frame</em>: fixed in the body, origin on the joint axis, z along it. Where asked, three more columns a block:
 * reflected inertia IA, viscous friction FV, Coulomb friction FC. Gyroscopic rotors are not among the parameters: their
 * share of τ is not in W χ.
 *
 * <p>For a robot on a floating base six rows come first, what the base needs as force and moment in its axes about its
 * origin, and a block of ten columns for the base. Cost O(n · depth), and O(n²) to clear the matrix. One per thread:
 * {@code regressor.copy()} makes another for another thread.
 */
public final class Regressor {
    /** How many inertial parameters a body has. */
    public static final int INERTIAL = 10;

    private static final int WITH_DRIVE = 13;

    private final MovingTree tree;
    private final Guard guard;
    private final PlacedJoints posture;
    private final MovingBodies bodies;
    private final BodyMotion[] motion;
    private final MotionVector[] axis;
    private final boolean[] moves;
    private final int block;
    private final int firstRow;
    private final int firstColumn;
    private final int rows;
    private final int columns;
    private final TreeVector velocities;
    private final TreeVector accelerations;

    /** Rows of all joints, where some follow others. */
    private final double[] allRows;

    private Regressor(MovingTree tree, int block) {
        this.tree = tree;
        guard = new Guard(Regressor.class, tree.model);
        posture = new PlacedJoints(tree);
        bodies = new MovingBodies(tree);
        motion = bodies.motion;
        axis = MotionVector.array(tree.n + 1);
        moves = new boolean[tree.n + 1];
        this.block = block;
        boolean floating = tree.model.baseKind() == BaseKind.FLOATING;
        firstRow = floating ? 6 : 0;
        firstColumn = floating ? INERTIAL : 0;
        rows = firstRow + tree.coordinates;
        columns = firstColumn + block * tree.n;
        velocities = new TreeVector(tree);
        accelerations = new TreeVector(tree);
        allRows = new double[tree.couplings == null ? 0 : (firstRow + tree.n) * columns];
    }

    /** Columns for the inertias of the bodies. */
    public Regressor(RobotModel model) {
        this(MovingTree.of(Regressor.class, model), INERTIAL);
    }

    /** Columns for the inertias of the bodies, reflected inertias and friction. */
    public static Regressor withDrives(RobotModel model) {
        return new Regressor(MovingTree.of(Regressor.class, model), WITH_DRIVE);
    }

    /** The same of the same robot, for another thread. */
    public Regressor copy() {
        return new Regressor(tree, block);
    }

    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    /** χ as the model has it. */
    public void parameters(double[] parametersOut) {
        guard.checkLength("parametersOut", parametersOut, columns);
        if (firstColumn > 0) {
            copy(tree.inertia[0], parametersOut, 0);
        }
        for (int i = 1; i <= tree.n; i++) {
            int k = tree.coordinate[i];
            int column = firstColumn + block * k;
            copy(tree.inertia[i], parametersOut, column);
            if (block == WITH_DRIVE) {
                parametersOut[column + INERTIAL] = tree.reflectedInertia[k];
                parametersOut[column + INERTIAL + 1] = tree.friction[k].viscous();
                parametersOut[column + INERTIAL + 2] = tree.friction[k].coulomb();
            }
        }
    }

    private static void copy(Inertia j, double[] out, int at) {
        out[at] = j.jxx;
        out[at + 1] = j.jxy;
        out[at + 2] = j.jxz;
        out[at + 3] = j.jyy;
        out[at + 4] = j.jyz;
        out[at + 5] = j.jzz;
        out[at + 6] = j.sx;
        out[at + 7] = j.sy;
        out[at + 8] = j.sz;
        out[at + 9] = j.mass;
    }

    /** W for a motion of the joints, the base at rest; row by row. */
    public void compute(double[] q, double[] qd, double[] qdd, double[] matrixOut) {
        compute(null, q, qd, qdd, matrixOut);
    }

    /**
     * W for a motion of joints and base, row by row.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     */
    public void compute(@Nullable BaseMotion base, double[] q, double[] qd, double[] qdd, double[] matrixOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        guard.checkLength("matrixOut", matrixOut, rows * columns);
        posture.set(q);
        double[] velocity = velocities.of(qd);
        double[] acceleration = accelerations.of(qdd);
        bodies.startAtBase(base, 1);
        guard.checkSum(bodies.move(posture.parentFromJoint, velocity, acceleration), "qd", qd, "qdd", qdd);
        double[] W = tree.couplings == null ? matrixOut : allRows;
        Arrays.fill(W, 0);
        for (int k = 0; k < firstRow; k++) {
            axis[0].setUnit(k);
            fillRow(0, k, W);
        }
        for (int i = 1; i <= tree.n; i++) {
            fillJoint(i, W);
        }
        if (block == WITH_DRIVE) {
            fillDrives(velocity, acceleration, W);
        }
        if (tree.couplings != null) {
            // EᵀW
            tree.couplings.gatherRows(W, columns, firstRow);
            System.arraycopy(W, 0, matrixOut, 0, matrixOut.length);
        }
        guard.checkResult("matrixOut", matrixOut);
    }

    /** The row of joint i: for each body that it moves, the power of the body's wrench on the joint's axis. */
    private void fillJoint(int i, double[] matrixOut) {
        axis[i].setZero();
        if (tree.revolute[i]) {
            axis[i].rz = 1;
        } else {
            axis[i].lz = 1;
        }
        fillRow(i, firstRow + tree.coordinate[i], matrixOut);
    }

    /** A row from the axis of a moving body, carried outward to all that the body moves. */
    private void fillRow(int i, int row, double[] matrixOut) {
        Arrays.fill(moves, false);
        moves[i] = true;
        int start = row * columns;
        fillBlock(i, matrixOut, start + column(i));
        for (int j = i + 1; j <= tree.n; j++) {
            int p = tree.parent[j];
            if (moves[p]) {
                moves[j] = true;
                axis[j].setFromParent(posture.parentFromJoint[j], axis[p]);
                fillBlock(j, matrixOut, start + column(j));
            }
        }
    }

    private int column(int j) {
        return j == 0 ? 0 : firstColumn + block * tree.coordinate[j];
    }

    /**
     * v·F + w·N for F = M a + U MS and N = J γ + ω × J ω + MS × a, [Khalil 22–23], one parameter after the other; (v, w)
     * is the axis seen from the body.
     */
    private void fillBlock(int j, double[] out, int at) {
        BodyMotion m = motion[j];
        MotionVector s = axis[j];
        double wx = s.rx;
        double wy = s.ry;
        double wz = s.rz;
        double xy = m.wx * m.wy;
        double xz = m.wx * m.wz;
        double yz = m.wy * m.wz;
        double xx = m.wx * m.wx;
        double yy = m.wy * m.wy;
        double zz = m.wz * m.wz;
        out[at] = wx * m.gx + wy * xz - wz * xy;
        out[at + 1] = wx * (m.gy - xz) + wy * (m.gx + yz) + wz * (xx - yy);
        out[at + 2] = wx * (m.gz + xy) + wy * (zz - xx) + wz * (m.gx - yz);
        out[at + 3] = wy * m.gy - wx * yz + wz * xy;
        out[at + 4] = wx * (yy - zz) + wy * (m.gz - xy) + wz * (m.gy + xz);
        out[at + 5] = wx * yz - wy * xz + wz * m.gz;
        out[at + 6] = s.lx * m.uxx + s.ly * m.uyx + s.lz * m.uzx + (wz * m.ay - wy * m.az);
        out[at + 7] = s.lx * m.uxy + s.ly * m.uyy + s.lz * m.uzy + (wx * m.az - wz * m.ax);
        out[at + 8] = s.lx * m.uxz + s.ly * m.uyz + s.lz * m.uzz + (wy * m.ax - wx * m.ay);
        out[at + 9] = s.lx * m.ax + s.ly * m.ay + s.lz * m.az;
    }

    private void fillDrives(double[] qd, double[] qdd, double[] matrixOut) {
        for (int k = 0; k < tree.n; k++) {
            int at = (firstRow + k) * columns + firstColumn + block * k + INERTIAL;
            matrixOut[at] = qdd[k];
            matrixOut[at + 1] = qd[k];
            matrixOut[at + 2] = tree.friction[k].direction(qd[k]);
        }
    }
}
