/** Robots compiled to straight-line code. */
module dev.catena.compile {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.catena.core;
    requires transitive dev.catena.mechanism;
    requires transitive dev.catena.textbook;
    requires org.objectweb.asm;
    requires jdk.management;

    exports dev.catena.compile;
    exports dev.catena.compile.equations;
    exports dev.catena.compile.graph;
    exports dev.catena.compile.inputs;
    exports dev.catena.compile.parameters;
    exports dev.catena.compile.source;

    provides dev.catena.function.FunctionCompiler with
            dev.catena.compile.CompilerService;
}
