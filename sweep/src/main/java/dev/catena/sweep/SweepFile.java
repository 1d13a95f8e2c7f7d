package dev.catena.sweep;

import dev.catena.formats.file.NearestName;
import dev.catena.formats.reading.FormatException;
import dev.catena.formats.yaml.YamlMap;
import dev.catena.model.Friction;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.StateVariable;
import dev.catena.sweep.reduce.Reducer;
import dev.catena.sweep.source.CycleStates;
import dev.catena.sweep.source.GridStates;
import dev.catena.sweep.source.HaltonStates;
import dev.catena.sweep.source.RandomStates;
import dev.catena.sweep.source.StateSource;
import dev.catena.sweep.source.TableStates;
import dev.catena.sweep.source.Variable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A sweep as {@code docs/sweep.md} describes it. */
public final class SweepFile {
    private static final String VERSION = "1";

    private final String file;
    private final YamlMap top;
    private final String robotName;

    private SweepFile(YamlMap top, String file) {
        this.top = top;
        this.file = file;
        top.require("catena-sweep");
        String version = top.text("catena-sweep", VERSION);
        if (!version.equals(VERSION)) {
            top.problem("catena-sweep", "the version is \"%s\", but must be %s".formatted(version, VERSION));
        }
        robotName = top.requiredText("robot", "");
        if (robotName.isEmpty()) {
            top.throwProblems();
        }
    }

    /**
     * Reads a specification.
     *
     * @param file what to call it in messages
     */
    public static SweepFile parse(String text, String file) {
        return new SweepFile(YamlMap.parse(text, file), file);
    }

    /** A file, relative to the specification's, or a robot that ships. */
    public String robot() {
        return robotName;
    }

    /** Whether states are the rows of a table. */
    public boolean hasTable() {
        return named("table").isPresent();
    }

    /** The file of the motion that is gone through again and again, where there is one. */
    public Optional<String> trajectory() {
        return named("trajectory");
    }

    private Optional<String> named(String key) {
        YamlMap states = top.has("states") && top.isMap("states") ? top.map("states") : null;
        return states == null || !states.has(key) ? Optional.empty() : Optional.ofNullable(states.text(key));
    }

    /**
     * The sweep for its robot. Can be asked for once.
     *
     * @param folder where tables are looked for
     * @param exact whether to compute state by state, see {@link SweepFunction#exactly}
     * @throws FormatException with all problems
     */
    public Sweep read(RobotModel robot, Path folder, boolean exact) {
        return read(robot, folder::resolve, exact);
    }

    /**
     * As {@link #read(RobotModel, Path, boolean)}.
     *
     * @param places where the tables that are named are
     */
    public Sweep read(RobotModel robot, Function<String, Path> places, boolean exact) {
        SweepFunction function = function(robot);
        function = exact ? function.exactly() : function;
        Map<String, Variable> varied = variables(function);
        YamlMap states = top.map("states");
        top.require("states");
        @Nullable StateSource source = states == null ? null : source(states, varied, function, places);
        List<Key> keys = new ArrayList<>();
        boolean byJoint = false;
        for (YamlMap key : top.maps("by")) {
            if (key.flag("joint")) {
                byJoint = true;
            } else {
                Key made = key(key, function);
                if (made != null) {
                    keys.add(made);
                }
            }
            key.finish();
        }
        top.require("reduce");
        List<Reducer> reducers = new ArrayList<>();
        for (YamlMap map : top.maps("reduce")) {
            Reducer reducer = reducer(map);
            if (reducer != null) {
                reducers.add(reducer);
            }
            map.finish();
        }
        top.finish();
        top.throwProblems();
        if (source == null) {
            throw new FormatException(file, "there are no states");
        }
        Sweep.Builder builder = Sweep.states(source)
                .evaluate(function)
                .by(keys.toArray(Key[]::new))
                .reduce(reducers.toArray(Reducer[]::new));
        if (byJoint) {
            builder.byJoint();
        }
        try {
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw new FormatException(file, String.valueOf(e.getMessage()));
        }
    }

    private SweepFunction function(RobotModel robot) {
        String name = top.text("quantity", Quantity.TORQUE.key());
        Quantity quantity = Quantity.named(name).orElse(null);
        if (quantity == null) {
            List<String> known =
                    Arrays.stream(Quantity.values()).map(Quantity::key).toList();
            top.problem("quantity", "there is no quantity \"%s\"%s".formatted(name, NearestName.hint(name, known)));
            quantity = Quantity.TORQUE;
        }
        SweepFunction function;
        try {
            function = SweepFunction.of(robot, quantity);
        } catch (IllegalArgumentException e) {
            throw new FormatException(file, String.valueOf(e.getMessage()));
        }
        YamlMap payload = top.map("payload");
        if (payload != null) {
            String body = payload.requiredText("body", "");
            Vector3 at = payload.vector("at", Vector3.ZERO);
            payload.finish();
            if (robot.hasBody(body)) {
                return function.withPayload(body, at);
            }
            payload.problem("body", "robot \"%s\" has no body \"%s\"".formatted(robot.name(), body));
        }
        return function;
    }

    /** What varies, by name; entries for all joints first, so that those of one joint take their place. */
    private Map<String, Variable> variables(SweepFunction function) {
        Map<String, Variable> variables = new LinkedHashMap<>();
        YamlMap vary = top.map("vary");
        if (vary == null) {
            return variables;
        }
        for (StateVariable all : StateVariable.values()) {
            if (vary.has(all.key())) {
                attempt(vary, all.key(), () -> ofAllJoints(vary, all, function))
                        .forEach(variable -> variables.put(variable.name(), variable));
            }
        }
        for (String name : vary.keys()) {
            if (StateVariable.named(name).isEmpty()) {
                attempt(vary, name, () -> {
                            function.checkVariable(name);
                            return List.of(range(vary, name, name, given(function, name)));
                        })
                        .forEach(variable -> variables.put(name, variable));
            }
        }
        return variables;
    }

    private static List<Variable> attempt(YamlMap map, String key, Supplier<List<Variable>> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            map.problem(key, String.valueOf(e.getMessage()));
            return List.of(Variable.constant(key, 0));
        }
    }

    private static List<Variable> ofAllJoints(YamlMap vary, StateVariable all, SweepFunction function) {
        boolean isWord = !vary.isMap(all.key()) && !vary.isList(all.key());
        if (isWord && "limits".equals(vary.text(all.key()))) {
            return function.withinLimits(all, 1);
        }
        YamlMap map = vary.isMap(all.key()) ? vary.map(all.key()) : null;
        if (map != null && map.has("limits")) {
            double part = map.number("limits", 1);
            int steps = whole(map, "steps", 1, 1, Integer.MAX_VALUE);
            map.finish();
            return function.withinLimits(all, part).stream()
                    .map(v -> new Variable(v.name(), v.from(), v.to(), steps))
                    .toList();
        }
        List<String> joints = function.model().jointNames();
        if (joints.isEmpty()) {
            return List.of();
        }
        Variable first = range(vary, all.key(), all.key() + "_" + joints.get(0), 0);
        return joints.stream()
                .map(joint -> new Variable(all.key() + "_" + joint, first.from(), first.to(), first.steps()))
                .toList();
    }

    /** A number, or a range: from and to, the model's value scaled, or around it. */
    private static Variable range(YamlMap vary, String key, String name, double given) {
        if (!vary.isMap(key)) {
            return Variable.constant(name, vary.number(key, 0));
        }
        YamlMap map = vary.map(key);
        if (map == null) {
            return Variable.constant(name, 0);
        }
        map.requireAtMostOne("from", "scale", "around");
        int steps = whole(map, "steps", 1, 1, Integer.MAX_VALUE);
        double from = 0;
        double to = 0;
        double[] scale = map.numbers("scale", 2);
        if (scale != null) {
            from = Math.min(scale[0] * given, scale[1] * given);
            to = Math.max(scale[0] * given, scale[1] * given);
        } else if (map.has("around")) {
            from = given - map.number("around", 0);
            to = given + map.number("around", 0);
        } else {
            map.require("from");
            map.require("to");
            from = map.angle("from", 0);
            to = map.angle("to", from);
        }
        map.finish();
        return new Variable(name, from, to, steps);
    }

    /** What the model says of a parameter. */
    private static double given(SweepFunction function, String name) {
        RobotModel model = function.model();
        int after = name.startsWith("center_") ? "center_x_".length() : name.indexOf('_') + 1;
        String of = name.substring(Math.min(after, name.length()));
        if (model.hasBody(of)) {
            SpatialInertia inertia = model.bodies().get(model.bodyIndex(of)).inertia();
            return switch (name.substring(0, after)) {
                case "mass_" -> inertia.mass();
                case "center_x_" -> inertia.centerOfMass().x();
                case "center_y_" -> inertia.centerOfMass().y();
                case "center_z_" -> inertia.centerOfMass().z();
                default -> 0;
            };
        }
        if (model.hasCoordinate(of)) {
            Friction friction = model.movingJoints().get(model.coordinate(of)).friction();
            return name.startsWith("coulomb_")
                    ? friction.coulomb()
                    : name.startsWith("viscous_") ? friction.viscous() : 0;
        }
        return 0;
    }

    private static @Nullable StateSource source(
            YamlMap states, Map<String, Variable> varied, SweepFunction function, Function<String, Path> places) {
        states.requireAtMostOne("random", "halton", "grid", "table", "trajectory");
        long seed = whole(states, "seed", 1, Integer.MIN_VALUE, Integer.MAX_VALUE);
        List<Variable> variables = List.copyOf(varied.values());
        StateSource source = null;
        try {
            if (states.has("random")) {
                source = new RandomStates(variables, count(states, "random"), seed);
            } else if (states.has("halton")) {
                source = new HaltonStates(variables, count(states, "halton"), seed);
            } else if (states.has("table")) {
                source = new TableStates(places.apply(states.requiredText("table", "")));
            } else if (states.has("trajectory")) {
                Path path = places.apply(states.requiredText("trajectory", ""));
                Map<String, double[]> motion = CycleFile.read(path, function, varied.keySet());
                source = new CycleStates(motion, variables, whole(states, "draws", 1, 1, 1_000_000_000), seed);
            } else if (states.flag("grid")) {
                source = new GridStates(variables);
            } else {
                states.problem("grid", "states are one of random, halton, grid: true, table, trajectory");
            }
        } catch (FormatException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            states.problem("states", String.valueOf(e.getMessage()));
        }
        states.finish();
        return source;
    }

    private static @Nullable Key key(YamlMap map, SweepFunction function) {
        map.requireAtMostOne("voxel", "value", "draw");
        try {
            if (map.has("voxel")) {
                return voxels(map, function);
            }
            if (map.has("draw")) {
                return new Key.Whole(CycleStates.DRAW, whole(map, "draw", 1, 1, Key.MOST_BINS));
            }
            if (map.has("value")) {
                String subject = map.requiredText("value", "");
                map.require("bins");
                map.require("from");
                map.require("to");
                double from = map.number("from", 0);
                double to = map.number("to", 0);
                int bins = whole(map, "bins", 1, 1, Key.MOST_BINS);
                boolean whole = map.has("bins") && map.has("from") && map.has("to");
                return whole ? new Key.Range(subject, from, to, bins) : null;
            }
            map.problem("value", "a key is one of voxel, value, draw, joint: true");
        } catch (IllegalArgumentException e) {
            map.problem("voxel", String.valueOf(e.getMessage()));
        }
        return null;
    }

    private static @Nullable Key voxels(YamlMap map, SweepFunction function) {
        String body = map.requiredText("voxel", "");
        map.require("size");
        double size = map.number("size", 0);
        double[] from = map.numbers("from", 3);
        double[] to = map.numbers("to", 3);
        if (!function.model().hasBody(body)) {
            map.problem(
                    "voxel",
                    "robot \"%s\" has no body \"%s\"".formatted(function.model().name(), body));
            return null;
        }
        if (!(size > 0)) {
            map.problem("size", "voxels need a positive size in meters");
            return null;
        }
        if (from == null || to == null) {
            return function.voxels(body, size);
        }
        int[] counts = new int[3];
        for (int k = 0; k < 3; k++) {
            double count = Math.ceil((to[k] - from[k]) / size - 1e-9);
            if (!(count >= 1 && count <= Key.MOST_BINS)) {
                map.problem("to", "there are %s voxels from %s to %s".formatted(count, from[k], to[k]));
                return null;
            }
            counts[k] = (int) count;
        }
        return new Key.Voxel(body, size, Vector3.of(from), counts[0], counts[1], counts[2]);
    }

    private static @Nullable Reducer reducer(YamlMap map) {
        List<String> given = Reducer.Kind.keys().stream().filter(map::has).toList();
        if (given.size() != 1) {
            map.problem("max", "a reducer is one of " + String.join(", ", Reducer.Kind.keys()));
            return null;
        }
        Reducer.Kind kind = Reducer.Kind.values()[Reducer.Kind.keys().indexOf(given.get(0))];
        String subject = map.text(given.get(0), "");
        if (subject.isEmpty()) {
            map.problem(given.get(0), "%s needs the name of a number, such as load".formatted(given.get(0)));
            return null;
        }
        try {
            return switch (kind) {
                case MAX -> Reducer.max(subject);
                case MIN -> Reducer.min(subject);
                case PEAK -> Reducer.peak(subject);
                case MEAN -> Reducer.mean(subject);
                case VARIANCE -> Reducer.variance(subject);
                case ARGMAX -> Reducer.argmax(subject);
                case QUANTILE -> Reducer.quantile(subject, parts(map));
                case HISTOGRAM -> {
                    map.require("bins");
                    yield Reducer.histogram(
                            subject,
                            map.requiredNumber("from"),
                            map.requiredNumber("to"),
                            whole(map, "bins", 1, 1, Key.MOST_BINS));
                }
                case VIOLATIONS -> Reducer.violations(subject, map.number("above", 1));
            };
        } catch (IllegalArgumentException e) {
            map.problem(given.get(0), String.valueOf(e.getMessage()));
            return null;
        }
    }

    private static double[] parts(YamlMap map) {
        if (!map.isList("at")) {
            return new double[] {map.number("at", 0.5)};
        }
        double[] parts = map.numbers("at", map.texts("at").size());
        return parts == null ? new double[0] : parts;
    }

    /** How many states: 1000000, or 1e6. */
    private static long count(YamlMap map, String key) {
        double number = map.number(key, 1);
        if (number != Math.rint(number) || !(number >= 1 && number <= 1e18)) {
            map.problem(key, "%s must be a whole number from 1 to 1e18".formatted(key));
            return 1;
        }
        return (long) number;
    }

    private static int whole(YamlMap map, String key, int fallback, int least, int most) {
        double number = map.number(key, fallback);
        if (number != Math.rint(number) || number < least || number > most) {
            map.problem(key, "%s must be a whole number from %s to %s".formatted(key, least, most));
            return fallback;
        }
        return (int) number;
    }
}
