package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.InputVector;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.trace.ElasticRobot.Motor;
import dev.catena.compile.trace.ElasticRobot.Rows;
import dev.catena.compile.trace.StandingRobot.Taken;
import dev.catena.model.Coupling;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.StateVariable;
import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.Real;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Motion and torques of motors behind springs for a motion of the joints, on symbols, [Hua 28–29]. Wrenches are constant in the axes
 * that they are given in.
 */
public final class ElasticFeed {
    private final ElasticRobot robot;
    private final List<List<Symbol>> given;

    private ElasticFeed(ElasticRobot robot) {
        this.robot = robot;
        given = robot.x;
    }

    /** Motion and torques of the motors; with rates, those of the torques in place of the motors' velocities and accelerations. */
    public static List<OutputVector> of(RobotModel model, CodeInputs inputs, boolean rates) {
        int order = order(model, inputs) + (rates ? 1 : 0);
        int count = model.independentJoints().size();
        List<InputVector> vectors = IntStream.rangeClosed(0, order)
                .mapToObj(d -> new InputVector(derivative(d), count))
                .toList();
        boolean stands = !inputs.contacts().isEmpty();
        int ofFloating = stands ? BaseSymbols.POSE : BaseSymbols.VELOCITY;
        int ofBase = inputs.base() == BaseInput.FLOATS ? ofFloating : BaseSymbols.POSE + 6 * order;
        ElasticFeed feed = new ElasticFeed(new ElasticRobot(model, inputs, vectors, ofBase, true));
        if (stands) {
            return feed.standing(rates);
        }
        return feed.isProjected() ? feed.projected(rates) : feed.tree(rates);
    }

    /** q, qd, qdd, qddd, q4, … */
    private static String derivative(int d) {
        return d < 4 ? StateVariable.POSITION.key() + "d".repeat(d) : StateVariable.POSITION.key() + d;
    }

    /** Motors act on the links by their springs alone. */
    private boolean isProjected() {
        return robot.loops != null || robot.floats();
    }

    /**
     * The highest derivative of the joints' motion that is needed: four, and two more for every motor that a spring feels which is
     * itself felt.
     */
    private static int order(RobotModel model, CodeInputs inputs) {
        boolean isProjected = model.hasLoops() || inputs.base() == BaseInput.FLOATS;
        Felt felt = new Felt(model.openTree());
        if (isProjected) {
            felt.requireStill(inputs.base() == BaseInput.FLOATS);
            return 4;
        }
        List<Integer> order = felt.tipsToBase();
        int[] need = new int[order.size()];
        for (int k = order.size() - 1; k >= 0; k--) {
            int e = order.get(k);
            need[e] = 2
                    + IntStream.range(0, need.length)
                            .filter(f -> felt.isFelt(e, f))
                            .map(f -> need[f])
                            .max()
                            .orElse(0);
        }
        return 2 + IntStream.of(need).max().orElse(0);
    }

    /** Which springs feel which motors. */
    private static final class Felt {
        private final RobotModel model;
        private final CompactRobot<Real> links;
        private final List<Joint> elastic;

        Felt(RobotModel tree) {
            model = tree;
            links = CompactRobots.of(tree, Real::new, Map.of(), Map.of());
            elastic = tree.elasticJoints();
        }

        private int carrier(int e) {
            int coordinate = model.coordinate(elastic.get(e).name());
            GearedRotor<Real> rotor = links.links().stream()
                    .filter(link -> link.coordinate() == coordinate)
                    .findFirst()
                    .orElseThrow()
                    .rotor();
            return rotor == null || rotor.gearedInertia().isKnownZero() ? -1 : rotor.carrier();
        }

        /** Whether the spring of f moves what carries the rotor of e, by its joint or by one that follows it. */
        boolean isFelt(int e, int f) {
            for (int i = carrier(e); i > 0; i = links.link(i).parent()) {
                if (leader(links.link(i).coordinate()).equals(elastic.get(f).name())) {
                    return true;
                }
            }
            return false;
        }

        private String leader(int coordinate) {
            int n = model.jointCount();
            if (coordinate < n) {
                return model.movingJoints().get(coordinate).name();
            }
            String follower = model.coupledJoints().get(coordinate - n).name();
            return model.couplingOf(follower).map(Coupling::leader).orElse(follower);
        }

        /** The motors, each after all that its own joint's spring feels. */
        List<Integer> tipsToBase() {
            List<Integer> order = new ArrayList<>();
            while (order.size() < elastic.size()) {
                List<Integer> left = IntStream.range(0, elastic.size())
                        .filter(e -> !order.contains(e))
                        .boxed()
                        .toList();
                order.add(left.stream()
                        .filter(e -> left.stream().noneMatch(f -> isFelt(f, e)))
                        .findFirst()
                        .orElseThrow(() -> differentialEquation(
                                left, "motors are carried beyond their own joints, among those of")));
            }
            return order;
        }

        /** @param floats whether the base is a moving body */
        void requireStill(boolean floats) {
            List<Integer> spinning = IntStream.range(0, elastic.size())
                    .filter(e -> carrier(e) >= (floats ? 0 : 1))
                    .boxed()
                    .toList();
            if (!spinning.isEmpty()) {
                throw differentialEquation(
                        spinning,
                        "rotors that spin on moving bodies act on %s; give them as reflected inertia, or %s: those of"
                                .formatted(
                                        floats ? "a base that floats" : "all springs of the loops",
                                        floats
                                                ? "hold the base by withFixedBase() or BaseInput.MOVES"
                                                : "put them on the base"));
            }
        }

        private IllegalArgumentException differentialEquation(List<Integer> which, String why) {
            return new IllegalArgumentException(
                    "motor angles of robot \"%s\" do not follow from the motion of its joints, but from a differential equation: %s %s; code for elasticTorque takes the motion of motors as it is"
                            .formatted(
                                    model.name(),
                                    why,
                                    which.stream()
                                            .map(e -> "\"%s\""
                                                    .formatted(elastic.get(e).name()))
                                            .collect(Collectors.joining(", "))));
        }
    }

    /** What changes along the motion, and how. */
    record Change(List<Symbol> nodes, List<Symbol> rates) {
        List<Symbol> of(List<Symbol> x) {
            return Differentiation.directional(x, nodes, rates);
        }
    }

    /** @param acceleration of a base that floats */
    private Change along(List<Symbol> acceleration) {
        Change joints = along();
        List<Symbol> nodes = new ArrayList<>(joints.nodes);
        List<Symbol> changes = new ArrayList<>(joints.rates);
        nodes.addAll(robot.base.movingInputs(robot.floats()));
        changes.addAll(robot.base.rates(acceleration));
        return new Change(nodes, changes);
    }

    /** The joints. */
    private Change along() {
        SymbolicLoops loops = robot.loops;
        List<Symbol> nodes = new ArrayList<>(loops == null ? given.get(0) : loops.poseNodes());
        List<Symbol> changes = new ArrayList<>(loops == null ? given.get(1) : loops.poseRates(given.get(1)));
        for (int d = 1; d + 1 < given.size(); d++) {
            nodes.addAll(given.get(d));
            changes.addAll(given.get(d + 1));
        }
        return new Change(nodes, changes);
    }

    /** Angles, velocities and accelerations of motors, as far as they are known. */
    private final class Turning {
        final Change change;
        final List<@Nullable Symbol> theta =
                new ArrayList<>(Collections.<@Nullable Symbol>nCopies(robot.motors.size(), null));
        final List<@Nullable Symbol> velocity = new ArrayList<>(theta);
        final List<@Nullable Symbol> acceleration = new ArrayList<>(theta);

        Turning(Change change) {
            this.change = change;
        }

        /** θ = q − rest offset + (effort of the joint) / K, [Hua 28], with two derivatives. */
        void turn(int e, Symbol effort) {
            Motor motor = robot.motors.get(e);
            Spring spring = motor.spring();
            Symbol angle = given.get(0)
                    .get(motor.place())
                    .minus(robot.graph.constant(spring.restOffset()))
                    .plus(effort.times(robot.graph.constant(1 / spring.stiffness())));
            List<Symbol> rate = change.of(List.of(angle));
            theta.set(e, angle);
            velocity.set(e, rate.get(0));
            acceleration.set(e, change.of(rate).get(0));
        }
    }

    /** A tree on a base that rests or moves as told, whose motors may act on springs below their carriers. */
    private List<OutputVector> tree(boolean rates) {
        Turning turning = new Turning(along(List.of()));
        List<List<Symbol>> motion = robot.motion(given.get(0), given.get(1), given.get(2));
        for (int e : new Felt(robot.model).tipsToBase()) {
            Rows rows = robot.rows(robot.field(), motion, turning.velocity, turning.acceleration);
            turning.turn(
                    e, robot.efforts(rows.ofJoints(), 0).get(robot.motors.get(e).place()));
        }
        Rows rows = robot.rows(robot.field(), motion, turning.velocity, turning.acceleration);
        return fed(robot.efforts(rows.ofJoints(), 0), rows.ofMotors(), turning, List.of(), rates);
    }

    /** Closed loops, or a base that floats. */
    private List<OutputVector> projected(boolean rates) {
        List<List<Symbol>> motion = robot.motion(given.get(0), given.get(1), given.get(2));
        List<Symbol> ofBase = List.of();
        List<Symbol> pivots = List.of();
        List<Symbol> efforts;
        if (robot.floats()) {
            FloatingNewtonEuler<Symbol> free =
                    new FloatingNewtonEuler<>(robot.robot, robot.field(), robot.loads(motion.get(0)), motion);
            efforts = robot.efforts(free.torques(), 0);
            ofBase = robot.classical(free.baseAcceleration());
            pivots = free.pivots();
        } else {
            List<@Nullable Symbol> none = Collections.nCopies(robot.motors.size(), null);
            efforts =
                    robot.efforts(robot.rows(robot.field(), motion, none, none).ofJoints(), 0);
        }
        Turning turning = new Turning(along(ofBase));
        for (int e = 0; e < robot.motors.size(); e++) {
            turning.turn(e, efforts.get(robot.motors.get(e).place()));
        }
        List<Symbol> ofMotors = robot.rows(robot.field(), motion, turning.velocity, turning.acceleration)
                .ofMotors();
        return robot.with(fed(efforts, ofMotors, turning, ofBase, rates), pivots);
    }

    /** On contacts, which say how the base moves, and share what it needs with least norm. */
    private List<OutputVector> standing(boolean rates) {
        List<List<Symbol>> motion = robot.motion(given.get(0), given.get(1), given.get(2));
        FollowingBase base = new FollowingBase(robot, motion, along());
        StandingRobot onFeet = ElasticStanding.standing(robot, base.moving(), motion);
        BaseField<Symbol> field = base.moving().field(robot.robot.gravityInBase());
        List<@Nullable Symbol> none = Collections.nCopies(robot.motors.size(), null);
        Rows free = robot.rows(field, motion, none, none);
        List<Symbol> ofTree = new ArrayList<>(free.ofBase().force().toList());
        ofTree.addAll(free.ofBase().moment().toList());
        ofTree.addAll(free.ofJoints());
        List<Symbol> needed = robot.efforts(ofTree, 6);
        needed.addAll(robot.zeros(robot.motors.size()));
        List<Integer> ofBase = IntStream.range(0, 6).boxed().toList();
        Taken taken = onFeet.take(ofBase, ofBase, needed, robot.graph.constant(0), robot.kinematics(field, motion));
        List<Symbol> efforts = taken.efforts().subList(6, 6 + robot.count);
        Turning turning = new Turning(base.along());
        for (int e = 0; e < robot.motors.size(); e++) {
            turning.turn(e, efforts.get(robot.motors.get(e).place()));
        }
        List<Symbol> ofMotors = robot.rows(field, motion, turning.velocity, turning.acceleration)
                .ofMotors();
        List<OutputVector> outputs = new ArrayList<>(fed(efforts, ofMotors, turning, base.acceleration(), rates));
        outputs.add(new OutputVector("contactWrench", onFeet.wrenches(taken.reactions())));
        List<Symbol> doubts = List.of(
                taken.doubts().get(0),
                taken.doubts().get(1),
                base.broken(given.size() - 2).squareRoot());
        outputs.add(new OutputVector(StandingTracing.STANDING, doubts));
        return robot.with(outputs, doubts.stream().map(Symbol::negate).toList());
    }

    private List<OutputVector> fed(
            List<Symbol> efforts, List<Symbol> ofMotors, Turning turning, List<Symbol> ofBase, boolean rates) {
        List<Symbol> tau = new ArrayList<>(efforts);
        for (int e = 0; e < robot.motors.size(); e++) {
            int place = robot.motors.get(e).place();
            tau.set(place, tau.get(place).plus(ofMotors.get(e)));
        }
        List<OutputVector> outputs = new ArrayList<>();
        outputs.add(new OutputVector(Quantity.TORQUE.symbol(), tau));
        if (rates) {
            outputs.add(new OutputVector(Quantity.TORQUE_RATE.symbol(), turning.change.of(tau)));
        }
        outputs.add(new OutputVector("motors", known(turning.theta)));
        if (!rates) {
            outputs.add(new OutputVector("motorVelocities", known(turning.velocity)));
            outputs.add(new OutputVector("motorAccelerations", known(turning.acceleration)));
        }
        if (!ofBase.isEmpty()) {
            outputs.add(new OutputVector("baseAcceleration", ofBase));
        }
        return outputs;
    }

    private static List<Symbol> known(List<? extends @Nullable Symbol> all) {
        List<Symbol> symbols = new ArrayList<>();
        for (Symbol symbol : all) {
            symbols.add(Objects.requireNonNull(symbol));
        }
        return symbols;
    }
}
