package dev.catena.benchmarks;

import dev.catena.drive.ElasticInverseDynamics;
import dev.catena.dynamics.InverseDynamics;
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

/** Motor torques of a robot whose joints are all elastic; inverse dynamics of the robot without drives beside. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ElasticInverseDynamicsBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"chain7"})
        String robot;

        private ElasticInverseDynamics elastic;
        private InverseDynamics rigid;
        private States states;
        private States rigidStates;
        private double[] tau;
        private int s;

        @Setup
        public void setUp() {
            elastic = new ElasticInverseDynamics(BenchmarkRobots.elastic(robot));
            rigid = new InverseDynamics(BenchmarkRobots.named(robot));
            states = new States(elastic.coordinates().size());
            rigidStates = new States(elastic.coordinates().jointCount());
            tau = new double[elastic.coordinates().jointCount()];
        }

        double[] catena() {
            s = States.after(s);
            elastic.compute(states.q[s], states.qd[s], states.qdd[s], tau);
            return tau;
        }

        double[] rigid() {
            s = States.after(s);
            rigid.compute(rigidStates.q[s], rigidStates.qd[s], rigidStates.qdd[s], tau);
            return tau;
        }
    }

    @Benchmark
    public double[] catena(Robot robot) {
        return robot.catena();
    }

    @Benchmark
    public double[] rigid(Robot robot) {
        return robot.rigid();
    }
}
