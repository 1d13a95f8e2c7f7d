package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Friction;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A block between two walls, and the search for the instant when it meets one. */
class StopSearchTest {
    private static final RobotModel BLOCK = SmallRobots.slider(false, Friction.NONE, JointLimits.position(-0.4, 0.6));

    private static StopSearch search(double restitution) {
        return new StopSearch(plant(restitution), BLOCK, JointStops.rigid(restitution), new State(BLOCK));
    }

    private static Plant plant(double restitution) {
        Simulation simulation = Simulation.builder(BLOCK)
                .integrator(Integrator.stickSlip(1e-3))
                .stops(JointStops.rigid(restitution))
                .duration(1)
                .build();
        return new Plant(simulation);
    }

    private static State start(double q, double rate) {
        State state = new State(BLOCK).jointPositions(q).jointVelocities(rate);
        state.time(3);
        return state;
    }

    private static void move(State state, double h) {
        state.jointPositions()[0] += h * state.jointVelocities()[0];
    }

    /** Where a block is that flies to and fro between walls. */
    private static double betweenWalls(double way) {
        double folded = Math.abs(way + 0.4) % 2;
        return (folded < 1 ? folded : 2 - folded) - 0.4;
    }

    @ParameterizedTest
    @CsvSource({"0.2, 0", "0.7, 1", "-0.7, 1", "1.7, 2", "-4.3, 4", "7.2, 7"})
    void elasticBlocksFlyToAndFro(double way, int count) {
        StopSearch stops = search(1);
        double h = 0.5;
        State state = start(0.1, way / h);
        stops.step(state, h, StopSearchTest::move);
        assertThat(state.jointPositions()[0]).isCloseTo(betweenWalls(0.1 + way), within(1e-8));
        assertThat(Math.abs(state.jointVelocities()[0])).isEqualTo(Math.abs(way / h));
        assertThat(state.jointVelocities()[0] * way > 0).isEqualTo(count % 2 == 0);
        assertThat(state.time()).isEqualTo(3 + h);
        assertThat(stops.count()).isEqualTo(count);
        for (int k = 0; k < count; k++) {
            State met = stops.met(k);
            assertThat(met.jointPositions()[0]).isEqualTo((way > 0) == (k % 2 == 0) ? 0.6 : -0.4);
            assertThat(met.jointVelocities()[0] * way > 0).isEqualTo(k % 2 == 1);
        }
    }

    /** After eight walls what is left of a step is done at once, and ends at the next wall. */
    @Test
    void afterManyStopsTheRestIsDoneAtOnce() {
        StopSearch stops = search(1);
        State state = start(0.1, 100);
        stops.step(state, 0.1, StopSearchTest::move);
        assertThat(stops.count()).isEqualTo(8);
        assertThat(state.jointPositions()[0]).isEqualTo(0.6);
        assertThat(state.jointVelocities()[0]).isEqualTo(-100);
        assertThat(state.time()).isEqualTo(3.1);
    }

    /** What has gained as much in the whole step as it would rebound with falls back within it, and stays. */
    @ParameterizedTest
    @CsvSource({"0.1, true", "0.2, true", "0.3, false", "1, false"})
    void whatFallsBackAtOnceStays(double gained, boolean rebounds) {
        Plant plant = plant(0.5);
        StopSearch stops = new StopSearch(plant, BLOCK, JointStops.rigid(0.5), new State(BLOCK));
        double h = 0.5;
        // meets the wall after a quarter of the step
        State state = start(0.1, 4);
        stops.step(state, h, (moved, time) -> {
            move(moved, time);
            plant.rebounds.gained[0] = gained;
        });
        assertThat(state.jointVelocities()[0]).isEqualTo(rebounds ? -2 : 0);
        assertThat(state.jointPositions()[0]).isCloseTo(rebounds ? 0.6 - 0.75 * h * 2 : 0.6, within(1e-9));
    }

    /** A joint at its stop does not meet it. */
    @Test
    void whatIsAtItsStopStays() {
        StopSearch stops = search(0);
        for (double wall : new double[] {-0.4, 0.6}) {
            State state = start(wall, Math.signum(wall));
            stops.step(state, 0.1, StopSearchTest::move);
            assertThat(stops.count()).isZero();
            assertThat(state.jointPositions()[0]).isEqualTo(wall);
            assertThat(state.jointVelocities()[0]).isZero();
        }
    }

    /** Walls are met when they should be, in steps that end on the other side of the room. */
    @Test
    void eventsAreWhereWallsAreMet() {
        double speed = 0.93;
        Run run = Simulation.builder(BLOCK)
                .start(new State(BLOCK).jointPositions(0.1).jointVelocities(speed))
                .integrator(Integrator.stickSlip(0.01))
                .stops(JointStops.rigid(1))
                .events(Event.jointLimits(BLOCK))
                .duration(3)
                .build()
                .run();
        assertThat(run.isComplete()).as(run.message()).isTrue();
        double[] times =
                run.events().stream().mapToDouble(Event.Occurrence::time).toArray();
        assertThat(times).hasSize(3);
        for (int k = 0; k < 3; k++) {
            assertThat(times[k]).isCloseTo((0.5 + k) / speed, within(1e-9));
        }
    }

    private static void assertFound(DoubleUnaryOperator f, double expected, int mostSteps) {
        FalsePosition root = new FalsePosition();
        root.begin(0, f.applyAsDouble(0), 1, f.applyAsDouble(1));
        double at = 0;
        int count = 0;
        for (double value = 1; count < 100 && Math.abs(value) > 1e-13; count++) {
            at = root.next();
            assertThat(at).isBetween(0.0, root.high());
            value = f.applyAsDouble(at);
            root.take(at, value);
            assertThat(root.high() == at).isEqualTo(value > 0);
        }
        assertThat(at).isCloseTo(expected, within(1e-12));
        assertThat(count).isLessThanOrEqualTo(mostSteps);
    }

    /** Roots are found faster than by halving, from whichever side the function bends. */
    @Test
    void rootsAreFoundInFewSteps() {
        assertFound(x -> x * x * x - 0.3, Math.cbrt(0.3), 8);
        assertFound(x -> Math.sqrt(x) - 0.3, 0.09, 10);
        assertFound(x -> Math.expm1(5 * x - 4), 0.8, 11);
        assertFound(x -> -Math.expm1(1 - 5 * x), 0.2, 11);
    }

    /** Where the straight line says nothing, in the middle. */
    @Test
    void elseTheMiddleIsTried() {
        FalsePosition root = new FalsePosition();
        root.begin(2, 0, 4, 1);
        assertThat(root.next()).isEqualTo(3);
        root.begin(2, -1, 4, 0);
        assertThat(root.next()).isEqualTo(3);
        root.begin(2, -1, 4, Double.POSITIVE_INFINITY);
        assertThat(root.next()).isEqualTo(3);
        root.begin(2, -1, 4, 3);
        assertThat(root.next()).isEqualTo(2.5);
    }
}
