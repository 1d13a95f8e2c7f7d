package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows compiles and runs. */
class ReadmeTest {
    @TempDir
    Path folder;

    @Test
    void theJavaExamplesCompileAndRun() throws Exception {
        String readme = Files.readString(SourceKeysTest.root().resolve("README.md"));
        Matcher blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
        assertThat(blocks.find()).as("a first Java example").isTrue();
        String inFiveLines = blocks.group(1);
        assertThat(blocks.find()).as("a second Java example").isTrue();
        String builder = blocks.group(1);
        Path source = folder.resolve("Example.java");
        Files.writeString(source, """
                import dev.catena.dynamics.*;
                import dev.catena.formats.*;
                import dev.catena.model.*;
                public class Example {
                    public static double[] run() {
                        %s
                        return tau;
                    }
                    public static RobotModel arm() {
                        SpatialInertia upper = SpatialInertia.aboutCenterOfMass(
                            1, Vector3.X, InertiaTensor.diagonal(1, 1, 1));
                        SpatialInertia lower = upper;
                        %s
                        return arm;
                    }
                }
                """.formatted(inFiveLines, builder));
        compile(source);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Class<?> example = loader.loadClass("Example");
            assertThat((double[]) example.getMethod("run").invoke(null))
                    .hasSize(6)
                    .doesNotContain(0.0)
                    .doesNotContain(Double.NaN);
            assertThat(example.getMethod("arm").invoke(null))
                    .hasToString("RobotModel \"planar-arm\" (3 bodies, 2 moving joints)");
        }
    }

    private void compile(Path source) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path")),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
    }
}
