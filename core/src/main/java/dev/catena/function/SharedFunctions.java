package dev.catena.function;

import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.FloatingAccelerationFunction;
import dev.catena.dynamics.FloatingTorqueFunction;
import dev.catena.dynamics.MassMatrixFunction;
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
