package dev.catena.app.identify;

import dev.catena.app.console.UserError;
import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.Plot;
import dev.catena.app.report.PlotGrid;
import dev.catena.app.report.RowCount;
import dev.catena.app.report.TextTable;
import dev.catena.app.trajectory.MotionViewer;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableSink;
import dev.catena.identification.excitation.ExcitationPlan;
import dev.catena.identification.excitation.FourierTrajectory;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An exciting motion as text, JSON, CSV and page. */
public final class ExcitationReport {
    private static final int PLOT_WIDTH = 390;
    private static final int PLOT_HEIGHT = 220;
    private static final int POINTS = 500;

    private final RobotModel robot;
    private final ExcitationPlan plan;

    public ExcitationReport(RobotModel robot, ExcitationPlan plan) {
        this.robot = robot;
        this.plan = plan;
    }

    private String verdict() {
        return plan.isFeasible()
                ? "A motion that shows all %s base parameters of robot \"%s\", within its limits (%s %% of the nearest is used)."
                        .formatted(plan.parameters(), robot.name(), TextTable.number("%.1f", 100 * plan.utilization()))
                : "No motion within the limits of robot \"%s\" was found: the best reaches %s %% of a limit."
                        .formatted(robot.name(), TextTable.number("%.1f", 100 * plan.utilization()));
    }

    private TextTable figures() {
        FourierTrajectory trajectory = plan.trajectory();
        TextTable table = new TextTable("figure", "value");
        table.row(List.of("condition number of unit columns", TextTable.number("%.4g", plan.unitCondition())));
        table.row(List.of("condition number", TextTable.number("%.4g", plan.condition())));
        table.row(List.of("period (s)", TextTable.number(trajectory.period())));
        table.row(List.of("harmonics", Integer.toString(trajectory.harmonics())));
        return table;
    }

    private TextTable coefficients() {
        FourierTrajectory trajectory = plan.trajectory();
        int block = 2 * trajectory.harmonics() + 1;
        String[] header = new String[block + 1];
        header[0] = "joint";
        header[1] = "c";
        for (int h = 1; h <= trajectory.harmonics(); h++) {
            header[2 * h] = "a" + h;
            header[2 * h + 1] = "b" + h;
        }
        TextTable table = new TextTable(header);
        double[] all = trajectory.coefficients();
        for (int j = 0; j < trajectory.joints(); j++) {
            double[] own = new double[block];
            System.arraycopy(all, j * block, own, 0, block);
            table.row(robot.jointNames().get(j), "%.5f", own);
        }
        return table;
    }

    public String toText() {
        return verdict() + "\nSolver: " + plan.message() + "\n\n" + figures().toText()
                + "\nq = c + Σ a cos hωt + b sin hωt\n" + coefficients().toText();
    }

    public Object toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("robot", robot.name());
        json.put("feasible", plan.isFeasible());
        json.put("parameters", plan.parameters());
        json.put("unitCondition", plan.unitCondition());
        json.put("condition", plan.condition());
        json.put("utilization", plan.utilization());
        json.put("period", plan.trajectory().period());
        json.put("harmonics", plan.trajectory().harmonics());
        json.put("coefficients", plan.trajectory().coefficients());
        return json;
    }

    /** Time, positions, velocities, accelerations and efforts of one period, as a state table. */
    public void write(double rate, Path file) {
        List<TableColumn> columns = new ArrayList<>(List.of(TableColumn.number("time")));
        for (String quantity : new String[] {"q_", "qd_", "qdd_", "tau_"}) {
            robot.jointNames().forEach(joint -> columns.add(TableColumn.number(quantity + joint)));
        }
        int count = rows(robot, plan.trajectory().period(), rate);
        try (TableSink sink = NumberTables.createUnderAnyName(file, columns)) {
            write(count, rate, sink);
            sink.finish();
        }
    }

    /**
     * How many rows the table of a period has.
     *
     * @throws UserError if it is absurd, with what it would take
     */
    public static int rows(RobotModel robot, double period, double rate) {
        return RowCount.possible(Math.rint(period * rate) + 1, period, rate, 1 + 4 * robot.jointCount());
    }

    private void write(int count, double rate, TableSink sink) {
        int n = robot.jointCount();
        InverseDynamics dynamics = new InverseDynamics(robot);
        double[][] motion = new double[3][n];
        double[] tau = new double[n];
        for (int k = 0; k < count; k++) {
            double time = k / rate;
            for (int order = 0; order < 3; order++) {
                plan.trajectory().evaluate(order, time, motion[order]);
            }
            dynamics.compute(motion[0], motion[1], motion[2], tau);
            sink.number(time);
            sink.numbers(motion[0]);
            sink.numbers(motion[1]);
            sink.numbers(motion[2]);
            sink.numbers(tau);
            sink.end();
        }
    }

    public HtmlPage toPage() {
        HtmlPage page = new HtmlPage("Exciting motion of " + robot.name(), verdict());
        page.paragraph(
                "Run it several times in a row and log positions and efforts; it begins and ends at rest unless told"
                        + " otherwise. Collisions were not looked at: watch it in simulation first.");
        page.paragraph("Solver: " + plan.message()).table(figures());
        PlotGrid grid = new PlotGrid(3, PLOT_WIDTH, PLOT_HEIGHT);
        int n = robot.jointCount();
        double[] time = new double[POINTS];
        double[][][] curves = new double[3][n][POINTS];
        InverseDynamics dynamics = new InverseDynamics(robot);
        double[][] motion = new double[3][n];
        double[] tau = new double[n];
        for (int k = 0; k < POINTS; k++) {
            time[k] = plan.trajectory().period() * k / (POINTS - 1);
            for (int order = 0; order < 3; order++) {
                plan.trajectory().evaluate(order, time[k], motion[order]);
            }
            dynamics.compute(motion[0], motion[1], motion[2], tau);
            for (int j = 0; j < n; j++) {
                curves[0][j][k] = motion[0][j];
                curves[1][j][k] = motion[1][j];
                curves[2][j][k] = tau[j];
            }
        }
        for (int j = 0; j < n; j++) {
            String joint = robot.jointNames().get(j);
            JointLimits limits = robot.movingJoints().get(j).limits();
            grid.add(new Plot("position of " + joint, "time (s)", "rad or m")
                    .curve("q", time, curves[0][j])
                    .limits(limits.lower(), limits.upper()));
            grid.add(new Plot("velocity of " + joint, "time (s)", "rad/s or m/s")
                    .curve("qd", time, curves[1][j])
                    .limits(-limits.velocity(), limits.velocity()));
            grid.add(new Plot("effort of " + joint, "time (s)", "Nm or N")
                    .curve("tau", time, curves[2][j])
                    .limits(-limits.effort(), limits.effort()));
        }
        page.heading("Motion");
        MotionViewer.addPicture(
                page,
                robot,
                null,
                MotionViewer.of("excitation", n, plan.trajectory().period(), (t, q, qd, qdd, qddd) -> {
                    double[][] orders = {q, qd, qdd, qddd};
                    for (int order = 0; order < orders.length; order++) {
                        plan.trajectory().evaluate(order, t, orders[order]);
                    }
                }));
        page.plots(grid, "One period, and the limits that it keeps.");
        page.heading("Coefficients")
                .paragraph("q = c + Σ a cos hωt + b sin hωt")
                .table(coefficients());
        return page;
    }
}
