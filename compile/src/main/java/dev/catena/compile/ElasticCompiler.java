package dev.catena.compile;

import dev.catena.compile.bytecode.CheckedProgram;
import dev.catena.compile.bytecode.KernelFactory;
import dev.catena.compile.graph.Factoring;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.trace.ElasticTracing;
import dev.catena.compile.trace.Tracing;
import dev.catena.drive.ElasticFeedForward;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.tree.MovingTree;
import java.util.ArrayList;
import java.util.List;

/**
 * Machine code for one robot with rigid and elastic drives, on a base at rest. Vectors have the joints first and then the
 * motors behind springs, [q; θ], as in {@link dev.catena.drive.ElasticCoordinates}; torques are one for each joint.
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
        int order = ElasticFeedForward.withRates(model).order();
        Program program =
                simplified(model, ElasticQuantity.FEED_FORWARD, ElasticTracing.feedForwardWithRates(model, order));
        CheckedProgram checked = new CheckedProgram(program, new double[0]);
        return new CompiledFunction(model, Quantity.TORQUE_RATE, checked, List.of(), KernelFactory.of(checked));
    }

    /** What {@link dev.catena.drive.ElasticForwardDynamics} computes: q, qd of joints and motors and tau in, qdd out. */
    public static CompiledFunction acceleration(RobotModel model) {
        return compile(model, ElasticQuantity.ACCELERATION);
    }

    /** The code for one of them. */
    public static CompiledFunction compile(RobotModel model, ElasticQuantity quantity) {
        Program program = simplified(model, quantity, outputs(model, quantity));
        List<Check> checks = quantity == ElasticQuantity.ACCELERATION ? inertias(model) : List.of();
        CheckedProgram checked = new CheckedProgram(
                program, checks.stream().mapToDouble(Check::least).toArray());
        return new CompiledFunction(
                model,
                quantity == ElasticQuantity.ACCELERATION ? Quantity.ACCELERATION : Quantity.TORQUE,
                checked,
                checks,
                KernelFactory.of(checked));
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
                case FEED_FORWARD -> ElasticTracing.feedForward(model, new ElasticFeedForward(model).order());
                case ACCELERATION -> ElasticTracing.acceleration(model);
            };
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "acceleration of robot \"%s\" exists in no posture: a joint or a motor feels no inertia"
                            .formatted(model.name()),
                    e);
        }
    }

    private static List<Check> inertias(RobotModel model) {
        List<Check> checks = new ArrayList<>();
        double[] rounding = new MovingTree(model).inertiaRoundingWithBase();
        for (Joint joint : model.movingJoints()) {
            checks.add(new Check(
                    rounding[6 + model.coordinate(joint.name())],
                    "joint \"%s\" feels no inertia".formatted(joint.name()),
                    inertia -> SingularInertiaException.ofJoint(model, joint.name(), inertia)));
        }
        for (Joint joint : model.elasticJoints()) {
            checks.add(new Check(
                    0,
                    "the motor of joint \"%s\" feels no inertia".formatted(joint.name()),
                    inertia -> SingularInertiaException.ofMotor(model.name(), joint.name())));
        }
        return checks;
    }

    private static void check(RobotModel model) {
        model.requireTree("code for elastic drives");
        model.requireFixedBase("code for elastic drives");
        if (model.elasticJoints().isEmpty()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no elastic drive: RobotCompiler compiles it".formatted(model.name()));
        }
        if (model.hasCouplings()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has joints that follow others, which code for elastic drives does not: the classes of dev.catena.drive do"
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
