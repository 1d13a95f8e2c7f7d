package dev.catena.planning.terms;

import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.Surroundings;
import dev.catena.textbook.Load;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import dev.catena.textbook.Wrench;
import java.util.Map;
import java.util.TreeMap;

/** Two wrenches that push a robot which stands, one constant in the axes of a body, one in those of the world, for both sides of a comparison. */
final class Pushed {
    private static final dev.catena.model.Wrench TURNING =
            new dev.catena.model.Wrench(new Vector3(3, -5, 2), new Vector3(0.4, 1, -0.7));
    private static final dev.catena.model.Wrench STRAIGHT =
            new dev.catena.model.Wrench(new Vector3(-4, 1, 6), new Vector3(-0.3, 0.8, 0.5));

    private Pushed() {}

    private static String turningBody(RobotModel robot) {
        return robot.bodies().get(robot.bodies().size() - 1).name();
    }

    private static String straightBody(RobotModel robot) {
        return robot.bodies().get(robot.bodies().size() - 3).name();
    }

    static Surroundings around(RobotModel robot) {
        return Surroundings.NONE
                .wrenchInBody(turningBody(robot), TURNING)
                .wrenchInWorld(straightBody(robot), STRAIGHT)
                .wrenchInWorld(turningBody(robot), STRAIGHT);
    }

    /** The same as loads in the axes of bodies. */
    static <S extends Scalar<S>> Map<Integer, Load<S>> loads(RobotModel robot, WorldKinematics<S> kinematics, S like) {
        Map<Integer, Load<S>> loads = new TreeMap<>();
        int last = robot.bodyIndex(turningBody(robot));
        int other = robot.bodyIndex(straightBody(robot));
        loads.put(last, Load.constant(of(TURNING, like).plus(inBody(kinematics, last, like))));
        loads.put(other, Load.constant(inBody(kinematics, other, like)));
        return loads;
    }

    private static <S extends Scalar<S>> Wrench<S> inBody(WorldKinematics<S> kinematics, int body, S like) {
        return Placement.rotation(kinematics.worldFromBody(body).rotation()).applyInverse(of(STRAIGHT, like));
    }

    private static <S extends Scalar<S>> Wrench<S> of(dev.catena.model.Wrench wrench, S like) {
        return new Wrench<>(Vector.of(wrench.force(), like::constant), Vector.of(wrench.moment(), like::constant));
    }

    /** A wrench about the world's origin as one about a point, or with a minus the reverse. */
    static <S extends Scalar<S>> Wrench<S> about(Vector3 point, Wrench<S> wrench) {
        S like = wrench.force().x();
        Vector<S> arm = Vector.of(point, like::constant);
        return new Wrench<>(wrench.force(), wrench.moment().minus(arm.cross(wrench.force())));
    }
}
