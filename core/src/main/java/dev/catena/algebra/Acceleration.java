package dev.catena.algebra;

/** Linear acceleration a of a body's origin and angular acceleration γ, in the body's frame. */
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

    /** Power-like product f·a + n·γ. */
    public double dot(Force f) {
        return f.fx * ax + f.fy * ay + f.fz * az + f.nx * gx + f.ny * gy + f.nz * gz;
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
