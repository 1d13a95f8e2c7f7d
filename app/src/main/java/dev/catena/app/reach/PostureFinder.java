package dev.catena.app.reach;

import dev.catena.formats.table.BaseState;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.mechanism.ClosedLoopInverseKinematics;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.reach.InverseKinematics;
import dev.catena.reach.PoseTarget;
import dev.catena.reach.ReachOptions;
import dev.catena.reach.ReachStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Postures of a robot of any kind that bring bodies to goals: a tree or closed loops, on a base that is held or floats. */
public final class PostureFinder {
    private final RobotModel robot;
    private final boolean floating;
    private final @Nullable InverseKinematics tree;
    private final @Nullable ClosedLoopInverseKinematics loops;

    /**
     * A posture that was found.
     *
     * @param coordinates of the independent joints, where a search can go on from
     * @param joints positions of the joints that a table of states has
     * @param worldFromBase of a base that floats; null for others
     */
    public record Found(
            double[] coordinates, double[] joints, @Nullable Pose worldFromBase) {
        /** As a state of a table. */
        public StateTable.StateBuilder state() {
            StateTable.StateBuilder state = new StateTable.StateBuilder().set(Series.POSITION, joints);
            if (worldFromBase != null) {
                double[] q = worldFromBase.rotation().toQuaternion();
                state.base(new BaseState(
                        worldFromBase.position(),
                        q[0],
                        q[1],
                        q[2],
                        q[3],
                        Vector3.ZERO,
                        Vector3.ZERO,
                        Vector3.ZERO,
                        Vector3.ZERO));
            }
            return state;
        }
    }

    public PostureFinder(RobotModel robot, List<Goal> goals, int starts) {
        this.robot = robot;
        floating = robot.baseKind() == BaseKind.FLOATING;
        List<PoseTarget> targets = goals.stream().map(Goal::target).toList();
        ReachOptions options = ReachOptions.DEFAULT.withStarts(starts);
        tree = robot.hasLoops() ? null : new InverseKinematics(robot, options, targets);
        loops = robot.hasLoops() ? new ClosedLoopInverseKinematics(robot, options, targets) : null;
        set(goals);
    }

    /** Other goals of the same targets. */
    public void set(List<Goal> goals) {
        for (int k = 0; k < goals.size(); k++) {
            if (tree != null) {
                tree.goal(k, goals.get(k).worldFromBody());
            } else if (loops != null) {
                loops.goal(k, goals.get(k).worldFromBody());
            }
        }
    }

    /** The names of the joints of a table of states. */
    public static List<String> joints(RobotModel robot) {
        return robot.hasLoops() ? robot.loops().activeJoints() : robot.jointNames();
    }

    /** The coordinates of a search out of those of all moving joints. */
    public double[] coordinates(double[] all) {
        return robot.hasLoops()
                ? robot.loops().independentJoints().stream()
                        .mapToDouble(joint -> all[robot.coordinate(joint)])
                        .toArray()
                : all.clone();
    }

    /** Where robots stand without being told otherwise: joints at zero within their limits, loops at their assembly. */
    public static double[] home(RobotModel robot) {
        double[] home = new double[robot.jointCount()];
        robot.loops().assembly().forEach((joint, value) -> home[robot.coordinate(joint)] = value);
        return home;
    }

    /** A posture, from some coordinates on. */
    public Optional<Found> find(double[] from) {
        ReachStatus status = tree != null
                ? floating ? tree.solveFloating(Pose.IDENTITY, from) : tree.solve(from)
                : floating ? loops().solveFloating(Pose.IDENTITY, from) : loops().solve(from);
        return found(status);
    }

    /** The posture nearest to some coordinates. */
    public Optional<Found> nearest(double[] posture) {
        ReachStatus status = tree != null
                ? floating ? tree.solveNearestFloating(Pose.IDENTITY, posture) : tree.solveNearest(posture)
                : loops().solveNearest(posture);
        return found(status);
    }

    /** All postures that are found; the base is held. */
    public List<Found> all(double[] from) {
        List<Found> all = new ArrayList<>();
        List<double[]> solutions = tree != null ? tree.allSolutions(from) : loops().allSolutions(from);
        for (double[] solution : solutions) {
            all.add(new Found(solution, joints(solution), null));
        }
        return all;
    }

    private Optional<Found> found(ReachStatus status) {
        if (status != ReachStatus.REACHED) {
            return Optional.empty();
        }
        double[] q = new double[robot.loops().independentJoints().size()];
        if (tree != null) {
            tree.positions(q);
            return Optional.of(new Found(q, q, floating ? tree.worldFromBase() : null));
        }
        loops().positions(q);
        return Optional.of(new Found(q, joints(q), floating ? loops().worldFromBase() : null));
    }

    private ClosedLoopInverseKinematics loops() {
        if (loops == null) {
            throw new IllegalStateException("robot \"%s\" has no closed loops".formatted(robot.name()));
        }
        return loops;
    }

    /** Active joints, of which there may be more than independent ones. */
    private double[] joints(double[] coordinates) {
        if (!robot.hasLoops()
                || robot.loops().activeJoints().equals(robot.loops().independentJoints())) {
            return coordinates;
        }
        LoopKinematics closed = new LoopKinematics(robot);
        if (!closed.close(coordinates).isClosed()) {
            throw new IllegalStateException(closed.closure().describe());
        }
        double[] all = new double[robot.jointCount()];
        closed.positions(all);
        return robot.loops().activeJoints().stream()
                .mapToDouble(joint -> all[robot.coordinate(joint)])
                .toArray();
    }
}
