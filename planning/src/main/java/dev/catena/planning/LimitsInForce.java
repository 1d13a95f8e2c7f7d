package dev.catena.planning;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The limits by joint that hold, as they were when a problem was built. */
final class LimitsInForce {
    private final List<String> joints;
    private final List<String> drives;
    private final Map<JointQuantity, JointRanges> ranges = new EnumMap<>(JointQuantity.class);

    LimitsInForce(MotionLimits limits) {
        joints = List.copyOf(limits.coordinates());
        drives = List.copyOf(limits.drives());
        for (JointQuantity quantity : JointQuantity.values()) {
            ranges.put(quantity, limits.inForce(quantity));
        }
    }

    double lower(JointQuantity quantity, String joint) {
        return of(quantity).lower[row(quantity, joint)];
    }

    double upper(JointQuantity quantity, String joint) {
        return of(quantity).upper[row(quantity, joint)];
    }

    private JointRanges of(JointQuantity quantity) {
        JointRanges own = ranges.get(quantity);
        if (own == null) {
            throw new IllegalStateException("no limits of " + quantity);
        }
        return own;
    }

    private int row(JointQuantity quantity, String joint) {
        boolean ofDrives = quantity == JointQuantity.TORQUE || quantity == JointQuantity.TORQUE_RATE;
        List<String> names = ofDrives ? drives : joints;
        int row = names.indexOf(joint);
        if (row < 0) {
            throw new IllegalArgumentException(
                    "there is no joint \"%s\" that has a %s; there are %s".formatted(joint, quantity, names));
        }
        return row;
    }
}
