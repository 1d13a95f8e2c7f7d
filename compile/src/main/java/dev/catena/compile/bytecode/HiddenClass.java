package dev.catena.compile.bytecode;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Loads generated classes. */
final class HiddenClass {
    private HiddenClass() {}

    /**
     * The constructor of a generated class.
     *
     * @param type its parameters and the class that the generated one extends
     */
    static MethodHandle constructor(byte[] classFile, MethodType type) {
        try {
            MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(classFile, true);
            return hidden.findConstructor(hidden.lookupClass(), type.changeReturnType(void.class))
                    .asType(type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("generated code does not load", e);
        }
    }

    /** What a constructor failed with. */
    static RuntimeException failure(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException known
                ? known
                : new IllegalStateException("generated code does not start", e);
    }
}
