package dev.catena.algebra;

/**
 * A symmetric 6×6 inertia in blocks, f = A a + B γ and n = Bᵀ a + C γ, as a body has it that carries others on joints
 * which give way.
 */
public sealed class ArticulatedInertia permits ReleasedInertia {
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

    public void set(ArticulatedInertia a) {
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

    /** What an acceleration about z, or along it, takes: the sixth or the third column. */
    public void copyColumn(boolean turns, Force out) {
        if (turns) {
            copyTurningColumn(out);
        } else {
            copySlidingColumn(out);
        }
    }

    private void copyTurningColumn(Force out) {
        out.fx = bxz;
        out.fy = byz;
        out.fz = bzz;
        out.nx = cxz;
        out.ny = cyz;
        out.nz = czz;
    }

    private void copySlidingColumn(Force out) {
        out.fx = axz;
        out.fy = ayz;
        out.fz = azz;
        out.nx = bzx;
        out.ny = bzy;
        out.nz = bzz;
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
