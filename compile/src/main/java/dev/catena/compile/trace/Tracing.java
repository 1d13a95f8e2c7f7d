package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.trace.CompactWrenches.CompactBody;
import dev.catena.compile.trace.SymmetricSystem.Solution;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.StateVariable;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs the recursions for a robot on symbols. */
public final class Tracing {
    /** Name of an output that is there to be checked: what joints, and then a floating base, feel. */
    public static final String PIVOTS = "pivots";

    /** Name of an output that says whether closed loops were closed. */
    public static final String CLOSURE = "closure";

    /** Beyond this number of joints only articulated bodies are tried. */
    private static final int MOST_JOINTS_OF_MATRIX = 40;

    /** Beyond this number of joints composite bodies are the shorter way to derivatives. */
    private static final int MOST_JOINTS_OF_TWO_WAYS = 8;

    final Graph graph = new Graph();
    final RobotModel closed;
    final RobotModel model;
    final CodeInputs inputs;
    private final OpenedRobot opened;
    final List<List<Symbol>> x;
    final SymbolicCouplings<Symbol> couplings;
    final @Nullable SymbolicLoops loops;

    /** q, and as far as they are given q̇, q̈ and q⃛, in the coordinates of the tree. */
    final List<List<Symbol>> inTree;

    final BaseSymbols base;
    final List<Symbol> wrenches;
    final List<Symbol> wrenchRates;
    final CompactRobot<Symbol> robot;
    final AppliedLoads<Symbol> applied;

    private Tracing(RobotModel closed, Quantity quantity, CodeInputs inputs, List<String> openFriction) {
        this.closed = closed;
        model = closed.openTree();
        this.inputs = inputs;
        x = quantity.inputs().stream()
                .map(variable -> graph.input(variable.key(), length(closed, variable, inputs)))
                .toList();
        LoopFormula formula = LoopFormula.forCode(closed, inputs);
        List<Symbol> start =
                closed.hasLoops() && formula.isMissing() ? graph.input("start", model.jointCount()) : List.of();
        couplings = new SymbolicCouplings<>(model, graph::constant);
        boolean isTold = !inputs.contacts().isEmpty() && StandingTracing.isOfTorques(quantity);
        int ofBase = isTold ? BaseSymbols.ACCELERATION : numbersOfBase(quantity, inputs.base());
        base = new BaseSymbols(graph, ofBase == 0 ? List.of() : graph.input("base", ofBase));
        boolean loaded = inputs.hasWrenches() && OpenedRobot.dependsOnWrenches(quantity);
        int ofWrenches = 6 * inputs.loadedBodies().size();
        wrenches = loaded ? graph.input("wrenches", ofWrenches) : List.of();
        wrenchRates = loaded && quantity == Quantity.TORQUE_RATE ? graph.input("wrenchRates", ofWrenches) : List.of();
        opened = OpenedRobot.of(graph, closed, quantity, inputs, openFriction);
        robot = opened.robot();
        applied = new AppliedLoads<>(robot, model, inputs, base.pose(), opened.places(), wrenches, wrenchRates);
        loops = closed.hasLoops()
                ? new SymbolicLoops(closed, graph, robot, opened.cuts(), couplings, formula, x.get(0), start)
                : null;
        if (loops != null) {
            inTree = loops.motion(given(quantity, StateVariable.VELOCITY), given(quantity, StateVariable.ACCELERATION));
        } else {
            inTree = couplings.isEmpty() ? x : x.stream().map(couplings::expand).toList();
        }
    }

    /** An input vector, empty if the quantity does not depend on it. */
    private List<Symbol> given(Quantity quantity, StateVariable variable) {
        int at = quantity.inputs().indexOf(variable);
        return at < 0 ? List.of() : x.get(at);
    }

    /** Positions and their derivatives are those of independent joints, efforts those of actuators; a floating base has six factors first. */
    private static int length(RobotModel closed, StateVariable variable, CodeInputs inputs) {
        return switch (variable) {
            case EFFORT -> closed.activeJoints().size();
            case FACTOR ->
                (inputs.base() == BaseInput.FLOATS && inputs.contacts().isEmpty() ? 6 : 0)
                        + closed.activeJoints().size();
            default -> closed.independentJoints().size();
        };
    }

    /** What so many numbers of the output {@value #CLOSURE} must be smaller than. */
    public static List<Double> largestDoubts(int count) {
        return LoopDoubts.largest(count);
    }

    /** The parameters that are open, in the order of the input vector. */
    public static List<OpenParameter> parameters(RobotModel model, Quantity quantity, CodeInputs inputs) {
        return OpenedRobot.parameters(model, quantity, inputs);
    }

    /** How many numbers of the base's motion a quantity depends on. */
    private static int numbersOfBase(Quantity quantity, BaseInput base) {
        if (base == BaseInput.RESTS || quantity == Quantity.MASS_MATRIX) {
            return 0;
        }
        return switch (quantity) {
            case POSE, GRAVITY -> BaseSymbols.POSE;
            case ENERGY -> BaseSymbols.VELOCITY;
            case TORQUE_SENSITIVITY, TORQUE_CURVATURE, REGRESSOR -> BaseSymbols.ACCELERATION;
            case TORQUE_RATE -> base == BaseInput.FLOATS ? BaseSymbols.VELOCITY : BaseSymbols.JERK;
            default -> base == BaseInput.FLOATS ? BaseSymbols.VELOCITY : BaseSymbols.ACCELERATION;
        };
    }

    /**
     * The outputs of a quantity: its parts; of a robot that floats, the base's acceleration where that is a result, and its
     * jerk with rates of torques. Where it is a solution with inertias, a last one, {@value #PIVOTS}, has what joints and
     * then the base feel.
     */
    public static List<OutputVector> of(RobotModel model, Quantity quantity, CodeInputs inputs) {
        return of(model, quantity, inputs, List.of());
    }

    /** As above; Coulomb and viscous friction of some joints follow in the vector "parameters". */
    public static List<OutputVector> of(
            RobotModel model, Quantity quantity, CodeInputs inputs, List<String> openFriction) {
        Tracing tracing = new Tracing(model, quantity, inputs, openFriction);
        List<OutputVector> outputs =
                inputs.contacts().isEmpty() ? tracing.trace(quantity) : new StandingTracing(tracing).trace(quantity);
        return tracing.loops == null ? outputs : withClosure(outputs, tracing.loops);
    }

    /** Before what is there to be checked: the pose of all joints, and how well it closes the loops. */
    private static List<OutputVector> withClosure(List<OutputVector> outputs, SymbolicLoops loops) {
        List<OutputVector> all = new ArrayList<>(outputs);
        boolean hasPivots = outputs.get(outputs.size() - 1).name().equals(PIVOTS);
        List<Symbol> checked = hasPivots ? all.remove(all.size() - 1).components() : List.of();
        all.add(new OutputVector("joints", loops.pose()));
        all.add(new OutputVector(CLOSURE, loops.doubts()));
        all.add(new OutputVector(
                PIVOTS,
                joined(checked, loops.doubts().stream().map(Symbol::negate).toList())));
        return all;
    }

    boolean floats() {
        return inputs.base() == BaseInput.FLOATS;
    }

    BaseField<Symbol> field() {
        return base.field(robot.gravityInBase());
    }

    private List<OutputVector> trace(Quantity quantity) {
        List<String> names = quantity.parts().stream().map(Quantity::symbol).toList();
        return switch (quantity) {
            case TORQUE, BIAS -> floats() ? floatingTorque(names) : vectors(names, torque());
            case GRAVITY -> vectors(names, torque());
            case TORQUE_RATE ->
                loops != null
                        ? closedTorqueRate(names, loops)
                        : floats() ? floatingTorqueRate(names) : torqueRate(names);
            case JOINT_WRENCH -> jointWrenches(names);
            case ACCELERATION -> acceleration(names);
            case MASS_MATRIX -> vectors(names, flat(massMatrix()));
            case POSE -> vectors(names, poses());
            case ENERGY -> vectors(names, energy());
            case REGRESSOR -> vectors(names, regressor());
            case TORQUE_SENSITIVITY -> torqueSensitivity(names);
            case ACCELERATION_SENSITIVITY -> accelerationSensitivity(names);
            case TORQUE_CURVATURE -> vectors(names, torqueCurvature());
            default -> throw new IllegalArgumentException("%s is not traced".formatted(quantity.key()));
        };
    }

    private List<Symbol> torqueCurvature() {
        List<Symbol> factors = x.get(3);
        if (floats()) {
            List<Symbol> held = efforts(TreeSensitivity.withBase(newtonEuler(robot, field())), 6);
            return FloatingCurvature.of(graph, base, x, loops, held, factors);
        }
        return loops == null
                ? Differentiation.contractedHessian(
                        torque(),
                        factors,
                        x.subList(0, 3).stream().flatMap(List::stream).toList())
                : loops.contractedHessian(torque(), factors, joined(x.get(1), x.get(2)));
    }

    @SafeVarargs
    private static List<OutputVector> vectors(List<String> names, List<Symbol>... values) {
        return IntStream.range(0, values.length)
                .mapToObj(k -> new OutputVector(names.get(k), values[k]))
                .toList();
    }

    static List<OutputVector> and(List<OutputVector> outputs, String name, List<Symbol> values) {
        List<OutputVector> all = new ArrayList<>(outputs);
        all.add(new OutputVector(name, values));
        return all;
    }

    private static List<Symbol> flat(List<List<Symbol>> rows) {
        return rows.stream().flatMap(List::stream).toList();
    }

    static List<Symbol> joined(List<Symbol> a, List<Symbol> b) {
        return Stream.concat(a.stream(), b.stream()).toList();
    }

    /** q, q̇ and q̈, as far as they are given. */
    private List<List<Symbol>> motion() {
        return List.of(
                inTree.get(0),
                inTree.size() > 1 ? inTree.get(1) : robot.zeros(),
                inTree.size() > 2 ? inTree.get(2) : robot.zeros());
    }

    CompactNewtonEuler<Symbol> newtonEuler(CompactRobot<Symbol> of, BaseField<Symbol> start) {
        List<List<Symbol>> m = motion();
        return new CompactNewtonEuler<>(of, start, applied.at(m.get(0)), m.get(0), m.get(1), m.get(2));
    }

    /** τ of positions, and velocities and accelerations as far as they are given, the base moved as told. */
    private List<Symbol> torque() {
        return efforts(newtonEuler(robot, field()).torques(), 0);
    }

    /** Efforts of the joint vectors, or of the actuators of loops, from those of the tree. */
    List<Symbol> efforts(List<Symbol> ofTree, int first) {
        return loops == null ? couplings.gather(ofTree, first) : loops.efforts(ofTree, first);
    }

    private List<OutputVector> floatingTorque(List<String> names) {
        List<List<Symbol>> m = motion();
        FloatingNewtonEuler<Symbol> floating =
                new FloatingNewtonEuler<>(robot, field(), applied.at(m.get(0)), motion());
        return and(
                and(
                        vectors(names, efforts(floating.torques(), 0)),
                        "baseAcceleration",
                        classical(floating.baseAcceleration())),
                PIVOTS,
                floating.pivots());
    }

    /** X with gravity added back. */
    List<Symbol> classical(List<Symbol> start) {
        return classical(start, base.inBase(robot.gravityInBase()));
    }

    static List<Symbol> classical(List<Symbol> x, Vector<Symbol> g) {
        return joined(
                List.of(x.get(0).plus(g.x()), x.get(1).plus(g.y()), x.get(2).plus(g.z())), x.subList(3, 6));
    }

    private List<OutputVector> floatingTorqueRate(List<String> names) {
        List<Symbol> q = inTree.get(0);
        FloatingNewtonEuler<Symbol> floating = new FloatingNewtonEuler<>(robot, field(), applied.at(q), motion());
        FloatingNewtonEuler.Rates<Symbol> rates =
                floating.rates(values -> applied.ratesAt(q, values), inTree.subList(1, 4));
        List<OutputVector> outputs = and(
                vectors(names, couplings.gather(floating.torques(), 0), couplings.gather(rates.torqueRates(), 0)),
                "baseAcceleration",
                classical(floating.baseAcceleration()));
        return and(and(outputs, "baseJerk", rates.baseJerk()), PIVOTS, floating.pivots());
    }

    /** With loops: what a motion needs, differentiated along the motion. */
    private List<OutputVector> closedTorqueRate(List<String> names, SymbolicLoops closed) {
        List<Symbol> nodes = new ArrayList<>(closed.poseNodes());
        List<Symbol> rates = new ArrayList<>(closed.poseRates(x.get(1)));
        for (int order = 1; order < 3; order++) {
            nodes.addAll(x.get(order));
            rates.addAll(x.get(order + 1));
        }
        nodes.addAll(wrenches);
        rates.addAll(wrenchRates);
        nodes.addAll(base.movingInputs(floats()));
        if (!floats()) {
            rates.addAll(base.rates(List.of()));
            List<Symbol> tau = torque();
            return vectors(names, tau, Differentiation.directional(tau, nodes, rates));
        }
        List<OutputVector> values = floatingTorque(names.subList(0, 1));
        List<Symbol> tau = values.get(0).components();
        List<Symbol> acceleration = values.get(1).components();
        rates.addAll(base.rates(acceleration));
        List<Symbol> componentRates = Differentiation.directional(acceleration, nodes, rates);
        List<OutputVector> outputs = and(
                vectors(names, tau, Differentiation.directional(tau, nodes, rates)), "baseAcceleration", acceleration);
        return and(
                and(outputs, "baseJerk", base.inertialRate(acceleration, componentRates)),
                PIVOTS,
                values.get(2).components());
    }

    private List<OutputVector> torqueRate(List<String> names) {
        BaseField<Symbol> start = field();
        // γ' = ι − ω × γ, a' = j − ω × (a − g)
        CompactForceRates<Symbol> rates = new CompactForceRates<>(
                newtonEuler(robot, start),
                base.angularJerk().plus(start.gamma().cross(start.omega())),
                base.jerk().plus(start.a().cross(start.omega())),
                values -> applied.ratesAt(inTree.get(0), values),
                robot,
                inTree.subList(1, 4));
        return vectors(names, couplings.gather(rates.torques(), 0), couplings.gather(rates.torqueRates(), 0));
    }

    /** Of loops, what the cut joints carry acts on the tree, and is given too; of a base that floats, its acceleration. */
    private List<OutputVector> jointWrenches(List<String> names) {
        List<List<Symbol>> m = motion();
        if (!floats()) {
            return jointWrenches(
                    names,
                    m,
                    field(),
                    loops == null ? List.of() : newtonEuler(robot, field()).torques());
        }
        FloatingNewtonEuler<Symbol> free = new FloatingNewtonEuler<>(robot, field(), applied.at(m.get(0)), m);
        List<Symbol> x0 = free.baseAcceleration();
        BaseField<Symbol> moving = field().accelerating(
                        new Vector<>(x0.get(0), x0.get(1), x0.get(2)), new Vector<>(x0.get(3), x0.get(4), x0.get(5)));
        List<OutputVector> outputs = jointWrenches(names, m, moving, free.torques());
        return and(and(outputs, "baseAcceleration", classical(x0)), PIVOTS, free.pivots());
    }

    /** @param ofTree efforts of the tree in this motion, which loops share */
    private List<OutputVector> jointWrenches(
            List<String> names, List<List<Symbol>> m, BaseField<Symbol> start, List<Symbol> ofTree) {
        List<CompactBody<Symbol>> bodies = opened.bodies().get();
        CompactRobot<Symbol> ungrouped = CompactRobots.withBodies(robot, bodies);
        Map<Integer, Wrench<Symbol>> byBody = applied.byBody(m.get(0));
        List<Wrench<Symbol>> byLink = new ArrayList<>(applied.at(m.get(0)));
        List<Symbol> ofCuts = new ArrayList<>();
        if (loops != null) {
            for (CutLoad cut : loops.cutLoads(robot, m.get(1), ofTree)) {
                ofCuts.addAll(cut.components());
                for (CutLoad.OnBody load : cut.loads(model)) {
                    byBody.merge(load.body(), load.inLink(), Wrench::plus);
                    byLink.set(load.link(), byLink.get(load.link()).plus(load.inLink()));
                }
            }
        }
        CompactNewtonEuler<Symbol> loaded =
                new CompactNewtonEuler<>(ungrouped, start, byLink, m.get(0), m.get(1), m.get(2));
        List<OutputVector> outputs =
                vectors(names, new CompactWrenches<>(model, ungrouped, bodies, loaded, m, byBody).components());
        return loops == null ? outputs : and(outputs, Quantity.CUT_WRENCH.symbol(), ofCuts);
    }

    private List<OutputVector> acceleration(List<String> names) {
        Solution<Symbol> solution = acceleration();
        int n = x.get(0).size();
        if (!floats()) {
            return and(vectors(names, solution.x()), PIVOTS, solution.pivots());
        }
        List<OutputVector> outputs = and(
                vectors(names, solution.x().subList(6, 6 + n)),
                "baseAcceleration",
                classical(solution.x().subList(0, 6)));
        return and(outputs, PIVOTS, jointsFirst(solution.pivots()));
    }

    static List<Symbol> jointsFirst(List<Symbol> baseFirst) {
        return joined(baseFirst.subList(6, baseFirst.size()), baseFirst.subList(0, 6));
    }

    /** q̈, after X of a floating base; by articulated bodies or by the factored mass matrix, whichever takes fewer operations. */
    private Solution<Symbol> acceleration() {
        if (robot.hasRotors() || !couplings.isEmpty() || loops != null) {
            return accelerationByMatrix();
        }
        ArticulatedBodies<Symbol> bodies =
                new ArticulatedBodies<>(robot, field(), floats(), applied.at(x.get(0)), x.subList(0, 3));
        Solution<Symbol> byBodies = floats()
                ? new Solution<>(
                        joined(
                                joined(
                                        bodies.baseLinear().toList(),
                                        bodies.baseAngular().toList()),
                                bodies.accelerations()),
                        joined(bodies.basePivots(), bodies.pivots()))
                : new Solution<>(bodies.accelerations(), bodies.pivots());
        if (model.jointCount() > MOST_JOINTS_OF_MATRIX) {
            return byBodies;
        }
        Solution<Symbol> byMatrix = accelerationByMatrix();
        return operations(vectors(List.of("q̈"), byMatrix.x())) <= operations(vectors(List.of("q̈"), byBodies.x()))
                ? byMatrix
                : byBodies;
    }

    private Solution<Symbol> accelerationByMatrix() {
        return factoredMassMatrix().solve(unbalanced(bias()));
    }

    /** Nothing accelerates, but joints of loops do though the independent ones do not. */
    CompactNewtonEuler<Symbol> bias() {
        return new CompactNewtonEuler<>(
                robot,
                floats() ? field().falling() : field(),
                applied.at(inTree.get(0)),
                inTree.get(0),
                inTree.get(1),
                loops == null ? robot.zeros() : inTree.get(2));
    }

    /** What efforts leave to accelerate with, that of a floating base first. */
    List<Symbol> unbalanced(CompactNewtonEuler<Symbol> bias) {
        List<Symbol> rest = rest(x.get(2), bias.torques());
        Wrench<Symbol> held = bias.carried(0);
        List<Symbol> lacking =
                joined(held.force().negate().toList(), held.moment().negate().toList());
        return floats() ? joined(lacking, rest) : rest;
    }

    SymmetricSystem<Symbol> factoredMassMatrix() {
        if (!couplings.isEmpty() || loops != null) {
            List<List<Symbol>> rows = massMatrix();
            return new SymmetricSystem<>(rows, SymmetricSystem.inSequence(rows.size()));
        }
        CompositeBodies<Symbol> bodies = new CompositeBodies<>(robot, x.get(0));
        return floats() ? bodies.floatingSystem() : bodies.system();
    }

    /** What efforts leave, less what the tree takes. */
    private List<Symbol> rest(List<Symbol> tau, List<Symbol> taken) {
        if (loops != null) {
            return loops.rest(tau, taken);
        }
        List<Symbol> gathered = couplings.gather(taken, 0);
        return IntStream.range(0, tau.size())
                .mapToObj(k -> tau.get(k).minus(gathered.get(k)))
                .toList();
    }

    private List<List<Symbol>> massMatrix() {
        CompositeBodies<Symbol> bodies = new CompositeBodies<>(robot, inTree.get(0));
        List<List<Symbol>> ofTree = floats() ? bodies.floatingMassMatrix() : bodies.massMatrix();
        int first = floats() ? 6 : 0;
        return loops == null ? couplings.gatherMatrix(ofTree, first) : loops.gatherMatrix(ofTree, first);
    }

    private List<Symbol> poses() {
        List<Symbol> entries = new ArrayList<>();
        List<Placement<Symbol>> links = robot.baseFromLinks(inTree.get(0)).stream()
                .map(base.pose()::times)
                .toList();
        CompactRobots.worldFromBodies(model, links, opened.places())
                .forEach(pose -> entries.addAll(CompactRobots.numbers(pose)));
        return entries;
    }

    private List<Symbol> energy() {
        Vector<Symbol> gravity = robot.gravityInBase();
        CompactEnergy<Symbol> energy = new CompactEnergy<>(
                robot,
                base.velocity(),
                base.omega(),
                base.inBase(gravity),
                gravity.dot(base.pose().position()),
                inTree);
        return List.of(energy.kinetic(), energy.potential());
    }

    /** The torques of symbolic parameters by those parameters; of a robot that floats, those of the base come first. */
    private List<Symbol> regressor() {
        int first = floats() ? OpenedRobot.PARAMETERS : 0;
        int bodies = model.jointCount() + model.coupledJoints().size();
        List<Symbol> parameters = graph.unknowns(first + OpenedRobot.PARAMETERS * bodies);
        List<List<Symbol>> open = IntStream.range(0, bodies)
                .mapToObj(k -> parameters.subList(
                        first + OpenedRobot.PARAMETERS * k, first + OpenedRobot.PARAMETERS * (k + 1)))
                .toList();
        CompactRobot<Symbol> ofJoints =
                CompactRobots.ofJoints(model, robot, opened.joints(), parameters.subList(0, first), open);
        CompactNewtonEuler<Symbol> recursion = newtonEuler(ofJoints, field());
        List<Symbol> ofTree = floats() ? TreeSensitivity.withBase(recursion) : recursion.torques();
        return Differentiation.jacobianForward(efforts(ofTree, floats() ? 6 : 0), parameters);
    }

    /** By composite bodies, or of loops and where that takes fewer operations by the graph. */
    private List<OutputVector> torqueSensitivity(List<String> names) {
        if (loops != null) {
            return torqueSensitivityByGraph(names);
        }
        TreeSensitivity.Matrices found = sensitivity().ofTorques(field(), inTree.get(2));
        return shorter(
                vectors(names, flat(found.byPosition()), flat(found.byVelocity()), flat(massMatrix())),
                () -> torqueSensitivityByGraph(names));
    }

    private TreeSensitivity sensitivity() {
        return new TreeSensitivity(graph, robot, base, floats(), applied, couplings, x, inTree);
    }

    private List<OutputVector> shorter(List<OutputVector> outputs, Supplier<List<OutputVector>> otherWay) {
        if (robot.jointCount() > MOST_JOINTS_OF_TWO_WAYS) {
            return outputs;
        }
        List<OutputVector> others = otherWay.get();
        return operations(others) < operations(outputs) ? others : outputs;
    }

    private static int operations(List<OutputVector> outputs) {
        return Program.of(outputs).count().arithmetic();
    }

    /** ∂τ/∂q̈ is the mass matrix, but of loops, whose actuators are not always the independent joints. */
    private List<OutputVector> torqueSensitivityByGraph(List<String> names) {
        CompactNewtonEuler<Symbol> recursion = newtonEuler(robot, field());
        List<Symbol> tau = floats() ? efforts(TreeSensitivity.withBase(recursion), 6) : efforts(recursion.torques(), 0);
        List<Symbol> moving = floats() ? joined(base.accelerationInputs(), x.get(2)) : x.get(2);
        List<Symbol> byAcceleration = loops == null ? flat(massMatrix()) : Differentiation.jacobianForward(tau, moving);
        return vectors(names, byPosition(tau), byVelocity(tau), byAcceleration);
    }

    /** −A⁻¹ ∂τ at the accelerations that were found, or as for torques by the graph. */
    private List<OutputVector> accelerationSensitivity(List<String> names) {
        if (loops != null) {
            return accelerationSensitivityByGraph(names);
        }
        Solution<Symbol> solution = accelerationByMatrix();
        TreeSensitivity.Matrices found = sensitivity().ofAccelerations(field(), factoredMassMatrix(), solution.x());
        List<OutputVector> outputs =
                vectors(names, flat(found.byPosition()), flat(found.byVelocity()), flat(found.byLast()));
        return shorter(
                and(outputs, PIVOTS, floats() ? jointsFirst(solution.pivots()) : solution.pivots()),
                () -> accelerationSensitivityByGraph(names));
    }

    private List<OutputVector> accelerationSensitivityByGraph(List<String> names) {
        Solution<Symbol> solution = acceleration();
        int n = x.get(0).size();
        List<Symbol> y = floats()
                ? joined(classical(solution.x().subList(0, 6)), solution.x().subList(6, 6 + n))
                : solution.x();
        List<OutputVector> outputs =
                vectors(names, byPosition(y), byVelocity(y), Differentiation.jacobian(y, x.get(2)));
        return and(outputs, PIVOTS, floats() ? jointsFirst(solution.pivots()) : solution.pivots());
    }

    /** By displacements of a floating base, on which nothing depends, its turns about its own axes, and q. */
    private List<Symbol> byPosition(List<Symbol> y) {
        List<List<Symbol>> turns = IntStream.range(0, floats() ? 3 : 0)
                .mapToObj(axis -> Differentiation.directional(y, base.rotationInputs(), base.turnAbout(axis)))
                .toList();
        return withColumnsOfBase(turns, loops == null ? Differentiation.jacobian(y, x.get(0)) : loops.byPosition(y));
    }

    /** By the velocity of a floating base, on whose linear part nothing depends, and q̇. */
    private List<Symbol> byVelocity(List<Symbol> y) {
        List<List<Symbol>> turns = floats()
                ? base.omegaInputs().stream()
                        .map(input -> Differentiation.forward(y, input))
                        .toList()
                : List.of();
        return withColumnsOfBase(turns, Differentiation.jacobian(y, x.get(1)));
    }

    private List<Symbol> withColumnsOfBase(List<List<Symbol>> turns, List<Symbol> joints) {
        if (turns.isEmpty()) {
            return joints;
        }
        int n = x.get(0).size();
        List<Symbol> entries = new ArrayList<>();
        for (int row = 0; row < 6 + n; row++) {
            for (int k = 0; k < 3; k++) {
                entries.add(graph.constant(0));
            }
            for (List<Symbol> column : turns) {
                entries.add(column.get(row));
            }
            entries.addAll(joints.subList(row * n, (row + 1) * n));
        }
        return entries;
    }
}
