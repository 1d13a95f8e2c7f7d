package dev.catena.planning.function;

import dev.catena.function.RobotFunctions;
import dev.catena.ground.GlobalJoints;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Vector3;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The dynamics of a robot whose base floats and that began at rest: a satellite with an arm. Nothing touches it, so that its
 * momentum stays zero and the joints alone are coordinates; the velocity V of the base follows from theirs, and its
 * acceleration A from a base wrench f of zero,
 *
 * <pre>
 *   h(q, V, q̇) = 0,    f(q, V, q̇, A, q̈) = 0,    τ(q, V, q̇, A, q̈).
 * </pre>
 *
 * Gravity, if it is the same everywhere, lets the whole robot fall and changes no torque; nor does the pose of the base. All
 * derivatives are exact: those of V and A by these equations, second ones with multipliers of both, so that only λᵀ∂²τ of the
 * robot with six joints before its base is needed. Of closed loops, the coordinates are the independent joints.
 */
public final class FloatingDynamics implements MotionDynamics {
    static final int BASE = 6;

    private final RobotModel given;
    private final List<String> joints;
    final int n;
    final int size;
    private final DynamicsGuard guard;

    /** Of the robot with six joints before its base. */
    final MotionDynamics placed;

    final SymmetricSix inertia = new SymmetricSix();

    // of the same: state, torques and matrices
    final double[] y;
    final double[] yd;
    final double[] ydd;
    final double[] zero;
    private final double[] efforts;
    private final double[] P;
    final double[] W;
    private final double[] M;
    private final double[] momentumByPosition;
    private final double[] lambdaOfTree;
    private final double[] H;

    /** ∂V/∂q, ∂V/∂q̇ = ∂A/∂q̈, ∂A/∂q and ∂A/∂q̇, 6 × n. */
    final double[] Vq;

    final double[] B;
    final double[] Aq;
    final double[] Aqd;
    private final double[] column = new double[BASE];
    private final double[] slope;
    private final Congruence toJoints;
    private final double[][] slopes;
    private final FloatingRates rates;

    /** @throws IllegalArgumentException if the base is fixed, or the robot has elastic joints */
    public FloatingDynamics(RobotModel robot) {
        robot.requireFloatingBase("FloatingDynamics");
        TreeDynamics.requireRigid(robot);
        given = TreeDynamics.withSmoothFriction(robot);
        placed = given.hasLoops()
                ? new LoopDynamics(placed(given))
                : new TreeDynamics(placed(given), RobotFunctions.byHand());
        joints = given.hasLoops() ? given.loops().independentJoints() : given.jointNames();
        n = joints.size();
        size = BASE + n;
        guard = new DynamicsGuard(FloatingDynamics.class, given, n);
        y = new double[size];
        yd = new double[size];
        ydd = new double[size];
        zero = new double[size];
        efforts = new double[size];
        P = new double[size * size];
        W = new double[size * size];
        M = new double[size * size];
        momentumByPosition = new double[size * size];
        lambdaOfTree = new double[size];
        H = new double[9 * size * size];
        Vq = new double[BASE * n];
        B = new double[BASE * n];
        Aq = new double[BASE * n];
        Aqd = new double[BASE * n];
        slope = new double[3 * size * 3 * n];
        toJoints = new Congruence(3 * size, 3 * n);
        slopes = new double[3][n * n];
        rates = new FloatingRates(this);
    }

    /** Six joints before the base, which count as driven; no gravity. */
    private static RobotModel placed(RobotModel robot) {
        RobotModelBuilder builder =
                GlobalJoints.attach(
                        robot.openTree().toBuilder().gravity(Vector3.ZERO).build())
                        .toBuilder();
        if (robot.hasLoops()) {
            robot.loops().cutJoints().forEach(builder::cut);
            robot.loops().assembly().forEach(builder::assembly);
            builder.active(before(robot.loops().activeJoints()));
            builder.independent(before(robot.loops().independentJoints()));
        }
        return builder.build();
    }

    private static String[] before(List<String> names) {
        return Stream.concat(GlobalJoints.NAMES.stream(), names.stream()).toArray(String[]::new);
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
    public String origin() {
        return "hand-written, since the base floats";
    }

    /**
     * How the base moves while the robot's momentum is zero, in its own axes: of its origin, then angular. Where there is
     * gravity, seen from an observer who falls with the robot.
     *
     * @param velocityOut six numbers
     * @param accelerationOut six numbers, the classical acceleration
     */
    public void base(double[] q, double[] qd, double[] qdd, double[] velocityOut, double[] accelerationOut) {
        guard.begin();
        guard.checkState(q, qd, qdd);
        guard.checkOutput("velocityOut", velocityOut, BASE, q, qd, qdd);
        guard.checkOutput("accelerationOut", accelerationOut, BASE, q, qd, qdd, "velocityOut", velocityOut);
        accelerate(q, qd, qdd);
        System.arraycopy(yd, 0, velocityOut, 0, 3);
        System.arraycopy(ydd, 0, accelerationOut, 0, 3);
        // the joints turn about z, y and x, in this order
        velocityOut[3] = yd[5];
        velocityOut[4] = yd[4];
        velocityOut[5] = yd[3];
        accelerationOut[3] = ydd[5] - yd[3] * yd[4];
        accelerationOut[4] = ydd[4] + yd[3] * yd[5];
        accelerationOut[5] = ydd[3] - yd[4] * yd[5];
        guard.checkResult("velocityOut", velocityOut);
        guard.checkResult("accelerationOut", accelerationOut);
    }

    /** M, B, and V into the velocities. */
    private void move(double[] q, double[] qd) {
        System.arraycopy(q, 0, y, BASE, n);
        System.arraycopy(qd, 0, yd, BASE, n);
        // at rest, with velocities in the place of accelerations, base rows are the momentum
        placed.torqueDerivatives(y, zero, zero, P, W, M);
        if (!inertia.factor(M, size)) {
            throw new NumericalException(
                    "robot \"%s\" has no inertia in some direction of its base, so that the base's motion does not follow from that of the joints"
                            .formatted(given.name()));
        }
        for (int c = 0; c < n; c++) {
            for (int r = 0; r < BASE; r++) {
                column[r] = -M[r * size + BASE + c];
            }
            inertia.solve(column);
            for (int r = 0; r < BASE; r++) {
                B[r * n + c] = column[r];
            }
        }
        for (int r = 0; r < BASE; r++) {
            double sum = 0;
            for (int c = 0; c < n; c++) {
                sum += B[r * n + c] * qd[c];
            }
            yd[r] = sum;
        }
    }

    /** V, A and the torques. */
    private void accelerate(double[] q, double[] qd, double[] qdd) {
        move(q, qd);
        Arrays.fill(ydd, 0, BASE, 0);
        System.arraycopy(qdd, 0, ydd, BASE, n);
        placed.torque(y, yd, ydd, efforts);
        for (int r = 0; r < BASE; r++) {
            column[r] = -efforts[r];
        }
        inertia.solve(column);
        System.arraycopy(column, 0, ydd, 0, BASE);
        placed.torque(y, yd, ydd, efforts);
    }

    /** ∂V, ∂A, and the matrices of the tree. */
    private void differentiate(double[] q, double[] qd, double[] qdd) {
        accelerate(q, qd, qdd);
        placed.torqueDerivatives(y, zero, yd, momentumByPosition, W, M);
        for (int c = 0; c < n; c++) {
            for (int r = 0; r < BASE; r++) {
                column[r] = -momentumByPosition[r * size + BASE + c];
            }
            put(column, c, Vq);
        }
        placed.torqueDerivatives(y, yd, ydd, P, W, M);
        for (int c = 0; c < n; c++) {
            for (int r = 0; r < BASE; r++) {
                column[r] = -P[r * size + BASE + c] - product(W, r, Vq, c);
            }
            put(column, c, Aq);
            for (int r = 0; r < BASE; r++) {
                column[r] = -W[r * size + BASE + c] - product(W, r, B, c);
            }
            put(column, c, Aqd);
        }
    }

    private void put(double[] rightSide, int c, double[] out) {
        inertia.solve(rightSide);
        for (int r = 0; r < BASE; r++) {
            out[r * n + c] = rightSide[r];
        }
    }

    /** A row of a matrix of the tree, columns of the base, times a column. */
    private double product(double[] matrix, int row, double[] by, int c) {
        double sum = 0;
        for (int k = 0; k < BASE; k++) {
            sum += matrix[row * size + k] * by[k * n + c];
        }
        return sum;
    }

    @Override
    public void torque(double[] q, double[] qd, double[] qdd, double[] torqueOut) {
        guard.begin();
        guard.checkState(q, qd, qdd);
        guard.checkOutput("torqueOut", torqueOut, n, q, qd, qdd);
        accelerate(q, qd, qdd);
        System.arraycopy(efforts, BASE, torqueOut, 0, n);
        guard.checkResult("torqueOut", torqueOut);
    }

    @Override
    public void torqueDerivatives(
            double[] q, double[] qd, double[] qdd, double[] byPosition, double[] byVelocity, double[] byAcceleration) {
        guard.begin();
        guard.checkState(q, qd, qdd);
        guard.checkOutput("byPosition", byPosition, n * n, q, qd, qdd);
        guard.checkOutput("byVelocity", byVelocity, n * n, q, qd, qdd);
        guard.checkOutput("byAcceleration", byAcceleration, n * n, q, qd, qdd);
        guard.checkApart(byPosition, byVelocity, byAcceleration);
        fillDerivatives(q, qd, qdd, byPosition, byVelocity, byAcceleration);
        guard.checkResult("byPosition", byPosition);
        guard.checkResult("byVelocity", byVelocity);
        guard.checkResult("byAcceleration", byAcceleration);
    }

    private void fillDerivatives(
            double[] q, double[] qd, double[] qdd, double[] byPosition, double[] byVelocity, double[] byAcceleration) {
        differentiate(q, qd, qdd);
        for (int i = 0; i < n; i++) {
            int row = BASE + i;
            for (int c = 0; c < n; c++) {
                int at = row * size + BASE + c;
                byPosition[i * n + c] = P[at] + product(W, row, Vq, c) + product(M, row, Aq, c);
                byVelocity[i * n + c] = W[at] + product(W, row, B, c) + product(M, row, Aqd, c);
                byAcceleration[i * n + c] = M[at] + product(M, row, B, c);
            }
        }
    }

    @Override
    public void torqueCurvature(double[] q, double[] qd, double[] qdd, double[] lambda, double[] hessianOut) {
        guard.begin();
        guard.check(q, qd, qdd, "lambda", lambda);
        guard.checkOutput("hessianOut", hessianOut, 9 * n * n, q, qd, qdd, "lambda", lambda);
        differentiate(q, qd, qdd);
        fillCurvature(lambda, hessianOut);
        guard.checkResult("hessianOut", hessianOut);
    }

    /** At the state that was differentiated last: with [Bλ; λ] in the place of λ, A counts no more. */
    private void fillCurvature(double[] lambda, double[] out) {
        Arrays.fill(out, 0);
        for (int r = 0; r < BASE; r++) {
            double sum = 0;
            for (int c = 0; c < n; c++) {
                sum += B[r * n + c] * lambda[c];
            }
            lambdaOfTree[r] = sum;
        }
        System.arraycopy(lambda, 0, lambdaOfTree, BASE, n);
        placed.torqueCurvature(y, yd, ydd, lambdaOfTree, H);
        fillSlope(true);
        toJoints.add(1, H, slope, out);
        // ν = [Bλ; λ]ᵀ∂τ/∂V; νᵀ∂²V = −∂²(κᵀh) with M κ = ν
        for (int k = 0; k < BASE; k++) {
            double sum = 0;
            for (int r = 0; r < size; r++) {
                sum += lambdaOfTree[r] * W[r * size + k];
            }
            column[k] = sum;
        }
        inertia.solve(column);
        Arrays.fill(lambdaOfTree, 0);
        System.arraycopy(column, 0, lambdaOfTree, 0, BASE);
        placed.torqueCurvature(y, zero, yd, lambdaOfTree, H);
        fillSlope(false);
        toJoints.add(-1, H, slope, out);
    }

    /** ∂(y, ẏ, ÿ)/∂(q, q̇, q̈), or, where velocities stand in the place of accelerations, that of (y, 0, ẏ). */
    private void fillSlope(boolean ofMotion) {
        Arrays.fill(slope, 0);
        int width = 3 * n;
        int velocity = ofMotion ? size : 2 * size;
        for (int c = 0; c < n; c++) {
            slope[(BASE + c) * width + c] = 1;
            slope[(velocity + BASE + c) * width + n + c] = 1;
            for (int r = 0; r < BASE; r++) {
                slope[(velocity + r) * width + c] = Vq[r * n + c];
                slope[(velocity + r) * width + n + c] = B[r * n + c];
            }
            if (ofMotion) {
                slope[(2 * size + BASE + c) * width + 2 * n + c] = 1;
                for (int r = 0; r < BASE; r++) {
                    slope[(2 * size + r) * width + c] = Aq[r * n + c];
                    slope[(2 * size + r) * width + n + c] = Aqd[r * n + c];
                    slope[(2 * size + r) * width + 2 * n + c] = B[r * n + c];
                }
            }
        }
    }

    @Override
    public void torqueRate(double[] q, double[] qd, double[] qdd, double[] qddd, double[] rateOut) {
        guard.begin();
        guard.check(q, qd, qdd, "qddd", qddd);
        guard.checkOutput("rateOut", rateOut, n, q, qd, qdd, "qddd", qddd);
        fillDerivatives(q, qd, qdd, slopes[0], slopes[1], slopes[2]);
        for (int row = 0; row < n; row++) {
            double sum = 0;
            for (int c = 0; c < n; c++) {
                int at = row * n + c;
                sum += slopes[0][at] * qd[c] + slopes[1][at] * qdd[c] + slopes[2][at] * qddd[c];
            }
            rateOut[row] = sum;
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
        guard.checkRateDerivatives(q, qd, qdd, qddd, byPosition, byVelocity, byAcceleration, byJerk);
        differentiate(q, qd, qdd);
        rates.compute(qddd);
        rates.derivatives(byPosition, byVelocity, byAcceleration, byJerk);
        guard.checkResult("byPosition", byPosition);
        guard.checkResult("byVelocity", byVelocity);
        guard.checkResult("byAcceleration", byAcceleration);
        guard.checkResult("byJerk", byJerk);
    }

    @Override
    public void torqueRateCurvature(
            double[] q, double[] qd, double[] qdd, double[] qddd, double[] lambda, double[] hessianOut) {
        guard.begin();
        guard.checkRateCurvature(q, qd, qdd, qddd, lambda, hessianOut);
        differentiate(q, qd, qdd);
        rates.compute(qddd);
        rates.curvature(lambda, hessianOut);
        guard.checkResult("hessianOut", hessianOut);
    }

    @Override
    public FloatingDynamics copy() {
        return new FloatingDynamics(given);
    }
}
