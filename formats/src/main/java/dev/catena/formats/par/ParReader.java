package dev.catena.formats.par;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.file.FileProblems;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads OpenSYMORO's parameter files: Khalil's six parameters {@code gamma b alpha d theta r} with {@code ant} and
 * {@code sigma}, the ten inertial parameters with the tensor about the frame's origin, {@code IA FV FS} and gravity.
 * Joint j is called {@code jointj} and moves {@code linkj}; link 0 is the base, and if that floats
 * or is mobile, lists of dynamic parameters begin with its own.
 *
 * <p>Symbols take their values from {@link ReadOptions#symbols}. The coordinate of a joint stands in its entry of
 * {@code theta} (σ = 0) or {@code r} (σ = 1) as a symbol without value, alone or with a constant added:
 * {@code th2 + pi/2} is an offset of π/2. Any other symbol without value is an error that names it. {@link ParLoops} says
 * how closed loops are written.
 */
public final class ParReader {
    private static final List<String> IGNORED =
            List.of("FX", "FY", "FZ", "CX", "CY", "CZ", "W0", "WP0", "V0", "VP0", "QP", "QDP", "GAM", "eta", "k");
    private static final List<String> GEOMETRIC =
            List.of("ant", "sigma", "gamma", "b", "alpha", "d", "theta", "r", "mu");
    private static final Set<String> DYNAMIC =
            Set.of("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M", "IA", "FV", "FS");
    private static final Set<String> OF_FILE =
            Set.of("NL", "NJ", "NF", "Type", "is_mobile", "is_floating", "G", "Z", "Robotname");
    private static final int MOST_FRAMES = 10_000;

    private final FileProblems problems;
    private final ReadOptions options;
    private final ParFile file;
    /** Then lists of dynamic parameters begin with those of the base. */
    private final boolean baseMoves;

    private final Map<String, Integer> jointOfSymbol = new HashMap<>();
    private final List<Follower> followers = new ArrayList<>();

    /** A joint whose coordinate is that of another one, times a factor. */
    private record Follower(int joint, String key, String entry, String symbol, double factor) {}

    private ParReader(ParFile file, FileProblems problems, ReadOptions options) {
        this.file = file;
        this.problems = problems;
        this.options = options;
        boolean floats = file.isTrue("is_floating");
        this.baseMoves = file.isTrue("is_mobile") || floats;
    }

    /**
     * Reads a robot from text.
     *
     * @param name what to call the file in messages
     * @throws ModelException with every problem found
     */
    public static RobotModel read(String text, String name, ReadOptions options) {
        FileProblems problems = new FileProblems(name);
        ParFile file = new ParFile(text, options.symbols(), problems);
        return new ParReader(file, problems, options).robot();
    }

    /**
     * Names of the symbols that need a value: all but joint coordinates and those that the options set, sorted.
     *
     * @param name what to call the file in messages
     */
    public static List<String> symbolsWithoutValue(String text, String name, ReadOptions options) {
        FileProblems problems = new FileProblems(name);
        ParFile file = new ParFile(text, options.symbols(), problems);
        try {
            RobotModel unused = new ParReader(file, problems, options).robot();
        } catch (ModelException e) {
            // what else is wrong is said when the robot is read with values
            return file.symbolsWithoutValue();
        }
        return file.symbolsWithoutValue();
    }

    private RobotModel robot() {
        String own = file.robotName();
        String name = own == null || own.isBlank() ? problems.nameFromFile() : own;
        RobotModelBuilder builder = RobotModel.builder(options.name() == null ? name : options.name());
        builder.inertiaPolicy(options.strict() ? InertiaPolicy.STRICT : InertiaPolicy.LENIENT);
        int frames = frames();
        readBase(builder);
        int links = Math.min(frames, file.integer("NL", 0));
        int joints = Math.min(frames, file.integer("NJ", links));
        ParLoops loops = new ParLoops(file, problems, links, joints);
        readFrames(builder, frames, links, loops);
        addCouplings(builder);
        if (joints > links) {
            loops.addActive(builder);
        }
        refuseLeftOver();
        warnAboutIgnored();
        file.reportSymbols();
        problems.handTo(builder);
        return builder.build();
    }

    /** How many frames to read: those of the tree, and those fixed on its links. */
    private int frames() {
        if (!file.has("NL")) {
            throw problems.fatal(0, "NL, the number of links, is missing");
        }
        int links = file.integer("NL", 0);
        int joints = file.integer("NJ", links);
        int frames = file.integer("NF", framesWithout(links, joints));
        if (links > MOST_FRAMES || frames > MOST_FRAMES) {
            throw problems.fatal(file.line("NL"), "more than %s links or frames".formatted(MOST_FRAMES));
        }
        if (joints < links || frames < joints) {
            throw problems.fatal(
                    file.line("NL"),
                    "NL = %s, NJ = %s and NF = %s, but NL ≤ NJ ≤ NF is expected".formatted(links, joints, frames));
        }
        int loops = joints - links;
        if (frames < joints + loops && !options.openLoops()) {
            throw problems.fatal(
                    file.line("NF"),
                    "NL = %s and NJ = %s make %s loops, so NF must be at least %s, but is %s"
                            .formatted(links, joints, loops, joints + loops, frames));
        }
        if (loops > 0 && options.openLoops()) {
            problems.warning(
                    file.line("NJ"), "the loops are opened: joints beyond NL = %s are left out".formatted(links));
            return links;
        }
        return frames;
    }

    /** How many frames there are where NF does not say it: a second one for each cut joint, as OpenSYMORO has it. */
    private static int framesWithout(int links, int joints) {
        return joints + Math.max(0, joints - links);
    }

    private void readBase(RobotModelBuilder builder) {
        builder.location(problems.file());
        if (baseMoves) {
            builder.base("link0", inertia(0));
        } else {
            builder.base("link0");
        }
        if (baseMoves && !file.isTrue("is_floating")) {
            problems.warning(file.line("is_mobile"), "a mobile base is read as a floating base");
        }
        if (baseMoves || options.floating()) {
            builder.floating();
        }
        List<String> gravity = file.list("G", 3);
        if (gravity != null) {
            builder.gravity(
                    file.value("G", gravity.get(0)), file.value("G", gravity.get(1)), file.value("G", gravity.get(2)));
        } else if (!file.has("G")) {
            problems.warning(0, "there is no G, so gravity is (0, 0, -9.81)");
        }
    }

    private void readFrames(RobotModelBuilder builder, int frames, int links, ParLoops loops) {
        List<String> ant = file.list("ant", frames);
        List<String> sigma = file.list("sigma", frames);
        if (ant == null || sigma == null) {
            if (!file.has("ant") || !file.has("sigma")) {
                problems.problem(0, "the lists ant and sigma are needed");
            }
            return;
        }
        for (int j = 1; j <= frames; j++) {
            builder.location(problems.location(file.line("ant")));
            JointKind kind = kind(sigma.get(j - 1), j);
            String antecedent = ant.get(j - 1);
            if (!antecedent.matches("\\d{1,6}") || Integer.parseInt(antecedent) > frames) {
                problems.problem(
                        file.line("ant"),
                        "the antecedent of joint %s is \"%s\", but must be a link from 0 to %s"
                                .formatted(j, antecedent, frames));
                antecedent = "0";
            }
            Joint joint = Joint.of(kind, "joint" + j, "link" + Integer.parseInt(antecedent), "link" + j)
                    .with(geometry(j, kind));
            if (loops.isCut(j)) {
                loops.addCut(builder, j, kind, joint.parent(), joint.geometry().parentFromJoint());
            } else if (j > links) {
                if (kind.moves()) {
                    problems.problem(
                            file.line("sigma"),
                            "frame %s lies beyond the %s links, so it must be fixed (sigma = 2)".formatted(j, links));
                }
                builder.link(joint, SpatialInertia.ZERO);
            } else if (kind.moves()) {
                builder.link(
                        joint.with(Friction.of(parameter("FS", j), parameter("FV", j)))
                                .with(Drive.reflected(parameter("IA", j))),
                        inertia(j));
            } else {
                builder.link(joint, inertia(j));
            }
        }
    }

    private JointKind kind(String sigma, int j) {
        return switch (sigma) {
            case "0" -> JointKind.REVOLUTE;
            case "1" -> JointKind.PRISMATIC;
            case "2" -> JointKind.FIXED;
            default -> {
                problems.problem(
                        file.line("sigma"),
                        "sigma of joint %s is \"%s\", but must be 0 (revolute), 1 (prismatic) or 2 (fixed)"
                                .formatted(j, sigma));
                yield JointKind.FIXED;
            }
        };
    }

    private JointGeometry geometry(int j, JointKind kind) {
        return JointGeometry.khalil(
                parameter("gamma", j),
                parameter("b", j),
                parameter("alpha", j),
                parameter("d", j),
                kind == JointKind.REVOLUTE ? offset("theta", j) : parameter("theta", j),
                kind == JointKind.PRISMATIC ? offset("r", j) : parameter("r", j));
    }

    private double parameter(String key, int j) {
        String entry = entry(key, j);
        return entry == null ? 0 : file.value(key, entry);
    }

    private @Nullable String entry(String key, int j) {
        List<String> list = file.list(key, 0);
        if (list == null) {
            return null;
        }
        int index = baseMoves && DYNAMIC.contains(key) ? j : j - 1;
        if (list.size() > index) {
            return list.get(index);
        }
        if (list.size() == index || j == 1) {
            problems.problem(
                    file.line(key),
                    index == j
                            ? "%s has %s values, but link %s needs one too: the first is that of the base, which moves"
                                    .formatted(key, list.size(), j)
                            : "%s has %s values, but joint %s needs one too".formatted(key, list.size(), j));
        }
        return null;
    }

    /** A comma for a point makes two values of one, so that none may be left over. */
    private void refuseLeftOver() {
        int links = file.integer("NL", 0);
        int frames = file.integer("NF", framesWithout(links, file.integer("NJ", links)));
        GEOMETRIC.forEach(key -> refuseLeftOver(key, frames));
        DYNAMIC.stream().sorted().forEach(key -> refuseLeftOver(key, baseMoves ? links + 1 : links));
        refuseLeftOver("G", 3);
        Set<String> known = new TreeSet<>(OF_FILE);
        known.addAll(GEOMETRIC);
        known.addAll(DYNAMIC);
        known.addAll(IGNORED);
        file.warnOfUnknown(known);
    }

    private void refuseLeftOver(String key, int used) {
        List<String> list = file.has(key) ? file.list(key, 0) : null;
        if (list != null && list.size() > used) {
            problems.problem(
                    file.line(key), "%s has %s values, but there is room for %s".formatted(key, list.size(), used));
        }
    }

    /** The constant part of an entry that holds the joint's coordinate. */
    private double offset(String key, int j) {
        String entry = entry(key, j);
        if (entry == null) {
            return 0;
        }
        // the value for all other symbols, *, is not meant for coordinates
        Map<String, Double> named = new HashMap<>(file.symbols());
        named.remove("*");
        ParExpression.Result result = file.evaluate(key, entry, named);
        if (result.unset().size() != 1) {
            return file.value(key, entry);
        }
        String coordinate = result.unset().iterator().next();
        // a multiple of a symbol plus a constant grows evenly with the symbol
        double at0 = at(key, entry, coordinate, 0);
        double factor = at(key, entry, coordinate, 1) - at0;
        double at2 = at(key, entry, coordinate, 2);
        double error = Math.abs(at2 - at0 - 2 * factor);
        if (!(error < 1e-9) || factor == 0) {
            reportCoordinate(key, j, entry, coordinate);
            return 0;
        }
        boolean plain = Math.abs(factor - 1) < 1e-9;
        if (!plain || jointOfSymbol.putIfAbsent(coordinate, j) != null) {
            followers.add(new Follower(j, key, entry, coordinate, plain ? 1 : factor));
        }
        return at0;
    }

    private void reportCoordinate(String key, int j, String entry, String coordinate) {
        problems.problem(
                file.line(key),
                "the coordinate of joint %s is \"%s\", but must be a symbol, or a symbol plus a constant; is %s a symbol that needs a value?"
                        .formatted(j, entry, coordinate));
    }

    /** Joints with the coordinate of another one, or a multiple of it, follow it; constants are in their geometry. */
    private void addCouplings(RobotModelBuilder builder) {
        for (Follower follower : followers) {
            Integer leader = jointOfSymbol.get(follower.symbol);
            if (leader == null) {
                reportCoordinate(follower.key, follower.joint, follower.entry, follower.symbol);
            } else {
                builder.location(problems.location(file.line(follower.key)));
                builder.coupling("joint" + follower.joint, "joint" + leader, follower.factor, 0);
            }
        }
    }

    private double at(String key, String entry, String symbol, double value) {
        Map<String, Double> values = new HashMap<>(file.symbols());
        values.put(symbol, value);
        return file.evaluate(key, entry, values).value();
    }

    private SpatialInertia inertia(int j) {
        double mass = parameter("M", j);
        Vector3 firstMoment = new Vector3(parameter("MX", j), parameter("MY", j), parameter("MZ", j));
        InertiaTensor aboutOrigin = new InertiaTensor(
                parameter("XX", j),
                parameter("XY", j),
                parameter("XZ", j),
                parameter("YY", j),
                parameter("YZ", j),
                parameter("ZZ", j));
        if (mass == 0 && firstMoment.norm() != 0) {
            problems.problem(file.line("M"), "link %s has the first moment %s, but no mass".formatted(j, firstMoment));
            return SpatialInertia.ZERO;
        }
        return SpatialInertia.fromFirstMoment(mass, firstMoment, aboutOrigin);
    }

    /** Loads and states belong to a computation, not to a robot. */
    private void warnAboutIgnored() {
        for (String key : IGNORED) {
            List<String> list = file.has(key) ? file.list(key, 0) : null;
            if (list != null && list.stream().anyMatch(value -> isNonZeroNumber(value))) {
                problems.warning(file.line(key), "%s is not zero, but is ignored".formatted(key));
            }
        }
        List<String> z = file.has("Z") ? file.list("Z", 16) : null;
        if (z != null) {
            for (int k = 0; k < 16; k++) {
                double expected = k % 5 == 0 ? 1 : 0;
                double value = DecimalNumber.parse(z.get(k)).orElse(expected);
                if (value != expected) {
                    problems.warning(
                            file.line("Z"),
                            "Z, the pose of the base in the world, is not the identity, but is ignored");
                    break;
                }
            }
        }
    }

    private static boolean isNonZeroNumber(String value) {
        return DecimalNumber.parse(value).orElse(0) != 0;
    }
}
