package dev.catena.compile;

import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.model.RobotModel;

/** Compiled forward dynamics with the errors of the hand-written one. */
final class CompiledAcceleration implements AccelerationFunction {
    private final CompiledFunction function;
    private final ForwardDynamics byHand;

    CompiledAcceleration(CompiledFunction function, RobotModel model) {
        this.function = function;
        byHand = ForwardDynamics.of(model);
    }

    @Override
    public void compute(double[] q, double[] qd, double[] tau, double[] qddOut) {
        function.evaluate(q, qd, tau, qddOut);
        double sum = 0;
        for (double x : qddOut) {
            sum += x;
        }
        if (!Double.isFinite(sum)) {
            // names the joint without inertia, if it is that
            byHand.compute(q, qd, tau, qddOut);
        }
    }
}
