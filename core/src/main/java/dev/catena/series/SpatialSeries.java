package dev.catena.series;

import dev.catena.algebra.Series;
import java.util.Arrays;

/**
 * A spatial vector that changes in time, as a truncated Taylor series: a motion, linear part of a body's origin first, or a wrench about
 * it, force first. Six numbers for each coefficient. The receiver of a product must not be one of its factors.
 */
final class SpatialSeries {
    final double[] c;

    SpatialSeries(int order) {
        c = new double[6 * (order + 1)];
    }

    static SpatialSeries[] array(int length, int order) {
        SpatialSeries[] all = new SpatialSeries[length];
        for (int i = 0; i < length; i++) {
            all[i] = new SpatialSeries(order);
        }
        return all;
    }

    void setZero() {
        Arrays.fill(c, 0);
    }

    void set(SpatialSeries a) {
        System.arraycopy(a.c, 0, c, 0, c.length);
    }

    void add(SpatialSeries a) {
        addScaled(1, a);
    }

    void addScaled(double factor, SpatialSeries a) {
        for (int k = 0; k < c.length; k++) {
            c[k] += factor * a.c[k];
        }
    }

    /** this ← a motion of a body's parent, seen at the body's origin: (v + ω × r, ω). */
    void setAt(FrameSeries body, SpatialSeries ofParent) {
        set(ofParent);
        double[] r = body.c;
        for (int i = 0, to = 0; to < c.length; i += FrameSeries.SIZE, to += 6) {
            for (int j = 0; to + j < c.length; j += 6) {
                FrameSeries.addCross(ofParent.c, j + 3, r, i + 9, c, to + j);
            }
        }
    }

    /** A motion at a body's origin, seen at that of its parent: (v − ω × r, ω). */
    void shiftBack(FrameSeries body) {
        double[] r = body.c;
        for (int i = 0, to = 0; to < c.length; i += FrameSeries.SIZE, to += 6) {
            for (int j = 0; to + j < c.length; j += 6) {
                FrameSeries.addCross(r, i + 9, c, j + 3, c, to + j);
            }
        }
    }

    /** this += a wrench about a body's origin, about that of its parent: (f, n + r × f). */
    void addFrom(FrameSeries body, SpatialSeries wrench) {
        add(wrench);
        double[] r = body.c;
        for (int i = 0, to = 3; to < c.length; i += FrameSeries.SIZE, to += 6) {
            for (int j = 0; to + j < c.length; j += 6) {
                FrameSeries.addCross(r, i + 9, wrench.c, j, c, to + j);
            }
        }
    }

    /** The same in place, which leaves the force alone. */
    void shiftFrom(FrameSeries body) {
        double[] r = body.c;
        for (int i = 0, to = 3; to < c.length; i += FrameSeries.SIZE, to += 6) {
            for (int j = 0; to + j < c.length; j += 6) {
                FrameSeries.addCross(r, i + 9, c, j, c, to + j);
            }
        }
    }

    /** this += s a. */
    void addProduct(Series s, SpatialSeries a) {
        addProduct(s.c, 0, a);
    }

    /** this += s a, where the coefficients of s begin at an index. */
    void addProduct(double[] s, int from, SpatialSeries a) {
        for (int i = 0; 6 * i < c.length; i++) {
            double factor = s[from + i];
            for (int to = 6 * i; to < c.length; to++) {
                c[to] += factor * a.c[to - 6 * i];
            }
        }
    }

    /** this += factor a × b of motions: (ω_a × v_b + v_a × ω_b, ω_a × ω_b). */
    void addCross(double factor, SpatialSeries a, SpatialSeries b) {
        for (int i = 0; i < c.length; i += 6) {
            double vx = factor * a.c[i];
            double vy = factor * a.c[i + 1];
            double vz = factor * a.c[i + 2];
            double wx = factor * a.c[i + 3];
            double wy = factor * a.c[i + 4];
            double wz = factor * a.c[i + 5];
            for (int j = 0, to = i; to < c.length; j += 6, to += 6) {
                double bx = b.c[j + 3];
                double by = b.c[j + 4];
                double bz = b.c[j + 5];
                c[to] += wy * b.c[j + 2] - wz * b.c[j + 1] + vy * bz - vz * by;
                c[to + 1] += wz * b.c[j] - wx * b.c[j + 2] + vz * bx - vx * bz;
                c[to + 2] += wx * b.c[j + 1] - wy * b.c[j] + vx * by - vy * bx;
                c[to + 3] += wy * bz - wz * by;
                c[to + 4] += wz * bx - wx * bz;
                c[to + 5] += wx * by - wy * bx;
            }
        }
    }

    /** this += factor a ×* f of a motion and a wrench: (ω × f, ω × n + v × f). */
    void addForceCross(double factor, SpatialSeries a, SpatialSeries f) {
        for (int i = 0; i < c.length; i += 6) {
            double vx = factor * a.c[i];
            double vy = factor * a.c[i + 1];
            double vz = factor * a.c[i + 2];
            double wx = factor * a.c[i + 3];
            double wy = factor * a.c[i + 4];
            double wz = factor * a.c[i + 5];
            for (int j = 0, to = i; to < c.length; j += 6, to += 6) {
                double fx = f.c[j];
                double fy = f.c[j + 1];
                double fz = f.c[j + 2];
                c[to] += wy * fz - wz * fy;
                c[to + 1] += wz * fx - wx * fz;
                c[to + 2] += wx * fy - wy * fx;
                c[to + 3] += wy * f.c[j + 5] - wz * f.c[j + 4] + vy * fz - vz * fy;
                c[to + 4] += wz * f.c[j + 3] - wx * f.c[j + 5] + vz * fx - vx * fz;
                c[to + 5] += wx * f.c[j + 4] - wy * f.c[j + 3] + vx * fy - vy * fx;
            }
        }
    }

    /** out += factor this · b, whose coefficients begin at an index. */
    void addDot(double factor, SpatialSeries b, double[] out, int at) {
        for (int i = 0; i < c.length; i += 6) {
            double x0 = factor * c[i];
            double x1 = factor * c[i + 1];
            double x2 = factor * c[i + 2];
            double x3 = factor * c[i + 3];
            double x4 = factor * c[i + 4];
            double x5 = factor * c[i + 5];
            for (int j = 0, to = at + i / 6; i + j < c.length; j += 6, to++) {
                out[to] += x0 * b.c[j]
                        + x1 * b.c[j + 1]
                        + x2 * b.c[j + 2]
                        + x3 * b.c[j + 3]
                        + x4 * b.c[j + 4]
                        + x5 * b.c[j + 5];
            }
        }
    }

    /** this += A a with a constant matrix. */
    void addTransformed(double[] A, SpatialSeries a) {
        for (int to = 0; to < c.length; to++) {
            int from = to / 6 * 6;
            for (int k = 0; k < 6; k++) {
                c[to] += A[6 * (to % 6) + k] * a.c[from + k];
            }
        }
    }

    /** this += Aᵀ a with a constant matrix. */
    void addTransposed(double[] A, SpatialSeries a) {
        for (int to = 0; to < c.length; to++) {
            int from = to / 6 * 6;
            for (int k = 0; k < 6; k++) {
                c[to] += A[6 * k + to % 6] * a.c[from + k];
            }
        }
    }

    /** this += s times a column of a constant matrix of six rows. */
    void addColumn(double[] A, int column, int columns, Series s) {
        for (int to = 0; to < c.length; to++) {
            c[to] += A[columns * (to % 6) + column] * s.c[to / 6];
        }
    }

    /** out += factor this · (a column of a constant matrix of six rows), whose coefficients begin at an index. */
    void addColumnDot(double factor, double[] A, int column, int columns, double[] out, int at) {
        for (int k = 0; k < c.length; k++) {
            out[at + k / 6] += factor * A[columns * (k % 6) + column] * c[k];
        }
    }

    /** out += factor (one of the six numbers) b, where the coefficients of b and out begin at indices. */
    void addComponentTimes(double factor, int component, double[] b, int from, double[] out, int at) {
        int terms = c.length / 6;
        for (int i = 0; i < terms; i++) {
            double first = factor * c[6 * i + component];
            for (int j = 0; i + j < terms; j++) {
                out[at + i + j] += first * b[from + j];
            }
        }
    }
}
