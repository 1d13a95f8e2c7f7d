package dev.catena.sensitivity;

/** Something that knows the second derivatives of torques, the base at rest and nothing touching the robot. */
public interface TorqueCurvatureFunction {
    /** Σ λᵢ ∂²τᵢ/∂x∂x for x = (q, q̇, q̈), 3n × 3n, row-major. */
    void compute(double[] q, double[] qd, double[] qdd, double[] lambda, double[] hessianOut);

    /** The same of the same robot, for another thread. */
    TorqueCurvatureFunction copy();

    /** How it computes, in words: "hand-written", or "compiled". */
    default String origin() {
        return "hand-written";
    }
}
