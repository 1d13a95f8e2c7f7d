/** Motion of robots in time: integrators, events, controllers and runs. */
module dev.catena.simulation {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.catena.core;
    requires dev.catena.mechanism;

    exports dev.catena.simulation;
    exports dev.catena.control;
    exports dev.catena.motion;
}
