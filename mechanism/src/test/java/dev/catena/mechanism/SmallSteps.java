package dev.catena.mechanism;

import dev.catena.model.RobotModel;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;

/**
 * A robot with closed loops that walks: steps so small that there is no doubt about where they lead, each closed by
 * Newton's method with a pseudoinverse. Slow, and of another kind than the closure that it is compared with.
 */
final class SmallSteps {
    /** What became of a walk. */
    enum End {
        /** It ended where it should, through regular poses only. */
        REACHED,
        /** It could not go on. */
        STUCK,
        /** It came near a singular pose, so that it proves nothing. */
        DOUBTFUL
    }

    private static final double LONGEST = 4e-3;
    private static final double REGULAR = 4e-3;
    private static final double FARTHEST = 0.08;

    private final LoopEquations equations;
    private final int[] independent;
    private final int[] dependent;
    private final double[] scale;
    private final double[] residual;
    private final double[] jacobian;

    /** Coordinates of all joints. */
    final double[] q;

    SmallSteps(RobotModel robot, double[] closedPose) {
        equations = new LoopEquations(robot);
        scale = equations.coordinateScale();
        LoopClosure joints = new LoopClosure(robot);
        independent = joints.independent;
        dependent = joints.dependent;
        q = closedPose.clone();
        residual = new double[equations.rows];
        jacobian = new double[equations.rows * q.length];
    }

    End walk(double[] target) {
        double[] from = Arrays.stream(independent).mapToDouble(k -> q[k]).toArray();
        double length = 0;
        for (int k = 0; k < from.length; k++) {
            length = Math.max(length, Math.abs(target[k] - from[k]) / scale[independent[k]]);
        }
        int steps = 1 + (int) (length / LONGEST);
        for (int i = 1; i <= steps; i++) {
            double[] before = q.clone();
            for (int k = 0; k < from.length; k++) {
                q[independent[k]] = from[k] + (target[k] - from[k]) * i / steps;
            }
            if (!close()) {
                return leastSingularValue() < 0.3 ? End.STUCK : End.DOUBTFUL;
            }
            if (leastSingularValue() < REGULAR || distance(before) > FARTHEST) {
                return End.DOUBTFUL;
            }
        }
        return End.REACHED;
    }

    private double distance(double[] before) {
        double farthest = 0;
        for (int k : dependent) {
            farthest = Math.max(farthest, Math.abs(q[k] - before[k]) / scale[k]);
        }
        return farthest;
    }

    private DMatrixRMaj ofDependent() {
        equations.jacobian(jacobian);
        DMatrixRMaj matrix = new DMatrixRMaj(equations.rows, dependent.length);
        for (int r = 0; r < equations.rows; r++) {
            for (int d = 0; d < dependent.length; d++) {
                matrix.set(r, d, jacobian[r * q.length + dependent[d]] * scale[dependent[d]]);
            }
        }
        return matrix;
    }

    private boolean close() {
        DMatrixRMaj step = new DMatrixRMaj(dependent.length, 1);
        DMatrixRMaj inverse = new DMatrixRMaj(dependent.length, equations.rows);
        for (int i = 0; i < 10; i++) {
            equations.place(q);
            if (equations.residual(residual) < 1e-12) {
                return true;
            }
            CommonOps_DDRM.pinv(ofDependent(), inverse);
            CommonOps_DDRM.mult(inverse, DMatrixRMaj.wrap(equations.rows, 1, residual), step);
            for (int d = 0; d < dependent.length; d++) {
                q[dependent[d]] -= scale[dependent[d]] * step.get(d);
            }
        }
        return false;
    }

    /** Of J_p in scaled coordinates, over the largest. */
    private double leastSingularValue() {
        var svd = DecompositionFactory_DDRM.svd(equations.rows, dependent.length, false, false, true);
        if (!svd.decompose(ofDependent())) {
            return 0;
        }
        double[] values = Arrays.stream(svd.getSingularValues()).sorted().toArray();
        return values[values.length - dependent.length] / values[values.length - 1];
    }
}
