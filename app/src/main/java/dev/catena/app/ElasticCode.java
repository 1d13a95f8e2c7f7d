package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.compile.ElasticCompiler;
import dev.catena.compile.ElasticQuantity;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.source.ElasticSource;
import dev.catena.compile.source.SourceFile;
import dev.catena.compile.source.WasmFiles;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Code of a robot with elastic drives. */
final class ElasticCode implements RobotCode {
    private final RobotModel robot;
    private final CodeInputs inputs;
    private final Map<ElasticQuantity, Program> programs = new LinkedHashMap<>();

    ElasticCode(RobotModel robot, List<ElasticQuantity> quantities, CodeInputs inputs) {
        this.robot = robot;
        this.inputs = inputs;
        for (ElasticQuantity quantity : quantities) {
            programs.put(
                    quantity,
                    RobotCode.compiled(quantity.key(), () -> ElasticCompiler.program(robot, quantity, inputs)));
        }
    }

    @Override
    public Map<String, Program> programs() {
        Map<String, Program> byName = new LinkedHashMap<>();
        programs.forEach((quantity, program) -> byName.put(quantity.key(), program));
        return byName;
    }

    @Override
    public Map<String, List<OpenParameter>> parameters() {
        Map<String, List<OpenParameter>> byName = new LinkedHashMap<>();
        programs.keySet()
                .forEach(quantity -> byName.put(
                        quantity.key(),
                        inputs.openParameters().isEmpty()
                                ? List.of()
                                : RobotCompiler.parameters(robot, quantity.quantity(), inputs)));
        return byName;
    }

    @Override
    public WasmFiles module(Map<String, List<OpenParameter>> parameters) {
        if (programs.keySet().stream()
                        .map(ElasticQuantity::isFedForward)
                        .distinct()
                        .count()
                > 1) {
            throw new UserError(
                    "functions of a module of WebAssembly share their vectors, which motorTorque and motorTorqueRate do not with quantities of joints and motors: run compile once for each, into folders of their own");
        }
        RobotCode.requireSame(parameters);
        List<ElasticQuantity> quantities = List.copyOf(programs.keySet());
        List<OpenParameter> all = RobotCode.of(parameters, quantities.get(0).key());
        return RobotCode.compiled("a module", () -> ElasticSource.wasm(robot, quantities, inputs, all));
    }

    @Override
    public List<SourceFile> files(String language, String packageName, Map<String, List<OpenParameter>> parameters) {
        List<SourceFile> files = new ArrayList<>();
        programs.forEach((quantity, program) -> {
            List<OpenParameter> own = RobotCode.of(parameters, quantity.key());
            if (language.equals("c")) {
                files.addAll(ElasticSource.c(robot, quantity, program, inputs, own));
            } else {
                files.add(ElasticSource.java(robot, quantity, program, packageName, inputs, own));
            }
        });
        return files;
    }
}
