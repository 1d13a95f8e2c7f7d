package dev.catena.app.contract;

import dev.catena.Catena;
import dev.catena.app.ExportedPackages;
import dev.catena.compile.RobotCompiler;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.RobotFiles;
import dev.catena.identification.Identification;
import dev.catena.mechanism.LoopClosure;
import dev.catena.parquet.ParquetFormat;
import dev.catena.planning.MotionPlanner;
import dev.catena.simulation.Simulation;
import dev.catena.studio.StudioPage;
import dev.catena.sweep.Sweep;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Scalar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The public classes of the published modules that take arrays or lists of numbers, found where the classes are. */
final class PublicClasses {
    /** One class of each module. */
    private static final List<Class<?>> MODULES = List.of(
            InverseDynamics.class,
            LoopClosure.class,
            RobotFiles.class,
            Simulation.class,
            RobotCompiler.class,
            MotionPlanner.class,
            Identification.class,
            Sweep.class,
            ParquetFormat.class,
            NewtonEuler.class,
            StudioPage.class,
            RandomRobots.class,
            Catena.class);

    private PublicClasses() {}

    /** The packages that are looked at. */
    static Set<String> packages() {
        return MODULES.stream()
                .flatMap(PublicClasses::names)
                .map(name -> name.substring(0, name.lastIndexOf('.')))
                .collect(Collectors.toSet());
    }

    static List<Class<?>> withArrays() {
        return MODULES.stream()
                .flatMap(PublicClasses::names)
                .<Class<?>>map(PublicClasses::load)
                .filter(PublicClasses::isVisible)
                .filter(type -> !methods(type).isEmpty())
                .toList();
    }

    /** The public methods of a class that take arrays or lists of numbers. */
    static List<Method> methods(Class<?> type) {
        return Stream.of(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers())
                        && !Modifier.isStatic(method.getModifiers())
                        && !method.isSynthetic())
                .filter(method -> Stream.of(method.getGenericParameterTypes()).anyMatch(PublicClasses::hasNumbers))
                .toList();
    }

    private static boolean hasNumbers(Type parameter) {
        return parameter == double[].class
                || parameter == double[][].class
                || (parameter instanceof ParameterizedType list
                        && list.getRawType() == List.class
                        && isNumber(list.getActualTypeArguments()[0]));
    }

    private static boolean isNumber(Type type) {
        if (type instanceof ParameterizedType generic) {
            return isNumber(generic.getRawType());
        }
        if (type instanceof TypeVariable<?> variable) {
            return isNumber(variable.getBounds()[0]);
        }
        return type == Double.class || (type instanceof Class<?> known && Scalar.class.isAssignableFrom(known));
    }

    private static boolean isVisible(Class<?> type) {
        for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
            if (!Modifier.isPublic(outer.getModifiers())) {
                return false;
            }
        }
        // of an interface, the classes that implement it are held to the contract
        return !type.isInterface() && ExportedPackages.contain(type.getPackageName());
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, PublicClasses.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    /** The classes of a module, in a folder or a jar. */
    private static Stream<String> names(Class<?> module) {
        try {
            Path place = Path.of(
                    module.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(place)) {
                return names(place).stream();
            }
            try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), java.util.Map.of())) {
                return names(jar.getPath("/")).stream();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> names(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve("dev/catena"))) {
            return files.map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
                    .filter(file -> !file.contains("/embedded/"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }
}
