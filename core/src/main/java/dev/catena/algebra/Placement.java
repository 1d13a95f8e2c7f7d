package dev.catena.algebra;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

/** A child frame in a parent frame, changed in place: x_parent = R x_child + p. The columns of R are the child's axes. */
public final class Placement {
    public double xx = 1;
    public double xy;
    public double xz;
    public double yx;
    public double yy = 1;
    public double yz;
    public double zx;
    public double zy;
    public double zz = 1;

    /** p, the child's origin in parent coordinates. */
    public double px;

    public double py;
    public double pz;

    /** An array of identities. */
    public static Placement[] array(int length) {
        Placement[] placements = new Placement[length];
        for (int i = 0; i < length; i++) {
            placements[i] = new Placement();
        }
        return placements;
    }

    public void set(Placement a) {
        setRotation(a.xx, a.xy, a.xz, a.yx, a.yy, a.yz, a.zx, a.zy, a.zz);
        setOrigin(a.px, a.py, a.pz);
    }

    /** The nine entries of R, row by row. */
    public void setRotation(
            double nxx,
            double nxy,
            double nxz,
            double nyx,
            double nyy,
            double nyz,
            double nzx,
            double nzy,
            double nzz) {
        xx = nxx;
        xy = nxy;
        xz = nxz;
        yx = nyx;
        yy = nyy;
        yz = nyz;
        zx = nzx;
        zy = nzy;
        zz = nzz;
    }

    public void setOrigin(double x, double y, double z) {
        px = x;
        py = y;
        pz = z;
    }

    /** R = T.R Rz(angle), the joint's turn after its place in the tree; p is left alone. */
    public void setTurned(Placement T, SineCosine angle) {
        double s = angle.sine;
        double c = angle.cosine;
        xx = sum(c, T.xx, s, T.xy);
        xy = c * T.xy - s * T.xx;
        yx = sum(c, T.yx, s, T.yy);
        yy = c * T.yy - s * T.yx;
        zx = sum(c, T.zx, s, T.zy);
        zy = c * T.zy - s * T.zx;
    }

    /** p = T.p + T.R (0, 0, shift): the joint's slide along its axis; R is left alone. */
    public void setShifted(Placement T, double shift) {
        setOrigin(fma(shift, T.xz, T.px), fma(shift, T.yz, T.py), fma(shift, T.zz, T.pz));
    }

    /** this = Rz(angle) T: what is placed at T in a body, seen from where the body would be unturned. */
    public void setTurnedWith(SineCosine angle, Placement T) {
        double s = angle.sine;
        double c = angle.cosine;
        setRotation(
                c * T.xx - s * T.yx,
                c * T.xy - s * T.yy,
                c * T.xz - s * T.yz,
                sum(s, T.xx, c, T.yx),
                sum(s, T.xy, c, T.yy),
                sum(s, T.xz, c, T.yz),
                T.zx,
                T.zy,
                T.zz);
        setOrigin(c * T.px - s * T.py, sum(s, T.px, c, T.py), T.pz);
    }

    /** R = Rx(α) Rz(θ) and p = (d, −r sin α, r cos α), or the general placement. */
    public void set(JointPlacement X) {
        if (X.general != null) {
            set(X.general);
            return;
        }
        double ca = X.twistCosine;
        double sa = X.twistSine;
        double c = X.cosine;
        double s = X.sine;
        setRotation(c, -s, 0, ca * s, ca * c, -sa, sa * s, sa * c, ca);
        setOrigin(X.length, -X.shift * sa, X.shift * ca);
    }

    /** this = A X for a joint placement; A is not this. */
    public void setProduct(Placement A, JointPlacement X) {
        if (X.general != null) {
            setProduct(A, X.general);
            return;
        }
        double ca = X.twistCosine;
        double sa = X.twistSine;
        double c = X.cosine;
        double s = X.sine;
        // A Rx(α)
        double hx = sum(ca, A.xy, sa, A.xz);
        double hy = sum(ca, A.yy, sa, A.yz);
        double hz = sum(ca, A.zy, sa, A.zz);
        xz = ca * A.xz - sa * A.xy;
        yz = ca * A.yz - sa * A.yy;
        zz = ca * A.zz - sa * A.zy;
        // Rz(θ)
        xx = sum(c, A.xx, s, hx);
        xy = c * hx - s * A.xx;
        yx = sum(c, A.yx, s, hy);
        yy = c * hy - s * A.yx;
        zx = sum(c, A.zx, s, hz);
        zy = c * hz - s * A.zx;
        double d = X.length;
        double r = X.shift;
        setOrigin(sum(A.px, d, A.xx, r, xz), sum(A.py, d, A.yx, r, yz), sum(A.pz, d, A.zx, r, zz));
    }

    /** this = A B; neither is this. */
    public void setProduct(Placement A, Placement B) {
        setRotationProduct(A, B);
        setOrigin(
                sum(A.px, A.xx, B.px, A.xy, B.py, A.xz, B.pz),
                sum(A.py, A.yx, B.px, A.yy, B.py, A.yz, B.pz),
                sum(A.pz, A.zx, B.px, A.zy, B.py, A.zz, B.pz));
    }

    private void setRotationProduct(Placement A, Placement B) {
        setRotation(
                sum(A.xx, B.xx, A.xy, B.yx, A.xz, B.zx),
                sum(A.xx, B.xy, A.xy, B.yy, A.xz, B.zy),
                sum(A.xx, B.xz, A.xy, B.yz, A.xz, B.zz),
                sum(A.yx, B.xx, A.yy, B.yx, A.yz, B.zx),
                sum(A.yx, B.xy, A.yy, B.yy, A.yz, B.zy),
                sum(A.yx, B.xz, A.yy, B.yz, A.yz, B.zz),
                sum(A.zx, B.xx, A.zy, B.yx, A.zz, B.zx),
                sum(A.zx, B.xy, A.zy, B.yy, A.zz, B.zy),
                sum(A.zx, B.xz, A.zy, B.yz, A.zz, B.zz));
    }
}
