package dev.catena.formats;

import dev.catena.formats.urdf.UrdfWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Good files of all formats, where fuzzing begins. */
final class FuzzSeeds {
    private static final List<String> ROBOTS = List.of("two-link", "four-bar", "stanford", "five-bar");

    static final String TREE = """
            (* Robotname = 'two' *)
            NL = 2
            NJ = 2
            NF = 3
            ant = {0,1,2}
            sigma = {0,1,2}
            d = {0,D2*cos(g12),0}
            r = {0.5,r2 + 0.25,L}
            gamma = {0,-pi/2,0}
            alpha = {0,Pi/2,0}
            theta = {th1 - pi/4,(0.3+2)^2,0}
            XX = {1,0.5}
            YY = {1,0.6}
            ZZ = {1,0.7}
            MX = {0,0.2}
            M = {1,M2}
            IA = {0.1,0.2}
            G = {0,0,G3}
            """;

    static final String LOOP = """
            NL = 3
            NJ = 4
            NF = 5
            ant = {0,1,0,2,3}
            sigma = {0,0,0,0,2}
            d = {0,0.2,0.5,0.4,0.3}
            theta = {t1,t2,t3,t4 + pi/2,0}
            mu = {1,0,0,0,0}
            M = {1,1,1}
            G = {0,-9.81,0}
            """;

    static final String CSV = "time,q_a,qd_a,\"q_b\"\n0,1,2,3\n1,2,3,4\n";

    static final String JSON =
            "{\"joints\":[\"a\",\"b\"],\"states\":[{\"time\":1,\"q\":[1,2],\"wrenches\":{\"x\":{\"frame\":\"body\",\"force\":[1,2,3]}},\"base\":{\"position\":[1,2,3]}},{\"q\":[1,2]}]}";

    private FuzzSeeds() {}

    /** Good files for a reader. */
    static List<String> of(ReaderProperty.Reader reader) {
        return switch (reader) {
            case URDF, URDF_BYTES ->
                ROBOTS.stream()
                        .map(name -> UrdfWriter.write(ShippedRobots.load(name)))
                        .toList();
            case YAML -> ROBOTS.stream().map(ShippedRobots::text).toList();
            case PAR, PAR_WITH_SYMBOLS -> List.of(TREE, LOOP);
            case CSV -> List.of(CSV);
            case JSON -> List.of(JSON);
        };
    }

    /** Writes them into a folder. */
    static void write(ReaderProperty.Reader reader, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<String> texts = of(reader);
        for (int k = 0; k < texts.size(); k++) {
            Files.writeString(folder.resolve("seed-" + k), texts.get(k));
        }
    }
}
