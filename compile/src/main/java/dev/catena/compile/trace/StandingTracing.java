package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.trace.StandingRobot.Answer;
import dev.catena.compile.trace.StandingRobot.Following;
import dev.catena.compile.trace.StandingRobot.Held;
import dev.catena.compile.trace.StandingRobot.Shared;
import dev.catena.compile.trace.StandingRobot.Taken;
import dev.catena.compile.trace.StandingSensitivity.Needed;
import dev.catena.compile.trace.StandingSensitivity.Variable;
import dev.catena.model.Contact;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Quantities of a robot with rigid drives that stands on contacts, on symbols. */
public final class StandingTracing {
    /** Name of an output that says whether contacts hold as the code takes it: two or three numbers that must be small. */
    public static final String STANDING = "standing";

    /** What the first of them may be. */
    public static final double LARGEST_CONDITION = 1e7;

    /** What the second may be: of accelerations what rows that were left out have beyond the others, of torques what is broken. */
    public static final double LARGEST_MISFIT = 1e-8;

    /** What the third may be of rates: how much jerks break. */
    public static final double LARGEST_MISFIT_OF_JERKS = 1e-7;

    private static final Set<Quantity> OF_TORQUES =
            EnumSet.of(Quantity.TORQUE, Quantity.TORQUE_RATE, Quantity.TORQUE_SENSITIVITY, Quantity.TORQUE_CURVATURE);

    private static final Set<Quantity> OF_ACCELERATIONS =
            EnumSet.of(Quantity.ACCELERATION, Quantity.ACCELERATION_SENSITIVITY);

    private final Tracing robot;
    private final Graph graph;
    private final BaseSymbols base;
    private final List<List<Symbol>> x;
    private final StandingRobot onFeet;

    StandingTracing(Tracing robot) {
        this.robot = robot;
        graph = robot.graph;
        base = robot.base;
        x = robot.x;
        onFeet = new StandingRobot(
                robot.closed,
                robot.inputs,
                robot.robot,
                base,
                robot.inTree,
                row -> robot.loops == null ? robot.couplings.gather(row, 6) : robot.loops.gather(row, 6));
    }

    /** Whether a quantity is there for a robot that stands. */
    public static boolean isThere(Quantity quantity) {
        return isOfTorques(quantity) || OF_ACCELERATIONS.contains(quantity);
    }

    /** Whether it is one of a motion that is given. */
    public static boolean isOfTorques(Quantity quantity) {
        return OF_TORQUES.contains(quantity);
    }

    /**
     * Whether contacts hold anything, and for torques can take whatever a motion needs.
     *
     * @throws IllegalArgumentException if they do not
     */
    public static void check(RobotModel tree, Quantity quantity, CodeInputs inputs) {
        checkHolding(tree, inputs);
        List<Integer> ofBase = IntStream.range(0, 6).boxed().toList();
        checkChoice(tree, isOfTorques(quantity) ? ofBase : everything(tree, inputs), inputs);
        if (isOfTorques(quantity) && IndependentRows.onBase(tree, inputs.contacts()) < 6) {
            throw new IllegalArgumentException(
                    "the contacts of robot \"%s\" cannot exert every force and moment on its base, so that there are no torques for most motions: add contacts, as a flat one or three points, or take ConstrainedInverseDynamics, which finds out whether a motion needs them"
                            .formatted(tree.name()));
        }
    }

    /**
     * Whether contacts hold anything.
     *
     * @throws IllegalArgumentException if they do not
     */
    private static void checkHolding(RobotModel tree, CodeInputs inputs) {
        List<Contact> contacts = inputs.contacts();
        if (IndependentRows.of(tree, contacts, inputs.base() == BaseInput.FLOATS)
                .isEmpty()) {
            throw new IllegalArgumentException(
                    "the contacts of robot \"%s\" hold nothing that moves: leave them out".formatted(tree.name()));
        }
    }

    /** The same of elastic drives, which need not be able to take whatever a motion needs. */
    public static void checkElastic(RobotModel robot, boolean ofAccelerations, CodeInputs inputs) {
        checkHolding(robot, inputs);
        int first = inputs.base() == BaseInput.FLOATS ? 6 : 0;
        List<Integer> undriven =
                new ArrayList<>(IntStream.range(0, first).boxed().toList());
        List<Joint> joints = robot.independentJoints();
        robot.elasticJoints().forEach(joint -> undriven.add(first + joints.indexOf(joint)));
        checkChoice(robot, ofAccelerations ? everything(robot, inputs) : undriven, inputs);
    }

    private static List<Integer> everything(RobotModel robot, CodeInputs inputs) {
        int first = inputs.base() == BaseInput.FLOATS ? 6 : 0;
        return IntStream.range(0, first + robot.independentJoints().size())
                .boxed()
                .toList();
    }

    /**
     * Cut joints share with contacts where there is a choice, and are not in the code.
     *
     * @param coordinates that reactions follow from
     * @throws IllegalArgumentException if a robot with loops has more contacts than follow from them
     */
    private static void checkChoice(RobotModel robot, List<Integer> coordinates, CodeInputs inputs) {
        if (!robot.hasLoops()) {
            return;
        }
        List<Contact> contacts = inputs.contacts();
        boolean floats = inputs.base() == BaseInput.FLOATS;
        int acting = IndependentRows.acting(robot, contacts, floats);
        int needed =
                IndependentRows.filled(robot, contacts, floats, coordinates).size();
        if (acting > needed) {
            throw new IllegalArgumentException(
                    "contacts of robot \"%s\" and its closed loops share what they hold in many ways, %s of %s rows would do: leave contacts out until there is one way, as with one flat foot, or take ConstrainedForwardDynamics or ConstrainedInverseDynamics, which share with least norm"
                            .formatted(robot.name(), needed, acting));
        }
    }

    List<OutputVector> trace(Quantity quantity) {
        List<String> names = quantity.parts().stream().map(Quantity::symbol).toList();
        return switch (quantity) {
            case ACCELERATION -> accelerations(names);
            case ACCELERATION_SENSITIVITY -> accelerationSensitivity(names);
            case TORQUE -> torques(names);
            case TORQUE_RATE -> torqueRates(names);
            case TORQUE_SENSITIVITY -> torqueSensitivity(names);
            default -> torqueCurvature(names);
        };
    }

    private int first() {
        return robot.floats() ? 6 : 0;
    }

    private Held held() {
        return onFeet.new Held(robot.factoredMassMatrix());
    }

    /** Λ λ = −(the rows' accelerations without reactions), and M u̇ = f + A λ. */
    private Answer answer(Held held) {
        CompactNewtonEuler<Symbol> bias = robot.bias();
        return held.solve(
                robot.unbalanced(bias),
                onFeet.accelerations(bias).stream().map(Symbol::negate).toList());
    }

    private List<OutputVector> accelerations(List<String> names) {
        Held held = held();
        Answer answer = answer(held);
        Shared shared = onFeet.shared(answer.reactions().x(), held.condition(answer));
        List<Symbol> found = answer.accelerations().x();
        List<OutputVector> outputs = new ArrayList<>();
        outputs.add(new OutputVector(names.get(0), found.subList(first(), found.size())));
        if (robot.floats()) {
            outputs.add(new OutputVector("baseAcceleration", robot.classical(found.subList(0, 6))));
        }
        outputs.add(new OutputVector("contactWrench", onFeet.wrenches(shared.reactions())));
        return checked(outputs, felt(answer), shared.doubts());
    }

    private List<Symbol> felt(Answer answer) {
        List<Symbol> pivots = answer.accelerations().pivots();
        return robot.floats() ? Tracing.jointsFirst(pivots) : pivots;
    }

    static List<OutputVector> checked(List<OutputVector> outputs, List<Symbol> pivots, List<Symbol> doubts) {
        List<Symbol> last =
                Tracing.joined(pivots, doubts.stream().map(Symbol::negate).toList());
        return Tracing.and(Tracing.and(outputs, STANDING, doubts), Tracing.PIVOTS, last);
    }

    private List<OutputVector> accelerationSensitivity(List<String> names) {
        Held held = held();
        Answer answer = answer(held);
        StandingSensitivity sensitivity = new StandingSensitivity(graph, onFeet, held, answer, this::needed);
        List<List<Symbol>> byPosition = sensitivity.by(ofPosition());
        if (robot.floats()) {
            byPosition = StandingSensitivity.classical(
                    byPosition, base.inBase(robot.robot.gravityInBase()).toList(), ofPosition());
        }
        List<Integer> joints =
                IntStream.range(0, x.get(0).size()).mapToObj(k -> first() + k).toList();
        List<OutputVector> outputs = List.of(
                new OutputVector(names.get(0), byRow(byPosition)),
                new OutputVector(names.get(1), byRow(sensitivity.by(ofVelocity()))),
                new OutputVector(names.get(2), byRow(sensitivity.byEfforts(joints))));
        return checked(outputs, felt(answer), sensitivity.doubts(pose()));
    }

    /** What accelerations need, X of a floating base first. */
    private Needed needed(List<Symbol> accelerations) {
        List<Symbol> ofJoints = accelerations.subList(first(), accelerations.size());
        List<List<Symbol>> motion = robot.loops == null
                ? List.of(robot.inTree.get(0), robot.inTree.get(1), robot.couplings.expand(ofJoints))
                : robot.loops.motion(x.get(1), ofJoints);
        BaseField<Symbol> start = robot.floats() ? robot.field().accelerating(accelerations) : robot.field();
        CompactNewtonEuler<Symbol> recursion = new CompactNewtonEuler<>(
                robot.robot, start, robot.applied.at(motion.get(0)), motion.get(0), motion.get(1), motion.get(2));
        return new Needed(efforts(recursion), recursion);
    }

    /** Of the base where it floats, and of joints. */
    private List<Symbol> efforts(CompactNewtonEuler<Symbol> recursion) {
        return robot.floats()
                ? robot.efforts(TreeSensitivity.withBase(recursion), 6)
                : robot.efforts(recursion.torques(), 0);
    }

    /** How the pose of the joints changes along the motion. */
    private Variable pose() {
        return robot.loops == null
                ? new Variable(x.get(0), x.get(1))
                : new Variable(robot.loops.poseNodes(), robot.loops.poseRates(x.get(1)));
    }

    private List<Variable> ofPosition() {
        List<Variable> variables = StandingSensitivity.displacements(base, robot.floats());
        for (int k = 0; k < x.get(0).size(); k++) {
            variables.add(
                    robot.loops == null
                            ? Variable.of(x.get(0).get(k))
                            : new Variable(robot.loops.poseNodes(), robot.loops.poseRates(k)));
        }
        return variables;
    }

    private List<Variable> ofVelocity() {
        List<Variable> variables = StandingSensitivity.velocities(base, robot.floats());
        x.get(1).forEach(input -> variables.add(Variable.of(input)));
        return variables;
    }

    /** Columns row by row. */
    static List<Symbol> byRow(List<List<Symbol>> columns) {
        List<Symbol> entries = new ArrayList<>();
        for (int row = 0; row < columns.get(0).size(); row++) {
            for (List<Symbol> column : columns) {
                entries.add(column.get(row));
            }
        }
        return entries;
    }

    /** A_U λ = (M u̇ + h)_U in the rows of the base, and τ = (M u̇ + h)_S − A_S λ. */
    private Taken taken(CompactNewtonEuler<Symbol> recursion) {
        List<Integer> ofBase = IntStream.range(0, 6).boxed().toList();
        return onFeet.take(ofBase, ofBase, efforts(recursion), graph.constant(0), recursion);
    }

    private static List<Symbol> tau(Taken taken) {
        return taken.efforts().subList(6, taken.efforts().size());
    }

    private CompactNewtonEuler<Symbol> recursion() {
        return robot.newtonEuler(robot.robot, robot.field());
    }

    private List<OutputVector> torques(List<String> names) {
        Taken taken = taken(recursion());
        return checked(
                List.of(
                        new OutputVector(names.get(0), tau(taken)),
                        new OutputVector("contactWrench", onFeet.wrenches(taken.reactions()))),
                List.of(),
                taken.doubts());
    }

    /** Along a motion, in which the jerk of the base is the one that keeps the contacts. */
    private List<OutputVector> torqueRates(List<String> names) {
        CompactNewtonEuler<Symbol> recursion = recursion();
        Taken taken = taken(recursion);
        List<Symbol> nodes = new ArrayList<>(pose().nodes());
        List<Symbol> rates = new ArrayList<>(pose().direction());
        for (int order = 1; order < 3; order++) {
            nodes.addAll(x.get(order));
            rates.addAll(x.get(order + 1));
        }
        nodes.addAll(robot.wrenches);
        rates.addAll(robot.wrenchRates);
        nodes.addAll(base.inputs());
        List<Symbol> without = Tracing.joined(rates, base.ratesWith(Collections.nCopies(6, graph.constant(0))));
        Following jerk =
                onFeet.following(Differentiation.directional(onFeet.allAccelerations(recursion), nodes, without));
        List<Symbol> y = jerk.ofBase();
        rates.addAll(base.ratesWith(y));
        List<Symbol> tau = tau(taken);
        List<OutputVector> outputs = List.of(
                new OutputVector(names.get(0), tau),
                new OutputVector(names.get(1), Differentiation.directional(tau, nodes, rates)),
                new OutputVector("baseJerk", y),
                new OutputVector("contactWrench", onFeet.wrenches(taken.reactions())),
                new OutputVector(
                        "contactWrenchRate",
                        onFeet.wrenches(Differentiation.directional(taken.reactions(), nodes, rates))));
        return checked(outputs, List.of(), Tracing.joined(taken.doubts(), List.of(jerk.broken())));
    }

    private List<OutputVector> torqueSensitivity(List<String> names) {
        Taken taken = taken(recursion());
        List<Symbol> tau = tau(taken);
        List<Variable> byAcceleration = new ArrayList<>();
        Tracing.joined(base.accelerationInputs(), x.get(2)).forEach(input -> byAcceleration.add(Variable.of(input)));
        return checked(
                List.of(
                        new OutputVector(names.get(0), by(tau, ofPosition())),
                        new OutputVector(names.get(1), by(tau, ofVelocity())),
                        new OutputVector(names.get(2), by(tau, byAcceleration))),
                List.of(),
                taken.doubts());
    }

    /** Derivatives of y, row by row. */
    static List<Symbol> by(List<Symbol> y, List<Variable> variables) {
        return byRow(variables.stream()
                .map(variable -> variable.nodes().isEmpty()
                        ? y.stream().map(one -> one.constant(0)).toList()
                        : Differentiation.directional(y, variable.nodes(), variable.direction()))
                .toList());
    }

    private List<OutputVector> torqueCurvature(List<String> names) {
        Taken taken = taken(recursion());
        List<Symbol> entries = FloatingCurvature.of(graph, base, x, robot.loops, tau(taken), x.get(3));
        return checked(List.of(new OutputVector(names.get(0), entries)), List.of(), taken.doubts());
    }
}
