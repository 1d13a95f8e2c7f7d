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

    /** M c. */
    public final Vector firstMoment = new Vector();

    public double jxx;
    public double jxy;
    public double jxz;
    public double jyy;
    public double jyz;
    public double jzz;

    private double sxx;
    private double syy;
    private double szz;

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
        firstMoment.set(momentX, momentY, momentZ);
        jxx = xx;
        jxy = xy;
        jxz = xz;
        jyy = yy;
        jyz = yz;
        jzz = zz;
        sxx = 0.5 * (yy + zz - xx);
        syy = 0.5 * (xx + zz - yy);
        szz = 0.5 * (xx + yy - zz);
    }

    /**
     * The wrench that gives the body the acceleration a of its origin and the field U around it:
     * F = M a + U MS and N = ∫ r × U r dm + MS × a, [Khalil 20–23]. Linear in (a, U), so rates map to rates.
     */
    public void wrench(Vector a, PointOperator U, Vector forceOut, Vector momentOut) {
        double sx = firstMoment.x;
        double sy = firstMoment.y;
        double sz = firstMoment.z;
        forceOut.x = mass * a.x + (U.xx * sx + U.xy * sy + U.xz * sz);
        forceOut.y = mass * a.y + (U.yx * sx + U.yy * sy + U.yz * sz);
        forceOut.z = mass * a.z + (U.zx * sx + U.zy * sy + U.zz * sz);
        // Σ has the off-diagonal entries of −J
        momentOut.x =
                (U.zy * syy - U.yz * szz) + (U.yx * jxz - U.zx * jxy) + (U.yy - U.zz) * jyz + (sy * a.z - sz * a.y);
        momentOut.y =
                (U.xz * szz - U.zx * sxx) + (U.zy * jxy - U.xy * jyz) + (U.zz - U.xx) * jxz + (sz * a.x - sx * a.z);
        momentOut.z =
                (U.yx * sxx - U.xy * syy) + (U.xz * jyz - U.yz * jxz) + (U.xx - U.yy) * jxy + (sx * a.y - sy * a.x);
    }

    /** Momentum: force-like part M v + ω × MS and moment-like part J ω + MS × v, about the origin. */
    public void momentum(Vector v, Vector omega, Vector linearOut, Vector angularOut) {
        linearOut.setScaled(mass, v);
        linearOut.addCross(omega, firstMoment);
        angularOut.set(
                jxx * omega.x + jxy * omega.y + jxz * omega.z,
                jxy * omega.x + jyy * omega.y + jyz * omega.z,
                jxz * omega.x + jyz * omega.y + jzz * omega.z);
        angularOut.addCross(firstMoment, v);
    }
}
