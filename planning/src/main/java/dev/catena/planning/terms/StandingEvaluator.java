package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingLoads;
import dev.catena.series.StandingEffortSeries;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Loads of feet of a robot with springs that stands, as functions of its motion and of what feet exert against each other. Remembers what it
 * computed for each moment, so that all limits of one program compute it once.
 */
public final class StandingEvaluator implements FootLoads {
    private static final int MOST_REMEMBERED = 400;

    private final ElasticDrives drives;
    private final StandingLoads standing;
    private final Object origin;
    private final StandingEffortSeries efforts;
    private final int n;
    private final int columns;
    private final int rows;
    private final double[][] motion;
    private final double[] multipliers;
    private final double[] second;
    private final Map<Double, Entry> byMoment = new HashMap<>();

    private static final class Entry {
        final double[] state;
        final double[] values;
        final double[] slopes;

        Entry(int rows, int width) {
            state = new double[width];
            values = new double[rows];
            slopes = new double[rows * width];
            Arrays.fill(state, Double.NaN);
        }
    }

    public StandingEvaluator(StandingLoads standing) {
        this(new ElasticDrives(standing.robot(), standing), standing, new Object());
    }

    private StandingEvaluator(ElasticDrives drives, StandingLoads standing, Object origin) {
        this.drives = drives;
        this.standing = standing;
        this.origin = origin;
        efforts = drives.efforts(standing, 0);
        n = drives.coordinates().size();
        columns = efforts.size();
        rows = 6 * standing.feet().size();
        motion = new double[3][columns];
        multipliers = new double[rows];
        second = new double[width() * width()];
    }

    @Override
    public FootLoads copy() {
        return new StandingEvaluator(drives, standing, origin);
    }

    @Override
    public Object origin() {
        return origin;
    }

    @Override
    public int loadRow(int foot) {
        return 6 * foot;
    }

    @Override
    public boolean hasInputs() {
        return false;
    }

    @Override
    public int loads() {
        return columns - n;
    }

    @Override
    public int width() {
        return 3 * columns;
    }

    @Override
    public double[] values(MotionState state) {
        return entry(state).values;
    }

    @Override
    public double[] slopes(MotionState state) {
        return entry(state).slopes;
    }

    @Override
    public double[] multipliers() {
        Arrays.fill(multipliers, 0);
        return multipliers;
    }

    @Override
    public void addCurvature(MotionState state, double[] out) {
        load(state);
        efforts.compute(motion);
        efforts.loadCurvature(multipliers, second);
        for (int k = 0; k < second.length; k++) {
            out[k] += second[k];
        }
    }

    private void load(MotionState state) {
        for (int d = 0; d < 3; d++) {
            System.arraycopy(state.derivative(d), 0, motion[d], 0, n);
            System.arraycopy(state.loads(d), 0, motion[d], n, columns - n);
        }
    }

    private Entry entry(MotionState state) {
        if (byMoment.size() > MOST_REMEMBERED) {
            byMoment.clear();
        }
        Entry entry = byMoment.computeIfAbsent(state.moment(), u -> new Entry(rows, width()));
        load(state);
        boolean isKnown = true;
        for (int d = 0; d < 3; d++) {
            isKnown &= Arrays.equals(motion[d], 0, columns, entry.state, d * columns, (d + 1) * columns);
        }
        if (!isKnown) {
            efforts.compute(motion);
            System.arraycopy(efforts.loads(), 0, entry.values, 0, rows);
            for (int d = 0; d < 3; d++) {
                double[] slopes = efforts.loadSlopes(d);
                for (int row = 0; row < rows; row++) {
                    System.arraycopy(slopes, row * columns, entry.slopes, row * width() + d * columns, columns);
                }
                System.arraycopy(motion[d], 0, entry.state, d * columns, columns);
            }
        }
        return entry;
    }
}
