package dev.catena.identification.signal;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * {@link Decimation} of many signals at once, sample after sample, without holding them: each stage filters windows that
 * reach as far beyond what it hands on as its filter does. What comes out is that of filtering everything at once, to about
 * 1e-10. One per thread.
 */
public final class StreamedDecimation {
    private static final int WINDOW = 4096;

    private final Stage first;

    /**
     * @param width how many signals there are
     * @param sink takes every sample that is kept; the array is overwritten afterwards
     */
    public StreamedDecimation(Decimation decimation, int width, Consumer<double[]> sink) {
        Consumer<double[]> next = sink;
        Runnable finish = () -> {};
        Stage stage = null;
        for (int s = decimation.stages() - 1; s >= 0; s--) {
            stage = new Stage(decimation.stage(s), width, next, finish);
            next = stage::push;
            finish = stage::finish;
        }
        if (stage == null) {
            throw new IllegalArgumentException("there is nothing to decimate by");
        }
        first = stage;
    }

    /** Takes the next sample of all signals. */
    public void push(double[] sample) {
        if (sample.length != first.buffer.length) {
            throw new IllegalArgumentException(
                    "a sample has %s signals, but there are %s".formatted(sample.length, first.buffer.length));
        }
        first.push(sample);
    }

    /** Hands on what is left: the signals end here. */
    public void finish() {
        first.finish();
    }

    private static final class Stage {
        private final Decimation decimation;
        private final int factor;
        private final int beyond;
        private final double[][] buffer;
        private final double[][] kept;
        private final double[] sample;
        private final Consumer<double[]> next;
        private final Runnable finishNext;
        private int filled;

        /** How many samples were taken out of the buffer's front before, and which is to be handed on next. */
        private long dropped;

        private long due;

        Stage(Decimation decimation, int width, Consumer<double[]> next, Runnable finishNext) {
            this.decimation = decimation;
            this.next = next;
            this.finishNext = finishNext;
            factor = decimation.factor();
            beyond = (decimation.reach() + factor - 1) / factor * factor;
            int capacity = WINDOW / factor * factor + 2 * beyond;
            buffer = new double[width][capacity];
            kept = new double[width][decimation.kept(capacity)];
            sample = new double[width];
        }

        void push(double[] values) {
            for (int c = 0; c < buffer.length; c++) {
                buffer[c][filled] = values[c];
            }
            filled++;
            if (filled == buffer[0].length) {
                handOn(dropped + filled - beyond);
                int drop = (int) (due - beyond - dropped);
                for (double[] column : buffer) {
                    System.arraycopy(column, drop, column, 0, filled - drop);
                }
                filled -= drop;
                dropped += drop;
            }
        }

        void finish() {
            handOn(dropped + filled);
            finishNext.run();
        }

        private void handOn(long end) {
            for (int c = 0; c < buffer.length; c++) {
                if (isZero(buffer[c])) {
                    Arrays.fill(kept[c], 0);
                } else {
                    decimation.apply(buffer[c], filled, kept[c]);
                }
            }
            for (; due < end; due += factor) {
                int at = (int) (due - dropped) / factor;
                for (int c = 0; c < buffer.length; c++) {
                    sample[c] = kept[c][at];
                }
                next.accept(sample);
            }
        }

        /** Many entries of W vanish by structure. */
        private boolean isZero(double[] column) {
            for (int k = 0; k < filled; k++) {
                if (column[k] != 0) {
                    return false;
                }
            }
            return true;
        }
    }
}
