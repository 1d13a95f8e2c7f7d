package dev.catena.benchmarks;

import dev.catena.compile.Batch;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.sweep.Sweep;
import dev.catena.sweep.SweepFunction;
import dev.catena.sweep.reduce.Reducer;
import dev.catena.sweep.source.RandomStates;
import dev.catena.sweep.source.StateSource;
import dev.catena.sweep.source.Variable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Sweeps of the Panda's torques beside batches that compute the same numbers of states that are there already, on one thread and on
 * two, round by round in one process: nanoseconds of the clock for a state, the least and the median of all rounds. Batches go over
 * 2,048 states again and again, which stay in the cache, or over many states in memory, which is where states are that nobody draws.
 * Run it with {@code java --add-modules jdk.incubator.vector -XX:+UseSerialGC -Xmx512m -cp benchmarks/target/benchmarks.jar
 * dev.catena.benchmarks.SweepFigures 60}, which takes so many seconds.
 */
public final class SweepFigures {
    private static final int BLOCK = 2048;
    private static final int STATES = 1 << 21;
    private static final int IN_MEMORY = 1 << 19;

    private final RobotModel panda = ShippedRobots.load("panda");
    private final RandomStates states;
    private final Map<String, Runnable> tasks = new LinkedHashMap<>();
    private final Map<String, List<Double>> times = new LinkedHashMap<>();

    private SweepFigures() {
        SweepFunction torque = SweepFunction.of(panda, Quantity.TORQUE);
        List<Variable> varied = new ArrayList<>(torque.withinLimits());
        panda.jointNames().forEach(joint -> varied.add(Variable.of("qdd_" + joint, -5, 5)));
        states = new RandomStates(varied, STATES, 1);
        Sweep load = Sweep.states(states)
                .evaluate(torque)
                .reduce(Reducer.max("load"))
                .build();
        Sweep map = Sweep.states(states)
                .evaluate(torque)
                .by(torque.voxels("flange", 0.15))
                .reduce(Reducer.argmax("load"), Reducer.mean("load"))
                .build();
        CompiledFunction plain = RobotCompiler.compile(panda, Quantity.TORQUE);
        CompiledFunction placed =
                RobotCompiler.compile(panda, Quantity.TORQUE, List.of(), List.of(), List.of("flange"));
        StateSource.Reader reader = states.open().reader();
        double[][] drawn = vectors(plain, BLOCK);
        tasks.put("states drawn", () -> draw(reader, drawn, BLOCK));
        double[][] many = vectors(plain, IN_MEMORY);
        for (int threads = 1; threads <= 2; threads++) {
            String on = threads == 1 ? ", one thread" : ", two threads";
            int count = threads;
            tasks.put("batch" + on, batch(plain, threads));
            tasks.put("batch in memory" + on, inMemory(new Batch(plain, threads), many));
            tasks.put("batch with positions" + on, batch(placed, threads));
            tasks.put("largest load" + on, () -> {
                Object unused = load.run(count);
            });
            tasks.put("map by voxels" + on, () -> {
                Object unused = map.run(count);
            });
        }
        tasks.keySet().forEach(name -> times.put(name, new ArrayList<>()));
    }

    private static Runnable inMemory(Batch batch, double[][] vectors) {
        return () -> {
            for (int k = 0; k < STATES / IN_MEMORY; k++) {
                batch.evaluate(IN_MEMORY, vectors);
            }
        };
    }

    private double[][] vectors(CompiledFunction code, int room) {
        double[][] vectors = new double[code.inputs().size() + code.outputs().size()][];
        for (int v = 0; v < vectors.length; v++) {
            vectors[v] = new double[code.length(v) * room];
        }
        draw(states.open().reader(), vectors, room);
        return vectors;
    }

    private static void draw(StateSource.Reader reader, double[][] vectors, int room) {
        for (int first = 0; first < STATES; first += BLOCK) {
            List<StateSource.Target> targets = new ArrayList<>();
            for (int v = 0; v < 21; v++) {
                targets.add(new StateSource.Target(vectors[v / 7], v % 7 * room + first % room));
            }
            reader.read(first, BLOCK, targets);
        }
    }

    /** Each thread has a batch and states of its own. */
    private Runnable batch(CompiledFunction code, int threads) {
        Batch batch = new Batch(code, 1);
        List<ExecutorService> workers = new ArrayList<>();
        List<Runnable> parts = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            workers.add(Executors.newSingleThreadExecutor(SweepFigures::daemon));
            parts.add(part(batch.copy(), vectors(code, BLOCK), threads));
        }
        return () -> {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                running.add(workers.get(t).submit(parts.get(t)));
            }
            running.forEach(SweepFigures::await);
        };
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    private static void await(Future<?> work) {
        try {
            Object unused = work.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Runnable part(Batch batch, double[][] vectors, int threads) {
        return () -> {
            for (int k = 0; k < STATES / BLOCK / threads; k++) {
                batch.evaluate(0, BLOCK, vectors);
            }
        };
    }

    private void round() {
        tasks.forEach((name, task) -> {
            long begun = System.nanoTime();
            task.run();
            times(name).add((System.nanoTime() - begun) / (double) STATES);
        });
    }

    private List<Double> times(String name) {
        return Objects.requireNonNull(times.get(name));
    }

    private double least(String name) {
        return times(name).stream().mapToDouble(t -> t).min().orElse(Double.NaN);
    }

    private double median(String name) {
        double[] sorted = times(name).stream().mapToDouble(t -> t).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private void print() {
        System.out.println("ns a state, %s rounds of %s states           least   median"
                .formatted(times("states drawn").size(), STATES));
        tasks.keySet()
                .forEach(
                        name -> System.out.printf(Locale.ROOT, "%-42s %8.1f %8.1f%n", name, least(name), median(name)));
        System.out.println("ratios                                         least   median");
        for (String on : List.of(", one thread", ", two threads")) {
            ratio("batch" + on, "largest load" + on);
            ratio("batch in memory" + on, "largest load" + on);
            ratio("batch with positions" + on, "map by voxels" + on);
        }
        for (String name :
                List.of("batch", "batch in memory", "batch with positions", "largest load", "map by voxels")) {
            ratio(name + ", one thread", name + ", two threads");
        }
    }

    private void ratio(String of, String by) {
        System.out.printf(
                Locale.ROOT, "%-70s %6.2f %6.2f%n", of + " / " + by, least(of) / least(by), median(of) / median(by));
    }

    public static void main(String[] arguments) {
        double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 60;
        SweepFigures figures = new SweepFigures();
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < 0.4e9 * seconds) {
            figures.round();
        }
        figures.times.values().forEach(List::clear);
        while (System.nanoTime() - begun < 1e9 * seconds) {
            figures.round();
        }
        figures.print();
    }
}
