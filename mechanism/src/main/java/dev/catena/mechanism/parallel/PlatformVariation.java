package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How F_p + Σ Kᵢᵀ(Γᵢ − τᵢ), what platform and legs take beyond the efforts τᵢ of their actuators, changes with the motion of the
 * platform while these efforts stay. Derivatives of efforts follow by J_p, those of accelerations by A_x, rates along a motion
 * and second derivatives alike.
 */
final class PlatformVariation {
    final ParallelRobot robot;
    final PlatformDynamics dynamics;
    final LegVariation[] legs;

    private final double[] surplus = new double[6];
    private final double[] shifted = new double[6];
    private final double[] part = new double[6];
    private final double[] rest = new double[6];
    private final double[] turn = new double[6];
    private final double[] none = new double[6];
    private final double[] wrench = new double[6];
    private final double[] change = new double[6];
    private Rotation R = Rotation.IDENTITY;

    PlatformVariation(ParallelRobot robot, Guard guard) {
        this.robot = robot;
        dynamics = new PlatformDynamics(robot, guard);
        LegMotion[] motions = dynamics.kinematics.legs();
        legs = new LegVariation[motions.length];
        for (int i = 0; i < legs.length; i++) {
            legs[i] = new LegVariation(motions[i]);
        }
    }

    /** Takes a motion; {@link #prepare} takes the efforts. */
    void compute(Pose worldFromPlatform, double[] velocity, double[] acceleration, @Nullable Wrench wrenchInWorld) {
        R = worldFromPlatform.rotation();
        dynamics.kinematics.compute(worldFromPlatform, velocity, acceleration);
        dynamics.compute(worldFromPlatform, wrenchInWorld);
    }

    /** Takes the efforts of the actuators. */
    void prepare(double[] efforts) {
        int actuator = 0;
        for (int i = 0; i < legs.length; i++) {
            actuator = surplus(i, efforts, actuator, surplus);
            legs[i].prepare(surplus);
        }
    }

    /** Γᵢ − τᵢ of a leg, whose actuators begin at an index; returns where those of the next leg begin. */
    int surplus(int leg, double[] efforts, int actuator, double[] out) {
        LegMotion motion = dynamics.kinematics.legs()[leg];
        System.arraycopy(dynamics.legEfforts[leg], 0, out, 0, motion.n);
        int next = actuator;
        for (int joint : motion.actuated) {
            out[joint] -= efforts[next++];
        }
        return next;
    }

    /** One column of the changes by pose, velocity or acceleration: 0, 1 or 2. */
    void column(int order, int freedom, double[] reducedOut) {
        Arrays.fill(change, 0);
        change[robot.freedoms().coordinate(freedom)] = 1;
        Arrays.fill(wrench, 0);
        addPlatform(order == 0 ? change : none, order == 1 ? change : none, order == 2 ? change : none, wrench);
        ParallelKinematics kinematics = dynamics.kinematics;
        for (LegVariation leg : legs) {
            if (order == 0) {
                leg.addByPose(change, kinematics.twist(), kinematics.acceleration(), wrench);
            } else if (order == 1) {
                leg.addByVelocity(change, kinematics.twist(), wrench);
            } else {
                leg.addByAcceleration(change, wrench);
            }
        }
        robot.freedoms().project(wrench, reducedOut, 0);
    }

    /**
     * δF_p for a displacement and changes of twist and acceleration. Turning the platform and its motion alike turns F_p with
     * them, δθ × F_p; beside that its components change with those of a − g and γ, linearly, and of ω, quadratically.
     */
    void addPlatform(double[] displacement, double[] ofTwist, double[] ofAcceleration, double[] wrenchOut) {
        double[] F = dynamics.platformWrench;
        double[] twist = dynamics.kinematics.twist();
        double[] acceleration = dynamics.kinematics.acceleration();
        Vector3 g = robot.gravity();
        addTurned(displacement, F, 0, 1, wrenchOut);
        addTurned(displacement, F, 3, 1, wrenchOut);

        System.arraycopy(acceleration, 0, part, 0, 6);
        part[0] -= g.x();
        part[1] -= g.y();
        part[2] -= g.z();
        System.arraycopy(ofAcceleration, 0, shifted, 0, 6);
        addTurned(displacement, part, 0, -1, shifted);
        addTurned(displacement, part, 3, -1, shifted);
        dynamics.platform.wrench(R, rest, shifted, g, 0, part);
        add(1, wrenchOut);

        System.arraycopy(ofTwist, 0, turn, 0, 6);
        addTurned(displacement, twist, 3, -1, turn);
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int i = 3; i < 6; i++) {
                shifted[i] = twist[i] + sign * turn[i];
            }
            dynamics.platform.wrench(R, shifted, rest, g, 0, part);
            add(0.5 * sign, wrenchOut);
        }
    }

    private void add(double factor, double[] out) {
        for (int i = 0; i < 6; i++) {
            out[i] += factor * part[i];
        }
    }

    /** out += factor δθ × b for three numbers from an offset on; δθ is the turn of a displacement. */
    static void addTurned(double[] displacement, double[] b, int at, double factor, double[] out) {
        out[at] += factor * (displacement[4] * b[at + 2] - displacement[5] * b[at + 1]);
        out[at + 1] += factor * (displacement[5] * b[at] - displacement[3] * b[at + 2]);
        out[at + 2] += factor * (displacement[3] * b[at + 1] - displacement[4] * b[at]);
    }
}
