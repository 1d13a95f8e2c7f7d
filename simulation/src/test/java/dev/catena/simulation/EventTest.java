package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Friction;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Events where paper says that they are. */
class EventTest {
    private static final double G = 9.81;
    private final RobotModel falling =
            SmallRobots.slider(true, Friction.NONE, JointLimits.position(-2, Double.POSITIVE_INFINITY));

    static Stream<Integrator> exactForParabolas() {
        return Stream.of(Integrator.dormandPrince(), Integrator.rungeKutta(0.0137));
    }

    static Stream<Integrator> all() {
        return Stream.concat(exactForParabolas(), Stream.of(Integrator.semiImplicit(1e-3)));
    }

    /** Thrown up with 2 m/s from 0. */
    private Simulation.Builder thrown(Integrator integrator) {
        return Simulation.builder(falling)
                .start(new State(falling).jointVelocities(2))
                .integrator(integrator)
                .duration(1);
    }

    @ParameterizedTest
    @MethodSource("exactForParabolas")
    void limitIsHitOnTime(Integrator integrator) {
        Run run = thrown(integrator).events(Event.jointLimits(falling)).build().run();
        double hit = (2 + Math.sqrt(4 + 2 * G * 2)) / G;
        assertThat(run.status()).isEqualTo(Run.Status.FINISHED);
        assertThat(run.events()).hasSize(1);
        assertThat(run.events().get(0).name()).isEqualTo("slide at lower limit");
        assertThat(run.events().get(0).time()).isCloseTo(hit, within(1e-9));
        assertThat(run.events().get(0).rising()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("exactForParabolas")
    void crossingStopsTheRun(Integrator integrator) {
        Event top = Event.crossing("top", state -> state.jointVelocities()[0]).stopping();
        Run run = thrown(integrator).event(top).build().run();
        assertThat(run.status()).isEqualTo(Run.Status.STOPPED_BY_EVENT);
        assertThat(run.message()).contains("\"top\"");
        assertThat(run.end().time()).isCloseTo(2 / G, within(1e-9));
        assertThat(run.end().state().jointPositions()[0]).isCloseTo(2 / G, within(1e-9));
        assertThat(run.recording())
                .allSatisfy(sample -> assertThat(sample.time()).isLessThanOrEqualTo(2 / G + 1e-9));
    }

    @ParameterizedTest
    @MethodSource("all")
    void directionIsHeeded(Integrator integrator) {
        Event height = Event.crossing("height", state -> state.jointPositions()[0] - 0.1);
        assertThat(thrown(integrator).event(height).build().run().events())
                .extracting(Event.Occurrence::rising)
                .containsExactly(true, false);
        assertThat(thrown(integrator)
                        .event(height.inDirection(Event.Direction.FALLING))
                        .build()
                        .run()
                        .events())
                .hasSize(1)
                .allSatisfy(event -> assertThat(event.time()).isGreaterThan(2 / G));
    }

    /** Zero at the start is no crossing; the way back through it is. */
    @ParameterizedTest
    @MethodSource("all")
    void startOnTheEvent(Integrator integrator) {
        Run run = thrown(integrator)
                .event(Event.crossing("ground", state -> state.jointPositions()[0]))
                .build()
                .run();
        assertThat(run.events()).hasSize(1);
        assertThat(run.events().get(0).time())
                .isCloseTo(4 / G, within(integrator instanceof Integrator.SemiImplicit ? 2e-3 : 1e-9));
    }

    @ParameterizedTest
    @MethodSource("all")
    void eventsComeInOrderOfTimeAndDoNotDisturb(Integrator integrator) {
        List<Event> events = List.of(
                Event.crossing("late", state -> state.time() - 0.5004),
                Event.crossing("early", state -> state.time() - 0.5001),
                Event.crossing("middle", state -> state.time() - 0.5003).inDirection(Event.Direction.RISING));
        Run watched = thrown(integrator).events(events).build().run();
        Run unwatched = thrown(integrator).build().run();
        assertThat(watched.events()).extracting(Event.Occurrence::name).containsExactly("early", "middle", "late");
        assertThat(watched.events().get(2).time()).isCloseTo(0.5004, within(1e-9));
        if (!(integrator instanceof Integrator.DormandPrince)) {
            assertThat(watched.end().state().jointPositions())
                    .isEqualTo(unwatched.end().state().jointPositions());
        }
    }

    /** Within the first of all looks, and where steps are long. */
    @ParameterizedTest
    @MethodSource("all")
    void eventsSoonAfterTheStart(Integrator integrator) {
        Run run = thrown(integrator)
                .event(Event.crossing("soon", state -> state.time() - 1e-4))
                .event(Event.crossing("late", state -> state.time() - 0.98765))
                .build()
                .run();
        assertThat(run.events()).extracting(Event.Occurrence::name).containsExactly("soon", "late");
        assertThat(run.events().get(0).time()).isCloseTo(1e-4, within(1e-9));
        assertThat(run.recording().get(0).time()).isZero();
    }

    @Test
    void anEventWithoutValueIsAFailure() {
        Run run = thrown(Integrator.rungeKutta(0.01))
                .event(Event.crossing("odd", state -> Math.sqrt(0.1 - state.time())))
                .build()
                .run();
        assertThat(run.status()).isEqualTo(Run.Status.FAILED);
        assertThat(run.message()).contains("\"odd\"").contains("not a number");
    }
}
