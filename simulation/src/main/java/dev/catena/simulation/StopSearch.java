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
    /** How far beyond a stop a joint may be where a step ends at it, in its unit. */
    private static final double NEAR = 1e-11;

    /** Of so many stops in a step, and steps of a search. */
    private static final int MOST_STOPS = 8;

    private static final int MOST_STEPS = 40;

    /** What is left of a step and shorter than this part of it is nothing. */
    private static final double NOTHING = 1e-9;

    /** A step that neither closes ties nor brings joints back. */
    interface Mover {
        /** Changes a state to what it is a time later, and tells the plant how much velocity the joints have gained. */
        void move(State state, double h);
    }

    private final Plant plant;
    private final boolean exist;
    private final double[] lower;
    private final double[] upper;
    private final State start;
    private final State[] met = new State[MOST_STOPS];
    private final FalsePosition root = new FalsePosition();
    private int count;
    private final double[] units;

    /** By joint: where it is at its stop. */
    private final double[] at;

    StopSearch(Plant plant, RobotModel model, @Nullable JointStops stops, State like) {
        this.plant = plant;
        exist = stops instanceof JointStops.Rigid;
        start = like.copy();
        Arrays.setAll(met, k -> like.copy());
        units = JointUnits.of(model);
        at = LoopStops.near(model);
        lower = new double[model.jointCount()];
        upper = new double[model.jointCount()];
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
                plant.finish(state, 1);
                state.time(end);
                return;
            }
            double first = search(state, rest, beyond, mover);
            // what rebounds so slowly that it falls back within a whole step stays
            plant.finish(state, h / first);
            met[count++].set(state);
            rest -= first;
        }
        if (rest > NOTHING * h) {
            mover.move(state, rest);
            plant.finish(state, 1);
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

    /** Where the first joint is just beyond its stop. */
    private double search(State state, double most, double beyond, Mover mover) {
        double aim = 0.5 * NEAR;
        double time = most;
        double found = beyond;
        root.begin(0, beyond(start) - aim, most, beyond - aim);
        for (int k = 0; k < MOST_STEPS && !(found > 0 && found <= NEAR); k++) {
            time = root.next();
            state.set(start);
            found = move(state, time, mover);
            root.take(time, found - aim);
        }
        if (!(found > 0)) {
            time = root.high();
            state.set(start);
            double unused = move(state, time, mover);
        }
        return time;
    }

    private double move(State state, double h, Mover mover) {
        mover.move(state, h);
        plant.settle(state);
        return beyond(state);
    }

    /** How far the farthest joint is beyond a stop in its unit, of those that it was away from at the start; negative if none is. */
    private double beyond(State state) {
        double most = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < lower.length; k++) {
            double from = start.jointPositions()[k];
            double q = state.jointPositions()[k];
            if (from > lower[k] + at[k]) {
                most = Math.max(most, (lower[k] - q) / units[k]);
            }
            if (from < upper[k] - at[k]) {
                most = Math.max(most, (q - upper[k]) / units[k]);
            }
        }
        return most;
    }
}
