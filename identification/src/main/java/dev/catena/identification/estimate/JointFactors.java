package dev.catena.identification.estimate;

import dev.catena.identification.observation.RowSource;
import dev.catena.identification.observation.RowSource.RowSink;
import java.util.Arrays;
import java.util.List;

/**
 * All that linear estimates need of some equations: for each joint the triangular factor of its rows, how many there are, and
 * the sums of its efforts. Estimates with any weights of joints and any choice of columns follow without the rows.
 */
public final class JointFactors {
    private final TriangularFactor[] factor;
    private final double[] sum;
    private final double[] squares;

    private JointFactors(int joints, int columns) {
        factor = new TriangularFactor[joints];
        sum = new double[joints];
        squares = new double[joints];
        for (int j = 0; j < joints; j++) {
            factor[j] = new TriangularFactor(columns);
        }
    }

    /** Of all rows of a source. */
    public static JointFactors of(RowSource source) {
        return of(source, 1);
    }

    /**
     * Of all rows of a source whose parts are computed by some threads. Factors of parts are put together two by two,
     * neighbors first [Demmel], so that the result does not depend on the number of threads.
     */
    public static JointFactors of(RowSource source, int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("%s threads given, but at least 1 is needed".formatted(threads));
        }
        List<RowSource> parts = source.parts();
        JointFactors[] found = new JointFactors[parts.size()];
        new Together(threads).run(found.length, k -> found[k] = ofPart(parts.get(k)));
        for (int distance = 1; distance < found.length; distance *= 2) {
            int step = distance;
            int pairs = (found.length - distance + 2 * distance - 1) / (2 * distance);
            new Together(threads).run(pairs, k -> found[2 * step * k].add(found[2 * step * k + step]));
        }
        return found[0];
    }

    private static JointFactors ofPart(RowSource part) {
        JointFactors factors = new JointFactors(part.joints(), part.columns());
        part.forEach(new RowSink() {
            @Override
            public void row(int joint, double time, double[] row, double effort) {
                factors.factor[joint].add(row, effort, 1);
                factors.sum[joint] += effort;
                factors.squares[joint] += effort * effort;
            }
        });
        for (TriangularFactor one : factors.factor) {
            one.rest();
        }
        return factors;
    }

    /** Takes in what comes later. */
    private void add(JointFactors later) {
        for (int j = 0; j < factor.length; j++) {
            if (later.factor[j].rows() > 0) {
                factor[j].add(later.factor[j], 1);
                factor[j].rest();
            }
            sum[j] += later.sum[j];
            squares[j] += later.squares[j];
        }
    }

    public int joints() {
        return factor.length;
    }

    public int columns() {
        return factor[0].columns();
    }

    /** How many rows a joint has. */
    public long rows(int joint) {
        return factor[joint].rows();
    }

    public long rows() {
        long rows = 0;
        for (TriangularFactor one : factor) {
            rows += one.rows();
        }
        return rows;
    }

    /** The factor of all rows, those of joint j divided by deviation j. */
    public TriangularFactor weighted(double[] deviations) {
        TriangularFactor all = new TriangularFactor(columns());
        if (deviations.length != factor.length
                || !Arrays.stream(deviations).allMatch(deviation -> deviation > 0 && deviation <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("deviations are %s, but must be %s positive numbers, one for each joint"
                    .formatted(Arrays.toString(deviations), factor.length));
        }
        for (int j = 0; j < factor.length; j++) {
            if (factor[j].rows() > 0) {
                all.add(factor[j], 1 / deviations[j]);
            }
        }
        return all;
    }

    /** Root of the mean square of what parameters leave unexplained of a joint's efforts. */
    public double residual(int joint, double[] beta) {
        long rows = factor[joint].rows();
        return rows == 0 ? 0 : Math.sqrt(factor[joint].squares(beta) / rows);
    }

    /** Root of the mean square of the efforts that parameters predict. */
    public double predicted(int joint, double[] beta) {
        long rows = factor[joint].rows();
        return rows == 0 ? 0 : Math.sqrt(factor[joint].predictedSquares(beta) / rows);
    }

    /** Root of the mean square of a joint's efforts. */
    public double effort(int joint) {
        long rows = factor[joint].rows();
        return rows == 0 ? 0 : Math.sqrt(squares[joint] / rows);
    }

    /** 1 − Σ(τ − Wβ)²/Σ(τ − τ̄)²: the part of a joint's changing efforts that parameters explain. */
    public double explained(int joint, double[] beta) {
        long rows = factor[joint].rows();
        if (rows == 0) {
            return Double.NaN;
        }
        double about = squares[joint] - sum[joint] * sum[joint] / rows;
        return about > 0 ? 1 - factor[joint].squares(beta) / about : Double.NaN;
    }

    /** How many columns of a joint's rows are not all zero. */
    public int touched(int joint) {
        int touched = 0;
        for (int c = 0; c < columns(); c++) {
            if (factor[joint].columnNorm(c) > 0) {
                touched++;
            }
        }
        return touched;
    }
}
