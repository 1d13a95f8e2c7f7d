package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * ∂Γ/∂x, ∂Γ/∂ẋ and ∂Γ/∂ẍ: how the efforts of the actuators change with the motion of the platform, for planning and
 * control. Columns are freedoms of the platform; of the pose, displacements along and turns about world axes, while the
 * numbers of velocity and acceleration in world axes stay.
 *
 * <p>Differentiating (J_p⁻¹)ᵀΓ = F_p + Σ KᵢᵀΓᵢ gives (J_p⁻¹)ᵀδΓ = δF_p + Σ δ(Kᵢᵀ(Γᵢ − τᵢ)), τᵢ the efforts of the
 * actuators of leg i held fixed. Of friction the sign form counts with its viscous part alone. Cost: that of
 * {@link dev.catena.sensitivity.TorqueSensitivity} for each leg, and some hundred operations per leg and freedom. Nothing
 * is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ParallelSensitivity {
    private final ParallelRobot robot;
    private final Guard guard;
    private final PlatformDynamics dynamics;
    private final LegVariation[] legs;
    private final int m;
    private final double[] efforts;
    private final double[] surplus = new double[6];
    private final double[] change = new double[6];
    private final double[] wrenchChange = new double[6];
    private final double[] reduced;
    private final double[] solved;
    private final double[] shifted = new double[6];
    private final double[] part = new double[6];
    private final double[] rest = new double[6];
    private final double[] turned = new double[6];

    /** For a robot with as many actuators as freedoms. */
    public ParallelSensitivity(ParallelRobot robot) {
        if (robot.actuatorCount() != robot.freedoms().count()) {
            throw new IllegalArgumentException(
                    "parallel robot \"%s\" has %s actuators for %s freedoms; sensitivities need one for each"
                            .formatted(
                                    robot.name(),
                                    robot.actuatorCount(),
                                    robot.freedoms().count()));
        }
        this.robot = robot;
        guard = robot.guard(ParallelSensitivity.class);
        dynamics = new PlatformDynamics(robot, guard);
        LegMotion[] motions = dynamics.kinematics.legs();
        legs = new LegVariation[motions.length];
        for (int i = 0; i < legs.length; i++) {
            legs[i] = new LegVariation(motions[i]);
        }
        m = robot.freedoms().count();
        efforts = new double[m];
        reduced = new double[m];
        solved = new double[m];
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
        dynamics.checkWrench(wrenchInWorld);
        ParallelKinematics kinematics = dynamics.kinematics;
        kinematics.compute(worldFromPlatform, velocityInWorld, accelerationInWorld);
        dynamics.compute(worldFromPlatform, wrenchInWorld);
        HouseholderFactor factor = kinematics.factorJacobian();
        factor.solveTransposed(dynamics.required, efforts);
        prepareLegs();
        Rotation R = worldFromPlatform.rotation();
        for (int k = 0; k < m; k++) {
            Arrays.fill(change, 0);
            change[robot.freedoms().coordinate(k)] = 1;

            Arrays.fill(wrenchChange, 0);
            addPlatformByPose(R);
            for (LegVariation leg : legs) {
                leg.addByPose(change, kinematics.twist(), kinematics.acceleration(), wrenchChange);
            }
            setColumn(factor, k, byPoseOut);

            Arrays.fill(wrenchChange, 0);
            addPlatformByVelocity(R, change, 1);
            for (LegVariation leg : legs) {
                leg.addByVelocity(change, kinematics.twist(), wrenchChange);
            }
            setColumn(factor, k, byVelocityOut);

            Arrays.fill(wrenchChange, 0);
            addPlatformByAcceleration(R, change, 1);
            for (LegVariation leg : legs) {
                leg.addByAcceleration(change, wrenchChange);
            }
            setColumn(factor, k, byAccelerationOut);
        }
        guard.checkResult("byPoseOut", byPoseOut);
        guard.checkResult("byVelocityOut", byVelocityOut);
        guard.checkResult("byAccelerationOut", byAccelerationOut);
        dynamics.succeed();
    }

    private void checkOutput(String name, double[] out, double[] velocity, double[] acceleration) {
        robot.check(name, out, m * m, "actuators times freedoms");
        guard.checkDistinct(name, out, "velocityInWorld", velocity);
        guard.checkDistinct(name, out, "accelerationInWorld", acceleration);
    }

    private void prepareLegs() {
        int actuator = 0;
        LegMotion[] motions = dynamics.kinematics.legs();
        for (int i = 0; i < legs.length; i++) {
            System.arraycopy(dynamics.legEfforts[i], 0, surplus, 0, motions[i].n);
            for (int joint : motions[i].actuated) {
                surplus[joint] -= efforts[actuator++];
            }
            legs[i].prepare(surplus);
        }
    }

    private void setColumn(HouseholderFactor factor, int k, double[] out) {
        robot.freedoms().project(wrenchChange, reduced, 0);
        factor.solveTransposed(reduced, solved);
        for (int i = 0; i < m; i++) {
            out[i * m + k] = solved[i];
        }
    }

    /**
     * Turning the platform and its motion alike turns F_p with them: δF_p = δθ × F_p less what turning the motion alone
     * makes of it.
     */
    private void addPlatformByPose(Rotation R) {
        double[] F = dynamics.platformWrench;
        addTurned(change, F, 0, wrenchChange);
        addTurned(change, F, 3, wrenchChange);
        Arrays.fill(turned, 0);
        addTurned(change, dynamics.kinematics.twist(), 3, turned);
        addPlatformByVelocity(R, turned, -1);
        Arrays.fill(turned, 0);
        double[] acceleration = dynamics.kinematics.acceleration();
        Vector3 g = robot.gravity();
        System.arraycopy(acceleration, 0, shifted, 0, 6);
        shifted[0] -= g.x();
        shifted[1] -= g.y();
        shifted[2] -= g.z();
        addTurned(change, shifted, 0, turned);
        addTurned(change, shifted, 3, turned);
        addPlatformByAcceleration(R, turned, -1);
    }

    /** F_p is quadratic in ω, so half of F_p(ω + δω) − F_p(ω − δω) is its differential. */
    private void addPlatformByVelocity(Rotation R, double[] twistChange, double factor) {
        double[] twist = dynamics.kinematics.twist();
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int i = 0; i < 6; i++) {
                shifted[i] = twist[i] + sign * twistChange[i];
            }
            dynamics.platform.wrench(R, shifted, rest, robot.gravity(), 0, part);
            for (int i = 0; i < 6; i++) {
                wrenchChange[i] += factor * sign * part[i] / 2;
            }
        }
    }

    /** F_p is linear in the accelerations. */
    private void addPlatformByAcceleration(Rotation R, double[] accelerationChange, double factor) {
        dynamics.platform.wrench(R, rest, accelerationChange, robot.gravity(), 0, part);
        for (int i = 0; i < 6; i++) {
            wrenchChange[i] += factor * part[i];
        }
    }

    /** out += δθ × b for three numbers from an offset on; δθ is the turn of a displacement. */
    private static void addTurned(double[] displacement, double[] b, int at, double[] out) {
        out[at] += displacement[4] * b[at + 2] - displacement[5] * b[at + 1];
        out[at + 1] += displacement[5] * b[at] - displacement[3] * b[at + 2];
        out[at + 2] += displacement[3] * b[at + 1] - displacement[4] * b[at];
    }
}
