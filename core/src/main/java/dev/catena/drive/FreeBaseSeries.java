package dev.catena.drive;

import dev.catena.algebra.Cholesky;
import dev.catena.algebra.Series;
import dev.catena.algebra.SeriesVector;
import dev.catena.algebra.Vector;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.tree.MatrixSize;
import dev.catena.tree.MovingBase;

/**
 * The motion of a base that nothing holds, as a Taylor series: the wrench f₀(t) on it vanishes with all derivatives. In its k-th
 * coefficient the k-th of the base's acceleration counts with the inertia of the whole robot, and lower ones alone beside it, so
 * that passes of the recursion find one coefficient after the other with one factorization.
 */
final class FreeBaseSeries {
    private final ElasticCoordinates coordinates;
    private final SeriesRecursion recursion;
    private final int order;
    private final MassMatrix masses;
    private final double[] joints;
    private final double[] mass;
    private final double[] inertia = new double[36];
    private final double[] wrench = new double[6];
    private final Vector gravity = new Vector();

    FreeBaseSeries(ElasticCoordinates coordinates, SeriesRecursion recursion, int order) {
        this.coordinates = coordinates;
        this.recursion = recursion;
        this.order = order;
        masses = MassMatrix.withFreeMotors(coordinates.model());
        joints = new double[coordinates.size()];
        mass = new double[MatrixSize.square(6 + coordinates.size(), "the mass matrix", coordinates.model())];
    }

    /** Pose and velocity of the base, and the inertia of all in the posture of the joints. */
    void start(MovingBase base, double[] q) {
        System.arraycopy(q, 0, joints, 0, coordinates.jointCount());
        masses.computeFloating(joints, mass);
        int width = 6 + coordinates.size();
        for (int i = 0; i < 6; i++) {
            System.arraycopy(mass, i * width, inertia, 6 * i, 6);
        }
        if (Cholesky.factor(inertia, 6) >= 0) {
            throw SingularInertiaException.ofBase(coordinates.model(), 0);
        }
        gravity.setFromParent(base.worldFromBase, coordinates.tree().gravityInWorld);
        recursion.worldFromBase.set(base.worldFromBase);
        recursion.omega[0].setConstant(base.angularVelocity.x, base.angularVelocity.y, base.angularVelocity.z);
        recursion.gamma[0].setZero();
        recursion.a[0].setZero();
    }

    /** Coefficient k of a₀ and γ₀ from that of the wrench on the base; ω₀ follows, as its components have the derivative γ₀. */
    void solve(int k) {
        wrench[0] = -recursion.force[0].x.c[k];
        wrench[1] = -recursion.force[0].y.c[k];
        wrench[2] = -recursion.force[0].z.c[k];
        wrench[3] = -recursion.moment[0].x.c[k];
        wrench[4] = -recursion.moment[0].y.c[k];
        wrench[5] = -recursion.moment[0].z.c[k];
        Cholesky.solve(inertia, 6, wrench);
        for (int axis = 0; axis < 3; axis++) {
            part(recursion.a[0], axis).c[k] = wrench[axis];
            part(recursion.gamma[0], axis).c[k] = wrench[3 + axis];
            if (k < order) {
                part(recursion.omega[0], axis).c[k + 1] = wrench[3 + axis] / (k + 1);
            }
        }
    }

    static Series part(SeriesVector vector, int axis) {
        return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z;
    }

    /** Classical acceleration a₀ + g, and angular acceleration, in base axes. */
    void acceleration(double[] out) {
        out[0] = recursion.a[0].x.c[0] + gravity.x;
        out[1] = recursion.a[0].y.c[0] + gravity.y;
        out[2] = recursion.a[0].z.c[0] + gravity.z;
        out[3] = recursion.gamma[0].x.c[0];
        out[4] = recursion.gamma[0].y.c[0];
        out[5] = recursion.gamma[0].z.c[0];
    }
}
