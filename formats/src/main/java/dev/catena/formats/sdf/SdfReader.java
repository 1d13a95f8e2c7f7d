package dev.catena.formats.sdf;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.NearestName;
import dev.catena.formats.file.ReadableFolders;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.xml.LeftOut;
import dev.catena.formats.xml.XmlElement;
import dev.catena.formats.xml.XmlTree;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.ModelException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads SDF; {@code docs/sdf.md} says what becomes of every element. */
public final class SdfReader {
    private static final int DEEPEST = 20;

    private final XmlElement root;
    private final FileProblems problems;
    private final ReadOptions options;
    private final SdfFrames frames = new SdfFrames();
    private final Map<String, XmlElement> links = new LinkedHashMap<>();
    private final Map<String, String> scopeOfLink = new LinkedHashMap<>();
    private final Map<XmlElement, String> jointElements = new LinkedHashMap<>();

    private SdfReader(XmlElement root, ReadOptions options) {
        this.root = root;
        this.options = options;
        problems = root.file();
    }

    /**
     * Reads a robot from text.
     *
     * @throws ModelException with every problem found
     */
    public static RobotModel read(String text, String file, ReadOptions options) {
        return read(XmlTree.parse(text, new FileProblems(file)), null, options);
    }

    /** Reads a robot from the elements of a file; null for a text that may include none. */
    public static RobotModel read(XmlElement given, @Nullable Path file, ReadOptions options) {
        if (!given.name().equals("sdf") && !given.name().equals("gazebo")) {
            throw given.file()
                    .fatal(given.line(), "the file must hold an <sdf>, but holds a <%s>".formatted(given.name()));
        }
        ReadableFolders folders =
                new ReadableFolders(file, options.packages(), modelPath(), ReadableFolders.Refusal::new);
        SdfIncludes includes = new SdfIncludes(folders);
        return new SdfReader(includes.resolved(given), options).robot(includes.notFollowed());
    }

    /** Where Gazebo looks for models. */
    private static @Nullable String modelPath() {
        return Stream.of("GZ_SIM_RESOURCE_PATH", "GAZEBO_MODEL_PATH")
                .map(System::getenv)
                .filter(path -> path != null && !path.isBlank())
                .findFirst()
                .orElse(null);
    }

    private RobotModel robot(List<String> notFollowed) {
        XmlElement model = model();
        if (!notFollowed.isEmpty() && model.children("joint").isEmpty()) {
            throw problems.fatal(
                    root.line(),
                    "the robot of the file may be in a model that it includes: %s".formatted(notFollowed.get(0)));
        }
        frames.addRoot(model);
        collect(model, "", 0);
        SdfElements elements = new SdfElements(new LeftOut());
        elements.check(model);
        root.children("world").forEach(elements::check);
        String name = options.name() != null ? options.name() : model.text("name", problems.nameFromFile());
        RobotModelBuilder builder = RobotModel.builder(name.isBlank() ? problems.nameFromFile() : name);
        builder.inertiaPolicy(options.strict() ? InertiaPolicy.STRICT : InertiaPolicy.LENIENT);
        for (XmlElement world : root.children("world")) {
            builder.gravity(SdfFrames.vector(world, "gravity", new Vector3(0, 0, -9.81)));
        }
        addTree(builder, model);
        if (options.floating()) {
            builder.floating();
        }
        if (!problems.isEmpty()) {
            throw problems.exception(name);
        }
        problems.handTo(builder);
        return builder.build();
    }

    /** The one model of the file; those that stand still and have no joints are scenery. */
    private XmlElement model() {
        List<XmlElement> models = new ArrayList<>(root.children("model"));
        root.children("world").forEach(world -> models.addAll(world.children("model")));
        List<XmlElement> robots = models.size() == 1
                ? models
                : models.stream()
                        .filter(model -> !model.children("joint").isEmpty() || !SdfFrames.isTrue(model, "static"))
                        .toList();
        List<XmlElement> named = robots.stream()
                .filter(model -> model.text("name", "").equals(options.name()))
                .toList();
        if (named.size() == 1) {
            return named.get(0);
        }
        if (robots.size() != 1) {
            throw problems.fatal(
                    root.line(),
                    "the file holds %s models that may be robots, but one is expected: %s"
                            .formatted(
                                    robots.size(),
                                    NearestName.some(robots.stream()
                                            .map(model -> model.text("name", "?"))
                                            .toList())));
        }
        return robots.get(0);
    }

    private void collect(XmlElement model, String scope, int depth) {
        if (depth > DEEPEST) {
            throw problems.fatal(model.line(), "models are nested deeper than %s levels".formatted(DEEPEST));
        }
        for (XmlElement child : model.children()) {
            switch (child.name()) {
                case "link" -> addLink(child, scope);
                case "frame" -> {
                    String name = child.requiredText("name");
                    String to = child.text("attached_to", "");
                    String frame = to.isEmpty() ? SdfFrames.modelFrame(scope) : SdfFrames.resolved(scope, to);
                    frames.add(scope, name, child, frame);
                    frames.attach(scope + name, frame);
                }
                case "joint" -> {
                    String end = SdfFrames.resolved(scope, SdfFrames.text(child, "child", ""));
                    frames.addJoint(scope, child.requiredText("name"), child, end);
                    jointElements.put(child, scope);
                }
                case "model" -> {
                    String name = child.requiredText("name");
                    frames.addModel(scope, name, child);
                    canonicalLink(child).ifPresent(link -> frames.attach(scope + name, scope + name + "::" + link));
                    collect(child, scope + name + "::", depth + 1);
                }
                default -> {
                    // read elsewhere, or named as left out
                }
            }
        }
    }

    private static Optional<String> canonicalLink(XmlElement model) {
        if (model.has("canonical_link")) {
            return Optional.of(model.text("canonical_link", ""));
        }
        return model.children("link").stream().findFirst().map(link -> link.text("name", ""));
    }

    /** The world is no link, but some files have one of that name. */
    private void addLink(XmlElement link, String scope) {
        String name = link.requiredText("name");
        if (name.equals(SdfFrames.WORLD)) {
            link.warning("the link \"world\" is taken for the world itself");
            if (SdfFrames.pose(link).position().norm() != 0
                    || !SdfFrames.pose(link).rotation().equals(Rotation.IDENTITY)) {
                link.problem("the link \"world\" has a pose, but it is the world itself");
            }
            return;
        }
        frames.add(scope, name, link, SdfFrames.modelFrame(scope));
        links.put(scope + name, link);
        scopeOfLink.put(scope + name, scope);
    }

    private void addTree(RobotModelBuilder builder, XmlElement model) {
        List<SdfJoint> joints = new ArrayList<>();
        List<SdfJoint> gearboxes = new ArrayList<>();
        List<SdfJoint> closing = new ArrayList<>();
        Set<String> children = new HashSet<>();
        jointElements.forEach((element, scope) -> {
            SdfJoint joint = new SdfJoint(element, scope, frames);
            boolean known = isBody(joint, joint.parent(), "parent") && isBody(joint, joint.child(), "child");
            if (joint.type().equals("gearbox")) {
                gearboxes.add(joint);
            } else if (known) {
                boolean onTree = !joint.child().equals(SdfFrames.WORLD) && children.add(joint.child());
                (onTree ? joints : closing).add(joint);
            }
        });
        String base = base(builder, model, children, joints);
        links.forEach((name, link) -> {
            builder.location(link.location());
            SpatialInertia inertia = inertia(link, name);
            if (name.equals(base)) {
                builder.base(name, inertia);
            } else {
                builder.body(name, inertia);
            }
            SdfShapes.of(link, scopeOfLink.getOrDefault(name, ""), name, frames).forEach(builder::shape);
        });
        joints.forEach(joint -> joint.addTo(builder));
        new SdfConstraints(builder, joints).add(closing, gearboxes, options.openLoops());
    }

    private boolean isBody(SdfJoint joint, String body, String end) {
        if (links.containsKey(body) || body.equals(SdfFrames.WORLD)) {
            return true;
        }
        joint.element()
                .problem("joint \"%s\" has the %s \"%s\", but no link has that name%s"
                        .formatted(joint.name(), end, body, NearestName.hint(body, links.keySet())));
        return false;
    }

    /** A model that a joint ties to the world, or that is static, stands; any other floats. */
    private String base(RobotModelBuilder builder, XmlElement model, Set<String> children, List<SdfJoint> joints) {
        if (links.isEmpty()) {
            problems.problem(model.line(), "the model has no <link>");
            return "";
        }
        List<String> roots =
                links.keySet().stream().filter(link -> !children.contains(link)).toList();
        boolean stands = SdfFrames.isTrue(model, "static");
        boolean tied = joints.stream().anyMatch(joint -> joint.parent().equals(SdfFrames.WORLD));
        if (stands && (tied || roots.size() > 1)) {
            builder.base(SdfFrames.WORLD);
            roots.forEach(root -> weld(builder, root));
            return SdfFrames.WORLD;
        }
        List<String> all = Stream.concat(tied ? Stream.of(SdfFrames.WORLD) : Stream.empty(), roots.stream())
                .toList();
        if (all.size() != 1) {
            problems.problem(
                    model.line(),
                    all.isEmpty()
                            ? "there is no root: every link is the child of a joint, so the joints form a cycle"
                            : "there are %s roots, but a robot has one: no joint has the links %s as its child"
                                    .formatted(all.size(), NearestName.some(all)));
            return "";
        }
        String base = all.get(0);
        if (tied) {
            builder.base(SdfFrames.WORLD);
        } else if (!stands) {
            builder.floating();
            model.warning("no joint ties the model to the world: \"%s\" is a floating base, and its pose is left out"
                    .formatted(base));
        }
        return base;
    }

    /** Links of a model that stands still stay where they are, tied or not. */
    private void weld(RobotModelBuilder builder, String link) {
        XmlElement element = links.getOrDefault(link, root);
        Pose worldFromLink =
                frames.modelFrom(SdfFrames.WORLD, element).inverse().times(frames.modelFrom(link, element));
        builder.location(element.location());
        builder.joint(Joint.fixed(link + "_static", SdfFrames.WORLD, link).at(worldFromLink, Vector3.Z));
    }

    private SpatialInertia inertia(XmlElement link, String name) {
        XmlElement inertial = link.child("inertial");
        if (inertial == null) {
            // what the format says of a link without an inertia
            return SpatialInertia.aboutCenterOfMass(1, Vector3.ZERO, InertiaTensor.diagonal(1, 1, 1));
        }
        if (SdfFrames.isTrue(inertial, "auto", inertial.text("auto", "false"))) {
            inertial.warning("the inertia of link \"%s\" is to be found from its collisions (auto), which is left out"
                    .formatted(name));
        }
        Pose pose = frames.inLink(scopeOfLink.getOrDefault(name, ""), name, inertial);
        XmlElement inertia = inertial.child("inertia");
        InertiaTensor tensor = new InertiaTensor(
                SdfFrames.number(inertia, "ixx", 1),
                SdfFrames.number(inertia, "ixy", 0),
                SdfFrames.number(inertia, "ixz", 0),
                SdfFrames.number(inertia, "iyy", 1),
                SdfFrames.number(inertia, "iyz", 0),
                SdfFrames.number(inertia, "izz", 1));
        boolean turned = !pose.rotation().equals(Rotation.IDENTITY);
        return SpatialInertia.aboutCenterOfMass(
                SdfFrames.number(inertial, "mass", 1),
                pose.position(),
                turned ? tensor.rotated(pose.rotation()) : tensor);
    }
}
