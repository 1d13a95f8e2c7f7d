package dev.catena.app.simulate;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.Plot;
import dev.catena.app.report.PlotGrid;
import dev.catena.app.report.TextTable;
import dev.catena.model.BaseKind;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Event;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Run;
import dev.catena.simulation.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** A run as text, JSON, CSV and page. */
public final class SimulationReport {
    private static final int PLOT_WIDTH = 390;
    private static final int PLOT_HEIGHT = 220;
    private static final int MOST_EVENTS = 12;

    private final RobotModel robot;
    private final Run run;
    private final String method;
    private final List<Sample> samples;
    private final List<Joint> joints;
    private final List<Joint> elastic;
    private final double[] times;

    public SimulationReport(RobotModel robot, Run run) {
        this.robot = robot;
        this.run = run;
        method = describe(run.integrator());
        samples = run.recording();
        joints = robot.movingJoints();
        elastic = robot.elasticJoints();
        times = series(Sample::time);
    }

    private static String describe(Integrator integrator) {
        if (integrator instanceof Integrator.DormandPrince adaptive) {
            return "dormand-prince with tolerance " + adaptive.absoluteTolerance();
        }
        String name = integrator instanceof Integrator.RungeKutta
                ? "rk4"
                : integrator instanceof Integrator.SemiImplicit
                        ? "symplectic"
                        : integrator instanceof Integrator.ImplicitMidpoint ? "midpoint" : "stick-slip";
        return "%s with steps of %s s".formatted(name, integrator.fixedStep());
    }

    private double[] series(ToDoubleFunction<Sample> number) {
        return samples.stream().mapToDouble(number).toArray();
    }

    private Sample first() {
        return samples.get(0);
    }

    private Sample last() {
        return samples.get(samples.size() - 1);
    }

    private boolean isFloating() {
        return robot.baseKind() == BaseKind.FLOATING;
    }

    private boolean turns(int j) {
        return joints.get(j).kind() == JointKind.REVOLUTE;
    }

    private String scope() {
        return "%s: %s s by %s, %s steps, %s computations of the dynamics, %s samples"
                .formatted(
                        robot.name(),
                        TextTable.number(last().time() - first().time()),
                        method,
                        run.steps(),
                        run.evaluations(),
                        samples.size());
    }

    private TextTable motion() {
        TextTable table =
                new TextTable("joint", "unit", "q start", "q end", "q least", "q most", "peak |q\u0307|", "peak |τ|");
        for (int j = 0; j < joints.size(); j++) {
            int k = j;
            double[] q = series(sample -> sample.state().jointPositions()[k]);
            double[] qd = series(sample -> Math.abs(sample.state().jointVelocities()[k]));
            double[] tau = series(sample -> Math.abs(sample.torques()[k]));
            table.row(
                    joints.get(j).name(),
                    turns(j) ? "rad, Nm" : "m, N",
                    TextTable.number(q[0]),
                    TextTable.number(q[q.length - 1]),
                    TextTable.number(-largest(q, -1)),
                    TextTable.number(largest(q, 1)),
                    TextTable.number(largest(qd, 1)),
                    TextTable.number(largest(tau, 1)));
        }
        for (int e = 0; e < elastic.size(); e++) {
            int k = e;
            double[] theta = series(sample -> sample.state().motorPositions()[k]);
            double[] rate = series(sample -> Math.abs(sample.state().motorVelocities()[k]));
            table.row(
                    elastic.get(e).name() + " motor",
                    elastic.get(e).kind() == JointKind.REVOLUTE ? "rad" : "m",
                    TextTable.number(theta[0]),
                    TextTable.number(theta[theta.length - 1]),
                    TextTable.number(-largest(theta, -1)),
                    TextTable.number(largest(theta, 1)),
                    TextTable.number(largest(rate, 1)),
                    "");
        }
        return table;
    }

    private static double largest(double[] values, double sign) {
        double most = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            most = Math.max(most, sign * value);
        }
        return most;
    }

    private TextTable balance() {
        TextTable table = new TextTable("balance", "start", "end", "unit");
        table.row("kinetic energy", number(first().kineticEnergy()), number(last().kineticEnergy()), "J");
        table.row(
                elastic.isEmpty() ? "potential energy" : "potential energy, springs included",
                number(first().potentialEnergy()),
                number(last().potentialEnergy()),
                "J");
        table.row("total energy", number(first().energy()), number(last().energy()), "J");
        table.row(
                "work of drives, stops and friction", "0", number(last().state().work()), "J");
        table.row("energy drift: largest error of total energy less work", "", drift(run.energyDrift()), "J");
        if (isFloating()) {
            table.row(
                    "momentum drift: largest error but for gravity", "", drift(run.momentumDrift()), "kg m/s, kg m²/s");
        }
        return table;
    }

    private static String number(double value) {
        return TextTable.number(value);
    }

    private static String drift(OptionalDouble drift) {
        return drift.isPresent() ? TextTable.number("%.2e", drift.getAsDouble()) : "unknown";
    }

    /** Where joints passed their limits, and how friction was smoothed. */
    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (!run.integratorReason().isEmpty()) {
            remarks.add("Integrator: %s, because %s.".formatted(method, run.integratorReason()));
        }
        remarks.addAll(startsBeyondLimits());
        List<Event.Occurrence> events = run.events();
        if (!events.isEmpty()) {
            String list = events.stream()
                    .limit(MOST_EVENTS)
                    .map(event -> "%s (%s s)".formatted(event.name(), TextTable.number(event.time())))
                    .collect(Collectors.joining(", "));
            remarks.add("Limits reached: " + list + (events.size() > MOST_EVENTS ? ", …" : "") + ".");
        }
        List<String> smoothed = new ArrayList<>();
        for (Joint joint : run.simulatedModel().movingJoints()) {
            Joint given = robot.movingJoints().get(robot.coordinate(joint.name()));
            if (!joint.friction().equals(given.friction())) {
                smoothed.add(
                        joint.name() + " " + TextTable.number(joint.friction().smoothingVelocity()));
            }
            Friction ofMotor = joint.drive().motorFriction();
            if (!ofMotor.equals(given.drive().motorFriction())) {
                smoothed.add(joint.name() + "'s motor " + TextTable.number(ofMotor.smoothingVelocity()));
            }
        }
        if (!smoothed.isEmpty()) {
            remarks.add("Coulomb friction follows tanh(q\u0307/w) with w in rad/s or m/s: "
                    + String.join(", ", smoothed) + ".");
        }
        return remarks;
    }

    private List<String> startsBeyondLimits() {
        List<String> beyond = new ArrayList<>();
        for (int j = 0; j < joints.size(); j++) {
            double q = first().state().jointPositions()[j];
            JointLimits limits = joints.get(j).limits();
            if (q < limits.lower() || q > limits.upper()) {
                beyond.add("%s (%s, not in %s … %s)"
                        .formatted(joints.get(j).name(), number(q), number(limits.lower()), number(limits.upper())));
            }
        }
        return beyond.isEmpty() ? beyond : List.of("Started beyond their limits: " + String.join(", ", beyond) + ".");
    }

    /** A summary for a terminal. */
    public String toText() {
        StringBuilder text = new StringBuilder(scope()).append("\n\n");
        if (!joints.isEmpty()) {
            text.append(motion().toText()).append('\n');
        }
        text.append(balance().toText());
        remarks().forEach(remark -> text.append('\n').append(remark).append('\n'));
        return text.toString();
    }

    /** The summary for machines. */
    public Object toJson() {
        Map<String, Object> energy = new LinkedHashMap<>();
        energy.put("start", first().energy());
        energy.put("end", last().energy());
        energy.put("work", last().state().work());
        energy.put("drift", run.energyDrift().orElse(Double.NaN));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("robot", robot.name());
        json.put("status", run.status().name().toLowerCase(Locale.ROOT));
        json.put("method", method);
        if (!run.integratorReason().isEmpty()) {
            json.put("reason", run.integratorReason());
        }
        json.put("time", last().time());
        json.put("steps", Math.toIntExact(run.steps()));
        json.put("evaluations", Math.toIntExact(run.evaluations()));
        json.put("samples", samples.size());
        json.put("joints", robot.jointNames());
        json.put("q", last().state().jointPositions());
        json.put("qd", last().state().jointVelocities());
        json.put("tau", last().torques());
        if (!elastic.isEmpty()) {
            json.put("elasticJoints", elastic.stream().map(Joint::name).toList());
            json.put("theta", last().state().motorPositions());
            json.put("thetad", last().state().motorVelocities());
        }
        if (isFloating()) {
            Map<String, Object> base = new LinkedHashMap<>();
            base.put("position", last().state().basePositionInWorld());
            base.put("orientation", last().state().baseOrientation());
            base.put("velocity", last().state().baseVelocityInBase());
            json.put("base", base);
            json.put("momentumDrift", run.momentumDrift().orElse(Double.NaN));
        }
        json.put("energy", energy);
        List<Object> events = new ArrayList<>();
        for (Event.Occurrence event : run.events()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", event.name());
            entry.put("time", event.time());
            events.add(entry);
        }
        json.put("events", events);
        return json;
    }

    /**
     * One line for each sample: time, q, qd, qdd and tau of each joint, which {@code catena eval} reads; for elastic
     * joints also theta and thetad of their motors, for a floating base its position, orientation, and velocity in base
     * axes.
     */
    public String toCsv() {
        StringJoiner header = new StringJoiner(",").add("time");
        for (String key : List.of("q", "qd", "qdd", "tau")) {
            joints.forEach(joint -> header.add(quoted(key + "_" + joint.name())));
        }
        for (String key : List.of("theta", "thetad")) {
            elastic.forEach(joint -> header.add(quoted(key + "_" + joint.name())));
        }
        if (isFloating()) {
            header.add("base_x,base_y,base_z,base_qx,base_qy,base_qz,base_qw");
            header.add("base_vx,base_vy,base_vz,base_wx,base_wy,base_wz");
        }
        StringBuilder text = new StringBuilder().append(header).append('\n');
        for (Sample sample : samples) {
            StringJoiner row = new StringJoiner(",").add(Double.toString(sample.time()));
            add(row, sample.state().jointPositions());
            add(row, sample.state().jointVelocities());
            add(row, sample.jointAccelerations());
            add(row, sample.torques());
            add(row, sample.state().motorPositions());
            add(row, sample.state().motorVelocities());
            if (isFloating()) {
                add(row, sample.state().basePositionInWorld());
                add(row, sample.state().baseOrientation());
                add(row, sample.state().baseVelocityInBase());
            }
            text.append(row).append('\n');
        }
        return text.toString();
    }

    private static void add(StringJoiner row, double[] numbers) {
        for (double number : numbers) {
            row.add(Double.toString(number));
        }
    }

    private static String quoted(String cell) {
        return cell.matches("[^,\"\\r\\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    public HtmlPage toPage() {
        HtmlPage page = new HtmlPage("Simulation of " + robot.name(), scope() + ".");
        page.heading("Energy and momentum").table(balance());
        PlotGrid grid = new PlotGrid(3, PLOT_WIDTH, PLOT_HEIGHT);
        addWhole(grid);
        page.picture(grid.toPng(), grid.width(), "The robot as a whole.");
        if (!joints.isEmpty()) {
            page.heading("Joints").table(motion());
        }
        remarks().forEach(page::paragraph);
        for (int j = 0; j < joints.size(); j++) {
            PlotGrid row = new PlotGrid(3, PLOT_WIDTH, PLOT_HEIGHT);
            addJoint(row, j);
            page.picture(
                    row.toPng(),
                    row.width(),
                    "%s: position, velocity and %s.".formatted(joints.get(j).name(), turns(j) ? "torque" : "force"));
        }
        return page;
    }

    private void addWhole(PlotGrid grid) {
        double start = first().energy();
        grid.add(new Plot("energy", "t (s)", "J")
                        .curve("kinetic", times, series(Sample::kineticEnergy))
                        .curve("potential", times, series(Sample::potentialEnergy))
                        .curve("total", times, series(Sample::energy)))
                .add(new Plot("work of drives, stops and friction", "t (s)", "J")
                        .curve("work", times, series(sample -> sample.state().work())))
                .add(new Plot("error of energy", "t (s)", "J")
                        .curve(
                                "error",
                                times,
                                series(sample ->
                                        sample.energy() - sample.state().work() - start)));
        if (isFloating()) {
            grid.add(threeCurves(
                            "base position in the world",
                            "m",
                            (sample, k) -> sample.state().basePositionInWorld()[k]))
                    .add(threeCurves(
                            "linear momentum in the world", "kg m/s", (sample, k) -> sample.momentumInWorld()[k]))
                    .add(threeCurves(
                            "angular momentum about the mass center",
                            "kg m²/s",
                            (sample, k) -> sample.momentumInWorld()[3 + k]));
        }
    }

    /** A number of a sample along one of three axes. */
    @FunctionalInterface
    private interface Coordinate {
        double of(Sample sample, int axis);
    }

    private Plot threeCurves(String title, String unit, Coordinate coordinate) {
        Plot plot = new Plot(title, "t (s)", unit);
        for (int k = 0; k < 3; k++) {
            int axis = k;
            plot.curve("xyz".substring(k, k + 1), times, series(sample -> coordinate.of(sample, axis)));
        }
        return plot;
    }

    private void addJoint(PlotGrid grid, int j) {
        JointLimits limits = joints.get(j).limits();
        boolean turns = turns(j);
        Plot position = new Plot(joints.get(j).name() + ": position", "t (s)", turns ? "q (rad)" : "q (m)")
                .curve("q", times, series(sample -> sample.state().jointPositions()[j]))
                .limits(limits.lower(), limits.upper());
        int motor = elastic.indexOf(joints.get(j));
        if (motor >= 0) {
            position.curve("motor", times, series(sample -> sample.state().motorPositions()[motor]));
        }
        grid.add(position)
                .add(new Plot("velocity", "t (s)", turns ? "dq/dt (rad/s)" : "dq/dt (m/s)")
                        .curve("qd", times, series(sample -> sample.state().jointVelocities()[j]))
                        .limits(-limits.velocity(), limits.velocity()))
                .add(new Plot(turns ? "torque" : "force", "t (s)", turns ? "τ (Nm)" : "τ (N)")
                        .curve("tau", times, series(sample -> sample.torques()[j]))
                        .limits(-limits.effort(), limits.effort()));
    }
}
