package dev.catena.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Prints JMH's results as one table per quantity with the targets beside, and keeps them with machine and commit. */
public final class BenchmarkTable {
    static final String OURS = "catena";

    private static final String COMMAND = "benchmarks/run --publish";

    private static final List<String> HEADINGS =
            List.of("quantity", "robot", "ours, ns", "compared with", "its ns", "ratio", "target", "B/call", "");

    private final List<Measurement> measurements;
    private int judged;
    private int met;

    private BenchmarkTable(List<Measurement> measurements) {
        this.measurements = measurements;
    }

    /** Reads JMH's times and allocations of a commit, prints them, and writes them with their circumstances. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 6) {
            throw new IllegalArgumentException(
                    "expected TIMES ALLOCATIONS COMMIT OUTPUT LOAD EFFORT, and PAGE to publish the results there");
        }
        ObjectMapper json = new ObjectMapper();
        JsonNode times = json.readTree(Path.of(arguments[0]).toFile());
        JsonNode allocations = json.readTree(Path.of(arguments[1]).toFile());
        ObjectNode kept = json.createObjectNode()
                .put("cpu", cpu())
                .put("cores", Runtime.getRuntime().availableProcessors())
                .put(
                        "jdk",
                        times.path(0).path("vmName").asText() + " "
                                + times.path(0).path("vmVersion").asText())
                .put("commit", arguments[2])
                .put("load", arguments[4])
                .put("effort", arguments[5])
                .put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.printf(
                "%ncpu:    %s, %s cores%n",
                kept.path("cpu").asText(), kept.path("cores").asInt());
        out.printf("jdk:    %s%n", kept.path("jdk").asText());
        out.printf("commit: %s%n", kept.path("commit").asText());
        BenchmarkTable table = new BenchmarkTable(Measurement.readAll(times, allocations));
        table.print(out);
        kept.set("times", times);
        kept.set("allocations", allocations);
        Path output = Path.of(arguments[3]);
        json.writerWithDefaultPrettyPrinter().writeValue(output.toFile(), kept);
        out.printf("%nresults: %s%n", output);
        if (arguments.length > 6) {
            table.publish(kept, Path.of(arguments[6]));
            out.printf("published: %s%n", arguments[6]);
        }
    }

    /** One row for each robot and each thing that it is compared with. */
    private void publish(JsonNode kept, Path page) throws IOException {
        String version = kept.path("jdk").asText().replaceFirst(".* ", "");
        String jdk = "JDK " + version.replaceFirst("[^0-9].*", "");
        String circumstances =
                "%s, %s cores; %s; commit %s, %s; load %s before the run; JMH with `%s`; ns are the median of the best of each JVM."
                        .formatted(
                                kept.path("cpu").asText(),
                                kept.path("cores").asInt(),
                                kept.path("jdk").asText(),
                                kept.path("commit").asText(),
                                kept.path("time").asText().substring(0, 10),
                                kept.path("load").asText(),
                                kept.path("effort").asText());
        PublishedTable glance = new PublishedTable(jdk + " at a glance", COMMAND, circumstances, GlanceTable.HEADINGS);
        new GlanceTable(measurements).fill(glance);
        glance.writeInto(page);
        PublishedTable published = new PublishedTable(jdk, COMMAND, circumstances, HEADINGS);
        for (String quantity : quantities()) {
            ours(quantity).forEach(own -> publish(own, published));
        }
        published.remark("%s of %s targets met.".formatted(met, judged));
        published.writeInto(page);
    }

    private void publish(Measurement own, PublishedTable published) {
        int joints = BenchmarkRobots.named(own.robot()).jointCount();
        String bytes = Double.isNaN(own.bytes())
                ? "–"
                : Target.isNoAllocation(own.bytes(), own.nanoseconds()) ? "0" : number("%.1f", own.bytes());
        List<String> start = List.of(own.quantity(), own.robot(), number("%,.0f", own.nanoseconds()));
        boolean isCompared = false;
        for (Target target : Target.ALL) {
            Optional<Measurement> other = target.quantity().equals(own.quantity())
                    ? find(target.otherQuantity(), target.otherLibrary(), own.robot())
                    : Optional.empty();
            if (other.isPresent()) {
                double ratio = target.ratio(own.nanoseconds(), other.get().nanoseconds());
                List<String> row = new ArrayList<>(start);
                row.addAll(List.of(
                        target.comparison(),
                        number("%,.0f", other.get().nanoseconds()),
                        number("%.2f", ratio),
                        target.describe(joints),
                        bytes,
                        target.isMet(ratio, joints) ? "" : "**missed**"));
                published.row(row);
                isCompared = true;
            }
        }
        if (!isCompared) {
            List<String> row = new ArrayList<>(start);
            row.addAll(List.of("–", "–", "–", "–", bytes, ""));
            published.row(row);
        }
    }

    static String cpu() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        if (Files.exists(info)) {
            try (Stream<String> lines = Files.lines(info)) {
                Optional<String> model =
                        lines.filter(line -> line.startsWith("model name")).findFirst();
                if (model.isPresent()) {
                    return model.get().substring(model.get().indexOf(':') + 1).trim();
                }
            }
        }
        return System.getProperty("os.arch");
    }

    private Set<String> quantities() {
        Set<String> quantities = new LinkedHashSet<>();
        // what others are compared with comes first
        Target.ALL.forEach(target -> quantities.add(target.otherQuantity()));
        measurements.forEach(measurement -> quantities.add(measurement.quantity()));
        return quantities;
    }

    private List<Measurement> ours(String quantity) {
        return measurements.stream()
                .filter(m -> m.quantity().equals(quantity) && m.library().equals(OURS))
                .toList();
    }

    private void print(PrintStream out) {
        for (String quantity : quantities()) {
            List<Measurement> ours = ours(quantity);
            if (!ours.isEmpty()) {
                print(out, quantity, ours);
            }
        }
        printRealTimeFactor(out);
        out.printf("%n%s of %s targets met%n", met, judged);
    }

    /** How many simulated seconds a second of one core is worth. */
    private void printRealTimeFactor(PrintStream out) {
        for (Measurement step : measurements) {
            if (step.quantity().equals("SimulationStep")) {
                double factor = SwingingArm.STEP * 1e9 / step.nanoseconds();
                boolean isMet = judge(factor >= Target.TIMES_REAL_TIME);
                out.printf(
                        Locale.ROOT,
                        "%nsimulation of %s at 1 kHz: %,.0f times faster than real time, target ≥ %,.0f: %s%n",
                        step.robot(),
                        factor,
                        Target.TIMES_REAL_TIME,
                        isMet ? "met" : "MISSED");
            }
        }
    }

    private void print(PrintStream out, String quantity, List<Measurement> ours) {
        List<String> others = measurements.stream()
                .filter(m -> m.quantity().equals(quantity) && !m.library().equals(OURS))
                .map(Measurement::library)
                .distinct()
                .toList();
        List<Target> targets = Target.ALL.stream()
                .filter(target -> target.quantity().equals(quantity))
                .toList();

        List<String> header = new ArrayList<>(List.of("robot", OURS + " ns"));
        others.forEach(library -> header.add(library + " ns"));
        targets.forEach(target -> header.addAll(List.of(target.heading(), "target")));
        header.addAll(List.of("ns/joint", "B/op", "verdict"));

        List<List<String>> rows = new ArrayList<>(List.of(header));
        for (Measurement own : ours) {
            rows.add(row(own, others, targets));
        }
        out.printf("%n%s%n", quantity);
        printAligned(out, rows);
    }

    private List<String> row(Measurement own, List<String> others, List<Target> targets) {
        int joints = BenchmarkRobots.named(own.robot()).jointCount();
        List<String> row = new ArrayList<>(List.of(own.robot(), number("%,.0f", own.nanoseconds())));
        for (String library : others) {
            row.add(find(own.quantity(), library, own.robot())
                    .map(other -> number("%,.0f", other.nanoseconds()))
                    .orElse("–"));
        }
        boolean allMet = true;
        for (Target target : targets) {
            Optional<Measurement> other = find(target.otherQuantity(), target.otherLibrary(), own.robot());
            if (other.isPresent()) {
                double ratio = target.ratio(own.nanoseconds(), other.get().nanoseconds());
                allMet &= judge(target.isMet(ratio, joints));
                row.addAll(List.of(number("%.2f", ratio), target.describe(joints)));
            } else {
                row.addAll(List.of("–", "–"));
            }
        }
        row.add(number("%.1f", own.nanoseconds() / joints));
        if (Double.isNaN(own.bytes())) {
            row.add("–");
        } else if (Target.ALLOCATING.contains(own.quantity())) {
            row.add(number("%.0f", own.bytes()));
        } else {
            allMet &= judge(Target.isNoAllocation(own.bytes(), own.nanoseconds()));
            row.add(number("%.2f", own.bytes()));
        }
        row.add(allMet ? "met" : "MISSED");
        return row;
    }

    private boolean judge(boolean isMet) {
        judged++;
        if (isMet) {
            met++;
        }
        return isMet;
    }

    private Optional<Measurement> find(String quantity, String library, String robot) {
        return Measurement.find(measurements, quantity, library, robot);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    /** The first column to the left, numbers to the right. */
    private static void printAligned(PrintStream out, List<List<String>> rows) {
        int columns = rows.get(0).size();
        int[] width = new int[columns];
        for (List<String> row : rows) {
            for (int c = 0; c < columns; c++) {
                width[c] = Math.max(width[c], row.get(c).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < columns; c++) {
                line.append(String.format("%" + (c == 0 ? "-" : "") + width[c] + "s  ", row.get(c)));
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
