package dev.catena.algebra;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

/**
 * How the forces of a body, or of a composite of bodies, answer to a change of its velocity, as a linear map of motions
 * to forces: 2B x = v ×* Y x + x ×* Y v − Y (v × x), [Carpentier]. About a fixed origin and in fixed axes it takes only
 * the angular part χ of x: force χ × 2p and moment Dχ, with the body's momentum p and D = −2(ω̂Σ + ŝv̂).
 */
public final class CoriolisInertia {
    /** 2p. */
    public double p2x;

    public double p2y;
    public double p2z;

    /** D, row by row. */
    public double dxx;

    public double dxy;
    public double dxz;
    public double dyx;
    public double dyy;
    public double dyz;
    public double dzx;
    public double dzy;
    public double dzz;

    public static CoriolisInertia[] array(int length) {
        CoriolisInertia[] maps = new CoriolisInertia[length];
        for (int i = 0; i < length; i++) {
            maps[i] = new CoriolisInertia();
        }
        return maps;
    }

    public void setZero() {
        p2x = 0;
        p2y = 0;
        p2z = 0;
        setMatrix(0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    private void setMatrix(
            double xx, double xy, double xz, double yx, double yy, double yz, double zx, double zy, double zz) {
        dxx = xx;
        dxy = xy;
        dxz = xz;
        dyx = yx;
        dyy = yy;
        dyz = yz;
        dzx = zx;
        dzy = zy;
        dzz = zz;
    }

    /** For a body of inertia Y that moves with v. */
    public void set(Inertia Y, MotionVector v) {
        setMomentum(Y, v);
        setBesideDiagonal(Y, v);
        setDiagonal(Y, v);
    }

    /** With ŝv̂ = v sᵀ − (s·v) E and 2Σ = tr(J) E − 2J: D = −ω̂ 2Σ − 2v sᵀ. */
    private void setBesideDiagonal(Inertia Y, MotionVector v) {
        double sx = -(Y.sx + Y.sx);
        double sy = -(Y.sy + Y.sy);
        double sz = -(Y.sz + Y.sz);
        double qxy = Y.jxy + Y.jxy;
        double qxz = Y.jxz + Y.jxz;
        double qyz = Y.jyz + Y.jyz;
        double qxx = Y.jyy + Y.jzz - Y.jxx;
        double qyy = Y.jxx + Y.jzz - Y.jyy;
        double qzz = Y.jxx + Y.jyy - Y.jzz;
        dxy = sum(v.lx, sy, v.rz, qyy, v.ry, qyz);
        dxz = v.lx * sz - sum(v.rz, qyz, v.ry, qzz);
        dyx = v.ly * sx - sum(v.rx, qxz, v.rz, qxx);
        dyz = sum(v.ly, sz, v.rx, qzz, v.rz, qxz);
        dzx = sum(v.lz, sx, v.ry, qxx, v.rx, qxy);
        dzy = v.lz * sy - sum(v.ry, qxy, v.rx, qyy);
    }

    /** The same, and 2(s·v) E, which takes one of three products away again. */
    private void setDiagonal(Inertia Y, MotionVector v) {
        double x = (Y.sx + Y.sx) * v.lx;
        double y = (Y.sy + Y.sy) * v.ly;
        double z = (Y.sz + Y.sz) * v.lz;
        double wx = v.rx + v.rx;
        double wy = v.ry + v.ry;
        double wz = v.rz + v.rz;
        double xx = wx * Y.jyz;
        double yy = wy * Y.jxz;
        double zz = wz * Y.jxy;
        dxx = yy - zz + (y + z);
        dyy = zz - xx + (x + z);
        dzz = xx - yy + (x + y);
    }

    /** p = M v + ω × s. */
    private void setMomentum(Inertia Y, MotionVector v) {
        double mass = Y.mass + Y.mass;
        double wx = v.rx + v.rx;
        double wy = v.ry + v.ry;
        double wz = v.rz + v.rz;
        p2x = fma(mass, v.lx, wy * Y.sz - wz * Y.sy);
        p2y = fma(mass, v.ly, wz * Y.sx - wx * Y.sz);
        p2z = fma(mass, v.lz, wx * Y.sy - wy * Y.sx);
    }

    public void add(CoriolisInertia b) {
        p2x += b.p2x;
        p2y += b.p2y;
        p2z += b.p2z;
        setMatrix(
                dxx + b.dxx,
                dxy + b.dxy,
                dxz + b.dxz,
                dyx + b.dyx,
                dyy + b.dyy,
                dyz + b.dyz,
                dzx + b.dzx,
                dzy + b.dzy,
                dzz + b.dzz);
    }

    /** D −= ĥ: a rotor inside the body has the angular momentum h. */
    public void subtractSpin(double hx, double hy, double hz) {
        dxy += hz;
        dxz -= hy;
        dyx -= hz;
        dyz += hx;
        dzx += hy;
        dzy -= hx;
    }

    /**
     * The map χ ↦ (χ × f, χ × n + r × (χ × f)) of a wrench, f and n about the point r, that keeps its world axes while
     * the body turns.
     */
    public void addUnturned(Vector f, Vector n, Vector r) {
        p2x += f.x;
        p2y += f.y;
        p2z += f.z;
        subtractSpin(n.x, n.y, n.z);
        addShifted(f, r);
    }

    /** D −= r̂ f̂ = f rᵀ − (r·f) E: a force that keeps its world axes acts at r instead of the origin. */
    public void addShifted(Vector f, Vector r) {
        double along = sum(r.x, f.x, r.y, f.y, r.z, f.z);
        dxx += fma(-f.x, r.x, along);
        dxy -= f.x * r.y;
        dxz -= f.x * r.z;
        dyx -= f.y * r.x;
        dyy += fma(-f.y, r.y, along);
        dyz -= f.y * r.z;
        dzx -= f.z * r.x;
        dzy -= f.z * r.y;
        dzz += fma(-f.z, r.z, along);
    }

    /** out += 2B x. */
    public void addProductTo(MotionVector x, Force out) {
        out.fx += x.ry * p2z - x.rz * p2y;
        out.fy += x.rz * p2x - x.rx * p2z;
        out.fz += x.rx * p2y - x.ry * p2x;
        out.nx += sum(dxx, x.rx, dxy, x.ry, dxz, x.rz);
        out.ny += sum(dyx, x.rx, dyy, x.ry, dyz, x.rz);
        out.nz += sum(dzx, x.rx, dzy, x.ry, dzz, x.rz);
    }

    /** out += B x; of the body's own velocity v that is v ×* Y v. */
    public void addHalfProductTo(MotionVector x, Force out) {
        double wx = 0.5 * x.rx;
        double wy = 0.5 * x.ry;
        double wz = 0.5 * x.rz;
        out.fx += wy * p2z - wz * p2y;
        out.fy += wz * p2x - wx * p2z;
        out.fz += wx * p2y - wy * p2x;
        out.nx += sum(dxx, wx, dxy, wy, dxz, wz);
        out.ny += sum(dyx, wx, dyy, wy, dyz, wz);
        out.nz += sum(dzx, wx, dzy, wy, dzz, wz);
    }

    /** (2B)ᵀ u, whose linear part is zero: angularOut = 2p × u + Dᵀμ for a motion (u, μ). */
    public void transposeProduct(MotionVector u, Vector angularOut) {
        angularOut.set(
                sum(p2y * u.lz - p2z * u.ly, dxx, u.rx, dyx, u.ry, dzx, u.rz),
                sum(p2z * u.lx - p2x * u.lz, dxy, u.rx, dyy, u.ry, dzy, u.rz),
                sum(p2x * u.ly - p2y * u.lx, dxz, u.rx, dyz, u.ry, dzz, u.rz));
    }

    /**
     * The derivative of (2B)ᵀu by the velocity in B, where this map was made with u in the place of the velocity:
     * angularOut = 2x × p − Dᵀχ for a change (x, χ) of the velocity.
     */
    public void velocityDerivative(MotionVector x, Vector angularOut) {
        angularOut.set(
                x.ly * p2z - x.lz * p2y - sum(dxx, x.rx, dyx, x.ry, dzx, x.rz),
                x.lz * p2x - x.lx * p2z - sum(dxy, x.rx, dyy, x.ry, dzy, x.rz),
                x.lx * p2y - x.ly * p2x - sum(dxz, x.rx, dyz, x.ry, dzz, x.rz));
    }
}
