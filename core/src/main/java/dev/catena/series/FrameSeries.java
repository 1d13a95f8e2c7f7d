package dev.catena.series;

import dev.catena.algebra.Placement;
import dev.catena.algebra.Series;
import java.util.Arrays;

/** Axes of a body that moves, and the way to its origin from that of its parent, in the axes of the base: x, y, z and way for each coefficient. */
final class FrameSeries {
    static final int SIZE = 12;

    final double[] c;
    private final double[] turned;

    FrameSeries(int order) {
        c = new double[SIZE * (order + 1)];
        turned = new double[6 * (order + 1)];
        c[0] = 1;
        c[4] = 1;
        c[8] = 1;
    }

    /** What is placed in another frame; of the base the way begins where its own does. */
    void set(FrameSeries parent, Placement X, boolean isOnBase) {
        double[] e = parent.c;
        for (int at = 0; at < c.length; at += SIZE) {
            for (int axis = at; axis < at + 3; axis++) {
                double ex = e[axis];
                double ey = e[axis + 3];
                double ez = e[axis + 6];
                c[axis] = ex * X.xx + ey * X.yx + ez * X.zx;
                c[axis + 3] = ex * X.xy + ey * X.yy + ez * X.zy;
                c[axis + 6] = ex * X.xz + ey * X.yz + ez * X.zz;
                double way = ex * X.px + ey * X.py + ez * X.pz;
                c[axis + 9] = isOnBase ? way + e[axis + 9] : way;
            }
        }
    }

    /** Turns about its z axis. */
    void turn(Series cosine, Series sine) {
        Arrays.fill(turned, 0);
        for (int i = 0; i < cosine.c.length; i++) {
            double cos = cosine.c[i];
            double sin = sine.c[i];
            for (int j = 0; i + j < cosine.c.length; j++) {
                int to = 6 * (i + j);
                for (int axis = 0; axis < 3; axis++) {
                    double x = c[SIZE * j + axis];
                    double y = c[SIZE * j + 3 + axis];
                    turned[to + axis] += cos * x + sin * y;
                    turned[to + 3 + axis] += cos * y - sin * x;
                }
            }
        }
        for (int k = 0; k < cosine.c.length; k++) {
            System.arraycopy(turned, 6 * k, c, SIZE * k, 6);
        }
    }

    /** Slides along its z axis. */
    void slide(Series distance) {
        for (int i = 0; i < distance.c.length; i++) {
            for (int j = 0; i + j < distance.c.length; j++) {
                for (int axis = 0; axis < 3; axis++) {
                    c[SIZE * (i + j) + 9 + axis] += distance.c[i] * c[SIZE * j + 6 + axis];
                }
            }
        }
    }

    /** out ← the unit motion about the z axis, (0, z), or along it, (z, 0). */
    void axis(boolean revolute, SpatialSeries out) {
        out.setZero();
        for (int i = 0; SIZE * i < c.length; i++) {
            System.arraycopy(c, SIZE * i + 6, out.c, 6 * i + (revolute ? 3 : 0), 3);
        }
    }

    static void addCross(double[] a, int i, double[] b, int j, double[] out, int to) {
        out[to] += a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
        out[to + 1] += a[i + 2] * b[j] - a[i] * b[j + 2];
        out[to + 2] += a[i] * b[j + 1] - a[i + 1] * b[j];
    }

    /** out += a wrench that is constant in these axes, about their origin, moved to that of the parent. */
    void addWrench(double factor, double fx, double fy, double fz, double nx, double ny, double nz, SpatialSeries out) {
        for (int i = 0; SIZE * i < c.length; i++) {
            int at = SIZE * i;
            for (int axis = 0; axis < 3; axis++) {
                turned[axis] = factor * (fx * c[at + axis] + fy * c[at + 3 + axis] + fz * c[at + 6 + axis]);
                out.c[6 * i + axis] += turned[axis];
                out.c[6 * i + 3 + axis] += factor * (nx * c[at + axis] + ny * c[at + 3 + axis] + nz * c[at + 6 + axis]);
            }
            for (int j = 0; SIZE * (i + j) < c.length; j++) {
                addCross(c, SIZE * j + 9, turned, 0, out.c, 6 * (i + j) + 3);
            }
        }
    }

    /** out ← a couple about an axis that is constant in these axes. */
    void couple(double factor, double nx, double ny, double nz, SpatialSeries out) {
        out.setZero();
        for (int i = 0; SIZE * i < c.length; i++) {
            int at = SIZE * i;
            for (int axis = 0; axis < 3; axis++) {
                out.c[6 * i + 3 + axis] = factor * (nx * c[at + axis] + ny * c[at + 3 + axis] + nz * c[at + 6 + axis]);
            }
        }
    }
}
