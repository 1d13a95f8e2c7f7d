package dev.catena.app.sweep;

import dev.catena.app.plan.PlanFile;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.file.InputFile;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.yaml.RobotYamlWriter;
import dev.catena.formats.yaml.YamlMap;
import dev.catena.function.RobotFunctions;
import dev.catena.identification.IdentificationResult;
import dev.catena.model.RobotModel;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
import dev.catena.sweep.ProblemSweep;
import dev.catena.sweep.ProblemSweep.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.PatternSyntaxException;

/** A sweep of plans or of identifications, as {@code docs/sweep.md} describes it. */
public final class ProblemFile {
    private static final String PLANS = "plans";
    private static final String LOGS = "logs";

    private final YamlMap top;
    private final Path folder;

    private ProblemFile(YamlMap top, Path folder) {
        this.top = top;
        this.folder = folder;
    }

    /**
     * The sweep of a specification, unless that is one of states.
     *
     * @param folder where the specification is
     * @param file what to call it in messages
     * @param identify how one log is worked up
     */
    public static Optional<ProblemSweep<Path>> parse(
            String text, Path folder, String file, BiFunction<RobotModel, Path, IdentificationResult> identify) {
        YamlMap top = YamlMap.parse(text, file);
        if (!top.has(PLANS) && !top.has(LOGS)) {
            return Optional.empty();
        }
        return Optional.of(new ProblemFile(top, folder).read(identify));
    }

    private ProblemSweep<Path> read(BiFunction<RobotModel, Path, IdentificationResult> identify) {
        String version = top.text("catena-sweep", "");
        if (!version.equals("1")) {
            top.problem("catena-sweep", "the version is \"%s\", but must be 1".formatted(version));
        }
        top.requireAtMostOne(PLANS, LOGS);
        boolean plans = top.has(PLANS);
        List<Path> problems = files(plans ? PLANS : LOGS);
        String robot = plans ? "" : top.requiredText("robot", "");
        top.finish();
        top.throwProblems();
        if (plans) {
            return new ProblemSweep<>(problems, this::name, this::plan);
        }
        RobotModel model = RobotFiles.find(beside(folder, robot), ReadOptions.DEFAULT);
        return new ProblemSweep<>(problems, this::name, log -> outcome(identify.apply(model, log)));
    }

    private String name(Path problem) {
        return problem.startsWith(folder) ? folder.relativize(problem).toString() : problem.toString();
    }

    /** Files in the order given; those of a pattern, {@code logs/*.csv}, by name. */
    private List<Path> files(String key) {
        List<Path> files = new ArrayList<>();
        for (String name : top.texts(key)) {
            int slash = name.lastIndexOf('/');
            if (name.indexOf('*') < 0 && name.indexOf('?') < 0) {
                files.add(folder.resolve(name));
                continue;
            }
            Path in = folder.resolve(slash < 0 ? "" : name.substring(0, slash));
            List<Path> found = new ArrayList<>();
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(in, name.substring(slash + 1))) {
                stream.forEach(found::add);
            } catch (IOException | PatternSyntaxException e) {
                top.problem(key, "\"%s\" cannot be looked for: %s".formatted(name, e.getMessage()));
            }
            if (found.isEmpty()) {
                top.problem(key, "there is no file \"%s\"".formatted(name));
            }
            found.sort(Comparator.naturalOrder());
            files.addAll(found);
        }
        if (files.isEmpty()) {
            top.problem(key, "no file is named");
        }
        return files;
    }

    /**
     * A digest of all that a problem is made of, the robot as it was understood; empty where something of it cannot be read, which
     * solving it will say.
     *
     * @param specification its text, which has the robot of logs
     */
    public static String digest(Path problem, String specification, Path folder) {
        try {
            YamlMap top = YamlMap.parse(specification, "");
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            if (top.has(PLANS)) {
                String text = InputFile.text(problem, InputFile.LARGEST_DESCRIPTION);
                Path parent = problem.toAbsolutePath().getParent();
                String robot = PlanFile.parse(text, problem.toString()).robot();
                add(digest, text);
                add(digest, robot(parent == null ? folder : parent, robot));
            } else if (Files.isRegularFile(problem)) {
                add(digest, robot(folder, top.requiredText("robot", "")));
                addFile(digest, problem);
            } else {
                return "";
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            return "";
        }
    }

    private static String robot(Path folder, String robot) {
        return RobotYamlWriter.write(RobotFiles.find(beside(folder, robot), ReadOptions.DEFAULT));
    }

    private static void add(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length).array());
        digest.update(bytes);
    }

    private static void addFile(MessageDigest digest, Path file) throws IOException {
        byte[] bytes = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                digest.update(bytes, 0, count);
            }
        }
    }

    private Outcome plan(Path problem) {
        PlanFile plan = PlanFile.parse(InputFile.text(problem, InputFile.LARGEST_DESCRIPTION), problem.toString());
        Path parent = problem.toAbsolutePath().getParent();
        RobotModel robot = RobotFiles.find(beside(parent == null ? folder : parent, plan.robot()), ReadOptions.DEFAULT);
        PlanFile.Contents contents = plan.read(robot, RobotFunctions.automatic());
        MotionPlan planned = new MotionPlanner(Solvers.named("embedded"))
                .refinement(contents.tolerance(), contents.refinements())
                .plan(contents.problem());
        Map<String, Double> numbers = new LinkedHashMap<>();
        if (!planned.isSolved()) {
            return Outcome.failed(planned.message());
        }
        numbers.put("duration", planned.motion().duration());
        numbers.put("objective", planned.objective());
        numbers.put("iterations", (double) planned.iterations());
        numbers.put("largest_excess", planned.largestExcess());
        return Outcome.solved(numbers);
    }

    private static Outcome outcome(IdentificationResult result) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        numbers.put("condition", result.estimate().condition());
        for (int c = 0; c < result.model().columns().size(); c++) {
            String name = result.model().columns().get(c).name();
            numbers.put(name, result.estimate().value(c));
            numbers.put("deviation_" + name, result.errors().deviation(c));
        }
        return result.isUsable() ? Outcome.solved(numbers) : new Outcome(false, result.verdict(), numbers);
    }

    /** A robot file stands beside the problem, unless the name is that of a robot that ships. */
    private static String beside(Path folder, String robot) {
        try {
            Path candidate = folder.resolve(robot);
            return Files.isRegularFile(candidate) ? candidate.toString() : robot;
        } catch (InvalidPathException e) {
            return robot;
        }
    }
}
