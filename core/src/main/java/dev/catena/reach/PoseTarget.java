package dev.catena.reach;

import dev.catena.model.Vector3;

/**
 * What is wanted of a body; where it is wanted is said to the {@link InverseKinematics}.
 *
 * @param body its name
 * @param pointInBody the point whose position counts
 * @param aim what of the pose counts
 * @param weight of its error beside others of the same priority, above 0
 * @param priority 0 is the first; goals of others are met as well as those before them allow
 */
public record PoseTarget(String body, Vector3 pointInBody, Aim aim, double weight, int priority) {
    /** What of a pose counts. */
    public enum Aim {
        POSITION(3),
        ORIENTATION(3),
        POSE(6);

        private final int rows;

        Aim(int rows) {
            this.rows = rows;
        }

        int rows() {
            return rows;
        }
    }

    public PoseTarget {
        if (!(weight > 0 && Double.isFinite(weight))) {
            throw new IllegalArgumentException(
                    "the weight of a target must be above 0 and finite, but is %s for \"%s\"".formatted(weight, body));
        }
        if (priority < 0) {
            throw new IllegalArgumentException(
                    "priorities begin at 0, but that of \"%s\" is %s".formatted(body, priority));
        }
    }

    /** Position of the body's origin, and orientation. */
    public static PoseTarget pose(String body) {
        return new PoseTarget(body, Vector3.ZERO, Aim.POSE, 1, 0);
    }

    /** Position of the body's origin. */
    public static PoseTarget position(String body) {
        return new PoseTarget(body, Vector3.ZERO, Aim.POSITION, 1, 0);
    }

    public static PoseTarget orientation(String body) {
        return new PoseTarget(body, Vector3.ZERO, Aim.ORIENTATION, 1, 0);
    }

    public PoseTarget at(Vector3 point) {
        return new PoseTarget(body, point, aim, weight, priority);
    }

    public PoseTarget weighing(double newWeight) {
        return new PoseTarget(body, pointInBody, aim, newWeight, priority);
    }

    public PoseTarget withPriority(int newPriority) {
        return new PoseTarget(body, pointInBody, aim, weight, newPriority);
    }
}
