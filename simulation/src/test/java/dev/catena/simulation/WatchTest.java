package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Friction;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sides of zero, and the instants at which functions come to it. */
class WatchTest {
    private static final RobotModel LIMITED =
            SmallRobots.slider(false, Friction.NONE, JointLimits.position(-0.5, 0.25));

    private static EventWatch watch() {
        return new EventWatch(Event.crossing("zero", State::time));
    }

    @Test
    void zeroIsOnNeitherSide() {
        EventWatch watch = watch();
        assertThat(watch.wasAway()).isFalse();
        assertThat(watch.hasComeToZero(0)).isFalse();
        watch.see(EventWatch.ON_ZERO);
        assertThat(watch.wasAway()).isFalse();
        watch.see(-1);
        assertThat(watch.wasAway()).isTrue();
        assertThat(watch.isRising()).isTrue();
        assertThat(watch.hasComeToZero(-1e-12)).isFalse();
        assertThat(watch.hasComeToZero(0)).isTrue();
        watch.see(-1e-12);
        assertThat(watch.wasAway()).isTrue();
        watch.see(1e-12);
        assertThat(watch.wasAway()).isFalse();
        watch.see(2 * EventWatch.ON_ZERO);
        assertThat(watch.isRising()).isFalse();
        assertThat(watch.wasAway()).isTrue();
        watch.see(0);
        assertThat(watch.wasAway()).isFalse();
    }

    @Test
    void directionsCount() {
        for (Event.Direction direction : Event.Direction.values()) {
            EventWatch watch =
                    new EventWatch(Event.crossing("zero", State::time).inDirection(direction));
            watch.see(-1);
            assertThat(watch.counts()).isEqualTo(direction != Event.Direction.FALLING);
            watch.see(1);
            assertThat(watch.counts()).isEqualTo(direction != Event.Direction.RISING);
        }
    }

    static Stream<DoubleUnaryOperator> risingThroughPointThree() {
        return Stream.of(
                t -> t - 0.3,
                t -> Math.cbrt(t - 0.3),
                t -> Math.pow(t - 0.3, 5),
                t -> Math.exp(40 * (t - 0.3)) - 1,
                t -> t < 0.3 ? -1 : 1e-9,
                t -> t < 0.3 ? -1e-9 : 1);
    }

    /** Straight, steep, flat or with a jump: found to the accuracy, from the far side, in few evaluations. */
    @ParameterizedTest
    @MethodSource("risingThroughPointThree")
    void crossingsAreLocated(DoubleUnaryOperator function) {
        for (double sign : new double[] {1, -1}) {
            AtomicInteger evaluations = new AtomicInteger();
            EventWatch watch = watch();
            watch.see(-sign);
            double found = watch.locate(0, 1, t -> {
                evaluations.incrementAndGet();
                return sign * function.applyAsDouble(t);
            });
            assertThat(found).isCloseTo(0.3, within(2 * Event.ACCURACY));
            assertThat(sign * function.applyAsDouble(found) * sign).isGreaterThanOrEqualTo(0);
            assertThat(evaluations.get()).isLessThan(110);
        }
    }

    @Test
    void stopsAreDistancesFromLimits() {
        assertThat(StopWatch.of(LIMITED, null)).isEmpty();
        RobotModel free = SmallRobots.slider(false, Friction.NONE, JointLimits.NONE);
        assertThat(StopWatch.of(free, JointStops.rigid())).isEmpty();
        for (JointStops stops : new JointStops[] {JointStops.rigid(), JointStops.compliant()}) {
            boolean rigid = stops instanceof JointStops.Rigid;
            List<StopWatch> watches = StopWatch.of(LIMITED, stops);
            assertThat(watches).hasSize(2);
            State state = new State(LIMITED).jointPositions(0.1).jointVelocities(-3);
            StopWatch lower = watches.get(0);
            StopWatch upper = watches.get(1);
            assertThat(lower.joint()).isZero();
            assertThat(lower.value(state)).isCloseTo(0.6 / 0.75, within(1e-15));
            assertThat(upper.value(state)).isCloseTo(0.15 / 0.75, within(1e-15));
            // beyond a rigid stop it has come to it, wherever it was before
            assertThat(lower.hasComeToZero(-1e-3)).isEqualTo(rigid);
            assertThat(lower.hasComeToZero(-EventWatch.ON_ZERO)).isFalse();
            lower.see(1);
            assertThat(lower.hasComeToZero(-1e-12)).isTrue();
            assertThat(lower.counts()).isTrue();
            lower.see(-1);
            assertThat(lower.counts()).isEqualTo(!rigid);
        }
    }

    /** Nearest where the rate changes its sign, from shrinking to growing only. */
    @Test
    void nearestIsBetweenShrinkingAndGrowing() {
        List<StopWatch> watches = StopWatch.of(LIMITED, JointStops.rigid());
        for (int k = 0; k < 2; k++) {
            StopWatch stop = watches.get(k);
            double toward = k == 0 ? -1 : 1;
            State shrinking = new State(LIMITED).jointVelocities(toward);
            State growing = new State(LIMITED).jointVelocities(-toward);
            State still = new State(LIMITED);
            stop.seeRate(shrinking);
            assertThat(stop.wasNearer(growing)).isTrue();
            assertThat(stop.wasNearer(shrinking)).isFalse();
            assertThat(stop.wasNearer(still)).isFalse();
            stop.seeRate(growing);
            assertThat(stop.wasNearer(growing)).isFalse();
            stop.seeRate(still);
            assertThat(stop.wasNearer(growing)).isFalse();
            assertThat(stop.nearest(1, 4, t -> toward * (1.7 - t))).isCloseTo(1.7, within(Event.ACCURACY));
            // so late that times have no more digits
            assertThat(stop.nearest(1e9, 1e9 + 1, t -> toward * (1e9 + 0.25 - t)))
                    .isCloseTo(1e9 + 0.25, within(1e-6));
        }
    }
}
