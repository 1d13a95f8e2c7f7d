package dev.catena.series;

import dev.catena.algebra.Series;
import dev.catena.model.Vector3;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.MovingTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Efforts of the joints of a tree that stands on feet, along a motion in which the feet stay where they are. The wrench w that the whole
 * robot needs is that of {@link TreeEffortSeries}. Feet that do not move share it by constant matrices, and what they may exert against
 * each other is a constant matrix times numbers f of its own:
 *
 * <pre>
 *   L_foot = P w + N f,   Σ P = 1,  Σ N = 0,        Γᵢ = τᵢ − Sᵢ · uᵢ,   uᵢ = Rᵢ w + Qᵢ f,
 * </pre>
 *
 * where τ are the efforts of the tree without feet, R and Q the sums of P and N of the feet beyond joint i. So Γ is zero for joints that
 * place the robot, beyond which all feet are. With ∂Sᵢ/∂qₖ = Sₖ × Sᵢ for k before i,
 *
 * <pre>
 *   ∂Γᵢ = ∂τᵢ − (Sₖ × Sᵢ) · uᵢ − (RᵢᵀSᵢ) · ∂w − (QᵢᵀSᵢ) · ∂f
 *   Σ μᵢ ∂²Γᵢ = Σ μᵢ ∂²τᵢ − (Σ μᵢ RᵢᵀSᵢ) · ∂²w − Σ μᵢ [Sₗ × (Sₖ × Sᵢ)] · uᵢ − cₖ · ∂w − ∂w · cₗ,   cₖ = Σ μᵢ Rᵢᵀ(Sₖ × Sᵢ),
 * </pre>
 *
 * for l before k or k itself, and the same as the last terms with Q and f. Coordinates are those of the joints, then f. Nothing is
 * allocated after construction.
 */
public final class StandingEffortSeries implements EffortSeries {
    private static final int WRENCH = TreeEffortSeries.BASE;

    private final TreeEffortSeries tree;
    private final int n;
    private final int free;
    private final int size;
    private final int terms;
    private final double[][] shares;
    private final double[][] against;

    /** By moving body: R (6 × 6) and Q (6 × free) of the feet beyond it; empty where there are none. */
    private final double[][] R;

    private final double[][] Q;

    /** By moving body: the axis of its joint, seen from the point that moments are about. */
    private final SpatialSeries[] S;

    /** By moving body: u, and RᵀS. */
    private final SpatialSeries[] u;

    private final SpatialSeries[] h;

    /** By moving body: the sums of μ Rᵀ(Sₖ × Sᵢ), of μ (Sₖ × Sᵢ) ×* uᵢ, and of μ Qᵀ(Sₖ × Sᵢ). */
    private final SpatialSeries[] c;

    private final SpatialSeries[] bent;
    private final double[][] ofFree;
    private final Series[] f;
    private final SpatialSeries turned;
    private final SpatialSeries weighed;
    private final double[] efforts;
    private final double[][] slopes;
    private final double[] loads;
    private final double[][] loadSlopes;
    private final double[] multiplier;
    private final double[] second;

    /**
     * @param feet by foot: the moving body that it is part of
     * @param about where in the world moments of w and of loads are about; near the robot, so that they stay small
     * @param shares by foot: P, 6 × 6, row-major, force first
     * @param against by foot: N, 6 × the count of f, row-major
     * @param wrenches what the environment applies besides; null for nothing
     */
    public StandingEffortSeries(
            MovingTree moving,
            int order,
            int[] feet,
            Vector3 about,
            double[][] shares,
            double[][] against,
            @Nullable AppliedWrenches wrenches) {
        moving.requireNoCouplings("efforts of a robot that stands", "take a robot without couplings");
        tree = new TreeEffortSeries(moving, order, wrenches, true);
        tree.seeFrom(about);
        n = moving.coordinates;
        free = against[0].length / WRENCH;
        size = n + free;
        terms = order + 1;
        this.shares = shares;
        this.against = against;
        int bodies = moving.n + 1;
        R = new double[bodies][0];
        Q = new double[bodies][WRENCH * free];
        for (int foot = 0; foot < feet.length; foot++) {
            for (int i = feet[foot]; i > 0; i = moving.parent[i]) {
                R[i] = sum(R[i], shares[foot]);
                Q[i] = sum(Q[i], against[foot]);
            }
        }
        S = SpatialSeries.array(bodies, order);
        u = SpatialSeries.array(bodies, order);
        h = SpatialSeries.array(bodies, order);
        c = SpatialSeries.array(bodies, order);
        bent = SpatialSeries.array(bodies, order);
        ofFree = new double[bodies][free * terms];
        f = Series.array(free, order);
        turned = new SpatialSeries(order);
        weighed = new SpatialSeries(order);
        efforts = new double[size * terms];
        slopes = new double[3][size * size * terms];
        loads = new double[WRENCH * feet.length];
        loadSlopes = new double[3][WRENCH * feet.length * size];
        multiplier = new double[tree.size() * terms];
        second = new double[9 * tree.size() * tree.size() * terms];
    }

    /** a + b, where an empty a is zero. */
    private static double[] sum(double[] a, double[] b) {
        double[] sum = b.clone();
        for (int k = 0; k < a.length; k++) {
            sum[k] += a[k];
        }
        return sum;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int order() {
        return terms - 1;
    }

    // ---------------------------------------------------------------- efforts

    @Override
    public void compute(double[][] motion) {
        tree.compute(motion);
        double factorial = 1;
        for (int d = 0; d < terms; d++) {
            factorial *= Math.max(1, d);
            for (int j = 0; j < free; j++) {
                f[j].c[d] = motion[d][n + j] / factorial;
            }
        }
        Arrays.fill(efforts, 0);
        System.arraycopy(tree.efforts(), WRENCH * terms, efforts, 0, n * terms);
        for (int d = 0; d < 3; d++) {
            Arrays.fill(slopes[d], 0);
            for (int row = 0; row < n; row++) {
                int from = ((WRENCH + row) * tree.size() + WRENCH) * terms;
                System.arraycopy(tree.slopes(d), from, slopes[d], row * size * terms, n * terms);
            }
        }
        for (int i = 1; i < R.length; i++) {
            tree.axisFromBase(i, S[i]);
        }
        for (int i = 1; i < R.length; i++) {
            if (R[i].length > 0) {
                load(i, R[i]);
            }
        }
    }

    /** What feet beyond a joint take off its effort. */
    private void load(int i, double[] share) {
        int row = tree.tree.leader(i);
        u[i].setZero();
        u[i].addTransformed(share, tree.F[0]);
        for (int j = 0; j < free; j++) {
            u[i].addColumn(Q[i], j, free, f[j]);
        }
        S[i].addDot(-1, u[i], efforts, row * terms);
        h[i].setZero();
        h[i].addTransposed(share, S[i]);
        for (int d = 0; d < 3; d++) {
            double[] ofTree = tree.slopes(d);
            for (int b = 0; b < WRENCH; b++) {
                for (int column = 0; column < n; column++) {
                    int at = (b * tree.size() + WRENCH + column) * terms;
                    h[i].addComponentTimes(-1, b, ofTree, at, slopes[d], (row * size + column) * terms);
                }
            }
        }
        for (int k = tree.tree.parent[i]; k > 0; k = tree.tree.parent[k]) {
            turned.setZero();
            turned.addCross(1, S[k], S[i]);
            turned.addDot(-1, u[i], slopes[0], (row * size + tree.tree.leader(k)) * terms);
        }
        for (int j = 0; j < free; j++) {
            S[i].addColumnDot(-1, Q[i], j, free, slopes[0], (row * size + n + j) * terms);
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

    // ---------------------------------------------------------------- second derivatives

    @Override
    public void curvature(double[] multipliers, double[] out) {
        Arrays.fill(multiplier, 0, WRENCH * terms, 0);
        System.arraycopy(multipliers, 0, multiplier, WRENCH * terms, n * terms);
        for (int i = 0; i < R.length; i++) {
            c[i].setZero();
            bent[i].setZero();
            Arrays.fill(ofFree[i], 0);
        }
        for (int i = 1; i < R.length; i++) {
            if (R[i].length > 0) {
                weigh(i, R[i], multipliers);
            }
        }
        spread(out);
        for (int k = 1; k < R.length; k++) {
            if (R[k].length > 0) {
                addBent(k, out);
                addMixed(k, out);
            }
        }
    }

    /** The part of a joint in the multipliers of w, and in the sums of the joints before it. */
    private void weigh(int i, double[] share, double[] multipliers) {
        int row = tree.tree.leader(i);
        for (int b = 0; b < WRENCH; b++) {
            h[i].addComponentTimes(-1, b, multipliers, row * terms, multiplier, b * terms);
        }
        for (int k = tree.tree.parent[i]; k > 0; k = tree.tree.parent[k]) {
            turned.setZero();
            turned.addCross(1, S[k], S[i]);
            weighed.setZero();
            weighed.addProduct(multipliers, row * terms, turned);
            c[k].addTransposed(share, weighed);
            bent[k].addForceCross(1, weighed, u[i]);
            for (int j = 0; j < free; j++) {
                weighed.addColumnDot(1, Q[i], j, free, ofFree[k], j * terms);
            }
        }
    }

    /** The part of the tree's efforts and of w, by the coordinates that count here. */
    private void spread(double[] out) {
        tree.curvature(multiplier, second);
        Arrays.fill(out, 0);
        int wide = tree.size();
        for (int a = 0; a < 3 * n; a++) {
            for (int d = 0; d < 3; d++) {
                int from = ((a / n * wide + WRENCH + a % n) * 3 * wide + d * wide + WRENCH) * terms;
                System.arraycopy(second, from, out, index(a / n, a % n, d, 0), n * terms);
            }
        }
    }

    private int index(int derivative, int row, int other, int column) {
        return ((derivative * size + row) * 3 * size + other * size + column) * terms;
    }

    private void addBent(int k, double[] out) {
        int own = tree.tree.leader(k);
        for (int l = k; l > 0; l = tree.tree.parent[l]) {
            int before = tree.tree.leader(l);
            S[l].addDot(-1, bent[k], out, index(0, own, 0, before));
            if (l != k) {
                S[l].addDot(-1, bent[k], out, index(0, before, 0, own));
            }
        }
    }

    private void addMixed(int k, double[] out) {
        int own = tree.tree.leader(k);
        for (int d = 0; d < 3; d++) {
            for (int b = 0; b < WRENCH; b++) {
                for (int column = 0; column < n; column++) {
                    int at = (b * tree.size() + WRENCH + column) * terms;
                    c[k].addComponentTimes(-1, b, tree.slopes(d), at, out, index(0, own, d, column));
                    c[k].addComponentTimes(-1, b, tree.slopes(d), at, out, index(d, column, 0, own));
                }
            }
        }
        for (int j = 0; j < free; j++) {
            for (int t = 0; t < terms; t++) {
                out[index(0, own, 0, n + j) + t] -= ofFree[k][j * terms + t];
                out[index(0, n + j, 0, own) + t] -= ofFree[k][j * terms + t];
            }
        }
    }

    // ---------------------------------------------------------------- loads of feet

    /** What the feet carry now, six numbers each: force and moment; of the last computation. */
    public double[] loads() {
        for (int foot = 0; foot < shares.length; foot++) {
            for (int row = 0; row < WRENCH; row++) {
                double sum = 0;
                for (int b = 0; b < WRENCH; b++) {
                    sum += shares[foot][WRENCH * row + b] * tree.F[0].c[b];
                }
                for (int j = 0; j < free; j++) {
                    sum += against[foot][free * row + j] * f[j].c[0];
                }
                loads[WRENCH * foot + row] = sum;
            }
        }
        return loads;
    }

    /** Their derivatives by q and f, by q̇ or by q̈, a row for each number. */
    public double[] loadSlopes(int derivative) {
        double[] out = loadSlopes[derivative];
        for (int foot = 0; foot < shares.length; foot++) {
            for (int row = 0; row < WRENCH; row++) {
                int to = (WRENCH * foot + row) * size;
                for (int column = 0; column < n; column++) {
                    double sum = 0;
                    for (int b = 0; b < WRENCH; b++) {
                        int at = (b * tree.size() + WRENCH + column) * terms;
                        sum += shares[foot][WRENCH * row + b] * tree.slopes(derivative)[at];
                    }
                    out[to + column] = sum;
                }
                for (int j = 0; j < free; j++) {
                    out[to + n + j] = derivative == 0 ? against[foot][free * row + j] : 0;
                }
            }
        }
        return out;
    }

    /**
     * Σ λ ∂² of the loads by (q, q̇, q̈) and f, as in {@link #curvature}.
     *
     * @param lambda six numbers for each foot
     */
    public void loadCurvature(double[] lambda, double[] out) {
        Arrays.fill(multiplier, 0);
        for (int foot = 0; foot < shares.length; foot++) {
            for (int row = 0; row < WRENCH; row++) {
                for (int b = 0; b < WRENCH; b++) {
                    multiplier[b * terms] += lambda[WRENCH * foot + row] * shares[foot][WRENCH * row + b];
                }
            }
        }
        spread(out);
    }
}
