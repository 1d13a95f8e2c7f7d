package dev.catena.app.demo;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.Plot;
import dev.catena.app.report.PlotGrid;
import dev.catena.app.report.TextTable;
import dev.catena.app.trajectory.MotionViewer;
import dev.catena.control.QuinticTrajectory;
import dev.catena.dynamics.ForceRate;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.textbook.OperationCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The experiment of [Guarino]: the Stanford manipulator moves along a quintic in two seconds; the torque rates of the
 * recursion are set against backward differences, and their cost against that of torques alone. As the published error
 * shows, the motors' reflected inertia belongs to it.
 */
public final class StanfordDemo implements Demo {
    static final double DURATION = 2;

    static final QuinticTrajectory MOTION = new QuinticTrajectory(
            new double[] {Math.PI / 2, 0, 0, Math.PI / 2, Math.PI / 4, Math.PI / 2},
            new double[] {Math.PI / 4, Math.PI / 2, 2, Math.PI / 4, Math.PI / 2, 0},
            0,
            DURATION);

    /** The largest error of joint 1 at Ts = 1e-4 s, as published. */
    private static final double PUBLISHED_ERROR = 2.462e-2;

    /** Time of torques and rates over that of torques, as published. */
    private static final double PUBLISHED_RATIO = 2.19;

    private static final double[] TABLE_TIMES = {0, 0.25, 0.5, 1, 1.5, 2};
    private static final double[] SAMPLING_TIMES = {1e-4, 1e-3, 1e-2};
    private static final int PLOT_SAMPLES = 401;

    /** One instant of the motion. */
    private record Sample(double time, double[] q, double[] tau, double[] tauRate) {}

    private final RobotModel robot = ShippedRobots.load("stanford");
    private final ForceRate forceRate = new ForceRate(robot);
    private final List<Sample> table;
    private final List<BackwardDifference> differences;
    private final OperationCounts counts = OperationCounts.of(robot);
    private final TimeRatio timeRatio;

    /** Runs the experiment; it takes about two seconds. */
    public StanfordDemo() {
        table = Arrays.stream(TABLE_TIMES).mapToObj(this::sample).toList();
        differences = Arrays.stream(SAMPLING_TIMES)
                .mapToObj(step -> BackwardDifference.along(MOTION, robot, step))
                .toList();
        timeRatio = TimeRatio.measure(robot, MOTION);
    }

    private Sample sample(double time) {
        int n = robot.jointCount();
        Sample sample = new Sample(time, new double[n], new double[n], new double[n]);
        double[] qd = new double[n];
        double[] qdd = new double[n];
        double[] qddd = new double[n];
        MOTION.at(time, sample.q, qd, qdd, qddd);
        forceRate.compute(sample.q, qd, qdd, qddd, sample.tau, sample.tauRate);
        return sample;
    }

    private TextTable torqueTable() {
        TextTable text = new TextTable(header("t (s)", "τ", "Nm", "N"));
        table.forEach(sample -> text.row(TextTable.number("%.2f", sample.time), "%.6f", sample.tau));
        return text;
    }

    private TextTable rateTable() {
        TextTable text = new TextTable(header("t (s)", "τ\u0307", "Nm/s", "N/s"));
        table.forEach(sample -> text.row(TextTable.number("%.2f", sample.time), "%.6f", sample.tauRate));
        return text;
    }

    private TextTable differenceTable() {
        List<String> header = new ArrayList<>(header("Ts (s)", "", "Nm/s", "N/s"));
        header.add("joint 1, published");
        TextTable text = new TextTable(header);
        for (BackwardDifference difference : differences) {
            List<String> row = new ArrayList<>();
            row.add(TextTable.number("%.0e", difference.samplingTime()));
            for (double largest : difference.largest()) {
                row.add(TextTable.number("%.5e", largest));
            }
            row.add(difference.samplingTime() == 1e-4 ? TextTable.number("%.3e", PUBLISHED_ERROR) : "");
            text.row(row);
        }
        return text;
    }

    private List<String> header(String first, String symbol, String turning, String sliding) {
        List<String> header = new ArrayList<>();
        header.add(first);
        for (int k = 0; k < robot.jointCount(); k++) {
            String unit = robot.movingJoints().get(k).kind() == JointKind.REVOLUTE ? turning : sliding;
            header.add("%s%s (%s)".formatted(symbol, symbol.isEmpty() ? "joint " + (k + 1) : subscript(k + 1), unit));
        }
        return header;
    }

    private static String subscript(int number) {
        return String.valueOf((char) ('₀' + number));
    }

    private TextTable countTable() {
        int n = robot.jointCount();
        return new TextTable("operations for τ and τ\u0307, 6 joints", "multiplications", "additions")
                .row(row(
                        "general arm, as published: 309N − 162, 268N − 138",
                        OperationCounts.publishedForceDerivatives(n)))
                .row(
                        "general arm, by components, first link simplified: 210N − 214, 187N − 198",
                        String.valueOf(210 * n - 214),
                        String.valueOf(187 * n - 198))
                .row(row("this arm, as published, counted", counts.forceDerivatives()))
                .row(row("this arm, by components, counted", counts.forceDerivativesInComponents()))
                .row(row("this arm, τ alone, counted", counts.newtonEuler()));
    }

    private static List<String> row(String name, OperationCounts.Count count) {
        return List.of(name, String.valueOf(count.multiplications()), String.valueOf(count.additions()));
    }

    private TextTable timeTable() {
        return new TextTable("time of one call", "τ (ns)", "τ and τ\u0307 (ns)", "ratio")
                .row(
                        "measured here",
                        TextTable.number("%.0f", timeRatio.torque()),
                        TextTable.number("%.0f", timeRatio.torqueAndRate()),
                        TextTable.number("%.2f", timeRatio.ratio()))
                .row("published", "", "", TextTable.number("%.2f", PUBLISHED_RATIO));
    }

    @Override
    public String toText() {
        return """
            Stanford manipulator: torques and their rates along a quintic of 2 s (Guarino Lo Bianco), motors' reflected inertia included

            Torques
            %s
            Their rates
            %s
            Largest distance of the rates from backward differences (τ(t) − τ(t − Ts)) / Ts
            %s
            %s
            %s\
            """.formatted(
                        torqueTable().toText(),
                        rateTable().toText(),
                        differenceTable().toText(),
                        countTable().toText(),
                        timeTable().toText());
    }

    @Override
    public Object toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("demo", "stanford");
        json.put("joints", robot.jointNames());
        json.put("times", TABLE_TIMES);
        json.put("torque", table.stream().map(Sample::tau).toList());
        json.put("torqueRate", table.stream().map(Sample::tauRate).toList());
        json.put("samplingTimes", SAMPLING_TIMES);
        json.put(
                "backwardDifferenceError",
                differences.stream().map(BackwardDifference::largest).toList());
        json.put("backwardDifferenceErrorPublished", PUBLISHED_ERROR);
        Map<String, Object> operations = new LinkedHashMap<>();
        operations.put("published", count(OperationCounts.publishedForceDerivatives(robot.jointCount())));
        operations.put("countedAsPublished", count(counts.forceDerivatives()));
        operations.put("countedByComponents", count(counts.forceDerivativesInComponents()));
        operations.put("countedTorqueAlone", count(counts.newtonEuler()));
        json.put("operations", operations);
        Map<String, Object> time = new LinkedHashMap<>();
        time.put("torqueNanoseconds", timeRatio.torque());
        time.put("torqueAndRateNanoseconds", timeRatio.torqueAndRate());
        time.put("ratio", timeRatio.ratio());
        time.put("ratioPublished", PUBLISHED_RATIO);
        json.put("time", time);
        return json;
    }

    private static Map<String, Object> count(OperationCounts.Count count) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("multiplications", count.multiplications());
        json.put("additions", count.additions());
        return json;
    }

    @Override
    public HtmlPage toPage() {
        HtmlPage page = new HtmlPage(
                "Torques and torque rates of the Stanford manipulator",
                "The experiment of C. Guarino Lo Bianco, “Evaluation of generalized force derivatives by means of a"
                        + " recursive Newton-Euler approach”, IEEE Transactions on Robotics, 2009, computed with Catena.");
        page.heading("What was computed")
                .paragraph("Six joints, the third one sliding, move from rest to rest in 2 s, each along the quintic q"
                        + " = q₀ + (q₁ − q₀)(10s³ − 15s⁴ + 6s⁵), s = t / 2 s. Torques τ and their exact rates"
                        + " τ\u0307 come from one recursion over the links. Gravity points down; the motors’"
                        + " reflected inertias (Paul) are included.");
        addPlots(page);
        page.heading("Torques").table(torqueTable());
        page.heading("Torque rates").table(rateTable());
        page.heading("Against backward differences")
                .paragraph("The largest |τ\u0307(t) − (τ(t) − τ(t − Ts)) / Ts| over the motion. The error of the "
                        + "difference shrinks in proportion to Ts: the recursion gives the limit. The paper prints "
                        + "2.462e-2 for joint 1 at Ts = 1e-4 s.")
                .table(differenceTable());
        addDifferencePlot(page);
        page.heading("What the rates cost")
                .table(countTable())
                .paragraph("Counted by running the recursions on numbers that count; what is known beforehand (zeros "
                        + "and ones of this arm’s geometry and inertia) costs nothing. The general arm has revolute "
                        + "joints only and full inertia tensors.")
                .table(timeTable());
        page.heading("The robot").paragraph(ShippedRobots.source("stanford"));
        return page;
    }

    private void addPlots(HtmlPage page) {
        page.heading("The motion");
        MotionViewer.addPicture(
                page, robot, null, MotionViewer.of("quintic", robot.jointCount(), DURATION, MOTION::at));
        List<Sample> samples = new ArrayList<>();
        double[] times = new double[PLOT_SAMPLES];
        for (int k = 0; k < PLOT_SAMPLES; k++) {
            times[k] = DURATION * k / (PLOT_SAMPLES - 1);
            samples.add(sample(times[k]));
        }
        for (int j = 0; j < robot.jointCount(); j++) {
            int joint = j;
            Joint about = robot.movingJoints().get(j);
            boolean turns = about.kind() == JointKind.REVOLUTE;
            PlotGrid row = new PlotGrid(3, 400, 220)
                    .add(new Plot(about.name() + ": position", "t (s)", turns ? "q (rad)" : "q (m)")
                            .curve(
                                    "q",
                                    times,
                                    samples.stream()
                                            .mapToDouble(s -> s.q[joint])
                                            .toArray()))
                    .add(new Plot(turns ? "torque" : "force", "t (s)", turns ? "τ (Nm)" : "τ (N)")
                            .curve(
                                    "τ",
                                    times,
                                    samples.stream()
                                            .mapToDouble(s -> s.tau[joint])
                                            .toArray()))
                    .add(new Plot(turns ? "torque rate" : "force rate", "t (s)", turns ? "dτ/dt (Nm/s)" : "dτ/dt (N/s)")
                            .curve(
                                    "dτ/dt",
                                    times,
                                    samples.stream()
                                            .mapToDouble(s -> s.tauRate[joint])
                                            .toArray()));
            page.plots(
                    row,
                    "%s (%s): position, %s and its rate over time."
                            .formatted(about.name(), turns ? "revolute" : "prismatic", turns ? "torque" : "force"));
        }
    }

    private void addDifferencePlot(HtmlPage page) {
        Plot plot = new Plot("joint1: distance of backward differences from the rate", "t (s)", "Nm/s").logarithmic();
        for (BackwardDifference difference : differences) {
            double[] error = Arrays.stream(difference.ofJoint(0))
                    .map(e -> Math.max(e, 1e-7))
                    .toArray();
            plot.curve(TextTable.number("Ts = %.0e s", difference.samplingTime()), difference.times(), error);
        }
        PlotGrid grid = new PlotGrid(1, 800, 300).add(plot);
        page.plots(grid, "Error of backward differences at joint 1, in decades; it dips where " + "it changes sign.");
    }
}
