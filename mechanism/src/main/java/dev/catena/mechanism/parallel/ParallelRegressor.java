package dev.catena.mechanism.parallel;

import dev.catena.dynamics.Regressor;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.tree.Guard;
import java.util.Arrays;

/**
 * The matrix W with Γ = W χ for a motion of the platform: the efforts of the actuators are linear in the inertial parameters of platform
 * and legs, (J_p⁻¹)ᵀ W = [W_p, Kᵢᵀ Wᵢ]. Of more actuators than freedoms the efforts are those of least norm.
 *
 * <p>χ has ten parameters of the platform in its own frame, XX, XY, XZ, YY, YZ, ZZ (inertia about the origin), MX, MY, MZ and M, then
 * those of the legs one after the other as in {@link Regressor}, where asked with reflected inertias and friction. Base parameters are
 * those of the robot as closed loops, {@link ParallelRobot#toClosedLoops}. Nothing is allocated after construction. Owned by one
 * thread; another one takes a {@link #copy}.
 */
public final class ParallelRegressor {
    private static final int PLATFORM = 10;

    private final ParallelRobot robot;
    private final boolean withDrives;
    private final Guard guard;
    private final ParallelKinematics kinematics;
    private final Regressor[] legs;
    private final double[][] ofLegs;
    private final int m;
    private final int columns;
    private final double[] efforts;
    private final double[] column = new double[6];
    private final double[] total = new double[6];
    private final double[] reduced;
    private final double[] solved;

    /** ω, γ and a − g in the axes of the platform. */
    private final double[] rate = new double[3];

    private final double[] gamma = new double[3];
    private final double[] a = new double[3];
    private final double[] force = new double[3];
    private final double[] moment = new double[3];
    private final double[] unit = new double[3];
    private final double[] work = new double[3];

    private ParallelRegressor(ParallelRobot robot, boolean withDrives) {
        this.robot = robot;
        this.withDrives = withDrives;
        guard = robot.guard(ParallelRegressor.class);
        kinematics = new ParallelKinematics(robot);
        legs = robot.legs().stream()
                .map(leg -> withDrives ? Regressor.withDrives(leg.model()) : new Regressor(leg.model()))
                .toArray(Regressor[]::new);
        ofLegs = Arrays.stream(legs)
                .map(leg -> new double[leg.rows() * leg.columns()])
                .toArray(double[][]::new);
        m = robot.freedoms().count();
        columns = PLATFORM + Arrays.stream(legs).mapToInt(Regressor::columns).sum();
        efforts = new double[6];
        reduced = new double[m];
        solved = new double[robot.actuatorCount()];
    }

    /** Columns for the inertias of platform and legs. */
    public ParallelRegressor(ParallelRobot robot) {
        this(robot, false);
    }

    /** Columns for the inertias of platform and legs, and for reflected inertias and friction of the legs. */
    public static ParallelRegressor withDrives(ParallelRobot robot) {
        return new ParallelRegressor(robot, true);
    }

    /** One for another thread: of the same robot, its legs at their start. */
    public ParallelRegressor copy() {
        return new ParallelRegressor(robot, withDrives);
    }

    /** One for each actuator. */
    public int rows() {
        return solved.length;
    }

    public int columns() {
        return columns;
    }

    /** χ as the robot has it. */
    public void parameters(double[] parametersOut) {
        robot.check("parametersOut", parametersOut, columns, "columns");
        SpatialInertia platform = robot.platform();
        InertiaTensor J = platform.tensorAboutOrigin();
        Vector3 s = platform.firstMoment();
        double[] own = {J.xx(), J.xy(), J.xz(), J.yy(), J.yz(), J.zz(), s.x(), s.y(), s.z(), platform.mass()};
        System.arraycopy(own, 0, parametersOut, 0, PLATFORM);
        int at = PLATFORM;
        for (Regressor leg : legs) {
            double[] ofLeg = new double[leg.columns()];
            leg.parameters(ofLeg);
            System.arraycopy(ofLeg, 0, parametersOut, at, ofLeg.length);
            at += ofLeg.length;
        }
    }

    /**
     * W, row by row, actuators by parameters.
     *
     * @throws UnreachablePoseException where a leg or the freedoms of the platform do not allow the pose
     * @throws SingularPoseException where a leg, or the actuators together, have lost a direction
     */
    public void compute(
            Pose worldFromPlatform, double[] velocityInWorld, double[] accelerationInWorld, double[] matrixOut) {
        guard.begin();
        robot.check("matrixOut", matrixOut, solved.length * columns, "actuators times parameters");
        guard.checkDistinct("matrixOut", matrixOut, "velocityInWorld", velocityInWorld);
        guard.checkDistinct("matrixOut", matrixOut, "accelerationInWorld", accelerationInWorld);
        kinematics.compute(worldFromPlatform, velocityInWorld, accelerationInWorld);
        HouseholderFactor factor = kinematics.factorJacobian();
        Rotation R = worldFromPlatform.rotation();
        toPlatform(R, kinematics.twist(), 3, rate);
        toPlatform(R, kinematics.acceleration(), 3, gamma);
        System.arraycopy(kinematics.acceleration(), 0, column, 0, 3);
        column[0] -= robot.gravity().x();
        column[1] -= robot.gravity().y();
        column[2] -= robot.gravity().z();
        toPlatform(R, column, 0, a);
        for (int c = 0; c < PLATFORM; c++) {
            setPlatformColumn(R, c);
            solve(factor, c, matrixOut);
        }
        int at = PLATFORM;
        for (int i = 0; i < legs.length; i++) {
            LegMotion leg = kinematics.legs()[i];
            legs[i].compute(leg.q, leg.qd, leg.qdd, ofLegs[i]);
            int width = legs[i].columns();
            for (int c = 0; c < width; c++) {
                for (int j = 0; j < leg.n; j++) {
                    efforts[j] = ofLegs[i][j * width + c];
                }
                Arrays.fill(total, 0);
                leg.addToPlatform(efforts, total);
                solve(factor, at++, matrixOut);
            }
        }
        guard.checkResult("matrixOut", matrixOut);
        guard.succeed();
    }

    private void solve(HouseholderFactor factor, int c, double[] matrixOut) {
        robot.freedoms().project(total, reduced, 0);
        factor.solveTransposed(reduced, solved);
        for (int row = 0; row < solved.length; row++) {
            matrixOut[row * columns + c] = solved[row];
        }
    }

    /** F_p of one parameter that is one: (M a + γ × MS + ω × (ω × MS); J γ + ω × J ω + MS × a), [Khalil 9]. */
    private void setPlatformColumn(Rotation R, int c) {
        Arrays.fill(force, 0);
        Arrays.fill(moment, 0);
        if (c == 9) {
            System.arraycopy(a, 0, force, 0, 3);
        } else if (c >= 6) {
            Arrays.fill(unit, 0);
            unit[c - 6] = 1;
            addCross(gamma, unit, force);
            Arrays.fill(work, 0);
            addCross(rate, unit, work);
            addCross(rate, work, force);
            addCross(unit, a, moment);
        } else {
            int row = c < 3 ? 0 : c < 5 ? 1 : 2;
            int other = c < 3 ? c : c < 5 ? c - 2 : 2;
            addTensor(row, other, gamma, moment);
            Arrays.fill(work, 0);
            addTensor(row, other, rate, work);
            addCross(rate, work, moment);
        }
        toWorld(R, force, 0);
        toWorld(R, moment, 3);
    }

    private static void addTensor(int row, int other, double[] x, double[] out) {
        out[row] += x[other];
        if (other != row) {
            out[other] += x[row];
        }
    }

    private static void addCross(double[] x, double[] y, double[] out) {
        out[0] += x[1] * y[2] - x[2] * y[1];
        out[1] += x[2] * y[0] - x[0] * y[2];
        out[2] += x[0] * y[1] - x[1] * y[0];
    }

    private static void toPlatform(Rotation R, double[] x, int at, double[] out) {
        out[0] = R.xx() * x[at] + R.yx() * x[at + 1] + R.zx() * x[at + 2];
        out[1] = R.xy() * x[at] + R.yy() * x[at + 1] + R.zy() * x[at + 2];
        out[2] = R.xz() * x[at] + R.yz() * x[at + 1] + R.zz() * x[at + 2];
    }

    private void toWorld(Rotation R, double[] x, int at) {
        total[at] = R.xx() * x[0] + R.xy() * x[1] + R.xz() * x[2];
        total[at + 1] = R.yx() * x[0] + R.yy() * x[1] + R.yz() * x[2];
        total[at + 2] = R.zx() * x[0] + R.zy() * x[1] + R.zz() * x[2];
    }

    /** Legs and Jacobian of the last computation. */
    public ParallelKinematics kinematics() {
        return kinematics;
    }
}
