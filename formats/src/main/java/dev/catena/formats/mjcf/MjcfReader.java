package dev.catena.formats.mjcf;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.ReadableFolders;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.xml.LeftOut;
import dev.catena.formats.xml.XmlElement;
import dev.catena.formats.xml.XmlTree;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Vector3;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads MJCF; {@code docs/mjcf.md} says what becomes of every element. */
public final class MjcfReader {
    private static final Set<String> READ =
            Set.of("compiler", "option", "default", "asset", "worldbody", "equality", "actuator");
    private static final Set<String> NOTED =
            Set.of("visual", "statistic", "sensor", "keyframe", "contact", "custom", "size");

    private MjcfReader() {}

    /**
     * Reads a robot from text, which may include no files.
     *
     * @throws ModelException with every problem found
     */
    public static RobotModel read(String text, String file, ReadOptions options) {
        return read(XmlTree.parse(text, new FileProblems(file)), null, options);
    }

    /** Reads a robot from the elements of a file; null for a text that may include none. */
    public static RobotModel read(XmlElement given, @Nullable Path file, ReadOptions options) {
        FileProblems problems = given.file();
        if (!given.name().equals("mujoco")) {
            throw problems.fatal(
                    given.line(), "the file must hold a <mujoco>, but holds a <%s>".formatted(given.name()));
        }
        ReadableFolders folders = new ReadableFolders(file, options.packages(), null, ReadableFolders.Refusal::new);
        XmlElement root = new MjcfIncludes(folders).resolved(given);
        String name = options.name() != null ? options.name() : root.text("model", problems.nameFromFile());
        RobotModelBuilder builder = RobotModel.builder(name.isBlank() ? problems.nameFromFile() : name);
        builder.inertiaPolicy(options.strict() ? InertiaPolicy.STRICT : InertiaPolicy.LENIENT);
        builder.gravity(gravity(root));
        MjcfAttributes.check(root);
        warnAboutOthers(root);
        MjcfSettings settings = new MjcfSettings(root);
        MjcfBodies bodies = new MjcfBodies(settings, new MjcfGeoms(root, settings, folders), builder);
        bodies.read(root.children("worldbody"), MjcfEqualities.tieTheWorld(root));
        if (bodies.isEmpty()) {
            root.problem("the file has no <body>");
        }
        if (settings.compilerNumber("settotalmass") > 0) {
            root.warning("settotalmass of <compiler> is not understood: masses are as the file gives them");
        }
        MjcfActuators actuators = new MjcfActuators(root, settings);
        MjcfEqualities equalities = new MjcfEqualities(root, settings, bodies, builder);
        equalities.addTo(actuators, options.openLoops());
        actuators.addTo(builder, bodies.joints());
        if (options.floating()) {
            builder.floating();
        }
        problems.handTo(builder);
        return builder.build();
    }

    /** The last one given, none where a flag says so. */
    private static Vector3 gravity(XmlElement root) {
        Vector3 gravity = new Vector3(0, 0, -9.81);
        boolean off = false;
        for (XmlElement option : root.children("option")) {
            gravity = option.vector("gravity", gravity);
            for (XmlElement flag : option.children("flag")) {
                off = flag.has("gravity") ? "disable".equals(flag.text("gravity")) : off;
            }
        }
        return off ? Vector3.ZERO : gravity;
    }

    private static void warnAboutOthers(XmlElement root) {
        LeftOut leftOut = new LeftOut();
        for (XmlElement option : root.children("option")) {
            for (String medium : List.of("density", "viscosity")) {
                if (option.number(medium, 0) != 0) {
                    leftOut.thing(option, medium + " of <option>, a medium that the bodies move in,");
                }
            }
        }
        for (XmlElement child : root.children()) {
            if (!READ.contains(child.name())) {
                leftOut.element(child, NOTED);
            }
        }
    }
}
