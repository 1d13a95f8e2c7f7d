package dev.catena.algebra;

/**
 * A linear part a and an angular part γ: an acceleration, a velocity or the axis of a joint; frame and point are named
 * where it is used.
 */
public final class Acceleration {
    /** a. */
    public double ax;

    public double ay;
    public double az;

    /** γ. */
    public double gx;

    public double gy;
    public double gz;

    public static Acceleration[] array(int length) {
        Acceleration[] accelerations = new Acceleration[length];
        for (int i = 0; i < length; i++) {
            accelerations[i] = new Acceleration();
        }
        return accelerations;
    }

    public void set(double nax, double nay, double naz, double ngx, double ngy, double ngz) {
        ax = nax;
        ay = nay;
        az = naz;
        gx = ngx;
        gy = ngy;
        gz = ngz;
    }

    public void set(Vector a, Vector gamma) {
        set(a.x, a.y, a.z, gamma.x, gamma.y, gamma.z);
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

    public void add(Acceleration b) {
        set(ax + b.ax, ay + b.ay, az + b.az, gx + b.gx, gy + b.gy, gz + b.gz);
    }

    /** T parent: Rᵀ(a + γ × p) and Rᵀγ, the parent's acceleration at a child placed at X, without velocity terms. */
    public void setFromParent(Placement X, Acceleration parent) {
        double bx = parent.ax + (parent.gy * X.pz - parent.gz * X.py);
        double by = parent.ay + (parent.gz * X.px - parent.gx * X.pz);
        double bz = parent.az + (parent.gx * X.py - parent.gy * X.px);
        set(
                X.xx * bx + X.yx * by + X.zx * bz,
                X.xy * bx + X.yy * by + X.zy * bz,
                X.xz * bx + X.yz * by + X.zz * bz,
                X.xx * parent.gx + X.yx * parent.gy + X.zx * parent.gz,
                X.xy * parent.gx + X.yy * parent.gy + X.zy * parent.gz,
                X.xz * parent.gx + X.yz * parent.gy + X.zz * parent.gz);
    }

    /** The same for a joint placement. */
    public void setFromParent(JointPlacement X, Acceleration parent) {
        if (X.general != null) {
            setFromParent(X.general, parent);
            return;
        }
        double ca = X.twistCosine;
        double sa = X.twistSine;
        // Tx(d), Rx(α)
        double by = parent.ay + X.length * parent.gz;
        double bz = parent.az - X.length * parent.gy;
        double hy = ca * parent.gy + sa * parent.gz;
        // Tz(r), Rz(θ)
        double x = parent.ax + X.shift * hy;
        double y = (ca * by + sa * bz) - X.shift * parent.gx;
        double c = X.cosine;
        double s = X.sine;
        set(
                c * x + s * y,
                c * y - s * x,
                ca * bz - sa * by,
                c * parent.gx + s * hy,
                c * hy - s * parent.gx,
                ca * parent.gz - sa * parent.gy);
    }

    public void set(Acceleration b) {
        set(b.ax, b.ay, b.az, b.gx, b.gy, b.gz);
    }

    /** this = a + factor b. */
    public void setSum(Acceleration a, double factor, Acceleration b) {
        set(
                a.ax + factor * b.ax,
                a.ay + factor * b.ay,
                a.az + factor * b.az,
                a.gx + factor * b.gx,
                a.gy + factor * b.gy,
                a.gz + factor * b.gz);
    }

    public void setScaled(double factor, Acceleration b) {
        set(factor * b.ax, factor * b.ay, factor * b.az, factor * b.gx, factor * b.gy, factor * b.gz);
    }

    public void addScaled(double factor, Acceleration b) {
        set(
                ax + factor * b.ax,
                ay + factor * b.ay,
                az + factor * b.az,
                gx + factor * b.gx,
                gy + factor * b.gy,
                gz + factor * b.gz);
    }

    /** this = v × x, the rate of a motion x that is carried along with v: (ω × x + v × χ, ω × χ). */
    public void setCross(Acceleration v, Acceleration x) {
        set(
                v.gy * x.az - v.gz * x.ay + (v.ay * x.gz - v.az * x.gy),
                v.gz * x.ax - v.gx * x.az + (v.az * x.gx - v.ax * x.gz),
                v.gx * x.ay - v.gy * x.ax + (v.ax * x.gy - v.ay * x.gx),
                v.gy * x.gz - v.gz * x.gy,
                v.gz * x.gx - v.gx * x.gz,
                v.gx * x.gy - v.gy * x.gx);
    }

    /** this += v × x; x is not this. */
    public void addCross(Acceleration v, Acceleration x) {
        set(
                ax + v.gy * x.az - v.gz * x.ay + (v.ay * x.gz - v.az * x.gy),
                ay + v.gz * x.ax - v.gx * x.az + (v.az * x.gx - v.ax * x.gz),
                az + v.gx * x.ay - v.gy * x.ax + (v.ax * x.gy - v.ay * x.gx),
                gx + v.gy * x.gz - v.gz * x.gy,
                gy + v.gz * x.gx - v.gx * x.gz,
                gz + v.gx * x.gy - v.gy * x.gx);
    }

    /** γ·n for a pure moment n. */
    public double dotMoment(Vector n) {
        return n.x * gx + n.y * gy + n.z * gz;
    }

    /** Power-like product f·a + n·γ. */
    public double dot(Force f) {
        return (f.fx * ax + f.fy * ay) + (f.fz * az + f.nx * gx) + (f.ny * gy + f.nz * gz);
    }

    /** effort − (f·a + n·γ), of which what a turn about z mixes is taken last: it is the last to be known. */
    public double leftOf(double effort, Force f) {
        return (effort - (f.fz * az + f.nz * gz)) - ((f.fx * ax + f.fy * ay) + (f.nx * gx + f.ny * gy));
    }

    public void copyTo(double[] out) {
        out[0] = ax;
        out[1] = ay;
        out[2] = az;
        out[3] = gx;
        out[4] = gy;
        out[5] = gz;
    }
}
