package dev.catena.function;

import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.FloatingAccelerationFunction;
import dev.catena.dynamics.FloatingTorqueFunction;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.dynamics.SurroundedAccelerationFunction;
import dev.catena.dynamics.SurroundedTorqueFunction;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.dynamics.TorqueRateFunction;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueCurvatureFunction;
import dev.catena.sensitivity.TorqueSensitivityFunction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The functions of one robot for any number of objects and threads: each is made, and compiled, when somebody asks for it
 * first, and everybody gets a copy.
 */
public final class SharedFunctions {
    private final RobotModel robot;
    private final RobotFunctions source;
    private @Nullable TorqueFunction torque;
    private @Nullable TorqueRateFunction torqueRate;
    private @Nullable AccelerationFunction acceleration;
    private @Nullable FloatingTorqueFunction floatingTorque;
    private @Nullable FloatingAccelerationFunction floatingAcceleration;
    private @Nullable SurroundedAccelerationFunction loadedAcceleration;
    private @Nullable SurroundedAccelerationFunction movedAcceleration;
    private @Nullable SurroundedTorqueFunction loadedTorque;
    private @Nullable SurroundedTorqueFunction movedTorque;
    private @Nullable MassMatrixFunction massMatrix;
    private @Nullable TorqueSensitivityFunction torqueSensitivity;
    private @Nullable TorqueCurvatureFunction torqueCurvature;

    public SharedFunctions(RobotModel robot, RobotFunctions source) {
        this.robot = robot;
        this.source = source;
    }

    /** How those that were asked for so far compute, in words, as in "torque compiled; torque rate hand-written". */
    public synchronized String origin() {
        Map<String, String> origins = new LinkedHashMap<>();
        put(origins, "torque", torque, TorqueFunction::origin);
        put(origins, "torque rate", torqueRate, TorqueRateFunction::origin);
        put(origins, "acceleration", acceleration, AccelerationFunction::origin);
        put(origins, "torque while floating", floatingTorque, FloatingTorqueFunction::origin);
        put(origins, "acceleration while floating", floatingAcceleration, FloatingAccelerationFunction::origin);
        put(origins, "acceleration under wrenches", loadedAcceleration, SurroundedAccelerationFunction::origin);
        put(origins, "acceleration on a moving base", movedAcceleration, SurroundedAccelerationFunction::origin);
        put(origins, "torque under wrenches", loadedTorque, SurroundedTorqueFunction::origin);
        put(origins, "torque on a moving base", movedTorque, SurroundedTorqueFunction::origin);
        put(origins, "mass matrix", massMatrix, MassMatrixFunction::origin);
        put(origins, "torque derivatives", torqueSensitivity, TorqueSensitivityFunction::origin);
        put(origins, "second torque derivatives", torqueCurvature, TorqueCurvatureFunction::origin);
        return origins.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining("; "));
    }

    private static <T> void put(
            Map<String, String> origins, String name, @Nullable T function, Function<T, String> origin) {
        if (function != null) {
            origins.put(name, origin.apply(function));
        }
    }

    public synchronized TorqueFunction torque() {
        if (torque == null) {
            torque = source.torque(robot);
        }
        return torque.copy();
    }

    public synchronized TorqueRateFunction torqueRate() {
        if (torqueRate == null) {
            torqueRate = source.torqueRate(robot);
        }
        return torqueRate.copy();
    }

    public synchronized AccelerationFunction acceleration() {
        if (acceleration == null) {
            acceleration = source.acceleration(robot);
        }
        return acceleration.copy();
    }

    public synchronized FloatingTorqueFunction floatingTorque() {
        if (floatingTorque == null) {
            floatingTorque = source.floatingTorque(robot);
        }
        return floatingTorque.copy();
    }

    public synchronized FloatingAccelerationFunction floatingAcceleration() {
        if (floatingAcceleration == null) {
            floatingAcceleration = source.floatingAcceleration(robot);
        }
        return floatingAcceleration.copy();
    }

    /**
     * Accelerations under wrenches.
     *
     * @param moves whether the base moves as told
     */
    public synchronized SurroundedAccelerationFunction surroundedAcceleration(boolean moves) {
        SurroundedAccelerationFunction known = moves ? movedAcceleration : loadedAcceleration;
        if (known == null) {
            known = source.surroundedAcceleration(robot, moves);
            movedAcceleration = moves ? known : movedAcceleration;
            loadedAcceleration = moves ? loadedAcceleration : known;
        }
        return known.copy();
    }

    /**
     * Torques under wrenches.
     *
     * @param moves whether the base moves as told
     */
    public synchronized SurroundedTorqueFunction surroundedTorque(boolean moves) {
        SurroundedTorqueFunction known = moves ? movedTorque : loadedTorque;
        if (known == null) {
            known = source.surroundedTorque(robot, moves);
            movedTorque = moves ? known : movedTorque;
            loadedTorque = moves ? loadedTorque : known;
        }
        return known.copy();
    }

    public synchronized MassMatrixFunction massMatrix() {
        if (massMatrix == null) {
            massMatrix = source.massMatrix(robot);
        }
        return massMatrix.copy();
    }

    public synchronized TorqueSensitivityFunction torqueSensitivity() {
        if (torqueSensitivity == null) {
            torqueSensitivity = source.torqueSensitivity(robot);
        }
        return torqueSensitivity.copy();
    }

    public synchronized TorqueCurvatureFunction torqueCurvature() {
        if (torqueCurvature == null) {
            torqueCurvature = source.torqueCurvature(robot);
        }
        return torqueCurvature.copy();
    }
}
