import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.pitest.classinfo.ClassByteArraySource;
import org.pitest.classpath.CodeSource;
import org.pitest.coverage.CoverageDatabase;
import org.pitest.coverage.TestInfo;
import org.pitest.help.PitHelpError;
import org.pitest.mutationtest.build.DefaultTestPrioritiser;
import org.pitest.mutationtest.build.TestPrioritiser;
import org.pitest.mutationtest.build.TestPrioritiserFactory;
import org.pitest.testapi.AbstractTestUnit;
import org.pitest.testapi.Configuration;
import org.pitest.testapi.Description;
import org.pitest.testapi.ResultCollector;
import org.pitest.testapi.TestGroupConfig;
import org.pitest.testapi.TestPluginFactory;
import org.pitest.testapi.TestSuiteFinder;
import org.pitest.testapi.TestUnit;
import org.pitest.testapi.TestUnitExecutionListener;
import org.pitest.testapi.TestUnitFinder;

/**
 * Tests for PIT, one unit a method with all its arguments. PIT's own plugin makes every set of arguments a unit, to find
 * which it runs all tests at the start of every process, and asks for all sets again before it runs one. Here a method ends
 * at its first failure, and nothing runs before there is a mutant.
 */
public final class TestMethods implements TestPluginFactory {
    @Override
    public Configuration createTestFrameworkConfiguration(
            TestGroupConfig groups,
            ClassByteArraySource source,
            Collection<String> excludedRunners,
            Collection<String> includedTestMethods) {
        Constants.initialize();
        Launcher launcher = LauncherFactory.create();
        return new Configuration() {
            @Override
            public TestUnitFinder testUnitFinder() {
                return new Finder(launcher, groups.getExcludedGroups());
            }

            @Override
            public TestSuiteFinder testSuiteFinder() {
                return type -> Collections.emptyList();
            }

            @Override
            public Optional<PitHelpError> verifyEnvironment() {
                return Optional.empty();
            }
        };
    }

    @Override
    public String name() {
        return "methods";
    }

    @Override
    public String description() {
        return "methods of JUnit tests";
    }

    /**
     * The tests that a mutant is given: those that reach it, the quickest first, until they take the time that one mutant
     * may have, but some in any case. What only later ones would notice counts as survived. Where a check was removed, tests
     * of contracts come before all others; where a number was changed, after them.
     */
    public static final class Quickest implements TestPrioritiserFactory {
        private static final int AT_LEAST = 8;
        private static final int AT_LEAST_OF_CHECKS = 14;
        private static final Pattern CHECK = Pattern.compile("removed call to .*(Guard::|::check|::require)");
        private static final Pattern NUMBER = Pattern.compile("Replaced (double|integer)|removed negation");
        private static final int MILLISECONDS = Integer.getInteger("pit.budget", 3000);

        @Override
        public TestPrioritiser makeTestPrioritiser(Properties properties, CodeSource code, CoverageDatabase coverage) {
            TestPrioritiser all = new DefaultTestPrioritiser(coverage);
            return mutant -> {
                List<TestInfo> tests = new ArrayList<>(all.assignTests(mutant));
                boolean isCheck = CHECK.matcher(mutant.getDescription()).find();
                boolean isNumber = NUMBER.matcher(mutant.getDescription()).find();
                if (isCheck || isNumber) {
                    tests.sort(Comparator.comparing(
                            test -> isNumber == test.getName().contains("ContractTest")));
                }
                int least = isCheck ? AT_LEAST_OF_CHECKS : AT_LEAST;
                int count = 0;
                for (long time = 0; count < tests.size() && (count < least || time < MILLISECONDS); count++) {
                    time += tests.get(count).getTime();
                }
                return new ArrayList<>(tests.subList(0, count));
            };
        }

        @Override
        public String description() {
            return "quickest tests";
        }
    }

    private static LauncherDiscoveryRequestBuilder request(DiscoverySelector selector) {
        // there are no files of settings, and to look for them on the class path takes longer than most tests
        return LauncherDiscoveryRequestBuilder.discoveryRequest()
                .enableImplicitConfigurationParameters(false)
                .selectors(selector);
    }

    private record Finder(Launcher launcher, List<String> excludedTags) implements TestUnitFinder {
        @Override
        public List<TestUnit> findTestUnits(Class<?> type, TestUnitExecutionListener listener) {
            if (type.getEnclosingClass() != null) {
                return List.of();
            }
            Constants.initialize(type);
            LauncherDiscoveryRequestBuilder request = request(selectClass(type));
            if (!excludedTags.isEmpty()) {
                request.filters(TagFilter.excludeTags(excludedTags));
            }
            TestPlan plan = launcher.discover(request.build());
            return plan.getRoots().stream()
                    .flatMap(root -> plan.getDescendants(root).stream())
                    .filter(test -> test.getSource().orElse(null) instanceof MethodSource)
                    .<TestUnit>map(test -> new Method(launcher, type, test))
                    .toList();
        }
    }

    private static final class Method extends AbstractTestUnit {
        private final Launcher launcher;
        private final String id;

        Method(Launcher launcher, Class<?> type, TestIdentifier test) {
            super(new Description(test.getUniqueId(), type));
            this.launcher = launcher;
            this.id = test.getUniqueId();
        }

        @Override
        public void execute(ResultCollector results) {
            FirstFailure failure = new FirstFailure();
            results.notifyStart(getDescription());
            try (Clock clock = new Clock(id)) {
                launcher.execute(request(selectUniqueId(id))
                        .forExecution()
                        .cancellationToken(failure.token)
                        .listeners(failure)
                        .build());
            }
            if (failure.first == null) {
                results.notifyEnd(getDescription());
            } else {
                results.notifyEnd(getDescription(), failure.first);
            }
        }
    }

    /**
     * Ends a test that takes several times the processor time that it took without a mutant. PIT's own limit is for time
     * on the wall, which would count mutants as noticed because the machine is busy, and it ends the process.
     */
    private static final class Clock extends Thread implements AutoCloseable {
        private static final Path TIMES = Path.of(System.getProperty("pit.times"));
        private static final Map<String, Long> USUAL = read();
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
        private static final long SECOND = 1_000_000_000;
        private static final int MOST_STOPS = 20;

        private final Thread test = currentThread();
        private final long begin = THREADS.getThreadCpuTime(test.getId());
        private final String id;

        Clock(String id) {
            this.id = id;
            if (USUAL.containsKey(id)) {
                setDaemon(true);
                start();
            }
        }

        private long taken() {
            return THREADS.getThreadCpuTime(test.getId()) - begin;
        }

        @Override
        @SuppressWarnings("removal")
        public void run() {
            long limit = SECOND / 3 + 5 * USUAL.get(id);
            try {
                for (int stops = 0; stops < MOST_STOPS; ) {
                    sleep(100);
                    if (taken() > limit) {
                        // an assertion about exceptions may have caught the last one
                        test.stop();
                        stops++;
                        limit += SECOND / 4;
                    }
                }
                Runtime.getRuntime().halt(1);
            } catch (InterruptedException end) {
                return;
            }
        }

        @Override
        public void close() {
            if (USUAL.containsKey(id)) {
                interrupt();
                return;
            }
            try {
                Files.writeString(
                        TIMES, id + "\t" + taken() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        private static Map<String, Long> read() {
            try {
                return Files.exists(TIMES)
                        ? Files.readAllLines(TIMES).stream()
                                .map(line -> line.split("\t"))
                                .collect(Collectors.toMap(line -> line[0], line -> Long.valueOf(line[1]), Math::max))
                        : Map.of();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    /** Ends a method at its first failure, and one that takes long after some of its sets of arguments. */
    private static final class FirstFailure implements TestExecutionListener {
        private static final int SOME_SETS = Integer.getInteger("pit.sets", 12);
        private static final long LONG = 6_000_000_000L;

        private final CancellationToken token = CancellationToken.create();
        private final long begin = Clock.THREADS.getCurrentThreadCpuTime();
        private Throwable first;
        private int sets;

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            sets += test.isTest() ? 1 : 0;
            if (result.getStatus() == TestExecutionResult.Status.FAILED && first == null) {
                first = result.getThrowable().orElseGet(AssertionError::new);
            }
            if (first != null
                    || sets >= SOME_SETS && Clock.THREADS.getCurrentThreadCpuTime() - begin > LONG) {
                token.cancel();
            }
        }
    }

    /** Constants are computed before there is a mutant: they stay for all the mutants of a process. */
    private static final class Constants {
        private static final String INITIALIZER = "<clinit>";

        /** Those of classes that hold no tests. */
        static void initialize() {
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                Path folder = Path.of(entry);
                if (Files.isDirectory(folder) && !entry.contains("studio")) {
                    initialize(folder);
                }
            }
        }

        /** Those of tests. */
        static void initialize(Class<?> test) {
            for (Class<?> type : test.getNestMembers()) {
                initialize(type.getName());
            }
        }

        private static void initialize(Path folder) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().matches(".*(?<!Test)([$].*)?[.]class") && hasInitializer(file))
                        .map(file -> folder.relativize(file).toString())
                        .map(file -> file.substring(0, file.length() - 6).replace(File.separatorChar, '.'))
                        .forEach(Constants::initialize);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        private static boolean hasInitializer(Path file) {
            try {
                return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(INITIALIZER);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        private static void initialize(String type) {
            try {
                Class.forName(type);
            } catch (ClassNotFoundException | LinkageError missing) {
                // a class for a library that is left out of this class path; no test here uses it
                return;
            }
        }
    }
}
