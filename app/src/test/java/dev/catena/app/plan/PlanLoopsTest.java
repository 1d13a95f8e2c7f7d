package dev.catena.app.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.formats.ShippedRobots;
import dev.catena.function.RobotFunctions;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.model.RobotModel;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.TreeDynamics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Plans of closed loops: loops close at every moment, and torques are those of the planned accelerations. */
class PlanLoopsTest {
    @Test
    void plannedTorquesCauseThePlannedMotion() throws IOException {
        String text = Files.readString(Path.of("..", "examples", "data", "four-bar-turn.yaml"));
        RobotModel robot = ShippedRobots.load("four-bar");
        PlanFile.Contents contents = PlanFile.parse(text, "turn.yaml").read(robot, RobotFunctions.byHand());
        MotionPlan plan = new MotionPlanner(Solvers.named("embedded"))
                .refinement(contents.tolerance(), contents.refinements())
                .plan(contents.problem());
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        ClosedLoopForwardDynamics dynamics = new ClosedLoopForwardDynamics(TreeDynamics.withSmoothFriction(robot));
        StateFunction torques = contents.limits().torque();
        double[] tau = new double[1];
        double[] actual = new double[1];
        double worst = 0;
        double largest = 0;
        for (int k = 0; k <= 97; k++) {
            MotionState s = plan.motion().at(plan.motion().duration() * k / 97);
            torques.value(s, tau);
            dynamics.compute(s.position(), s.velocity(), tau, actual);
            worst = Math.max(worst, Math.abs(actual[0] - s.acceleration()[0]));
            largest = Math.max(largest, Math.abs(s.acceleration()[0]));
        }
        assertThat(worst).isLessThan(1e-10 * largest);
    }
}
