package dev.catena.benchmarks;

import dev.catena.compile.RobotCompiler;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.model.RobotModel;

/** The mass matrix, compiled and by hand. */
public class CompiledMassMatrixBenchmark extends CompiledBenchmark<MassMatrixFunction> {
    @Override
    MassMatrixFunction compiled(RobotModel model) {
        return RobotCompiler.massMatrix(model);
    }

    @Override
    MassMatrixFunction byHand(RobotModel model) {
        return new MassMatrix(model);
    }

    @Override
    double[] compute(MassMatrixFunction function, int s) {
        function.compute(states.q[s], matrices[0]);
        return matrices[0];
    }
}
