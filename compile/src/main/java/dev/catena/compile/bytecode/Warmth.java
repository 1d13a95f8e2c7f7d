package dev.catena.compile.bytecode;

/**
 * Whether HotSpot has compiled vectorized code, as far as the clock tells; shared by all threads and copies that have the
 * same code. What is found out is nothing but the faster of two ways with the same results.
 */
final class Warmth {
    /** Part of the time in which vectorized code is tried, which is what makes HotSpot compile it. */
    private static final double TRIED = 0.25;

    /** A guess of what the first time takes, and no more counts for any: the first times load the classes of vectors. */
    private static final double AT_FIRST = 1e7;

    /** So often in succession it must be the faster. */
    private static final int IN_SUCCESSION = 4;

    /** After so many times it is given up: a virtual machine may have no second compiler. */
    private static final int MOST_TRIES = 1 << 15;

    private volatile boolean isCompiled;
    private double nanosTried = AT_FIRST;
    private double nanosOfSteps;
    private double nanosOfStepsByState = Double.MAX_VALUE;
    private int tries;
    private int faster;

    /** Whether vectorized code is the faster way. */
    boolean isCompiled() {
        return isCompiled;
    }

    /** Whether vectorized code is to be tried. */
    synchronized boolean isTimeToTry() {
        return nanosTried <= TRIED * nanosOfSteps && tries < MOST_TRIES;
    }

    /** Notes what vectorized code has taken. */
    synchronized void tried(double nanos, int states) {
        tries++;
        nanosTried += Math.min(nanos, AT_FIRST);
        faster = nanos < states * nanosOfStepsByState ? faster + 1 : 0;
        if (faster >= IN_SUCCESSION) {
            isCompiled = true;
        }
    }

    /** Notes what the other way has taken. */
    synchronized void stepped(double nanos, int states) {
        nanosOfSteps += nanos;
        nanosOfStepsByState = Math.min(nanosOfStepsByState, nanos / states);
    }
}
