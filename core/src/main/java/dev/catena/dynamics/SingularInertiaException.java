package dev.catena.dynamics;

import dev.catena.model.NumericalException;
import java.util.Locale;

/** A joint, or the floating base, has nothing that resists its acceleration, so the acceleration is not determined. */
public final class SingularInertiaException extends NumericalException {
    private static final long serialVersionUID = 1;

    SingularInertiaException(String message) {
        super(message);
    }

    public static SingularInertiaException ofJoint(String robot, String joint, double inertia) {
        if (Double.isNaN(inertia)) {
            return new SingularInertiaException(
                    "the inertia that joint \"%s\" of robot \"%s\" feels is not a number: coordinates or dimensions are too large"
                            .formatted(joint, robot));
        }
        if (inertia < 0) {
            return new SingularInertiaException(String.format(
                    Locale.ROOT,
                    ("joint \"%s\" of robot \"%s\" feels an inertia of %.3g, which is not positive: a body beyond it"
                            + " has an inertia that no body can have (the warnings of the robot name it), or no mass; or"
                            + " the joints beyond it have lined up with it in a singular posture"),
                    joint,
                    robot,
                    inertia));
        }
        return new SingularInertiaException(String.format(
                Locale.ROOT,
                ("joint \"%s\" of robot \"%s\" has no inertia (%.3g) to accelerate: give the bodies beyond it mass, or"
                        + " its drive a rotor; or the joints beyond it have lined up with it in a singular posture"),
                joint,
                robot,
                inertia));
    }

    public static SingularInertiaException ofMotor(String robot, String joint) {
        return new SingularInertiaException(
                ("the motor of elastic joint \"%s\" of robot \"%s\" has no inertia to accelerate: give its drive a"
                                + " reflected inertia or a rotor; or the body that carries the rotor has less inertia than the"
                                + " rotor")
                        .formatted(joint, robot));
    }

    public static SingularInertiaException ofBase(String robot, double inertia) {
        if (Double.isNaN(inertia)) {
            return new SingularInertiaException(
                    "the inertia of the floating base of robot \"%s\" is not a number: coordinates or dimensions are too large"
                            .formatted(robot));
        }
        return new SingularInertiaException(
                "the floating base of robot \"%s\", with all that it carries, has no inertia in some direction: give its bodies mass and inertia"
                        .formatted(robot));
    }
}
