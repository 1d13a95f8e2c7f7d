package dev.catena.compile;

import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.dynamics.TorqueRateFunction;
import dev.catena.function.FunctionCompiler;
import dev.catena.function.RobotFunctions;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.sensitivity.TorqueCurvatureFunction;
import dev.catena.sensitivity.TorqueSensitivityFunction;
import java.util.List;

/** The compiler as a service of core: what {@link RobotFunctions#compiled} finds. */
public final class CompilerService implements FunctionCompiler {
    /** For the service loader. */
    public CompilerService() {}

    @Override
    public RobotFunctions functions(int mostOperations) {
        return new Code(Math.min(mostOperations, RobotCompiler.MOST_OPERATIONS));
    }

    private record Code(int mostOperations) implements RobotFunctions {
        private CompiledFunction compile(RobotModel robot, Quantity quantity) {
            return RobotCompiler.compile(robot, quantity, List.of(), mostOperations);
        }

        @Override
        public TorqueFunction torque(RobotModel robot) {
            return new CoreFunctions.Torque(compile(robot, Quantity.TORQUE));
        }

        @Override
        public TorqueRateFunction torqueRate(RobotModel robot) {
            return new CoreFunctions.TorqueRate(compile(robot, Quantity.TORQUE_RATE));
        }

        @Override
        public AccelerationFunction acceleration(RobotModel robot) {
            return new CoreFunctions.Acceleration(compile(robot, Quantity.ACCELERATION));
        }

        @Override
        public MassMatrixFunction massMatrix(RobotModel robot) {
            return new CoreFunctions.Masses(compile(robot, Quantity.MASS_MATRIX));
        }

        @Override
        public TorqueSensitivityFunction torqueSensitivity(RobotModel robot) {
            return new CoreFunctions.Sensitivity(compile(robot, Quantity.TORQUE_SENSITIVITY));
        }

        @Override
        public TorqueCurvatureFunction torqueCurvature(RobotModel robot) {
            return new CoreFunctions.Curvature(compile(robot, Quantity.TORQUE_CURVATURE));
        }
    }
}
