package dev.catena.dynamics;

import dev.catena.algebra.Force;
import dev.catena.algebra.Inertia;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import dev.catena.tree.TreeMatrix;
import org.jspecify.annotations.Nullable;

/**
 * The centroidal momentum matrix: linear momentum, and angular momentum about the center of mass, in world axes, as a
 * linear function of the velocities. Row-major, 6 rows. Spinning rotors count.
 *
 * <p>With a floating base the first six columns belong to the base's linear, then angular velocity in base axes. Cost
 * O(n). One per thread: {@code momentum.copy()} makes another for another thread.
 */
public final class CentroidalMomentum {
    private final MovingTree tree;
    private final Guard guard;
    private final MassMatrix masses;
    private final Placement worldAtRest = new Placement();
    private final MotionVector unit = new MotionVector();
    private final Force force = new Force();
    private final double[] momentum = new double[6];
    private final Vector center = new Vector();
    private final Vector linear = new Vector();
    private final Vector angular = new Vector();
    private final TreeMatrix fixedMatrix;
    private final TreeMatrix floatingMatrix;

    public CentroidalMomentum(RobotModel model) {
        this(MovingTree.of(CentroidalMomentum.class, model));
    }

    private CentroidalMomentum(MovingTree tree) {
        this.tree = tree;
        guard = new Guard(CentroidalMomentum.class, tree.model);
        masses = new MassMatrix(tree);
        fixedMatrix = TreeMatrix.columns(tree, 6, 0);
        floatingMatrix = TreeMatrix.columns(tree, 6, 6);
    }

    /** The same of the same robot, for another thread. */
    public CentroidalMomentum copy() {
        return new CentroidalMomentum(tree);
    }

    /**
     * The 6 × n matrix for the joint velocities alone.
     *
     * @param base where the base is; null for a fixed base at the world's origin
     */
    public void matrix(@Nullable BaseMotion base, double[] q, double[] matrixOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        check(q, matrixOut, 0);
        compute(base, q, fixedMatrix.room(matrixOut), 0);
        fixedMatrix.gather(matrixOut);
        guard.checkResult("matrixOut", matrixOut);
    }

    /** The 6 × (6 + n) matrix for the velocities of base and joints. */
    public void matrixFloating(BaseMotion base, double[] q, double[] matrixOut) {
        guard.begin();
        guard.checkFloatingBase();
        guard.checkGiven("base", base);
        check(q, matrixOut, 6);
        double[] M = floatingMatrix.room(matrixOut);
        compute(base, q, M, 6);
        Inertia total = masses.total();
        for (int k = 0; k < 6; k++) {
            unit.setUnit(k);
            total.product(unit, force);
            force.copyTo(momentum);
            setColumn(MovingBase.of(base).worldFromBase, M, 6 + tree.n, k);
        }
        floatingMatrix.gather(matrixOut);
        guard.checkResult("matrixOut", matrixOut);
    }

    private void check(double[] q, double[] matrixOut, int first) {
        tree.check("q", q);
        guard.checkLength("matrixOut", matrixOut, 6 * (first + tree.coordinates));
        guard.checkFinite("q", q);
    }

    private void compute(@Nullable BaseMotion base, double[] q, double[] M, int first) {
        int columns = first + tree.n;
        masses.computeColumns(q);
        Inertia total = masses.total();
        double scale = total.mass == 0 ? 0 : 1 / total.mass;
        center.set(scale * total.sx, scale * total.sy, scale * total.sz);
        Placement W = base == null ? worldAtRest : MovingBase.of(base).worldFromBase;
        for (int i = 1; i <= tree.n; i++) {
            masses.momentumOfJoint(i, momentum);
            setColumn(W, M, columns, first + tree.coordinate[i]);
        }
    }

    /** Moves a momentum about the base's origin to the mass center, h − c × p, and turns it into world axes. */
    private void setColumn(Placement worldFromBase, double[] M, int columns, int k) {
        linear.set(momentum[0], momentum[1], momentum[2]);
        angular.set(momentum[3], momentum[4], momentum[5]);
        angular.subtractCross(center, linear);
        linear.setFromChild(worldFromBase, linear);
        angular.setFromChild(worldFromBase, angular);
        M[k] = linear.x;
        M[columns + k] = linear.y;
        M[2 * columns + k] = linear.z;
        M[3 * columns + k] = angular.x;
        M[4 * columns + k] = angular.y;
        M[5 * columns + k] = angular.z;
    }
}
