/** Closed loops and parallel robots. */
module dev.catena.mechanism {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.catena.core;

    exports dev.catena.mechanism;
    exports dev.catena.mechanism.parallel;
}
