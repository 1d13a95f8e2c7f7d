package dev.catena.compile.bytecode;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
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
        Warmth warmth = new Warmth(signed, lanes);
        return new BatchKernelFactory(() -> new WarmingKernel(new StepByStep(signed, fused), lanes, warmth), true);
    }

    /** Makes and loads vectorized code. */
    static Supplier<VectorKernel> vectorized(CheckedProgram program, int lanes, int mostCalls) {
        FusedProgram fused = new FusedProgram(program.program(), true);
        VectorCode code = new VectorCode(program, fused, lanes, mostCalls);
        MethodHandle constructor = constructor(code.classFile());
        int slots = code.slots();
        double[] constants = code.constants();
        return () -> create(constructor, program, constants, lanes, slots);
    }

    /** A loop over the code for one state. */
    public static BatchKernelFactory stateByState(CheckedProgram program, KernelFactory scalar) {
        return new BatchKernelFactory(() -> new StateByState(program, scalar.create()), false);
    }

    private static MethodHandle constructor(byte[] classFile) {
        try {
            MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(classFile, true);
            MethodType parameters =
                    MethodType.methodType(void.class, CheckedProgram.class, double[].class, int.class, int.class);
            return hidden.findConstructor(hidden.lookupClass(), parameters)
                    .asType(parameters.changeReturnType(VectorKernel.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("generated code does not load", e);
        }
    }

    private static VectorKernel create(
            MethodHandle constructor, CheckedProgram program, double[] constants, int lanes, int slots) {
        try {
            return (VectorKernel) constructor.invokeExact(program, constants, lanes, slots);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("generated code does not start", e);
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
