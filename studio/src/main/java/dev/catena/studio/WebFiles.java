package dev.catena.studio;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files of the page: our scripts, and the libraries of others as they were released. */
final class WebFiles {
    private static final String THREE = "vendor/three-0.187.0/";
    private static final String UPLOT = "vendor/uplot-1.6.32/";

    /** Our modules, which import one another by {@code studio/name}. */
    static final List<String> MODULES = List.of(
            "base.js",
            "cuts.js",
            "dom.js",
            "figure.js",
            "frames.js",
            "inertia.js",
            "joints.js",
            "keys.js",
            "linear.js",
            "look.js",
            "loops.js",
            "main.js",
            "motion.js",
            "names.js",
            "overlays.js",
            "plan.js",
            "plots.js",
            "reach.js",
            "robot.js",
            "scene.js",
            "search.js",
            "series.js",
            "shapes.js",
            "share.js",
            "simulate.js",
            "state.js",
            "timeline.js",
            "wrench.js");

    /** Modules of others that pages ask for only where they need them. */
    static final Set<String> RARE = Set.of("three/ColladaParser.js", "three/ColladaComposer.js");

    /** Imports among the files of others by the names under which pages have them. */
    static final Map<String, String> NEIGHBORS =
            Map.of("'./three.core.js'", "'three/core'", "'./ColladaParser.js'", "'three/ColladaParser.js'");

    /** The modules that simulation takes along, in an order in which each finds what it needs. */
    private static final List<String> WORKER = List.of(
            "robot.js",
            "frames.js",
            "linear.js",
            "series.js",
            "cuts.js",
            "loops.js",
            "closing.js",
            "pushing.js",
            "machine.js",
            "worker.js");

    private static final Pattern IMPORT = Pattern.compile("^import [^;]*;\\n", Pattern.MULTILINE);
    private static final Pattern EXPORT = Pattern.compile("^export (?=class|const|function)", Pattern.MULTILINE);

    /** Modules of others by the name under which they are imported. */
    static final Map<String, String> LIBRARIES = libraries();

    private WebFiles() {}

    private static Map<String, String> libraries() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("three", THREE + "three.module.js");
        files.put("three/core", THREE + "three.core.js");
        files.put("three/OrbitControls.js", THREE + "OrbitControls.js");
        files.put("three/STLLoader.js", THREE + "STLLoader.js");
        files.put("three/OBJLoader.js", THREE + "OBJLoader.js");
        files.put("three/ColladaParser.js", THREE + "ColladaParser.js");
        files.put("three/ColladaComposer.js", THREE + "ColladaComposer.js");
        files.put("uplot", UPLOT + "uPlot.esm.js");
        return files;
    }

    static final String PLOT_STYLE = UPLOT + "uPlot.min.css";

    /** The bytes of a file, or null if there is none. */
    static byte @Nullable [] bytes(String path) {
        try (InputStream stream = WebFiles.class.getResourceAsStream("web/" + path)) {
            return stream == null ? null : stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of a file that is there. */
    static String text(String path) {
        byte[] bytes = bytes(path);
        if (bytes == null) {
            throw new IllegalStateException("the studio has no file " + path);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Simulation as one classic script: workers know no import maps. */
    static String worker() {
        String all = WORKER.stream().map(WebFiles::text).collect(Collectors.joining("\n"));
        return "\"use strict\";\n"
                + EXPORT.matcher(IMPORT.matcher(all).replaceAll("")).replaceAll("");
    }

    /** Every address that a server has a file for. */
    static List<String> served() {
        return Stream.of(MODULES.stream(), Stream.of("served.js", "style.css", PLOT_STYLE), LIBRARIES.values().stream())
                .flatMap(files -> files)
                .toList();
    }
}
