package dev.catena.dynamics;

/** Something that knows the torques of a robot's motion, the base at rest and nothing touching the robot. */
public interface TorqueFunction {
    /** τ(q, q̇, q̈). */
    void compute(double[] q, double[] qd, double[] qdd, double[] tauOut);

    /** The same of the same robot, for another thread. */
    TorqueFunction copy();

    /** How it computes, in words: "hand-written", or "compiled". */
    default String origin() {
        return "hand-written";
    }
}
