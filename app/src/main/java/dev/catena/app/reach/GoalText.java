package dev.catena.app.reach;

import dev.catena.app.console.GivenNumber;
import dev.catena.app.console.UserError;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.Arrays;

/** Positions, orientations and poses as users type them; angles in radians, or in degrees as {@code 30deg}. */
public final class GoalText {
    private GoalText() {}

    /** Three numbers. */
    public static Vector3 position(String option, String text) {
        return position(option, split(option, text, "three numbers: x,y,z", 3));
    }

    /** Roll, pitch and yaw about fixed axes x, y, z, or a quaternion x, y, z, w. */
    public static Rotation orientation(String option, String text) {
        return orientation(
                option,
                split(option, text, "three numbers, roll,pitch,yaw, or four, those of a quaternion x,y,z,w", 3, 4));
    }

    /** A position, then an orientation. */
    public static Pose pose(String option, String text) {
        String[] parts = split(option, text, "x,y,z and then roll,pitch,yaw or a quaternion x,y,z,w", 6, 7);
        return new Pose(
                orientation(option, Arrays.copyOfRange(parts, 3, parts.length)),
                position(option, Arrays.copyOf(parts, 3)));
    }

    private static String[] split(String option, String text, String expected, int... lengths) {
        String[] parts = text.split(",", -1);
        if (Arrays.stream(lengths).noneMatch(length -> length == parts.length)) {
            throw new UserError(
                    "%s: \"%s\" has %s values, but should be %s".formatted(option, text, parts.length, expected));
        }
        return parts;
    }

    private static Vector3 position(String option, String... parts) {
        return Vector3.of(Arrays.stream(parts)
                .mapToDouble(part -> GivenNumber.parse(option, part))
                .toArray());
    }

    private static Rotation orientation(String option, String... parts) {
        if (parts.length == 4) {
            return quaternion(
                    option,
                    Arrays.stream(parts)
                            .mapToDouble(part -> GivenNumber.parse(option, part))
                            .toArray());
        }
        double[] angles =
                Arrays.stream(parts).mapToDouble(part -> angle(option, part)).toArray();
        return Rotation.fromRollPitchYaw(angles[0], angles[1], angles[2]);
    }

    /** Of any length but zero. */
    public static Rotation quaternion(String option, double... q) {
        double largest = Arrays.stream(q).map(Math::abs).max().orElse(0);
        if (largest == 0) {
            throw new UserError("%s: the quaternion 0,0,0,0 names no rotation".formatted(option));
        }
        return Rotation.fromQuaternion(q[0] / largest, q[1] / largest, q[2] / largest, q[3] / largest);
    }

    /** Radians, or degrees with their unit behind. */
    public static double angle(String option, String text) {
        String stripped = text.strip();
        return stripped.endsWith("deg")
                ? Math.toRadians(GivenNumber.parse(option, stripped.substring(0, stripped.length() - "deg".length())))
                : GivenNumber.parse(option, stripped);
    }
}
