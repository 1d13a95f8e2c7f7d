package dev.catena.compile.equations;

import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.trace.CompactLink;
import dev.catena.compile.trace.CompactNewtonEuler;
import dev.catena.compile.trace.CompactRobot;
import dev.catena.compile.trace.CompositeBodies;
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

/** The left and right sides of a robot's equations, on any kind of symbols. */
final class Expressions<S extends Scalar<S>> {
    private final RobotModel model;
    private final SymbolicRobot<S> symbolic;
    private final int n;
    private final List<S> q;
    private final List<S> qd;
    private final List<S> qdd;

    /** @param symbol of a kind and a name; the kind of parameters follows from their names */
    Expressions(
            RobotModel model,
            Set<ParameterGroup> open,
            SymbolicRobot.Form form,
            BiFunction<Variable.Kind, String, S> symbol,
            DoubleFunction<S> constant) {
        this.model = model;
        symbolic = new SymbolicRobot<>(model, open, form, name -> symbol.apply(kindOf(name), name), constant);
        n = model.jointCount();
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
            case 'd', 'b', 'r', 't' -> Variable.Kind.LENGTH;
            case 'F' -> Variable.Kind.FRICTION;
            default -> Variable.Kind.INERTIA;
        };
    }

    SymbolicRobot<S> robot() {
        return symbolic;
    }

    /** By name of the left side. */
    Map<String, S> of(EquationKind kind, int body) {
        CompactRobot<S> robot = symbolic.robot();
        return switch (kind) {
            case TORQUE -> numbered("tau", new CompactNewtonEuler<>(robot, q, qd, qdd).torques());
            case GRAVITY -> numbered("G", new CompactNewtonEuler<>(robot, q, robot.zeros(), robot.zeros()).torques());
            case CORIOLIS -> numbered("H", new CompactNewtonEuler<>(weightless(robot), q, qd, robot.zeros()).torques());
            case MASS_MATRIX -> upperTriangle(new CompositeBodies<>(robot, q).massMatrix());
            case JACOBIAN -> jacobian(symbolic.jacobian(model, q, body));
            case POSE -> pose(symbolic.worldFromBody(model, q, body));
        };
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
    private String entry(String letter, int row, int column) {
        return letter + row + (n < 10 ? "" : "_") + column;
    }

    private Map<String, S> upperTriangle(List<List<S>> matrix) {
        Map<String, S> named = new LinkedHashMap<>();
        for (int row = 1; row <= n; row++) {
            for (int column = row; column <= n; column++) {
                named.put(entry("M", row, column), matrix.get(row - 1).get(column - 1));
            }
        }
        return named;
    }

    private Map<String, S> jacobian(List<List<S>> columns) {
        Map<String, S> named = new LinkedHashMap<>();
        for (int row = 1; row <= 6; row++) {
            for (int column = 1; column <= n; column++) {
                named.put(entry("J", row, column), columns.get(column - 1).get(row - 1));
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
