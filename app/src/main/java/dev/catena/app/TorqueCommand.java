package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.eval.ClosedLoopEvaluation;
import dev.catena.app.eval.Evaluation;
import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.JsonText;
import dev.catena.app.trajectory.CompletedTrajectory;
import dev.catena.app.trajectory.MotionViewer;
import dev.catena.app.trajectory.OtherRun;
import dev.catena.app.trajectory.SurroundedStates;
import dev.catena.app.trajectory.TorqueReport;
import dev.catena.app.trajectory.TorqueSamples;
import dev.catena.formats.file.OutputFile;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code catena torque}: what a trajectory asks of a robot. */
@Command(
        name = "torque",
        description = "Compute torques and torque rates along a trajectory, and where it exceeds limits.",
        footer = {
            "",
            "A trajectory is CSV with the columns time, q_<joint> and, if known, qd_<joint>, qdd_<joint>, "
                    + "qddd_<joint>, or JSON as for 'catena eval' with a time in every state. Derivatives that are "
                    + "missing are computed from the samples, and a note says so.",
            "",
            "Example: catena torque panda reach.csv --out torques.csv --html torques.html"
        })
final class TorqueCommand implements Callable<Integer> {
    /** Exit code where limits are exceeded and the user wants to know. */
    private static final int EXCEEDED = 3;

    private final Console console;

    @Parameters(index = "0", paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    @SuppressWarnings("NullAway.Init")
    private String robotName;

    @Parameters(
            index = "1",
            paramLabel = "TRAJECTORY",
            description = "A .csv, .json or .parquet file, or - for standard input.")
    @SuppressWarnings("NullAway.Init")
    private Path trajectory;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write motion, torques and rates as CSV, or as Parquet if the name ends so.")
    private @Nullable Path out;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a report with plots and limit bands.")
    private @Nullable Path html;

    @Option(names = "--png", paramLabel = "FILE", description = "Write the plots as one picture.")
    private @Nullable Path png;

    @Option(
            names = "--tolerance",
            paramLabel = "FRACTION",
            defaultValue = "1e-3",
            description =
                    "Share of a limit by which it may be exceeded: ${DEFAULT-VALUE} unless told otherwise, to which "
                            + "'catena plan' keeps its limits between samples too.")
    private double tolerance = 1e-3;

    @Option(
            names = "--compare",
            paramLabel = "FILE",
            description = "Lay another motion over the plots, dashed: what torque, simulate or plan wrote.")
    private @Nullable Path compare;

    @Option(names = "--json", description = "Print the summary as JSON.")
    private boolean json;

    @Option(names = "--fail-on-violation", description = "Exit with 3 where a limit is exceeded.")
    private boolean failOnViolation;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ActingOptions acting = new ActingOptions();

    @Mixin
    private final RobotOptions options = new RobotOptions();

    TorqueCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        OutputPlaces.checkFolder(out, png);
        OutputPlaces.check(html);
        if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
            throw new UserError("--tolerance is %s, but must be finite and not negative".formatted(tolerance));
        }
        new GivenOptions(spec)
                .refuse(
                        "--compare",
                        html == null && png == null,
                        "lays a motion over the plots of --html or --png FILE, which are not given");
        RobotModel robot = options.readWithLoops(robotName);
        console.warnings(robot.warnings());
        console.doing("reading " + trajectory);
        CompletedTrajectory completed = CompletedTrajectory.of(
                SurroundedStates.of(StatesFile.read(trajectory, robot), robot, acting.read(robot)), robot);
        completed.notes().forEach(console::note);
        StateTable table = completed.table();
        OtherRun other = OtherRun.read(compare, robot);
        console.doing("computing the torques of %s samples".formatted(table.size()));
        try (TorqueSamples samples = new TorqueSamples(robot, tolerance, out, html != null || png != null)) {
            compute(robot, table, samples);
            samples.finish();
            if (out != null) {
                console.note("wrote " + out);
            }
            TorqueReport report = new TorqueReport(samples, String.valueOf(trajectory.getFileName()), tolerance, other);
            draw(report, robot, table, samples);
            console.print(json ? JsonText.indented(report.toJson()) : report.toText());
            return failOnViolation && !report.isWithinLimits() ? EXCEEDED : 0;
        }
    }

    private void compute(RobotModel robot, StateTable table, TorqueSamples samples) {
        if (!robot.contacts().isEmpty()) {
            console.note(
                    "note: torque takes robot \"%s\" without the contacts of its file; 'catena eval' computes torques with them"
                            .formatted(robot.name()));
        }
        if (!robot.elasticJoints().isEmpty()) {
            console.note(
                    "note: torque takes the drives of robot \"%s\" as rigid; 'catena eval --quantity motorTorque' computes torques of motors behind springs"
                            .formatted(robot.name()));
        }
        @Nullable ClosedLoopEvaluation loops = robot.hasLoops() ? new ClosedLoopEvaluation(robot) : null;
        @Nullable Evaluation tree = robot.hasLoops() ? null : new Evaluation(robot);
        int n = robot.jointCount();
        double[][] motion = new double[4][n];
        double[] torque = new double[n];
        double[] rate = new double[n];
        console.repeat("torque", table.size(), k -> {
            StateTable.State state = table.states().get(k);
            if (!state.contacts().isEmpty()) {
                throw new UserError(
                        "torque knows no contacts, which states of %s have; 'catena eval' computes torques with them"
                                .formatted(trajectory));
            }
            try {
                if (loops != null) {
                    // the independent joints are given, the others follow
                    loops.set(table, k);
                    loops.torqueAndRate(motion, torque, rate);
                } else if (tree != null) {
                    tree.set(table, k);
                    tree.torqueAndRate(torque, rate);
                    for (int order = 0; order < motion.length; order++) {
                        motion[order] = table.values(k, Series.derivatives().get(order));
                    }
                }
                samples.add(state.time().orElseThrow(), motion, torque, rate);
            } catch (IllegalArgumentException | NumericalException e) {
                throw new UserError("sample %s: %s".formatted(k, e.getMessage()));
            }
        });
    }

    private void draw(TorqueReport report, RobotModel robot, StateTable table, TorqueSamples samples) {
        console.doing("drawing the report of %s samples".formatted(table.size()));
        if (png != null) {
            OutputFile.write(png, report.toPng());
            console.note("wrote " + png);
        }
        if (html != null) {
            HtmlPage page = report.toPage();
            if (table.joints().size() == robot.jointCount()) {
                String title = String.valueOf(trajectory.getFileName());
                MotionViewer.add(page, robot, RobotOptions.file(robotName), samples.motion(title));
            }
            Reports.write(page, console, html);
            console.note("wrote " + html);
        }
    }
}
