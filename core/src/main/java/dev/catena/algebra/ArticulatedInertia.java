package dev.catena.algebra;

/**
 * A symmetric 6×6 inertia in blocks, f = A a + B γ and n = Bᵀ a + C γ, as a body has it that carries others on joints
 * which give way.
 */
public final class ArticulatedInertia {
    // A, symmetric
    public double axx;
    public double axy;
    public double axz;
    public double ayy;
    public double ayz;
    public double azz;

    // B
    public double bxx;
    public double bxy;
    public double bxz;
    public double byx;
    public double byy;
    public double byz;
    public double bzx;
    public double bzy;
    public double bzz;

    // C, symmetric
    public double cxx;
    public double cxy;
    public double cxz;
    public double cyy;
    public double cyz;
    public double czz;

    public static ArticulatedInertia[] array(int length) {
        ArticulatedInertia[] inertias = new ArticulatedInertia[length];
        for (int i = 0; i < length; i++) {
            inertias[i] = new ArticulatedInertia();
        }
        return inertias;
    }

    /** A rigid body: A = M E, B = −MŜ, C = J, [Khalil 11]. */
    public void set(Inertia body) {
        axx = body.mass;
        axy = 0;
        axz = 0;
        ayy = body.mass;
        ayz = 0;
        azz = body.mass;
        bxx = 0;
        bxy = body.sz;
        bxz = -body.sy;
        byx = -body.sz;
        byy = 0;
        byz = body.sx;
        bzx = body.sy;
        bzy = -body.sx;
        bzz = 0;
        cxx = body.jxx;
        cxy = body.jxy;
        cxz = body.jxz;
        cyy = body.jyy;
        cyz = body.jyz;
        czz = body.jzz;
    }

    /** The sixth column, what an angular acceleration about z takes. */
    public void copyTurningColumn(Force out) {
        out.fx = bxz;
        out.fy = byz;
        out.fz = bzz;
        out.nx = cxz;
        out.ny = cyz;
        out.nz = czz;
    }

    /** The third column, what an acceleration along z takes. */
    public void copySlidingColumn(Force out) {
        out.fx = axz;
        out.fy = ayz;
        out.fz = azz;
        out.nx = bzx;
        out.ny = bzy;
        out.nz = bzz;
    }

    /** this −= factor U Uᵀ. */
    public void subtractOuter(double factor, Force U) {
        double fx = factor * U.fx;
        double fy = factor * U.fy;
        double fz = factor * U.fz;
        axx -= fx * U.fx;
        axy -= fx * U.fy;
        axz -= fx * U.fz;
        ayy -= fy * U.fy;
        ayz -= fy * U.fz;
        azz -= fz * U.fz;
        bxx -= fx * U.nx;
        bxy -= fx * U.ny;
        bxz -= fx * U.nz;
        byx -= fy * U.nx;
        byy -= fy * U.ny;
        byz -= fy * U.nz;
        bzx -= fz * U.nx;
        bzy -= fz * U.ny;
        bzz -= fz * U.nz;
        double nx = factor * U.nx;
        double ny = factor * U.ny;
        double nz = factor * U.nz;
        cxx -= nx * U.nx;
        cxy -= nx * U.ny;
        cxz -= nx * U.nz;
        cyy -= ny * U.ny;
        cyz -= ny * U.nz;
        czz -= nz * U.nz;
    }

    /** out += this · acceleration. */
    public void addProductTo(MotionVector m, Force out) {
        out.fx += axx * m.lx + axy * m.ly + axz * m.lz + (bxx * m.rx + bxy * m.ry + bxz * m.rz);
        out.fy += axy * m.lx + ayy * m.ly + ayz * m.lz + (byx * m.rx + byy * m.ry + byz * m.rz);
        out.fz += axz * m.lx + ayz * m.ly + azz * m.lz + (bzx * m.rx + bzy * m.ry + bzz * m.rz);
        out.nx += bxx * m.lx + byx * m.ly + bzx * m.lz + (cxx * m.rx + cxy * m.ry + cxz * m.rz);
        out.ny += bxy * m.lx + byy * m.ly + bzy * m.lz + (cxy * m.rx + cyy * m.ry + cyz * m.rz);
        out.nz += bxz * m.lx + byz * m.ly + bzz * m.lz + (cxz * m.rx + cyz * m.ry + czz * m.rz);
    }

    /**
     * this += Tᵀ child T, a child's inertia seen from the parent's origin: with A, B, C turned into parent axes,
     * A, B − A p̂ and C + p̂(B − A p̂) + (p̂B)ᵀ.
     */
    public void addFromChild(Placement X, ArticulatedInertia child) {
        addTurnedLinear(X, child);
        addTurnedAngular(X, child);
    }

    /** this = K, what a joint lets through of J: K = J − factor U Uᵀ. */
    public void setReleased(ArticulatedInertia J, double factor, Force U) {
        double fx = factor * U.fx;
        double fy = factor * U.fy;
        double fz = factor * U.fz;
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
        double nx = factor * U.nx;
        double ny = factor * U.ny;
        cxx = J.cxx - nx * U.nx;
        cxy = J.cxy - nx * U.ny;
        cxz = J.cxz - nx * U.nz;
        cyy = J.cyy - ny * U.ny;
        cyz = J.cyz - ny * U.nz;
        czz = J.czz - factor * U.nz * U.nz;
    }

    /** this = own + Tᵀ K T for a joint placement; K is used up and is not this, own may be this. */
    public void setSum(ArticulatedInertia own, JointPlacement X, ArticulatedInertia K) {
        if (X.general == null) {
            K.moveAlongAxis(X);
            setSumMovedAlongNormal(own, X, K);
        } else {
            if (own != this) {
                set(own);
            }
            addFromChild(X.general, K);
        }
    }

    private void set(ArticulatedInertia a) {
        axx = a.axx;
        axy = a.axy;
        axz = a.axz;
        ayy = a.ayy;
        ayz = a.ayz;
        azz = a.azz;
        bxx = a.bxx;
        bxy = a.bxy;
        bxz = a.bxz;
        byx = a.byx;
        byy = a.byy;
        byz = a.byz;
        bzx = a.bzx;
        bzy = a.bzy;
        bzz = a.bzz;
        cxx = a.cxx;
        cxy = a.cxy;
        cxz = a.cxz;
        cyy = a.cyy;
        cyz = a.cyz;
        czz = a.czz;
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

    /** this = own + K moved by Rx(α) Tx(d). */
    private void setSumMovedAlongNormal(ArticulatedInertia own, JointPlacement X, ArticulatedInertia k) {
        double c = X.twistCosine;
        double s = X.twistSine;
        double a = X.length;
        double d = k.ayy - k.azz;
        double o = k.ayz + k.ayz;
        double turn = s * (s * d + c * o);
        double kyy = k.ayy - turn;
        double kzz = k.azz + turn;
        double kyz = k.ayz + s * (c * d - s * o);
        double kxy = c * k.axy - s * k.axz;
        double kxz = s * k.axy + c * k.axz;
        axx = own.axx + k.axx;
        axy = own.axy + kxy;
        axz = own.axz + kxz;
        ayy = own.ayy + kyy;
        ayz = own.ayz + kyz;
        azz = own.azz + kzz;
        d = k.byy - k.bzz;
        o = k.byz + k.bzy;
        turn = s * (s * d + c * o);
        double skew = s * (c * d - s * o);
        double yy = k.byy - turn;
        double yz = k.byz + skew;
        double zy = k.bzy + skew;
        double yx = c * k.byx - s * k.bzx;
        double zx = s * k.byx + c * k.bzx;
        double zyFar = zy - a * kzz;
        double zzFar = k.bzz + turn + a * kyz;
        double yzFar = yz + a * kyy;
        bxx = own.bxx + k.bxx;
        bxy = own.bxy + ((c * k.bxy - s * k.bxz) - a * kxz);
        bxz = own.bxz + ((s * k.bxy + c * k.bxz) + a * kxy);
        byx = own.byx + yx;
        byy = own.byy + (yy - a * kyz);
        byz = own.byz + yzFar;
        bzx = own.bzx + zx;
        bzy = own.bzy + zyFar;
        bzz = own.bzz + zzFar;
        d = k.cyy - k.czz;
        o = k.cyz + k.cyz;
        turn = s * (s * d + c * o);
        cxx = own.cxx + k.cxx;
        cxy = own.cxy + ((c * k.cxy - s * k.cxz) - a * zx);
        cxz = own.cxz + ((s * k.cxy + c * k.cxz) + a * yx);
        cyy = own.cyy + ((k.cyy - turn) - a * (zyFar + zy));
        cyz = own.cyz + ((k.cyz + s * (c * d - s * o)) + a * (yy - zzFar));
        czz = own.czz + ((k.czz + turn) + a * (yzFar + yz));
    }

    /**
     * this = J − U Uᵀ/H for a body that turns freely about z, moved by Rz(θ) Tz(r). U is the sixth column of J and H its
     * last entry, so that the sixth row and column vanish, and they stay so: they are not written.
     */
    public void setTurningFreely(JointPlacement X, ArticulatedInertia J, double inverseH, Force U) {
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

    /** this = own + K moved by Rx(α) Tx(d) for a K {@linkplain #setTurningFreely without sixth row and column}. */
    public void setSumTurningFreely(ArticulatedInertia own, JointPlacement X, ArticulatedInertia k) {
        double c = X.twistCosine;
        double s = X.twistSine;
        double a = X.length;
        double cs = c * s;
        double ss = s * s;
        double d = k.ayy - k.azz;
        double o = k.ayz + k.ayz;
        double turn = ss * d + cs * o;
        double kyy = k.ayy - turn;
        double kzz = k.azz + turn;
        double kyz = k.ayz + (cs * d - ss * o);
        double kxy = c * k.axy - s * k.axz;
        double kxz = s * k.axy + c * k.axz;
        axx = own.axx + k.axx;
        axy = own.axy + kxy;
        axz = own.axz + kxz;
        ayy = own.ayy + kyy;
        ayz = own.ayz + kyz;
        azz = own.azz + kzz;
        turn = ss * k.byy + cs * k.bzy;
        double skew = cs * k.byy - ss * k.bzy;
        double yy = k.byy - turn;
        double zy = k.bzy + skew;
        double yx = c * k.byx - s * k.bzx;
        double zx = s * k.byx + c * k.bzx;
        double zyFar = zy - a * kzz;
        double zzFar = turn + a * kyz;
        double yzFar = skew + a * kyy;
        bxx = own.bxx + k.bxx;
        bxy = own.bxy + (c * k.bxy - a * kxz);
        bxz = own.bxz + (s * k.bxy + a * kxy);
        byx = own.byx + yx;
        byy = own.byy + (yy - a * kyz);
        byz = own.byz + yzFar;
        bzx = own.bzx + zx;
        bzy = own.bzy + zyFar;
        bzz = own.bzz + zzFar;
        turn = ss * k.cyy;
        cxx = own.cxx + k.cxx;
        cxy = own.cxy + (c * k.cxy - a * zx);
        cxz = own.cxz + (s * k.cxy + a * yx);
        cyy = own.cyy + ((k.cyy - turn) - a * (zyFar + zy));
        cyz = own.cyz + (cs * k.cyy + a * (yy - zzFar));
        czz = own.czz + (turn + a * (yzFar + skew));
    }

    /** this += the parts A and −A p̂ and −p̂ A p̂ that come of the child's A = R A Rᵀ. */
    private void addTurnedLinear(Placement X, ArticulatedInertia c) {
        // A Rᵀ, one column per parent axis
        double xx = c.axx * X.xx + c.axy * X.xy + c.axz * X.xz;
        double yx = c.axy * X.xx + c.ayy * X.xy + c.ayz * X.xz;
        double zx = c.axz * X.xx + c.ayz * X.xy + c.azz * X.xz;
        double xy = c.axx * X.yx + c.axy * X.yy + c.axz * X.yz;
        double yy = c.axy * X.yx + c.ayy * X.yy + c.ayz * X.yz;
        double zy = c.axz * X.yx + c.ayz * X.yy + c.azz * X.yz;
        double xz = c.axx * X.zx + c.axy * X.zy + c.axz * X.zz;
        double yz = c.axy * X.zx + c.ayy * X.zy + c.ayz * X.zz;
        double zz = c.axz * X.zx + c.ayz * X.zy + c.azz * X.zz;
        double rxx = X.xx * xx + X.xy * yx + X.xz * zx;
        double rxy = X.xx * xy + X.xy * yy + X.xz * zy;
        double rxz = X.xx * xz + X.xy * yz + X.xz * zz;
        double ryy = X.yx * xy + X.yy * yy + X.yz * zy;
        double ryz = X.yx * xz + X.yy * yz + X.yz * zz;
        double rzz = X.zx * xz + X.zy * yz + X.zz * zz;
        axx += rxx;
        axy += rxy;
        axz += rxz;
        ayy += ryy;
        ayz += ryz;
        azz += rzz;
        // S = −A p̂, row r is p × A(r)
        double px = X.px;
        double py = X.py;
        double pz = X.pz;
        double sxx = py * rxz - pz * rxy;
        double sxy = pz * rxx - px * rxz;
        double sxz = px * rxy - py * rxx;
        double syx = py * ryz - pz * ryy;
        double syy = pz * rxy - px * ryz;
        double syz = px * ryy - py * rxy;
        double szx = py * rzz - pz * ryz;
        double szy = pz * rxz - px * rzz;
        double szz = px * ryz - py * rxz;
        bxx += sxx;
        bxy += sxy;
        bxz += sxz;
        byx += syx;
        byy += syy;
        byz += syz;
        bzx += szx;
        bzy += szy;
        bzz += szz;
        // p̂ S
        cxx += py * szx - pz * syx;
        cxy += py * szy - pz * syy;
        cxz += py * szz - pz * syz;
        cyy += pz * sxy - px * szy;
        cyz += pz * sxz - px * szz;
        czz += px * syz - py * sxz;
    }

    /** this += the parts B, p̂B + (p̂B)ᵀ and C that come of the child's B and C in parent axes. */
    private void addTurnedAngular(Placement X, ArticulatedInertia c) {
        // B Rᵀ
        double xx = c.bxx * X.xx + c.bxy * X.xy + c.bxz * X.xz;
        double yx = c.byx * X.xx + c.byy * X.xy + c.byz * X.xz;
        double zx = c.bzx * X.xx + c.bzy * X.xy + c.bzz * X.xz;
        double xy = c.bxx * X.yx + c.bxy * X.yy + c.bxz * X.yz;
        double yy = c.byx * X.yx + c.byy * X.yy + c.byz * X.yz;
        double zy = c.bzx * X.yx + c.bzy * X.yy + c.bzz * X.yz;
        double xz = c.bxx * X.zx + c.bxy * X.zy + c.bxz * X.zz;
        double yz = c.byx * X.zx + c.byy * X.zy + c.byz * X.zz;
        double zz = c.bzx * X.zx + c.bzy * X.zy + c.bzz * X.zz;
        // R B Rᵀ
        double rxx = X.xx * xx + X.xy * yx + X.xz * zx;
        double rxy = X.xx * xy + X.xy * yy + X.xz * zy;
        double rxz = X.xx * xz + X.xy * yz + X.xz * zz;
        double ryx = X.yx * xx + X.yy * yx + X.yz * zx;
        double ryy = X.yx * xy + X.yy * yy + X.yz * zy;
        double ryz = X.yx * xz + X.yy * yz + X.yz * zz;
        double rzx = X.zx * xx + X.zy * yx + X.zz * zx;
        double rzy = X.zx * xy + X.zy * yy + X.zz * zy;
        double rzz = X.zx * xz + X.zy * yz + X.zz * zz;
        bxx += rxx;
        bxy += rxy;
        bxz += rxz;
        byx += ryx;
        byy += ryy;
        byz += ryz;
        bzx += rzx;
        bzy += rzy;
        bzz += rzz;
        // p̂B + (p̂B)ᵀ, and R C Rᵀ
        double px = X.px;
        double py = X.py;
        double pz = X.pz;
        cxx += 2 * (py * rzx - pz * ryx);
        cxy += (py * rzy - pz * ryy) + (pz * rxx - px * rzx);
        cxz += (py * rzz - pz * ryz) + (px * ryx - py * rxx);
        cyy += 2 * (pz * rxy - px * rzy);
        cyz += (pz * rxz - px * rzz) + (px * ryy - py * rxy);
        czz += 2 * (px * ryz - py * rxz);
        addTurnedMoments(X, c);
    }

    /** C += R C Rᵀ. */
    private void addTurnedMoments(Placement X, ArticulatedInertia c) {
        double xx = c.cxx * X.xx + c.cxy * X.xy + c.cxz * X.xz;
        double yx = c.cxy * X.xx + c.cyy * X.xy + c.cyz * X.xz;
        double zx = c.cxz * X.xx + c.cyz * X.xy + c.czz * X.xz;
        double xy = c.cxx * X.yx + c.cxy * X.yy + c.cxz * X.yz;
        double yy = c.cxy * X.yx + c.cyy * X.yy + c.cyz * X.yz;
        double zy = c.cxz * X.yx + c.cyz * X.yy + c.czz * X.yz;
        double xz = c.cxx * X.zx + c.cxy * X.zy + c.cxz * X.zz;
        double yz = c.cxy * X.zx + c.cyy * X.zy + c.cyz * X.zz;
        double zz = c.cxz * X.zx + c.cyz * X.zy + c.czz * X.zz;
        cxx += X.xx * xx + X.xy * yx + X.xz * zx;
        cxy += X.xx * xy + X.xy * yy + X.xz * zy;
        cxz += X.xx * xz + X.xy * yz + X.xz * zz;
        cyy += X.yx * xy + X.yy * yy + X.yz * zy;
        cyz += X.yx * xz + X.yy * yz + X.yz * zz;
        czz += X.zx * xz + X.zy * yz + X.zz * zz;
    }

    /** The 36 entries, row by row. */
    public void copyTo(double[] m) {
        copyRow(m, 0, axx, axy, axz, bxx, bxy, bxz);
        copyRow(m, 6, axy, ayy, ayz, byx, byy, byz);
        copyRow(m, 12, axz, ayz, azz, bzx, bzy, bzz);
        copyRow(m, 18, bxx, byx, bzx, cxx, cxy, cxz);
        copyRow(m, 24, bxy, byy, bzy, cxy, cyy, cyz);
        copyRow(m, 30, bxz, byz, bzz, cxz, cyz, czz);
    }

    private static void copyRow(double[] m, int start, double a, double b, double c, double d, double e, double f) {
        m[start] = a;
        m[start + 1] = b;
        m[start + 2] = c;
        m[start + 3] = d;
        m[start + 4] = e;
        m[start + 5] = f;
    }
}
