package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.report.JsonText;
import dev.catena.app.report.TextTable;
import dev.catena.app.simulate.Contacts;
import dev.catena.compile.ElasticQuantity;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.graph.OperationCount;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.source.SourceFile;
import dev.catena.compile.source.WasmFiles;
import dev.catena.formats.file.OutputFile;
import dev.catena.model.BaseKind;
import dev.catena.model.Body;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code catena compile}: source code for one robot, and how many operations it takes. */
@Command(
        name = "compile",
        description = "Write Java, C or WebAssembly that computes quantities of one robot, or count its operations.",
        footer = {
            "",
            "The robot's constants are folded in and its inertias regrouped into base parameters, so that the code is"
                    + " short and for this robot alone. It compiles without Catena. The base rests, or floats if the robot"
                    + " does, and nothing but the drives acts on the robot, unless --base and --wrenches say so. Closed"
                    + " loops are closed by the code, from a pose nearby that it reads.",
            "",
            "Examples: catena compile stanford --count",
            "          catena compile panda --quantity torque,massMatrix --language c --out generated",
            "          catena compile panda --quantity acceleration --floating --wrenches hand:world --out generated",
            "          catena compile walker.yaml --quantity torque,acceleration --contact all --out generated",
            "          catena compile panda --quantity torque,jointWrench --language wasm --out web",
            "          catena compile arm.yaml --quantity motorTorque,elasticAcceleration --out generated",
            "          catena compile arm.yaml --quantity elasticTorqueSensitivity --base moves --count",
            "          catena compile stewart --platform platform --quantity torque,acceleration --out generated",
            "          catena compile delta --platform platform:translational --open lengths,inertia --count"
        })
final class CompileCommand implements Runnable {
    private final Console console;

    @Parameters(index = "0", paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    @SuppressWarnings("NullAway.Init")
    private String robotName;

    @Option(
            names = "--quantity",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "torque",
            description = {
                "What to compute, separated by commas; torque unless told otherwise. One of",
                "${COMPLETION-CANDIDATES}."
            },
            completionCandidates = QuantityNames.class)
    private List<String> quantities = new ArrayList<>();

    @Option(
            names = "--language",
            paramLabel = "NAME",
            defaultValue = "java",
            description =
                    "java, c (C99), or wasm (WebAssembly with JavaScript and its types); java unless told otherwise.")
    private String language = "java";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Write a Java file, or a C file and its header, for each quantity to this folder; or one module"
                            + " with its script.")
    private @Nullable Path out;

    @Option(
            names = "--package",
            paramLabel = "NAME|NAME=DIR",
            description =
                    "Package of Java classes, which makes its folders; or, with a folder, a package that a .xacro "
                            + "file finds.")
    private List<String> packages = new ArrayList<>();

    @Option(names = "--count", description = "Print how many operations each quantity takes.")
    private boolean count;

    @Option(names = "--json", description = "Print the count as JSON.")
    private boolean json;

    @Option(
            names = "--base",
            paramLabel = "rests|moves|floats",
            description = "What moves the base: nothing, an input vector that says how, or its own freedom; the comment"
                    + " in the code says what the vector holds. floats for robots that float, else rests.")
    private @Nullable String base;

    @Option(
            names = "--wrenches",
            paramLabel = "BODY[:world]",
            split = ",",
            description = "Bodies on which wrenches act, separated by commas: an input vector has force and moment of"
                    + " each, in the axes of the body, or of the world where :world is added.")
    private List<String> wrenches = new ArrayList<>();

    @Option(
            names = "--contact",
            paramLabel = "BODY:KIND[:X,Y,Z]",
            description =
                    "What the robot stands on, for torques, accelerations, their rates and derivatives: a body held to the world at a point, flat, or by a hinge"
                            + " about an axis of the body (point, flat, hinge-x, hinge-y, hinge-z), at its origin or at the point X,Y,Z of the"
                            + " body; or NAME of a contact of the robot file, or all of them. None unless given. May be given several times.")
    private List<String> contacts = new ArrayList<>();

    @Option(
            names = "--platform",
            paramLabel = "BODY[:FREEDOMS]",
            description =
                    "Code for the motion of the platform of a parallel robot, where its legs have formulas: from pose, velocity"
                            + " and acceleration of that body, instead of from joints. FREEDOMS: spatial (six), translational, planar,"
                            + " spherical or schoenflies. --wrenches BODY:world loads the platform.")
    private @Nullable String platform;

    @Option(
            names = "--open",
            paramLabel = "GROUP",
            split = ",",
            description =
                    "Parameters that the code reads from a last vector, separated by commas: inertia (base parameters"
                            + " that are not zero), allInertia, lengths, friction, gravity.")
    private List<String> open = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ReadingOptions options = new ReadingOptions();

    CompileCommand(Console console) {
        this.console = console;
    }

    /** The names of all quantities, for the help. */
    static final class QuantityNames extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        QuantityNames() {
            super(keys());
        }
    }

    private static List<String> keys() {
        return Stream.concat(
                        RobotCompiler.quantities().stream().map(Quantity::key),
                        Arrays.stream(ElasticQuantity.values()).map(ElasticQuantity::key))
                .toList();
    }

    static Quantity quantity(String name) {
        return Quantity.named(name.strip())
                .filter(RobotCompiler.quantities()::contains)
                .orElseThrow(() -> new UserError("there is no quantity \"%s\" to compile; there are %s"
                        .formatted(name, String.join(", ", keys()))));
    }

    @Override
    public void run() {
        if (out == null && !count) {
            throw new UserError("say where to write the code with --out DIR, or ask for --count");
        }
        if (!List.of("java", "c", "wasm").contains(language)) {
            throw new UserError("there is no language \"%s\"; there are java, c and wasm".formatted(language));
        }
        String packageName = packageName();
        if (!packageName.isEmpty() && !packageName.matches("[A-Za-z_]\\w*(\\.[A-Za-z_]\\w*)*")) {
            throw new UserError("\"%s\" is no name of a package".formatted(packageName));
        }
        GivenOptions given = new GivenOptions(spec);
        given.refuse("--json", !count, "is for the numbers of operations: --count");
        given.refuse("--language", out == null, "is for the code of --out DIR, which is not given");
        if (!packageName.isEmpty() && (out == null || !language.equals("java"))) {
            throw new UserError(
                    "--package %s is for classes of Java: --language java, --out DIR".formatted(packageName));
        }
        ReadingOptions.OpenRobot read = options.readOpen(robotName);
        RobotModel robot = read.robot();
        RobotOptions.requireMovingJoint(robot, "compiled code");
        if (platform != null) {
            checkPlatform(platform);
        }
        CodeInputs inputs = inputs(robot);
        console.warnings(read.warnings());
        console.doing("compiling %s of robot \"%s\" with %s joints"
                .formatted(String.join(", ", quantities), robot.name(), robot.jointCount()));
        RobotCode code = code(read, robot, inputs);
        RobotCode other = read.symbols().isEmpty() ? code : code(read, read.other(), inputs);
        if (!code.isSameAs(other)) {
            throw read.numbersInvented();
        }
        if (out != null) {
            write(code, known(code, other), packageName, out);
        }
        if (count) {
            console.print(
                    json ? JsonText.indented(countsAsJson(code.programs())) : countsAsText(robot, code.programs()));
        }
    }

    /** Platforms stand on rigid drives. */
    private void requireRigid() {
        quantities.stream()
                .flatMap(name -> ElasticQuantity.named(name.strip()).stream())
                .findFirst()
                .ifPresent(elastic -> {
                    throw new UserError("%s is compiled of joints and motors, not of a platform: leave --platform out"
                            .formatted(elastic.key()));
                });
    }

    private RobotCode code(ReadingOptions.OpenRobot read, RobotModel robot, CodeInputs inputs) {
        try {
            return code(robot, inputs);
        } catch (UserError wrong) {
            throw read.withInvented(wrong);
        }
    }

    private RobotCode code(RobotModel robot, CodeInputs inputs) {
        if (platform != null) {
            requireRigid();
            return new ParallelCode(
                    ParallelCode.robot(robot, platform),
                    quantities.stream().map(CompileCommand::quantity).distinct().toList(),
                    inputs.hasWrenches(),
                    inputs.openParameters());
        }
        List<ElasticQuantity> elastic = quantities.stream()
                .flatMap(name -> ElasticQuantity.named(name.strip()).stream())
                .distinct()
                .toList();
        if (elastic.isEmpty()) {
            return new RigidCode(
                    robot,
                    quantities.stream().map(CompileCommand::quantity).distinct().toList(),
                    inputs);
        }
        if (elastic.size() < quantities.stream().distinct().count()) {
            throw new UserError("%s is compiled by itself, not with quantities of rigid drives: run compile twice"
                    .formatted(elastic.get(0).key()));
        }
        return new ElasticCode(robot, elastic, inputs);
    }

    /** The package of classes among what was given; the others are folders of packages. */
    private String packageName() {
        String name = "";
        for (String given : packages) {
            int sign = given.indexOf('=');
            if (sign >= 0) {
                options.addPackages(Map.of(given.substring(0, sign), Path.of(given.substring(sign + 1))));
            } else if (name.isEmpty()) {
                name = given;
            } else {
                throw new UserError("--package names two packages of classes, %s and %s".formatted(name, given));
            }
        }
        return name;
    }

    /** A platform stands on a base at rest, and wrenches act on it alone, in world axes. */
    private void checkPlatform(String given) {
        String body = given.contains(":") ? given.substring(0, given.lastIndexOf(':')) : given;
        boolean isLoadedOtherwise = wrenches.stream().anyMatch(wrench -> !wrench.equals(body + ":world"));
        if (isLoadedOtherwise || !contacts.isEmpty() || (base != null && !base.equals("rests"))) {
            throw new UserError(
                    "code for the motion of a platform is for a base at rest, and a wrench on the platform (--wrenches %s:world): leave --platform out for other bases, wrenches and contacts"
                            .formatted(body));
        }
    }

    /** What the code reads beside the joint vectors. */
    private CodeInputs inputs(RobotModel robot) {
        CodeInputs inputs = CodeInputs.of(robot);
        if (base != null) {
            String given = base;
            inputs = inputs.withBase(Arrays.stream(BaseInput.values())
                    .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(given))
                    .findFirst()
                    .orElseThrow(() ->
                            new UserError("--base is \"%s\", but must be rests, moves or floats".formatted(given))));
        }
        requireBase(robot, inputs.base());
        List<String> inBody = new ArrayList<>();
        List<String> inWorld = new ArrayList<>();
        for (String given : wrenches) {
            boolean world = given.endsWith(":world");
            String body = world ? given.substring(0, given.length() - ":world".length()) : given;
            if (robot.bodies().stream().noneMatch(known -> known.name().equals(body))) {
                throw new UserError("--wrenches names the body \"%s\", but robot \"%s\" has %s"
                        .formatted(
                                body,
                                robot.name(),
                                robot.bodies().stream().map(Body::name).collect(Collectors.joining(", "))));
            }
            (world ? inWorld : inBody).add(body);
        }
        return inputs.withWrenchesInBody(inBody.stream().distinct().toList())
                .withWrenchesInWorld(inWorld.stream().distinct().toList())
                .withOpenParameters(groups(open))
                .withContacts(Contacts.forCode(contacts, robot));
    }

    private static void requireBase(RobotModel robot, BaseInput base) {
        boolean floats = robot.baseKind() == BaseKind.FLOATING;
        if (base == BaseInput.FLOATS && !floats) {
            throw new UserError(
                    "the base of robot \"%s\" is fixed, so that --base floats is nothing for it: add --floating"
                            .formatted(robot.name()));
        }
        if (base == BaseInput.RESTS && floats) {
            throw new UserError(
                    "the base of robot \"%s\" floats, so that --base rests is nothing for it: take --base moves, which is told to rest"
                            .formatted(robot.name()));
        }
    }

    static Set<ParameterGroup> groups(List<String> names) {
        return names.stream()
                .map(String::strip)
                .map(name -> ParameterGroup.named(name)
                        .orElseThrow(() -> new UserError(
                                "--open names \"%s\", but there are inertia, allInertia, lengths, friction and gravity"
                                        .formatted(name))))
                .collect(Collectors.toSet());
    }

    /** Open parameters with their values, but for those that were invented, which another robot has otherwise. */
    private static Map<String, List<OpenParameter>> known(RobotCode code, RobotCode other) {
        Map<String, List<OpenParameter>> others = other.parameters();
        Map<String, List<OpenParameter>> known = new LinkedHashMap<>();
        code.parameters()
                .forEach((name, parameters) -> known.put(
                        name,
                        parameters.stream()
                                .map(parameter -> RobotCode.of(others, name).contains(parameter)
                                        ? parameter
                                        : new OpenParameter(parameter.name(), Double.NaN, parameter.meaning()))
                                .toList()));
        return known;
    }

    /** All text is made before the first file is written. */
    private void write(RobotCode code, Map<String, List<OpenParameter>> parameters, String packageName, Path root) {
        if (language.equals("wasm")) {
            writeModule(code.module(parameters), root);
            return;
        }
        Path folder = language.equals("java") ? root.resolve(packageName.replace('.', '/')) : root;
        List<SourceFile> files = code.files(language, packageName, parameters);
        OutputFile.makeFolder(folder);
        for (SourceFile file : files) {
            OutputFile.write(folder.resolve(file.name()), file.text());
            console.note("wrote " + folder.resolve(file.name()));
        }
    }

    private void writeModule(WasmFiles files, Path folder) {
        OutputFile.makeFolder(folder);
        OutputFile.write(folder.resolve(files.moduleName()), files.module().bytes());
        console.note("wrote " + folder.resolve(files.moduleName()));
        for (SourceFile file : List.of(files.script(), files.types())) {
            OutputFile.write(folder.resolve(file.name()), file.text());
            console.note("wrote " + folder.resolve(file.name()));
        }
    }

    private static String countsAsText(RobotModel robot, Map<String, Program> programs) {
        TextTable table = new TextTable(
                robot.name(), "multiplications", "additions", "divisions", "roots", "others", "sines", "cosines");
        programs.forEach((name, program) -> {
            OperationCount c = program.count();
            table.row(
                    name,
                    "%.0f",
                    c.multiplications(),
                    c.additions(),
                    c.divisions(),
                    c.squareRoots(),
                    c.others(),
                    c.sines(),
                    c.cosines());
        });
        return table.toText();
    }

    private static Object countsAsJson(Map<String, Program> programs) {
        Map<String, Object> json = new LinkedHashMap<>();
        programs.forEach((name, program) -> {
            OperationCount c = program.count();
            Map<String, Object> counts = new LinkedHashMap<>();
            counts.put("multiplications", c.multiplications());
            counts.put("additions", c.additions());
            counts.put("divisions", c.divisions());
            counts.put("squareRoots", c.squareRoots());
            counts.put("others", c.others());
            counts.put("sines", c.sines());
            counts.put("cosines", c.cosines());
            json.put(name, counts);
        });
        return json;
    }
}
