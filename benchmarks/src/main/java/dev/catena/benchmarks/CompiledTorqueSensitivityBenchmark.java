package dev.catena.benchmarks;

import dev.catena.compile.RobotCompiler;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.sensitivity.TorqueSensitivityFunction;

/** ∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈, compiled and by hand. */
public class CompiledTorqueSensitivityBenchmark extends CompiledBenchmark<TorqueSensitivityFunction> {
    @Override
    TorqueSensitivityFunction compiled(RobotModel model) {
        return RobotCompiler.torqueSensitivity(model);
    }

    @Override
    TorqueSensitivityFunction byHand(RobotModel model) {
        return new TorqueSensitivity(model);
    }

    @Override
    double[] compute(TorqueSensitivityFunction function, int s) {
        function.compute(states.q[s], states.qd[s], states.qdd[s], matrices[0], matrices[1], matrices[2]);
        return matrices[0];
    }
}
