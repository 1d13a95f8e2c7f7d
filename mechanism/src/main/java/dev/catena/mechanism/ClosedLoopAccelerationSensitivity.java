package dev.catena.mechanism;

import dev.catena.algebra.Cholesky;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import org.jspecify.annotations.Nullable;

/**
 * ∂q̈_a/∂q_a, ∂q̈_a/∂q̇_a and ∂q̈_a/∂Γ of {@link ClosedLoopForwardDynamics}, Γ the efforts of the actuators. With γ = G_actᵀΓ on
 * the left of the equations of motion, and γ(q_a, q̇_a, q̈_a) of {@link ClosedLoopSensitivity} on the right,
 *
 * <pre>
 * ∂q̈_a/∂q_a = A_c⁻¹ (H_act[·, ·]ᵀ Γ − ∂γ/∂q_a),   ∂q̈_a/∂q̇_a = −A_c⁻¹ ∂γ/∂q̇_a,   ∂q̈_a/∂Γ = A_c⁻¹ G_actᵀ
 * </pre>
 *
 * at the acceleration that the efforts cause. On a floating base there are 6 + m rows, first its classical acceleration in
 * its own axes, and 6 + m columns as in {@link ClosedLoopSensitivity}. Nothing is allocated after construction. Owned by one
 * thread; another one takes a {@link #copy}.
 */
public final class ClosedLoopAccelerationSensitivity {
    private final RobotModel model;
    private final Guard guard;
    private final ClosedLoopForwardDynamics forward;
    private final ClosedLoopSensitivity sensitivity;
    private final int count;
    private final int most;
    private final double[] accelerations;
    private final double[] baseAcceleration = new double[6];
    private final BaseMotion motion = new BaseMotion();
    private final double[] mass;
    private final double[] massFloating;
    private final double[] column;
    private final double[] columnFloating;

    public ClosedLoopAccelerationSensitivity(RobotModel model) {
        this.model = model;
        sensitivity = new ClosedLoopSensitivity(model);
        guard = new Guard(ClosedLoopAccelerationSensitivity.class, model);
        forward = new ClosedLoopForwardDynamics(model);
        count = sensitivity.kinematics.count;
        most = count + (model.baseKind() == BaseKind.FLOATING ? 6 : 0);
        accelerations = new double[count];
        mass = new double[count * count];
        massFloating = new double[most * most];
        column = new double[count];
        columnFloating = new double[most];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ClosedLoopAccelerationSensitivity copy() {
        return new ClosedLoopAccelerationSensitivity(model);
    }

    /**
     * The matrices, row-major: a row for every independent joint; columns for these, and for every actuator.
     *
     * @throws LoopException where the loops do not close
     * @throws SingularInertiaException where some motion of the independent joints moves no mass
     */
    public void compute(
            double[] q,
            double[] qd,
            double[] efforts,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byEffortOut) {
        compute(null, q, qd, efforts, null, byPositionOut, byVelocityOut, byEffortOut);
    }

    /**
     * As above, on a base that moves as told, under wrenches whose numbers are constant in the axes that they are given in.
     *
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] efforts,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byEffortOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        check(count, q, qd, efforts, byPositionOut, byVelocityOut, byEffortOut);
        forward.compute(base, q, qd, efforts, wrenches, accelerations);
        sensitivity.compute(base, q, qd, accelerations, wrenches, byPositionOut, byVelocityOut, mass);
        finish(0, mass, column, efforts, byPositionOut, byVelocityOut, byEffortOut);
    }

    /** As above, with a base that is free: 6 + m rows, and 6 + m columns by position and velocity. */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] efforts,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byEffortOut) {
        guard.begin();
        guard.checkFloatingBase();
        check(most, q, qd, efforts, byPositionOut, byVelocityOut, byEffortOut);
        double[] a = baseAcceleration;
        forward.computeFloating(base, q, qd, efforts, wrenches, a, accelerations);
        motion.set(base).accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        sensitivity.computeFloating(motion, q, qd, accelerations, wrenches, byPositionOut, byVelocityOut, massFloating);
        finish(6, massFloating, columnFloating, efforts, byPositionOut, byVelocityOut, byEffortOut);
    }

    private void check(int width, double[] q, double[] qd, double[] efforts, double[] P, double[] V, double[] T) {
        int actuators = sensitivity.share.active.length;
        guard.checkLength("q", q, count);
        guard.checkLength("qd", qd, count);
        guard.checkLength("efforts", efforts, actuators);
        guard.checkLength("byPositionOut", P, width * width);
        guard.checkLength("byVelocityOut", V, width * width);
        guard.checkLength("byEffortOut", T, width * actuators);
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite("efforts", efforts);
        checkDistinct("byPositionOut", P, q, qd, efforts);
        checkDistinct("byVelocityOut", V, q, qd, efforts);
        checkDistinct("byEffortOut", T, q, qd, efforts);
        guard.checkDistinct("byVelocityOut", V, "byPositionOut", P);
        guard.checkDistinct("byEffortOut", T, "byPositionOut", P);
        guard.checkDistinct("byEffortOut", T, "byVelocityOut", V);
    }

    private void checkDistinct(String name, double[] out, double[] q, double[] qd, double[] efforts) {
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, "efforts", efforts);
    }

    private void finish(
            int ofBase, double[] matrix, double[] right, double[] efforts, double[] P, double[] V, double[] T) {
        int width = ofBase + count;
        int[] active = sensitivity.share.active;
        double[][][] second = sensitivity.derivatives.second;
        for (int l = 0; l < count; l++) {
            for (int j = 0; j < count; j++) {
                for (int a = 0; a < active.length; a++) {
                    P[(ofBase + l) * width + ofBase + j] -= second[l][j][active[a]] * efforts[a];
                }
            }
        }
        int singular = Cholesky.factor(matrix, width);
        if (singular >= 0) {
            throw singular < ofBase
                    ? SingularInertiaException.ofBase(model, 0)
                    : SingularInertiaException.ofJoint(
                            model, model.loops().independentJoints().get(singular - ofBase), 0);
        }
        for (int j = 0; j < width; j++) {
            solve(matrix, width, right, P, j);
            solve(matrix, width, right, V, j);
        }
        double[] rates = sensitivity.kinematics.rates;
        for (int a = 0; a < active.length; a++) {
            for (int i = 0; i < width; i++) {
                right[i] = i < ofBase ? 0 : rates[active[a] * count + i - ofBase];
            }
            Cholesky.solve(matrix, width, right);
            for (int i = 0; i < width; i++) {
                T[i * active.length + a] = right[i];
            }
        }
        guard.checkResult("byPositionOut", P);
        guard.checkResult("byVelocityOut", V);
        guard.checkResult("byEffortOut", T);
        guard.succeed();
    }

    /** A column of −A_c⁻¹ times a matrix, in its place. */
    private static void solve(double[] factor, int width, double[] right, double[] matrix, int j) {
        for (int i = 0; i < width; i++) {
            right[i] = -matrix[i * width + j];
        }
        Cholesky.solve(factor, width, right);
        for (int i = 0; i < width; i++) {
            matrix[i * width + j] = right[i];
        }
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return sensitivity.kinematics();
    }

    /** Begins the next search for closed loops at these positions of all joints; at the assembly if there are none. */
    public void restart(double... positions) {
        restart(sensitivity.kinematics().closure(), positions);
        restart(forward.kinematics().closure(), positions);
    }

    private static void restart(LoopClosure closure, double[] positions) {
        if (positions.length == 0) {
            closure.restart();
        } else {
            closure.restart(positions);
        }
    }
}
