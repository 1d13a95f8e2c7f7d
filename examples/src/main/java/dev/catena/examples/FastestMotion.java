package dev.catena.examples;

import dev.catena.formats.RobotFiles;
import dev.catena.model.RobotModel;
import dev.catena.nlp.solver.InteriorPointSolver;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionObjective;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
import dev.catena.planning.MotionProblem;
import dev.catena.planning.function.EndState;
import java.nio.file.Path;
import java.util.Arrays;

/** The fastest motion from rest to rest within the limits of the URDF, and of accelerations. */
public final class FastestMotion {
    static final double[] FROM = {-0.6, -0.4, 1.2, 0, 0.5, 0};
    static final double[] TO = {0.8, 0.5, 0.6, 0.9, 1, -1.2};

    public static void main(String[] args) {
        RobotModel robot = RobotFiles.read(Path.of(args[0]));
        MotionPlan plan = plan(robot);
        System.out.println(plan.message());
        for (double t = 0; t < plan.motion().duration(); t += 0.1) {
            System.out.println(t + " s: " + Arrays.toString(plan.motion().at(t).position()));
        }
    }

    static MotionPlan plan(RobotModel robot) {
        MotionLimits limits = new MotionLimits(robot).ofRobot().acceleration(25, 25, 25, 25, 25, 25);
        MotionProblem problem = MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.atRest(FROM))
                .goal(EndState.atRest(TO))
                .controlPoints(10)
                .samples(25)
                .build();
        return new MotionPlanner(new InteriorPointSolver()).plan(problem);
    }
}
