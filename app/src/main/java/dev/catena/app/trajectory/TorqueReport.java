package dev.catena.app.trajectory;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.Plot;
import dev.catena.app.report.PlotGrid;
import dev.catena.app.report.TextTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.motion.LimitViolation.Kind;
import dev.catena.motion.LimitWatch;
import dev.catena.motion.LimitWatch.Peak;
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

    private final TorqueSamples samples;
    private final LimitWatch limits;
    private final List<LimitWatch.Stretch> violations;
    private final double tolerance;
    private final OtherRun other;
    private final String trajectory;
    private final List<Joint> joints;

    /**
     * Says what was found.
     *
     * @param trajectory what to call it
     * @param tolerance share of a limit by which it may be exceeded
     */
    public TorqueReport(TorqueSamples samples, String trajectory, double tolerance, OtherRun other) {
        this.samples = samples;
        this.tolerance = tolerance;
        this.other = other;
        limits = samples.limits();
        violations = limits.stretches();
        this.trajectory = trajectory;
        joints = samples.robot().movingJoints();
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
            JointLimits ofJoint = joints.get(j).limits();
            Peak torque = limits.peak(j, Kind.EFFORT);
            Peak rate = limits.peak(j, Kind.EFFORT_RATE);
            table.row(
                    joints.get(j).name(),
                    turns(j) ? "rad, Nm" : "m, N",
                    number(Math.abs(limits.peak(j, Kind.VELOCITY).value())),
                    number(ofJoint.velocity()),
                    number(Math.abs(torque.value())),
                    number(torque.time()),
                    number(ofJoint.effort()),
                    number(Math.abs(rate.value())),
                    number(rate.time()),
                    number(ofJoint.effortRate()));
        }
        return table;
    }

    private TextTable violations() {
        TextTable table = new TextTable("joint", "exceeds", "limit", "worst", "at (s)", "from (s)", "to (s)");
        for (LimitWatch.Stretch violation : violations.subList(0, Math.min(MOST_SHOWN, violations.size()))) {
            table.row(
                    violation.joint(),
                    violation.kind().words(),
                    number(violation.limit()),
                    number(violation.value()),
                    number(violation.time()),
                    number(violation.fromTime()),
                    number(violation.toTime()));
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
        long count = limits.stretchCount() - MOST_SHOWN;
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
                        limits.samples(),
                        limits.start(),
                        limits.end(),
                        samples.robot().name());
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
            joint.put("peakVelocity", peak(j, Kind.VELOCITY));
            joint.put("peakTorque", peak(j, Kind.EFFORT));
            joint.put("peakTorqueRate", peak(j, Kind.EFFORT_RATE));
            perJoint.add(joint);
        }
        List<Object> exceeded = new ArrayList<>();
        for (LimitWatch.Stretch violation : violations) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("joint", violation.joint());
            entry.put("kind", violation.kind().words());
            entry.put("limit", violation.limit());
            entry.put("worst", violation.value());
            entry.put("time", violation.time());
            entry.put("from", violation.fromTime());
            entry.put("to", violation.toTime());
            exceeded.add(entry);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("robot", samples.robot().name());
        json.put("trajectory", trajectory);
        json.put("samples", limits.samples());
        json.put("joints", perJoint);
        json.put("tolerance", tolerance);
        json.put("violations", exceeded);
        if (limits.stretchCount() > exceeded.size()) {
            json.put("violationsLeftOut", limits.stretchCount() - exceeded.size());
        }
        return json;
    }

    private Map<String, Object> peak(int joint, Kind kind) {
        Peak peak = limits.peak(joint, kind);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("value", peak.value());
        json.put("time", peak.time());
        return json;
    }

    public boolean isWithinLimits() {
        return violations.isEmpty();
    }

    public HtmlPage toPage() {
        HtmlPage page =
                new HtmlPage("Torques of %s along %s".formatted(samples.robot().name(), trajectory), scope() + ".");
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
        JointLimits ofJoint = joints.get(j).limits();
        String name = joints.get(j).name();
        boolean turns = turns(j);
        Plot position = plot(name + ": position", turns ? "q (rad)" : "q (m)", "q", j, 0)
                .limits(ofJoint.lower(), ofJoint.upper());
        Plot velocity = plot("velocity", turns ? "dq/dt (rad/s)" : "dq/dt (m/s)", "qd", j, 1)
                .limits(-ofJoint.velocity(), ofJoint.velocity());
        Plot torque = plot(turns ? "torque" : "force", turns ? "τ (Nm)" : "τ (N)", "tau", j, 2)
                .limits(-ofJoint.effort(), ofJoint.effort());
        String ofRate = turns ? "dτ/dt (Nm/s)" : "dτ/dt (N/s)";
        Plot rate = plot(turns ? "torque rate" : "force rate", ofRate, "tauRate", j, 3)
                .limits(-ofJoint.effortRate(), ofJoint.effortRate());
        grid.add(other.onto(position, Series.POSITION, name))
                .add(other.onto(velocity, Series.VELOCITY, name))
                .add(other.onto(torque, Series.EFFORT, name))
                .add(other.ratesOnto(rate, name));
    }

    private Plot plot(String title, String axis, String name, int joint, int series) {
        double[][] curve = samples.curve(joint, series);
        return new Plot(title, "t (s)", axis).curve(name, curve[0], curve[1]);
    }
}
