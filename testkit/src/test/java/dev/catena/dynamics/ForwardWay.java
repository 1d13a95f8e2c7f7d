package dev.catena.dynamics;

import dev.catena.model.RobotModel;
import java.util.function.Function;

/** The ways from torques to accelerations, all of which have to pass the same tests. */
enum ForwardWay {
    ARTICULATED(ArticulatedForwardDynamics::new),
    PROXIMAL(ProximalForwardDynamics::new),
    DENSE(DenseForwardDynamics::new);

    private final Function<RobotModel, ForwardDynamics> maker;

    ForwardWay(Function<RobotModel, ForwardDynamics> maker) {
        this.maker = maker;
    }

    ForwardDynamics of(RobotModel model) {
        return maker.apply(model);
    }
}
