package dev.catena.site;

import java.io.File;
import java.io.IOException;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** The Javadoc of all modules together, by the tool of the JDK; a warning counts as a problem. */
final class ApiDocuments {
    private static final Pattern MODULE = Pattern.compile("^(?:open )?module ([\\w.]+) \\{", Pattern.MULTILINE);

    private final Path root;

    ApiDocuments(Path root) {
        this.root = root;
    }

    List<String> write(Path target) throws IOException {
        Map<String, Path> modules = modules();
        List<String> arguments = new ArrayList<>(List.of(
                "-d",
                target.toString(),
                "--module",
                String.join(",", modules.keySet()),
                "-Xdoclint:all,-missing",
                "-Werror",
                "-quiet",
                "-notimestamp",
                "-encoding",
                "UTF-8",
                "-docencoding",
                "UTF-8",
                "-charset",
                "UTF-8",
                "-windowtitle",
                "Catena",
                "-doctitle",
                "Catena"));
        modules.forEach((name, sources) -> {
            arguments.addAll(List.of("--module-source-path", name + "=" + sources));
            arguments.addAll(List.of("--add-reads", name + "=ALL-UNNAMED"));
        });
        List<String> modulePath = new ArrayList<>();
        List<String> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!entry.endsWith(".jar") || Path.of(entry).startsWith(root)) {
                continue;
            }
            (isModule(Path.of(entry)) ? modulePath : classPath).add(entry);
        }
        arguments.addAll(List.of("--module-path", String.join(File.pathSeparator, modulePath)));
        arguments.addAll(List.of("--class-path", String.join(File.pathSeparator, classPath)));

        ToolProvider javadoc = ToolProvider.findFirst("javadoc")
                .orElseThrow(() -> new IllegalStateException("there is no javadoc: a JDK is needed"));
        int code = javadoc.run(System.out, System.err, arguments.toArray(String[]::new));
        return code == 0 ? List.of() : List.of("javadoc has warnings, or failed: exit code " + code);
    }

    /** By name: the sources. */
    private Map<String, Path> modules() throws IOException {
        Map<String, Path> modules = new TreeMap<>();
        try (Stream<Path> folders = Files.list(root)) {
            for (Path folder : folders.sorted().toList()) {
                Path sources = folder.resolve("src/main/java");
                Path descriptor = sources.resolve("module-info.java");
                if (Files.exists(descriptor)) {
                    Matcher matcher = MODULE.matcher(Files.readString(descriptor));
                    if (!matcher.find()) {
                        throw new IllegalStateException(descriptor + " names no module");
                    }
                    modules.put(matcher.group(1), sources);
                }
            }
        }
        return modules;
    }

    /** Whether a jar has a module descriptor, or at least a name in its manifest. */
    private static boolean isModule(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            if (file.getManifest() != null
                    && file.getManifest().getMainAttributes().getValue("Automatic-Module-Name") != null) {
                return true;
            }
            return ModuleFinder.of(jar).findAll().stream()
                    .map(reference -> reference.descriptor())
                    .noneMatch(ModuleDescriptor::isAutomatic);
        } catch (FindException e) {
            return false;
        }
    }
}
