package dev.catena.benchmarks;

import dev.catena.compile.RobotCompiler;
import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.model.RobotModel;

/** Forward dynamics, compiled and by hand. */
public class CompiledForwardDynamicsBenchmark extends CompiledBenchmark<AccelerationFunction> {
    @Override
    AccelerationFunction compiled(RobotModel model) {
        return RobotCompiler.acceleration(model);
    }

    @Override
    AccelerationFunction byHand(RobotModel model) {
        return ForwardDynamics.of(model);
    }

    @Override
    double[] compute(AccelerationFunction function, int s) {
        function.compute(states.q[s], states.qd[s], states.qdd[s], vector);
        return vector;
    }
}
