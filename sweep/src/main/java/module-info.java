/** Very many states of robots, reduced to maps and distributions. */
module dev.catena.sweep {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.catena.core;
    requires transitive dev.catena.compile;
    requires transitive dev.catena.formats;
    requires transitive dev.catena.planning;
    requires transitive dev.catena.identification;
    requires dev.catena.simulation;
    requires jdk.management;

    exports dev.catena.sweep;
    exports dev.catena.sweep.reduce;
    exports dev.catena.sweep.source;
}
