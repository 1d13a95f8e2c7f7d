package dev.catena.dynamics;

import dev.catena.model.Body;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A joint, or the floating base, has nothing that resists its acceleration, so the acceleration is not determined. */
public final class SingularInertiaException extends NumericalException {
    private static final long serialVersionUID = 1;

    /** Bodies that a message lists. */
    private static final int MOST_BODIES = 4;

    SingularInertiaException(String message) {
        super(message);
    }

    /**
     * Of a joint that feels no positive inertia.
     *
     * @param joint a joint of the robot, or what else has no inertia
     */
    public static SingularInertiaException ofJoint(RobotModel robot, String joint, double inertia) {
        if (Double.isNaN(inertia)) {
            return new SingularInertiaException(
                    "the inertia that joint \"%s\" of robot \"%s\" feels is not a number: coordinates or dimensions are too large"
                            .formatted(joint, robot.name()));
        }
        if (inertia < 0) {
            return new SingularInertiaException(String.format(
                    Locale.ROOT,
                    ("joint \"%s\" of robot \"%s\" feels an inertia of %.3g, which is not positive: a body beyond it"
                            + " has an inertia that no body can have, or no mass; or"
                            + " the joints beyond it have lined up with it in a singular posture%s"),
                    joint,
                    robot.name(),
                    inertia,
                    suspects(robot, bodyOf(robot, joint))));
        }
        return new SingularInertiaException(String.format(
                Locale.ROOT,
                ("joint \"%s\" of robot \"%s\" has no inertia (%.3g) to accelerate: give the bodies beyond it mass, or"
                        + " its drive a rotor; or the joints beyond it have lined up with it in a singular posture%s"),
                joint,
                robot.name(),
                inertia,
                suspects(robot, bodyOf(robot, joint))));
    }

    public static SingularInertiaException ofMotor(String robot, String joint) {
        return new SingularInertiaException(
                ("the motor of elastic joint \"%s\" of robot \"%s\" has no inertia to accelerate: give its drive a"
                                + " reflected inertia or a rotor; or the body that carries the rotor has less inertia than the"
                                + " rotor")
                        .formatted(joint, robot));
    }

    public static SingularInertiaException ofBase(RobotModel robot, double inertia) {
        if (Double.isNaN(inertia)) {
            return new SingularInertiaException(
                    "the inertia of the floating base of robot \"%s\" is not a number: coordinates or dimensions are too large"
                            .formatted(robot.name()));
        }
        return new SingularInertiaException(
                "the floating base of robot \"%s\", with all that it carries, has no inertia in some direction: give its bodies mass and inertia%s"
                        .formatted(robot.name(), suspects(robot, 0)));
    }

    /** The body that a joint moves, −1 where there is no such joint. */
    private static int bodyOf(RobotModel robot, String joint) {
        return IntStream.range(0, robot.bodies().size())
                .filter(body -> robot.jointOf(body)
                        .filter(found -> found.name().equals(joint))
                        .isPresent())
                .findFirst()
                .orElse(-1);
    }

    /** Names the bodies from one on, outward, that have a negative moment or no mass: where to look. */
    private static String suspects(RobotModel robot, int from) {
        List<String> found = new ArrayList<>();
        for (int body = 0; body < robot.bodies().size() && from >= 0; body++) {
            if (isBeyond(robot, body, from)) {
                Body suspect = robot.bodies().get(body);
                double least = suspect.inertia().tensorAboutCenter().principalMoments()[0];
                if (least < 0) {
                    found.add(String.format(
                            Locale.ROOT, "\"%s\" (a principal moment of %.3g kg m²)", suspect.name(), least));
                } else if (suspect.inertia().mass() == 0) {
                    found.add("\"%s\" (no mass)".formatted(suspect.name()));
                }
            }
        }
        if (found.isEmpty()) {
            return "";
        }
        boolean many = found.size() > MOST_BODIES;
        return "; look at body " + String.join(", ", many ? found.subList(0, MOST_BODIES) : found)
                + (many ? ", …" : "");
    }

    private static boolean isBeyond(RobotModel robot, int body, int from) {
        int ancestor = body;
        while (ancestor > from) {
            ancestor = robot.parent(ancestor);
        }
        return ancestor == from;
    }
}
