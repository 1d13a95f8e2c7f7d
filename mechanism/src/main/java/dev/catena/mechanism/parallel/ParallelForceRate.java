package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
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
    private final double[] shifted = new double[6];
    private final double[] rest = new double[6];
    private final double[] part = new double[6];
    private final double[] ofLeg = new double[6];
    private final double[] turned;

    public ParallelForceRate(ParallelRobot robot) {
        this.robot = robot;
        guard = robot.guard(ParallelForceRate.class);
        dynamics = new PlatformDynamics(robot, guard);
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
        kinematics.compute(worldFromPlatform, velocityInWorld, accelerationInWorld);
        dynamics.compute(worldFromPlatform, wrenchInWorld);
        HouseholderFactor factor = kinematics.factorJacobian();
        factor.solveTransposed(dynamics.required, efforts);

        robot.freedoms().expand(jerkInWorld, jerk);
        setPlatformRate(worldFromPlatform.rotation());
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
        LegMotion[] motions = kinematics.legs();
        for (int i = 0; i < legs.length; i++) {
            System.arraycopy(dynamics.legEfforts[i], 0, surplus, 0, motions[i].n);
            for (int joint : motions[i].actuated) {
                surplus[joint] -= efforts[actuator++];
            }
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

    /**
     * Ḟ_p = ω × F_p and what the components in platform axes change by: F_p is linear in a − g and γ, whose components
     * change by j − ω × (a − g) and ι − ω × γ, and quadratic in ω, whose components change by γ.
     */
    private void setPlatformRate(Rotation R) {
        double[] F = dynamics.platformWrench;
        double[] twist = dynamics.kinematics.twist();
        double[] acceleration = dynamics.kinematics.acceleration();
        Vector3 g = robot.gravity();
        Arrays.fill(wrenchRate, 0);
        addTurned(twist, F, 0, 1, wrenchRate);
        addTurned(twist, F, 3, 1, wrenchRate);

        System.arraycopy(acceleration, 0, part, 0, 6);
        part[0] -= g.x();
        part[1] -= g.y();
        part[2] -= g.z();
        System.arraycopy(jerk, 0, shifted, 0, 6);
        addTurned(twist, part, 0, -1, shifted);
        addTurned(twist, part, 3, -1, shifted);
        dynamics.platform.wrench(R, rest, shifted, g, 0, part);
        add(part, 1);
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int i = 3; i < 6; i++) {
                shifted[i] = twist[i] + sign * acceleration[i];
            }
            dynamics.platform.wrench(R, shifted, rest, g, 0, part);
            add(part, 0.5 * sign);
        }
    }

    private void add(double[] wrench, double factor) {
        for (int i = 0; i < 6; i++) {
            wrenchRate[i] += factor * wrench[i];
        }
    }

    /** out += factor ω × b for three numbers from an offset on. */
    private static void addTurned(double[] twist, double[] b, int at, double factor, double[] out) {
        out[at] += factor * (twist[4] * b[at + 2] - twist[5] * b[at + 1]);
        out[at + 1] += factor * (twist[5] * b[at] - twist[3] * b[at + 2]);
        out[at + 2] += factor * (twist[3] * b[at + 1] - twist[4] * b[at]);
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
