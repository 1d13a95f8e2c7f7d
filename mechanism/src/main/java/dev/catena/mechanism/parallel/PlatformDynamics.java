package dev.catena.mechanism.parallel;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.model.Pose;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import org.jspecify.annotations.Nullable;

/** The bracket of [Khalil 66]: what a motion takes from the actuators, seen as a wrench at the platform. */
final class PlatformDynamics {
    final ParallelRobot robot;
    final ParallelKinematics kinematics;
    final PlatformBody platform;

    /** F_p, all six numbers. */
    final double[] platformWrench = new double[6];

    /** F_p + Σ J_viᵀ Jᵢ⁻ᵀ Γᵢ less what is applied from outside, by freedom. */
    final double[] required;

    /** By leg: Γᵢ. */
    final double[][] legEfforts;

    private final InverseDynamics[] legDynamics;
    private final Guard guard;
    private final double[] total = new double[6];
    private int revision;

    PlatformDynamics(ParallelRobot robot, Guard guard) {
        this.robot = robot;
        this.guard = guard;
        kinematics = new ParallelKinematics(robot);
        platform = new PlatformBody(robot.platform());
        required = new double[robot.freedoms().count()];
        legDynamics = robot.legs().stream()
                .map(leg -> new InverseDynamics(leg.model()))
                .toArray(InverseDynamics[]::new);
        legEfforts = robot.legs().stream()
                .map(leg -> new double[leg.model().jointCount()])
                .toArray(double[][]::new);
    }

    /** Complains about a wrench on the platform that is not finite. */
    void checkWrench(@Nullable Wrench wrenchInWorld) {
        if (wrenchInWorld != null) {
            guard.checkFinite("the force in wrenchInWorld", sum(wrenchInWorld.force()));
            guard.checkFinite("the moment in wrenchInWorld", sum(wrenchInWorld.moment()));
        }
    }

    private static double sum(Vector3 v) {
        return Math.abs(v.x()) / 4 + Math.abs(v.y()) / 4 + Math.abs(v.z()) / 4;
    }

    /** Ends a computation whose results belong to the pose that the kinematics hold. */
    void succeed() {
        revision = kinematics.revision();
        guard.succeed();
    }

    /** Complains unless the last computation succeeded and the legs are still where it put them. */
    void requireResults() {
        guard.requireResults();
        if (revision != kinematics.revision()) {
            throw new IllegalStateException(
                    "the legs of parallel robot \"%s\" were moved since the computation".formatted(robot.name()));
        }
    }

    /** For the motion that the kinematics hold. */
    void compute(Pose worldFromPlatform, @Nullable Wrench wrenchInWorld) {
        platform.wrench(
                worldFromPlatform.rotation(),
                kinematics.twist(),
                kinematics.acceleration(),
                robot.gravity(),
                1,
                platformWrench);
        System.arraycopy(platformWrench, 0, total, 0, 6);
        LegMotion[] legs = kinematics.legs();
        for (int i = 0; i < legs.length; i++) {
            legDynamics[i].compute(legs[i].posture(), null, legs[i].qd, legs[i].qdd, null, legEfforts[i]);
            legs[i].addToPlatform(legEfforts[i], total);
        }
        if (wrenchInWorld != null) {
            subtract(wrenchInWorld);
        }
        robot.freedoms().project(total, required, 0);
    }

    private void subtract(Wrench applied) {
        total[0] -= applied.force().x();
        total[1] -= applied.force().y();
        total[2] -= applied.force().z();
        total[3] -= applied.moment().x();
        total[4] -= applied.moment().y();
        total[5] -= applied.moment().z();
    }
}
