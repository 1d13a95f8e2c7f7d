package dev.catena.app.plan;

import dev.catena.formats.yaml.YamlContacts;
import dev.catena.formats.yaml.YamlMap;
import dev.catena.ground.Foot;
import dev.catena.ground.GlobalJoints;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.Contact;
import dev.catena.model.Extent;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.GroundFunctions;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.function.StandingLoads;
import dev.catena.planning.function.StandingPoints;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Support;
import dev.catena.planning.function.Surroundings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A robot that stands: the {@code contacts} of a plan stay exactly where they are at the start, and what the ground exerts there is
 * found, as long as it presses, does not slip, and the pressure is within the area of the contact.
 */
final class PlanContacts {
    private static final double INF = Double.POSITIVE_INFINITY;

    /** So far from each other, as a share of the robot's length, three points of a flat contact without an area hold it. */
    private static final double ARM = 0.125;

    private final RobotModel robot;
    private final List<Contact> contacts;
    private final List<Pose> places = new ArrayList<>();
    private final OptionalDouble tolerance;
    private final double ownArm;

    private PlanContacts(RobotModel robot, List<Contact> contacts, OptionalDouble tolerance) {
        this.robot = robot;
        this.contacts = contacts;
        this.tolerance = tolerance;
        ownArm = ARM * Extent.of(robot).length();
    }

    /** The robot placed in the world by joints, if the plan has contacts and its base floats. */
    static RobotModel placed(YamlMap top, RobotModel robot) {
        if (!top.has("contacts")) {
            return robot;
        }
        if (robot.baseKind() != BaseKind.FLOATING || robot.hasLoops()) {
            String instead = robot.hasLoops()
                    ? "it has closed loops: plan the tree in which a joint is driven where a loop drives it, and let torque or simulate find what the loop needs"
                    : "its base is fixed: let it float (--floating), or close the way to the ground by a loop whose first body is the base";
            top.problem(
                    "contacts",
                    "contacts are for trees whose base floats, which robot \"%s\" is not; %s"
                            .formatted(robot.name(), instead));
            return robot;
        }
        return GlobalJoints.attach(robot);
    }

    /** Those that the file names, of the robot's own, or describes. */
    static PlanContacts read(YamlMap top, RobotModel robot) {
        List<Contact> contacts = new ArrayList<>();
        List<Contact> own = robot.contacts();
        List<String> names = own.stream().map(Contact::name).toList();
        if (own.isEmpty()) {
            for (YamlMap entry : top.maps("contacts")) {
                contacts.add(YamlContacts.read(entry));
            }
        } else if (top.isList("contacts")) {
            for (String name : top.texts("contacts")) {
                if (names.contains(name)) {
                    contacts.add(own.get(names.indexOf(name)));
                } else {
                    top.problem("contacts", "there is no contact \"%s\"; the robot file has %s".formatted(name, names));
                }
            }
        } else if (top.text("contacts", "all").equals("all")) {
            contacts.addAll(own);
        } else {
            top.problem("contacts", "contacts are all, or a list of names among " + names);
        }
        List<Contact> usable = new ArrayList<>();
        for (Contact contact : contacts) {
            boolean stands = contact.kind() == Contact.Kind.POINT || contact.kind() == Contact.Kind.FLAT;
            if (!stands || !robot.hasBody(contact.body())) {
                top.problem(
                        "contacts",
                        "contact \"%s\" on body \"%s\" is %s; plans stand on points and flat contacts of bodies of robot \"%s\": leave it out, or describe it as point or flat"
                                .formatted(
                                        contact.name(),
                                        contact.body(),
                                        contact.kind().word(),
                                        robot.name()));
            } else if (follower(robot, contact.body()).isPresent()) {
                top.problem(
                        "contacts",
                        "contact \"%s\" is on body \"%s\", which is moved by joint \"%s\", that follows another: plans stand on bodies before such joints; let it have a coordinate of its own"
                                .formatted(
                                        contact.name(),
                                        contact.body(),
                                        follower(robot, contact.body()).get()));
            } else {
                usable.add(contact);
            }
        }
        OptionalDouble tolerance = top.has("contact-tolerance")
                ? OptionalDouble.of(top.number("contact-tolerance", 1))
                : OptionalDouble.empty();
        if (tolerance.isPresent() && !(tolerance.getAsDouble() > 0)) {
            top.problem("contact-tolerance", "the tolerance of contacts must be positive");
        }
        return new PlanContacts(robot, usable, tolerance);
    }

    /** A joint on the way from the base to a body that has no coordinate of its own. */
    private static Optional<String> follower(RobotModel robot, String body) {
        Optional<Joint> joint = robot.jointOf(robot.bodyIndex(body));
        while (joint.isPresent()) {
            String name = joint.get().name();
            if (robot.couplingOf(name).isPresent()) {
                return Optional.of(name);
            }
            joint = robot.jointOf(robot.bodyIndex(joint.get().parent()));
        }
        return Optional.empty();
    }

    boolean isEmpty() {
        return contacts.isEmpty();
    }

    /** Whether the plan has contacts and the robot springs, which feel how loads change. */
    static boolean hasSprings(YamlMap top, RobotModel robot) {
        return top.has("contacts") && !robot.elasticJoints().isEmpty();
    }

    /** Feet that stand where they are at the start, whose loads are as smooth as springs need them. */
    StandingLoads loads(double[] start, Surroundings around) {
        StandingLoads loads = new StandingLoads(robot).under(around);
        List<Foot> feet = place(start);
        for (int c = 0; c < feet.size(); c++) {
            Pose frame = contacts.get(c).bodyFromContact();
            List<Vector3> area = contacts.get(c).area();
            Vector3 middle = Vector3.ZERO;
            for (Vector3 corner : area) {
                middle = middle.plus(corner.times(1.0 / area.size()));
            }
            double arm = 0;
            for (Vector3 corner : area) {
                arm += corner.minus(middle).norm() / (Math.sqrt(2) * area.size());
            }
            loads = loads.with(feet.get(c), places.get(c).apply(frame.apply(middle)), area.isEmpty() ? ownArm : arm);
        }
        return loads;
    }

    /** All contacts stand all the time, where they are at the start. */
    Support support(double[] start, Surroundings around) {
        Support support = new Support(robot, place(start))
                .under(around)
                .about(PlanGround.near(robot, start, contacts.get(0).body()))
                .allGiven(0, 1, contacts.stream().map(Contact::name).toArray(String[]::new));
        for (int c = 0; c < contacts.size(); c++) {
            support = support.guess(
                    contacts.get(c).name(),
                    places.get(c).apply(contacts.get(c).bodyFromContact().position()));
        }
        return support;
    }

    /** The contacts as feet; remembers where their bodies are. */
    private List<Foot> place(double[] start) {
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(start);
        List<Foot> feet = new ArrayList<>();
        places.clear();
        for (Contact contact : contacts) {
            places.add(kinematics.worldFromBody(robot.bodyIndex(contact.body())));
            boolean point = contact.kind() == Contact.Kind.POINT;
            feet.add(new Foot(
                    contact.name(),
                    contact.body(),
                    point ? Optional.of(contact.bodyFromContact().position()) : Optional.empty()));
        }
        return feet;
    }

    /** Joints without drives. */
    static List<String> undriven() {
        return GlobalJoints.NAMES;
    }

    /** The points that stay where they are at the start: one of a contact that turns, three of one that does not. */
    StandingPoints standing(double[] start) {
        StandingPoints standing = new StandingPoints(robot);
        if (tolerance.isPresent()) {
            standing = standing.tolerance(tolerance.getAsDouble());
        }
        for (Contact contact : contacts) {
            standing = standing.with(contact.body(), start, points(contact).toArray(Vector3[]::new));
        }
        return standing;
    }

    /** Nothing is left for the joints without drives. */
    static void balance(MotionLimits limits, GroundFunctions functions) {
        double[] zero = new double[GlobalJoints.NAMES.size()];
        limits.add(functions.leftOver(GlobalJoints.NAMES), zero, zero);
    }

    /** Contacts press, do not slip, and press within their areas. */
    void limit(MotionLimits limits, GroundFunctions functions) {
        for (int c = 0; c < contacts.size(); c++) {
            Contact contact = contacts.get(c);
            Pose place = places.get(c);
            limits.add(functions.pressing(contact.name()), new double[1], new double[] {INF});
            if (contact.friction() < INF) {
                limits.add(functions.friction(contact.friction(), contact.name()), new double[4], new double[] {
                    INF, INF, INF, INF
                });
            }
            if (!contact.area().isEmpty()) {
                List<Vector3> corners = contact.area().stream()
                        .map(corner -> place.apply(contact.bodyFromContact().apply(corner)))
                        .toList();
                StateFunction inside = functions.pressure(corners, contact.name());
                double[] most = new double[inside.rows()];
                Arrays.fill(most, INF);
                limits.add(inside, new double[inside.rows()], most);
            }
        }
    }

    /** Points of the body that stay: one, or three of a contact that does not turn. */
    private List<Vector3> points(Contact contact) {
        Pose frame = contact.bodyFromContact();
        if (contact.kind() == Contact.Kind.POINT) {
            return List.of(frame.position());
        }
        List<Vector3> corners = contact.area().isEmpty()
                ? List.of(Vector3.ZERO, new Vector3(ownArm, 0, 0), new Vector3(0, ownArm, 0))
                : contact.area().subList(0, 3);
        return corners.stream().map(frame::apply).toList();
    }
}
