package dev.catena.planning;

import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.planning.terms.ClosedLoops;
import dev.catena.planning.terms.DependentJoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** What a robot file allows joints of closed loops that follow the independent ones: no coordinates of a motion, but limited like these. */
final class DependentRanges {
    private DependentRanges() {}

    /** Limits of positions and velocities; none of a tree. */
    static List<Bound> of(RobotModel robot) {
        List<Bound> bounds = new ArrayList<>();
        if (robot.hasLoops()) {
            add(
                    robot,
                    0,
                    joint -> joint.limits().lower(),
                    joint -> joint.limits().upper(),
                    bounds);
            add(
                    robot,
                    1,
                    joint -> -joint.limits().velocity(),
                    joint -> joint.limits().velocity(),
                    bounds);
        }
        return bounds;
    }

    /** Loops close all the time, whatever else is limited; nothing of a tree. */
    static List<Bound> closed(RobotModel robot) {
        return robot.hasLoops()
                ? List.of(new Bound(
                        new ClosedLoops(robot), new double[] {Double.NEGATIVE_INFINITY}, new double[] {1}, 0, 1))
                : List.of();
    }

    private static void add(
            RobotModel robot,
            int order,
            ToDoubleFunction<Joint> lower,
            ToDoubleFunction<Joint> upper,
            List<Bound> bounds) {
        Set<String> independent = Set.copyOf(robot.loops().independentJoints());
        List<Joint> limited = robot.movingJoints().stream()
                .filter(joint -> !independent.contains(joint.name()))
                .filter(joint ->
                        Double.isFinite(lower.applyAsDouble(joint)) || Double.isFinite(upper.applyAsDouble(joint)))
                .toList();
        if (!limited.isEmpty()) {
            bounds.add(new Bound(
                    new DependentJoints(robot, limited.stream().map(Joint::name).toList(), order),
                    limited.stream().mapToDouble(lower).toArray(),
                    limited.stream().mapToDouble(upper).toArray(),
                    0,
                    1));
        }
    }
}
