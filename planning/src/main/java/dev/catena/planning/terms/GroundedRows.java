package dev.catena.planning.terms;

import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sums of torques and loads of feet with constant factors: torques themselves, forces, distances of pressure from edges. */
public final class GroundedRows implements StateFunction {
    private final FootLoads evaluator;
    private final List<Row> rows;

    /** One row: which numbers of the evaluator, and their factors. */
    public record Row(String name, int[] indices, double[] factors, double unit) {
        public Row(String name, int[] indices, double[] factors) {
            this(name, indices, factors, 1);
        }

        /** The same, what it counts in told. */
        public Row in(double otherUnit) {
            return new Row(name, indices, factors, otherUnit);
        }
    }

    public GroundedRows(FootLoads evaluator, List<Row> rows) {
        this.evaluator = evaluator;
        this.rows = List.copyOf(rows);
    }

    /** Collects rows. */
    public static List<Row> list() {
        return new ArrayList<>();
    }

    @Override
    public int rows() {
        return rows.size();
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public boolean hasInputs() {
        return evaluator.hasInputs();
    }

    @Override
    public int loads() {
        return evaluator.loads();
    }

    @Override
    public String name(int row) {
        return rows.get(row).name;
    }

    @Override
    public double unit(int row) {
        return rows.get(row).unit;
    }

    @Override
    public void value(MotionState state, double[] out) {
        double[] values = evaluator.values(state);
        for (int r = 0; r < rows.size(); r++) {
            Row row = rows.get(r);
            out[r] = 0;
            for (int k = 0; k < row.indices.length; k++) {
                out[r] += row.factors[k] * values[row.indices[k]];
            }
        }
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        double[] slopes = evaluator.slopes(state);
        int width = evaluator.width();
        Arrays.fill(out, 0, rows.size() * width, 0);
        for (int r = 0; r < rows.size(); r++) {
            Row row = rows.get(r);
            for (int k = 0; k < row.indices.length; k++) {
                double factor = row.factors[k];
                int from = row.indices[k] * width;
                for (int c = 0; c < width; c++) {
                    out[r * width + c] += factor * slopes[from + c];
                }
            }
        }
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        double[] multipliers = evaluator.multipliers();
        boolean any = false;
        for (int r = 0; r < rows.size(); r++) {
            Row row = rows.get(r);
            for (int k = 0; k < row.indices.length && lambda[r] != 0; k++) {
                multipliers[row.indices[k]] += lambda[r] * row.factors[k];
                any = true;
            }
        }
        if (any) {
            evaluator.addCurvature(state, out);
        }
    }

    @Override
    public StateFunction copy() {
        return new GroundedRows(evaluator.copy(), rows);
    }

    @Override
    public StateFunction copy(Evaluators evaluators) {
        return new GroundedRows(evaluators.of(evaluator.origin(), FootLoads.class, evaluator::copy), rows);
    }
}
