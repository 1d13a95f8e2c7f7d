package dev.catena.formats;

import dev.catena.formats.urdf.UrdfWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes good files of all formats into a folder, where fuzzing begins; used by the profile {@code fuzz}. */
final class FuzzSeeds {
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

    private final Path folder;
    private int count;

    private FuzzSeeds(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] arguments) throws IOException {
        FuzzSeeds seeds = new FuzzSeeds(Files.createDirectories(Path.of(arguments[0])));
        for (String name : List.of("two-link", "four-bar", "stanford", "five-bar")) {
            seeds.add(ReaderProperty.Reader.YAML, ShippedRobots.text(name));
            seeds.add(ReaderProperty.Reader.URDF, UrdfWriter.write(ShippedRobots.load(name)));
            seeds.add(ReaderProperty.Reader.URDF_BYTES, UrdfWriter.write(ShippedRobots.load(name)));
        }
        for (String par : List.of(TREE, LOOP)) {
            seeds.add(ReaderProperty.Reader.PAR, par);
            seeds.add(ReaderProperty.Reader.PAR_WITH_SYMBOLS, par);
        }
        seeds.add(ReaderProperty.Reader.CSV, CSV);
        seeds.add(ReaderProperty.Reader.JSON, JSON);
    }

    private void add(ReaderProperty.Reader reader, String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(List.of(ReaderProperty.Reader.values()).indexOf(reader));
        bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        Files.write(folder.resolve("seed-" + count++), bytes.toByteArray());
    }
}
