package dev.catena.app.simulate;

import dev.catena.app.report.TextTable;
import dev.catena.model.Extent;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which limits of position, speed and effort joints were beyond, and how far at most. */
final class PassedLimits {
    /** What an integrator's error may put beyond a limit, as a share of the limit, of the range between two, or of what positions count in. */
    private static final double TOLERANCE = 1e-3;

    /** Columns of the table of motion, which name the quantities. */
    enum Extreme {
        LEAST("position"),
        MOST("position"),
        SPEED("speed"),
        EFFORT("effort");

        private final String quantity;

        Extreme(String quantity) {
            this.quantity = quantity;
        }
    }

    private record Passed(Joint joint, Extreme extreme, double worst, double limit) {
        Map<String, Object> toJson() {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("joint", joint.name());
            entry.put("quantity", extreme.quantity);
            entry.put("worst", worst);
            entry.put("limit", limit);
            return entry;
        }
    }

    private final List<Passed> passed = new ArrayList<>();

    PassedLimits(RobotModel robot, MotionExtremes extremes) {
        List<Joint> joints = robot.movingJoints();
        Extent extent = Extent.of(robot);
        for (int j = 0; j < joints.size(); j++) {
            Joint joint = joints.get(j);
            JointLimits limits = joint.limits();
            double range = limits.upper() - limits.lower();
            double margin = TOLERANCE * (range > 0 && Double.isFinite(range) ? range : extent.unit(joint));
            if (extremes.least[j] < limits.lower() - margin) {
                passed.add(new Passed(joint, Extreme.LEAST, extremes.least[j], limits.lower()));
            }
            if (extremes.most[j] > limits.upper() + margin) {
                passed.add(new Passed(joint, Extreme.MOST, extremes.most[j], limits.upper()));
            }
            addMagnitude(joint, Extreme.SPEED, extremes.speed[j], limits.velocity());
            addMagnitude(joint, Extreme.EFFORT, extremes.torque[j], limits.effort());
        }
    }

    private void addMagnitude(Joint joint, Extreme extreme, double most, double limit) {
        if (most > limit * (1 + TOLERANCE)) {
            passed.add(new Passed(joint, extreme, most, limit));
        }
    }

    /** A cell of the table of motion, with a star where it is beyond the limit. */
    String cell(Joint joint, Extreme extreme, double value) {
        boolean beyond = passed.stream().anyMatch(p -> p.joint.equals(joint) && p.extreme == extreme);
        return TextTable.number(value) + (beyond ? "*" : "");
    }

    /** What the stars mean, where there are any. */
    List<String> remarks() {
        return passed.isEmpty()
                ? List.of()
                : List.of("* Beyond its limit, which 'catena info' lists. Only --stops holds positions within theirs,"
                        + " and --limit-torques efforts.");
    }

    List<Map<String, Object>> toJson() {
        return passed.stream().map(Passed::toJson).toList();
    }
}
