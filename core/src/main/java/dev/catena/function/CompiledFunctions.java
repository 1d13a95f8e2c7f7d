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
import java.util.function.Supplier;

/** Code wherever there is any. */
final class CompiledFunctions implements RobotFunctions {
    private static final System.Logger LOGGER = System.getLogger(RobotFunctions.class.getName());

    private final RobotFunctions code;

    CompiledFunctions(FunctionCompiler compiler) {
        code = compiler.functions(Integer.MAX_VALUE);
    }

    @Override
    public TorqueFunction torque(RobotModel robot) {
        return orByHand(() -> code.torque(robot), () -> RobotFunctions.super.torque(robot));
    }

    @Override
    public TorqueRateFunction torqueRate(RobotModel robot) {
        return orByHand(() -> code.torqueRate(robot), () -> RobotFunctions.super.torqueRate(robot));
    }

    @Override
    public AccelerationFunction acceleration(RobotModel robot) {
        return orByHand(() -> code.acceleration(robot), () -> RobotFunctions.super.acceleration(robot));
    }

    @Override
    public FloatingTorqueFunction floatingTorque(RobotModel robot) {
        return orByHand(() -> code.floatingTorque(robot), () -> RobotFunctions.super.floatingTorque(robot));
    }

    @Override
    public FloatingAccelerationFunction floatingAcceleration(RobotModel robot) {
        return orByHand(() -> code.floatingAcceleration(robot), () -> RobotFunctions.super.floatingAcceleration(robot));
    }

    @Override
    public SurroundedAccelerationFunction surroundedAcceleration(RobotModel robot, boolean moves) {
        return orByHand(
                () -> code.surroundedAcceleration(robot, moves),
                () -> RobotFunctions.super.surroundedAcceleration(robot, moves));
    }

    @Override
    public SurroundedTorqueFunction surroundedTorque(RobotModel robot, boolean moves) {
        return orByHand(
                () -> code.surroundedTorque(robot, moves), () -> RobotFunctions.super.surroundedTorque(robot, moves));
    }

    @Override
    public MassMatrixFunction massMatrix(RobotModel robot) {
        return orByHand(() -> code.massMatrix(robot), () -> RobotFunctions.super.massMatrix(robot));
    }

    @Override
    public TorqueSensitivityFunction torqueSensitivity(RobotModel robot) {
        return orByHand(() -> code.torqueSensitivity(robot), () -> RobotFunctions.super.torqueSensitivity(robot));
    }

    @Override
    public TorqueCurvatureFunction torqueCurvature(RobotModel robot) {
        return orByHand(() -> code.torqueCurvature(robot), () -> RobotFunctions.super.torqueCurvature(robot));
    }

    /** A robot that the hand-written class refuses too is refused in its words. */
    private static <T> T orByHand(Supplier<T> code, Supplier<T> byHand) {
        try {
            return code.get();
        } catch (IllegalArgumentException e) {
            T function = byHand.get();
            LOGGER.log(System.Logger.Level.INFO, "{0}; the hand-written class is used", e.getMessage());
            return function;
        }
    }
}
