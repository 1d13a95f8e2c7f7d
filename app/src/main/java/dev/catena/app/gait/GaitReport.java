package dev.catena.app.gait;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.Plot;
import dev.catena.app.report.PlotGrid;
import dev.catena.app.report.TextTable;
import dev.catena.app.trajectory.MotionViewer;
import dev.catena.planning.function.LimitReport;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What a predicted step is, for people, machines and browsers, beside what is measured on walking people. */
public final class GaitReport {
    private static final int WIDTH = 420;
    private static final int HEIGHT = 260;
    private static final double NEAR = 1e-4;

    private final GaitRun run;
    private final WalkAnalysis analysis;
    private final WalkOptions options;
    private final double mass;
    private final WalkAnalysis.Between between;
    private final double simulationError;
    private final double growth;
    private final double forwardError;
    private final Map<String, double[]> internal = new LinkedHashMap<>();

    public GaitReport(GaitRun run) {
        this(run, false);
    }

    /** @param isForward whether the whole step is simulated with its torques too, which takes many seconds */
    public GaitReport(GaitRun run, boolean isForward) {
        this.run = run;
        analysis = Objects.requireNonNull(run.analysis(), "a step");
        options = run.problem().options();
        mass = analysis.robot().totalMass();
        between = analysis.between();
        JointForces forces = new JointForces(analysis);
        simulationError = forces.simulationError(60);
        growth = new ErrorGrowth(analysis).factor();
        forwardError =
                isForward ? new ForwardStep(analysis).largestError(run.problem().moments()) : Double.NaN;
        internal.put("hip", forces.norms("thigh"));
        internal.put("knee", forces.norms("shank"));
        internal.put("ankle", forces.norms("foot"));
    }

    // ---------------------------------------------------------------- tables

    private TextTable rows() {
        TextTable table = new TextTable("limits", "rows");
        int sum = 0;
        for (Map.Entry<String, Integer> entry : run.problem().rows().entrySet()) {
            table.row(entry.getKey(), "%.0f", entry.getValue());
            sum += entry.getValue();
        }
        return table.row("sum", "%.0f", sum);
    }

    private TextTable solution() {
        TextTable table = new TextTable("solution", "");
        table.row("variables as stated", "%.0f", 55.0 * options.controlPoints());
        var program = run.problem().problem(null).program();
        table.row("variables of the program", "%.0f", program.variableCount());
        table.row("rows of the program", "%.0f", program.constraintCount());
        run.plan().terms().forEach((name, value) -> table.row(name, "%.5f", value));
        table.row("objective", "%.5f", run.plan().objective());
        table.row("iterations", "%.0f", run.plan().iterations());
        table.row("seconds in the solver", "%.2f", run.plan().seconds());
        table.row("rows at a limit", "%.0f", active());
        table.row("left over for the pelvis (N, Nm)", "%.1e", analysis.leftOver());
        table.row("between samples: height of contacts (mm)", "%.3f", 1000 * between.height());
        table.row("between samples: speed of contacts (cm/s)", "%.2f", 100 * between.speed());
        table.row("between samples: pressure outside (mm)", "%.2f", 1000 * between.pressure());
        table.row("simulated forward from sample to sample, off by (rad, m)", "%.1e", simulationError);
        table.row("an error at the start grows over the step by", "%.1e", growth);
        if (!Double.isNaN(forwardError)) {
            table.row("simulated forward over the whole, in 106 bits, off by (rad, m)", "%.1e", forwardError);
        }
        return table;
    }

    private int active() {
        return (int) run.plan().limits().stream()
                .filter(report -> report.excess() > -NEAR)
                .count();
    }

    private static String of(String format, double... values) {
        return String.format(Locale.ROOT, format, Arrays.stream(values).boxed().toArray());
    }

    private double[] extremes(double[] values, double factor) {
        return new double[] {
            factor * Arrays.stream(values).min().orElse(0),
            factor * Arrays.stream(values).max().orElse(0)
        };
    }

    private String angle(String joint) {
        double[] range = extremes(analysis.stride(analysis.positions, joint), Math.toDegrees(1));
        return of("%.0f … %.0f°", range);
    }

    private String moment(String joint) {
        double[] range = extremes(analysis.stride(analysis.torques, joint), 1 / mass);
        return of("%.2f … %.2f Nm/kg", range);
    }

    private TextTable comparison() {
        double[][] peaks = analysis.peaks();
        TextTable table = new TextTable("one foot, one leg", "predicted", "measured", "expected of the model");
        table.row(
                "vertical force, peak – trough – peak (BW)",
                of("%.2f – %.2f – %.2f", peaks[0][0], peaks[1][0], peaks[2][0]),
                "1.08 – 0.83 – 1.08",
                "1.0…1.3 – 0.6…0.95 – 1.0…1.3");
        table.row(
                "at % of stance",
                of("%.0f, %.0f, %.0f", 100 * peaks[0][1], 100 * peaks[1][1], 100 * peaks[2][1]),
                "25, 43, 78",
                "15–35, 40–60, 65–90");
        table.row(
                "fore-aft force (BW)",
                of("%.2f … %.2f", analysis.range(2)),
                "-0.14 … 0.19",
                "-0.08…-0.25, then 0.08…0.25");
        table.row("its change of sign at % of stance", of("%.0f", 100 * analysis.signChange()), "", "45–60");
        table.row("lateral force (BW)", of("%.2f … %.2f", analysis.range(0)), "-0.07 … 0.04", "below 0.12");
        table.row("hip flexion", angle("hip_flex"), "-30 … 20°", "-25 … 40°");
        table.row("knee flexion", angle("knee"), "5 … 69°", "0 … 70°");
        table.row("ankle flexion", angle("ank_flex"), "-8 … 12°", "-30 … 20°");
        table.row("hip moment", moment("hip_flex"), "-0.81 … 0.60 Nm/kg", "within 1.5");
        table.row("knee moment", moment("knee"), "-0.89 … 0.45 Nm/kg", "within 1.2");
        return table.row("ankle moment", moment("ank_flex"), "up to 1.79 Nm/kg", "0.9 … 2.0");
    }

    /** What each term of the objective changes, for the man of the model at 1.2 m/s, by {@link GaitStudy}. */
    private static TextTable terms() {
        TextTable table =
                new TextTable("objective", "vertical force (BW)", "at % of stance", "fore-aft (BW)", "sign at %");
        table.row("effort, and next to no jerk", "1.41 – 0.67 – 1.19", "9, 52, 65", "-0.29 … 0.19", "36");
        table.row("with jerk 0.01 and posture 0.01", "1.10 – 0.76 – 1.21", "17, 43, 78", "-0.17 … 0.14", "40");
        table.row("with the trunk's jerk 30 times", "1.12 – 0.76 – 1.14", "22, 43, 83", "-0.14 … 0.15", "52");
        return table.row("that without posture", "1.12 – 0.77 – 1.12", "22, 43, 83", "-0.14 … 0.14", "46");
    }

    private TextTable nearest() {
        TextTable table = new TextTable("limits at which the step rests", "value", "at (s)");
        run.plan().limits().stream()
                .filter(report -> report.excess() > -NEAR)
                .limit(20)
                .forEach((LimitReport report) ->
                        table.row(report.name(), of("%.4g", report.value()), of("%.3f", report.time())));
        return table;
    }

    // ---------------------------------------------------------------- output

    public String toText() {
        return String.join(
                "\n",
                rows().toText(),
                solution().toText(),
                comparison().toText(),
                nearest().toText(),
                note() + "\n");
    }

    private String note() {
        return options.isThesis()
                ? "Effort alone, as the thesis has it; with finer splines the force of effort alone does not converge."
                        + " The value 0.247 with a second peak of 1.34 BW, found in earlier work, is that of arms that"
                        + " may pass through the hips and swing as they like (--arms free); with all rows it is 0.2496."
                : "Weights of jerk and posture, that of the trunk's jerk thirty times larger, two centimeters of the"
                        + " heel as area of the foot that strikes, the time of double support and of heel-off were"
                        + " chosen by looking at forces of walking people: agreement with them is no independent"
                        + " evidence. catena demo gait --study terms shows what each of them changes.";
    }

    public Object toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("mode", options.isThesis() ? "thesis" : "proper");
        json.put("rows", run.problem().rows());
        json.put("objective", run.plan().objective());
        json.put("terms", run.plan().terms());
        json.put("iterations", run.plan().iterations());
        json.put("seconds", run.plan().seconds());
        json.put(
                "peaks",
                Arrays.stream(analysis.peaks())
                        .map(peak -> List.of(peak[0], peak[1]))
                        .toList());
        json.put("fore-aft", List.of(analysis.range(2)[0], analysis.range(2)[1]));
        json.put("sign-change", analysis.signChange());
        json.put("between", List.of(between.height(), between.speed(), between.pressure()));
        json.put("left-over", analysis.leftOver());
        json.put(
                "hip-force",
                Arrays.stream(Objects.requireNonNull(internal.get("hip"), "hip"))
                        .max()
                        .orElse(0));
        json.put("simulation-error", simulationError);
        json.put("growth", growth);
        if (!Double.isNaN(forwardError)) {
            json.put("forward-error", forwardError);
        }
        return json;
    }

    public HtmlPage toPage() {
        HtmlPage page = new HtmlPage(
                "A step of human walking",
                "Predicted from mechanics alone: least effort of the joints over one step, its feet on the ground, its"
                        + " mirror "
                        + "image the next step. %s m/s, steps of %s m, %s kg."
                                .formatted(
                                        of("%.2f", options.speed()),
                                        of("%.2f", options.stepLength()),
                                        of("%.1f", mass)));
        WalkPicture picture = new WalkPicture(analysis);
        page.markup(picture.animation(), "Two strides; drag to turn the view.");
        MotionViewer.addPicture(page, analysis.robot(), null, analysis.picture());
        page.markup(picture.figures(), "The step, as Figure 5.2 of the thesis.");
        page.heading("Beside measured walking").table(comparison()).paragraph(note());
        if (!options.isThesis()) {
            page.heading("What each term does")
                    .table(terms())
                    .paragraph("The third row is the objective of this step. All rows are of a man of 73 kg and 1.741 m"
                            + " at 1.2 m/s with steps of 0.6 m, whatever was asked for here; by catena demo gait"
                            + " --study terms.");
        }
        page.heading("Angles and forces");
        page.plots(
                grid(
                        angles("Hip", "hip_flex", -25, 40),
                        angles("Knee", "knee", 0, 70),
                        angles("Ankle", "ank_flex", -30, 20)),
                "Angles of the right leg over a stride that begins with the strike of its heel, as Figure 5.3;"
                        + " expected ranges are shaded.");
        page.plots(
                grid(force("Lateral", 0, -0.12, 0.12), force("Vertical", 1, 0, 1.3), force("Fore-aft", 2, -0.25, 0.25)),
                "Forces of the ground on one foot over its stance, in body weights, as Figure 5.4; to the outside, up"
                        + " and forward.");
        page.plots(
                grid(norms("Hip", "hip"), norms("Knee", "knee"), norms("Ankle", "ankle")),
                "Norms of the forces inside the joints of the right leg over a stride, as Figure 5.5, without"
                        + " muscles.");
        return page.heading("The program").table(rows()).table(solution()).table(nearest());
    }

    private static PlotGrid grid(Plot... plots) {
        PlotGrid grid = new PlotGrid(plots.length, WIDTH, HEIGHT);
        for (Plot plot : plots) {
            grid.add(plot);
        }
        return grid;
    }

    private Plot angles(String title, String joint, double least, double most) {
        double[] t = analysis.strideTimes();
        double[] degrees = Arrays.stream(analysis.stride(analysis.positions, joint))
                .map(Math::toDegrees)
                .toArray();
        return new Plot(title, "time (s)", "flexion (deg)")
                .curve("predicted", t, degrees)
                .range(0, t[t.length - 1], least, most);
    }

    private Plot force(String title, int component, double least, double most) {
        List<WalkAnalysis.StancePoint> stance = analysis.stance();
        double[] t = stance.stream().mapToDouble(WalkAnalysis.StancePoint::time).toArray();
        double[] values =
                stance.stream().mapToDouble(point -> point.force()[component]).toArray();
        return new Plot(title, "time (s)", "force (BW)")
                .curve("predicted", t, values)
                .range(0, t[t.length - 1], least, most);
    }

    private Plot norms(String title, String joint) {
        return new Plot(title, "time (s)", "force (BW)")
                .curve("predicted", analysis.strideTimes(), Objects.requireNonNull(internal.get(joint), joint));
    }
}
