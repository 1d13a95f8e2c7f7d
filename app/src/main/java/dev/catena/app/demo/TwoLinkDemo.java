package dev.catena.app.demo;

import dev.catena.app.console.UserError;
import dev.catena.app.plan.PlanReport;
import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.TextTable;
import dev.catena.app.trajectory.MotionViewer;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.JointGeometry;
import dev.catena.model.RobotModel;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionObjective;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
import dev.catena.planning.MotionProblem;
import dev.catena.planning.function.EndState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The two manipulators of [Barman]: two revolute joints in least time, and a slide with a revolute joint in least time and
 * effort, [Barman 4.18] with u = 0.01. Ours beside the thesis and the true optimum.
 */
public final class TwoLinkDemo implements Demo {
    /** Least time with two revolute joints: bang-bang control that meets Pontryagin's conditions. */
    private static final double BANG_BANG = 0.391854539516;

    private static final double THESIS_REVOLUTE = 0.392;
    private static final double THESIS_SLIDE = 0.5585;
    private static final int[] CONTROL_POINTS = {6, 8, 10, 12, 16, 20, 30, 60};
    private static final String READINGS =
            "The thesis' T = 0.5585 s is reproduced by no reading of its model: neither by θ₂ = q₂ nor by θ₂ = π/2 +"
                    + " q₂, nor by other places of the mass center, inertias or goals that were tried. The optimum of the"
                    + " problem as stated takes 0.5858 s or 0.6463 s.";

    /** A reading of the second manipulator, with the solution of its optimality conditions. */
    private enum Reading {
        PLAIN("θ₂ = q₂", 0, 0.5857839098, 0.7732348583),
        OFFSET("θ₂ = π/2 + q₂", Math.PI / 2, 0.6462597078, 0.8530629210);

        final String label;
        final double angleAtZero;
        final double time;
        final double objective;

        Reading(String label, double angleAtZero, double time, double objective) {
            this.label = label;
            this.angleAtZero = angleAtZero;
            this.time = time;
            this.objective = objective;
        }
    }

    private final MotionPlanner planner = new MotionPlanner(Solvers.named("embedded"));
    private final Map<Integer, MotionPlan> byControlPoints = new LinkedHashMap<>();
    private final Case revolute;
    private final List<Case> slides = new ArrayList<>();

    private record Case(RobotModel robot, MotionProblem problem, MotionPlan plan) {
        PlanReport report() {
            return new PlanReport(robot, problem, plan, "embedded");
        }

        double time() {
            return plan.motion().duration();
        }
    }

    public TwoLinkDemo() {
        for (int count : CONTROL_POINTS) {
            byControlPoints.put(
                    count,
                    solved(planner.refinement(1, 0).plan(revoluteProblem(ShippedRobots.load("two-revolute"), count))));
        }
        RobotModel robot = ShippedRobots.load("two-revolute");
        MotionProblem problem = revoluteProblem(robot, 30);
        revolute = new Case(robot, problem, solved(planner.plan(problem)));
        for (Reading reading : Reading.values()) {
            RobotModel slide = slideAndTurn(reading.angleAtZero);
            MotionProblem mixed = slideProblem(slide);
            slides.add(new Case(slide, mixed, solved(planner.plan(mixed))));
        }
    }

    /** @param angleAtZero the second joint's angle where q₂ = 0, on which the thesis can be read in two ways */
    private static RobotModel slideAndTurn(double angleAtZero) {
        RobotModel robot = ShippedRobots.load("slide-and-turn");
        return robot.toBuilder()
                .replace(robot.joints().get(1).with(JointGeometry.standardDenavitHartenberg(angleAtZero, 0, 0.4, 0)))
                .build();
    }

    private static MotionPlan solved(MotionPlan plan) {
        if (!plan.isSolved()) {
            throw new UserError("the demo found no motion: " + plan.message());
        }
        return plan;
    }

    private static MotionProblem revoluteProblem(RobotModel robot, int controlPoints) {
        MotionLimits limits = new MotionLimits(robot).torque(10, 10);
        return MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.atRest(0, -2))
                .goal(EndState.atRest(1, -1))
                .controlPoints(controlPoints)
                .samples(5 * controlPoints)
                .build();
    }

    private static MotionProblem slideProblem(RobotModel robot) {
        MotionLimits limits = new MotionLimits(robot).torque(10, 10);
        return MotionProblem.builder(
                        limits, new MotionObjective(limits).time(0.99).effort(0.01))
                .start(EndState.atRest(0.1, 0.6))
                .goal(EndState.atRest(Math.PI / 4, -Math.PI / 4))
                .degree(5)
                .controlPoints(14)
                .samples(60)
                .build();
    }

    private TextTable results() {
        TextTable table = new TextTable("motion", "T here (s)", "T optimal", "T in the thesis", "J here", "J optimal");
        table.row(
                "two revolute joints, least time",
                TextTable.number("%.6f", revolute.time()),
                TextTable.number("%.6f", BANG_BANG),
                TextTable.number("%.3f", THESIS_REVOLUTE),
                "–",
                "–");
        for (Reading reading : Reading.values()) {
            Case slide = slides.get(reading.ordinal());
            table.row(
                    "slide and turn, time and effort, " + reading.label,
                    TextTable.number("%.6f", slide.time()),
                    TextTable.number("%.6f", reading.time),
                    TextTable.number("%.4f", THESIS_SLIDE),
                    TextTable.number("%.6f", slide.plan.objective()),
                    TextTable.number("%.6f", reading.objective));
        }
        return table;
    }

    private TextTable convergence() {
        TextTable table =
                new TextTable("control points", "samples", "T (s)", "T − T optimal", "most |τ| between samples (Nm)");
        byControlPoints.forEach((count, plan) -> table.row(
                Integer.toString(count),
                Integer.toString(5 * count),
                TextTable.number("%.6f", plan.motion().duration()),
                TextTable.number("%.2e", plan.motion().duration() - BANG_BANG),
                TextTable.number("%.3f", 10 * (1 + plan.largestExcess()))));
        return table;
    }

    @Override
    public String toText() {
        return "Two-link manipulators of Barman's thesis, torques and forces within 10 Nm and 10 N\n\n"
                + results().toText() + "\n"
                + READINGS + "\n\nTwo revolute joints, before samples are added:\n\n"
                + convergence().toText();
    }

    @Override
    public Object toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        Map<String, Object> least = new LinkedHashMap<>();
        least.put("time", revolute.time());
        least.put("optimalTime", BANG_BANG);
        least.put("thesisTime", THESIS_REVOLUTE);
        json.put("twoRevolute", least);
        List<Object> readings = new ArrayList<>();
        for (Reading reading : Reading.values()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("reading", reading.label);
            entry.put("time", slides.get(reading.ordinal()).time());
            entry.put("optimalTime", reading.time);
            entry.put("thesisTime", THESIS_SLIDE);
            entry.put("objective", slides.get(reading.ordinal()).plan.objective());
            entry.put("optimalObjective", reading.objective);
            readings.add(entry);
        }
        json.put("slideAndTurn", readings);
        return json;
    }

    @Override
    public HtmlPage toPage() {
        HtmlPage page = new HtmlPage(
                "Two-link manipulators",
                "The two examples of Barman's thesis, planned as B-splines with exact derivatives, beside the thesis"
                        + " and the true optimum.");
        page.heading("Results").table(results()).paragraph(READINGS);
        page.heading("Two revolute joints: least time against control points")
                .paragraph(String.format(
                                Locale.ROOT,
                                "T falls to the bang-bang optimum %.9f s as the spline gets finer; five samples for"
                                        + " each ",
                                BANG_BANG)
                        + "control point, none added.")
                .table(convergence());
        page.heading("Two revolute joints, least time");
        MotionViewer.addPicture(page, revolute.robot, null, MotionViewer.of(revolute.plan.motion()));
        revolute.report().addMotion(page, revolute.plan.motion());
        for (Reading reading : Reading.values()) {
            Case slide = slides.get(reading.ordinal());
            page.heading("Slide and turn, time and effort, " + reading.label);
            MotionViewer.addPicture(page, slide.robot, null, MotionViewer.of(slide.plan.motion()));
            slide.report().addMotion(page, slide.plan.motion());
        }
        return page;
    }
}
