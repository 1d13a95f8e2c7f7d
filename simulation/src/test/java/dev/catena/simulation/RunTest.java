package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How runs begin, end, and what they keep. */
class RunTest {
    static Stream<Integrator> all() {
        return Stream.of(Integrator.dormandPrince(), Integrator.rungeKutta(1e-3), Integrator.semiImplicit(1e-3));
    }

    private final RobotModel pendulum = SmallRobots.doublePendulum();

    private Simulation.Builder swing(Integrator integrator) {
        return Simulation.builder(pendulum)
                .start(new State(pendulum).jointPositions(1.2, -0.4))
                .integrator(integrator)
                .duration(1);
    }

    @ParameterizedTest
    @MethodSource("all")
    void sameInputSameBits(Integrator integrator) {
        RobotModel model = RandomRobots.everything(5, 9).toBuilder().floating().build();
        Simulation simulation = Simulation.builder(model)
                .start(ConservationTest.randomState(model, 5))
                .integrator(integrator)
                .duration(0.5)
                .build();
        List<Sample> first = simulation.run().recording();
        List<Sample> second = simulation.run().recording();
        assertThat(second).hasSameSizeAs(first);
        for (int k = 0; k < first.size(); k++) {
            assertThat(bits(second.get(k))).isEqualTo(bits(first.get(k)));
        }
        assertThat(bits(first.get(1))).isNotEqualTo(bits(first.get(0)));
    }

    private static long[] bits(Sample sample) {
        State state = sample.state();
        double[] y = new double[state.dimension()];
        state.copyTo(y);
        return Stream.of(y, sample.torques(), sample.jointAccelerations(), new double[] {sample.energy()})
                .flatMapToLong(numbers -> Arrays.stream(numbers).mapToLong(Double::doubleToLongBits))
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("all")
    void recordsAtTheRate(Integrator integrator) {
        Run run = swing(integrator).recordingRate(30).duration(0.52).build().run();
        List<Sample> samples = run.recording();
        assertThat(samples).hasSize(17);
        for (int k = 0; k < 16; k++) {
            assertThat(samples.get(k).time()).isEqualTo(k / 30.0);
        }
        assertThat(run.end().time()).isEqualTo(0.52);
    }

    /** Recording more often does not change the motion, and samples between steps lie on it. */
    @ParameterizedTest
    @MethodSource("all")
    void recordingDoesNotDisturb(Integrator integrator) {
        Run often = swing(integrator).recordingRate(333).build().run();
        Run seldom = swing(integrator).recordingRate(1).build().run();
        assertThat(often.end().state().jointPositions())
                .isEqualTo(seldom.end().state().jointPositions());
        List<Sample> samples = often.recording();
        for (int k = 1; k < samples.size() - 1; k++) {
            double difference = samples.get(k + 1).state().jointPositions()[1]
                    - samples.get(k - 1).state().jointPositions()[1];
            double expected = samples.get(k).state().jointVelocities()[1]
                    * (samples.get(k + 1).time() - samples.get(k - 1).time());
            assertThat(difference).isCloseTo(expected, within(3e-4));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void canBeCanceled(Integrator integrator) {
        AtomicInteger asked = new AtomicInteger();
        Run run = swing(integrator)
                .cancelWhen(() -> asked.incrementAndGet() > 5)
                .build()
                .run();
        assertThat(run.status()).isEqualTo(Run.Status.CANCELED);
        assertThat(run.steps()).isBetween(4L, 7L);
        assertThat(run.partialRecording()).isNotEmpty();
        assertThatThrownBy(run::recording)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("canceled at");
    }

    @ParameterizedTest
    @MethodSource("all")
    void tellsProgress(Integrator integrator) {
        List<Double> times = new ArrayList<>();
        assertThat(swing(integrator)
                        .recordingRate(10)
                        .progress(times::add)
                        .build()
                        .run()
                        .isComplete())
                .isTrue();
        assertThat(times).hasSize(11).isSorted().endsWith(1.0);
    }

    @ParameterizedTest
    @MethodSource("all")
    void masslessLeafIsAFailureInWords(Integrator integrator) {
        RobotModel model = pendulum.toBuilder()
                .link(
                        Joint.revolute("wrist", "lower", "hand").at(Pose.translation(0, 0, -1), Vector3.X),
                        SpatialInertia.ZERO)
                .build();
        Run run = Simulation.builder(model)
                .integrator(integrator)
                .duration(1)
                .build()
                .run();
        assertThat(run.status()).isEqualTo(Run.Status.FAILED);
        assertThat(run.message()).contains("\"wrist\"");
        assertThatThrownBy(run::end).isInstanceOf(IllegalStateException.class).hasMessageContaining("\"wrist\"");
        assertThat(run.partialRecording()).isEmpty();
        assertThat(run.energyDrift()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("all")
    void badTorquesAreAFailure(Integrator integrator) {
        Run run = swing(integrator)
                .controller((time, state, torqueOut) -> torqueOut[1] = time > 0.5 ? Double.NaN : 0)
                .build()
                .run();
        assertThat(run.status()).isEqualTo(Run.Status.FAILED);
        assertThat(run.message()).contains("controller gave NaN").contains("\"elbow\"");
        assertThat(run.partialRecording().size()).isGreaterThan(40);
    }

    @ParameterizedTest
    @MethodSource("all")
    void blowingUpIsAFailure(Integrator integrator) {
        Run run = swing(integrator)
                .controller((time, state, torqueOut) -> {
                    double rate = state.jointVelocities()[0];
                    torqueOut[0] = 100 * rate * rate * rate + 1;
                    torqueOut[1] = 0;
                })
                .duration(100)
                .build()
                .run();
        assertThat(run.status()).isEqualTo(Run.Status.FAILED);
        assertThat(run.message()).matches(".*(no longer finite|no step is short enough|gave (NaN|-?Infinity)).*");
        assertThat(run.partialRecording())
                .allSatisfy(sample -> assertThat(sample.state().isFinite()).isTrue());
    }

    @ParameterizedTest
    @MethodSource("all")
    void torquesAreCutOff(Integrator integrator) {
        RobotModel slider = SmallRobots.slider(false, Friction.NONE, JointLimits.NONE.withEffort(3));
        Run run = Simulation.builder(slider)
                .controller(Controller.constant(-8))
                .limitTorques()
                .integrator(integrator)
                .duration(1)
                .build()
                .run();
        assertThat(run.end().torques()).containsExactly(-3);
        assertThat(run.end().state().jointVelocities()[0]).isCloseTo(-1.5, within(1e-9));
        Run free = Simulation.builder(slider)
                .controller(Controller.constant(-8))
                .integrator(integrator)
                .duration(1)
                .build()
                .run();
        assertThat(free.end().torques()).containsExactly(-8);
    }

    /** Falls on a stop: hardly goes beyond it, does not rebound, and rests on it with its weight. */
    @ParameterizedTest
    @MethodSource("all")
    void stopsHold(Integrator integrator) {
        RobotModel falling = SmallRobots.slider(true, Friction.NONE, JointLimits.position(-0.2, 0.5));
        Run run = Simulation.builder(falling)
                .integrator(integrator)
                .stops(JointStops.compliant())
                .recordingRate(1000)
                .duration(1)
                .build()
                .run();
        double speed = Math.sqrt(2 * 9.81 * 0.2);
        double lowest = run.recording().stream()
                .mapToDouble(sample -> sample.state().jointPositions()[0])
                .min()
                .orElseThrow();
        assertThat(lowest).isBetween(-0.2 - speed / 200, -0.2);
        // sinks in by g/ω²
        assertThat(run.end().state().jointPositions()[0]).isCloseTo(-0.2 - 9.81 / 200 / 200, within(1e-6));
        assertThat(run.end().kineticEnergy()).isLessThan(1e-6);
        if (integrator instanceof Integrator.DormandPrince) {
            assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-7);
        }
    }

    /** An elastic stop throws back what it got. */
    @Test
    void elasticStopKeepsTheEnergy() {
        RobotModel falling = SmallRobots.slider(true, Friction.NONE, JointLimits.position(-0.2, 0.5));
        Run run = Simulation.builder(falling)
                .stops(JointStops.compliant(300, 0))
                .recordingRate(1000)
                .duration(0.6)
                .build()
                .run();
        double highest = run.recording().stream()
                .filter(sample -> sample.time() > 0.25)
                .mapToDouble(sample -> sample.state().jointPositions()[0])
                .max()
                .orElseThrow();
        assertThat(highest).isCloseTo(0, within(1e-5));
    }

    @ParameterizedTest
    @MethodSource("all")
    void environmentActs(Integrator integrator) {
        RobotModel body = RobotModel.builder("body")
                .base("body", SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, InertiaTensor.diagonal(1, 1, 1)))
                .floating()
                .gravity(0, 0, 0)
                .build();
        Run run = Simulation.builder(body)
                .environment((time, state, wrenchesOut) -> wrenchesOut.inWorld(0, 4, 0, 0, 0, 0, 3 * time))
                .integrator(integrator)
                .duration(1)
                .build()
                .run();
        State end = run.end().state();
        // ẍ = 2; ω̇ = 3 t about z
        double[] velocityInWorld = new double[3];
        Quaternions.turn(end.baseOrientation(), 1, end.baseVelocityInBase(), 0, velocityInWorld, 0);
        assertThat(velocityInWorld[0]).isCloseTo(2, within(1e-8));
        assertThat(velocityInWorld[1]).isCloseTo(0, within(1e-8));
        double error = integrator instanceof Integrator.SemiImplicit ? 3e-3 : 1e-8;
        assertThat(end.baseVelocityInBase()[5]).isCloseTo(1.5, within(error));
        assertThat(2 * Math.atan2(end.baseOrientation()[2], end.baseOrientation()[3]))
                .isCloseTo(0.5, within(error));
        assertThat(end.basePositionInWorld()[0]).isCloseTo(1, within(error));
        assertThat(run.energyDrift()).isEmpty();
        assertThat(run.momentumDrift()).isEmpty();
    }

    @Test
    void badSetupsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Simulation.builder(pendulum).build())
                .withMessageContaining("duration");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        swing(Integrator.dormandPrince()).recordingRate(-1).build())
                .withMessageContaining("recording rate");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> swing(Integrator.dormandPrince())
                        .recordingRate(1e8)
                        .build()
                        .run())
                .withMessageContaining("1.00e+08 samples, about")
                .withMessageContaining("run(listener)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Integrator.rungeKutta(0))
                .withMessageContaining("step");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Simulation.builder(pendulum)
                        .start(new State(pendulum).jointPositions(Double.NaN, 0))
                        .duration(1)
                        .build())
                .withMessageContaining("not finite");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new State(pendulum).jointPositions(1, 2, 3))
                .withMessageContaining("3 numbers");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new State(pendulum).basePositionInWorld(1, 2, 3))
                .withMessageContaining("fixed");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Simulation.builder(pendulum)
                        .start(new State(SmallRobots.slider(false, Friction.NONE, JointLimits.NONE))))
                .withMessageContaining("1 joints");
        assertThatThrownBy(() -> swing(Integrator.dormandPrince()).build().stepper())
                .isInstanceOf(IllegalStateException.class);
    }

    /** The builder may be used on, and the start state changed, without touching what was built. */
    @Test
    void builtIsBuilt() {
        State start = new State(pendulum).jointPositions(1.2, -0.4);
        Simulation.Builder builder = Simulation.builder(pendulum).start(start).duration(0.1);
        Simulation simulation = builder.build();
        double[] before = simulation.run().end().state().jointPositions();
        start.jointPositions(0, 0);
        builder.duration(5).start(start);
        assertThat(simulation.run().end().state().jointPositions()).isEqualTo(before);
    }
}
