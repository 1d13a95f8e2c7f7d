package dev.catena.compile.equations;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.trace.ClosedEquations;
import dev.catena.compile.trace.CompactLink;
import dev.catena.compile.trace.CompactNewtonEuler;
import dev.catena.compile.trace.CompactRobot;
import dev.catena.compile.trace.CompositeBodies;
import dev.catena.compile.trace.SymbolicCouplings;
import dev.catena.compile.trace.SymbolicRobot;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/** The left and right sides of a robot's equations, on any kind of symbols. */
final class Expressions<S extends Scalar<S>> {
    private final RobotModel model;
    private final boolean follows;
    private final SymbolicRobot<S> symbolic;
    private final SymbolicCouplings<S> couplings;

    /** Joints of the tree, those that follow others last. */
    private final int n;

    private final List<S> q;
    private final List<S> qd;
    private final List<S> qdd;

    /**
     * Of a robot.
     *
     * @param symbol of a kind and a name; the kind of parameters follows from their names
     */
    Expressions(
            RobotModel model,
            Set<ParameterGroup> open,
            SymbolicRobot.Form form,
            BiFunction<Variable.Kind, String, S> symbol,
            DoubleFunction<S> constant) {
        this.model = model;
        follows = form == SymbolicRobot.Form.FOR_CODE;
        symbolic = new SymbolicRobot<>(model, open, form, name -> symbol.apply(kindOf(name), name), constant);
        n = symbolic.robot().jointCount();
        couplings = new SymbolicCouplings<>(model, constant);
        q = joints(Variable.Kind.POSITION, "q", symbol);
        qd = joints(Variable.Kind.VELOCITY, "qd", symbol);
        qdd = joints(Variable.Kind.ACCELERATION, "qdd", symbol);
    }

    private List<S> joints(Variable.Kind kind, String letter, BiFunction<Variable.Kind, String, S> symbol) {
        List<S> symbols = new ArrayList<>();
        for (int k = 1; k <= n; k++) {
            symbols.add(symbol.apply(kind, letter + k));
        }
        return symbols;
    }

    private static Variable.Kind kindOf(String name) {
        return switch (name.charAt(0)) {
            case 'g' -> Variable.Kind.GRAVITY;
            case 'd', 'b', 'o', 'r', 's', 't' -> Variable.Kind.LENGTH;
            case 'F' -> Variable.Kind.FRICTION;
            default -> Variable.Kind.INERTIA;
        };
    }

    SymbolicRobot<S> robot() {
        return symbolic;
    }

    List<S> q() {
        return q;
    }

    /** Those whose names were given with numbers behind a letter. */
    private static <S> List<S> picked(List<S> all, List<Integer> which) {
        return which.stream().map(all::get).toList();
    }

    /** By name of the left side, of the tree whose joints all move on their own. */
    Map<String, S> ofTree(EquationKind kind, int body) {
        CompactRobot<S> robot = symbolic.robot();
        RobotModel tree = model.openTree();
        return switch (kind) {
            case TORQUE -> numbered("T", new CompactNewtonEuler<>(robot, q, qd, qdd).torques());
            case GRAVITY -> numbered("T", new CompactNewtonEuler<>(robot, q, robot.zeros(), robot.zeros()).torques());
            case CORIOLIS -> numbered("T", new CompactNewtonEuler<>(weightless(robot), q, qd, qdd).torques());
            case MASS_MATRIX -> upperTriangle("MT", new CompositeBodies<>(robot, q).massMatrix());
            case JACOBIAN -> jacobian("JT", symbolic.jacobian(tree, q, body));
            case POSE -> pose(symbolic.worldFromBody(tree, q, body));
            case CLOSURE, RATES -> Map.of();
        };
    }

    /** Of closed loops in a pose that is given, by number of the joint. */
    static Map<String, Symbol> ofLoops(
            RobotModel model, Expressions<Symbol> e, Graph graph, EquationKind kind, int body) {
        CompactRobot<Symbol> robot = e.symbolic.robot();
        RobotModel tree = model.openTree();
        List<Integer> independent = coordinates(model, model.loops().independentJoints());
        List<Integer> active = coordinates(model, model.loops().activeJoints());
        List<Symbol> pose = e.q.subList(0, model.jointCount());
        List<Symbol> all = e.couplings.expand(pose);
        if (kind == EquationKind.POSE) {
            return e.pose(e.symbolic.worldFromBody(tree, all, body));
        }
        if (kind == EquationKind.CLOSURE) {
            return numbered(
                    "phi",
                    ClosedEquations.closure(model, e.symbolic, all).stream()
                            .filter(row -> !row.isConstant())
                            .toList());
        }
        ClosedEquations closed = new ClosedEquations(model, graph, e.symbolic, pose);
        List<Symbol> none = List.of();
        return switch (kind) {
            case TORQUE -> efforts("tau", closed, robot, picked(e.qd, independent), picked(e.qdd, independent), active);
            case GRAVITY -> efforts("G", closed, robot, none, none, active);
            case CORIOLIS -> efforts("H", closed, weightless(robot), picked(e.qd, independent), none, active);
            case MASS_MATRIX ->
                e.square("M", closed.gatherMatrix(new CompositeBodies<>(robot, all).massMatrix()), independent);
            case JACOBIAN -> e.columns("J", closed.gatherColumns(e.symbolic.jacobian(tree, all, body)), independent);
            default ->
                e.columns(
                        "Q",
                        IntStream.range(0, independent.size())
                                .mapToObj(closed::rates)
                                .toList(),
                        independent);
        };
    }

    private static List<Integer> coordinates(RobotModel model, List<String> joints) {
        return joints.stream().map(model::coordinate).toList();
    }

    private static Map<String, Symbol> efforts(
            String letter,
            ClosedEquations closed,
            CompactRobot<Symbol> robot,
            List<Symbol> velocity,
            List<Symbol> acceleration,
            List<Integer> active) {
        List<List<Symbol>> motion = closed.motion(velocity, acceleration);
        List<Symbol> efforts =
                closed.efforts(new CompactNewtonEuler<>(robot, motion.get(0), motion.get(1), motion.get(2)).torques());
        Map<String, Symbol> named = new LinkedHashMap<>();
        for (int k = 0; k < efforts.size(); k++) {
            named.put(letter + (active.get(k) + 1), efforts.get(k));
        }
        return named;
    }

    private Map<String, S> square(String letter, List<List<S>> matrix, List<Integer> joints) {
        Map<String, S> named = new LinkedHashMap<>();
        for (int row = 0; row < joints.size(); row++) {
            for (int column = row; column < joints.size(); column++) {
                named.put(
                        entry(letter, joints.get(row) + 1, joints.get(column) + 1),
                        matrix.get(row).get(column));
            }
        }
        return named;
    }

    private Map<String, S> columns(String letter, List<List<S>> columns, List<Integer> joints) {
        Map<String, S> named = new LinkedHashMap<>();
        for (int row = 0; row < columns.get(0).size(); row++) {
            for (int column = 0; column < joints.size(); column++) {
                named.put(
                        entry(letter, row + 1, joints.get(column) + 1),
                        columns.get(column).get(row));
            }
        }
        return named;
    }

    /** By name of the left side. */
    Map<String, S> of(EquationKind kind, int body) {
        CompactRobot<S> robot = symbolic.robot();
        List<S> at = moving(q);
        List<S> velocity = moving(qd);
        List<S> acceleration = moving(qdd);
        return switch (kind) {
            case TORQUE ->
                numbered("tau", gathered(new CompactNewtonEuler<>(robot, at, velocity, acceleration).torques()));
            case GRAVITY ->
                numbered("G", gathered(new CompactNewtonEuler<>(robot, at, robot.zeros(), robot.zeros()).torques()));
            case CORIOLIS ->
                numbered(
                        "H",
                        gathered(new CompactNewtonEuler<>(weightless(robot), at, velocity, robot.zeros()).torques()));
            case MASS_MATRIX ->
                upperTriangle("M", couplings.gatherMatrix(new CompositeBodies<>(robot, at).massMatrix(), 0));
            case JACOBIAN -> jacobian("J", gatheredColumns(symbolic.jacobian(model, at, body)));
            case POSE -> pose(symbolic.worldFromBody(model, at, body));
            case CLOSURE, RATES -> Map.of();
        };
    }

    /** Joints that follow others have symbols of their own where these are written down. */
    private List<S> moving(List<S> all) {
        return follows ? couplings.expand(all.subList(0, model.jointCount())) : all;
    }

    private List<S> gathered(List<S> ofTree) {
        return couplings.gather(ofTree, 0);
    }

    private List<List<S>> gatheredColumns(List<List<S>> columns) {
        List<List<S>> gathered = new ArrayList<>();
        for (int k = 0; k < model.jointCount(); k++) {
            gathered.add(new ArrayList<>());
        }
        for (int row = 0; row < 6; row++) {
            int r = row;
            List<S> entries =
                    gathered(columns.stream().map(column -> column.get(r)).toList());
            for (int k = 0; k < entries.size(); k++) {
                gathered.get(k).add(entries.get(k));
            }
        }
        return gathered;
    }

    private static <S extends Scalar<S>> CompactRobot<S> weightless(CompactRobot<S> robot) {
        return new CompactRobot<>(
                Vector.zero(robot.constant(0)),
                robot.links().stream().map(CompactLink::withoutFriction).toList());
    }

    private static <S> Map<String, S> numbered(String letter, List<S> values) {
        Map<String, S> named = new LinkedHashMap<>();
        for (int k = 0; k < values.size(); k++) {
            named.put(letter + (k + 1), values.get(k));
        }
        return named;
    }

    /** M12, or M1_2 where numbers have two digits. */
    String entry(String letter, int row, int column) {
        return letter + row + (n < 10 ? "" : "_") + column;
    }

    private Map<String, S> upperTriangle(String letter, List<List<S>> matrix) {
        Map<String, S> named = new LinkedHashMap<>();
        for (int row = 1; row <= matrix.size(); row++) {
            for (int column = row; column <= matrix.size(); column++) {
                named.put(entry(letter, row, column), matrix.get(row - 1).get(column - 1));
            }
        }
        return named;
    }

    private Map<String, S> jacobian(String letter, List<List<S>> columns) {
        Map<String, S> named = new LinkedHashMap<>();
        for (int row = 1; row <= 6; row++) {
            for (int column = 1; column <= columns.size(); column++) {
                named.put(entry(letter, row, column), columns.get(column - 1).get(row - 1));
            }
        }
        return named;
    }

    private Map<String, S> pose(Placement<S> pose) {
        Map<String, S> named = new LinkedHashMap<>();
        List<Vector<S>> rows = List.of(
                pose.rotation().x(), pose.rotation().y(), pose.rotation().z());
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 3; column++) {
                named.put("R" + (row + 1) + (column + 1), rows.get(row).toList().get(column));
            }
        }
        for (int k = 0; k < 3; k++) {
            named.put("p" + "xyz".charAt(k), pose.position().toList().get(k));
        }
        return named;
    }
}
