package dev.catena.compile;

import dev.catena.compile.bytecode.CheckedProgram;
import dev.catena.compile.bytecode.KernelFactory;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.trace.ParallelParameters;
import dev.catena.compile.trace.ParallelTracing;
import dev.catena.mechanism.parallel.Leg;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.mechanism.parallel.PlatformFreedoms;
import dev.catena.model.NumericalException;
import dev.catena.quantity.Quantity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Machine code for one parallel robot whose legs have formulas: a universal joint and a slide, or a turn or slide that carries a universal
 * joint with a rod, tied to the platform by a point, or by a passive ball or universal joint without mass. Gough-Stewart platforms, Deltas and
 * the like are of that kind, also those that {@link ParallelRobot#of} finds in closed loops. Others are compiled as
 * {@link ParallelRobot#toClosedLoops}. Legs stay on the side that they are on in the home pose, which they leave in singular poses only.
 *
 * <p>Code reads {@code platform}, the rotation matrix of the platform in the world, row by row, and its position; then
 * {@code velocity}, {@code acceleration} and {@code jerk} by freedom, or efforts {@code tau} by actuator; and {@code wrench}, if
 * asked for, force and moment that the environment applies on the platform, in world axes about its origin. It gives what the
 * hand-written classes give; poses are those of all bodies of the legs, one leg after the other.
 */
public final class ParallelCompiler {
    private static final Set<Quantity> COMPILED = Collections.unmodifiableSet(EnumSet.of(
            Quantity.TORQUE,
            Quantity.TORQUE_RATE,
            Quantity.ACCELERATION,
            Quantity.BIAS,
            Quantity.GRAVITY,
            Quantity.MASS_MATRIX,
            Quantity.POSE,
            Quantity.ENERGY,
            Quantity.REGRESSOR,
            Quantity.TORQUE_SENSITIVITY,
            Quantity.ACCELERATION_SENSITIVITY));

    /** Least independence of joints and of actuators, as the hand-written classes have it, squared. */
    private static final double SINGULAR = 1e-14;

    private ParallelCompiler() {}

    /** What does not depend on what actuators do. */
    private static final Set<Quantity> WITHOUT_ACTUATORS =
            EnumSet.of(Quantity.MASS_MATRIX, Quantity.POSE, Quantity.ENERGY);

    /** What can be compiled. */
    public static Set<Quantity> quantities() {
        return COMPILED;
    }

    /** The code for a quantity, nothing touching the platform. */
    public static CompiledFunction compile(ParallelRobot robot, Quantity quantity) {
        return compile(robot, quantity, false);
    }

    /**
     * The code for a quantity.
     *
     * @param loaded whether a wrench on the platform is an input
     * @throws IllegalArgumentException for a leg that is searched, welded or has another number of joints
     */
    public static CompiledFunction compile(ParallelRobot robot, Quantity quantity, boolean loaded) {
        return compile(robot, quantity, loaded, Set.of());
    }

    /**
     * The code for a quantity that reads some parameters: a last input vector "parameters" has those that {@link #parameters}
     * lists.
     *
     * @param loaded whether a wrench on the platform is an input
     * @param open what is open; with lengths those between joints, of the legs' ends and of their places on the platform, of which none
     *     may change its sign, and inertias are those of base parameters, which depend on lengths
     */
    public static CompiledFunction compile(
            ParallelRobot robot, Quantity quantity, boolean loaded, Set<ParameterGroup> open) {
        Program program = Program.shortened(outputs(robot, quantity, loaded, open));
        List<Check> checks = checks(robot, quantity);
        CheckedProgram checked = new CheckedProgram(
                program, checks.stream().mapToDouble(Check::least).toArray());
        return new CompiledFunction(robot.name(), null, quantity, checks, checked, KernelFactory.of(checked));
    }

    /** The assignments that compute a quantity. */
    public static Program program(ParallelRobot robot, Quantity quantity, boolean loaded) {
        return program(robot, quantity, loaded, Set.of());
    }

    /** The assignments that compute a quantity; see {@link #compile(ParallelRobot, Quantity, boolean, Set)}. */
    public static Program program(ParallelRobot robot, Quantity quantity, boolean loaded, Set<ParameterGroup> open) {
        List<OutputVector> outputs = outputs(robot, quantity, loaded, open);
        return Program.shortened(outputs.subList(0, outputs.size() - 1));
    }

    /**
     * The parameters that are open of most quantities, in the order of the input vector "parameters", with the robot's own values: of
     * the platform, of the legs (base parameters, reflected inertias, friction, lengths), then gravity.
     */
    public static List<OpenParameter> parameters(ParallelRobot robot, Set<ParameterGroup> open) {
        return parameters(robot, Quantity.TORQUE, open);
    }

    /** The parameters that are open of a quantity: energies depend on what rests too, poses on where bodies lie on the links. */
    public static List<OpenParameter> parameters(ParallelRobot robot, Quantity quantity, Set<ParameterGroup> open) {
        return ParallelParameters.of(robot, quantity, open);
    }

    private static List<OutputVector> outputs(
            ParallelRobot robot, Quantity quantity, boolean loaded, Set<ParameterGroup> open) {
        if (!COMPILED.contains(quantity)) {
            throw new IllegalArgumentException(
                    "%s of the platform of parallel robot \"%s\" is not compiled; there are %s, and all others as closed loops: compile toClosedLoops() (without --platform)"
                            .formatted(
                                    quantity.key(),
                                    robot.name(),
                                    COMPILED.stream().map(Quantity::key).collect(Collectors.joining(", "))));
        }
        RobotCompiler.checkOpen("parallel robot \"%s\"".formatted(robot.name()), quantity, open);
        if (quantity == Quantity.REGRESSOR && open.contains(ParameterGroup.LENGTHS)) {
            throw new IllegalArgumentException(
                    "regressor of parallel robot \"%s\" has no open lengths, for its columns are in the frames of all joints of the legs, those beyond the points that tie them too: leave lengths out, or compile the robot with other lengths"
                            .formatted(robot.name()));
        }
        return ParallelTracing.of(robot, quantity, loaded, open);
    }

    private static List<Check> checks(ParallelRobot robot, Quantity quantity) {
        List<Check> checks = new ArrayList<>();
        for (Leg leg : robot.legs()) {
            checks.add(check(robot, SINGULAR, "leg \"%s\" has lost a direction".formatted(leg.name())));
        }
        for (int k = 0; k < robot.freedoms().count() && !WITHOUT_ACTUATORS.contains(quantity); k++) {
            boolean forward = quantity == Quantity.ACCELERATION || quantity == Quantity.ACCELERATION_SENSITIVITY;
            checks.add(
                    forward
                            ? check(robot, 0, "the platform has no inertia in a direction")
                            : check(robot, SINGULAR, "the actuators do not hold the platform"));
        }
        double far = PlatformFreedoms.TOLERANCE * PlatformFreedoms.TOLERANCE;
        checks.add(check(robot, -9 * far, "the platform cannot be there by its freedoms " + robot.freedoms()));
        return checks;
    }

    private static Check check(ParallelRobot robot, double least, String complaint) {
        return new Check(
                least,
                complaint,
                found -> new NumericalException("compiled code of parallel robot \"%s\" has no answer: %s (%s)"
                        .formatted(robot.name(), complaint, found)));
    }
}
