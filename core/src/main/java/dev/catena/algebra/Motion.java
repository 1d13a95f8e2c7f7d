package dev.catena.algebra;

/** Angular velocity ω, angular acceleration γ and acceleration field of a body, in its own frame. */
public final class Motion extends AccelerationField {
    /** ω. */
    public double wx;

    public double wy;
    public double wz;

    /** γ = ω̇. */
    public double gx;

    public double gy;
    public double gz;

    public static Motion[] array(int length) {
        Motion[] motions = new Motion[length];
        for (int i = 0; i < length; i++) {
            motions[i] = new Motion();
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

    public void set(Spin w, Acceleration m) {
        wx = w.wx;
        wy = w.wy;
        wz = w.wz;
        gx = m.gx;
        gy = m.gy;
        gz = m.gz;
        ax = m.ax;
        ay = m.ay;
        az = m.az;
        setOperator();
    }

    private void set(double nwx, double nwy, double nwz, double ngx, double ngy, double ngz, Vector a) {
        wx = nwx;
        wy = nwy;
        wz = nwz;
        gx = ngx;
        gy = ngy;
        gz = ngz;
        ax = a.x;
        ay = a.y;
        az = a.z;
        setOperator();
    }

    /**
     * The motion of a child that turns about z at X in its parent: ω = Rᵀω + θ̇z, γ = Rᵀγ + θ̈z + Rᵀω × θ̇z,
     * a = Rᵀ(a + U p), [Khalil 18–21].
     */
    public void setTurning(Placement X, Motion parent, double rate, double acceleration) {
        setCarried(X, parent);
        gx += wy * rate;
        gy -= wx * rate;
        gz += acceleration;
        wz += rate;
        setOperator();
    }

    /**
     * The motion of a child that slides along z at X in its parent: ω = Rᵀω, γ = Rᵀγ,
     * a = Rᵀ(a + U p) + d̈z + 2ω × ḋz, [Khalil 18–21].
     */
    public void setSliding(Placement X, Motion parent, double rate, double acceleration) {
        setCarried(X, parent);
        ax += 2 * rate * wy;
        ay -= 2 * rate * wx;
        az += acceleration;
        setOperator();
    }

    /** The parent's motion as a child rigidly placed at X would have it; U is left alone. */
    private void setCarried(Placement X, Motion parent) {
        wx = X.xx * parent.wx + X.yx * parent.wy + X.zx * parent.wz;
        wy = X.xy * parent.wx + X.yy * parent.wy + X.zy * parent.wz;
        wz = X.xz * parent.wx + X.yz * parent.wy + X.zz * parent.wz;
        gx = X.xx * parent.gx + X.yx * parent.gy + X.zx * parent.gz;
        gy = X.xy * parent.gx + X.yy * parent.gy + X.zy * parent.gz;
        gz = X.xz * parent.gx + X.yz * parent.gy + X.zz * parent.gz;
        setAccelerationFromParent(X, parent);
    }

    /** U = γ̂ + ω̂ω̂ with ω̂ω̂ = ωωᵀ − ω²E. */
    private void setOperator() {
        double xy = wx * wy;
        double xz = wx * wz;
        double yz = wy * wz;
        double xSquare = wx * wx;
        double ySquare = wy * wy;
        double zSquare = wz * wz;
        uxx = -ySquare - zSquare;
        uyy = -xSquare - zSquare;
        uzz = -xSquare - ySquare;
        uxy = xy - gz;
        uyx = xy + gz;
        uxz = xz + gy;
        uzx = xz - gy;
        uyz = yz - gx;
        uzy = yz + gx;
    }
}
