package dev.catena.compile.bytecode;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/** The loaded code of a program; makes as many kernels as there are threads. */
public final class KernelFactory {
    private final MethodHandle constructor;

    private KernelFactory(byte[] classFile) {
        constructor = HiddenClass.constructor(classFile, MethodType.methodType(Kernel.class));
    }

    /** Generates and loads the code of a program, with fused products where the processor has them. */
    public static KernelFactory of(CheckedProgram program) {
        return of(program, Hardware.fusesMultiplyAdd());
    }

    /** The same in operations that are rounded one by one: the same bits on all machines. */
    public static KernelFactory unfused(CheckedProgram program) {
        return of(program, false);
    }

    private static KernelFactory of(CheckedProgram program, boolean fuses) {
        if (program.vectors() > Kernel.MOST_VECTORS) {
            throw new IllegalArgumentException("a program of %s vectors is given, but at most %s can be passed"
                    .formatted(program.vectors(), Kernel.MOST_VECTORS));
        }
        return new KernelFactory(ScalarCode.of(program, fuses));
    }

    /** A kernel with scratch memory of its own. */
    public Kernel create() {
        try {
            return (Kernel) constructor.invokeExact();
        } catch (Throwable e) {
            throw HiddenClass.failure(e);
        }
    }
}
