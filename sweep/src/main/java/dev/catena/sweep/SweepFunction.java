package dev.catena.sweep;

import dev.catena.compile.Batch;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.formats.file.NearestName;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.Shape;
import dev.catena.quantity.StateVariable;
import dev.catena.quantity.Unit;
import dev.catena.sweep.source.CycleStates;
import dev.catena.sweep.source.Variable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A quantity of a robot as a function of what varies: joint motions ({@code q_joint1}, {@code qd_joint1}, …) and
 * parameters of the robot ({@code payload}, {@code mass_link3}, {@code center_x_link3}, {@code coulomb_joint1},
 * {@code viscous_joint1}), which then take the place of the model's. Immutable; compiled when a sweep is made.
 */
public final class SweepFunction {
    static final String PAYLOAD = "payload";
    static final String LOAD = "load";
    private static final List<String> BODY_PREFIXES = List.of("mass_", "center_x_", "center_y_", "center_z_");
    private static final List<String> FRICTION_PREFIXES = List.of("coulomb_", "viscous_");
    private static final Set<String> MARKS = Set.of("time", CycleStates.DRAW);

    private final RobotModel model;
    private final Quantity quantity;
    private final @Nullable String payloadBody;
    private final Vector3 payloadInBody;
    private final boolean exact;

    private SweepFunction(
            RobotModel model, Quantity quantity, @Nullable String payloadBody, Vector3 payloadInBody, boolean exact) {
        this.model = model;
        this.quantity = quantity;
        this.payloadBody = payloadBody;
        this.payloadInBody = payloadInBody;
        this.exact = exact;
    }

    /**
     * A function without a payload.
     *
     * @throws IllegalArgumentException for a quantity that is not compiled, or a robot that is no tree on a fixed base
     */
    public static SweepFunction of(RobotModel model, Quantity quantity) {
        if (!RobotCompiler.quantities().contains(quantity) || quantity.inputs().contains(StateVariable.FACTOR)) {
            throw new IllegalArgumentException("%s cannot be swept; there are %s"
                    .formatted(
                            quantity.key(),
                            String.join(
                                    ", ",
                                    RobotCompiler.quantities().stream()
                                            .filter(other -> !other.inputs().contains(StateVariable.FACTOR))
                                            .map(Quantity::key)
                                            .toList())));
        }
        model.requireTree("a sweep");
        model.requireFixedBase("a sweep");
        return new SweepFunction(model, quantity, null, Vector3.ZERO, false);
    }

    /** With a point mass at a place of a body; the variable {@code payload} is its mass. */
    public SweepFunction withPayload(String body, Vector3 placeInBody) {
        int unused = model.bodyIndex(body);
        return new SweepFunction(model, quantity, body, placeInBody, exact);
    }

    /** By the code for one state, so that results are the same on machines with other vectors; several times slower. */
    public SweepFunction exactly() {
        return new SweepFunction(model, quantity, payloadBody, payloadInBody, true);
    }

    public RobotModel model() {
        return model;
    }

    public Quantity quantity() {
        return quantity;
    }

    @Nullable
    String payloadBody() {
        return payloadBody;
    }

    Vector3 payloadInBody() {
        return payloadInBody;
    }

    Batch batch(CompiledFunction code) {
        return exact ? Batch.stateByState(code.unfused()) : new Batch(code, 1);
    }

    boolean isExact() {
        return exact;
    }

    /** All joint motions that the quantity depends on, within the robot's limits; see {@link #withinLimits(StateVariable, double)}. */
    public List<Variable> withinLimits() {
        List<Variable> variables = new ArrayList<>();
        for (StateVariable variable : quantity.inputs()) {
            if (variable == StateVariable.POSITION
                    || variable == StateVariable.VELOCITY
                    || variable == StateVariable.EFFORT) {
                variables.addAll(withinLimits(variable, 1));
            }
        }
        return variables;
    }

    /**
     * A joint motion within a part of the robot's limits. A joint that turns without end makes one turn; positions keep
     * the middle of their range.
     *
     * @throws IllegalArgumentException for a joint that has no such limit
     */
    public List<Variable> withinLimits(StateVariable variable, double part) {
        return model.movingJoints().stream()
                .map(joint -> withinLimits(variable, joint, part))
                .toList();
    }

    private Variable withinLimits(StateVariable variable, Joint joint, double part) {
        String name = variable.key() + "_" + joint.name();
        var limits = joint.limits();
        double limit = switch (variable) {
            case POSITION -> Double.NaN;
            case VELOCITY -> limits.velocity();
            case EFFORT -> limits.effort();
            default -> Double.POSITIVE_INFINITY;
        };
        if (variable == StateVariable.POSITION) {
            boolean bounded = limits.boundsPosition()
                    && Math.abs(limits.lower()) < Double.MAX_VALUE
                    && Math.abs(limits.upper()) < Double.MAX_VALUE;
            if (!bounded && joint.kind() != JointKind.REVOLUTE) {
                throw noLimit(joint, variable);
            }
            double lower = bounded ? limits.lower() : -Math.PI;
            double upper = bounded ? limits.upper() : Math.PI;
            double middle = 0.5 * (lower + upper);
            double half = 0.5 * (upper - lower) * part;
            return part == 1 ? Variable.of(name, lower, upper) : Variable.of(name, middle - half, middle + half);
        }
        if (!(limit <= Double.MAX_VALUE)) {
            throw noLimit(joint, variable);
        }
        return Variable.of(name, -part * limit, part * limit);
    }

    private IllegalArgumentException noLimit(Joint joint, StateVariable variable) {
        return new IllegalArgumentException("joint \"%s\" of robot \"%s\" has no limit of %s: give a range of %s_%s"
                .formatted(joint.name(), model.name(), variable.key(), variable.key(), joint.name()));
    }

    /**
     * Cubes around all that a body's origin can reach; farther from where its first joint is on the base than links are long it
     * does not come. Their corners are multiples of the size.
     */
    public Key.Voxel voxels(String body, double size) {
        Reach reach = reach(model.bodyIndex(body));
        if (!(reach.length() <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "body \"%s\" slides without limit: voxels need \"from\" and \"to\"".formatted(body));
        }
        double[] center = {
            reach.center().x(), reach.center().y(), reach.center().z()
        };
        double[] lower = new double[3];
        int[] count = new int[3];
        for (int k = 0; k < 3; k++) {
            double first = Math.floor((center[k] - reach.length()) / size - 1e-9);
            double last = Math.floor((center[k] + reach.length()) / size + 1e-9) + 1;
            if (!(last - first <= Key.MOST_BINS) || Math.max(-first, last) > 1e15) {
                throw new IllegalArgumentException(
                        "voxels of %s m are too small for a reach of %s m".formatted(size, reach.length()));
            }
            lower[k] = first * size;
            count[k] = (int) (last - first);
        }
        return new Key.Voxel(body, size, new Vector3(lower[0], lower[1], lower[2]), count[0], count[1], count[2]);
    }

    /** @param center in base coordinates; a body comes no farther away from it than the length */
    private record Reach(Vector3 center, double length) {}

    private Reach reach(int body) {
        double length = 0;
        Pose path = Pose.IDENTITY;
        int at = body;
        for (Optional<Joint> joint = model.jointOf(at); joint.isPresent(); joint = model.jointOf(at)) {
            Joint j = joint.get();
            JointGeometry geometry = j.geometry();
            if (j.kind().moves()) {
                length += path.position().norm()
                        + geometry.jointFromBody().position().norm();
                if (j.kind() == JointKind.PRISMATIC) {
                    length += Math.max(
                            Math.abs(j.limits().lower()), Math.abs(j.limits().upper()));
                }
                path = geometry.parentFromJoint();
            } else {
                path = geometry.parentFromBody(j.kind(), 0).times(path);
            }
            at = model.parent(at);
        }
        return new Reach(path.position(), length);
    }

    /** @throws IllegalArgumentException for a name that stands for nothing of the robot */
    void checkVariable(String name) {
        if (MARKS.contains(name)) {
            return;
        }
        if (name.equals(PAYLOAD)) {
            if (payloadBody == null) {
                throw new IllegalArgumentException("payload varies, but nobody said which body carries it, and where");
            }
            return;
        }
        List<String> known = knownVariables();
        if (!known.contains(name)) {
            throw new IllegalArgumentException("\"%s\" is nothing that robot \"%s\" can vary%s; variables are %s"
                    .formatted(name, model.name(), NearestName.hint(name, known), NearestName.some(known)));
        }
    }

    private List<String> knownVariables() {
        List<String> names = new ArrayList<>();
        for (StateVariable variable : StateVariable.values()) {
            model.jointNames().forEach(joint -> names.add(variable.key() + "_" + joint));
        }
        names.add(PAYLOAD);
        for (String prefix : BODY_PREFIXES) {
            model.bodies().forEach(body -> names.add(prefix + body.name()));
        }
        for (String prefix : FRICTION_PREFIXES) {
            model.jointNames().forEach(joint -> names.add(prefix + joint));
        }
        return names;
    }

    /** Bodies whose inertia varies. */
    List<String> openBodies(List<String> variables) {
        Set<String> open = new LinkedHashSet<>();
        for (String name : variables) {
            if (name.equals(PAYLOAD) && payloadBody != null) {
                open.add(payloadBody);
            }
            for (String prefix : BODY_PREFIXES) {
                if (name.startsWith(prefix) && model.hasBody(name.substring(prefix.length()))) {
                    open.add(name.substring(prefix.length()));
                }
            }
        }
        return List.copyOf(open);
    }

    /** Joints whose friction varies. */
    List<String> openFriction(List<String> variables) {
        Set<String> open = new LinkedHashSet<>();
        for (String name : variables) {
            for (String prefix : FRICTION_PREFIXES) {
                if (name.startsWith(prefix) && model.hasCoordinate(name.substring(prefix.length()))) {
                    open.add(name.substring(prefix.length()));
                }
            }
        }
        return List.copyOf(open);
    }

    /** Names of the numbers of an output. */
    List<String> components(Quantity part, int length) {
        List<String> joints = model.jointNames();
        int n = joints.size();
        if (part.shape() == Shape.BY_JOINT) {
            return joints.stream().map(joint -> part.key() + "_" + joint).toList();
        }
        if (part == Quantity.ENERGY) {
            return List.of("energy_kinetic", "energy_potential");
        }
        if (part.shape() == Shape.MATRIX && length == n * n) {
            return IntStream.range(0, length)
                    .mapToObj(k -> "%s_%s_%s".formatted(part.key(), joints.get(k / n), joints.get(k % n)))
                    .toList();
        }
        return IntStream.range(0, length).mapToObj(k -> part.key() + "_" + k).toList();
    }

    /** Which output has efforts of the joints, −1 for none. */
    int effortOutput() {
        List<Quantity> parts = quantity.parts();
        for (int k = 0; k < parts.size(); k++) {
            if (parts.get(k).unit().equals(Unit.EFFORT) && parts.get(k).shape() == Shape.BY_JOINT) {
                return k;
            }
        }
        return -1;
    }

    /** All that the results depend on, in words. */
    String description() {
        return "%s of robot %s, payload on %s at %s, %s"
                .formatted(quantity.key(), model.name(), payloadBody, payloadInBody, exact ? "exact" : "vectors");
    }
}
