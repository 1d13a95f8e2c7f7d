package dev.catena.dynamics;

/** Something that knows the mass matrix of a robot whose base does not move freely. */
public interface MassMatrixFunction {
    /** M(q), n × n, row-major. */
    void compute(double[] q, double[] matrixOut);

    /** The same of the same robot, for another thread. */
    MassMatrixFunction copy();

    /** How it computes, in words: "hand-written", or "compiled". */
    default String origin() {
        return "hand-written";
    }
}
