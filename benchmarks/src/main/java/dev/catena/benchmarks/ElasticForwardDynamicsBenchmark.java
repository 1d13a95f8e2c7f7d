package dev.catena.benchmarks;

import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.dynamics.ArticulatedForwardDynamics;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.model.RobotModel;
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

/**
 * Accelerations of joints and motors of a robot whose joints are all elastic, by recursion and by matrices; forward
 * dynamics of the robot without drives beside.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ElasticForwardDynamicsBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"chain7"})
        String robot;

        private ElasticForwardDynamics elastic;
        private ElasticForwardDynamics matrices;
        private ForwardDynamics rigid;
        private States states;
        private States rigidStates;
        private double[] out;
        private double[] rigidOut;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.elastic(robot);
            elastic = new ElasticForwardDynamics(model);
            matrices = ElasticForwardDynamics.withMatrices(model);
            rigid = new ArticulatedForwardDynamics(BenchmarkRobots.named(robot));
            states = new States(elastic.coordinates().size());
            rigidStates = new States(model.jointCount());
            out = new double[elastic.coordinates().size()];
            rigidOut = new double[model.jointCount()];
        }

        double[] catena() {
            s = States.after(s);
            elastic.compute(states.q[s], states.qd[s], rigidStates.qdd[s], out);
            return out;
        }

        double[] matrices() {
            s = States.after(s);
            matrices.compute(states.q[s], states.qd[s], rigidStates.qdd[s], out);
            return out;
        }

        double[] rigid() {
            s = States.after(s);
            rigid.compute(rigidStates.q[s], rigidStates.qd[s], rigidStates.qdd[s], rigidOut);
            return rigidOut;
        }
    }

    @Benchmark
    public double[] catena(Robot robot) {
        return robot.catena();
    }

    @Benchmark
    public double[] matrices(Robot robot) {
        return robot.matrices();
    }

    @Benchmark
    public double[] rigid(Robot robot) {
        return robot.rigid();
    }
}
