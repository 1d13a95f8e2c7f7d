package dev.catena.compile.bytecode;

/** A batch by the code for one state, where there are no vectors. */
final class StateByState extends BatchKernel {
    private final Kernel kernel;
    private final int inputs;
    private final double[][] one;
    private int status;

    StateByState(CheckedProgram program, Kernel kernel) {
        super(program, 1, 0);
        this.kernel = kernel;
        inputs = program.inputs();
        int[] lengths = program.lengths();
        one = new double[lengths.length][];
        for (int v = 0; v < one.length; v++) {
            one[v] = new double[lengths[v]];
        }
    }

    @Override
    void block(double[][] vectors, int stride, int state) {
        for (int v = 0; v < inputs; v++) {
            for (int k = 0; k < one[v].length; k++) {
                one[v][k] = vectors[v][k * stride + state];
            }
        }
        status = kernel.evaluateAll(one);
        for (int v = inputs; v < one.length; v++) {
            for (int k = 0; k < one[v].length; k++) {
                vectors[v][k * stride + state] = one[v][k];
            }
        }
    }

    @Override
    boolean isSuspicious() {
        return status != Kernel.DONE;
    }
}
