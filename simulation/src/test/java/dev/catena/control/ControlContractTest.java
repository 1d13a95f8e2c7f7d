package dev.catena.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.JointLimits;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Run;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.SmallRobots;
import dev.catena.simulation.State;
import dev.catena.simulation.Stepper;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What callers may expect of controllers, trajectories and steppers, all of them alike. */
class ControlContractTest {
    private static final RobotModel ARM = SmallRobots.doublePendulum();
    private static final double[] GAINS = {3, 4};
    private static final RobotModel ELASTIC = ARM.toBuilder()
            .replace(ARM.movingJoints().get(1).with(Drive.reflected(0.1).with(Spring.of(100))))
            .build();

    static Stream<Trajectory> trajectories() {
        return Stream.of(
                Trajectory.hold(1, 2),
                SmoothTrajectory.hold(1, 2),
                new QuinticTrajectory(new double[2], GAINS, 0, 1),
                new SmoothMove(new double[2], GAINS, 0, 1, 4),
                new SineTrajectory(new double[2], GAINS, GAINS, GAINS));
    }

    static Stream<Controller> controllers() {
        return Stream.of(
                new GravityCompensatedPd(ARM, GAINS, GAINS, Trajectory.hold(1, 2)),
                new ComputedTorque(ARM, GAINS, GAINS, Trajectory.hold(1, 2)),
                new ElasticFeedForwardTorque(ELASTIC, new SineTrajectory(new double[2], GAINS, GAINS, GAINS)),
                new ElasticTracking(
                        ELASTIC, GAINS, GAINS, new double[] {5}, new double[] {6}, SmoothTrajectory.hold(1, 2)),
                new ElasticComputedTorque(ELASTIC, GAINS, SmoothTrajectory.hold(1, 2)),
                new ElasticMotorPd(ELASTIC, GAINS, GAINS, SmoothTrajectory.hold(1, 2)),
                new TorqueTable(new double[] {0, 1}, new double[][] {GAINS, GAINS}, TorqueTable.Between.LINEAR),
                Controller.zero(),
                Controller.constant(GAINS));
    }

    static Stream<Controller> lawsWithBuffers() {
        return controllers().limit(6);
    }

    private static State stateFor(Controller law) {
        boolean elastic = law.getClass().getSimpleName().startsWith("Elastic");
        return new State(elastic ? ELASTIC : ARM).jointPositions(0.3, -0.4).jointVelocities(0.5, 0.6);
    }

    /** A new class cannot be forgotten here; those for closed loops and contacts are held to the contract of all algorithms. */
    @Test
    void allPublicClassesAreHere() throws IOException, URISyntaxException {
        List<Class<?>> tested = new ArrayList<>(
                List.of(LoopComputedTorque.class, LoopGravityCompensatedPd.class, ContactComputedTorque.class));
        controllers().forEach(law -> tested.add(law.getClass()));
        trajectories().forEach(trajectory -> tested.add(trajectory.getClass()));
        Path folder =
                Path.of(ComputedTorque.class.getResource("ComputedTorque.class").toURI());
        try (Stream<Path> files = Files.list(folder.resolveSibling("."))) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("$") && !name.contains("-"))
                    .map(name -> classNamed(name.substring(0, name.length() - 6)))
                    .filter(type -> !type.isInterface())
                    .filter(type -> Controller.class.isAssignableFrom(type) || Trajectory.class.isAssignableFrom(type))
                    .forEach(type -> assertThat(tested).contains(type));
        }
    }

    private static Class<?> classNamed(String name) {
        try {
            return Class.forName("dev.catena.control." + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource("trajectories")
    void trajectoriesCheckTheirArguments(Trajectory trajectory) {
        double[] a = new double[2];
        double[] b = new double[2];
        double[] c = new double[2];
        double[] wrong = new double[3];
        assertThatIllegalArgumentException().isThrownBy(() -> trajectory.at(0, wrong, b, c));
        assertThatIllegalArgumentException().isThrownBy(() -> trajectory.at(0, a, wrong, c));
        assertThatIllegalArgumentException().isThrownBy(() -> trajectory.at(0, a, b, wrong));
        assertThatIllegalArgumentException().isThrownBy(() -> trajectory.at(0, a, a, c));
        assertThatIllegalArgumentException().isThrownBy(() -> trajectory.at(0, a, b, a));
        assertThatIllegalArgumentException().isThrownBy(() -> trajectory.at(0, a, b, b));
        assertThatIllegalArgumentException().isThrownBy(() -> trajectory.at(Double.NaN, a, b, c));
        trajectory.at(0.3, a, b, c);
        if (trajectory instanceof SmoothTrajectory smooth) {
            assertThatIllegalArgumentException().isThrownBy(() -> smooth.derivatives(0, new double[][] {a, wrong}));
            assertThatIllegalArgumentException().isThrownBy(() -> smooth.derivatives(0, new double[][] {a, b, a}));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> smooth.derivatives(Double.POSITIVE_INFINITY, new double[][] {a, b}));
            double[][] derivatives = new double[3][2];
            smooth.derivatives(0.3, derivatives);
            assertThat(derivatives).isDeepEqualTo(new double[][] {a, b, c});
        }
    }

    @Test
    void trajectoriesAreMadeOfFiniteNumbers() {
        double[] bad = {0, Double.NaN};
        double[] good = new double[2];
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trajectory.hold(bad))
                .withMessageContaining("number 1 is NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> SmoothTrajectory.hold(bad));
        assertThatIllegalArgumentException().isThrownBy(() -> new QuinticTrajectory(bad, good, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new QuinticTrajectory(good, bad, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new QuinticTrajectory(good, good, Double.NaN, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new SmoothMove(bad, good, 0, 1, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new SmoothMove(good, bad, 0, 1, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new SineTrajectory(bad, good, good, good));
        assertThatIllegalArgumentException().isThrownBy(() -> new SineTrajectory(good, bad, good, good));
        assertThatIllegalArgumentException().isThrownBy(() -> new SineTrajectory(good, good, bad, good));
        assertThatIllegalArgumentException().isThrownBy(() -> new SineTrajectory(good, good, good, bad));
        assertThatIllegalArgumentException().isThrownBy(() -> Controller.constant(bad));
    }

    @ParameterizedTest
    @MethodSource("lawsWithBuffers")
    void lawsCheckTheirArguments(Controller law) {
        State state = stateFor(law);
        double[] torque = new double[2];
        assertThatIllegalArgumentException().isThrownBy(() -> law.torque(0, state, new double[3]));
        assertThatIllegalArgumentException().isThrownBy(() -> law.torque(Double.NaN, state, torque));
        assertThatIllegalArgumentException().isThrownBy(() -> law.torque(0, state, state.jointPositions()));
        assertThatIllegalArgumentException().isThrownBy(() -> law.torque(0, state, state.jointVelocities()));
        State other = new State(SmallRobots.slider(false, Friction.NONE, JointLimits.NONE));
        assertThatIllegalArgumentException().isThrownBy(() -> law.torque(0, other, torque));
        State floating = new State(state.model().withFloatingBase());
        assertThatIllegalArgumentException().isThrownBy(() -> law.torque(0, floating, torque));
        State bad = state.copy();
        bad.jointVelocities()[1] = Double.NaN;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> law.torque(0, bad, torque))
                .withMessageContaining("elbow");
        law.torque(0, state, torque);
        assertThat(torque[0]).isNotZero();
    }

    @ParameterizedTest
    @MethodSource("lawsWithBuffers")
    void lawsBelongToOneThreadAndHaveCopies(Controller law) throws InterruptedException {
        State state = stateFor(law);
        double[] torque = new double[2];
        law.torque(0, state, torque);
        assertThat(inOtherThread(() -> law.torque(0, state, new double[2])))
                .hasValueSatisfying(thrown -> assertThat(thrown)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("copy()"));
        Controller copy = law.copy();
        assertThat(copy).isNotSameAs(law).hasSameClassAs(law);
        double[] same = new double[2];
        assertThat(inOtherThread(() -> copy.torque(0, state, same))).isEmpty();
        assertThat(same).isEqualTo(torque);
        assertThat(copy.nextSwitch(0.5)).isEqualTo(law.nextSwitch(0.5));
    }

    private static Optional<Throwable> inOtherThread(Runnable task) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                thrown.set(e);
            }
        });
        thread.start();
        thread.join();
        return Optional.ofNullable(thrown.get());
    }

    /** Every run takes copies, so that a simulation may be run by any thread, after any other. */
    @ParameterizedTest
    @MethodSource("controllers")
    void simulationsRunInAnyThread(Controller law) throws InterruptedException {
        State start = stateFor(law);
        Simulation simulation = Simulation.builder(start.model())
                .start(start)
                .controller(law)
                .duration(0.05)
                .integrator(Integrator.rungeKutta(1e-3))
                .build();
        double[] here = simulation.run().end().state().jointPositions();
        List<Run> there = new ArrayList<>();
        assertThat(inOtherThread(() -> there.add(simulation.run()))).isEmpty();
        assertThat(there.get(0).end().state().jointPositions()).isEqualTo(here);
    }

    @Test
    void desiredMotorsNeedATorqueFirst() {
        ElasticTracking law =
                (ElasticTracking) controllers().skip(3).findFirst().orElseThrow();
        assertThatIllegalStateException()
                .isThrownBy(() -> law.desiredMotors(0, new double[1]))
                .withMessageContaining("nothing was computed");
        law.torque(0, stateFor(law), new double[2]);
        assertThatIllegalArgumentException().isThrownBy(() -> law.desiredMotors(0, new double[2]));
        double[] theta = new double[1];
        law.desiredMotors(0, theta);
        assertThat(theta[0]).isNotZero();
    }

    @Test
    void torqueTablesCheckTheirArguments() {
        TorqueTable table = (TorqueTable) controllers()
                .filter(law -> law instanceof TorqueTable)
                .findFirst()
                .orElseThrow();
        State state = stateFor(table);
        assertThatIllegalArgumentException().isThrownBy(() -> table.torque(Double.NaN, state, new double[2]));
        assertThatIllegalArgumentException().isThrownBy(() -> table.torque(0, state, new double[1]));
    }

    /** A law whose torque overflows ends the run with time, joint and reason. */
    @Test
    void overflowInALawIsAFailureOfTheRun() {
        Trajectory far = (time, q, qd, qdd) -> {
            q[0] = 0;
            q[1] = time > 0.01 ? 1e308 : 0;
        };
        Run run = Simulation.builder(ARM)
                .controller(new GravityCompensatedPd(ARM, GAINS, GAINS, far))
                .integrator(Integrator.rungeKutta(1e-3))
                .duration(1)
                .build()
                .run();
        assertThat(run.status()).isEqualTo(Run.Status.FAILED);
        assertThat(run.message()).contains("at 0.01", "the controller has no torque", "\"elbow\"");
        assertThat(run.sampleCount()).isGreaterThan(1);
    }

    static Stream<Integrator> fixedSteps() {
        return Stream.of(
                Integrator.rungeKutta(1e-3),
                Integrator.semiImplicit(1e-3),
                Integrator.implicitMidpoint(1e-3),
                Integrator.stickSlip(1e-3));
    }

    @ParameterizedTest
    @MethodSource("fixedSteps")
    void steppersCheckTheirArguments(Integrator integrator) throws InterruptedException {
        boolean[] fails = new boolean[1];
        State start = new State(ARM).jointPositions(0.3, -0.4);
        Stepper stepper = Simulation.builder(ARM)
                .start(start)
                .integrator(integrator)
                .controller((time, state, torqueOut) -> torqueOut[1] = fails[0] ? Double.NaN : 1)
                .duration(1)
                .build()
                .stepper();
        State state = start.copy();
        for (double wrong : new double[] {0, -1e-3, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException().isThrownBy(() -> stepper.step(state, wrong));
        }
        State foreign = new State(
                SmallRobots.doublePendulum().toBuilder().gravity(0, 0, 0).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stepper.step(foreign, 1e-3))
                .withMessageContaining("another one of that name");
        State bad = start.copy();
        bad.jointPositions()[0] = Double.NaN;
        assertThatIllegalArgumentException().isThrownBy(() -> stepper.step(bad, 1e-3));
        fails[0] = true;
        assertThatThrownBy(() -> stepper.step(state, 1e-3))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("\"elbow\"");
        assertThat(state.jointPositions()).containsExactly(0.3, -0.4);
        assertThat(state.time()).isZero();
        fails[0] = false;
        stepper.step(state, 1e-3);
        assertThat(state.time()).isEqualTo(1e-3);
        assertThat(inOtherThread(() -> stepper.step(start.copy(), 1e-3)))
                .hasValueSatisfying(thrown -> assertThat(thrown)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("copy()"));
        Stepper copy = stepper.copy();
        State there = start.copy();
        assertThat(inOtherThread(() -> copy.step(there, 1e-3))).isEmpty();
        assertThat(there.jointPositions()).isEqualTo(state.jointPositions());
    }

    @Test
    void statesTakeFiniteNumbersOfTheirRobot() {
        State state = new State(ARM);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> state.jointPositions(1, Double.NaN))
                .withMessageContaining("joint positions: number 1 is NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> state.jointVelocities(Double.POSITIVE_INFINITY, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> state.time(Double.NaN));
        assertThat(state.jointPositions()).containsExactly(0, 0);
        State other = new State(ELASTIC);
        assertThatIllegalArgumentException().isThrownBy(() -> state.set(other));
        assertThat(state.set(new State(ARM.withoutFriction()).time(3)).time()).isEqualTo(3);
        assertThat(state.model()).isSameAs(ARM);
    }
}
