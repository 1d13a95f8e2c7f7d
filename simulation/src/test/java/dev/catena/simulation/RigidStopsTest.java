package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Spring;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Joints that arrive at rigid stops, rest on them, rebound from them and leave them. */
class RigidStopsTest {
    private static final double G = 9.81;
    private final RobotModel falling = SmallRobots.slider(true, Friction.NONE, JointLimits.position(-0.2, 0.5));

    static Stream<Integrator> all() {
        return Stream.of(
                Integrator.dormandPrince(),
                Integrator.rungeKutta(1e-3),
                Integrator.semiImplicit(1e-3),
                Integrator.implicitMidpoint(1e-3),
                Integrator.stickSlip(1e-3));
    }

    private static Simulation.Builder of(RobotModel model, Integrator integrator) {
        return RestOnLimitTest.watched(model, integrator).stops(JointStops.rigid());
    }

    /** Falls for 0.2 m, rests without sinking in, and is drawn away by more than its weight after 0.5 s. */
    @ParameterizedTest
    @MethodSource("all")
    void landsRestsAndLeaves(Integrator integrator) {
        Run run = of(falling, integrator)
                .controller(new Controller() {
                    @Override
                    public void torque(double time, State state, double[] torqueOut) {
                        torqueOut[0] = time < 0.5 ? 0.9 * 2 * G : 2 * (G + 1);
                        torqueOut[0] -= time < 0.3 ? 0.9 * 2 * G : 0;
                    }

                    @Override
                    public double nextSwitch(double time) {
                        return time < 0.3 ? 0.3 : time < 0.5 ? 0.5 : Double.POSITIVE_INFINITY;
                    }
                })
                .duration(1)
                .recordingRate(1000)
                .build()
                .run();
        double landing = Math.sqrt(0.4 / G);
        for (Sample sample : run.recording()) {
            double t = sample.time();
            double q = sample.state().jointPositions()[0];
            if (t < landing - 1e-3) {
                assertThat(q).isCloseTo(-G / 2 * t * t, within(1.1e-3));
            } else if (t > landing + 2e-3 && t < 0.5) {
                assertThat(q).isEqualTo(-0.2);
                assertThat(sample.state().jointVelocities()[0]).isZero();
                assertThat(sample.jointAccelerations()[0]).isZero();
            } else if (t >= 0.5 + 1e-3) {
                assertThat(q).isCloseTo(-0.2 + (t - 0.5) * (t - 0.5) / 2, within(1.1e-3));
            }
        }
        assertThat(run.events()).extracting(Event.Occurrence::name).containsExactly("slide at lower limit");
        assertThat(run.events().get(0).time())
                .isCloseTo(landing, within(integrator instanceof Integrator.DormandPrince ? 1e-9 : 1e-3));
        if (integrator instanceof Integrator.DormandPrince) {
            assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-7);
        }
    }

    /** Bounces of a ball last 2 v eⁿ/g each; their sum is finite, and so is their number. */
    @ParameterizedTest
    @MethodSource("all")
    void bouncingEnds(Integrator integrator) {
        double e = 0.5;
        Run run = of(falling, integrator).stops(JointStops.rigid(e)).build().run();
        double speed = Math.sqrt(2 * G * 0.2);
        double rest = speed / G + 2 * speed / G * e / (1 - e);
        assertThat(run.status()).isEqualTo(Run.Status.FINISHED);
        assertThat(run.end().state().jointPositions()).containsExactly(-0.2);
        assertThat(run.end().state().jointVelocities()).containsExactly(0);
        assertThat(run.events().size()).isBetween(4, 13);
        double last = run.events().get(run.events().size() - 1).time();
        assertThat(last).isCloseTo(rest, within(0.03));
        if (integrator instanceof Integrator.DormandPrince) {
            for (int n = 0; n < 6; n++) {
                double arrival = speed / G + 2 * speed / G * e * (1 - Math.pow(e, n)) / (1 - e);
                assertThat(run.events().get(n).time()).isCloseTo(arrival, within(1e-8));
            }
        }
    }

    /** A pendulum whose elbow rebounds from its limit: every method keeps its order, since steps end where joints meet stops. */
    @Test
    void methodsKeepTheirOrder() {
        RobotModel pendulum = SmallRobots.doublePendulum();
        Joint elbow = pendulum.movingJoints().get(1);
        RobotModel limited = pendulum.toBuilder()
                .replace(elbow.with(JointLimits.position(-0.15, 0.35)))
                .build();
        double[] exact = afterBounces(limited, Integrator.dormandPrince(1e-12));
        List<Double> expected = List.of(4.0, 2.0, 1.0);
        for (int k = 0; k < expected.size(); k++) {
            double[] error = new double[2];
            for (int half = 0; half < 2; half++) {
                double h = half == 0 ? 4e-3 : 2e-3;
                double[] end = afterBounces(
                        limited,
                        List.of(Integrator.rungeKutta(h), Integrator.implicitMidpoint(h), Integrator.semiImplicit(h))
                                .get(k));
                for (int i = 0; i < end.length; i++) {
                    error[half] = Math.max(error[half], Math.abs(end[i] - exact[i]));
                }
            }
            assertThat(Math.log(error[0] / error[1]) / Math.log(2))
                    .as("order of method %s, errors %s and %s", k, error[0], error[1])
                    .isCloseTo(expected.get(k), within(0.35));
        }
    }

    private static double[] afterBounces(RobotModel robot, Integrator integrator) {
        Run run = of(robot, integrator)
                .start(new State(robot).jointPositions(1.2, 0.3))
                .stops(JointStops.rigid(0.7))
                .duration(0.7)
                .build()
                .run();
        assertThat(run.events().size()).as("impacts").isPositive();
        State end = run.end().state();
        return new double[] {
            end.jointPositions()[0], end.jointPositions()[1], end.jointVelocities()[0], end.jointVelocities()[1]
        };
    }

    /** An elastic stop gives all back, again and again. */
    @Test
    void fullRestitutionKeepsEnergy() {
        Run run = of(falling, Integrator.dormandPrince())
                .stops(JointStops.rigid(1))
                .duration(10)
                .build()
                .run();
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-6);
        assertThat(run.events().size()).isEqualTo(25);
        assertThat(run.end().state().work()).isCloseTo(0, within(1e-6));
    }

    /** Two joints that are pressed on their stops at once, one of which is then drawn away by the other's motion. */
    @ParameterizedTest
    @MethodSource("all")
    void severalAtOnce(Integrator integrator) {
        RobotModel gripper = RestOnLimitTest.gripper(JointLimits.position(0, 0.04));
        Run pressed = of(gripper, integrator)
                .controller(Controller.constant(0, -0.5, -0.5))
                .duration(0.5)
                .build()
                .run();
        assertThat(pressed.end().state().jointPositions()).containsExactly(0, 0, 0);
        assertThat(pressed.events()).isEmpty();
        // pressed until the turning throws them out: r ω² is zero on the axis, so nothing ever does
        Run spinning = of(gripper, integrator)
                .start(new State(gripper).jointVelocities(5, 0, 0).jointPositions(0, 0.04, 0.02))
                .controller(Controller.constant(0, 0, -1))
                .duration(0.5)
                .build()
                .run();
        assertThat(spinning.end().state().jointPositions()[1]).isEqualTo(0.04);
        assertThat(spinning.end().state().jointPositions()[2]).isZero();
    }

    private static RobotModel limited(double elbow) {
        RobotModel pendulum = SmallRobots.doublePendulum();
        Joint joint = pendulum.movingJoints().get(1);
        return pendulum.toBuilder()
                .replace(joint.with(JointLimits.position(-elbow, elbow)))
                .build();
    }

    /** An impulse at the elbow leaves the shoulder's momentum, ∂T/∂q̇, as it is, and takes energy. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.4, 1})
    void impactsKeepMomentumOfOtherJoints(double restitution) {
        RobotModel robot = limited(0.5);
        State state = new State(robot).jointPositions(0.3, 0.5).jointVelocities(-0.7, 2);
        JointInertia inertia = new JointInertia(robot, state);
        inertia.compute(state);
        double[] before = new double[2];
        inertia.times(state.jointVelocities(), before);
        double energy = energy(state, before);
        HeldJoints held = new HeldJoints(robot, false, new JointStops.Rigid(restitution), state);
        held.land(state, new Rebounds(robot));
        double[] after = new double[2];
        inertia.times(state.jointVelocities(), after);
        assertThat(after[0]).isCloseTo(before[0], within(1e-12));
        assertThat(state.jointVelocities()[1]).isCloseTo(-restitution * 2, within(1e-12));
        assertThat(state.work()).isCloseTo(energy(state, after) - energy, within(1e-12));
        assertThat(state.work()).isLessThanOrEqualTo(1e-12);
    }

    private static double energy(State state, double[] momentum) {
        return 0.5 * (state.jointVelocities()[0] * momentum[0] + state.jointVelocities()[1] * momentum[1]);
    }

    /** All integrators tell the same story of a pendulum whose elbow hits its stops again and again. */
    @ParameterizedTest
    @MethodSource("all")
    void integratorsAgree(Integrator integrator) {
        RobotModel robot = limited(0.4);
        Run exact = swinging(robot, Integrator.dormandPrince(1e-11));
        Run run = swinging(robot, integrator);
        assertThat(exact.events().size()).isGreaterThan(1);
        for (int i = 0; i < 2; i++) {
            assertThat(run.end().state().jointPositions()[i])
                    .isCloseTo(exact.end().state().jointPositions()[i], within(0.02));
        }
        for (Sample sample : run.recording()) {
            assertThat(sample.state().jointPositions()[1]).isBetween(-0.4, 0.4);
        }
    }

    private static Run swinging(RobotModel robot, Integrator integrator) {
        return of(robot, integrator)
                .start(new State(robot).jointPositions(1.3, 0))
                .duration(1.5)
                .build()
                .run();
    }

    /** Inner impacts do not move the mass center, nor turn the whole. */
    @ParameterizedTest
    @MethodSource("all")
    void floatingBaseKeepsMomentum(Integrator integrator) {
        RobotModel tree = ConservationTest.floatingTree(3);
        RobotModelBuilder builder = tree.toBuilder().gravity(0, 0, 0);
        tree.movingJoints().forEach(joint -> builder.replace(joint.with(JointLimits.position(-1.1, 1.1))));
        RobotModel robot = builder.build();
        State start = ConservationTest.randomState(robot, 3);
        Run run = of(robot, integrator)
                .start(start)
                .stops(JointStops.rigid(0.3))
                .duration(1)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        assertThat(run.events()).isNotEmpty();
        double tolerance = integrator instanceof Integrator.DormandPrince ? 1e-7 : 0.3;
        assertThat(run.momentumDrift().orElseThrow()).isLessThan(tolerance);
        double energy = run.recording().get(0).energy();
        assertThat(run.end().energy()).isLessThan(energy);
    }

    /** A joint stops, its motor behind the spring does not. */
    @ParameterizedTest
    @MethodSource("all")
    void motorsGoOn(Integrator integrator) {
        RobotModel robot = falling.toBuilder()
                .replace(falling.movingJoints().get(0).with(Drive.reflected(1).with(Spring.of(100))))
                .build();
        Run run = of(robot, integrator).duration(1).recordingRate(1000).build().run();
        List<Sample> samples = run.recording();
        int landed = 0;
        while (samples.get(landed).state().jointPositions()[0] > -0.2) {
            landed++;
        }
        double before = samples.get(landed - 1).state().motorVelocities()[0];
        assertThat(samples.get(landed + 1).state().jointVelocities()[0]).isZero();
        assertThat(samples.get(landed + 1).state().motorVelocities()[0]).isCloseTo(before, within(0.05));
        assertThat(before).isLessThan(-0.5);
    }

    /** Limits without room between them lock a joint. */
    @ParameterizedTest
    @MethodSource("all")
    void noRoomBetweenLimits(Integrator integrator) {
        RobotModel robot = limited(0);
        Run run = of(robot, integrator)
                .start(new State(robot).jointPositions(1, 0))
                .duration(1)
                .build()
                .run();
        assertThat(run.status()).isEqualTo(Run.Status.FINISHED);
        assertThat(run.events()).isEmpty();
        assertThat(run.recording()).allSatisfy(sample -> {
            assertThat(sample.state().jointPositions()[1]).isZero();
            assertThat(sample.state().jointVelocities()[1]).isZero();
        });
        assertThat(run.end().state().jointVelocities()[0]).isNotZero();
        assertThat(run.energyDrift().orElseThrow()).isLessThan(0.1);
    }

    @ParameterizedTest
    @MethodSource("all")
    void startWithVelocityIntoTheStop(Integrator integrator) {
        Run run = of(falling, integrator)
                .start(new State(falling).jointPositions(-0.2).jointVelocities(-3))
                .duration(0.1)
                .build()
                .run();
        assertThat(run.recording()).allSatisfy(sample -> {
            assertThat(sample.state().jointPositions()).containsExactly(-0.2);
            assertThat(sample.state().jointVelocities()).containsExactly(0);
        });
        assertThat(run.recording().get(0).state().work()).isCloseTo(-9, within(1e-12));
    }

    @Test
    void startBeyondAStopIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(falling, Integrator.dormandPrince())
                        .start(new State(falling).jointPositions(0.6))
                        .build())
                .withMessageContaining("\"slide\"")
                .withMessageContaining("starts at 0.6, beyond its upper limit 0.5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(falling, Integrator.dormandPrince())
                        .start(new State(falling).jointPositions(-0.3))
                        .build())
                .withMessageContaining("lower limit -0.2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Simulation.builder(ClosedLoopSimulationTest.robot("fourbar"))
                        .integrator(Integrator.dormandPrince())
                        .stops(JointStops.rigid())
                        .duration(1)
                        .build())
                .withMessageContaining("closed loops")
                .withMessageContaining("compliant");
        for (double wrong : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThatIllegalArgumentException().isThrownBy(() -> JointStops.rigid(wrong));
        }
    }

    /** Friction and a stop together: a joint on its stop is held against more than friction on one side only. */
    @Test
    void frictionOnAStop() {
        RobotModel robot = SmallRobots.slider(false, Friction.of(5, 0), JointLimits.position(0, 1));
        for (double force : new double[] {-100, -5, 4.9, 5.1}) {
            Run run = of(robot, Integrator.stickSlip(1e-3))
                    .controller(Controller.constant(force))
                    .duration(1)
                    .build()
                    .run();
            assertThat(run.end().state().jointPositions()[0]).isCloseTo(force > 5 ? (force - 5) / 4 : 0, within(1e-12));
        }
    }

    /** A block thrown up that would pass its stop by 10 µm, for 3 ms, and be back before anybody looks: it rebounds. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void touchesBetweenTwoLooksAreSeen(boolean stopping) {
        RobotModel block = SmallRobots.slider(true, Friction.NONE, JointLimits.position(-2, 0.2));
        double g = 9.81;
        double atStop = Math.sqrt(2 * g * 1e-5);
        double thrown = Math.sqrt(2 * g * (0.2 + 1e-5));
        double touch = (thrown - atStop) / g;
        Simulation.Builder builder = Simulation.builder(block)
                .start(new State(block).jointVelocities(thrown))
                .stops(JointStops.rigid(0.5))
                .integrator(Integrator.dormandPrince())
                .recordingRate(2000)
                .duration(0.4);
        Event.jointLimits(block).forEach(event -> builder.event(stopping ? event.stopping() : event));
        Run run = builder.build().run();
        assertThat(run.events()).hasSize(1);
        assertThat(run.events().get(0).name()).isEqualTo("slide at upper limit");
        assertThat(run.events().get(0).time()).isCloseTo(touch, within(1e-8));
        assertThat(run.events().get(0).rising()).isTrue();
        for (Sample sample : run.recording()) {
            assertThat(sample.state().jointPositions()[0]).isLessThanOrEqualTo(0.2 + 1e-12);
        }
        if (stopping) {
            assertThat(run.status()).isEqualTo(Run.Status.STOPPED_BY_EVENT);
            assertThat(run.end().time()).isCloseTo(touch, within(1e-8));
        } else {
            double rest = 0.4 - touch;
            assertThat(run.end().state().jointPositions()[0])
                    .isCloseTo(0.2 - 0.5 * atStop * rest - g / 2 * rest * rest, within(1e-8));
        }
    }
}
