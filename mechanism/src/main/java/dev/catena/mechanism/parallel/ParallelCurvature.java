package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The second derivatives of the efforts of the actuators, contracted with multipliers μ: the symmetric matrix μᵀ∂²Γ by pose,
 * velocity and acceleration of the platform, exact, row-major. Columns as in {@link ParallelSensitivity}; of the pose, displacements
 * along world axes and turns exp(χ̂) R, while the numbers of velocity and acceleration in world axes stay.
 *
 * <p>With the twist w = J_p μ of the platform, μᵀΓ = w·(F_p + Σ KᵢᵀΓᵢ). Efforts τ that are held make h = F_p + Σ Kᵢᵀ(Γᵢ − τᵢ)
 * vanish, and
 *
 * <pre>
 * μᵀ∂²Γ = w·∂²h + ∂w·∂h + ∂h·∂w,    ∂w = −J_p (∂J_p⁻¹) w
 * </pre>
 *
 * Of friction the smooth form is differentiated. Nothing is allocated after construction. Owned by one thread; another one
 * takes a {@link #copy}.
 */
public final class ParallelCurvature {
    private final ParallelRobot robot;
    private final Guard guard;
    private final PlatformVariation variation;
    private final PlatformCurvature platform;
    private final LegCurvature[] legs;
    private final int m;
    private final double[] efforts;
    private final double[] reduced;
    private final double[] w = new double[6];

    /** By column: ∂h, and by pose ∂w. */
    private final double[][] ofForce;

    private final double[][] ofTwist;

    /** For a robot with as many actuators as freedoms. */
    public ParallelCurvature(ParallelRobot robot) {
        m = robot.freedoms().count();
        if (robot.actuatorCount() != m) {
            throw new IllegalArgumentException(
                    "parallel robot \"%s\" has %s actuators for %s freedoms; second derivatives need one for each: take some out of the legs, or contract those of ParallelSensitivity, which shares the efforts"
                            .formatted(robot.name(), robot.actuatorCount(), m));
        }
        this.robot = robot;
        guard = robot.guard(ParallelCurvature.class);
        variation = new PlatformVariation(robot, guard);
        platform = new PlatformCurvature(robot);
        legs = new LegCurvature[variation.legs.length];
        for (int i = 0; i < legs.length; i++) {
            legs[i] = new LegCurvature(variation.legs[i], m);
        }
        efforts = new double[m];
        reduced = new double[m];
        ofForce = new double[3 * m][m];
        ofTwist = new double[m][m];
    }

    /** One for another thread: of the same robot, its legs at their start. */
    public ParallelCurvature copy() {
        return new ParallelCurvature(robot);
    }

    /**
     * The contracted second derivatives, 3m rows and columns for m freedoms: of the pose, of velocity, then of acceleration.
     *
     * @param wrenchInWorld what the environment applies on the platform, world axes, constant; null for nothing
     * @param mu a number for each actuator
     * @throws UnreachablePoseException where a leg or the freedoms of the platform do not allow the pose
     * @throws SingularPoseException where a leg, or the actuators together, have lost a direction
     */
    public void compute(
            Pose worldFromPlatform,
            double[] velocityInWorld,
            double[] accelerationInWorld,
            @Nullable Wrench wrenchInWorld,
            double[] mu,
            double[] hessianOut) {
        guard.begin();
        robot.checkActuators("mu", mu);
        guard.checkFinite("mu", mu);
        robot.check("hessianOut", hessianOut, 9 * m * m, "three times the freedoms, squared");
        guard.checkDistinct("hessianOut", hessianOut, "velocityInWorld", velocityInWorld);
        guard.checkDistinct("hessianOut", hessianOut, "accelerationInWorld", accelerationInWorld);
        guard.checkDistinct("hessianOut", hessianOut, "mu", mu);
        variation.dynamics.checkWrench(wrenchInWorld);
        variation.compute(worldFromPlatform, velocityInWorld, accelerationInWorld, wrenchInWorld);
        ParallelKinematics kinematics = variation.dynamics.kinematics;
        HouseholderFactor factor = kinematics.factorJacobian();
        factor.solveTransposed(variation.dynamics.required, efforts);
        variation.prepare(efforts);
        factor.solve(mu, reduced);
        robot.freedoms().expand(reduced, w);
        Arrays.fill(hessianOut, 0);
        for (LegCurvature leg : legs) {
            leg.prepare(w, kinematics.twist(), kinematics.acceleration(), guard);
        }
        differentiate(factor);
        for (LegCurvature leg : legs) {
            leg.add(robot.freedoms(), kinematics.twist(), hessianOut);
        }
        platform.add(
                worldFromPlatform.rotation(),
                w,
                kinematics.twist(),
                kinematics.acceleration(),
                robot.gravity(),
                variation.dynamics.platformWrench,
                hessianOut);
        addChangesOfTwist(hessianOut);
        guard.checkResult("hessianOut", hessianOut);
        variation.dynamics.succeed();
    }

    /** ∂h, the motions of legs, and ∂w, by all columns. */
    private void differentiate(HouseholderFactor factor) {
        LegMotion[] motions = variation.dynamics.kinematics.legs();
        for (int c = 0; c < 3 * m; c++) {
            variation.column(c / m, c % m, ofForce[c]);
            int actuator = 0;
            for (int i = 0; i < legs.length; i++) {
                legs[i].keep(c, c < m, w);
                for (int joint : motions[i].actuated) {
                    reduced[actuator++] = -legs[i].virtualChange(c, joint);
                }
            }
            if (c < m) {
                factor.solve(reduced, ofTwist[c]);
            }
        }
    }

    private void addChangesOfTwist(double[] H) {
        int width = 3 * m;
        for (int a = 0; a < m; a++) {
            for (int b = 0; b < width; b++) {
                double sum = 0;
                for (int i = 0; i < m; i++) {
                    sum += ofTwist[a][i] * ofForce[b][i];
                }
                H[a * width + b] += sum;
                H[b * width + a] += sum;
            }
        }
    }
}
