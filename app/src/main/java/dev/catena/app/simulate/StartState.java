package dev.catena.app.simulate;

import dev.catena.app.console.UserError;
import dev.catena.model.BaseKind;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.simulation.State;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a simulation starts: as options say, else where a motion that is played back starts, else at zero, or in the assembly
 * of closed loops.
 */
public final class StartState {
    private static final List<String> POSE =
            List.of("base_x", "base_y", "base_z", "base_qx", "base_qy", "base_qz", "base_qw");
    private static final List<String> VELOCITY =
            List.of("base_vx", "base_vy", "base_vz", "base_wx", "base_wy", "base_wz");

    private final RobotModel robot;
    private final Map<String, Double> played;
    private final boolean withinLimits;

    /**
     * @param played the first row of a motion that is played back, by column; empty for none
     * @param withinLimits whether joints whose position nobody gives start within their limits
     */
    public StartState(RobotModel robot, Map<String, Double> played, boolean withinLimits) {
        this.robot = robot;
        this.played = played;
        this.withinLimits = withinLimits;
    }

    /** Whether a motion that is played back has a base that moves. */
    public static boolean hasBase(Map<String, Double> played) {
        return played.keySet().containsAll(POSE);
    }

    /** The state; options are null where they were not given. */
    public State of(
            @Nullable String positions,
            @Nullable String velocities,
            @Nullable String basePose,
            @Nullable String baseVelocity) {
        State start = new State(robot)
                .jointPositions(JointValues.parse("--q", positions, robot, joints("q_", positions, this::position)))
                .jointVelocities(JointValues.parse("--qd", velocities, robot, joints("qd_", velocities, joint -> 0)));
        if (positions == null && velocities == null) {
            setMotors(start);
        }
        if ((basePose != null || baseVelocity != null) && robot.baseKind() != BaseKind.FLOATING) {
            throw new UserError("the base of robot \"%s\" is fixed; --floating lets it float".formatted(robot.name()));
        }
        if (robot.baseKind() == BaseKind.FLOATING) {
            setBase(start, basePose, baseVelocity);
        }
        return start;
    }

    private interface ByJoint {
        double of(Joint joint);
    }

    private double[] joints(String key, @Nullable String given, ByJoint otherwise) {
        return robot.movingJoints().stream()
                .mapToDouble(joint -> {
                    Double first = given == null ? played.get(key + joint.name()) : null;
                    return first == null ? otherwise.of(joint) : first;
                })
                .toArray();
    }

    /** Zero, or for closed loops the assembly; with rigid stops the nearest position within the limits. */
    private double position(Joint joint) {
        if (robot.hasLoops()) {
            return robot.loops().assembly().getOrDefault(joint.name(), 0.0);
        }
        return withinLimits
                ? Math.max(joint.limits().lower(), Math.min(joint.limits().upper(), 0))
                : 0;
    }

    private void setMotors(State start) {
        List<String> names = robot.elasticJoints().stream().map(Joint::name).toList();
        double[] theta =
                names.stream().mapToDouble(name -> number("theta_" + name)).toArray();
        double[] rates =
                names.stream().mapToDouble(name -> number("thetad_" + name)).toArray();
        if (names.isEmpty() || Arrays.stream(theta).anyMatch(Double::isNaN)) {
            return;
        }
        start.motorPositions(theta);
        if (Arrays.stream(rates).noneMatch(Double::isNaN)) {
            start.motorVelocities(rates);
        }
    }

    private double number(String column) {
        return played.getOrDefault(column, Double.NaN);
    }

    private void setBase(State start, @Nullable String basePose, @Nullable String baseVelocity) {
        double[] pose = basePose != null ? JointValues.list("--base", basePose, 7) : numbers(POSE);
        if (pose.length > 0) {
            double[] quaternion = Arrays.copyOfRange(pose, 3, 7);
            if (Arrays.stream(quaternion).allMatch(number -> number == 0)) {
                throw new UserError("--base: the quaternion 0,0,0,0 names no rotation");
            }
            start.basePositionInWorld(Arrays.copyOf(pose, 3)).baseOrientation(quaternion);
        }
        double[] velocity =
                baseVelocity != null ? JointValues.list("--base-velocity", baseVelocity, 6) : numbers(VELOCITY);
        if (velocity.length > 0) {
            start.baseVelocityInBase(velocity);
        }
    }

    /** All of some columns, or nothing. */
    private double[] numbers(List<String> columns) {
        return played.keySet().containsAll(columns)
                ? columns.stream().mapToDouble(this::number).toArray()
                : new double[0];
    }
}
