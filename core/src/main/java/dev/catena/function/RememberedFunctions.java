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

/** Functions that are made once for equal robots: those of the robots that were asked for last are kept. */
final class RememberedFunctions implements RobotFunctions {
    static final int MOST_ROBOTS = 16;

    private final RobotFunctions source;
    private final Map<RobotModel, SharedFunctions> known = new LinkedHashMap<>(MOST_ROBOTS, 0.75f, true);

    RememberedFunctions(RobotFunctions source) {
        this.source = source;
    }

    private synchronized SharedFunctions of(RobotModel robot) {
        SharedFunctions functions = known.computeIfAbsent(robot, key -> new SharedFunctions(key, source));
        if (known.size() > MOST_ROBOTS) {
            known.remove(known.keySet().iterator().next());
        }
        return functions;
    }

    @Override
    public TorqueFunction torque(RobotModel robot) {
        return of(robot).torque();
    }

    @Override
    public TorqueRateFunction torqueRate(RobotModel robot) {
        return of(robot).torqueRate();
    }

    @Override
    public AccelerationFunction acceleration(RobotModel robot) {
        return of(robot).acceleration();
    }

    @Override
    public FloatingTorqueFunction floatingTorque(RobotModel robot) {
        return of(robot).floatingTorque();
    }

    @Override
    public FloatingAccelerationFunction floatingAcceleration(RobotModel robot) {
        return of(robot).floatingAcceleration();
    }

    @Override
    public SurroundedAccelerationFunction surroundedAcceleration(RobotModel robot, boolean moves) {
        return of(robot).surroundedAcceleration(moves);
    }

    @Override
    public SurroundedTorqueFunction surroundedTorque(RobotModel robot, boolean moves) {
        return of(robot).surroundedTorque(moves);
    }

    @Override
    public MassMatrixFunction massMatrix(RobotModel robot) {
        return of(robot).massMatrix();
    }

    @Override
    public TorqueSensitivityFunction torqueSensitivity(RobotModel robot) {
        return of(robot).torqueSensitivity();
    }

    @Override
    public TorqueCurvatureFunction torqueCurvature(RobotModel robot) {
        return of(robot).torqueCurvature();
    }
}
