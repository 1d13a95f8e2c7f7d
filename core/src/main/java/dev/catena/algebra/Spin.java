package dev.catena.algebra;

/** The angular velocity ω of a body in its own frame. */
public final class Spin {
    public double wx;
    public double wy;
    public double wz;

    public static Spin[] array(int length) {
        Spin[] spins = new Spin[length];
        for (int i = 0; i < length; i++) {
            spins[i] = new Spin();
        }
        return spins;
    }

    public void set(double x, double y, double z) {
        wx = x;
        wy = y;
        wz = z;
    }

    public void set(Vector omega) {
        set(omega.x, omega.y, omega.z);
    }

    /**
     * The spin of a child that turns about z at X in its parent, ω = w + q̇z with w = Rᵀω, and the acceleration that
     * velocities alone give it, (Rᵀ(ω × (ω × p)), w × q̇z), [Khalil 34].
     */
    public void setTurning(Placement X, Spin parent, double rate, Acceleration velocityTermOut) {
        setCarried(X, parent, velocityTermOut);
        velocityTermOut.gx = wy * rate;
        velocityTermOut.gy = -wx * rate;
        wz += rate;
    }

    /** The same for a child that slides along z: ω = w and (Rᵀ(ω × (ω × p)) + 2w × q̇z, 0). */
    public void setSliding(Placement X, Spin parent, double rate, Acceleration velocityTermOut) {
        setCarried(X, parent, velocityTermOut);
        velocityTermOut.ax += 2 * wy * rate;
        velocityTermOut.ay -= 2 * wx * rate;
    }

    private void setCarried(Placement X, Spin parent, Acceleration velocityTermOut) {
        // ω × (ω × p) = ω (ω·p) − ω² p
        double along = parent.wx * X.px + parent.wy * X.py + parent.wz * X.pz;
        double square = parent.wx * parent.wx + parent.wy * parent.wy + parent.wz * parent.wz;
        double bx = parent.wx * along - square * X.px;
        double by = parent.wy * along - square * X.py;
        double bz = parent.wz * along - square * X.pz;
        velocityTermOut.set(
                X.xx * bx + X.yx * by + X.zx * bz,
                X.xy * bx + X.yy * by + X.zy * bz,
                X.xz * bx + X.yz * by + X.zz * bz,
                0,
                0,
                0);
        set(
                X.xx * parent.wx + X.yx * parent.wy + X.zx * parent.wz,
                X.xy * parent.wx + X.yy * parent.wy + X.zy * parent.wz,
                X.xz * parent.wx + X.yz * parent.wy + X.zz * parent.wz);
    }
}
