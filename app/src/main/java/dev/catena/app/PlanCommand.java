package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.plan.PlanFile;
import dev.catena.app.plan.PlanReport;
import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.JsonText;
import dev.catena.app.report.TextTable;
import dev.catena.app.trajectory.MotionViewer;
import dev.catena.app.trajectory.OtherRun;
import dev.catena.formats.file.InputFile;
import dev.catena.model.RobotModel;
import dev.catena.nlp.Iteration;
import dev.catena.nlp.IterationListener;
import dev.catena.nlp.Solver;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.SolverUnavailableException;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
import dev.catena.planning.PlannedMotion;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code catena plan}: an optimal motion within limits. */
@Command(
        name = "plan",
        description = "Plan a motion that is least in time, effort or energy within limits.",
        footer = {
            "",
            "The problem file names the robot, where the motion starts and ends, its limits and what is to be least; "
                    + "docs/plan.md describes it. The CSV output has time, q, qd, qdd, qddd, tau and tauRate of each "
                    + "joint, which 'catena torque' and 'catena simulate --torque' read.",
            "",
            "The exit code is 0 if the motion is optimal or acceptable, 3 if there is none or the run was stopped, "
                    + "2 for bad input.",
            "",
            "Example: catena plan problem.yaml --out motion.csv --html motion.html"
        })
final class PlanCommand implements Callable<Integer> {
    /** Exit code of a run that ended without a solution. */
    private static final int UNSOLVED = 3;

    /** Seconds between two lines of progress. */
    private static final double PACE = 1;

    private final Console console;

    @Parameters(index = "0", paramLabel = "PROBLEM.yaml", description = "The problem file.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--solver",
            paramLabel = "embedded|ipopt",
            defaultValue = "embedded",
            description = "Which solver; embedded unless told otherwise. ipopt must be installed.")
    private String solverName = "embedded";

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write the motion as CSV, or as Parquet if the name ends so.")
    private @Nullable Path out;

    @Option(
            names = "--rate",
            paramLabel = "HZ",
            defaultValue = "1000",
            description = "Samples per second of the CSV output; ${DEFAULT-VALUE} unless told otherwise.")
    private double rate = 1000;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a report with plots and snapshots.")
    private @Nullable Path html;

    @Option(
            names = "--compare",
            paramLabel = "FILE",
            description = "Lay another motion over the plots, dashed: what torque, simulate or plan wrote.")
    private @Nullable Path compare;

    @Option(names = "--json", description = "Print the summary as JSON.")
    private boolean json;

    @Option(names = "--time-limit", paramLabel = "SECONDS", description = "Stop after this time.")
    private @Nullable Double timeLimit;

    @Option(names = "--rigid", description = "Plan as if the drives had no springs.")
    private boolean rigid;

    @Option(names = "--quiet", description = "Show no progress.")
    private boolean quiet;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final CodeOptions code = new CodeOptions();

    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private CatenaCommand root;

    @Mixin
    private final RobotOptions options = new RobotOptions();

    PlanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!(rate > 0) || Double.isInfinite(rate)) {
            throw new UserError("--rate is %s, but must be positive and finite".formatted(rate));
        }
        if (timeLimit != null && !(timeLimit >= 0)) {
            throw new UserError("--time-limit is %s, but must not be negative".formatted(timeLimit));
        }
        GivenOptions told = new GivenOptions(spec);
        told.refuse("--rate", out == null, "is for the table of --out FILE, which is not given");
        told.refuse("--compare", html == null, "lays a motion over the plots of --html FILE, which is not given");
        PlanFile planFile = PlanFile.parse(InputFile.text(file, InputFile.LARGEST_DESCRIPTION), file.toString());
        RobotModel given = planFile.changed(options.readWithLoops(beside(planFile.robot())));
        RobotModel robot = rigid ? given.withoutSprings() : given;
        console.warnings(robot.warnings());
        PlanFile.Contents contents = planFile.read(robot, code.functions());
        Solver solver = solver();
        OutputPlaces.check(html);
        OtherRun other = OtherRun.read(compare, robot);
        console.doing("planning a motion of robot \"%s\" with %s control points"
                .formatted(robot.name(), contents.problem().controlPointCount()));
        // before the work begins, so that a place that cannot be written to is known at once
        OutputPlaces.checkFolder(out);
        MotionPlan plan = new MotionPlanner(solver)
                .options(solverOptions())
                .refinement(contents.tolerance(), contents.refinements())
                .plan(contents.problem());
        if (root.isVerbose()) {
            console.note("dynamics: " + origin(contents.limits()));
        }
        List<String> repeated = plan.solverResult().dependentRows();
        if (!repeated.isEmpty()) {
            console.note("%s of the equations say what others say already, such as \"%s\""
                    .formatted(repeated.size(), repeated.get(0)));
        }
        write(
                new PlanReport(
                        robot,
                        contents.limits(),
                        contents.around(),
                        contents.grounded(),
                        contents.problem(),
                        plan,
                        solver.name(),
                        other),
                robot);
        return plan.isSolved() ? 0 : UNSOLVED;
    }

    private String origin(MotionLimits limits) {
        // each limit and each term of the objective counts for itself
        return code.isAutomatic() && limits.isCompilable()
                ? "hand-written; in very long searches torques and their rates compiled"
                : limits.origin();
    }

    /** A robot file stands beside the problem file, unless the name is that of a robot that ships. */
    private String beside(String robot) {
        try {
            Path candidate = file.toAbsolutePath().resolveSibling(robot);
            return Files.isRegularFile(candidate) ? candidate.toString() : robot;
        } catch (InvalidPathException e) {
            return robot;
        }
    }

    private Solver solver() {
        try {
            return Solvers.named(solverName);
        } catch (IllegalArgumentException | SolverUnavailableException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }

    private SolverOptions solverOptions() {
        SolverOptions solverOptions = SolverOptions.defaults();
        if (!quiet) {
            solverOptions = solverOptions.listener(progress());
        }
        return timeLimit == null ? solverOptions : solverOptions.timeLimit(Duration.ofNanos((long) (1e9 * timeLimit)));
    }

    private IterationListener progress() {
        long[] next = {System.nanoTime()};
        return iteration -> {
            if (System.nanoTime() >= next[0]) {
                next[0] = System.nanoTime() + (long) (1e9 * PACE);
                console.progress(line(iteration));
            }
        };
    }

    private static String line(Iteration iteration) {
        return "iteration %4s  objective %12s  infeasibility %s  %s s%s"
                .formatted(
                        iteration.number(),
                        TextTable.number("%.6g", iteration.objective()),
                        TextTable.number("%.2e", iteration.violation()),
                        TextTable.number("%.1f", iteration.seconds()),
                        iteration.restoration() ? "  looking for a feasible point" : "");
    }

    private void write(PlanReport report, RobotModel robot) {
        Optional<PlannedMotion> motion = report.motion();
        if (out != null && motion.isPresent()) {
            report.write(motion.get(), rate, out);
            console.note("wrote " + out);
        } else if (out != null) {
            console.note("no motion within limits: nothing written to " + out);
        }
        if (html != null) {
            HtmlPage page = report.toPage();
            if (motion.isPresent()) {
                MotionViewer.add(page, robot, null, MotionViewer.of(motion.get()));
            }
            Reports.write(page, console, html);
            console.note("wrote " + html);
        }
        console.print(json ? JsonText.indented(report.toJson()) : report.toText());
    }
}
