package dev.catena.textbook;

import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How many operations the recursions need for a robot, counted by running them on {@link Counted}: geometry, inertia and
 * gravity are known beforehand and the base rests, so their zeros and ones cost nothing; joint motion, and the wrench on
 * the last body if there is one, are variable.
 *
 * @param newtonEuler torques alone
 * @param forceDerivatives torques and their rates as printed in the paper
 * @param forceDerivativesInComponents torques and their rates by derivatives of components
 */
public record OperationCounts(Count newtonEuler, Count forceDerivatives, Count forceDerivativesInComponents) {

    /** Published: 309N − 162 multiplications and 268N − 138 additions for N revolute joints, [Guarino]. */
    public static Count publishedForceDerivatives(int joints) {
        return new Count(309 * joints - 162, 268 * joints - 138, joints);
    }

    /**
     * Operations of one run.
     *
     * @param sineCosinePairs one for each revolute joint
     */
    public record Count(int multiplications, int additions, int sineCosinePairs) {}

    /** For a robot on which nothing acts. */
    public static OperationCounts of(RobotModel model) {
        return of(model, false);
    }

    /** For a robot with a changing wrench on its last body. */
    public static OperationCounts withTipWrench(RobotModel model) {
        return of(model, true);
    }

    private static OperationCounts of(RobotModel model, boolean tipWrench) {
        return new OperationCounts(
                count(model, tipWrench, NewtonEuler::new),
                count(model, tipWrench, ForceDerivatives::new),
                count(model, tipWrench, ForceDerivativesInComponents::new));
    }

    private interface Recursion {
        Object run(TextbookRobot<Counted> robot, Motion<Counted> motion);
    }

    private static Count count(RobotModel model, boolean tipWrench, Recursion recursion) {
        Counted.Counter counter = new Counted.Counter();
        TextbookRobot<Counted> robot = TextbookRobot.of(model, counter::constant);
        Motion<Counted> motion = Motion.of(
                        robot, variables(robot, counter), variables(robot, counter), variables(robot, counter))
                .withJerk(variables(robot, counter));
        if (tipWrench) {
            motion = motion.withLoads(Map.of(robot.size() - 1, new Load<>(wrench(counter), wrench(counter))));
        }
        Object unused = recursion.run(robot, motion);
        return new Count(counter.multiplications(), counter.additions(), counter.sines());
    }

    private static List<Counted> variables(TextbookRobot<Counted> robot, Counted.Counter counter) {
        List<Counted> variables = new ArrayList<>();
        for (int k = 0; k < robot.jointCount(); k++) {
            variables.add(counter.variable(0.5));
        }
        return variables;
    }

    private static Wrench<Counted> wrench(Counted.Counter counter) {
        Counted one = counter.variable(1);
        return new Wrench<>(new Vector<>(one, one, one), new Vector<>(one, one, one));
    }
}
