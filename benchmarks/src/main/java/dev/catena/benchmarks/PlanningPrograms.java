package dev.catena.benchmarks;

import dev.catena.formats.ShippedRobots;
import dev.catena.function.RobotFunctions;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionObjective;
import dev.catena.planning.MotionProblem;
import dev.catena.planning.function.EndState;

/** Least-time motions as nonlinear programs, with exact derivatives. */
final class PlanningPrograms {
    private PlanningPrograms() {}

    /** Two revolute joints within 10 Nm, from a straight line in 0.6 s. */
    static NonlinearProgram twoRevolute(int controlPoints, int samples) {
        MotionLimits limits = new MotionLimits(ShippedRobots.load("two-revolute")).torque(10, 10);
        return MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.atRest(0, -2))
                .goal(EndState.atRest(1, -1))
                .controlPoints(controlPoints)
                .samples(samples)
                .durationGuess(0.6)
                .build()
                .program();
    }

    /** A seven-joint arm within its limits of position, velocity, torque and torque rate, from a straight line. */
    static NonlinearProgram arm(int controlPoints, int samples) {
        return arm("panda", RobotFunctions.byHand(), controlPoints, samples).program();
    }

    static MotionProblem arm(String robot, RobotFunctions functions, int controlPoints, int samples) {
        MotionLimits limits = new MotionLimits(ShippedRobots.load(robot), functions).ofRobot();
        return MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.still(0, -0.3, 0, -2.0, 0, 1.8, 0.2))
                .goal(EndState.still(1.2, 0.5, -0.6, -1.2, 0.7, 2.4, -0.9))
                .controlPoints(controlPoints)
                .samples(samples)
                .build();
    }
}
