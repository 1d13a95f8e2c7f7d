package dev.catena.mechanism.parallel;

import dev.catena.model.NumericalException;
import java.util.Locale;

/** A pose where a leg has lost a direction of motion, or where the actuators do not hold the platform. */
public final class SingularPoseException extends NumericalException {
    private static final long serialVersionUID = 1;

    private SingularPoseException(String message) {
        super(message);
    }

    static SingularPoseException ofLeg(String robot, String leg, double independence) {
        return new SingularPoseException(String.format(
                Locale.ROOT,
                "leg \"%s\" of parallel robot \"%s\" is in a singular posture: the motions of its joints are not"
                        + " independent (%.3g, where 1 is perpendicular and 0 is dependent)",
                leg,
                robot,
                independence));
    }

    static SingularPoseException ofPlatform(String robot, SingularityMeasure measure) {
        return new SingularPoseException(String.format(
                Locale.ROOT,
                "parallel robot \"%s\" is in a singular pose: its actuators cannot hold the platform against the"
                        + " motion %s (smallest singular value %.3g, condition %.3g)",
                robot,
                measure.weakestMotion(),
                measure.smallestSingularValue(),
                measure.condition()));
    }

    static SingularPoseException ofInertia(String robot) {
        return new SingularPoseException(
                "the platform of parallel robot \"%s\" has a direction without inertia: give platform or legs mass"
                        .formatted(robot));
    }
}
