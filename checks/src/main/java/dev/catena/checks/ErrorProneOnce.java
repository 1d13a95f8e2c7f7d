package dev.catena.checks;

import com.sun.source.util.JavacTask;
import com.sun.source.util.Plugin;
import com.sun.tools.javac.api.BasicJavacTask;
import com.sun.tools.javac.processing.JavacProcessingEnvironment;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Properties;

/**
 * Error Prone for javac, its classes loaded once per virtual machine. The compiler loads the processor path anew for each
 * compilation, some thousand classes that HotSpot then has to compile anew, too: a second and more of each of the thirty
 * compilations of a build. Where the compiler does not let itself be told of another class loader, Error Prone runs as it
 * does without this.
 */
public final class ErrorProneOnce implements Plugin {
    private static final String ERROR_PRONE = "com.google.errorprone.ErrorProneJavacPlugin";

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

    /** @return a loader of the same path as the given one, which the compilation then takes for plugins of Error Prone, too */
    private static ClassLoader keep(JavacTask task, ClassLoader given) {
        if (!(task instanceof BasicJavacTask) || !(given instanceof URLClassLoader)) {
            return given;
        }
        try {
            Field loader = JavacProcessingEnvironment.class.getDeclaredField("processorClassLoader");
            loader.setAccessible(true);
            ClassLoader kept = kept((URLClassLoader) given);
            loader.set(JavacProcessingEnvironment.instance(((BasicJavacTask) task).getContext()), kept);
            return kept;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return given;
        }
    }

    /** Nothing but the properties of the system outlives the loader of this class. */
    private static ClassLoader kept(URLClassLoader given) {
        URL[] path = given.getURLs();
        String key = ErrorProneOnce.class.getName() + Arrays.toString(path);
        Properties machine = System.getProperties();
        synchronized (machine) {
            ClassLoader kept = (ClassLoader) machine.get(key);
            if (kept == null) {
                kept = new URLClassLoader(path, given.getParent());
                machine.put(key, kept);
            }
            return kept;
        }
    }
}
