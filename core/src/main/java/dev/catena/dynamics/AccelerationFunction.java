package dev.catena.dynamics;

/** Something that knows the accelerations that torques give, the base at rest and nothing touching the robot. */
public interface AccelerationFunction {
    /**
     * q̈(q, q̇, τ).
     *
     * @throws SingularInertiaException naming the joint that has no inertia
     */
    void compute(double[] q, double[] qd, double[] tau, double[] qddOut);

    /** The same of the same robot, for another thread. */
    AccelerationFunction copy();

    /** How it computes, in words: "hand-written", or "compiled". */
    default String origin() {
        return "hand-written";
    }
}
