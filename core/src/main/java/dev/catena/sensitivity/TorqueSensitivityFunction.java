package dev.catena.sensitivity;

/** Something that knows the derivatives of torques, the base at rest and nothing touching the robot. */
public interface TorqueSensitivityFunction {
    /** ∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈, each n × n, row-major. */
    void compute(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut);

    /** The same of the same robot, for another thread. */
    TorqueSensitivityFunction copy();

    /** How it computes, in words: "hand-written", or "compiled". */
    default String origin() {
        return "hand-written";
    }
}
