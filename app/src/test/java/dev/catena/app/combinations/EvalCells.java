package dev.catena.app.combinations;

import static dev.catena.app.combinations.Cell.answer;

import dev.catena.app.eval.StateEvaluation;
import dev.catena.app.eval.Value;
import dev.catena.formats.ShippedRobots;
import dev.catena.formats.table.BaseState;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.AppliedWrench;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTable.WrenchFrame;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;

/** What {@code catena eval} says of states of every kind. */
final class EvalCells {
    private static final List<Quantity> ASKED = List.of(
            Quantity.TORQUE,
            Quantity.TORQUE_RATE,
            Quantity.JOINT_WRENCH,
            Quantity.ACCELERATION,
            Quantity.MASS_MATRIX,
            Quantity.TORQUE_SENSITIVITY,
            Quantity.ACCELERATION_SENSITIVITY);

    private static final List<Quantity> OF_MOTORS =
            List.of(Quantity.ELASTIC_TORQUE, Quantity.ELASTIC_ACCELERATION, Quantity.ELASTIC_TORQUE_SENSITIVITY);

    private static final List<Quantity> FED =
            List.of(Quantity.MOTOR_TORQUE, Quantity.MOTOR_TORQUE_RATE, Quantity.MOTOR_MOTION);

    private EvalCells() {}

    static List<Cell> all(List<String> kinds) {
        List<Cell> cells = new ArrayList<>();
        BaseState moving = base(new Vector3(0.1, 0.2, 0.3));
        AppliedWrench push = new AppliedWrench(WrenchFrame.WORLD, new Wrench(Vector3.X, Vector3.Y));
        String last = Kinds.TREE.bodies().get(Kinds.TREE.bodies().size() - 1).name();
        cells.add(cell(kinds.get(0), Kinds.TREE, state(Kinds.TREE), ASKED));
        cells.add(cell(kinds.get(1), Kinds.TREE, state(Kinds.TREE).base(moving), ASKED));
        cells.add(cell(kinds.get(2), Kinds.FLOATING, state(Kinds.FLOATING).base(moving), ASKED));
        cells.add(cell(kinds.get(3), Kinds.TREE, state(Kinds.TREE).wrench(last, push), ASKED));
        RobotModel coupled = Kinds.COUPLED;
        cells.add(cell(kinds.get(4), coupled, state(coupled), ASKED));
        RobotModel loops = ShippedRobots.load("four-bar");
        cells.add(cell(kinds.get(5), loops, state(loops), ASKED));
        RobotModel floating = Kinds.FLOATING_LOOPS;
        cells.add(cell(kinds.get(6), floating, state(floating).base(moving), ASKED));
        cells.add(contacts(kinds.get(7), Kinds.STANDING, ASKED));
        RobotModel delta = ShippedRobots.load("delta");
        cells.add(cell(kinds.get(8), delta, state(delta), ASKED));
        cells.add(cell(kinds.get(9), Kinds.ELASTIC, state(Kinds.ELASTIC), joined(OF_MOTORS, FED)));
        cells.add(cell(
                kinds.get(10),
                Kinds.ELASTIC_FLOATING,
                state(Kinds.ELASTIC_FLOATING).base(moving),
                OF_MOTORS));
        RobotModel elasticLoops = Kinds.ELASTIC_LOOPS;
        cells.add(cell(kinds.get(11), elasticLoops, state(elasticLoops), joined(OF_MOTORS, FED)));
        List<Quantity> onContacts = List.of(
                Quantity.ELASTIC_ACCELERATION, Quantity.ELASTIC_MASS_MATRIX, Quantity.ELASTIC_ACCELERATION_SENSITIVITY);
        cells.add(contacts(kinds.get(12), Kinds.withSpring(Kinds.STANDING), onContacts));
        return cells;
    }

    private static List<Quantity> joined(List<Quantity> a, List<Quantity> b) {
        List<Quantity> all = new ArrayList<>(a);
        all.addAll(b);
        return all;
    }

    private static BaseState base(Vector3 velocity) {
        return new BaseState(Vector3.ZERO, 0, 0, 0.6, 0.8, velocity, velocity, Vector3.ZERO, Vector3.ZERO);
    }

    private static List<String> joints(RobotModel robot) {
        return robot.hasLoops() ? robot.loops().activeJoints() : robot.jointNames();
    }

    private static StateTable.StateBuilder state(RobotModel robot) {
        List<String> joints = joints(robot);
        double[] q = joints.stream()
                .mapToDouble(joint -> robot.loops().assembly().getOrDefault(joint, 0.1))
                .toArray();
        return new StateTable.StateBuilder()
                .set(Series.POSITION, q)
                .set(Series.MOTOR_POSITION, q)
                .set(Series.VELOCITY, new double[q.length]);
    }

    private static Cell cell(String kind, RobotModel robot, StateTable.StateBuilder state, List<Quantity> asked) {
        return answer(kind, "eval", () -> evaluate(robot, state, List.of(), asked));
    }

    private static void evaluate(
            RobotModel robot, StateTable.StateBuilder state, List<String> contacts, List<Quantity> asked) {
        StateTable table = new StateTable(joints(robot), List.of(state.build()));
        StateEvaluation evaluation = StateEvaluation.of(robot, table, contacts);
        evaluation.set(table, 0);
        for (Quantity quantity : asked) {
            Value value = evaluation.value(quantity);
            if (value.notFinite().isPresent()) {
                throw new AssertionError(
                        quantity.key() + ": " + value.notFinite().get());
            }
        }
    }

    private static Cell contacts(String kind, RobotModel robot, List<Quantity> asked) {
        return answer(kind, "eval", () -> {
            List<String> feet = new ArrayList<>();
            for (CutJoint foot : Kinds.FEET) {
                Vector3 at = foot.secondFromJoint().position();
                feet.add("%s:%s:%s,%s,%s"
                        .formatted(
                                foot.second(),
                                foot.kind() == CutKind.SPHERICAL ? "point" : "flat",
                                at.x(),
                                at.y(),
                                at.z()));
            }
            double[] turn = Kinds.standingBase().pose().rotation().toQuaternion();
            StateTable.StateBuilder state = new StateTable.StateBuilder()
                    .set(Series.POSITION, Kinds.standing())
                    .set(Series.MOTOR_POSITION, Kinds.standing())
                    .base(new BaseState(
                            Kinds.standingBase().pose().position(),
                            turn[0],
                            turn[1],
                            turn[2],
                            turn[3],
                            Vector3.ZERO,
                            Vector3.ZERO,
                            Vector3.ZERO,
                            Vector3.ZERO));
            evaluate(robot, state, feet, asked);
        });
    }
}
