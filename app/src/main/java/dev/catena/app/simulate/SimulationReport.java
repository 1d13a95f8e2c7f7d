package dev.catena.app.simulate;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.Plot;
import dev.catena.app.report.PlotGrid;
import dev.catena.app.report.TextTable;
import dev.catena.app.simulate.PassedLimits.Extreme;
import dev.catena.app.trajectory.OtherRun;
import dev.catena.formats.table.StateTable.Series;
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
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** A run as text, JSON and page. */
public final class SimulationReport {
    private static final int PLOT_WIDTH = 390;
    private static final int PLOT_HEIGHT = 220;
    private static final int MOST_EVENTS = 12;

    /** Of the energy that went to and fro, and of the largest energy: what errors beyond are worth a word. */
    private static final double LARGE_DRIFT = 0.01;

    private static final double ROUNDING = 1e-9;

    private final RobotModel robot;
    private final Run run;
    private final MotionExtremes extremes;
    private final PassedLimits passed;
    private final String method;
    private final List<Sample> plotted;
    private final OtherRun other;
    private final Sample first;
    private final Sample last;
    private final List<Joint> joints;
    private final List<Joint> elastic;
    private final double[] times;

    /**
     * @param run one that has a sample at least
     * @param plotted what is drawn
     */
    public SimulationReport(
            RobotModel robot, Run run, MotionExtremes extremes, PlottedSamples plotted, OtherRun other) {
        this.other = other;
        this.robot = robot;
        this.run = run;
        this.extremes = extremes;
        first = run.firstSample().orElseThrow();
        last = run.lastSample().orElseThrow();
        this.plotted = plotted.with(last);
        method = describe(run.integrator());
        joints = robot.movingJoints();
        passed = new PassedLimits(robot, extremes);
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
        return plotted.stream().mapToDouble(number).toArray();
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
                        TextTable.number(last.time() - first.time()),
                        method,
                        run.steps(),
                        run.evaluations(),
                        run.sampleCount());
    }

    private TextTable motion() {
        TextTable table =
                new TextTable("joint", "unit", "q start", "q end", "q least", "q most", "peak |q\u0307|", "peak |τ|");
        for (int j = 0; j < joints.size(); j++) {
            table.row(
                    joints.get(j).name(),
                    turns(j) ? "rad, Nm" : "m, N",
                    number(first.state().jointPositions()[j]),
                    number(last.state().jointPositions()[j]),
                    passed.cell(joints.get(j), Extreme.LEAST, extremes.least[j]),
                    passed.cell(joints.get(j), Extreme.MOST, extremes.most[j]),
                    passed.cell(joints.get(j), Extreme.SPEED, extremes.speed[j]),
                    passed.cell(joints.get(j), Extreme.EFFORT, extremes.torque[j]));
        }
        for (int e = 0; e < elastic.size(); e++) {
            int k = joints.size() + e;
            table.row(
                    elastic.get(e).name() + " motor",
                    elastic.get(e).kind() == JointKind.REVOLUTE ? "rad" : "m",
                    number(first.state().motorPositions()[e]),
                    number(last.state().motorPositions()[e]),
                    number(extremes.least[k]),
                    number(extremes.most[k]),
                    number(extremes.speed[k]),
                    "");
        }
        return table;
    }

    private TextTable balance() {
        TextTable table = new TextTable("balance", "start", "end", "unit");
        table.row("kinetic energy", number(first.kineticEnergy()), number(last.kineticEnergy()), "J");
        table.row(
                elastic.isEmpty() ? "potential energy" : "potential energy, springs included",
                number(first.potentialEnergy()),
                number(last.potentialEnergy()),
                "J");
        table.row("total energy", number(first.energy()), number(last.energy()), "J");
        table.row("work of drives, stops and friction", "0", number(last.state().work()), "J");
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
        if (!run.isComplete()) {
            remarks.add("Stopped early: " + run.message() + ".");
        }
        if (!run.integratorReason().isEmpty()) {
            remarks.add("Integrator: %s, because %s.".formatted(method, run.integratorReason()));
        }
        energyDrift().ifPresent(remarks::add);
        remarks.addAll(passed.remarks());
        remarks.addAll(startsBeyondLimits());
        List<Event.Occurrence> events = run.events();
        if (!events.isEmpty()) {
            String list = events.stream()
                    .limit(MOST_EVENTS)
                    .map(event -> "%s (%s s)".formatted(event.name(), TextTable.number(event.time())))
                    .collect(Collectors.joining(", "));
            long more = run.eventCount() - MOST_EVENTS;
            remarks.add("Limits reached: " + list + (more > 0 ? ", and %s times more".formatted(more) : "") + ".");
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

    /** Where the energy strays so much that the motion cannot be right. */
    private Optional<String> energyDrift() {
        double drift = run.energyDrift().orElse(0);
        double exchanged = extremes.exchanged();
        if (!(drift > LARGE_DRIFT * exchanged && drift > ROUNDING * extremes.largestEnergy())) {
            return Optional.empty();
        }
        return Optional.of(
                "The energy strays by %s J, where %s J went to and fro: do not rely on this motion, take smaller steps or another --integrator."
                        .formatted(number(drift), number(exchanged)));
    }

    private List<String> startsBeyondLimits() {
        List<String> beyond = new ArrayList<>();
        for (int j = 0; j < joints.size(); j++) {
            double q = first.state().jointPositions()[j];
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
        energy.put("start", first.energy());
        energy.put("end", last.energy());
        energy.put("work", last.state().work());
        energy.put("drift", run.energyDrift().orElse(Double.NaN));
        energy.put("exchanged", extremes.exchanged());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("robot", robot.name());
        json.put("status", run.status().name().toLowerCase(Locale.ROOT));
        json.put("message", run.message());
        json.put("method", method);
        if (!run.integratorReason().isEmpty()) {
            json.put("reason", run.integratorReason());
        }
        json.put("time", last.time());
        json.put("steps", run.steps());
        json.put("evaluations", run.evaluations());
        json.put("samples", run.sampleCount());
        json.put("joints", robot.jointNames());
        json.put("q", last.state().jointPositions());
        json.put("qd", last.state().jointVelocities());
        json.put("tau", last.torques());
        if (!elastic.isEmpty()) {
            json.put("elasticJoints", elastic.stream().map(Joint::name).toList());
            json.put("theta", last.state().motorPositions());
            json.put("thetad", last.state().motorVelocities());
        }
        if (isFloating()) {
            Map<String, Object> base = new LinkedHashMap<>();
            base.put("position", last.state().basePositionInWorld());
            base.put("orientation", last.state().baseOrientation());
            base.put("velocity", last.state().baseVelocityInBase());
            json.put("base", base);
            json.put("momentumDrift", run.momentumDrift().orElse(Double.NaN));
        }
        json.put("energy", energy);
        json.put("beyondLimits", passed.toJson());
        json.put("eventCount", run.eventCount());
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

    public HtmlPage toPage() {
        HtmlPage page = new HtmlPage("Simulation of " + robot.name(), scope() + ".");
        page.heading("Energy and momentum").table(balance());
        PlotGrid grid = new PlotGrid(3, PLOT_WIDTH, PLOT_HEIGHT);
        addWhole(grid);
        page.plots(grid, "The robot as a whole.");
        if (!joints.isEmpty()) {
            page.heading("Joints").table(motion());
        }
        remarks().forEach(page::paragraph);
        for (int j = 0; j < joints.size(); j++) {
            PlotGrid row = new PlotGrid(3, PLOT_WIDTH, PLOT_HEIGHT);
            addJoint(row, j);
            page.plots(
                    row,
                    "%s: position, velocity and %s.".formatted(joints.get(j).name(), turns(j) ? "torque" : "force"));
        }
        return page;
    }

    private void addWhole(PlotGrid grid) {
        double start = first.energy();
        grid.add(new Plot("energy", "t (s)", "J")
                        .curve("kinetic", times, series(Sample::kineticEnergy))
                        .curve("potential", times, series(Sample::potentialEnergy))
                        .curve("total", times, series(Sample::energy)))
                .add(new Plot("work of drives, stops and friction", "t (s)", "J")
                        .curve("work", times, series(sample -> sample.state().work())))
                .add(new Plot("error of energy", "t (s)", "J")
                        .fine()
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
        other.onto(position, Series.POSITION, joints.get(j).name());
        int motor = elastic.indexOf(joints.get(j));
        if (motor >= 0) {
            position.curve("motor", times, series(sample -> sample.state().motorPositions()[motor]));
        }
        Plot velocity = new Plot("velocity", "t (s)", turns ? "dq/dt (rad/s)" : "dq/dt (m/s)")
                .curve("qd", times, series(sample -> sample.state().jointVelocities()[j]))
                .limits(-limits.velocity(), limits.velocity());
        Plot torque = new Plot(turns ? "torque" : "force", "t (s)", turns ? "τ (Nm)" : "τ (N)")
                .curve("tau", times, series(sample -> sample.torques()[j]))
                .limits(-limits.effort(), limits.effort());
        grid.add(position)
                .add(other.onto(velocity, Series.VELOCITY, joints.get(j).name()))
                .add(other.onto(torque, Series.EFFORT, joints.get(j).name()));
    }
}
