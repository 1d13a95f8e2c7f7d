package dev.catena.simulation;

import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Steps that end where joints meet rigid stops and go on from there. Were joints brought back at the end of a step instead, what
 * drives them would have worked on a way that they did not go, an error of the first order.
 */
final class StopSearch {
    /** A joint that is nearer to its stop when a step begins is at it. */
    private static final double AT = 1e-9;

    /** How far beyond a stop a joint may be where a step ends at it. */
    private static final double NEAR = 1e-11;

    /** Of so many stops in a step, and steps of a search. */
    private static final int MOST_STOPS = 8;

    private static final int MOST_STEPS = 40;

    /** What is left of a step and shorter than this part of it is nothing. */
    private static final double NOTHING = 1e-9;

    /** A step that neither closes ties nor brings joints back. */
    interface Mover {
        /** Changes a state to what it is a time later, and says how much velocity the joints have gained. */
        double move(State state, double h);
    }

    private final Plant plant;
    private final boolean exist;
    private final double[] lower;
    private final double[] upper;
    private final State start;
    private final State[] met = new State[MOST_STOPS];
    private int count;
    private double gained;

    StopSearch(Plant plant, RobotModel model, @Nullable JointStops stops, State like) {
        this.plant = plant;
        exist = stops instanceof JointStops.Rigid;
        start = like.copy();
        Arrays.setAll(met, k -> like.copy());
        lower = new double[model.jointCount()];
        upper = new double[model.jointCount()];
        Arrays.fill(lower, Double.NEGATIVE_INFINITY);
        Arrays.fill(upper, Double.POSITIVE_INFINITY);
        for (Joint joint : model.movingJoints()) {
            int k = model.coordinate(joint.name());
            lower[k] = joint.limits().lower();
            upper[k] = joint.limits().upper();
        }
    }

    void step(State state, double h, Mover mover) {
        double end = state.time() + h;
        double rest = h;
        count = 0;
        for (int k = 0; exist && k < MOST_STOPS && rest > NOTHING * h; k++) {
            start.set(state);
            double beyond = move(state, rest, mover);
            if (!(beyond > 0)) {
                plant.finish(state, gained);
                state.time(end);
                return;
            }
            double first = search(state, rest, beyond, mover);
            // what rebounds so slowly that it falls back within a whole step stays
            plant.finish(state, gained * h / first);
            met[count++].set(state);
            rest -= first;
        }
        if (rest > NOTHING * h) {
            plant.finish(state, mover.move(state, rest));
        }
        state.time(end);
    }

    /** How often joints met stops in the last step. */
    int count() {
        return count;
    }

    /** The state there, after the impact. */
    State met(int k) {
        return met[k];
    }

    /** Where the first joint is just beyond its stop: regula falsi, with the end that stays counted half. */
    private double search(State state, double most, double beyond, Mover mover) {
        double low = 0;
        double high = most;
        double atLow = beyond(start);
        double atHigh = beyond;
        double last = high;
        double found = beyond;
        for (int k = 0; k < MOST_STEPS && !(last == high && found <= NEAR); k++) {
            double time = (low * atHigh - high * atLow) / (atHigh - atLow);
            if (!(time > low && time < high)) {
                time = 0.5 * (low + high);
            }
            state.set(start);
            found = move(state, time, mover);
            if (found > 0) {
                atLow = last == high ? 0.5 * atLow : atLow;
                high = time;
                atHigh = found;
            } else {
                atHigh = last == low ? 0.5 * atHigh : atHigh;
                low = time;
                atLow = found;
            }
            last = time;
        }
        if (last != high) {
            state.set(start);
            double unused = move(state, high, mover);
        }
        return high;
    }

    private double move(State state, double h, Mover mover) {
        gained = mover.move(state, h);
        plant.settle(state);
        return beyond(state);
    }

    /** How far the farthest joint is beyond its stop, of those that were away from it at the start; negative if none is. */
    private double beyond(State state) {
        double most = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < lower.length; k++) {
            double from = start.jointPositions()[k];
            double q = state.jointPositions()[k];
            if (from > lower[k] + AT && from < upper[k] - AT) {
                most = Math.max(most, Math.max(lower[k] - q, q - upper[k]));
            }
        }
        return most;
    }
}
