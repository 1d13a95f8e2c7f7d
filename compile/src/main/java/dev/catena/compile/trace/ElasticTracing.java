package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.trace.SymmetricSystem.Solution;
import dev.catena.model.BaseKind;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import dev.catena.quantity.Quantity;
import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.JointFriction;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Robots with rigid and elastic drives on symbols, [Hua 4–29]: what turns with a motor behind a spring is taken from its joint
 * and acts on the motor's carrier, whatever joint it drives. Closed loops project the joints' side as they do that of rigid drives;
 * motors are tied by none. Every freedom of loops has one actuator.
 */
public final class ElasticTracing {
    private final Graph graph = new Graph();
    private final RobotModel closed;

    /** The robot without its loops, if it has any. */
    private final RobotModel model;

    /** How many joints the tree has, and how many of them are independent. */
    private final int n;

    private final int count;
    private final boolean floats;

    /** Without what turns with the motors of elastic joints. */
    private final CompactRobot<Symbol> robot;

    private final List<Motor> motors = new ArrayList<>();
    private BaseSymbols base;
    private @Nullable SymbolicLoops loops;

    /** A motor behind a spring. */
    private record Motor(
            int joint,
            Spring spring,
            JointFriction<Symbol> friction,
            Symbol inertia,
            @Nullable GearedRotor<Symbol> rotor) {

        /** What the motor itself takes while its carrier accelerates with γ. */
        Symbol effort(List<Vector<Symbol>> gamma, Symbol velocity, Symbol acceleration) {
            Symbol sum = inertia.times(acceleration).plus(friction.effort(velocity));
            return rotor == null ? sum : sum.plus(rotor.effort(gamma.get(rotor.carrier()), acceleration));
        }

        Symbol springEffort(Symbol q, Symbol theta) {
            return theta.minus(q).plus(theta.constant(spring.restOffset())).times(theta.constant(spring.stiffness()));
        }
    }

    private ElasticTracing(RobotModel closed) {
        this.closed = closed;
        model = closed.openTree();
        n = model.jointCount();
        count = closed.independentJoints().size();
        floats = closed.baseKind() == BaseKind.FLOATING;
        base = new BaseSymbols(graph, List.of());
        CompactRobot<Symbol> rigid = CompactRobots.of(model, graph::constant, Map.of(), Map.of());
        List<CompactLink<Symbol>> links = new ArrayList<>();
        Motor[] byJoint = new Motor[n];
        for (CompactLink<Symbol> link : rigid.links()) {
            Joint joint = link.coordinate() < 0 ? null : model.movingJoints().get(link.coordinate());
            Spring spring = joint == null ? null : joint.drive().spring();
            if (joint == null || spring == null) {
                links.add(link);
                continue;
            }
            byJoint[link.coordinate()] = new Motor(
                    link.coordinate(),
                    spring,
                    JointFriction.of(joint.drive().motorFriction(), Friction.NONE, graph::constant),
                    link.reflectedInertia(),
                    link.rotor());
            links.add(link.withoutDrive().with(JointFriction.of(joint.friction(), Friction.NONE, graph::constant)));
        }
        for (Motor motor : byJoint) {
            if (motor != null) {
                motors.add(motor);
            }
        }
        robot = new CompactRobot<>(rigid.gravityInBase(), links);
    }

    /** Motor torques of a motion [q; θ] of joints and motors, on a base that moves as told where it could float. */
    public static List<OutputVector> torque(RobotModel model) {
        return new ElasticTracing(model).torque();
    }

    /**
     * Motion and torques of the motors for a motion of the joints.
     *
     * @param order the highest derivative of the joints' motion
     */
    public static List<OutputVector> feedForward(RobotModel model, int order) {
        return new ElasticTracing(model).feedForward(order, false);
    }

    /** Torques of the motors, their rates, and the motors' angles. */
    public static List<OutputVector> feedForwardWithRates(RobotModel model, int order) {
        return new ElasticTracing(model).feedForward(order, true);
    }

    /** Accelerations [q̈; θ̈] under motor torques; the last output has what joints, motors and a floating base feel. */
    public static List<OutputVector> acceleration(RobotModel model) {
        return new ElasticTracing(model).acceleration();
    }

    /** What joints of the tree, motors and the base take. */
    private record Rows(List<Symbol> ofJoints, List<Symbol> ofMotors, Wrench<Symbol> ofBase) {}

    /** Takes what is given beside the motion of joints and motors, and closes loops. */
    private void begin(List<Symbol> independent, int numbersOfBase) {
        if (closed.hasLoops()) {
            LoopFormula formula = LoopFormula.of(closed, true);
            List<Symbol> start = formula.isMissing() ? graph.input("start", n) : List.of();
            loops = new SymbolicLoops(
                    closed,
                    graph,
                    robot,
                    LoopChain.CutFrames.of(model, graph::constant),
                    new SymbolicCouplings<>(model, graph::constant),
                    formula,
                    independent,
                    start);
        }
        if (floats) {
            base = new BaseSymbols(graph, graph.input("base", numbersOfBase));
        }
    }

    /** q, q̇ and q̈ of the tree; no acceleration for none of the independent joints. */
    private List<List<Symbol>> motion(List<Symbol> q, List<Symbol> qd, List<Symbol> qdd) {
        return loops == null ? List.of(q, qd, qdd.isEmpty() ? robot.zeros() : qdd) : loops.motion(qd, qdd);
    }

    private BaseField<Symbol> field() {
        return base.field(robot.gravityInBase());
    }

    /** Efforts at the independent joints from those of the tree. */
    private List<Symbol> efforts(List<Symbol> ofTree) {
        return new ArrayList<>(loops == null ? ofTree : loops.efforts(ofTree, 0));
    }

    /** Where the joint of a motor stands among the independent ones. */
    private int place(int e) {
        int joint = motors.get(e).joint();
        return loops == null
                ? joint
                : closed.independentJoints().indexOf(closed.movingJoints().get(joint));
    }

    /** @param velocity of all motors, then their accelerations; null for those that do not count yet */
    private Rows rows(
            BaseField<Symbol> start,
            List<List<Symbol>> motion,
            List<? extends @Nullable Symbol> velocity,
            List<? extends @Nullable Symbol> acceleration) {
        CompactNewtonEuler<Symbol> free =
                new CompactNewtonEuler<>(robot, start, robot.unloaded(), motion.get(0), motion.get(1), motion.get(2));
        List<Vector<Symbol>> gamma =
                IntStream.range(0, robot.size()).mapToObj(free::gamma).toList();
        List<Wrench<Symbol>> loads = new ArrayList<>(robot.unloaded());
        List<Symbol> ofMotors = new ArrayList<>();
        for (int e = 0; e < motors.size(); e++) {
            Symbol spin = velocity.get(e);
            Symbol change = acceleration.get(e);
            if (spin == null || change == null) {
                continue;
            }
            Motor motor = motors.get(e);
            GearedRotor<Symbol> rotor = motor.rotor();
            ofMotors.add(motor.effort(gamma, spin, change));
            if (rotor != null) {
                int c = rotor.carrier();
                Vector<Symbol> moment = rotor.moment(free.omega(c), spin, change);
                loads.set(c, loads.get(c).minus(new Wrench<>(Vector.zero(spin), moment)));
            }
        }
        CompactNewtonEuler<Symbol> loaded =
                new CompactNewtonEuler<>(robot, start, loads, motion.get(0), motion.get(1), motion.get(2));
        return new Rows(loaded.torques(), ofMotors, loaded.carried(0));
    }

    private List<Symbol> input(String name) {
        return graph.input(name, count + motors.size());
    }

    private List<Symbol> ofJoints(List<Symbol> all) {
        return all.subList(0, count);
    }

    private List<Symbol> ofMotors(List<Symbol> all) {
        return all.subList(count, all.size());
    }

    /** With the pose of all joints and how well it closes the loops, and then what is there to be checked. */
    private List<OutputVector> with(List<OutputVector> outputs, List<Symbol> pivots) {
        List<OutputVector> all = new ArrayList<>(outputs);
        List<Symbol> checked = new ArrayList<>(pivots);
        if (loops != null) {
            all.add(new OutputVector("joints", loops.pose()));
            all.add(new OutputVector(Tracing.CLOSURE, loops.doubts()));
            loops.doubts().forEach(doubt -> checked.add(doubt.negate()));
        }
        if (!checked.isEmpty()) {
            all.add(new OutputVector(Tracing.PIVOTS, checked));
        }
        return all;
    }

    private List<OutputVector> torque() {
        List<List<Symbol>> given = List.of(input("q"), input("qd"), input("qdd"));
        List<Symbol> q = given.get(0);
        begin(ofJoints(q), BaseSymbols.ACCELERATION);
        Rows rows = rows(
                field(),
                motion(ofJoints(q), ofJoints(given.get(1)), ofJoints(given.get(2))),
                ofMotors(given.get(1)),
                ofMotors(given.get(2)));
        List<Symbol> tau = efforts(rows.ofJoints());
        for (int e = 0; e < motors.size(); e++) {
            // τ = K (θ − q) + k Iₘ (ω̇·zₘ + k θ̈) for an elastic joint, [Hua 29]
            Symbol spring = motors.get(e).springEffort(q.get(place(e)), q.get(count + e));
            tau.set(place(e), rows.ofMotors().get(e).plus(spring));
        }
        return with(List.of(new OutputVector(Quantity.TORQUE.symbol(), tau)), List.of());
    }

    private List<OutputVector> feedForward(int order, boolean rates) {
        List<List<Symbol>> given = new ArrayList<>();
        for (int d = 0; d <= order; d++) {
            given.add(graph.input(derivative(d), count));
        }
        begin(given.get(0), BaseSymbols.VELOCITY);
        List<List<Symbol>> motion = motion(given.get(0), given.get(1), given.get(2));
        return loops == null && !floats ? feedTree(given, rates) : feedProjected(given, motion, rates);
    }

    /** What changes along the motion, and how. */
    private record Change(List<Symbol> nodes, List<Symbol> rates) {
        List<Symbol> of(List<Symbol> x) {
            return Differentiation.directional(x, nodes, rates);
        }
    }

    /** @param acceleration of a base that floats */
    private Change along(List<List<Symbol>> given, List<Symbol> acceleration) {
        List<Symbol> nodes = new ArrayList<>(loops == null ? given.get(0) : loops.poseNodes());
        List<Symbol> changes = new ArrayList<>(loops == null ? given.get(1) : loops.poseRates(given.get(1)));
        for (int d = 1; d + 1 < given.size(); d++) {
            nodes.addAll(given.get(d));
            changes.addAll(given.get(d + 1));
        }
        nodes.addAll(base.movingInputs());
        changes.addAll(base.rates(acceleration));
        return new Change(nodes, changes);
    }

    /** A tree on a base at rest, whose motors may act on springs below their carriers. */
    private List<OutputVector> feedTree(List<List<Symbol>> motion, boolean rates) {
        Change change = along(motion, List.of());
        List<@Nullable Symbol> theta = new ArrayList<>(Collections.nCopies(motors.size(), null));
        List<@Nullable Symbol> velocity = new ArrayList<>(theta);
        List<@Nullable Symbol> acceleration = new ArrayList<>(theta);
        for (int e : tipsToBase()) {
            Symbol effort = rows(field(), motion, velocity, acceleration)
                    .ofJoints()
                    .get(motors.get(e).joint());
            turn(e, motion.get(0), effort, change, theta, velocity, acceleration);
        }
        Rows rows = rows(field(), motion, velocity, acceleration);
        return fed(rows.ofJoints(), rows.ofMotors(), theta, velocity, acceleration, List.of(), change, rates);
    }

    /** θ = q − rest offset + (effort of the joint) / K, [Hua 28], with two derivatives. */
    private void turn(
            int e,
            List<Symbol> q,
            Symbol effort,
            Change change,
            List<@Nullable Symbol> theta,
            List<@Nullable Symbol> velocity,
            List<@Nullable Symbol> acceleration) {
        Spring spring = motors.get(e).spring();
        Symbol angle = q.get(place(e))
                .minus(graph.constant(spring.restOffset()))
                .plus(effort.times(graph.constant(1 / spring.stiffness())));
        List<Symbol> rate = change.of(List.of(angle));
        theta.set(e, angle);
        velocity.set(e, rate.get(0));
        acceleration.set(e, change.of(rate).get(0));
    }

    /** Closed loops, or a base that floats: motors act on the links by their springs alone. */
    private List<OutputVector> feedProjected(List<List<Symbol>> given, List<List<Symbol>> motion, boolean rates) {
        List<@Nullable Symbol> theta = new ArrayList<>(Collections.nCopies(motors.size(), null));
        List<@Nullable Symbol> velocity = new ArrayList<>(theta);
        List<@Nullable Symbol> acceleration = new ArrayList<>(theta);
        List<Symbol> ofBase = List.of();
        List<Symbol> pivots = List.of();
        List<Symbol> efforts;
        if (floats) {
            FloatingNewtonEuler<Symbol> free = new FloatingNewtonEuler<>(robot, field(), robot.unloaded(), motion);
            efforts = efforts(free.torques());
            ofBase = classical(free.baseAcceleration());
            pivots = free.pivots();
        } else {
            efforts = efforts(rows(field(), motion, theta, theta).ofJoints());
        }
        Change change = along(given, ofBase);
        for (int e = 0; e < motors.size(); e++) {
            turn(e, given.get(0), efforts.get(place(e)), change, theta, velocity, acceleration);
        }
        List<Symbol> ofMotors = rows(field(), motion, velocity, acceleration).ofMotors();
        return with(fed(efforts, ofMotors, theta, velocity, acceleration, ofBase, change, rates), pivots);
    }

    private List<OutputVector> fed(
            List<Symbol> efforts,
            List<Symbol> ofMotors,
            List<? extends @Nullable Symbol> theta,
            List<? extends @Nullable Symbol> velocity,
            List<? extends @Nullable Symbol> acceleration,
            List<Symbol> ofBase,
            Change change,
            boolean rates) {
        List<Symbol> tau = new ArrayList<>(efforts);
        for (int e = 0; e < motors.size(); e++) {
            tau.set(place(e), tau.get(place(e)).plus(ofMotors.get(e)));
        }
        List<OutputVector> outputs = new ArrayList<>();
        outputs.add(new OutputVector(Quantity.TORQUE.symbol(), tau));
        if (rates) {
            outputs.add(new OutputVector(Quantity.TORQUE_RATE.symbol(), change.of(tau)));
        }
        outputs.add(new OutputVector("motors", known(theta)));
        if (!rates) {
            outputs.add(new OutputVector("motorVelocities", known(velocity)));
            outputs.add(new OutputVector("motorAccelerations", known(acceleration)));
        }
        if (!ofBase.isEmpty()) {
            outputs.add(new OutputVector("baseAcceleration", ofBase));
        }
        return outputs;
    }

    /** X with gravity added back. */
    private List<Symbol> classical(List<Symbol> start) {
        List<Symbol> all = new ArrayList<>(start);
        List<Symbol> g = base.inBase(robot.gravityInBase()).toList();
        for (int k = 0; k < 3; k++) {
            all.set(k, start.get(k).plus(g.get(k)));
        }
        return all;
    }

    private static List<Symbol> known(List<? extends @Nullable Symbol> all) {
        List<Symbol> symbols = new ArrayList<>();
        for (Symbol symbol : all) {
            symbols.add(Objects.requireNonNull(symbol));
        }
        return symbols;
    }

    /** q, qd, qdd, qddd, q4, … */
    private static String derivative(int d) {
        return d < 4 ? "q" + "d".repeat(d) : "q" + d;
    }

    /** The motors, each after all that its own joint's spring feels: those which are carried beyond it. */
    private List<Integer> tipsToBase() {
        List<Integer> order = new ArrayList<>();
        while (order.size() < motors.size()) {
            int found = IntStream.range(0, motors.size())
                    .filter(e -> !order.contains(e))
                    .filter(e -> IntStream.range(0, motors.size())
                            .noneMatch(f -> !order.contains(f)
                                    && isCarriedBeyond(f, motors.get(e).joint())))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "motors of robot \"%s\" are carried beyond their own joints".formatted(model.name())));
            order.add(found);
        }
        return order;
    }

    private boolean isCarriedBeyond(int motor, int joint) {
        GearedRotor<Symbol> rotor = motors.get(motor).rotor();
        int i = rotor == null || rotor.gearedInertia().isKnownZero() ? 0 : rotor.carrier();
        while (i > 0) {
            if (robot.link(i).coordinate() == joint) {
                return true;
            }
            i = robot.link(i).parent();
        }
        return false;
    }

    /** A [X; q̈; θ̈] = what springs and drives give, less what remains without accelerations; X where the base floats. */
    private List<OutputVector> acceleration() {
        List<Symbol> q = input("q");
        List<Symbol> qd = input("qd");
        List<Symbol> tau = graph.input("tau", count);
        begin(ofJoints(q), BaseSymbols.VELOCITY);
        List<Symbol> zeros = Collections.nCopies(motors.size(), graph.constant(0));
        List<List<Symbol>> motion = motion(ofJoints(q), ofJoints(qd), List.of());
        Rows bias = rows(floats ? field().falling() : field(), motion, ofMotors(qd), zeros);
        List<Symbol> ofActive = new ArrayList<>(tau);
        List<Symbol> atMotors = new ArrayList<>();
        for (int e = 0; e < motors.size(); e++) {
            Symbol spring = motors.get(e).springEffort(q.get(place(e)), q.get(count + e));
            ofActive.set(place(e), spring);
            atMotors.add(tau.get(place(e)).minus(spring).minus(bias.ofMotors().get(e)));
        }
        List<Symbol> right = new ArrayList<>();
        if (floats) {
            right.addAll(bias.ofBase().force().negate().toList());
            right.addAll(bias.ofBase().moment().negate().toList());
        }
        if (loops != null) {
            right.addAll(loops.rest(ofActive, bias.ofJoints()));
        } else {
            for (int k = 0; k < n; k++) {
                right.add(ofActive.get(k).minus(bias.ofJoints().get(k)));
            }
        }
        right.addAll(atMotors);
        return solve(matrix(motion.get(0)), right);
    }

    /** A: of the robot without those motors, of the motors, and k Im zm of all that turns their carriers. */
    private List<List<Symbol>> matrix(List<Symbol> q) {
        int first = floats ? 6 : 0;
        CompositeBodies<Symbol> bodies = new CompositeBodies<>(robot, q);
        List<List<Symbol>> ofTree = floats ? bodies.floatingMassMatrix() : bodies.massMatrix();
        List<List<Symbol>> rows = new ArrayList<>();
        for (List<Symbol> row : loops == null ? ofTree : loops.gatherMatrix(ofTree, first)) {
            rows.add(new ArrayList<>(row));
        }
        int links = rows.size();
        List<Symbol> unknown = graph.unknowns(n);
        List<Symbol> turn = graph.unknowns(3);
        Vector<Symbol> none = Vector.zero(graph.constant(0));
        List<Symbol> still = Collections.nCopies(motors.size(), graph.constant(0));
        Rows turning = rows(
                new BaseField<>(none, floats ? new Vector<>(turn.get(0), turn.get(1), turn.get(2)) : none, none),
                List.of(q, robot.zeros(), unknown),
                still,
                still);
        List<Symbol> byJoints = Differentiation.jacobianForward(turning.ofMotors(), unknown);
        List<Symbol> byBase = Differentiation.jacobianForward(turning.ofMotors(), turn);
        for (int e = 0; e < motors.size(); e++) {
            List<Symbol> row = new ArrayList<>();
            if (floats) {
                row.addAll(Collections.nCopies(3, graph.constant(0)));
                row.addAll(byBase.subList(3 * e, 3 * (e + 1)));
            }
            List<Symbol> coupling = byJoints.subList(e * n, (e + 1) * n);
            row.addAll(loops == null ? coupling : loops.gather(coupling, 0));
            Motor motor = motors.get(e);
            GearedRotor<Symbol> rotor = motor.rotor();
            Symbol own = rotor == null
                    ? motor.inertia()
                    : motor.inertia().plus(rotor.gearRatio().times(rotor.gearedInertia()));
            for (int f = 0; f < motors.size(); f++) {
                row.add(e == f ? own : graph.constant(0));
            }
            rows.add(row);
        }
        for (int k = 0; k < links; k++) {
            for (int e = links; e < rows.size(); e++) {
                rows.get(k).add(rows.get(e).get(k));
            }
        }
        return rows;
    }

    /** The base, then parents before children, motors last, so that no zero is lost. */
    private List<OutputVector> solve(List<List<Symbol>> rows, List<Symbol> right) {
        int size = right.size();
        int first = floats ? 6 : 0;
        int[] order = IntStream.range(0, size).toArray();
        for (int k = 0; loops == null && k < n; k++) {
            order[first + k] = first + robot.link(k + 1).coordinate();
        }
        List<List<Symbol>> lower = new ArrayList<>();
        List<Symbol> b = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int row = order[i];
            lower.add(IntStream.rangeClosed(0, i)
                    .mapToObj(j -> rows.get(row).get(order[j]))
                    .toList());
            b.add(right.get(row));
        }
        Solution<Symbol> solution = SymmetricSystem.solve(lower, b);
        Symbol[] x = new Symbol[size];
        Symbol[] pivots = new Symbol[size];
        for (int i = 0; i < size; i++) {
            x[order[i]] = solution.x().get(i);
            pivots[order[i]] = solution.pivots().get(i);
        }
        List<Symbol> all = List.of(x);
        List<Symbol> felt = new ArrayList<>(List.of(pivots).subList(first, size));
        felt.addAll(List.of(pivots).subList(0, first));
        List<OutputVector> outputs = new ArrayList<>();
        outputs.add(new OutputVector(Quantity.ACCELERATION.symbol(), all.subList(first, size)));
        if (floats) {
            outputs.add(new OutputVector("baseAcceleration", classical(all.subList(0, 6))));
        }
        return with(outputs, felt);
    }
}
