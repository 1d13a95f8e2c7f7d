package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Substitution;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.trace.StandingRobot.Answer;
import dev.catena.compile.trace.StandingRobot.Held;
import dev.catena.compile.trace.StandingRobot.Shared;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * How accelerations of a robot that stands change: M δu̇ − A δλ = −∂(M u̇ + h − A λ), Aᵀδu̇ = −∂(Aᵀu̇ + b), in which u̇ and λ count as given, so that
 * the factors with which they were found serve all columns.
 */
final class StandingSensitivity {
    private final Graph graph;
    private final StandingRobot robot;
    private final Held held;
    private final Answer answer;

    /** u̇ and λ. */
    private final List<Symbol> unknown;

    private final List<Symbol> found;
    private final int size;

    /** What a motion needs less what reactions give, and how velocities of the contacts' rows change. */
    private final List<Symbol> rest;

    /** What is differentiated by, as a direction of nodes. */
    record Variable(List<Symbol> nodes, List<Symbol> direction) {
        static Variable of(Symbol input) {
            return new Variable(List.of(input), List.of(input.constant(1)));
        }
    }

    /** What a motion needs by coordinate, M u̇ + h less what springs do, and the motion itself. */
    record Needed(List<Symbol> efforts, CompactNewtonEuler<Symbol> motion) {}

    /** @param motion what accelerations need, X of a floating base first, then joints and motors */
    StandingSensitivity(
            Graph graph, StandingRobot robot, Held held, Answer answer, Function<List<Symbol>, Needed> motion) {
        this.graph = graph;
        this.robot = robot;
        this.held = held;
        this.answer = answer;
        size = answer.accelerations().x().size();
        List<Symbol> reactions = answer.reactions().x();
        unknown = graph.unknowns(size + reactions.size());
        found = Tracing.joined(answer.accelerations().x(), reactions);
        Needed needed = motion.apply(unknown.subList(0, size));
        List<Symbol> given = robot.efforts(unknown.subList(size, unknown.size()));
        List<Symbol> both = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            both.add(needed.efforts.get(k).minus(given.get(k)));
        }
        both.addAll(robot.accelerations(needed.motion));
        rest = both;
    }

    /** Displacements of a floating base along its axes, on which nothing depends, and turns about them. */
    static List<Variable> displacements(BaseSymbols base, boolean floats) {
        List<Variable> variables = new ArrayList<>();
        for (int k = 0; floats && k < 3; k++) {
            variables.add(new Variable(List.of(), List.of()));
        }
        for (int axis = 0; floats && axis < 3; axis++) {
            variables.add(new Variable(base.rotationInputs(), base.turnAbout(axis)));
        }
        return variables;
    }

    /** Components of the velocity of a floating base. */
    static List<Variable> velocities(BaseSymbols base, boolean floats) {
        List<Variable> variables = new ArrayList<>();
        if (floats) {
            base.velocityInputs().forEach(input -> variables.add(Variable.of(input)));
        }
        return variables;
    }

    /** The columns of a floating base by position, from those of X, whose linear part lacks gravity. */
    static List<List<Symbol>> classical(
            List<List<Symbol>> byPosition, List<Symbol> gravityInBase, List<Variable> variables) {
        List<List<Symbol>> all = new ArrayList<>(byPosition);
        for (int axis = 3; axis < 6; axis++) {
            Variable turn = variables.get(axis);
            List<Symbol> change = Differentiation.directional(gravityInBase, turn.nodes, turn.direction);
            List<Symbol> column = new ArrayList<>(byPosition.get(axis));
            for (int k = 0; k < 3; k++) {
                column.set(k, column.get(k).plus(change.get(k)));
            }
            all.set(axis, column);
        }
        return all;
    }

    /** δu̇ by some variables, column by column. */
    List<List<Symbol>> by(List<Variable> variables) {
        return variables.stream().map(this::by).toList();
    }

    private List<Symbol> by(Variable variable) {
        if (variable.nodes.isEmpty()) {
            return Collections.nCopies(size, graph.constant(0));
        }
        List<Symbol> change = Substitution.of(
                Differentiation.directional(rest, variable.nodes, variable.direction).stream()
                        .map(Symbol::negate)
                        .toList(),
                unknown,
                found);
        return held.solve(change.subList(0, size), change.subList(size, change.size()))
                .accelerations()
                .x();
    }

    /** δu̇ by an effort at each of some coordinates, column by column. */
    List<List<Symbol>> byEfforts(List<Integer> coordinates) {
        List<Symbol> none = Collections.nCopies(rest.size() - size, graph.constant(0));
        return coordinates.stream()
                .map(at -> held.solve(
                                IntStream.range(0, size)
                                        .mapToObj(k -> graph.constant(k == at ? 1 : 0))
                                        .toList(),
                                none)
                        .accelerations()
                        .x())
                .toList();
    }

    /**
     * What must be small: as for accelerations, and where rows depend on others, how fast they begin to do so in another way. Beside the
     * state they contradict each other then.
     *
     * @param pose on which rows depend, as it changes along the motion
     */
    List<Symbol> doubts(Variable pose) {
        Shared shared = robot.shared(answer.reactions().x(), held.condition(answer));
        List<Symbol> all = new ArrayList<>(shared.doubts());
        if (!shared.combinations().isEmpty()) {
            Symbol sum = graph.constant(0);
            for (List<Symbol> parts : shared.combinations()) {
                for (Symbol rate : Differentiation.directional(parts, pose.nodes, pose.direction)) {
                    sum = sum.plus(rate.times(rate));
                }
            }
            all.add(sum.squareRoot());
        }
        return all;
    }
}
