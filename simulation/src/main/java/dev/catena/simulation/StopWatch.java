package dev.catena.simulation;

import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Watches how far a joint is from a stop. */
final class StopWatch extends EventWatch {
    private final int joint;

    /** 1 at a lower limit, −1 at an upper one. */
    private final double sign;

    private final boolean rigid;
    private double rate;

    private StopWatch(int joint, double limit, double sign, double unit, boolean rigid) {
        super(Event.crossing("stop", state -> sign * (state.jointPositions()[joint] - limit) / unit)
                .inDirection(rigid ? Event.Direction.FALLING : Event.Direction.BOTH));
        this.joint = joint;
        this.sign = sign;
        this.rigid = rigid;
    }

    /** A watch for every position limit of a robot; none without stops. */
    static List<StopWatch> of(RobotModel model, @Nullable JointStops stops) {
        List<StopWatch> watches = new ArrayList<>();
        if (stops == null) {
            return watches;
        }
        double[] units = JointUnits.of(model);
        boolean rigid = stops instanceof JointStops.Rigid;
        for (Joint joint : model.movingJoints()) {
            int k = model.coordinate(joint.name());
            JointLimits limits = joint.limits();
            if (limits.lower() != Double.NEGATIVE_INFINITY) {
                watches.add(new StopWatch(k, limits.lower(), 1, units[k], rigid));
            }
            if (limits.upper() != Double.POSITIVE_INFINITY) {
                watches.add(new StopWatch(k, limits.upper(), -1, units[k], rigid));
            }
        }
        return watches;
    }

    /** A joint must not be beyond a rigid stop, wherever it was seen before. */
    @Override
    boolean hasComeToZero(double value) {
        return super.hasComeToZero(value) || (rigid && value < -ON_ZERO);
    }

    private double rate(State state) {
        return sign * state.jointVelocities()[joint];
    }

    /** Takes notice of how fast the distance grows at the beginning of an interval. */
    void seeRate(State state) {
        rate = rate(state);
    }

    /** Whether the distance shrank at the beginning of an interval and grows at its end: it was less in between. */
    boolean wasNearer(State end) {
        return rate < 0 && rate(end) > 0;
    }

    /** When the distance was least in such an interval. */
    double nearest(double from, double to, DoubleUnaryOperator rateAt) {
        double a = from;
        double b = to;
        while (b - a > Event.ACCURACY) {
            double m = 0.5 * (a + b);
            if (!(m > a && m < b)) {
                return m;
            }
            if (sign * rateAt.applyAsDouble(m) < 0) {
                a = m;
            } else {
                b = m;
            }
        }
        return 0.5 * (a + b);
    }

    int joint() {
        return joint;
    }
}
