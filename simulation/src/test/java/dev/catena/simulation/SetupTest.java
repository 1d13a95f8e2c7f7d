package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a simulation can be asked for, to the very end of its range, and what it says beyond. */
class SetupTest {
    private static final RobotModel SLIDER = SmallRobots.slider(false, Friction.NONE, JointLimits.NONE);
    private static final RobotModel ARM = SmallRobots.doublePendulum();

    private static Simulation.Builder still(Integrator integrator, double duration) {
        return Simulation.builder(SLIDER)
                .integrator(integrator)
                .duration(duration)
                .recordingRate(1e-4);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void numbersThatMustBePositive(double wrong) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Simulation.builder(SLIDER).duration(wrong).build())
                .withMessageContaining("positive duration");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Simulation.builder(SLIDER)
                        .duration(1)
                        .recordingRate(wrong)
                        .build())
                .withMessageContaining("recording rate");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Simulation.builder(SLIDER).frictionSmoothing(wrong))
                .withMessageContaining("smoothing velocity");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JointStops.compliant(wrong, 1))
                .withMessageContaining("frequency");
        assertThatIllegalArgumentException().isThrownBy(() -> new Integrator.DormandPrince(wrong, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Integrator.DormandPrince(1, wrong, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Integrator.DormandPrince(1, 1, wrong));
        assertThatIllegalArgumentException().isThrownBy(() -> Integrator.rungeKutta(wrong));
        assertThatIllegalArgumentException().isThrownBy(() -> Integrator.semiImplicit(wrong));
        assertThatIllegalArgumentException().isThrownBy(() -> Integrator.implicitMidpoint(wrong));
        assertThatIllegalArgumentException().isThrownBy(() -> Integrator.stickSlip(wrong));
    }

    @Test
    void stopsWithinTheirRanges() {
        for (double restitution : new double[] {-0.01, 1.01, Double.NaN}) {
            assertThatIllegalArgumentException().isThrownBy(() -> JointStops.rigid(restitution));
        }
        for (double ratio : new double[] {-0.01, Double.POSITIVE_INFINITY, Double.NaN}) {
            assertThatIllegalArgumentException().isThrownBy(() -> JointStops.compliant(100, ratio));
        }
        assertThat(JointStops.rigid(1)).isEqualTo(new JointStops.Rigid(1));
        assertThat(JointStops.rigid()).isEqualTo(JointStops.rigid(0));
        assertThat(JointStops.compliant(100, 0)).isEqualTo(new JointStops.Compliant(100, 0));
        assertThat(JointStops.compliant()).isEqualTo(JointStops.compliant(200, 1));
    }

    @Test
    void fixedStepsAreThoseThatWereAskedFor() {
        assertThat(Integrator.rungeKutta(0.1).fixedStep()).isEqualTo(0.1);
        assertThat(Integrator.semiImplicit(0.2).fixedStep()).isEqualTo(0.2);
        assertThat(Integrator.implicitMidpoint(0.3).fixedStep()).isEqualTo(0.3);
        assertThat(Integrator.stickSlip(0.4).fixedStep()).isEqualTo(0.4);
        assertThat(Integrator.dormandPrince(1e-7)).isEqualTo(new Integrator.DormandPrince(1e-7, 1e-7, 0.1));
        assertThat(Integrator.dormandPrince()).isEqualTo(Integrator.dormandPrince(1e-9));
        assertThat(Integrator.dormandPrince().fixedStep()).isZero();
        assertThat(Integrator.automatic()).isEqualTo(Integrator.automatic(1e-9, 1e-3));
        assertThat(Integrator.automatic(1e-5, 2e-3))
                .isEqualTo(new Integrator.Automatic(
                        (Integrator.DormandPrince) Integrator.dormandPrince(1e-5), new Integrator.StickSlip(2e-3)));
    }

    /** 10¹⁰ steps or samples are the most that are tried, and 10⁷ samples the most that are kept. */
    /** A step that is longer than the run is taken as far as that goes. */
    @Test
    void runsThatAreShorterThanAStep() {
        for (Integrator integrator : List.of(
                Integrator.rungeKutta(1e11),
                Integrator.semiImplicit(1e9),
                Integrator.implicitMidpoint(1e300),
                Integrator.stickSlip(1e11))) {
            for (double duration : new double[] {0.1, 1e-300}) {
                State start = new State(SLIDER).jointVelocities(1);
                Run run = Simulation.builder(SLIDER)
                        .integrator(integrator)
                        .start(start)
                        .duration(duration)
                        .recordingRate(20)
                        .build()
                        .run();
                assertThat(run.end().time()).as("%s", integrator).isEqualTo(duration);
                assertThat(run.end().state().jointPositions()[0]).isCloseTo(duration, within(1e-15 * duration));
                assertThat(run.steps()).isEqualTo(1);
                assertThat(run.partialRecording()).hasSize(duration == 0.1 ? 3 : 2);
            }
        }
    }

    @Test
    void absurdCountsAreRefusedInWords() {
        assertThatCode(() -> still(Integrator.rungeKutta(1e-6), 1e4).build()).doesNotThrowAnyException();
        assertThatCode(() -> still(Integrator.dormandPrince(), 1e9).build()).doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> still(Integrator.rungeKutta(1e-6), 1e5).build())
                .withMessageContaining("1.00e+11 steps of 1.0E-6 s; a microsecond each, that is about 27.8 hours");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> still(Integrator.rungeKutta(1e-7), 1e6).build())
                .withMessageContaining("116 days");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> still(Integrator.rungeKutta(1e-7), 1e9).build())
                .withMessageContaining("317 years");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> still(Integrator.rungeKutta(1), 172_800e6).build())
                .withMessageContaining("2.00 days");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> still(Integrator.rungeKutta(1), 86_400e9).build())
                .withMessageContaining("2.74 years");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> still(Integrator.dormandPrince(), 2e9).build())
                .withMessageContaining("steps of at most 0.1 s");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        still(Integrator.rungeKutta(1), 2).recordingRate(1e10).build())
                .withMessageContaining("samples at 1.0E10 per second");
        Simulation most = still(Integrator.rungeKutta(1), 1e5)
                .recordingRate(100)
                .cancelWhen(() -> true)
                .build();
        assertThat(most.run().status()).isEqualTo(Run.Status.CANCELED);
        Simulation tooMany =
                still(Integrator.rungeKutta(1), 1e6).recordingRate(100).build();
        // 10⁸ samples of 500 + 8 · 5 bytes
        assertThatIllegalArgumentException()
                .isThrownBy(tooMany::run)
                .withMessageContaining("1.00e+08 samples, about 54 GB");
    }

    @Test
    void elasticRobotsHaveOneDynamics() {
        RobotModel elastic = ARM.toBuilder()
                .replace(ARM.movingJoints().get(1).with(Drive.reflected(0.1).with(Spring.of(100))))
                .build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Simulation.builder(elastic)
                        .dynamics(ForwardDynamics::of)
                        .duration(1)
                        .build())
                .withMessageContaining("withoutSprings()");
        // 500 + 8 · (5 · 2 + 4) bytes
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Simulation.builder(elastic)
                        .duration(1e6)
                        .recordingRate(100)
                        .build()
                        .run())
                .withMessageContaining("about 61 GB");
    }

    /** Rigid stops forgive a start that is beyond by rounding. */
    @ParameterizedTest
    @CsvSource({"-0.5,lower", "0.25,upper"})
    void startsBeyondRigidStops(double limit, String which) {
        RobotModel limited = SmallRobots.slider(false, Friction.NONE, JointLimits.position(-0.5, 0.25));
        double out = Math.signum(limit);
        assertThat(run(limited, limit + out * 0.7e-9, limit)).isTrue();
        assertThat(run(limited, limit - out * 0.1, limit)).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(limited, limit + out * 2e-9, limit))
                .withMessageContaining("beyond its " + which + " limit " + limit);
        RobotModel tiny = SmallRobots.slider(false, Friction.NONE, JointLimits.position(-0.5e-6, 0.25e-6));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(tiny, 1e-6 * limit + out * 0.9e-9, 1e-6 * limit))
                .withMessageContaining("beyond its " + which + " limit " + 1e-6 * limit);
    }

    private static boolean run(RobotModel model, double q, double limit) {
        Run run = Simulation.builder(model)
                .start(new State(model).jointPositions(q))
                .stops(JointStops.rigid())
                .integrator(Integrator.rungeKutta(0.01))
                .duration(0.02)
                .build()
                .run();
        double end = run.end().state().jointPositions()[0];
        return Math.abs(q - limit) > 1e-3 ? end == q : end == limit;
    }

    /** The steepest friction decides, and the words say which joint it is of. */
    @Test
    void automaticSaysWhyItChose() {
        // (F/w + d)/m with w = 0.01: 2 kg
        assertThat(chosen(new Friction(150, 0, 0), Double.NaN)).isEqualTo(Integrator.dormandPrince());
        assertThat(chosen(new Friction(250, 0, 0), Double.NaN)).isEqualTo(new Integrator.StickSlip(1e-3));
        assertThat(chosen(new Friction(150, 8000, 0), Double.NaN)).isEqualTo(new Integrator.StickSlip(1e-3));
        assertThat(chosen(new Friction(150, 4000, 0), Double.NaN)).isEqualTo(Integrator.dormandPrince());
        assertThat(chosen(new Friction(250, 0, 0), 0.02)).isEqualTo(Integrator.dormandPrince());
        assertThat(chosen(new Friction(250, 0, 0.02), 0.001)).isEqualTo(Integrator.dormandPrince());
        assertThat(reason(SmallRobots.slider(false, new Friction(150, 0, 0), JointLimits.NONE)))
                .isEqualTo(
                        "the friction of joint \"slide\" decays with up to 7.5e+03/s, which adaptive steps can follow");
        assertThat(reason(SLIDER)).isEmpty();
        RobotModel both = ARM.toBuilder()
                .replace(ARM.movingJoints().get(0).with(new Friction(1e-3, 0, 0)))
                .replace(ARM.movingJoints().get(1).with(Drive.reflected(0.1).with(new Friction(900, 0, 0))))
                .build();
        assertThat(reason(both)).contains("joint \"elbow\"").contains("too fast for adaptive steps");
    }

    private static Integrator chosen(Friction friction, double width) {
        RobotModel model = SmallRobots.slider(false, friction, JointLimits.NONE);
        Simulation.Builder builder = Simulation.builder(model).duration(1);
        return (Double.isNaN(width) ? builder : builder.frictionSmoothing(width))
                .build()
                .integrator();
    }

    private static String reason(RobotModel model) {
        return Simulation.builder(model).duration(1e-3).build().run().integratorReason();
    }

    /** Motors of elastic joints are light: their friction is steep where that of the joint is not. */
    @Test
    void frictionOfMotorsBehindSpringsCounts() {
        RobotModel elastic = motor(new Friction(0.2, 0, 0));
        // F/(w I) = 0.2/(0.01 · 0.001)
        assertThat(reason(elastic)).contains("up to 2.0e+04/s, too fast for adaptive steps");
        assertThat(reason(motor(new Friction(0.05, 0, 0)))).contains("up to 5.0e+03/s, which adaptive");
        Run run = Simulation.builder(elastic)
                .integrator(Integrator.rungeKutta(1e-4))
                .duration(1e-3)
                .build()
                .run();
        // w = 2 h F/I
        assertThat(run.simulatedModel()
                        .movingJoints()
                        .get(0)
                        .drive()
                        .motorFriction()
                        .smoothingVelocity())
                .isCloseTo(2 * 1e-4 * 0.2 / 0.001, within(1e-12));
    }

    private static RobotModel motor(Friction friction) {
        RobotModel slider = SmallRobots.slider(false, new Friction(0.1, 0, 0), JointLimits.NONE);
        return slider.toBuilder()
                .replace(slider.movingJoints()
                        .get(0)
                        .with(Drive.reflected(0.001).with(Spring.of(10)).with(friction)))
                .build();
    }

    @Test
    void limitsAreEvents() {
        RobotModel limited = SmallRobots.slider(false, Friction.NONE, JointLimits.position(-0.5, 0.25));
        List<Event> events = Event.jointLimits(limited);
        assertThat(events).extracting(Event::name).containsExactly("slide at lower limit", "slide at upper limit");
        assertThat(events)
                .extracting(Event::direction)
                .containsExactly(Event.Direction.FALLING, Event.Direction.RISING);
        State state = new State(limited).jointPositions(0.1);
        // a joint has arrived 1e-11 before its limit
        assertThat(events.get(0).function().applyAsDouble(state)).isCloseTo(0.6 / 0.75 - 1e-11, within(1e-15));
        assertThat(events.get(1).function().applyAsDouble(state)).isCloseTo(-0.15 / 0.75 + 1e-11, within(1e-15));
        assertThat(Event.jointLimits(SLIDER)).isEmpty();
        assertThat(events.get(0).stopping().stops()).isTrue();
        assertThat(events.get(0).stops()).isFalse();
    }

    @Test
    void whoeverWaitsIsToldHowFarARunIs() {
        List<Double> times = new ArrayList<>();
        Run run = Simulation.builder(ARM)
                .integrator(Integrator.rungeKutta(1e-2))
                .duration(0.1)
                .recordingRate(20)
                .progress(times::add)
                .build()
                .run();
        assertThat(run.integrator()).isEqualTo(Integrator.rungeKutta(1e-2));
        assertThat(times).containsExactly(0.0, 0.05, 0.1);
    }

    @Test
    void noTorqueIsWrittenOverWhatWasThere() {
        double[] torques = {1, -2};
        Controller.zero().torque(0, new State(ARM), torques);
        assertThat(torques).containsOnly(0);
    }

    /** A stepper belongs to its thread, and a step that leads nowhere leaves the state as it was. */
    @Test
    void stepsOfOneThread() throws InterruptedException {
        Stepper stepper = Simulation.builder(ARM)
                .integrator(Integrator.semiImplicit(1e-2))
                .controller((time, state, torques) -> torques[0] = time > 1 ? 1e308 : 0)
                .duration(1)
                .build()
                .stepper();
        State state = new State(ARM);
        stepper.step(state, 1e-2);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread other = new Thread(() -> stepper.step(new State(ARM), 1e-2));
        other.setUncaughtExceptionHandler((thread, failure) -> thrown.set(failure));
        other.start();
        other.join();
        assertThat(thrown.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("copy()");
        State late = state.copy().time(2);
        double[] before = late.jointPositions().clone();
        assertThatThrownBy(() -> stepper.step(late, 10)).isInstanceOf(NumericalException.class);
        assertThat(late.jointPositions()).containsExactly(before);
        assertThat(late.time()).isEqualTo(2);
    }

    /** Where a step forward is less than the distance to the next number, nothing would move. */
    @Test
    void positionsInWhichMotionsAreLostAreRefused() {
        State far = new State(SLIDER).jointPositions(1e17);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Simulation.builder(SLIDER).start(far).duration(1).build())
                .withMessageContaining("starts at 1.0E17")
                .withMessageContaining("lost in rounding");
        State near = new State(SLIDER).jointPositions(1e6);
        assertThatCode(() -> Simulation.builder(SLIDER).start(near).duration(1).build())
                .doesNotThrowAnyException();
    }

    /** Turns are told to be taken off; slides count by the length of the robot, 100 m here. */
    @Test
    void farStartsAreRefusedByWhatIsLost() {
        SpatialInertia part = SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, InertiaTensor.diagonal(0.1, 0.1, 0.1));
        RobotModel crane = RobotModel.builder("crane")
                .link(Joint.prismatic("slide", "base", "sled").at(Pose.IDENTITY, Vector3.X), part)
                .link(Joint.revolute("turn", "sled", "arm").at(Pose.translation(0, 0, 100), Vector3.Z), part)
                .build();
        assertThatCode(() -> Simulation.builder(crane)
                        .start(new State(crane).jointPositions(1e10, 1e9))
                        .duration(1)
                        .build())
                .doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Simulation.builder(crane)
                        .start(new State(crane).jointPositions(0, 1e10))
                        .duration(1)
                        .build())
                .withMessageContaining("\"turn\"")
                .withMessageEndingWith("take full turns off");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Simulation.builder(crane)
                        .start(new State(crane).jointPositions(1e14, 0))
                        .duration(1)
                        .build())
                .withMessageContaining("\"slide\"")
                .withMessageEndingWith("lost in rounding");
    }
}
