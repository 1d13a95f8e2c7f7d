package dev.catena.nlp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Equations of a program that say what others say already, to first order at a point: solvers go on all the same, but their
 * multipliers are not unique, and dropping such rows makes a program easier.
 */
public final class DependentRows {
    private static final double DEPENDENT = 1e-9;

    private DependentRows() {}

    /**
     * The names of the equations whose gradients are sums of those of the others that are kept, found by orthogonalization,
     * largest remainders first.
     */
    public static List<String> at(NonlinearProgram program, double[] x) {
        int n = program.variableCount();
        int m = program.constraintCount();
        double[] lower = new double[m];
        double[] upper = new double[m];
        program.constraintBounds(lower, upper);
        SparsityPattern pattern = program.jacobianPattern();
        double[] values = new double[pattern.entryCount()];
        program.jacobian(x, values);
        double[][] rows = new double[m][];
        for (int r = 0; r < m; r++) {
            rows[r] = lower[r] == upper[r] ? new double[n] : new double[0];
        }
        for (int k = 0; k < values.length; k++) {
            if (rows[pattern.row(k)].length > 0) {
                rows[pattern.row(k)][pattern.column(k)] += values[k];
            }
        }
        List<Integer> left = new ArrayList<>();
        double[] first = new double[m];
        for (int r = 0; r < m; r++) {
            if (rows[r].length > 0) {
                left.add(r);
                first[r] = norm(rows[r]);
            }
        }
        while (!left.isEmpty()) {
            int best = left.stream()
                    .max((a, b) -> Double.compare(share(rows, first, a), share(rows, first, b)))
                    .orElseThrow();
            if (!(share(rows, first, best) > DEPENDENT)) {
                break;
            }
            left.remove(Integer.valueOf(best));
            double size = norm(rows[best]);
            double[] unit = Arrays.stream(rows[best]).map(v -> v / size).toArray();
            for (int r : left) {
                double along = 0;
                for (int i = 0; i < n; i++) {
                    along += unit[i] * rows[r][i];
                }
                for (int i = 0; i < n; i++) {
                    rows[r][i] -= along * unit[i];
                }
            }
        }
        return left.stream().map(program::constraintName).toList();
    }

    /** What is left of a row, as a fraction of what it was. */
    private static double share(double[][] rows, double[] first, int r) {
        return first[r] == 0 ? 0 : norm(rows[r]) / first[r];
    }

    private static double norm(double[] row) {
        double sum = 0;
        for (double v : row) {
            sum += v * v;
        }
        return Math.sqrt(sum);
    }
}
