package dev.catena.algebra;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

/** Angular velocity ω, angular acceleration γ and acceleration field of a body, in its own frame. */
public final class BodyMotion extends AccelerationField {
    /** ω. */
    public double wx;

    public double wy;
    public double wz;

    /** γ = ω̇. */
    public double gx;

    public double gy;
    public double gz;

    public static BodyMotion[] array(int length) {
        BodyMotion[] motions = new BodyMotion[length];
        for (int i = 0; i < length; i++) {
            motions[i] = new BodyMotion();
        }
        return motions;
    }

    /** At rest but for the acceleration a. */
    public void setResting(Vector a) {
        set(0, 0, 0, 0, 0, 0, a);
    }

    public void set(Vector omega, Vector gamma, Vector a) {
        set(omega.x, omega.y, omega.z, gamma.x, gamma.y, gamma.z, a);
    }

    public void set(Spin w, MotionVector m) {
        ax = m.lx;
        ay = m.ly;
        az = m.lz;
        setAngular(w.wx, w.wy, w.wz, m.rx, m.ry, m.rz);
    }

    private void set(double nwx, double nwy, double nwz, double ngx, double ngy, double ngz, Vector a) {
        ax = a.x;
        ay = a.y;
        az = a.z;
        setAngular(nwx, nwy, nwz, ngx, ngy, ngz);
    }

    /**
     * The motion of a child that turns about z at X in its parent: ω = Rᵀω + θ̇z, γ = Rᵀγ + θ̈z + Rᵀω × θ̇z,
     * a = Rᵀ(a + U p), [Khalil 18–21]. The acceleration comes last: what is read after other numbers were written is not
     * fetched into registers before, which are too few for it.
     */
    public void setTurning(Placement X, BodyMotion parent, double rate, double acceleration) {
        double x = sum(X.xx, parent.wx, X.yx, parent.wy, X.zx, parent.wz);
        double y = sum(X.xy, parent.wx, X.yy, parent.wy, X.zy, parent.wz);
        double z = sum(X.xz, parent.wx, X.yz, parent.wy, X.zz, parent.wz);
        double hx = sum(X.xx, parent.gx, X.yx, parent.gy, X.zx, parent.gz);
        double hy = sum(X.xy, parent.gx, X.yy, parent.gy, X.zy, parent.gz);
        double hz = sum(X.xz, parent.gx, X.yz, parent.gy, X.zz, parent.gz);
        setAngular(x, y, z + rate, fma(y, rate, hx), fma(-x, rate, hy), hz + acceleration);
        setAccelerationFromParent(X, parent);
    }

    /**
     * The motion of a child that slides along z at X in its parent: ω = Rᵀω, γ = Rᵀγ,
     * a = Rᵀ(a + U p) + d̈z + 2ω × ḋz, [Khalil 18–21].
     */
    public void setSliding(Placement X, BodyMotion parent, double rate, double acceleration) {
        setTurning(X, parent, 0, 0);
        slide(rate, acceleration);
    }

    /** {@link #setTurning} by a joint placement. */
    public void setTurning(JointPlacement X, BodyMotion parent, double rate, double acceleration) {
        if (X.general != null) {
            setTurning(X.general, parent, rate, acceleration);
            return;
        }
        double ca = X.twistCosine;
        double sa = X.twistSine;
        double oy = sum(ca, parent.wy, sa, parent.wz);
        double py = sum(ca, parent.gy, sa, parent.gz);
        double c = X.cosine;
        double s = X.sine;
        double x = sum(c, parent.wx, s, oy);
        double y = c * oy - s * parent.wx;
        setAngular(
                x,
                y,
                rate + (ca * parent.wz - sa * parent.wy),
                sum(c, parent.gx, s, py, y, rate),
                fma(-x, rate, c * py - s * parent.gx),
                acceleration + (ca * parent.gz - sa * parent.gy));
        setAccelerationFromParent(X, parent);
    }

    /** {@link #setSliding} by a joint placement. */
    public void setSliding(JointPlacement X, BodyMotion parent, double rate, double acceleration) {
        setTurning(X, parent, 0, 0);
        slide(rate, acceleration);
    }

    private void slide(double rate, double acceleration) {
        ax += 2 * rate * wy;
        ay -= 2 * rate * wx;
        az += acceleration;
    }

    /** γ·z. */
    public double turningAbout(Vector z) {
        return sum(gx, z.x, gy, z.y, gz, z.z);
    }

    /** Adds an acceleration to the motion, at unchanged velocity. */
    public void accelerate(MotionVector more) {
        ax += more.lx;
        ay += more.ly;
        az += more.lz;
        setAngular(wx, wy, wz, gx + more.rx, gy + more.ry, gz + more.rz);
    }

    /** ω, γ and U = γ̂ + ω̂ω̂ with ω̂ω̂ = ωωᵀ − ω²E. */
    private void setAngular(double x, double y, double z, double hx, double hy, double hz) {
        wx = x;
        wy = y;
        wz = z;
        gx = hx;
        gy = hy;
        gz = hz;
        double xy = x * y;
        double xz = x * z;
        double yz = y * z;
        double xSquare = x * x;
        double ySquare = y * y;
        double zSquare = z * z;
        uxx = -ySquare - zSquare;
        uyy = -xSquare - zSquare;
        uzz = -xSquare - ySquare;
        uxy = xy - hz;
        uyx = xy + hz;
        uxz = xz + hy;
        uzx = xz - hy;
        uyz = yz - hx;
        uzy = yz + hx;
    }
}
