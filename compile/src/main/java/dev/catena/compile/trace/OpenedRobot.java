package dev.catena.compile.trace;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.trace.LoopChain.CutFrames;
import dev.catena.compile.trace.SymbolicRobot.OfBase;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A robot on symbols; what is open of it is the last input vector, "parameters".
 *
 * @param cuts where cut joints are on the links
 * @param openBodies by body of the model: its ten inertial parameters
 * @param linksFromBodies by body of the tree, where parameters are open and poses asked for
 */
record OpenedRobot(
        CompactRobot<Symbol> robot,
        CutFrames<Symbol> cuts,
        Map<Integer, List<Symbol>> openBodies,
        List<Placement<Symbol>> linksFromBodies) {
    /** M, MS and J of a body. */
    static final int PARAMETERS = 10;

    /** Coulomb and viscous friction of a joint. */
    private static final int FRICTIONS = 2;

    /** @param openFriction joints whose friction follows the inertias of open bodies */
    static OpenedRobot of(
            Graph graph, RobotModel closed, Quantity quantity, CodeInputs inputs, List<String> openFriction) {
        if (!inputs.openParameters().isEmpty()) {
            return withParameters(graph, closed, quantity, inputs);
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
                bodies,
                List.of());
    }

    private static OpenedRobot withParameters(Graph graph, RobotModel closed, Quantity quantity, CodeInputs inputs) {
        List<OpenParameter> known = parameters(closed, quantity, inputs);
        List<Symbol> symbols = graph.input("parameters", known.size());
        Map<String, Symbol> byName = new LinkedHashMap<>();
        for (int k = 0; k < known.size(); k++) {
            byName.put(known.get(k).name(), symbols.get(k));
        }
        // standard parameters, of which base parameters are made, have no place in code
        SymbolicRobot<Symbol> made = new SymbolicRobot<>(
                closed,
                ofBase(quantity, inputs),
                inputs.openParameters(),
                SymbolicRobot.Form.FOR_CODE,
                name -> byName.getOrDefault(name, graph.constant(0)),
                graph::constant);
        return new OpenedRobot(
                made.robot(),
                made::cutFrame,
                Map.of(),
                quantity == Quantity.POSE ? made.linksFromBodies(closed.openTree(), Map.of()) : List.of());
    }

    /** The base's inertia counts where the base is free, and for energies. */
    private static OfBase ofBase(Quantity quantity, CodeInputs inputs) {
        if (quantity != Quantity.ENERGY) {
            return inputs.base() == BaseInput.FLOATS ? OfBase.ALL : OfBase.NOTHING;
        }
        return inputs.base() == BaseInput.RESTS ? OfBase.FIRST_MOMENT : OfBase.ALL;
    }

    /** The parameters that are open, in the order of the input vector. */
    static List<OpenParameter> parameters(RobotModel model, Quantity quantity, CodeInputs inputs) {
        SymbolicRobot<Real> robot = new SymbolicRobot<>(
                model,
                ofBase(quantity, inputs),
                inputs.openParameters(),
                SymbolicRobot.Form.FOR_CODE,
                name -> new Real(1),
                Real::new);
        if (quantity == Quantity.POSE) {
            // these count as parameters too
            var unused = robot.linksFromBodies(model.openTree(), Map.of());
        }
        return robot.parameters();
    }
}
