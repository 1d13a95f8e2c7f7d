package dev.catena.compile;

import dev.catena.compile.bytecode.KernelFactory;
import dev.catena.compile.graph.Factoring;
import dev.catena.compile.graph.GraphTooLargeException;
import dev.catena.compile.graph.Program;
import dev.catena.compile.trace.Tracing;
import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.dynamics.TorqueRateFunction;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.sensitivity.TorqueSensitivityFunction;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes machine code for exactly one robot: the recursions are run on symbols, simplified, and written as bytecode that
 * HotSpot compiles. The base is at rest, nothing touches the robot, drives are rigid; friction, reflected inertia and
 * rotors count.
 *
 * <pre>{@code
 * CompiledFunction torque = Compiler.compile(model, Quantity.TORQUE);
 * torque.evaluate(q, qd, qdd, tau);
 * }</pre>
 */
public final class Compiler {
    /** Programs with more operations are refused. */
    public static final int MOST_OPERATIONS = 100_000;

    private static final System.Logger LOGGER = System.getLogger(Compiler.class.getName());

    private Compiler() {}

    /** The code for a quantity, all constants of the robot folded in. */
    public static CompiledFunction compile(RobotModel model, Quantity quantity) {
        return compile(model, quantity, List.of());
    }

    /**
     * The code for a quantity that leaves the inertia of some bodies open: a last input vector "parameters" has XX, XY,
     * XZ, YY, YZ, ZZ, MX, MY, MZ and M of each, in the body's frame about its origin, in place of what the model says.
     *
     * @param open names of bodies
     * @throws ProgramTooLargeException if it would have more than {@value #MOST_OPERATIONS} operations
     * @throws IllegalArgumentException if there is nothing to compute, or a joint without inertia in the way
     */
    public static CompiledFunction compile(RobotModel model, Quantity quantity, List<String> open) {
        Program program = program(model, quantity, open);
        return new CompiledFunction(model.name(), quantity, program, code(model, quantity, program));
    }

    private static KernelFactory code(RobotModel model, Quantity quantity, Program program) {
        try {
            return KernelFactory.of(program);
        } catch (IndexOutOfBoundsException classTooLarge) {
            throw tooLarge(
                    model,
                    quantity,
                    "%s operations do not fit into a class"
                            .formatted(program.count().arithmetic()));
        }
    }

    /** The assignments that compute a quantity, all constants of the robot folded in. */
    public static Program program(RobotModel model, Quantity quantity) {
        return program(model, quantity, List.of());
    }

    /** The assignments that compute a quantity; see {@link #compile(RobotModel, Quantity, List)}. */
    public static Program program(RobotModel model, Quantity quantity, List<String> open) {
        model.requireTree("compiled code");
        if (model.jointCount() == 0) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no moving joint: there is nothing to compile".formatted(model.name()));
        }
        Program program;
        try {
            program = Program.of(Factoring.of(Tracing.of(model, quantity, open)));
        } catch (GraphTooLargeException e) {
            throw tooLarge(model, quantity, String.valueOf(e.getMessage()));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "%s of robot \"%s\" exists in no posture: %s".formatted(quantity, model.name(), e.getMessage()), e);
        }
        int operations = program.count().arithmetic();
        if (operations > MOST_OPERATIONS) {
            throw tooLarge(model, quantity, "%s operations, of %s at most".formatted(operations, MOST_OPERATIONS));
        }
        return program;
    }

    private static ProgramTooLargeException tooLarge(RobotModel model, Quantity quantity, String how) {
        return new ProgramTooLargeException("%s of robot \"%s\" with %s joints is too large to compile: %s"
                .formatted(quantity, model.name(), model.jointCount(), how));
    }

    /** Compiled inverse dynamics, or the hand-written one if the robot cannot be compiled. */
    public static TorqueFunction torque(RobotModel model) {
        return Compiler.<TorqueFunction>orByHand(
                model, Quantity.TORQUE, function -> function::evaluate, () -> new InverseDynamics(model));
    }

    /** Compiled torques and their rates, or the hand-written ones if the robot cannot be compiled. */
    public static TorqueRateFunction torqueRate(RobotModel model) {
        return Compiler.<TorqueRateFunction>orByHand(
                model, Quantity.TORQUE_RATE, function -> function::evaluate, () -> new ForceRate(model));
    }

    /** Compiled forward dynamics, or the hand-written one if the robot cannot be compiled. */
    public static AccelerationFunction acceleration(RobotModel model) {
        return Compiler.<AccelerationFunction>orByHand(
                model,
                Quantity.ACCELERATION,
                function -> new CompiledAcceleration(function, model),
                () -> ForwardDynamics.of(model));
    }

    /** The compiled mass matrix, or the hand-written one if the robot cannot be compiled. */
    public static MassMatrixFunction massMatrix(RobotModel model) {
        return Compiler.<MassMatrixFunction>orByHand(
                model, Quantity.MASS_MATRIX, function -> function::evaluate, () -> new MassMatrix(model));
    }

    /** Compiled derivatives of torques, or the hand-written ones if the robot cannot be compiled. */
    public static TorqueSensitivityFunction torqueSensitivity(RobotModel model) {
        return Compiler.<TorqueSensitivityFunction>orByHand(
                model, Quantity.TORQUE_SENSITIVITY, function -> function::evaluate, () -> new TorqueSensitivity(model));
    }

    private static <T> T orByHand(
            RobotModel model, Quantity quantity, Function<CompiledFunction, T> compiled, Supplier<? extends T> byHand) {
        try {
            return compiled.apply(compile(model, quantity));
        } catch (IllegalArgumentException e) {
            LOGGER.log(System.Logger.Level.INFO, "{0}; the hand-written class is used", e.getMessage());
            return byHand.get();
        }
    }
}
