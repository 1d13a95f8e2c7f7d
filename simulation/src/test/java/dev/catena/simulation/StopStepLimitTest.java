package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fixed steps against compliant stops: near the motion of short steps, or refused. */
class StopStepLimitTest {
    private static final double DURATION = 0.4;

    private static final List<DoubleFunction<Integrator>> METHODS = List.of(
            Integrator::semiImplicit, Integrator::rungeKutta, Integrator::implicitMidpoint, Integrator::stickSlip);

    private static RobotModel robot(long seed) {
        RobotModel robot = RandomDrives.anywhere(RandomRobots.tree(seed, 4).build(), seed);
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            builder.replace(joint.with(JointLimits.position(-0.3, 0.3)));
        }
        return builder.build();
    }

    private static Run run(RobotModel robot, Integrator method, JointStops stops) {
        return Simulation.builder(robot)
                .integrator(method)
                .stops(stops)
                .duration(DURATION)
                .recordingRate(5)
                .build()
                .run();
    }

    private static double difference(Run a, Run b) {
        double[] first = a.end().state().jointPositions();
        double[] second = b.end().state().jointPositions();
        double most = 0;
        for (int k = 0; k < first.length; k++) {
            most = Math.max(most, Math.abs(first[k] - second[k]));
        }
        return most;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 4, 5, 7})
    void aRunIsNearOrRefused(long seed) {
        RobotModel robot = robot(seed);
        for (JointStops stops : List.of(JointStops.compliant(), JointStops.compliant(150, 2.5))) {
            Run expected = run(robot, Integrator.rungeKutta(1e-4), stops);
            for (DoubleFunction<Integrator> method : METHODS) {
                for (double step : new double[] {1e-2, 4e-3, 2e-3, 5e-4}) {
                    Integrator integrator = method.apply(step);
                    Run run = run(robot, integrator, stops);
                    String what = "seed %s, %s, %s".formatted(seed, integrator, stops);
                    if (run.isComplete()) {
                        assertThat(difference(run, expected)).as(what).isLessThan(0.02);
                    } else {
                        assertThat(run.message()).as(what).contains("too long");
                        assertThat(integrator instanceof Integrator.ImplicitMidpoint || step > 1e-3)
                                .as(what)
                                .isTrue();
                    }
                }
            }
        }
    }

    /** Where nothing meets a stop, any step will do. */
    @Test
    void stopsThatNothingMeetsDoNotCount() {
        RobotModel robot = robot(2);
        Run run = Simulation.builder(robot)
                .integrator(Integrator.semiImplicit(1e-2))
                .stops(JointStops.compliant(1000, 1))
                .duration(0.01)
                .build()
                .run();
        assertThat(run.isComplete()).as(run.message()).isTrue();
    }

    /** A stepper refuses the step, each time it is tried, and leaves the state as it was. */
    @Test
    void aStepperRefusesSuchAStep() {
        RobotModel robot = robot(2);
        Stepper stepper = Simulation.builder(robot)
                .integrator(Integrator.semiImplicit(4e-3))
                .stops(JointStops.compliant())
                .duration(1)
                .build()
                .stepper();
        State state = new State(robot).jointPositions(0.31, 0, 0, 0);
        State before = state.copy();
        for (int k = 0; k < 2; k++) {
            assertThatThrownBy(() -> stepper.step(state, 4e-3)).hasMessageContaining("too long");
            assertThat(state.jointPositions()).containsExactly(before.jointPositions());
        }
        stepper.step(state, 1e-3);
        assertThat(state.jointPositions()[0]).isLessThan(0.31);
    }
}
