package dev.catena.studio;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.ElasticCompiler;
import dev.catena.compile.LoopCompiler;
import dev.catena.compile.ProgramTooLargeException;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.source.WasmModule;
import dev.catena.drive.ElasticFeedForward;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.Coupling;
import dev.catena.model.CutJoint;
import dev.catena.model.Drive;
import dev.catena.model.Extent;
import dev.catena.model.Friction;
import dev.catena.model.Geometry;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.Material;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Shape;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a page knows of a robot: its bodies and joints as text, and its equations as WebAssembly. */
public final class StudioRobot {
    /** Length of a step of simulation in the page, s. */
    public static final double STEP = 1e-3;

    /** What code for motors behind springs may need of a motion: such of one motor carried by the next. */
    private static final int MOST_DERIVATIVES = 7;

    private final RobotModel given;
    private final RobotModel tree;
    private final @Nullable WasmModule module;
    private final MeshFiles meshes;
    private final List<String> problems = new ArrayList<>();

    /** Whether joints move that are not free to choose. */
    private final boolean reduces;

    /** Whether the page has a base that floats. */
    private final boolean floats;

    /** A robot that came from no file. */
    public StudioRobot(RobotModel robot) {
        this(robot, null);
    }

    /**
     * Compiles. Loops are closed by the page; a base that floats is held where loops or couplings are.
     *
     * @param file what the robot was read from, beside which its meshes are; or null
     */
    public StudioRobot(RobotModel robot, @Nullable Path file) {
        given = robot;
        meshes = new MeshFiles(file);
        reduces = robot.hasLoops() || robot.hasCouplings();
        floats = robot.baseKind() == BaseKind.FLOATING && !reduces && robot.jointCount() > 0;
        tree = robot.openTree().withFixedBase().withoutCouplings();
        if (robot.baseKind() == BaseKind.FLOATING && !floats) {
            problems.add("The base floats; here it is held where it is.");
        }
        module = tree.jointCount() == 0 ? null : compile();
    }

    private WasmModule compile() {
        Map<String, CompiledFunction> functions = new LinkedHashMap<>();
        BaseInput told = floats ? BaseInput.MOVES : BaseInput.RESTS;
        add(functions, "pose", tree, Quantity.POSE, told);
        add(functions, "torqueRate", tree, Quantity.TORQUE_RATE, floats ? BaseInput.FLOATS : BaseInput.RESTS);
        add(functions, "gravity", tree, Quantity.GRAVITY, told);
        add(functions, "jointWrench", tree, Quantity.JOINT_WRENCH, told);
        add(functions, "energy", tree, Quantity.ENERGY, told);
        add(functions, "massMatrix", tree, Quantity.MASS_MATRIX, told);
        addSimulation(functions);
        if (!tree.elasticJoints().isEmpty()) {
            add(functions, "loadTorque", withoutElasticDrives(), Quantity.TORQUE, told);
            addMotors(functions);
        }
        return WasmModule.of(functions);
    }

    /** What motors behind springs need. */
    private void addMotors(Map<String, CompiledFunction> functions) {
        if (reduces || floats) {
            problems.add(
                    "Joint \"%s\" is elastic, and %s: torques of a motion are those of a rigid drive; a simulation has the spring."
                            .formatted(
                                    tree.elasticJoints().get(0).name(),
                                    floats ? "the base floats" : "the robot has loops or couplings"));
        } else {
            add(functions, "motors", Quantity.TORQUE, this::motors);
        }
    }

    private CompiledFunction motors() {
        int order = ElasticFeedForward.withRates(tree).order();
        if (order > MOST_DERIVATIVES) {
            throw new IllegalArgumentException(
                    "motors behind springs are carried one by the other, and would need %s derivatives of the motion, of %s at most; torques are those of rigid drives"
                            .formatted(order, MOST_DERIVATIVES));
        }
        return ElasticCompiler.feedForwardWithRates(tree);
    }

    /** What a simulation in the page needs. Friction is the page's affair, which smooths it as the library does. */
    private void addSimulation(Map<String, CompiledFunction> functions) {
        Optional<Joint> special = tree.elasticJoints().stream()
                .filter(joint -> joint.drive().rotor() != null || joint.drive().reflectedInertia() == 0)
                .findFirst();
        RobotModel links = withoutElasticDrives().withoutFriction();
        if (special.isPresent()) {
            problems.add(
                    "Joint \"%s\" is elastic, and its motor is no mere inertia: the page does not simulate that, 'catena simulate' does."
                            .formatted(special.get().name()));
        } else if (reduces) {
            add(functions, "rigidTorque", links, Quantity.TORQUE, BaseInput.RESTS);
            add(functions, "linkMass", links, Quantity.MASS_MATRIX, BaseInput.RESTS);
            if (given.hasLoops()) {
                add(
                        functions,
                        "loopEquations",
                        Quantity.POSE,
                        () -> LoopCompiler.equations(given.withFixedBase().withoutCouplings()));
            }
        } else {
            addAcceleration(functions, links);
        }
    }

    /** Bodies are pulled by efforts of joints, and by a wrench on a base that floats. */
    private void addAcceleration(Map<String, CompiledFunction> functions, RobotModel links) {
        if (floats) {
            RobotModel floating = links.withFloatingBase();
            CodeInputs inputs = CodeInputs.of(floating)
                    .withBase(BaseInput.FLOATS)
                    .withWrenchesInWorld(List.of(floating.bodies().get(0).name()));
            add(
                    functions,
                    "acceleration",
                    Quantity.ACCELERATION,
                    () -> RobotCompiler.compile(floating, Quantity.ACCELERATION, inputs));
        } else {
            add(functions, "acceleration", links, Quantity.ACCELERATION, BaseInput.RESTS);
        }
    }

    private void add(
            Map<String, CompiledFunction> functions, String name, RobotModel model, Quantity quantity, BaseInput base) {
        RobotModel based = base == BaseInput.FLOATS ? model.withFloatingBase() : model;
        add(
                functions,
                name,
                quantity,
                () -> RobotCompiler.compile(
                        based, quantity, CodeInputs.of(based).withBase(base)));
    }

    private void add(
            Map<String, CompiledFunction> functions, String name, Quantity quantity, Supplier<CompiledFunction> code) {
        try {
            functions.put(name, code.get());
        } catch (ProgramTooLargeException e) {
            problems.add(String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            problems.add("%s is not there: %s".formatted(quantity.title(), e.getMessage()));
        }
    }

    /** What springs feel: no motors behind them. */
    private RobotModel withoutElasticDrives() {
        RobotModelBuilder builder = tree.toBuilder();
        tree.elasticJoints().forEach(joint -> builder.replace(joint.with(Drive.NONE)));
        return builder.build();
    }

    public RobotModel model() {
        return given;
    }

    /** The robot without loops and couplings, on a base at rest: the joints that the page has. */
    RobotModel tree() {
        return tree;
    }

    /** What the page says about the robot before anything else. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** The module; empty for a robot without moving joints. */
    byte[] code() {
        return module == null ? new byte[0] : module.bytes();
    }

    /** The meshes of the robot by the name that the page knows. */
    Map<String, Path> meshes() {
        given.shapes().forEach(shape -> {
            if (shape.geometry() instanceof Geometry.Mesh mesh) {
                Optional<String> unused = meshes.number(mesh.file());
            }
        });
        return Collections.unmodifiableMap(meshes.files());
    }

    /** What makes a page large, for whoever has to make it smaller. */
    String largestPart(@Nullable StudioMotion motion) {
        Optional<Path> largest = meshes().values().stream()
                .max(Comparator.comparingLong(file -> file.toFile().length()));
        int samples = motion == null ? 0 : motion.times().length;
        return largest.map(file -> "the largest mesh is %s with %s kB, and the motion has %s samples"
                        .formatted(file.getFileName(), file.toFile().length() >> 10, samples))
                .orElse("the motion has %s samples".formatted(samples));
    }

    /** Everything but the module, as JSON. */
    String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("name", given.name());
            json.writeNumberField("step", STEP);
            json.writeBooleanField("floating", floats);
            vector(json, "gravity", given.gravity());
            json.writeArrayFieldStart("problems");
            for (String problem : problems) {
                json.writeString(problem);
            }
            given.warnings().forEach(warning -> write(json, warning.toString()));
            json.writeEndArray();
            bodies(json);
            joints(json);
            cuts(json);
            functions(json);
            restPoses(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, String text) {
        try {
            json.writeString(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void bodies(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("bodies");
        for (int b = 0; b < tree.bodies().size(); b++) {
            SpatialInertia inertia = tree.bodies().get(b).inertia();
            json.writeStartObject();
            json.writeStringField("name", tree.bodies().get(b).name());
            json.writeNumberField("parent", tree.parent(b));
            json.writeNumberField("mass", inertia.mass());
            vector(json, "center", inertia.centerOfMass());
            numbers(json, "tensor", inertia.tensorAboutCenter().toArray());
            shapes(json, tree.bodies().get(b).name());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** What there is to be seen, or else what collides. */
    private void shapes(JsonGenerator json, String body) throws IOException {
        List<Shape> all = given.shapesOf(body);
        boolean hasVisuals = all.stream().anyMatch(shape -> shape.role() == Shape.Role.VISUAL);
        json.writeArrayFieldStart("shapes");
        for (Shape shape : all) {
            if (hasVisuals == (shape.role() == Shape.Role.VISUAL)) {
                json.writeStartObject();
                json.writeStringField("kind", shape.geometry().kind());
                pose(json, "pose", shape.bodyFromShape());
                if (shape.geometry() instanceof Geometry.Mesh mesh) {
                    mesh(json, mesh);
                } else {
                    numbers(json, "sizes", shape.geometry().measures());
                }
                Material material = shape.material();
                Material.Color color = material == null ? null : material.color();
                if (color != null) {
                    numbers(json, "color", color.toArray());
                }
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private void mesh(JsonGenerator json, Geometry.Mesh mesh) throws IOException {
        Optional<String> number = meshes.number(mesh.file());
        json.writeStringField("file", mesh.file());
        vector(json, "scale", mesh.scale());
        if (number.isPresent()) {
            json.writeStringField("mesh", number.get());
        } else {
            json.writeStringField("missing", "mesh %s was not found".formatted(mesh.file()));
        }
    }

    private void joints(JsonGenerator json) throws IOException {
        double length = Extent.of(given).length();
        json.writeArrayFieldStart("joints");
        for (Joint joint : tree.joints()) {
            json.writeStartObject();
            json.writeStringField("name", joint.name());
            json.writeStringField("kind", joint.kind().name().toLowerCase(java.util.Locale.ROOT));
            json.writeNumberField("parent", tree.bodyIndex(joint.parent()));
            json.writeNumberField("child", tree.bodyIndex(joint.child()));
            json.writeNumberField("coordinate", tree.hasCoordinate(joint.name()) ? tree.coordinate(joint.name()) : -1);
            pose(json, "parentFromJoint", joint.geometry().parentFromJoint());
            pose(json, "jointFromBody", joint.geometry().jointFromBody());
            vector(json, "axis", joint.geometry().axisInJoint());
            limits(json, joint.limits());
            friction(json, "friction", joint.friction());
            friction(json, "motorFriction", joint.drive().motorFriction());
            json.writeNumberField("frictionScale", joint.kind() == JointKind.PRISMATIC ? length : 1);
            coupling(json, joint);
            Spring spring = joint.drive().spring();
            if (spring != null) {
                limit(json, "stiffness", spring.stiffness());
                json.writeNumberField("restOffset", spring.restOffset());
                json.writeNumberField("motorInertia", joint.drive().reflectedInertia());
            }
            json.writeBooleanField(
                    "active",
                    given.activeJoints().stream()
                            .anyMatch(active -> active.name().equals(joint.name())));
            json.writeBooleanField(
                    "independent",
                    given.independentJoints().stream()
                            .anyMatch(independent -> independent.name().equals(joint.name())));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** What a joint follows, by coordinate; the page moves it. */
    private void coupling(JsonGenerator json, Joint joint) throws IOException {
        Coupling coupling = given.couplingOf(joint.name()).orElse(null);
        if (coupling != null) {
            json.writeNumberField("leader", tree.coordinate(coupling.leader()));
            json.writeNumberField("factor", coupling.factor());
            json.writeNumberField("offset", coupling.offset());
        }
    }

    /** A motion of the robot's own coordinates as one of all joints. */
    StudioMotion whole(StudioMotion motion) {
        return new WholeMotion(given, tree).of(motion);
    }

    private static void friction(JsonGenerator json, String name, Friction friction) throws IOException {
        numbers(json, name, new double[] {friction.coulomb(), friction.viscous(), friction.smoothingVelocity()});
    }

    private static void limits(JsonGenerator json, JointLimits limits) throws IOException {
        limit(json, "lower", limits.lower());
        limit(json, "upper", limits.upper());
        limit(json, "velocity", limits.velocity());
        limit(json, "effort", limits.effort());
        limit(json, "effortRate", limits.effortRate());
    }

    private static void limit(JsonGenerator json, String name, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(name, value);
        } else {
            json.writeNullField(name);
        }
    }

    private void cuts(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("cuts");
        for (CutJoint cut : given.loops().cutJoints()) {
            json.writeStartObject();
            json.writeStringField("name", cut.name());
            json.writeStringField("kind", cut.kind().name().toLowerCase(java.util.Locale.ROOT));
            json.writeNumberField("first", tree.bodyIndex(cut.first()));
            json.writeNumberField("second", tree.bodyIndex(cut.second()));
            pose(json, "firstFromJoint", cut.firstFromJoint());
            pose(json, "secondFromJoint", cut.secondFromJoint());
            friction(json, "friction", cut.friction());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("assembly");
        for (String name : tree.jointNames()) {
            json.writeNumber(given.loops().assembly().getOrDefault(name, 0.0));
        }
        json.writeEndArray();
    }

    private void functions(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("functions");
        for (WasmModule.Function function : module == null ? List.<WasmModule.Function>of() : module.functions()) {
            json.writeObjectFieldStart(function.name());
            places(json, "inputs", function.inputs());
            places(json, "outputs", function.outputs());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void places(JsonGenerator json, String name, List<WasmModule.Vector> vectors) throws IOException {
        json.writeObjectFieldStart(name);
        for (WasmModule.Vector vector : vectors) {
            json.writeArrayFieldStart(vector.name());
            json.writeNumber(vector.offset());
            json.writeNumber(vector.length());
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    /** Poses at q = 0, for robots that cannot move. */
    private void restPoses(JsonGenerator json) throws IOException {
        Kinematics kinematics = new Kinematics(tree);
        kinematics.compute(new double[tree.jointCount()]);
        double[] pose = new double[12];
        json.writeArrayFieldStart("restPoses");
        for (int b = 0; b < tree.bodies().size(); b++) {
            kinematics.worldFromBody(b, pose);
            for (double number : pose) {
                json.writeNumber(number);
            }
        }
        json.writeEndArray();
    }

    private static void pose(JsonGenerator json, String name, Pose pose) throws IOException {
        json.writeArrayFieldStart(name);
        for (double number : pose.rotation().toArray()) {
            json.writeNumber(number);
        }
        for (double number : pose.position().toArray()) {
            json.writeNumber(number);
        }
        json.writeEndArray();
    }

    private static void vector(JsonGenerator json, String name, Vector3 v) throws IOException {
        numbers(json, name, v.toArray());
    }

    private static void numbers(JsonGenerator json, String name, double[] numbers) throws IOException {
        json.writeArrayFieldStart(name);
        for (double number : numbers) {
            json.writeNumber(number);
        }
        json.writeEndArray();
    }
}
