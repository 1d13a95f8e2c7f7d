package dev.catena.compile;

import dev.catena.compile.graph.Factoring;
import dev.catena.compile.graph.Program;
import dev.catena.compile.trace.Tracing;
import dev.catena.model.RobotModel;

/** Makes straight-line code for one robot. */
public final class Compiler {
    private Compiler() {}

    /** The assignments that compute a quantity, all constants of the robot folded in. */
    public static Program program(RobotModel model, Quantity quantity) {
        return Program.of(Factoring.of(Tracing.of(model, quantity)));
    }
}
