package dev.catena.compile.bytecode;

import dev.catena.compile.graph.Program;

/** A batch by the code for one state, where there are no vectors. */
final class StateByState extends BatchKernel {
    private final Kernel kernel;
    private final int inputs;
    private final double[][] one;

    StateByState(Program program, Kernel kernel) {
        super(program, 1, 0);
        this.kernel = kernel;
        inputs = program.inputs().size();
        one = new double[inputs + program.outputs().size()][];
        for (int v = 0; v < one.length; v++) {
            one[v] = new double
                    [v < inputs
                            ? program.inputs().get(v).length()
                            : program.outputs().get(v - inputs).length()];
        }
    }

    @Override
    void block(double[][] vectors, int stride, int state) {
        for (int v = 0; v < inputs; v++) {
            for (int k = 0; k < one[v].length; k++) {
                one[v][k] = vectors[v][k * stride + state];
            }
        }
        kernel.evaluateAll(one);
        for (int v = inputs; v < one.length; v++) {
            for (int k = 0; k < one[v].length; k++) {
                vectors[v][k * stride + state] = one[v][k];
            }
        }
    }
}
