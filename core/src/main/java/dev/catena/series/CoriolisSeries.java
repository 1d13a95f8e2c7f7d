package dev.catena.series;

import java.util.Arrays;

/**
 * How the wrench that bodies take changes with their velocity. Where velocities change by x = (v, ω) and accelerations by x × (velocity
 * of the body), as they do when something before the body moves, a point with velocity u accelerates by 2 ω × u more, so that the wrench
 * changes by
 *
 * <pre>
 *   B x = 2 (ω × l, K ω),    l = Σ m u,    K = tr(Q) 1 − Q,    Q = Σ m u rᵀ
 * </pre>
 */
final class CoriolisSeries {
    /** Three numbers for each coefficient. */
    private final double[] l;

    /** Nine numbers for each coefficient, row-major. */
    private final double[] K;

    CoriolisSeries(int order) {
        l = new double[3 * (order + 1)];
        K = new double[9 * (order + 1)];
    }

    static CoriolisSeries[] array(int length, int order) {
        CoriolisSeries[] all = new CoriolisSeries[length];
        for (int i = 0; i < length; i++) {
            all[i] = new CoriolisSeries(order);
        }
        return all;
    }

    void set(CoriolisSeries a) {
        System.arraycopy(a.l, 0, l, 0, l.length);
        System.arraycopy(a.K, 0, K, 0, K.length);
    }

    /** Adds what is about a body's origin, at the end of the way d: Q = Q_b + l dᵀ. */
    void addFrom(FrameSeries body, CoriolisSeries a) {
        for (int k = 0; k < l.length; k++) {
            l[k] += a.l[k];
        }
        for (int k = 0; k < K.length; k++) {
            K[k] += a.K[k];
        }
        for (int i = 0; 3 * i < l.length; i++) {
            double lx = a.l[3 * i];
            double ly = a.l[3 * i + 1];
            double lz = a.l[3 * i + 2];
            for (int j = 0; 3 * (i + j) < l.length; j++) {
                int d = FrameSeries.SIZE * j + 9;
                double dx = body.c[d];
                double dy = body.c[d + 1];
                double dz = body.c[d + 2];
                int to = 9 * (i + j);
                K[to] += ly * dy + lz * dz;
                K[to + 1] -= lx * dy;
                K[to + 2] -= lx * dz;
                K[to + 3] -= ly * dx;
                K[to + 4] += lx * dx + lz * dz;
                K[to + 5] -= ly * dz;
                K[to + 6] -= lz * dx;
                K[to + 7] -= lz * dy;
                K[to + 8] += lx * dx + ly * dy;
            }
        }
    }

    /** That of one body: l = m v + ω × h, Q = v hᵀ + ω × P. */
    void set(InertiaSeries body, SpatialSeries velocity) {
        Arrays.fill(l, 0);
        Arrays.fill(K, 0);
        double[] P = body.P;
        for (int i = 0; 3 * i < l.length; i++) {
            double vx = velocity.c[6 * i];
            double vy = velocity.c[6 * i + 1];
            double vz = velocity.c[6 * i + 2];
            double wx = velocity.c[6 * i + 3];
            double wy = velocity.c[6 * i + 4];
            double wz = velocity.c[6 * i + 5];
            l[3 * i] += body.mass * vx;
            l[3 * i + 1] += body.mass * vy;
            l[3 * i + 2] += body.mass * vz;
            for (int j = 0; 3 * (i + j) < l.length; j++) {
                int to = 3 * (i + j);
                double hx = body.h[3 * j];
                double hy = body.h[3 * j + 1];
                double hz = body.h[3 * j + 2];
                l[to] += wy * hz - wz * hy;
                l[to + 1] += wz * hx - wx * hz;
                l[to + 2] += wx * hy - wy * hx;
                int p = 6 * j;
                double xx = vx * hx + wy * P[p + 4] - wz * P[p + 3];
                double yy = vy * hy + wz * P[p + 3] - wx * P[p + 5];
                double zz = vz * hz + wx * P[p + 5] - wy * P[p + 4];
                to = 9 * (i + j);
                K[to] += yy + zz;
                K[to + 1] -= vx * hy + wy * P[p + 5] - wz * P[p + 1];
                K[to + 2] -= vx * hz + wy * P[p + 2] - wz * P[p + 5];
                K[to + 3] -= vy * hx + wz * P[p] - wx * P[p + 4];
                K[to + 4] += xx + zz;
                K[to + 5] -= vy * hz + wz * P[p + 4] - wx * P[p + 2];
                K[to + 6] -= vz * hx + wx * P[p + 3] - wy * P[p];
                K[to + 7] -= vz * hy + wx * P[p + 1] - wy * P[p + 3];
                K[to + 8] += xx + yy;
            }
        }
    }

    /** Adds a rotor with angular momentum n besides that of its carrier: B x += (0, ω × n). */
    void addSpin(SpatialSeries n) {
        for (int k = 0; 9 * k < K.length; k++) {
            double x = 0.5 * n.c[6 * k + 3];
            double y = 0.5 * n.c[6 * k + 4];
            double z = 0.5 * n.c[6 * k + 5];
            K[9 * k + 1] += z;
            K[9 * k + 2] -= y;
            K[9 * k + 3] -= z;
            K[9 * k + 5] += x;
            K[9 * k + 6] += y;
            K[9 * k + 7] -= x;
        }
    }

    /** out += factor B x. */
    void addTimes(double factor, SpatialSeries x, SpatialSeries out) {
        double[] o = out.c;
        for (int j = 0; 3 * j < l.length; j++) {
            double wx = 2 * factor * x.c[6 * j + 3];
            double wy = 2 * factor * x.c[6 * j + 4];
            double wz = 2 * factor * x.c[6 * j + 5];
            for (int i = 0; 3 * (i + j) < l.length; i++) {
                int to = 6 * (i + j);
                o[to] += wy * l[3 * i + 2] - wz * l[3 * i + 1];
                o[to + 1] += wz * l[3 * i] - wx * l[3 * i + 2];
                o[to + 2] += wx * l[3 * i + 1] - wy * l[3 * i];
                int k = 9 * i;
                o[to + 3] += K[k] * wx + K[k + 1] * wy + K[k + 2] * wz;
                o[to + 4] += K[k + 3] * wx + K[k + 4] * wy + K[k + 5] * wz;
                o[to + 5] += K[k + 6] * wx + K[k + 7] * wy + K[k + 8] * wz;
            }
        }
    }

    /** out += Bᵀ x = 2 (0, l × v + Kᵀ ω). */
    void addTransposedTimes(SpatialSeries x, SpatialSeries out) {
        double[] o = out.c;
        for (int j = 0; 3 * j < l.length; j++) {
            double vx = 2 * x.c[6 * j];
            double vy = 2 * x.c[6 * j + 1];
            double vz = 2 * x.c[6 * j + 2];
            double wx = 2 * x.c[6 * j + 3];
            double wy = 2 * x.c[6 * j + 4];
            double wz = 2 * x.c[6 * j + 5];
            for (int i = 0; 3 * (i + j) < l.length; i++) {
                int to = 6 * (i + j) + 3;
                double lx = l[3 * i];
                double ly = l[3 * i + 1];
                double lz = l[3 * i + 2];
                int k = 9 * i;
                o[to] += ly * vz - lz * vy + K[k] * wx + K[k + 3] * wy + K[k + 6] * wz;
                o[to + 1] += lz * vx - lx * vz + K[k + 1] * wx + K[k + 4] * wy + K[k + 7] * wz;
                o[to + 2] += lx * vy - ly * vx + K[k + 2] * wx + K[k + 5] * wy + K[k + 8] * wz;
            }
        }
    }
}
