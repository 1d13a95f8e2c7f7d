package dev.catena.sweep;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.formats.file.NearestName;
import dev.catena.formats.yaml.RobotYamlWriter;
import dev.catena.model.JointLimits;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.Shape;
import dev.catena.quantity.StateVariable;
import dev.catena.sweep.reduce.Reducer;
import dev.catena.sweep.reduce.Series;
import dev.catena.sweep.source.StateSource;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** States, a function of them, and what is kept of its values. Immutable; runs on any number of threads. */
public final class Sweep {
    /** Chunks that a sweep is divided into, unless they would be very short or very long. */
    private static final long CHUNKS = 256;

    /** Chunks are multiples of so many states; sums are in their order, so that it must not change. */
    private static final long GRAIN = 128;

    private static final long SHORTEST = 1L << 15;
    private static final long LONGEST = 1L << 24;

    /** Rows of a table that are held at once. */
    private static final long LONGEST_ROWS = 1L << 16;

    /** A reducer and the names of the numbers that it works on. */
    record Reduction(Reducer reducer, List<String> components) {}

    private final StateSource source;
    private final SweepFunction function;
    private final List<Key> keys;
    private final boolean byJoint;
    private final List<Reduction> reductions;
    private final SweepCode code;
    private final int bins;
    private final long chunkStates;

    private Sweep(Builder builder, SweepFunction function) {
        source = builder.source;
        this.function = function;
        keys = List.copyOf(builder.keys);
        byJoint = builder.byJoint;
        List<String> variables = source.variables();
        variables.forEach(function::checkVariable);
        checkPositions(variables);
        bins = BinIndex.count(keys);
        SubjectNames subjects = new SubjectNames(function, variables, byJoint);
        reductions = builder.reducers.stream()
                .map(reducer -> new Reduction(reducer, subjects.components(reducer.subject())))
                .toList();
        keys.forEach(key -> check(key, subjects));
        if (reductions.isEmpty()) {
            throw new IllegalArgumentException("nothing is kept: a sweep needs a reducer, such as the max of load");
        }
        checkMemory();
        boolean needsLoad = subjects.needsLoad();
        if (needsLoad) {
            checkLimits();
        }
        code = new SweepCode(function, variables, keys, needsLoad, subjects.needsLoads());
        long longest = source.isDrawn() ? LONGEST : LONGEST_ROWS;
        long even = Math.max(source.states() / CHUNKS, 4L * bins);
        long states = Math.min(longest, Math.max(SHORTEST, even));
        chunkStates = (states + GRAIN - 1) / GRAIN * GRAIN;
    }

    /** Begins with the states. */
    public static Builder states(StateSource source) {
        return new Builder(source);
    }

    /** Collects what a sweep consists of. */
    public static final class Builder {
        private final StateSource source;
        private @Nullable SweepFunction function;
        private final List<Key> keys = new ArrayList<>();
        private final List<Reducer> reducers = new ArrayList<>();
        private boolean byJoint;

        private Builder(StateSource source) {
            this.source = source;
        }

        @CanIgnoreReturnValue
        public Builder evaluate(SweepFunction newFunction) {
            function = newFunction;
            return this;
        }

        /** Tells results apart by a key; several keys by all their combinations. */
        @CanIgnoreReturnValue
        public Builder by(Key... more) {
            keys.addAll(List.of(more));
            return this;
        }

        /** A row for each joint, in place of a column for each. */
        @CanIgnoreReturnValue
        public Builder byJoint() {
            byJoint = true;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder reduce(Reducer... more) {
            reducers.addAll(List.of(more));
            return this;
        }

        /**
         * Checks all and compiles.
         *
         * @throws IllegalArgumentException for what does not fit together, with the reason
         */
        public Sweep build() {
            if (function == null) {
                throw new IllegalArgumentException("a sweep needs a function: say evaluate(…)");
            }
            return new Sweep(this, function);
        }

        /** Runs on some threads. */
        public SweepTable run(int threads) {
            return build().run(threads);
        }
    }

    private void checkPositions(List<String> variables) {
        List<String> missing = function.quantity().inputs().contains(StateVariable.POSITION)
                ? function.model().jointNames().stream()
                        .map(joint -> "q_" + joint)
                        .filter(name -> !variables.contains(name))
                        .toList()
                : List.of();
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("%s %s not given, not even as a constant"
                    .formatted(NearestName.some(missing), missing.size() == 1 ? "is" : "are"));
        }
    }

    private void check(Key key, SubjectNames subjects) {
        if (key instanceof Key.Voxel voxel) {
            int unused = function.model().bodyIndex(voxel.body());
        } else {
            String subject = key instanceof Key.Range range ? range.subject() : ((Key.Whole) key).subject();
            if (subjects.find(subject).size() != 1 || (byJoint && subject.equals(SweepFunction.LOAD))) {
                throw new IllegalArgumentException(
                        "a key must be one number of a state, but \"%s\" has several".formatted(subject));
            }
        }
    }

    private void checkLimits() {
        if (function.effortOutput() < 0) {
            throw new IllegalArgumentException("load is torque over its limit, but %s has no torques"
                    .formatted(function.quantity().key()));
        }
        boolean limited = function.model().movingJoints().stream()
                .map(joint -> joint.limits().effort())
                .anyMatch(limit -> limit > 0 && limit < JointLimits.NONE.effort());
        if (!limited) {
            throw new IllegalArgumentException("load is torque over its limit, but no joint of robot \"%s\" has one"
                    .formatted(function.model().name()));
        }
    }

    private void checkMemory() {
        double needed = 5 * Accumulators.memory(reductions, bins);
        double room = 0.7 * Runtime.getRuntime().maxMemory();
        if (needed > room) {
            throw new IllegalArgumentException(
                    "%s bins with these reducers need up to %s MB, but there are %s MB: make bins wider, or raise -Xmx"
                            .formatted(bins, Math.round(needed / 1e6), Math.round(room / 1e6)));
        }
    }

    public SweepTable run(int threads) {
        return run(SweepOptions.threads(threads));
    }

    /**
     * Runs.
     *
     * @throws IllegalArgumentException for a checkpoint of another sweep
     * @throws dev.catena.model.NumericalException where a state has no finite result
     * @throws SweepStoppedException if it was told to stop
     */
    public SweepTable run(SweepOptions options) {
        return table(new SweepRun(this, options).run());
    }

    /** How many states there are. */
    public long states() {
        return source.states();
    }

    /** Into how many chunks the states are divided, for whoever computes them elsewhere. */
    public long chunks() {
        return (states() + chunkStates - 1) / chunkStates;
    }

    /** Whether several states are done by one instruction, which rounds otherwise than one by one. */
    public int lanes() {
        return new Block(code, (first, count, targets) -> {}).lanes();
    }

    /** How many states a thread does in a second, found by doing some until the code has warmed up, in two seconds at most. */
    public double statesPerSecond() {
        Block block = new Block(code, source.open().reader());
        int count = (int) Math.min(Block.ROOM, states());
        block.begin(0, count);
        double best = 0;
        long now = System.nanoTime();
        long end = now + 2_000_000_000L;
        long better = now;
        // as long as HotSpot makes it faster
        while (now < Math.min(end, better + 400_000_000L)) {
            long begun = now;
            for (int k = 0; k < 16; k++) {
                block.compute(0, count);
            }
            now = System.nanoTime();
            double rate = 16.0 * count / (1e-9 * (now - begun));
            better = rate > 1.02 * best ? now : better;
            best = Math.max(best, rate);
        }
        return best;
    }

    long statesBefore(long chunk) {
        return Math.min(states(), chunk * chunkStates);
    }

    int statesOf(long chunk) {
        return (int) (statesBefore(chunk + 1) - statesBefore(chunk));
    }

    StateSource source() {
        return source;
    }

    SweepCode code() {
        return code;
    }

    Accumulators accumulators() {
        return new Accumulators(reductions, bins);
    }

    /** Adds the states of a chunk that was begun. */
    void compute(Block block, long chunk, Accumulators found) {
        long end = statesBefore(chunk + 1);
        List<List<Series>> series = found.series(block);
        for (long first = statesBefore(chunk); first < end; first += Block.ROOM) {
            int count = (int) Math.min(Block.ROOM, end - first);
            block.compute(first, count);
            found.add(block, series, first, count);
        }
    }

    /** Bytes of what is found in one chunk, at most. */
    public double chunkBytes() {
        return Accumulators.memory(reductions, bins);
    }

    /** What one thread computes of chunks that are merged elsewhere. */
    public ChunkWorker worker() {
        return new ChunkWorker(this);
    }

    /** Computes chunks one at a time, each as bytes that {@link #merged} takes. One thread. */
    public static final class ChunkWorker {
        private final Sweep sweep;
        private final Block block;
        private final Accumulators found;

        private ChunkWorker(Sweep sweep) {
            this.sweep = sweep;
            block = new Block(sweep.code, sweep.source.open().reader());
            found = sweep.accumulators();
        }

        public byte[] compute(long chunk) {
            block.begin(sweep.statesBefore(chunk), sweep.statesOf(chunk));
            found.clear();
            sweep.compute(block, chunk, found);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Deflater fast = new Deflater(Deflater.BEST_SPEED);
            // compressing numbers one by one would take longer than computing them
            try (DataOutputStream out = new DataOutputStream(
                    new BufferedOutputStream(new DeflaterOutputStream(bytes, fast, 1 << 14), 1 << 14))) {
                found.write(out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                fast.end();
            }
            return bytes.toByteArray();
        }
    }

    /** The result of all chunks, given in order. */
    public SweepTable merged(Iterator<byte[]> chunks) {
        Accumulators all = accumulators();
        Accumulators one = accumulators();
        while (chunks.hasNext()) {
            try (DataInputStream in = new DataInputStream(new BufferedInputStream(
                    new InflaterInputStream(new ByteArrayInputStream(chunks.next())), 1 << 14))) {
                one.clear();
                one.read(in);
            } catch (IOException e) {
                throw new UncheckedIOException("a chunk of the sweep is broken: " + e.getMessage(), e);
            }
            all.merge(one);
        }
        return table(all);
    }

    private SweepTable table(Accumulators found) {
        return new TableOfBins(function, source, code, keys, byJoint, reductions, bins).of(found, states());
    }

    /** Changes with all that the result depends on. */
    public String digest() {
        String all = String.join(
                "\n",
                "4",
                source.description(),
                function.description(),
                RobotYamlWriter.write(function.model()),
                keys.toString(),
                String.valueOf(byJoint),
                reductions.stream().map(r -> r.reducer().description()).toList().toString(),
                String.valueOf(chunkStates),
                "lanes " + lanes());
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Names of numbers by subject. */
    private static final class SubjectNames {
        private final SweepFunction function;
        private final List<String> variables;
        private final boolean byJoint;
        private boolean needsLoad;
        private boolean needsLoads;

        SubjectNames(SweepFunction function, List<String> variables, boolean byJoint) {
            this.function = function;
            this.variables = variables;
            this.byJoint = byJoint;
        }

        List<String> components(String subject) {
            List<String> found = find(subject);
            if (byJoint && found.size() != function.model().jointCount()) {
                throw new IllegalArgumentException(
                        "results are by joint, but \"%s\" is not one number by joint: drop the key joint, or reduce torque or load"
                                .formatted(subject));
            }
            return found;
        }

        /** All numbers of a subject, by joint or not. */
        List<String> find(String subject) {
            List<String> joints = function.model().jointNames();
            List<String> loads = joints.stream()
                    .map(joint -> SweepFunction.LOAD + "_" + joint)
                    .toList();
            if (subject.equals(SweepFunction.LOAD)) {
                needsLoad = true;
                needsLoads |= byJoint;
                return byJoint ? loads : List.of(SweepFunction.LOAD);
            }
            if (loads.contains(subject)) {
                needsLoad = true;
                needsLoads = true;
                return List.of(subject);
            }
            if (variables.contains(subject)) {
                return List.of(subject);
            }
            List<String> known = new ArrayList<>(variables);
            known.add(SweepFunction.LOAD);
            for (Quantity part : function.quantity().parts()) {
                List<String> names = function.components(part, length(part));
                if (part.key().equals(subject)) {
                    return names;
                }
                if (names.contains(subject)) {
                    return List.of(subject);
                }
                known.add(part.key());
                known.addAll(names);
            }
            throw new IllegalArgumentException("\"%s\" is no number of the states%s; there are %s"
                    .formatted(subject, NearestName.hint(subject, known), NearestName.some(known)));
        }

        private int length(Quantity part) {
            int n = function.model().jointCount();
            return switch (part) {
                case ENERGY -> 2;
                case POSE -> 12 * function.model().bodies().size();
                case REGRESSOR -> 10 * n * (n + function.model().coupledJoints().size());
                default -> part.shape() == Shape.MATRIX ? n * n : n;
            };
        }

        boolean needsLoad() {
            return needsLoad;
        }

        boolean needsLoads() {
            return needsLoads;
        }
    }
}
