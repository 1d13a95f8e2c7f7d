package dev.catena.compile.trace;

import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.trace.SymmetricSystem.Solution;
import dev.catena.model.Extent;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A robot that stands on contacts, as the hand-written {@code ConstrainedForwardDynamics} and {@code ConstrainedInverseDynamics} have it:
 * M u̇ + h = τ + A λ with d/dt(Aᵀu) = 0, and reactions of least norm, forces counted times a length of the robot. Motors behind springs are
 * coordinates that contacts do not touch.
 */
final class StandingRobot {
    private final ContactRows<Symbol> contacts;

    /** By row of the contacts: of the base where it floats, of joints, and of motors. */
    private final List<List<Symbol>> rows;

    /** By row: 1/length for forces. */
    private final List<Symbol> scales;

    /** Rows that the others are combinations of. */
    private final List<Integer> chosen;

    private final Vector<Symbol> gravity;
    private final List<Symbol> velocity;
    private final Symbol zero;

    /**
     * At positions and velocities of the joints of the tree.
     *
     * @param base of which velocities are read
     * @param projection from six numbers of the base and those of the tree to those of the code's coordinates, motors included
     */
    StandingRobot(
            RobotModel closed,
            CodeInputs inputs,
            CompactRobot<Symbol> robot,
            BaseSymbols base,
            List<List<Symbol>> motion,
            UnaryOperator<List<Symbol>> projection) {
        boolean floats = inputs.base() == BaseInput.FLOATS;
        RobotModel tree = closed.openTree();
        contacts = new ContactRows<>(robot, tree, inputs.contacts(), motion.get(0));
        int first = floats ? 0 : 6;
        rows = contacts.rows().stream()
                .map(projection)
                .map(row -> row.subList(first, row.size()))
                .toList();
        scales = contacts.scales(robot.constant(1 / Extent.of(tree).length()));
        chosen = IndependentRows.of(closed, inputs.contacts(), floats);
        gravity = base.inBase(robot.gravityInBase());
        velocity = new ArrayList<>(base.velocity().toList());
        velocity.addAll(base.omega().toList());
        velocity.addAll(motion.get(1));
        zero = robot.constant(0);
    }

    /** What contacts hold, of a factored mass matrix: M δ − A μ = f with Aᵀδ = g, in the chosen rows. */
    final class Held {
        private final SymmetricSystem<Symbol> mass;
        private final List<List<Symbol>> reduced;
        private final List<List<Symbol>> delassus = new ArrayList<>();
        private final SymmetricSystem<Symbol> stops;

        Held(SymmetricSystem<Symbol> mass) {
            this.mass = mass;
            reduced = chosen.stream().map(row -> mass.reduced(rows.get(row))).toList();
            for (int i = 0; i < chosen.size(); i++) {
                List<Symbol> own = reduced.get(i);
                delassus.add(reduced.subList(0, i + 1).stream()
                        .map(other -> mass.product(own, other))
                        .toList());
            }
            stops = new SymmetricSystem<>(delassus, SymmetricSystem.inSequence(chosen.size()));
        }

        /** @param g by chosen row */
        Answer solve(List<Symbol> f, List<Symbol> g) {
            List<Symbol> free = mass.reduced(f);
            List<Symbol> lacking = IntStream.range(0, g.size())
                    .mapToObj(i -> g.get(i).minus(mass.product(reduced.get(i), free)))
                    .toList();
            Solution<Symbol> reactions = stops.solve(lacking);
            List<Symbol> sum = new ArrayList<>(free);
            for (int i = 0; i < g.size(); i++) {
                Symbol reaction = reactions.x().get(i);
                List<Symbol> own = reduced.get(i);
                IntStream.range(0, sum.size())
                        .forEach(k -> sum.set(k, sum.get(k).plus(own.get(k).times(reaction))));
            }
            return new Answer(mass.expanded(sum), reactions);
        }

        /** The square of how much rows depend on each other, and of how small they are beside all of them. */
        Symbol condition(Answer answer) {
            Symbol condition = smallness();
            for (int i = 0; i < chosen.size(); i++) {
                Symbol part = delassus.get(i)
                        .get(i)
                        .dividedBy(answer.reactions.pivots().get(i));
                condition = condition.plus(part.times(part));
            }
            return condition;
        }
    }

    /** Accelerations, and reactions of chosen rows. */
    record Answer(Solution<Symbol> accelerations, Solution<Symbol> reactions) {}

    /** What is there for a motion: by coordinate what drives have to give, reactions by row, and what must be small. */
    record Taken(List<Symbol> efforts, List<Symbol> reactions, List<Symbol> doubts) {}

    /** How velocities of the chosen rows change along a motion. */
    List<Symbol> accelerations(CompactNewtonEuler<Symbol> motion) {
        List<Symbol> all = allAccelerations(motion);
        return chosen.stream().map(all::get).toList();
    }

    /** How velocities of all rows change. */
    List<Symbol> allAccelerations(CompactNewtonEuler<Symbol> motion) {
        return contacts.accelerations(motion, gravity, velocity);
    }

    /** A μ of the chosen rows. */
    List<Symbol> efforts(List<Symbol> ofChosen) {
        List<Symbol> sums = new ArrayList<>(rows.get(0).stream().map(x -> zero).toList());
        for (int i = 0; i < ofChosen.size(); i++) {
            List<Symbol> row = rows.get(chosen.get(i));
            for (int k = 0; k < sums.size(); k++) {
                sums.set(k, sums.get(k).plus(row.get(k).times(ofChosen.get(i))));
            }
        }
        return sums;
    }

    /** Force and moment by contact. */
    List<Symbol> wrenches(List<Symbol> reactions) {
        return contacts.wrenches(reactions);
    }

    /** The squares of how small rows are beside all of them: some vanish in singular poses, and are rounding nearby. */
    private Symbol smallness() {
        List<Symbol> sizes = chosen.stream()
                .map(row -> ContactRows.product(rows.get(row), rows.get(row))
                        .times(scales.get(row))
                        .times(scales.get(row)))
                .toList();
        Symbol all = sizes.stream().reduce(zero, Symbol::plus);
        return sizes.stream().map(all::dividedBy).reduce(zero, Symbol::plus);
    }

    /**
     * Reactions by row, the condition, and what must vanish.
     *
     * @param combinations by row that was left out, those that are not zero, how it consists of the chosen ones
     */
    record Shared(List<Symbol> reactions, List<Symbol> doubts, List<List<Symbol>> combinations) {}

    /** Reactions of least norm of all that do what those of the chosen rows do: A = A_S Z, Z λ = μ. */
    Shared shared(List<Symbol> ofChosen, Symbol condition) {
        if (chosen.size() == rows.size()) {
            return new Shared(ofChosen, List.of(condition.squareRoot(), zero), List.of());
        }
        List<List<Symbol>> some = chosen.stream().map(rows::get).toList();
        OrthogonalColumns<Symbol> basis = new OrthogonalColumns<>(zero, some);
        List<List<Symbol>> scaled = new ArrayList<>();
        chosen.forEach(row -> scaled.add(new ArrayList<>()));
        List<List<Symbol>> combinations = new ArrayList<>();
        Symbol unlike = zero;
        for (int j = 0; j < rows.size(); j++) {
            List<Symbol> row = rows.get(j);
            boolean holdsNothing = row.stream().allMatch(Symbol::isKnownZero);
            int at = chosen.indexOf(j);
            List<Symbol> parts = at >= 0 || holdsNothing ? List.of() : basis.solve(row);
            for (int i = 0; i < chosen.size(); i++) {
                Symbol part = parts.isEmpty() ? zero.constant(at == i ? 1 : 0) : parts.get(i);
                scaled.get(i).add(part.times(scales.get(j)));
            }
            if (!parts.isEmpty()) {
                combinations.add(parts);
                unlike = unlike.plus(rest(row, some, parts));
            }
        }
        List<Symbol> shares = new OrthogonalColumns<>(zero, scaled).solveTransposed(ofChosen);
        Symbol worst = condition.plus(dependence(basis));
        return new Shared(times(shares), List.of(worst.squareRoot(), unlike.squareRoot()), combinations);
    }

    private List<Symbol> times(List<Symbol> shares) {
        return IntStream.range(0, shares.size())
                .mapToObj(k -> shares.get(k).times(scales.get(k)))
                .toList();
    }

    /** The square of what combinations of rows leave of another, as a part of it. */
    private static Symbol rest(List<Symbol> row, List<List<Symbol>> some, List<Symbol> parts) {
        List<Symbol> left = new ArrayList<>();
        for (int k = 0; k < row.size(); k++) {
            Symbol number = row.get(k);
            for (int i = 0; i < parts.size(); i++) {
                number = number.minus(parts.get(i).times(some.get(i).get(k)));
            }
            left.add(number);
        }
        return ContactRows.product(left, left).dividedBy(ContactRows.product(row, row));
    }

    private static Symbol dependence(OrthogonalColumns<Symbol> columns) {
        List<Symbol> parts = columns.independences();
        Symbol sum = parts.get(0).constant(0);
        for (Symbol part : parts) {
            sum = sum.plus(sum.constant(1).dividedBy(part));
        }
        return sum;
    }

    /**
     * A_U λ = (M u̇ + h)_U in rows that nobody drives, λ of least norm, and τ = (M u̇ + h)_S − A_S λ. What must be small is the condition, by how much
     * the motion breaks contacts, and where more rows are not driven than contacts can fill, the part of what is missing there.
     *
     * @param undriven rows that nobody drives
     * @param filled those of them that contacts can fill whatever is needed
     * @param needed M u̇ + h by coordinate, less what springs do
     * @param size the sum of the squares of what the springs do
     */
    Taken take(
            List<Integer> undriven,
            List<Integer> filled,
            List<Symbol> needed,
            Symbol size,
            CompactNewtonEuler<Symbol> motion) {
        List<List<Symbol>> columns = filled.stream()
                .map(k -> times(rows.stream().map(row -> row.get(k)).toList()))
                .toList();
        List<Symbol> reactions = rows.stream().map(row -> zero).toList();
        Symbol condition = zero;
        if (!filled.isEmpty()) {
            OrthogonalColumns<Symbol> orthogonal = new OrthogonalColumns<>(zero, columns);
            reactions = times(
                    orthogonal.solveTransposed(filled.stream().map(needed::get).toList()));
            condition = dependence(orthogonal);
        }
        List<Symbol> left = new ArrayList<>(needed);
        for (int i = 0; i < reactions.size(); i++) {
            for (int k = 0; k < left.size(); k++) {
                left.set(k, left.get(k).minus(rows.get(i).get(k).times(reactions.get(i))));
            }
        }
        List<Symbol> doubts = new ArrayList<>();
        doubts.add(condition.squareRoot());
        doubts.add(contacts.broken(motion, gravity, velocity).squareRoot());
        if (filled.size() < undriven.size()) {
            doubts.add(missing(undriven, filled, left, needed, size));
        }
        return new Taken(left, reactions, doubts);
    }

    /** What the base does so that contacts are kept, and by row what is broken all the same. */
    record Following(List<Symbol> ofBase, List<Symbol> left) {
        /** As a part of what the base does, and 1. */
        Symbol broken() {
            Symbol size = ContactRows.product(ofBase, ofBase).plus(ofBase.get(0).constant(1));
            return ContactRows.product(left, left).dividedBy(size).squareRoot();
        }
    }

    /**
     * A_bᵀ y = −c of a base that floats.
     *
     * @param lacking c, by row
     */
    Following following(List<Symbol> lacking) {
        List<List<Symbol>> columns = IntStream.range(0, 6)
                .mapToObj(k -> rows.stream().map(row -> row.get(k)).toList())
                .toList();
        List<Symbol> y = new OrthogonalColumns<>(zero, columns)
                .solve(lacking.stream().map(Symbol::negate).toList());
        List<Symbol> left = IntStream.range(0, rows.size())
                .mapToObj(i ->
                        lacking.get(i).plus(ContactRows.product(rows.get(i).subList(0, 6), y)))
                .toList();
        return new Following(y, left);
    }

    /** Aᵀu, by row. */
    List<Symbol> velocities() {
        return contacts.rows().stream()
                .map(row -> ContactRows.product(row, velocity))
                .toList();
    }

    private Symbol missing(
            List<Integer> undriven, List<Integer> filled, List<Symbol> left, List<Symbol> needed, Symbol size) {
        Symbol missing = zero;
        Symbol all = size.plus(size.constant(1));
        for (int k : undriven) {
            all = all.plus(needed.get(k).times(needed.get(k)));
            missing = filled.contains(k) ? missing : missing.plus(left.get(k).times(left.get(k)));
        }
        return missing.dividedBy(all).squareRoot();
    }
}
