import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Runs PIT on packages, prints what survives, and writes the table of scores into CONTRIBUTING.md. Survivors that no test
 * can kill stand in src/test/pit-equivalent.txt of their module, one a line, with the reason:
 *
 * <pre>Class | source line | what PIT did | reason</pre>
 */
final class MutationScores {
    /** The contract that every algorithm keeps, tested in one place. */
    private static final String CONTRACT = "app.contract.AlgorithmContractTest";

    /** Packages that have no classes with that contract, or tests of it that are quicker. */
    private static final Set<String> WITHOUT_CONTRACT =
            Set.of("compile.graph", "compile.trace", "compile.parameters", "nlp", "simulation");

    /**
     * Tests that take long, which would run for every change that nothing else notices; so would those with the tag "long".
     * Without them, scores are at most too low.
     */
    private static final String TOO_SLOW = "dev.catena.nlp.IpoptComparisonTest,"
            + "dev.catena.*AllocationTest,dev.catena.*LongRunTest,dev.catena.*JumpsTest,dev.catena.dynamics.Golden*Test,"
            + "dev.catena.dynamics.NearlyParallelAxesTest,dev.catena.dynamics.LargeAnglesTest,"
            + "dev.catena.sensitivity.Golden*Test,dev.catena.sensitivity.NearlyParallelSensitivitiesTest";

    /** Tests besides those of the package itself, which is also where tests of other modules are. */
    private static final List<Subject> SUBJECTS = List.of(
            new Subject("dynamics", "core", "drive.ElasticAgainstTextbookTest,drive.CoupledElasticTest"),
            new Subject("kinematics", "core", "formats.ReferenceRobotsTest"),
            new Subject("sensitivity", "core", ""),
            new Subject("drive", "core", ""),
            new Subject("mechanism", "mechanism", ""),
            new Subject("compile.graph", "compile", ""),
            new Subject(
                    "compile.trace",
                    "compile",
                    "compile.MovingBaseCodeTest,compile.ClosedLoopCodeTest,compile.DyadCodeTest,compile.ParallelCodeTest,"
                            + "compile.ElasticCodeTest,compile.CoupledCodeTest,compile.LoopEquationsCodeTest,"
                            + "compile.OpenParametersTest,compile.OpenParallelTest,compile.RidingLoopCodeTest,"
                            + "compile.ElasticLoopCodeTest,compile.CompiledQuantitiesTest,compile.ElasticQuantitiesTest,"
                            + "compile.LegFormulasTest,compile.StandingCodeTest,compile.StandingDerivativesTest,"
                            + "compile.StandingLoopsTest,compile.ElasticStandingCodeTest,compile.WholeLegTest,"
                            + "compile.FloatingOpenParametersTest,compile.NarrowGapsTest,compile.equations.*"),
            new Subject("compile.parameters", "compile", ""),
            new Subject("spline", "planning", ""),
            new Subject("nlp", "planning", ""),
            new Subject("planning", "planning", ""),
            new Subject("identification.signal", "identification", ""),
            new Subject("identification.estimate", "identification", ""),
            new Subject("simulation", "simulation", "control.ControlContractTest"),
            new Subject("control", "simulation", ""));

    /** Jars that no test here needs. */
    private static final String NOT_NEEDED =
            ".*/(archunit|aircompressor|xchart|jline|progressbar|picocli|slf4j|antlr|stringtemplate)[^/]*[.]jar";

    /** Folders of classes: {@code module/target/classes} and {@code module/target/test-classes} unless told otherwise. */
    private static final String LAYOUT = System.getProperty("pit.layout", "%s/target/classes,%s/target/test-classes");

    private static final int THREADS = Integer.getInteger("pit.threads", 2);

    /** Percent of all mutants, equivalent ones included, that tests must kill. */
    private static final double LEAST = 90;

    private static final Map<String, Double> SCORES = new LinkedHashMap<>();
    private static final Path CONTRIBUTING = Path.of("CONTRIBUTING.md");
    private static final String BEGIN = "<!-- mutation scores: written by .ci/pit -->";
    private static final String END = "<!-- end of mutation scores -->";

    private record Subject(String name, String module, String moreTests) {
        String pattern() {
            return "dev.catena." + name + ".*";
        }

        String tests() {
            String contract = WITHOUT_CONTRACT.contains(name) ? "" : CONTRACT;
            return Stream.concat(Stream.of(name + ".*", contract), Arrays.stream(moreTests.split(",")))
                    .filter(test -> !test.isEmpty())
                    .map(test -> "dev.catena." + test)
                    .collect(Collectors.joining(","));
        }

        Path folder() {
            return Path.of("target", "pit", name);
        }

        Path report() {
            return folder().resolve("mutations.xml");
        }
    }

    private record Mutant(String type, int line, String source, String description, String status) {
        boolean killed() {
            return !status.equals("SURVIVED") && !status.equals("NO_COVERAGE");
        }

        String key() {
            return type + " | " + source + " | " + description;
        }
    }

    public static void main(String[] arguments) throws Exception {
        String classPath = arguments[0];
        List<String> names = new ArrayList<>(Arrays.asList(arguments).subList(1, arguments.length));
        String only = option("--only", names);
        String again = option("--again", names);
        boolean resume = names.remove("--resume");
        boolean whole = only.equals("*");
        List<String> unknown = names.stream()
                .filter(name -> SUBJECTS.stream().noneMatch(subject -> subject.name.equals(name)))
                .toList();
        if (!unknown.isEmpty()) {
            System.err.println("unknown: " + unknown + "; known are "
                    + SUBJECTS.stream().map(Subject::name).toList());
            System.exit(2);
        }
        Map<String, Subject> subjects = SUBJECTS.stream().collect(Collectors.toMap(Subject::name, subject -> subject));
        List<Subject> chosen =
                names.isEmpty() ? SUBJECTS : names.stream().map(subjects::get).toList();
        Map<String, String> rows = new LinkedHashMap<>();
        for (Subject subject : chosen) {
            if (resume) {
                mutateTheRest(subject, classPath, only);
            } else if (again.equals("*")) {
                mutate(subject, classPath, only, Set.of());
            } else {
                mutateAgain(subject, classPath, again);
            }
            rows.put(subject.name, row(subject));
            if (whole) {
                writeTable(rows);
            }
        }
        System.out.println(HEAD + String.join("\n", rows.values()));
        if (whole) {
            List<String> low = rows.keySet().stream()
                    .filter(name -> SCORES.getOrDefault(name, 0.0) < LEAST)
                    .toList();
            if (!low.isEmpty()) {
                System.err.printf("below %.0f %%: %s%n", LEAST, String.join(", ", low));
                System.exit(1);
            }
        }
    }

    /** Takes an option and its value out of the arguments; all classes without it. */
    private static String option(String name, List<String> arguments) {
        int at = arguments.indexOf(name);
        if (at < 0) {
            return "*";
        }
        arguments.remove(at);
        return arguments.remove(at);
    }

    /** Some classes once more, after a run of all; what that run said of the others stays. */
    private static void mutateAgain(Subject subject, String classPath, String classes)
            throws IOException, InterruptedException {
        List<String> before = Files.readAllLines(subject.report());
        mutate(subject, classPath, classes, Set.of());
        merge(subject, before);
    }

    /**
     * The classes that an interrupted run did not come to. PIT writes its report class by class, of which the last may be
     * cut; what is whole is kept in a file of its own, so that this run may be interrupted too.
     */
    private static void mutateTheRest(Subject subject, String classPath, String classes)
            throws IOException, InterruptedException {
        Path keep = subject.folder().resolve("finished.txt");
        List<String> finished = new ArrayList<>(Files.exists(keep) ? Files.readAllLines(keep) : List.of());
        List<String> report = Files.exists(subject.report()) ? Files.readAllLines(subject.report()) : List.of();
        List<String> mutations =
                report.stream().filter(line -> line.startsWith("<mutation ")).toList();
        boolean whole = !report.isEmpty() && report.get(report.size() - 1).equals("</mutations>");
        String cut = whole || mutations.isEmpty() ? "none" : type(mutations.get(mutations.size() - 1));
        mutations.stream().filter(line -> !type(line).equals(cut)).forEach(finished::add);
        Files.createDirectories(subject.folder());
        Files.write(keep, finished);
        Files.deleteIfExists(subject.report());
        mutate(subject, classPath, classes, finished.stream().map(MutationScores::type).collect(Collectors.toSet()));
        merge(subject, finished);
        Files.delete(keep);
    }

    /** Adds to a report what another one says of classes that are not in it. */
    private static void merge(Subject subject, List<String> others) throws IOException {
        List<String> report = new ArrayList<>(Files.readAllLines(subject.report()));
        Set<String> types = report.stream().map(MutationScores::type).collect(Collectors.toSet());
        report.addAll(
                report.size() - 1,
                others.stream()
                        .filter(line -> line.startsWith("<mutation ") && !types.contains(type(line)))
                        .toList());
        Files.write(subject.report(), report);
    }

    /** The class that a line of a report is about. */
    private static String type(String line) {
        String tag = "<mutatedClass>";
        int begin = line.indexOf(tag);
        int end = line.indexOf("</mutatedClass>");
        return begin < 0 || end < 0 ? "" : line.substring(begin + tag.length(), end);
    }

    private static Path mainClasses(String module) {
        return Path.of(LAYOUT.split(",")[0].formatted(module)).toAbsolutePath();
    }

    private static Path testClasses(String module) {
        return Path.of(LAYOUT.split(",")[1].formatted(module)).toAbsolutePath();
    }

    private static List<String> modules() {
        return List.of(
                "core",
                "textbook",
                "testkit",
                "core-tests",
                "formats",
                "mechanism",
                "simulation",
                "compile",
                "planning",
                "identification",
                "app");
    }

    private static void mutate(Subject subject, String classPath, String only, Set<String> finished)
            throws IOException, InterruptedException {
        Files.createDirectories(subject.folder());
        Path times = subject.folder().resolve("times.txt").toAbsolutePath();
        Files.deleteIfExists(times);
        List<String> path = new ArrayList<>();
        modules().forEach(module -> path.add(testClasses(module).toString()));
        Arrays.stream(classPath.split(":")).filter(entry -> !entry.matches(NOT_NEEDED)).forEach(path::add);
        List<String> command = List.of(
                "java",
                "-XX:TieredStopAtLevel=1",
                "-Dpit.budget=" + Integer.getInteger("pit.budget", 3000),
                "-cp",
                String.join(":", path),
                "org.pitest.mutationtest.commandline.MutationCoverageReport",
                "--reportDir=" + subject.folder().toAbsolutePath(),
                "--targetClasses="
                        + Arrays.stream(only.split(","))
                                .map(classes -> subject.pattern().replace("*", classes))
                                .collect(Collectors.joining(",")),
                // with an empty list PIT left out tests of other packages
                "--excludedClasses=" + (finished.isEmpty() ? "none" : String.join(",", finished)),
                "--targetTests=" + subject.tests(),
                "--excludedTestClasses=" + TOO_SLOW,
                "--excludedGroups=long",
                "--excludedMethods=toString,hashCode",
                "--mutableCodePaths=" + mainClasses(subject.module),
                "--sourceDirs=" + Path.of(subject.module, "src", "main", "java").toAbsolutePath(),
                "--jvmArgs=-Dpit.times=" + times + ",-Dpit.sets=" + Integer.getInteger("pit.sets", 12) + ",-Dcontract.package=dev.catena." + subject.name + ",-XX:TieredStopAtLevel=1,-XX:+UnlockDiagnosticVMOptions,-XX:-BytecodeVerificationRemote,-XX:+UseSerialGC,-Djava.awt.headless=true,--add-modules,jdk.incubator.vector",
                "--threads=" + THREADS,
                "--timeoutConst=" + Integer.getInteger("pit.timeout", 200_000),
                "--timeoutFactor=4.0",
                "--timestampedReports=false",
                "--outputFormats=XML");
        Process pit = new ProcessBuilder(command)
                .directory(Path.of(subject.module).toFile())
                .redirectErrorStream(true)
                .redirectOutput(subject.folder().resolve("log.txt").toFile())
                .start();
        if (pit.waitFor() != 0) {
            System.err.println("PIT failed, see " + subject.folder().resolve("log.txt"));
            System.exit(1);
        }
    }

    private static String row(Subject subject) throws Exception {
        Map<String, String> equivalent = equivalents(subject.module);
        List<Mutant> survivors = new ArrayList<>();
        Set<String> used = new HashSet<>();
        Set<String> types = new HashSet<>();
        int mutants = 0;
        int killed = 0;
        int left = 0;
        for (Mutant mutant : mutants(subject)) {
            mutants++;
            types.add(mutant.type);
            if (mutant.killed()) {
                killed++;
            } else if (equivalent.containsKey(mutant.key())) {
                left++;
                used.add(mutant.key());
            } else {
                survivors.add(mutant);
            }
        }
        StringBuilder list = new StringBuilder();
        survivors.sort(Comparator.comparing(Mutant::type).thenComparing(Mutant::line));
        for (Mutant mutant : survivors) {
            list.append("%s:%d %s%n    %s | %n".formatted(mutant.type, mutant.line, mutant.status, mutant.key()));
        }
        for (String key : equivalent.keySet()) {
            if (types.contains(key.substring(0, key.indexOf(" | "))) && !used.contains(key)) {
                list.append("listed as equivalent, but there is no such survivor: %s%n".formatted(key));
            }
        }
        Files.writeString(subject.folder().resolve("survivors.txt"), list);
        System.out.println(list);
        SCORES.put(subject.name, 100.0 * killed / Math.max(1, mutants));
        return "| `%s` | %d | %d | %.1f %% | %d |"
                .formatted(subject.name, mutants, killed, 100.0 * killed / Math.max(1, mutants), left);
    }

    private static List<Mutant> mutants(Subject subject) throws Exception {
        List<Mutant> mutants = new ArrayList<>();
        NodeList list = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(subject.report().toFile())
                .getElementsByTagName("mutation");
        Map<String, List<String>> sources = new LinkedHashMap<>();
        for (int k = 0; k < list.getLength(); k++) {
            Element element = (Element) list.item(k);
            String type = text(element, "mutatedClass");
            int line = Integer.parseInt(text(element, "lineNumber"));
            String folder = type.substring(0, type.lastIndexOf('.')).replace('.', '/');
            String file = subject.module + "/src/main/java/" + folder + "/" + text(element, "sourceFile");
            if (!sources.containsKey(file)) {
                sources.put(file, Files.readAllLines(Path.of(file)));
            }
            mutants.add(new Mutant(
                    type.substring(type.lastIndexOf('.') + 1),
                    line,
                    sources.get(file).get(line - 1).strip(),
                    text(element, "description"),
                    element.getAttribute("status")));
        }
        return mutants;
    }

    private static String text(Element element, String tag) {
        Node node = element.getElementsByTagName(tag).item(0);
        return node.getTextContent();
    }

    /** Reasons by key. */
    private static Map<String, String> equivalents(String module) throws IOException {
        Path file = Path.of(module, "src", "test", "pit-equivalent.txt");
        Map<String, String> reasons = new LinkedHashMap<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                int reason = line.lastIndexOf(" | ");
                if (!line.isBlank() && !line.startsWith("#")) {
                    if (reason < 0 || line.substring(reason + 3).isBlank()) {
                        throw new IOException("%s: a reason is missing in \"%s\"".formatted(file, line));
                    }
                    reasons.put(line.substring(0, reason), line.substring(reason + 3));
                }
            }
        }
        return reasons;
    }

    private static final String HEAD =
            "| package | mutants | killed | score | equivalent left |\n|---|---|---|---|---|\n";

    /** Rows of packages that were not run stay as they are. */
    private static void writeTable(Map<String, String> rows) throws IOException {
        String text = Files.readString(CONTRIBUTING);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END);
        Map<String, String> old = text.substring(begin, end)
                .lines()
                .filter(line -> line.startsWith("| `"))
                .collect(Collectors.toMap(line -> line.split("`")[1], line -> line));
        String table = SUBJECTS.stream()
                .map(subject -> rows.getOrDefault(subject.name, old.get(subject.name)))
                .filter(row -> row != null)
                .collect(Collectors.joining("\n"));
        Files.writeString(CONTRIBUTING, text.substring(0, begin) + "\n" + HEAD + table + "\n" + text.substring(end));
    }
}
