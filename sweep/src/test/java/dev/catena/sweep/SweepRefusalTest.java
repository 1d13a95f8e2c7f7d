package dev.catena.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.ShippedRobots;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.StateVariable;
import dev.catena.sweep.reduce.Reducer;
import dev.catena.sweep.source.CycleStates;
import dev.catena.sweep.source.GridStates;
import dev.catena.sweep.source.HaltonStates;
import dev.catena.sweep.source.RandomStates;
import dev.catena.sweep.source.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What a sweep from Java says of mistakes. */
class SweepRefusalTest {
    private static final RobotModel PANDA = ShippedRobots.load("panda");
    private static final SweepFunction TORQUE = SweepFunction.of(PANDA, Quantity.TORQUE);

    private static Sweep.Builder of(SweepFunction function) {
        return Sweep.states(new RandomStates(function.withinLimits(), 100_000, 1))
                .evaluate(function);
    }

    private static void refuses(Sweep.Builder builder, String words) {
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }

    @Test
    void whatDoesNotFitTogetherIsRefused() {
        refuses(Sweep.states(new RandomStates(TORQUE.withinLimits(), 10, 1)), "say evaluate");
        refuses(of(TORQUE), "needs a reducer");
        refuses(of(TORQUE).reduce(Reducer.max("lode")), "\"lode\" is no number of the states");
        refuses(of(TORQUE).by(new Key.Range("torque", 0, 1, 3)).reduce(Reducer.max("load")), "has several");
        refuses(of(TORQUE).byJoint().by(new Key.Range("load", 0, 1, 3)).reduce(Reducer.max("load")), "has several");
        refuses(of(TORQUE).byJoint().reduce(Reducer.max("q_joint1")), "not one number by joint");
        refuses(
                of(SweepFunction.of(PANDA, Quantity.MASS_MATRIX)).reduce(Reducer.max("load")),
                "massMatrix has no torques");
        refuses(
                of(TORQUE)
                        .by(new Key.Range("q_joint1", -1, 1, 5000), new Key.Range("q_joint2", -1, 1, 5000))
                        .reduce(Reducer.max("load")),
                "25000000 bins together");
        refuses(
                of(TORQUE).by(new Key.Range("q_joint1", -1, 1, 19_000_000)).reduce(Reducer.quantile("load", 0.5)),
                "make bins wider, or raise -Xmx");
        Sweep.Builder withoutPositions = Sweep.states(new RandomStates(List.of(Variable.of("qd_joint1", 0, 1)), 10, 1))
                .evaluate(TORQUE)
                .reduce(Reducer.max("load"));
        refuses(withoutPositions, "q_joint1, q_joint2");
    }

    @Test
    void loadNeedsALimit() {
        SweepFunction function = SweepFunction.of(ShippedRobots.load("two-link"), Quantity.TORQUE);
        List<Variable> motion = List.of(Variable.of("q_shoulder", -1, 1), Variable.of("q_elbow", -1, 1));
        boolean limited = function.model().movingJoints().stream()
                .anyMatch(joint -> joint.limits().effort() < Double.MAX_VALUE);
        assertThat(limited).isFalse();
        refuses(
                Sweep.states(new RandomStates(motion, 10, 1)).evaluate(function).reduce(Reducer.max("load")),
                "no joint of robot \"two-link\" has one");
        assertThatThrownBy(() -> function.withinLimits(StateVariable.VELOCITY, 1))
                .hasMessageContaining("no limit");
    }

    @Test
    void functionsAndKeysSayWhatTheyCannotDo() {
        assertThatThrownBy(() -> SweepFunction.of(PANDA, Quantity.CENTER_OF_MASS))
                .hasMessageContaining("cannot be swept");
        assertThatThrownBy(() -> TORQUE.voxels("flange", 1e-9)).hasMessageContaining("too small");
        assertThatThrownBy(() -> new Key.Voxel("flange", Double.NaN, Vector3.ZERO, 1, 1, 1))
                .hasMessageContaining("positive");
        assertThatThrownBy(() -> new Key.Voxel("flange", 1, Vector3.ZERO, 0, 1, 1))
                .hasMessageContaining("there are 0");
        assertThatThrownBy(() -> new Key.Voxel("flange", 1, Vector3.ZERO, -2, -3, 1))
                .hasMessageContaining("there are -3");
        assertThatThrownBy(() -> new Key.Voxel("flange", 1, new Vector3(0, Double.NaN, 0), 1, 1, 1))
                .hasMessageContaining("finite");
        assertThatThrownBy(() -> new Key.Range("load", 1, 1, 3)).hasMessageContaining("must go up");
        assertThatThrownBy(() -> new Key.Range("load", 0, 1, 0)).hasMessageContaining("there are 0");
        assertThatThrownBy(() -> SweepOptions.threads(0)).hasMessageContaining("1 to 4096");
        assertThatThrownBy(() -> new Variable("a", 0, 1, 0)).hasMessageContaining("0 steps");
        assertThatThrownBy(() -> Variable.of("a", -1e308, 1e308)).hasMessageContaining("too wide");
        List<Variable> one = List.of(Variable.of("a", 0, 1));
        assertThatThrownBy(() -> new RandomStates(one, 0, 1)).hasMessageContaining("0 states");
        assertThatThrownBy(() -> new HaltonStates(one, 1L << 53, 1)).hasMessageContaining("there may be 1 to");
        Variable fine = new Variable("a", 0, 1, Integer.MAX_VALUE);
        Variable finer = new Variable("b", 0, 1, Integer.MAX_VALUE);
        Variable finest = new Variable("c", 0, 1, 7);
        assertThatThrownBy(() -> new GridStates(List.of(fine, finer, finest))).hasMessageContaining("too large");
        assertThatThrownBy(() -> new GridStates(one)).hasMessageContaining("in how many steps");
        assertThatThrownBy(() -> new CycleStates(Map.of("a", new double[0]), List.of(), 1, 1))
                .hasMessageContaining("a motion needs values");
        assertThatThrownBy(() -> new CycleStates(Map.of("a", new double[2]), List.of(), 0, 1))
                .hasMessageContaining("0 draws");
    }

    /** Velocities whose squares are too large: the first state of all is told with all that varies. */
    @Test
    void aStateWithoutAResultIsNamed() {
        List<Variable> variables = new ArrayList<>(TORQUE.withinLimits(StateVariable.POSITION, 1));
        variables.add(Variable.of("qd_joint1", 1e199, 1e200));
        Sweep sweep = Sweep.states(new RandomStates(variables, 100_000, 1))
                .evaluate(TORQUE)
                .reduce(Reducer.max("load"))
                .build();
        for (int threads = 1; threads <= 2; threads++) {
            int count = threads;
            assertThatThrownBy(() -> sweep.run(count))
                    .isInstanceOf(NumericalException.class)
                    .hasMessageStartingWith("state 0 of the sweep, q_joint1 = ")
                    .hasMessageContaining("qd_joint1 = ");
        }
    }

    /** Torques of 1e200 have a mean, but no variance that a number could hold. */
    @Test
    void whatIsTooLargeToReduceIsRefused() {
        List<Variable> variables = new ArrayList<>(TORQUE.withinLimits(StateVariable.POSITION, 1));
        variables.add(Variable.constant("mass_link7", 1e200));
        RandomStates states = new RandomStates(variables, 100, 1);
        Sweep.Builder sweep = Sweep.states(states).evaluate(TORQUE);
        assertThat(sweep.reduce(Reducer.mean("torque_joint2")).run(1).rows()).isEqualTo(1);
        assertThatThrownBy(() -> Sweep.states(states)
                        .evaluate(TORQUE)
                        .reduce(Reducer.variance("torque_joint2"))
                        .run(1))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("variance of torque_joint2 of robot \"panda\"");
    }

    @Test
    void brokenChunksAreNotMerged() {
        Sweep sweep = of(TORQUE).reduce(Reducer.max("load")).build();
        byte[] chunk = sweep.worker().compute(0);
        byte[] half = Arrays.copyOf(chunk, chunk.length / 2);
        assertThatThrownBy(() -> sweep.merged(List.of(half).iterator())).hasMessageContaining("broken");
    }

    @Test
    void whoIsInterruptedStopsAndStaysInterrupted() throws InterruptedException {
        Sweep sweep = of(TORQUE).reduce(Reducer.max("load")).build();
        AtomicBoolean still = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            Thread.currentThread().interrupt();
            SweepTable table = sweep.run(2);
            still.set(table.rows() == 1 && Thread.currentThread().isInterrupted());
        });
        thread.start();
        thread.join();
        assertThat(still).isTrue();
    }
}
