package dev.catena.algebra;

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
        px = Y.mass * v.lx + (v.ry * Y.sz - v.rz * Y.sy);
        py = Y.mass * v.ly + (v.rz * Y.sx - v.rx * Y.sz);
        pz = Y.mass * v.lz + (v.rx * Y.sy - v.ry * Y.sx);
        // 2Σ = tr(J) E − 2J
        double qxx = Y.jyy + Y.jzz - Y.jxx;
        double qyy = Y.jxx + Y.jzz - Y.jyy;
        double qzz = Y.jxx + Y.jyy - Y.jzz;
        double qxy = -2 * Y.jxy;
        double qxz = -2 * Y.jxz;
        double qyz = -2 * Y.jyz;
        // ŝv̂ = v sᵀ − (s·v) E
        double along = 2 * (Y.sx * v.lx + Y.sy * v.ly + Y.sz * v.lz);
        double sx = 2 * Y.sx;
        double sy = 2 * Y.sy;
        double sz = 2 * Y.sz;
        double wx = v.rx;
        double wy = v.ry;
        double wz = v.rz;
        setMatrix(
                wz * qxy - wy * qxz - v.lx * sx + along,
                wz * qyy - wy * qyz - v.lx * sy,
                wz * qyz - wy * qzz - v.lx * sz,
                wx * qxz - wz * qxx - v.ly * sx,
                wx * qyz - wz * qxy - v.ly * sy + along,
                wx * qzz - wz * qxz - v.ly * sz,
                wy * qxx - wx * qxy - v.lz * sx,
                wy * qxy - wx * qyy - v.lz * sy,
                wy * qxz - wx * qyz - v.lz * sz + along);
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
        double along = r.x * f.x + r.y * f.y + r.z * f.z;
        dxx += along - f.x * r.x;
        dxy -= f.x * r.y;
        dxz -= f.x * r.z;
        dyx -= f.y * r.x;
        dyy += along - f.y * r.y;
        dyz -= f.y * r.z;
        dzx -= f.z * r.x;
        dzy -= f.z * r.y;
        dzz += along - f.z * r.z;
    }

    /** out += 2B x. */
    public void addProductTo(MotionVector x, Force out) {
        out.fx += 2 * (x.ry * pz - x.rz * py);
        out.fy += 2 * (x.rz * px - x.rx * pz);
        out.fz += 2 * (x.rx * py - x.ry * px);
        out.nx += dxx * x.rx + dxy * x.ry + dxz * x.rz;
        out.ny += dyx * x.rx + dyy * x.ry + dyz * x.rz;
        out.nz += dzx * x.rx + dzy * x.ry + dzz * x.rz;
    }

    /** out += B x; of the body's own velocity v that is v ×* Y v. */
    public void addHalfProductTo(MotionVector x, Force out) {
        out.fx += x.ry * pz - x.rz * py;
        out.fy += x.rz * px - x.rx * pz;
        out.fz += x.rx * py - x.ry * px;
        out.nx += 0.5 * (dxx * x.rx + dxy * x.ry + dxz * x.rz);
        out.ny += 0.5 * (dyx * x.rx + dyy * x.ry + dyz * x.rz);
        out.nz += 0.5 * (dzx * x.rx + dzy * x.ry + dzz * x.rz);
    }

    /** (2B)ᵀ u, whose linear part is zero: angularOut = 2p × u + Dᵀμ for a motion (u, μ). */
    public void transposeProduct(MotionVector u, Vector angularOut) {
        angularOut.set(
                2 * (py * u.lz - pz * u.ly) + dxx * u.rx + dyx * u.ry + dzx * u.rz,
                2 * (pz * u.lx - px * u.lz) + dxy * u.rx + dyy * u.ry + dzy * u.rz,
                2 * (px * u.ly - py * u.lx) + dxz * u.rx + dyz * u.ry + dzz * u.rz);
    }

    /**
     * The derivative of (2B)ᵀu by the velocity in B, where this map was made with u in the place of the velocity:
     * angularOut = 2x × p − Dᵀχ for a change (x, χ) of the velocity.
     */
    public void velocityDerivative(MotionVector x, Vector angularOut) {
        angularOut.set(
                2 * (x.ly * pz - x.lz * py) - (dxx * x.rx + dyx * x.ry + dzx * x.rz),
                2 * (x.lz * px - x.lx * pz) - (dxy * x.rx + dyy * x.ry + dzy * x.rz),
                2 * (x.lx * py - x.ly * px) - (dxz * x.rx + dyz * x.ry + dzz * x.rz));
    }
}
