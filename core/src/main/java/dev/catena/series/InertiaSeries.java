package dev.catena.series;

import dev.catena.algebra.Inertia;
import java.util.Arrays;

/**
 * The inertia of bodies that move, about the origin of one of them and in the axes of the base: mass m, first moment h = Σ m r, and second
 * moment P = Σ m r rᵀ, of which the inertia tensor is tr(P) 1 − P.
 */
final class InertiaSeries {
    double mass;

    /** Three numbers for each coefficient. */
    final double[] h;

    /** xx, yy, zz, xy, xz, yz for each coefficient. */
    final double[] P;

    private final double[] turned;
    private final double[] moved;

    InertiaSeries(int order) {
        h = new double[3 * (order + 1)];
        P = new double[6 * (order + 1)];
        turned = new double[9 * (order + 1)];
        moved = new double[3 * (order + 1)];
    }

    static InertiaSeries[] array(int length, int order) {
        InertiaSeries[] all = new InertiaSeries[length];
        for (int i = 0; i < length; i++) {
            all[i] = new InertiaSeries(order);
        }
        return all;
    }

    void set(InertiaSeries a) {
        mass = a.mass;
        System.arraycopy(a.h, 0, h, 0, h.length);
        System.arraycopy(a.P, 0, P, 0, P.length);
    }

    /** Adds what is about a body's origin, at the end of the way r: h = m r + h_b, P = P_b + r gᵀ + g rᵀ with g = h_b + m r / 2. */
    void addFrom(FrameSeries body, InertiaSeries a) {
        double[] r = body.c;
        mass += a.mass;
        for (int i = 0; 3 * i < h.length; i++) {
            for (int axis = 0; axis < 3; axis++) {
                double way = a.mass * r[FrameSeries.SIZE * i + 9 + axis];
                h[3 * i + axis] += a.h[3 * i + axis] + way;
                moved[3 * i + axis] = a.h[3 * i + axis] + 0.5 * way;
            }
        }
        for (int k = 0; k < P.length; k++) {
            P[k] += a.P[k];
        }
        for (int i = 0; 3 * i < h.length; i++) {
            for (int j = 0; 3 * (i + j) < h.length; j++) {
                addSymmetric(r, FrameSeries.SIZE * i + 9, moved, 3 * j, 6 * (i + j));
            }
        }
    }

    void setZero() {
        mass = 0;
        Arrays.fill(h, 0);
        Arrays.fill(P, 0);
    }

    /** That of a body with the axes R, about its origin: h = R s, P = R P_b Rᵀ. */
    void set(FrameSeries frame, Inertia body) {
        double[] e = frame.c;
        mass = body.mass;
        Arrays.fill(P, 0);
        double half = 0.5 * (body.jxx + body.jyy + body.jzz);
        for (int i = 0; 3 * i < h.length; i++) {
            int at = FrameSeries.SIZE * i;
            for (int axis = 0; axis < 3; axis++) {
                double ex = e[at + axis];
                double ey = e[at + 3 + axis];
                double ez = e[at + 6 + axis];
                h[3 * i + axis] = ex * body.sx + ey * body.sy + ez * body.sz;
                turned[9 * i + axis] = ex * (half - body.jxx) - ey * body.jxy - ez * body.jxz;
                turned[9 * i + 3 + axis] = ey * (half - body.jyy) - ex * body.jxy - ez * body.jyz;
                turned[9 * i + 6 + axis] = ez * (half - body.jzz) - ex * body.jxz - ey * body.jyz;
            }
        }
        for (int i = 0; 3 * i < h.length; i++) {
            for (int j = 0; 3 * (i + j) < h.length; j++) {
                int to = 6 * (i + j);
                for (int axis = 0; axis < 9; axis += 3) {
                    addOuter(e, FrameSeries.SIZE * i + axis, turned, 9 * j + axis, to);
                }
            }
        }
    }

    /** P += a bᵀ where the sum is known to be symmetric. */
    private void addOuter(double[] a, int i, double[] b, int j, int to) {
        P[to] += a[i] * b[j];
        P[to + 1] += a[i + 1] * b[j + 1];
        P[to + 2] += a[i + 2] * b[j + 2];
        P[to + 3] += a[i] * b[j + 1];
        P[to + 4] += a[i] * b[j + 2];
        P[to + 5] += a[i + 1] * b[j + 2];
    }

    /** P += a bᵀ + b aᵀ. */
    private void addSymmetric(double[] a, int i, double[] b, int j, int to) {
        P[to] += 2 * a[i] * b[j];
        P[to + 1] += 2 * a[i + 1] * b[j + 1];
        P[to + 2] += 2 * a[i + 2] * b[j + 2];
        P[to + 3] += a[i] * b[j + 1] + a[i + 1] * b[j];
        P[to + 4] += a[i] * b[j + 2] + a[i + 2] * b[j];
        P[to + 5] += a[i + 1] * b[j + 2] + a[i + 2] * b[j + 1];
    }

    /** out += factor I x: (m v + ω × h, h × v + tr(P) ω − P ω). */
    void addTimes(double factor, SpatialSeries x, SpatialSeries out) {
        double[] o = out.c;
        for (int j = 0; 3 * j < h.length; j++) {
            double vx = factor * x.c[6 * j];
            double vy = factor * x.c[6 * j + 1];
            double vz = factor * x.c[6 * j + 2];
            double wx = factor * x.c[6 * j + 3];
            double wy = factor * x.c[6 * j + 4];
            double wz = factor * x.c[6 * j + 5];
            o[6 * j] += mass * vx;
            o[6 * j + 1] += mass * vy;
            o[6 * j + 2] += mass * vz;
            for (int i = 0; 3 * (i + j) < h.length; i++) {
                int to = 6 * (i + j);
                double hx = h[3 * i];
                double hy = h[3 * i + 1];
                double hz = h[3 * i + 2];
                int p = 6 * i;
                o[to] += wy * hz - wz * hy;
                o[to + 1] += wz * hx - wx * hz;
                o[to + 2] += wx * hy - wy * hx;
                o[to + 3] += hy * vz - hz * vy + (P[p + 1] + P[p + 2]) * wx - P[p + 3] * wy - P[p + 4] * wz;
                o[to + 4] += hz * vx - hx * vz + (P[p] + P[p + 2]) * wy - P[p + 3] * wx - P[p + 5] * wz;
                o[to + 5] += hx * vy - hy * vx + (P[p] + P[p + 1]) * wz - P[p + 4] * wx - P[p + 5] * wy;
            }
        }
    }
}
