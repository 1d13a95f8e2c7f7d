package dev.catena.app.simulate;

import dev.catena.app.console.UserError;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ConstraintImpact;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.simulation.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Contacts as users type them, {@code BODY:KIND} or {@code BODY:KIND:X,Y,Z} with a point of the body: the body is held to the
 * world where it is at the start.
 */
public final class Contacts {
    private static final List<String> KINDS = List.of("point", "flat", "hinge-x", "hinge-y", "hinge-z");

    private Contacts() {}

    /** The contacts that hold a robot where it starts. */
    public static List<CutJoint> parse(List<String> texts, RobotModel robot, State start) {
        BaseMotion base = new BaseMotion();
        start.copyBaseTo(base);
        return parse(texts, robot, base, start.jointPositions());
    }

    /** The contacts that hold a robot in a pose of its base and all its joints. */
    public static List<CutJoint> parse(List<String> texts, RobotModel robot, BaseMotion base, double[] positions) {
        List<CutJoint> contacts = new ArrayList<>();
        if (texts.isEmpty()) {
            return contacts;
        }
        Kinematics kinematics = new Kinematics(robot.openTree());
        kinematics.compute(base, positions, null, null, null);
        for (String text : texts) {
            contacts.add(contact(text, contacts.size(), robot, kinematics));
        }
        return contacts;
    }

    private static CutJoint contact(String text, int index, RobotModel robot, Kinematics kinematics) {
        String[] parts = text.split(":", -1);
        if (parts.length < 2 || parts.length > 3) {
            throw new UserError("--contact: \"%s\" is not BODY:KIND or BODY:KIND:X,Y,Z; KIND is one of %s"
                    .formatted(text, String.join(", ", KINDS)));
        }
        String body = parts[0].strip();
        if (!robot.hasBody(body)) {
            throw new UserError("--contact: robot \"%s\" has no body \"%s\"".formatted(robot.name(), body));
        }
        Vector3 point = parts.length < 3 ? Vector3.ZERO : Vector3.of(JointValues.list("--contact", parts[2], 3));
        Pose bodyFromJoint = new Pose(turn(parts[1].strip()), point);
        CutKind kind = switch (parts[1].strip()) {
            case "point" -> CutKind.SPHERICAL;
            case "flat" -> CutKind.FIXED;
            default -> CutKind.REVOLUTE;
        };
        Pose worldFromBody = kinematics.worldFromBody(robot.bodyIndex(body));
        return CutJoint.contact(
                "contact%s_%s".formatted(index + 1, body),
                kind,
                worldFromBody.times(bodyFromJoint),
                body,
                bodyFromJoint);
    }

    /** The axis of a hinge is z of its frame. */
    private static Rotation turn(String kind) {
        return switch (kind) {
            case "point", "flat", "hinge-z" -> Rotation.IDENTITY;
            case "hinge-x" -> Rotation.withAxisZ(Vector3.X);
            case "hinge-y" -> Rotation.withAxisZ(Vector3.Y);
            default ->
                throw new UserError(
                        "--contact: there is no kind \"%s\"; there are %s".formatted(kind, String.join(", ", KINDS)));
        };
    }

    /**
     * Lets a start whose velocity breaks the contacts strike them, without rebound.
     *
     * @return what happened, in words; empty if nothing did
     */
    public static String strike(RobotModel robot, List<CutJoint> contacts, State start) {
        if (contacts.isEmpty()) {
            return "";
        }
        ConstraintImpact impact = new ConstraintImpact(robot, contacts);
        double[] qd = new double[robot.jointCount()];
        if (robot.baseKind() == BaseKind.FLOATING) {
            BaseMotion base = new BaseMotion();
            start.copyBaseTo(base);
            double[] ofBase = new double[6];
            impact.computeFloating(base, start.jointPositions(), start.jointVelocities(), 0, ofBase, qd);
            start.baseVelocityInBase(ofBase);
        } else {
            impact.compute(null, start.jointPositions(), start.jointVelocities(), 0, qd);
        }
        start.jointVelocities(qd);
        if (!(impact.energyLoss() > 1e-12)) {
            return "";
        }
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT, "note: the start strikes its contacts and loses %.4g J;", impact.energyLoss()));
        double[] impulse = new double[6];
        int ofLoops = robot.loops().cutJoints().size();
        for (int k = 0; k < contacts.size(); k++) {
            impact.impulse(ofLoops + k, impulse);
            double size = Math.sqrt(impulse[0] * impulse[0] + impulse[1] * impulse[1] + impulse[2] * impulse[2]);
            text.append(String.format(
                    Locale.ROOT,
                    "%s %s takes %.4g Ns",
                    k == 0 ? "" : ",",
                    contacts.get(k).second(),
                    size));
        }
        return text.toString();
    }
}
