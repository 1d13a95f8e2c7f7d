package dev.catena.formats.yaml;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads Catena's own robot files; {@code docs/robot-yaml.md} describes them. */
public final class RobotYamlReader {
    /** The version of the format that this reader understands. */
    public static final String VERSION = "1";

    private final FileProblems problems;
    private final YamlMap top;
    private final YamlSymbols symbols;
    private final ReadOptions options;

    private RobotYamlReader(String text, String file, ReadOptions options) {
        problems = new FileProblems(file);
        YamlNode tree = YamlTree.parse(text, problems);
        YamlNode.Entry entry =
                tree instanceof YamlNode.Mapping mapping ? mapping.entries().get("symbols") : null;
        symbols = new YamlSymbols(entry == null ? null : entry.value(), options.symbols(), problems);
        top = YamlMap.of(tree, "the file", problems, symbols);
        this.options = options;
    }

    /**
     * Reads a robot from text.
     *
     * @param file what to call the file in messages
     * @throws ModelException with every problem found
     */
    public static RobotModel read(String text, String file, ReadOptions options) {
        return new RobotYamlReader(text, file, options).robot();
    }

    /**
     * Names of the symbols that need a value: those that stand for a number and have none in the file or the options, sorted.
     *
     * @param file what to call the file in messages
     */
    public static List<String> symbolsWithoutValue(String text, String file, ReadOptions options) {
        try {
            RobotYamlReader reader = new RobotYamlReader(text, file, options);
            try {
                RobotModel unused = reader.robot();
            } catch (ModelException e) {
                // what else is wrong is said when the robot is read with values
                return reader.symbols.missing();
            }
            return reader.symbols.missing();
        } catch (ModelException e) {
            return List.of();
        }
    }

    /** The {@code source} of a robot file: where its figures come from; empty where the file does not say. */
    public static String source(String text, String file) {
        FileProblems problems = new FileProblems(file);
        return YamlMap.of(YamlTree.parse(text, problems), "the file", problems)
                .text("source", "")
                .strip();
    }

    private RobotModel robot() {
        checkVersion();
        RobotModelBuilder builder = RobotModel.builder(name());
        var unused = top.text("source");
        builder.gravity(top.vector("gravity", new Vector3(0, 0, -9.81)));
        builder.inertiaPolicy(inertiaPolicy());
        String base = readBase(builder);
        readJoints(builder, base);
        YamlMap loops = top.map("loops");
        if (loops != null) {
            new YamlLoops(loops, problems).addTo(builder);
            problems.openLoops(options, loops.line(), builder);
        }
        for (YamlMap contact : top.maps("contacts")) {
            builder.location(problems.location(contact.line()));
            builder.contact(YamlContacts.read(contact));
        }
        boolean unusedSymbols = top.has("symbols");
        symbols.report(top.line("symbols"));
        top.finish();
        problems.handTo(builder);
        return builder.build();
    }

    private String name() {
        String given = top.requiredText("name", problems.nameFromFile());
        if (options.name() != null) {
            return options.name();
        }
        if (given.isBlank()) {
            top.problem("name", "the robot has no name");
            return problems.nameFromFile();
        }
        return given;
    }

    private void checkVersion() {
        top.require("catena");
        String version = top.text("catena");
        if (version != null && !version.equals(VERSION)) {
            top.problem(
                    "catena",
                    "the format version is \"%s\", but this reader knows version %s only".formatted(version, VERSION));
        }
    }

    private InertiaPolicy inertiaPolicy() {
        // of what has no value nobody knows whether a real body can have it
        String policy = top.text("inertia-policy", symbols.hasOpen() ? "lenient" : "strict");
        if (!policy.equals("strict") && !policy.equals("lenient")) {
            top.problem("inertia-policy", "inertia-policy must be strict or lenient, but is \"%s\"".formatted(policy));
        }
        return policy.equals("lenient") && !options.strict() ? InertiaPolicy.LENIENT : InertiaPolicy.STRICT;
    }

    /** Returns the name of the base. */
    private String readBase(RobotModelBuilder builder) {
        YamlMap base = top.map("base");
        builder.location(problems.location(top.line("base")));
        String name = "base";
        boolean floating = options.floating();
        SpatialInertia inertia = SpatialInertia.ZERO;
        if (base != null) {
            name = base.text("name", name);
            floating |= base.flag("floating");
            inertia = YamlParts.inertia(base);
            YamlShapes.read(base, name, builder);
            base.finish();
        }
        builder.base(name, inertia);
        if (floating) {
            builder.floating();
        }
        return name;
    }

    private void readJoints(RobotModelBuilder builder, String base) {
        @Nullable String convention = top.text("convention");
        if (convention != null) {
            YamlJoint.checkConvention(top, convention);
        }
        List<YamlMap> joints = top.maps("joints");
        if (!top.has("joints")) {
            problems.problem(top.line(), "\"joints\" is missing");
        }
        String previous = base;
        for (YamlMap joint : joints) {
            builder.location(problems.location(joint.line()));
            previous = new YamlJoint(joint, problems, convention).addTo(builder, previous);
        }
    }
}
