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

/** How many full turns the angles of a table have lost, which are told within one turn. */
final class CountedTurns {
    static final CountedTurns NONE = new CountedTurns();

    /** By joint of the table that has lost any: by sample from which on it has, how many. */
    private final Map<Integer, TreeMap<Integer, Double>> lost = new TreeMap<>();

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
                counted.lost.put(j, new TreeMap<>());
                counted.notes.add(
                        "note: the angle of joint \"%s\" steps by full turns %s times: its velocity is computed without these steps"
                                .formatted(joint, steps));
            }
        }
        if (!counted.lost.isEmpty()) {
            counted.count(table, angles);
        }
        return counted;
    }

    private void count(StateTable table, List<FullTurns> angles) {
        double[] turns = new double[angles.size()];
        double[] before = table.values(0, Series.POSITION);
        for (int k = 1; k < table.size(); k++) {
            double[] q = table.values(k, Series.POSITION);
            for (Map.Entry<Integer, TreeMap<Integer, Double>> entry : lost.entrySet()) {
                int j = entry.getKey();
                double step = angles.get(j).turns(q[j] - before[j]);
                if (step != 0) {
                    turns[j] += step;
                    entry.getValue().put(k, turns[j]);
                }
            }
            before = q;
        }
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    /** Makes the positions of a sample those of continuous angles. */
    void leaveOut(int sample, double[] q) {
        lost.forEach((joint, turns) -> {
            Map.Entry<Integer, Double> last = turns.floorEntry(sample);
            q[joint] -= last == null ? 0 : 2 * Math.PI * last.getValue();
        });
    }
}
