package dev.catena.algebra;

import static dev.catena.algebra.Fused.sum;

/**
 * Many motion vectors or many forces, component by component, so that products of one vector with all of them are loops over
 * arrays, which compilers turn into vector code.
 */
public final class SixTable {
    private final double[] lx;
    private final double[] ly;
    private final double[] lz;
    private final double[] rx;
    private final double[] ry;
    private final double[] rz;

    public SixTable(int length) {
        lx = new double[length];
        ly = new double[length];
        lz = new double[length];
        rx = new double[length];
        ry = new double[length];
        rz = new double[length];
    }

    public void set(int k, MotionVector m) {
        set(k, m.lx, m.ly, m.lz, m.rx, m.ry, m.rz);
    }

    public void set(int k, Force f) {
        set(k, f.fx, f.fy, f.fz, f.nx, f.ny, f.nz);
    }

    private void set(int k, double nlx, double nly, double nlz, double nrx, double nry, double nrz) {
        lx[k] = nlx;
        ly[k] = nly;
        lz[k] = nlz;
        rx[k] = nrx;
        ry[k] = nry;
        rz[k] = nrz;
    }

    /** Of motions: out[k] = factor (f·l + n·r) for all k of a range. */
    public void dot(double factor, Force f, int from, int to, double[] out) {
        double a = factor * f.fx;
        double b = factor * f.fy;
        double c = factor * f.fz;
        double d = factor * f.nx;
        double e = factor * f.ny;
        double g = factor * f.nz;
        dot(a, b, c, d, e, g, from, to, out);
    }

    /** Of forces: out[k] = f·l + n·r for all k of a range. */
    public void dot(MotionVector m, int from, int to, double[] out) {
        dot(m.lx, m.ly, m.lz, m.rx, m.ry, m.rz, from, to, out);
    }

    private void dot(double a, double b, double c, double d, double e, double f, int from, int to, double[] out) {
        double[] x = lx;
        double[] y = ly;
        double[] z = lz;
        double[] u = rx;
        double[] v = ry;
        double[] w = rz;
        for (int k = from; k < to; k++) {
            out[k] = sum(sum(a, x[k], b, y[k], c, z[k]), d, u[k], e, v[k], f, w[k]);
        }
    }

    /** Of motions: out[k] += n·r for all k of a range. */
    public void addDotMoment(Vector n, int from, int to, double[] out) {
        addSum(n.x, rx, n.y, ry, n.z, rz, from, to, out);
    }

    private static void addSum(
            double a, double[] x, double b, double[] y, double c, double[] z, int from, int to, double[] out) {
        for (int k = from; k < to; k++) {
            out[k] = sum(out[k], a, x[k], b, y[k], c, z[k]);
        }
    }
}
