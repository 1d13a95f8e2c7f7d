package dev.catena.series;

import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.MovingTree;
import java.util.Arrays;

/**
 * What the environment applies to bodies of a tree whose base rests, constant in the axes of a body or of the world. The first kind moves with
 * its body. The second one, F at a point p with a moment n, turns against a body that turns by s: what joints must supply changes by
 *
 * <pre>
 *   W s = Σ (s × F, s × n + p × (s × F)) = (s × f, s × m + tr(A) s − Aᵀ s),    f = Σ F,  m = Σ n,  A = Σ p Fᵀ
 * </pre>
 *
 * and for a virtual motion Λ, which moves the points by u and turns the bodies by ω, the second change by turns s and r is
 * tr(T) s · r − rᵀ T s with T = Σ u Fᵀ + ω nᵀ.
 */
final class WorldLoads {
    private final MovingTree tree;
    private final AppliedWrenches wrenches;
    private final int terms;

    /** By moving body, of all beyond it, points seen from its origin. */
    private final double[][] f;

    private final double[][] m;
    private final double[][] A;
    private final double[][] T;

    /** By body of the model: where it is, seen from the moving body that carries it. */
    private final FrameSeries[] place;

    private final Vector force = new Vector();
    private final Vector moment = new Vector();

    WorldLoads(MovingTree tree, AppliedWrenches wrenches, int order) {
        this.tree = tree;
        this.wrenches = wrenches;
        terms = order + 1;
        f = new double[tree.n + 1][3];
        m = new double[tree.n + 1][3];
        A = new double[tree.n + 1][9 * terms];
        T = new double[tree.n + 1][9 * terms];
        place = new FrameSeries[tree.carrier.length];
        for (int b = 0; b < place.length; b++) {
            place[b] = new FrameSeries(order);
        }
    }

    /** Takes them off what the bodies need, and adds up f, m and A. */
    void apply(FrameSeries[] frame, SpatialSeries[] needed) {
        for (int i = 0; i <= tree.n; i++) {
            Arrays.fill(f[i], 0);
            Arrays.fill(m[i], 0);
            Arrays.fill(A[i], 0);
        }
        for (int b = 0; b < place.length; b++) {
            int i = tree.carrier[b];
            if (i > 0) {
                applyToBody(b, i, frame[i], needed[i]);
            }
        }
        for (int i = tree.n; i >= 1; i--) {
            // all beyond i is in f[i] by now
            add(f[i], f[tree.parent[i]]);
            add(m[i], m[tree.parent[i]]);
            addMoments(i, frame[i], A[tree.parent[i]]);
        }
    }

    /** Σ p Fᵀ seen from the parent, which is a way r behind. */
    private void addMoments(int i, FrameSeries frame, double[] sum) {
        add(A[i], sum);
        force.set(f[i][0], f[i][1], f[i][2]);
        for (int k = 0; k < terms; k++) {
            int r = FrameSeries.SIZE * k + 9;
            addOuter(frame.c[r], frame.c[r + 1], frame.c[r + 2], force, sum, 9 * k);
        }
    }

    private void applyToBody(int b, int i, FrameSeries frame, SpatialSeries needed) {
        AppliedWrenches.OnBody load = wrenches.onBody[b];
        Placement B = tree.jointFromBody[b];
        place[b].set(frame, B, false);
        force.set(load.forceInBody.x, load.forceInBody.y, load.forceInBody.z);
        moment.set(load.momentInBody.x, load.momentInBody.y, load.momentInBody.z);
        place[b].addWrench(-1, force.x, force.y, force.z, moment.x, moment.y, moment.z, needed);
        if (!load.hasWorld) {
            return;
        }
        Vector F = load.forceInWorld;
        Vector n = load.momentInWorld;
        addTo(f[i], F);
        addTo(m[i], n);
        needed.c[0] -= F.x;
        needed.c[1] -= F.y;
        needed.c[2] -= F.z;
        needed.c[3] -= n.x;
        needed.c[4] -= n.y;
        needed.c[5] -= n.z;
        for (int k = 0; k < terms; k++) {
            int p = FrameSeries.SIZE * k + 9;
            double x = place[b].c[p];
            double y = place[b].c[p + 1];
            double z = place[b].c[p + 2];
            needed.c[6 * k + 3] -= y * F.z - z * F.y;
            needed.c[6 * k + 4] -= z * F.x - x * F.z;
            needed.c[6 * k + 5] -= x * F.y - y * F.x;
            addOuter(x, y, z, F, A[i], 9 * k);
        }
    }

    private static void addTo(double[] sum, Vector a) {
        sum[0] += a.x;
        sum[1] += a.y;
        sum[2] += a.z;
    }

    private static void addOuter(double x, double y, double z, Vector a, double[] out, int at) {
        out[at] += x * a.x;
        out[at + 1] += x * a.y;
        out[at + 2] += x * a.z;
        out[at + 3] += y * a.x;
        out[at + 4] += y * a.y;
        out[at + 5] += y * a.z;
        out[at + 6] += z * a.x;
        out[at + 7] += z * a.y;
        out[at + 8] += z * a.z;
    }

    private static void add(double[] a, double[] sum) {
        for (int k = 0; k < a.length; k++) {
            sum[k] += a[k];
        }
    }

    /** out += W s, where s is the angular part of a motion. */
    void addTurned(int i, SpatialSeries motion, SpatialSeries out) {
        double[] o = out.c;
        for (int j = 0; j < terms; j++) {
            double x = motion.c[6 * j + 3];
            double y = motion.c[6 * j + 4];
            double z = motion.c[6 * j + 5];
            o[6 * j] += y * f[i][2] - z * f[i][1];
            o[6 * j + 1] += z * f[i][0] - x * f[i][2];
            o[6 * j + 2] += x * f[i][1] - y * f[i][0];
            o[6 * j + 3] += y * m[i][2] - z * m[i][1];
            o[6 * j + 4] += z * m[i][0] - x * m[i][2];
            o[6 * j + 5] += x * m[i][1] - y * m[i][0];
            for (int k = 0; j + k < terms; k++) {
                int a = 9 * k;
                int to = 6 * (j + k) + 3;
                o[to] += (A[i][a + 4] + A[i][a + 8]) * x - A[i][a + 3] * y - A[i][a + 6] * z;
                o[to + 1] += (A[i][a] + A[i][a + 8]) * y - A[i][a + 1] * x - A[i][a + 7] * z;
                o[to + 2] += (A[i][a] + A[i][a + 4]) * z - A[i][a + 2] * x - A[i][a + 5] * y;
            }
        }
    }

    /** out += (0, Wᵀ x) for a motion x = (u, ω): f × u + m × ω + tr(A) ω − A ω. */
    void addTransposed(int i, SpatialSeries motion, SpatialSeries out) {
        double[] o = out.c;
        for (int j = 0; j < terms; j++) {
            double ux = motion.c[6 * j];
            double uy = motion.c[6 * j + 1];
            double uz = motion.c[6 * j + 2];
            double x = motion.c[6 * j + 3];
            double y = motion.c[6 * j + 4];
            double z = motion.c[6 * j + 5];
            o[6 * j + 3] += f[i][1] * uz - f[i][2] * uy + m[i][1] * z - m[i][2] * y;
            o[6 * j + 4] += f[i][2] * ux - f[i][0] * uz + m[i][2] * x - m[i][0] * z;
            o[6 * j + 5] += f[i][0] * uy - f[i][1] * ux + m[i][0] * y - m[i][1] * x;
            addTraceLess(A[i], j, x, y, z, o);
        }
    }

    /** out += (0, tr(T) s − T s), where s is the angular part of a motion. */
    void addVirtual(int i, SpatialSeries motion, SpatialSeries out) {
        for (int j = 0; j < terms; j++) {
            addTraceLess(T[i], j, motion.c[6 * j + 3], motion.c[6 * j + 4], motion.c[6 * j + 5], out.c);
        }
    }

    private void addTraceLess(double[] M, int j, double x, double y, double z, double[] o) {
        for (int k = 0; j + k < terms; k++) {
            int a = 9 * k;
            int to = 6 * (j + k) + 3;
            o[to] += (M[a + 4] + M[a + 8]) * x - M[a + 1] * y - M[a + 2] * z;
            o[to + 1] += (M[a] + M[a + 8]) * y - M[a + 3] * x - M[a + 5] * z;
            o[to + 2] += (M[a] + M[a + 4]) * z - M[a + 6] * x - M[a + 7] * y;
        }
    }

    /** T of virtual motions of the bodies. */
    void findVirtual(SpatialSeries[] virtual) {
        for (int i = 0; i <= tree.n; i++) {
            Arrays.fill(T[i], 0);
        }
        for (int b = 0; b < place.length; b++) {
            int i = tree.carrier[b];
            AppliedWrenches.OnBody load = wrenches.onBody[b];
            if (i == 0 || !load.hasWorld) {
                continue;
            }
            double[] V = virtual[i].c;
            for (int j = 0; j < terms; j++) {
                double x = V[6 * j + 3];
                double y = V[6 * j + 4];
                double z = V[6 * j + 5];
                addOuter(V[6 * j], V[6 * j + 1], V[6 * j + 2], load.forceInWorld, T[i], 9 * j);
                addOuter(x, y, z, load.momentInWorld, T[i], 9 * j);
                for (int k = 0; j + k < terms; k++) {
                    int p = FrameSeries.SIZE * k + 9;
                    double px = place[b].c[p];
                    double py = place[b].c[p + 1];
                    double pz = place[b].c[p + 2];
                    addOuter(y * pz - z * py, z * px - x * pz, x * py - y * px, load.forceInWorld, T[i], 9 * (j + k));
                }
            }
        }
        for (int i = tree.n; i >= 1; i--) {
            add(T[i], T[tree.parent[i]]);
        }
    }
}
