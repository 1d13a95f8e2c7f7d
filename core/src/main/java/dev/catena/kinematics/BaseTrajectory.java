package dev.catena.kinematics;

/** A base that moves as told: where it is and how it moves at any time. Immutable, free for all threads. */
@FunctionalInterface
public interface BaseTrajectory {
    /**
     * The motion at a time, jerk included.
     *
     * @param time in seconds
     * @param motionOut what is written to
     */
    void at(double time, BaseMotion motionOut);
}
