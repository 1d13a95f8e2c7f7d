package dev.catena.compile.bytecode;

/** A batch by the code for one state, where there are no vectors. */
final class StateByState extends BatchKernel {
    private final Kernel kernel;
    private final int inputs;
    private final double[][] one;

    StateByState(CheckedProgram program, Kernel kernel) {
        super(1);
        this.kernel = kernel;
        inputs = program.inputs();
        int[] lengths = program.lengths();
        one = new double[lengths.length][];
        for (int v = 0; v < one.length; v++) {
            one[v] = new double[lengths[v]];
        }
    }

    @Override
    public int evaluate(double[][] vectors, int stride, int from, int to) {
        for (int s = from; s < to; s++) {
            if (!evaluateAlone(vectors, stride, s)) {
                return s;
            }
        }
        return -1;
    }

    @Override
    public boolean evaluateAlone(double[][] vectors, int stride, int state) {
        for (int v = 0; v < inputs; v++) {
            for (int k = 0; k < one[v].length; k++) {
                one[v][k] = vectors[v][k * stride + state];
            }
        }
        int status = kernel.evaluateAll(one);
        for (int v = inputs; v < one.length; v++) {
            for (int k = 0; k < one[v].length; k++) {
                vectors[v][k * stride + state] = one[v][k];
            }
        }
        return status == Kernel.DONE;
    }
}
