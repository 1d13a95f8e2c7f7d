package dev.catena.dynamics;

/** Something that knows torques and their time derivatives, the base at rest and nothing touching the robot. */
public interface TorqueRateFunction {
    /** τ and its rate along (q, q̇, q̈, q⃛). */
    void compute(double[] q, double[] qd, double[] qdd, double[] qddd, double[] tauOut, double[] tauRateOut);

    /** The same of the same robot, for another thread. */
    TorqueRateFunction copy();

    /** How it computes, in words: "hand-written", or "compiled". */
    default String origin() {
        return "hand-written";
    }
}
