package dev.catena.app.eval;

import dev.catena.app.simulate.Contacts;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.table.StateTable;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.StateVariable;
import java.util.Arrays;
import java.util.List;

/** One state of a robot at a time, and the quantities of it. */
public interface StateEvaluation {
    /** For a tree, or for a robot with closed loops, that nothing holds but its base. */
    static StateEvaluation of(RobotModel robot) {
        return robot.hasLoops() ? new ClosedLoopEvaluation(robot) : new Evaluation(robot);
    }

    /** For states some of which name contacts, and contacts of all of them, as {@link Contacts} reads them. */
    static StateEvaluation of(RobotModel robot, StateTable table, List<String> contacts) {
        StateEvaluation free = of(robot);
        boolean held = !contacts.isEmpty() || table.hasContacts();
        return held ? new ContactEvaluation(robot, free, contacts) : free;
    }

    /** The motion of a state: of all moving joints, efforts zero where there is no actuator. */
    record Motion(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            double[] tau,
            ExternalWrenches wrenches) {}

    /** The motion of the state. */
    Motion motion();

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
