package dev.catena.function;

import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.dynamics.TorqueRateFunction;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueCurvatureFunction;
import dev.catena.sensitivity.TorqueSensitivityFunction;
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
    private @Nullable MassMatrixFunction massMatrix;
    private @Nullable TorqueSensitivityFunction torqueSensitivity;
    private @Nullable TorqueCurvatureFunction torqueCurvature;

    public SharedFunctions(RobotModel robot, RobotFunctions source) {
        this.robot = robot;
        this.source = source;
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
