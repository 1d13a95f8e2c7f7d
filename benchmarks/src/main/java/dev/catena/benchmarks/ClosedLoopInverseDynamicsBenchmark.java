package dev.catena.benchmarks;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
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
 * Efforts of a robot with closed loops along a motion, the closure from a warm start included: the active joints swing
 * by a few thousandths of a radian from call to call. The tree that remains when the loops are cut beside.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ClosedLoopInverseDynamicsBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        private static final double AMPLITUDE = 0.03;

        @Param({"four-bar", "five-bar"})
        String robot;

        private ClosedLoopInverseDynamics closed;
        private InverseDynamics tree;
        private double[][] positions;
        private double[] velocities;
        private double[] accelerations;
        private double[] efforts;
        private States treeStates;
        private double[] tau;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot);
            int count = model.independentJoints().size();
            closed = new ClosedLoopInverseDynamics(model);
            tree = new InverseDynamics(model.openTree());
            positions = new double[States.COUNT][count];
            for (int k = 0; k < States.COUNT; k++) {
                for (int i = 0; i < count; i++) {
                    double middle = model.loops()
                            .assembly()
                            .get(model.loops().independentJoints().get(i));
                    positions[k][i] = middle + AMPLITUDE * Math.sin(2 * Math.PI * k / States.COUNT + i);
                }
            }
            States states = new States(count);
            velocities = states.qd[0];
            accelerations = states.qdd[0];
            efforts = new double[model.activeJoints().size()];
            treeStates = new States(model.jointCount());
            tau = new double[model.jointCount()];
        }

        double[] catena() {
            s = States.after(s);
            closed.compute(positions[s], velocities, accelerations, efforts);
            return efforts;
        }

        double[] tree() {
            s = States.after(s);
            tree.compute(treeStates.q[s], treeStates.qd[s], treeStates.qdd[s], tau);
            return tau;
        }
    }

    @Benchmark
    public double[] catena(Robot robot) {
        return robot.catena();
    }

    @Benchmark
    public double[] tree(Robot robot) {
        return robot.tree();
    }
}
