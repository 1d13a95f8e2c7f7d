package dev.catena.benchmarks;

import dev.catena.model.RobotModel;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.Stepper;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One semi-implicit step of a millisecond: an arm that swings freely, for a second from each of many starts. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SimulationStepBenchmark {
    static final double STEP = 1e-3;

    private static final int STEPS = 1000;

    @State(Scope.Thread)
    @NullUnmarked
    public static class Catena {
        @Param({"chain7"})
        String robot;

        private Stepper stepper;
        private dev.catena.simulation.State[] starts;
        private dev.catena.simulation.State state;
        private int start;
        private int step;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot);
            stepper = Simulation.builder(model)
                    .integrator(Integrator.semiImplicit(STEP))
                    .duration(STEPS * STEP)
                    .build()
                    .stepper();
            States states = new States(model.jointCount());
            starts = new dev.catena.simulation.State[States.COUNT];
            for (int s = 0; s < starts.length; s++) {
                starts[s] = new dev.catena.simulation.State(model)
                        .jointPositions(states.q[s])
                        .jointVelocities(states.qd[s]);
            }
            state = starts[0].copy();
        }

        dev.catena.simulation.State run() {
            step++;
            if (step == STEPS) {
                step = 0;
                start = States.after(start);
                state.set(starts[start]);
            }
            stepper.step(state, STEP);
            return state;
        }
    }

    @Benchmark
    public Object catena(Catena state) {
        return state.run();
    }
}
