package dev.catena.algebra;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

/**
 * Many motion vectors or many forces, component by component, so that products of one vector with all of them are loops over
 * arrays, which compilers turn into vector code. With more than three arrays beside the result they do not, hence two loops.
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
        setSum(factor * f.fx, lx, factor * f.fy, ly, factor * f.fz, lz, from, to, out);
        addSum(factor * f.nx, rx, factor * f.ny, ry, factor * f.nz, rz, from, to, out);
    }

    /** Of forces: out[k] = f·l + n·r for all k of a range. */
    public void dot(MotionVector m, int from, int to, double[] out) {
        setSum(m.lx, lx, m.ly, ly, m.lz, lz, from, to, out);
        addSum(m.rx, rx, m.ry, ry, m.rz, rz, from, to, out);
    }

    /** Of motions: out[k] += n·r for all k of a range. */
    public void addDotMoment(Vector n, int from, int to, double[] out) {
        addSum(n.x, rx, n.y, ry, n.z, rz, from, to, out);
    }

    private static void setSum(
            double a, double[] x, double b, double[] y, double c, double[] z, int from, int to, double[] out) {
        for (int k = from; k < to; k++) {
            out[k] = sum(a, x[k], b, y[k], c, z[k]);
        }
    }

    private static void addSum(
            double a, double[] x, double b, double[] y, double c, double[] z, int from, int to, double[] out) {
        for (int k = from; k < to; k++) {
            out[k] = fma(a, x[k], fma(b, y[k], fma(c, z[k], out[k])));
        }
    }
}
