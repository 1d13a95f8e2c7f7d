package dev.catena.studio;

import dev.catena.mechanism.ClosedLoopForceRate;
import dev.catena.model.Coupling;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import java.util.List;

/** Motions of all joints of a tree, from those of the coordinates that a robot with loops or couplings has. */
final class WholeMotion {
    private final RobotModel robot;
    private final RobotModel tree;

    /** @param tree the robot without loops and couplings */
    WholeMotion(RobotModel robot, RobotModel tree) {
        this.robot = robot;
        this.tree = tree;
    }

    /**
     * Completes a motion.
     *
     * @throws IllegalArgumentException if loops cannot be closed in it
     */
    StudioMotion of(StudioMotion motion) {
        if (robot.hasLoops() && !motion.more().containsKey("tau")) {
            return ofTree(closed(motion));
        }
        return ofTree(motion);
    }

    /** Joints that follow others, with them. */
    private StudioMotion ofTree(StudioMotion motion) {
        int n = tree.jointCount();
        if (!robot.hasCouplings() || motion.joints() == n) {
            return motion;
        }
        double[][] from = {motion.q(), motion.qd(), motion.qdd(), motion.qddd()};
        double[][] to = new double[from.length][n * motion.times().length];
        for (int j = 0; j < n; j++) {
            String name = tree.jointNames().get(j);
            Coupling coupling = robot.couplingOf(name).orElse(new Coupling(name, name, 1, 0));
            int leader = robot.coordinate(coupling.leader());
            for (int k = 0; k < motion.times().length; k++) {
                for (int order = 0; order < from.length; order++) {
                    double value = from[order][k * motion.joints() + leader];
                    to[order][k * n + j] = order == 0 ? coupling.follow(value) : coupling.factor() * value;
                }
            }
        }
        return motion.withJoints(to);
    }

    /** Joints of loops from the independent ones, and efforts of the drives, by the hand-written classes. */
    private StudioMotion closed(StudioMotion motion) {
        int[] columns = independentColumns(motion);
        ClosedLoopForceRate dynamics = new ClosedLoopForceRate(robot);
        int n = robot.jointCount();
        int count = motion.times().length;
        int[] active = robot.loops().activeJoints().stream()
                .mapToInt(robot::coordinate)
                .toArray();
        double[][] to = new double[4][n * count];
        double[][] efforts = new double[2][n * count];
        double[][] led = new double[4][columns.length];
        double[][] given = new double[2][active.length];
        double[] all = new double[n];
        double[][] from = {motion.q(), motion.qd(), motion.qdd(), motion.qddd()};
        for (int k = 0; k < count; k++) {
            for (int order = 0; order < from.length; order++) {
                for (int c = 0; c < columns.length; c++) {
                    led[order][c] = from[order][k * motion.joints() + columns[c]];
                }
            }
            try {
                dynamics.compute(led[0], led[1], led[2], led[3], given[0], given[1]);
            } catch (NumericalException e) {
                throw new IllegalArgumentException("sample %s: %s".formatted(k, e.getMessage()), e);
            }
            dynamics.kinematics().positions(all);
            System.arraycopy(all, 0, to[0], k * n, n);
            dynamics.kinematics().velocities(all);
            System.arraycopy(all, 0, to[1], k * n, n);
            dynamics.kinematics().accelerations(all);
            System.arraycopy(all, 0, to[2], k * n, n);
            dynamics.jerks(all);
            System.arraycopy(all, 0, to[3], k * n, n);
            for (int a = 0; a < active.length; a++) {
                efforts[0][k * n + active[a]] = given[0][a];
                efforts[1][k * n + active[a]] = given[1][a];
            }
        }
        return motion.withJoints(to).withEfforts(efforts[0], efforts[1]);
    }

    /** Where a motion has the independent joints: it has all joints, or these alone. */
    private int[] independentColumns(StudioMotion motion) {
        List<String> independent = robot.loops().independentJoints();
        List<String> columns = motion.joints() == robot.jointCount()
                ? robot.jointNames()
                : robot.loops().activeJoints().containsAll(independent)
                                && motion.joints()
                                        == robot.loops().activeJoints().size()
                        ? robot.loops().activeJoints()
                        : independent;
        if (motion.joints() != columns.size()) {
            throw new IllegalArgumentException(
                    "a motion of %s joints, but robot \"%s\" has %s independent joints, and %s in all"
                            .formatted(motion.joints(), robot.name(), independent.size(), robot.jointCount()));
        }
        return independent.stream().mapToInt(columns::indexOf).toArray();
    }
}
