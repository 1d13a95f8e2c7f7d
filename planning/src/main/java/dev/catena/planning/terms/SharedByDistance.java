package dev.catena.planning.terms;

import dev.catena.model.Extent;
import dev.catena.model.Vector3;
import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/**
 * d_A a − d_B b of the loads a and b of two feet, six numbers each, divided by the weight. With v = a + b = (F, M) the
 * zero-moment point of both is p = e × M/(e·F), e being up, and d = √(|p − c|² + ε²) the distance from a point c under a foot.
 */
public final class SharedByDistance implements StateFunction {
    /** m; keeps derivatives finite where the point is just under a foot. */
    private static final double SMALLEST = 1e-3;

    private final GroundedEvaluator evaluator;
    private final String name;
    private final int[] feet;
    private final Vector3[] under;
    private final Vector3 up;
    private final double weight;
    private final double length;
    private final int width;

    // by foot: d, ∂d/∂v and ∂²d/∂v²
    private final double[] distance = new double[2];
    private final double[][] slope = new double[2][6];
    private final double[][] curvature = new double[2][36];

    /** By component of p: its gradient. */
    private final double[][] pointSlope = new double[3][6];

    private final double[] point = new double[3];
    private final double[] pressingSlope = new double[6];
    private double pressing;

    /** ∂g_c/∂(a, b), six rows of twelve. */
    private final double[] byLoads = new double[72];

    private final double[] twice = new double[144];
    private final double[] product;

    public SharedByDistance(
            GroundedEvaluator evaluator, String name, int[] feet, Vector3[] under, Vector3 up, double weight) {
        this.evaluator = evaluator;
        this.name = name;
        this.feet = feet.clone();
        this.under = under.clone();
        this.up = up;
        this.weight = weight;
        length = Extent.of(evaluator.support().robot()).length();
        width = evaluator.width();
        product = new double[12 * width];
    }

    @Override
    public int rows() {
        return 6;
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public boolean hasInputs() {
        return evaluator.support().count() > 0;
    }

    @Override
    public String name(int row) {
        return name;
    }

    /** Distances times forces in weights, or times moments. */
    @Override
    public double unit(int row) {
        return row < 3 ? length : length * length;
    }

    private int row(int foot, int c) {
        return evaluator.loadRow(feet[foot]) + c;
    }

    /** The load of a foot in weights. */
    private double load(double[] values, int foot, int c) {
        return values[row(foot, c)] / weight;
    }

    // ---------------------------------------------------------------- distances

    private void computeDistances(double[] values) {
        double[] v = new double[6];
        for (int c = 0; c < 6; c++) {
            v[c] = load(values, 0, c) + load(values, 1, c);
        }
        double[] e = up.toArray();
        pressing = e[0] * v[0] + e[1] * v[1] + e[2] * v[2];
        System.arraycopy(e, 0, pressingSlope, 0, 3);
        double[] turned = up.cross(new Vector3(v[3], v[4], v[5])).toArray();
        for (int k = 0; k < 3; k++) {
            point[k] = turned[k] / pressing;
            Arrays.fill(pointSlope[k], 0);
            // ∂p = (∂(e × M) − p ∂(e·F))/(e·F)
            pointSlope[k][3 + (k + 2) % 3] = e[(k + 1) % 3] / pressing;
            pointSlope[k][3 + (k + 1) % 3] = -e[(k + 2) % 3] / pressing;
            for (int c = 0; c < 3; c++) {
                pointSlope[k][c] = -point[k] * e[c] / pressing;
            }
        }
        for (int foot = 0; foot < 2; foot++) {
            computeDistance(foot);
        }
    }

    private void computeDistance(int foot) {
        double[] center = under[foot].minus(up.times(up.dot(under[foot]))).toArray();
        double square = SMALLEST * SMALLEST;
        double[] gradient = new double[6];
        double[] hessian = curvature[foot];
        Arrays.fill(hessian, 0);
        for (int k = 0; k < 3; k++) {
            double r = point[k] - center[k];
            square += r * r;
            for (int i = 0; i < 6; i++) {
                gradient[i] += 2 * r * pointSlope[k][i];
                for (int j = 0; j < 6; j++) {
                    double turning = -(pointSlope[k][i] * pressingSlope[j] + pressingSlope[i] * pointSlope[k][j]);
                    hessian[6 * i + j] += 2 * (pointSlope[k][i] * pointSlope[k][j] + r * turning / pressing);
                }
            }
        }
        double d = Math.sqrt(square);
        distance[foot] = d;
        for (int i = 0; i < 6; i++) {
            slope[foot][i] = gradient[i] / (2 * d);
            for (int j = 0; j < 6; j++) {
                hessian[6 * i + j] = hessian[6 * i + j] / (2 * d) - gradient[i] * gradient[j] / (4 * d * d * d);
            }
        }
    }

    /** ∂g_c/∂(a, b) = ±d δ + a_c ∂d_A − b_c ∂d_B. */
    private void computeByLoads(double[] values) {
        for (int c = 0; c < 6; c++) {
            double a = load(values, 0, c);
            double b = load(values, 1, c);
            for (int j = 0; j < 6; j++) {
                double both = a * slope[0][j] - b * slope[1][j];
                byLoads[12 * c + j] = both + (c == j ? distance[0] : 0);
                byLoads[12 * c + 6 + j] = both - (c == j ? distance[1] : 0);
            }
        }
    }

    // ---------------------------------------------------------------- by the state

    @Override
    public void value(MotionState state, double[] out) {
        double[] values = evaluator.values(state);
        computeDistances(values);
        for (int c = 0; c < 6; c++) {
            out[c] = distance[0] * load(values, 0, c) - distance[1] * load(values, 1, c);
        }
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        double[] values = evaluator.values(state);
        computeDistances(values);
        computeByLoads(values);
        double[] slopes = evaluator.slopes(state);
        Arrays.fill(out, 0, 6 * width, 0);
        for (int c = 0; c < 6; c++) {
            for (int l = 0; l < 12; l++) {
                double factor = byLoads[12 * c + l] / weight;
                int from = row(l / 6, l % 6) * width;
                for (int x = 0; x < width && factor != 0; x++) {
                    out[c * width + x] += factor * slopes[from + x];
                }
            }
        }
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        double[] values = evaluator.values(state);
        computeDistances(values);
        computeByLoads(values);
        computeTwice(values, lambda);
        double[] slopes = evaluator.slopes(state);
        // ∂Lᵀ (Σ λ ∂²g) ∂L
        Arrays.fill(product, 0);
        for (int l = 0; l < 12; l++) {
            for (int k = 0; k < 12; k++) {
                double factor = twice[12 * l + k] / (weight * weight);
                int from = row(k / 6, k % 6) * width;
                for (int x = 0; x < width && factor != 0; x++) {
                    product[l * width + x] += factor * slopes[from + x];
                }
            }
        }
        for (int l = 0; l < 12; l++) {
            int from = row(l / 6, l % 6) * width;
            for (int y = 0; y < width; y++) {
                double factor = slopes[from + y];
                for (int x = 0; x < width && factor != 0; x++) {
                    out[y * width + x] += factor * product[l * width + x];
                }
            }
        }
        double[] multipliers = evaluator.multipliers();
        for (int l = 0; l < 12; l++) {
            for (int c = 0; c < 6; c++) {
                multipliers[row(l / 6, l % 6)] += lambda[c] * byLoads[12 * c + l] / weight;
            }
        }
        evaluator.addCurvature(state, out);
    }

    /** Σ λ_c ∂²g_c by (a, b): ±δ ∂d both ways, and a_c ∂²d_A − b_c ∂²d_B. */
    private void computeTwice(double[] values, double[] lambda) {
        double ofFirst = 0;
        double ofSecond = 0;
        for (int c = 0; c < 6; c++) {
            ofFirst += lambda[c] * load(values, 0, c);
            ofSecond += lambda[c] * load(values, 1, c);
        }
        for (int l = 0; l < 12; l++) {
            for (int k = 0; k < 12; k++) {
                int i = l % 6;
                int j = k % 6;
                double own = l < 6 ? lambda[i] * slope[0][j] : -lambda[i] * slope[1][j];
                double other = k < 6 ? lambda[j] * slope[0][i] : -lambda[j] * slope[1][i];
                twice[12 * l + k] =
                        own + other + ofFirst * curvature[0][6 * i + j] - ofSecond * curvature[1][6 * i + j];
            }
        }
    }

    @Override
    public StateFunction copy() {
        return copy(evaluator.copy());
    }

    @Override
    public StateFunction copy(Evaluators evaluators) {
        return copy(evaluators.of(evaluator.origin(), GroundedEvaluator.class, evaluator::copy));
    }

    private StateFunction copy(GroundedEvaluator own) {
        return new SharedByDistance(own, name, feet, under, up, weight);
    }
}
