package dev.catena.app.trajectory;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.Plot;
import dev.catena.app.report.PlotGrid;
import dev.catena.app.report.TextTable;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableSink;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.motion.LimitViolation;
import dev.catena.motion.TrajectoryTorques;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The torques of a trajectory as text, JSON, CSV, page and picture. */
public final class TorqueReport {
    private static final int PLOT_WIDTH = 300;
    private static final int PLOT_HEIGHT = 200;

    /** Rows of the table for people; machines get all. */
    private static final int MOST_SHOWN = 200;

    private final TrajectoryTorques torques;
    private final double[] times;
    private final List<LimitViolation> violations;
    private final double tolerance;
    private final OtherRun other;
    private final String trajectory;
    private final List<Joint> joints;

    /**
     * Looks for what is exceeded.
     *
     * @param trajectory what to call it
     * @param tolerance share of a limit by which it may be exceeded
     */
    public TorqueReport(TrajectoryTorques torques, String trajectory, double tolerance, OtherRun other) {
        this.torques = torques;
        this.tolerance = tolerance;
        this.other = other;
        times = torques.times();
        violations = torques.violations(tolerance);
        this.trajectory = trajectory;
        joints = torques.robot().movingJoints();
    }

    private TextTable peaks() {
        TextTable table = new TextTable(
                "joint",
                "unit",
                "peak |q\u0307|",
                "limit",
                "peak |τ|",
                "at (s)",
                "limit",
                "peak |τ\u0307|",
                "at (s)",
                "limit");
        for (int j = 0; j < joints.size(); j++) {
            JointLimits limits = joints.get(j).limits();
            int velocity = TrajectoryTorques.peak(torques.velocity(j));
            int torque = TrajectoryTorques.peak(torques.torque(j));
            int rate = TrajectoryTorques.peak(torques.torqueRate(j));
            table.row(
                    joints.get(j).name(),
                    turns(j) ? "rad, Nm" : "m, N",
                    number(Math.abs(torques.velocity(j)[velocity])),
                    number(limits.velocity()),
                    number(Math.abs(torques.torque(j)[torque])),
                    number(times[torque]),
                    number(limits.effort()),
                    number(Math.abs(torques.torqueRate(j)[rate])),
                    number(times[rate]),
                    number(limits.effortRate()));
        }
        return table;
    }

    private TextTable violations() {
        TextTable table = new TextTable("joint", "exceeds", "limit", "worst", "at (s)", "from (s)", "to (s)");
        for (LimitViolation violation : violations.subList(0, Math.min(MOST_SHOWN, violations.size()))) {
            table.row(
                    violation.joint(),
                    violation.kind().words(),
                    number(violation.limit()),
                    number(violation.value()),
                    number(times[violation.worst()]),
                    number(times[violation.from()]),
                    number(times[violation.to()]));
        }
        return table;
    }

    private String kept() {
        return "No limit is exceeded%s.".formatted(beyond());
    }

    private String beyond() {
        return tolerance == 0 ? "" : " by more than %s of it".formatted(TextTable.number(tolerance));
    }

    private String others() {
        int count = violations.size() - MOST_SHOWN;
        return count > 0 ? "and %s more".formatted(count) : "";
    }

    private static String number(double value) {
        return TextTable.number(value);
    }

    private boolean turns(int j) {
        return joints.get(j).kind() == JointKind.REVOLUTE;
    }

    private String scope() {
        return "%s: %s samples from %s s to %s s, robot %s"
                .formatted(
                        trajectory,
                        times.length,
                        times[0],
                        times[times.length - 1],
                        torques.robot().name());
    }

    /** A summary for a terminal. */
    public String toText() {
        String exceeded = violations.isEmpty()
                ? kept() + "\n"
                : "Limits exceeded" + beyond() + "\n" + violations().toText()
                        + (others().isEmpty() ? "" : "  … " + others() + "\n");
        return "%s\n\n%s\n%s".formatted(scope(), peaks().toText(), exceeded);
    }

    /** The summary for machines. */
    public Object toJson() {
        List<Object> perJoint = new ArrayList<>();
        for (int j = 0; j < joints.size(); j++) {
            Map<String, Object> joint = new LinkedHashMap<>();
            joint.put("joint", joints.get(j).name());
            joint.put("peakVelocity", peak(torques.velocity(j)));
            joint.put("peakTorque", peak(torques.torque(j)));
            joint.put("peakTorqueRate", peak(torques.torqueRate(j)));
            perJoint.add(joint);
        }
        List<Object> exceeded = new ArrayList<>();
        for (LimitViolation violation : violations) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("joint", violation.joint());
            entry.put("kind", violation.kind().words());
            entry.put("limit", violation.limit());
            entry.put("worst", violation.value());
            entry.put("time", times[violation.worst()]);
            entry.put("from", times[violation.from()]);
            entry.put("to", times[violation.to()]);
            exceeded.add(entry);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("robot", torques.robot().name());
        json.put("trajectory", trajectory);
        json.put("samples", times.length);
        json.put("joints", perJoint);
        json.put("tolerance", tolerance);
        json.put("violations", exceeded);
        return json;
    }

    private Map<String, Object> peak(double[] series) {
        int k = TrajectoryTorques.peak(series);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("value", series[k]);
        json.put("time", times[k]);
        return json;
    }

    public boolean isWithinLimits() {
        return violations.isEmpty();
    }

    public int samples() {
        return times.length;
    }

    /** Writes one line for each sample: motion, torques, rates, and what is exceeded. */
    public void write(Path file) {
        List<double[]> columns = new ArrayList<>(List.of(times));
        List<TableColumn> names = new ArrayList<>(List.of(TableColumn.number("time")));
        List<String> keys = List.of("q", "qd", "qdd", "qddd", "tau", "tauRate");
        for (int s = 0; s < keys.size(); s++) {
            for (int j = 0; j < joints.size(); j++) {
                names.add(TableColumn.number(keys.get(s) + "_" + joints.get(j).name()));
                columns.add(series(s, j));
            }
        }
        names.add(TableColumn.text("violations"));
        try (TableSink sink = NumberTables.createUnderAnyName(file, names)) {
            write(columns, sink);
            sink.finish();
        }
    }

    private void write(List<double[]> columns, TableSink sink) {
        OpenViolations exceeded = new OpenViolations(violations);
        for (int k = 0; k < samples(); k++) {
            for (double[] column : columns) {
                sink.number(column[k]);
            }
            sink.text(exceeded.at(k));
            sink.end();
        }
    }

    private double[] series(int s, int j) {
        return switch (s) {
            case 0 -> torques.position(j);
            case 1 -> torques.velocity(j);
            case 2 -> torques.acceleration(j);
            case 3 -> torques.jerk(j);
            case 4 -> torques.torque(j);
            default -> torques.torqueRate(j);
        };
    }

    public HtmlPage toPage() {
        HtmlPage page =
                new HtmlPage("Torques of %s along %s".formatted(torques.robot().name(), trajectory), scope() + ".");
        page.heading("Peaks").table(peaks());
        page.heading("Limits");
        if (violations.isEmpty()) {
            page.paragraph(kept());
        } else {
            page.table(violations());
            if (!others().isEmpty()) {
                page.paragraph("… " + others() + ".");
            }
        }
        page.heading("The motion")
                .paragraph("Dashed lines are limits, the shaded zones lie beyond them. Limits that are far away from "
                        + "the curve are not drawn.");
        for (int j = 0; j < joints.size(); j++) {
            PlotGrid row = new PlotGrid(4, PLOT_WIDTH, PLOT_HEIGHT);
            addPlots(row, j);
            page.plots(
                    row,
                    joints.get(j).name() + ": position, velocity, "
                            + (turns(j) ? "torque and torque rate." : "force and force rate."));
        }
        return page;
    }

    /** One row of plots for each joint. */
    public byte[] toPng() {
        PlotGrid grid = new PlotGrid(4, PLOT_WIDTH, PLOT_HEIGHT);
        for (int j = 0; j < joints.size(); j++) {
            addPlots(grid, j);
        }
        return grid.toPng();
    }

    private void addPlots(PlotGrid grid, int j) {
        JointLimits limits = joints.get(j).limits();
        boolean turns = turns(j);
        Plot position = new Plot(joints.get(j).name() + ": position", "t (s)", turns ? "q (rad)" : "q (m)")
                .curve("q", times, torques.position(j))
                .limits(limits.lower(), limits.upper());
        Plot velocity = new Plot("velocity", "t (s)", turns ? "dq/dt (rad/s)" : "dq/dt (m/s)")
                .curve("qd", times, torques.velocity(j))
                .limits(-limits.velocity(), limits.velocity());
        Plot torque = new Plot(turns ? "torque" : "force", "t (s)", turns ? "τ (Nm)" : "τ (N)")
                .curve("tau", times, torques.torque(j))
                .limits(-limits.effort(), limits.effort());
        Plot rate = new Plot(turns ? "torque rate" : "force rate", "t (s)", turns ? "dτ/dt (Nm/s)" : "dτ/dt (N/s)")
                .curve("tauRate", times, torques.torqueRate(j))
                .limits(-limits.effortRate(), limits.effortRate());
        grid.add(other.onto(position, Series.POSITION, joints.get(j).name()))
                .add(other.onto(velocity, Series.VELOCITY, joints.get(j).name()))
                .add(other.onto(torque, Series.EFFORT, joints.get(j).name()))
                .add(other.ratesOnto(rate, joints.get(j).name()));
    }
}
