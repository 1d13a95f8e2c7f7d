package dev.catena.simulation;

import dev.catena.algebra.Cholesky;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.model.RobotModel;
import org.jspecify.annotations.Nullable;

/**
 * The mass matrix that joints and motors of elastic joints have in one posture. That of a floating base is eliminated: it
 * goes along as it must, M = M_jj − M_jb M_bb⁻¹ M_bj.
 */
final class JointInertia {
    /** Joints, then motors. */
    final int size;

    /** Row-major. */
    final double[] matrix;

    private final RobotModel model;
    private final MassMatrixFunction masses;

    /** The same; null on a fixed base. */
    private final @Nullable MassMatrix floating;

    private final double[] q;
    private final double[] whole;
    private final double[] baseBlock = new double[36];
    private final double[] column = new double[6];

    /** By joint and motor: what its unit of velocity takes from the base's, six numbers each. */
    private final double[] baseResponse;

    JointInertia(RobotModel model, State like) {
        this(model, like, null);
    }

    /** @param given the mass matrix of rigid joints on a fixed base, from elsewhere; null for the hand-written one */
    JointInertia(RobotModel model, State like, @Nullable MassMatrixFunction given) {
        this.model = model;
        boolean floats = like.isFloating();
        MassMatrix byHand = MassMatrix.withFreeMotors(floats ? model.withFloatingBase() : model.withFixedBase());
        masses = given == null ? byHand : given;
        floating = floats ? byHand : null;
        size = model.jointCount() + model.elasticJoints().size();
        q = new double[size];
        matrix = new double[size * size];
        whole = floats ? new double[(6 + size) * (6 + size)] : matrix;
        baseResponse = new double[floats ? 6 * size : 0];
    }

    void compute(State posture) {
        int n = posture.jointPositions().length;
        System.arraycopy(posture.jointPositions(), 0, q, 0, n);
        System.arraycopy(posture.motorPositions(), 0, q, n, size - n);
        if (floating != null) {
            floating.computeFloating(q, whole);
            eliminateBase(posture);
        } else {
            masses.compute(q, whole);
        }
    }

    private void eliminateBase(State posture) {
        int rows = 6 + size;
        for (int r = 0; r < 6; r++) {
            System.arraycopy(whole, r * rows, baseBlock, 6 * r, 6);
        }
        if (Cholesky.factor(baseBlock, 6) >= 0) {
            throw new SimulationFailure(
                    "at %.9g s the base of robot \"%s\" has no inertia", posture.time(), model.name());
        }
        for (int j = 0; j < size; j++) {
            for (int r = 0; r < 6; r++) {
                column[r] = whole[r * rows + 6 + j];
            }
            Cholesky.solve(baseBlock, 6, column);
            System.arraycopy(column, 0, baseResponse, 6 * j, 6);
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                double entry = whole[(6 + i) * rows + 6 + j];
                for (int r = 0; r < 6; r++) {
                    entry -= whole[(6 + i) * rows + r] * baseResponse[6 * j + r];
                }
                matrix[i * size + j] = entry;
            }
        }
    }

    /** out = M x. */
    void times(double[] x, double[] out) {
        for (int i = 0; i < size; i++) {
            double sum = 0;
            for (int j = 0; j < size; j++) {
                sum += matrix[i * size + j] * x[j];
            }
            out[i] = sum;
        }
    }

    /** Adds to the base's velocity, or acceleration, what a change of the joints' by forces at the joints takes along. */
    void moveBase(double[] change, double[] base) {
        if (floating != null) {
            for (int j = 0; j < size; j++) {
                for (int r = 0; r < 6; r++) {
                    base[r] -= change[j] * baseResponse[6 * j + r];
                }
            }
        }
    }

    SimulationFailure singular(State posture, int row) {
        boolean motor = row >= model.jointCount();
        String joint = motor
                ? model.elasticJoints().get(row - model.jointCount()).name()
                : model.jointNames().get(row);
        return new SimulationFailure(
                "at %.9g s %s of joint \"%s\" of robot \"%s\" has no inertia",
                posture.time(), motor ? "the motor" : "what moves", joint, model.name());
    }
}
