package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.control.ComputedTorque;
import dev.catena.control.GravityCompensatedPd;
import dev.catena.control.SineTrajectory;
import dev.catena.control.Trajectory;
import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.function.RobotFunctions;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.model.Friction;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that is compiled for the robot moves it as the hand-written classes do. */
class CompiledSimulationTest {
    private static final RobotModel ARM = RandomRobots.everything(23, 5);
    private static final int N = ARM.jointCount();

    private static double[] all(double value) {
        double[] numbers = new double[N];
        Arrays.fill(numbers, value);
        return numbers;
    }

    private static Simulation.Builder arm(Integrator integrator, RobotFunctions functions) {
        Trajectory swing = new SineTrajectory(all(0.2), all(0.4), all(2), all(0.3));
        Simulation.Builder builder = Simulation.builder(ARM);
        if (!(integrator instanceof Integrator.StickSlip)) {
            builder.frictionSmoothing(0.2);
        }
        return builder.start(ConservationTest.randomState(ARM, 5))
                .controller(new ComputedTorque(ARM, all(100), all(20), swing, functions))
                .integrator(integrator)
                .functions(functions)
                .duration(0.4);
    }

    private static Run run(Simulation.Builder builder) {
        Run run = builder.build().run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        return run;
    }

    private static void checkSame(Run actual, Run expected, double tolerance) {
        List<Sample> samples = actual.recording();
        assertThat(samples).hasSameSizeAs(expected.recording());
        for (int k = 0; k < samples.size(); k++) {
            State state = samples.get(k).state();
            State other = expected.recording().get(k).state();
            Agreement.check("q", state.jointPositions(), other.jointPositions(), tolerance);
            Agreement.check("qd", state.jointVelocities(), other.jointVelocities(), tolerance);
        }
    }

    static Stream<Integrator> integrators() {
        return Stream.of(
                Integrator.dormandPrince(1e-12),
                Integrator.rungeKutta(2e-3),
                Integrator.semiImplicit(1e-3),
                Integrator.stickSlip(1e-3));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("integrators")
    void theMotionIsTheSame(Integrator integrator) {
        Run byHand = run(arm(integrator, RobotFunctions.byHand()));
        Run compiled = run(arm(integrator, RobotFunctions.compiled()));

        assertThat(byHand.dynamics()).isEqualTo("hand-written");
        assertThat(compiled.dynamics()).isEqualTo("compiled");
        checkSame(compiled, byHand, 1e-9);
    }

    @ParameterizedTest
    @MethodSource("integrators")
    void aRunThatChangesOnTheWayIsTheSameToTheLastBit(Integrator integrator) {
        RobotFunctions automatic = RobotFunctions.automatic(300);
        Simulation simulation = arm(integrator, automatic).build();
        Run first = simulation.run();
        // the code is there by now
        Run second = simulation.run();
        Run another = run(arm(integrator, automatic));

        assertThat(first.dynamics()).isEqualTo("hand-written, from computation 300 on compiled");
        checkSame(second, first, 0);
        checkSame(another, first, 0);
        checkSame(first, run(arm(integrator, RobotFunctions.byHand())), 1e-9);
    }

    @Test
    void aShortRunIsByHand() {
        Run run = run(arm(Integrator.semiImplicit(1e-3), RobotFunctions.automatic()));
        checkSame(run, run(arm(Integrator.semiImplicit(1e-3), RobotFunctions.byHand())), 0);
        assertThat(run.dynamics()).isEqualTo("hand-written");
    }

    @Test
    void jointsOnRigidStopsAndInFrictionAreTheSame() {
        RobotModel robot = StickSlipTest.with(SmallRobots.doublePendulum(), new Friction(0.4, 0, 0));
        Run[] runs = new Run[2];
        for (int k = 0; k < 2; k++) {
            runs[k] = run(Simulation.builder(robot)
                    .start(new State(robot).jointPositions(0.8, -0.4))
                    .controller(new GravityCompensatedPd(
                            robot,
                            new double[] {3, 2},
                            new double[] {0.3, 0.2},
                            Trajectory.hold(0.1, 0.2),
                            k == 0 ? RobotFunctions.byHand() : RobotFunctions.compiled()))
                    .integrator(Integrator.stickSlip(1e-3))
                    .functions(k == 0 ? RobotFunctions.byHand() : RobotFunctions.compiled())
                    .duration(1));
        }
        checkSame(runs[1], runs[0], 1e-10);
    }

    @Test
    void aFloatingRobotMovesAlike() {
        RobotModel floating = ConservationTest.floatingTree(3);
        Supplier<Simulation.Builder> builder = () -> Simulation.builder(floating)
                .start(ConservationTest.randomState(floating, 2))
                .duration(0.3);
        Run compiled = run(builder.get().compiled());
        assertThat(compiled.dynamics()).isEqualTo("compiled");
        checkSame(compiled, run(builder.get().functions(RobotFunctions.byHand())), 1e-9);
    }

    /** What there is no code for is computed by hand, to the last bit, and the run says why. */
    @Test
    void whatIsNotCompiledIsByHand() {
        RobotModel elastic = RandomDrives.allElastic(RandomRobots.chain(4, 2).build(), 4);
        RobotModel loop = ClosedLoopSimulationTest.robot("fourbar");
        checkByHand(
                "joints are elastic", () -> Simulation.builder(elastic).integrator(Integrator.implicitMidpoint(1e-3)));
        checkByHand("the robot has closed loops", () -> Simulation.builder(loop));
    }

    /** Wrenches on any body, in its axes and in those of the world, and a base that moves as told. */
    @Test
    void surroundingsAreCompiled() {
        Environment wind = (time, state, wrenches) -> wrenches.inWorld(2, 1, 2, Math.sin(9 * time), 0, 0.1, 0)
                .inBody(1, 0, state.jointVelocities()[0], 1, 0.2, 0, 0.1);
        BaseTrajectory shaking = (time, base) -> base.pose(Pose.translation(0.1 * Math.sin(5 * time), 0, 0))
                .velocityInBase(0.5 * Math.cos(5 * time), 0, 0, 0, 0, 0)
                .accelerationInBase(-2.5 * Math.sin(5 * time), 0, 0, 0, 0, 0);
        RobotModel floating = ConservationTest.floatingTree(3);
        List<Supplier<Simulation.Builder>> all = List.of(
                () -> Simulation.builder(ARM).environment(wind),
                () -> Simulation.builder(ARM).environment(wind).base(shaking),
                () -> Simulation.builder(ARM).base(shaking),
                () -> Simulation.builder(floating)
                        .start(ConservationTest.randomState(floating, 2))
                        .environment(wind));
        List<String> origins = new ArrayList<>();
        for (Supplier<Simulation.Builder> one : all) {
            Run compiled = run(one.get().compiled().duration(0.3));
            assertThat(compiled.dynamics()).isEqualTo("compiled");
            Run byHand = run(one.get().functions(RobotFunctions.byHand()).duration(0.3));
            assertThat(byHand.dynamics()).isEqualTo("hand-written");
            checkSame(compiled, byHand, 1e-9);
            Supplier<Run> automatic = () -> run(one.get()
                    .integrator(Integrator.semiImplicit(1e-3))
                    .functions(RobotFunctions.automatic(100))
                    .duration(0.3));
            Run first = automatic.get();
            checkSame(automatic.get(), first, 0);
            origins.add(first.dynamics());
        }
        // code that is too long to be faster is not taken
        assertThat(origins).contains("hand-written, from computation 100 on compiled");
    }

    private static void checkByHand(String reason, Supplier<Simulation.Builder> builder) {
        Run expected = run(builder.get().functions(RobotFunctions.byHand()).duration(0.05));
        Run actual = run(builder.get().compiled().duration(0.05));
        assertThat(actual.dynamics()).isEqualTo("hand-written, since " + reason);
        checkSame(actual, expected, 0);
    }

    @Test
    void theClassThatWasChosenIsUsed() {
        Simulation.Builder builder = Simulation.builder(ARM).duration(0.01).dynamics(ForwardDynamics::of);
        assertThat(run(builder).dynamics()).isEqualTo("hand-written, since the class was chosen");
        assertThatThrownBy(() -> builder.compiled().build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("choose one", ARM.name());
    }

    @Test
    void stepsWithCodeDoNotAllocate() {
        for (Integrator integrator : List.of(Integrator.semiImplicit(1e-3), Integrator.stickSlip(1e-3))) {
            Simulation simulation = arm(integrator, RobotFunctions.compiled()).build();
            Stepper stepper = simulation.stepper();
            State start = ConservationTest.randomState(ARM, 5);
            State state = start.copy();
            assertThat(Allocations.bytes(() -> {
                        stepper.step(state, 1e-3);
                        state.set(start);
                    }))
                    .isZero();
        }
    }

    /** One compilation serves all runs, in any threads; asking for the robot that is simulated takes none. */
    @Test
    void aSimulationMakesItsFunctionsOnce() {
        AtomicInteger made = new AtomicInteger();
        RobotFunctions counting = new RobotFunctions() {
            @Override
            public AccelerationFunction acceleration(RobotModel robot) {
                made.incrementAndGet();
                return RobotFunctions.super.acceleration(robot);
            }

            @Override
            public MassMatrixFunction massMatrix(RobotModel robot) {
                throw new AssertionError("nobody needs the mass matrix");
            }
        };
        Simulation simulation = arm(Integrator.semiImplicit(1e-3), counting).build();
        assertThat(simulation.simulatedModel().name()).isEqualTo(ARM.name());
        assertThat(made).hasValue(0);
        Consumer<Integer> runOnce =
                k -> assertThat(simulation.run().isComplete()).isTrue();
        IntStream.range(0, 6).boxed().parallel().forEach(runOnce);
        assertThat(made).hasValue(1);
    }
}
