package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.tree.Guard;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ∂γ/∂q_a, ∂γ/∂q̇_a and ∂γ/∂q̈_a of γ = Gᵀ Γ_tr, the inverse dynamics of a robot with closed loops, where γ are the
 * efforts of the independent joints: those of the actuators, unless there are more of them than freedoms.
 *
 * <p>Analytic, from the sensitivities of the tree and the second and third derivatives of q_tr by q_a: with the symmetric
 * forms H[u, v] and T[u, v, w] of these,
 *
 * <pre>
 * ∂γ/∂q̈_a = Gᵀ M G
 * ∂γ/∂q̇_a = Gᵀ (V G + 2 M H[q̇_a, ·])
 * ∂γ/∂q_a  = H[·, ·]ᵀ Γ_tr + Gᵀ (P G + V H[q̇_a, ·] + M (H[q̈_a, ·] + T[q̇_a, q̇_a, ·]))
 * </pre>
 *
 * where P, V and M are the derivatives of Γ_tr by q, q̇ and q̈. H[u, u] and T[u, u, u] are the acceleration and the jerk
 * of all joints when the independent ones move evenly with velocity u; mixed arguments follow by polarization.
 *
 * <p>Of friction, the smooth form is differentiated; the sign form counts with its viscous part alone. Nothing is
 * allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ClosedLoopSensitivity {
    private final RobotModel model;
    private final Guard guard;
    private final LoopKinematics kinematics;
    private final InverseDynamics tree;
    private final TorqueSensitivity treeSensitivity;
    private final int n;
    private final int count;
    private final double[] treeEfforts;
    private final double[] byPosition;
    private final double[] byVelocity;
    private final double[] mass;

    /** H[eⱼ, eₗ] of all joints, by j and l. */
    private final double[][][] second;

    /** T[q̇_a, q̇_a, eⱼ] of all joints, by j. */
    private final double[][] third;

    private final double[] direction;
    private final double[] velocity;
    private final double[] acceleration;
    private final double[] jerk;
    private final double[] column;
    private final double[] projected;

    public ClosedLoopSensitivity(RobotModel model) {
        ClosedLoopInverseDynamics.requireRigid(model);
        model.requireFixedBase("ClosedLoopSensitivity");
        this.model = model;
        guard = new Guard(ClosedLoopSensitivity.class, model);
        kinematics = new LoopKinematics(model);
        RobotModel open = model.openTree();
        tree = new InverseDynamics(open);
        treeSensitivity = new TorqueSensitivity(open);
        n = kinematics.n;
        count = kinematics.count;
        treeEfforts = new double[n];
        byPosition = new double[n * n];
        byVelocity = new double[n * n];
        mass = new double[n * n];
        second = new double[count][count][n];
        third = new double[count][n];
        direction = new double[count];
        velocity = new double[n];
        acceleration = new double[n];
        jerk = new double[n];
        column = new double[n];
        projected = new double[count];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ClosedLoopSensitivity copy() {
        return new ClosedLoopSensitivity(model);
    }

    /**
     * The three matrices, row-major, a row and a column for every independent joint.
     *
     * @throws LoopException where the loops do not close
     */
    public void compute(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut) {
        compute(q, qd, qdd, null, byPositionOut, byVelocityOut, byAccelerationOut);
    }

    /** As above, under external wrenches, whose numbers are constant in the frames that they are given in. */
    public void compute(
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut) {
        guard.begin();
        checkInputs(q, qd, qdd);
        checkOutput("byPositionOut", byPositionOut, q, qd, qdd);
        checkOutput("byVelocityOut", byVelocityOut, q, qd, qdd);
        checkOutput("byAccelerationOut", byAccelerationOut, q, qd, qdd);
        guard.checkDistinct("byVelocityOut", byVelocityOut, "byPositionOut", byPositionOut);
        guard.checkDistinct("byAccelerationOut", byAccelerationOut, "byPositionOut", byPositionOut);
        guard.checkDistinct("byAccelerationOut", byAccelerationOut, "byVelocityOut", byVelocityOut);
        if (!kinematics.close(q).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        kinematics.move(qd);
        kinematics.accelerate(qdd);
        double[] pose = kinematics.closure.q;
        tree.compute(null, pose, kinematics.qd, kinematics.qdd, wrenches, treeEfforts);
        treeSensitivity.compute(
                null, pose, kinematics.qd, kinematics.qdd, wrenches, List.of(), byPosition, byVelocity, mass);
        findSecondDerivatives();
        findThirdDerivatives(qd);
        for (int j = 0; j < count; j++) {
            fillColumn(j, qd, qdd, byPositionOut, byVelocityOut, byAccelerationOut);
        }
        guard.checkResult("byPositionOut", byPositionOut);
        guard.checkResult("byVelocityOut", byVelocityOut);
        guard.checkResult("byAccelerationOut", byAccelerationOut);
        guard.succeed();
    }

    private void checkInputs(double[] q, double[] qd, double[] qdd) {
        guard.checkLength("q", q, count);
        guard.checkLength("qd", qd, count);
        guard.checkLength("qdd", qdd, count);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
    }

    private void checkOutput(String name, double[] out, double[] q, double[] qd, double[] qdd) {
        guard.checkLength(name, out, count * count);
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, "qdd", qdd);
    }

    /** H[u, v] = ½ (H[u + v, u + v] − H[u, u] − H[v, v]). */
    private void findSecondDerivatives() {
        for (int j = 0; j < count; j++) {
            unit(j, 1);
            kinematics.times(direction, velocity);
            kinematics.secondOrder(velocity, second[j][j]);
        }
        for (int j = 0; j < count; j++) {
            for (int l = 0; l < j; l++) {
                unit(j, 1);
                direction[l] = 1;
                kinematics.times(direction, velocity);
                kinematics.secondOrder(velocity, acceleration);
                for (int i = 0; i < n; i++) {
                    double mixed = 0.5 * (acceleration[i] - second[j][j][i] - second[l][l][i]);
                    second[j][l][i] = mixed;
                    second[l][j][i] = mixed;
                }
            }
        }
    }

    /** T[u, u, v] = ⅙ (T[u + v]³ − T[u − v]³ − 2 T[v]³), with a v as long as u. */
    private void findThirdDerivatives(double[] u) {
        double size = 0;
        for (double rate : u) {
            size = Math.max(size, Math.abs(rate));
        }
        for (int j = 0; j < count; j++) {
            Arrays.fill(third[j], 0);
            if (size == 0) {
                continue;
            }
            for (int term = 0; term < 3; term++) {
                unit(j, term == 1 ? -size : size);
                if (term < 2) {
                    for (int k = 0; k < count; k++) {
                        direction[k] += u[k];
                    }
                }
                findJerk();
                double factor = (term == 0 ? 1 : term == 1 ? -1 : -2) / (6 * size);
                for (int i = 0; i < n; i++) {
                    third[j][i] += factor * jerk[i];
                }
            }
        }
    }

    private void unit(int j, double size) {
        Arrays.fill(direction, 0);
        direction[j] = size;
    }

    /** The jerk of all joints when the independent ones move evenly in a direction. */
    private void findJerk() {
        kinematics.times(direction, velocity);
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < count; j++) {
                for (int l = 0; l < count; l++) {
                    sum += direction[j] * direction[l] * second[j][l][i];
                }
            }
            acceleration[i] = sum;
        }
        kinematics.thirdOrder(velocity, acceleration, jerk);
    }

    private void fillColumn(int j, double[] qd, double[] qdd, double[] P, double[] V, double[] A) {
        unit(j, 1);
        kinematics.times(direction, velocity);

        // M G eⱼ
        Arrays.fill(column, 0);
        addTimes(mass, velocity, 1);
        project(j, A);

        // V G eⱼ + 2 M H[q̇, eⱼ]
        contract(qd, j, acceleration);
        Arrays.fill(column, 0);
        addTimes(byVelocity, velocity, 1);
        addTimes(mass, acceleration, 2);
        project(j, V);

        // P G eⱼ + V H[q̇, eⱼ] + M (H[q̈, eⱼ] + T[q̇, q̇, eⱼ])
        Arrays.fill(column, 0);
        addTimes(byPosition, velocity, 1);
        addTimes(byVelocity, acceleration, 1);
        contract(qdd, j, acceleration);
        addTimes(mass, acceleration, 1);
        addTimes(mass, third[j], 1);
        project(j, P);

        // + H[eₗ, eⱼ]ᵀ Γ_tr
        for (int l = 0; l < count; l++) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += second[l][j][i] * treeEfforts[i];
            }
            P[l * count + j] += sum;
        }
    }

    /** H[u, eⱼ]. */
    private void contract(double[] u, int j, double[] out) {
        Arrays.fill(out, 0);
        for (int l = 0; l < count; l++) {
            for (int i = 0; i < n; i++) {
                out[i] += u[l] * second[l][j][i];
            }
        }
    }

    private void addTimes(double[] matrix, double[] x, double factor) {
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += matrix[i * n + k] * x[k];
            }
            column[i] += factor * sum;
        }
    }

    /** Puts Gᵀ times the column into a column of the result. */
    private void project(int j, double[] out) {
        kinematics.transposeTimes(column, projected);
        for (int l = 0; l < count; l++) {
            out[l * count + j] = projected[l];
        }
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return kinematics;
    }
}
