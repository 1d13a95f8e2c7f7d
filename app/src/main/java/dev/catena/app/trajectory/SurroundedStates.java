package dev.catena.app.trajectory;

import dev.catena.app.console.UserError;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.table.BaseState;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.AppliedWrench;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTable.WrenchFrame;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.planning.function.Surroundings;
import java.util.LinkedHashMap;
import java.util.Map;

/** States with what acts on the robot besides: wrenches, and a base that moves by the clock. */
public final class SurroundedStates {
    private static final Wrench NOTHING = new Wrench(Vector3.ZERO, Vector3.ZERO);

    private SurroundedStates() {}

    /**
     * The same states, loaded.
     *
     * @throws UserError where a state has another load of the same body or another motion of the base already, or no time
     */
    public static StateTable of(StateTable table, RobotModel robot, Surroundings around) {
        if (around.isEmpty()) {
            return table;
        }
        Map<String, AppliedWrench> loads = loads(robot, around);
        StateTable loaded = table.changed(k -> loaded(table, k, loads, around));
        for (int k = 0; k < table.size(); k++) {
            StateTable.State unused = loaded.states().get(k);
        }
        return loaded;
    }

    private static StateTable.State loaded(
            StateTable table, int k, Map<String, AppliedWrench> loads, Surroundings around) {
        StateTable.State state = table.states().get(k);
        StateTable.StateBuilder builder = new StateTable.StateBuilder();
        state.time().ifPresent(builder::time);
        for (Series series : Series.values()) {
            if (state.has(series)) {
                builder.set(series, table.values(k, series));
            }
        }
        state.wrenches().forEach(builder::wrench);
        state.contacts().forEach(builder::contact);
        for (Map.Entry<String, AppliedWrench> load : loads.entrySet()) {
            if (state.wrenches().containsKey(load.getKey())) {
                throw new UserError("state %s has a wrench on %s already".formatted(k, load.getKey()));
            }
            builder.wrench(load.getKey(), load.getValue());
        }
        setBase(state, k, around, builder);
        return builder.build();
    }

    private static void setBase(StateTable.State state, int k, Surroundings around, StateTable.StateBuilder builder) {
        BaseState given = state.base();
        BaseTrajectory told = around.base().orElse(null);
        if (told == null) {
            if (given != null) {
                builder.base(given);
            }
            return;
        }
        if (given != null || state.time().isEmpty()) {
            throw new UserError(
                    "a base that moves by the clock needs states with times and without a base, but state %s %s"
                            .formatted(k, given != null ? "has a base" : "has no time"));
        }
        builder.base(base(told, state.time().getAsDouble()));
    }

    private static BaseState base(BaseTrajectory told, double time) {
        BaseMotion motion = new BaseMotion();
        told.at(time, motion);
        double[] turn = motion.pose().rotation().toQuaternion();
        Twist velocity = motion.velocityInBase();
        Twist acceleration = motion.spatialAccelerationInBase();
        Twist jerk = motion.jerkInBase();
        return new BaseState(
                motion.pose().position(),
                turn[0],
                turn[1],
                turn[2],
                turn[3],
                velocity.linear(),
                velocity.angular(),
                acceleration.linear(),
                acceleration.angular(),
                jerk.linear(),
                jerk.angular());
    }

    private static Map<String, AppliedWrench> loads(RobotModel robot, Surroundings around) {
        Map<String, AppliedWrench> loads = new LinkedHashMap<>();
        ExternalWrenches all = around.wrenches(robot);
        for (int body = 0; all != null && body < robot.bodies().size(); body++) {
            String name = robot.bodies().get(body).name();
            Wrench inBody = all.inBody(body);
            Wrench inWorld = all.inWorld(body);
            if (!inBody.equals(NOTHING) && !inWorld.equals(NOTHING)) {
                throw new UserError(
                        "body %s has wrenches in its own axes and in those of the world; a state has one of them"
                                .formatted(name));
            }
            if (!inBody.equals(NOTHING)) {
                loads.put(name, new AppliedWrench(WrenchFrame.BODY, inBody));
            } else if (!inWorld.equals(NOTHING)) {
                loads.put(name, new AppliedWrench(WrenchFrame.WORLD, inWorld));
            }
        }
        return loads;
    }
}
