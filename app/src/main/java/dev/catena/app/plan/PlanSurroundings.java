package dev.catena.app.plan;

import dev.catena.formats.yaml.YamlMap;
import dev.catena.kinematics.HarmonicBase;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.planning.function.Surroundings;
import java.util.ArrayList;
import java.util.List;

/** What a plan file says about what acts on the robot: wrenches, and a base that moves as told. */
public final class PlanSurroundings {
    private PlanSurroundings() {}

    /** What a file says; its problems are kept in the file. */
    public static Surroundings read(YamlMap top, RobotModel robot) {
        Surroundings around = Surroundings.NONE;
        for (YamlMap entry : top.maps("wrenches")) {
            around = withWrench(around, entry, robot);
        }
        return top.has("base") ? around.base(base(top)) : around;
    }

    private static Surroundings withWrench(Surroundings around, YamlMap entry, RobotModel robot) {
        String body = entry.requiredText("body", robot.base().name());
        Wrench wrench = new Wrench(entry.vector("force", Vector3.ZERO), entry.vector("moment", Vector3.ZERO));
        entry.require("frame");
        String frame = entry.text("frame", "world");
        if (!frame.equals("world") && !frame.equals("body")) {
            entry.problem("frame", "the frame must be body or world, but is \"%s\"".formatted(frame));
        }
        if (!entry.has("force") && !entry.has("moment")) {
            entry.problem("body", "a wrench needs a force or a moment");
        }
        entry.finish();
        if (!robot.hasBody(body)) {
            entry.problem("body", "robot \"%s\" has no body \"%s\"".formatted(robot.name(), body));
            return around;
        }
        return frame.equals("body") ? around.wrenchInBody(body, wrench) : around.wrenchInWorld(body, wrench);
    }

    private static HarmonicBase base(YamlMap top) {
        List<HarmonicBase.Part> parts = new ArrayList<>();
        for (YamlMap entry : top.maps("base")) {
            boolean turns = entry.has("about");
            if (turns == entry.has("along")) {
                entry.problem(turns ? "about" : "rate", "a motion of the base is either along or about an axis");
            }
            Vector3 axis = entry.vector(turns ? "about" : "along", Vector3.Z);
            double start = entry.coordinate("start", turns, 0);
            double rate = entry.coordinate("rate", turns, 0);
            double amplitude = entry.coordinate("amplitude", turns, 0);
            double frequency = entry.number("frequency", 0);
            double phase = entry.angle("phase", 0);
            entry.finish();
            try {
                parts.add(new HarmonicBase.Part(turns, axis, start, rate, amplitude, frequency, phase));
            } catch (IllegalArgumentException e) {
                entry.problem(turns ? "about" : "along", String.valueOf(e.getMessage()));
            }
        }
        return new HarmonicBase(parts);
    }
}
