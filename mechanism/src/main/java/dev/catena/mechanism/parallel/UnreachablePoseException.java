package dev.catena.mechanism.parallel;

import dev.catena.model.NumericalException;
import java.util.Locale;

/** A pose that the legs, or the freedoms of the platform, do not allow. */
public final class UnreachablePoseException extends NumericalException {
    private static final long serialVersionUID = 1;

    private final LegStatus status;

    private UnreachablePoseException(LegStatus status, String message) {
        super(message);
        this.status = status;
    }

    static UnreachablePoseException ofLeg(String robot, String leg, LegStatus status, double[] tip) {
        return new UnreachablePoseException(
                status,
                String.format(
                        Locale.ROOT,
                        "leg \"%s\" of parallel robot \"%s\": %s, which is at (%.4f, %.4f, %.4f) m in the world",
                        leg,
                        robot,
                        status,
                        tip[9],
                        tip[10],
                        tip[11]));
    }

    static UnreachablePoseException notPermitted(ParallelRobot robot, Object pose) {
        return new UnreachablePoseException(
                LegStatus.OUT_OF_REACH,
                "parallel robot \"%s\" has a platform with %s freedoms: it cannot go from its home %s to %s"
                        .formatted(robot.name(), robot.freedoms(), robot.home(), pose));
    }

    static UnreachablePoseException incompatible(String robot, String leg, double error) {
        return new UnreachablePoseException(
                LegStatus.OUT_OF_REACH,
                String.format(
                        Locale.ROOT,
                        "leg \"%s\" of parallel robot \"%s\" cannot follow the freedoms stated for the platform: unit"
                                + " velocities are missed by %.3g",
                        leg,
                        robot,
                        error));
    }

    /** Why there are no coordinates. */
    public LegStatus status() {
        return status;
    }
}
