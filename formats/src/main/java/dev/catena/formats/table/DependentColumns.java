package dev.catena.formats.table;

import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.model.Coupling;
import dev.catena.model.RobotModel;
import java.util.List;
import java.util.Optional;

/**
 * The columns of joints that follow others or are held. A table need not have them, for their values follow from the
 * robot; one that has them must agree with it.
 */
final class DependentColumns {
    /** Files may have been written with nine digits. */
    private static final double TOLERANCE = 1e-8;

    private final StateTable table;
    private final RobotModel robot;

    private DependentColumns(StateTable table, RobotModel robot) {
        this.table = table;
        this.robot = robot;
    }

    /**
     * The table without these columns.
     *
     * @throws FormatException where they disagree with the robot
     */
    static StateTable leaveOut(StateTable table, RobotModel robot) {
        List<String> independent =
                table.joints().stream().filter(joint -> !depends(robot, joint)).toList();
        if (independent.size() == table.joints().size()) {
            return table;
        }
        DependentColumns columns = new DependentColumns(table, robot);
        for (int j = 0; j < table.joints().size(); j++) {
            if (depends(robot, table.joints().get(j))) {
                columns.check(j);
            }
        }
        return table.restrictedTo(independent);
    }

    private static boolean depends(RobotModel robot, String joint) {
        return robot.couplingOf(joint).isPresent() || robot.heldAt(joint).isPresent();
    }

    private void check(int joint) {
        String name = table.joints().get(joint);
        Optional<Coupling> coupling = robot.couplingOf(name);
        int leader = coupling.map(c -> table.joints().indexOf(c.leader())).orElse(-1);
        if (coupling.isPresent() && leader < 0) {
            throw new FormatException(
                    "",
                    "joint \"%s\" follows joint \"%s\", but the table has no column of that one"
                            .formatted(name, coupling.get().leader()));
        }
        for (int k = 0; k < table.size(); k++) {
            for (Series series : table.seriesOf(k)) {
                double[] values = table.values(k, series);
                boolean isPosition = series == Series.POSITION;
                double expected = coupling.map(c -> switch (series) {
                            case POSITION -> c.follow(values[leader]);
                            case EFFORT, MOTOR_POSITION, MOTOR_VELOCITY, MOTOR_ACCELERATION -> 0.0;
                            default -> c.factor() * values[leader];
                        })
                        .orElseGet(() -> isPosition ? robot.heldAt(name).orElse(0.0) : 0.0);
                if (Math.abs(values[joint] - expected) > TOLERANCE * Math.max(1, Math.abs(expected))) {
                    throw disagrees(name, series, k, values[joint], expected);
                }
            }
        }
    }

    private FormatException disagrees(String joint, Series series, int state, double given, double expected) {
        String because = robot.couplingOf(joint)
                .map(coupling -> series == Series.EFFORT
                        ? "it follows joint \"%s\", to which all effort is to be given".formatted(coupling.leader())
                        : "it follows joint \"%s\" (factor %s, offset %s)"
                                .formatted(coupling.leader(), coupling.factor(), coupling.offset()))
                .orElse("the joint is held");
        return new FormatException(
                "",
                "%s of joint \"%s\" in state %s is %s, but %s and so must be %s; the column may be left out"
                        .formatted(series.key(), joint, state, given, because, expected));
    }
}
