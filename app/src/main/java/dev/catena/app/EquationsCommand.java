package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.compile.equations.EquationForm;
import dev.catena.compile.equations.EquationKind;
import dev.catena.compile.equations.Equations;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.formats.file.OutputFile;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code catena equations}: the equations of a robot, as papers print them. */
@Command(
        name = "equations",
        description = "Print the equations of a robot with its parameters as symbols.",
        footer = {
            "",
            "Base parameters (XXR1, ZZR1, …), lengths (d2, r3), friction (FC1, FV1) and gravity (g) stay symbols;"
                    + " their values and what is grouped into what are listed. C12 is cos(q1 + q2). Arms of few joints are"
                    + " expanded, others written in steps.",
            "",
            "Examples: catena equations two-link",
            "          catena equations two-link --quantity massMatrix --format latex --out mass.tex",
            "          catena equations four-bar --quantity closure",
            "          catena equations puma560 --quantity gravity --open gravity --format markdown"
        })
final class EquationsCommand implements Runnable {
    private final Console console;

    @Parameters(index = "0", paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    @SuppressWarnings("NullAway.Init")
    private String robotName;

    @Option(
            names = "--quantity",
            paramLabel = "NAME",
            defaultValue = "torque",
            description =
                    "torque, massMatrix, coriolis, gravity, jacobian or pose; of closed loops also closure and rates;"
                            + " torque unless told otherwise.")
    private String quantity = "torque";

    @Option(
            names = "--format",
            paramLabel = "NAME",
            defaultValue = "text",
            description = "text (assignments that any calculator runs), markdown or latex; text unless told otherwise.")
    private String format = "text";

    @Option(
            names = "--open",
            paramLabel = "GROUP",
            split = ",",
            defaultValue = "inertia,lengths,friction,gravity",
            description = "What stays symbols, separated by commas: inertia (what is not zero), allInertia, lengths,"
                    + " friction, gravity, or none; all but allInertia unless told otherwise.")
    private List<String> open = new ArrayList<>();

    @Option(
            names = "--form",
            paramLabel = "auto|expanded|steps",
            defaultValue = "auto",
            description = "One sum for each equation, or steps; whichever is shorter to read unless told otherwise.")
    private String form = "auto";

    @Option(
            names = "--body",
            paramLabel = "NAME",
            description = "Whose pose or Jacobian; the last body's unless told otherwise.")
    private @Nullable String body;

    @Option(names = "--out", paramLabel = "FILE", description = "Write to this file.")
    private @Nullable Path out;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final RobotOptions options = new RobotOptions();

    EquationsCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        EquationKind kind = EquationKind.named(quantity)
                .orElseThrow(() -> new UserError("there are no equations of \"%s\"; there are %s"
                        .formatted(
                                quantity,
                                Arrays.stream(EquationKind.values())
                                        .map(EquationKind::key)
                                        .collect(Collectors.joining(", ")))));
        new GivenOptions(spec)
                .refuse(
                        "--body",
                        kind != EquationKind.POSE && kind != EquationKind.JACOBIAN,
                        "is for --quantity pose and jacobian, but not for %s".formatted(kind.key()));
        EquationForm asked = Arrays.stream(EquationForm.values())
                .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(form))
                .findFirst()
                .orElseThrow(
                        () -> new UserError("--form is \"%s\", but must be auto, expanded or steps".formatted(form)));
        if (!List.of("text", "markdown", "latex").contains(format)) {
            throw new UserError("--format is \"%s\", but must be text, markdown or latex".formatted(format));
        }
        Set<ParameterGroup> groups = open.equals(List.of("none")) ? Set.of() : CompileCommand.groups(open);
        ReadingOptions.OpenRobot read = options.readOpen(robotName);
        RobotModel robot = read.robot();
        console.warnings(read.warnings());
        console.noteRigid("equations", robot);
        Equations equations = equations(robot, kind, groups, asked);
        if (!read.symbols().isEmpty()) {
            try {
                equations = equations.withoutValuesUnlike(equations(read.other(), kind, groups, asked));
            } catch (IllegalArgumentException e) {
                throw read.numbersInvented();
            }
        }
        String text = text(equations);
        if (out == null) {
            console.print(text);
        } else {
            OutputFile.write(out, text);
            console.note("wrote " + out);
        }
    }

    private Equations equations(RobotModel robot, EquationKind kind, Set<ParameterGroup> groups, EquationForm asked) {
        try {
            int index = body == null ? robot.bodies().size() - 1 : robot.bodyIndex(body);
            return Equations.of(robot, kind, groups, asked, index);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }

    private String text(Equations equations) {
        return switch (format) {
            case "latex" -> equations.latex();
            case "markdown" -> equations.markdown();
            default -> equations.text();
        };
    }
}
