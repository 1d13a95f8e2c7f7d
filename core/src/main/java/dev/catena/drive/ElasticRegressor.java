package dev.catena.drive;

import dev.catena.dynamics.Regressor;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The equations of motion of a robot with elastic and mixed drives as a matrix W times parameters χ that they are linear in: links,
 * motors, friction on both sides of the springs, and the springs themselves. A row for each joint, then for each motor behind a
 * spring,
 *
 * <pre>
 * rigid joint      links + IA q̈ + friction(q̇)                     = τ
 * elastic joint    links + friction(q̇) − K (θ − q) − K r           = 0
 * its motor        IA θ̈ + friction(θ̇) + K (θ − q) + K r           = τ
 * </pre>
 *
 * with r the rest offset of the spring. So motions of joints and motors and torques of motors identify all of them. Columns are those
 * of {@link Regressor#withDrives}, of which IA of an elastic joint belongs to its motor, then for each motor behind a spring: K, K r,
 * viscous and Coulomb friction of the motor. Gyroscopic rotors are not among the parameters, as there.
 *
 * <p>For a robot on a floating base six rows and ten columns of the base come first. Nothing is allocated after construction. One
 * object per thread: {@code regressor.copy()} makes another for another thread.
 */
public final class ElasticRegressor {
    /** How many parameters a joint has, and a motor behind a spring. */
    private static final int JOINT = Regressor.INERTIAL + 3;

    private static final int MOTOR = 4;

    private final ElasticCoordinates coordinates;
    private final Guard guard;
    private final Regressor links;
    private final int firstRow;
    private final int firstColumn;
    private final int n;
    private final int columns;
    private final double[] ofLinks;
    private final double[] q;
    private final double[] qd;
    private final double[] qdd;

    public ElasticRegressor(RobotModel model) {
        this(new ElasticCoordinates(model));
    }

    public ElasticRegressor(ElasticCoordinates coordinates) {
        this.coordinates = coordinates;
        RobotModel model = coordinates.model();
        model.requireTree("ElasticRegressor");
        guard = new Guard(ElasticRegressor.class, model);
        links = Regressor.withDrives(model);
        boolean floats = model.baseKind() == BaseKind.FLOATING;
        firstRow = floats ? 6 : 0;
        firstColumn = floats ? Regressor.INERTIAL : 0;
        n = coordinates.jointCount();
        columns = links.columns() + MOTOR * coordinates.motorCount();
        ofLinks = new double[links.rows() * links.columns()];
        q = new double[n];
        qd = new double[n];
        qdd = new double[n];
    }

    public ElasticCoordinates coordinates() {
        return coordinates;
    }

    /** The same of the same robot, for another thread. */
    public ElasticRegressor copy() {
        return new ElasticRegressor(coordinates);
    }

    public int rows() {
        return firstRow + coordinates.size();
    }

    public int columns() {
        return columns;
    }

    /** χ as the model has it. */
    public void parameters(double[] parametersOut) {
        guard.checkLength("parametersOut", parametersOut, columns);
        double[] own = new double[links.columns()];
        links.parameters(own);
        System.arraycopy(own, 0, parametersOut, 0, own.length);
        MovingTree tree = coordinates.tree();
        for (int e = 0; e < coordinates.motorCount(); e++) {
            int at = drive(coordinates.jointOfMotor(e));
            int motor = tree.n + e;
            parametersOut[at] = tree.reflectedInertia[motor];
            parametersOut[at + 1] = tree.friction[coordinates.jointOfMotor(e)].viscous();
            parametersOut[at + 2] = tree.friction[coordinates.jointOfMotor(e)].coulomb();
            int spring = spring(e);
            double stiffness = coordinates.spring(e).stiffness();
            parametersOut[spring] = stiffness;
            parametersOut[spring + 1] = stiffness * coordinates.spring(e).restOffset();
            parametersOut[spring + 2] = tree.friction[motor].viscous();
            parametersOut[spring + 3] = tree.friction[motor].coulomb();
        }
    }

    /** Where IA, FV and FC of a joint are. */
    private int drive(int joint) {
        return firstColumn + JOINT * joint + Regressor.INERTIAL;
    }

    /** Where K, K r and the friction of a motor are. */
    private int spring(int e) {
        return links.columns() + MOTOR * e;
    }

    /**
     * W for a motion of joints, motors and base, row by row.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     * @param x [q; θ], likewise xd and xdd
     */
    public void compute(@Nullable BaseMotion base, double[] x, double[] xd, double[] xdd, double[] matrixOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        coordinates.tree().check("x", x);
        coordinates.tree().check("xd", xd);
        coordinates.tree().check("xdd", xdd);
        guard.checkFinite("x", x, "xd", xd, "xdd", xdd);
        guard.checkLength("matrixOut", matrixOut, rows() * columns);
        guard.checkDistinct("matrixOut", matrixOut, "x", x);
        guard.checkDistinct("matrixOut", matrixOut, "xd", xd);
        guard.checkDistinct("matrixOut", matrixOut, "xdd", xdd);
        System.arraycopy(x, 0, q, 0, n);
        System.arraycopy(xd, 0, qd, 0, n);
        System.arraycopy(xdd, 0, qdd, 0, n);
        links.compute(base, q, qd, qdd, ofLinks);
        Arrays.fill(matrixOut, 0);
        for (int row = 0; row < links.rows(); row++) {
            System.arraycopy(ofLinks, row * links.columns(), matrixOut, row * columns, links.columns());
        }
        for (int e = 0; e < coordinates.motorCount(); e++) {
            addMotor(e, x, xd, xdd, matrixOut);
        }
        guard.checkResult("matrixOut", matrixOut);
        guard.succeed();
    }

    private void addMotor(int e, double[] x, double[] xd, double[] xdd, double[] W) {
        MovingTree tree = coordinates.tree();
        int k = coordinates.jointOfMotor(e);
        int motor = n + e;
        int ofJoint = (firstRow + k) * columns;
        int ofMotor = (firstRow + motor) * columns;
        W[ofJoint + drive(k)] = 0;
        W[ofJoint + drive(k) + 2] = tree.friction[k].direction(xd[k]);
        W[ofMotor + drive(k)] = xdd[motor];
        double stretch = x[motor] - x[k];
        W[ofJoint + spring(e)] = -stretch;
        W[ofJoint + spring(e) + 1] = -1;
        W[ofMotor + spring(e)] = stretch;
        W[ofMotor + spring(e) + 1] = 1;
        W[ofMotor + spring(e) + 2] = xd[motor];
        W[ofMotor + spring(e) + 3] = tree.friction[tree.n + e].direction(xd[motor]);
    }
}
