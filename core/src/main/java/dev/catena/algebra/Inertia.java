package dev.catena.algebra;

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

    /**
     * The wrench that an acceleration field takes: F = M a + U MS and N = ∫ r × U r dm + MS × a, [Khalil 20–23]. It is
     * linear in the field, so that rates map to rates.
     */
    public void wrench(AccelerationField m, Force out) {
        out.fx = mass * m.ax + (m.uxx * sx + m.uxy * sy + m.uxz * sz);
        out.fy = mass * m.ay + (m.uyx * sx + m.uyy * sy + m.uyz * sz);
        out.fz = mass * m.az + (m.uzx * sx + m.uzy * sy + m.uzz * sz);
        // Σ has the off-diagonal entries of −J
        out.nx = (m.uzy * qyy - m.uyz * qzz)
                + (m.uyx * jxz - m.uzx * jxy)
                + (m.uyy - m.uzz) * jyz
                + (sy * m.az - sz * m.ay);
        out.ny = (m.uxz * qzz - m.uzx * qxx)
                + (m.uzy * jxy - m.uxy * jyz)
                + (m.uzz - m.uxx) * jxz
                + (sz * m.ax - sx * m.az);
        out.nz = (m.uyx * qxx - m.uxy * qyy)
                + (m.uxz * jyz - m.uyz * jxz)
                + (m.uxx - m.uyy) * jxy
                + (sx * m.ay - sy * m.ax);
    }

    /** Momentum: M v + ω × MS, and about the origin J ω + MS × v. */
    public void momentum(Vector v, Vector omega, Vector linearOut, Vector angularOut) {
        linearOut.set(
                mass * v.x + (omega.y * sz - omega.z * sy),
                mass * v.y + (omega.z * sx - omega.x * sz),
                mass * v.z + (omega.x * sy - omega.y * sx));
        angularOut.set(
                jxx * omega.x + jxy * omega.y + jxz * omega.z + (sy * v.z - sz * v.y),
                jxy * omega.x + jyy * omega.y + jyz * omega.z + (sz * v.x - sx * v.z),
                jxz * omega.x + jyz * omega.y + jzz * omega.z + (sx * v.y - sy * v.x));
    }
}
