package dev.catena.app.reach;

import dev.catena.app.console.UserError;
import dev.catena.formats.file.NearestName;
import dev.catena.model.Body;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.reach.PoseTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A body, what counts of its pose, and where it is wanted.
 *
 * @param worldFromBody what does not count of it is not read
 */
public record Goal(PoseTarget target, Pose worldFromBody) {
    /**
     * A goal of a position, an orientation or both.
     *
     * @param where for messages: the option or the line
     */
    public static Goal of(
            String where,
            RobotModel robot,
            @Nullable String body,
            @Nullable Vector3 position,
            @Nullable Rotation orientation) {
        String name = bodyOf(where, robot, body);
        if (position == null && orientation == null) {
            throw new UserError(
                    "%s: say what is wanted of body \"%s\": a position, an orientation or both".formatted(where, name));
        }
        PoseTarget target = orientation == null
                ? PoseTarget.position(name)
                : position == null ? PoseTarget.orientation(name) : PoseTarget.pose(name);
        return new Goal(
                target,
                new Pose(
                        orientation == null ? Rotation.IDENTITY : orientation,
                        position == null ? Vector3.ZERO : position));
    }

    /** The body that was named, or the robot's last. */
    static String bodyOf(String where, RobotModel robot, @Nullable String body) {
        List<String> names = robot.bodies().stream().map(Body::name).toList();
        if (body == null) {
            return names.get(names.size() - 1);
        }
        if (!names.contains(body)) {
            throw new UserError("%s: robot \"%s\" has no body \"%s\"%s; it has %s"
                    .formatted(where, robot.name(), body, NearestName.hint(body, names), NearestName.some(names)));
        }
        return body;
    }

    public Goal with(PoseTarget other) {
        return new Goal(other, worldFromBody);
    }
}
