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

    /** For a body of inertia Y that moves with v and has the momentum Y v. */
    public void set(Inertia Y, Acceleration v, Force momentum) {
        px = momentum.fx;
        py = momentum.fy;
        pz = momentum.fz;
        // 2Σ = tr(J) E − 2J
        double qxx = Y.jyy + Y.jzz - Y.jxx;
        double qyy = Y.jxx + Y.jzz - Y.jyy;
        double qzz = Y.jxx + Y.jyy - Y.jzz;
        double qxy = -2 * Y.jxy;
        double qxz = -2 * Y.jxz;
        double qyz = -2 * Y.jyz;
        // ŝv̂ = v sᵀ − (s·v) E
        double along = 2 * (Y.sx * v.ax + Y.sy * v.ay + Y.sz * v.az);
        double sx = 2 * Y.sx;
        double sy = 2 * Y.sy;
        double sz = 2 * Y.sz;
        double wx = v.gx;
        double wy = v.gy;
        double wz = v.gz;
        setMatrix(
                wz * qxy - wy * qxz - v.ax * sx + along,
                wz * qyy - wy * qyz - v.ax * sy,
                wz * qyz - wy * qzz - v.ax * sz,
                wx * qxz - wz * qxx - v.ay * sx,
                wx * qyz - wz * qxy - v.ay * sy + along,
                wx * qzz - wz * qxz - v.ay * sz,
                wy * qxx - wx * qxy - v.az * sx,
                wy * qxy - wx * qyy - v.az * sy,
                wy * qxz - wx * qyz - v.az * sz + along);
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
    public void addProductTo(Acceleration x, Force out) {
        out.fx += 2 * (x.gy * pz - x.gz * py);
        out.fy += 2 * (x.gz * px - x.gx * pz);
        out.fz += 2 * (x.gx * py - x.gy * px);
        out.nx += dxx * x.gx + dxy * x.gy + dxz * x.gz;
        out.ny += dyx * x.gx + dyy * x.gy + dyz * x.gz;
        out.nz += dzx * x.gx + dzy * x.gy + dzz * x.gz;
    }

    /** (2B)ᵀ u, whose linear part is zero: angularOut = 2p × u + Dᵀμ for a motion (u, μ). */
    public void transposeProduct(Acceleration u, Vector angularOut) {
        angularOut.set(
                2 * (py * u.az - pz * u.ay) + dxx * u.gx + dyx * u.gy + dzx * u.gz,
                2 * (pz * u.ax - px * u.az) + dxy * u.gx + dyy * u.gy + dzy * u.gz,
                2 * (px * u.ay - py * u.ax) + dxz * u.gx + dyz * u.gy + dzz * u.gz);
    }

    /**
     * The derivative of (2B)ᵀu by the velocity in B, where this map was made with u in the place of the velocity:
     * angularOut = 2x × p − Dᵀχ for a change (x, χ) of the velocity.
     */
    public void velocityDerivative(Acceleration x, Vector angularOut) {
        angularOut.set(
                2 * (x.ay * pz - x.az * py) - (dxx * x.gx + dyx * x.gy + dzx * x.gz),
                2 * (x.az * px - x.ax * pz) - (dxy * x.gx + dyy * x.gy + dzy * x.gz),
                2 * (x.ax * py - x.ay * px) - (dxz * x.gx + dyz * x.gy + dzz * x.gz));
    }
}
