package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import org.jspecify.annotations.Nullable;

/**
 * ∂Γ/∂x, ∂Γ/∂ẋ and ∂Γ/∂ẍ: how the efforts of the actuators change with the motion of the platform, for planning and
 * control. Columns are freedoms of the platform; of the pose, displacements along and turns about world axes, while the
 * numbers of velocity and acceleration in world axes stay.
 *
 * <p>Differentiating (J_p⁻¹)ᵀΓ = F_p + Σ KᵢᵀΓᵢ gives (J_p⁻¹)ᵀδΓ = δF_p + Σ δ(Kᵢᵀ(Γᵢ − τᵢ)), τᵢ the efforts of the
 * actuators of leg i held fixed. With more actuators than freedoms the efforts are those of least norm. Of friction the sign form counts with its viscous part alone. Cost: that of
 * {@link dev.catena.sensitivity.TorqueSensitivity} for each leg, and some hundred operations per leg and freedom. Nothing
 * is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ParallelSensitivity {
    private final ParallelRobot robot;
    private final Guard guard;
    private final PlatformVariation variation;
    private final int m;
    private final double[] efforts;
    private final double[] reduced;
    private final double[] solved;
    private final double[] twistOfEfforts;
    private final double[] y = new double[6];
    private final double[] ofLeg = new double[6];
    private final double[] turned;

    public ParallelSensitivity(ParallelRobot robot) {
        this.robot = robot;
        guard = robot.guard(ParallelSensitivity.class);
        variation = new PlatformVariation(robot, guard);
        m = robot.freedoms().count();
        efforts = new double[robot.actuatorCount()];
        turned = new double[efforts.length];
        solved = new double[efforts.length];
        reduced = new double[m];
        twistOfEfforts = new double[m];
    }

    /** One for another thread: of the same robot, its legs at their start. */
    public ParallelSensitivity copy() {
        return new ParallelSensitivity(robot);
    }

    /**
     * The three matrices, actuators by freedoms, row-major.
     *
     * @param wrenchInWorld what the environment applies on the platform, world axes, constant; null for nothing
     */
    public void compute(
            Pose worldFromPlatform,
            double[] velocityInWorld,
            double[] accelerationInWorld,
            @Nullable Wrench wrenchInWorld,
            double[] byPoseOut,
            double[] byVelocityOut,
            double[] byAccelerationOut) {
        guard.begin();
        checkOutput("byPoseOut", byPoseOut, velocityInWorld, accelerationInWorld);
        checkOutput("byVelocityOut", byVelocityOut, velocityInWorld, accelerationInWorld);
        checkOutput("byAccelerationOut", byAccelerationOut, velocityInWorld, accelerationInWorld);
        guard.checkDistinct("byVelocityOut", byVelocityOut, "byPoseOut", byPoseOut);
        guard.checkDistinct("byAccelerationOut", byAccelerationOut, "byPoseOut", byPoseOut);
        guard.checkDistinct("byAccelerationOut", byAccelerationOut, "byVelocityOut", byVelocityOut);
        variation.dynamics.checkWrench(wrenchInWorld);
        variation.compute(worldFromPlatform, velocityInWorld, accelerationInWorld, wrenchInWorld);
        HouseholderFactor factor = variation.dynamics.kinematics.factorJacobian();
        factor.solveTransposed(variation.dynamics.required, efforts);
        variation.prepare(efforts);
        if (efforts.length > m) {
            factor.solve(efforts, twistOfEfforts);
            robot.freedoms().expand(twistOfEfforts, y);
        }
        for (int k = 0; k < m; k++) {
            setColumn(factor, 0, k, byPoseOut);
            setColumn(factor, 1, k, byVelocityOut);
            setColumn(factor, 2, k, byAccelerationOut);
        }
        guard.checkResult("byPoseOut", byPoseOut);
        guard.checkResult("byVelocityOut", byVelocityOut);
        guard.checkResult("byAccelerationOut", byAccelerationOut);
        variation.dynamics.succeed();
    }

    private void checkOutput(String name, double[] out, double[] velocity, double[] acceleration) {
        robot.check(name, out, efforts.length * m, "actuators times freedoms");
        guard.checkDistinct(name, out, "velocityInWorld", velocity);
        guard.checkDistinct(name, out, "accelerationInWorld", acceleration);
    }

    private void setColumn(HouseholderFactor factor, int order, int k, double[] out) {
        variation.column(order, k, reduced);
        boolean turns = order == 0 && efforts.length > m;
        if (turns) {
            turn();
        }
        factor.solveTransposed(reduced, solved);
        for (int a = 0; a < efforts.length; a++) {
            out[a * m + k] = solved[a] + (turns ? turned[a] : 0);
        }
    }

    /** δΓ of the Γ = J_p⁻¹ y of least norm is (δJ_p⁻¹) y + J_p⁻¹ δy. */
    private void turn() {
        double[] inverseJacobian = variation.dynamics.kinematics.inverseJacobian();
        LegMotion[] motions = variation.dynamics.kinematics.legs();
        int actuator = 0;
        for (int i = 0; i < motions.length; i++) {
            variation.legs[i].changeOfVelocities(y, ofLeg);
            for (int joint : motions[i].actuated) {
                turned[actuator] = ofLeg[joint];
                for (int c = 0; c < m; c++) {
                    reduced[c] -= inverseJacobian[actuator * m + c] * ofLeg[joint];
                }
                actuator++;
            }
        }
    }
}
