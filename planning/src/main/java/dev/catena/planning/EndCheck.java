package dev.catena.planning;

import dev.catena.planning.function.EndState;
import java.util.Map;

/** Complains about what is prescribed at ends and via points but outside of limits: no motion could keep both. */
final class EndCheck {
    private static final JointQuantity[] BY_ORDER = {
        JointQuantity.POSITION, JointQuantity.VELOCITY, JointQuantity.ACCELERATION
    };

    private final MotionLimits limits;

    EndCheck(MotionLimits limits) {
        this.limits = limits;
    }

    void check(EndState start, EndState goal, Map<Double, double[]> vias) {
        check("the start", start);
        check("the goal", goal);
        vias.forEach((moment, via) -> check("the via point at " + moment, EndState.at(via)));
    }

    private void check(String what, EndState end) {
        if (end.isFree()) {
            return;
        }
        for (int order = 0; order <= Math.min(end.order(), BY_ORDER.length - 1); order++) {
            JointRanges ranges = limits.inForce(BY_ORDER[order]);
            for (int i = 0; i < ranges.lower.length; i++) {
                double value = order == 0 ? end.position(i) : end.derivative(order, i);
                boolean prescribed = order > 0 || !end.isPositionFree();
                if (prescribed && (value < ranges.lower[i] || value > ranges.upper[i])) {
                    throw new IllegalArgumentException("%s: %s of %s is %s, which is not within %s and %s"
                            .formatted(
                                    what,
                                    BY_ORDER[order],
                                    limits.coordinates().get(i),
                                    value,
                                    ranges.lower[i],
                                    ranges.upper[i]));
                }
            }
        }
    }
}
