package dev.catena.app.trajectory;

import dev.catena.app.console.UserError;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import java.util.List;

/**
 * Rates that were filled with zeros, or that a table has of other joints only: they are zero throughout, though what they
 * are the rates of changes from sample to sample. Noise of a joint that rests turns round again and again and does not count.
 */
final class ZeroRates {
    private static final List<Series> DERIVATIVES =
            List.of(Series.POSITION, Series.VELOCITY, Series.ACCELERATION, Series.JERK);

    private final StateTable table;
    private final Series of;
    private final Series rate;
    private final boolean[] given;
    private final int[] changes;
    private final int[] turns;
    private final double[] lastChange;

    private ZeroRates(StateTable table, Series of, Series rate) {
        this.table = table;
        this.of = of;
        this.rate = rate;
        int n = table.joints().size();
        given = new boolean[n];
        changes = new int[n];
        turns = new int[n];
        lastChange = new double[n];
    }

    /** Refuses a trajectory with such rates. */
    static void refuse(StateTable table) {
        for (int order = 1; order < DERIVATIVES.size(); order++) {
            Series of = DERIVATIVES.get(order - 1);
            Series rate = DERIVATIVES.get(order);
            if (table.has(of) && table.has(rate)) {
                new ZeroRates(table, of, rate).check();
            }
        }
    }

    private void check() {
        double[] before = table.values(0, of);
        for (int k = 0; k < table.size(); k++) {
            double[] now = table.values(k, of);
            double[] rates = table.values(k, rate);
            for (int j = 0; j < now.length; j++) {
                given[j] |= rates[j] != 0;
                count(j, now[j] - before[j]);
            }
            before = now;
        }
        for (int j = 0; j < given.length; j++) {
            if (!given[j] && changes[j] > table.size() / 2 && turns[j] < changes[j] / 4) {
                throw new UserError(
                        "%1$s of joint \"%2$s\" is zero or missing throughout, though its %3$s changes: give %1$s for all joints, or for none, and it is computed"
                                .formatted(rate.key(), table.joints().get(j), of.key()));
            }
        }
    }

    private void count(int joint, double change) {
        if (change != 0) {
            changes[joint]++;
            turns[joint] += change * lastChange[joint] < 0 ? 1 : 0;
            lastChange[joint] = change;
        }
    }
}
