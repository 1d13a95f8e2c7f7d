package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.control.ComputedTorque;
import dev.catena.control.GravityCompensatedPd;
import dev.catena.control.QuinticTrajectory;
import dev.catena.control.TorqueTable;
import dev.catena.control.Trajectory;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps of fixed length do not allocate, with any controller and all that a plant can have. */
class AllocationTest {
    @ParameterizedTest
    @CsvSource({"false,false", "false,true", "true,false", "true,true"})
    void stepsDoNotAllocate(boolean floating, boolean rungeKutta) {
        RobotModel given = RandomRobots.everything(41, 7);
        RobotModel model = floating ? given.toBuilder().floating().build() : given;
        int n = model.jointCount();
        double[] gains = new double[n];
        Arrays.fill(gains, 4);
        Trajectory trajectory = new QuinticTrajectory(new double[n], gains, 0, 2);
        Controller[] controllers = {
            Controller.zero(),
            Controller.constant(gains),
            new GravityCompensatedPd(model, gains, gains, trajectory),
            new ComputedTorque(model, gains, gains, Trajectory.hold(gains)),
            new TorqueTable(new double[] {0, 1}, new double[][] {gains, gains}, TorqueTable.Between.LINEAR)
        };
        for (Controller controller : controllers) {
            State start = ConservationTest.randomState(model, 42);
            Stepper stepper = Simulation.builder(model)
                    .start(start)
                    .controller(controller)
                    .environment((time, state, wrenchesOut) -> wrenchesOut.inWorld(0, 1, 2, 3, 0, 0, 0))
                    .limitTorques()
                    .stops(JointStops.compliant())
                    .integrator(rungeKutta ? Integrator.rungeKutta(1e-3) : Integrator.semiImplicit(1e-3))
                    .duration(1)
                    .build()
                    .stepper();
            State state = start.copy();
            Runnable step = () -> {
                stepper.step(state, 1e-3);
                state.set(start);
            };
            assertThat(Allocations.bytes(step)).as("bytes with %s", controller).isZero();
        }
    }
}
