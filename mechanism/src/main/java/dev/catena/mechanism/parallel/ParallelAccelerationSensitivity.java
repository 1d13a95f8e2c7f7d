package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import org.jspecify.annotations.Nullable;

/**
 * ∂ẍ/∂x, ∂ẍ/∂ẋ and ∂ẍ/∂Γ of {@link ParallelForwardDynamics}: how the acceleration of the platform changes with its pose and
 * velocity and with the efforts of the actuators. With h(x, ẋ, ẍ) = F_p + Σ Kᵢᵀ(Γᵢ − τᵢ) = 0 for efforts τᵢ that are held,
 *
 * <pre>
 * ∂ẍ/∂x = −A_x⁻¹ ∂h/∂x,   ∂ẍ/∂ẋ = −A_x⁻¹ ∂h/∂ẋ,   ∂ẍ/∂Γ = A_x⁻¹ (J_p⁻¹)ᵀ
 * </pre>
 *
 * at the acceleration that the efforts cause. Columns as in {@link ParallelSensitivity}. It needs no inverse of J_p⁻¹, so it works
 * in poses where the actuators do not hold the platform. Nothing is allocated after construction. Owned by one thread;
 * another one takes a {@link #copy}.
 */
public final class ParallelAccelerationSensitivity {
    private final ParallelRobot robot;
    private final Guard guard;
    private final ParallelForwardDynamics forward;
    private final PlatformVariation variation;
    private final int m;
    private final double[] acceleration;
    private final double[] right;
    private final double[] solved;

    public ParallelAccelerationSensitivity(ParallelRobot robot) {
        this.robot = robot;
        guard = robot.guard(ParallelAccelerationSensitivity.class);
        forward = new ParallelForwardDynamics(robot);
        variation = new PlatformVariation(robot, guard);
        m = robot.freedoms().count();
        acceleration = new double[m];
        right = new double[m];
        solved = new double[m];
    }

    /** One for another thread: of the same robot, its legs at their start. */
    public ParallelAccelerationSensitivity copy() {
        return new ParallelAccelerationSensitivity(robot);
    }

    /**
     * The three matrices, row-major: freedoms by freedoms, and freedoms by actuators.
     *
     * @param efforts of the actuators
     * @param wrenchInWorld what the environment applies on the platform, world axes, constant; null for nothing
     * @throws UnreachablePoseException where a leg or the freedoms of the platform do not allow the pose
     * @throws SingularPoseException where a leg has lost a direction, or the platform has none of inertia
     */
    public void compute(
            Pose worldFromPlatform,
            double[] velocityInWorld,
            double[] efforts,
            @Nullable Wrench wrenchInWorld,
            double[] byPoseOut,
            double[] byVelocityOut,
            double[] byEffortOut) {
        guard.begin();
        checkOutput("byPoseOut", byPoseOut, m * m, velocityInWorld, efforts);
        checkOutput("byVelocityOut", byVelocityOut, m * m, velocityInWorld, efforts);
        checkOutput("byEffortOut", byEffortOut, m * robot.actuatorCount(), velocityInWorld, efforts);
        guard.checkDistinct("byVelocityOut", byVelocityOut, "byPoseOut", byPoseOut);
        guard.checkDistinct("byEffortOut", byEffortOut, "byPoseOut", byPoseOut);
        guard.checkDistinct("byEffortOut", byEffortOut, "byVelocityOut", byVelocityOut);
        forward.compute(worldFromPlatform, velocityInWorld, efforts, wrenchInWorld, acceleration);
        variation.compute(worldFromPlatform, velocityInWorld, acceleration, wrenchInWorld);
        variation.prepare(efforts);
        for (int k = 0; k < m; k++) {
            variation.column(0, k, right);
            setColumn(-1, k, m, byPoseOut);
            variation.column(1, k, right);
            setColumn(-1, k, m, byVelocityOut);
        }
        double[] rows = variation.dynamics.kinematics.inverseJacobian();
        for (int a = 0; a < efforts.length; a++) {
            System.arraycopy(rows, a * m, right, 0, m);
            setColumn(1, a, efforts.length, byEffortOut);
        }
        guard.checkResult("byPoseOut", byPoseOut);
        guard.checkResult("byVelocityOut", byVelocityOut);
        guard.checkResult("byEffortOut", byEffortOut);
        variation.dynamics.succeed();
    }

    private void checkOutput(String name, double[] out, int length, double[] velocity, double[] efforts) {
        robot.check(name, out, length, "freedoms times columns");
        guard.checkDistinct(name, out, "velocityInWorld", velocity);
        guard.checkDistinct(name, out, "efforts", efforts);
    }

    private void setColumn(double sign, int column, int columns, double[] out) {
        forward.solve(right, solved);
        for (int i = 0; i < m; i++) {
            out[i * columns + column] = sign * solved[i];
        }
    }
}
