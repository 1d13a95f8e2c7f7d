package dev.catena.compile;

import dev.catena.compile.bytecode.CheckedProgram;
import dev.catena.compile.bytecode.KernelFactory;
import dev.catena.compile.graph.GraphTooLargeException;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.trace.ElasticFeed;
import dev.catena.compile.trace.ElasticTracing;
import dev.catena.compile.trace.StandingTracing;
import dev.catena.compile.trace.Tracing;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.util.List;

/**
 * Machine code for one robot with rigid and elastic drives: trees, couplings and closed loops, on a base at rest, one that moves as told
 * or one that floats, under wrenches ({@link CodeInputs}). Vectors have the joints first and then the motors behind springs, [q; θ], as in
 * {@link dev.catena.drive.ElasticCoordinates}; torques are one for each joint. Of closed loops, joints are the independent ones, which must
 * be those that are driven, and what else goes in and out is as {@link RobotCompiler} has it; {@link ClosedLoopCode} keeps poses.
 *
 * <p>A base that floats is {@code base} as there, its acceleration {@code baseAcceleration} is an output of accelerations and
 * feed-forward; for a motion of joints and motors it is told and part of {@code base}. Six rows and columns of a floating base come first in
 * matrices, as in the hand-written classes. Feed-forward takes wrenches as constant in the axes that they are given in, and derivatives of a
 * base that moves as told up to those of the joints, each the inertial derivative of the one before, in base axes.
 *
 * <p>Robots may stand on contacts ({@link CodeInputs#withContacts}), with outputs as {@link RobotCompiler} has them; feed-forward reads where the base
 * is, and how it moves follows from the contacts.
 */
public final class ElasticCompiler {
    private ElasticCompiler() {}

    /** What {@link dev.catena.drive.ElasticInverseDynamics} computes: q, qd, qdd of joints and motors in, tau out. */
    public static CompiledFunction torque(RobotModel model) {
        return compile(model, ElasticQuantity.TORQUE);
    }

    /**
     * What {@link dev.catena.drive.ElasticFeedForward} computes: q, qd, qdd, qddd, q4 and, where a motor is carried beyond another elastic
     * joint, further derivatives of the joints in; tau, motors, motorVelocities and motorAccelerations out.
     *
     * @throws IllegalArgumentException where a motor is carried beyond its own joint
     */
    public static CompiledFunction feedForward(RobotModel model) {
        return compile(model, ElasticQuantity.FEED_FORWARD);
    }

    /** The same with one more derivative of the joints in; tau, its rates tauRate, and motors out. */
    public static CompiledFunction feedForwardWithRates(RobotModel model) {
        return compile(model, ElasticQuantity.FEED_FORWARD_RATE);
    }

    /** What {@link dev.catena.drive.ElasticForwardDynamics} computes: q, qd of joints and motors and tau in, qdd out. */
    public static CompiledFunction acceleration(RobotModel model) {
        return compile(model, ElasticQuantity.ACCELERATION);
    }

    /** The code for one of them. */
    public static CompiledFunction compile(RobotModel model, ElasticQuantity quantity) {
        return compile(model, quantity, CodeInputs.of(model));
    }

    /** The code for one of them, with what it reads beside the vectors of joints and motors. */
    public static CompiledFunction compile(RobotModel model, ElasticQuantity quantity, CodeInputs inputs) {
        List<OutputVector> outputs = outputs(model, quantity, inputs);
        Program program = simplified(model, quantity, outputs);
        List<Check> checks = Checks.elastic(model, quantity, inputs, outputs);
        CheckedProgram checked = new CheckedProgram(
                program, checks.stream().mapToDouble(Check::least).toArray());
        return new CompiledFunction(model, quantity.quantity(), checked, checks, code(model, quantity, checked));
    }

    private static KernelFactory code(RobotModel model, ElasticQuantity quantity, CheckedProgram checked) {
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

    /** The assignments that compute one of them. */
    public static Program program(RobotModel model, ElasticQuantity quantity) {
        return program(model, quantity, CodeInputs.of(model));
    }

    /** The assignments that compute one of them; see {@link #compile(RobotModel, ElasticQuantity, CodeInputs)}. */
    public static Program program(RobotModel model, ElasticQuantity quantity, CodeInputs inputs) {
        return simplified(
                model,
                quantity,
                outputs(model, quantity, inputs).stream()
                        .filter(output -> !output.name().equals(Tracing.PIVOTS))
                        .toList());
    }

    private static List<OutputVector> outputs(RobotModel model, ElasticQuantity quantity, CodeInputs inputs) {
        check(model);
        RobotCompiler.checkLoops(model);
        RobotCompiler.checkBase(model, inputs.base());
        checkContacts(model, quantity, inputs);
        try {
            return switch (quantity) {
                case TORQUE -> ElasticTracing.torque(model, inputs);
                case FEED_FORWARD -> ElasticFeed.of(model, inputs, false);
                case FEED_FORWARD_RATE -> ElasticFeed.of(model, inputs, true);
                case ACCELERATION -> ElasticTracing.acceleration(model, inputs);
                case MASS_MATRIX -> ElasticTracing.massMatrix(model, inputs);
                case TORQUE_SENSITIVITY -> ElasticTracing.torqueSensitivity(model, inputs);
                case ACCELERATION_SENSITIVITY -> ElasticTracing.accelerationSensitivity(model, inputs);
                case TORQUE_CURVATURE -> ElasticTracing.torqueCurvature(model, inputs);
                case JOINT_WRENCH -> ElasticTracing.jointWrench(model, inputs);
            };
        } catch (GraphTooLargeException e) {
            throw tooLarge(model, quantity, String.valueOf(e.getMessage()));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "%s of robot \"%s\" exists in no posture: a joint or a motor feels no inertia"
                            .formatted(quantity.key(), model.name()),
                    e);
        }
    }

    private static void check(RobotModel model) {
        if (model.elasticJoints().isEmpty()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no elastic drive: RobotCompiler compiles it, whose quantities are not called elastic or of motors"
                            .formatted(model.name()));
        }
        if (model.hasLoops() && !model.activeJoints().equals(model.independentJoints())) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has closed loops with other active joints than independent ones, for which there is no code with elastic drives: make every active joint independent, or take the classes ElasticLoop… of dev.catena.mechanism"
                            .formatted(model.name()));
        }
        if (model.hasLoops() && !model.activeJoints().containsAll(model.elasticJoints())) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has a spring at a joint that is not active; name it active, or take its spring away"
                            .formatted(model.name()));
        }
    }

    /** What there is no code for, of robots that stand. */
    private static void checkContacts(RobotModel model, ElasticQuantity quantity, CodeInputs inputs) {
        if (inputs.contacts().isEmpty()) {
            return;
        }
        if (quantity == ElasticQuantity.MASS_MATRIX || quantity == ElasticQuantity.JOINT_WRENCH) {
            throw new IllegalArgumentException(
                    "%s of robot \"%s\" on contacts is not compiled: leave the contacts out, which a mass matrix does not depend on, and give what the ground exerts as wrenches"
                            .formatted(quantity.key(), model.name()));
        }
        RobotCompiler.checkTies(model, inputs);
        if (quantity.isFedForward() && model.hasLoops()) {
            throw new IllegalArgumentException(
                    "%s of robot \"%s\" with closed loops on contacts is not compiled: take elasticTorque, which takes the motion of motors as it is"
                            .formatted(quantity.key(), model.name()));
        }
        if (quantity.isFedForward() && inputs.base() != BaseInput.FLOATS) {
            throw new IllegalArgumentException(
                    "%s of robot \"%s\", whose base is held, is that without contacts, which then carry nothing: leave the contacts out, or let the base float"
                            .formatted(quantity.key(), model.name()));
        }
        if (quantity.isFedForward()) {
            StandingTracing.check(model, Quantity.TORQUE, inputs);
        } else {
            StandingTracing.checkElastic(model, quantity.isForward(), inputs);
        }
    }

    private static Program simplified(RobotModel model, ElasticQuantity quantity, List<OutputVector> outputs) {
        Program program;
        try {
            program = Program.shortened(outputs);
        } catch (GraphTooLargeException e) {
            throw tooLarge(model, quantity, String.valueOf(e.getMessage()));
        }
        int operations = program.count().arithmetic();
        if (operations > RobotCompiler.MOST_OPERATIONS) {
            throw tooLarge(
                    model,
                    quantity,
                    "%s operations, of %s at most".formatted(operations, RobotCompiler.MOST_OPERATIONS));
        }
        return program;
    }

    private static ProgramTooLargeException tooLarge(RobotModel model, ElasticQuantity quantity, String how) {
        return new ProgramTooLargeException("%s of robot \"%s\" with elastic drives is too large to compile: %s"
                .formatted(quantity.key(), model.name(), how));
    }
}
