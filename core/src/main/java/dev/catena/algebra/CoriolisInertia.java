package dev.catena.algebra;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

/**
 * How the forces of a body, or of a composite of bodies, answer to a change of its velocity, as a linear map of motions
 * to forces: 2B x = v ×* Y x + x ×* Y v − Y (v × x), [Carpentier]. About a fixed origin and in fixed axes it takes only
 * the angular part χ of x: force 2χ × p and moment Dχ, with the body's momentum p and D = −2(ω̂Σ + ŝv̂).
 */
public final class CoriolisInertia {
    /** p. */
    public double px;

    public double py;
    public double pz;

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
        px = 0;
        py = 0;
        pz = 0;
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
        px = fma(Y.mass, v.lx, v.ry * Y.sz - v.rz * Y.sy);
        py = fma(Y.mass, v.ly, v.rz * Y.sx - v.rx * Y.sz);
        pz = fma(Y.mass, v.lz, v.rx * Y.sy - v.ry * Y.sx);
        // 2Σ = tr(J) E − 2J
        double qxx = Y.jyy + Y.jzz - Y.jxx;
        double qyy = Y.jxx + Y.jzz - Y.jyy;
        double qzz = Y.jxx + Y.jyy - Y.jzz;
        double qxy = -2 * Y.jxy;
        double qxz = -2 * Y.jxz;
        double qyz = -2 * Y.jyz;
        // ŝv̂ = v sᵀ − (s·v) E
        double along = 2 * sum(Y.sx, v.lx, Y.sy, v.ly, Y.sz, v.lz);
        double sx = -2 * Y.sx;
        double sy = -2 * Y.sy;
        double sz = -2 * Y.sz;
        double wx = v.rx;
        double wy = v.ry;
        double wz = v.rz;
        setMatrix(
                fma(v.lx, sx, (wz * qxy - wy * qxz) + along),
                fma(v.lx, sy, wz * qyy - wy * qyz),
                fma(v.lx, sz, wz * qyz - wy * qzz),
                fma(v.ly, sx, wx * qxz - wz * qxx),
                fma(v.ly, sy, (wx * qyz - wz * qxy) + along),
                fma(v.ly, sz, wx * qzz - wz * qxz),
                fma(v.lz, sx, wy * qxx - wx * qxy),
                fma(v.lz, sy, wy * qxy - wx * qyy),
                fma(v.lz, sz, (wy * qxz - wx * qyz) + along));
    }

    public void add(CoriolisInertia b) {
        px += b.px;
        py += b.py;
        pz += b.pz;
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
        px += 0.5 * f.x;
        py += 0.5 * f.y;
        pz += 0.5 * f.z;
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
        out.fx += 2 * (x.ry * pz - x.rz * py);
        out.fy += 2 * (x.rz * px - x.rx * pz);
        out.fz += 2 * (x.rx * py - x.ry * px);
        out.nx += sum(dxx, x.rx, dxy, x.ry, dxz, x.rz);
        out.ny += sum(dyx, x.rx, dyy, x.ry, dyz, x.rz);
        out.nz += sum(dzx, x.rx, dzy, x.ry, dzz, x.rz);
    }

    /** out += B x; of the body's own velocity v that is v ×* Y v. */
    public void addHalfProductTo(MotionVector x, Force out) {
        out.fx += x.ry * pz - x.rz * py;
        out.fy += x.rz * px - x.rx * pz;
        out.fz += x.rx * py - x.ry * px;
        out.nx += 0.5 * sum(dxx, x.rx, dxy, x.ry, dxz, x.rz);
        out.ny += 0.5 * sum(dyx, x.rx, dyy, x.ry, dyz, x.rz);
        out.nz += 0.5 * sum(dzx, x.rx, dzy, x.ry, dzz, x.rz);
    }

    /** (2B)ᵀ u, whose linear part is zero: angularOut = 2p × u + Dᵀμ for a motion (u, μ). */
    public void transposeProduct(MotionVector u, Vector angularOut) {
        angularOut.set(
                sum(2 * (py * u.lz - pz * u.ly), dxx, u.rx, dyx, u.ry, dzx, u.rz),
                sum(2 * (pz * u.lx - px * u.lz), dxy, u.rx, dyy, u.ry, dzy, u.rz),
                sum(2 * (px * u.ly - py * u.lx), dxz, u.rx, dyz, u.ry, dzz, u.rz));
    }

    /**
     * The derivative of (2B)ᵀu by the velocity in B, where this map was made with u in the place of the velocity:
     * angularOut = 2x × p − Dᵀχ for a change (x, χ) of the velocity.
     */
    public void velocityDerivative(MotionVector x, Vector angularOut) {
        angularOut.set(
                fma(2, x.ly * pz - x.lz * py, -sum(dxx, x.rx, dyx, x.ry, dzx, x.rz)),
                fma(2, x.lz * px - x.lx * pz, -sum(dxy, x.rx, dyy, x.ry, dzy, x.rz)),
                fma(2, x.lx * py - x.ly * px, -sum(dxz, x.rx, dyz, x.ry, dzz, x.rz)));
    }
}
