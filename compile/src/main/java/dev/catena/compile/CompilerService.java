package dev.catena.compile;

import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.FloatingAccelerationFunction;
import dev.catena.dynamics.FloatingTorqueFunction;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.dynamics.SurroundedAccelerationFunction;
import dev.catena.dynamics.SurroundedTorqueFunction;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.dynamics.TorqueRateFunction;
import dev.catena.function.FunctionCompiler;
import dev.catena.function.RobotFunctions;
import dev.catena.model.BaseKind;
import dev.catena.model.Body;
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
        private CompiledFunction resting(RobotModel robot, Quantity quantity) {
            robot.requireFixedBase("code for a base at rest");
            robot.requireTree("a compiled function of core");
            int most = Math.min(mostOperations, RobotCompiler.usefulOperations(quantity));
            return RobotCompiler.compile(robot, quantity, CodeInputs.of(robot), most);
        }

        private CompiledFunction compile(RobotModel robot, Quantity quantity) {
            robot.requireTree("a compiled function of core");
            return RobotCompiler.compile(robot, quantity, CodeInputs.of(robot), mostOperations);
        }

        @Override
        public TorqueFunction torque(RobotModel robot) {
            return new CoreFunctions.Torque(resting(robot, Quantity.TORQUE));
        }

        @Override
        public TorqueRateFunction torqueRate(RobotModel robot) {
            return new CoreFunctions.TorqueRate(resting(robot, Quantity.TORQUE_RATE));
        }

        @Override
        public AccelerationFunction acceleration(RobotModel robot) {
            return new CoreFunctions.Acceleration(resting(robot, Quantity.ACCELERATION));
        }

        @Override
        public FloatingTorqueFunction floatingTorque(RobotModel robot) {
            robot.requireFloatingBase("code for a floating base");
            return new CoreFunctions.FloatingTorque(compile(robot, Quantity.TORQUE));
        }

        @Override
        public FloatingAccelerationFunction floatingAcceleration(RobotModel robot) {
            robot.requireFloatingBase("code for a floating base");
            return new CoreFunctions.FloatingAcceleration(compile(robot, Quantity.ACCELERATION));
        }

        /** Wrenches on any body, in its axes and in those of the world. */
        private CompiledFunction surrounded(RobotModel robot, Quantity quantity, boolean moves) {
            robot.requireTree("a compiled function of core");
            List<String> bodies = robot.bodies().stream().map(Body::name).toList();
            CodeInputs inputs = CodeInputs.of(robot).withWrenchesInBody(bodies).withWrenchesInWorld(bodies);
            return RobotCompiler.compile(
                    robot, quantity, moves ? inputs.withBase(BaseInput.MOVES) : inputs, mostOperations);
        }

        @Override
        public SurroundedAccelerationFunction surroundedAcceleration(RobotModel robot, boolean moves) {
            return new SurroundedFunctions.Acceleration(surrounded(robot, Quantity.ACCELERATION, moves), robot, moves);
        }

        @Override
        public SurroundedTorqueFunction surroundedTorque(RobotModel robot, boolean moves) {
            boolean told = moves || robot.baseKind() == BaseKind.FLOATING;
            return new SurroundedFunctions.Torque(surrounded(robot, Quantity.TORQUE, told), robot, told);
        }

        @Override
        public MassMatrixFunction massMatrix(RobotModel robot) {
            return new CoreFunctions.Masses(resting(robot, Quantity.MASS_MATRIX));
        }

        @Override
        public TorqueSensitivityFunction torqueSensitivity(RobotModel robot) {
            return new CoreFunctions.Sensitivity(resting(robot, Quantity.TORQUE_SENSITIVITY));
        }

        @Override
        public TorqueCurvatureFunction torqueCurvature(RobotModel robot) {
            return new CoreFunctions.Curvature(resting(robot, Quantity.TORQUE_CURVATURE));
        }
    }
}
