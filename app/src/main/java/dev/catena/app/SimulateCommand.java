package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.JsonText;
import dev.catena.app.report.TextTable;
import dev.catena.app.simulate.Contacts;
import dev.catena.app.simulate.Controllers;
import dev.catena.app.simulate.JointValues;
import dev.catena.app.simulate.LoopDrive;
import dev.catena.app.simulate.MotionExtremes;
import dev.catena.app.simulate.MotionTable;
import dev.catena.app.simulate.PlottedSamples;
import dev.catena.app.simulate.SimulationReport;
import dev.catena.app.simulate.StartState;
import dev.catena.app.simulate.TorqueFile;
import dev.catena.app.trajectory.MotionViewer;
import dev.catena.app.trajectory.OtherRun;
import dev.catena.control.TorqueTable;
import dev.catena.formats.file.Interruption;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.TableSink;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.planning.function.Surroundings;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Event;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.JointStops;
import dev.catena.simulation.Run;
import dev.catena.simulation.Sample;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code catena simulate}: the motion that torques give a robot. */
@Command(
        name = "simulate",
        description = "Simulate the motion of a robot under torques, gravity and friction.",
        footer = {
            "",
            "Torques are zero, those of a controller, or those of a CSV file with the columns time and tau_<joint>; so"
                    + " that the output of 'catena torque' and 'catena plan' can be played back: where the first row has"
                    + " q, qd, theta, thetad or the base, the motion starts there unless options say otherwise. The"
                    + " controllers pd (proportional and derivative, with gravity compensation) and computed-torque hold"
                    + " or reach the target; of closed loops by their independent joints.",
            "",
            "Joints whose drive has a spring are elastic; they start with relaxed springs, and torques act on their"
                    + " motors. Of the controllers for them, pd looks at motors alone, computed-torque knows springs, of closed"
                    + " loops and floating bases too, and tracking is for trees on a fixed base; --rigid leaves springs"
                    + " out. With stiff springs and fixed steps, choose --integrator midpoint.",
            "",
            "Coulomb friction is smoothed, so that joints that stick creep a little, but for stick-slip: there it is"
                    + " the force that it is, and joints rest.",
            "",
            "The CSV output has time, q, qd, qdd and tau of each joint, theta and thetad of the motors of elastic "
                    + "joints, and of a floating base its position, "
                    + "orientation x, y, z, w, and velocity in base axes. Events are joints that pass their limits.",
            "",
            "A run that ends before its time, because of a pose that the robot cannot pass, a step that is too long, "
                    + "or --time-limit, keeps the motion up to there, says why, and exits with 3. So does one that is "
                    + "interrupted, but for the exit code.",
            "",
            "Examples: catena simulate two-link --time 5 --q 0.5,0.3 --out run.csv --html run.html",
            "          catena simulate panda --torque computed-torque --q joint4=-90deg,joint6=90deg --target"
                    + " joint2=0.3,joint4=-2 --move 1.5"
        })
final class SimulateCommand implements Callable<Integer> {
    /** Exit code of a run that ended before its time; the motion up to there is kept. */
    static final int STOPPED_EARLY = 3;

    /** How finely progress is shown. */
    private static final int PARTS = 1000;

    private final Console console;

    @Parameters(index = "0", paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    @SuppressWarnings("NullAway.Init")
    private String robotName;

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            defaultValue = "2",
            description = "How long to simulate; ${DEFAULT-VALUE} unless told otherwise.")
    private double duration = 2;

    @Option(
            names = "--q",
            paramLabel = "VALUES",
            description = "Initial positions: a list for all joints, or joint=value,… for some; zero otherwise. "
                    + "With closed loops: of the independent joints, or else those of the assembly.")
    private @Nullable String positions;

    @Option(names = "--qd", paramLabel = "VALUES", description = "Initial velocities, given alike.")
    private @Nullable String velocities;

    @Option(
            names = "--base",
            paramLabel = "X,Y,Z,QX,QY,QZ,QW",
            description = "Initial position and orientation of a floating base.")
    private @Nullable String basePose;

    @Option(
            names = "--base-velocity",
            paramLabel = "VX,VY,VZ,WX,WY,WZ",
            description = "Initial velocity of a floating base in base axes: of its origin, and angular.")
    private @Nullable String baseVelocity;

    @Option(
            names = "--torque",
            paramLabel = "zero|pd|computed-torque|tracking|FILE",
            description = "What drives the joints; nothing unless told otherwise. Closed loops that are told nothing,"
                    + " neither this nor --q or --qd, are moved a little by computed-torque, since many fall into"
                    + " a singular pose.")
    private @Nullable String givenTorque;

    @Option(names = "--hold", description = "Torques of a file jump from row to row instead of following a line.")
    private boolean hold;

    @Option(
            names = "--target",
            paramLabel = "VALUES",
            description = "Positions that the controller wants, given as for --q; the initial ones otherwise.")
    private @Nullable String target;

    @Option(
            names = "--move",
            paramLabel = "SECONDS",
            description = "Go to the target smoothly in this time instead of at once.")
    private @Nullable Double moveTime;

    @Option(
            names = "--bandwidth",
            paramLabel = "RAD/S",
            defaultValue = "10",
            description = "How fast the controller is: its gains are w^2 and 2w, for pd times the joint's inertia at "
                    + "the start; w = ${DEFAULT-VALUE} rad/s unless told otherwise.")
    private double bandwidth = 10;

    @Option(
            names = "--contact",
            paramLabel = "BODY:KIND[:X,Y,Z]",
            description =
                    "Hold a body to the world where it starts: at a point, flat, or by a hinge about an axis of the"
                            + " body (point, flat, hinge-x, hinge-y, hinge-z), at its origin or at the point X,Y,Z of the"
                            + " body. It pulls as well as it pushes. A start that moves against it strikes it first. May"
                            + " be given several times.")
    private List<String> contactTexts = new ArrayList<>();

    @Option(
            names = "--integrator",
            paramLabel = "NAME",
            defaultValue = "auto",
            description =
                    "dormand-prince (adaptive), rk4, symplectic, midpoint or stick-slip (fixed steps); auto, unless "
                            + "told otherwise, takes dormand-prince, or stick-slip where friction is too steep for it.")
    private String integrator = "auto";

    @Option(
            names = "--step",
            paramLabel = "SECONDS",
            description = "Length of fixed steps, 1e-3 unless told otherwise; of adaptive ones the longest, 0.1.")
    private @Nullable Double step;

    @Option(
            names = "--tolerance",
            paramLabel = "NUMBER",
            description = "Error per adaptive step, absolute and relative; 1e-9 unless told otherwise.")
    private @Nullable Double tolerance;

    @Option(
            names = "--rate",
            paramLabel = "HZ",
            defaultValue = "100",
            description = "Samples per simulated second; ${DEFAULT-VALUE} unless told otherwise.")
    private double rate = 100;

    @Option(names = "--rigid", description = "Take all drives as rigid: leave their springs out.")
    private boolean rigid;

    @Option(
            names = "--stops",
            description =
                    "Put stops at the position limits of the joints: rigid ones, or springs for closed loops and on contacts"
                            + " unless --restitution or stick-slip asks for rigid ones. Joints "
                            + "whose position was not given then start within their limits.")
    private boolean stops;

    @Option(
            names = "--restitution",
            paramLabel = "NUMBER",
            description = "How much of its velocity a joint keeps when it rebounds from a rigid stop; 0 unless told "
                    + "otherwise.")
    private @Nullable Double restitution;

    @Option(names = "--limit-torques", description = "Cut torques off at the effort limits of the joints.")
    private boolean limitTorques;

    @Option(
            names = "--friction-smoothing",
            paramLabel = "RAD/S",
            description =
                    "Below about this velocity Coulomb friction is smoothed; unless told otherwise 0.01 rad/s, and for"
                            + " slides 0.01 of the robot's length a second.")
    private @Nullable Double smoothing;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write the motion as CSV, or as Parquet if the name ends so.")
    private @Nullable Path out;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a report with plots.")
    private @Nullable Path html;

    @Option(
            names = "--time-limit",
            paramLabel = "SECONDS",
            description = "Stop after this time on the clock; the motion up to there is kept.")
    private @Nullable Double timeLimit;

    @Option(
            names = "--compare",
            paramLabel = "FILE",
            description = "Lay another motion over the plots, dashed: what torque, simulate or plan wrote.")
    private @Nullable Path compare;

    @Option(names = "--json", description = "Print the summary as JSON.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final CodeOptions code = new CodeOptions();

    @Mixin
    private final ActingOptions acting = new ActingOptions();

    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private CatenaCommand root;

    @Mixin
    private final RobotOptions options = new RobotOptions();

    SimulateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (timeLimit != null && !(timeLimit >= 0)) {
            throw new UserError("--time-limit is %s, but must not be negative".formatted(timeLimit));
        }
        refuseIdle();
        RobotModel given = options.readWithLoops(robotName);
        console.warnings(given.warnings());
        RobotModel robot = rigid ? given.withoutSprings() : given;
        OutputPlaces.check(html);
        OtherRun other = OtherRun.read(compare, robot);
        Simulation.Builder builder = setup(robot);
        MotionExtremes extremes = new MotionExtremes(robot);
        PlottedSamples plotted = new PlottedSamples();
        Consumer<Sample> listener = html == null ? extremes : extremes.andThen(plotted);
        console.doing("simulating robot \"%s\"".formatted(robot.name()));
        // before the work begins, so that a place that cannot be written to is known at once
        try (Interruption interruption = new Interruption();
                @Nullable TableSink table = out == null ? null : open(robot, out)) {
            long start = System.nanoTime();
            builder.cancelWhen(() -> interruption.isRequested() || isLate(start));
            Run run = run(builder, table == null ? listener : listener.andThen(new MotionTable(robot, table)));
            if (run.lastSample().isEmpty()) {
                throw new UserError("the simulation of robot \"%s\" failed: %s".formatted(robot.name(), run.message()));
            }
            if (table != null) {
                table.finish();
                console.note("wrote " + out);
            }
            if (root.isVerbose()) {
                console.note("accelerations: " + run.dynamics());
            }
            List<Sample> shown = plotted.with(run.lastSample().orElseThrow());
            write(new SimulationReport(robot, run, extremes, plotted, other), robot, shown);
            return run.isComplete() ? 0 : stoppedEarly(run);
        }
    }

    private boolean isLate(long start) {
        return timeLimit != null && System.nanoTime() - start > 1e9 * timeLimit;
    }

    private int stoppedEarly(Run run) {
        double end = run.lastSample().orElseThrow().time();
        console.note("catena: stopped early, %s; the motion up to %s s is kept".formatted(run.message(), end));
        return STOPPED_EARLY;
    }

    private Run run(Simulation.Builder builder, Consumer<Sample> listener) {
        Run[] run = new Run[1];
        console.watch("simulate", PARTS, reached -> {
            builder.progress(time -> reached.accept((long) (PARTS * time / duration)));
            try {
                run[0] = builder.build().run(listener);
            } catch (IllegalArgumentException e) {
                throw new UserError(String.valueOf(e.getMessage()));
            }
        });
        return run[0];
    }

    /** Begins the table, unless it would not fit. */
    private TableSink open(RobotModel robot, Path file) {
        TableSink output = NumberTables.createUnderAnyName(file, MotionTable.columns(robot));
        try {
            requireRoom(duration, rate, MotionTable.bytes(robot, duration * rate), output.room(), file);
        } catch (UserError e) {
            output.close();
            throw e;
        }
        return output;
    }

    /** Refuses a table that is larger than what is left of the disk. */
    static void requireRoom(double duration, double rate, double bytes, double room, Path file) {
        if (bytes > room) {
            throw new UserError(String.format(
                    Locale.ROOT,
                    "%s s at %s samples per second would take about %.3g GB, but there are %.3g GB left for %s",
                    duration,
                    rate,
                    bytes * 1e-9,
                    room * 1e-9,
                    file));
        }
    }

    /** Refuses options that have no effect, whatever the robot is. */
    private void refuseIdle() {
        GivenOptions given = new GivenOptions(spec);
        given.refuse("--hold", !isFile(), "is for torques of a file: --torque FILE");
        given.refuse("--restitution", !stops, "is for rigid stops: --stops");
        given.refuse("--compare", html == null, "lays a motion over the plots of --html FILE, which is not given");
        given.refuse("--move", target == null, "is how long it takes to --target VALUES, which is not given");
        given.refuse(
                "--friction-smoothing", options.isFrictionless(), "smooths friction, which --no-friction leaves out");
    }

    /** Those that depend on what drives the robot. */
    private void refuseIdle(RobotModel robot) {
        boolean driven = Controllers.NAMES.contains(torque()) || isShown(robot);
        GivenOptions given = new GivenOptions(spec);
        given.refuse("--bandwidth", !driven, "is for --torque pd, computed-torque and tracking");
        given.refuse(
                "--limit-torques",
                !driven && !isFile(),
                "cuts off torques of a controller or a file, but there are none: --torque");
    }

    private static Simulation built(Simulation.Builder builder) {
        try {
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }

    private void write(SimulationReport report, RobotModel robot, List<Sample> shown) {
        if (html != null) {
            HtmlPage page = report.toPage();
            MotionViewer.add(page, robot, RobotOptions.file(robotName), MotionViewer.of(shown, robot.jointCount()));
            Reports.write(page, console, html);
            console.note("wrote " + html);
        }
        console.print(json ? JsonText.indented(report.toJson()) : report.toText());
    }

    private Simulation.Builder setup(RobotModel robot) {
        State start = new StartState(robot, played(), stops).of(positions, velocities, basePose, baseVelocity);
        noteOutside("the start", robot, start.jointPositions());
        List<CutJoint> contacts = Contacts.parse(Contacts.chosen(contactTexts, robot), robot, start);
        Surroundings around = acting.read(robot);
        refuseIdle(robot);
        if (StartState.hasBase(played())
                && robot.baseKind() == BaseKind.FIXED
                && around.base().isEmpty()) {
            throw new UserError(
                    "%s has a base that moves, but that of robot \"%s\" stands: --around FILE.yaml says how it moves, --floating lets it float"
                            .formatted(torque(), robot.name()));
        }
        try {
            Simulation.Builder builder = Simulation.builder(robot)
                    .start(start)
                    .integrator(integrator())
                    .duration(duration)
                    .recordingRate(rate)
                    .events(Event.jointLimits(robot))
                    .functions(code.functions());
            String impact = Contacts.strike(robot, contacts, start);
            if (!impact.isEmpty()) {
                console.note(impact);
            }
            builder.start(start).contacts(contacts.toArray(CutJoint[]::new));
            around.base().ifPresent(builder::base);
            if (around.wrenches(robot) != null) {
                builder.environment((time, state, wrenches) -> around.addTo(robot, wrenches));
            }
            if (stops) {
                boolean tied = robot.hasLoops() || !contacts.isEmpty();
                boolean rigid = !tied || restitution != null || integrator.equals("stick-slip");
                builder.stops(rigid ? JointStops.rigid(rebound()) : JointStops.compliant());
            }
            if (limitTorques) {
                builder.limitTorques();
            }
            if (smoothing != null) {
                builder.frictionSmoothing(smoothing);
            }
            // the controller knows friction as it is simulated
            return builder.controller(
                    controller(built(builder).simulatedModel(), around.base().orElse(null), start, contacts));
        } catch (IllegalArgumentException | NumericalException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }

    /** The first row of a file of torques. */
    private Map<String, Double> played() {
        return isFile() && Files.isRegularFile(Path.of(torque())) ? TorqueFile.firstRow(Path.of(torque())) : Map.of();
    }

    private boolean isFile() {
        return !torque().equals("zero") && !Controllers.NAMES.contains(torque());
    }

    private double rebound() {
        return restitution == null ? 0 : restitution;
    }

    /** Says which joints are beyond their limits; there they may be, unless stops are wanted. */
    private void noteOutside(String what, RobotModel robot, double[] q) {
        for (int j = 0; j < q.length; j++) {
            Joint joint = robot.movingJoints().get(j);
            if (q[j] < joint.limits().lower() || q[j] > joint.limits().upper()) {
                console.note("note: %s has %s at %s, outside of its limits %s to %s"
                        .formatted(
                                what,
                                joint.name(),
                                TextTable.number(q[j]),
                                TextTable.number(joint.limits().lower()),
                                TextTable.number(joint.limits().upper())));
            }
        }
    }

    private Controller controller(
            RobotModel robot, @Nullable BaseTrajectory base, State start, List<CutJoint> contacts) {
        String torque = torque();
        if (contacts.isEmpty() && isShown(robot)) {
            return shown(robot, start.jointPositions());
        }
        boolean controlled = Controllers.NAMES.contains(torque);
        if (!controlled && (target != null || moveTime != null)) {
            throw new UserError("--target and --move are for --torque pd, computed-torque and tracking");
        }
        if (torque.equals("zero")) {
            return Controller.zero();
        }
        if (!controlled) {
            if (!Files.exists(Path.of(torque)) && !torque.contains(".") && !torque.contains("/")) {
                throw new UserError(
                        "there is no controller \"%s\", nor a file of that name; there are zero, pd, computed-torque and tracking"
                                .formatted(torque));
            }
            TorqueTable table = TorqueFile.read(
                    Path.of(torque), robot, hold ? TorqueTable.Between.HOLD : TorqueTable.Between.LINEAR);
            checkTimes(table, robot);
            return table;
        }
        double[] from = start.jointPositions();
        double[] goal = JointValues.parse("--target", target, robot, from);
        noteOutside("--target", robot, goal);
        Controllers laws = new Controllers(robot, base, contacts, from, goal, moveTime, bandwidth, code.functions());
        if (!laws.knowsBase(torque)) {
            console.note("note: --torque %s does not know that the base moves".formatted(torque));
        }
        return laws.named(torque);
    }

    /** The motion of a file starts with its first row, and so does the clock. */
    private void checkTimes(TorqueTable table, RobotModel robot) {
        Map<String, Double> first = played();
        boolean starts =
                (positions == null && robot.jointNames().stream().anyMatch(name -> first.containsKey("q_" + name)))
                        || (velocities == null
                                && robot.jointNames().stream().anyMatch(name -> first.containsKey("qd_" + name)));
        if (table.begin() != 0 && starts) {
            throw new UserError(
                    "%s begins at %s s, but simulations begin at 0 s, where its first row is the start: let its times begin at 0, or give --q and --qd"
                            .formatted(torque(), table.begin()));
        }
        if (table.begin() > 0) {
            console.note("note: %s begins at %s s; until then its first row acts".formatted(torque(), table.begin()));
        }
        if (table.end() < duration) {
            console.note("note: %s ends at %s s; from then on its last row acts".formatted(torque(), table.end()));
        }
    }

    private String torque() {
        return givenTorque == null ? "zero" : givenTorque;
    }

    /** Whether nothing was said of what a robot with closed loops should do. */
    private boolean isShown(RobotModel robot) {
        return robot.hasLoops()
                && givenTorque == null
                && positions == null
                && velocities == null
                && target == null
                && moveTime == null;
    }

    private Controller shown(RobotModel robot, double[] from) {
        LoopDrive drive = new LoopDrive(robot);
        Optional<double[]> goal = duration > 0 ? drive.somewhere(from, duration) : Optional.empty();
        if (goal.isEmpty()) {
            return Controller.zero();
        }
        console.note("note: nothing was said of what to do, so the drives go to %s and hold; --torque zero lets go"
                .formatted(drive.describe(goal.get())));
        return robot.elasticJoints().isEmpty()
                ? drive.computedTorque(from, goal.get(), duration / 2, bandwidth)
                : new Controllers(robot, null, List.of(), from, goal.get(), duration / 2, bandwidth, code.functions())
                        .named("computed-torque");
    }

    private Integrator integrator() {
        if (step != null && !(step > 0 && step < Double.POSITIVE_INFINITY)) {
            throw new UserError("--step is %s, but must be positive and finite".formatted(step));
        }
        double error = tolerance == null ? 1e-9 : tolerance;
        double fixed = step == null ? 1e-3 : step;
        Integrator.DormandPrince adaptive = new Integrator.DormandPrince(error, error, step == null ? 0.1 : step);
        if (tolerance != null
                && List.of("rk4", "symplectic", "midpoint", "stick-slip").contains(integrator)) {
            throw new UserError("--tolerance is for adaptive steps, but those of --integrator %s are fixed: take --step"
                    .formatted(integrator));
        }
        return switch (integrator) {
            case "auto" -> new Integrator.Automatic(adaptive, new Integrator.StickSlip(fixed));
            case "dormand-prince" -> adaptive;
            case "rk4" -> Integrator.rungeKutta(fixed);
            case "symplectic" -> Integrator.semiImplicit(fixed);
            case "midpoint" -> Integrator.implicitMidpoint(fixed);
            case "stick-slip" -> Integrator.stickSlip(fixed);
            default ->
                throw new UserError(
                        "there is no integrator \"%s\"; there are auto, dormand-prince, rk4, symplectic, midpoint, stick-slip"
                                .formatted(integrator));
        };
    }
}
