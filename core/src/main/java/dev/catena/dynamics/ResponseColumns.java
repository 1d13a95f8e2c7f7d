package dev.catena.dynamics;

import dev.catena.algebra.Force;
import dev.catena.kinematics.BaseMotion;
import org.jspecify.annotations.Nullable;

/** What {@link WrenchResponse} asks of a way to get M⁻¹A; callers have checked the arguments. */
interface ResponseColumns {
    void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut);

    void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut);

    /** The same without accelerations, which {@link #accelerate} gives together with what columns add. */
    void release(@Nullable BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches);

    /** The same with a base that is free. */
    void releaseFloating(BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches);

    void clear();

    /**
     * Adds wrenches on a body to as many columns, one after the other.
     *
     * @param climbing in the joint frame of the moving body; they are overwritten
     */
    void add(int column, int some, int movingBody, Force[] climbing);

    /** Λ = AᵀM⁻¹A, row-major. */
    void delassus(double[] matrixOut);

    /** M⁻¹Aλ: six numbers of the base, and those of the joints. */
    void respond(double[] lambda, double[] baseOut, double[] jointsOut);

    /** The accelerations with Aλ: six numbers of the base, which are zero where it is not free, and those of the joints. */
    void accelerate(double[] lambda, double[] baseOut, double[] jointsOut);
}
