package dev.catena.app.bench;

/**
 * Time of a piece of work, quickly and without pretence: it runs until it is warm, then several rounds are timed and the
 * fastest counts, because other work on the machine only adds. JMH, as in the benchmarks of Catena, is slower and better.
 */
final class Stopwatch {
    private static final int ROUNDS = 15;

    private final double seconds;

    /** @param seconds for warming up, and about the same for measuring */
    Stopwatch(double seconds) {
        this.seconds = seconds;
    }

    /** Nanoseconds for one call of work that consists of a number of calls. */
    double nanosecondsPerCall(int calls, Runnable work) {
        long warm = System.nanoTime() + (long) (1e9 * seconds);
        int runs = 0;
        long start = System.nanoTime();
        do {
            work.run();
            runs++;
        } while (System.nanoTime() < warm);
        double perRun = (double) (System.nanoTime() - start) / runs;
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
}
