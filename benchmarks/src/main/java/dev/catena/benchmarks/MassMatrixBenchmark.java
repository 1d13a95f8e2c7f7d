package dev.catena.benchmarks;

import dev.catena.dynamics.MassMatrix;
import dev.catena.model.RobotModel;
import org.jspecify.annotations.NullUnmarked;

/** The mass matrix. */
@NullUnmarked
public class MassMatrixBenchmark extends BesideMecanoBenchmark {
    private MassMatrix massMatrix;

    @Override
    int prepare(RobotModel model) {
        massMatrix = new MassMatrix(model);
        return model.jointCount() * model.jointCount();
    }

    @Override
    void compute(int s, double[] out) {
        massMatrix.compute(states.q[s], out);
    }

    @Override
    void computeByMecano(int s, double[] out) {
        mecano.massMatrix(states.q[s], states.qd[s], out);
    }
}
