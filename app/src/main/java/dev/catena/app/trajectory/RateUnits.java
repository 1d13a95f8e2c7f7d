package dev.catena.app.trajectory;

import dev.catena.algebra.FullTurns;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Velocities that are many times what positions and times say, as where times are in milliseconds, or positions in degrees:
 * Σ Δq q̇ Δt / Σ Δq². Positions that turn round again and again, as noise does, do not count.
 */
final class RateUnits {
    /** Degrees would be 57, milliseconds 1000; samples that are far apart may be off by less than this. */
    private static final double FACTOR = 5;

    private RateUnits() {}

    /** What to say of them. */
    static List<String> notes(StateTable table) {
        List<String> notes = new ArrayList<>();
        if (!table.has(Series.POSITION) || !table.has(Series.VELOCITY)) {
            return notes;
        }
        int n = table.joints().size();
        double[] told = new double[n];
        double[] moved = new double[n];
        int[] turnsRound = new int[n];
        double[] lastStep = new double[n];
        FullTurns fullTurns = new FullTurns(2 * Math.PI);
        for (int k = 1; k < table.size(); k++) {
            double[] before = table.values(k - 1, Series.POSITION);
            double[] now = table.values(k, Series.POSITION);
            double[] first = table.values(k - 1, Series.VELOCITY);
            double[] second = table.values(k, Series.VELOCITY);
            double interval = time(table, k) - time(table, k - 1);
            for (int j = 0; j < n; j++) {
                double step = now[j] - before[j];
                if (fullTurns.turns(step) == 0) {
                    told[j] += step * 0.5 * (first[j] + second[j]) * interval;
                    moved[j] += step * step;
                    turnsRound[j] += step * lastStep[j] < 0 ? 1 : 0;
                    lastStep[j] = step;
                }
            }
        }
        for (int j = 0; j < n; j++) {
            double factor = told[j] / moved[j];
            boolean apart = factor > FACTOR || factor < 1 / FACTOR;
            if (apart && turnsRound[j] < table.size() / 8) {
                notes.add(String.format(
                        Locale.ROOT,
                        "note: qd of joint \"%s\" is %.3g times what its q and the times say: are times in seconds, and angles in radians?",
                        table.joints().get(j),
                        factor));
            }
        }
        return notes;
    }

    private static double time(StateTable table, int k) {
        return table.states().get(k).time().orElseThrow();
    }
}
