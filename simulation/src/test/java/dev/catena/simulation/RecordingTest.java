package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.JointLimits;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import dev.catena.testkit.Agreement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What runs keep: samples, counts, drifts, events and last words. */
class RecordingTest {
    private static final RobotModel FALLING = SmallRobots.slider(true, Friction.NONE, JointLimits.NONE);

    /** A block of 2 kg behind a spring of 50 N/m with a motor of 0.1 kg. */
    private static RobotModel elastic() {
        return FALLING.toBuilder()
                .replace(FALLING.movingJoints().get(0).with(Drive.reflected(0.1).with(new Spring(50, 0.2))))
                .build();
    }

    @Test
    void samplesSayWhatActs() {
        RobotModel model = elastic();
        Run run = Simulation.builder(model)
                .start(new State(model).jointPositions(0.3).jointVelocities(1).motorPositions(0.4))
                .controller(Controller.constant(6))
                .integrator(Integrator.rungeKutta(1e-3))
                .duration(1e-2)
                .build()
                .run();
        Sample first = run.firstSample().orElseThrow();
        // K (θ − q + rest offset)
        double spring = 50 * (0.4 - 0.3 + 0.2);
        assertThat(first.time()).isZero();
        assertThat(first.torques()).containsExactly(6);
        assertThat(first.jointAccelerations()[0]).isCloseTo(spring / 2 - 9.81, within(1e-12));
        assertThat(first.motorAccelerations()[0]).isCloseTo((6 - spring) / 0.1, within(1e-10));
        assertThat(first.kineticEnergy()).isCloseTo(0.5 * 2 + 0.5 * 0.1, within(1e-12));
        assertThat(first.potentialEnergy()).isCloseTo(2 * 9.81 * 0.3 + 0.5 * 50 * 0.3 * 0.3, within(1e-12));
        assertThat(first.energy()).isEqualTo(first.kineticEnergy() + first.potentialEnergy());
        assertThat(first.momentumInWorld()[2]).isCloseTo(2, within(1e-12));
        assertThat(first.baseAccelerationInBase()).containsOnly(0).hasSize(6);
        assertThat(run.lastSample()).containsSame(run.end());
        assertThat(run.end().time()).isEqualTo(1e-2);
        assertThat(run.sampleCount()).isEqualTo(2);
        assertThat(run.steps()).isEqualTo(10);
        // four for each step, one for each sample
        assertThat(run.evaluations()).isEqualTo(42);
        assertThat(run.message()).isEqualTo("finished at 0.0100000000 s");
        assertThat(run.momentumDrift()).isEmpty();
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-3);
    }

    @Test
    void freeBasesHaveAccelerationAndMomentum() {
        RobotModel model = ConservationTest.floatingTree(3);
        State start = ConservationTest.randomState(model, 4);
        Run run = Simulation.builder(model)
                .start(start)
                .integrator(Integrator.rungeKutta(1e-3))
                .recordingRate(1000)
                .duration(0.01)
                .build()
                .run();
        List<Sample> samples = run.recording();
        // ṗ = m g, by differences of the momentum; v̇ + ω × v = a by those of the velocity
        double[] change = new double[3];
        double[] acceleration = new double[6];
        double[] v = samples.get(5).state().baseVelocityInBase();
        for (int k = 0; k < 3; k++) {
            change[k] = (samples.get(6).momentumInWorld()[k] - samples.get(4).momentumInWorld()[k]) / 2e-3;
        }
        Agreement.check(
                "weight", change, model.gravity().times(model.totalMass()).toArray(), 1e-8);
        for (int k = 0; k < 6; k++) {
            acceleration[k] = (samples.get(6).state().baseVelocityInBase()[k]
                            - samples.get(4).state().baseVelocityInBase()[k])
                    / 2e-3;
        }
        acceleration[0] += v[4] * v[2] - v[5] * v[1];
        acceleration[1] += v[5] * v[0] - v[3] * v[2];
        acceleration[2] += v[3] * v[1] - v[4] * v[0];
        Agreement.check("acceleration", samples.get(5).baseAccelerationInBase(), acceleration, 1e-3);
        assertThat(run.momentumDrift().orElseThrow()).isLessThan(1e-8);
        // a momentum that is not what the weight makes it is a drift
        Recorder recorder = new Recorder(simulation(model, start).setup(), null);
        recorder.use(new Plant(simulation(model, start)));
        recorder.recordDue(start);
        recorder.recordDue(start.copy().time(1));
        double heaviest =
                DoubleStream.of(model.gravity().toArray()).map(Math::abs).max().orElseThrow();
        assertThat(recorder.momentumDrift).isCloseTo(model.totalMass() * heaviest, within(1e-9));
        assertThat(recorder.energyDrift).isZero();
        State faster = start.copy().time(2);
        faster.work(5);
        recorder.recordDue(faster);
        assertThat(recorder.energyDrift).isCloseTo(5, within(1e-9));
        assertThat(recorder.sampleCount).isEqualTo(3);
    }

    private static Simulation simulation(RobotModel model, State start) {
        return Simulation.builder(model).start(start).duration(1).build();
    }

    @Test
    void eventsBeyondAHundredThousandAreCounted() {
        Recorder recorder = new Recorder(simulation(FALLING, new State(FALLING)).setup(), null);
        Event event = Event.crossing("tick", State::time);
        for (int k = 0; k < Recorder.MOST_EVENTS + 5; k++) {
            recorder.occurred(event, k, k % 2 == 0);
        }
        Run run = recorder.finish(Run.Status.FINISHED, "done");
        assertThat(run.eventCount()).isEqualTo(Recorder.MOST_EVENTS + 5);
        assertThat(run.events()).hasSize(Recorder.MOST_EVENTS);
        assertThat(run.events().get(7)).isEqualTo(new Event.Occurrence("tick", 7, false));
        assertThat(run.firstSample()).isEmpty();
        assertThat(run.lastSample()).isEmpty();
        assertThat(run.evaluations()).isZero();
        assertThat(run.simulatedModel()).isSameAs(FALLING);
        assertThat(run.energyDrift()).isEmpty();
    }

    @Test
    void samplesAreDueAtTheRateUntilTheEnd() {
        Recorder recorder = new Recorder(
                Simulation.builder(FALLING)
                        .start(new State(FALLING).time(3))
                        .duration(0.3)
                        .recordingRate(10)
                        .build()
                        .setup(),
                null);
        assertThatThrownBy(() -> recorder.recordDue(new State(FALLING))).isInstanceOf(IllegalStateException.class);
        recorder.use(new Plant(simulation(FALLING, new State(FALLING))));
        List<Double> due = new ArrayList<>();
        State state = new State(FALLING);
        // the attempt before took the first
        while (recorder.dueTime() < Double.POSITIVE_INFINITY) {
            due.add(recorder.dueTime());
            recorder.recordDue(state.time(recorder.dueTime()));
        }
        assertThat(due).containsExactly(3.1, 3.2, 3.3);
        recorder.recordEnd(state.time(3.3));
        assertThat(recorder.sampleCount).isEqualTo(3);
        recorder.recordEnd(state.time(3.35));
        assertThat(recorder.sampleCount).isEqualTo(4);
    }

    /** What the simulation complains about has its time; to what others say it is added. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void lastWords(boolean timed) {
        Recorder recorder = new Recorder(simulation(FALLING, new State(FALLING)).setup(), null);
        State state = new State(FALLING).time(0.25);
        Run run = recorder.failed(
                state, timed ? new SimulationFailure("at %s s it broke", 0.2) : new NumericalException("it broke"));
        assertThat(run.message()).isEqualTo(timed ? "at 0.2 s it broke" : "after 0.250000000 s it broke");
        assertThat(run.status()).isEqualTo(Run.Status.FAILED);
        assertThat(run.isComplete()).isFalse();
        // nothing to record from, and no exception for that
        assertThat(run.sampleCount()).isZero();
        assertThat(recorder.canceled(state).message()).isEqualTo("canceled at 0.250000000 s");
    }

    /** Samples between fixed steps lie on the motion, one by one where a listener takes them; work begins at zero. */
    @Test
    void samplesBetweenStepsAreOnTheWay() {
        State start = new State(FALLING).jointPositions(1).jointVelocities(2);
        start.work(7);
        Simulation simulation = Simulation.builder(FALLING)
                .start(start)
                .integrator(Integrator.rungeKutta(0.01))
                .recordingRate(300)
                .duration(0.1)
                .build();
        List<Sample> taken = new ArrayList<>();
        Run run = simulation.run(taken::add);
        assertThat(taken).hasSize(31);
        assertThat(run.sampleCount()).isEqualTo(31);
        assertThat(run.steps()).isEqualTo(10);
        assertThat(taken.get(0).state().work()).isZero();
        for (Sample sample : taken) {
            double t = sample.time();
            assertThat(sample.state().jointPositions()[0]).isCloseTo(1 + 2 * t - 9.81 / 2 * t * t, within(1e-13));
            assertThat(sample.state().jointVelocities()[0]).isCloseTo(2 - 9.81 * t, within(1e-13));
        }
        assertThatThrownBy(run::recording)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("listener");
    }

    /** A joint that a controller says nothing about has no torque, whatever it had before. */
    @Test
    void torquesAreNotKept() {
        RobotModel slider = SmallRobots.slider(false, Friction.NONE, JointLimits.NONE);
        Run run = Simulation.builder(slider)
                .controller((time, state, torqueOut) -> {
                    if (time < 0.0999) {
                        torqueOut[0] = 4;
                    }
                })
                .integrator(Integrator.semiImplicit(0.01))
                .duration(1)
                .build()
                .run();
        assertThat(run.end().torques()).containsExactly(0);
        assertThat(run.end().state().jointVelocities()[0]).isCloseTo(0.2, within(1e-12));
    }

    @Test
    void whatIsNotFiniteIsNamed() {
        RobotModel model = elastic().withFloatingBase();
        Plant plant = new Plant(simulation(model, new State(model)));
        State joint = new State(model).time(1.5);
        joint.jointPositions()[0] = Double.NaN;
        assertThatThrownBy(() -> plant.checkFinite(joint))
                .hasMessageStartingWith("the motion of joint \"slide\" is no longer finite at 1.50000000 s");
        State rate = new State(model);
        rate.jointVelocities()[0] = Double.POSITIVE_INFINITY;
        assertThatThrownBy(() -> plant.accelerate(rate)).hasMessageContaining("joint \"slide\"");
        State motor = new State(model);
        motor.motorVelocities()[0] = Double.NaN;
        assertThatThrownBy(() -> plant.accelerate(motor)).hasMessageContaining("the motion of a motor");
        State angle = new State(model);
        angle.motorPositions()[0] = Double.NaN;
        assertThatThrownBy(() -> plant.accelerate(angle)).hasMessageContaining("the motion of a motor");
        State base = new State(model);
        base.basePositionInWorld()[2] = Double.NEGATIVE_INFINITY;
        assertThatThrownBy(() -> plant.checkFinite(base)).hasMessageContaining("the motion of the base");
        plant.checkFinite(new State(model));
        plant.jointAcceleration[0] = Double.NaN;
        assertThat(plant.notFinite(new State(model))).hasMessageContaining("joint \"slide\"");
        plant.jointAcceleration[0] = 0;
        plant.motorAcceleration[0] = Double.NaN;
        assertThat(plant.notFinite(new State(model))).hasMessageContaining("a motor");
    }
}
