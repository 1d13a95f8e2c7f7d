package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Substitution;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.trace.CompositeSensitivity.Change;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * ∂τ/∂q and ∂τ/∂q̇ of a tree at accelerations that may be any expressions, which count as given: bodies by
 * {@link CompositeSensitivity}, and what is left without them, drives and loads, by differentiating the recursion.
 */
final class TreeSensitivity {
    private final Graph graph;
    private final CompactRobot<Symbol> robot;
    private final BaseSymbols base;
    private final boolean floats;
    private final AppliedLoads<Symbol> applied;
    private final SymbolicCouplings<Symbol> couplings;

    /** q and q̇, as given and in the coordinates of the tree. */
    private final List<List<Symbol>> x;

    private final List<List<Symbol>> inTree;

    /**
     * Matrices row by row; of a robot that floats, rows of the wrench on the base come first, and columns by displacements, on
     * which nothing depends, and turns of the base about its own axes, or by its velocity.
     *
     * @param byLast by efforts, if it is accelerations that are differentiated
     */
    record Matrices(List<List<Symbol>> byPosition, List<List<Symbol>> byVelocity, List<List<Symbol>> byLast) {}

    TreeSensitivity(
            Graph graph,
            CompactRobot<Symbol> robot,
            BaseSymbols base,
            boolean floats,
            AppliedLoads<Symbol> applied,
            SymbolicCouplings<Symbol> couplings,
            List<List<Symbol>> x,
            List<List<Symbol>> inTree) {
        this.graph = graph;
        this.robot = robot;
        this.base = base;
        this.floats = floats;
        this.applied = applied;
        this.couplings = couplings;
        this.x = x;
        this.inTree = inTree;
    }

    /**
     * ∂τ/∂q and ∂τ/∂q̇.
     *
     * @param acceleration in the coordinates of the tree
     */
    Matrices ofTorques(BaseField<Symbol> start, List<Symbol> acceleration) {
        return at(start, acceleration, turns(start.a()));
    }

    /**
     * ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ, rows of a floating base first: A δq̈ = −δτ.
     *
     * @param mass A
     * @param found q̈, after X of a floating base
     */
    Matrices ofAccelerations(BaseField<Symbol> field, SymmetricSystem<Symbol> mass, List<Symbol> found) {
        int first = floats ? 6 : 0;
        BaseField<Symbol> start = floats
                ? field.accelerating(
                        new Vector<>(found.get(0), found.get(1), found.get(2)),
                        new Vector<>(found.get(3), found.get(4), found.get(5)))
                : field;
        List<Symbol> acceleration = couplings.expand(found.subList(first, found.size()));
        // at X as found bodies do not feel turns of the base
        Matrices torques = at(start, acceleration, turns(Vector.zero(graph.constant(0))));
        List<List<Symbol>> byPosition = solved(mass, torques.byPosition);
        // but its classical acceleration, X + g, does
        List<Vector<Symbol>> gravity = turns(base.inBase(robot.gravityInBase()));
        for (int axis = 0; axis < gravity.size(); axis++) {
            for (int r = 0; r < 3; r++) {
                Symbol change = gravity.get(axis).toList().get(r);
                byPosition.get(r).set(3 + axis, byPosition.get(r).get(3 + axis).plus(change));
            }
        }
        return new Matrices(
                byPosition,
                solved(mass, torques.byVelocity),
                mass.inverse().stream()
                        .map(row -> row.subList(first, row.size()))
                        .toList());
    }

    /** −A⁻¹ B. */
    private static List<List<Symbol>> solved(SymmetricSystem<Symbol> mass, List<List<Symbol>> b) {
        List<List<Symbol>> rows = new ArrayList<>();
        b.forEach(row -> rows.add(new ArrayList<>(row)));
        for (int c = 0; c < b.get(0).size(); c++) {
            int column = c;
            List<Symbol> right = b.stream().map(row -> row.get(column).negate()).toList();
            List<Symbol> found = mass.solve(right).x();
            for (int r = 0; r < found.size(); r++) {
                rows.get(r).set(c, found.get(r));
            }
        }
        return rows;
    }

    /** How a vector changes while a floating base turns about its own axes. */
    private List<Vector<Symbol>> turns(Vector<Symbol> vector) {
        return IntStream.range(0, floats ? 3 : 0)
                .mapToObj(axis ->
                        Differentiation.directional(vector.toList(), base.rotationInputs(), base.turnAbout(axis)))
                .map(d -> new Vector<>(d.get(0), d.get(1), d.get(2)))
                .toList();
    }

    /** @param turns how the acceleration of a floating base less gravity changes with its turns */
    private Matrices at(BaseField<Symbol> start, List<Symbol> acceleration, List<Vector<Symbol>> turns) {
        CompactRobot<Symbol> bodies = new CompactRobot<>(
                robot.gravityInBase(),
                robot.links().stream().map(CompactLink::withoutDrive).toList());
        CompactNewtonEuler<Symbol> motion =
                new CompactNewtonEuler<>(bodies, start, robot.unloaded(), inTree.get(0), inTree.get(1), acceleration);
        Vector<Symbol> none = Vector.zero(graph.constant(0));
        List<Change<Symbol>> positions =
                turns.stream().map(a -> new Change<>(a, none, none)).toList();
        // δω = e and δω̇ = 0: η = ω × e
        List<Change<Symbol>> velocities =
                axes().map(e -> new Change<>(none, start.omega().cross(e), e)).toList();
        CompositeSensitivity<Symbol> ofBodies =
                new CompositeSensitivity<>(bodies, motion, inTree.get(1), positions, velocities);
        Matrices ofRest = ofRest(start.gamma(), acceleration);
        return new Matrices(
                sum(gathered(ofBodies.byPosition()), ofRest.byPosition),
                sum(gathered(ofBodies.byVelocity()), ofRest.byVelocity),
                List.of());
    }

    private Stream<Vector<Symbol>> axes() {
        Symbol o = graph.constant(0);
        Symbol one = graph.constant(1);
        return floats ? Stream.of(new Vector<>(one, o, o), new Vector<>(o, one, o), Vector.alongZ(one)) : Stream.of();
    }

    /** Rows and columns of the joint vectors; without the wrench on a base that is held, with three columns of zeros for one that floats. */
    private List<List<Symbol>> gathered(List<List<Symbol>> ofTree) {
        if (!floats) {
            return couplings.gatherMatrix(ofTree.subList(6, ofTree.size()), 0);
        }
        List<Symbol> displacements =
                IntStream.range(0, 3).mapToObj(k -> graph.constant(0)).toList();
        return couplings.gatherMatrix(
                ofTree.stream()
                        .map(row -> Stream.concat(displacements.stream(), row.stream())
                                .toList())
                        .toList(),
                6);
    }

    /** Of the same robot without bodies, whose accelerations are no expressions yet. */
    private Matrices ofRest(Vector<Symbol> gamma, List<Symbol> acceleration) {
        CompactRobot<Symbol> drives = new CompactRobot<>(
                robot.gravityInBase(),
                robot.links().stream()
                        .map(link -> link.with(MassMoments.zero(graph.constant(0))))
                        .toList());
        List<Symbol> unknown = graph.unknowns(3 + acceleration.size());
        BaseField<Symbol> start = new BaseField<>(
                base.omega(),
                new Vector<>(unknown.get(0), unknown.get(1), unknown.get(2)),
                Vector.zero(graph.constant(0)));
        CompactNewtonEuler<Symbol> recursion = new CompactNewtonEuler<>(
                drives,
                start,
                applied.at(inTree.get(0)),
                inTree.get(0),
                inTree.get(1),
                unknown.subList(3, unknown.size()));
        List<Symbol> y = couplings.gather(floats ? withBase(recursion) : recursion.torques(), floats ? 6 : 0);
        List<List<Symbol>> turns = IntStream.range(0, floats ? 3 : 0)
                .mapToObj(axis -> Differentiation.directional(y, base.rotationInputs(), base.turnAbout(axis)))
                .toList();
        List<List<Symbol>> spins = (floats ? base.omegaInputs() : List.<Symbol>of())
                .stream().map(input -> Differentiation.forward(y, input)).toList();
        List<Symbol> values = new ArrayList<>(gamma.toList());
        values.addAll(acceleration);
        return new Matrices(
                rows(y, turns, x.get(0), unknown, values), rows(y, spins, x.get(1), unknown, values), List.of());
    }

    private List<List<Symbol>> rows(
            List<Symbol> y, List<List<Symbol>> ofBase, List<Symbol> by, List<Symbol> unknown, List<Symbol> values) {
        List<Symbol> ofJoints = Differentiation.jacobianForward(y, by);
        List<List<Symbol>> rows = new ArrayList<>();
        for (int r = 0; r < y.size(); r++) {
            List<Symbol> row = new ArrayList<>();
            for (int k = 0; k < ofBase.size(); k++) {
                row.add(graph.constant(0));
            }
            for (List<Symbol> column : ofBase) {
                row.add(column.get(r));
            }
            row.addAll(ofJoints.subList(r * by.size(), (r + 1) * by.size()));
            rows.add(Substitution.of(row, unknown, values));
        }
        return rows;
    }

    /** What holds the base, and the torques. */
    static List<Symbol> withBase(CompactNewtonEuler<Symbol> recursion) {
        Wrench<Symbol> held = recursion.carried(0);
        return Stream.of(held.force().toList(), held.moment().toList(), recursion.torques())
                .flatMap(List::stream)
                .toList();
    }

    private static List<List<Symbol>> sum(List<List<Symbol>> a, List<List<Symbol>> b) {
        return IntStream.range(0, a.size())
                .mapToObj(r -> IntStream.range(0, a.get(r).size())
                        .mapToObj(c -> a.get(r).get(c).plus(b.get(r).get(c)))
                        .toList())
                .toList();
    }
}
