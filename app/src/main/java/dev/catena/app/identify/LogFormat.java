package dev.catena.app.identify;

import dev.catena.app.console.UserError;
import dev.catena.formats.yaml.YamlMap;
import dev.catena.identification.log.DriveTrain;
import dev.catena.identification.observation.DriveModel;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the columns of a log are called and what they mean, as {@code docs/identify.md} describes it. */
public final class LogFormat {
    private static final String VERSION = "1";

    /** By quantity: what its columns may begin with; the name or number of the joint follows. */
    private static final Map<String, List<String>> USUAL = usual();

    private final List<String> joints;

    /** By joint: whether it turns, so that its position is an angle. */
    private final boolean[] turns;

    private final Map<String, String> patterns = new LinkedHashMap<>();
    private @Nullable DriveTrain driveTrain;
    private double @Nullable [][] gears;

    /** Whether the description says what gears there are. */
    private boolean hasGears;

    private double angle = 1;
    private double[] positionSigns = new double[0];
    private double[] effortSigns = new double[0];
    private double @Nullable [] offsets;
    private double @Nullable [] constants;

    private LogFormat(List<Joint> joints) {
        this.joints = joints.stream().map(Joint::name).toList();
        turns = new boolean[joints.size()];
        for (int j = 0; j < turns.length; j++) {
            turns[j] = joints.get(j).kind() == JointKind.REVOLUTE;
        }
    }

    private LogFormat(LogFormat other) {
        joints = other.joints;
        turns = other.turns;
        patterns.putAll(other.patterns);
        angle = other.angle;
        positionSigns = other.positionSigns;
        effortSigns = other.effortSigns;
        offsets = other.offsets;
        constants = other.constants;
    }

    private static Map<String, List<String>> usual() {
        Map<String, List<String>> usual = new LinkedHashMap<>();
        usual.put("position", List.of("q_", "q"));
        usual.put("velocity", List.of("qd_", "qd", "dq_", "dq"));
        usual.put("acceleration", List.of("qdd_", "qdd", "ddq_", "ddq"));
        usual.put("effort", List.of("tau_", "tau", "effort_", "effort", "current_", "current"));
        return usual;
    }

    /** Joint side, SI units, the usual names. */
    public static LogFormat plain(List<Joint> joints) {
        return new LogFormat(joints);
    }

    /**
     * Reads a description.
     *
     * @param file what to call the file in messages
     */
    public static LogFormat parse(String text, String file, List<Joint> joints) {
        LogFormat format = new LogFormat(joints);
        YamlMap top = YamlMap.parse(text, file);
        top.require("catena-log");
        String version = top.text("catena-log", VERSION);
        if (!version.equals(VERSION)) {
            top.problem("catena-log", "the version is \"%s\", but must be %s".formatted(version, VERSION));
        }
        format.read(top);
        top.finish();
        top.throwProblems();
        return format;
    }

    private void read(YamlMap top) {
        int n = joints.size();
        YamlMap columns = top.map("columns");
        if (columns != null) {
            for (String key : List.of("time", "position", "velocity", "acceleration", "effort")) {
                String pattern = columns.text(key);
                if (pattern != null && !key.equals("time") && !pattern.contains("{}")) {
                    columns.problem(key, "\"%s\" has no {}, which stands for the joint".formatted(pattern));
                } else if (pattern != null) {
                    patterns.put(key, pattern);
                }
            }
            columns.finish();
        }
        angle = top.flag("degrees") ? Math.PI / 180 : 1;
        positionSigns = signs(top, "position-signs", n);
        effortSigns = signs(top, "effort-signs", n);
        top.requireAtMostOne("gear-ratios", "gear-matrix");
        double[] ratios = top.numbers("gear-ratios", n);
        boolean[] plain = new boolean[n];
        double[][] matrix = top.coordinateLists("gear-matrix", plain);
        offsets = top.angles("joint-offsets", n);
        constants = top.numbers("motor-constants", n);
        if (ratios != null) {
            gears(diagonal(ratios));
        } else if (matrix != null && matrix.length == n) {
            gears(matrix);
        } else if (matrix != null) {
            top.problem("gear-matrix", "there are %s rows, but the robot has %s joints".formatted(matrix.length, n));
        } else if (offsets != null || constants != null) {
            double[] ones = new double[n];
            Arrays.fill(ones, 1);
            gears(diagonal(ones));
        }
        hasGears = ratios != null || matrix != null;
    }

    private static double[] signs(YamlMap top, String key, int n) {
        double[] given = top.numbers(key, n);
        if (given != null && Arrays.stream(given).anyMatch(sign -> Math.abs(sign) != 1)) {
            top.problem(key, "signs must be 1 or -1");
        }
        return given == null ? new double[0] : given;
    }

    private static double[][] diagonal(double[] ratios) {
        double[][] matrix = new double[ratios.length][ratios.length];
        for (int j = 0; j < ratios.length; j++) {
            matrix[j][j] = ratios[j];
        }
        return matrix;
    }

    private void gears(double[][] matrix) {
        gears = matrix;
        try {
            DriveTrain train = DriveTrain.ofMatrix(matrix);
            train = offsets == null ? train : train.withOffsets(offsets);
            driveTrain = constants == null ? train : train.withMotorConstants(constants);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }

    /** The same with gear ratios: angles and efforts of the log are those of motors. */
    public LogFormat withGearRatios(double[] ratios) {
        if (ratios.length != joints.size()) {
            throw new UserError(
                    "%s gear ratios were given, but the robot has %s joints".formatted(ratios.length, joints.size()));
        }
        if (hasGears) {
            throw new UserError(
                    "gears are in the description of the log already: leave out --gear-ratios and --motor-side, or gear-ratios and gear-matrix there");
        }
        LogFormat copy = new LogFormat(this);
        copy.hasGears = true;
        copy.gears(diagonal(ratios));
        return copy;
    }

    /** Drives with the couplings that the gear matrix has: rows with more than one entry. */
    public DriveModel coupled(DriveModel drives) {
        DriveModel coupled = drives;
        for (int m = 0; gears != null && m < gears.length; m++) {
            double[] row = gears[m].clone();
            double own = row[m];
            int entries = 0;
            for (int j = 0; j < row.length; j++) {
                entries += row[j] != 0 ? 1 : 0;
                row[j] /= own == 0 ? 1 : own;
            }
            if (entries > 1) {
                coupled = coupled.coupled(row);
            }
        }
        return coupled;
    }

    public List<String> joints() {
        return joints;
    }

    /** What the column of time may be called. */
    List<String> timeColumns() {
        String given = patterns.get("time");
        return given == null ? List.of("time", "t") : List.of(given);
    }

    /** What the column of a quantity of a joint may be called, the likeliest first. */
    List<String> columns(String quantity, int joint) {
        List<String> names = new ArrayList<>();
        String pattern = patterns.get(quantity);
        String number = Integer.toString(joint + 1);
        if (pattern != null) {
            names.add(pattern.replace("{}", joints.get(joint)));
            names.add(pattern.replace("{}", number));
            return names;
        }
        for (String prefix : USUAL.getOrDefault(quantity, List.of())) {
            names.add(prefix + joints.get(joint));
            names.add(prefix + number);
        }
        return names;
    }

    /** By joint: whether the log tells its angle, rather than that of a motor. */
    boolean[] turning() {
        return hasGears ? new boolean[turns.length] : turns.clone();
    }

    /** A full turn of motors as the log tells it; no motor has gears where it is infinite. */
    double motorTurn() {
        return hasGears ? 2 * Math.PI / angle : Double.POSITIVE_INFINITY;
    }

    /** Takes positions and efforts of a row to SI units on the joints' side, in place. */
    void convert(double[] position, double[] velocity, double[] acceleration, double[] effort) {
        for (int j = 0; j < joints.size(); j++) {
            // motors turn, whatever their joints do
            double unit = turns[j] || hasGears ? angle : 1;
            double sign = unit * (positionSigns.length > 0 ? positionSigns[j] : 1);
            position[j] *= sign;
            velocity[j] *= sign;
            acceleration[j] *= sign;
            effort[j] *= effortSigns.length > 0 ? effortSigns[j] : 1;
        }
        if (driveTrain != null) {
            driveTrain.positions(position.clone(), position);
            driveTrain.rates(velocity.clone(), velocity);
            driveTrain.rates(acceleration.clone(), acceleration);
            driveTrain.efforts(effort.clone(), effort);
        }
    }
}
