package dev.catena.planning.function;

import java.util.List;

/**
 * What planning asks of a robot: torques of its drives as functions of coordinates that move independently, with first
 * derivatives and second ones contracted with multipliers. A tree has as many drives as coordinates
 * ({@link TreeDynamics}); a closed loop has those of its active joints.
 *
 * <p>Matrices are row-major, rows are drives. Owned by one thread; {@link #copy()} makes one for another.
 */
public interface MotionDynamics {
    /** The names of the coordinates, n of them. */
    List<String> coordinates();

    /** The names of the drives, one for each torque. */
    List<String> drives();

    void torque(double[] q, double[] qd, double[] qdd, double[] torqueOut);

    /** ∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈, drives × n each. */
    void torqueDerivatives(
            double[] q, double[] qd, double[] qdd, double[] byPosition, double[] byVelocity, double[] byAcceleration);

    /** Σ λᵢ ∂²τᵢ/∂x∂x for x = (q, q̇, q̈), 3n × 3n. */
    void torqueCurvature(double[] q, double[] qd, double[] qdd, double[] lambda, double[] hessianOut);

    void torqueRate(double[] q, double[] qd, double[] qdd, double[] qddd, double[] rateOut);

    /** ∂τ̇/∂q, ∂τ̇/∂q̇, ∂τ̇/∂q̈ and ∂τ̇/∂q⃛, drives × n each. */
    void torqueRateDerivatives(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            double[] byPosition,
            double[] byVelocity,
            double[] byAcceleration,
            double[] byJerk);

    /** Σ λᵢ ∂²τ̇ᵢ/∂x∂x for x = (q, q̇, q̈, q⃛), 4n × 4n. */
    void torqueRateCurvature(
            double[] q, double[] qd, double[] qdd, double[] qddd, double[] lambda, double[] hessianOut);

    /** Says when it is, in seconds from the start, for what depends on the clock besides the state. */
    default void at(double time) {}

    /** Whether torques depend on the clock too. */
    default boolean dependsOnTime() {
        return false;
    }

    /** How it computes, in words. */
    default String origin() {
        return "hand-written";
    }

    /** The same dynamics with buffers of its own, for another thread. */
    MotionDynamics copy();
}
