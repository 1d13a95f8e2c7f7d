/** Splines, nonlinear programs and optimal motions. */
module dev.catena.planning {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.catena.core;
    requires transitive dev.catena.mechanism;
    requires com.sun.jna;

    exports dev.catena.nlp;
    exports dev.catena.nlp.solver;
    exports dev.catena.planning;
    exports dev.catena.planning.function;
    exports dev.catena.spline;

    opens dev.catena.nlp.ipopt to
            com.sun.jna;
}
