/** A robot in the browser that computes its own dynamics. */
module dev.catena.studio {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.catena.core;
    requires dev.catena.compile;
    requires dev.catena.mechanism;
    requires dev.catena.planning;
    requires com.fasterxml.jackson.core;
    requires jdk.httpserver;

    exports dev.catena.studio;
}
