package dev.catena.algebra;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

/**
 * K = J − U Uᵀ/H, what a joint lets through of the inertia J beyond it: its column U = J a takes no part where the joint
 * gives way, [Khalil 37]. Moving K to the parent by turns about and shifts along coordinate axes, Rz Tz and then Rx Tx,
 * takes half the operations of a general placement; a joint that turns freely, with nothing but J in H, leaves 15 of 21
 * numbers.
 */
public final class ReleasedInertia extends ArticulatedInertia {
    /** K = J − U Uᵀ/H. */
    public void set(ArticulatedInertia J, double inverseH, Force U) {
        double fx = inverseH * U.fx;
        double fy = inverseH * U.fy;
        double fz = inverseH * U.fz;
        axx = fma(-fx, U.fx, J.axx);
        axy = fma(-fx, U.fy, J.axy);
        axz = fma(-fx, U.fz, J.axz);
        ayy = fma(-fy, U.fy, J.ayy);
        ayz = fma(-fy, U.fz, J.ayz);
        azz = fma(-fz, U.fz, J.azz);
        bxx = fma(-fx, U.nx, J.bxx);
        bxy = fma(-fx, U.ny, J.bxy);
        bxz = fma(-fx, U.nz, J.bxz);
        byx = fma(-fy, U.nx, J.byx);
        byy = fma(-fy, U.ny, J.byy);
        byz = fma(-fy, U.nz, J.byz);
        bzx = fma(-fz, U.nx, J.bzx);
        bzy = fma(-fz, U.ny, J.bzy);
        bzz = fma(-fz, U.nz, J.bzz);
        double nx = inverseH * U.nx;
        double ny = inverseH * U.ny;
        cxx = fma(-nx, U.nx, J.cxx);
        cxy = fma(-nx, U.ny, J.cxy);
        cxz = fma(-nx, U.nz, J.cxz);
        cyy = fma(-ny, U.ny, J.cyy);
        cyz = fma(-ny, U.nz, J.cyz);
        czz = fma(-inverseH * U.nz, U.nz, J.czz);
    }

    /** total = own + Tᵀ K T, [Khalil 40], for a joint placed at X; K is used up, own may be total. */
    public void addAt(JointPlacement X, ArticulatedInertia own, ArticulatedInertia total) {
        if (X.general == null) {
            moveAlongAxis(X);
            addAlongNormal(X, own, total);
        } else {
            if (own != total) {
                total.set(own);
            }
            total.addFromChild(X.general, this);
        }
    }

    /** The same from J itself, for a joint on a common normal that turns freely. */
    public void addTurningFreelyAt(
            JointPlacement X,
            ArticulatedInertia J,
            double inverseH,
            Force U,
            ArticulatedInertia own,
            ArticulatedInertia total) {
        setTurningFreely(X, J, inverseH, U);
        addTurningAlongNormal(X, own, total);
    }

    /** Moves this by Rz(θ) Tz(r). */
    private void moveAlongAxis(JointPlacement X) {
        // Tz(r)
        double r = X.shift;
        double xx = fma(-r, axy, bxx);
        double xy = fma(r, axx, bxy);
        double yx = fma(-r, ayy, byx);
        double yy = fma(r, axy, byy);
        double zx = fma(-r, ayz, bzx);
        double zy = fma(r, axz, bzy);
        double uxx = fma(-r, yx + byx, cxx);
        double uxy = fma(r, bxx - yy, cxy);
        double uyy = fma(r, xy + bxy, cyy);
        double uxz = fma(-r, byz, cxz);
        double uyz = fma(r, bxz, cyz);
        // Rz(θ): a 2×2 block turns by its deviator
        double c = X.cosine;
        double s = X.sine;
        double d = axx - ayy;
        double o = axy + axy;
        double turn = s * sum(s, d, c, o);
        axx -= turn;
        ayy += turn;
        axy += s * (c * d - s * o);
        double xz = axz;
        axz = c * xz - s * ayz;
        ayz = sum(s, xz, c, ayz);
        d = xx - yy;
        o = xy + yx;
        turn = s * sum(s, d, c, o);
        double skew = s * (c * d - s * o);
        bxx = xx - turn;
        byy = yy + turn;
        bxy = xy + skew;
        byx = yx + skew;
        xz = bxz;
        bxz = c * xz - s * byz;
        byz = sum(s, xz, c, byz);
        bzx = c * zx - s * zy;
        bzy = sum(s, zx, c, zy);
        d = uxx - uyy;
        o = uxy + uxy;
        turn = s * sum(s, d, c, o);
        cxx = uxx - turn;
        cyy = uyy + turn;
        cxy = fma(s, c * d - s * o, uxy);
        cxz = c * uxz - s * uyz;
        cyz = sum(s, uxz, c, uyz);
    }

    /** total = own + this moved by Rx(α) Tx(d). */
    private void addAlongNormal(JointPlacement X, ArticulatedInertia own, ArticulatedInertia total) {
        double c = X.twistCosine;
        double s = X.twistSine;
        double a = X.length;
        double d = ayy - azz;
        double o = ayz + ayz;
        double turn = s * sum(s, d, c, o);
        double kyy = ayy - turn;
        double kzz = azz + turn;
        double kyz = fma(s, c * d - s * o, ayz);
        double kxy = c * axy - s * axz;
        double kxz = sum(s, axy, c, axz);
        total.axx = own.axx + axx;
        total.axy = own.axy + kxy;
        total.axz = own.axz + kxz;
        total.ayy = own.ayy + kyy;
        total.ayz = own.ayz + kyz;
        total.azz = own.azz + kzz;
        d = byy - bzz;
        o = byz + bzy;
        turn = s * sum(s, d, c, o);
        double skew = s * (c * d - s * o);
        double yy = byy - turn;
        double yz = byz + skew;
        double zy = bzy + skew;
        double yx = c * byx - s * bzx;
        double zx = sum(s, byx, c, bzx);
        double zyFar = fma(-a, kzz, zy);
        double zzFar = fma(a, kyz, bzz + turn);
        double yzFar = fma(a, kyy, yz);
        total.bxx = own.bxx + bxx;
        total.bxy = own.bxy + fma(-a, kxz, c * bxy - s * bxz);
        total.bxz = own.bxz + fma(a, kxy, sum(s, bxy, c, bxz));
        total.byx = own.byx + yx;
        total.byy = own.byy + fma(-a, kyz, yy);
        total.byz = own.byz + yzFar;
        total.bzx = own.bzx + zx;
        total.bzy = own.bzy + zyFar;
        total.bzz = own.bzz + zzFar;
        d = cyy - czz;
        o = cyz + cyz;
        turn = s * sum(s, d, c, o);
        total.cxx = own.cxx + cxx;
        total.cxy = own.cxy + fma(-a, zx, c * cxy - s * cxz);
        total.cxz = own.cxz + fma(a, yx, sum(s, cxy, c, cxz));
        total.cyy = own.cyy + fma(-a, zyFar + zy, cyy - turn);
        total.cyz = own.cyz + fma(a, yy - zzFar, fma(s, c * d - s * o, cyz));
        total.czz = own.czz + fma(a, yzFar + yz, czz + turn);
    }

    /**
     * this = J − U Uᵀ/H moved by Rz(θ) Tz(r). U is the sixth column of J and H its last entry, so that the sixth row and
     * column vanish, and they stay so: they are not written.
     */
    private void setTurningFreely(JointPlacement X, ArticulatedInertia J, double inverseH, Force U) {
        double fx = inverseH * U.fx;
        double fy = inverseH * U.fy;
        double fz = inverseH * U.fz;
        double nx = inverseH * U.nx;
        double xx = fma(-fx, U.fx, J.axx);
        double yy = fma(-fy, U.fy, J.ayy);
        double xy = fma(-fx, U.fy, J.axy);
        double xz = fma(-fx, U.fz, J.axz);
        double yz = fma(-fy, U.fz, J.ayz);
        double mxx = fma(-fx, U.nx, J.bxx);
        double mxy = fma(-fx, U.ny, J.bxy);
        double myx = fma(-fy, U.nx, J.byx);
        double myy = fma(-fy, U.ny, J.byy);
        // Tz(r)
        double r = X.shift;
        double lxx = fma(-r, xy, mxx);
        double lxy = fma(r, xx, mxy);
        double lyx = fma(-r, yy, myx);
        double lyy = fma(r, xy, myy);
        double lzx = fma(-r, yz, fma(-fz, U.nx, J.bzx));
        double lzy = fma(r, xz, fma(-fz, U.ny, J.bzy));
        double nxx = fma(-r, lyx + myx, fma(-nx, U.nx, J.cxx));
        double nxy = fma(r, mxx - lyy, fma(-nx, U.ny, J.cxy));
        double nyy = fma(r, lxy + mxy, fma(-inverseH * U.ny, U.ny, J.cyy));
        // Rz(θ): a 2×2 block turns by its deviator
        double c = X.cosine;
        double s = X.sine;
        double cs = c * s;
        double ss = s * s;
        double d = xx - yy;
        double o = xy + xy;
        double turn = sum(ss, d, cs, o);
        axx = xx - turn;
        ayy = yy + turn;
        axy = xy + (cs * d - ss * o);
        axz = c * xz - s * yz;
        ayz = sum(s, xz, c, yz);
        azz = fma(-fz, U.fz, J.azz);
        d = lxx - lyy;
        o = lxy + lyx;
        turn = sum(ss, d, cs, o);
        double skew = cs * d - ss * o;
        bxx = lxx - turn;
        byy = lyy + turn;
        bxy = lxy + skew;
        byx = lyx + skew;
        bzx = c * lzx - s * lzy;
        bzy = sum(s, lzx, c, lzy);
        d = nxx - nyy;
        o = nxy + nxy;
        turn = sum(ss, d, cs, o);
        cxx = nxx - turn;
        cyy = nyy + turn;
        cxy = nxy + (cs * d - ss * o);
    }

    /** The same for a K without sixth row and column. */
    private void addTurningAlongNormal(JointPlacement X, ArticulatedInertia own, ArticulatedInertia total) {
        double c = X.twistCosine;
        double s = X.twistSine;
        double a = X.length;
        double cs = c * s;
        double ss = s * s;
        double d = ayy - azz;
        double o = ayz + ayz;
        double turn = sum(ss, d, cs, o);
        double kyy = ayy - turn;
        double kzz = azz + turn;
        double kyz = ayz + (cs * d - ss * o);
        double kxy = c * axy - s * axz;
        double kxz = sum(s, axy, c, axz);
        total.axx = own.axx + axx;
        total.axy = own.axy + kxy;
        total.axz = own.axz + kxz;
        total.ayy = own.ayy + kyy;
        total.ayz = own.ayz + kyz;
        total.azz = own.azz + kzz;
        turn = sum(ss, byy, cs, bzy);
        double skew = cs * byy - ss * bzy;
        double yy = byy - turn;
        double zy = bzy + skew;
        double yx = c * byx - s * bzx;
        double zx = sum(s, byx, c, bzx);
        double zyFar = fma(-a, kzz, zy);
        double zzFar = fma(a, kyz, turn);
        double yzFar = fma(a, kyy, skew);
        total.bxx = own.bxx + bxx;
        total.bxy = own.bxy + (c * bxy - a * kxz);
        total.bxz = own.bxz + sum(s, bxy, a, kxy);
        total.byx = own.byx + yx;
        total.byy = own.byy + fma(-a, kyz, yy);
        total.byz = own.byz + yzFar;
        total.bzx = own.bzx + zx;
        total.bzy = own.bzy + zyFar;
        total.bzz = own.bzz + zzFar;
        turn = ss * cyy;
        total.cxx = own.cxx + cxx;
        total.cxy = own.cxy + (c * cxy - a * zx);
        total.cxz = own.cxz + sum(s, cxy, a, yx);
        total.cyy = own.cyy + fma(-a, zyFar + zy, cyy - turn);
        total.cyz = own.cyz + sum(cs, cyy, a, yy - zzFar);
        total.czz = own.czz + fma(a, yzFar + skew, turn);
    }
}
