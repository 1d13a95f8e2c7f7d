package dev.catena.checks;

import com.sun.source.util.JavacTask;
import com.sun.source.util.Plugin;
import com.sun.tools.javac.api.BasicJavacTask;
import com.sun.tools.javac.processing.JavacProcessingEnvironment;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * Error Prone for javac, its classes loaded once per virtual machine. The compiler loads the processor path anew for each
 * compilation, some thousand classes that HotSpot then has to compile anew, too: a second and more of each of the thirty
 * compilations of a build. Where the compiler does not let itself be told of another class loader, Error Prone runs as it
 * does without this.
 */
public final class ErrorProneOnce implements Plugin {
    private static final String ERROR_PRONE = "com.google.errorprone.ErrorProneJavacPlugin";
    private static final String KEPT = ErrorProneOnce.class.getName();

    /** Called by javac. */
    public ErrorProneOnce() {}

    @Override
    public String getName() {
        return "ErrorProneOnce";
    }

    @Override
    public void init(JavacTask task, String... options) {
        try {
            ClassLoader loader = keep(task, getClass().getClassLoader());
            Plugin errorProne = (Plugin)
                    loader.loadClass(ERROR_PRONE).getDeclaredConstructor().newInstance();
            errorProne.init(task, options);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Error Prone is not on the processor path", e);
        }
    }

    /** @return a loader of Error Prone, which the compilation then takes for its plugins, too */
    private static ClassLoader keep(JavacTask task, ClassLoader given) {
        if (!(task instanceof BasicJavacTask) || !(given instanceof URLClassLoader)) {
            return given;
        }
        try {
            Field loader = JavacProcessingEnvironment.class.getDeclaredField("processorClassLoader");
            loader.setAccessible(true);
            URL[] path = ((URLClassLoader) given).getURLs();
            URLClassLoader kept = kept(path, given.getParent());
            loader.set(JavacProcessingEnvironment.instance(((BasicJavacTask) task).getContext()), with(path, kept));
            return kept;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return given;
        }
    }

    /** @return the kept loader and what the path has besides, such as processors of annotations */
    private static ClassLoader with(URL[] path, URLClassLoader kept) {
        List<String> known = names(kept.getURLs());
        URL[] more = Arrays.stream(path)
                .filter(url -> !known.contains(url.toString()))
                .toArray(URL[]::new);
        return more.length == 0 ? kept : new URLClassLoader(more, kept);
    }

    /** A loader of that path or a part of it. Nothing but the properties of the system outlives the loader of this class. */
    private static URLClassLoader kept(URL[] path, ClassLoader parent) {
        Properties machine = System.getProperties();
        synchronized (machine) {
            for (Map.Entry<Object, Object> entry : machine.entrySet()) {
                if (entry.getKey().toString().startsWith(KEPT)) {
                    URLClassLoader kept = (URLClassLoader) entry.getValue();
                    if (names(path).containsAll(names(kept.getURLs()))) {
                        return kept;
                    }
                }
            }
            URLClassLoader kept = new URLClassLoader(path, parent);
            machine.put(KEPT + names(path), kept);
            return kept;
        }
    }

    /** Comparing addresses themselves would ask the network for their hosts. */
    private static List<String> names(URL... path) {
        return Arrays.stream(path).map(URL::toString).collect(Collectors.toList());
    }
}
