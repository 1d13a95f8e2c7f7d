package dev.catena.formats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Lets Jazzer try every reader in turn, each in a process of its own, and prints what came of it; the profile {@code fuzz}
 * runs it. Arguments: the folder for inputs, findings and logs; inputs for each reader; findings to stop after; names of
 * readers, all if there is none.
 */
final class ReaderFuzzing {
    private static final Pattern INPUTS = Pattern.compile("stat::number_of_executed_units: (\\d+)");
    private static final Pattern FINDING = Pattern.compile("(?m)^== Java (?:Exception|Assertion Error): (.*)$");

    private final Path folder;
    private final String runs;
    private final String findings;

    private ReaderFuzzing(Path folder, String runs, String findings) {
        this.folder = folder;
        this.runs = runs;
        this.findings = findings;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Path.of(arguments[0]);
        ReaderFuzzing fuzzing = new ReaderFuzzing(folder, arguments[1], arguments[2]);
        List<ReaderProperty.Reader> readers = arguments.length == 3
                ? List.of(ReaderProperty.Reader.values())
                : List.of(arguments).subList(3, arguments.length).stream()
                        .map(ReaderProperty.Reader::valueOf)
                        .toList();
        boolean clean = true;
        for (ReaderProperty.Reader reader : readers) {
            clean &= fuzzing.run(reader);
        }
        if (!clean) {
            System.out.println("findings and logs are in " + folder.toAbsolutePath());
            System.exit(1);
        }
    }

    /** Whether nothing was found. */
    private boolean run(ReaderProperty.Reader reader) throws IOException, InterruptedException {
        Path own = folder.resolve(reader.name().toLowerCase(Locale.ROOT));
        Files.createDirectories(own.resolve("corpus"));
        FuzzSeeds.write(reader, own.resolve("seeds"));
        Path log = own.resolve("log.txt");
        int status = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx2g",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + ReaderProperty.class.getName(),
                        "--target_args=" + reader,
                        "--instrumentation_includes=dev.catena.**",
                        "--keep_going=" + findings,
                        "-runs=" + runs,
                        "-max_len=4000",
                        "-timeout=60",
                        "-rss_limit_mb=4000",
                        "-print_final_stats=1",
                        "corpus",
                        "seeds")
                .directory(own.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        String text = Files.readString(log);
        // said once more after every finding
        String inputs =
                INPUTS.matcher(text).results().map(match -> match.group(1)).reduce("?", (before, after) -> after);
        List<String> found =
                FINDING.matcher(text).results().map(match -> match.group(1)).toList();
        System.out.printf(
                Locale.ROOT,
                "%-16s %9s inputs, %s findings%s%n",
                reader,
                inputs,
                found.size(),
                status == 0 ? "" : ", exit code " + status);
        found.forEach(message -> System.out.println("    " + message));
        return status == 0 && found.isEmpty();
    }
}
