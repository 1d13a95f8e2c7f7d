package dev.catena.model;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects bodies and joints in any order; {@link #build} checks them all and reports every problem at once.
 *
 * <pre>{@code
 * RobotModel arm = RobotModel.builder("planar-arm")
 *         .gravity(0, -9.81, 0)
 *         .link(Joint.revolute("shoulder", "base", "upper"), upperInertia)
 *         .link(Joint.revolute("elbow", "upper", "lower").at(Pose.translation(1, 0, 0), Vector3.Z), lowerInertia)
 *         .build();
 * }</pre>
 */
public final class RobotModelBuilder {
    private final String name;
    private final List<Body> bodies = new ArrayList<>();
    private final List<Joint> joints = new ArrayList<>();
    private final List<CutJoint> cutJoints = new ArrayList<>();
    private final List<String> activeJoints = new ArrayList<>();
    private final List<String> independentJoints = new ArrayList<>();
    private final Map<String, Double> assembly = new LinkedHashMap<>();
    private final List<Coupling> couplings = new ArrayList<>();
    private final Map<String, Double> held = new LinkedHashMap<>();
    private final List<Shape> shapes = new ArrayList<>();
    private final List<Contact> contacts = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> notes = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();
    private final Map<String, String> bodyLocation = new HashMap<>();
    private final Map<String, String> jointLocation = new HashMap<>();
    private final Map<String, String> couplingLocation = new HashMap<>();
    private final Map<String, String> contactLocation = new HashMap<>();

    /** Places in the lists by name, of the first where a name occurs twice. */
    private final Map<String, Integer> bodyIndex = new HashMap<>();

    private final Map<String, Integer> jointIndex = new HashMap<>();
    private Body base = new Body("base", SpatialInertia.ZERO);
    private Vector3 gravity = new Vector3(0, 0, -9.81);
    private BaseKind baseKind = BaseKind.FIXED;
    private InertiaPolicy inertiaPolicy = InertiaPolicy.STRICT;
    private String location = "";
    private String loopLocation = "";

    RobotModelBuilder(String name) {
        this.name = name;
    }

    /** The vector of free fall in world coordinates; (0, 0, −9.81) m/s² unless told otherwise. */
    @CanIgnoreReturnValue
    public RobotModelBuilder gravity(double x, double y, double z) {
        return gravity(new Vector3(x, y, z));
    }

    @CanIgnoreReturnValue
    public RobotModelBuilder gravity(Vector3 gravityInWorld) {
        gravity = gravityInWorld;
        return this;
    }

    /** Names the base, the body that stands in the world. */
    @CanIgnoreReturnValue
    public RobotModelBuilder base(String body) {
        return base(body, SpatialInertia.ZERO);
    }

    @CanIgnoreReturnValue
    public RobotModelBuilder base(String body, SpatialInertia inertiaInBody) {
        base = new Body(body, inertiaInBody);
        bodyLocation.put(body, location);
        return this;
    }

    /** Lets the base float freely. */
    @CanIgnoreReturnValue
    public RobotModelBuilder floating() {
        baseKind = BaseKind.FLOATING;
        return this;
    }

    /** Holds the base, or lets it move as every computation is told. */
    @CanIgnoreReturnValue
    public RobotModelBuilder fixed() {
        baseKind = BaseKind.FIXED;
        return this;
    }

    @CanIgnoreReturnValue
    public RobotModelBuilder inertiaPolicy(InertiaPolicy policy) {
        inertiaPolicy = policy;
        return this;
    }

    /** File and line of what is declared next, for error messages. */
    @CanIgnoreReturnValue
    public RobotModelBuilder location(String fileAndLine) {
        location = fileAndLine;
        return this;
    }

    @CanIgnoreReturnValue
    public RobotModelBuilder body(String body, SpatialInertia inertiaInBody) {
        return body(new Body(body, inertiaInBody));
    }

    @CanIgnoreReturnValue
    public RobotModelBuilder body(Body body) {
        bodyIndex.putIfAbsent(body.name(), bodies.size());
        bodies.add(body);
        bodyLocation.putIfAbsent(body.name(), location);
        return this;
    }

    @CanIgnoreReturnValue
    public RobotModelBuilder joint(Joint joint) {
        jointIndex.putIfAbsent(joint.name(), joints.size());
        joints.add(joint);
        jointLocation.putIfAbsent(joint.name(), location);
        return this;
    }

    /** A joint and the body that it moves. */
    @CanIgnoreReturnValue
    public RobotModelBuilder link(Joint joint, SpatialInertia inertiaInChild) {
        return body(joint.child(), inertiaInChild).joint(joint);
    }

    /** A joint of several freedoms with the massless bodies inside it. */
    @CanIgnoreReturnValue
    public RobotModelBuilder joints(CompositeJoint composite) {
        composite.intermediateBodies().forEach(this::body);
        composite.joints().forEach(this::joint);
        return this;
    }

    /** A joint of several freedoms and the body that it moves. */
    @CanIgnoreReturnValue
    public RobotModelBuilder link(CompositeJoint composite, SpatialInertia inertiaInChild) {
        return joints(composite)
                .body(composite.joints().get(composite.joints().size() - 1).child(), inertiaInChild);
    }

    /** Lets a joint follow another one; the joints may be declared later. */
    @CanIgnoreReturnValue
    public RobotModelBuilder coupling(Coupling coupling) {
        couplings.add(coupling);
        couplingLocation.put(coupling.joint(), location);
        return this;
    }

    /** Lets a joint follow another one: q = factor · q_leader + offset. */
    @CanIgnoreReturnValue
    public RobotModelBuilder coupling(String joint, String leader, double factor, double offset) {
        return coupling(new Coupling(joint, leader, factor, offset));
    }

    /** Gives coordinates of their own to all joints that follow others. */
    @CanIgnoreReturnValue
    public RobotModelBuilder withoutCouplings() {
        couplings.clear();
        return this;
    }

    /** Holds a joint at a coordinate, rad or m: it has no coordinate then, as if it were fixed there. */
    @CanIgnoreReturnValue
    public RobotModelBuilder hold(String joint, double q) {
        held.put(joint, q);
        couplingLocation.put(joint, location);
        return this;
    }

    /** Lets a held joint move again. */
    @CanIgnoreReturnValue
    public RobotModelBuilder release(String joint) {
        if (held.remove(joint) == null) {
            throw new IllegalArgumentException("robot \"%s\" does not hold a joint \"%s\"".formatted(name, joint));
        }
        return this;
    }

    /** Closes a loop; a robot with loops also needs {@link #active} joints. */
    @CanIgnoreReturnValue
    public RobotModelBuilder cut(CutJoint joint) {
        cutJoints.add(joint);
        jointLocation.putIfAbsent(joint.name(), location);
        noteLoops();
        return this;
    }

    /** Loops are where the first of their parts is, or where active joints are named. */
    private void noteLoops() {
        loopLocation = loopLocation.isEmpty() ? location : loopLocation;
    }

    /** Names the joints that have an actuator; only for robots with closed loops, in a tree all have one. */
    @CanIgnoreReturnValue
    public RobotModelBuilder active(String... joints) {
        activeJoints.addAll(Arrays.asList(joints));
        loopLocation = location;
        return this;
    }

    /** Names the active joints that determine all others, where there are more active ones than freedoms. */
    @CanIgnoreReturnValue
    public RobotModelBuilder independent(String... joints) {
        independentJoints.addAll(Arrays.asList(joints));
        noteLoops();
        return this;
    }

    /** Coordinate of a joint near an assembled pose, where the closure of loops starts; zero unless told otherwise. */
    @CanIgnoreReturnValue
    public RobotModelBuilder assembly(String joint, double q) {
        assembly.put(joint, q);
        noteLoops();
        return this;
    }

    /** Takes a joint out of the active and independent ones and out of the assembly. */
    RobotModelBuilder passive(String joint) {
        activeJoints.remove(joint);
        independentJoints.remove(joint);
        assembly.remove(joint);
        return this;
    }

    /** Takes all loops away: the tree remains, with every joint active. */
    @CanIgnoreReturnValue
    public RobotModelBuilder withoutLoops() {
        cutJoints.clear();
        activeJoints.clear();
        independentJoints.clear();
        assembly.clear();
        return this;
    }

    /** Puts a joint in the place of the one that has its name. */
    @CanIgnoreReturnValue
    public RobotModelBuilder replace(Joint joint) {
        Integer k = jointIndex.get(joint.name());
        if (k == null) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no joint \"%s\" to replace".formatted(name, joint.name()));
        }
        joints.set(k, joint);
        return this;
    }

    /** Puts a cut joint in the place of the one that has its name. */
    @CanIgnoreReturnValue
    public RobotModelBuilder replace(CutJoint joint) {
        for (int c = 0; c < cutJoints.size(); c++) {
            if (cutJoints.get(c).name().equals(joint.name())) {
                cutJoints.set(c, joint);
                return this;
            }
        }
        throw new IllegalArgumentException(
                "robot \"%s\" has no cut joint \"%s\" to replace".formatted(name, joint.name()));
    }

    /** Puts a body in the place of the one that has its name. */
    @CanIgnoreReturnValue
    public RobotModelBuilder replace(Body body) {
        if (base.name().equals(body.name())) {
            base = body;
            return this;
        }
        Integer k = bodyIndex.get(body.name());
        if (k == null) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no body \"%s\" to replace".formatted(name, body.name()));
        }
        bodies.set(k, body);
        return this;
    }

    /** Puts a shape on a body; a body may have several. */
    @CanIgnoreReturnValue
    public RobotModelBuilder shape(Shape shape) {
        shapes.add(shape);
        return this;
    }

    /** Takes all shapes away. */
    @CanIgnoreReturnValue
    public RobotModelBuilder withoutShapes() {
        shapes.clear();
        return this;
    }

    /** A place of a body that may stand on the ground. */
    @CanIgnoreReturnValue
    public RobotModelBuilder contact(Contact contact) {
        contacts.add(contact);
        contactLocation.putIfAbsent(contact.name(), location);
        return this;
    }

    /** Adds an inertia to a body. */
    void addTo(String body, SpatialInertia inertiaInBody) {
        for (Body old : allBodies()) {
            if (old.name().equals(body)) {
                replace(new Body(body, old.inertia().plus(inertiaInBody)));
            }
        }
    }

    /** Notes a problem that a reader found; {@link #build} will report it with the others. */
    @CanIgnoreReturnValue
    public RobotModelBuilder problem(String fileAndLine, String text) {
        problems.add(new Problem(fileAndLine, text));
        return this;
    }

    /** Notes a warning that the model will carry. */
    @CanIgnoreReturnValue
    public RobotModelBuilder warning(String fileAndLine, String text) {
        warnings.add(new Problem(fileAndLine, text));
        return this;
    }

    /** Notes what a description holds beside the model, which will be lost when the model is written. */
    @CanIgnoreReturnValue
    public RobotModelBuilder note(String fileAndLine, String text) {
        notes.add(new Problem(fileAndLine, text));
        return this;
    }

    /**
     * Checks everything and makes the model.
     *
     * @throws ModelException with every problem found
     */
    public RobotModel build() {
        return new RobotModel(this, check());
    }

    ModelCheck check() {
        ModelCheck check = new ModelCheck(this);
        if (!check.problems().isEmpty()) {
            throw new ModelException(name, check.problems());
        }
        return check;
    }

    String name() {
        return name;
    }

    Vector3 gravity() {
        return gravity;
    }

    BaseKind baseKind() {
        return baseKind;
    }

    InertiaPolicy inertiaPolicy() {
        return inertiaPolicy;
    }

    /** The base and all other bodies, in the order of declaration. */
    List<Body> allBodies() {
        List<Body> all = new ArrayList<>();
        all.add(base);
        all.addAll(bodies);
        return all;
    }

    List<Joint> joints() {
        return joints;
    }

    List<CutJoint> cutJoints() {
        return cutJoints;
    }

    List<String> activeJoints() {
        return activeJoints;
    }

    List<String> independentJoints() {
        return independentJoints;
    }

    Map<String, Double> assembly() {
        return assembly;
    }

    List<Coupling> couplings() {
        return couplings;
    }

    Map<String, Double> held() {
        return held;
    }

    List<Shape> shapes() {
        return shapes;
    }

    List<Contact> contacts() {
        return contacts;
    }

    List<Problem> notes() {
        return notes;
    }

    List<Problem> problems() {
        return problems;
    }

    List<Problem> warnings() {
        return warnings;
    }

    String locationOfBody(String body) {
        return bodyLocation.getOrDefault(body, "");
    }

    String locationOfJoint(String joint) {
        return jointLocation.getOrDefault(joint, "");
    }

    String locationOfCoupling(String joint) {
        return couplingLocation.getOrDefault(joint, locationOfJoint(joint));
    }

    String locationOfContact(String contact) {
        return contactLocation.getOrDefault(contact, "");
    }

    String locationOfLoops() {
        return loopLocation;
    }
}
