package dev.catena.algebra;

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
        axx = J.axx - fx * U.fx;
        axy = J.axy - fx * U.fy;
        axz = J.axz - fx * U.fz;
        ayy = J.ayy - fy * U.fy;
        ayz = J.ayz - fy * U.fz;
        azz = J.azz - fz * U.fz;
        bxx = J.bxx - fx * U.nx;
        bxy = J.bxy - fx * U.ny;
        bxz = J.bxz - fx * U.nz;
        byx = J.byx - fy * U.nx;
        byy = J.byy - fy * U.ny;
        byz = J.byz - fy * U.nz;
        bzx = J.bzx - fz * U.nx;
        bzy = J.bzy - fz * U.ny;
        bzz = J.bzz - fz * U.nz;
        double nx = inverseH * U.nx;
        double ny = inverseH * U.ny;
        cxx = J.cxx - nx * U.nx;
        cxy = J.cxy - nx * U.ny;
        cxz = J.cxz - nx * U.nz;
        cyy = J.cyy - ny * U.ny;
        cyz = J.cyz - ny * U.nz;
        czz = J.czz - inverseH * U.nz * U.nz;
    }

    /** sum = own + Tᵀ K T, [Khalil 40], for a joint placed at X; K is used up, own may be sum. */
    public void addAt(JointPlacement X, ArticulatedInertia own, ArticulatedInertia sum) {
        if (X.general == null) {
            moveAlongAxis(X);
            addAlongNormal(X, own, sum);
        } else {
            if (own != sum) {
                sum.set(own);
            }
            sum.addFromChild(X.general, this);
        }
    }

    /** The same from J itself, for a joint on a common normal that turns freely. */
    public void addTurningFreelyAt(
            JointPlacement X,
            ArticulatedInertia J,
            double inverseH,
            Force U,
            ArticulatedInertia own,
            ArticulatedInertia sum) {
        setTurningFreely(X, J, inverseH, U);
        addTurningAlongNormal(X, own, sum);
    }

    /** Moves this by Rz(θ) Tz(r). */
    private void moveAlongAxis(JointPlacement X) {
        // Tz(r)
        double r = X.shift;
        double xx = bxx - r * axy;
        double xy = bxy + r * axx;
        double yx = byx - r * ayy;
        double yy = byy + r * axy;
        double zx = bzx - r * ayz;
        double zy = bzy + r * axz;
        double uxx = cxx - r * (yx + byx);
        double uxy = cxy + r * (bxx - yy);
        double uyy = cyy + r * (xy + bxy);
        double uxz = cxz - r * byz;
        double uyz = cyz + r * bxz;
        // Rz(θ): a 2×2 block turns by its deviator
        double c = X.cosine;
        double s = X.sine;
        double d = axx - ayy;
        double o = axy + axy;
        double turn = s * (s * d + c * o);
        axx -= turn;
        ayy += turn;
        axy += s * (c * d - s * o);
        double xz = axz;
        axz = c * xz - s * ayz;
        ayz = s * xz + c * ayz;
        d = xx - yy;
        o = xy + yx;
        turn = s * (s * d + c * o);
        double skew = s * (c * d - s * o);
        bxx = xx - turn;
        byy = yy + turn;
        bxy = xy + skew;
        byx = yx + skew;
        xz = bxz;
        bxz = c * xz - s * byz;
        byz = s * xz + c * byz;
        bzx = c * zx - s * zy;
        bzy = s * zx + c * zy;
        d = uxx - uyy;
        o = uxy + uxy;
        turn = s * (s * d + c * o);
        cxx = uxx - turn;
        cyy = uyy + turn;
        cxy = uxy + s * (c * d - s * o);
        cxz = c * uxz - s * uyz;
        cyz = s * uxz + c * uyz;
    }

    /** sum = own + this moved by Rx(α) Tx(d). */
    private void addAlongNormal(JointPlacement X, ArticulatedInertia own, ArticulatedInertia sum) {
        double c = X.twistCosine;
        double s = X.twistSine;
        double a = X.length;
        double d = ayy - azz;
        double o = ayz + ayz;
        double turn = s * (s * d + c * o);
        double kyy = ayy - turn;
        double kzz = azz + turn;
        double kyz = ayz + s * (c * d - s * o);
        double kxy = c * axy - s * axz;
        double kxz = s * axy + c * axz;
        sum.axx = own.axx + axx;
        sum.axy = own.axy + kxy;
        sum.axz = own.axz + kxz;
        sum.ayy = own.ayy + kyy;
        sum.ayz = own.ayz + kyz;
        sum.azz = own.azz + kzz;
        d = byy - bzz;
        o = byz + bzy;
        turn = s * (s * d + c * o);
        double skew = s * (c * d - s * o);
        double yy = byy - turn;
        double yz = byz + skew;
        double zy = bzy + skew;
        double yx = c * byx - s * bzx;
        double zx = s * byx + c * bzx;
        double zyFar = zy - a * kzz;
        double zzFar = bzz + turn + a * kyz;
        double yzFar = yz + a * kyy;
        sum.bxx = own.bxx + bxx;
        sum.bxy = own.bxy + ((c * bxy - s * bxz) - a * kxz);
        sum.bxz = own.bxz + ((s * bxy + c * bxz) + a * kxy);
        sum.byx = own.byx + yx;
        sum.byy = own.byy + (yy - a * kyz);
        sum.byz = own.byz + yzFar;
        sum.bzx = own.bzx + zx;
        sum.bzy = own.bzy + zyFar;
        sum.bzz = own.bzz + zzFar;
        d = cyy - czz;
        o = cyz + cyz;
        turn = s * (s * d + c * o);
        sum.cxx = own.cxx + cxx;
        sum.cxy = own.cxy + ((c * cxy - s * cxz) - a * zx);
        sum.cxz = own.cxz + ((s * cxy + c * cxz) + a * yx);
        sum.cyy = own.cyy + ((cyy - turn) - a * (zyFar + zy));
        sum.cyz = own.cyz + ((cyz + s * (c * d - s * o)) + a * (yy - zzFar));
        sum.czz = own.czz + ((czz + turn) + a * (yzFar + yz));
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
        double xx = J.axx - fx * U.fx;
        double yy = J.ayy - fy * U.fy;
        double xy = J.axy - fx * U.fy;
        double xz = J.axz - fx * U.fz;
        double yz = J.ayz - fy * U.fz;
        double mxx = J.bxx - fx * U.nx;
        double mxy = J.bxy - fx * U.ny;
        double myx = J.byx - fy * U.nx;
        double myy = J.byy - fy * U.ny;
        // Tz(r)
        double r = X.shift;
        double lxx = mxx - r * xy;
        double lxy = mxy + r * xx;
        double lyx = myx - r * yy;
        double lyy = myy + r * xy;
        double lzx = (J.bzx - fz * U.nx) - r * yz;
        double lzy = (J.bzy - fz * U.ny) + r * xz;
        double nxx = (J.cxx - nx * U.nx) - r * (lyx + myx);
        double nxy = (J.cxy - nx * U.ny) + r * (mxx - lyy);
        double nyy = (J.cyy - inverseH * U.ny * U.ny) + r * (lxy + mxy);
        // Rz(θ): a 2×2 block turns by its deviator
        double c = X.cosine;
        double s = X.sine;
        double cs = c * s;
        double ss = s * s;
        double d = xx - yy;
        double o = xy + xy;
        double turn = ss * d + cs * o;
        axx = xx - turn;
        ayy = yy + turn;
        axy = xy + (cs * d - ss * o);
        axz = c * xz - s * yz;
        ayz = s * xz + c * yz;
        azz = J.azz - fz * U.fz;
        d = lxx - lyy;
        o = lxy + lyx;
        turn = ss * d + cs * o;
        double skew = cs * d - ss * o;
        bxx = lxx - turn;
        byy = lyy + turn;
        bxy = lxy + skew;
        byx = lyx + skew;
        bzx = c * lzx - s * lzy;
        bzy = s * lzx + c * lzy;
        d = nxx - nyy;
        o = nxy + nxy;
        turn = ss * d + cs * o;
        cxx = nxx - turn;
        cyy = nyy + turn;
        cxy = nxy + (cs * d - ss * o);
    }

    /** The same for a K without sixth row and column. */
    private void addTurningAlongNormal(JointPlacement X, ArticulatedInertia own, ArticulatedInertia sum) {
        double c = X.twistCosine;
        double s = X.twistSine;
        double a = X.length;
        double cs = c * s;
        double ss = s * s;
        double d = ayy - azz;
        double o = ayz + ayz;
        double turn = ss * d + cs * o;
        double kyy = ayy - turn;
        double kzz = azz + turn;
        double kyz = ayz + (cs * d - ss * o);
        double kxy = c * axy - s * axz;
        double kxz = s * axy + c * axz;
        sum.axx = own.axx + axx;
        sum.axy = own.axy + kxy;
        sum.axz = own.axz + kxz;
        sum.ayy = own.ayy + kyy;
        sum.ayz = own.ayz + kyz;
        sum.azz = own.azz + kzz;
        turn = ss * byy + cs * bzy;
        double skew = cs * byy - ss * bzy;
        double yy = byy - turn;
        double zy = bzy + skew;
        double yx = c * byx - s * bzx;
        double zx = s * byx + c * bzx;
        double zyFar = zy - a * kzz;
        double zzFar = turn + a * kyz;
        double yzFar = skew + a * kyy;
        sum.bxx = own.bxx + bxx;
        sum.bxy = own.bxy + (c * bxy - a * kxz);
        sum.bxz = own.bxz + (s * bxy + a * kxy);
        sum.byx = own.byx + yx;
        sum.byy = own.byy + (yy - a * kyz);
        sum.byz = own.byz + yzFar;
        sum.bzx = own.bzx + zx;
        sum.bzy = own.bzy + zyFar;
        sum.bzz = own.bzz + zzFar;
        turn = ss * cyy;
        sum.cxx = own.cxx + cxx;
        sum.cxy = own.cxy + (c * cxy - a * zx);
        sum.cxz = own.cxz + (s * cxy + a * yx);
        sum.cyy = own.cyy + ((cyy - turn) - a * (zyFar + zy));
        sum.cyz = own.cyz + (cs * cyy + a * (yy - zzFar));
        sum.czz = own.czz + (turn + a * (yzFar + skew));
    }
}
