package dev.catena.sensitivity;

import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MatrixSize;
import dev.catena.tree.MovingBase;

/**
 * Derivatives of robots with a floating base for those who count in the spatial acceleration of the base, the rates of
 * its velocity's components. {@link TorqueSensitivity} and {@link AccelerationSensitivity} count in the classical one,
 * which is more by ω × v and so changes with the velocity when the spatial one is held. Rows and columns of the base come
 * first, linear before angular, all matrices are row-major. One per thread: {@code derivatives.copy()} makes another for
 * another thread.
 */
public final class SpatialDerivatives {
    private static final String OUT = "byVelocityOut";

    private final RobotModel model;
    private final Guard guard;
    private final int size;

    /** By velocity of the base: the derivative of ω × v. */
    private final Vector[] turning = Vector.array(6);

    public SpatialDerivatives(RobotModel model) {
        model.requireTree("SpatialDerivatives");
        this.model = model;
        guard = new Guard(SpatialDerivatives.class, model);
        size = 6 + model.jointCount();
    }

    /** The same of the same robot, for another thread. */
    public SpatialDerivatives copy() {
        return new SpatialDerivatives(model);
    }

    /**
     * From derivatives of efforts at constant classical acceleration to those at constant spatial acceleration:
     * ∂τ/∂V + ∂τ/∂V̇ ∂(ω × v)/∂V. Derivatives by position and acceleration are the same in both.
     *
     * @param byVelocity (6 + n) × (6 + n), as {@link TorqueSensitivity#computeFloating} gives it
     * @param byAcceleration likewise
     */
    public void ofTorques(BaseMotion base, double[] byVelocity, double[] byAcceleration, double[] byVelocityOut) {
        guard.begin();
        guard.checkFloatingBase();
        guard.checkLength("byAcceleration", byAcceleration, square());
        guard.checkDistinct(OUT, byVelocityOut, "byAcceleration", byAcceleration);
        guard.checkFinite("byAcceleration", byAcceleration);
        start(base, byVelocity, byVelocityOut);
        for (int row = 0; row < size; row++) {
            int first = row * size;
            for (int k = 0; k < 6; k++) {
                Vector change = turning[k];
                byVelocityOut[first + k] += byAcceleration[first] * change.x
                        + byAcceleration[first + 1] * change.y
                        + byAcceleration[first + 2] * change.z;
            }
        }
        guard.checkResult(OUT, byVelocityOut);
    }

    /**
     * From derivatives of the classical acceleration of the base to those of the spatial one, which is less by ω × v.
     * Derivatives by position and torque, and those of joint accelerations, are the same in both.
     *
     * @param byVelocity (6 + n) × (6 + n), as {@link AccelerationSensitivity#computeFloating} gives it
     */
    public void ofAccelerations(BaseMotion base, double[] byVelocity, double[] byVelocityOut) {
        guard.begin();
        guard.checkFloatingBase();
        start(base, byVelocity, byVelocityOut);
        for (int k = 0; k < 6; k++) {
            byVelocityOut[k] -= turning[k].x;
            byVelocityOut[size + k] -= turning[k].y;
            byVelocityOut[2 * size + k] -= turning[k].z;
        }
        guard.checkResult(OUT, byVelocityOut);
    }

    private void start(BaseMotion base, double[] byVelocity, double[] byVelocityOut) {
        guard.checkLength("byVelocity", byVelocity, square());
        guard.checkLength(OUT, byVelocityOut, square());
        guard.checkDistinct(OUT, byVelocityOut, "byVelocity", byVelocity);
        guard.checkFinite("byVelocity", byVelocity);
        turn(MovingBase.of(base));
        System.arraycopy(byVelocity, 0, byVelocityOut, 0, byVelocity.length);
    }

    private int square() {
        return MatrixSize.square(size, "a matrix of derivatives", model);
    }

    /** ∂(ω × v)/∂v = ω̂ and ∂(ω × v)/∂ω = −v̂, column by column. */
    private void turn(MovingBase base) {
        Vector v = base.linearVelocity;
        Vector w = base.angularVelocity;
        turning[0].set(0, w.z, -w.y);
        turning[1].set(-w.z, 0, w.x);
        turning[2].set(w.y, -w.x, 0);
        turning[3].set(0, -v.z, v.y);
        turning[4].set(v.z, 0, -v.x);
        turning[5].set(-v.y, v.x, 0);
    }
}
