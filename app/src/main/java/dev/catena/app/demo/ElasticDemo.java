package dev.catena.app.demo;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.Plot;
import dev.catena.app.report.PlotGrid;
import dev.catena.app.report.TextTable;
import dev.catena.app.trajectory.MotionViewer;
import dev.catena.control.ElasticTracking;
import dev.catena.control.SineTrajectory;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Run;
import dev.catena.simulation.Sample;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The experiment of [Hua]: a robot of two rigid joints and an elastic one follows sines for ten seconds, without and with
 * a payload that its controller does not know.
 */
public final class ElasticDemo implements Demo {
    private static final double DURATION = 10;
    private static final double STEP = 0.004;
    private static final double RATE = 250;

    /** The payload's force in world axes, N, as the paper's equations take it: it pushes the robot up. */
    private static final double PAYLOAD = 3;

    /** One of the two runs. */
    private enum Load {
        NONE("no payload", 0, new double[] {0.0026819, 0.003619, 0.052678}, new double[] {
            0.0026439893263288687, 0.003612125282093566, 0.052740875627775886
        }),
        PAYLOAD_UP("payload", PAYLOAD, new double[] {0.0026903, 0.0061066, 0.052422}, new double[] {
            0.0027135602956166365, 0.006100441461765065, 0.052467265795850655
        });

        final String title;
        final double force;

        /** Errors as printed, and those of an independent computation of the completed robot, rad. */
        final double[] published;

        final double[] reference;

        Load(String title, double force, double[] published, double[] reference) {
            this.title = title;
            this.force = force;
            this.published = published;
            this.reference = reference;
        }
    }

    /** A run with what is told of it. */
    private record Result(Load load, List<Sample> samples, double[] desiredMotor, double[] errors) {
        double[] series(ToDoubleFunction<Sample> number) {
            return samples.stream().mapToDouble(number).toArray();
        }
    }

    private final RobotModel robot = ElasticArm.robot();
    private final SineTrajectory trajectory = ElasticArm.trajectory();
    private final List<Result> results = new ArrayList<>();

    /** Runs the experiment; it takes about a second. */
    public ElasticDemo() {
        for (Load load : Load.values()) {
            results.add(run(load));
        }
    }

    private Result run(Load load) {
        ElasticTracking controller = ElasticArm.controller(robot);
        int tip = robot.bodyIndex("link3");
        Run run = Simulation.builder(robot)
                .start(new State(robot).jointPositions(ElasticArm.START))
                .controller(controller)
                .environment((time, state, wrenches) -> wrenches.inWorld(tip, 0, 0, load.force, 0, 0, 0))
                .integrator(Integrator.rungeKutta(STEP))
                .recordingRate(RATE)
                .duration(DURATION)
                .build()
                .run();
        List<Sample> samples = run.recording();
        double[] desired = new double[samples.size()];
        double[] theta = new double[1];
        double[] unused = new double[3];
        for (int s = 0; s < desired.length; s++) {
            controller.torque(samples.get(s).time(), samples.get(s).state(), unused);
            controller.desiredMotors(0, theta);
            desired[s] = theta[0];
        }
        return new Result(load, samples, desired, errors(samples));
    }

    /** Root mean squares of q_d − q over time, by the trapezoidal rule. */
    private double[] errors(List<Sample> samples) {
        double[] sum = new double[3];
        for (int s = 0; s < samples.size(); s++) {
            double weight = s == 0 || s == samples.size() - 1 ? 0.5 : 1;
            for (int i = 0; i < 3; i++) {
                double error = wanted(samples.get(s).time(), i)
                        - samples.get(s).state().jointPositions()[i];
                sum[i] += weight * error * error;
            }
        }
        for (int i = 0; i < 3; i++) {
            sum[i] = Math.sqrt(sum[i] / (samples.size() - 1));
        }
        return sum;
    }

    private double wanted(double time, int joint) {
        double[][] q = new double[1][3];
        trajectory.derivatives(time, q);
        return q[0][joint];
    }

    private TextTable errorTable() {
        TextTable table = new TextTable("root mean square of q_d − q (rad)", "joint 1", "joint 2", "joint 3");
        for (Result result : results) {
            String title = result.load.title;
            table.row(title + ", here", "%.7f", result.errors);
            table.row(title + ", independent computation of the same robot", "%.7f", result.load.reference);
            table.row(title + ", published", "%.7f", result.load.published);
        }
        return table;
    }

    private TextTable peakTable() {
        TextTable table = new TextTable("largest |τ| after the first second (Nm)", "joint 1", "joint 2", "joint 3");
        for (Result result : results) {
            double[] most = new double[3];
            for (Sample sample : result.samples) {
                for (int i = 0; i < 3 && sample.time() >= 1; i++) {
                    most[i] = Math.max(most[i], Math.abs(sample.torques()[i]));
                }
            }
            table.row(result.load.title, "%.4f", most);
        }
        return table;
    }

    @Override
    public String toText() {
        return """
            A robot with rigid and elastic joints follows 0.5 sin(0.5 π t) for 10 s (Hua, Poursina, Sanfilippo)

            %s
            %s
            The paper prints neither geometry nor gains; both are completed so that its errors come out nearly.
            As its equations take it, the payload of 3 N pushes up: so torques are lower with it.
            """.formatted(errorTable().toText(), peakTable().toText());
    }

    @Override
    public Object toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("demo", "elastic");
        json.put("joints", robot.jointNames());
        for (Result result : results) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("rms", result.errors);
            entry.put("rmsReference", result.load.reference);
            entry.put("rmsPublished", result.load.published);
            entry.put("q", last(result).state().jointPositions());
            entry.put("theta", last(result).state().motorPositions());
            entry.put("tau", last(result).torques());
            json.put(result.load == Load.NONE ? "noPayload" : "payload", entry);
        }
        return json;
    }

    private static Sample last(Result result) {
        return result.samples.get(result.samples.size() - 1);
    }

    @Override
    public HtmlPage toPage() {
        HtmlPage page = new HtmlPage(
                "Tracking with rigid and elastic joints",
                "The experiment of M. T. Hua, M. Poursina and F. Sanfilippo on a robot of mixed rigid and elastic"
                        + " joints, computed with Catena.");
        page.heading("What was computed")
                .paragraph(
                        "Joints 1 and 2 are rigid, joint 3 has a spring of 100 Nm/rad between motor and link. Motor 1"
                                + " sits on the base, motors 2 and 3 on link 1. All joints are to follow 0.5 sin(0.5 π t);"
                                + " joint 3 starts at −0.4363 rad, and everything starts at rest. The controller knows"
                                + " positions and velocities only; accelerations, and the desired motor motion with two"
                                + " derivatives, come of the closed loop’s own equations as Taylor series. Runge and"
                                + " Kutta’s method with steps of 4 ms.")
                .paragraph("The paper prints neither link lengths nor gains. They are completed so that its six errors"
                        + " come out nearly, which is a fit and no proof. The inertias that it prints for links 2"
                        + " and 3 are ones that no body can have; they are taken as they are.");
        page.heading("Errors")
                .paragraph("Most of the error is the way from the initial position and velocity to the trajectory.")
                .table(errorTable());
        int figure = 3;
        for (Result result : results) {
            addRun(page, result, figure);
            figure += 3;
        }
        page.heading("Torques")
                .table(peakTable())
                .paragraph(
                        "In the paper’s equations the force of the payload, [0, 0, −3] N, is what the robot exerts on"
                                + " its surroundings: it pushes the robot up. Only so do the published errors and the"
                                + " remark that torques are lower with the payload come out.");
        return page;
    }

    private void addRun(HtmlPage page, Result result, int figure) {
        double[] times = result.series(Sample::time);
        page.heading(result.load == Load.NONE ? "Without payload" : "With a payload that the controller does not know");
        MotionViewer.addPicture(page, robot, null, MotionViewer.of(result.samples, 3));
        PlotGrid angles = new PlotGrid(3, 400, 240);
        PlotGrid torques = new PlotGrid(3, 400, 240);
        for (int j = 0; j < 3; j++) {
            int joint = j;
            angles.add(new Plot("load angle of joint " + (j + 1), "t (s)", "q (rad)")
                    .curve("wanted", times, result.series(sample -> wanted(sample.time(), joint)))
                    .curve("q", times, result.series(sample -> sample.state().jointPositions()[joint])));
            torques.add(new Plot("motor torque of joint " + (j + 1), "t (s)", "τ (Nm)")
                    .curve("τ", times, result.series(sample -> sample.torques()[joint])));
        }
        page.plots(angles, caption(figure, "load angles"));
        PlotGrid motor = new PlotGrid(2, 600, 240)
                .add(new Plot("motor angle of joint 3", "t (s)", "θ (rad)")
                        .curve("wanted", times, result.desiredMotor)
                        .curve(
                                "θ",
                                times,
                                result.series(sample -> sample.state().motorPositions()[0])))
                .add(new Plot("spring of joint 3", "t (s)", "K (θ − q) (Nm)")
                        .curve(
                                "spring",
                                times,
                                result.series(sample -> 100
                                        * (sample.state().motorPositions()[0]
                                                - sample.state().jointPositions()[2]))));
        page.plots(motor, caption(figure + 1, "motor angle"));
        page.plots(torques, caption(figure + 2, "motor torques"));
    }

    private static String caption(int figure, String what) {
        return "As figure %s of the paper: %s.".formatted(figure, what);
    }
}
