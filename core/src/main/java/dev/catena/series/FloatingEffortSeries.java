package dev.catena.series;

import dev.catena.algebra.Cholesky;
import dev.catena.model.NumericalException;
import dev.catena.tree.MovingTree;
import java.util.Arrays;

/**
 * Efforts of the joints of a tree whose base floats and began at rest, so that momentum stays zero: velocity V and acceleration A of the
 * base follow at every moment from
 *
 * <pre>
 *   h(q, q̇, V) = 0,    f(q, q̇, q̈, V, A) = 0
 * </pre>
 *
 * with the momentum h and the wrench f on the base; gravity lets all fall alike. Let B = ∂V/∂q̇. With multipliers ν = B λ of f and κ of h
 * such that λᵀΓ + νᵀf + κᵀh has no slopes by A and V, its second derivatives along the motions of joints and base are those of λᵀΓ.
 *
 * <p>Momentum is what the base needs at rest with velocities for accelerations. Nothing is allocated after construction.
 */
public final class FloatingEffortSeries implements EffortSeries {
    private static final int BASE = TreeEffortSeries.BASE;

    private final TreeEffortSeries dynamics;
    private final TreeEffortSeries momentum;
    private final int n;
    private final int all;
    private final int terms;
    private final double[] efforts;
    private final double[][] slopes;

    /** The inertia of all about the base: its coefficients, and the factor of the first. */
    private final double[] inertia;

    private final double[] factor = new double[BASE * BASE];

    /** ∂V/∂q, ∂V/∂q̇ = ∂A/∂q̈, ∂A/∂q and ∂A/∂q̇: six rows of n series. */
    private final double[] Vq;

    private final double[] B;
    private final double[] Aq;
    private final double[] Au;

    private final double[] right;
    private final double[] column = new double[BASE];
    private final double[] multipliersOfAll;
    private final double[] H;
    private final double[] ofMomentum;

    /** ∂(V, A)/∂(q, q̇, q̈), 12 × 3n, and the second derivatives by (V, A) times it. */
    private final double[] D;

    private final double[] HD;

    public FloatingEffortSeries(MovingTree tree, int order) {
        dynamics = new TreeEffortSeries(tree, order, null, true);
        momentum = new TreeEffortSeries(tree, order, null, true);
        dynamics.centerBase();
        momentum.centerBase();
        terms = order + 1;
        all = dynamics.size;
        n = all - BASE;
        efforts = new double[n * terms];
        slopes = new double[3][n * n * terms];
        inertia = new double[BASE * BASE * terms];
        Vq = new double[BASE * n * terms];
        B = new double[BASE * n * terms];
        Aq = new double[BASE * n * terms];
        Au = new double[BASE * n * terms];
        right = new double[BASE * Math.max(1, n) * terms];
        multipliersOfAll = new double[all * terms];
        H = new double[9 * all * all * terms];
        ofMomentum = new double[9 * all * all * terms];
        D = new double[2 * BASE * 3 * n * terms];
        HD = new double[2 * BASE * 3 * n * terms];
    }

    @Override
    public int size() {
        return n;
    }

    @Override
    public int order() {
        return dynamics.order;
    }

    @Override
    public void compute(double[][] motion) {
        moveBase(motion);
        dynamics.differentiate();
        momentum.differentiate();
        System.arraycopy(dynamics.efforts(), BASE * terms, efforts, 0, n * terms);
        findBase();
        for (int i = 0; i < 3; i++) {
            double[] P = dynamics.slopes(i);
            for (int row = 0; row < n; row++) {
                System.arraycopy(P, ((BASE + row) * all + BASE) * terms, slopes[i], row * n * terms, n * terms);
            }
        }
        addThroughBase(dynamics.slopes(1), BASE, n, Vq, slopes[0], n);
        addThroughBase(dynamics.slopes(2), BASE, n, Aq, slopes[0], n);
        addThroughBase(dynamics.slopes(1), BASE, n, B, slopes[1], n);
        addThroughBase(dynamics.slopes(2), BASE, n, Au, slopes[1], n);
        addThroughBase(dynamics.slopes(2), BASE, n, B, slopes[2], n);
    }

    /** V and A from h = 0 and f = 0. */
    private void moveBase(double[][] motion) {
        dynamics.load(motion);
        dynamics.place();
        momentum.takeAsMomentum(dynamics);
        momentum.v[0].setZero();
        momentum.a[0].setZero();
        momentum.move();
        factorInertia();
        solveBase(momentum.efforts(), dynamics.v[0]);
        momentum.a[0].set(dynamics.v[0]);
        momentum.move();
        dynamics.a[0].setZero();
        dynamics.move();
        solveBase(dynamics.efforts(), dynamics.a[0]);
        dynamics.move();
    }

    private void factorInertia() {
        SpatialSeries times = momentum.lever[0];
        for (int b = 0; b < BASE; b++) {
            times.setZero();
            dynamics.inertiaBeyond[0].addTimes(1, dynamics.unit[b], times);
            for (int c = 0; c < BASE; c++) {
                for (int d = 0; d < terms; d++) {
                    inertia[(b * BASE + c) * terms + d] = times.c[6 * d + c];
                }
                factor[b * BASE + c] = times.c[c];
            }
        }
        if (Cholesky.factor(factor, BASE) >= 0) {
            throw new NumericalException("the inertia of robot \"%s\" about its floating base is singular"
                    .formatted(dynamics.tree.model.name()));
        }
    }

    /** I X + (what the first six rows say) = 0, into a motion. */
    private void solveBase(double[] rows, SpatialSeries out) {
        System.arraycopy(rows, 0, right, 0, BASE * terms);
        solve(1);
        for (int b = 0; b < BASE; b++) {
            for (int d = 0; d < terms; d++) {
                out.c[6 * d + b] = right[b * terms + d];
            }
        }
    }

    /** right ← −I⁻¹ right, columns of series: I₀ X_k = −(right_k + Σ Iᵢ X_k₋ᵢ). */
    private void solve(int columns) {
        for (int c = 0; c < columns; c++) {
            for (int d = 0; d < terms; d++) {
                for (int r = 0; r < BASE; r++) {
                    double sum = right[(r * columns + c) * terms + d];
                    for (int b = 0; b < BASE; b++) {
                        for (int i = 1; i <= d; i++) {
                            sum += inertia[(r * BASE + b) * terms + i] * right[(b * columns + c) * terms + d - i];
                        }
                    }
                    column[r] = -sum;
                }
                Cholesky.solve(factor, BASE, column);
                for (int r = 0; r < BASE; r++) {
                    right[(r * columns + c) * terms + d] = column[r];
                }
            }
        }
    }

    private void findBase() {
        takeRows(momentum.slopes(0));
        solveInto(Vq);
        takeRows(momentum.slopes(2));
        solveInto(B);
        takeRows(dynamics.slopes(0));
        addThroughBase(dynamics.slopes(1), 0, BASE, Vq, right, n);
        solveInto(Aq);
        takeRows(dynamics.slopes(1));
        addThroughBase(dynamics.slopes(1), 0, BASE, B, right, n);
        solveInto(Au);
    }

    /** The rows of the base and the columns of the joints. */
    private void takeRows(double[] P) {
        for (int b = 0; b < BASE; b++) {
            System.arraycopy(P, (b * all + BASE) * terms, right, b * n * terms, n * terms);
        }
    }

    private void solveInto(double[] out) {
        solve(n);
        System.arraycopy(right, 0, out, 0, out.length);
    }

    /** out += (some rows, columns of the base) of P times six rows of X. */
    private void addThroughBase(double[] P, int from, int rows, double[] X, double[] out, int width) {
        for (int row = 0; row < rows; row++) {
            for (int b = 0; b < BASE; b++) {
                int p = ((from + row) * all + b) * terms;
                for (int c = 0; c < width; c++) {
                    SeriesProduct.add(P, p, X, (b * width + c) * terms, out, (row * width + c) * terms, terms);
                }
            }
        }
    }

    @Override
    public double[] efforts() {
        return efforts;
    }

    @Override
    public double[] slopes(int derivative) {
        return slopes[derivative];
    }

    @Override
    public void curvature(double[] multipliers, double[] out) {
        findMultipliers(multipliers);
        dynamics.curvature(multipliersOfAll, H);
        findMultipliersOfMomentum();
        momentum.curvature(multipliersOfAll, ofMomentum);
        addMomentum();
        fillSlope();
        take(out);
        for (int a = 0; a < 2 * BASE; a++) {
            int row = ((1 + a / BASE) * all + a % BASE) * 3 * all;
            Arrays.fill(HD, 0, 3 * n * terms, 0);
            // what the joints and the base do to one coordinate of the base, halves of the base's share
            for (int b = 0; b < 2 * BASE; b++) {
                int h = (row + (1 + b / BASE) * all + b % BASE) * terms;
                for (int c = 0; c < 3 * n; c++) {
                    SeriesProduct.addScaled(0.5, H, h, D, (b * 3 * n + c) * terms, HD, c * terms, terms);
                }
            }
            for (int c = 0; c < 3 * n; c++) {
                int h = (row + c / n * all + BASE + c % n) * terms;
                for (int d = 0; d < terms; d++) {
                    HD[c * terms + d] += H[h + d];
                }
            }
            addOuter(a, out);
        }
    }

    /** out += Dₐᵀ w + wᵀ Dₐ with a row of D. */
    private void addOuter(int a, double[] out) {
        int width = 3 * n;
        for (int r = 0; r < width; r++) {
            int d = (a * width + r) * terms;
            for (int c = 0; c < width; c++) {
                SeriesProduct.add(D, d, HD, c * terms, out, (r * width + c) * terms, terms);
                SeriesProduct.add(D, d, HD, c * terms, out, (c * width + r) * terms, terms);
            }
        }
    }

    /** [ν; λ]. */
    private void findMultipliers(double[] lambda) {
        Arrays.fill(multipliersOfAll, 0, BASE * terms, 0);
        for (int b = 0; b < BASE; b++) {
            for (int c = 0; c < n; c++) {
                SeriesProduct.add(B, (b * n + c) * terms, lambda, c * terms, multipliersOfAll, b * terms, terms);
            }
        }
        System.arraycopy(lambda, 0, multipliersOfAll, BASE * terms, n * terms);
    }

    /** [κ; 0] from I κ = −∂([ν; λ]ᵀ [f; Γ])/∂V. */
    private void findMultipliersOfMomentum() {
        double[] P = dynamics.slopes(1);
        Arrays.fill(right, 0, BASE * terms, 0);
        for (int row = 0; row < all; row++) {
            for (int b = 0; b < BASE; b++) {
                SeriesProduct.add(P, (row * all + b) * terms, multipliersOfAll, row * terms, right, b * terms, terms);
            }
        }
        solve(1);
        Arrays.fill(multipliersOfAll, 0);
        System.arraycopy(right, 0, multipliersOfAll, 0, BASE * terms);
    }

    /** Accelerations of the momentum's tree are velocities. */
    private void addMomentum() {
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) {
                for (int r = 0; r < all; r++) {
                    int to = ((i * all + r) * 3 * all + j * all) * terms;
                    int from = ((2 * i * all + r) * 3 * all + 2 * j * all) * terms;
                    for (int e = 0; e < all * terms; e++) {
                        H[to + e] += ofMomentum[from + e];
                    }
                }
            }
        }
    }

    private void fillSlope() {
        Arrays.fill(D, 0);
        put(Vq, 0, 0);
        put(B, 0, 1);
        put(Aq, 1, 0);
        put(Au, 1, 1);
        put(B, 1, 2);
    }

    private void put(double[] block, int row, int derivative) {
        for (int b = 0; b < BASE; b++) {
            System.arraycopy(block, b * n * terms, D, ((row * BASE + b) * 3 * n + derivative * n) * terms, n * terms);
        }
    }

    /** The part of the joints alone. */
    private void take(double[] out) {
        for (int r = 0; r < 3 * n; r++) {
            for (int j = 0; j < 3; j++) {
                System.arraycopy(
                        H,
                        ((r / n * all + BASE + r % n) * 3 * all + j * all + BASE) * terms,
                        out,
                        (r * 3 * n + j * n) * terms,
                        n * terms);
            }
        }
    }
}
