package dev.catena.benchmarks;

import dev.catena.compile.RobotCompiler;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.model.RobotModel;

/** Inverse dynamics, compiled and by hand. */
public class CompiledInverseDynamicsBenchmark extends CompiledBenchmark<TorqueFunction> {
    @Override
    TorqueFunction compiled(RobotModel model) {
        return RobotCompiler.torque(model);
    }

    @Override
    TorqueFunction byHand(RobotModel model) {
        return new InverseDynamics(model);
    }

    @Override
    double[] compute(TorqueFunction function, int s) {
        function.compute(states.q[s], states.qd[s], states.qdd[s], vector);
        return vector;
    }
}
