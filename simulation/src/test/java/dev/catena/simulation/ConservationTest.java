package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.ProximalForwardDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What physics keeps constant stays constant. */
class ConservationTest {
    static final Integrator TIGHT = Integrator.dormandPrince(1e-13);

    static Simulation.Builder swing(RobotModel model, double amplitude) {
        return Simulation.builder(model)
                .start(new State(model).jointPositions(amplitude, 0.5 * amplitude))
                .recordingRate(20);
    }

    static RobotModel floatingTree(long seed) {
        return RandomRobots.tree(seed, 8)
                .prismaticShare(0.2)
                .reflectedInertia()
                .rotors()
                .baseInertia()
                .build()
                .toBuilder()
                .floating()
                .build();
    }

    static State randomState(RobotModel model, long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        State state = new State(model)
                .jointPositions(random.vector(model.jointCount(), 1))
                .jointVelocities(random.vector(model.jointCount(), 1));
        return state.isFloating()
                ? state.basePositionInWorld(random.vector(3, 1))
                        .baseOrientation(random.vector(4, 1))
                        .baseVelocityInBase(random.vector(6, 1))
                : state;
    }

    @Test
    void energyOfADoublePendulum() {
        Run run = swing(SmallRobots.doublePendulum(), 2)
                .integrator(TIGHT)
                .duration(10)
                .build()
                .run();
        assertThat(run.recording()).hasSize(201);
        assertThat(run.end().kineticEnergy()).isPositive();
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-9);
    }

    static double meanEnergy(Run run, double from, double to) {
        return run.recording().stream()
                .filter(sample -> sample.time() >= from && sample.time() < to)
                .mapToDouble(Sample::energy)
                .average()
                .orElseThrow();
    }

    /** Drives, friction and stops do the work that the energy gains. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void workIsTheGainOfEnergy(long seed) {
        RobotModel model = RandomRobots.everything(seed, 8);
        Run run = Simulation.builder(model)
                .start(randomState(model, seed))
                .controller((time, state, torqueOut) -> {
                    for (int i = 0; i < torqueOut.length; i++) {
                        torqueOut[i] = 3 * Math.sin(2 * time + i);
                    }
                })
                .frictionSmoothing(0.1)
                .integrator(Integrator.dormandPrince(1e-11))
                .duration(1)
                .build()
                .run();
        assertThat(Math.abs(run.end().state().work())).isGreaterThan(0.1);
        assertThat(run.energyDrift().orElseThrow()).as("seed %s", seed).isLessThan(1e-7);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void momentumWithoutGravity(long seed) {
        RobotModel model = floatingTree(seed).toBuilder().gravity(0, 0, 0).build();
        Run run = drivenFromInside(model, seed);
        assertThat(run.momentumDrift().orElseThrow()).as("seed %s", seed).isLessThan(1e-10);
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void massCenterFallsAlongAParabola(long seed) {
        RobotModel model = floatingTree(seed);
        Run run = drivenFromInside(model, seed);
        Vector3[] start = massCenter(model, run.recording().get(0).state());
        for (Sample sample : run.recording()) {
            double t = sample.time();
            Vector3 expected =
                    start[0].plus(start[1].times(t)).plus(model.gravity().times(0.5 * t * t));
            assertThat(massCenter(model, sample.state())[0].minus(expected).norm())
                    .as("seed %s at %s s", seed, t)
                    .isLessThan(1e-10);
        }
        assertThat(run.momentumDrift().orElseThrow()).isLessThan(1e-10 * model.totalMass());
    }

    private static Run drivenFromInside(RobotModel model, long seed) {
        return Simulation.builder(model)
                .start(randomState(model, seed))
                .controller((time, state, torqueOut) -> {
                    for (int i = 0; i < torqueOut.length; i++) {
                        torqueOut[i] = Math.cos(3 * time + i);
                    }
                })
                .integrator(TIGHT)
                .duration(1)
                .build()
                .run();
    }

    /** Position and velocity. */
    private static Vector3[] massCenter(RobotModel model, State state) {
        BaseMotion base = new BaseMotion();
        state.copyBaseTo(base);
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(base, state.jointPositions(), state.jointVelocities(), null, null);
        SystemMotion whole = new SystemMotion(model);
        whole.compute(kinematics);
        return new Vector3[] {whole.centerOfMassInWorld(), whole.centerOfMassVelocityInWorld()};
    }

    /** A body that turns freely about its middle axis tumbles; the stepper's energy error must not grow. */
    @Tag("long")
    @Test
    void semiImplicitKeepsAFreeTreeGoing() {
        RobotModel model = floatingTree(7).toBuilder().gravity(0, 0, 0).build();
        Run run = Simulation.builder(model)
                .start(randomState(model, 7))
                .integrator(Integrator.semiImplicit(1e-3))
                .duration(100)
                .recordingRate(10)
                .build()
                .run();
        double kinetic = run.recording().get(0).kineticEnergy();
        assertThat(run.energyDrift().orElseThrow()).isLessThan(0.05 * kinetic);
        assertThat(meanEnergy(run, 80, 100) - meanEnergy(run, 0, 20)).isBetween(-0.01 * kinetic, 0.01 * kinetic);
    }

    @Test
    void anyForwardDynamicsWillDo() {
        RobotModel model =
                RandomRobots.tree(8, 6).build().toBuilder().floating().build();
        State byDefault = shortRun(model, ForwardDynamics::of);
        State proximal = shortRun(model, ProximalForwardDynamics::new);
        for (int i = 0; i < model.jointCount(); i++) {
            assertThat(proximal.jointPositions()[i]).isCloseTo(byDefault.jointPositions()[i], within(1e-10));
        }
        assertThat(proximal.jointPositions()).isNotEqualTo(byDefault.jointPositions());
    }

    private static State shortRun(RobotModel model, Function<RobotModel, ForwardDynamics> dynamics) {
        return Simulation.builder(model)
                .start(randomState(model, 8))
                .dynamics(dynamics)
                .integrator(Integrator.dormandPrince(1e-12))
                .duration(0.2)
                .build()
                .run()
                .end()
                .state();
    }
}
