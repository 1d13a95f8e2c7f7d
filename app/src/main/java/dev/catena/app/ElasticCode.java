package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.compile.ElasticCompiler;
import dev.catena.compile.ElasticQuantity;
import dev.catena.compile.graph.Program;
import dev.catena.compile.source.ElasticSource;
import dev.catena.compile.source.SourceFile;
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

    List<SourceFile> files(String language, String packageName) {
        List<SourceFile> files = new ArrayList<>();
        programs.forEach((quantity, program) -> {
            switch (language) {
                case "java" -> files.add(ElasticSource.java(robot, quantity, program, packageName));
                case "c" -> files.addAll(ElasticSource.c(robot, quantity, program));
                default ->
                    throw new UserError(
                            "code for elastic drives is written in java and c, not in %s".formatted(language));
            }
        });
        return files;
    }
}
