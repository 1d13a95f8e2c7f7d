package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.trace.CompositeBodies.Solution;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.StateVariable;
import dev.catena.textbook.Placement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs the recursions for a robot on symbols. */
public final class Tracing {
    /** M, MS and J of a body. */
    private static final int PARAMETERS = 10;

    /** Beyond this number of joints only articulated bodies are tried. */
    private static final int MOST_JOINTS_OF_MATRIX = 40;

    private final Graph graph = new Graph();
    private final RobotModel model;
    private final Map<Integer, List<Symbol>> openBodies = new LinkedHashMap<>();

    private Tracing(RobotModel model) {
        this.model = model;
    }

    /**
     * The outputs of a quantity. Where it is a solution with the mass matrix, a last one has the pivots, by joint.
     *
     * @param open bodies whose inertia is read from a last input vector "parameters" in place of what the model says:
     *     XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ and M of each, in its frame about its origin; all other constants of the
     *     robot are folded in
     */
    public static List<OutputVector> of(RobotModel model, Quantity quantity, List<String> open) {
        Tracing tracing = new Tracing(model);
        List<List<Symbol>> inputs =
                quantity.inputs().stream().map(tracing::joints).toList();
        if (!open.isEmpty()) {
            List<Symbol> parameters = tracing.graph.input("parameters", PARAMETERS * open.size());
            for (int k = 0; k < open.size(); k++) {
                tracing.openBodies.put(
                        model.bodyIndex(open.get(k)), parameters.subList(PARAMETERS * k, PARAMETERS * (k + 1)));
            }
        }
        return tracing.trace(quantity, inputs);
    }

    /** A joint vector as an input. */
    private List<Symbol> joints(StateVariable variable) {
        return graph.input(variable.key(), model.jointCount());
    }

    private CompactRobot<Symbol> robot() {
        return CompactRobots.of(model, graph::constant, openBodies);
    }

    private List<OutputVector> trace(Quantity quantity, List<List<Symbol>> x) {
        List<String> names = quantity.parts().stream().map(Quantity::symbol).toList();
        return switch (quantity) {
            case TORQUE, BIAS, GRAVITY -> vectors(names, torque(robot(), x));
            case TORQUE_RATE -> torqueRate(names, x);
            case ACCELERATION -> {
                Solution<Symbol> solution = acceleration(x);
                yield withPivots(vectors(names, solution.x()), solution);
            }
            case MASS_MATRIX -> vectors(names, flat(new CompositeBodies<>(robot(), x.get(0)).massMatrix()));
            case POSE -> vectors(names, poses(x.get(0)));
            case ENERGY -> {
                CompactEnergy<Symbol> energy = new CompactEnergy<>(robot(), x.get(0), x.get(1));
                yield vectors(names, List.of(energy.kinetic(), energy.potential()));
            }
            case REGRESSOR -> vectors(names, regressor(x));
            case TORQUE_SENSITIVITY -> torqueSensitivity(names, x);
            case ACCELERATION_SENSITIVITY -> {
                Solution<Symbol> solution = acceleration(x);
                yield withPivots(sensitivity(names, solution.x(), x), solution);
            }
            case TORQUE_CURVATURE ->
                vectors(
                        names,
                        Differentiation.contractedHessian(
                                torque(robot(), x.subList(0, 3)),
                                x.get(3),
                                x.subList(0, 3).stream().flatMap(List::stream).toList()));
            default -> throw new IllegalArgumentException("%s is not traced".formatted(quantity.key()));
        };
    }

    private static List<OutputVector> withPivots(List<OutputVector> outputs, Solution<Symbol> solution) {
        List<OutputVector> all = new ArrayList<>(outputs);
        all.add(new OutputVector("pivots", solution.pivots()));
        return all;
    }

    @SafeVarargs
    private static List<OutputVector> vectors(List<String> names, List<Symbol>... values) {
        return IntStream.range(0, values.length)
                .mapToObj(k -> new OutputVector(names.get(k), values[k]))
                .toList();
    }

    private static List<Symbol> flat(List<List<Symbol>> rows) {
        return rows.stream().flatMap(List::stream).toList();
    }

    /** τ of positions, and velocities and accelerations as far as they are given. */
    private List<Symbol> torque(CompactRobot<Symbol> robot, List<List<Symbol>> x) {
        return new CompactNewtonEuler<>(
                        robot,
                        x.get(0),
                        x.size() > 1 ? x.get(1) : robot.zeros(),
                        x.size() > 2 ? x.get(2) : robot.zeros())
                .torques();
    }

    private List<OutputVector> torqueRate(List<String> names, List<List<Symbol>> x) {
        CompactForceRates<Symbol> rates = new CompactForceRates<>(robot(), x.get(0), x.get(1), x.get(2), x.get(3));
        return vectors(names, rates.torques(), rates.torqueRates());
    }

    /** By articulated bodies or by the factored mass matrix, whichever takes fewer operations. */
    private Solution<Symbol> acceleration(List<List<Symbol>> x) {
        CompactRobot<Symbol> robot = robot();
        boolean hasRotors = robot.links().stream().anyMatch(link -> link.rotor() != null);
        if (hasRotors) {
            return accelerationByMatrix(robot, x);
        }
        ArticulatedBodies<Symbol> bodies = new ArticulatedBodies<>(robot, x.get(0), x.get(1), x.get(2));
        Solution<Symbol> byBodies = new Solution<>(bodies.accelerations(), bodies.pivots());
        if (model.jointCount() > MOST_JOINTS_OF_MATRIX) {
            return byBodies;
        }
        Solution<Symbol> byMatrix = accelerationByMatrix(robot, x);
        return operations(byMatrix.x()) <= operations(byBodies.x()) ? byMatrix : byBodies;
    }

    private static int operations(List<Symbol> symbols) {
        return Program.of(List.of(new OutputVector("candidate", symbols)))
                .count()
                .arithmetic();
    }

    private Solution<Symbol> accelerationByMatrix(CompactRobot<Symbol> robot, List<List<Symbol>> x) {
        List<Symbol> bias = torque(robot, x.subList(0, 2));
        List<Symbol> tau = x.get(2);
        List<Symbol> rest = IntStream.range(0, tau.size())
                .mapToObj(k -> tau.get(k).minus(bias.get(k)))
                .toList();
        return new CompositeBodies<>(robot, x.get(0)).solve(rest);
    }

    private List<Symbol> poses(List<Symbol> q) {
        List<Symbol> entries = new ArrayList<>();
        for (Placement<Symbol> pose : CompactRobots.worldFromBodies(model, graph::constant, robot().baseFromLinks(q))) {
            Stream.of(pose.rotation().x(), pose.rotation().y(), pose.rotation().z())
                    .forEach(row -> entries.addAll(row.toList()));
            entries.addAll(entries.size(), pose.position().toList());
        }
        return entries;
    }

    /** The torques of symbolic parameters by those parameters. */
    private List<Symbol> regressor(List<List<Symbol>> x) {
        List<Symbol> parameters = graph.unknowns(PARAMETERS * model.jointCount());
        List<List<Symbol>> open = IntStream.range(0, model.jointCount())
                .mapToObj(k -> parameters.subList(PARAMETERS * k, PARAMETERS * (k + 1)))
                .toList();
        CompactRobot<Symbol> robot = CompactRobots.ofJoints(model, graph::constant, open);
        return Differentiation.jacobianForward(torque(robot, x), parameters);
    }

    /** ∂τ/∂q and ∂τ/∂q̇ of the graph; ∂τ/∂q̈ is the mass matrix, for which composite bodies take fewer operations. */
    private List<OutputVector> torqueSensitivity(List<String> names, List<List<Symbol>> x) {
        CompactRobot<Symbol> robot = robot();
        List<Symbol> tau = torque(robot, x);
        return vectors(
                names,
                Differentiation.jacobian(tau, x.get(0)),
                Differentiation.jacobian(tau, x.get(1)),
                flat(new CompositeBodies<>(robot, x.get(0)).massMatrix()));
    }

    private static List<OutputVector> sensitivity(List<String> names, List<Symbol> y, List<List<Symbol>> x) {
        return IntStream.range(0, x.size())
                .mapToObj(k -> new OutputVector(names.get(k), Differentiation.jacobian(y, x.get(k))))
                .toList();
    }
}
