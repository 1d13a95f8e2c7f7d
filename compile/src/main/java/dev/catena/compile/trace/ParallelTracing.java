package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.trace.SymbolicLeg.Twist;
import dev.catena.compile.trace.SymmetricSystem.Solution;
import dev.catena.mechanism.parallel.Leg;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.mechanism.parallel.PlatformFreedoms;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Runs the equations of a parallel robot, [Khalil 66], on symbols. */
public final class ParallelTracing {
    /** Rotation matrix, row by row, and position. */
    private static final int POSE = 12;

    private final Graph graph = new Graph();
    private final ParallelRobot robot;
    private final int m;
    private final List<Symbol> pose;
    private final List<Symbol> velocity;
    private final List<Symbol> acceleration;
    private final List<Symbol> jerk;
    private final List<Symbol> tau;
    private final List<Symbol> wrench;
    private final Matrix<Symbol> rotation;
    private final List<SymbolicLeg> legs = new ArrayList<>();

    /** J_p⁻¹: a row for each actuator, a column for each freedom. */
    private final List<List<Symbol>> inverseJacobian = new ArrayList<>();

    private final PointLegs points;
    private final ParallelParameters<Symbol> numbers;

    private ParallelTracing(ParallelRobot robot, Quantity quantity, boolean loaded, Collection<ParameterGroup> open) {
        this.robot = robot;
        m = robot.freedoms().count();
        pose = graph.input("platform", POSE);
        boolean moves = quantity != Quantity.MASS_MATRIX && quantity != Quantity.POSE;
        boolean forward = quantity == Quantity.ACCELERATION || quantity == Quantity.ACCELERATION_SENSITIVITY;
        boolean rests = quantity == Quantity.BIAS || quantity == Quantity.GRAVITY || quantity == Quantity.ENERGY;
        boolean carries = moves && quantity != Quantity.ENERGY && quantity != Quantity.REGRESSOR;
        velocity = moves && quantity != Quantity.GRAVITY ? graph.input("velocity", m) : List.of();
        tau = forward ? graph.input("tau", robot.actuatorCount()) : List.of();
        acceleration = moves && !forward && !rests ? graph.input("acceleration", m) : List.of();
        jerk = quantity == Quantity.TORQUE_RATE ? graph.input("jerk", m) : List.of();
        wrench = carries && loaded ? graph.input("wrench", 6) : List.of();
        points = PointLegs.of(robot);
        numbers = numbers(quantity, open);
        rotation = new Matrix<>(vector(pose, 0), vector(pose, 3), vector(pose, 6));
        for (int k = 0; k < points.legs().size(); k++) {
            Leg leg = points.legs().get(k);
            SymbolicLeg made = new SymbolicLeg(
                    graph,
                    numbers.leg(k),
                    numbers.end(k),
                    LegFormulas.sides(robot.name(), leg, points.home(k)),
                    vector(pose, 9),
                    rotation.times(numbers.point(k)));
            legs.add(made);
            for (String joint : leg.actuated()) {
                inverseJacobian.add(selected(made.row(leg.model().coordinate(joint))));
            }
        }
    }

    /**
     * The outputs of a quantity, then those to be checked: by leg how independent its joints are, by freedom how independent
     * the actuators', both squared; minus how far the platform is from where its freedoms allow it to be, squared; and of
     * accelerations the pivots.
     *
     * @param loaded whether a wrench on the platform is an input, in world axes about its origin
     * @param open parameters that are a last input
     */
    public static List<OutputVector> of(
            ParallelRobot robot, Quantity quantity, boolean loaded, Collection<ParameterGroup> open) {
        return new ParallelTracing(robot, quantity, loaded, open).trace(quantity);
    }

    private ParallelParameters<Symbol> numbers(Quantity quantity, Collection<ParameterGroup> open) {
        List<OpenParameter> known = ParallelParameters.of(robot, points, quantity, open);
        List<Symbol> symbols = open.isEmpty() ? List.of() : graph.input("parameters", known.size());
        Map<String, Symbol> byName = new HashMap<>();
        for (int k = 0; k < known.size(); k++) {
            byName.put(known.get(k).name(), symbols.get(k));
        }
        // standard parameters, of which base parameters are made, have no place in code
        return new ParallelParameters<>(
                robot, points, quantity, open, name -> byName.getOrDefault(name, graph.constant(0)), graph::constant);
    }

    private static Vector<Symbol> vector(List<Symbol> numbers, int at) {
        return new Vector<>(numbers.get(at), numbers.get(at + 1), numbers.get(at + 2));
    }

    /** Those of six numbers that are freedoms. */
    private List<Symbol> selected(List<Symbol> six) {
        return IntStream.range(0, m)
                .mapToObj(k -> six.get(robot.freedoms().coordinate(k)))
                .toList();
    }

    /** Six numbers of the freedoms', zero where there is none. */
    private Twist twist(List<Symbol> ofFreedoms) {
        List<Symbol> six = new ArrayList<>(zeros(6));
        for (int k = 0; k < ofFreedoms.size(); k++) {
            six.set(robot.freedoms().coordinate(k), ofFreedoms.get(k));
        }
        return new Twist(vector(six, 0), vector(six, 3));
    }

    private List<Symbol> zeros(int count) {
        return IntStream.range(0, count).mapToObj(k -> graph.constant(0)).toList();
    }

    private List<OutputVector> trace(Quantity quantity) {
        List<String> names = quantity.parts().stream().map(Quantity::symbol).toList();
        List<OutputVector> outputs = new ArrayList<>();
        List<Symbol> checked = new ArrayList<>();
        boolean isWhole = quantity == Quantity.POSE || quantity == Quantity.REGRESSOR;
        List<PlacedLeg> placed = isWhole ? wholeLegs() : List.copyOf(legs);
        placed.forEach(leg -> checked.add(leg.independence()));
        switch (quantity) {
            case TORQUE, BIAS, GRAVITY -> outputs.add(new OutputVector(names.get(0), efforts(checked)));
            case TORQUE_RATE -> {
                List<Symbol> efforts = efforts(checked);
                outputs.add(new OutputVector(names.get(0), efforts));
                outputs.add(new OutputVector(names.get(1), rates(efforts)));
            }
            case ACCELERATION -> outputs.add(new OutputVector("acceleration", forward(checked)));
            case ACCELERATION_SENSITIVITY -> {
                List<Symbol> found = forward(checked);
                outputs.add(new OutputVector(names.get(0), byPose(found)));
                outputs.add(new OutputVector(names.get(1), Differentiation.jacobianForward(found, velocity)));
                outputs.add(new OutputVector(names.get(2), Differentiation.jacobianForward(found, tau)));
            }
            case MASS_MATRIX ->
                outputs.add(new OutputVector(
                        names.get(0), inertia().stream().flatMap(List::stream).toList()));
            case POSE -> outputs.add(new OutputVector(names.get(0), poses(placed)));
            case ENERGY -> outputs.add(new OutputVector(names.get(0), energy()));
            case REGRESSOR -> outputs.add(new OutputVector(names.get(0), regressor(placed, checked)));
            case TORQUE_SENSITIVITY -> {
                List<Symbol> efforts = efforts(checked);
                outputs.add(new OutputVector(names.get(0), byPose(efforts)));
                outputs.add(new OutputVector(names.get(1), Differentiation.jacobianForward(efforts, velocity)));
                outputs.add(new OutputVector(names.get(2), Differentiation.jacobianForward(efforts, acceleration)));
            }
            default -> throw new IllegalArgumentException("%s is not traced".formatted(quantity.key()));
        }
        checked.add(stray().negate());
        outputs.add(new OutputVector(Tracing.PIVOTS, checked));
        return outputs;
    }

    /** (J_p⁻¹)ᵀΓ = F_p + Σ KᵢᵀΓᵢ, of least norm. */
    private List<Symbol> efforts(List<Symbol> checked) {
        return shared(required(twist(acceleration)), checked);
    }

    /** What actuators give for what the platform needs. */
    private List<Symbol> shared(List<Symbol> required, List<Symbol> checked) {
        List<List<Symbol>> columns = IntStream.range(0, m)
                .mapToObj(k -> inverseJacobian.stream().map(row -> row.get(k)).toList())
                .toList();
        OrthogonalColumns<Symbol> factors = new OrthogonalColumns<>(graph.constant(0), columns);
        checked.addAll(factors.independences());
        return factors.solveTransposed(required);
    }

    /** The legs with all joints that they have. */
    private List<PlacedLeg> wholeLegs() {
        List<PlacedLeg> whole = new ArrayList<>();
        for (int k = 0; k < legs.size(); k++) {
            if (points.isShortened(k) && !numbers.linksFromBodies(k).isEmpty()) {
                throw new IllegalArgumentException(
                        "pose of parallel robot \"%s\" has no open lengths, for leg \"%s\" has joints beyond the point that ties it: compile it by itself without open parameters (--open)"
                                .formatted(robot.name(), robot.legs().get(k).name()));
            }
            whole.add(
                    points.isShortened(k)
                            ? new WholeLeg(graph, robot.legs().get(k), points.wholeHome(k), legs.get(k), rotation)
                            : legs.get(k));
        }
        return whole;
    }

    /** XX, XY, XZ, YY, YZ and ZZ as a matrix. */
    private static Matrix<Symbol> tensor(List<Symbol> six) {
        return new Matrix<>(
                vector(six, 0),
                new Vector<>(six.get(1), six.get(3), six.get(4)),
                new Vector<>(six.get(2), six.get(4), six.get(5)));
    }

    private List<Symbol> poses(List<PlacedLeg> whole) {
        List<Symbol> entries = new ArrayList<>();
        for (int k = 0; k < whole.size(); k++) {
            RobotModel model = robot.legs().get(k).model();
            List<Placement<Symbol>> onLinks = numbers.linksFromBodies(k);
            IntFunction<Placement<Symbol>> places =
                    onLinks.isEmpty() ? CompactRobots.places(model, graph::constant) : onLinks::get;
            CompactRobots.worldFromBodies(model, whole.get(k).links(), places)
                    .forEach(pose -> entries.addAll(CompactRobots.numbers(pose)));
        }
        return entries;
    }

    /** Of the platform, 2T = M v·v + 2 v·(ω × MS) + ω·J ω and V = −g·(M p + R MS); and of the legs. */
    private List<Symbol> energy() {
        Twist moving = twist(velocity);
        Vector<Symbol> v = rotation.transposeTimes(moving.linear());
        Vector<Symbol> w = rotation.transposeTimes(moving.angular());
        Symbol half = graph.constant(0.5);
        Vector<Symbol> first = numbers.firstMoment();
        Symbol kinetic = half.times(numbers.mass()
                        .times(v.dot(v))
                        .plus(w.dot(numbers.tensor().times(w))))
                .plus(v.dot(w.cross(first)));
        Symbol potential = numbers.gravity()
                .dot(vector(pose, 9).times(numbers.mass()).plus(rotation.times(first)))
                .negate();
        for (SymbolicLeg leg : legs) {
            CompactEnergy<Symbol> ofLeg = leg.energy(moving);
            kinetic = kinetic.plus(ofLeg.kinetic());
            potential = potential.plus(ofLeg.potential());
        }
        return List.of(kinetic, potential);
    }

    /** Efforts of symbolic inertias by those: ten of the platform, then ten of each joint of the legs. */
    private List<Symbol> regressor(List<PlacedLeg> whole, List<Symbol> checked) {
        int joints =
                robot.legs().stream().mapToInt(leg -> leg.model().jointCount()).sum();
        List<Symbol> parameters = graph.unknowns(OpenedRobot.PARAMETERS * (1 + joints));
        Twist moving = twist(velocity);
        Twist accelerating = twist(acceleration);
        Vector<Symbol> a = rotation.transposeTimes(accelerating.linear().minus(numbers.gravity()));
        List<Symbol> sum = new ArrayList<>(selected(
                platformWrench(moving, a, accelerating, parameters.get(9), vector(parameters, 6), tensor(parameters))));
        int at = OpenedRobot.PARAMETERS;
        for (int k = 0; k < legs.size(); k++) {
            List<List<Symbol>> open = new ArrayList<>();
            RobotModel model = robot.legs().get(k).model();
            for (int j = 0; j < model.jointCount(); j++) {
                open.add(parameters.subList(at, at + OpenedRobot.PARAMETERS));
                at += OpenedRobot.PARAMETERS;
            }
            CompactRobot<Symbol> opened = CompactRobots.ofJoints(model, graph::constant, List.of(), open);
            CompactRobot<Symbol> falling = new CompactRobot<>(numbers.gravity(), opened.links());
            addToPlatform(whole.get(k), whole.get(k).efforts(falling, moving, accelerating), sum);
        }
        return Differentiation.jacobianForward(shared(sum, checked), parameters);
    }

    /** The bracket of [Khalil 66], by freedom. */
    private List<Symbol> required(Twist accelerating) {
        Twist moving = twist(velocity);
        List<Symbol> sum = new ArrayList<>(selected(platformWrench(moving, accelerating, true)));
        for (SymbolicLeg leg : legs) {
            addToPlatform(leg, leg.efforts(moving, accelerating), sum);
        }
        if (!wrench.isEmpty()) {
            List<Symbol> applied = selected(wrench);
            for (int k = 0; k < m; k++) {
                sum.set(k, sum.get(k).minus(applied.get(k)));
            }
        }
        return sum;
    }

    /** Adds KᵀΓ of a leg. */
    private void addToPlatform(PlacedLeg leg, List<Symbol> efforts, List<Symbol> sum) {
        for (int j = 0; j < efforts.size(); j++) {
            List<Symbol> row = selected(leg.row(j));
            for (int k = 0; k < m; k++) {
                sum.set(k, sum.get(k).plus(row.get(k).times(efforts.get(j))));
            }
        }
    }

    /** (M a + γ × MS + ω × (ω × MS); J γ + ω × J ω + MS × a) in world axes, [Khalil 9], a without gravity. */
    private List<Symbol> platformWrench(Twist moving, Twist accelerating, boolean falls) {
        Vector<Symbol> a =
                rotation.transposeTimes(falls ? accelerating.linear().minus(numbers.gravity()) : accelerating.linear());
        return platformWrench(moving, a, accelerating, numbers.mass(), numbers.firstMoment(), numbers.tensor());
    }

    private List<Symbol> platformWrench(
            Twist moving, Vector<Symbol> a, Twist accelerating, Symbol mass, Vector<Symbol> ms, Matrix<Symbol> j) {
        Vector<Symbol> w = rotation.transposeTimes(moving.angular());
        Vector<Symbol> h = rotation.transposeTimes(accelerating.angular());
        Vector<Symbol> force = a.times(mass).plus(h.cross(ms)).plus(w.cross(w.cross(ms)));
        Vector<Symbol> moment = j.times(h).plus(w.cross(j.times(w))).plus(ms.cross(a));
        List<Symbol> six = new ArrayList<>(rotation.times(force).toList());
        six.addAll(rotation.times(moment).toList());
        return six;
    }

    /** A_x = platform + Σ KᵢᵀMᵢKᵢ. */
    private List<List<Symbol>> inertia() {
        List<List<Symbol>> rows = new ArrayList<>();
        Twist rest = twist(List.of());
        for (int k = 0; k < m; k++) {
            List<Symbol> unit = new ArrayList<>(zeros(m));
            unit.set(k, graph.constant(1));
            rows.add(new ArrayList<>(selected(platformWrench(rest, twist(unit), false))));
        }
        for (SymbolicLeg leg : legs) {
            List<List<Symbol>> mass = leg.massMatrix();
            for (int i = 0; i < mass.size(); i++) {
                List<Symbol> left = selected(leg.row(i));
                List<Symbol> times = zeros(m);
                for (int j = 0; j < mass.size(); j++) {
                    List<Symbol> right = selected(leg.row(j));
                    Symbol entry = mass.get(i).get(j);
                    List<Symbol> before = times;
                    times = IntStream.range(0, m)
                            .mapToObj(k -> before.get(k).plus(entry.times(right.get(k))))
                            .toList();
                }
                for (int k = 0; k < m; k++) {
                    for (int c = 0; c < m; c++) {
                        rows.get(k).set(c, rows.get(k).get(c).plus(left.get(k).times(times.get(c))));
                    }
                }
            }
        }
        return rows;
    }

    /** ẍ = A_x⁻¹((J_p⁻¹)ᵀΓ − H_x). */
    private List<Symbol> forward(List<Symbol> checked) {
        List<Symbol> right = new ArrayList<>();
        List<Symbol> taken = required(twist(List.of()));
        for (int k = 0; k < m; k++) {
            Symbol sum = taken.get(k).negate();
            for (int a = 0; a < tau.size(); a++) {
                sum = sum.plus(inverseJacobian.get(a).get(k).times(tau.get(a)));
            }
            right.add(sum);
        }
        List<List<Symbol>> rows = inertia();
        Solution<Symbol> solution = SymmetricSystem.solve(
                IntStream.range(0, m)
                        .mapToObj(k -> rows.get(k).subList(0, k + 1))
                        .toList(),
                right);
        checked.addAll(solution.pivots());
        return solution.x();
    }

    /** Along the motion: Ṙ = hat(ω) R in world axes. */
    private List<Symbol> rates(List<Symbol> x) {
        Twist moving = twist(velocity);
        List<Symbol> nodes = new ArrayList<>(pose);
        List<Symbol> changes = new ArrayList<>(change(moving));
        nodes.addAll(velocity);
        changes.addAll(acceleration);
        nodes.addAll(acceleration);
        changes.addAll(jerk);
        return Differentiation.directional(x, nodes, changes);
    }

    private List<Symbol> change(Twist moving) {
        Matrix<Symbol> turn = Matrix.hat(moving.angular()).times(rotation);
        List<Symbol> changes = new ArrayList<>();
        List.of(turn.x(), turn.y(), turn.z(), moving.linear()).forEach(row -> changes.addAll(row.toList()));
        return changes;
    }

    private List<Symbol> byPose(List<Symbol> x) {
        List<List<Symbol>> columns = new ArrayList<>();
        for (int k = 0; k < m; k++) {
            List<Symbol> unit = new ArrayList<>(zeros(m));
            unit.set(k, graph.constant(1));
            columns.add(Differentiation.directional(x, pose, change(twist(unit))));
        }
        List<Symbol> entries = new ArrayList<>();
        for (int row = 0; row < x.size(); row++) {
            for (List<Symbol> column : columns) {
                entries.add(column.get(row));
            }
        }
        return entries;
    }

    /** How far the platform is from where its freedoms allow it to be, squared. */
    private Symbol stray() {
        List<Integer> fixed = fixed(robot.freedoms());
        double[] r = robot.home().rotation().toArray();
        double[] p = robot.home().position().toArray();
        Symbol sum = graph.constant(0);
        for (int k : fixed) {
            Symbol off = pose.get(k).minus(graph.constant(k < 9 ? r[k] : p[k - 9]));
            sum = sum.plus(off.times(off));
        }
        return sum;
    }

    /** The numbers of a pose that do not change. */
    private static List<Integer> fixed(PlatformFreedoms freedoms) {
        return switch (freedoms) {
            case SPATIAL -> List.of();
            case TRANSLATIONAL -> List.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
            case PLANAR -> List.of(6, 7, 8, 11);
            case SPHERICAL -> List.of(9, 10, 11);
            case SCHOENFLIES -> List.of(6, 7, 8);
        };
    }
}
