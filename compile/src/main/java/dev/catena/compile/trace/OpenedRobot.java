package dev.catena.compile.trace;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.trace.LoopChain.CutFrames;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Real;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A robot on symbols; what is open of it is the last input vector, "parameters".
 *
 * @param cuts where cut joints are on the links
 * @param openBodies by body of the model: its ten inertial parameters
 */
record OpenedRobot(CompactRobot<Symbol> robot, CutFrames<Symbol> cuts, Map<Integer, List<Symbol>> openBodies) {
    /** M, MS and J of a body. */
    static final int PARAMETERS = 10;

    /** Coulomb and viscous friction of a joint. */
    private static final int FRICTIONS = 2;

    /** @param openFriction joints whose friction follows the inertias of open bodies */
    static OpenedRobot of(Graph graph, RobotModel closed, CodeInputs inputs, List<String> openFriction) {
        if (!inputs.openParameters().isEmpty()) {
            return withParameters(graph, closed, inputs);
        }
        RobotModel tree = closed.openTree();
        List<String> open = inputs.openBodies();
        Map<Integer, List<Symbol>> bodies = new LinkedHashMap<>();
        Map<Integer, List<Symbol>> frictions = new LinkedHashMap<>();
        if (!open.isEmpty() || !openFriction.isEmpty()) {
            int ofBodies = PARAMETERS * open.size();
            List<Symbol> parameters = graph.input("parameters", ofBodies + FRICTIONS * openFriction.size());
            for (int k = 0; k < openFriction.size(); k++) {
                int at = ofBodies + FRICTIONS * k;
                frictions.put(tree.coordinate(openFriction.get(k)), parameters.subList(at, at + FRICTIONS));
            }
            for (int k = 0; k < open.size(); k++) {
                bodies.put(tree.bodyIndex(open.get(k)), parameters.subList(PARAMETERS * k, PARAMETERS * (k + 1)));
            }
        }
        return new OpenedRobot(
                CompactRobots.of(tree, graph::constant, bodies, frictions),
                CutFrames.of(tree, graph::constant),
                bodies);
    }

    private static OpenedRobot withParameters(Graph graph, RobotModel closed, CodeInputs inputs) {
        List<OpenParameter> known = parameters(closed, inputs);
        List<Symbol> symbols = graph.input("parameters", known.size());
        Map<String, Symbol> byName = new LinkedHashMap<>();
        for (int k = 0; k < known.size(); k++) {
            byName.put(known.get(k).name(), symbols.get(k));
        }
        // standard parameters, of which base parameters are made, have no place in code
        SymbolicRobot<Symbol> made = new SymbolicRobot<>(
                based(closed, inputs),
                inputs.openParameters(),
                SymbolicRobot.Form.FOR_CODE,
                name -> byName.getOrDefault(name, graph.constant(0)),
                graph::constant);
        return new OpenedRobot(made.robot(), made::cutFrame, Map.of());
    }

    /** The base's inertia counts only where the base floats. */
    private static RobotModel based(RobotModel model, CodeInputs inputs) {
        return inputs.base() == BaseInput.FLOATS ? model : model.withFixedBase();
    }

    /** The parameters that are open, in the order of the input vector. */
    static List<OpenParameter> parameters(RobotModel model, CodeInputs inputs) {
        return new SymbolicRobot<>(
                        based(model, inputs),
                        inputs.openParameters(),
                        SymbolicRobot.Form.FOR_CODE,
                        name -> new Real(1),
                        Real::new)
                .parameters();
    }
}
