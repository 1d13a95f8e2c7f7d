package dev.catena.nlp.interior;

import dev.catena.nlp.EvaluationException;
import dev.catena.nlp.LagrangianHessian;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.SparsityPattern;
import dev.catena.nlp.run.CompressedRows;
import dev.catena.nlp.run.ProgramLimits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A program in {@link SlackForm}: fixed variables and rows without limits left out, a slack for each inequality, variables
 * and objective divided by their sizes, objective and rows scaled so that no gradient at the start is larger than
 * {@value #LARGEST_GRADIENT}, bounds moved apart a little so that there is room between them [WaechterBiegler 3.5, 3.8].
 */
final class ScaledProgram implements SlackForm {
    private static final double LARGEST_GRADIENT = 100;
    private static final double SMALLEST_SCALE = 1e-8;
    private static final double BOUND_RELAXATION = 1e-8;

    private final ProgramLimits limits;
    private final NonlinearProgram program;
    private final @Nullable LagrangianHessian hessian;
    private final @Nullable SparsityPattern hessianPattern;
    private final int[] variables; // of the program, one per x
    private final int[] variableIndex; // inverse of it, negative for fixed variables
    private final double[] size; // of each x
    private final int[] rows; // constraints of the program, one per row
    private final int[] slackRow;
    private final double[] rightHandSide; // of equalities, zero for inequalities
    private final double[] lower;
    private final double[] upper;
    private final double[] rowScale;
    private final CompressedRows jacobian;
    private final double[] start;
    private final double[] point;
    private final double[] shown; // what the program sees of the point
    private final double[] gradient;
    private final double[] constraints;
    private final double[] multipliers;
    private final double[] jacobianValues;
    private final double[] hessianValues;
    private double objectiveScale;
    private String problem = "";

    ScaledProgram(ProgramLimits limits, @Nullable LagrangianHessian hessian) {
        this.limits = limits;
        this.hessian = hessian;
        program = limits.program;
        int constraintCount = limits.constraintCount;
        start = limits.start();
        point = start.clone();
        shown = start.clone();
        gradient = new double[limits.variableCount];
        constraints = new double[constraintCount];
        multipliers = new double[constraintCount];
        jacobianValues = new double[limits.jacobianPattern.entryCount()];
        hessianPattern = hessian == null ? null : hessian.pattern();
        hessianValues = new double[hessianPattern == null ? 0 : hessianPattern.entryCount()];

        variables = freeVariables(limits);
        size = sizes();
        objectiveScale = 1 / ProgramLimits.size("the objective", program.objectiveSize());
        variableIndex = inverse(variables, limits.variableCount);
        rows = limitedRows(limits);
        rightHandSide = new double[rows.length];
        rowScale = new double[rows.length];
        Arrays.fill(rowScale, 1);
        slackRow = inequalities();
        lower = new double[variables.length + slackRow.length];
        upper = new double[variables.length + slackRow.length];
        jacobian =
                new CompressedRows(limits.jacobianPattern, inverse(rows, constraintCount), rows.length, variableIndex);
        for (int i = 0; i < limits.variableCount; i++) {
            if (variableIndex[i] < 0) {
                point[i] = limits.variableLower[i];
            }
        }
    }

    private double[] sizes() {
        double[] sizes = new double[variables.length];
        for (int k = 0; k < sizes.length; k++) {
            int i = variables[k];
            sizes[k] = ProgramLimits.size(program.variableName(i), program.variableSize(i));
        }
        return sizes;
    }

    private static int[] freeVariables(ProgramLimits limits) {
        int[] found = new int[limits.variableCount];
        int count = 0;
        for (int i = 0; i < limits.variableCount; i++) {
            if (limits.variableLower[i] < limits.variableUpper[i]) {
                found[count++] = i;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private static int[] limitedRows(ProgramLimits limits) {
        int[] found = new int[limits.constraintCount];
        int count = 0;
        for (int i = 0; i < limits.constraintCount; i++) {
            if (limits.isLimited(i)) {
                found[count++] = i;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private static int[] inverse(int[] map, int size) {
        int[] inverse = new int[size];
        Arrays.fill(inverse, -1);
        for (int k = 0; k < map.length; k++) {
            inverse[map[k]] = k;
        }
        return inverse;
    }

    private int[] inequalities() {
        int[] found = new int[rows.length];
        int count = 0;
        for (int r = 0; r < rows.length; r++) {
            if (limits.constraintLower[rows[r]] < limits.constraintUpper[rows[r]]) {
                found[count++] = r;
            } else {
                rightHandSide[r] = limits.constraintLower[rows[r]];
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Sets scales and bounds from the derivatives at the start. False if the program has no value there. */
    boolean prepare(SolverOptions options) {
        double[] start = start();
        if (!Double.isFinite(objective(start)) || !constraints(start, new double[rows.length])) {
            return false;
        }
        double[] g = new double[lower.length];
        if (!derivatives(start, g)) {
            return false;
        }
        if (options.scaling()) {
            objectiveScale *= scale(Norms.largest(g));
            for (int r = 0; r < rows.length; r++) {
                rowScale[r] = scale(jacobian.largestInRow(r));
            }
        }
        for (int k = 0; k < variables.length; k++) {
            double low = limits.variableLower[variables[k]] / size[k];
            double high = limits.variableUpper[variables[k]] / size[k];
            setBounds(k, low, high, 1, 0.1 * options.feasibilityTolerance() / size[k]);
        }
        for (int j = 0; j < slackRow.length; j++) {
            int r = slackRow[j];
            int row = rows[r];
            setBounds(
                    variables.length + j,
                    limits.constraintLower[row],
                    limits.constraintUpper[row],
                    rowScale[r],
                    0.1 * options.feasibilityTolerance());
        }
        return true;
    }

    private static double scale(double largest) {
        return largest > LARGEST_GRADIENT ? Math.max(SMALLEST_SCALE, LARGEST_GRADIENT / largest) : 1;
    }

    private void setBounds(int k, double low, double high, double scale, double most) {
        lower[k] = scale * (low - Math.min(most, BOUND_RELAXATION * Math.max(1, Math.abs(low))));
        upper[k] = scale * (high + Math.min(most, BOUND_RELAXATION * Math.max(1, Math.abs(high))));
    }

    /** The program's start, with slacks of zero. */
    double[] start() {
        double[] v = new double[variables.length + slackRow.length];
        for (int k = 0; k < variables.length; k++) {
            v[k] = start[variables[k]] / size[k];
        }
        return v;
    }

    /** What the last evaluation without a value was, in words. */
    String problem() {
        return problem;
    }

    @Override
    public int variableCount() {
        return variables.length;
    }

    @Override
    public int rowCount() {
        return rows.length;
    }

    @Override
    public int slackCount() {
        return slackRow.length;
    }

    @Override
    public int slackRow(int slack) {
        return slackRow[slack];
    }

    @Override
    public double slackSign(int slack) {
        return -1;
    }

    @Override
    public double[] lower() {
        return lower;
    }

    @Override
    public double[] upper() {
        return upper;
    }

    @Override
    public double objective(double[] v) {
        setPoint(v);
        try {
            double value = program.objective(shown);
            requireUnchanged("the objective");
            if (!Double.isFinite(value)) {
                problem = "objective is " + value;
            }
            return objectiveScale * value;
        } catch (EvaluationException e) {
            problem = String.valueOf(e.getMessage());
            return Double.NaN;
        }
    }

    @Override
    public boolean constraints(double[] v, double[] out) {
        setPoint(v);
        Arrays.fill(constraints, Double.NaN);
        try {
            program.constraints(shown, constraints);
            requireUnchanged("the constraints");
        } catch (EvaluationException e) {
            problem = String.valueOf(e.getMessage());
            return false;
        }
        for (int r = 0; r < rows.length; r++) {
            double value = constraints[rows[r]];
            if (!Double.isFinite(value)) {
                problem = program.constraintName(rows[r]) + " is " + value;
                return false;
            }
            out[r] = rowScale[r] * (value - rightHandSide[r]);
        }
        for (int j = 0; j < slackRow.length; j++) {
            out[slackRow[j]] -= v[variables.length + j];
        }
        return true;
    }

    @Override
    public boolean derivatives(double[] v, double[] gradientOut) {
        setPoint(v);
        Arrays.fill(gradient, Double.NaN);
        Arrays.fill(jacobianValues, Double.NaN);
        try {
            program.gradient(shown, gradient);
            requireUnchanged("the gradient");
            program.jacobian(shown, jacobianValues);
            requireUnchanged("the Jacobian");
        } catch (EvaluationException e) {
            problem = String.valueOf(e.getMessage());
            return false;
        }
        Arrays.fill(gradientOut, 0);
        for (int k = 0; k < variables.length; k++) {
            gradientOut[k] = objectiveScale * gradient[variables[k]] * size[k];
            if (!Double.isFinite(gradientOut[k])) {
                problem = "derivative of the objective by " + program.variableName(variables[k]) + " is "
                        + gradient[variables[k]];
                return false;
            }
        }
        jacobian.set(jacobianValues);
        jacobian.scaleColumns(size);
        jacobian.scaleRows(rowScale);
        int bad = jacobian.firstRowNotFinite();
        if (bad >= 0) {
            problem = "a derivative of " + program.constraintName(rows[bad]) + " is not finite";
        }
        return bad < 0;
    }

    @Override
    public CompressedRows jacobian() {
        return jacobian;
    }

    @Override
    public boolean addHessian(double[] v, double[] y, double[] matrix) {
        return addHessian(v, objectiveScale, y, matrix);
    }

    /** Adds σ ∇²f + Σ yᵣ ∇²cᵣ, all scaled but for σ. */
    boolean addHessian(double[] v, double objectiveFactor, double[] y, double[] matrix) {
        if (hessian == null || hessianPattern == null) {
            throw new IllegalStateException("a program without second derivatives was asked for them");
        }
        setPoint(v);
        for (int r = 0; r < rows.length; r++) {
            multipliers[rows[r]] = rowScale[r] * y[r];
        }
        Arrays.fill(hessianValues, Double.NaN);
        try {
            hessian.values(shown, objectiveFactor, multipliers, hessianValues);
            requireUnchanged("the Hessian");
        } catch (EvaluationException e) {
            problem = String.valueOf(e.getMessage());
            return false;
        }
        int n = variables.length;
        for (int k = 0; k < hessianValues.length; k++) {
            int i = variableIndex[hessianPattern.column(k)];
            int j = variableIndex[hessianPattern.row(k)];
            if (i >= 0 && j >= 0) {
                if (!Double.isFinite(hessianValues[k])) {
                    problem = "second derivative by " + program.variableName(variables[i]) + " and "
                            + program.variableName(variables[j]) + " is " + hessianValues[k];
                    return false;
                }
                matrix[i * n + j] += hessianValues[k] * size[i] * size[j];
            }
        }
        return true;
    }

    private void setPoint(double[] v) {
        for (int k = 0; k < variables.length; k++) {
            point[variables[k]] = v[k] * size[k];
        }
        System.arraycopy(point, 0, shown, 0, point.length);
    }

    /** Complains about a program that writes into the point at which it is evaluated. */
    private void requireUnchanged(String function) {
        for (int i = 0; i < point.length; i++) {
            if (shown[i] != point[i]) {
                throw new IllegalArgumentException(function + " of the program changed " + program.variableName(i)
                        + " from " + point[i] + " to " + shown[i] + "; expected it to leave x alone");
            }
        }
    }

    // ---------------------------------------------------------------- back to the program's units

    /** The program's x, within the program's own bounds. */
    double[] pointOf(double[] v) {
        setPoint(v);
        double[] x = point.clone();
        for (int i = 0; i < x.length; i++) {
            x[i] = Math.max(limits.variableLower[i], Math.min(limits.variableUpper[i], x[i]));
        }
        return x;
    }

    /** f in the program's units. */
    double unscaledObjective(double objective) {
        return objective / objectiveScale;
    }

    /** The largest amount by which the program's limits are exceeded at v. */
    double violation(double[] v, double[] residual) {
        double worst = 0;
        for (int k = 0; k < variables.length; k++) {
            int i = variables[k];
            double x = v[k] * size[k];
            worst = Math.max(worst, Math.max(limits.variableLower[i] - x, x - limits.variableUpper[i]));
        }
        int slack = 0;
        for (int r = 0; r < rows.length; r++) {
            boolean inequality = slack < slackRow.length && slackRow[slack] == r;
            double value = residual[r] + (inequality ? v[variables.length + slack++] : 0);
            value = value / rowScale[r] + rightHandSide[r];
            int i = rows[r];
            worst = Math.max(worst, Math.max(limits.constraintLower[i] - value, value - limits.constraintUpper[i]));
        }
        return worst;
    }

    /** λ in the program's units, one per constraint. */
    double[] multipliersOf(double[] y) {
        double[] result = new double[limits.constraintCount];
        for (int r = 0; r < rows.length; r++) {
            result[rows[r]] = y[r] * rowScale[r] / objectiveScale;
        }
        return result;
    }

    /** One number per row, as one per constraint. */
    double[] rowWeightsOf(double[] weights) {
        double[] result = new double[limits.constraintCount];
        for (int r = 0; r < rows.length; r++) {
            result[rows[r]] = weights[r];
        }
        return result;
    }

    /** One number per x, as one per variable. */
    double[] boundWeightsOf(double[] weights) {
        double[] result = new double[limits.variableCount];
        for (int k = 0; k < variables.length; k++) {
            result[variables[k]] = weights[k];
        }
        return result;
    }

    /** Multipliers of the variables' bounds in the program's units, one per variable; fixed variables have zero. */
    double[] boundMultipliersOf(double[] z) {
        double[] result = new double[limits.variableCount];
        for (int k = 0; k < variables.length; k++) {
            result[variables[k]] = z[k] / (objectiveScale * size[k]);
        }
        return result;
    }
}
