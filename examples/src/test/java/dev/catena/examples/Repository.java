package dev.catena.examples;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where things are. */
final class Repository {
    static final Path ROOT = root();
    static final Path DATA = ROOT.resolve("examples/data");
    static final String ARM = DATA.resolve("arm.urdf").toString();

    private Repository() {}

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("examples/start.jsh"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("tests run inside of the repository");
            }
        }
        return folder;
    }

    /** What tests run with, as compilers want it. */
    static String classPath() {
        ClassLoader loader = Repository.class.getClassLoader();
        return loader instanceof URLClassLoader given
                ? Stream.of(given.getURLs())
                        .map(place -> Path.of(URI.create(place.toString())).toString())
                        .collect(Collectors.joining(File.pathSeparator))
                : System.getProperty("java.class.path");
    }

    /** README.md, those of the folders and all of docs. */
    static List<Path> documents() {
        List<Path> documents = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("examples/README.md")));
        try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return documents;
    }
}
