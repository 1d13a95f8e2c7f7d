package dev.catena.compile;

import dev.catena.compile.bytecode.CheckedProgram;
import dev.catena.compile.bytecode.KernelFactory;
import dev.catena.compile.graph.Factoring;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.trace.ElasticTracing;
import dev.catena.compile.trace.Tracing;
import dev.catena.drive.ElasticFeedForward;
import dev.catena.drive.FloatingElasticFeedForward;
import dev.catena.mechanism.ElasticLoopFeedForward;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.util.List;

/**
 * Machine code for one robot with rigid and elastic drives, a tree or with closed loops, on a base at rest or one that floats. Vectors
 * have the joints first and then the motors behind springs, [q; θ], as in {@link dev.catena.drive.ElasticCoordinates}; torques are one
 * for each joint. Of closed loops, joints are the independent ones, which must be those that are driven, and what else goes in and out is
 * as {@link RobotCompiler} has it; {@link ClosedLoopCode} keeps poses. A base that floats is {@code base} as there, its acceleration
 * {@code baseAcceleration} is an output; for torques of a motion of joints and motors it is told and part of {@code base}.
 */
public final class ElasticCompiler {
    private ElasticCompiler() {}

    /** What {@link dev.catena.drive.ElasticInverseDynamics} computes: q, qd, qdd of joints and motors in, tau out. */
    public static CompiledFunction torque(RobotModel model) {
        return compile(model, ElasticQuantity.TORQUE);
    }

    /**
     * What {@link ElasticFeedForward} computes: q, qd, qdd, qddd, q4 and, where a motor is carried beyond another elastic joint,
     * further derivatives of the joints in; tau, motors, motorVelocities and motorAccelerations out.
     *
     * @throws IllegalArgumentException where a motor is carried beyond its own joint
     */
    public static CompiledFunction feedForward(RobotModel model) {
        return compile(model, ElasticQuantity.FEED_FORWARD);
    }

    /** The same with one more derivative of the joints in; tau, its rates tauRate, and motors out. */
    public static CompiledFunction feedForwardWithRates(RobotModel model) {
        check(model);
        return compile(
                model,
                ElasticQuantity.FEED_FORWARD,
                Quantity.TORQUE_RATE,
                ElasticTracing.feedForwardWithRates(model, order(model) + 1));
    }

    /** What {@link dev.catena.drive.ElasticForwardDynamics} computes: q, qd of joints and motors and tau in, qdd out. */
    public static CompiledFunction acceleration(RobotModel model) {
        return compile(model, ElasticQuantity.ACCELERATION);
    }

    /** The code for one of them. */
    public static CompiledFunction compile(RobotModel model, ElasticQuantity quantity) {
        return compile(
                model,
                quantity,
                quantity == ElasticQuantity.ACCELERATION ? Quantity.ACCELERATION : Quantity.TORQUE,
                outputs(model, quantity));
    }

    private static CompiledFunction compile(
            RobotModel model, ElasticQuantity quantity, Quantity named, List<OutputVector> outputs) {
        Program program = simplified(model, quantity, outputs);
        OutputVector last = outputs.get(outputs.size() - 1);
        int ofLoops = outputs.stream()
                .filter(output -> output.name().equals(Tracing.CLOSURE))
                .mapToInt(output -> output.components().size())
                .sum();
        List<Check> checks = last.name().equals(Tracing.PIVOTS)
                ? Checks.elastic(
                        model,
                        quantity == ElasticQuantity.ACCELERATION,
                        last.components().size(),
                        ofLoops)
                : List.of();
        CheckedProgram checked = new CheckedProgram(
                program, checks.stream().mapToDouble(Check::least).toArray());
        return new CompiledFunction(model, named, checked, checks, KernelFactory.of(checked));
    }

    /** The highest derivative of the joints that the feed-forward needs. */
    private static int order(RobotModel model) {
        if (model.hasLoops()) {
            return new ElasticLoopFeedForward(model).order();
        }
        return model.baseKind() == BaseKind.FLOATING
                ? new FloatingElasticFeedForward(model).order()
                : new ElasticFeedForward(model).order();
    }

    /** The assignments that compute one of them. */
    public static Program program(RobotModel model, ElasticQuantity quantity) {
        return simplified(
                model,
                quantity,
                outputs(model, quantity).stream()
                        .filter(output -> !output.name().equals(Tracing.PIVOTS))
                        .toList());
    }

    private static List<OutputVector> outputs(RobotModel model, ElasticQuantity quantity) {
        check(model);
        try {
            return switch (quantity) {
                case TORQUE -> ElasticTracing.torque(model);
                case FEED_FORWARD -> ElasticTracing.feedForward(model, order(model));
                case ACCELERATION -> ElasticTracing.acceleration(model);
            };
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "acceleration of robot \"%s\" exists in no posture: a joint or a motor feels no inertia"
                            .formatted(model.name()),
                    e);
        }
    }

    private static void check(RobotModel model) {
        if (model.elasticJoints().isEmpty()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no elastic drive: RobotCompiler compiles it".formatted(model.name()));
        }
        if (model.hasCouplings()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has joints that follow others, which code for elastic drives does not: the classes of dev.catena.drive do"
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

    private static Program simplified(RobotModel model, ElasticQuantity quantity, List<OutputVector> outputs) {
        Program program = Program.of(Factoring.of(outputs));
        int operations = program.count().arithmetic();
        if (operations > RobotCompiler.MOST_OPERATIONS) {
            throw new ProgramTooLargeException(
                    "%s of robot \"%s\" with elastic drives is too large to compile: %s operations, of %s at most"
                            .formatted(quantity.key(), model.name(), operations, RobotCompiler.MOST_OPERATIONS));
        }
        return program;
    }
}
