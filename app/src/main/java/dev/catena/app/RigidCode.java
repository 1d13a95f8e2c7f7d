package dev.catena.app;

import dev.catena.compile.RobotCompiler;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.source.RobotSource;
import dev.catena.compile.source.SourceFile;
import dev.catena.compile.source.WasmFiles;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Code of a robot whose drives are taken as rigid. */
final class RigidCode implements RobotCode {
    private final RobotModel robot;
    private final CodeInputs inputs;
    private final Map<Quantity, Program> programs = new LinkedHashMap<>();

    RigidCode(RobotModel robot, List<Quantity> quantities, CodeInputs inputs) {
        this.robot = robot;
        this.inputs = inputs;
        for (Quantity quantity : quantities) {
            programs.put(
                    quantity,
                    RobotCode.compiled(
                            quantity.key(), () -> RobotCompiler.program(counted(quantity), quantity, inputs)));
        }
    }

    /** Energy is that of what can move, as {@code catena eval} has it: a base at rest does not count. */
    private RobotModel counted(Quantity quantity) {
        return quantity == Quantity.ENERGY && inputs.base() == BaseInput.RESTS ? robot.withoutGround() : robot;
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
                                : RobotCompiler.parameters(counted(quantity), quantity, inputs)));
        return byName;
    }

    @Override
    public List<SourceFile> files(String language, String packageName, Map<String, List<OpenParameter>> parameters) {
        List<SourceFile> files = new ArrayList<>();
        programs.forEach((quantity, program) -> {
            List<OpenParameter> own = RobotCode.of(parameters, quantity.key());
            if (language.equals("c")) {
                files.addAll(RobotSource.c(robot, quantity, program, inputs, own));
            } else {
                files.add(RobotSource.java(robot, quantity, program, packageName, inputs, own));
            }
        });
        return files;
    }

    @Override
    public WasmFiles module(Map<String, List<OpenParameter>> parameters) {
        RobotCode.requireSame(parameters);
        return RobotSource.wasm(
                robot,
                inputs,
                programs.keySet().stream()
                        .map(quantity -> RobotCode.compiled(
                                quantity.key(), () -> RobotCompiler.compile(counted(quantity), quantity, inputs)))
                        .toList(),
                quantity -> RobotCode.of(parameters, quantity.key()));
    }
}
