package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.report.JsonText;
import dev.catena.app.report.TextTable;
import dev.catena.app.simulate.JointValues;
import dev.catena.model.BaseKind;
import dev.catena.model.Body;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.reach.InverseKinematics;
import dev.catena.reach.PoseTarget;
import dev.catena.reach.ReachOptions;
import dev.catena.reach.ReachStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catena ik}: postures that bring a body where it is wanted. */
@Command(
        name = "ik",
        description = "Find joint positions within limits that bring a body to a position, an orientation or both.",
        footer = {
            "",
            "The search begins at --from and goes on from postures spread over the ranges of the joints, always the same "
                    + "ones. Goals are met to 1e-10 m and rad. If none is found the exit code is 3.",
            "",
            "With --json the postures are a table of states, which eval and torque read.",
            "",
            "Example: catena ik panda --body flange --position 0.4,0.1,0.5 --rpy 3.14159,0,0",
            "         catena ik puma560 --position 0.5,0.2,0.3 --rpy 0.1,0.2,0.3 --all --json"
        })
final class IkCommand implements Callable<Integer> {
    private static final int NOT_REACHED = 3;

    private final Console console;

    @Parameters(index = "0", paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    @SuppressWarnings("NullAway.Init")
    private String robotName;

    @Option(names = "--body", paramLabel = "NAME", description = "The body; the robot's last unless told otherwise.")
    private @Nullable String body;

    @Option(names = "--position", paramLabel = "X,Y,Z", description = "Where its origin is wanted in the world, m.")
    private @Nullable String position;

    @Option(
            names = "--rpy",
            paramLabel = "ROLL,PITCH,YAW",
            description = "How it is wanted to be turned: about fixed axes x, then y, then z, rad.")
    private @Nullable String rollPitchYaw;

    @Option(
            names = "--quaternion",
            paramLabel = "X,Y,Z,W",
            description = "The same as a quaternion that turns axes of the body into those of the world.")
    private @Nullable String quaternion;

    @Option(
            names = "--from",
            paramLabel = "VALUES",
            description = "Where the search begins: a value for each joint or joint=value,…; zero for others.")
    private @Nullable String from;

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

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Mixin
    private final RobotOptions options = new RobotOptions();

    IkCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (nearest && all) {
            throw new UserError("--nearest is one posture and --all are many: take one of them");
        }
        if (starts < 1 || starts > 1_000_000) {
            throw new UserError("--starts is %s, but should be from 1 to 1000000".formatted(starts));
        }
        RobotModel robot = options.read(robotName);
        if (robot.baseKind() == BaseKind.FLOATING) {
            throw new UserError(
                    "ik is for a base that is held, but that of robot \"%s\" floats".formatted(robot.name()));
        }
        console.warnings(robot.warnings());
        InverseKinematics reach =
                new InverseKinematics(robot, ReachOptions.DEFAULT.withStarts(starts), List.of(target(robot)));
        reach.goal(0, new Pose(orientation(), at()));
        double[] start = JointValues.parse("--from", from, robot, new double[robot.jointCount()]);
        console.doing("looking for postures of %s joints".formatted(robot.jointCount()));
        List<double[]> found = search(reach, start);
        console.print(json ? JsonText.indented(toJson(robot, found)) : toText(robot, found));
        if (found.isEmpty()) {
            console.note("%s: from %s starts %s"
                    .formatted(
                            robot.name(),
                            starts,
                            ReachStatus.NOT_REACHED.words().replace("no start", "none")));
        }
        return found.isEmpty() ? NOT_REACHED : 0;
    }

    private List<double[]> search(InverseKinematics reach, double[] start) {
        if (all) {
            return reach.allSolutions(start);
        }
        List<double[]> found = new ArrayList<>();
        ReachStatus status = nearest ? reach.solveNearest(start) : reach.solve(start);
        if (status == ReachStatus.REACHED) {
            double[] q = new double[start.length];
            reach.positions(q);
            found.add(q);
        }
        return found;
    }

    private PoseTarget target(RobotModel robot) {
        List<String> names = robot.bodies().stream().map(Body::name).toList();
        String name = body == null ? names.get(names.size() - 1) : body;
        if (!names.contains(name)) {
            throw new UserError("robot \"%s\" has no body \"%s\"; it has %s"
                    .formatted(robot.name(), name, String.join(", ", names)));
        }
        boolean turned = rollPitchYaw != null || quaternion != null;
        if (position == null && !turned) {
            throw new UserError("say what is wanted of body \"%s\": --position, --rpy or --quaternion".formatted(name));
        }
        if (rollPitchYaw != null && quaternion != null) {
            throw new UserError("--rpy and --quaternion say the same: take one of them");
        }
        return position == null
                ? PoseTarget.orientation(name)
                : turned ? PoseTarget.pose(name) : PoseTarget.position(name);
    }

    private Vector3 at() {
        return position == null ? Vector3.ZERO : Vector3.of(JointValues.list("--position", position, 3));
    }

    private Rotation orientation() {
        if (quaternion != null) {
            double[] q = JointValues.list("--quaternion", quaternion, 4);
            if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0) {
                throw new UserError("--quaternion: 0,0,0,0 names no rotation");
            }
            return Rotation.fromQuaternion(q[0], q[1], q[2], q[3]);
        }
        if (rollPitchYaw == null) {
            return Rotation.IDENTITY;
        }
        double[] angles = JointValues.list("--rpy", rollPitchYaw, 3);
        return Rotation.fromRollPitchYaw(angles[0], angles[1], angles[2]);
    }

    private static String toText(RobotModel robot, List<double[]> found) {
        List<String> header = new ArrayList<>();
        header.add(found.isEmpty() ? "no posture" : "posture");
        header.addAll(robot.jointNames());
        TextTable table = new TextTable(header);
        for (int k = 0; k < found.size(); k++) {
            table.row(String.valueOf(k + 1), "%.10f", found.get(k));
        }
        return table.toText();
    }

    private static Map<String, Object> toJson(RobotModel robot, List<double[]> found) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("joints", robot.jointNames());
        List<Map<String, Object>> states = new ArrayList<>();
        for (double[] q : found) {
            Map<String, Object> state = new LinkedHashMap<>();
            state.put("q", q);
            states.add(state);
        }
        json.put("states", states);
        return json;
    }
}
