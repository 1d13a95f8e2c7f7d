package dev.catena.mechanism;

import dev.catena.dynamics.Regressor;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import org.jspecify.annotations.Nullable;

/**
 * The matrix Gᵀ W(q, q̇, q̈) of a robot with closed loops: what independent joints would need, linear in the inertial parameters χ of the
 * tree that remains when loops are cut, [Khalil 55]. Where independent joints are the active ones that is their torque; friction in cut
 * joints and gyroscopic rotors are not among the parameters. χ, columns and drives are those of {@link Regressor}.
 *
 * <p>For a robot on a floating base six rows and ten columns of the base come first. Nothing is allocated after construction. Owned by
 * one thread; another one takes a {@link #copy}.
 */
public final class ClosedLoopRegressor {
    private final RobotModel model;
    private final boolean withDrives;
    private final Guard guard;
    private final LoopKinematics kinematics;
    private final Regressor tree;
    private final int firstRow;
    private final double[] ofTree;

    private ClosedLoopRegressor(RobotModel model, boolean withDrives) {
        this.model = model;
        this.withDrives = withDrives;
        guard = new Guard(ClosedLoopRegressor.class, model);
        kinematics = new LoopKinematics(model);
        RobotModel open = model.openTree();
        tree = withDrives ? Regressor.withDrives(open) : new Regressor(open);
        firstRow = model.baseKind() == BaseKind.FLOATING ? 6 : 0;
        ofTree = new double[tree.rows() * tree.columns()];
    }

    /** Columns for the inertias of the bodies. */
    public ClosedLoopRegressor(RobotModel model) {
        this(model, false);
    }

    /** Columns for the inertias of the bodies, and reflected inertias and friction of all joints of the tree. */
    public static ClosedLoopRegressor withDrives(RobotModel model) {
        return new ClosedLoopRegressor(model, true);
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ClosedLoopRegressor copy() {
        return new ClosedLoopRegressor(model, withDrives);
    }

    public int rows() {
        return firstRow + kinematics.count;
    }

    public int columns() {
        return tree.columns();
    }

    /** χ as the model has it. */
    public void parameters(double[] parametersOut) {
        tree.parameters(parametersOut);
    }

    /**
     * W for a motion of the independent joints, the base at rest; row by row.
     *
     * @throws LoopException where the loops do not close
     */
    public void compute(double[] q, double[] qd, double[] qdd, double[] matrixOut) {
        compute(null, q, qd, qdd, matrixOut);
    }

    /** As above, for a motion of joints and base; null for a fixed base at the world's origin. */
    public void compute(@Nullable BaseMotion base, double[] q, double[] qd, double[] qdd, double[] matrixOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        guard.checkLength("q", q, kinematics.count);
        guard.checkLength("qd", qd, kinematics.count);
        guard.checkLength("qdd", qdd, kinematics.count);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
        guard.checkLength("matrixOut", matrixOut, rows() * tree.columns());
        guard.checkDistinct("matrixOut", matrixOut, "q", q);
        guard.checkDistinct("matrixOut", matrixOut, "qd", qd);
        guard.checkDistinct("matrixOut", matrixOut, "qdd", qdd);
        if (!kinematics.close(q).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        kinematics.move(qd);
        kinematics.accelerate(qdd);
        tree.compute(base, kinematics.closure.q, kinematics.qd, kinematics.qdd, ofTree);
        kinematics.transposeTimesRows(ofTree, firstRow, tree.columns(), matrixOut);
        guard.checkResult("matrixOut", matrixOut);
        guard.succeed();
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return kinematics;
    }
}
