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

    /** Vectorized code where the virtual machine has the Vector API, else a loop over the code for one state. */
    public static BatchKernelFactory of(CheckedProgram program, KernelFactory scalar) {
        int lanes = Hardware.lanes();
        if (lanes <= 1) {
            return stateByState(program, scalar);
        }
        MethodHandle constructor = constructor(VectorCode.of(program, lanes, Hardware.fusesMultiplyAdd()));
        return new BatchKernelFactory(() -> create(constructor, program), true);
    }

    /** A loop over the code for one state. */
    public static BatchKernelFactory stateByState(CheckedProgram program, KernelFactory scalar) {
        return new BatchKernelFactory(() -> new StateByState(program, scalar.create()), false);
    }

    private static MethodHandle constructor(byte[] classFile) {
        try {
            MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(classFile, true);
            return hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class, CheckedProgram.class))
                    .asType(MethodType.methodType(BatchKernel.class, CheckedProgram.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("generated code does not load", e);
        }
    }

    private static BatchKernel create(MethodHandle constructor, CheckedProgram program) {
        try {
            return (BatchKernel) constructor.invokeExact(program);
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
