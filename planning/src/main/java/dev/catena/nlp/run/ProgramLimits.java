package dev.catena.nlp.run;

import dev.catena.nlp.HessianChoice;
import dev.catena.nlp.LagrangianHessian;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.SparsityPattern;
import dev.catena.nlp.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Sizes, bounds and patterns of a program, checked once, and how far a point is from keeping the bounds. */
public final class ProgramLimits {
    private static final double SMALLEST_WEIGHT = 1e-3;

    public final NonlinearProgram program;
    public final int variableCount;
    public final int constraintCount;
    public final double[] variableLower;
    public final double[] variableUpper;
    public final double[] constraintLower;
    public final double[] constraintUpper;
    public final SparsityPattern jacobianPattern;

    public ProgramLimits(NonlinearProgram program) {
        this.program = program;
        variableCount = program.variableCount();
        constraintCount = program.constraintCount();
        if (variableCount < 1 || constraintCount < 0) {
            throw new IllegalArgumentException("a program of " + variableCount + " variables and " + constraintCount
                    + " constraints; expected at least one variable");
        }
        double[] low = unwritten(variableCount);
        double[] high = unwritten(variableCount);
        program.variableBounds(low, high);
        variableLower = low.clone();
        variableUpper = high.clone();
        for (int i = 0; i < variableCount; i++) {
            checkBounds("variable ", program.variableName(i), variableLower[i], variableUpper[i]);
        }
        low = unwritten(constraintCount);
        high = unwritten(constraintCount);
        program.constraintBounds(low, high);
        constraintLower = low.clone();
        constraintUpper = high.clone();
        for (int i = 0; i < constraintCount; i++) {
            checkBounds("constraint ", program.constraintName(i), constraintLower[i], constraintUpper[i]);
        }
        jacobianPattern = program.jacobianPattern();
        checkSize("Jacobian", jacobianPattern, constraintCount, variableCount);
    }

    /** An array in which entries that nobody writes stand out. */
    static double[] unwritten(int length) {
        double[] array = new double[length];
        Arrays.fill(array, Double.NaN);
        return array;
    }

    private static void checkBounds(String kind, String name, double lower, double upper) {
        // written so that NaN is refused as well
        if (!(lower <= upper) || lower == Double.POSITIVE_INFINITY || upper == Double.NEGATIVE_INFINITY) {
            throw new IllegalArgumentException(kind + name + " has lower limit " + lower + " and upper limit " + upper
                    + "; expected lower ≤ upper");
        }
    }

    static void checkSize(String what, SparsityPattern pattern, int rows, int columns) {
        if (pattern.rowCount() != rows || pattern.columnCount() != columns) {
            throw new IllegalArgumentException("pattern of the " + what + " is " + pattern + "; expected " + rows
                    + " rows and " + columns + " columns");
        }
    }

    /** The program's exact Hessian or that of Gauss-Newton, checked to be a lower triangle. */
    public static LagrangianHessian secondDerivatives(NonlinearProgram program, HessianChoice choice) {
        int n = program.variableCount();
        LagrangianHessian hessian = switch (choice) {
            case EXACT -> program.hessian().orElseThrow();
            case GAUSS_NEWTON ->
                new GaussNewtonHessian(n, program.residualJacobian().orElseThrow());
            default -> throw new IllegalArgumentException("no second derivatives for " + choice);
        };
        SparsityPattern pattern = hessian.pattern();
        checkSize("Hessian", pattern, n, n);
        for (int k = 0; k < pattern.entryCount(); k++) {
            if (pattern.row(k) < pattern.column(k)) {
                throw new IllegalArgumentException("entry (" + pattern.row(k) + ", " + pattern.column(k)
                        + ") of the Hessian is above the diagonal; expected the lower triangle");
            }
        }
        return hessian;
    }

    public double[] start() {
        double[] given = unwritten(variableCount);
        program.start(given);
        double[] x = given.clone();
        for (int i = 0; i < variableCount; i++) {
            if (!Double.isFinite(x[i])) {
                throw new IllegalArgumentException(
                        "start of " + program.variableName(i) + " is " + x[i] + "; expected a finite number");
            }
        }
        return x;
    }

    /** A size that the program names, positive and finite. */
    public static double size(String what, double size) {
        if (!(size > 0) || Double.isInfinite(size)) {
            throw new IllegalArgumentException("size of " + what + " is " + size + "; expected a positive number");
        }
        return size;
    }

    /** Whether a constraint has a bound at all. */
    public boolean isLimited(int constraint) {
        return !Double.isInfinite(constraintLower[constraint]) || !Double.isInfinite(constraintUpper[constraint]);
    }

    /** The largest amount by which a bound of a constraint or of a variable is exceeded; NaN where one has no value. */
    public double violation(double[] x, double[] c) {
        double worst = 0;
        for (int i = 0; i < variableCount; i++) {
            worst = Math.max(worst, Math.max(variableLower[i] - x[i], x[i] - variableUpper[i]));
        }
        for (int i = 0; i < constraintCount; i++) {
            if (isLimited(i)) {
                worst = Math.max(worst, Math.max(constraintLower[i] - c[i], c[i] - constraintUpper[i]));
            }
        }
        return worst;
    }

    /** The first limited constraint without a value, in words; empty if all have one. */
    public String nameOfNotFinite(double[] c) {
        for (int i = 0; i < constraintCount; i++) {
            if (isLimited(i) && !Double.isFinite(c[i])) {
                return program.constraintName(i) + " is " + c[i];
            }
        }
        return "";
    }

    /**
     * Constraints and bounds that are exceeded by more than a tolerance, then those that are kept but stand in the way by
     * their weight in the sum of violations; those that matter most first.
     */
    public List<Violation> binding(
            double[] x, double[] c, double[] rowWeights, double[] boundWeights, double tolerance) {
        List<Violation> exceeded = new ArrayList<>();
        List<Violation> inTheWay = new ArrayList<>();
        for (int i = 0; i < constraintCount; i++) {
            Violation limit = new Violation(
                    program.constraintName(i), c[i], constraintLower[i], constraintUpper[i], rowWeights[i]);
            sort(limit, tolerance, exceeded, inTheWay);
        }
        for (int i = 0; i < variableCount; i++) {
            Violation limit =
                    new Violation(program.variableName(i), x[i], variableLower[i], variableUpper[i], boundWeights[i]);
            sort(limit, tolerance, exceeded, inTheWay);
        }
        exceeded.sort(Comparator.comparingDouble(Violation::amount).reversed());
        inTheWay.sort(Comparator.comparingDouble((Violation v) -> Math.abs(v.weight()))
                .reversed());
        exceeded.addAll(inTheWay);
        return exceeded;
    }

    private static void sort(Violation limit, double tolerance, List<Violation> exceeded, List<Violation> inTheWay) {
        if (limit.amount() > tolerance) {
            exceeded.add(limit);
        } else if (Math.abs(limit.weight()) > SMALLEST_WEIGHT) {
            inTheWay.add(limit);
        }
    }
}
