package dev.catena.app.contract;

import static dev.catena.app.contract.Slot.in;
import static dev.catena.app.contract.Slot.out;

import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.function.RobotFunctions;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Compiled functions; a function takes as many vectors as its quantity has. */
final class CompileSubjects {
    private static final RobotModel ROBOT = Robots.TREE.withoutFriction();

    private CompileSubjects() {}

    static Stream<Subject> all() {
        // vectors in all numbers that there are
        return Stream.of(
                of(Quantity.MASS_MATRIX, List.of()),
                of(Quantity.BIAS, List.of()),
                of(Quantity.ACCELERATION, List.of()),
                of(Quantity.TORQUE_CURVATURE, List.of()),
                of(Quantity.TORQUE_SENSITIVITY, List.of()),
                of(Quantity.TORQUE_SENSITIVITY, List.of(ROBOT.bodies().get(3).name())),
                asCoreKnowsIt(RobotFunctions.compiled(), "tau"),
                // by hand; and after the change, which is the first computation
                asCoreKnowsIt(RobotFunctions.automatic(), "tauOut"),
                asCoreKnowsIt(RobotFunctions.automatic(1), "tau"));
    }

    /** What {@link RobotFunctions} give is no public class, but as much an algorithm. */
    private static Subject asCoreKnowsIt(RobotFunctions functions, String output) {
        int n = ROBOT.jointCount();
        TorqueFunction torque = functions.torque(ROBOT);
        return Subject.of(
                        torque.getClass(),
                        ROBOT.name(),
                        torque::copy,
                        Call.of("compute", in("q", n), in("qd", n), in("qdd", n), out(output, n)))
                .refuses("openTree()", () -> functions.torque(Robots.closed(ROBOT)));
    }

    private static Subject of(Quantity quantity, List<String> open) {
        CompiledFunction compiled = RobotCompiler.compile(ROBOT, quantity, open);
        List<Slot> slots = new ArrayList<>();
        int vector = 0;
        for (String name : compiled.inputs()) {
            slots.add(in(name, compiled.length(vector++)));
        }
        for (String name : compiled.outputs()) {
            slots.add(out(name, compiled.length(vector++)));
        }
        return Subject.of(
                        CompiledFunction.class,
                        ROBOT.name(),
                        compiled::copy,
                        Call.of("evaluate", slots.toArray(Slot[]::new)))
                .refuses(
                        "withFixedBase()",
                        () -> RobotCompiler.compile(ROBOT.withFloatingBase(), quantity, CodeInputs.of(ROBOT)));
    }
}
