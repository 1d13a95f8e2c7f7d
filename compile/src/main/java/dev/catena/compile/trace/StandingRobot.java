package dev.catena.compile.trace;

import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.trace.SymmetricSystem.Solution;
import dev.catena.model.Contact;
import dev.catena.model.Extent;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A tree that stands on contacts, as the hand-written {@code ConstrainedForwardDynamics} and {@code ConstrainedInverseDynamics} have it:
 * M u̇ + h = τ + A λ with d/dt(Aᵀu) = 0, and reactions of least norm, forces counted times a length of the robot.
 */
public final class StandingRobot {
    /** Name of an output that says whether contacts hold as the code takes it: two numbers that must be small. */
    public static final String STANDING = "standing";

    /** What the first of them may be. */
    public static final double LARGEST_CONDITION = 1e7;

    /** What the second may be: of accelerations what rows that were left out have beyond the others, of torques what is broken. */
    public static final double LARGEST_MISFIT = 1e-8;

    private final boolean floats;
    private final SymbolicCouplings<Symbol> couplings;
    private final ContactRows<Symbol> contacts;

    /** By row of the contacts: of the base where it floats, and of joints. */
    private final List<List<Symbol>> rows;

    /** By row: 1/length for forces. */
    private final List<Symbol> scales;

    /** Rows that the others are combinations of. */
    private final List<Integer> chosen;

    private final Vector<Symbol> gravity;
    private final List<Symbol> velocity;

    /**
     * At positions and velocities of the joints of the tree.
     *
     * @param base of which velocities are read
     */
    StandingRobot(
            RobotModel tree,
            CodeInputs inputs,
            CompactRobot<Symbol> robot,
            SymbolicCouplings<Symbol> couplings,
            BaseSymbols base,
            List<List<Symbol>> motion) {
        floats = inputs.base() == BaseInput.FLOATS;
        this.couplings = couplings;
        contacts = new ContactRows<>(robot, tree, inputs.contacts(), motion.get(0));
        int first = floats ? 0 : 6;
        rows = contacts.rows().stream()
                .map(row -> couplings.gather(row, 6))
                .map(row -> row.subList(first, row.size()))
                .toList();
        scales = contacts.scales(robot.constant(1 / Extent.of(tree).length()));
        chosen = IndependentRows.of(tree, inputs.contacts(), floats);
        gravity = base.inBase(robot.gravityInBase());
        velocity = new ArrayList<>(base.velocity().toList());
        velocity.addAll(base.omega().toList());
        velocity.addAll(motion.get(1));
    }

    /**
     * Whether contacts hold anything, and for torques can take whatever a motion needs.
     *
     * @throws IllegalArgumentException if they do not
     */
    public static void check(RobotModel tree, Quantity quantity, CodeInputs inputs) {
        List<Contact> contacts = inputs.contacts();
        boolean floats = inputs.base() == BaseInput.FLOATS;
        if (IndependentRows.of(tree, contacts, floats).isEmpty()) {
            throw new IllegalArgumentException(
                    "the contacts of robot \"%s\" hold nothing that moves: leave them out".formatted(tree.name()));
        }
        if (quantity == Quantity.TORQUE && IndependentRows.onBase(tree, contacts) < 6) {
            throw new IllegalArgumentException(
                    "the contacts of robot \"%s\" cannot exert every force and moment on its base, so that there are no torques for most motions: add contacts, as a flat one or three points, or take ConstrainedInverseDynamics, which finds out whether a motion needs them"
                            .formatted(tree.name()));
        }
    }

    /** Torques of a robot on its feet are those for a motion of its base too. */
    static BaseInput told(Quantity quantity, CodeInputs inputs) {
        return quantity == Quantity.TORQUE && !inputs.contacts().isEmpty() ? BaseInput.MOVES : inputs.base();
    }

    /**
     * Λ λ = −(the rows' accelerations without reactions), and M u̇ = f + A λ.
     *
     * @param right f
     * @param bias a motion in which nothing accelerates
     */
    List<OutputVector> accelerations(
            SymmetricSystem<Symbol> mass, List<Symbol> right, CompactNewtonEuler<Symbol> bias) {
        List<Symbol> free = mass.reduced(right);
        List<Symbol> ofBias = contacts.accelerations(bias, gravity, velocity);
        List<List<Symbol>> reduced =
                chosen.stream().map(row -> mass.reduced(rows.get(row))).toList();
        List<List<Symbol>> delassus = new ArrayList<>();
        List<Symbol> stopping = new ArrayList<>();
        for (int i = 0; i < chosen.size(); i++) {
            List<Symbol> own = reduced.get(i);
            delassus.add(reduced.subList(0, i + 1).stream()
                    .map(other -> mass.product(own, other))
                    .toList());
            stopping.add(ofBias.get(chosen.get(i)).plus(mass.product(own, free)).negate());
        }
        Solution<Symbol> held = SymmetricSystem.solve(delassus, stopping);
        List<Symbol> sum = new ArrayList<>(free);
        Symbol condition = smallness();
        for (int i = 0; i < chosen.size(); i++) {
            Symbol reaction = held.x().get(i);
            List<Symbol> own = reduced.get(i);
            IntStream.range(0, sum.size())
                    .forEach(k -> sum.set(k, sum.get(k).plus(own.get(k).times(reaction))));
            Symbol part = delassus.get(i).get(i).dividedBy(held.pivots().get(i));
            condition = condition.plus(part.times(part));
        }
        Solution<Symbol> solution = mass.expanded(sum);
        Shared shared = chosen.size() == rows.size()
                ? new Shared(held.x(), List.of(condition.squareRoot(), condition.constant(0)))
                : shared(held.x(), condition);
        String name = Quantity.ACCELERATION.symbol();
        List<Symbol> x = solution.x();
        if (!floats) {
            return outputs(List.of(new OutputVector(name, x)), shared, solution.pivots());
        }
        List<OutputVector> found = List.of(
                new OutputVector(name, x.subList(6, x.size())),
                new OutputVector("baseAcceleration", Tracing.classical(x.subList(0, 6), gravity)));
        return outputs(found, shared, Tracing.jointsFirst(solution.pivots()));
    }

    private List<OutputVector> outputs(List<OutputVector> found, Shared shared, List<Symbol> pivots) {
        List<OutputVector> wrenches = Tracing.and(found, "contactWrench", contacts.wrenches(shared.reactions));
        List<Symbol> checked = shared.doubts.stream().map(Symbol::negate).toList();
        return Tracing.and(
                Tracing.and(wrenches, STANDING, shared.doubts), Tracing.PIVOTS, Tracing.joined(pivots, checked));
    }

    /** The squares of how small rows are beside all of them: some vanish in singular poses, and are rounding nearby. */
    private Symbol smallness() {
        List<Symbol> sizes = chosen.stream()
                .map(row -> ContactRows.product(rows.get(row), rows.get(row))
                        .times(scales.get(row))
                        .times(scales.get(row)))
                .toList();
        Symbol all = sizes.stream().reduce(scales.get(0).constant(0), Symbol::plus);
        return sizes.stream().map(all::dividedBy).reduce(all.constant(0), Symbol::plus);
    }

    /** Reactions by row, the condition, and what must vanish. */
    private record Shared(List<Symbol> reactions, List<Symbol> doubts) {}

    /** Those of least norm of all reactions that do what those of the chosen rows do: A = A_S Z, Z λ = μ. */
    private Shared shared(List<Symbol> ofChosen, Symbol ofDelassus) {
        List<List<Symbol>> some = chosen.stream().map(rows::get).toList();
        Symbol zero = ofDelassus.constant(0);
        OrthogonalColumns<Symbol> basis = new OrthogonalColumns<>(zero, some);
        List<List<Symbol>> scaled = new ArrayList<>();
        chosen.forEach(row -> scaled.add(new ArrayList<>()));
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
                unlike = unlike.plus(rest(row, some, parts));
            }
        }
        List<Symbol> shares = new OrthogonalColumns<>(zero, scaled).solveTransposed(ofChosen);
        Symbol condition = ofDelassus.plus(dependence(basis));
        return new Shared(times(shares), List.of(condition.squareRoot(), unlike.squareRoot()));
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

    /** A_U λ = (M u̇ + h)_U in the rows of the base, λ of least norm, and τ = (M u̇ + h)_S − A_S λ. */
    List<OutputVector> torques(CompactNewtonEuler<Symbol> motion) {
        Wrench<Symbol> carried = motion.carried(0);
        List<Symbol> lacking = new ArrayList<>(carried.force().toList());
        lacking.addAll(carried.moment().toList());
        List<List<Symbol>> onBase = IntStream.range(0, 6)
                .mapToObj(k -> times(rows.stream().map(row -> row.get(k)).toList()))
                .toList();
        OrthogonalColumns<Symbol> columns = new OrthogonalColumns<>(lacking.get(0), onBase);
        List<Symbol> reactions = times(columns.solveTransposed(lacking));
        List<Symbol> efforts = new ArrayList<>(couplings.gather(motion.torques(), 0));
        for (int i = 0; i < reactions.size(); i++) {
            for (int k = 0; k < efforts.size(); k++) {
                Symbol taken = rows.get(i).get(6 + k).times(reactions.get(i));
                efforts.set(k, efforts.get(k).minus(taken));
            }
        }
        Symbol broken = contacts.broken(motion, gravity, velocity);
        Shared shared = new Shared(reactions, List.of(dependence(columns).squareRoot(), broken.squareRoot()));
        return outputs(List.of(new OutputVector(Quantity.TORQUE.symbol(), efforts)), shared, List.of());
    }
}
