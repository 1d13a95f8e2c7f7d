package dev.catena.compile.parameters;

import dev.catena.dynamics.Regressor;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomNumbers;
import java.util.ArrayList;
import java.util.List;

/** The rank of the regressor over random motions, by orthogonalization of its columns with pivoting (QR). */
final class NumericalRank {
    private NumericalRank() {}

    /** Columns of the regressor, stacked over random states. */
    static List<double[]> stackedColumns(RobotModel model, Regressor regressor, long seed) {
        int states = 3 + 2 * regressor.columns() / Math.max(1, regressor.rows());
        RandomNumbers random = new RandomNumbers(seed);
        List<double[]> columns = new ArrayList<>();
        for (int k = 0; k < regressor.columns(); k++) {
            columns.add(new double[states * regressor.rows()]);
        }
        double[] w = new double[regressor.rows() * regressor.columns()];
        int n = model.jointCount();
        for (int s = 0; s < states; s++) {
            BaseMotion base = model.baseKind() == BaseKind.FLOATING ? base(random) : null;
            regressor.compute(base, random.vector(n, 3), random.vector(n, 2), random.vector(n, 2), w);
            for (int i = 0; i < regressor.rows(); i++) {
                for (int k = 0; k < regressor.columns(); k++) {
                    columns.get(k)[s * regressor.rows() + i] = w[i * regressor.columns() + k];
                }
            }
        }
        return columns;
    }

    private static BaseMotion base(RandomNumbers random) {
        Vector3 zero = Vector3.ZERO;
        return new BaseMotion()
                .pose(random.pose(1))
                .velocityInBase(zero, random.vector3(1))
                .accelerationInBase(random.vector3(3), random.vector3(3));
    }

    /** How many columns are independent. */
    static int of(List<double[]> given) {
        return of(given, 1e-9);
    }

    /** How many columns are independent by more than a part of the largest. */
    static int of(List<double[]> given, double tolerance) {
        List<double[]> columns =
                new ArrayList<>(given.stream().map(double[]::clone).toList());
        double largest = columns.stream().mapToDouble(NumericalRank::norm).max().orElse(0);
        int rank = 0;
        while (!columns.isEmpty()) {
            int best = 0;
            for (int k = 1; k < columns.size(); k++) {
                if (norm(columns.get(k)) > norm(columns.get(best))) {
                    best = k;
                }
            }
            double[] pivot = columns.remove(best);
            double length = norm(pivot);
            if (length < tolerance * largest || length == 0) {
                break;
            }
            rank++;
            for (double[] column : columns) {
                subtract(column, pivot, Span.dot(column, pivot) / (length * length));
            }
        }
        return rank;
    }

    private static void subtract(double[] column, double[] pivot, double factor) {
        for (int i = 0; i < column.length; i++) {
            column[i] -= factor * pivot[i];
        }
    }

    private static double norm(double[] v) {
        return Math.sqrt(Span.dot(v, v));
    }
}
