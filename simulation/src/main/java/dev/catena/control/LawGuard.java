package dev.catena.control;

import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.simulation.State;
import dev.catena.tree.Guard;

/** What a controller with a model and buffers of its own asks of its callers: one thread, and arguments that fit. */
final class LawGuard {
    private final Guard guard;
    private final RobotModel model;

    LawGuard(Class<?> law, RobotModel model) {
        guard = new Guard(law, model);
        this.model = model;
    }

    void begin(double time, State state) {
        guard.begin();
        guard.checkFinite("time", time);
        double[] q = state.jointPositions();
        double[] qd = state.jointVelocities();
        guard.checkLength("the state's jointPositions", q, model.jointCount());
        guard.checkFinite("the state's jointPositions", q, "jointVelocities", qd);
        guard.checkFinite("the state's motorPositions", state.motorPositions());
        guard.checkFinite("the state's motorVelocities", state.motorVelocities());
        if (state.isFloating() != (model.baseKind() == BaseKind.FLOATING)) {
            throw otherBase(state);
        }
    }

    private IllegalArgumentException otherBase(State state) {
        return new IllegalArgumentException("the state has a %s base, but the controller's robot \"%s\" has not"
                .formatted(state.isFloating() ? "floating" : "fixed", model.name()));
    }

    /** The same, and an array for the torques. */
    void begin(double time, State state, double[] torqueOut) {
        begin(time, state);
        guard.checkLength("torqueOut", torqueOut, model.jointCount());
        guard.checkDistinct("torqueOut", torqueOut, "the state's jointPositions", state.jointPositions());
        guard.checkDistinct("torqueOut", torqueOut, "the state's jointVelocities", state.jointVelocities());
    }

    /** Ends a computation; what is not finite is an exception. */
    void end(double[] torqueOut) {
        guard.checkResult("torqueOut", torqueOut);
        guard.succeed();
    }

    void end() {
        guard.succeed();
    }

    void requireResults() {
        guard.requireResults();
    }

    void checkLength(String name, double[] array, int length) {
        guard.checkLength(name, array, length);
    }
}
