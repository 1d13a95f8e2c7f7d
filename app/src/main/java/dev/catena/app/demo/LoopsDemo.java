package dev.catena.app.demo;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.Plot;
import dev.catena.app.report.PlotGrid;
import dev.catena.app.report.StickFigures;
import dev.catena.app.report.TextTable;
import dev.catena.app.trajectory.MotionViewer;
import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.model.RobotModel;
import dev.catena.studio.StudioMotion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Closed loops after section 4 of Khalil's paper: a four-bar, a five-bar, a spatial loop of seven joints and a Bennett
 * linkage go around once; efforts of the driven joints, what the cut joint carries, and the way back by forward dynamics.
 */
public final class LoopsDemo implements Demo {
    private static final double DURATION = 2;
    private static final int SAMPLES = 361;
    private static final int SNAPSHOTS = 9;
    private static final double TURN = 2 * Math.PI / DURATION;

    /**
     * A mechanism and how its independent joints move.
     *
     * @param swing amplitudes of sines about the assembly; none where the joint turns evenly, once
     */
    private record Case(String robot, String title, double... swing) {
        void motion(RobotModel model, double time, double[] q, double[] qd, double[] qdd) {
            List<String> joints = model.loops().independentJoints();
            for (int j = 0; j < q.length; j++) {
                double start = model.loops().assembly().getOrDefault(joints.get(j), 0.0);
                boolean around = swing.length == 0;
                double angle = TURN * time + 0.5 * Math.PI * j;
                q[j] = start + (around ? TURN * time : swing[j] * Math.sin(angle));
                qd[j] = around ? TURN : swing[j] * TURN * Math.cos(angle);
                qdd[j] = around ? 0 : -swing[j] * TURN * TURN * Math.sin(angle);
            }
        }

        StudioMotion picture(RobotModel model) {
            int n = model.loops().independentJoints().size();
            return MotionViewer.of(title, n, DURATION, (time, q, qd, qdd, qddd) -> {
                motion(model, time, q, qd, qdd);
                for (int j = 0; j < n; j++) {
                    qddd[j] = swing.length == 0 ? 0 : -TURN * TURN * qd[j];
                }
            });
        }
    }

    /** What a mechanism did; by sample, then joint or component. */
    private record Result(
            Case what,
            RobotModel robot,
            double[] times,
            double[][] efforts,
            double[][] cutWrenches,
            List<double[]> postures,
            double residual,
            double wayBack,
            int redundant) {
        double[] effort(int joint) {
            return Arrays.stream(efforts).mapToDouble(row -> row[joint]).toArray();
        }

        /** Size of the cut joint's force, or, from component 3 on, of its moment. */
        double[] cut(int from) {
            return Arrays.stream(cutWrenches)
                    .mapToDouble(
                            w -> Math.sqrt(w[from] * w[from] + w[from + 1] * w[from + 1] + w[from + 2] * w[from + 2]))
                    .toArray();
        }
    }

    private final List<Result> results = new ArrayList<>();

    /** Runs the experiment. */
    public LoopsDemo() {
        for (Case what : List.of(
                new Case("four-bar", "Four-bar linkage, a turn of its crank"),
                new Case("five-bar", "Five-bar robot, both hips swing", 0.25, 0.25),
                new Case("seven-joint", "Spatial loop of seven joints, its crank swings", 0.5),
                new Case("bennett", "Bennett linkage, a turn of its first joint"))) {
            results.add(run(what));
        }
    }

    private static Result run(Case what) {
        RobotModel robot = ShippedRobots.load(what.robot);
        ClosedLoopInverseDynamics inverse = new ClosedLoopInverseDynamics(robot);
        ClosedLoopForwardDynamics forward = new ClosedLoopForwardDynamics(robot);
        int n = robot.loops().independentJoints().size();
        double[] q = new double[n];
        double[] qd = new double[n];
        double[] qdd = new double[n];
        double[] back = new double[n];
        double[] times = new double[SAMPLES];
        double[][] efforts = new double[SAMPLES][robot.loops().activeJoints().size()];
        double[][] cuts = new double[SAMPLES][6];
        List<double[]> postures = new ArrayList<>();
        double residual = 0;
        double wayBack = 0;
        int redundant = 0;
        for (int k = 0; k < SAMPLES; k++) {
            times[k] = DURATION * k / (SAMPLES - 1);
            what.motion(robot, times[k], q, qd, qdd);
            inverse.compute(q, qd, qdd, efforts[k]);
            inverse.computeCutWrenches();
            inverse.cutWrench(0, cuts[k]);
            double[] posture = new double[robot.jointCount()];
            inverse.kinematics().closure().positions(posture);
            postures.add(posture);
            residual = Math.max(residual, inverse.kinematics().closure().residual());
            redundant = robot.loops().cutJoints().get(0).kind().constraints()
                    - inverse.kinematics().closure().rank();
            forward.compute(q, qd, efforts[k], back);
            for (int j = 0; j < n; j++) {
                wayBack = Math.max(wayBack, Math.abs(back[j] - qdd[j]) / (TURN * TURN));
            }
        }
        return new Result(what, robot, times, efforts, cuts, postures, residual, wayBack, redundant);
    }

    private TextTable table() {
        TextTable table = new TextTable(
                "mechanism",
                "joints",
                "cut",
                "redundant",
                "least effort (Nm)",
                "largest",
                "cut force (N)",
                "cut moment (Nm)",
                "loop open by",
                "way back");
        for (Result result : results) {
            double[] all = Arrays.stream(result.efforts)
                    .flatMapToDouble(Arrays::stream)
                    .sorted()
                    .toArray();
            table.row(
                    result.what.robot,
                    String.valueOf(result.robot.jointCount()),
                    result.robot.loops().cutJoints().get(0).name(),
                    String.valueOf(result.redundant),
                    TextTable.number("%.3f", all[0]),
                    TextTable.number("%.3f", all[all.length - 1]),
                    TextTable.number("%.2f", Arrays.stream(result.cut(0)).max().orElse(0)),
                    TextTable.number("%.3f", Arrays.stream(result.cut(3)).max().orElse(0)),
                    TextTable.number("%.0e", result.residual),
                    TextTable.number("%.0e", result.wayBack));
        }
        return table;
    }

    @Override
    public String toText() {
        return """
            Closed loops: once around, or to and fro, in %s s. Redundant equations of a cut leave a choice of what it
            carries, of which the least is taken; the way back is forward dynamics of these efforts.

            %s\
            """.formatted(DURATION, table().toText());
    }

    @Override
    public Object toJson() {
        List<Object> list = new ArrayList<>();
        for (Result result : results) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("robot", result.what.robot);
            entry.put("times", result.times);
            entry.put("active", result.robot.loops().activeJoints());
            entry.put("efforts", Arrays.asList(result.efforts));
            entry.put("cutWrenches", Arrays.asList(result.cutWrenches));
            entry.put("loopResidual", result.residual);
            entry.put("wayBack", result.wayBack);
            list.add(entry);
        }
        return list;
    }

    @Override
    public HtmlPage toPage() {
        HtmlPage page = new HtmlPage(
                "Efforts and cut wrenches of closed loops",
                "Robots with closed loops after W. Khalil, “Dynamic modeling of robots using recursive Newton-Euler "
                        + "techniques”, 2010, section 4, computed with Catena.");
        page.heading("What was computed")
                .paragraph(
                        "Each loop is cut at one joint. The closure gives all joints from the driven ones, the tree's"
                                + " recursion the efforts of all, and the loop's Jacobian brings them to the driven joints"
                                + " and to the wrench that the cut joint carries. Forward dynamics of these efforts gives"
                                + " the accelerations back.")
                .table(table());
        for (Result result : results) {
            page.heading(result.what.title)
                    .figure(
                            figures(result),
                            520,
                            340,
                            "Snapshots in equal steps of time, later ones stronger, and the way of the last body.");
            MotionViewer.addPicture(page, result.robot, null, result.what.picture(result.robot));
            Plot effort = new Plot("effort of the driven joints", "t (s)", "Γ (Nm)");
            List<String> active = result.robot.loops().activeJoints();
            for (int j = 0; j < active.size(); j++) {
                effort.curve(active.get(j), result.times, result.effort(j));
            }
            page.plots(
                    new PlotGrid(3, 400, 240)
                            .add(effort)
                            .add(new Plot("force in the cut joint", "t (s)", "‖F‖ (N)")
                                    .curve("F", result.times, result.cut(0)))
                            .add(new Plot("moment in the cut joint", "t (s)", "‖M‖ (Nm)")
                                    .curve("M", result.times, result.cut(3))),
                    result.what.swing.length == 0
                            ? "Effort of the joint that turns, and what the cut joint carries."
                            : "Efforts, and what the cut joint carries; steps are dry friction where a joint turns"
                                    + " back.");
        }
        return page;
    }

    private static StickFigures figures(Result result) {
        List<double[]> snapshots = new ArrayList<>();
        for (int k = 0; k < SNAPSHOTS; k++) {
            snapshots.add(result.postures.get(k * (SAMPLES - 1) / SNAPSHOTS));
        }
        return new StickFigures(result.robot, snapshots, result.postures);
    }
}
