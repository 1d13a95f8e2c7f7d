package dev.catena.algebra;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

/**
 * Mass, first moment and second moments of a body about the origin of its frame.
 *
 * <p>Beside the inertia tensor J it keeps the matrix Σ = ∫ r rᵀ dm = ½ tr(J) E − J, in which the moment of the inertial
 * forces is one product with U: ∫ r × U r dm is twice the axial vector of U Σ. That is J ω̇ + ω × J ω in fewer
 * operations, and the same formula serves for rates.
 */
public final class Inertia {
    public double mass;

    /** MS = M c. */
    public double sx;

    public double sy;
    public double sz;

    public double jxx;
    public double jxy;
    public double jxz;
    public double jyy;
    public double jyz;
    public double jzz;

    /** The diagonal of Σ. */
    private double qxx;

    private double qyy;
    private double qzz;

    public static Inertia[] array(int length) {
        Inertia[] inertias = new Inertia[length];
        for (int i = 0; i < length; i++) {
            inertias[i] = new Inertia();
        }
        return inertias;
    }

    public void set(
            double newMass,
            double momentX,
            double momentY,
            double momentZ,
            double xx,
            double xy,
            double xz,
            double yy,
            double yz,
            double zz) {
        mass = newMass;
        sx = momentX;
        sy = momentY;
        sz = momentZ;
        jxx = xx;
        jxy = xy;
        jxz = xz;
        jyy = yy;
        jyz = yz;
        jzz = zz;
        qxx = 0.5 * (yy + zz - xx);
        qyy = 0.5 * (xx + zz - yy);
        qzz = 0.5 * (xx + yy - zz);
    }

    public void set(Inertia a) {
        set(a.mass, a.sx, a.sy, a.sz, a.jxx, a.jxy, a.jxz, a.jyy, a.jyz, a.jzz);
    }

    /** The part of an inertia that may as well lie on the z axis: a line with its mass, its MS along z and its Σzz. */
    public void setOnAxis(Inertia a) {
        double zz = 0.5 * (a.jxx + a.jyy - a.jzz);
        set(a.mass, 0, 0, a.sz, zz, 0, 0, zz, 0, 0);
    }

    /**
     * The wrench that an acceleration field takes: F = M a + U MS and N = ∫ r × U r dm + MS × a, [Khalil 22–23]. It is
     * linear in the field, so that rates map to rates.
     */
    public void wrench(AccelerationField m, Force out) {
        out.fx = fma(mass, m.ax, sum(m.uxx, sx, m.uxy, sy, m.uxz, sz));
        out.fy = fma(mass, m.ay, sum(m.uyx, sx, m.uyy, sy, m.uyz, sz));
        out.fz = fma(mass, m.az, sum(m.uzx, sx, m.uzy, sy, m.uzz, sz));
        // Σ has the off-diagonal entries of −J
        out.nx = (m.uzy * qyy - m.uyz * qzz)
                + (m.uyx * jxz - m.uzx * jxy)
                + fma(m.uyy - m.uzz, jyz, sy * m.az - sz * m.ay);
        out.ny = (m.uxz * qzz - m.uzx * qxx)
                + (m.uzy * jxy - m.uxy * jyz)
                + fma(m.uzz - m.uxx, jxz, sz * m.ax - sx * m.az);
        out.nz = (m.uyx * qxx - m.uxy * qyy)
                + (m.uxz * jyz - m.uyz * jxz)
                + fma(m.uxx - m.uyy, jxy, sx * m.ay - sy * m.ax);
    }

    /** J −= amount z zᵀ: without the inertia of what turns freely about the axis z. */
    public void subtractTurning(double amount, Vector z) {
        set(
                mass,
                sx,
                sy,
                sz,
                fma(-amount * z.x, z.x, jxx),
                fma(-amount * z.x, z.y, jxy),
                fma(-amount * z.x, z.z, jxz),
                fma(-amount * z.y, z.y, jyy),
                fma(-amount * z.y, z.z, jyz),
                fma(-amount * z.z, z.z, jzz));
    }

    /** out = −(ω × (ω × MS), ω × J ω): what the body's spin leaves for others to supply, [Khalil 35]. */
    public void setCentrifugal(Spin w, Force out) {
        double along = sum(w.wx, sx, w.wy, sy, w.wz, sz);
        double square = sum(w.wx, w.wx, w.wy, w.wy, w.wz, w.wz);
        out.fx = square * sx - along * w.wx;
        out.fy = square * sy - along * w.wy;
        out.fz = square * sz - along * w.wz;
        double hx = sum(jxx, w.wx, jxy, w.wy, jxz, w.wz);
        double hy = sum(jxy, w.wx, jyy, w.wy, jyz, w.wz);
        double hz = sum(jxz, w.wx, jyz, w.wy, jzz, w.wz);
        out.nx = w.wz * hy - w.wy * hz;
        out.ny = w.wx * hz - w.wz * hx;
        out.nz = w.wy * hx - w.wx * hy;
    }

    /** this = the child's inertia in the axes and about the origin of the parent. */
    public void setFromChild(Placement X, Inertia child) {
        double m = child.mass;
        // MS = R MS
        double mx = sum(X.xx, child.sx, X.xy, child.sy, X.xz, child.sz);
        double my = sum(X.yx, child.sx, X.yy, child.sy, X.yz, child.sz);
        double mz = sum(X.zx, child.sx, X.zy, child.sy, X.zz, child.sz);
        setTurned(X, child);
        shift(X, m, mx, my, mz);
    }

    /** J = R J Rᵀ. */
    private void setTurned(Placement X, Inertia child) {
        // J Rᵀ
        double xx = sum(child.jxx, X.xx, child.jxy, X.xy, child.jxz, X.xz);
        double yx = sum(child.jxy, X.xx, child.jyy, X.xy, child.jyz, X.xz);
        double zx = sum(child.jxz, X.xx, child.jyz, X.xy, child.jzz, X.xz);
        double xy = sum(child.jxx, X.yx, child.jxy, X.yy, child.jxz, X.yz);
        double yy = sum(child.jxy, X.yx, child.jyy, X.yy, child.jyz, X.yz);
        double zy = sum(child.jxz, X.yx, child.jyz, X.yy, child.jzz, X.yz);
        double xz = sum(child.jxx, X.zx, child.jxy, X.zy, child.jxz, X.zz);
        double yz = sum(child.jxy, X.zx, child.jyy, X.zy, child.jyz, X.zz);
        double zz = sum(child.jxz, X.zx, child.jyz, X.zy, child.jzz, X.zz);
        setProduct(X, xx, yx, zx, xy, yy, zy, xz, yz, zz);
    }

    /** J = R A, given A column by column. */
    private void setProduct(
            Placement X,
            double xx,
            double yx,
            double zx,
            double xy,
            double yy,
            double zy,
            double xz,
            double yz,
            double zz) {
        jxx = sum(X.xx, xx, X.xy, yx, X.xz, zx);
        jxy = sum(X.xx, xy, X.xy, yy, X.xz, zy);
        jxz = sum(X.xx, xz, X.xy, yz, X.xz, zz);
        jyy = sum(X.yx, xy, X.yy, yy, X.yz, zy);
        jyz = sum(X.yx, xz, X.yy, yz, X.yz, zz);
        jzz = sum(X.zx, xz, X.zy, yz, X.zz, zz);
    }

    /** With h = MS before and MS = h + M p after: J += (h + MS)·p E − MS pᵀ − p hᵀ. */
    private void shift(Placement X, double m, double hx, double hy, double hz) {
        mass = m;
        sx = fma(m, X.px, hx);
        sy = fma(m, X.py, hy);
        sz = fma(m, X.pz, hz);
        double x = X.px * (hx + sx);
        double y = X.py * (hy + sy);
        double z = X.pz * (hz + sz);
        jxx += y + z;
        jyy += x + z;
        jzz += x + y;
        jxy -= sum(sx, X.py, X.px, hy);
        jxz -= sum(sx, X.pz, X.px, hz);
        jyz -= sum(sy, X.pz, X.py, hz);
    }

    /** this = own + the child's inertia in the axes and about the origin of the parent; own may be this. */
    public void setSum(Inertia own, JointPlacement X, Inertia child) {
        if (X.general != null) {
            setSum(own, X.general, child);
            return;
        }
        // Tz(r): J + 2 MS·p E − MS pᵀ − p MSᵀ + M (p² E − p pᵀ)
        double r = X.shift;
        double shifted = child.mass * r;
        double far = sum(2 * r, child.sz, shifted, r);
        double xx = child.jxx + far;
        double yy = child.jyy + far;
        double xz = fma(-r, child.sx, child.jxz);
        double yz = fma(-r, child.sy, child.jyz);
        double mz = child.sz + shifted;
        // Rz(θ)
        double c = X.cosine;
        double s = X.sine;
        double cs = c * s;
        double cc = c * c;
        double ss = s * s;
        double hxx = fma(-2 * cs, child.jxy, sum(cc, xx, ss, yy));
        double hyy = fma(2 * cs, child.jxy, sum(ss, xx, cc, yy));
        double hxy = sum(xx - yy, cs, cc - ss, child.jxy);
        double hxz = c * xz - s * yz;
        double hyz = sum(s, xz, c, yz);
        double mx = c * child.sx - s * child.sy;
        double my = sum(s, child.sx, c, child.sy);
        // Rx(α), Tx(d)
        double ca = X.twistCosine;
        double sa = X.twistSine;
        double d = X.length;
        double ly = ca * my - sa * mz;
        double lz = sum(sa, my, ca, mz);
        shifted = child.mass * d;
        far = sum(2 * d, mx, shifted, d);
        cs = ca * sa;
        cc = ca * ca;
        ss = sa * sa;
        mass = own.mass + child.mass;
        sx = own.sx + (mx + shifted);
        sy = own.sy + ly;
        sz = own.sz + lz;
        jxx = own.jxx + hxx;
        jxy = own.jxy + fma(-d, ly, ca * hxy - sa * hxz);
        jxz = own.jxz + fma(-d, lz, sum(sa, hxy, ca, hxz));
        jyy = own.jyy + (fma(-2 * cs, hyz, far) + sum(cc, hyy, ss, child.jzz));
        jyz = own.jyz + sum(cc - ss, hyz, hyy - child.jzz, cs);
        jzz = own.jzz + (fma(2 * cs, hyz, far) + sum(ss, hyy, cc, child.jzz));
    }

    private void setSum(Inertia own, Placement X, Inertia child) {
        double m = own.mass;
        double x = own.sx;
        double y = own.sy;
        double z = own.sz;
        double xx = own.jxx;
        double xy = own.jxy;
        double xz = own.jxz;
        double yy = own.jyy;
        double yz = own.jyz;
        double zz = own.jzz;
        setFromChild(X, child);
        mass += m;
        sx += x;
        sy += y;
        sz += z;
        jxx += xx;
        jxy += xy;
        jxz += xz;
        jyy += yy;
        jyz += yz;
        jzz += zz;
    }

    /** The start of a composite: all of b but what only {@link #wrench} reads. */
    public void setComposite(Inertia b) {
        mass = b.mass;
        sx = b.sx;
        sy = b.sy;
        sz = b.sz;
        jxx = b.jxx;
        jxy = b.jxy;
        jxz = b.jxz;
        jyy = b.jyy;
        jyz = b.jyz;
        jzz = b.jzz;
    }

    /** this += b, both in the same frame; for composites, of which no {@link #wrench} is asked. */
    public void add(Inertia b) {
        mass += b.mass;
        sx += b.sx;
        sy += b.sy;
        sz += b.sz;
        jxx += b.jxx;
        jxy += b.jxy;
        jxz += b.jxz;
        jyy += b.jyy;
        jyz += b.jyz;
        jzz += b.jzz;
    }

    /** The inertia times an acceleration (or a velocity): M a + γ × MS and J γ + MS × a. */
    public void product(MotionVector m, Force out) {
        out.fx = fma(mass, m.lx, m.ry * sz - m.rz * sy);
        out.fy = fma(mass, m.ly, m.rz * sx - m.rx * sz);
        out.fz = fma(mass, m.lz, m.rx * sy - m.ry * sx);
        out.nx = sum(sy * m.lz - sz * m.ly, jxx, m.rx, jxy, m.ry, jxz, m.rz);
        out.ny = sum(sz * m.lx - sx * m.lz, jxy, m.rx, jyy, m.ry, jyz, m.rz);
        out.nz = sum(sx * m.ly - sy * m.lx, jxz, m.rx, jyz, m.ry, jzz, m.rz);
    }

    /** Momentum: M v + ω × MS, and about the origin J ω + MS × v. */
    public void momentum(Vector v, Vector omega, Vector linearOut, Vector angularOut) {
        linearOut.set(
                fma(mass, v.x, omega.y * sz - omega.z * sy),
                fma(mass, v.y, omega.z * sx - omega.x * sz),
                fma(mass, v.z, omega.x * sy - omega.y * sx));
        angularOut.set(
                sum(sy * v.z - sz * v.y, jxx, omega.x, jxy, omega.y, jxz, omega.z),
                sum(sz * v.x - sx * v.z, jxy, omega.x, jyy, omega.y, jyz, omega.z),
                sum(sx * v.y - sy * v.x, jxz, omega.x, jyz, omega.y, jzz, omega.z));
    }
}
