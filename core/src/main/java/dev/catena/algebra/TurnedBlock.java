package dev.catena.algebra;

import static dev.catena.algebra.Fused.sum;

/** R M Rᵀ, a 3×3 block of an inertia in the axes of the parent. */
final class TurnedBlock {
    double xx;
    double xy;
    double xz;
    double yx;
    double yy;
    double yz;
    double zx;
    double zy;
    double zz;

    /** For a symmetric M. */
    void set(Placement X, double mxx, double mxy, double mxz, double myy, double myz, double mzz) {
        set(X, mxx, mxy, mxz, mxy, myy, myz, mxz, myz, mzz);
    }

    /** For any M, row by row. */
    void set(
            Placement X,
            double mxx,
            double mxy,
            double mxz,
            double myx,
            double myy,
            double myz,
            double mzx,
            double mzy,
            double mzz) {
        // M Rᵀ, one column per parent axis
        double axx = sum(mxx, X.xx, mxy, X.xy, mxz, X.xz);
        double ayx = sum(myx, X.xx, myy, X.xy, myz, X.xz);
        double azx = sum(mzx, X.xx, mzy, X.xy, mzz, X.xz);
        double axy = sum(mxx, X.yx, mxy, X.yy, mxz, X.yz);
        double ayy = sum(myx, X.yx, myy, X.yy, myz, X.yz);
        double azy = sum(mzx, X.yx, mzy, X.yy, mzz, X.yz);
        double axz = sum(mxx, X.zx, mxy, X.zy, mxz, X.zz);
        double ayz = sum(myx, X.zx, myy, X.zy, myz, X.zz);
        double azz = sum(mzx, X.zx, mzy, X.zy, mzz, X.zz);
        xx = sum(X.xx, axx, X.xy, ayx, X.xz, azx);
        xy = sum(X.xx, axy, X.xy, ayy, X.xz, azy);
        xz = sum(X.xx, axz, X.xy, ayz, X.xz, azz);
        yx = sum(X.yx, axx, X.yy, ayx, X.yz, azx);
        yy = sum(X.yx, axy, X.yy, ayy, X.yz, azy);
        yz = sum(X.yx, axz, X.yy, ayz, X.yz, azz);
        zx = sum(X.zx, axx, X.zy, ayx, X.zz, azx);
        zy = sum(X.zx, axy, X.zy, ayy, X.zz, azy);
        zz = sum(X.zx, axz, X.zy, ayz, X.zz, azz);
    }
}
