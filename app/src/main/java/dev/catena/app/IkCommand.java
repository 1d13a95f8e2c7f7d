package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.reach.Goal;
import dev.catena.app.reach.GoalTable;
import dev.catena.app.reach.GoalText;
import dev.catena.app.reach.PostureFinder;
import dev.catena.app.reach.PostureFinder.Found;
import dev.catena.app.report.TextTable;
import dev.catena.app.simulate.JointValues;
import dev.catena.formats.file.InputFile;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTableJson;
import dev.catena.formats.table.StateTables;
import dev.catena.model.BaseKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.reach.PoseTarget;
import dev.catena.reach.ReachStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code catena ik}: postures that bring bodies where they are wanted. */
@Command(
        name = "ik",
        description = "Find joint positions within limits that bring bodies to positions, orientations or both.",
        footer = {
            "",
            "A goal is --body with --pose, --position or --orientation, with --point, --weight and --priority if need"
                    + " be; --body again begins another goal. The search begins at --from and goes on from postures spread"
                    + " over the ranges of the joints, always the same ones. Goals of the first priority are met to 1e-10"
                    + " rad and 1e-10 of a quarter of the robot's reach. If no posture is found the exit code is 3 and no file is written.",
            "",
            "What --out and --json write is a table of states, which eval, torque and sweep read. Of closed loops it"
                    + " has the active joints.",
            "",
            "Example: catena ik panda --body flange --position 0.4,0.1,0.5 --orientation 180deg,0,0",
            "         catena ik puma560 --pose 0.5,0.2,0.3,0.1,0.2,0.3 --all --json",
            "         catena ik panda --targets path.csv --out states.csv"
        })
final class IkCommand implements Callable<Integer> {
    private static final int NOT_REACHED = 3;

    /** How many rows of a table that were not reached are named. */
    private static final int MOST_NAMED = 10;

    /** What is wanted of one body. */
    static final class GoalOptions {
        @Option(
                names = "--body",
                paramLabel = "NAME",
                description = "The body; the robot's last unless told otherwise.")
        private @Nullable String body;

        @Option(
                names = "--pose",
                paramLabel = "X,Y,Z,R,P,Y",
                description =
                        "Position and orientation at once: x,y,z,roll,pitch,yaw or x,y,z and a quaternion x,y,z,w.")
        private @Nullable String pose;

        @Option(names = "--position", paramLabel = "X,Y,Z", description = "Where its origin is wanted in the world, m.")
        private @Nullable String position;

        @Option(
                names = {"--orientation", "--rpy", "--quaternion"},
                paramLabel = "R,P,Y",
                description =
                        "How it is wanted to be turned: roll, pitch, yaw about fixed axes x, then y, then z, in rad or"
                                + " as 30deg; or a quaternion x,y,z,w that turns axes of the body into those of the"
                                + " world.")
        private @Nullable String orientation;

        @Option(
                names = "--point",
                paramLabel = "X,Y,Z",
                description = "The point of the body that is wanted at the position; its origin unless told otherwise.")
        private @Nullable String point;

        @Option(
                names = "--weight",
                paramLabel = "NUMBER",
                description = "Of this goal beside others of its priority; 1.")
        private @Nullable Double weight;

        @Option(
                names = "--priority",
                paramLabel = "NUMBER",
                description = "0 is met; 1 and more as well as those before allow. 0 unless told otherwise.")
        private @Nullable Integer priority;

        boolean isBodyAlone() {
            return pose == null
                    && position == null
                    && orientation == null
                    && point == null
                    && weight == null
                    && priority == null;
        }
    }

    private final Console console;

    @Parameters(index = "0", paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    @SuppressWarnings("NullAway.Init")
    private String robotName;

    @ArgGroup(exclusive = false, multiplicity = "0..*")
    private List<GoalOptions> goalOptions = new ArrayList<>();

    @Option(
            names = "--targets",
            paramLabel = "FILE",
            description =
                    "Goals in a table instead, a posture for each row: columns time (if any), x,y,z and roll,pitch,yaw"
                            + " or qx,qy,qz,qw, of other bodies BODY_x,…; - is standard input. Each search begins at the"
                            + " posture before.")
    private @Nullable Path targets;

    @Option(
            names = "--from",
            paramLabel = "VALUES",
            description = "Where the search begins: a value for each joint or joint=value,…; zero for others, or the"
                    + " assembly of closed loops.")
    private @Nullable String from;

    @Option(
            names = "--posture",
            paramLabel = "VALUES",
            description = "Of all that is found, the posture nearest to this one.")
    private @Nullable String posture;

    @Option(names = "--nearest", description = "Of all that is found, the posture nearest to --from.")
    private boolean nearest;

    @Option(names = "--all", description = "All postures that are found.")
    private boolean all;

    @Option(
            names = "--starts",
            paramLabel = "COUNT",
            defaultValue = "100",
            description = "How many postures to begin at, at most; ${DEFAULT-VALUE} unless told otherwise.")
    private int starts = 100;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write the postures as a table of states, .csv or .json.")
    private @Nullable Path out;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final RobotOptions options = new RobotOptions();

    IkCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        checkOptions();
        OutputPlaces.checkFolder(out);
        RobotModel robot = options.readWithLoops(robotName);
        boolean floating = robot.baseKind() == BaseKind.FLOATING;
        if (all && floating) {
            throw new UserError("--all is for a base that is held: one that floats has no end of postures");
        }
        if ((nearest || posture != null) && floating && robot.hasLoops()) {
            throw new UserError(
                    "the nearest posture of closed loops is found on a base that is held, but that of robot \"%s\" floats"
                            .formatted(robot.name()));
        }
        console.warnings(robot.warnings());
        double[] home = PostureFinder.home(robot);
        double[] start = JointValues.parse("--from", from, robot, home);
        double[] near = JointValues.parse("--posture", posture, robot, start);
        return targets == null ? reach(robot, start, near) : follow(robot, start, near, targets);
    }

    private void checkOptions() {
        new GivenOptions(spec)
                .refuse("--from", posture != null, "is where the search begins, but with --posture it begins there");
        if ((nearest || posture != null) && all) {
            throw new UserError("the nearest is one posture and --all are many: take one of them");
        }
        if (nearest && posture != null) {
            throw new UserError("--nearest is near --from, and --posture says near what: take one of them");
        }
        if (starts < 1 || starts > 1_000_000) {
            throw new UserError("--starts is %s, but should be from 1 to 1000000".formatted(starts));
        }
        if (out != null && !List.of("csv", "json").contains(InputFile.ending(out))) {
            throw new UserError("--out %s: state tables are written as .csv or .json".formatted(out));
        }
        if (targets != null) {
            if (all) {
                throw new UserError("--all are many postures, but --targets has one for each row: take one of them");
            }
            if (goalOptions.size() > 1 || !goalOptions.stream().allMatch(GoalOptions::isBodyAlone)) {
                throw new UserError("with --targets the goals are in the table; only --body may be said besides");
            }
        }
    }

    private int reach(RobotModel robot, double[] start, double[] near) {
        List<Goal> goals = goals(robot);
        PostureFinder finder = new PostureFinder(robot, goals, starts);
        console.doing("looking for postures of %s joints".formatted(robot.jointCount()));
        List<Found> found = all
                ? finder.all(finder.coordinates(start))
                : search(finder, finder.coordinates(start), finder.coordinates(near)).stream()
                        .toList();
        if (found.isEmpty()) {
            if (!json) {
                console.print(new TextTable(List.of("no posture")).toText());
            } else {
                console.print(StateTableJson.write(new StateTable(PostureFinder.joints(robot), List.of())));
            }
            console.note("%s: from %s starts %s"
                    .formatted(
                            robot.name(),
                            starts,
                            ReachStatus.NOT_REACHED.words().replace("no start", "none")));
            return NOT_REACHED;
        }
        write(robot, found, found.stream().map(one -> one.state().build()).toList());
        return 0;
    }

    private Optional<Found> search(PostureFinder finder, double[] start, double[] near) {
        return nearest || posture != null ? finder.nearest(near) : finder.find(start);
    }

    /** A posture for each row, from that of the row before on. */
    private int follow(RobotModel robot, double[] start, double[] near, Path table) {
        String text = table.toString().equals("-")
                ? StatesFile.standardInput()
                : InputFile.text(table, StateTables.LARGEST_FILE);
        String name = table.toString().equals("-") ? "standard input" : table.toString();
        List<GoalTable.Row> rows =
                GoalTable.parse(text, name, robot, goalOptions.isEmpty() ? null : goalOptions.get(0).body);
        PostureFinder finder = new PostureFinder(robot, rows.get(0).goals(), starts);
        double[] last = finder.coordinates(start);
        double[] wanted = finder.coordinates(near);
        List<Found> found = new ArrayList<>();
        List<StateTable.State> states = new ArrayList<>();
        List<String> missed = new ArrayList<>();
        double largest = 0;
        int at = 0;
        for (GoalTable.Row row : rows) {
            finder.set(row.goals());
            Optional<Found> posture = search(finder, last, wanted);
            if (posture.isEmpty()) {
                missed.add(String.valueOf(row.line()));
                continue;
            }
            double[] next = posture.get().coordinates();
            for (int j = 0; j < next.length && !found.isEmpty(); j++) {
                if (Math.abs(next[j] - last[j]) > largest) {
                    largest = Math.abs(next[j] - last[j]);
                    at = row.line();
                }
            }
            last = next;
            found.add(posture.get());
            StateTable.StateBuilder state = posture.get().state();
            row.time().ifPresent(state::time);
            states.add(state.build());
        }
        if (!missed.isEmpty()) {
            console.note("%s: from %s starts no posture for %s of %s rows: line %s%s"
                    .formatted(
                            name,
                            starts,
                            missed.size(),
                            rows.size(),
                            missed.stream().limit(MOST_NAMED).collect(Collectors.joining(", ")),
                            missed.size() > MOST_NAMED ? ", …" : ""));
            return NOT_REACHED;
        }
        write(robot, found, states);
        if (states.size() > 1) {
            console.note(String.format(
                    Locale.ROOT, "largest step of a joint from row to row: %.4g, at line %d", largest, at));
        }
        return 0;
    }

    private void write(RobotModel robot, List<Found> found, List<StateTable.State> states) {
        StateTable table = new StateTable(PostureFinder.joints(robot), states);
        if (out != null) {
            StateTables.write(table, out);
            console.note("%s posture%s in %s".formatted(states.size(), states.size() == 1 ? "" : "s", out));
        }
        if (json) {
            console.print(StateTableJson.write(table));
        } else if (out == null) {
            console.print(toText(robot, found));
        }
    }

    private List<Goal> goals(RobotModel robot) {
        if (goalOptions.isEmpty()) {
            throw new UserError(
                    "say what is wanted of body \"%s\": --pose, --position or --orientation, or --body for another one"
                            .formatted(robot.bodies()
                                    .get(robot.bodies().size() - 1)
                                    .name()));
        }
        List<Goal> goals = new ArrayList<>();
        for (GoalOptions option : goalOptions) {
            if (option.pose != null && (option.position != null || option.orientation != null)) {
                throw new UserError("--pose is position and orientation: take it, or --position and --orientation");
            }
            Pose pose = option.pose == null ? null : GoalText.pose("--pose", option.pose);
            Vector3 position = pose != null
                    ? pose.position()
                    : option.position == null ? null : GoalText.position("--position", option.position);
            Rotation orientation = pose != null
                    ? pose.rotation()
                    : option.orientation == null ? null : GoalText.orientation("--orientation", option.orientation);
            Goal goal = Goal.of("--body", robot, option.body, position, orientation);
            goal = goal.with(target(goal.target(), option));
            checkNew(goal.target(), goals);
            goals.add(goal);
        }
        for (int k = 0; k < goals.size(); k++) {
            int priority = goals.get(k).target().priority();
            long alike = goals.stream()
                    .filter(goal -> goal.target().priority() == priority)
                    .count();
            if (goalOptions.get(k).weight != null && alike == 1) {
                throw new UserError(
                        "--weight counts a goal beside others of its priority, but there is no other of priority %s"
                                .formatted(priority));
            }
        }
        return goals;
    }

    /** Refuses a second goal for the same, which is a slip more likely than a compromise. */
    private static void checkNew(PoseTarget target, List<Goal> before) {
        for (Goal goal : before) {
            PoseTarget other = goal.target();
            boolean apart = target.aim() != other.aim()
                    && target.aim() != PoseTarget.Aim.POSE
                    && other.aim() != PoseTarget.Aim.POSE;
            if (other.body().equals(target.body())
                    && other.priority() == target.priority()
                    && other.pointInBody().equals(target.pointInBody())
                    && !apart) {
                throw new UserError(
                        "body \"%s\" has two goals of the same kind: take one of them, or give them --priority, --point or another --body"
                                .formatted(target.body()));
            }
        }
    }

    private static PoseTarget target(PoseTarget plain, GoalOptions option) {
        PoseTarget target = plain;
        if (option.point != null) {
            if (plain.aim() == PoseTarget.Aim.ORIENTATION) {
                throw new UserError("--point is for a position: an orientation is that of the whole body");
            }
            target = target.at(GoalText.position("--point", option.point));
        }
        try {
            if (option.weight != null) {
                target = target.weighing(option.weight);
            }
            return option.priority == null ? target : target.withPriority(option.priority);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }

    private static String toText(RobotModel robot, List<Found> found) {
        List<String> header = new ArrayList<>();
        header.add("posture");
        boolean floating = found.get(0).worldFromBase() != null;
        if (floating) {
            header.addAll(List.of("base x", "base y", "base z", "base qx", "base qy", "base qz", "base qw"));
        }
        header.addAll(PostureFinder.joints(robot));
        TextTable table = new TextTable(header);
        for (int k = 0; k < found.size(); k++) {
            table.row(String.valueOf(k + 1), "%.10f", numbers(found.get(k)));
        }
        return table.toText();
    }

    private static double[] numbers(Found found) {
        Pose base = found.worldFromBase();
        if (base == null) {
            return found.joints();
        }
        double[] all = Arrays.copyOf(base.position().toArray(), 7 + found.joints().length);
        System.arraycopy(base.rotation().toQuaternion(), 0, all, 3, 4);
        System.arraycopy(found.joints(), 0, all, 7, found.joints().length);
        return all;
    }
}
