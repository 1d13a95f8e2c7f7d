package dev.catena.function;

import java.util.Optional;
import java.util.ServiceLoader;

/** The compiler, if there is one on the path. */
final class Compilers {
    private static final Optional<FunctionCompiler> FOUND = ServiceLoader.load(
                    FunctionCompiler.class, FunctionCompiler.class.getClassLoader())
            .findFirst();

    private Compilers() {}

    static Optional<FunctionCompiler> found() {
        return FOUND;
    }

    static RobotFunctions compiled(Optional<FunctionCompiler> compiler) {
        return new RememberedFunctions(new CompiledFunctions(compiler.orElseThrow(() -> new IllegalStateException(
                "there is no compiler for robots: add catena-compile, module dev.catena.compile, to the class path or module"
                        + " path, or take RobotFunctions.byHand()"))));
    }

    static RobotFunctions automatic(Optional<FunctionCompiler> compiler, long evaluations) {
        if (evaluations < 1) {
            throw new IllegalArgumentException(
                    "code is to be used from computation %s on, but the first is 1".formatted(evaluations));
        }
        return compiler.<RobotFunctions>map(
                        found -> new RememberedFunctions(new AutomaticFunctions(found, evaluations)))
                .orElse(RobotFunctions.byHand());
    }

    /** Made when it is first asked for, since there may be no compiler. */
    static final class Compiled {
        static final RobotFunctions FUNCTIONS = compiled(FOUND);

        private Compiled() {}
    }

    static final class Automatic {
        static final RobotFunctions FUNCTIONS = automatic(FOUND, AutomaticFunctions.EVALUATIONS);

        private Automatic() {}
    }
}
