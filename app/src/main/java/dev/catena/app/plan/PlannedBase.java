package dev.catena.app.plan;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.mechanism.LoopException;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.planning.PlannedMotion;
import dev.catena.planning.function.FloatingDynamics;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.Surroundings;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How the base moves in a planned motion: as told, or as the momentum of a robot that floats makes it. */
interface PlannedBase {
    /** The names of the numbers, as other commands read them. */
    List<String> COLUMNS = Stream.of(
                    "x", "y", "z", "qx", "qy", "qz", "qw", "vx", "vy", "vz", "wx", "wy", "wz", "ax", "ay", "az",
                    "alphax", "alphay", "alphaz")
            .map("base_"::concat)
            .toList();

    /** Position, orientation, velocity, acceleration; times must not decrease from call to call. */
    double[] at(double time);

    /** Of a plan whose base moves. */
    static PlannedBase of(RobotModel robot, Surroundings around, PlannedMotion motion) {
        return robot.baseKind() == BaseKind.FLOATING
                ? new Floating(robot, motion)
                : new Told(around.base().orElseThrow());
    }

    private static double[] numbers(Pose pose, Twist... twists) {
        double[] all = new double[7 + 6 * twists.length];
        System.arraycopy(pose.position().toArray(), 0, all, 0, 3);
        System.arraycopy(pose.rotation().toQuaternion(), 0, all, 3, 4);
        for (int k = 0; k < twists.length; k++) {
            System.arraycopy(twists[k].linear().toArray(), 0, all, 7 + 6 * k, 3);
            System.arraycopy(twists[k].angular().toArray(), 0, all, 10 + 6 * k, 3);
        }
        return all;
    }

    /** A base that moves as told. */
    final class Told implements PlannedBase {
        private final BaseTrajectory trajectory;
        private final BaseMotion motion = new BaseMotion();

        Told(BaseTrajectory trajectory) {
            this.trajectory = trajectory;
        }

        @Override
        public double[] at(double time) {
            trajectory.at(time, motion);
            return numbers(motion.pose(), motion.velocityInBase(), motion.spatialAccelerationInBase());
        }
    }

    /** A base that floats: its velocity follows from the joints', its orientation is integrated, and the center of mass stays. */
    final class Floating implements PlannedBase {
        private static final double LONGEST_STEP = 1e-3;

        private final PlannedMotion motion;
        private final FloatingDynamics dynamics;
        private final double[] velocities = new double[6];
        private final double[] accelerations = new double[6];
        private final Vector3 gravity;
        private double now;
        private final Kinematics kinematics;
        private final SystemMotion system;
        private final Vector3 center;

        /** Null for a tree. */
        private final @Nullable LoopKinematics loops;

        private final double[] joints;
        private Rotation turned = Rotation.IDENTITY;

        Floating(RobotModel robot, PlannedMotion motion) {
            this.motion = motion.copy();
            // springs and the inertias of motors change nothing of what moves the base
            dynamics = new FloatingDynamics(robot.withoutSprings());
            gravity = robot.gravity();
            RobotModel tree = robot.openTree().withFixedBase();
            kinematics = new Kinematics(tree);
            system = new SystemMotion(tree);
            loops = robot.hasLoops() ? new LoopKinematics(robot) : null;
            joints = new double[tree.jointCount()];
            center = centerInBase(0);
        }

        @Override
        public double[] at(double time) {
            int steps = (int) Math.ceil((time - now) / LONGEST_STEP - 1e-9);
            double step = steps > 0 ? (time - now) / steps : 0;
            for (int k = 0; k < steps; k++) {
                advance(step);
            }
            now = time;
            Twist velocity = twist(time);
            Rotation toBase = turned.inverse();
            // the center of mass falls, or stays where it is
            Vector3 position = center.minus(turned.apply(centerInBase(time))).plus(gravity.times(time * time / 2));
            Twist acceleration = twist(accelerations);
            Vector3 v = velocity.linear().plus(toBase.apply(gravity.times(time)));
            Vector3 spatial = acceleration
                    .linear()
                    .plus(toBase.apply(gravity))
                    .minus(velocity.angular().cross(v));
            return numbers(
                    new Pose(turned, position),
                    new Twist(v, velocity.angular()),
                    new Twist(spatial, acceleration.angular()));
        }

        private Vector3 centerInBase(double time) {
            kinematics.compute(
                    joints(motion.at(Math.min(time, motion.duration())).position()));
            system.computePositions(kinematics);
            return system.centerOfMassInWorld();
        }

        /** The positions of all joints. */
        private double[] joints(double[] planned) {
            if (loops == null) {
                return planned;
            }
            if (!loops.close(planned).isClosed()) {
                throw new LoopException(loops.closure());
            }
            loops.positions(joints);
            return joints;
        }

        private Twist twist(double time) {
            MotionState s = motion.at(Math.min(time, motion.duration()));
            dynamics.base(s.position(), s.velocity(), s.acceleration(), velocities, accelerations);
            return twist(velocities);
        }

        private static Twist twist(double[] numbers) {
            return new Twist(
                    new Vector3(numbers[0], numbers[1], numbers[2]), new Vector3(numbers[3], numbers[4], numbers[5]));
        }

        /** A turn of fourth order from velocities at two Gauss points. */
        private void advance(double step) {
            double offset = Math.sqrt(3) / 6;
            Twist first = twist(now + (0.5 - offset) * step);
            Twist second = twist(now + (0.5 + offset) * step);
            // Ω = h (ω₁ + ω₂)/2 + √3 h²/12 ω₁ × ω₂ in the axes of the base
            Vector3 turn = first.angular()
                    .plus(second.angular())
                    .times(step / 2)
                    .plus(first.angular().cross(second.angular()).times(Math.sqrt(3) * step * step / 12));
            double angle = turn.norm();
            Rotation next = angle == 0 ? turned : turned.times(Rotation.about(turn, angle));
            turned = next;
            now += step;
        }
    }
}
