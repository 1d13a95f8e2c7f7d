package dev.catena.benchmarks;

import dev.catena.formats.ShippedRobots;
import dev.catena.ground.Foot;
import dev.catena.ground.Footing;
import dev.catena.ground.GroundReaction;
import dev.catena.model.RobotModel;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One sample of a step of the human with all its 55 joints, in double support with the load of one foot given: torques and
 * loads of the feet, their derivatives, and second derivatives contracted with multipliers.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class GroundReactionBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Step {
        private GroundReaction ground;
        private Footing footing;
        private double[][] state;
        private double[] given;
        private double[] rows;
        private double[] multipliers;
        private double[] jacobian;
        private double[] hessian;

        @Setup
        public void setUp() {
            RobotModel human = ShippedRobots.load("human");
            ground = new GroundReaction(
                    human, List.of(Foot.sole("foot_r"), Foot.sole("toe_r"), Foot.sole("foot_l"), Foot.sole("toe_l")));
            footing = Footing.none(4).given(3).sharing(0, 1);
            Random random = new Random(1);
            int n = human.jointCount();
            state = new double[][] {
                random.doubles(n, -0.3, 0.3).toArray(),
                random.doubles(n, -1, 1).toArray(),
                random.doubles(n, -5, 5).toArray()
            };
            given = random.doubles(24, -100, 100).toArray();
            rows = new double[ground.rowCount()];
            multipliers = random.doubles(rows.length, -1, 1).toArray();
            jacobian = new double[rows.length * ground.columnCount()];
            hessian = new double[ground.columnCount() * ground.columnCount()];
        }

        double[] values() {
            ground.compute(state[0], state[1], state[2], footing, given);
            ground.rows(rows);
            return rows;
        }
    }

    @Benchmark
    public double[] values(Step step) {
        return step.values();
    }

    @Benchmark
    public double[] first(Step step) {
        double[] unused = step.values();
        step.ground.derivatives(step.jacobian);
        return unused;
    }

    /** All that a sample of the program needs: below 500. */
    @Benchmark
    public double[] second(Step step) {
        double[] unused = step.values();
        step.ground.derivatives(step.jacobian);
        step.ground.curvature(step.multipliers, step.hessian);
        return unused;
    }
}
