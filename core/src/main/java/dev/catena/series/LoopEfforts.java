package dev.catena.series;

import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Door;
import org.jspecify.annotations.Nullable;

/** Makes the efforts of closed loops, which mechanism knows; behind the door of {@code ElasticLoopFeedForward}. */
@FunctionalInterface
public interface LoopEfforts {
    Door<LoopEfforts> DOOR = new Door<>();

    /**
     * Of the independent joints of a robot without springs.
     *
     * @param order the highest coefficient
     * @param wrenches what the environment applies, constant in the axes that it is given in; null for nothing
     */
    EffortSeries of(RobotModel links, int order, @Nullable AppliedWrenches wrenches);
}
