package dev.catena.model;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A robot: an immutable tree of bodies tied by one-degree joints, checked once when built, so that algorithms never see
 * a bad model. Body 0 is the base, and every parent comes before its children. Moving joints have one coordinate each,
 * in the order in which the joints were declared.
 *
 * <p>A joint may follow another one ({@link Coupling}) or be held at a coordinate. Neither has a coordinate of its own, so
 * that joint vectors hold the independent joints alone; both stay joints that can be asked for by name: for their
 * {@link #coordinateOf coordinate}, for poses, for reaction wrenches. A held joint is a fixed joint to every algorithm.
 *
 * <p>A robot may have closed loops: then the tree is what remains when they are cut at {@link Loops#cutJoints}. The
 * algorithms of core know nothing of loops and compute the tree; the mechanism module computes the closed robot.
 *
 * <p>May be shared between threads.
 */
public final class RobotModel {
    private final String name;
    private final Vector3 gravity;
    private final BaseKind baseKind;
    private final InertiaPolicy inertiaPolicy;
    private final List<Body> bodies;
    private final List<Body> declaredBodies;
    private final List<Joint> declaredJoints;
    private final List<Joint> joints;
    private final List<Joint> movingJoints;
    private final List<Joint> coupledJoints;
    private final List<Coupling> couplings;
    private final Map<String, Double> heldJoints;
    private final Map<String, Coupling> couplingOf;
    private final Map<String, Double> heldAt;
    private final List<Joint> activeJoints;
    private final List<Joint> independentJoints;
    private final Loops loops;
    private final List<Shape> shapes;
    private final List<Contact> contacts;
    private final List<Problem> warnings;
    private final List<Problem> notes;
    private final int[] parent;
    private final int[] jointOfBody;
    private final Map<String, Integer> bodyIndex = new HashMap<>();
    private final Map<String, Integer> coordinate = new HashMap<>();

    /** Common to all variants of a robot. */
    private final Object identity;

    RobotModel(RobotModelBuilder builder, ModelCheck checked) {
        this(builder, checked, new Object());
    }

    private RobotModel(RobotModelBuilder builder, ModelCheck checked, Object identity) {
        this.identity = identity;
        name = builder.name();
        gravity = builder.gravity();
        baseKind = builder.baseKind();
        inertiaPolicy = builder.inertiaPolicy();
        declaredBodies = checked.sortedBodies();
        bodies = checked.unifiedBodies();
        declaredJoints = List.copyOf(builder.joints());
        couplings = checked.couplings().sorted();
        heldJoints = Collections.unmodifiableMap(new LinkedHashMap<>(builder.held()));
        joints = List.copyOf(checked.couplings().effectiveJoints());
        couplingOf = Map.copyOf(checked.couplings().resolved());
        heldAt = Map.copyOf(checked.couplings().held());
        movingJoints = joints.stream()
                .filter(joint -> joint.kind().moves() && !couplingOf.containsKey(joint.name()))
                .toList();
        coupledJoints = joints.stream()
                .filter(joint -> couplingOf.containsKey(joint.name()))
                .toList();
        warnings = checked.warnings();
        notes = List.copyOf(builder.notes());
        for (int i = 0; i < bodies.size(); i++) {
            bodyIndex.put(bodies.get(i).name(), i);
        }
        for (int k = 0; k < movingJoints.size(); k++) {
            coordinate.put(movingJoints.get(k).name(), k);
        }
        shapes = builder.shapes().stream()
                .sorted(Comparator.comparingInt(shape -> bodyIndex(shape.body())))
                .toList();
        contacts = List.copyOf(builder.contacts());
        loops = loops(builder);
        activeJoints = named(loops.activeJoints());
        independentJoints = named(loops.independentJoints());
        parent = new int[bodies.size()];
        jointOfBody = new int[bodies.size()];
        parent[0] = -1;
        jointOfBody[0] = -1;
        for (int k = 0; k < joints.size(); k++) {
            int child = bodyIndex(joints.get(k).child());
            parent[child] = bodyIndex(joints.get(k).parent());
            jointOfBody[child] = k;
        }
    }

    private Loops loops(RobotModelBuilder builder) {
        List<String> active = builder.cutJoints().isEmpty() ? jointNames() : builder.activeJoints();
        List<String> independent = builder.independentJoints().isEmpty() ? active : builder.independentJoints();
        return new Loops(builder.cutJoints(), active, independent, builder.assembly());
    }

    private List<Joint> named(List<String> names) {
        return names.stream().map(name -> movingJoints.get(coordinate(name))).toList();
    }

    /** Starts a robot whose base is called "base". */
    public static RobotModelBuilder builder(String name) {
        return new RobotModelBuilder(name);
    }

    /** A builder that holds everything of this robot, to change one thing. */
    public RobotModelBuilder toBuilder() {
        RobotModelBuilder builder = builder(name)
                .gravity(gravity)
                .inertiaPolicy(inertiaPolicy)
                .base(declaredBodies.get(0).name(), declaredBodies.get(0).inertia());
        if (baseKind == BaseKind.FLOATING) {
            builder.floating();
        }
        declaredBodies.subList(1, declaredBodies.size()).forEach(builder::body);
        declaredJoints.forEach(builder::joint);
        couplings.forEach(builder::coupling);
        heldJoints.forEach(builder::hold);
        shapes.forEach(builder::shape);
        contacts.forEach(builder::contact);
        notes.forEach(note -> builder.note(note.location(), note.text()));
        if (hasLoops()) {
            loops.cutJoints().forEach(builder::cut);
            builder.active(loops.activeJoints().toArray(String[]::new));
            builder.independent(loops.independentJoints().toArray(String[]::new));
            loops.assembly().forEach(builder::assembly);
        }
        return builder;
    }

    /** The same robot with frictionless joints, cut joints included, and motors. */
    public RobotModel withoutFriction() {
        RobotModelBuilder builder = toBuilder();
        loops.cutJoints().forEach(cut -> builder.replace(cut.with(Friction.NONE)));
        declaredJoints.forEach(joint ->
                builder.replace(joint.with(Friction.NONE).with(joint.drive().with(Friction.NONE))));
        return variant(builder);
    }

    /** The same robot with rigid drives. */
    public RobotModel withoutSprings() {
        RobotModelBuilder builder = toBuilder();
        declaredJoints.forEach(joint -> builder.replace(joint.with(joint.drive().rigid())));
        return variant(builder);
    }

    /**
     * The tree that remains when all loops are cut, every joint active: for whoever wants a tree's algorithm to answer
     * for the tree although the robot has closed loops.
     */
    public RobotModel openTree() {
        return hasLoops() ? variant(toBuilder().withoutLoops()) : this;
    }

    /** The same robot with its base held, or moved as told. */
    public RobotModel withFixedBase() {
        return baseKind == BaseKind.FIXED ? this : variant(toBuilder().fixed());
    }

    /** The same robot with its base free. */
    public RobotModel withFloatingBase() {
        return baseKind == BaseKind.FLOATING ? this : variant(toBuilder().floating());
    }

    /**
     * The same robot with nothing left of the ground but its frames: no inertia of the base, of what fixed joints tie to
     * it, and of the motors on them. Energy, momentum and mass center are then those of what can move.
     */
    public RobotModel withoutGround() {
        RobotModelBuilder builder = toBuilder().inertiaPolicy(InertiaPolicy.LENIENT);
        boolean[] ground = new boolean[bodies.size()];
        for (int b = 0; b < ground.length; b++) {
            ground[b] = jointOf(b)
                    .map(joint -> !joint.kind().moves() && ground[bodyIndex(joint.parent())])
                    .orElse(true);
            if (ground[b]) {
                builder.replace(new Body(bodies.get(b).name(), SpatialInertia.ZERO));
            }
        }
        for (Joint joint : declaredJoints) {
            Rotor rotor = joint.drive().rotor();
            if (rotor != null && ground[bodyIndex(rotor.carrier())]) {
                builder.replace(joint.with(joint.drive().with(rotor.with(SpatialInertia.ZERO))));
            }
        }
        return variant(builder);
    }

    /** The same robot with a coordinate for every joint that follows another one. */
    public RobotModel withoutCouplings() {
        return couplings.isEmpty() ? this : variant(toBuilder().withoutCouplings());
    }

    /**
     * The same robot with a joint held at a coordinate, rad or m, as if it were fixed there; joints that follow it are held
     * too. In a robot with closed loops the joint is no longer active.
     */
    public RobotModel withHeld(String joint, double q) {
        return variant(toBuilder().hold(joint, q).passive(joint));
    }

    /** The same robot with a held joint free to move again; in a robot with closed loops it is passive. */
    public RobotModel withReleased(String joint) {
        return variant(toBuilder().release(joint));
    }

    /** The same robot with fixed joints in the place of held ones, the mass of their motors counted with the carriers. */
    public RobotModel withWeldedJoints() {
        if (heldAt.isEmpty()) {
            return this;
        }
        RobotModelBuilder builder = toBuilder();
        heldJoints.keySet().forEach(builder::release);
        builder.withoutCouplings();
        couplings.stream()
                .filter(coupling -> !heldAt.containsKey(coupling.joint()))
                .forEach(builder::coupling);
        for (int k = 0; k < joints.size(); k++) {
            Rotor rotor = declaredJoints.get(k).drive().rotor();
            if (heldAt.containsKey(joints.get(k).name())) {
                builder.replace(joints.get(k));
                if (rotor != null) {
                    builder.addTo(rotor.carrier(), rotor.motorInCarrier());
                }
            }
        }
        return variant(builder);
    }

    private RobotModel variant(RobotModelBuilder builder) {
        return new RobotModel(builder, builder.check(), identity);
    }

    /**
     * Whether two models are of one robot: equal, or one made from the other by {@link #openTree}, {@link #withFixedBase},
     * {@link #withFloatingBase}, {@link #withoutFriction}, {@link #withoutSprings}, {@link #withoutGround},
     * {@link #withoutCouplings}, {@link #withHeld}, {@link #withReleased} or
     * {@link #withWeldedJoints}. Bodies and their frames are then the
     * same, and external wrenches of one may be given to algorithms of the other.
     */
    public boolean isVariantOf(RobotModel other) {
        return identity == other.identity || equals(other);
    }

    public String name() {
        return name;
    }

    /** The vector of free fall in world coordinates, m/s². */
    public Vector3 gravity() {
        return gravity;
    }

    public BaseKind baseKind() {
        return baseKind;
    }

    public InertiaPolicy inertiaPolicy() {
        return inertiaPolicy;
    }

    /**
     * All bodies, parents before children; the base comes first. Each is unified with the motors that it carries, rotors
     * locked: what a drive declares as {@link Rotor#motorInCarrier} is in its carrier's inertia here.
     */
    public List<Body> bodies() {
        return bodies;
    }

    /** The bodies as they were declared, in the order of {@link #bodies}, without the motors that drives add to them. */
    public List<Body> declaredBodies() {
        return declaredBodies;
    }

    public Body base() {
        return bodies.get(0);
    }

    /**
     * All joints in the order of declaration, fixed ones included, as algorithms see them: a held joint is a fixed one
     * where it stands, and what joints may do that follow others is in the limits of those. {@link #declaredJoints} has
     * them as they were given.
     */
    public List<Joint> joints() {
        return joints;
    }

    /** The joints as they were declared, in the order of {@link #joints}. */
    public List<Joint> declaredJoints() {
        return declaredJoints;
    }

    /** The joints that have a coordinate, in the order of all joint vectors; those that follow others have none. */
    public List<Joint> movingJoints() {
        return movingJoints;
    }

    /** The joints that move and follow another one, in the order of declaration. */
    public List<Joint> coupledJoints() {
        return coupledJoints;
    }

    /** Whether some joint follows another one. */
    public boolean hasCouplings() {
        return !coupledJoints.isEmpty();
    }

    /** The couplings as they were declared. */
    public List<Coupling> couplings() {
        return couplings;
    }

    /** What a moving joint follows: a joint that has a coordinate, at the end of the chain; empty where it follows none. */
    public Optional<Coupling> couplingOf(String joint) {
        return Optional.ofNullable(couplingOf.get(joint));
    }

    /** By held joint: its coordinate, as declared. */
    public Map<String, Double> heldJoints() {
        return heldJoints;
    }

    /**
     * The coordinate of any joint, whether it has one of its own, follows another one or is held; 0 for a fixed joint.
     *
     * @param q of {@link #movingJoints}
     */
    public double coordinateOf(String joint, double[] q) {
        if (q.length != jointCount()) {
            throw new IllegalArgumentException(
                    "q has length %s, but robot \"%s\" has %s moving joints".formatted(q.length, name, jointCount()));
        }
        Coupling coupling = couplingOf.get(joint);
        if (coupling != null) {
            return coupling.follow(q[coordinate(coupling.leader())]);
        }
        Double value = heldAt.get(joint);
        if (value != null) {
            return value;
        }
        boolean fixed = joints.stream()
                .anyMatch(other -> other.name().equals(joint) && !other.kind().moves());
        return fixed ? 0 : q[coordinate(joint)];
    }

    /** Where a joint is held, by its own or because it follows one that is; empty for all others. */
    public Optional<Double> heldAt(String joint) {
        return Optional.ofNullable(heldAt.get(joint));
    }

    /** The moving joints behind a spring, in the order of joint vectors; each has a motor angle θ of its own. */
    public List<Joint> elasticJoints() {
        return movingJoints.stream().filter(joint -> joint.drive().isElastic()).toList();
    }

    /** The names of {@link #movingJoints}. */
    public List<String> jointNames() {
        return movingJoints.stream().map(Joint::name).toList();
    }

    /** How many numbers a joint vector has; the six of a floating base do not count. */
    public int jointCount() {
        return movingJoints.size();
    }

    /** Whether the robot has closed loops. */
    public boolean hasLoops() {
        return !loops.cutJoints().isEmpty();
    }

    /** The closed loops; in a tree there is no cut joint, and every moving joint is active and independent. */
    public Loops loops() {
        return loops;
    }

    /** The joints that have an actuator, in the order in which they were named; all moving joints of a tree. */
    public List<Joint> activeJoints() {
        return activeJoints;
    }

    /** The joints whose coordinates determine all others; the active ones, unless there are more than freedoms. */
    public List<Joint> independentJoints() {
        return independentJoints;
    }

    /**
     * Complains about closed loops, for whoever would silently compute the open tree.
     *
     * @param what who asks, as in "the mass matrix"
     */
    public void requireTree(String what) {
        if (hasLoops()) {
            throw new IllegalArgumentException(
                    ("robot \"%s\" has closed loops (cut at %s), but %s is for trees only; dev.catena.mechanism"
                                    + " computes the closed robot, openTree() gives the tree")
                            .formatted(
                                    name,
                                    some(loops.cutJoints().stream()
                                            .map(CutJoint::name)
                                            .toList()),
                                    what));
        }
    }

    /**
     * Complains about a robot that has nothing to move, for whoever needs a coordinate at least.
     *
     * @param what who asks, as in "a planned motion"
     */
    public void requireMovingJoint(String what) {
        if (jointCount() == 0) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no moving joint, but %s needs one".formatted(name, what));
        }
    }

    /**
     * Complains about a floating base, for whoever would silently hold it.
     *
     * @param what who asks, as in "the mass matrix"
     */
    public void requireFixedBase(String what) {
        if (baseKind != BaseKind.FIXED) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has a floating base, but %s holds the base: take withFixedBase() if that is meant"
                            .formatted(name, what));
        }
    }

    /**
     * Complains about a fixed base, for whoever would silently free it.
     *
     * @param what who asks, as in "the floating mass matrix"
     */
    public void requireFloatingBase(String what) {
        if (baseKind != BaseKind.FLOATING) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has a fixed base, but %s frees the base: take withFloatingBase() if that is meant"
                            .formatted(name, what));
        }
    }

    /** The shapes of all bodies in the order of {@link #bodies}; no algorithm reads them. */
    public List<Shape> shapes() {
        return shapes;
    }

    /** The places that may stand on the ground; no algorithm reads them. */
    public List<Contact> contacts() {
        return contacts;
    }

    /** The shapes on one body, in the order of declaration. */
    public List<Shape> shapesOf(String body) {
        return shapes.stream().filter(shape -> shape.body().equals(body)).toList();
    }

    /** What the description holds that this model does not: it would be lost if the model were written. */
    public List<Problem> notes() {
        return notes;
    }

    /**
     * Whether a full turn of a coordinate brings every body back to where it was: the joint turns, and so do all that
     * follow it, by whole numbers of turns.
     */
    public boolean returnsAfterTurn(int coordinate) {
        Joint joint = movingJoints.get(coordinate);
        return joint.kind() == JointKind.REVOLUTE
                && coupledJoints.stream().allMatch(follower -> {
                    Coupling coupling = couplingOf.get(follower.name());
                    return coupling == null
                            || !coupling.leader().equals(joint.name())
                            || (follower.kind() == JointKind.REVOLUTE
                                    && coupling.factor() == Math.rint(coupling.factor()));
                });
    }

    /** What is legal but suspicious. */
    public List<Problem> warnings() {
        return warnings;
    }

    /** Index of a body in {@link #bodies}. */
    public int bodyIndex(String body) {
        Integer index = bodyIndex.get(body);
        if (index == null) {
            throw new IllegalArgumentException("robot \"%s\" has no body \"%s\"; its bodies are %s"
                    .formatted(name, body, some(bodies.stream().map(Body::name).toList())));
        }
        return index;
    }

    public boolean hasBody(String body) {
        return bodyIndex.containsKey(body);
    }

    /** Index of a moving joint in the joint vectors. */
    public int coordinate(String joint) {
        Integer index = coordinate.get(joint);
        if (index == null) {
            checkOwnCoordinate(joint);
            throw new IllegalArgumentException("robot \"%s\" has no moving joint \"%s\"; its moving joints are %s"
                    .formatted(name, joint, some(jointNames())));
        }
        return index;
    }

    private void checkOwnCoordinate(String joint) {
        Coupling coupling = couplingOf.get(joint);
        if (coupling != null) {
            throw new IllegalArgumentException(
                    "joint \"%s\" of robot \"%s\" follows joint \"%s\" and has no coordinate of its own"
                            .formatted(joint, name, coupling.leader()));
        }
        if (heldAt.containsKey(joint)) {
            throw new IllegalArgumentException("joint \"%s\" of robot \"%s\" is held at %s and has no coordinate"
                    .formatted(joint, name, heldAt.get(joint)));
        }
    }

    public boolean hasCoordinate(String joint) {
        return coordinate.containsKey(joint);
    }

    /** Index of a body's parent, −1 for the base. */
    public int parent(int body) {
        return parent[body];
    }

    /** The joint whose child the body is; empty for the base. */
    public Optional<Joint> jointOf(int body) {
        return jointOfBody[body] < 0 ? Optional.empty() : Optional.of(joints.get(jointOfBody[body]));
    }

    /** Mass of all bodies and motors, base included. */
    public double totalMass() {
        return bodies.stream().mapToDouble(body -> body.inertia().mass()).sum();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RobotModel that
                && name.equals(that.name)
                && gravity.equals(that.gravity)
                && baseKind == that.baseKind
                && declaredBodies.equals(that.declaredBodies)
                && declaredJoints.equals(that.declaredJoints)
                && couplings.equals(that.couplings)
                && heldJoints.equals(that.heldJoints)
                && loops.equals(that.loops)
                && shapes.equals(that.shapes)
                && contacts.equals(that.contacts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(new Object[] {
            name, gravity, baseKind, declaredBodies, declaredJoints, couplings, heldJoints, loops, shapes, contacts
        });
    }

    @Override
    public String toString() {
        return "RobotModel \"%s\" (%s bodies, %s moving joints%s%s)"
                .formatted(
                        name,
                        bodies.size(),
                        jointCount(),
                        hasCouplings() ? ", %s coupled".formatted(coupledJoints.size()) : "",
                        hasLoops()
                                ? ", %s cut joints".formatted(loops.cutJoints().size())
                                : "");
    }

    private static String some(List<String> names) {
        int shown = Math.min(12, names.size());
        return String.join(", ", names.subList(0, shown)) + (shown < names.size() ? ", …" : "");
    }
}
