package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.plan.ChangedRobot;
import dev.catena.app.plan.PlanSurroundings;
import dev.catena.app.simulate.JointValues;
import dev.catena.formats.file.InputFile;
import dev.catena.formats.yaml.YamlMap;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.planning.function.Surroundings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What acts on the robot, in the same words for several commands. */
final class ActingOptions {
    @Option(
            names = "--wrench",
            paramLabel = "BODY:FX,FY,FZ[,MX,MY,MZ][:body]",
            description =
                    "A force, and a moment about the body's origin, that act on a body all the time, constant in world "
                            + "axes, or with :body in those of the body. May be given several times.")
    private List<String> wrenches = new ArrayList<>();

    @Option(
            names = "--around",
            paramLabel = "FILE.yaml",
            description =
                    "A file with 'wrenches' and 'base' as in a plan file, or that file itself: what acts on the robot, "
                            + "and how its base moves.")
    private @Nullable Path file;

    Surroundings read(RobotModel robot) {
        Surroundings around = Surroundings.NONE;
        Path given = file;
        if (given != null) {
            YamlMap top = YamlMap.parse(InputFile.text(given, InputFile.LARGEST_DESCRIPTION), given.toString());
            refuseOtherRobots(top);
            around = PlanSurroundings.read(top, robot);
            top.throwProblems();
            if (!top.has("wrenches") && !top.has("base")) {
                throw new UserError(
                        "--around: %s has neither wrenches nor base, so that nothing acts".formatted(given));
            }
        }
        for (String text : wrenches) {
            around = with(around, text, robot);
        }
        return around;
    }

    private static void refuseOtherRobots(YamlMap top) {
        for (String key : ChangedRobot.KEYS) {
            if (top.has(key)) {
                top.problem(
                        key,
                        "%s changes the robot, which --around does not; describe that robot in a file of its own, and leave %s out"
                                .formatted(key, key));
            }
        }
    }

    private static Surroundings with(Surroundings around, String text, RobotModel robot) {
        String[] parts = text.split(":", -1);
        boolean inBody = parts.length == 3 && parts[2].equals("body");
        if (parts.length < 2 || parts.length > 3 || (parts.length == 3 && !inBody && !parts[2].equals("world"))) {
            throw new UserError(
                    "--wrench: \"%s\" is not BODY:FX,FY,FZ or BODY:FX,FY,FZ,MX,MY,MZ, with :body or :world behind"
                            .formatted(text));
        }
        if (!robot.hasBody(parts[0])) {
            throw new UserError("--wrench: robot \"%s\" has no body \"%s\"".formatted(robot.name(), parts[0]));
        }
        int count = parts[1].split(",", -1).length;
        double[] numbers = Arrays.copyOf(JointValues.list("--wrench", parts[1], count == 3 ? 3 : 6), 6);
        Wrench wrench = new Wrench(
                new Vector3(numbers[0], numbers[1], numbers[2]), new Vector3(numbers[3], numbers[4], numbers[5]));
        return inBody ? around.wrenchInBody(parts[0], wrench) : around.wrenchInWorld(parts[0], wrench);
    }
}
