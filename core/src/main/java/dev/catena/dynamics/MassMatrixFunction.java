package dev.catena.dynamics;

/** Something that knows the mass matrix of a robot whose base does not move freely. */
@FunctionalInterface
public interface MassMatrixFunction {
    /** M(q), n × n, row-major. */
    void compute(double[] q, double[] matrixOut);
}
