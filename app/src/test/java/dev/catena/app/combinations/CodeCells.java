package dev.catena.app.combinations;

import static dev.catena.app.combinations.Cell.answer;

import dev.catena.compile.ClosedLoopCode;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.ElasticCompiler;
import dev.catena.compile.ElasticQuantity;
import dev.catena.compile.ParallelCompiler;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.mechanism.parallel.Delta;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.model.BaseKind;
import dev.catena.model.InertiaTensor;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import java.util.Arrays;
import java.util.List;

/** Compiled code of each kind: torques, their rates, accelerations, mass matrix and derivatives, evaluated once. */
final class CodeCells {
    private static final String QUESTION = "compiled";

    private static final List<Quantity> QUANTITIES = List.of(
            Quantity.TORQUE,
            Quantity.TORQUE_RATE,
            Quantity.ACCELERATION,
            Quantity.MASS_MATRIX,
            Quantity.TORQUE_SENSITIVITY);

    private CodeCells() {}

    static List<Cell> all() {
        List<String> kinds = Cells.KINDS;
        RobotModel tree = Kinds.TREE;
        CodeInputs rests = CodeInputs.of(tree);
        String hand = tree.bodies().get(tree.bodies().size() - 1).name();
        return List.of(
                answer(kinds.get(0), QUESTION, () -> evaluated(tree, rests)),
                answer(kinds.get(1), QUESTION, () -> evaluated(tree, rests.withBase(BaseInput.MOVES))),
                answer(kinds.get(2), QUESTION, () -> evaluated(Kinds.FLOATING, CodeInputs.of(Kinds.FLOATING))),
                answer(kinds.get(3), QUESTION, () -> evaluated(tree, rests.withWrenchesInWorld(List.of(hand)))),
                answer(kinds.get(4), QUESTION, () -> evaluated(Kinds.COUPLED, CodeInputs.of(Kinds.COUPLED))),
                answer(kinds.get(5), QUESTION, () -> closed(Kinds.LOOPS)),
                answer(kinds.get(6), QUESTION, () -> closed(Kinds.FLOATING_LOOPS)),
                answer(kinds.get(7), QUESTION, CodeCells::standing),
                answer(kinds.get(8), QUESTION, CodeCells::parallel),
                answer(kinds.get(9), QUESTION, () -> elastic(Kinds.ELASTIC)),
                answer(kinds.get(10), QUESTION, () -> elastic(Kinds.SPRINGY_FLOATING)),
                answer(kinds.get(11), QUESTION, () -> elastic(Kinds.ELASTIC_LOOPS)));
    }

    private static void evaluated(RobotModel robot, CodeInputs inputs) {
        for (Quantity quantity : QUANTITIES) {
            evaluate(RobotCompiler.compile(robot, quantity, inputs));
        }
    }

    static void evaluate(CompiledFunction function) {
        double[][] x = vectors(function);
        for (int v = 0; v < function.inputs().size(); v++) {
            fill(function.inputs().get(v), x[v]);
        }
        function.evaluateAll(x);
    }

    static double[][] vectors(CompiledFunction function) {
        double[][] x = new double[function.inputs().size() + function.outputs().size()][];
        Arrays.setAll(x, v -> new double[function.length(v)]);
        return x;
    }

    static void fill(String name, double[] vector) {
        if (name.equals("base") || name.equals("platform")) {
            vector[0] = 1;
            vector[4] = 1;
            vector[8] = 1;
        } else {
            Arrays.setAll(vector, k -> 0.3 + 0.1 * k);
        }
    }

    private static void closed(RobotModel robot) {
        QUANTITIES.forEach(quantity -> closed(robot, quantity));
    }

    static void closed(RobotModel robot, Quantity quantity) {
        ClosedLoopCode code = new ClosedLoopCode(RobotCompiler.compile(robot, quantity));
        CompiledFunction function = code.function();
        List<String> names = code.vectors();
        double[][] x = new double[names.size()][];
        for (int v = 0; v < x.length; v++) {
            int at = function.inputs().indexOf(names.get(v));
            int length = function.length(
                    at >= 0 ? at : function.inputs().size() + function.outputs().indexOf(names.get(v)));
            x[v] = new double[length];
            if (at >= 0) {
                fill(names.get(v), x[v]);
            }
        }
        x[0] = Kinds.independent(robot);
        code.evaluate(x);
    }

    /** Whatever moves base and joints while the feet stand, and torques for that. */
    private static void standing() {
        RobotModel robot = Kinds.STANDING;
        CodeInputs inputs = CodeInputs.of(robot).withContacts(Kinds.STANDING_ON);
        double[][] x = vectors(RobotCompiler.compile(robot, Quantity.ACCELERATION, inputs));
        fill("base", x[3]);
        x[0] = Kinds.standing();
        RobotCompiler.compile(robot, Quantity.ACCELERATION, inputs).evaluateAll(x);
        double[] base = Arrays.copyOf(x[3], 24);
        System.arraycopy(x[5], 0, base, 18, 6);
        for (Quantity quantity : List.of(Quantity.TORQUE, Quantity.TORQUE_RATE, Quantity.TORQUE_SENSITIVITY)) {
            CompiledFunction code = RobotCompiler.compile(robot, quantity, inputs);
            double[][] back = vectors(code);
            back[0] = x[0];
            back[2] = x[4];
            back[code.inputs().indexOf("base")] = base;
            code.evaluateAll(back);
        }
    }

    private static void parallel() {
        SpatialInertia body = SpatialInertia.aboutCenterOfMass(
                0.6, new Vector3(0.1, 0, 0), InertiaTensor.diagonal(0.01, 0.012, 0.02));
        ParallelRobot delta = Delta.named("delta")
                .lengths(0.2, 0.05, 0.3, 0.7)
                .platform(body)
                .arm(body)
                .forearm(body)
                .build();
        for (Quantity quantity : QUANTITIES) {
            CompiledFunction function = ParallelCompiler.compile(delta, quantity);
            double[][] x = vectors(function);
            fill("platform", x[0]);
            System.arraycopy(delta.home().position().toArray(), 0, x[0], 9, 3);
            function.evaluateAll(x);
        }
    }

    private static void elastic(RobotModel robot) {
        boolean floats = robot.baseKind() == BaseKind.FLOATING;
        for (ElasticQuantity quantity : ElasticQuantity.values()) {
            CodeInputs inputs = CodeInputs.of(robot);
            boolean told = floats && quantity == ElasticQuantity.TORQUE_CURVATURE;
            CompiledFunction function =
                    ElasticCompiler.compile(robot, quantity, told ? inputs.withBase(BaseInput.MOVES) : inputs);
            double[][] x = vectors(function);
            for (int v = 0; v < function.inputs().size(); v++) {
                fill(function.inputs().get(v), x[v]);
            }
            if (robot.hasLoops()) {
                System.arraycopy(Kinds.independent(robot), 0, x[0], 0, Kinds.independent(robot).length);
            }
            function.evaluateAll(x);
        }
    }
}
