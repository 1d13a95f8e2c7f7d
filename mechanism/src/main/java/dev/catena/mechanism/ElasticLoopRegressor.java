package dev.catena.mechanism;

import dev.catena.drive.ElasticRegressor;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import org.jspecify.annotations.Nullable;

/**
 * The equations of motion of a robot with closed loops and elastic drives as a matrix W times parameters χ: Gᵀ times the rows of
 * joints of {@link ElasticRegressor}, a row for each independent joint, then for each motor behind a spring. The right side is γ of
 * the rigid drives in rows of joints, and the torque of the motor in those of motors. Parameters and columns as there; friction in
 * cut joints is not among them.
 *
 * <p>For a robot on a floating base six rows and ten columns of the base come first. Nothing is allocated after construction. Owned by
 * one thread; another one takes a {@link #copy}.
 */
public final class ElasticLoopRegressor {
    private final RobotModel model;
    private final Guard guard;
    private final LoopMotors motors;
    private final LoopKinematics kinematics;
    private final ElasticRegressor tree;
    private final int firstRow;
    private final double[] ofTree;
    private final double[][] given;
    private final double[][] treeMotion;

    public ElasticLoopRegressor(RobotModel model) {
        this.model = model;
        motors = new LoopMotors(model, "ElasticLoopRegressor");
        guard = new Guard(ElasticLoopRegressor.class, model);
        kinematics = new LoopKinematics(model);
        tree = new ElasticRegressor(model.openTree());
        firstRow = model.baseKind() == BaseKind.FLOATING ? 6 : 0;
        ofTree = new double[tree.rows() * tree.columns()];
        given = new double[3][motors.count];
        treeMotion = new double[3][motors.n + motors.motors];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ElasticLoopRegressor copy() {
        return new ElasticLoopRegressor(model);
    }

    public int rows() {
        return firstRow + motors.count + motors.motors;
    }

    public int columns() {
        return tree.columns();
    }

    /** χ as the model has it. */
    public void parameters(double[] parametersOut) {
        tree.parameters(parametersOut);
    }

    /**
     * W for a motion of independent joints, motors and base, row by row.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     * @param x [q_a; θ], likewise xd and xdd
     * @throws LoopException where the loops do not close
     */
    public void compute(@Nullable BaseMotion base, double[] x, double[] xd, double[] xdd, double[] matrixOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        int size = motors.count + motors.motors;
        guard.checkLength("x", x, size);
        guard.checkLength("xd", xd, size);
        guard.checkLength("xdd", xdd, size);
        guard.checkFinite("x", x, "xd", xd, "xdd", xdd);
        guard.checkLength("matrixOut", matrixOut, rows() * tree.columns());
        guard.checkDistinct("matrixOut", matrixOut, "x", x);
        guard.checkDistinct("matrixOut", matrixOut, "xd", xd);
        guard.checkDistinct("matrixOut", matrixOut, "xdd", xdd);
        System.arraycopy(x, 0, given[0], 0, motors.count);
        System.arraycopy(xd, 0, given[1], 0, motors.count);
        System.arraycopy(xdd, 0, given[2], 0, motors.count);
        if (!kinematics.close(given[0]).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        kinematics.move(given[1]);
        kinematics.accelerate(given[2]);
        copy(kinematics.closure.q, x, treeMotion[0]);
        copy(kinematics.qd, xd, treeMotion[1]);
        copy(kinematics.qdd, xdd, treeMotion[2]);
        tree.compute(base, treeMotion[0], treeMotion[1], treeMotion[2], ofTree);
        project(matrixOut);
        guard.checkResult("matrixOut", matrixOut);
        guard.succeed();
    }

    private void copy(double[] ofJoints, double[] withMotors, double[] out) {
        System.arraycopy(ofJoints, 0, out, 0, motors.n);
        System.arraycopy(withMotors, motors.count, out, motors.n, motors.motors);
    }

    private void project(double[] W) {
        int columns = tree.columns();
        kinematics.transposeTimesRows(ofTree, firstRow, columns, W);
        System.arraycopy(
                ofTree,
                (firstRow + motors.n) * columns,
                W,
                (firstRow + motors.count) * columns,
                motors.motors * columns);
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return kinematics;
    }
}
