package dev.catena.benchmarks;

import dev.catena.dynamics.ArticulatedForwardDynamics;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.ProximalForwardDynamics;
import dev.catena.model.RobotModel;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;

/** Accelerations from torques, by both recursions. */
@NullUnmarked
public class ForwardDynamicsBenchmark extends BesideMecanoBenchmark {
    private ForwardDynamics articulated;
    private ForwardDynamics proximal;

    @Override
    int prepare(RobotModel model) {
        articulated = new ArticulatedForwardDynamics(model);
        proximal = new ProximalForwardDynamics(model);
        return model.jointCount();
    }

    @Override
    void compute(int s, double[] out) {
        articulated.compute(states.q[s], states.qd[s], states.qdd[s], out);
    }

    @Override
    void computeByMecano(int s, double[] out) {
        mecano.forwardDynamics(states.q[s], states.qd[s], states.qdd[s], out);
    }

    @Benchmark
    public double[] proximal() {
        int k = next();
        proximal.compute(states.q[k], states.qd[k], states.qdd[k], out());
        return out();
    }
}
