package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.ParallelCompiler;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.source.ParallelSource;
import dev.catena.compile.source.SourceFile;
import dev.catena.compile.source.WasmFiles;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.mechanism.parallel.PlatformFreedoms;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Code of the motion of a platform on legs that have formulas. */
final class ParallelCode implements RobotCode {
    private final ParallelRobot robot;
    private final Set<ParameterGroup> open;
    private final Map<String, CompiledFunction> functions = new LinkedHashMap<>();

    /** @param loaded whether a wrench on the platform is an input */
    ParallelCode(ParallelRobot robot, List<Quantity> quantities, boolean loaded, Set<ParameterGroup> open) {
        this.robot = robot;
        this.open = open;
        for (Quantity quantity : quantities) {
            functions.put(
                    quantity.key(),
                    RobotCode.compiled(quantity.key(), () -> ParallelCompiler.compile(robot, quantity, loaded, open)));
        }
    }

    /**
     * The platform on legs that closed loops describe.
     *
     * @param platform a body and, behind a colon, what the legs leave to it
     */
    static ParallelRobot robot(RobotModel closed, String platform) {
        int colon = platform.lastIndexOf(':');
        String body = colon < 0 ? platform : platform.substring(0, colon);
        if (!closed.hasBody(body)) {
            throw new UserError("--platform names the body \"%s\", which robot \"%s\" does not have"
                    .formatted(body, closed.name()));
        }
        String named = colon < 0 ? "" : platform.substring(colon + 1);
        PlatformFreedoms freedoms = Arrays.stream(PlatformFreedoms.values())
                .filter(one -> named.isEmpty()
                        ? one == PlatformFreedoms.SPATIAL
                                && closed.activeJoints().size() >= one.count()
                        : one.name().toLowerCase(Locale.ROOT).equals(named))
                .findFirst()
                .orElseThrow(() -> new UserError("say what the legs leave to the platform: --platform %s:%s"
                        .formatted(
                                body,
                                Arrays.stream(PlatformFreedoms.values())
                                        .map(one -> one.name().toLowerCase(Locale.ROOT))
                                        .collect(Collectors.joining("|")))));
        try {
            return ParallelRobot.of(closed, body, freedoms);
        } catch (IllegalArgumentException | NumericalException e) {
            throw new UserError("%s; leave --platform out to compile it as closed loops".formatted(e.getMessage()));
        }
    }

    @Override
    public Map<String, Program> programs() {
        Map<String, Program> byName = new LinkedHashMap<>();
        functions.forEach((name, function) -> byName.put(name, function.program()));
        return byName;
    }

    @Override
    public Map<String, List<OpenParameter>> parameters() {
        Map<String, List<OpenParameter>> byName = new LinkedHashMap<>();
        functions.forEach(
                (name, function) -> byName.put(name, ParallelCompiler.parameters(robot, function.quantity(), open)));
        return byName;
    }

    @Override
    public List<SourceFile> files(String language, String packageName, Map<String, List<OpenParameter>> parameters) {
        List<SourceFile> files = new ArrayList<>();
        functions.forEach((name, function) -> {
            List<OpenParameter> own = RobotCode.of(parameters, name);
            if (language.equals("c")) {
                files.addAll(ParallelSource.c(robot, function, own));
            } else {
                files.add(ParallelSource.java(robot, function, packageName, own));
            }
        });
        return files;
    }

    @Override
    public WasmFiles module(Map<String, List<OpenParameter>> parameters) {
        RobotCode.requireSame(parameters);
        return ParallelSource.wasm(
                robot, List.copyOf(functions.values()), quantity -> RobotCode.of(parameters, quantity.key()));
    }
}
