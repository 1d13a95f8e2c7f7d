package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.compile.ElasticCompiler;
import dev.catena.compile.ElasticQuantity;
import dev.catena.compile.graph.Program;
import dev.catena.compile.source.ElasticSource;
import dev.catena.compile.source.SourceFile;
import dev.catena.compile.source.WasmFiles;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Code of a robot with elastic drives. */
final class ElasticCode {
    private final RobotModel robot;
    private final Map<ElasticQuantity, Program> programs = new LinkedHashMap<>();

    ElasticCode(RobotModel robot, List<ElasticQuantity> quantities) {
        this.robot = robot;
        for (ElasticQuantity quantity : quantities) {
            try {
                programs.put(quantity, ElasticCompiler.program(robot, quantity));
            } catch (IllegalArgumentException e) {
                throw new UserError("%s cannot be compiled: %s".formatted(quantity.key(), e.getMessage()));
            }
        }
    }

    /** By name of what they compute. */
    Map<String, Program> programs() {
        Map<String, Program> byName = new LinkedHashMap<>();
        programs.forEach((quantity, program) -> byName.put(quantity.key(), program));
        return byName;
    }

    /** A module of WebAssembly; its functions share their vectors, which those of elastic drives do not. */
    WasmFiles module() {
        if (programs.size() > 1) {
            throw new UserError(
                    "a module of WebAssembly has one quantity of elastic drives: run compile once for each, into folders of their own");
        }
        return ElasticSource.wasm(robot, programs.keySet().iterator().next());
    }

    List<SourceFile> files(String language, String packageName) {
        List<SourceFile> files = new ArrayList<>();
        programs.forEach((quantity, program) -> {
            switch (language) {
                case "java" -> files.add(ElasticSource.java(robot, quantity, program, packageName));
                case "c" -> files.addAll(ElasticSource.c(robot, quantity, program));
                default -> throw new UserError("code is not written in %s".formatted(language));
            }
        });
        return files;
    }
}
