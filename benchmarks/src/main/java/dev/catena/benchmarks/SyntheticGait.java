package dev.catena.benchmarks;

import dev.catena.nlp.LagrangianHessian;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.ResidualJacobian;
import dev.catena.nlp.SparsityPattern;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/**
 * A program of the size and the shape of a human gait, without the human: 55 coordinates as clamped cubic splines of 6
 * control points (330 variables), 13 samples in time, 1,726 constraints, among them 240 equalities. A sample depends on the
 * four control points around it, so that a row of forces has 220 entries.
 *
 * <p>Rows are f = aᵀq̈ + k sin(bᵀq) + ½ (dᵀq̇)² with random coefficients; limits lie around their values on a random motion,
 * so that a feasible point exists. The objective is half the sum of the squares of 637 such forces.
 */
public final class SyntheticGait implements NonlinearProgram {
    private static final int COORDINATES = 55;
    private static final int POINTS = 6;
    private static final int SAMPLES = 13;
    private static final int SUPPORT = 4;
    private static final int FORCES = 49;
    private static final int CONTACTS = 10;
    private static final int MARGINS = 4;
    private static final int ENDS = 2 * COORDINATES;
    private static final int DISTANCES = 82;
    private static final int VARIABLES = COORDINATES * POINTS;
    private static final int CURVED = SAMPLES * (FORCES + CONTACTS + MARGINS) + DISTANCES;
    private static final int CONSTRAINTS = CURVED + SAMPLES * COORDINATES + ENDS;

    /** Coefficients of one curved row at one sample. */
    private record Row(int sample, double[] a, double[] b, double[] d, double k) {}

    private final double[][][] basis = new double[3][SAMPLES][POINTS]; // by derivative
    private final int[] firstPoint = new int[SAMPLES];
    private final Row[] rows = new Row[CURVED];
    private final double[] lower = new double[CONSTRAINTS];
    private final double[] upper = new double[CONSTRAINTS];
    private final SparsityPattern pattern;
    private final double[] forceRow = new double[SUPPORT * COORDINATES];
    private final double[] values = new double[CONSTRAINTS];

    /** The program of a seed. */
    public SyntheticGait(long seed) {
        Random random = new Random(seed);
        for (int s = 0; s < SAMPLES; s++) {
            sampleBasis(s, (double) s / (SAMPLES - 1));
        }
        for (int r = 0; r < CURVED; r++) {
            boolean distance = r >= SAMPLES * (FORCES + CONTACTS + MARGINS);
            int sample = distance ? random.nextInt(SAMPLES) : r % SAMPLES;
            double[] a = distance ? new double[COORDINATES] : coefficients(random, 0.02);
            rows[r] = new Row(sample, a, coefficients(random, 0.5), coefficients(random, 0.1), 1 + random.nextDouble());
        }
        pattern = buildPattern();
        double[] feasible = new double[VARIABLES];
        for (int i = 0; i < VARIABLES; i++) {
            feasible[i] = 0.2 * random.nextGaussian();
        }
        constraints(feasible, values);
        for (int r = 0; r < CONSTRAINTS; r++) {
            boolean equality = isEquality(r);
            lower[r] = values[r] - (equality ? 0 : 0.05 + random.nextDouble());
            upper[r] = values[r] + (equality ? 0 : 0.05 + random.nextDouble());
        }
    }

    private static boolean isEquality(int row) {
        int forces = SAMPLES * FORCES;
        return (row >= forces && row < forces + SAMPLES * CONTACTS) || row >= CONSTRAINTS - ENDS;
    }

    private static double[] coefficients(Random random, double size) {
        double[] result = new double[COORDINATES];
        for (int i = 0; i < COORDINATES; i++) {
            result[i] = size * random.nextGaussian();
        }
        return result;
    }

    // clamped uniform cubic B-splines of 6 control points: 3 spans
    private void sampleBasis(int sample, double u) {
        int span = Math.min(2, (int) (3 * u));
        firstPoint[sample] = span;
        double[] knots = {0, 0, 0, 0, 1.0 / 3, 2.0 / 3, 1, 1, 1, 1};
        for (int i = 0; i < POINTS; i++) {
            basis[0][sample][i] = spline(knots, i, 3, u, span);
            basis[1][sample][i] = slope(knots, i, 3, u, span);
            basis[2][sample][i] = curvature(knots, i, u, span);
        }
    }

    private static double spline(double[] knots, int i, int degree, double u, int span) {
        if (degree == 0) {
            return i == span + 3 ? 1 : 0;
        }
        double left = knots[i + degree] - knots[i];
        double right = knots[i + degree + 1] - knots[i + 1];
        return (left > 0 ? (u - knots[i]) / left * spline(knots, i, degree - 1, u, span) : 0)
                + (right > 0 ? (knots[i + degree + 1] - u) / right * spline(knots, i + 1, degree - 1, u, span) : 0);
    }

    private static double slope(double[] knots, int i, int degree, double u, int span) {
        double left = knots[i + degree] - knots[i];
        double right = knots[i + degree + 1] - knots[i + 1];
        return degree
                * ((left > 0 ? spline(knots, i, degree - 1, u, span) / left : 0)
                        - (right > 0 ? spline(knots, i + 1, degree - 1, u, span) / right : 0));
    }

    private static double curvature(double[] knots, int i, double u, int span) {
        double left = knots[i + 3] - knots[i];
        double right = knots[i + 4] - knots[i + 1];
        return 3
                * ((left > 0 ? slope(knots, i, 2, u, span) / left : 0)
                        - (right > 0 ? slope(knots, i + 1, 2, u, span) / right : 0));
    }

    private SparsityPattern buildPattern() {
        SparsityPattern.Builder builder = SparsityPattern.builder(CONSTRAINTS, VARIABLES);
        for (int r = 0; r < CURVED; r++) {
            int first = firstPoint[rows[r].sample] * COORDINATES;
            builder.addRow(r, first, first + SUPPORT * COORDINATES);
        }
        for (int s = 0; s < SAMPLES; s++) {
            for (int j = 0; j < COORDINATES; j++) {
                for (int p = 0; p < SUPPORT; p++) {
                    builder.add(CURVED + s * COORDINATES + j, (firstPoint[s] + p) * COORDINATES + j);
                }
            }
        }
        for (int e = 0; e < ENDS; e++) {
            int row = CONSTRAINTS - ENDS + e;
            builder.add(row, e);
            builder.add(row, VARIABLES - ENDS + e);
        }
        return builder.build();
    }

    @Override
    public int variableCount() {
        return VARIABLES;
    }

    @Override
    public int constraintCount() {
        return CONSTRAINTS;
    }

    @Override
    public void variableBounds(double[] lowerOut, double[] upperOut) {
        Arrays.fill(lowerOut, -10);
        Arrays.fill(upperOut, 10);
    }

    @Override
    public void constraintBounds(double[] lowerOut, double[] upperOut) {
        System.arraycopy(lower, 0, lowerOut, 0, CONSTRAINTS);
        System.arraycopy(upper, 0, upperOut, 0, CONSTRAINTS);
    }

    @Override
    public void start(double[] xOut) {
        Arrays.fill(xOut, 0);
    }

    // Σ over coordinates and control points of a derivative of the splines, contracted with coefficients
    private double contract(double[] x, double[] coefficients, int derivative, int sample) {
        double sum = 0;
        for (int p = 0; p < SUPPORT; p++) {
            int point = firstPoint[sample] + p;
            double weight = basis[derivative][sample][point];
            double part = 0;
            for (int j = 0; j < COORDINATES; j++) {
                part += coefficients[j] * x[point * COORDINATES + j];
            }
            sum += weight * part;
        }
        return sum;
    }

    private double force(Row row, double[] x) {
        double velocity = contract(x, row.d, 1, row.sample);
        return contract(x, row.a, 2, row.sample)
                + row.k * Math.sin(contract(x, row.b, 0, row.sample))
                + 0.5 * velocity * velocity;
    }

    private void forceGradient(Row row, double[] x, double[] out) {
        double byPosition = row.k * Math.cos(contract(x, row.b, 0, row.sample));
        double byVelocity = contract(x, row.d, 1, row.sample);
        for (int p = 0; p < SUPPORT; p++) {
            int point = firstPoint[row.sample] + p;
            double w0 = basis[0][row.sample][point] * byPosition;
            double w1 = basis[1][row.sample][point] * byVelocity;
            double w2 = basis[2][row.sample][point];
            for (int j = 0; j < COORDINATES; j++) {
                out[p * COORDINATES + j] = w0 * row.b[j] + w1 * row.d[j] + w2 * row.a[j];
            }
        }
    }

    @Override
    public double objective(double[] x) {
        double sum = 0;
        for (int r = 0; r < SAMPLES * FORCES; r++) {
            double f = force(rows[r], x);
            sum += 0.5 * f * f;
        }
        return sum;
    }

    @Override
    public void gradient(double[] x, double[] gradientOut) {
        Arrays.fill(gradientOut, 0);
        for (int r = 0; r < SAMPLES * FORCES; r++) {
            double f = force(rows[r], x);
            forceGradient(rows[r], x, forceRow);
            int first = firstPoint[rows[r].sample] * COORDINATES;
            for (int k = 0; k < forceRow.length; k++) {
                gradientOut[first + k] += f * forceRow[k];
            }
        }
    }

    @Override
    public void constraints(double[] x, double[] valuesOut) {
        for (int r = 0; r < CURVED; r++) {
            valuesOut[r] = force(rows[r], x);
        }
        for (int s = 0; s < SAMPLES; s++) {
            for (int j = 0; j < COORDINATES; j++) {
                double q = 0;
                for (int p = 0; p < SUPPORT; p++) {
                    int point = firstPoint[s] + p;
                    q += basis[0][s][point] * x[point * COORDINATES + j];
                }
                valuesOut[CURVED + s * COORDINATES + j] = q;
            }
        }
        for (int e = 0; e < ENDS; e++) {
            valuesOut[CONSTRAINTS - ENDS + e] = x[e] - x[VARIABLES - ENDS + e];
        }
    }

    @Override
    public SparsityPattern jacobianPattern() {
        return pattern;
    }

    @Override
    public void jacobian(double[] x, double[] valuesOut) {
        int k = 0;
        for (int r = 0; r < CURVED; r++) {
            forceGradient(rows[r], x, forceRow);
            System.arraycopy(forceRow, 0, valuesOut, k, forceRow.length);
            k += forceRow.length;
        }
        for (int s = 0; s < SAMPLES; s++) {
            for (int j = 0; j < COORDINATES; j++) {
                for (int p = 0; p < SUPPORT; p++) {
                    valuesOut[k++] = basis[0][s][firstPoint[s] + p];
                }
            }
        }
        for (int e = 0; e < ENDS; e++) {
            valuesOut[k++] = 1;
            valuesOut[k++] = -1;
        }
    }

    @Override
    public Optional<LagrangianHessian> hessian() {
        return Optional.of(new Second());
    }

    @Override
    public Optional<ResidualJacobian> residualJacobian() {
        return Optional.of(new Residuals());
    }

    private final class Residuals implements ResidualJacobian {
        @Override
        public SparsityPattern pattern() {
            SparsityPattern.Builder builder = SparsityPattern.builder(SAMPLES * FORCES, VARIABLES);
            for (int r = 0; r < SAMPLES * FORCES; r++) {
                int first = firstPoint[rows[r].sample] * COORDINATES;
                builder.addRow(r, first, first + SUPPORT * COORDINATES);
            }
            return builder.build();
        }

        @Override
        public void values(double[] x, double[] valuesOut) {
            for (int r = 0; r < SAMPLES * FORCES; r++) {
                forceGradient(rows[r], x, forceRow);
                System.arraycopy(forceRow, 0, valuesOut, r * forceRow.length, forceRow.length);
            }
        }
    }

    /** Second derivatives by sample in terms of q, q̇, q̈ first, then by control points. */
    private final class Second implements LagrangianHessian {
        private static final int STATE = 3 * COORDINATES;

        private final SparsityPattern triangle = SparsityPattern.lowerTriangle(VARIABLES);
        private final double[] dense = new double[VARIABLES * VARIABLES];
        private final double[] state = new double[STATE * STATE];
        private final double[] row = new double[STATE];

        @Override
        public SparsityPattern pattern() {
            return triangle;
        }

        @Override
        public void values(double[] x, double objectiveFactor, double[] multipliers, double[] valuesOut) {
            Arrays.fill(dense, 0);
            for (int s = 0; s < SAMPLES; s++) {
                Arrays.fill(state, 0);
                for (int r = 0; r < CURVED; r++) {
                    if (rows[r].sample == s) {
                        addRow(r, x, objectiveFactor, multipliers[r]);
                    }
                }
                addSample(s);
            }
            int k = 0;
            for (int i = 0; i < VARIABLES; i++) {
                System.arraycopy(dense, i * VARIABLES, valuesOut, k, i + 1);
                k += i + 1;
            }
        }

        // ∇²f = −k sin(bᵀq) bbᵀ + ddᵀ, and of ½f²: ∇f∇fᵀ + f ∇²f
        private void addRow(int r, double[] x, double objectiveFactor, double multiplier) {
            Row f = rows[r];
            double angle = contract(x, f.b, 0, f.sample);
            double velocity = contract(x, f.d, 1, f.sample);
            double weight = multiplier;
            if (r < SAMPLES * FORCES) {
                weight += objectiveFactor * force(f, x);
                for (int j = 0; j < COORDINATES; j++) {
                    row[j] = f.k * Math.cos(angle) * f.b[j];
                    row[COORDINATES + j] = velocity * f.d[j];
                    row[2 * COORDINATES + j] = f.a[j];
                }
                addOuter(row, 0, objectiveFactor);
            }
            addOuter(f.b, 0, -weight * f.k * Math.sin(angle));
            addOuter(f.d, COORDINATES, weight);
        }

        private void addOuter(double[] vector, int offset, double factor) {
            for (int i = 0; i < vector.length; i++) {
                double scaled = factor * vector[i];
                int target = (offset + i) * STATE + offset;
                for (int j = 0; j < vector.length; j++) {
                    state[target + j] += scaled * vector[j];
                }
            }
        }

        private void addSample(int s) {
            for (int p = 0; p < SUPPORT; p++) {
                for (int q = 0; q <= p; q++) {
                    int first = firstPoint[s] + p;
                    int second = firstPoint[s] + q;
                    for (int k = 0; k < 3; k++) {
                        for (int l = 0; l < 3; l++) {
                            addBlock(first, second, k, l, basis[k][s][first] * basis[l][s][second]);
                        }
                    }
                }
            }
        }

        private void addBlock(int first, int second, int k, int l, double weight) {
            for (int i = 0; i < COORDINATES; i++) {
                int target = (first * COORDINATES + i) * VARIABLES + second * COORDINATES;
                int source = (k * COORDINATES + i) * STATE + l * COORDINATES;
                for (int j = 0; j < COORDINATES; j++) {
                    dense[target + j] += weight * state[source + j];
                }
            }
        }
    }
}
