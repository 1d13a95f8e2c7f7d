package dev.catena.algebra;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

/**
 * A motion vector, a linear and a rotational part: a velocity, an acceleration or the axis of a joint; frame and point are
 * named where it is used. The dual of a {@link Force}.
 */
public final class MotionVector {
    /** The linear part l. */
    public double lx;

    public double ly;
    public double lz;

    /** The rotational part r. */
    public double rx;

    public double ry;
    public double rz;

    public static MotionVector[] array(int length) {
        MotionVector[] vectors = new MotionVector[length];
        for (int i = 0; i < length; i++) {
            vectors[i] = new MotionVector();
        }
        return vectors;
    }

    public void set(double nlx, double nly, double nlz, double nrx, double nry, double nrz) {
        lx = nlx;
        ly = nly;
        lz = nlz;
        rx = nrx;
        ry = nry;
        rz = nrz;
    }

    public void set(Vector l, Vector r) {
        set(l.x, l.y, l.z, r.x, r.y, r.z);
    }

    /** The k-th of the six unit vectors, linear ones first. */
    public void setUnit(int k) {
        set(k == 0 ? 1 : 0, k == 1 ? 1 : 0, k == 2 ? 1 : 0, k == 3 ? 1 : 0, k == 4 ? 1 : 0, k == 5 ? 1 : 0);
    }

    /** The axis z of a joint placed at B, about which it turns, (p × z, z), or along which it slides, (z, 0). */
    public void setAxis(Placement B, boolean turns) {
        if (turns) {
            set(B.py * B.zz - B.pz * B.yz, B.pz * B.xz - B.px * B.zz, B.px * B.yz - B.py * B.xz, B.xz, B.yz, B.zz);
        } else {
            set(B.xz, B.yz, B.zz, 0, 0, 0);
        }
    }

    public void setZero() {
        set(0, 0, 0, 0, 0, 0);
    }

    public void add(MotionVector b) {
        set(lx + b.lx, ly + b.ly, lz + b.lz, rx + b.rx, ry + b.ry, rz + b.rz);
    }

    /** T parent: Rᵀ(l + r × p) and Rᵀr, the parent's motion at a child placed at X, without velocity terms. */
    public void setFromParent(Placement X, MotionVector parent) {
        double bx = parent.lx + (parent.ry * X.pz - parent.rz * X.py);
        double by = parent.ly + (parent.rz * X.px - parent.rx * X.pz);
        double bz = parent.lz + (parent.rx * X.py - parent.ry * X.px);
        set(
                sum(X.xx, bx, X.yx, by, X.zx, bz),
                sum(X.xy, bx, X.yy, by, X.zy, bz),
                sum(X.xz, bx, X.yz, by, X.zz, bz),
                sum(X.xx, parent.rx, X.yx, parent.ry, X.zx, parent.rz),
                sum(X.xy, parent.rx, X.yy, parent.ry, X.zy, parent.rz),
                sum(X.xz, parent.rx, X.yz, parent.ry, X.zz, parent.rz));
    }

    /** The same for a joint placement. */
    public void setFromParent(JointPlacement X, MotionVector parent) {
        if (X.general != null) {
            setFromParent(X.general, parent);
            return;
        }
        double ca = X.twistCosine;
        double sa = X.twistSine;
        // Tx(d), Rx(α)
        double by = parent.ly + X.length * parent.rz;
        double bz = parent.lz - X.length * parent.ry;
        double hy = sum(ca, parent.ry, sa, parent.rz);
        // Tz(r), Rz(θ)
        double x = fma(X.shift, hy, parent.lx);
        double y = fma(-X.shift, parent.rx, sum(ca, by, sa, bz));
        double c = X.cosine;
        double s = X.sine;
        set(
                sum(c, x, s, y),
                c * y - s * x,
                ca * bz - sa * by,
                sum(c, parent.rx, s, hy),
                c * hy - s * parent.rx,
                ca * parent.rz - sa * parent.ry);
    }

    public void set(MotionVector b) {
        set(b.lx, b.ly, b.lz, b.rx, b.ry, b.rz);
    }

    /** this = a + factor b. */
    public void setSum(MotionVector a, double factor, MotionVector b) {
        set(
                fma(factor, b.lx, a.lx),
                fma(factor, b.ly, a.ly),
                fma(factor, b.lz, a.lz),
                fma(factor, b.rx, a.rx),
                fma(factor, b.ry, a.ry),
                fma(factor, b.rz, a.rz));
    }

    public void setScaled(double factor, MotionVector b) {
        set(factor * b.lx, factor * b.ly, factor * b.lz, factor * b.rx, factor * b.ry, factor * b.rz);
    }

    public void addScaled(double factor, MotionVector b) {
        set(
                fma(factor, b.lx, lx),
                fma(factor, b.ly, ly),
                fma(factor, b.lz, lz),
                fma(factor, b.rx, rx),
                fma(factor, b.ry, ry),
                fma(factor, b.rz, rz));
    }

    /** this = v × x, the rate of a motion x that is carried along with v: (ω × x + v × χ, ω × χ). */
    public void setCross(MotionVector v, MotionVector x) {
        set(
                v.ly * x.rz - v.lz * x.ry + (v.ry * x.lz - v.rz * x.ly),
                v.lz * x.rx - v.lx * x.rz + (v.rz * x.lx - v.rx * x.lz),
                v.lx * x.ry - v.ly * x.rx + (v.rx * x.ly - v.ry * x.lx),
                v.ry * x.rz - v.rz * x.ry,
                v.rz * x.rx - v.rx * x.rz,
                v.rx * x.ry - v.ry * x.rx);
    }

    /** this += v × x; x is not this. */
    public void addCross(MotionVector v, MotionVector x) {
        set(
                lx + (v.ly * x.rz - v.lz * x.ry) + (v.ry * x.lz - v.rz * x.ly),
                ly + (v.lz * x.rx - v.lx * x.rz) + (v.rz * x.lx - v.rx * x.lz),
                lz + (v.lx * x.ry - v.ly * x.rx) + (v.rx * x.ly - v.ry * x.lx),
                rx + (v.ry * x.rz - v.rz * x.ry),
                ry + (v.rz * x.rx - v.rx * x.rz),
                rz + (v.rx * x.ry - v.ry * x.rx));
    }

    /** Adds a turn about z or a slide along it. */
    public void addAlongAxis(boolean turns, double amount) {
        if (turns) {
            rz += amount;
        } else {
            lz += amount;
        }
    }

    /** r·n for a pure moment n. */
    public double dotMoment(Vector n) {
        return sum(n.x, rx, n.y, ry, n.z, rz);
    }

    /** Power-like product f·l + n·r. */
    public double dot(Force f) {
        return sum(sum(f.nx, rx, f.ny, ry, f.nz, rz), f.fx, lx, f.fy, ly, f.fz, lz);
    }

    /** effort − (f·l + n·r), of which what a turn about z mixes is taken last: it is the last to be known. */
    public double leftOf(double effort, Force f) {
        return (effort - sum(f.fz, lz, f.nz, rz)) - (sum(f.fx, lx, f.fy, ly) + sum(f.nx, rx, f.ny, ry));
    }

    public void copyTo(double[] out) {
        out[0] = lx;
        out[1] = ly;
        out[2] = lz;
        out[3] = rx;
        out[4] = ry;
        out[5] = rz;
    }
}
