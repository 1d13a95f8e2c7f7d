package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import org.jspecify.annotations.Nullable;

/**
 * The actuator efforts that a motion of the platform needs, [Khalil 66]. Each leg is cut off from the platform and its
 * inverse dynamics computed as if it were free (gravity, friction and reflected inertia included); what legs and platform
 * take is brought to the platform, and then to the actuators, by the principle of virtual power.
 *
 * <p>With more actuators than freedoms the efforts are those of least norm. Cost: one inverse dynamics per leg, and the
 * factors of a small matrix. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ParallelInverseDynamics {
    /** Below it reflections decide whether the pose is singular. */
    private static final double SMALL_PIVOT = 1e-5;

    private final ParallelRobot robot;
    private final Guard guard;
    private final PlatformDynamics dynamics;
    private final double[] efforts;
    private final TransposedSystem square;
    private final double[] surplus = new double[6];

    public ParallelInverseDynamics(ParallelRobot robot) {
        this.robot = robot;
        guard = robot.guard(ParallelInverseDynamics.class);
        dynamics = new PlatformDynamics(robot, guard);
        efforts = new double[robot.actuatorCount()];
        square = new TransposedSystem(robot.freedoms().count());
    }

    /** One for another thread: of the same robot, its legs at their start. */
    public ParallelInverseDynamics copy() {
        return new ParallelInverseDynamics(robot);
    }

    /**
     * Efforts for a motion of the platform, nothing touching it.
     *
     * @param worldFromPlatform pose of the platform
     * @param velocityInWorld velocity of its origin and angular velocity, in its freedoms
     * @param accelerationInWorld their derivatives, without gravity
     * @param effortsOut by actuator, N or Nm
     * @throws UnreachablePoseException where a leg or the freedoms of the platform do not allow the pose
     * @throws SingularPoseException where a leg, or the actuators together, have lost a direction
     */
    public void compute(
            Pose worldFromPlatform, double[] velocityInWorld, double[] accelerationInWorld, double[] effortsOut) {
        compute(worldFromPlatform, velocityInWorld, accelerationInWorld, null, effortsOut);
    }

    /**
     * As above with a wrench that the environment applies on the platform, in world axes about the platform's origin; null
     * for none.
     */
    public void compute(
            Pose worldFromPlatform,
            double[] velocityInWorld,
            double[] accelerationInWorld,
            @Nullable Wrench wrenchInWorld,
            double[] effortsOut) {
        guard.begin();
        robot.checkActuators("effortsOut", effortsOut);
        guard.checkDistinct("effortsOut", effortsOut, "velocityInWorld", velocityInWorld);
        guard.checkDistinct("effortsOut", effortsOut, "accelerationInWorld", accelerationInWorld);
        dynamics.checkWrench(wrenchInWorld);
        dynamics.kinematics.compute(worldFromPlatform, velocityInWorld, accelerationInWorld);
        dynamics.compute(worldFromPlatform, wrenchInWorld);

        // (J_p⁻¹)ᵀ Γ = F_p + Σ J_viᵀ Jᵢ⁻ᵀ Γᵢ, [Khalil 66] without inverting
        ParallelKinematics kinematics = dynamics.kinematics;
        if (efforts.length != dynamics.required.length
                || !square.solve(kinematics.inverseJacobian(), dynamics.required, SMALL_PIVOT, effortsOut)) {
            kinematics.factorJacobian().solveTransposed(dynamics.required, effortsOut);
        }
        guard.checkResult("effortsOut", effortsOut);
        System.arraycopy(effortsOut, 0, efforts, 0, efforts.length);
        dynamics.succeed();
    }

    /**
     * Efforts along a trajectory, nothing touching the platform: one row per time, one column per actuator. Allocates.
     *
     * @throws UnreachablePoseException as {@link #compute(Pose, double[], double[], double[])} does
     * @throws SingularPoseException likewise
     */
    public double[][] along(PlatformTrajectory trajectory, double... times) {
        int m = robot.freedoms().count();
        double[] velocity = new double[m];
        double[] acceleration = new double[m];
        double[][] rows = new double[times.length][efforts.length];
        for (int k = 0; k < times.length; k++) {
            Pose pose = trajectory.at(times[k], velocity, acceleration);
            compute(pose, velocity, acceleration, rows[k]);
        }
        return rows;
    }

    /** Legs and Jacobian of the last computation. */
    public ParallelKinematics kinematics() {
        return dynamics.kinematics;
    }

    /** F_p of the last computation: what the platform itself takes, six numbers in world axes about its origin. */
    public void platformWrench(double[] wrenchOut) {
        dynamics.requireResults();
        robot.check("wrenchOut", wrenchOut, 6, "components of a wrench");
        System.arraycopy(dynamics.platformWrench, 0, wrenchOut, 0, 6);
    }

    /** The bracket of [Khalil 66]: what the whole robot takes, as wrench on the platform in its freedoms. */
    public void requiredWrench(double[] wrenchOut) {
        dynamics.requireResults();
        robot.checkFreedoms("wrenchOut", wrenchOut);
        System.arraycopy(dynamics.required, 0, wrenchOut, 0, wrenchOut.length);
    }

    /** Γᵢ of the last computation: what the joints of the free leg would take. */
    public void legEfforts(int leg, double[] effortsOut) {
        dynamics.requireResults();
        robot.checkLeg(leg);
        double[] from = dynamics.legEfforts[leg];
        robot.check("effortsOut", effortsOut, from.length, "joints in leg " + leg);
        System.arraycopy(from, 0, effortsOut, 0, from.length);
    }

    /**
     * The force that a leg tied by a point exerts on the platform there, in world axes, by the last computation. A leg
     * with fewer than three joints also carries forces that the motion does not determine: it is refused.
     */
    public Vector3 forceOnPlatform(int leg) {
        dynamics.requireResults();
        robot.checkLeg(leg);
        LegMotion motion = dynamics.kinematics.legs()[leg];
        if (motion.leg.connection() != LegConnection.POINT || motion.n != 3) {
            throw new IllegalArgumentException(
                    "leg \"%s\" has %s joints and is tied by %s; its force is determined for three joints and a point"
                            .formatted(motion.leg.name(), motion.n, motion.leg.connection()));
        }
        int actuator = 0;
        for (int i = 0; i < leg; i++) {
            actuator += dynamics.kinematics.legs()[i].actuated.length;
        }
        for (int j = 0; j < motion.n; j++) {
            surplus[j] = -dynamics.legEfforts[leg][j];
        }
        for (int joint : motion.actuated) {
            surplus[joint] += efforts[actuator++];
        }
        double[] force = new double[3];
        motion.tipWrench(surplus, force);
        return new Vector3(force[0], force[1], force[2]);
    }
}
