package dev.catena.app.simulate;

import dev.catena.app.console.GivenNumber;
import dev.catena.app.console.UserError;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Numbers as users type them: one for each joint, or {@code joint=value} for some. */
public final class JointValues {
    private JointValues() {}

    /**
     * A number for each moving joint.
     *
     * @param option for messages
     * @param otherwise what joints get that are not named; all of it where nothing was typed
     */
    public static double[] parse(String option, @Nullable String text, RobotModel robot, double[] otherwise) {
        double[] values = otherwise.clone();
        if (text == null) {
            return values;
        }
        List<String> parts = Arrays.asList(text.split(",", -1));
        boolean named = parts.stream().allMatch(part -> part.contains("="));
        List<String> joints = robot.loops().independentJoints();
        if (!named && parts.size() != joints.size()) {
            throw new UserError(
                    "%s: \"%s\" has %s values, but robot \"%s\" has %s %s joint%s; name some as in %s %s=0.1"
                            .formatted(
                                    option,
                                    text,
                                    parts.size(),
                                    robot.name(),
                                    joints.size(),
                                    robot.hasLoops() ? "independent" : "moving",
                                    joints.size() == 1 ? "" : "s",
                                    option,
                                    joints.isEmpty() ? "joint" : joints.get(0)));
        }
        Set<String> seen = new HashSet<>();
        for (int k = 0; k < parts.size(); k++) {
            String part = parts.get(k);
            if (named) {
                int sign = part.lastIndexOf('=');
                String joint = part.substring(0, sign).strip();
                if (!robot.hasCoordinate(joint)) {
                    throw new UserError("%s: robot \"%s\" has no moving joint \"%s\"; it has %s"
                            .formatted(option, robot.name(), joint, String.join(", ", robot.jointNames())));
                }
                if (!joints.contains(joint)) {
                    throw new UserError("%s: joint \"%s\" follows from the independent joints %s of the closed loops"
                            .formatted(option, joint, String.join(", ", joints)));
                }
                if (!seen.add(joint)) {
                    throw new UserError("%s: joint \"%s\" is given twice".formatted(option, joint));
                }
                values[robot.coordinate(joint)] = value(option, part.substring(sign + 1), robot, joint);
            } else {
                values[robot.coordinate(joints.get(k))] = value(option, part, robot, joints.get(k));
            }
        }
        return values;
    }

    /** A list of a given length. */
    public static double[] list(String option, String text, int length) {
        String[] parts = text.split(",", -1);
        if (parts.length != length) {
            throw new UserError("%s: \"%s\" has %s values, but needs %s".formatted(option, text, parts.length, length));
        }
        return Arrays.stream(parts)
                .mapToDouble(part -> GivenNumber.parse(option, part))
                .toArray();
    }

    /** A number in SI units, or degrees of a joint that turns: {@code 30deg}. */
    private static double value(String option, String text, RobotModel robot, String joint) {
        String stripped = text.strip();
        if (!stripped.endsWith("deg")) {
            return GivenNumber.parse(option, stripped);
        }
        if (robot.movingJoints().get(robot.coordinate(joint)).kind() != JointKind.REVOLUTE) {
            throw new UserError("%s: \"%s\" is in degrees, but joint \"%s\" slides; give meters"
                    .formatted(option, stripped, joint));
        }
        return Math.toRadians(GivenNumber.parse(option, stripped.substring(0, stripped.length() - "deg".length())));
    }
}
