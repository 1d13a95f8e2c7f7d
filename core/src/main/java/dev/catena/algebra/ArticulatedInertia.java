package dev.catena.algebra;

import static dev.catena.algebra.Fused.sum;

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

    private final TurnedBlock turned = new TurnedBlock();

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

    /** this += a, in the same frame. */
    public void add(ArticulatedInertia a) {
        axx += a.axx;
        axy += a.axy;
        axz += a.axz;
        ayy += a.ayy;
        ayz += a.ayz;
        azz += a.azz;
        bxx += a.bxx;
        bxy += a.bxy;
        bxz += a.bxz;
        byx += a.byx;
        byy += a.byy;
        byz += a.byz;
        bzx += a.bzx;
        bzy += a.bzy;
        bzz += a.bzz;
        cxx += a.cxx;
        cxy += a.cxy;
        cxz += a.cxz;
        cyy += a.cyy;
        cyz += a.cyz;
        czz += a.czz;
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
        out.fx += sum(sum(bxx, m.rx, bxy, m.ry, bxz, m.rz), axx, m.lx, axy, m.ly, axz, m.lz);
        out.fy += sum(sum(byx, m.rx, byy, m.ry, byz, m.rz), axy, m.lx, ayy, m.ly, ayz, m.lz);
        out.fz += sum(sum(bzx, m.rx, bzy, m.ry, bzz, m.rz), axz, m.lx, ayz, m.ly, azz, m.lz);
        addMomentTo(m, out);
    }

    private void addMomentTo(MotionVector m, Force out) {
        out.nx += sum(sum(cxx, m.rx, cxy, m.ry, cxz, m.rz), bxx, m.lx, byx, m.ly, bzx, m.lz);
        out.ny += sum(sum(cxy, m.rx, cyy, m.ry, cyz, m.rz), bxy, m.lx, byy, m.ly, bzy, m.lz);
        out.nz += sum(sum(cxz, m.rx, cyz, m.ry, czz, m.rz), bxz, m.lx, byz, m.ly, bzz, m.lz);
    }

    /**
     * this += Tᵀ child T, a child's inertia seen from the parent's origin: with A, B, C turned into parent axes,
     * A, B + S and C + p̂S + p̂B + (p̂B)ᵀ, where S = −A p̂.
     */
    public void addFromChild(Placement X, ArticulatedInertia child) {
        turned.set(X, child.axx, child.axy, child.axz, child.ayy, child.ayz, child.azz);
        addLinear(X, turned);
        turned.set(
                X, child.bxx, child.bxy, child.bxz, child.byx, child.byy, child.byz, child.bzx, child.bzy, child.bzz);
        addCoupling(X, turned);
        turned.set(X, child.cxx, child.cxy, child.cxz, child.cyy, child.cyz, child.czz);
        cxx += turned.xx;
        cxy += turned.xy;
        cxz += turned.xz;
        cyy += turned.yy;
        cyz += turned.yz;
        czz += turned.zz;
    }

    /** this += (A, S, p̂S). */
    private void addLinear(Placement X, TurnedBlock a) {
        axx += a.xx;
        axy += a.xy;
        axz += a.xz;
        ayy += a.yy;
        ayz += a.yz;
        azz += a.zz;
        // row r of S is p × A(r)
        double px = X.px;
        double py = X.py;
        double pz = X.pz;
        double sxx = py * a.xz - pz * a.xy;
        double sxy = pz * a.xx - px * a.xz;
        double sxz = px * a.xy - py * a.xx;
        double syx = py * a.yz - pz * a.yy;
        double syy = pz * a.xy - px * a.yz;
        double syz = px * a.yy - py * a.xy;
        double szx = py * a.zz - pz * a.yz;
        double szy = pz * a.xz - px * a.zz;
        double szz = px * a.yz - py * a.xz;
        bxx += sxx;
        bxy += sxy;
        bxz += sxz;
        byx += syx;
        byy += syy;
        byz += syz;
        bzx += szx;
        bzy += szy;
        bzz += szz;
        cxx += py * szx - pz * syx;
        cxy += py * szy - pz * syy;
        cxz += py * szz - pz * syz;
        cyy += pz * sxy - px * szy;
        cyz += pz * sxz - px * szz;
        czz += px * syz - py * sxz;
    }

    /** this += (0, B, p̂B + (p̂B)ᵀ). */
    private void addCoupling(Placement X, TurnedBlock b) {
        bxx += b.xx;
        bxy += b.xy;
        bxz += b.xz;
        byx += b.yx;
        byy += b.yy;
        byz += b.yz;
        bzx += b.zx;
        bzy += b.zy;
        bzz += b.zz;
        double px = X.px;
        double py = X.py;
        double pz = X.pz;
        cxx += 2 * (py * b.zx - pz * b.yx);
        cxy += (py * b.zy - pz * b.yy) + (pz * b.xx - px * b.zx);
        cxz += (py * b.zz - pz * b.yz) + (px * b.yx - py * b.xx);
        cyy += 2 * (pz * b.xy - px * b.zy);
        cyz += (pz * b.xz - px * b.zz) + (px * b.yy - py * b.xy);
        czz += 2 * (px * b.yz - py * b.xz);
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
