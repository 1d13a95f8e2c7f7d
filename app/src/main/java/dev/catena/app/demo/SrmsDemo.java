package dev.catena.app.demo;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.Plot;
import dev.catena.app.report.PlotGrid;
import dev.catena.app.report.TextTable;
import dev.catena.app.trajectory.MotionViewer;
import dev.catena.dynamics.ArticulatedForwardDynamics;
import dev.catena.dynamics.DenseForwardDynamics;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.ProximalForwardDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Run;
import dev.catena.simulation.Sample;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Forward dynamics in O(n) after Nasser: the Shuttle's arm with and without a payload, let loose and driven, computed in
 * his form, by articulated bodies and with the mass matrix; and what each form costs for chains of 2 to 200 links.
 */
public final class SrmsDemo implements Demo {
    private static final double DURATION = 10;
    private static final double RATE = 50;
    private static final double[] START = {0.2, 0.6, -1.1, 0.3, -0.4, 0.5};
    private static final double[] VELOCITY = {0.01, 0.03, -0.02, 0.02, 0.01, -0.03};
    private static final double[] TORQUE = {60, -90, 50, 20, -15, 10};

    /** A satellite of the Shuttle's bay. */
    private static final double PAYLOAD_MASS = 14_500;

    private record Case(String name, boolean loaded, boolean driven) {}

    private record Result(Case what, RobotModel robot, List<Sample> samples, double proximal, double articulated) {
        double energyError() {
            double start = samples.get(0).energy();
            double scale =
                    samples.stream().mapToDouble(Sample::kineticEnergy).max().orElse(1);
            return samples.stream()
                            .mapToDouble(s -> Math.abs(s.energy() - s.state().work() - start))
                            .max()
                            .orElse(0)
                    / scale;
        }
    }

    private final List<Result> results = new ArrayList<>();
    private final ForwardCost cost;

    /** Runs the experiment; it takes some seconds. */
    public SrmsDemo() {
        for (Case what : List.of(
                new Case("let loose", false, false),
                new Case("let loose, with payload", true, false),
                new Case("driven", false, true),
                new Case("driven, with payload", true, true))) {
            results.add(run(what));
        }
        cost = ForwardCost.measure();
    }

    private static RobotModel robot(boolean loaded) {
        RobotModel arm = ShippedRobots.load("srms");
        if (!loaded) {
            return arm;
        }
        // a cylinder of 4.6 m in diameter and 10 m in length, held at its side
        SpatialInertia payload = SpatialInertia.aboutCenterOfMass(
                PAYLOAD_MASS, new Vector3(0, 0, 2.3), InertiaTensor.diagonal(140_000, 38_000, 140_000));
        return arm.toBuilder()
                .link(Joint.fixed("grapple", "end_effector", "payload"), payload)
                .build();
    }

    /** Torques that change slowly: τ sin(2πt/T), so that the arm comes to rest where it does not turn back. */
    private static Controller drive() {
        return (time, state, torqueOut) -> {
            double share = Math.sin(2 * Math.PI * time / DURATION);
            for (int j = 0; j < TORQUE.length; j++) {
                torqueOut[j] = share * TORQUE[j];
            }
        };
    }

    private static Result run(Case what) {
        RobotModel robot = robot(what.loaded);
        State start = new State(robot).jointPositions(START);
        if (!what.driven) {
            start.jointVelocities(VELOCITY);
        }
        Run run = Simulation.builder(robot)
                .start(start)
                .controller(what.driven ? drive() : Controller.zero())
                .duration(DURATION)
                .recordingRate(RATE)
                .build()
                .run();
        List<Sample> samples = run.recording();
        ForwardDynamics dense = new DenseForwardDynamics(robot);
        return new Result(
                what,
                robot,
                samples,
                distance(new ProximalForwardDynamics(robot), dense, samples),
                distance(new ArticulatedForwardDynamics(robot), dense, samples));
    }

    /** The largest difference of accelerations along a motion, over the largest acceleration. */
    private static double distance(ForwardDynamics one, ForwardDynamics other, List<Sample> samples) {
        double most = 0;
        double largest = Double.MIN_NORMAL;
        double[] a = new double[START.length];
        double[] b = new double[START.length];
        for (Sample sample : samples) {
            double[] q = sample.state().jointPositions();
            double[] qd = sample.state().jointVelocities();
            one.compute(q, qd, sample.torques(), a);
            other.compute(q, qd, sample.torques(), b);
            for (int j = 0; j < a.length; j++) {
                most = Math.max(most, Math.abs(a[j] - b[j]));
                largest = Math.max(largest, Math.abs(b[j]));
            }
        }
        return most / largest;
    }

    private TextTable agreement() {
        TextTable table = new TextTable(
                "the arm",
                "turn of shoulder yaw (rad)",
                "of elbow (rad)",
                "proximal form",
                "articulated bodies",
                "energy");
        for (Result result : results) {
            double[] end = result.samples.get(result.samples.size() - 1).state().jointPositions();
            table.row(
                    result.what.name,
                    TextTable.number("%.5f", end[0] - START[0]),
                    TextTable.number("%.5f", end[2] - START[2]),
                    TextTable.number("%.1e", result.proximal),
                    TextTable.number("%.1e", result.articulated),
                    TextTable.number("%.1e", result.energyError()));
        }
        return table;
    }

    private TextTable costs() {
        TextTable table = new TextTable("links", "proximal (µs)", "articulated (µs)", "mass matrix (µs)");
        for (int k = 0; k < cost.links().length; k++) {
            table.row(
                    String.valueOf(cost.links()[k]),
                    TextTable.number("%.2f", cost.proximal()[k]),
                    TextTable.number("%.2f", cost.articulated()[k]),
                    TextTable.number("%.2f", cost.dense()[k]));
        }
        return table;
    }

    @Override
    public String toText() {
        return """
            The Shuttle's arm, %s s, %s kg of payload where there is one.
            Two forms in O(n) against the mass matrix: differences over the largest acceleration; error of energy.

            %s
            Time of one computation, chains of revolute joints

            %s
            """.formatted(DURATION, PAYLOAD_MASS, agreement().toText(), costs().toText());
    }

    @Override
    public Object toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        List<Object> cases = new ArrayList<>();
        for (Result result : results) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("case", result.what.name);
            entry.put(
                    "end", result.samples.get(result.samples.size() - 1).state().jointPositions());
            entry.put("proximalDifference", result.proximal);
            entry.put("articulatedDifference", result.articulated);
            entry.put("energyError", result.energyError());
            cases.add(entry);
        }
        json.put("cases", cases);
        json.put("links", IntStream.of(cost.links()).asDoubleStream().toArray());
        json.put("proximalMicroseconds", cost.proximal());
        json.put("articulatedMicroseconds", cost.articulated());
        json.put("massMatrixMicroseconds", cost.dense());
        return json;
    }

    @Override
    public HtmlPage toPage() {
        HtmlPage page = new HtmlPage(
                "The Shuttle's arm let loose and driven",
                "Forward dynamics in O(n) after M. G. Nasser, computed with Catena in his form, by articulated bodies"
                        + " and with the mass matrix.");
        page.heading("What was computed")
                .paragraph(
                        ("The arm of the Space Shuttle, six joints and 15 m, moves without gravity for %s s: let loose"
                                        + " with slow joint velocities, or driven by torques that rise and fall once; empty, or"
                                        + " with a cylinder of %s kg in its hand.")
                                .formatted(DURATION, PAYLOAD_MASS))
                .table(agreement())
                .paragraph("Differences are between accelerations of a form in O(n) and those of the mass matrix, over"
                        + " the largest acceleration; the last column is the error of energy over the largest"
                        + " kinetic energy.");
        page.heading("Motion");
        List<String> names = results.get(0).robot.jointNames();
        for (boolean driven : new boolean[] {false, true}) {
            PlotGrid grid = new PlotGrid(3, 400, 220);
            for (int j = 0; j < START.length; j++) {
                Plot plot = new Plot(names.get(j), "t (s)", "q (rad)");
                for (Result result : results) {
                    if (result.what.driven == driven) {
                        plot.curve(result.what.loaded ? "with payload" : "empty", times(result), positions(result, j));
                    }
                }
                grid.add(plot);
            }
            page.plots(grid, driven ? "Driven by torques that rise and fall once." : "Let loose.");
            results.stream()
                    .filter(result -> result.what.driven == driven && result.what.loaded)
                    .forEach(result -> MotionViewer.addPicture(
                            page, result.robot, null, MotionViewer.of(result.samples, START.length)));
        }
        double[] links = IntStream.of(cost.links()).asDoubleStream().toArray();
        page.heading("Cost over the number of links")
                .plots(
                        new PlotGrid(1, 900, 340)
                                .add(new Plot("one computation of accelerations", "links", "µs")
                                        .logarithmic()
                                        .curve("proximal form (Nasser)", links, cost.proximal())
                                        .curve("articulated bodies", links, cost.articulated())
                                        .curve("mass matrix", links, cost.dense())),
                        "Chains of revolute joints, measured while this report was made: the forms in O(n) grow with"
                                + " the number of links, the mass matrix with its square and cube.")
                .table(costs());
        return page;
    }

    private static double[] times(Result result) {
        return result.samples.stream().mapToDouble(Sample::time).toArray();
    }

    private static double[] positions(Result result, int joint) {
        return result.samples.stream()
                .mapToDouble(sample -> sample.state().jointPositions()[joint])
                .toArray();
    }
}
