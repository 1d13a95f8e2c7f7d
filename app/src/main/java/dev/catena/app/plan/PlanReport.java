package dev.catena.app.plan;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.Plot;
import dev.catena.app.report.PlotGrid;
import dev.catena.app.report.StickFigures;
import dev.catena.app.report.TextTable;
import dev.catena.app.trajectory.OtherRun;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.TableSink;
import dev.catena.model.JointKind;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.planning.JointQuantity;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionProblem;
import dev.catena.planning.PlannedMotion;
import dev.catena.planning.function.LimitReport;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Surroundings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A plan as text, JSON, CSV and page. */
public final class PlanReport {
    private static final int PLOT_WIDTH = 390;
    private static final int PLOT_HEIGHT = 220;
    private static final int CURVE_POINTS = 600;
    private static final int SNAPSHOTS = 12;
    private static final int MOST_LIMITS = 12;

    private final RobotModel robot;
    private final MotionLimits drives;
    private final Surroundings around;
    private final Optional<StateFunction> grounded;
    private final MotionProblem problem;
    private final MotionPlan plan;
    private final String solver;
    private final OtherRun other;

    /** Of a robot that nothing touches. */
    public PlanReport(RobotModel robot, MotionProblem problem, MotionPlan plan, String solver) {
        this(robot, new MotionLimits(robot), Surroundings.NONE, Optional.empty(), problem, plan, solver, OtherRun.NONE);
    }

    public PlanReport(
            RobotModel robot,
            MotionLimits limits,
            Surroundings around,
            Optional<StateFunction> grounded,
            MotionProblem problem,
            MotionPlan plan,
            String solver,
            OtherRun other) {
        drives = limits;
        this.grounded = grounded;
        this.around = around;
        this.other = other;
        this.robot = robot;
        this.problem = problem;
        this.plan = plan;
        this.solver = solver;
    }

    /** The optimal motion, or the best that a stopped run has; empty if there is none. */
    public Optional<PlannedMotion> motion() {
        return plan.bestFeasibleMotion();
    }

    private String scope() {
        return "%s: %s".formatted(robot.name(), plan.message());
    }

    private String effort() {
        return "%s solver, splines of degree %s with %s control points: %s iterations in %s rounds, %s s"
                .formatted(
                        solver,
                        problem.degree(),
                        problem.controlPointCount(),
                        plan.iterations(),
                        plan.rounds().size(),
                        TextTable.number("%.2f", plan.seconds()));
    }

    private TextTable terms() {
        TextTable table = new TextTable("result", "value");
        plan.terms()
                .forEach((name, value) ->
                        table.row(name.equals("time") ? "duration T (s)" : "∫ " + name + " dt", "%.8g", value));
        table.row("objective", "%.8g", plan.objective());
        return table;
    }

    private TextTable rounds() {
        TextTable table = new TextTable("round", "samples", "iterations", "time (s)", "status", "most between samples");
        int number = 1;
        for (MotionPlan.Round round : plan.rounds()) {
            table.row(
                    Integer.toString(number++),
                    Integer.toString(round.samples()),
                    Integer.toString(round.iterations()),
                    TextTable.number("%.2f", round.seconds()),
                    round.status().toString(),
                    "%s %% over".formatted(TextTable.number("%.4f", 100 * round.largestExcess())));
        }
        return table;
    }

    private TextTable limits() {
        TextTable table = new TextTable("nearest to its limit", "value", "lower", "upper", "at (s)");
        nearest().stream()
                .limit(MOST_LIMITS)
                .forEach(limit -> table.row(
                        limit.name(),
                        TextTable.number(limit.value()),
                        TextTable.number(limit.lower()),
                        TextTable.number(limit.upper()),
                        TextTable.number("%.4f", limit.time())));
        return table;
    }

    /** What is not looked at between samples; empty if all is. */
    private String atSamplesOnly() {
        return problem.limitsInputsAtSamplesOnly()
                ? "Limits of feet's loads, of torques with these and of what is left over hold at the samples alone.\n"
                : "";
    }

    /** Of the motion that is shown: the best, or the last one. */
    private List<LimitReport> nearest() {
        return motion().isPresent() ? plan.limits() : plan.lastLimits();
    }

    /** A summary for a terminal. */
    public String toText() {
        return scope() + "\n" + effort() + "\n\n" + (motion().isPresent() ? terms().toText() + "\n" : "")
                + rounds().toText() + "\n" + limits().toText() + atSamplesOnly();
    }

    /** The summary for machines. */
    public Object toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("robot", robot.name());
        json.put("status", plan.status().toString());
        json.put("message", plan.message());
        json.put("solver", solver);
        json.put("iterations", plan.iterations());
        json.put("rounds", plan.rounds().size());
        json.put("seconds", plan.seconds());
        json.put("withinLimits", motion().isPresent());
        if (motion().isPresent()) {
            json.put("objective", plan.objective());
            json.put("terms", new LinkedHashMap<>(plan.terms()));
            json.put("largestExcess", plan.largestExcess());
        }
        json.put("loadsAtSamplesOnly", problem.limitsInputsAtSamplesOnly());
        List<Object> nearest = new ArrayList<>();
        for (LimitReport limit : nearest()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", limit.name());
            entry.put("value", limit.value());
            putFinite(entry, "lower", limit.lower());
            putFinite(entry, "upper", limit.upper());
            entry.put("time", limit.time());
            entry.put("excess", limit.excess());
            nearest.add(entry);
        }
        json.put("limits", nearest);
        return json;
    }

    private static void putFinite(Map<String, Object> entry, String key, double bound) {
        if (!Double.isInfinite(bound)) {
            entry.put(key, bound);
        }
    }

    /** Writes the motion in equal steps of at most 1/rate. */
    public void write(PlannedMotion motion, double rate, Path file) {
        PlannedTable table = new PlannedTable(robot, drives, around, grounded, motion, rate);
        try (TableSink sink = NumberTables.createUnderAnyName(file, table.columns())) {
            table.write(sink);
            sink.finish();
        }
    }

    public HtmlPage toPage() {
        HtmlPage page = new HtmlPage("Motion of " + robot.name(), scope() + ".");
        page.paragraph(effort() + ".");
        if (motion().isPresent()) {
            page.table(terms());
        }
        page.table(rounds());
        PlannedMotion shown = motion().orElseGet(plan::lastMotion);
        if (motion().isEmpty()) {
            page.paragraph("No motion within limits was met; the pictures show the last one.");
        }
        page.heading("Motion");
        try {
            addMotion(page, shown);
        } catch (NumericalException e) {
            page.paragraph("It cannot be shown: " + e.getMessage() + ".");
        }
        page.heading("Limits").table(limits());
        return page;
    }

    /** Snapshots and curves of a motion. */
    public void addMotion(HtmlPage page, PlannedMotion motion) {
        PlannedSamples samples = new PlannedSamples(robot, drives, around, grounded, motion, CURVE_POINTS);
        page.figure(
                figures(samples),
                720,
                480,
                "Snapshots in equal steps of time, later ones stronger, and the way of the last body.");
        for (int i = 0; i < samples.names.size(); i++) {
            PlotGrid row = new PlotGrid(3, PLOT_WIDTH, PLOT_HEIGHT);
            addJoint(row, samples, i);
            page.plots(row, samples.names.get(i) + ", limits as bands.");
        }
    }

    private StickFigures figures(PlannedSamples samples) {
        List<double[]> snapshots = new ArrayList<>();
        List<double[]> way = new ArrayList<>();
        for (int k = 0; k < SNAPSHOTS; k++) {
            snapshots.add(samples.posture[k * (CURVE_POINTS - 1) / (SNAPSHOTS - 1)]);
        }
        for (int k = 0; k < CURVE_POINTS; k += 3) {
            way.add(samples.posture[k]);
        }
        return new StickFigures(robot, snapshots, way);
    }

    private void addJoint(PlotGrid grid, PlannedSamples samples, int i) {
        String name = samples.names.get(i);
        boolean turns = robot.movingJoints().get(robot.coordinate(name)).kind() == JointKind.REVOLUTE;
        double[] t = samples.time;
        Plot position = new Plot(name + ": position", "t (s)", turns ? "q (rad)" : "q (m)")
                .curve("q", t, samples.motion[0][i])
                .limits(problem.lower(JointQuantity.POSITION, name), problem.upper(JointQuantity.POSITION, name));
        Plot velocity = new Plot("velocity", "t (s)", turns ? "dq/dt (rad/s)" : "dq/dt (m/s)")
                .curve("qd", t, samples.motion[1][i])
                .limits(problem.lower(JointQuantity.VELOCITY, name), problem.upper(JointQuantity.VELOCITY, name));
        Plot torque = new Plot(turns ? "torque" : "force", "t (s)", turns ? "τ (Nm)" : "τ (N)")
                .curve("tau", t, samples.torque[i])
                .limits(problem.lower(JointQuantity.TORQUE, name), problem.upper(JointQuantity.TORQUE, name));
        grid.add(other.onto(position, Series.POSITION, name))
                .add(other.onto(velocity, Series.VELOCITY, name))
                .add(other.onto(torque, Series.EFFORT, name));
        if (samples.torqueRate.length > 0) {
            Plot rate = new Plot(turns ? "torque rate" : "force rate", "t (s)", turns ? "dτ/dt (Nm/s)" : "dτ/dt (N/s)")
                    .curve("tauRate", t, samples.torqueRate[i])
                    .limits(
                            problem.lower(JointQuantity.TORQUE_RATE, name),
                            problem.upper(JointQuantity.TORQUE_RATE, name));
            grid.add(other.ratesOnto(rate, name));
        }
        grid.add(new Plot("acceleration", "t (s)", turns ? "d²q/dt² (rad/s²)" : "d²q/dt² (m/s²)")
                .curve("qdd", t, samples.motion[2][i])
                .limits(
                        problem.lower(JointQuantity.ACCELERATION, name),
                        problem.upper(JointQuantity.ACCELERATION, name)));
        if (samples.reactionForce.length > 0) {
            grid.add(new Plot("force inside, norm", "t (s)", "‖F‖ (N)")
                    .curve("F", t, samples.reactionForce[i])
                    .limits(Double.NEGATIVE_INFINITY, problem.upper(JointQuantity.REACTION_FORCE, name)));
        }
    }
}
