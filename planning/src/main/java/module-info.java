/** Splines, nonlinear programs and optimal motions. */
module dev.catena.planning {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.catena.core;
    requires transitive dev.catena.mechanism;

    exports dev.catena.nlp;
}
