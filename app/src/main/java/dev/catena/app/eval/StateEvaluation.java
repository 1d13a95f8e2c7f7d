package dev.catena.app.eval;

import dev.catena.formats.table.StateTable;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.StateVariable;
import java.util.Arrays;
import java.util.List;

/** One state of a robot at a time, and the quantities of it. */
public interface StateEvaluation {
    /** For a tree, or for a robot with closed loops. */
    static StateEvaluation of(RobotModel robot) {
        return robot.hasLoops() ? new ClosedLoopEvaluation(robot) : new Evaluation(robot);
    }

    /** What can be asked: all that depends on nothing but a state. */
    static List<Quantity> quantities() {
        return Arrays.stream(Quantity.values())
                .filter(quantity -> !quantity.inputs().contains(StateVariable.FACTOR))
                .toList();
    }

    /** Goes to a state of a table whose joints are in the robot's order. */
    void set(StateTable table, int k);

    /** A quantity of the state. */
    Value value(Quantity quantity);
}
