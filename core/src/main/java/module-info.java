/** The robot model and every hand-written recursion; depends on nothing. */
module dev.catena.core {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;

    exports dev.catena.model;
    exports dev.catena.kinematics;
    exports dev.catena.dynamics;
    exports dev.catena.quantity;
    exports dev.catena.reach;
    exports dev.catena.drive;
    exports dev.catena.sensitivity;
    exports dev.catena.function;
    exports dev.catena.ground;
    exports dev.catena.algebra to
            dev.catena.compile,
            dev.catena.identification,
            dev.catena.mechanism,
            dev.catena.simulation,
            dev.catena.sweep;
    exports dev.catena.series to
            dev.catena.mechanism,
            dev.catena.planning;
    exports dev.catena.tree to
            dev.catena.compile,
            dev.catena.identification,
            dev.catena.mechanism,
            dev.catena.planning,
            dev.catena.simulation;

    uses dev.catena.function.FunctionCompiler;
}
