package dev.catena.app.trajectory;

import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.studio.StudioMotion;

/** A table of states as a motion to be looked at. */
public final class MotionOfTable {
    private MotionOfTable() {}

    /**
     * The motion of a table.
     *
     * @param table with times and all derivatives
     */
    public static StudioMotion of(StateTable table, String title) {
        return new StudioMotion(
                title,
                table.times(),
                series(table, Series.POSITION),
                series(table, Series.VELOCITY),
                series(table, Series.ACCELERATION),
                series(table, Series.JERK));
    }

    private static double[] series(StateTable table, Series series) {
        int n = table.joints().size();
        double[] all = new double[n * table.size()];
        for (int k = 0; k < table.size(); k++) {
            System.arraycopy(table.values(k, series), 0, all, k * n, n);
        }
        return all;
    }
}
