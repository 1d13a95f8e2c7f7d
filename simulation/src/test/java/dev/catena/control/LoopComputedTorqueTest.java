package dev.catena.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.model.RobotModel;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Run;
import dev.catena.simulation.Sample;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops that are made to follow a motion, on fixed and floating bases, with as many drives as freedoms or more. */
class LoopComputedTorqueTest {
    private static final double STIFFNESS = 100;
    private static final double DAMPING = 20;

    /** The error of each independent joint is that of ë + 20 ė + 100 e = 0: (e₀ + (ė₀ + 10 e₀) t) exp(−10 t). */
    @ParameterizedTest
    @ValueSource(strings = {"fourbar", "fourbar_redundant_drive", "fivebar", "bennett", "satellite_fourbar"})
    void errorsDecayAsTheLawSays(String name) {
        RobotModel robot = CombinationRobots.of(Golden.combinations(), name);
        int count = robot.independentJoints().size();
        State start = new State(robot);
        double[] q = new double[robot.jointCount()];
        robot.loops().assembly().forEach((joint, value) -> q[robot.coordinate(joint)] = value);
        start.jointPositions(q);
        double[] wanted = new double[count];
        double[] gains = new double[count];
        double[] damping = new double[count];
        for (int k = 0; k < count; k++) {
            wanted[k] = q[robot.coordinate(robot.loops().independentJoints().get(k))] + 0.05;
            gains[k] = STIFFNESS;
            damping[k] = DAMPING;
        }
        Run run = Simulation.builder(robot)
                .start(start)
                .controller(new LoopComputedTorque(robot, gains, damping, Trajectory.hold(wanted)))
                .integrator(Integrator.dormandPrince(1e-11))
                .duration(0.5)
                .recordingRate(20)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        for (Sample sample : run.recording()) {
            double t = sample.state().time();
            double expected = 0.05 * (1 + 10 * t) * Math.exp(-10 * t);
            for (int k = 0; k < count; k++) {
                int c = robot.coordinate(robot.loops().independentJoints().get(k));
                Agreement.check("error at " + t, wanted[k] - sample.state().jointPositions()[c], expected, 1e-9);
            }
        }
    }
}
