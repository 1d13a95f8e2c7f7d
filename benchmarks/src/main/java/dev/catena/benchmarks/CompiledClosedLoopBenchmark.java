package dev.catena.benchmarks;

import dev.catena.compile.ClosedLoopCode;
import dev.catena.compile.RobotCompiler;
import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
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

/** Torques of closed loops along a slow motion, compiled and by hand. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CompiledClosedLoopBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"four-bar", "five-bar"})
        String robot;

        private ClosedLoopCode code;
        private ClosedLoopInverseDynamics byHand;
        private double[] middle;
        private double[] q;
        private double[] qd;
        private double[] qdd;
        private double[] out;

        /** All of them, so that a call makes no array of its arguments. */
        private double[][] vectors;

        private int time;

        @Setup
        public void setUp() {
            RobotModel model = ShippedRobots.load(robot);
            code = new ClosedLoopCode(RobotCompiler.compile(model, Quantity.TORQUE));
            byHand = new ClosedLoopInverseDynamics(model);
            middle = model.independentJoints().stream()
                    .mapToDouble(joint -> model.loops().assembly().getOrDefault(joint.name(), 0.0))
                    .toArray();
            q = middle.clone();
            qd = new double[q.length];
            qdd = new double[q.length];
            out = new double[model.activeJoints().size()];
            vectors = new double[][] {q, qd, qdd, out};
        }

        void move() {
            time++;
            for (int k = 0; k < q.length; k++) {
                q[k] = middle[k] + 0.05 * Math.sin(0.01 * time + k);
                qd[k] = 1;
            }
        }
    }

    @Benchmark
    public double[] catena(Robot state) {
        state.move();
        state.code.evaluate(state.vectors);
        return state.out;
    }

    @Benchmark
    public double[] byHand(Robot state) {
        state.move();
        state.byHand.compute(state.q, state.qd, state.qdd, state.out);
        return state.out;
    }
}
