package dev.catena.planning.function;

/**
 * Numbers that depend on one moment of a motion: what limits and costs are made of. With first and second derivatives by
 * the state, whose columns are q, then q̇ and so on up to {@link #order()}, each followed by that of its {@link #loads()}, then the inputs if it {@link #hasInputs()}.
 *
 * <p>May own buffers: used by one thread. Limits, objectives and problems keep copies of the functions that they are given,
 * and every plan takes copies of its own.
 */
public interface StateFunction {
    /** How many numbers. */
    int rows();

    /** The highest derivative of the coordinates that counts: 0 for q alone, 3 for q to q⃛. */
    int order();

    /** Whether it depends on the inputs of the moment too: all of the problem's are columns then. */
    default boolean hasInputs() {
        return false;
    }

    /** How many numbers of {@link StandingLoads} it depends on: columns behind the coordinates of every derivative. */
    default int loads() {
        return 0;
    }

    /** What messages call a number, such as "torque of elbow". */
    String name(int row);

    /** A value as people know it: the norm where the function has its square. {@link #name} is the name of that. */
    default double display(int row, double value) {
        return value;
    }

    /** What a number counts in where its bounds are zero, which do not tell, and beside other rows of an equation: the robot's length of a point's place. */
    default double unit(int row) {
        return 1;
    }

    /** Whether a number depends on a coordinate or its derivatives at all; keeps programs sparse. */
    default boolean dependsOn(int row, int coordinate) {
        return true;
    }

    /** The numbers. */
    void value(MotionState state, double[] out);

    /** Their derivatives, rows × (order + 1)·(n + loads) and inputs, row-major. */
    void jacobian(MotionState state, double[] out);

    /** out += Σ λᵣ ∂²fᵣ/∂x∂x, a symmetric matrix of (order + 1)·(n + loads) rows and inputs, row-major. */
    void addCurvature(MotionState state, double[] lambda, double[] out);

    /** The same function with buffers of its own, for another thread; itself, if it has no state at all. */
    StateFunction copy();

    /** As {@link #copy()}, for one program: functions that computed with one object do so again. */
    default StateFunction copy(Evaluators evaluators) {
        return copy();
    }
}
