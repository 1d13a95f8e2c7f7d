package dev.catena.compile;

import dev.catena.compile.bytecode.CheckedProgram;
import dev.catena.compile.bytecode.KernelFactory;
import dev.catena.compile.graph.Program;
import dev.catena.compile.trace.LoopTracing;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.util.List;

/** Machine code for the equations that close the loops of one robot. */
public final class LoopCompiler {
    private LoopCompiler() {}

    /**
     * The equations of the cut joints, [Khalil 4]: q and qd of all joints in; open, jacobian by rows and bias, which is J̇q̇, out,
     * and rubbing, the rates of cut joints with friction by joint, where there are such. Lengths are divided by that of the robot.
     *
     * @throws IllegalArgumentException for a robot without loops, or whose loops leave nothing open in any pose
     */
    public static CompiledFunction equations(RobotModel model) {
        if (!model.hasLoops()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no closed loop: there are no equations to compile".formatted(model.name()));
        }
        Program program = Program.shortened(LoopTracing.equations(model));
        int operations = program.count().arithmetic();
        if (operations > RobotCompiler.MOST_OPERATIONS) {
            throw new ProgramTooLargeException(
                    "equations of the loops of robot \"%s\" are too large to compile: %s operations, of %s at most"
                            .formatted(model.name(), operations, RobotCompiler.MOST_OPERATIONS));
        }
        CheckedProgram checked = new CheckedProgram(program, new double[0]);
        return new CompiledFunction(model, Quantity.POSE, checked, List.of(), KernelFactory.of(checked));
    }
}
