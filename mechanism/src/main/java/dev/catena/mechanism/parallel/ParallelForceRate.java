package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The actuator efforts that a motion of the platform needs, [Khalil 66], and their time derivatives, where the jerk of the
 * platform is known.
 *
 * <p>Differentiating (J_p⁻¹)ᵀΓ = F_p + Σ J_viᵀJᵢ⁻ᵀΓᵢ with the actuators' efforts and the wrenches at the tips as loads
 * of the legs leaves (J_p⁻¹)ᵀΓ̇ = Ḟ_p + Σ (KᵢᵀΓ̇ᵢ + J̇_viᵀfᵢ), Γ̇ᵢ under the tip's wrench fᵢ that is constant in world
 * axes. With more actuators than freedoms the rates are those of the efforts of least norm. Nothing is allocated after
 * construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ParallelForceRate {
    private final ParallelRobot robot;
    private final Guard guard;
    private final PlatformVariation variation;
    private final PlatformDynamics dynamics;
    private final LegRate[] legs;
    private final int m;
    private final double[] efforts;
    private final double[] surplus = new double[6];
    private final double[] jerk = new double[6];
    private final double[] wrenchRate = new double[6];
    private final double[] reduced;
    private final double[] twistOfEfforts;
    private final double[] y = new double[6];
    private final double[] ofLeg = new double[6];
    private final double[] turned;

    public ParallelForceRate(ParallelRobot robot) {
        this.robot = robot;
        guard = robot.guard(ParallelForceRate.class);
        variation = new PlatformVariation(robot, guard);
        dynamics = variation.dynamics;
        LegMotion[] motions = dynamics.kinematics.legs();
        legs = new LegRate[motions.length];
        for (int i = 0; i < legs.length; i++) {
            legs[i] = new LegRate(motions[i]);
        }
        m = robot.freedoms().count();
        efforts = new double[robot.actuatorCount()];
        turned = new double[robot.actuatorCount()];
        reduced = new double[m];
        twistOfEfforts = new double[m];
    }

    /** One for another thread: of the same robot, its legs at their start. */
    public ParallelForceRate copy() {
        return new ParallelForceRate(robot);
    }

    /**
     * Efforts and their rates for a motion of the platform.
     *
     * @param worldFromPlatform pose of the platform
     * @param velocityInWorld velocity of its origin and angular velocity, in its freedoms
     * @param accelerationInWorld their derivatives, without gravity
     * @param jerkInWorld and the derivatives of these
     * @param wrenchInWorld what the environment applies on the platform, in world axes about the platform's origin,
     *     constant; null for nothing
     * @throws UnreachablePoseException where a leg or the freedoms of the platform do not allow the pose
     * @throws SingularPoseException where a leg, or the actuators together, have lost a direction
     */
    public void compute(
            Pose worldFromPlatform,
            double[] velocityInWorld,
            double[] accelerationInWorld,
            double[] jerkInWorld,
            @Nullable Wrench wrenchInWorld,
            double[] effortsOut,
            double[] effortRatesOut) {
        guard.begin();
        check("effortsOut", effortsOut, velocityInWorld, accelerationInWorld, jerkInWorld);
        check("effortRatesOut", effortRatesOut, velocityInWorld, accelerationInWorld, jerkInWorld);
        guard.checkDistinct("effortRatesOut", effortRatesOut, "effortsOut", effortsOut);
        robot.checkFreedoms("jerkInWorld", jerkInWorld);
        guard.checkFinite("jerkInWorld", jerkInWorld);
        dynamics.checkWrench(wrenchInWorld);
        ParallelKinematics kinematics = dynamics.kinematics;
        variation.compute(worldFromPlatform, velocityInWorld, accelerationInWorld, wrenchInWorld);
        HouseholderFactor factor = kinematics.factorJacobian();
        factor.solveTransposed(dynamics.required, efforts);

        robot.freedoms().expand(jerkInWorld, jerk);
        Arrays.fill(wrenchRate, 0);
        variation.addPlatform(kinematics.twist(), kinematics.acceleration(), jerk, wrenchRate);
        addLegs();
        robot.freedoms().project(wrenchRate, reduced, 0);
        share(factor, effortRatesOut);
        System.arraycopy(efforts, 0, effortsOut, 0, efforts.length);
        guard.checkResult("effortsOut", effortsOut);
        guard.checkResult("effortRatesOut", effortRatesOut);
        dynamics.succeed();
    }

    private void check(String name, double[] out, double[] velocity, double[] acceleration, double[] jerkInWorld) {
        robot.checkActuators(name, out);
        guard.checkDistinct(name, out, "velocityInWorld", velocity);
        guard.checkDistinct(name, out, "accelerationInWorld", acceleration);
        guard.checkDistinct(name, out, "jerkInWorld", jerkInWorld);
    }

    private void addLegs() {
        int actuator = 0;
        ParallelKinematics kinematics = dynamics.kinematics;
        for (int i = 0; i < legs.length; i++) {
            actuator = variation.surplus(i, efforts, actuator, surplus);
            legs[i].move(kinematics.twist(), kinematics.acceleration(), jerk);
            guard.checkResult("a leg's jerks", legs[i].qddd);
            legs[i].addToPlatform(surplus, wrenchRate);
        }
    }

    /** Γ̇ of the Γ = J_p⁻¹ y of least norm: (d/dt J_p⁻¹) y + J_p⁻¹ ẏ. */
    private void share(HouseholderFactor factor, double[] effortRatesOut) {
        if (efforts.length == m) {
            factor.solveTransposed(reduced, effortRatesOut);
            return;
        }
        factor.solve(efforts, twistOfEfforts);
        robot.freedoms().expand(twistOfEfforts, y);
        LegMotion[] motions = dynamics.kinematics.legs();
        double[] inverseJacobian = dynamics.kinematics.inverseJacobian();
        int actuator = 0;
        for (int i = 0; i < legs.length; i++) {
            legs[i].rateOfVelocities(y, ofLeg);
            for (int joint : motions[i].actuated) {
                turned[actuator] = ofLeg[joint];
                for (int k = 0; k < m; k++) {
                    reduced[k] -= inverseJacobian[actuator * m + k] * ofLeg[joint];
                }
                actuator++;
            }
        }
        factor.solveTransposed(reduced, effortRatesOut);
        for (int a = 0; a < turned.length; a++) {
            effortRatesOut[a] += turned[a];
        }
    }

    /** Legs and Jacobian of the last computation. */
    public ParallelKinematics kinematics() {
        return dynamics.kinematics;
    }

    /** Jerks of the joints of a leg by the last computation. */
    public void legJerks(int leg, double[] qdddOut) {
        dynamics.requireResults();
        robot.checkLeg(leg);
        robot.check("qdddOut", qdddOut, legs[leg].qddd.length, "joints in leg " + leg);
        System.arraycopy(legs[leg].qddd, 0, qdddOut, 0, qdddOut.length);
    }
}
