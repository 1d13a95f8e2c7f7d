package dev.catena.simulation;

import dev.catena.dynamics.ExternalWrenches;

/** What acts on the bodies of a robot from outside, as a function of time and state, and of nothing else. */
@FunctionalInterface
public interface Environment {
    /**
     * Sets the wrenches.
     *
     * @param state to be read only
     * @param wrenchesOut empty when handed over
     */
    void act(double time, State state, ExternalWrenches wrenchesOut);
}
