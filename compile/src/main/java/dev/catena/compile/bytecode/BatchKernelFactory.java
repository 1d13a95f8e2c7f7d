package dev.catena.compile.bytecode;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.function.Supplier;

/** The loaded code of a program for batches; makes as many kernels as there are threads. */
public final class BatchKernelFactory {
    private final Supplier<BatchKernel> source;
    private final boolean isVectorized;

    private BatchKernelFactory(Supplier<BatchKernel> source, boolean isVectorized) {
        this.source = source;
        this.isVectorized = isVectorized;
    }

    /**
     * Vectorized code where the virtual machine has the Vector API and the processor fuses products and sums, else a loop
     * over the code for one state.
     */
    public static BatchKernelFactory of(CheckedProgram program, KernelFactory scalar) {
        int lanes = Hardware.lanes();
        if (lanes <= 1 || !Hardware.fusesMultiplyAdd()) {
            return stateByState(program, scalar);
        }
        CheckedProgram signed = program.fusible(true);
        FusedProgram fused = new FusedProgram(signed.program());
        Supplier<FusedKernel> alone = alone(signed, fused);
        Warmth warmth = new Warmth(signed, alone, lanes);
        return new BatchKernelFactory(
                () -> new WarmingKernel(alone.get(), new StepByStep(signed, fused), lanes, warmth), true);
    }

    /** Makes and loads code for one state that rounds as vectorized code does. */
    static Supplier<FusedKernel> alone(CheckedProgram program, FusedProgram fused) {
        FusedCode code = new FusedCode(program, fused);
        MethodHandle constructor = HiddenClass.constructor(
                code.classFile(), MethodType.methodType(FusedKernel.class, double[].class, int.class));
        double[] bounds = program.bounds();
        int places = code.places();
        return () -> create(constructor, bounds, places);
    }

    private static FusedKernel create(MethodHandle constructor, double[] bounds, int places) {
        try {
            return (FusedKernel) constructor.invokeExact(bounds, places);
        } catch (Throwable e) {
            throw HiddenClass.failure(e);
        }
    }

    /** Makes and loads vectorized code. */
    static Supplier<VectorKernel> vectorized(CheckedProgram program, int lanes, int mostCalls) {
        FusedProgram fused = new FusedProgram(program.program(), true);
        VectorCode code = new VectorCode(program, fused, lanes, mostCalls);
        MethodHandle constructor = HiddenClass.constructor(
                code.classFile(),
                MethodType.methodType(VectorKernel.class, CheckedProgram.class, double[].class, int.class, int.class));
        int slots = code.slots();
        double[] constants = code.constants();
        return () -> create(constructor, program, constants, lanes, slots);
    }

    /** A loop over the code for one state. */
    public static BatchKernelFactory stateByState(CheckedProgram program, KernelFactory scalar) {
        return new BatchKernelFactory(() -> new StateByState(program, scalar.create()), false);
    }

    private static VectorKernel create(
            MethodHandle constructor, CheckedProgram program, double[] constants, int lanes, int slots) {
        try {
            return (VectorKernel) constructor.invokeExact(program, constants, lanes, slots);
        } catch (Throwable e) {
            throw HiddenClass.failure(e);
        }
    }

    /** Whether several states are done by one instruction. */
    public boolean isVectorized() {
        return isVectorized;
    }

    /** A kernel with scratch memory of its own. */
    public BatchKernel create() {
        return source.get();
    }
}
