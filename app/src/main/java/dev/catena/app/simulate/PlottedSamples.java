package dev.catena.app.simulate;

import dev.catena.simulation.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Evenly chosen samples of a run of any length, as many as a plot can show: every one, every second, every fourth, …. */
public final class PlottedSamples implements Consumer<Sample> {
    static final int MOST = 4000;

    private final List<Sample> kept = new ArrayList<>();
    private long seen;
    private long stride = 1;

    @Override
    public void accept(Sample sample) {
        if (seen % stride == 0) {
            if (kept.size() == MOST) {
                dropEverySecond();
            }
            if (seen % stride == 0) {
                kept.add(sample);
            }
        }
        seen++;
    }

    private void dropEverySecond() {
        for (int k = 0; k < MOST / 2; k++) {
            kept.set(k, kept.get(2 * k));
        }
        kept.subList(MOST / 2, MOST).clear();
        stride *= 2;
    }

    /** The chosen samples, and the last one of the run, in order of time. */
    public List<Sample> with(Sample last) {
        List<Sample> all = new ArrayList<>(kept);
        if (all.isEmpty() || all.get(all.size() - 1).time() < last.time()) {
            all.add(last);
        }
        return all;
    }
}
