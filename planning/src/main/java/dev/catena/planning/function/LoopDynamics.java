package dev.catena.planning.function;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.ClosedLoopSensitivity;
import dev.catena.mechanism.LoopException;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dynamics of a robot with closed loops: coordinates are those of the independent joints, drives those of the active
 * ones, and both are the same. Where the loops do not close, a {@link LoopException} says so, and a solver steps back.
 *
 * <p>First derivatives are exact. Second ones are differences of these: contracted with multipliers by x = (q, q̇, q̈) for
 * Hessians, where a few digits less do no harm, and of fourth order along the motion for the derivatives of torque rates,
 * since τ̇ = τ_q q̇ + τ_q̇ q̈ + τ_q̈ q⃛ has d/dt τ_q, d/dt τ_q̇ + τ_q, d/dt τ_q̈ + τ_q̇ and τ_q̈.
 */
public final class LoopDynamics implements MotionDynamics {
    private static final double STEP = 1e-4;

    /** Of a central difference of fourth order, at −2, −1, 1 and 2 steps. */
    private static final double[] WEIGHTS = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};

    private static final int[] STEPS = {-2, -1, 1, 2};

    private final RobotModel model;
    private final List<String> joints;
    private final int n;
    private final Surroundings around;
    private final @Nullable ExternalWrenches wrenches;
    private final ClosedLoopInverseDynamics dynamics;
    private final ClosedLoopSensitivity sensitivity;
    private final double[][] moved;
    private final double[][] slopes;
    private final double[][] slopeRates;
    private final double[] before;
    private final double[] after;
    private final DynamicsGuard guard;

    /** @throws IllegalArgumentException if the base floats, a joint is elastic, or other joints are driven */
    public LoopDynamics(RobotModel robot) {
        this(robot, Surroundings.NONE);
    }

    /** The same under wrenches; the base rests. */
    public LoopDynamics(RobotModel robot, Surroundings around) {
        if (around.base().isPresent()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has closed loops, whose motions are planned on a base at rest; leave the motion of the base out"
                            .formatted(robot.name()));
        }
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
        before = new double[3 * n];
        after = new double[3 * n];
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
        dynamics.compute(q, qd, qdd, wrenches, torqueOut);
    }

    @Override
    public void torqueDerivatives(
            double[] q, double[] qd, double[] qdd, double[] byPosition, double[] byVelocity, double[] byAcceleration) {
        sensitivity.compute(q, qd, qdd, wrenches, byPosition, byVelocity, byAcceleration);
    }

    @Override
    public void torqueCurvature(double[] q, double[] qd, double[] qdd, double[] lambda, double[] hessianOut) {
        guard.begin();
        guard.check(q, qd, qdd, "lambda", lambda);
        guard.checkOutput("hessianOut", hessianOut, 9 * n * n, q, qd, qdd, "lambda", lambda);
        double[][] x = {q, qd, qdd};
        int size = 3 * n;
        for (int c = 0; c < size; c++) {
            double step = STEP * Math.max(1, Math.abs(x[c / n][c % n]));
            contractedSlopes(x, c, -step, lambda, before);
            contractedSlopes(x, c, step, lambda, after);
            for (int row = 0; row < size; row++) {
                hessianOut[row * size + c] = (after[row] - before[row]) / (2 * step);
            }
        }
        for (int row = 0; row < size; row++) {
            for (int c = 0; c < row; c++) {
                double mean = (hessianOut[row * size + c] + hessianOut[c * size + row]) / 2;
                hessianOut[row * size + c] = mean;
                hessianOut[c * size + row] = mean;
            }
        }
        guard.checkResult("hessianOut", hessianOut);
    }

    /** λᵀ∂τ/∂x with one entry of x moved. */
    private void contractedSlopes(double[][] x, int entry, double step, double[] lambda, double[] out) {
        for (int order = 0; order < 3; order++) {
            System.arraycopy(x[order], 0, moved[order], 0, n);
        }
        moved[entry / n][entry % n] += step;
        torqueDerivatives(moved[0], moved[1], moved[2], slopes[0], slopes[1], slopes[2]);
        Arrays.fill(out, 0);
        for (int order = 0; order < 3; order++) {
            for (int row = 0; row < n; row++) {
                for (int c = 0; c < n; c++) {
                    out[order * n + c] += lambda[row] * slopes[order][row * n + c];
                }
            }
        }
    }

    @Override
    public void torqueRate(double[] q, double[] qd, double[] qdd, double[] qddd, double[] rateOut) {
        guard.begin();
        guard.check(q, qd, qdd, "qddd", qddd);
        guard.checkOutput("rateOut", rateOut, n, q, qd, qdd, "qddd", qddd);
        torqueDerivatives(q, qd, qdd, slopes[0], slopes[1], slopes[2]);
        for (int row = 0; row < n; row++) {
            rateOut[row] = 0;
            for (int c = 0; c < n; c++) {
                int at = row * n + c;
                rateOut[row] += slopes[0][at] * qd[c] + slopes[1][at] * qdd[c] + slopes[2][at] * qddd[c];
            }
        }
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
        guard.check(q, qd, qdd, "qddd", qddd);
        guard.checkOutput("byPosition", byPosition, n * n, q, qd, qdd, "qddd", qddd);
        guard.checkOutput("byVelocity", byVelocity, n * n, q, qd, qdd, "qddd", qddd);
        guard.checkOutput("byAcceleration", byAcceleration, n * n, q, qd, qdd, "qddd", qddd);
        guard.checkOutput("byJerk", byJerk, n * n, q, qd, qdd, "qddd", qddd);
        guard.checkApart(byPosition, byVelocity, byAcceleration, byJerk);
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
        double[][] x = {q, qd, qdd, qddd};
        double fastest = 0;
        for (double velocity : qd) {
            fastest = Math.max(fastest, Math.abs(velocity));
        }
        double step = 10 * STEP / (1 + fastest);
        for (double[] rate : slopeRates) {
            Arrays.fill(rate, 0);
        }
        for (int k = 0; k < STEPS.length; k++) {
            for (int order = 0; order < 3; order++) {
                for (int i = 0; i < n; i++) {
                    moved[order][i] = x[order][i] + STEPS[k] * step * x[order + 1][i];
                }
            }
            torqueDerivatives(moved[0], moved[1], moved[2], slopes[0], slopes[1], slopes[2]);
            for (int order = 0; order < 3; order++) {
                for (int e = 0; e < n * n; e++) {
                    slopeRates[order][e] += WEIGHTS[k] / step * slopes[order][e];
                }
            }
        }
        torqueDerivatives(q, qd, qdd, slopes[0], slopes[1], byJerk);
        for (int e = 0; e < n * n; e++) {
            byPosition[e] = slopeRates[0][e];
            byVelocity[e] = slopeRates[1][e] + slopes[0][e];
            byAcceleration[e] = slopeRates[2][e] + slopes[1][e];
        }
    }

    @Override
    public LoopDynamics copy() {
        return new LoopDynamics(model, around);
    }
}
