package dev.catena.sensitivity;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

import dev.catena.algebra.ArticulatedInertia;
import dev.catena.algebra.Force;
import dev.catena.algebra.ReleasedInertia;
import dev.catena.tree.MovingTree;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * −M⁻¹P, −M⁻¹V and M⁻¹ through articulated bodies, [Khalil 36–42], all of them in one frame, where forces and accelerations
 * go from body to body without a transformation. An entry takes 24 products, however deep the tree is; with a factor of M it
 * takes as many as joints lie above and beyond it.
 *
 * <p>All right sides go through the tree side by side. Their rows, and the six components of forces and accelerations, are
 * arrays of their own: from one array to another, compilers make loops that take several numbers at once.
 */
final class ArticulatedSolution {
    /** A joint that feels less than this part of the inertia about the frame's origin has lost digits there. */
    private static final double SLIGHT = 1e-6;

    private final MovingTree tree;
    private final int n;
    private final ArticulatedInertia[] articulated;
    private final ReleasedInertia released = new ReleasedInertia();
    private final Force U = new Force();

    /** By moving body: J, its axis. */
    private final double[][] axis;

    /** By moving body: U/H. */
    private final double[][] handedOn;

    private final double[] inverseH;

    /** By moving body: whether the next one on the way to the tips takes over its numbers. */
    private final boolean[] lastChild;

    private final boolean[] tip;

    /** By moving body: where the forces beyond it are, and where its acceleration is. */
    private final int[] forces;

    private final int[] accelerations;

    /** By place and component: a number for each right side. */
    private final double[][][] places;

    /** By moving body: the force of one right side, then its acceleration. */
    private final double[][] climbing;

    /** By moving body: its row of P, V and −1, then of the solutions. */
    private final double[][] rows;

    ArticulatedSolution(MovingTree tree) {
        this.tree = tree;
        n = tree.n;
        articulated = ArticulatedInertia.array(n + 1);
        axis = new double[n + 1][6];
        handedOn = new double[n + 1][6];
        inverseH = new double[n + 1];
        lastChild = new boolean[n + 1];
        tip = new boolean[n + 1];
        Arrays.fill(tip, true);
        for (int i = n; i >= 1; i--) {
            int parent = tree.parent[i];
            lastChild[i] = parent != 0 && tip[parent];
            tip[parent] = false;
        }
        forces = new int[n + 1];
        accelerations = new int[n + 1];
        places = new double[Math.max(placesOfForces(), placesOfAccelerations())][6][3 * n];
        climbing = new double[n + 1][6];
        rows = new double[n + 1][3 * n];
    }

    /** Tips take a place each; a body takes over that of its last child, and gives back those of all others. */
    private int placesOfForces() {
        ArrayDeque<Integer> unused = new ArrayDeque<>();
        int count = 0;
        for (int i = n; i >= 1; i--) {
            if (tip[i]) {
                forces[i] = unused.isEmpty() ? count++ : unused.pop();
            }
            if (lastChild[i]) {
                forces[tree.parent[i]] = forces[i];
            } else {
                unused.push(forces[i]);
            }
        }
        return count;
    }

    /** A last child takes over the place of its parent, all others have their own; tips give theirs back. */
    private int placesOfAccelerations() {
        ArrayDeque<Integer> unused = new ArrayDeque<>();
        int count = 0;
        for (int i = 1; i <= n; i++) {
            if (lastChild[i]) {
                accelerations[i] = accelerations[tree.parent[i]];
            } else {
                accelerations[i] = unused.isEmpty() ? count++ : unused.pop();
            }
            if (tip[i]) {
                unused.push(accelerations[i]);
            }
        }
        return count;
    }

    /** Whether a tree is one that this is made for: deep, without joints that follow others and without rotors. */
    static boolean suits(MovingTree tree, int depth) {
        return tree.couplings == null && tree.rotors.length == 0 && tree.size == tree.n && tree.depth() > depth;
    }

    /**
     * Tips to base: U = J*a, H = aᵀU + Iₐ, and J* − U Uᵀ/H is handed on to the parent.
     *
     * @return false where a joint feels so little inertia in this frame that its digits are lost
     */
    boolean release(BaseFrameMotion bodies) {
        for (int i = 1; i <= n; i++) {
            articulated[i].set(bodies.inertia[i]);
        }
        for (int i = n; i >= 1; i--) {
            ArticulatedInertia J = articulated[i];
            U.setZero();
            J.addProductTo(bodies.axis[i], U);
            double H = bodies.axis[i].dot(U) + tree.reflectedInertia[tree.coordinate[i]];
            double size = tree.revolute[i] ? J.cxx + J.cyy + J.czz : J.axx + J.ayy + J.azz;
            if (!(H > SLIGHT * size)) {
                return false;
            }
            inverseH[i] = 1 / H;
            if (tree.parent[i] != 0) {
                released.set(J, inverseH[i], U);
                articulated[tree.parent[i]].add(released);
            }
            bodies.axis[i].copyTo(axis[i]);
            U.copyTo(handedOn[i]);
            for (int k = 0; k < 6; k++) {
                handedOn[i][k] *= inverseH[i];
            }
        }
        return true;
    }

    /** Overwrites P and V by −M⁻¹P and −M⁻¹V, and T by M⁻¹, all n × n; after {@link #release}. */
    void solve(double[] P, double[] V, double[] T) {
        for (int i = n; i >= 1; i--) {
            setRightSides(i, P, V);
            double[][] p = places[forces[i]];
            if (tip[i]) {
                setZero(p);
            }
            // u = b − aᵀp, and p + U u/H is handed on
            subtractProduct(1, rows[i], axis[i], p);
            addScaled(handedOn[i], rows[i], p);
            if (!lastChild[i] && tree.parent[i] != 0) {
                add(p, places[forces[tree.parent[i]]]);
            }
        }
        for (int i = 1; i <= n; i++) {
            double[][] a = places[accelerations[i]];
            if (tree.parent[i] == 0) {
                setZero(a);
            } else if (!lastChild[i]) {
                copy(places[accelerations[tree.parent[i]]], a);
            }
            // of the right sides −b: q̈ = −u/H − (U/H)ᵀV̇, and V̇ + a q̈ is handed on
            subtractProduct(-inverseH[i], rows[i], handedOn[i], a);
            addScaled(axis[i], rows[i], a);
            int at = tree.coordinate[i] * n;
            System.arraycopy(rows[i], 0, P, at, n);
            System.arraycopy(rows[i], n, V, at, n);
            System.arraycopy(rows[i], 2 * n, T, at, n);
        }
    }

    /** Overwrites one right side b by the solution M⁻¹b; after {@link #release}. */
    void solve(double[] b) {
        for (double[] force : climbing) {
            Arrays.fill(force, 0);
        }
        for (int i = n; i >= 1; i--) {
            double[] p = climbing[i];
            double[] onParent = climbing[tree.parent[i]];
            int k = tree.coordinate[i];
            // u = b − aᵀp, and p + U u/H is handed on
            double u = b[k] - dot(axis[i], p);
            for (int c = 0; c < 6; c++) {
                onParent[c] += p[c] + handedOn[i][c] * u;
            }
            b[k] = u * inverseH[i];
        }
        Arrays.fill(climbing[0], 0);
        for (int i = 1; i <= n; i++) {
            double[] a = climbing[tree.parent[i]];
            int k = tree.coordinate[i];
            // q̈ = u/H − (U/H)ᵀV̇, and V̇ + a q̈ is handed on
            b[k] -= dot(handedOn[i], a);
            for (int c = 0; c < 6; c++) {
                climbing[i][c] = a[c] + axis[i][c] * b[k];
            }
        }
    }

    private static double dot(double[] a, double[] b) {
        return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]) + (a[4] * b[4] + a[5] * b[5]);
    }

    private void setRightSides(int i, double[] P, double[] V) {
        int k = tree.coordinate[i];
        double[] row = rows[i];
        System.arraycopy(P, k * n, row, 0, n);
        System.arraycopy(V, k * n, row, n, n);
        Arrays.fill(row, 2 * n, 3 * n, 0);
        row[2 * n + k] = -1;
    }

    private static void setZero(double[][] place) {
        for (double[] component : place) {
            Arrays.fill(component, 0);
        }
    }

    private static void copy(double[][] from, double[][] to) {
        for (int k = 0; k < 6; k++) {
            System.arraycopy(from[k], 0, to[k], 0, from[k].length);
        }
    }

    private static void add(double[][] from, double[][] to) {
        for (int k = 0; k < 6; k++) {
            add(from[k], to[k]);
        }
    }

    private static void add(double[] x, double[] y) {
        for (int c = 0; c < y.length; c++) {
            y[c] += x[c];
        }
    }

    /** x = factor x − aᵀy, y with six components. */
    private static void subtractProduct(double factor, double[] x, double[] a, double[][] y) {
        subtractProduct(factor, x, a[0], y[0], a[1], y[1], a[2], y[2], a[3], y[3], a[4], y[4], a[5], y[5]);
    }

    private static void subtractProduct(
            double factor,
            double[] x,
            double a0,
            double[] y0,
            double a1,
            double[] y1,
            double a2,
            double[] y2,
            double a3,
            double[] y3,
            double a4,
            double[] y4,
            double a5,
            double[] y5) {
        for (int c = 0; c < x.length; c++) {
            x[c] = sum(sum(factor * x[c], -a0, y0[c], -a1, y1[c], -a2, y2[c]), -a3, y3[c], -a4, y4[c], -a5, y5[c]);
        }
    }

    /** y += a x, y with six components. */
    private static void addScaled(double[] a, double[] x, double[][] y) {
        addScaled(x, a[0], y[0], a[1], y[1], a[2], y[2]);
        addScaled(x, a[3], y[3], a[4], y[4], a[5], y[5]);
    }

    private static void addScaled(double[] x, double a0, double[] y0, double a1, double[] y1, double a2, double[] y2) {
        for (int c = 0; c < x.length; c++) {
            y0[c] = fma(a0, x[c], y0[c]);
            y1[c] = fma(a1, x[c], y1[c]);
            y2[c] = fma(a2, x[c], y2[c]);
        }
    }
}
