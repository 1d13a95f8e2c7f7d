package dev.catena.app;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;

/**
 * All commands in the order of the help. Only the one that is called is set up: reading the annotations of all of them takes
 * longer than most answers.
 */
final class Subcommands {
    static final List<String> NAMES = List.of(
            "demo",
            "info",
            "ik",
            "eval",
            "torque",
            "simulate",
            "plan",
            "sweep",
            "identify",
            "excite",
            "payload",
            "convert",
            "compile",
            "equations",
            "bench",
            "studio",
            "help",
            "completion");

    /** Commands that tell about the others. */
    private static final Set<String> OVERVIEWS = Set.of("help", "completion");

    private Subcommands() {}

    /** Adds the command that is called, or all of them where an overview is. Returns whether all were added. */
    static boolean add(CommandLine line, Console console, Optional<String> called) {
        boolean all = called.isEmpty() || OVERVIEWS.contains(called.get());
        for (String name : all ? NAMES : List.of(called.get())) {
            line.addSubcommand(create(name, console));
        }
        return all;
    }

    static Object create(String name, Console console) {
        return switch (name) {
            case "demo" -> new DemoCommand(console);
            case "info" -> new InfoCommand(console);
            case "ik" -> new IkCommand(console);
            case "eval" -> new EvalCommand(console);
            case "torque" -> new TorqueCommand(console);
            case "simulate" -> new SimulateCommand(console);
            case "plan" -> new PlanCommand(console);
            case "sweep" -> new SweepCommand(console);
            case "identify" -> new IdentifyCommand(console);
            case "excite" -> new ExciteCommand(console);
            case "payload" -> new PayloadCommand(console);
            case "convert" -> new ConvertCommand(console);
            case "compile" -> new CompileCommand(console);
            case "equations" -> new EquationsCommand(console);
            case "bench" -> new BenchCommand(console);
            case "studio" -> new StudioCommand(console);
            case "help" -> new HelpTopics(console);
            case "completion" -> new CompletionCommand(console);
            default -> throw new IllegalArgumentException("there is no command \"" + name + "\"");
        };
    }
}
