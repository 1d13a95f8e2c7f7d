package dev.catena.formats.urdf;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.NearestName;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.xml.XmlElement;
import dev.catena.formats.xml.XmlTree;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.ModelException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads URDF; {@code docs/urdf.md} says what becomes of every element. The root link is the base, joints keep the order
 * of the document, and inertias that no body can have are warnings unless the reading is strict.
 */
public final class UrdfReader {
    private static final Set<String> OF_ROBOT = Set.of("link", "joint", "catena", "material");
    private static final Set<String> SKIPPED_IN_ROBOT =
            Set.of("gazebo", "transmission", "ros2_control", "sensor", "group", "version", "size");
    private static final Set<String> OF_LINK = Set.of("inertial", "visual", "collision", "catena");
    private static final Set<String> SKIPPED_IN_LINK =
            Set.of("self_collision_checking", "sensor", "contact", "verbose", "audio_source", "origin");

    private static final String WORLD = "world";

    private final FileProblems problems;
    private final ReadOptions options;
    private final XmlElement robot;
    private final Map<String, XmlElement> links = new LinkedHashMap<>();
    private final UrdfBodyFrames bodyFrames;
    private final Set<String> warnedElements = new TreeSet<>();
    private final Map<String, Integer> leftOut = new TreeMap<>();

    private UrdfReader(XmlElement robot, FileProblems problems, ReadOptions options) {
        this.problems = problems;
        this.options = options;
        this.robot = robot;
        for (XmlElement link : robot.children("link")) {
            String name = link.requiredText("name");
            if (links.putIfAbsent(name, link) != null) {
                link.problem("link \"%s\" is defined twice".formatted(name));
            }
        }
        bodyFrames = new UrdfBodyFrames(robot);
    }

    /**
     * Reads a robot from text.
     *
     * @param file what to call the file in messages
     * @throws ModelException with every problem found
     */
    public static RobotModel read(String text, String file, ReadOptions options) {
        FileProblems problems = new FileProblems(file);
        return read(XmlTree.parse(text, problems), options);
    }

    /** Reads a robot from bytes: UTF-8, or whatever encoding the XML declaration names. */
    public static RobotModel read(byte[] bytes, String file, ReadOptions options) {
        FileProblems problems = new FileProblems(file);
        return read(XmlTree.parse(bytes, problems), options);
    }

    /** Reads a robot from a tree of elements, which may come from several files. */
    public static RobotModel read(XmlElement robot, ReadOptions options) {
        return new UrdfReader(robot, robot.file(), options).robot();
    }

    private RobotModel robot() {
        if (!robot.name().equals("robot")) {
            throw problems.fatal(
                    robot.line(), "the file must hold a <robot>, but holds a <%s>".formatted(robot.name()));
        }
        String name = name();
        warnAboutUnknown(robot, OF_ROBOT, SKIPPED_IN_ROBOT);
        UrdfAttributes.check(robot);
        RobotModelBuilder builder = RobotModel.builder(name);
        builder.inertiaPolicy(options.strict() ? InertiaPolicy.STRICT : InertiaPolicy.LENIENT);
        readExtension(builder);
        Base base = base();
        readLinks(builder, base);
        UrdfJoint reader = new UrdfJoint(builder, bodyFrames, this::warnAboutUnknown, options.strict());
        for (XmlElement joint : robot.children("joint")) {
            if (joint != base.floatingJoint && !bodyFrames.isBodyFrame(joint)) {
                builder.location(joint.location());
                reader.read(joint);
            }
        }
        if (base.link.isEmpty()) {
            throw problems.exception(name);
        }
        noteLeftOut();
        problems.handTo(builder);
        return builder.build();
    }

    private void noteLeftOut() {
        if (!leftOut.isEmpty()) {
            problems.note(
                    robot.line(),
                    "not kept: "
                            + leftOut.entrySet().stream()
                                    .map(entry -> "%s <%s>".formatted(entry.getValue(), entry.getKey()))
                                    .collect(Collectors.joining(", ")));
        }
    }

    private String name() {
        if (options.name() != null) {
            return options.name();
        }
        String name = robot.text("name");
        if (name == null || name.isBlank()) {
            robot.warning("the robot has no name; it is called after its file");
            return problems.nameFromFile();
        }
        return name;
    }

    /** What URDF has no place for: gravity, a floating base, the policy on inertias, closed loops. */
    private void readExtension(RobotModelBuilder builder) {
        boolean floating = options.floating();
        XmlElement extension = robot.child("catena");
        if (extension != null) {
            extension.requireKnown(Set.of("gravity", "floating", "inertia_policy"));
            builder.gravity(extension.vector("gravity", new Vector3(0, 0, -9.81)));
            floating |= extension.flag("floating");
            if ("strict".equals(extension.text("inertia_policy"))) {
                builder.inertiaPolicy(InertiaPolicy.STRICT);
            }
            warnAboutUnknown(extension, UrdfLoops.ELEMENTS, Set.of());
            new UrdfLoops(extension).addTo(builder);
            if (!extension.children("cut").isEmpty()) {
                problems.openLoops(options, extension.line(), builder);
            }
        }
        if (floating) {
            builder.floating();
        }
    }

    /**
     * The base of the robot.
     *
     * @param link name of the base link, empty where there is none
     * @param dropped name of a root link that only carries a floating joint, or null
     */
    private record Base(
            String link, @Nullable String dropped, @Nullable XmlElement floatingJoint) {}

    private Base base() {
        if (links.isEmpty()) {
            robot.problem("the robot has no <link>");
            return new Base("", null, null);
        }
        declareWorld();
        Set<String> children = new HashSet<>();
        boolean undeclared = false;
        for (XmlElement joint : robot.children("joint")) {
            XmlElement child = joint.child("child");
            if (child != null && child.text("link") != null) {
                children.add(String.valueOf(child.text("link")));
            }
            undeclared |= isUndeclared(joint, "parent");
            undeclared |= isUndeclared(joint, "child");
        }
        if (undeclared) {
            return new Base("", null, null);
        }
        List<String> roots =
                links.keySet().stream().filter(link -> !children.contains(link)).toList();
        if (roots.isEmpty()) {
            robot.problem("there is no root: every link is the child of a joint, so the joints form a cycle");
            return new Base("", null, null);
        }
        if (roots.size() > 1) {
            problems.problem(
                    lineOf(roots.get(1)),
                    "there are %s roots, but a robot has one: no joint has the links %s as its child"
                            .formatted(roots.size(), NearestName.some(roots)));
            return new Base("", null, null);
        }
        return floatingBase(roots.get(0));
    }

    /** Some programs know the world without being told. */
    private void declareWorld() {
        for (XmlElement joint : robot.children("joint")) {
            XmlElement parent = joint.child("parent");
            if (parent != null && WORLD.equals(parent.text("link")) && !links.containsKey(WORLD)) {
                joint.warning("no <link> is called \"world\"; it is taken for the ground");
                XmlElement world = new XmlElement("link", joint.line(), joint.file());
                world.attribute("name", WORLD);
                links.put(WORLD, world);
            }
        }
    }

    /** Names a link that a joint ties and that the file does not have. */
    private boolean isUndeclared(XmlElement joint, String end) {
        XmlElement element = joint.child(end);
        String link = element == null ? null : element.text("link");
        if (link == null || link.isBlank() || links.containsKey(link)) {
            return false;
        }
        joint.problem("joint \"%s\" has the %s link \"%s\", but no <link> has that name%s"
                .formatted(joint.text("name"), end, link, NearestName.hint(link, links.keySet())));
        return true;
    }

    /** Looks for a floating joint at the root; elsewhere such a joint is six joints. */
    private Base floatingBase(String root) {
        List<XmlElement> atRoot = new ArrayList<>();
        XmlElement floating = null;
        for (XmlElement joint : robot.children("joint")) {
            XmlElement parent = joint.child("parent");
            boolean fromRoot = parent != null && root.equals(parent.text("link"));
            if (fromRoot) {
                atRoot.add(joint);
            }
            if (fromRoot && floating == null && "floating".equals(joint.text("type"))) {
                floating = joint;
            }
        }
        XmlElement rootLink = links.get(root);
        boolean emptyWorld = atRoot.size() == 1 && rootLink != null && rootLink.child("inertial") == null;
        if (floating == null || !emptyWorld) {
            return new Base(root, null, null);
        }
        XmlElement child = floating.child("child");
        String base = child == null ? "" : child.requiredText("link");
        floating.warning(
                "floating joint \"%s\": \"%s\" becomes the floating base, and the link \"%s\" and the joint's origin are left out"
                        .formatted(floating.text("name"), base, root));
        return new Base(base, root, floating);
    }

    private void readLinks(RobotModelBuilder builder, Base base) {
        if (base.floatingJoint != null) {
            builder.floating();
        }
        UrdfShapes shapes = new UrdfShapes(robot);
        links.forEach((name, link) -> {
            warnAboutUnknown(link, OF_LINK, SKIPPED_IN_LINK);
            builder.location(link.location());
            if (!name.equals(base.dropped)) {
                shapes.of(link, name).forEach(builder::shape);
            }
            SpatialInertia inertia = inertia(link, name, name.equals(base.link));
            if (name.equals(base.link)) {
                builder.base(name, inertia);
            } else if (!name.equals(base.dropped) && !bodyFrames.isJointFrame(name)) {
                builder.body(name, inertia);
            }
        });
    }

    private SpatialInertia inertia(XmlElement link, String name, boolean isBase) {
        XmlElement inertial = link.child("inertial");
        if (inertial == null) {
            if (!isBase && !bodyFrames.isMassless(link)) {
                link.warning("link \"%s\" has no inertia".formatted(name));
            }
            return SpatialInertia.ZERO;
        }
        Pose bodyFromInertia = origin(inertial);
        XmlElement mass = inertial.child("mass");
        if (mass == null) {
            inertial.problem("the <inertial> of link \"%s\" has no <mass>".formatted(name));
        }
        InertiaTensor tensor = InertiaTensor.ZERO;
        XmlElement inertia = inertial.child("inertia");
        if (inertia != null) {
            tensor = new InertiaTensor(
                    inertia.requiredNumber("ixx"),
                    inertia.number("ixy", 0),
                    inertia.number("ixz", 0),
                    inertia.requiredNumber("iyy"),
                    inertia.number("iyz", 0),
                    inertia.requiredNumber("izz"));
        }
        boolean turned = !bodyFromInertia.rotation().equals(Rotation.IDENTITY);
        return SpatialInertia.aboutCenterOfMass(
                mass == null ? 0 : mass.requiredNumber("value"),
                bodyFromInertia.position(),
                turned ? tensor.rotated(bodyFromInertia.rotation()) : tensor);
    }

    /** The {@code <origin>} of an element; the identity where there is none. */
    static Pose origin(XmlElement owner) {
        XmlElement origin = owner.child("origin");
        if (origin == null) {
            return Pose.IDENTITY;
        }
        return new Pose(rotation(origin), origin.vector("xyz", Vector3.ZERO));
    }

    /** By {@code rpy}, or, from version 1.2 of the format on, {@code quat_xyzw}. */
    private static Rotation rotation(XmlElement origin) {
        Vector3 rpy = origin.vector("rpy", Vector3.ZERO);
        double[] quaternion = origin.numbers("quat_xyzw", 4, 4);
        if (quaternion.length == 4) {
            if (origin.has("rpy")) {
                origin.problem("<origin> has both rpy and quat_xyzw");
            }
            if (Arrays.stream(quaternion).allMatch(number -> number == 0)) {
                origin.problem("quat_xyzw of <origin> is zero, so that it names no orientation");
                return Rotation.IDENTITY;
            }
            return Rotation.fromQuaternion(quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
        }
        boolean turned = rpy.x() != 0 || rpy.y() != 0 || rpy.z() != 0;
        return turned ? Rotation.fromRollPitchYaw(rpy.x(), rpy.y(), rpy.z()) : Rotation.IDENTITY;
    }

    private int lineOf(String link) {
        XmlElement element = links.get(link);
        return element == null ? robot.line() : element.line();
    }

    /** Warns once about every name of an element that is neither read nor known to be without meaning here. */
    private void warnAboutUnknown(XmlElement owner, Set<String> read, Set<String> skipped) {
        for (XmlElement child : owner.children()) {
            if (child.name().startsWith("xacro:")) {
                throw child.file()
                        .fatal(
                                child.line(),
                                "<%s> is xacro, not URDF; name the file .xacro, and it is expanded"
                                        .formatted(child.name()));
            }
            if (!read.contains(child.name())) {
                leftOut.merge(child.name(), 1, Integer::sum);
            }
            if (!read.contains(child.name())
                    && !skipped.contains(child.name())
                    && warnedElements.add(owner.name() + "/" + child.name())) {
                child.warning("unknown element <%s> in <%s> is ignored".formatted(child.name(), owner.name()));
            }
        }
    }
}
