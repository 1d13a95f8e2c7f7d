package dev.catena.app.trajectory;

import dev.catena.algebra.FullTurns;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Angles of a table that are told within one turn, as what they are. */
final class CountedTurns {
    static final CountedTurns NONE = new CountedTurns();

    /** By joint of the table whose angles step by full turns: its continuous angles. */
    private final Map<Integer, double[]> continuous = new TreeMap<>();

    private final List<String> notes = new ArrayList<>();

    private CountedTurns() {}

    static CountedTurns of(StateTable table, RobotModel robot) {
        CountedTurns counted = new CountedTurns();
        List<FullTurns> angles =
                table.joints().stream().map(joint -> new FullTurns(2 * Math.PI)).toList();
        for (int k = 0; k < table.size(); k++) {
            double[] q = table.values(k, Series.POSITION);
            for (int j = 0; j < q.length; j++) {
                angles.get(j).add(q[j]);
            }
        }
        for (int j = 0; j < angles.size(); j++) {
            String joint = table.joints().get(j);
            long steps = angles.get(j).steps();
            if (steps > 0 && robot.movingJoints().get(robot.coordinate(joint)).kind() == JointKind.REVOLUTE) {
                int column = j;
                counted.continuous.put(
                        j,
                        FullTurns.continuous(IntStream.range(0, table.size())
                                .mapToDouble(k -> table.values(k, Series.POSITION)[column])
                                .toArray()));
                counted.notes.add(
                        "note: the angle of joint \"%s\" steps by full turns %s times: its velocity is computed without these steps"
                                .formatted(joint, steps));
            }
        }
        return counted;
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    /** Makes the positions of a sample those of continuous angles. */
    void leaveOut(int sample, double[] q) {
        continuous.forEach((joint, angles) -> q[joint] = angles[sample]);
    }
}
