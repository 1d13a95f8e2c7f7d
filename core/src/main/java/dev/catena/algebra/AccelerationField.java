package dev.catena.algebra;

import static dev.catena.algebra.Fused.sum;

/**
 * The acceleration of every point of a body: that of the origin is a, that of a point r is a + U r, with
 * U = γ̂ + ω̂ω̂, [Khalil 21–22]. Or the rate of such a field.
 */
public abstract class AccelerationField {
    /** a, acceleration of the origin. */
    public double ax;

    public double ay;
    public double az;

    /** U, row by row. */
    public double uxx;

    public double uxy;
    public double uxz;
    public double uyx;
    public double uyy;
    public double uyz;
    public double uzx;
    public double uzy;
    public double uzz;

    /** a = Rᵀ (A.a + A.U p): the parent's acceleration A at the origin of a child placed at X, in child axes. */
    final void setAccelerationFromParent(Placement X, AccelerationField A) {
        double bx = A.ax + sum(A.uxx, X.px, A.uxy, X.py, A.uxz, X.pz);
        double by = A.ay + sum(A.uyx, X.px, A.uyy, X.py, A.uyz, X.pz);
        double bz = A.az + sum(A.uzx, X.px, A.uzy, X.py, A.uzz, X.pz);
        ax = sum(X.xx, bx, X.yx, by, X.zx, bz);
        ay = sum(X.xy, bx, X.yy, by, X.zy, bz);
        az = sum(X.xz, bx, X.yz, by, X.zz, bz);
    }

    /** The same for a joint placement that is not general. */
    final void setAccelerationFromParent(JointPlacement X, AccelerationField A) {
        double px = X.length;
        double py = -X.shift * X.twistSine;
        double pz = X.shift * X.twistCosine;
        double bx = A.ax + sum(A.uxx, px, A.uxy, py, A.uxz, pz);
        double by = A.ay + sum(A.uyx, px, A.uyy, py, A.uyz, pz);
        double bz = A.az + sum(A.uzx, px, A.uzy, py, A.uzz, pz);
        double hy = sum(X.twistCosine, by, X.twistSine, bz);
        ax = sum(X.cosine, bx, X.sine, hy);
        ay = X.cosine * hy - X.sine * bx;
        az = X.twistCosine * bz - X.twistSine * by;
    }
}
