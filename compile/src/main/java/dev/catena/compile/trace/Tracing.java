package dev.catena.compile.trace;

import dev.catena.compile.Quantity;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Symbol;
import dev.catena.model.RobotModel;
import dev.catena.textbook.CompactNewtonEuler;
import dev.catena.textbook.CompactRobot;
import java.util.List;
import java.util.Map;

/** Runs the recursions for a robot on symbols. */
public final class Tracing {
    private final Graph graph = new Graph();
    private final RobotModel model;
    private final CompactRobot<Symbol> robot;

    private Tracing(RobotModel model) {
        this.model = model;
        robot = CompactRobots.of(model, graph::constant, Map.of());
    }

    /** The outputs of a quantity, all constants of the robot folded in. */
    public static List<OutputVector> of(RobotModel model, Quantity quantity) {
        return new Tracing(model).trace(quantity);
    }

    private List<OutputVector> trace(Quantity quantity) {
        return switch (quantity) {
            case TORQUE -> List.of(torque(joints("q"), joints("qd"), joints("qdd")));
            case BIAS -> List.of(torque(joints("q"), joints("qd"), robot.zeros()));
            case GRAVITY -> List.of(torque(joints("q"), robot.zeros(), robot.zeros()));
        };
    }

    /** A joint vector as an input. */
    private List<Symbol> joints(String name) {
        return graph.input(name, model.jointCount());
    }

    private OutputVector torque(List<Symbol> q, List<Symbol> qd, List<Symbol> qdd) {
        return new OutputVector("tau", new CompactNewtonEuler<>(robot, q, qd, qdd).torques());
    }
}
