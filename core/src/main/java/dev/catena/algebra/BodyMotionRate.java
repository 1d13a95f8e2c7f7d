package dev.catena.algebra;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

/** The rates γ', a', U' of the components of a body's {@link BodyMotion} in its own frame. */
public final class BodyMotionRate extends AccelerationField {
    /** γ'. */
    public double gx;

    public double gy;
    public double gz;

    public static BodyMotionRate[] array(int length) {
        BodyMotionRate[] rates = new BodyMotionRate[length];
        for (int i = 0; i < length; i++) {
            rates[i] = new BodyMotionRate();
        }
        return rates;
    }

    public void set(BodyMotion motion, Vector gammaRate, Vector aRate) {
        ax = aRate.x;
        ay = aRate.y;
        az = aRate.z;
        setAngular(motion, gammaRate.x, gammaRate.y, gammaRate.z);
    }

    /**
     * The rate for a child that turns about z: γ' = Rᵀγ' − θ̇z × h + (h − θ̇z × w) × θ̇z + w × θ̈z + θ⃛z with w = Rᵀω and
     * h = Rᵀγ of the parent, which are written here in ω and γ of the child itself; a' = RᵀA' − θ̇z × a with
     * A' = a' + U'p.
     */
    public void setTurning(
            Placement X, BodyMotionRate parent, BodyMotion motion, double rate, double acceleration, double jerk) {
        setAccelerationFromParent(X, parent);
        ax += rate * motion.ay;
        ay -= rate * motion.ax;
        double hx = sum(X.xx, parent.gx, X.yx, parent.gy, X.zx, parent.gz);
        double hy = sum(X.xy, parent.gx, X.yy, parent.gy, X.zy, parent.gz);
        double hz = sum(X.xz, parent.gx, X.yz, parent.gy, X.zz, parent.gz);
        setAngular(
                motion,
                hx + sum(rate, sum(2, motion.gy, rate, motion.wx), acceleration, motion.wy),
                hy - sum(rate, 2 * motion.gx - rate * motion.wy, acceleration, motion.wx),
                hz + jerk);
    }

    /**
     * The rate for a child that slides along z: γ' = Rᵀγ'; a' = RᵀA' + 2γ × ḋz + 2ω × d̈z + d⃛z with
     * A' = a' + U'p + U p', where p' = ḋ Rz, so that Rᵀ U p' = ḋ U z with U of the child.
     */
    public void setSliding(
            Placement X, BodyMotionRate parent, BodyMotion motion, double rate, double acceleration, double jerk) {
        setAccelerationFromParent(X, parent);
        ax += sum(rate, fma(2, motion.gy, motion.uxz), 2 * acceleration, motion.wy);
        ay += rate * fma(-2, motion.gx, motion.uyz) - 2 * acceleration * motion.wx;
        az += fma(rate, motion.uzz, jerk);
        setAngular(
                motion,
                sum(X.xx, parent.gx, X.yx, parent.gy, X.zx, parent.gz),
                sum(X.xy, parent.gx, X.yy, parent.gy, X.zy, parent.gz),
                sum(X.xz, parent.gx, X.yz, parent.gy, X.zz, parent.gz));
    }

    /** γ' and U' = γ̂' + γ̂ω̂ + ω̂γ̂ with γ̂ω̂ + ω̂γ̂ = γωᵀ + ωγᵀ − 2(ω·γ)E. */
    private void setAngular(BodyMotion m, double x, double y, double z) {
        gx = x;
        gy = y;
        gz = z;
        double xy = sum(m.wx, m.gy, m.wy, m.gx);
        double xz = sum(m.wx, m.gz, m.wz, m.gx);
        double yz = sum(m.wy, m.gz, m.wz, m.gy);
        double xSquare = 2 * m.wx * m.gx;
        double ySquare = 2 * m.wy * m.gy;
        double zSquare = 2 * m.wz * m.gz;
        uxx = -ySquare - zSquare;
        uyy = -xSquare - zSquare;
        uzz = -xSquare - ySquare;
        uxy = xy - z;
        uyx = xy + z;
        uxz = xz + y;
        uzx = xz - y;
        uyz = yz - x;
        uzy = yz + x;
    }
}
