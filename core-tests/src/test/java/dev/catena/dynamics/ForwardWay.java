package dev.catena.dynamics;

import dev.catena.model.RobotModel;

/** The ways from torques to accelerations, all of which have to pass the same tests. */
enum ForwardWay {
    ARTICULATED,
    PROXIMAL,
    DENSE;

    ForwardDynamics of(RobotModel model) {
        return switch (this) {
            case ARTICULATED -> new ArticulatedForwardDynamics(model);
            case PROXIMAL -> new ProximalForwardDynamics(model);
            case DENSE -> new DenseForwardDynamics(model);
        };
    }

    /** The same robot with its base free. */
    ForwardDynamics free(RobotModel model) {
        return of(model.withFloatingBase());
    }
}
