package dev.catena.planning;

import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.EndState;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Complains about what is prescribed but contradicts limits or coordinates that are held: no motion could keep both. */
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
                if (order > 0 || !end.isPositionFree()) {
                    check(what, i, order, order == 0 ? end.position(i) : end.derivative(order, i), ranges);
                }
            }
        }
    }

    private void check(String what, int i, int order, double value, JointRanges ranges) {
        if (value < ranges.lower[i] || value > ranges.upper[i]) {
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

    /** @param held by coordinate, where it stays; NaN where it moves. Empty if all move */
    void checkHeld(
            double[] held, EndState start, EndState goal, Map<Double, double[]> vias, @Nullable CyclicEnd cycle) {
        for (int k = 0; k < held.length; k++) {
            int i = k;
            if (!Double.isNaN(held[i])) {
                check("a coordinate that is held", i, 0, held[i], limits.inForce(JointQuantity.POSITION));
                checkHeld("the start", start, i, held[i]);
                checkHeld("the goal", goal, i, held[i]);
                vias.forEach((moment, via) -> checkHeld("the via point at " + moment, EndState.at(via), i, held[i]));
            }
            if (cycle != null) {
                checkHeld(cycle, held, i);
            }
        }
    }

    private void checkHeld(String what, EndState end, int i, double position) {
        int first = end.isPositionFree() ? 1 : 0;
        for (int order = first; order <= Math.min(end.order(), BY_ORDER.length - 1); order++) {
            double value = order == 0 ? end.position(i) : end.derivative(order, i);
            if (value != (order == 0 ? position : 0)) {
                throw new IllegalArgumentException("%s: %s of %s is %s, but it is held at %s"
                        .formatted(what, BY_ORDER[order], limits.coordinates().get(i), value, position));
            }
        }
    }

    /** What ends as its partner begins is held if the partner is, where that leads it. */
    private void checkHeld(CyclicEnd cycle, double[] held, int i) {
        int partner = cycle.partner(i);
        double end = cycle.shift(i) + cycle.sign(i) * held[partner];
        if (Double.isNaN(held[i]) != Double.isNaN(held[partner]) || held[i] < end || held[i] > end) {
            throw new IllegalArgumentException(
                    "%s is held at %s and %s at %s (NaN: not held), but the motion goes on as it began with the one where the other ends"
                            .formatted(
                                    limits.coordinates().get(i),
                                    held[i],
                                    limits.coordinates().get(partner),
                                    held[partner]));
        }
    }
}
