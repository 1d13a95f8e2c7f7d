package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Symbol;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * λᵀ∂²y of a robot that floats by positions, velocities and accelerations, of the base and then of the joints in each. Turns of the
 * base are those of its pose R exp(χ̂), so that second derivatives by two of them are symmetric.
 */
final class FloatingCurvature {
    private final List<Variable> variables = new ArrayList<>();

    /** What y is differentiated by, as a direction of inputs. */
    private record Variable(List<Symbol> inputs, List<Symbol> direction, boolean turns) {
        /** The derivative of Σ λ y, from those by the inputs. */
        Symbol slope(Graph graph, List<Symbol> all, List<Symbol> gradient) {
            Symbol sum = graph.constant(0);
            for (int k = 0; k < inputs.size(); k++) {
                sum = sum.plus(gradient.get(all.indexOf(inputs.get(k))).times(direction.get(k)));
            }
            return sum;
        }
    }

    private FloatingCurvature(Graph graph, BaseSymbols base, List<List<Symbol>> x, @Nullable SymbolicLoops loops) {
        addNothing();
        for (int axis = 0; axis < 3; axis++) {
            variables.add(new Variable(base.rotationInputs(), base.turnAbout(axis), true));
        }
        int inLoops = loops == null ? 0 : addPose(loops);
        add(graph, x.get(0).subList(inLoops, x.get(0).size()));
        addNothing();
        add(graph, base.omegaInputs());
        add(graph, x.get(1));
        add(graph, base.accelerationInputs());
        add(graph, x.get(2));
    }

    /** y depends neither on where the base is nor on how fast it moves on. */
    private void addNothing() {
        for (int k = 0; k < 3; k++) {
            variables.add(new Variable(List.of(), List.of(), false));
        }
    }

    /** How many independent joints there are, which the others go along with. */
    private int addPose(SymbolicLoops loops) {
        int count = loops.independentCount();
        for (int k = 0; k < count; k++) {
            variables.add(new Variable(loops.poseNodes(), loops.poseRates(k), false));
        }
        return count;
    }

    private void add(Graph graph, List<Symbol> inputs) {
        for (Symbol input : inputs) {
            variables.add(new Variable(List.of(input), List.of(graph.constant(1)), false));
        }
    }

    /**
     * The symmetric matrix, row by row.
     *
     * @param x q, q̇ and q̈, of loops those of independent joints, which the others go along with, and then of motors
     */
    static List<Symbol> of(
            Graph graph,
            BaseSymbols base,
            List<List<Symbol>> x,
            @Nullable SymbolicLoops loops,
            List<Symbol> y,
            List<Symbol> factors) {
        return new FloatingCurvature(graph, base, x, loops).matrix(graph, y, factors);
    }

    private List<Symbol> matrix(Graph graph, List<Symbol> y, List<Symbol> factors) {
        List<Symbol> inputs = variables.stream()
                .flatMap(variable -> variable.inputs.stream())
                .distinct()
                .toList();
        List<Symbol> gradient = Differentiation.reverse(y, factors, inputs);
        List<Symbol> slopes = variables.stream()
                .map(variable -> variable.slope(graph, inputs, gradient))
                .toList();
        List<List<Symbol>> columns = variables.stream()
                .map(variable -> variable.inputs.isEmpty()
                        ? Collections.nCopies(slopes.size(), graph.constant(0))
                        : Differentiation.directional(slopes, variable.inputs, variable.direction))
                .toList();
        Symbol half = graph.constant(0.5);
        List<Symbol> entries = new ArrayList<>();
        for (int row = 0; row < slopes.size(); row++) {
            for (int column = 0; column < slopes.size(); column++) {
                Symbol entry = columns.get(Math.min(row, column)).get(Math.max(row, column));
                // one turn after the other differs from exp(χ̂) by half of their commutator
                boolean twoTurns = row != column && variables.get(row).turns && variables.get(column).turns;
                entries.add(
                        twoTurns
                                ? half.times(entry.plus(
                                        columns.get(Math.max(row, column)).get(Math.min(row, column))))
                                : entry);
            }
        }
        return entries;
    }
}
