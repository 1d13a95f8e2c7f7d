package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.trace.SymmetricSystem.Solution;
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
 * and acts on the motor's carrier, whatever joint it drives.
 */
public final class ElasticTracing {
    private final Graph graph = new Graph();
    private final RobotModel model;
    private final int n;

    /** Without what turns with the motors of elastic joints. */
    private final CompactRobot<Symbol> robot;

    private final List<Motor> motors = new ArrayList<>();

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

    private ElasticTracing(RobotModel model) {
        this.model = model;
        n = model.jointCount();
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

    /** Motor torques of a motion [q; θ] of joints and motors. */
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

    /** Accelerations [q̈; θ̈] under motor torques; the last output has what joints and motors feel. */
    public static List<OutputVector> acceleration(RobotModel model) {
        return new ElasticTracing(model).acceleration();
    }

    /** What joints and motors take. */
    private record Rows(List<Symbol> ofJoints, List<Symbol> ofMotors) {}

    /** @param velocity of all motors, then their accelerations; null for those that do not count yet */
    private Rows rows(
            List<List<Symbol>> motion,
            List<? extends @Nullable Symbol> velocity,
            List<? extends @Nullable Symbol> acceleration) {
        CompactNewtonEuler<Symbol> free = new CompactNewtonEuler<>(robot, motion.get(0), motion.get(1), motion.get(2));
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
        CompactNewtonEuler<Symbol> loaded = new CompactNewtonEuler<>(
                robot, BaseField.resting(robot.gravityInBase()), loads, motion.get(0), motion.get(1), motion.get(2));
        return new Rows(loaded.torques(), ofMotors);
    }

    private List<Symbol> input(String name) {
        return graph.input(name, n + motors.size());
    }

    private List<List<Symbol>> ofJoints(List<List<Symbol>> all) {
        return all.stream().map(vector -> vector.subList(0, n)).toList();
    }

    private List<Symbol> ofMotors(List<Symbol> all) {
        return all.subList(n, all.size());
    }

    private List<OutputVector> torque() {
        List<List<Symbol>> motion = List.of(input("q"), input("qd"), input("qdd"));
        Rows rows = rows(ofJoints(motion), ofMotors(motion.get(1)), ofMotors(motion.get(2)));
        List<Symbol> tau = new ArrayList<>(rows.ofJoints());
        List<Symbol> q = motion.get(0);
        for (int e = 0; e < motors.size(); e++) {
            Motor motor = motors.get(e);
            // τ = K (θ − q) + k Iₘ (ω̇·zₘ + k θ̈) for an elastic joint, [Hua 29]
            tau.set(motor.joint(), rows.ofMotors().get(e).plus(motor.springEffort(q.get(motor.joint()), q.get(n + e))));
        }
        return List.of(new OutputVector(Quantity.TORQUE.symbol(), tau));
    }

    private List<OutputVector> feedForward(int order, boolean rates) {
        List<List<Symbol>> motion = new ArrayList<>();
        for (int d = 0; d <= order; d++) {
            motion.add(graph.input(derivative(d), n));
        }
        List<Symbol> given =
                motion.subList(0, order).stream().flatMap(List::stream).toList();
        List<Symbol> next =
                motion.subList(1, order + 1).stream().flatMap(List::stream).toList();
        List<@Nullable Symbol> theta = new ArrayList<>(Collections.nCopies(motors.size(), null));
        List<@Nullable Symbol> velocity = new ArrayList<>(theta);
        List<@Nullable Symbol> acceleration = new ArrayList<>(theta);
        // θ = q − rest offset + (effort of the joint) / K, [Hua 28]; from the tips to the base
        for (int e : tipsToBase()) {
            Motor motor = motors.get(e);
            Symbol effort = rows(motion, velocity, acceleration).ofJoints().get(motor.joint());
            Symbol angle = motion.get(0)
                    .get(motor.joint())
                    .minus(graph.constant(motor.spring().restOffset()))
                    .plus(effort.times(graph.constant(1 / motor.spring().stiffness())));
            List<Symbol> rate = Differentiation.directional(List.of(angle), given, next);
            theta.set(e, angle);
            velocity.set(e, rate.get(0));
            acceleration.set(e, Differentiation.directional(rate, given, next).get(0));
        }
        Rows rows = rows(motion, velocity, acceleration);
        List<Symbol> tau = new ArrayList<>(rows.ofJoints());
        for (int e = 0; e < motors.size(); e++) {
            int joint = motors.get(e).joint();
            tau.set(joint, tau.get(joint).plus(rows.ofMotors().get(e)));
        }
        OutputVector efforts = new OutputVector(Quantity.TORQUE.symbol(), tau);
        OutputVector angles = new OutputVector("motors", known(theta));
        return rates
                ? List.of(
                        efforts,
                        new OutputVector(Quantity.TORQUE_RATE.symbol(), Differentiation.directional(tau, given, next)),
                        angles)
                : List.of(
                        efforts,
                        angles,
                        new OutputVector("motorVelocities", known(velocity)),
                        new OutputVector("motorAccelerations", known(acceleration)));
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

    /** A [q̈; θ̈] = what springs and drives give, less what remains without accelerations. */
    private List<OutputVector> acceleration() {
        List<Symbol> q = input("q");
        List<Symbol> qd = input("qd");
        List<Symbol> tau = graph.input("tau", n);
        List<Symbol> zeros = Collections.nCopies(motors.size(), graph.constant(0));
        Rows bias = rows(List.of(q.subList(0, n), qd.subList(0, n), robot.zeros()), ofMotors(qd), zeros);
        List<Symbol> right = new ArrayList<>(tau);
        for (int e = 0; e < motors.size(); e++) {
            int joint = motors.get(e).joint();
            Symbol spring = motors.get(e).springEffort(q.get(joint), q.get(n + e));
            right.set(joint, spring);
            right.add(tau.get(joint).minus(spring).minus(bias.ofMotors().get(e)));
        }
        for (int k = 0; k < n; k++) {
            right.set(k, right.get(k).minus(bias.ofJoints().get(k)));
        }
        return solve(matrix(q.subList(0, n)), right);
    }

    /** A: of the robot without those motors, of the motors, and k Im zm of all that turns their carriers. */
    private List<List<Symbol>> matrix(List<Symbol> q) {
        int size = n + motors.size();
        List<List<Symbol>> rows = new ArrayList<>();
        for (List<Symbol> row : new CompositeBodies<>(robot, q).massMatrix()) {
            rows.add(new ArrayList<>(row));
        }
        List<Symbol> unknown = graph.unknowns(n);
        Rows turning = rows(
                List.of(q, robot.zeros(), unknown),
                Collections.nCopies(motors.size(), graph.constant(0)),
                Collections.nCopies(motors.size(), graph.constant(0)));
        List<Symbol> coupling = Differentiation.jacobianForward(turning.ofMotors(), unknown);
        for (int e = 0; e < motors.size(); e++) {
            List<Symbol> row = new ArrayList<>(coupling.subList(e * n, (e + 1) * n));
            for (int f = 0; f < motors.size(); f++) {
                Motor motor = motors.get(e);
                GearedRotor<Symbol> rotor = motor.rotor();
                Symbol own = rotor == null
                        ? motor.inertia()
                        : motor.inertia().plus(rotor.gearRatio().times(rotor.gearedInertia()));
                row.add(e == f ? own : graph.constant(0));
            }
            rows.add(row);
        }
        for (int k = 0; k < n; k++) {
            for (int e = n; e < size; e++) {
                rows.get(k).add(rows.get(e).get(k));
            }
        }
        return rows;
    }

    /** Parents before children, motors last, so that no zero is lost. */
    private List<OutputVector> solve(List<List<Symbol>> rows, List<Symbol> right) {
        int size = right.size();
        int[] order = new int[size];
        for (int k = 0; k < size; k++) {
            order[k] = k < n ? robot.link(k + 1).coordinate() : k;
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
        return List.of(
                new OutputVector(Quantity.ACCELERATION.symbol(), List.of(x)),
                new OutputVector(Tracing.PIVOTS, List.of(pivots)));
    }
}
