package dev.catena.nlp;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A program written as {@link Formula}s, all derivatives exact. */
public final class FormulaProgram implements NonlinearProgram {
    private record Row(String name, Formula formula, double lower, double upper) {}

    final String name;
    private final double[] start;
    private final double[] lower;
    private final double[] upper;
    private final Formula objective;
    private final List<Row> rows = new ArrayList<>();
    private boolean withHessian = true;
    double optimum = Double.NaN;
    double localOptimum = Double.NaN;
    double optimumTolerance = 1e-6;

    public FormulaProgram(String name, String objective, double... start) {
        this.name = name;
        this.start = start;
        this.objective = new Formula(objective);
        lower = new double[start.length];
        upper = new double[start.length];
        Arrays.fill(lower, Double.NEGATIVE_INFINITY);
        Arrays.fill(upper, Double.POSITIVE_INFINITY);
    }

    /** Bounds of variable i, counted from one as in the formulas. */
    @CanIgnoreReturnValue
    public FormulaProgram bounds(int i, double low, double high) {
        lower[i - 1] = low;
        upper[i - 1] = high;
        return this;
    }

    @CanIgnoreReturnValue
    public FormulaProgram between(String rowName, double low, String formula, double high) {
        rows.add(new Row(rowName, new Formula(formula), low, high));
        return this;
    }

    @CanIgnoreReturnValue
    FormulaProgram notNegative(String formula) {
        return between(formula, 0, formula, Double.POSITIVE_INFINITY);
    }

    @CanIgnoreReturnValue
    public FormulaProgram zero(String formula) {
        return between(formula, 0, formula, 0);
    }

    @CanIgnoreReturnValue
    public FormulaProgram withoutHessian() {
        withHessian = false;
        return this;
    }

    @Override
    public int variableCount() {
        return start.length;
    }

    @Override
    public int constraintCount() {
        return rows.size();
    }

    @Override
    public void variableBounds(double[] lowerOut, double[] upperOut) {
        System.arraycopy(lower, 0, lowerOut, 0, lower.length);
        System.arraycopy(upper, 0, upperOut, 0, upper.length);
    }

    @Override
    public void constraintBounds(double[] lowerOut, double[] upperOut) {
        for (int r = 0; r < rows.size(); r++) {
            lowerOut[r] = rows.get(r).lower;
            upperOut[r] = rows.get(r).upper;
        }
    }

    @Override
    public void start(double[] xOut) {
        System.arraycopy(start, 0, xOut, 0, start.length);
    }

    @Override
    public String variableName(int i) {
        return "x" + (i + 1);
    }

    @Override
    public String constraintName(int i) {
        return rows.get(i).name;
    }

    @Override
    public double objective(double[] x) {
        return objective.of(x).value;
    }

    @Override
    public void gradient(double[] x, double[] gradientOut) {
        System.arraycopy(objective.of(x).first, 0, gradientOut, 0, x.length);
    }

    @Override
    public void constraints(double[] x, double[] valuesOut) {
        for (int r = 0; r < rows.size(); r++) {
            valuesOut[r] = rows.get(r).formula.of(x).value;
        }
    }

    @Override
    public SparsityPattern jacobianPattern() {
        return SparsityPattern.dense(rows.size(), start.length);
    }

    @Override
    public void jacobian(double[] x, double[] valuesOut) {
        for (int r = 0; r < rows.size(); r++) {
            System.arraycopy(rows.get(r).formula.of(x).first, 0, valuesOut, r * x.length, x.length);
        }
    }

    @Override
    public Optional<LagrangianHessian> hessian() {
        return withHessian ? Optional.of(new Second()) : Optional.empty();
    }

    @Override
    public String toString() {
        return name;
    }

    private final class Second implements LagrangianHessian {
        @Override
        public SparsityPattern pattern() {
            return SparsityPattern.lowerTriangle(start.length);
        }

        @Override
        public void values(double[] x, double objectiveFactor, double[] multipliers, double[] valuesOut) {
            Jet sum = objective.of(x).times(objectiveFactor);
            for (int r = 0; r < rows.size(); r++) {
                sum = sum.plus(rows.get(r).formula.of(x).times(multipliers[r]));
            }
            int k = 0;
            for (int i = 0; i < x.length; i++) {
                for (int j = 0; j <= i; j++) {
                    valuesOut[k++] = sum.second[i][j];
                }
            }
        }
    }
}
