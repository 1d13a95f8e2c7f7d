package dev.catena.formats.mjcf;

import dev.catena.formats.xml.LeftOut;
import dev.catena.formats.xml.XmlElement;
import dev.catena.model.CompositeJoint;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the tree of bodies of an MJCF file, and remembers where everything is in the pose that the file shows. */
final class MjcfBodies {
    static final String WORLD = "world";
    private static final Set<String> SILENT =
            Set.of("camera", "light", "site", "geom", "joint", "freejoint", "inertial", "body", "frame");

    private final MjcfSettings settings;
    private final MjcfGeoms geoms;
    private final RobotModelBuilder builder;
    private final Set<String> names = new HashSet<>(Set.of(WORLD));
    private final Set<String> jointNames = new HashSet<>();
    private final Set<String> givenBodies = new HashSet<>();
    private final Set<String> givenJoints = new HashSet<>();
    private final LeftOut leftOut = new LeftOut();

    /** Joints of one degree and the coordinates that the file shows them at. */
    private final Map<String, Double> references = new LinkedHashMap<>();

    private final Map<String, Pose> worldFromBody = new HashMap<>();
    private final Map<String, Site> sites = new HashMap<>();
    private final Map<String, Joint> joints = new LinkedHashMap<>();

    /** A frame on a body. */
    record Site(String body, Pose bodyFromSite) {}

    /** A body's content with the frames around it resolved. */
    private record Content(XmlElement element, Pose bodyFromFrame, String childClass) {}

    MjcfBodies(MjcfSettings settings, MjcfGeoms geoms, RobotModelBuilder builder) {
        this.settings = settings;
        this.geoms = geoms;
        this.builder = builder;
    }

    /** The joints that move, in the order of the file. */
    Map<String, Joint> joints() {
        return joints;
    }

    boolean isEmpty() {
        return names.size() == 1;
    }

    Map<String, Double> references() {
        return references;
    }

    @Nullable
    Pose worldFromBody(String body) {
        return worldFromBody.get(body);
    }

    @Nullable
    Site site(String name) {
        return sites.get(name);
    }

    /**
     * Reads the world. One free body in an empty world becomes a floating base, all else hangs on the world.
     *
     * @param worldIsTied whether an equality ties something to the world, which then has to be there
     */
    void read(List<XmlElement> worlds, boolean worldIsTied) {
        worlds.forEach(this::collectNames);
        List<Content> contents = new ArrayList<>();
        for (XmlElement world : worlds) {
            collect(world, Pose.IDENTITY, world.text("childclass", ""), contents);
        }
        List<Content> bodies = contents.stream()
                .filter(content -> content.element.name().equals("body"))
                .toList();
        worldFromBody.put(WORLD, Pose.IDENTITY);
        if (!worldIsTied && bodies.size() == 1 && isFree(bodies.get(0).element)) {
            Content body = bodies.get(0);
            String name = name(body.element);
            Pose placed = body.bodyFromFrame.times(settings.pose(body.element));
            builder.location(body.element.location());
            builder.floating();
            warnAboutGravity(body.element);
            body.element.warning(
                    "body \"%s\" moves freely: it becomes the floating base, and its pose is left out".formatted(name));
            worldFromBody.put(name, placed);
            worldFromBody.put(WORLD, Pose.IDENTITY);
            List<Content> inside = contents(body);
            if (inside.stream().filter(MjcfBodies::isJoint).count() > 1) {
                body.element.problem("body \"%s\" moves freely, so that it can have no other joint".formatted(name));
            }
            builder.base(name, inertia(inside, name));
            addContents(inside, name);
            return;
        }
        builder.base(WORLD);
        addContents(contents, WORLD);
    }

    private static boolean isFree(XmlElement body) {
        return !body.children("freejoint").isEmpty()
                || body.children("joint").stream().anyMatch(joint -> "free".equals(joint.text("type")));
    }

    private static boolean isJoint(Content content) {
        return content.element.name().equals("joint") || content.element.name().equals("freejoint");
    }

    /** Names that the file gives are taken before those that are made up. */
    private String name(XmlElement body) {
        if (body.has("name")) {
            return name(body, body.requiredText("name"), names, Set.of(), "body");
        }
        return name(body, "body", names, givenBodies, "");
    }

    private String jointName(XmlElement joint, String body) {
        if (joint.has("name")) {
            return name(joint, joint.requiredText("name"), jointNames, Set.of(), "joint");
        }
        return name(joint, body + "_joint", jointNames, givenJoints, "");
    }

    private static String name(XmlElement element, String base, Set<String> taken, Set<String> given, String kind) {
        String name = base;
        for (int k = 2; given.contains(name) || !taken.add(name); k++) {
            if (!kind.isEmpty()) {
                element.problem("%s \"%s\" is defined twice".formatted(kind, base));
            }
            name = base + "_" + k;
        }
        return name;
    }

    private void collectNames(XmlElement owner) {
        for (XmlElement child : owner.children()) {
            switch (child.name()) {
                case "body", "frame" -> {
                    givenBodies.add(child.text("name", ""));
                    collectNames(child);
                }
                case "joint", "freejoint" -> givenJoints.add(child.text("name", ""));
                default -> {}
            }
        }
    }

    private List<Content> contents(Content body) {
        List<Content> inside = new ArrayList<>();
        collect(body.element, Pose.IDENTITY, body.element.text("childclass", body.childClass), inside);
        return inside;
    }

    private void collect(XmlElement owner, Pose bodyFromFrame, String childClass, List<Content> contents) {
        for (XmlElement child : owner.children()) {
            if (child.name().equals("frame")) {
                collect(
                        child,
                        bodyFromFrame.times(settings.pose(child)),
                        child.text("childclass", childClass),
                        contents);
            } else if (SILENT.contains(child.name())) {
                boolean hasClass = !child.name().equals("body") && !child.name().equals("inertial");
                contents.add(new Content(
                        hasClass ? settings.resolved(child, childClass) : child, bodyFromFrame, childClass));
            } else {
                leftOut.element(child, Set.of());
            }
        }
    }

    private void addContents(List<Content> contents, String body) {
        for (Content content : contents) {
            XmlElement element = content.element;
            builder.location(element.location());
            switch (element.name()) {
                case "geom" ->
                    geoms.shapes(geoms.geom(element, content.bodyFromFrame), body)
                            .forEach(builder::shape);
                case "site" ->
                    sites.put(
                            element.text("name", ""),
                            new Site(body, content.bodyFromFrame.times(settings.pose(element))));
                case "body" -> addBody(content, body);
                default -> {}
            }
        }
    }

    private void addBody(Content content, String parent) {
        XmlElement element = content.element;
        String name = name(element);
        if (element.text("mocap", "false").equals("true")) {
            element.warning("body \"%s\" is moved by motion capture (mocap); it is read as fixed".formatted(name));
        }
        warnAboutGravity(element);
        Pose parentFromBody = content.bodyFromFrame.times(settings.pose(element));
        Pose worldFromParent = worldFromBody.getOrDefault(parent, Pose.IDENTITY);
        worldFromBody.put(name, worldFromParent.times(parentFromBody));
        List<Content> inside = contents(content);
        addJoints(inside, parent, name, parentFromBody);
        builder.location(element.location());
        builder.body(name, inertia(inside, name));
        addContents(inside, name);
    }

    private void warnAboutGravity(XmlElement body) {
        if (body.number("gravcomp", 0) != 0) {
            leftOut.thing(body, "gravcomp of <body>, which takes its weight away,");
        }
    }

    /** All joints of a body, each carried by those before it; none makes it part of its parent. */
    private void addJoints(List<Content> inside, String parent, String body, Pose parentFromBody) {
        List<Content> elements = inside.stream().filter(MjcfBodies::isJoint).toList();
        if (elements.isEmpty()) {
            builder.joint(Joint.fixed(jointNames.add(body + "_fixed") ? body + "_fixed" : body + "_weld", parent, body)
                    .at(parentFromBody, Vector3.Z));
        }
        String from = parent;
        Pose placement = parentFromBody;
        for (int k = 0; k < elements.size(); k++) {
            XmlElement element = elements.get(k).element;
            String name = jointName(element, body);
            String to = k == elements.size() - 1 ? body : name + "_body";
            builder.location(element.location());
            MjcfJoint joint = new MjcfJoint(settings, element, elements.get(k).bodyFromFrame);
            CompositeJoint composite = joint.joints(name, from, to, placement);
            builder.joints(composite);
            for (Joint single : composite.joints()) {
                references.put(single.name(), composite.joints().size() == 1 ? joint.reference() : 0);
                joints.put(single.name(), single);
            }
            if (!to.equals(body)) {
                builder.body(to, SpatialInertia.ZERO);
            }
            from = to;
            placement = Pose.IDENTITY;
        }
    }

    private SpatialInertia inertia(List<Content> inside, String name) {
        XmlElement inertial = inertial(inside);
        String fromGeoms = settings.inertiaFromGeoms();
        if (inertial != null && !fromGeoms.equals("true")) {
            return bounded(declared(inertial));
        }
        SpatialInertia sum = SpatialInertia.ZERO;
        if (!fromGeoms.equals("false")) {
            for (Content content : inside) {
                if (content.element.name().equals("geom")) {
                    geoms.refuseUnsized(content.element, name);
                    MjcfGeoms.Geom geom = geoms.geom(content.element.asWarnings(), content.bodyFromFrame);
                    sum = sum.plus(geoms.inertia(geom, name));
                }
            }
        }
        // a body whose geoms weigh nothing keeps what it declares
        return bounded(sum.mass() == 0 && inertial != null ? declared(inertial) : sum);
    }

    /** A frame moves joints, geoms, sites and bodies, but not the inertia of the body that it is in. */
    private static @Nullable XmlElement inertial(List<Content> inside) {
        XmlElement found = null;
        for (Content content : inside) {
            if (content.element.name().equals("inertial") && found != null) {
                content.element.warning("<body> has more than one <inertial>; the first one counts");
            } else if (content.element.name().equals("inertial")) {
                found = content.element;
                if (!content.bodyFromFrame.equals(Pose.IDENTITY)) {
                    found.warning("<inertial> stands in a <frame>, but counts in the axes of its body, as in MuJoCo");
                }
            }
        }
        return found;
    }

    private SpatialInertia declared(XmlElement inertial) {
        Pose bodyFromInertia = settings.pose(inertial);
        double[] diagonal = inertial.numbers("diaginertia", 3, 3);
        double[] full = inertial.numbers("fullinertia", 6, 6);
        InertiaTensor tensor = InertiaTensor.ZERO;
        if (full.length == 6) {
            tensor = new InertiaTensor(full[0], full[3], full[4], full[1], full[5], full[2]);
        } else if (diagonal.length == 3) {
            tensor = InertiaTensor.diagonal(diagonal[0], diagonal[1], diagonal[2]);
        }
        return SpatialInertia.aboutCenterOfMass(
                inertial.requiredNumber("mass"),
                bodyFromInertia.position(),
                tensor.rotated(bodyFromInertia.rotation()));
    }

    /** The least mass and principal moments that the compiler gives every body; balanced ones are all alike. */
    private SpatialInertia bounded(SpatialInertia inertia) {
        double leastMass = settings.compilerNumber("boundmass");
        double least = settings.compilerNumber("boundinertia");
        boolean balanced = settings.compilerFlag("balanceinertia");
        if (leastMass == 0 && least == 0 && !balanced) {
            return inertia;
        }
        InertiaTensor tensor = inertia.tensorAboutCenter();
        if (least > 0) {
            tensor = tensor.withMomentsAtLeast(least);
        }
        double[] moments = tensor.principalMoments();
        if (balanced && moments[0] + moments[1] < moments[2]) {
            double mean = (moments[0] + moments[1] + moments[2]) / 3;
            tensor = InertiaTensor.diagonal(mean, mean, mean);
        }
        return new SpatialInertia(Math.max(inertia.mass(), leastMass), inertia.centerOfMass(), tensor);
    }
}
