package dev.catena.app.eval;

import dev.catena.dynamics.CentroidalMomentum;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ClosedLoopAccelerationSensitivity;
import dev.catena.mechanism.ClosedLoopRegressor;
import dev.catena.mechanism.ClosedLoopSensitivity;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import java.util.List;

/**
 * Matrices of a robot with closed loops by its independent joints; the columns of a base that floats come first, and those of
 * velocities hold its spatial acceleration, as states give it.
 */
final class LoopMatrices {
    private final RobotModel robot;
    private final RobotModel tree;
    private final int first;
    private final List<String> freedoms;
    private final List<String> active;
    private final OnDemand<ClosedLoopSensitivity> torques;
    private final OnDemand<ClosedLoopAccelerationSensitivity> accelerations;
    private final OnDemand<ClosedLoopRegressor> regressors;

    LoopMatrices(RobotModel robot) {
        this.robot = robot;
        tree = robot.openTree();
        first = robot.baseKind() == BaseKind.FLOATING ? 6 : 0;
        freedoms = Evaluation.freedoms(first > 0, robot.loops().independentJoints());
        active = robot.loops().activeJoints();
        torques = new OnDemand<>(() -> new ClosedLoopSensitivity(robot));
        accelerations = new OnDemand<>(() -> new ClosedLoopAccelerationSensitivity(robot));
        regressors = new OnDemand<>(() -> new ClosedLoopRegressor(robot));
    }

    /** A state of the independent joints, and where the search for closed loops begins; nowhere for the assembly. */
    record At(BaseMotion base, double[] q, double[] qd, ExternalWrenches wrenches, double[] start) {}

    private static void restart(LoopKinematics kinematics, double[] start) {
        if (start.length == 0) {
            kinematics.closure().restart();
        } else {
            kinematics.closure().restart(start);
        }
    }

    /** Of torques of the active joints, after what would have to hold a base that floats. */
    Value torque(int variable, At at, double[] qdd) {
        int width = freedoms.size();
        ClosedLoopSensitivity sensitivity = torques.get();
        restart(sensitivity.kinematics(), at.start);
        double[][] m = new double[3][Sensitivities.numbers(width, width)];
        if (first > 0) {
            sensitivity.computeFloating(at.base, at.q, at.qd, qdd, at.wrenches, m[0], m[1], m[2]);
        } else {
            sensitivity.compute(at.base, at.q, at.qd, qdd, at.wrenches, m[0], m[1], m[2]);
        }
        double[][] ofActive = new double[3][active.size() * width];
        sensitivity.actuators(ofActive[0], ofActive[1], ofActive[2]);
        double[][] all = new double[3][(first + active.size()) * width];
        for (int k = 0; k < 3; k++) {
            System.arraycopy(m[k], 0, all[k], 0, first * width);
            System.arraycopy(ofActive[k], 0, all[k], first * width, ofActive[k].length);
        }
        if (first > 0) {
            holdSpatial(at.base, all[1], all[2], first + active.size(), width);
        }
        return Value.Rows.of(Evaluation.freedoms(first > 0, active), freedoms, all[variable]);
    }

    /** a = a_s + ω × v: with a_s held, columns of v gain those of a times ω ×, columns of ω those of a times −v ×. */
    static void holdSpatial(BaseMotion base, double[] byVelocity, double[] byAcceleration, int rows, int width) {
        double[] w = base.velocityInBase().angular().toArray();
        double[] v = base.velocityInBase().linear().toArray();
        for (int r = 0; r < rows; r++) {
            int at = r * width;
            for (int k = 0; k < 3; k++) {
                int i = (k + 1) % 3;
                int j = (k + 2) % 3;
                // column k of ω × is ω × e_k, of −v × it is e_k × v
                byVelocity[at + k] += byAcceleration[at + i] * w[j] - byAcceleration[at + j] * w[i];
                byVelocity[at + 3 + k] += byAcceleration[at + j] * v[i] - byAcceleration[at + i] * v[j];
            }
        }
    }

    /** Of accelerations of the independent joints, after those of a base that floats. */
    Value acceleration(Sensitivities.By by, At at, double[] tau) {
        int width = freedoms.size();
        int numbers = Sensitivities.numbers(width, width);
        double[][] m = {new double[numbers], new double[numbers], new double[width * active.size()]};
        ClosedLoopAccelerationSensitivity sensitivity = accelerations.get();
        sensitivity.restart(at.start);
        if (first > 0) {
            sensitivity.computeFloating(at.base, at.q, at.qd, tau, at.wrenches, m[0], m[1], m[2]);
            toSpatial(at.base, m[1], width);
        } else {
            sensitivity.compute(at.base, at.q, at.qd, tau, at.wrenches, m[0], m[1], m[2]);
        }
        return Value.Rows.of(freedoms, by == Sensitivities.By.TORQUE ? active : freedoms, m[by.ordinal()]);
    }

    /** a_s = a − ω × v. */
    static void toSpatial(BaseMotion base, double[] byVelocity, int width) {
        double[] w = base.velocityInBase().angular().toArray();
        double[] v = base.velocityInBase().linear().toArray();
        for (int k = 0; k < 3; k++) {
            int i = (k + 1) % 3;
            int j = (k + 2) % 3;
            byVelocity[i * width + k] -= w[j];
            byVelocity[j * width + k] += w[i];
            byVelocity[j * width + 3 + k] -= v[i];
            byVelocity[i * width + 3 + k] += v[j];
        }
    }

    Value regressor(At at, double[] qdd) {
        ClosedLoopRegressor regressor = regressors.get();
        restart(regressor.kinematics(), at.start);
        double[] matrix = new double[Sensitivities.numbers(regressor.rows(), regressor.columns())];
        regressor.compute(at.base, at.q, at.qd, qdd, matrix);
        return Value.Rows.of(freedoms, Evaluation.parameters(tree), matrix);
    }

    /** A diag(1, G); columns of the base come first where it can move. */
    Value centroidalMatrix(BaseMotion base, double[] q, double[] G, boolean baseToo) {
        int n = tree.jointCount();
        int count = robot.loops().independentJoints().size();
        int ofBase = baseToo ? 6 : 0;
        double[] A = new double[6 * (ofBase + n)];
        if (baseToo) {
            new CentroidalMomentum(tree.withFloatingBase()).matrixFloating(base, q, A);
        } else {
            new CentroidalMomentum(tree.withoutGround()).matrix(base, q, A);
        }
        double[] product = new double[6 * (ofBase + count)];
        for (int r = 0; r < 6; r++) {
            System.arraycopy(A, r * (ofBase + n), product, r * (ofBase + count), ofBase);
            for (int k = 0; k < n; k++) {
                for (int a = 0; a < count; a++) {
                    product[r * (ofBase + count) + ofBase + a] += A[r * (ofBase + n) + ofBase + k] * G[k * count + a];
                }
            }
        }
        return Value.Rows.of(
                Evaluation.SIX, Evaluation.freedoms(baseToo, robot.loops().independentJoints()), product);
    }
}
