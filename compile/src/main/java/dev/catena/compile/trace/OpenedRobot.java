package dev.catena.compile.trace;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.trace.CompactWrenches.CompactBody;
import dev.catena.compile.trace.LoopChain.CutFrames;
import dev.catena.compile.trace.SymbolicRobot.Inertias;
import dev.catena.compile.trace.SymbolicRobot.OfBase;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A robot on symbols; what is open of it is the last input vector, "parameters".
 *
 * @param cuts where cut joints are on the links
 * @param openBodies by body of the model: its ten inertial parameters
 * @param places where bodies of the tree lie on their links
 * @param joints where joint frames are on the links that they move
 * @param bodies by body of the tree, with their own inertias; as they are asked for, where parameters are open for joint wrenches only
 */
record OpenedRobot(
        CompactRobot<Symbol> robot,
        CutFrames<Symbol> cuts,
        Map<Integer, List<Symbol>> openBodies,
        IntFunction<Placement<Symbol>> places,
        IntFunction<Vector<Symbol>> joints,
        Supplier<List<CompactBody<Symbol>>> bodies) {
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
                CompactRobots.places(tree, graph::constant),
                CompactRobots.joints(tree, graph::constant),
                () -> CompactRobots.bodies(tree, graph::constant, bodies));
    }

    private static OpenedRobot withParameters(Graph graph, RobotModel closed, Quantity quantity, CodeInputs inputs) {
        List<OpenParameter> known = parameters(closed, quantity, inputs);
        List<Symbol> symbols = graph.input("parameters", known.size());
        Map<String, Symbol> byName = new LinkedHashMap<>();
        for (int k = 0; k < known.size(); k++) {
            byName.put(known.get(k).name(), symbols.get(k));
        }
        // standard parameters, of which base parameters are made, have no place in code
        Function<String, Symbol> symbol = name -> Character.isUpperCase(name.charAt(0))
                ? byName.getOrDefault(name, graph.constant(0))
                : Objects.requireNonNull(byName.get(name), name);
        SymbolicRobot<Symbol> made = made(closed, quantity, inputs, symbol, graph::constant);
        return new OpenedRobot(made.robot(), made::cutFrame, Map.of(), made.places()::body, made::joint, made::bodies);
    }

    private static <S extends Scalar<S>> SymbolicRobot<S> made(
            RobotModel model,
            Quantity quantity,
            CodeInputs inputs,
            Function<String, S> symbol,
            DoubleFunction<S> constant) {
        Inertias inertias = switch (quantity) {
            case JOINT_WRENCH, ELASTIC_JOINT_WRENCH -> Inertias.OF_BODIES;
            case POSE, REGRESSOR -> Inertias.NONE;
            default -> Inertias.REGROUPED;
        };
        return new SymbolicRobot<>(
                model,
                ofBase(quantity, inputs),
                inertias,
                open(quantity, inputs),
                SymbolicRobot.Form.FOR_CODE,
                symbol,
                constant);
    }

    /** Groups of parameters that a quantity depends on. */
    private static Set<ParameterGroup> open(Quantity quantity, CodeInputs inputs) {
        Set<ParameterGroup> open = new HashSet<>(inputs.openParameters());
        if (quantity == Quantity.POSE) {
            open.retainAll(Set.of(ParameterGroup.LENGTHS));
        } else if (quantity == Quantity.REGRESSOR) {
            open.retainAll(Set.of(ParameterGroup.LENGTHS, ParameterGroup.GRAVITY));
        }
        return open;
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
        SymbolicRobot<Real> robot = made(model, quantity, inputs, name -> new Real(1), Real::new);
        RobotModel tree = model.openTree();
        // where bodies lie counts too, if it is asked for
        List<Object> asked = new ArrayList<>();
        if (quantity == Quantity.POSE) {
            asked.addAll(robot.places().bodies());
        } else if (quantity == Quantity.REGRESSOR) {
            IntStream.range(1, robot.robot().size()).forEach(link -> asked.add(robot.joint(link)));
        }
        if (dependsOnWrenches(quantity)) {
            inputs.loadedBodies().forEach(body -> asked.add(robot.places().body(tree.bodyIndex(body))));
        }
        return robot.parameters();
    }

    /** Whether what acts on bodies counts. */
    static boolean dependsOnWrenches(Quantity quantity) {
        return switch (quantity) {
            case MASS_MATRIX, POSE, ENERGY, REGRESSOR, GRAVITY -> false;
            default -> true;
        };
    }
}
