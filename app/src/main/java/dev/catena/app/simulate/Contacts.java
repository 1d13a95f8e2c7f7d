package dev.catena.app.simulate;

import dev.catena.app.console.UserError;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ConstraintImpact;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.Contact;
import dev.catena.model.CutJoint;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.simulation.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Contacts as users type them, {@code BODY:KIND} or {@code BODY:KIND:X,Y,Z} with a point of the body, or the name of one that the
 * robot file has: the body is held to the world where it is at the start.
 */
public final class Contacts {
    private static final List<String> KINDS =
            Arrays.stream(Contact.Kind.values()).map(Contact.Kind::word).toList();

    private Contacts() {}

    /** The contacts that hold a robot where it starts; closes the loops of the start first, which may be given nearly. */
    public static List<CutJoint> parse(List<String> texts, RobotModel robot, State start) {
        if (robot.hasLoops() && !texts.isEmpty()) {
            close(robot, start);
        }
        BaseMotion base = new BaseMotion();
        start.copyBaseTo(base);
        return parse(texts, robot, base, start.jointPositions());
    }

    /** Puts all joints where the independent ones want them, with the velocities that belong to it. */
    private static void close(RobotModel robot, State start) {
        LoopKinematics loops = new LoopKinematics(robot);
        List<Joint> independent = robot.independentJoints();
        double[] q = independent(robot, independent, start.jointPositions());
        if (!loops.close(q).isClosed()) {
            throw new UserError("the start of robot \"%s\": %s"
                    .formatted(robot.name(), loops.closure().describe()));
        }
        loops.move(independent(robot, independent, start.jointVelocities()));
        loops.positions(start.jointPositions());
        loops.velocities(start.jointVelocities());
    }

    private static double[] independent(RobotModel robot, List<Joint> joints, double[] ofAll) {
        return joints.stream()
                .mapToDouble(joint -> ofAll[robot.coordinate(joint.name())])
                .toArray();
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

    /**
     * What a command counts: contacts that the user names, or those that the robot file has.
     *
     * @param texts empty for those of the robot; {@code none} for none, {@code all} for those of the robot besides others
     */
    public static List<String> chosen(List<String> texts, RobotModel robot) {
        List<String> own = robot.contacts().stream().map(Contact::name).toList();
        if (texts.isEmpty()) {
            return own;
        }
        if (texts.equals(List.of("none"))) {
            return List.of();
        }
        List<String> chosen = new ArrayList<>();
        for (String text : texts) {
            if (text.equals("all") && own.isEmpty()) {
                throw new UserError(
                        "--contact all: the file of robot \"%s\" has no contacts; say which as BODY:KIND or BODY:KIND:X,Y,Z"
                                .formatted(robot.name()));
            } else if (text.equals("all")) {
                chosen.addAll(own);
            } else {
                chosen.add(text);
            }
        }
        return chosen;
    }

    /** Contacts for code, which do not depend on where the robot is; the robot's own where {@code all} is given, and none otherwise. */
    public static List<Contact> forCode(List<String> texts, RobotModel robot) {
        List<Contact> contacts = new ArrayList<>();
        for (String text : texts.isEmpty() ? List.<String>of() : chosen(texts, robot)) {
            contacts.add(named(text, contacts.size(), robot));
        }
        return contacts;
    }

    private static Contact named(String text, int index, RobotModel robot) {
        return robot.contacts().stream()
                .filter(own -> own.name().equals(text.strip()))
                .findFirst()
                .orElseGet(() -> typed(text, index, robot));
    }

    private static CutJoint contact(String text, int index, RobotModel robot, Kinematics kinematics) {
        Contact contact = named(text, index, robot);
        return contact.at(kinematics.worldFromBody(robot.bodyIndex(contact.body())));
    }

    private static Contact typed(String text, int index, RobotModel robot) {
        String[] parts = text.split(":", -1);
        if (parts.length < 2 || parts.length > 3) {
            List<String> own = robot.contacts().stream().map(Contact::name).toList();
            throw new UserError("--contact: \"%s\" is not BODY:KIND or BODY:KIND:X,Y,Z; KIND is one of %s%s"
                    .formatted(
                            text,
                            String.join(", ", KINDS),
                            own.isEmpty() ? "" : "; the robot file has " + String.join(", ", own)));
        }
        String body = parts[0].strip();
        if (!robot.hasBody(body)) {
            throw new UserError("--contact: robot \"%s\" has no body \"%s\"".formatted(robot.name(), body));
        }
        Vector3 point = parts.length < 3 ? Vector3.ZERO : Vector3.of(JointValues.list("--contact", parts[2], 3));
        int kind = KINDS.indexOf(parts[1].strip());
        if (kind < 0) {
            throw new UserError("--contact: there is no kind \"%s\"; there are %s"
                    .formatted(parts[1].strip(), String.join(", ", KINDS)));
        }
        return Contact.of(
                "contact%s_%s".formatted(index + 1, body),
                body,
                new Pose(Rotation.IDENTITY, point),
                Contact.Kind.values()[kind]);
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
        ConstraintImpact impact = ConstraintImpact.withFreeMotors(robot, contacts);
        double[] q = joined(start.jointPositions(), start.motorPositions());
        double[] qd = joined(start.jointVelocities(), start.motorVelocities());
        double[] after = new double[qd.length];
        if (robot.baseKind() == BaseKind.FLOATING) {
            BaseMotion base = new BaseMotion();
            start.copyBaseTo(base);
            double[] ofBase = new double[6];
            impact.computeFloating(base, q, qd, 0, ofBase, after);
            start.baseVelocityInBase(ofBase);
        } else {
            impact.compute(null, q, qd, 0, after);
        }
        int n = robot.jointCount();
        start.jointVelocities(Arrays.copyOf(after, n));
        System.arraycopy(after, n, start.motorVelocities(), 0, after.length - n);
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

    private static double[] joined(double[] ofJoints, double[] ofMotors) {
        double[] all = Arrays.copyOf(ofJoints, ofJoints.length + ofMotors.length);
        System.arraycopy(ofMotors, 0, all, ofJoints.length, ofMotors.length);
        return all;
    }
}
