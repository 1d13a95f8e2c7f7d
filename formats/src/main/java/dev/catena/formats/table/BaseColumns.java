package dev.catena.formats.table;

import dev.catena.model.Vector3;
import java.util.List;
import java.util.Optional;

/**
 * The motion of a base in columns of CSV: {@code base_x}, {@code base_y}, {@code base_z}, the quaternion {@code base_qx} …
 * {@code base_qw}, velocities {@code base_vx} … {@code base_wz}, accelerations {@code base_ax} … {@code base_alphaz} and jerks
 * {@code base_jx} … {@code base_alphadz} in base axes. What is not given is zero, or no turn.
 */
final class BaseColumns {
    private static final List<String> NAMES = List.of(
            "x", "y", "z", "qx", "qy", "qz", "qw", "vx", "vy", "vz", "wx", "wy", "wz", "ax", "ay", "az", "alphax",
            "alphay", "alphaz", "jx", "jy", "jz", "alphadx", "alphady", "alphadz");
    private static final String PREFIX = "base_";
    private static final int QUATERNION = 3;

    private final double[] values = new double[NAMES.size()];
    private boolean given;
    private boolean turned;

    static boolean isOne(String column) {
        return column.startsWith(PREFIX) && NAMES.contains(column.substring(PREFIX.length()));
    }

    void set(String column, double value) {
        int k = NAMES.indexOf(column.substring(PREFIX.length()));
        values[k] = value;
        given = true;
        turned |= k >= QUATERNION && k < QUATERNION + 4;
    }

    boolean isGiven() {
        return given;
    }

    /** Nothing where the quaternion is zero. */
    Optional<BaseState> state() {
        double w = turned ? values[QUATERNION + 3] : 1;
        double norm = Math.hypot(Math.hypot(values[3], values[4]), Math.hypot(values[5], w));
        if (!(norm > 0)) {
            return Optional.empty();
        }
        return Optional.of(new BaseState(
                vector(0),
                values[3] / norm,
                values[4] / norm,
                values[5] / norm,
                w / norm,
                vector(7),
                vector(10),
                vector(13),
                vector(16),
                vector(19),
                vector(22)));
    }

    private Vector3 vector(int k) {
        return new Vector3(values[k], values[k + 1], values[k + 2]);
    }
}
