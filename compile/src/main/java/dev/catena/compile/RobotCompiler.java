package dev.catena.compile;

import dev.catena.compile.bytecode.CheckedProgram;
import dev.catena.compile.bytecode.KernelFactory;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.GraphTooLargeException;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.graph.Transfer;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.trace.StandingTracing;
import dev.catena.compile.trace.Tracing;
import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.dynamics.TorqueRateFunction;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.LoopClosure;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.sensitivity.TorqueSensitivityFunction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Makes machine code for exactly one robot: the recursions are run on symbols, simplified, and written as bytecode that
 * HotSpot compiles. The base rests, floats or moves as told, wrenches may act ({@link CodeInputs}), drives are rigid; friction, reflected inertia and
 * rotors count.
 *
 * <p>Code of a robot with closed loops takes positions, velocities and accelerations of its independent joints and efforts of its
 * active ones. After the quantity's own outputs come {@code joints}, the pose that was found, and {@code closure}, what must be small
 * for it to be right. Loops in planes that close one after the other, as four-bars and slider-cranks do, have a formula: the pose is
 * on the side of the assembly, where a way without singular poses leads to it, and {@code closure} has by how much parts fail to reach each other (1e-11) and the condition (1e7), of
 * parallelograms the condition alone. Other loops are searched: after the joint vectors comes {@code start}, coordinates of all
 * joints in a closed pose nearby, and {@code closure} has the residual (1e-11), that of the start (1e-9), the stride βLs (0.4), that
 * and what Newton's steps added (1), and the condition.
 * {@link ClosedLoopCode} keeps poses and refuses what has none.
 *
 * <p>Of a robot that stands on contacts ({@link CodeInputs#withContacts}), {@code contactWrench} has by contact what the ground exerts, as
 * {@link dev.catena.mechanism.ConstrainedForwardDynamics} has it, and {@code standing} two numbers that must be small (1e7, 1e-8). Accelerations
 * are those that the contacts let efforts cause; torques are those for a motion of joints and base, whose acceleration is told, with reactions of least norm.
 * Rates have the base's jerk for a result, and {@code contactWrenchRate}; derivatives are those of {@link dev.catena.mechanism.ContactSensitivity}. A third number
 * of {@code standing} is, of rates, by how much jerks break contacts (1e-7), and of derivatives of accelerations how fast contacts that repeat each other begin to contradict
 * each other (1e-8).
 *
 * <pre>{@code
 * CompiledFunction torque = RobotCompiler.compile(model, Quantity.TORQUE);
 * torque.evaluate(q, qd, qdd, tau);
 * }</pre>
 */
public final class RobotCompiler {
    /** Programs with more operations are refused. */
    public static final int MOST_OPERATIONS = 100_000;

    /** A rotation matrix and a position. */
    private static final int POSE_LENGTH = 12;

    private static final Set<Quantity> COMPILED = Collections.unmodifiableSet(EnumSet.of(
            Quantity.TORQUE,
            Quantity.TORQUE_RATE,
            Quantity.BIAS,
            Quantity.GRAVITY,
            Quantity.JOINT_WRENCH,
            Quantity.ACCELERATION,
            Quantity.MASS_MATRIX,
            Quantity.POSE,
            Quantity.ENERGY,
            Quantity.REGRESSOR,
            Quantity.TORQUE_SENSITIVITY,
            Quantity.ACCELERATION_SENSITIVITY,
            Quantity.TORQUE_CURVATURE));

    private static final System.Logger LOGGER = System.getLogger(RobotCompiler.class.getName());

    private RobotCompiler() {}

    /** What can be compiled; its {@link Quantity#parts} are the output vectors, matrices row by row. */
    public static Set<Quantity> quantities() {
        return COMPILED;
    }

    /** What to compile to have a quantity among its parts; empty for what only hand-written classes compute. */
    public static Optional<Quantity> quantityWith(Quantity part) {
        return COMPILED.stream()
                .filter(quantity -> quantity.parts().contains(part))
                .min(Comparator.comparingInt(quantity -> quantity.parts().size()));
    }

    /** The code for a quantity, all constants of the robot folded in. */
    public static CompiledFunction compile(RobotModel model, Quantity quantity) {
        return compile(model, quantity, List.of());
    }

    /**
     * The code for a quantity that leaves the inertia of some bodies open: a last input vector "parameters" has XX, XY,
     * XZ, YY, YZ, ZZ, MX, MY, MZ and M of each, in the body's frame about its origin, in place of what the model says.
     *
     * @param open names of bodies
     */
    public static CompiledFunction compile(RobotModel model, Quantity quantity, List<String> open) {
        return compile(model, quantity, CodeInputs.of(model).withOpenBodies(open));
    }

    /**
     * The code for a quantity, with what it reads beside the joint vectors.
     *
     * <p>Its outputs are the {@link Quantity#parts} of the quantity. With a floating base, torques, accelerations and joint wrenches are
     * followed by {@code baseAcceleration} (classical, then angular, in base axes), rates of torques by that and
     * {@code baseJerk}; matrices have 6 + n rows, and columns as those of the hand-written classes, the base first.
     *
     * @throws ProgramTooLargeException if it would have more than {@value #MOST_OPERATIONS} operations
     * @throws IllegalArgumentException if there is nothing to compute, or a joint without inertia in the way, or for a
     *     robot that is no tree, or a base that the quantity is not there for
     */
    public static CompiledFunction compile(RobotModel model, Quantity quantity, CodeInputs inputs) {
        return compile(model, quantity, inputs, MOST_OPERATIONS);
    }

    /**
     * The code for a quantity that leaves friction open too: the last input vector "parameters" ends with Coulomb and
     * viscous friction of some joints, in place of what the model says. What motors add, and the smoothing velocity, stay.
     *
     * @param open names of bodies
     * @param openFriction names of moving joints
     */
    public static CompiledFunction compile(
            RobotModel model, Quantity quantity, List<String> open, List<String> openFriction) {
        return compile(model, quantity, open, openFriction, List.of());
    }

    /**
     * The code for a quantity and the positions of some bodies: after the {@link Quantity#parts} an output vector "positions"
     * has x, y and z of their origins in the world. What both need, as sines and rotations, is computed once.
     *
     * @param open names of bodies whose inertia is open
     * @param openFriction names of moving joints
     * @param located names of bodies
     */
    public static CompiledFunction compile(
            RobotModel model, Quantity quantity, List<String> open, List<String> openFriction, List<String> located) {
        CodeInputs inputs = CodeInputs.of(model).withOpenBodies(open);
        List<OutputVector> outputs = new ArrayList<>(outputs(model, quantity, inputs, openFriction));
        if (!located.isEmpty()) {
            List<Symbol> positions = positions(model, located);
            Graph graph = outputs.get(0).components().get(0).graph();
            outputs.add(quantity.parts().size(), new OutputVector("positions", Transfer.of(positions, graph)));
        }
        return compile(model, quantity, inputs, outputs, MOST_OPERATIONS);
    }

    private static List<Symbol> positions(RobotModel model, List<String> bodies) {
        List<OutputVector> poses = outputs(model, Quantity.POSE, CodeInputs.of(model), List.of());
        List<Symbol> positions = new ArrayList<>();
        for (String body : bodies) {
            int at = POSE_LENGTH * model.bodyIndex(body) + POSE_LENGTH - 3;
            positions.addAll(poses.get(0).components().subList(at, at + 3));
        }
        return positions;
    }

    /** The code for the position of a body's origin in the world: q in, x, y and z out. */
    public static CompiledFunction compilePosition(RobotModel model, String body) {
        OutputVector position = new OutputVector("position", positions(model, List.of(body)));
        Program program = simplified(model, Quantity.POSE, List.of(position), MOST_OPERATIONS);
        CheckedProgram checked = new CheckedProgram(program, new double[0]);
        return new CompiledFunction(model, Quantity.POSE, checked, List.of(), code(model, Quantity.POSE, checked));
    }

    /** The same with another number of operations that is too large. */
    static CompiledFunction compile(RobotModel model, Quantity quantity, CodeInputs inputs, int mostOperations) {
        return compile(model, quantity, inputs, outputs(model, quantity, inputs, List.of()), mostOperations);
    }

    private static CompiledFunction compile(
            RobotModel model, Quantity quantity, CodeInputs inputs, List<OutputVector> outputs, int mostOperations) {
        Program program = simplified(model, quantity, outputs, mostOperations);
        List<Check> checks = Checks.of(model, quantity, inputs, outputs);
        CheckedProgram checked = new CheckedProgram(
                program, checks.stream().mapToDouble(Check::least).toArray());
        return new CompiledFunction(model, quantity, checked, checks, code(model, quantity, checked));
    }

    private static KernelFactory code(RobotModel model, Quantity quantity, CheckedProgram checked) {
        try {
            return KernelFactory.of(checked);
        } catch (IndexOutOfBoundsException classTooLarge) {
            throw tooLarge(
                    model,
                    quantity,
                    "%s operations do not fit into a class"
                            .formatted(checked.program().count().arithmetic()));
        }
    }

    /** The assignments that compute a quantity, all constants of the robot folded in. */
    public static Program program(RobotModel model, Quantity quantity) {
        return program(model, quantity, List.of());
    }

    /** The assignments that compute a quantity; see {@link #compile(RobotModel, Quantity, List)}. */
    public static Program program(RobotModel model, Quantity quantity, List<String> open) {
        return program(model, quantity, CodeInputs.of(model).withOpenBodies(open));
    }

    /** The assignments that compute a quantity; see {@link #compile(RobotModel, Quantity, CodeInputs)}. */
    public static Program program(RobotModel model, Quantity quantity, CodeInputs inputs) {
        List<OutputVector> given = outputs(model, quantity, inputs, List.of()).stream()
                .filter(output -> !output.name().equals(Tracing.PIVOTS))
                .toList();
        return simplified(model, quantity, given, MOST_OPERATIONS);
    }

    private static List<OutputVector> outputs(
            RobotModel model, Quantity quantity, CodeInputs inputs, List<String> openFriction) {
        if (!COMPILED.contains(quantity)) {
            throw new IllegalArgumentException("%s is not compiled; there are %s"
                    .formatted(
                            quantity.key(), COMPILED.stream().map(Quantity::key).collect(Collectors.joining(", "))));
        }
        checkLoops(model);
        checkBase(model, inputs.base());
        checkContacts(model, quantity, inputs);
        checkOpen("robot \"%s\"".formatted(model.name()), quantity, inputs.openParameters());
        model.requireMovingJoint("compiled code");
        try {
            return Tracing.of(model, quantity, inputs, openFriction);
        } catch (GraphTooLargeException e) {
            throw tooLarge(model, quantity, String.valueOf(e.getMessage()));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "%s of robot \"%s\" exists in no posture: %s"
                            .formatted(quantity.key(), model.name(), reason(model, e)),
                    e);
        }
    }

    static void checkLoops(RobotModel model) {
        if (!model.hasLoops()) {
            return;
        }
        LoopClosure closure = new LoopClosure(model);
        double[] assembled = model.independentJoints().stream()
                .mapToDouble(joint -> model.loops().assembly().getOrDefault(joint.name(), 0.0))
                .toArray();
        if (!closure.close(assembled).isClosed()) {
            throw new IllegalArgumentException(
                    "there is no closed pose to compile for at the assembly: " + closure.describe());
        }
    }

    /** The base of the robot must be what it is taken for. */
    static void checkBase(RobotModel model, BaseInput base) {
        if (base == BaseInput.RESTS) {
            model.requireFixedBase("code for a base at rest");
        } else if (base == BaseInput.FLOATS) {
            model.requireFloatingBase("code for a floating base");
        }
    }

    /** What there is no code for, of robots that stand. */
    private static void checkContacts(RobotModel model, Quantity quantity, CodeInputs inputs) {
        if (inputs.contacts().isEmpty()) {
            return;
        }
        String robot = model.name();
        if (!StandingTracing.isThere(quantity)) {
            throw new IllegalArgumentException(
                    "%s of robot \"%s\" on contacts is not compiled, but torque, torqueRate and acceleration and their derivatives are: leave the contacts out where it does not depend on them, or take the classes Constrained… and Contact… of dev.catena.mechanism"
                            .formatted(quantity.key(), robot));
        }
        checkTies(model, inputs);
        if (StandingTracing.isOfTorques(quantity) && inputs.base() != BaseInput.FLOATS) {
            throw new IllegalArgumentException(
                    "torques of robot \"%s\", whose base is held, are those without contacts, which then carry nothing: leave the contacts out, or let the base float"
                            .formatted(robot));
        }
        StandingTracing.check(model, quantity, inputs);
    }

    /** Which robots contacts are no part of code for. */
    static void checkTies(RobotModel model, CodeInputs inputs) {
        if (!model.activeJoints().equals(model.independentJoints())) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has closed loops with other active joints than independent ones, for which there is no code on contacts: make every active joint independent, or take ConstrainedForwardDynamics or ConstrainedInverseDynamics"
                            .formatted(model.name()));
        }
        if (inputs.openParameters().contains(ParameterGroup.LENGTHS)) {
            throw new IllegalArgumentException(
                    "lengths of robot \"%s\" are open, but where contacts are must be known: leave lengths closed, or the contacts out"
                            .formatted(model.name()));
        }
    }

    /** Not every quantity can be had of open parameters, and some do not depend on them. */
    static void checkOpen(String robot, Quantity quantity, Set<ParameterGroup> open) {
        if (open.isEmpty()) {
            return;
        }
        if (quantity == Quantity.POSE && !open.contains(ParameterGroup.LENGTHS)) {
            throw new IllegalArgumentException(
                    "pose of %s depends on no open parameter but lengths: open lengths, or compile it by itself"
                            .formatted(robot));
        }
        if (quantity == Quantity.REGRESSOR
                && !open.contains(ParameterGroup.LENGTHS)
                && !open.contains(ParameterGroup.GRAVITY)) {
            throw new IllegalArgumentException(
                    "regressor of %s depends on no open parameter but lengths and gravity: it is what inertias are multiplied with, and drives are no part of it; open those, compile it by itself, or take torque, which reads base parameters"
                            .formatted(robot));
        }
    }

    /** The parameters that are open of most quantities, in the order of the input vector "parameters", with the robot's own values. */
    public static List<OpenParameter> parameters(RobotModel model, CodeInputs inputs) {
        return parameters(model, Quantity.TORQUE, inputs);
    }

    /**
     * The parameters that are open of a quantity: energies depend on the base too (of one at rest on MXR0, MYR0 and MZR0, what joints let
     * be counted with it), joint wrenches on the ten of each body (XX1 … M1, in its own frame). Lengths are also where bodies lie on
     * the links (ox1, oy1, oz1, …), if poses are asked for, wrenches act on them, or their inertias are not open. Regressors depend on
     * lengths and gravity, poses on lengths alone.
     */
    public static List<OpenParameter> parameters(RobotModel model, Quantity quantity, CodeInputs inputs) {
        return Tracing.parameters(model, quantity, inputs);
    }

    /** What the hand-written class says, which names the joint. */
    private static String reason(RobotModel model, ArithmeticException e) {
        double[] rest = new double[model.jointCount()];
        if (model.hasLoops()) {
            return String.valueOf(e.getMessage());
        }
        try {
            ForwardDynamics dynamics = ForwardDynamics.of(model);
            if (model.baseKind() == BaseKind.FLOATING) {
                dynamics.computeFloating(new BaseMotion(), rest, rest, rest, null, new double[6], rest.clone());
            } else {
                dynamics.compute(rest, rest, rest, rest.clone());
            }
        } catch (SingularInertiaException singular) {
            return String.valueOf(singular.getMessage());
        }
        return String.valueOf(e.getMessage());
    }

    private static Program simplified(
            RobotModel model, Quantity quantity, List<OutputVector> outputs, int mostOperations) {
        Program program;
        try {
            program = Program.shortened(outputs);
        } catch (GraphTooLargeException e) {
            throw tooLarge(model, quantity, String.valueOf(e.getMessage()));
        }
        int operations = program.count().arithmetic();
        if (operations > mostOperations) {
            throw tooLarge(model, quantity, "%s operations, of %s at most".formatted(operations, mostOperations));
        }
        return program;
    }

    private static ProgramTooLargeException tooLarge(RobotModel model, Quantity quantity, String how) {
        return new ProgramTooLargeException("%s of robot \"%s\" with %s joints is too large to compile: %s"
                .formatted(quantity.key(), model.name(), model.jointCount(), how));
    }

    /** Compiled inverse dynamics, or the hand-written one if the robot is too large to compile. */
    public static TorqueFunction torque(RobotModel model) {
        return RobotCompiler.<TorqueFunction>orByHand(
                model, Quantity.TORQUE, CoreFunctions.Torque::new, () -> new InverseDynamics(model));
    }

    /** Compiled torques and their rates, or the hand-written ones if the robot is too large to compile. */
    public static TorqueRateFunction torqueRate(RobotModel model) {
        return RobotCompiler.<TorqueRateFunction>orByHand(
                model, Quantity.TORQUE_RATE, CoreFunctions.TorqueRate::new, () -> new ForceRate(model));
    }

    /** Compiled forward dynamics, or the hand-written one for robots so large that it is faster. */
    public static AccelerationFunction acceleration(RobotModel model) {
        return RobotCompiler.<AccelerationFunction>orByHand(
                model, Quantity.ACCELERATION, CoreFunctions.Acceleration::new, () -> ForwardDynamics.of(model));
    }

    /** The compiled mass matrix, or the hand-written one for robots so large that it is faster. */
    public static MassMatrixFunction massMatrix(RobotModel model) {
        return RobotCompiler.<MassMatrixFunction>orByHand(
                model, Quantity.MASS_MATRIX, CoreFunctions.Masses::new, () -> new MassMatrix(model));
    }

    /** Compiled derivatives of torques, or the hand-written ones for robots so large that they are faster. */
    public static TorqueSensitivityFunction torqueSensitivity(RobotModel model) {
        return RobotCompiler.<TorqueSensitivityFunction>orByHand(
                model, Quantity.TORQUE_SENSITIVITY, CoreFunctions.Sensitivity::new, () -> new TorqueSensitivity(model));
    }

    /**
     * With more operations code was found slower than the hand-written class, whose loops stay in the processor's caches, where
     * 32 KB hold about 3,000 operations. Chains of general joints were even at 11 for accelerations, 15 for mass matrices, beyond 32
     * for torques and between 6 and 7 for derivatives of torques.
     */
    static int usefulOperations(Quantity quantity) {
        return switch (quantity) {
            case TORQUE, ACCELERATION, MASS_MATRIX, TORQUE_SENSITIVITY -> 4_000;
            default -> MOST_OPERATIONS;
        };
    }

    private static <T> T orByHand(
            RobotModel model, Quantity quantity, Function<CompiledFunction, T> compiled, Supplier<? extends T> byHand) {
        model.requireTree("a compiled function of core");
        model.requireFixedBase("a function for a base at rest");
        try {
            return compiled.apply(compile(model, quantity, CodeInputs.of(model), usefulOperations(quantity)));
        } catch (ProgramTooLargeException e) {
            LOGGER.log(System.Logger.Level.INFO, "{0}; the hand-written class is used", e.getMessage());
            return byHand.get();
        }
    }
}
