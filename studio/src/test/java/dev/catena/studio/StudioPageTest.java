package dev.catena.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.ShippedRobots;
import dev.catena.model.Geometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Shape;
import dev.catena.model.Vector3;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as one file, and the files that it is made of. */
class StudioPageTest {
    @TempDir
    private Path folder;

    @Test
    void pageOfPandaIsSmallAndAsksNobody() {
        String page = StudioPage.of(new StudioRobot(ShippedRobots.load("panda")), null, "name: panda");

        assertThat(page.length()).isLessThan(1_500_000);
        assertThat(page).doesNotContain("src=\"http", "href=\"http", "<!--head-->");
    }

    @Test
    void everyShippedRobotHasAPage() {
        for (String name : ShippedRobots.names()) {
            StudioRobot robot = new StudioRobot(ShippedRobots.load(name));
            assertThat(StudioPage.of(robot, null, "")).as(name).contains("catena-data");
            assertThat(robot.problems()).as(name).isEmpty();
        }
    }

    @Test
    void robotThatFloatsOrCannotMoveHasAPageToo() {
        assertThat(new StudioRobot(ShippedRobots.load("two-link").withFloatingBase()).problems())
                .isEmpty();
        StudioRobot loop = new StudioRobot(ShippedRobots.load("four-bar").withFloatingBase());
        assertThat(loop.problems()).singleElement().asString().contains("floats", "held");
        RobotModel still = RobotModel.builder("still").base("base").build();
        assertThat(StudioPage.of(new StudioRobot(still), null, "")).contains("catena-data");
    }

    @Test
    void pageThatIsTooLargeNamesTheMesh() throws Exception {
        byte[] noise = new byte[5 << 20];
        new Random(1).nextBytes(noise);
        Files.write(folder.resolve("huge.stl"), noise);
        RobotModel plain = ShippedRobots.load("two-link");
        RobotModel robot = plain.toBuilder()
                .shape(Shape.visual(
                        plain.bodies().get(1).name(),
                        Pose.IDENTITY,
                        new Geometry.Mesh("package://arm/huge.stl", new Vector3(1, 1, 1))))
                .build();
        StudioRobot studio = new StudioRobot(robot, folder.resolve("robot.urdf"));

        assertThat(StudioPage.LARGEST).isEqualTo(50 << 20);
        assertThatThrownBy(() -> StudioPage.ofTree(studio, null, "", 6 << 20))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("6 MB are the most")
                .hasMessageContaining("huge.stl");
    }

    /** What others released is here byte for byte, with its license; {@code npm pack} gives the same. */
    @Test
    void librariesAreAsReleased() throws Exception {
        String list = WebFiles.text("vendor/checksums.sha256");
        for (String line : list.lines().toList()) {
            String[] parts = line.split(" +", 2);
            byte[] bytes = WebFiles.bytes("vendor/" + parts[1]);
            assertThat(bytes).as(line).isNotNull();
            assertThat(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)))
                    .as(line)
                    .isEqualTo(parts[0]);
        }
        Stream.concat(WebFiles.LIBRARIES.values().stream(), Stream.of(WebFiles.PLOT_STYLE))
                .forEach(file -> assertThat(list)
                        .contains("  " + file.substring("vendor/".length()) + "\n")
                        .contains(file.substring("vendor/".length(), file.lastIndexOf('/')) + "/LICENSE\n"));
        // blobs have no neighbors: the page imports these by name
        Pattern neighbors = Pattern.compile("^.*from ('\\.[^']+')", Pattern.MULTILINE);
        WebFiles.LIBRARIES
                .values()
                .forEach(file -> assertThat(
                                neighbors.matcher(WebFiles.text(file)).results().map(match -> match.group(1)))
                        .as(file)
                        .isSubsetOf(WebFiles.NEIGHBORS.keySet()));
    }

    /** A module that is imported and not listed would be missing from the page. */
    @Test
    void everyImportIsThere() {
        Pattern imports =
                Pattern.compile("^(?:import|export) [^;]*? from \"([^\"]+)\"", Pattern.MULTILINE | Pattern.DOTALL);
        for (String module : WebFiles.MODULES) {
            imports.matcher(WebFiles.text(module))
                    .results()
                    .map(match -> match.group(1))
                    .forEach(name -> {
                        boolean ours = name.startsWith("studio/") && WebFiles.MODULES.contains(name.substring(7));
                        assertThat(ours || WebFiles.LIBRARIES.containsKey(name))
                                .as(module + " imports " + name)
                                .isTrue();
                    });
        }
    }
}
