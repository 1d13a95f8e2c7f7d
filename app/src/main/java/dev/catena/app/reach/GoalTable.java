package dev.catena.app.reach;

import dev.catena.app.console.GivenNumber;
import dev.catena.app.console.UserError;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Goals in a table of comma-separated numbers, a row for each moment: {@code time} if there is one, then {@code x,y,z} and {@code
 * roll,pitch,yaw} or {@code qx,qy,qz,qw}; of other bodies than the one that was named with the body before it, {@code hand_x}.
 */
public final class GoalTable {
    private static final String EXPECTED =
            "columns are time, x, y, z, roll, pitch, yaw, qx, qy, qz, qw, or the same behind BODY_";
    private static final List<String> POSITION = List.of("x", "y", "z");
    private static final List<String> ANGLES = List.of("roll", "pitch", "yaw");
    private static final List<String> QUATERNION = List.of("qx", "qy", "qz", "qw");

    /** A row. */
    public record Row(int line, OptionalDouble time, List<Goal> goals) {}

    private final String name;
    private final RobotModel robot;

    /** By body: its columns by key. */
    private final Map<String, Map<String, Integer>> columns = new LinkedHashMap<>();

    private int timeColumn = -1;
    private int width;

    private GoalTable(String name, RobotModel robot) {
        this.name = name;
        this.robot = robot;
    }

    /**
     * Reads a table.
     *
     * @param name what to call it in messages
     * @param body whose columns have no name before them; null for the robot's last
     */
    public static List<Row> parse(String text, String name, RobotModel robot, @Nullable String body) {
        GoalTable table = new GoalTable(name, robot);
        List<Row> rows = new ArrayList<>();
        int line = 0;
        boolean header = true;
        for (String whole : text.startsWith("\uFEFF")
                ? text.substring(1).lines().toList()
                : text.lines().toList()) {
            line++;
            if (whole.isBlank()) {
                continue;
            }
            String[] cells = whole.split(",", -1);
            if (header) {
                table.header(cells, Goal.bodyOf("--body", robot, body), line);
                header = false;
            } else {
                rows.add(table.row(cells, line));
            }
        }
        if (rows.isEmpty()) {
            throw new UserError("%s: there is no row of goals; %s".formatted(name, EXPECTED));
        }
        return rows;
    }

    private void header(String[] cells, String body, int line) {
        width = cells.length;
        for (int k = 0; k < cells.length; k++) {
            String cell = cells[k].strip().replace("\"", "");
            if (cell.equals("time")) {
                if (timeColumn >= 0) {
                    throw wrong(line, "column time occurs twice");
                }
                timeColumn = k;
                continue;
            }
            int cut = cell.lastIndexOf('_');
            String key = cell.substring(cut + 1);
            if (!POSITION.contains(key) && !ANGLES.contains(key) && !QUATERNION.contains(key)) {
                throw wrong(line, "unknown column \"%s\"; %s".formatted(cell, EXPECTED));
            }
            String of = cut < 0 ? body : Goal.bodyOf("%s:%s".formatted(name, line), robot, cell.substring(0, cut));
            if (columns.computeIfAbsent(of, unused -> new LinkedHashMap<>()).put(key, k) != null) {
                throw wrong(line, "column %s of body \"%s\" occurs twice".formatted(key, of));
            }
        }
        if (columns.isEmpty()) {
            throw wrong(line, "there is no goal; " + EXPECTED);
        }
        columns.forEach((of, keys) -> {
            boolean angles = complete(line, of, keys, ANGLES);
            boolean quaternion = complete(line, of, keys, QUATERNION);
            if (angles && quaternion) {
                throw wrong(line, "body \"%s\" has angles and a quaternion: take one of them".formatted(of));
            }
            boolean unused = complete(line, of, keys, POSITION);
        });
    }

    /** Whether all of some columns are there. */
    private boolean complete(int line, String body, Map<String, Integer> keys, List<String> wanted) {
        List<String> missing =
                wanted.stream().filter(key -> !keys.containsKey(key)).toList();
        if (!missing.isEmpty() && missing.size() < wanted.size()) {
            throw wrong(line, "body \"%s\" lacks the column %s".formatted(body, String.join(", ", missing)));
        }
        return missing.isEmpty();
    }

    private Row row(String[] cells, int line) {
        if (cells.length != width) {
            throw wrong(line, "there are %s values, but %s columns".formatted(cells.length, width));
        }
        String where = "%s:%s".formatted(name, line);
        List<Goal> goals = new ArrayList<>();
        columns.forEach((body, keys) -> {
            Vector3 position = keys.containsKey("x") ? Vector3.of(numbers(where, cells, keys, POSITION)) : null;
            Rotation orientation = null;
            if (keys.containsKey("roll")) {
                double[] angles = numbers(where, cells, keys, ANGLES);
                orientation = Rotation.fromRollPitchYaw(angles[0], angles[1], angles[2]);
            } else if (keys.containsKey("qx")) {
                orientation = GoalText.quaternion(where, numbers(where, cells, keys, QUATERNION));
            }
            goals.add(Goal.of(where, robot, body, position, orientation));
        });
        return new Row(
                line,
                timeColumn < 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(GivenNumber.parse(where + ", column time", cells[timeColumn])),
                goals);
    }

    private static double[] numbers(String where, String[] cells, Map<String, Integer> keys, List<String> wanted) {
        return wanted.stream()
                .mapToDouble(key -> GoalText.angle(where + ", column " + key, cells[keys.getOrDefault(key, 0)]))
                .toArray();
    }

    private UserError wrong(int line, String message) {
        return new UserError("%s:%s: %s".formatted(name, line, message));
    }
}
