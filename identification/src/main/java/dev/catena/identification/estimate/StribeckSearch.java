package dev.catena.identification.estimate;

import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.observation.RowSource;
import dev.catena.identification.observation.StribeckColumns;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Stribeck's velocities by variable projection: all other parameters are linear and solved for, so that only one number of each
 * joint is searched. Candidates have a column each, so that one pass over the data decides between all of them; each further
 * pass looks between the neighbors of the best.
 */
public final class StribeckSearch {
    private static final int CANDIDATES = 7;
    private static final int PASSES = 3;
    private static final int SWEEPS = 3;

    private StribeckSearch() {}

    /**
     * The drives of a model with the velocities that explain the data best.
     *
     * @param rows the equations of the data for any columns
     * @param least slowest candidate, rad/s or, of slides, robot's lengths ({@link dev.catena.model.Extent}) per second
     * @param most fastest candidate
     */
    public static DriveModel search(
            ObservationModel model, Function<ObservationModel, RowSource> rows, double least, double most) {
        if (!(least > 0 && most > least)) {
            throw new IllegalArgumentException(
                    "velocities from %s to %s were given, but they must be positive and increase"
                            .formatted(least, most));
        }
        int n = model.joints();
        double[] low = new double[n];
        double[] high = new double[n];
        double[] units = model.units();
        Arrays.setAll(low, j -> least * units[j]);
        Arrays.setAll(high, j -> most * units[j]);
        double[] best = new double[n];
        for (int pass = 0; pass < PASSES; pass++) {
            double[][] grid = new double[n][CANDIDATES];
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < CANDIDATES; k++) {
                    grid[j][k] = low[j] * Math.pow(high[j] / low[j], (double) k / (CANDIDATES - 1));
                }
            }
            StribeckColumns columns = StribeckColumns.of(model, grid);
            int[] chosen = choose(JointFactors.of(rows.apply(columns.model())), columns, n);
            for (int j = 0; j < n; j++) {
                best[j] = grid[j][chosen[j]];
                low[j] = grid[j][Math.max(0, chosen[j] - 1)];
                high[j] = grid[j][Math.min(CANDIDATES - 1, chosen[j] + 1)];
            }
        }
        return model.drives().withStribeckVelocities(best);
    }

    /** One candidate of each joint: joint after joint the best, until none changes. */
    private static int[] choose(JointFactors factors, StribeckColumns columns, int joints) {
        boolean[] wanted = LeastSquares.all(factors.columns());
        for (int j = 0; j < joints; j++) {
            columns.columns(j).forEach(c -> wanted[c] = false);
        }
        double[] zeros = new double[wanted.length];
        double[] noise = LeastSquares.noise(factors, LeastSquares.ordinary(factors, wanted, zeros));
        TriangularFactor factor = factors.weighted(noise);
        int[] chosen = new int[joints];
        for (int j = 0; j < joints; j++) {
            chosen[j] = CANDIDATES / 2;
            wanted[columns.columns(j).get(chosen[j])] = true;
        }
        boolean changed = true;
        for (int sweep = 0; sweep < SWEEPS && changed; sweep++) {
            changed = false;
            for (int j = 0; j < joints; j++) {
                int before = chosen[j];
                chosen[j] = best(factor, wanted, zeros, columns.columns(j));
                changed |= chosen[j] != before;
            }
        }
        return chosen;
    }

    private static int best(TriangularFactor factor, boolean[] wanted, double[] zeros, List<Integer> candidates) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < candidates.size(); k++) {
            candidates.forEach(c -> wanted[c] = false);
            wanted[candidates.get(k)] = true;
            double squares =
                    factor.squares(LinearSolution.of(factor, wanted, zeros).values());
            if (squares < least) {
                least = squares;
                best = k;
            }
        }
        candidates.forEach(c -> wanted[c] = false);
        wanted[candidates.get(best)] = true;
        return best;
    }
}
