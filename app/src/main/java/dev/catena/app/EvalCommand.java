package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.eval.BatchEvaluation;
import dev.catena.app.eval.ResultText;
import dev.catena.app.eval.StateEvaluation;
import dev.catena.app.eval.StatesAhead;
import dev.catena.app.eval.StreamedEvaluation;
import dev.catena.app.eval.Value;
import dev.catena.app.simulate.Contacts;
import dev.catena.app.trajectory.SurroundedStates;
import dev.catena.formats.file.OutputFile;
import dev.catena.formats.table.CsvTableSink;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.StateTable;
import dev.catena.model.BaseKind;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catena eval}: quantities of states from a file, for machines. */
@Command(
        name = "eval",
        description = "Compute quantities of a robot for each state of a file.",
        footer = {
            "",
            "States are JSON:",
            "  {\"joints\": [names], \"states\": [{\"q\": [], \"qd\": [], \"qdd\": [], \"qddd\": [], \"tau\": [],",
            "    \"contacts\": [\"BODY:KIND[:X,Y,Z]\"],",
            "    \"wrenches\": {\"BODY\": {\"frame\": \"body|world\", \"force\": [3], \"moment\": [3]}},",
            "    \"base\": {\"position\": [3], \"orientation\": [x, y, z, w], \"linearVelocity\": [3],",
            "             \"angularVelocity\": [3], \"linearAcceleration\": [3], \"angularAcceleration\": [3],",
            "             \"linearJerk\": [3], \"angularJerk\": [3]}}]}",
            "or CSV with the columns time, q_<joint>, qd_<joint>, qdd_<joint>, qddd_<joint>, tau_<joint>. The joints"
                    + " may come in any order; rates that are missing are zero. A wrench is applied by the environment on"
                    + " the body, its moment about the body's origin. The base moves as its state says: orientation turns"
                    + " base axes into world axes; velocities and accelerations are in base axes, and the linear"
                    + " acceleration is the spatial one (classical less angularVelocity x linearVelocity). With"
                    + " --floating, acceleration and baseAcceleration follow from tau, and the base's given acceleration"
                    + " counts for torque and what belongs to it only.",
            "",
            "A robot with closed loops is given by the states of its active joints; docs/eval.md says more.",
            "",
            "Results follow the robot's own order of joints, which \"joints\" lists.",
            "",
            "Example: catena eval --robot stanford --states states.json --quantity torque,torqueRate"
        })
final class EvalCommand implements Runnable {
    private final Console console;

    @Option(names = "--robot", required = true, paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    @SuppressWarnings("NullAway.Init")
    private String robotName;

    @Option(
            names = "--states",
            required = true,
            paramLabel = "FILE",
            description = "States to evaluate: a .json, .csv or .parquet file, or - for standard input.")
    @SuppressWarnings("NullAway.Init")
    private Path states;

    @Option(
            names = "--quantity",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "torque",
            description = {
                "What to compute, separated by commas; torque unless told otherwise. One of",
                "${COMPLETION-CANDIDATES}."
            },
            completionCandidates = QuantityNames.class)
    private List<String> quantities = new ArrayList<>();

    /** The form of the output. */
    static final class Form {
        /** Excludes the other formats; what is written is JSON without it too. */
        @Option(names = "--json", description = "Write JSON; so it is unless told otherwise.")
        @SuppressWarnings("UnusedVariable")
        private boolean json;

        @Option(names = "--csv", description = "Write CSV, one column for each number.")
        private boolean csv;
    }

    @ArgGroup(exclusive = true)
    private @Nullable Form form;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write to a file instead of standard output; a .parquet file is a table.")
    private @Nullable Path out;

    @Option(
            names = "--batch",
            description = "Compile the robot first and compute many states at once, on all cores: for large tables. "
                    + "Not for all quantities, nor for wrenches and moving bases.")
    private boolean batch;

    @Option(names = "--contact", paramLabel = "BODY:KIND[:X,Y,Z]", description = RobotOptions.CONTACT)
    private List<String> contacts = new ArrayList<>();

    @Mixin
    private final ActingOptions acting = new ActingOptions();

    @Mixin
    private final RobotOptions options = new RobotOptions();

    EvalCommand(Console console) {
        this.console = console;
    }

    /** The names of all quantities, for the help. */
    static final class QuantityNames extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        QuantityNames() {
            super(keys());
        }
    }

    static List<String> keys() {
        return StateEvaluation.quantities().stream().map(Quantity::key).toList();
    }

    @Override
    public void run() {
        List<Quantity> asked =
                quantities.stream().map(EvalCommand::quantity).distinct().toList();
        if (batch && isTable()) {
            try (StatesAhead ahead = new StatesAhead(states)) {
                evaluate(asked, ahead);
            }
        } else {
            evaluate(asked, null);
        }
    }

    private void evaluate(List<Quantity> asked, @Nullable StatesAhead ahead) {
        RobotModel robot = options.readWithLoops(robotName);
        console.warnings(robot.warnings());
        console.doing("reading " + states);
        if (out != null && NumberTables.isOfFormat(out) && form != null) {
            throw new UserError("--out is %s, whose ending says the format: leave out --json and --csv".formatted(out));
        }
        List<String> standing = Contacts.chosen(contacts, robot);
        if (standing.isEmpty()) {
            noteBases(robot, asked);
        }
        if (ahead != null
                && standing.isEmpty()
                && isStreamed(robot, ahead)
                && acting.read(robot).isEmpty()) {
            stream(new StreamedEvaluation(robot, states, ahead, asked));
            return;
        }
        StateTable table = SurroundedStates.of(StatesFile.read(states, robot), robot, acting.read(robot));
        boolean named = table.hasContacts();
        // states that name contacts say which of the robot's count
        List<String> ofAllStates = contacts.isEmpty() && named ? List.of() : standing;
        boolean held = named || !ofAllStates.isEmpty();
        if (batch && held) {
            throw new UserError("--batch knows no contacts; leave it out");
        }
        console.doing("evaluating %s states of %s joints".formatted(table.size(), robot.jointCount()));
        IntFunction<List<Value>> values =
                batch ? byBatch(robot, table, asked) : stateByState(robot, table, asked, ofAllStates);
        withProgress(table.size(), progress -> {
            ResultText results = new ResultText(table, robot, asked, k -> {
                if (k % 256 == 0) {
                    progress.accept(k);
                }
                return checked(asked, values.apply(k), k);
            });
            if (out == null) {
                console.print(text -> write(results, text));
            } else {
                write(results, out);
            }
            progress.accept(table.size());
        });
    }

    /** Torques and their rates take a base that floats to be held by different things. */
    private void noteBases(RobotModel robot, List<Quantity> asked) {
        if (robot.baseKind() == BaseKind.FLOATING
                && asked.containsAll(List.of(Quantity.TORQUE, Quantity.TORQUE_RATE))) {
            console.note(
                    "note: torque of robot \"%s\" is that of a base that moves as states say, and torqueRate that of a base which nothing holds: one is not the rate of the other unless states give the acceleration of a base that floats"
                            .formatted(robot.name()));
        }
    }

    /** Whether the states are a table that can be gone through a part at a time. */
    private boolean isTable() {
        return NumberTables.has(states) && (Files.isRegularFile(states) || Files.isDirectory(states));
    }

    private static boolean isStreamed(RobotModel robot, StatesAhead ahead) {
        return !robot.hasLoops() && StreamedEvaluation.accepts(robot, ahead);
    }

    private void stream(StreamedEvaluation evaluation) {
        if (out != null && (isCsv() || NumberTables.isOfFormat(out))) {
            long rows = evaluation.write(out);
            console.note("wrote %s rows to %s".formatted(rows, out));
        } else if (out != null) {
            long unused = evaluation.writeJson(out);
        } else {
            console.print(text -> print(evaluation, text));
        }
    }

    private void print(StreamedEvaluation evaluation, Appendable text) {
        long unused = isCsv() ? evaluation.printCsv(text) : evaluation.printJson(text);
    }

    private boolean isCsv() {
        return form != null && form.csv;
    }

    /** Results on the screen are progress enough. */
    private void withProgress(int count, Consumer<IntConsumer> work) {
        if (out == null || count < 10_000) {
            work.accept(done -> {});
        } else {
            console.watch("eval", count, done -> work.accept(done::accept));
        }
    }

    private void write(ResultText results, Path file) {
        if (NumberTables.isOfFormat(file)) {
            results.writeTable(columns -> NumberTables.create(file, columns));
        } else {
            OutputFile.write(file, text -> write(results, text));
        }
    }

    private void write(ResultText results, Appendable text) {
        if (isCsv()) {
            results.writeTable(columns -> new CsvTableSink(text, columns));
        } else {
            results.writeJson(text);
        }
    }

    private IntFunction<List<Value>> stateByState(
            RobotModel robot, StateTable table, List<Quantity> asked, List<String> ofAllStates) {
        StateEvaluation evaluation = StateEvaluation.of(robot, table, ofAllStates);
        return k -> {
            evaluation.set(table, k);
            List<Value> values = new ArrayList<>();
            asked.forEach(quantity -> values.add(value(quantity, evaluation, k)));
            return values;
        };
    }

    private static IntFunction<List<Value>> byBatch(RobotModel robot, StateTable table, List<Quantity> asked) {
        return new BatchEvaluation(robot, table, asked)::values;
    }

    private static List<Value> checked(List<Quantity> asked, List<Value> values, int k) {
        for (int i = 0; i < values.size(); i++) {
            checkFinite(asked.get(i), values.get(i), k);
        }
        return values;
    }

    private static void checkFinite(Quantity quantity, Value value, int k) {
        Optional<String> bad = value.notFinite();
        if (bad.isPresent()) {
            throw new UserError("%s of state %s is not finite: %s".formatted(quantity.key(), k, bad.get()));
        }
    }

    private static Quantity quantity(String name) {
        return Quantity.named(name.strip())
                .filter(StateEvaluation.quantities()::contains)
                .orElseThrow(() -> new UserError(
                        "there is no quantity \"%s\"; there are %s".formatted(name, String.join(", ", keys()))));
    }

    private static Value value(Quantity quantity, StateEvaluation evaluation, int k) {
        try {
            return evaluation.value(quantity);
        } catch (NumericalException | IllegalArgumentException e) {
            throw new UserError("%s of state %s cannot be computed: %s".formatted(quantity.key(), k, e.getMessage()));
        }
    }
}
