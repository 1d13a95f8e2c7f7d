package dev.catena.app.bench;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/**
 * Time of a piece of work, quickly and without pretence: it runs until the virtual machine has compiled it, then several
 * rounds are timed and the fastest counts, because other work on the machine only adds. JMH, as in the benchmarks of
 * Catena, is slower and better.
 */
final class Stopwatch {
    private static final int ROUNDS = 15;

    /** The work is warm when so many periods bring neither a faster run nor more compiled code. */
    private static final int QUIET_PERIODS = 3;

    /** Fewer runs do not make the virtual machine compile them. */
    private static final int LEAST_RUNS = 80;

    private static final int MOST_PERIODS = 60;

    private final double seconds;
    private boolean isWarm = true;
    private int runs;

    /** @param seconds for measuring, and several times for warming up */
    Stopwatch(double seconds) {
        this.seconds = seconds;
    }

    /** Nanoseconds for one call of work that consists of a number of calls. */
    double nanosecondsPerCall(int calls, Runnable work) {
        double perRun = warmUp(work);
        int repeats = (int) Math.max(1, 1e9 * seconds / ROUNDS / perRun);
        double best = Double.POSITIVE_INFINITY;
        for (int round = 0; round < ROUNDS; round++) {
            long before = System.nanoTime();
            for (int k = 0; k < repeats; k++) {
                work.run();
            }
            best = Math.min(best, (double) (System.nanoTime() - before) / repeats);
        }
        return best / calls;
    }

    /** Nanoseconds for one run, warm. */
    private double warmUp(Runnable work) {
        double best = Double.POSITIVE_INFINITY;
        int quiet = 0;
        runs = 0;
        for (int period = 0; period < MOST_PERIODS && quiet < QUIET_PERIODS; period++) {
            long compiling = compilationMilliseconds();
            double now = runFor(0.5 * seconds, work);
            boolean isQuiet =
                    runs >= LEAST_RUNS && now > 0.9 * best && compilationMilliseconds() - compiling < 50 * seconds;
            quiet = isQuiet ? quiet + 1 : 0;
            best = Math.min(best, now);
        }
        isWarm &= quiet == QUIET_PERIODS;
        return best;
    }

    /** Whether all that was measured had warmed up before. */
    boolean isWarm() {
        return isWarm;
    }

    private double runFor(double seconds, Runnable work) {
        long start = System.nanoTime();
        long end = start + (long) (1e9 * seconds);
        double best = Double.POSITIVE_INFINITY;
        long before = start;
        do {
            work.run();
            runs++;
            long now = System.nanoTime();
            best = Math.min(best, (double) (now - before));
            before = now;
        } while (before < end);
        return best;
    }

    private static long compilationMilliseconds() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        return compiler != null && compiler.isCompilationTimeMonitoringSupported()
                ? compiler.getTotalCompilationTime()
                : 0;
    }
}
