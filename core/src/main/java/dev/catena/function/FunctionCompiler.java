package dev.catena.function;

/** Makes code for robots; a service, which module {@code dev.catena.compile} provides. */
public interface FunctionCompiler {
    /**
     * Functions as code for one robot each, compiled when they are asked for. Where there is no code, because the robot is
     * no tree, or because it would take more operations, they throw an {@link IllegalArgumentException} that
     * says so.
     */
    RobotFunctions functions(int mostOperations);
}
