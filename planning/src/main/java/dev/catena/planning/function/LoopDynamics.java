package dev.catena.planning.function;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.mechanism.ClosedLoopCurvature;
import dev.catena.mechanism.ClosedLoopForceRate;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.ClosedLoopSensitivity;
import dev.catena.mechanism.LoopException;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dynamics of a robot with closed loops: coordinates are those of the independent joints, drives those of the active
 * ones, and both are the same. Wrenches may act, and the base may move as told. Where the loops do not close, a
 * {@link LoopException} says so, and a solver steps back.
 *
 * <p>Derivatives are exact, first and second. Those of torque rates are second ones along the motion; on a base that moves as
 * told, whose clock goes on too, differences of eighth order of the first ones. Second derivatives of torque rates contain the
 * rate of second ones of torques along the motion, a difference of eighth order too.
 */
public final class LoopDynamics implements MotionDynamics {
    private static final double STEP = 5e-3;
    private static final double[] DIFFERENCE = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};

    private final RobotModel model;
    private final List<String> joints;
    private final int n;
    private final Surroundings around;
    private final @Nullable ExternalWrenches wrenches;
    private final ClosedLoopInverseDynamics dynamics;
    private final ClosedLoopSensitivity sensitivity;
    private final ClosedLoopCurvature curvature;
    private final ClosedLoopForceRate rates;
    private final @Nullable BaseTrajectory trajectory;
    private final @Nullable BaseMotion base;
    private double now;
    private final double[][] moved;
    private final double[][] slopes;
    private final double[][] slopeRates;
    private final double[] torque;
    private final double[] one;
    private final double[] hessian;
    private final DynamicsGuard guard;

    /** @throws IllegalArgumentException if the base floats, a joint is elastic, or other joints are driven */
    public LoopDynamics(RobotModel robot) {
        this(robot, Surroundings.NONE);
    }

    /** The same under wrenches, or on a base that moves as told. */
    public LoopDynamics(RobotModel robot, Surroundings around) {
        TreeDynamics.requireRigidOnFixedBase(robot);
        joints = robot.loops().independentJoints();
        if (!joints.equals(robot.loops().activeJoints())) {
            throw new IllegalArgumentException(
                    "robot \"%s\" drives %s, but its independent joints are %s; motions are planned where they are the same"
                            .formatted(robot.name(), robot.loops().activeJoints(), joints));
        }
        model = TreeDynamics.withSmoothFriction(robot);
        n = joints.size();
        guard = new DynamicsGuard(LoopDynamics.class, model, n);
        this.around = around;
        wrenches = around.wrenches(model);
        dynamics = new ClosedLoopInverseDynamics(model);
        sensitivity = new ClosedLoopSensitivity(model);
        moved = new double[3][n];
        slopes = new double[3][n * n];
        slopeRates = new double[3][n * n];
        torque = new double[n];
        one = new double[n];
        hessian = new double[9 * n * n];
        curvature = new ClosedLoopCurvature(model);
        rates = new ClosedLoopForceRate(model);
        trajectory = around.base().orElse(null);
        base = trajectory == null ? null : new BaseMotion();
        at(0);
    }

    @Override
    public String origin() {
        return "hand-written, since the robot has closed loops";
    }

    @Override
    public List<String> coordinates() {
        return joints;
    }

    @Override
    public List<String> drives() {
        return joints;
    }

    @Override
    public void torque(double[] q, double[] qd, double[] qdd, double[] torqueOut) {
        dynamics.compute(base, q, qd, qdd, wrenches, torqueOut);
    }

    @Override
    public void torqueDerivatives(
            double[] q, double[] qd, double[] qdd, double[] byPosition, double[] byVelocity, double[] byAcceleration) {
        sensitivity.compute(base, q, qd, qdd, wrenches, byPosition, byVelocity, byAcceleration);
    }

    @Override
    public void torqueCurvature(double[] q, double[] qd, double[] qdd, double[] lambda, double[] hessianOut) {
        guard.begin();
        guard.check(q, qd, qdd, "lambda", lambda);
        guard.checkOutput("hessianOut", hessianOut, 9 * n * n, q, qd, qdd, "lambda", lambda);
        curvature.compute(base, q, qd, qdd, wrenches, lambda, hessianOut);
        guard.checkResult("hessianOut", hessianOut);
    }

    @Override
    public void torqueRate(double[] q, double[] qd, double[] qdd, double[] qddd, double[] rateOut) {
        guard.begin();
        guard.check(q, qd, qdd, "qddd", qddd);
        guard.checkOutput("rateOut", rateOut, n, q, qd, qdd, "qddd", qddd);
        rates.compute(base, q, qd, qdd, qddd, wrenches, torque, rateOut);
        guard.checkResult("rateOut", rateOut);
    }

    @Override
    public void torqueRateDerivatives(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            double[] byPosition,
            double[] byVelocity,
            double[] byAcceleration,
            double[] byJerk) {
        guard.begin();
        guard.checkRateDerivatives(q, qd, qdd, qddd, byPosition, byVelocity, byAcceleration, byJerk);
        rateDerivatives(q, qd, qdd, qddd, byPosition, byVelocity, byAcceleration, byJerk);
        guard.checkResult("byPosition", byPosition);
        guard.checkResult("byVelocity", byVelocity);
        guard.checkResult("byAcceleration", byAcceleration);
        guard.checkResult("byJerk", byJerk);
    }

    private void rateDerivatives(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            double[] byPosition,
            double[] byVelocity,
            double[] byAcceleration,
            double[] byJerk) {
        if (base != null) {
            differences(new double[][] {q, qd, qdd, qddd});
        } else {
            alongMotion(q, qd, qdd, qddd);
        }
        sensitivity.compute(base, q, qd, qdd, wrenches, slopes[0], slopes[1], byJerk);
        for (int e = 0; e < n * n; e++) {
            byPosition[e] = slopeRates[0][e];
            byVelocity[e] = slopeRates[1][e] + slopes[0][e];
            byAcceleration[e] = slopeRates[2][e] + slopes[1][e];
        }
    }

    /** d/dt ∂τ/∂x, row by row: the second derivatives of a torque times (q̇, q̈, q⃛). */
    private void alongMotion(double[] q, double[] qd, double[] qdd, double[] qddd) {
        double[][] rate = {qd, qdd, qddd};
        for (int row = 0; row < n; row++) {
            Arrays.fill(one, 0);
            one[row] = 1;
            curvature.compute(base, q, qd, qdd, wrenches, one, hessian);
            for (int order = 0; order < 3; order++) {
                for (int c = 0; c < n; c++) {
                    double sum = 0;
                    int at = (order * n + c) * 3 * n;
                    for (int k = 0; k < 3 * n; k++) {
                        sum += hessian[at + k] * rate[k / n][k % n];
                    }
                    slopeRates[order][row * n + c] = sum;
                }
            }
        }
    }

    /** The same with what the base does. */
    private void differences(double[][] x) {
        double step = step(x[1]);
        double here = now;
        for (double[] rate : slopeRates) {
            Arrays.fill(rate, 0);
        }
        for (int k = -DIFFERENCE.length; k <= DIFFERENCE.length; k++) {
            if (k == 0) {
                continue;
            }
            double weight = weight(k, step);
            move(x, here, k * step);
            sensitivity.compute(base, moved[0], moved[1], moved[2], wrenches, slopes[0], slopes[1], slopes[2]);
            for (int order = 0; order < 3; order++) {
                for (int e = 0; e < n * n; e++) {
                    slopeRates[order][e] += weight * slopes[order][e];
                }
            }
        }
        at(here);
    }

    @Override
    public void torqueRateCurvature(
            double[] q, double[] qd, double[] qdd, double[] qddd, double[] lambda, double[] hessianOut) {
        guard.begin();
        guard.checkRateCurvature(q, qd, qdd, qddd, lambda, hessianOut);
        Arrays.fill(hessianOut, 0);
        double[][] x = {q, qd, qdd, qddd};
        double step = step(qd);
        double here = now;
        for (int k = -DIFFERENCE.length; k <= DIFFERENCE.length; k++) {
            move(x, here, k * step);
            curvature.compute(base, moved[0], moved[1], moved[2], wrenches, lambda, hessian);
            addRateCurvature(k, step, hessianOut);
        }
        at(here);
        guard.checkResult("hessianOut", hessianOut);
    }

    /** The rate of C = λᵀ∂²τ in its place, and C itself one order higher in rows and in columns. */
    private void addRateCurvature(int k, double step, double[] out) {
        int from = 3 * n;
        int to = 4 * n;
        double weight = k == 0 ? 0 : weight(k, step);
        for (int row = 0; row < from; row++) {
            for (int column = 0; column < from; column++) {
                double entry = hessian[row * from + column];
                if (k == 0) {
                    out[(row + n) * to + column] += entry;
                    out[row * to + column + n] += entry;
                } else {
                    out[row * to + column] += weight * entry;
                }
            }
        }
    }

    private static double step(double[] velocities) {
        double fastest = 0;
        for (double velocity : velocities) {
            fastest = Math.max(fastest, Math.abs(velocity));
        }
        return STEP / (1 + fastest);
    }

    private static double weight(int k, double step) {
        return Math.signum(k) * DIFFERENCE[Math.abs(k) - 1] / step;
    }

    /** The state, and the base, a time later. */
    private void move(double[][] x, double here, double time) {
        for (int order = 0; order < 3; order++) {
            for (int i = 0; i < n; i++) {
                moved[order][i] = along(x, order, i, time);
            }
        }
        at(here + time);
    }

    /** A derivative of the motion a time later: the polynomial that its derivatives up to the third give. */
    private static double along(double[][] x, int order, int i, double time) {
        double sum = 0;
        for (int k = 3; k >= order; k--) {
            sum = x[k][i] + (k < 3 ? time / (k - order + 1) * sum : 0);
        }
        return sum;
    }

    @Override
    public void at(double time) {
        now = time;
        if (trajectory != null && base != null) {
            trajectory.at(time, base);
        }
    }

    @Override
    public boolean dependsOnTime() {
        return trajectory != null;
    }

    @Override
    public LoopDynamics copy() {
        return new LoopDynamics(model, around);
    }
}
