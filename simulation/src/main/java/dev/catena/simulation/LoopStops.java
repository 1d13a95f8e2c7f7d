package dev.catena.simulation;

import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rigid stops of joints in closed loops and on contacts. Joints that others or the ground move are where those put them, to rounding: so
 * a joint is at its stop where it is within {@value #NEAR} of its unit of it, and one that has passed it is brought back to just before it.
 */
final class LoopStops {
    private static final double NEAR = 1e-9;

    /** Roundings of where a stop is. */
    private static final double ROUNDING = 1e-11;

    private static final double MARGIN = 1e-12;
    private static final int MOST_STEPS = 100;

    final boolean exist;
    final double restitution;

    /** By joint; infinite where there is no stop. */
    private final double[] lower;

    private final double[] upper;
    private final double[] units;
    private final double[] near;

    LoopStops(RobotModel model, JointStops.@Nullable Rigid stops) {
        exist = stops != null;
        restitution = stops == null ? 0 : stops.restitution();
        lower = new double[model.jointCount()];
        upper = new double[model.jointCount()];
        units = JointUnits.of(model);
        near = near(model);
        Arrays.fill(lower, Double.NEGATIVE_INFINITY);
        Arrays.fill(upper, Double.POSITIVE_INFINITY);
        if (stops != null) {
            for (Joint joint : model.movingJoints()) {
                int k = model.coordinate(joint.name());
                lower[k] = joint.limits().lower();
                upper[k] = joint.limits().upper();
            }
        }
    }

    /** By joint: how near to its stop it is at it. */
    static double[] near(RobotModel model) {
        double[] near = JointUnits.of(model);
        for (Joint joint : model.movingJoints()) {
            int k = model.coordinate(joint.name());
            near[k] = NEAR * near[k] + ROUNDING * farther(joint.limits());
        }
        return near;
    }

    private static double farther(JointLimits limits) {
        double lower = Math.abs(limits.lower());
        double upper = Math.abs(limits.upper());
        return Double.isInfinite(lower)
                ? (Double.isInfinite(upper) ? 0 : upper)
                : Double.isInfinite(upper) ? lower : Math.max(lower, upper);
    }

    boolean has(int joint) {
        return joint < lower.length
                && (lower[joint] > Double.NEGATIVE_INFINITY || upper[joint] < Double.POSITIVE_INFINITY);
    }

    boolean isAtLower(State state, int joint) {
        return joint < lower.length && state.jointPositions()[joint] <= lower[joint] + near[joint];
    }

    boolean isAtUpper(State state, int joint) {
        return joint < upper.length && state.jointPositions()[joint] >= upper[joint] - near[joint];
    }

    boolean isPassed(State state) {
        return farthest(state.jointPositions()) >= 0;
    }

    /**
     * Puts joints that have passed a stop back, one after the other until none is beyond. Each ends at its stop, not before it: one that
     * overshoots on its way, since it does not move in proportion, goes on to the stop, or nothing would hold it there.
     */
    void bringBack(State state, LoopFriction mover) {
        int last = -1;
        double place = 0;
        for (int step = 0; step < MOST_STEPS; step++) {
            double[] q = state.jointPositions();
            int beyond = farthest(q);
            if (beyond < 0) {
                if (last < 0 || Math.abs(q[last] - place) <= MARGIN * Math.max(units[last], Math.abs(place))) {
                    return;
                }
            } else {
                last = beyond;
                place = justWithin(q[beyond], beyond);
            }
            mover.moveJoint(state, last, place - q[last]);
        }
        if (isPassed(state)) {
            throw new SimulationFailure(
                    "at %.9g s loops or contacts cannot hold with all joints within their stops; which limits hold them apart?",
                    state.time());
        }
    }

    /** The joint that is farthest beyond a stop; −1 if none is. */
    private int farthest(double[] q) {
        int farthest = -1;
        double most = 0;
        for (int k = 0; k < q.length; k++) {
            double beyond = Math.max(lower[k] - q[k], q[k] - upper[k]);
            if (beyond > most) {
                most = beyond;
                farthest = k;
            }
        }
        return farthest;
    }

    /** Just before the stop that a joint has passed. */
    private double justWithin(double q, int joint) {
        double limit = q < lower[joint] ? lower[joint] : upper[joint];
        double margin = 2 * MARGIN * Math.max(units[joint], Math.abs(limit));
        return q < lower[joint] ? limit + margin : limit - margin;
    }
}
