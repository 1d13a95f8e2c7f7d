package dev.catena.algebra;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

/**
 * The inertia of a body that turns about z, without the part that may as well lie on the axis: no mass, no MS along z, no
 * Σzz. Seven numbers are left of ten.
 */
public final class OffAxisInertia {
    /** MS. */
    private double sx;

    private double sy;

    /** Σ has the off-diagonal entries of −J. */
    private double qxx;

    private double qyy;
    private double jxy;
    private double jxz;
    private double jyz;

    public static OffAxisInertia[] array(int length) {
        OffAxisInertia[] inertias = new OffAxisInertia[length];
        for (int i = 0; i < length; i++) {
            inertias[i] = new OffAxisInertia();
        }
        return inertias;
    }

    /** What {@link Inertia#setOnAxis} leaves. */
    public void set(Inertia a) {
        sx = a.sx;
        sy = a.sy;
        qxx = 0.5 * (a.jyy + a.jzz - a.jxx);
        qyy = 0.5 * (a.jxx + a.jzz - a.jyy);
        jxy = a.jxy;
        jxz = a.jxz;
        jyz = a.jyz;
    }

    /** As {@link Inertia#wrench}: F = U MS and N = ∫ r × U r dm + MS × a. */
    public void wrench(AccelerationField m, Force out) {
        out.fx = sum(m.uxx, sx, m.uxy, sy);
        out.fy = sum(m.uyx, sx, m.uyy, sy);
        out.fz = sum(m.uzx, sx, m.uzy, sy);
        out.nx = sum(m.uzy, qyy, m.uyy - m.uzz, jyz, sy, m.az) + (m.uyx * jxz - m.uzx * jxy);
        out.ny = sum(-m.uzx, qxx, m.uzz - m.uxx, jxz, -sx, m.az) + (m.uzy * jxy - m.uxy * jyz);
        out.nz = (m.uyx * qxx - m.uxy * qyy)
                + (m.uxz * jyz - m.uyz * jxz)
                + fma(m.uxx - m.uyy, jxy, sx * m.ay - sy * m.ax);
    }
}
