package dev.catena.algebra;

/** A force f and a moment n about the origin of its frame. */
public final class Force {
    /** f. */
    public double fx;

    public double fy;
    public double fz;

    /** n. */
    public double nx;

    public double ny;
    public double nz;

    public static Force[] array(int length) {
        Force[] forces = new Force[length];
        for (int i = 0; i < length; i++) {
            forces[i] = new Force();
        }
        return forces;
    }

    public void setZero() {
        set(0, 0, 0, 0, 0, 0);
    }

    public void set(Force a) {
        set(a.fx, a.fy, a.fz, a.nx, a.ny, a.nz);
    }

    public void set(Vector f, Vector n) {
        set(f.x, f.y, f.z, n.x, n.y, n.z);
    }

    /** factor times the six numbers of an array, force first. */
    public void set(double[] wrench, double factor) {
        set(
                factor * wrench[0],
                factor * wrench[1],
                factor * wrench[2],
                factor * wrench[3],
                factor * wrench[4],
                factor * wrench[5]);
    }

    private void set(double nfx, double nfy, double nfz, double nnx, double nny, double nnz) {
        fx = nfx;
        fy = nfy;
        fz = nfz;
        nx = nnx;
        ny = nny;
        nz = nnz;
    }

    public void add(Force a) {
        set(fx + a.fx, fy + a.fy, fz + a.fz, nx + a.nx, ny + a.ny, nz + a.nz);
    }

    public void subtract(Force a) {
        set(fx - a.fx, fy - a.fy, fz - a.fz, nx - a.nx, ny - a.ny, nz - a.nz);
    }

    public void negate() {
        set(-fx, -fy, -fz, -nx, -ny, -nz);
    }

    public void addScaled(double factor, Force a) {
        set(
                fx + factor * a.fx,
                fy + factor * a.fy,
                fz + factor * a.fz,
                nx + factor * a.nx,
                ny + factor * a.ny,
                nz + factor * a.nz);
    }

    public void addMoment(Vector n) {
        nx += n.x;
        ny += n.y;
        nz += n.z;
    }

    /** this += X* child: R f and R n + p × R f, the child's wrench seen from the parent's origin. */
    public void addFromChild(Placement X, Force child) {
        double rx = X.xx * child.fx + X.xy * child.fy + X.xz * child.fz;
        double ry = X.yx * child.fx + X.yy * child.fy + X.yz * child.fz;
        double rz = X.zx * child.fx + X.zy * child.fy + X.zz * child.fz;
        fx += rx;
        fy += ry;
        fz += rz;
        nx += (X.xx * child.nx + X.xy * child.ny + X.xz * child.nz) + (X.py * rz - X.pz * ry);
        ny += (X.yx * child.nx + X.yy * child.ny + X.yz * child.nz) + (X.pz * rx - X.px * rz);
        nz += (X.zx * child.nx + X.zy * child.ny + X.zz * child.nz) + (X.px * ry - X.py * rx);
    }

    /** The same for a joint placement. */
    public void addFromChild(JointPlacement X, Force child) {
        if (X.general != null) {
            addFromChild(X.general, child);
        } else {
            addFromChild(X, child.fx, child.fy, child.fz, child.nx, child.ny, child.nz);
        }
    }

    /** this += X* (child + factor more); the child is used up. */
    public void addFromChild(JointPlacement X, Force child, double factor, Force more) {
        if (X.general != null) {
            child.addScaled(factor, more);
            addFromChild(X.general, child);
        } else {
            addFromChild(
                    X,
                    child.fx + factor * more.fx,
                    child.fy + factor * more.fy,
                    child.fz + factor * more.fz,
                    child.nx + factor * more.nx,
                    child.ny + factor * more.ny,
                    child.nz + factor * more.nz);
        }
    }

    private void addFromChild(
            JointPlacement X, double cfx, double cfy, double cfz, double cnx, double cny, double cnz) {
        double c = X.cosine;
        double s = X.sine;
        // Tz(r), Rz(θ)
        double mx = cnx - X.shift * cfy;
        double my = cny + X.shift * cfx;
        double hy = s * cfx + c * cfy;
        double ky = s * mx + c * my;
        // Rx(α), Tx(d)
        double ca = X.twistCosine;
        double sa = X.twistSine;
        double y = ca * hy - sa * cfz;
        double z = sa * hy + ca * cfz;
        fx += c * cfx - s * cfy;
        fy += y;
        fz += z;
        nx += c * mx - s * my;
        ny += (ca * ky - sa * cnz) - X.length * z;
        nz += (sa * ky + ca * cnz) + X.length * y;
    }

    /** this = X* this. */
    public void moveToParent(JointPlacement X) {
        if (X.general != null) {
            moveToParent(X.general);
            return;
        }
        double c = X.cosine;
        double s = X.sine;
        double ca = X.twistCosine;
        double sa = X.twistSine;
        // Tz(r), Rz(θ)
        double mx = nx - X.shift * fy;
        double my = ny + X.shift * fx;
        double hx = c * fx - s * fy;
        double hy = s * fx + c * fy;
        double ky = s * mx + c * my;
        // Rx(α), Tx(d)
        double hz = sa * hy + ca * fz;
        hy = ca * hy - sa * fz;
        set(hx, hy, hz, c * mx - s * my, (ca * ky - sa * nz) - X.length * hz, (sa * ky + ca * nz) + X.length * hy);
    }

    /** this = X* (this + factor more). */
    public void moveToParent(JointPlacement X, double factor, Force more) {
        if (X.general != null) {
            addScaled(factor, more);
            moveToParent(X.general);
            return;
        }
        double gx = fx + factor * more.fx;
        double gy = fy + factor * more.fy;
        double gz = fz + factor * more.fz;
        double kz = nz + factor * more.nz;
        double c = X.cosine;
        double s = X.sine;
        double ca = X.twistCosine;
        double sa = X.twistSine;
        // Tz(r), Rz(θ)
        double mx = nx + factor * more.nx - X.shift * gy;
        double my = ny + factor * more.ny + X.shift * gx;
        double hy = s * gx + c * gy;
        double ky = s * mx + c * my;
        // Rx(α), Tx(d)
        double y = ca * hy - sa * gz;
        double z = sa * hy + ca * gz;
        set(
                c * gx - s * gy,
                y,
                z,
                c * mx - s * my,
                (ca * ky - sa * kz) - X.length * z,
                (sa * ky + ca * kz) + X.length * y);
    }

    private void moveToParent(Placement X) {
        double rx = X.xx * fx + X.xy * fy + X.xz * fz;
        double ry = X.yx * fx + X.yy * fy + X.yz * fz;
        double rz = X.zx * fx + X.zy * fy + X.zz * fz;
        set(
                rx,
                ry,
                rz,
                (X.xx * nx + X.xy * ny + X.xz * nz) + (X.py * rz - X.pz * ry),
                (X.yx * nx + X.yy * ny + X.yz * nz) + (X.pz * rx - X.px * rz),
                (X.zx * nx + X.zy * ny + X.zz * nz) + (X.px * ry - X.py * rx));
    }

    /** What a unit acceleration of a joint takes from the inertia beyond it, in the joint frame. */
    public void setColumn(Inertia beyond, boolean turns) {
        if (turns) {
            set(-beyond.sy, beyond.sx, 0, beyond.jxz, beyond.jyz, beyond.jzz);
        } else {
            set(0, 0, beyond.mass, beyond.sy, -beyond.sx, 0);
        }
    }

    /** What of it drives a joint that turns about or slides along z. */
    public double alongAxis(boolean turns) {
        return turns ? nz : fz;
    }

    /**
     * What a unit acceleration of a revolute joint takes from the inertia beyond it, f = z × MS and n = J z, moved to the
     * frame in which the joint is placed at B.
     */
    public void setTurningColumn(Placement B, Inertia beyond) {
        double x = beyond.sx;
        double y = beyond.sy;
        fx = B.xy * x - B.xx * y;
        fy = B.yy * x - B.yx * y;
        fz = B.zy * x - B.zx * y;
        nx = (B.xx * beyond.jxz + B.xy * beyond.jyz) + (B.xz * beyond.jzz + (B.py * fz - B.pz * fy));
        ny = (B.yx * beyond.jxz + B.yy * beyond.jyz) + (B.yz * beyond.jzz + (B.pz * fx - B.px * fz));
        nz = (B.zx * beyond.jxz + B.zy * beyond.jyz) + (B.zz * beyond.jzz + (B.px * fy - B.py * fx));
    }

    /** The same for a prismatic joint: f = M z and n = MS × z. */
    public void setSlidingColumn(Placement B, Inertia beyond) {
        fx = beyond.mass * B.xz;
        fy = beyond.mass * B.yz;
        fz = beyond.mass * B.zz;
        nx = (B.xx * beyond.sy - B.xy * beyond.sx) + (B.py * fz - B.pz * fy);
        ny = (B.yx * beyond.sy - B.yy * beyond.sx) + (B.pz * fx - B.px * fz);
        nz = (B.zx * beyond.sy - B.zy * beyond.sx) + (B.px * fy - B.py * fx);
    }

    /** this += v ×* f, the rate of a force that is carried along with v: (ω × f, ω × n + v × f). */
    public void addCross(MotionVector v, Force f) {
        set(
                fx + v.ry * f.fz - v.rz * f.fy,
                fy + v.rz * f.fx - v.rx * f.fz,
                fz + v.rx * f.fy - v.ry * f.fx,
                nx + v.ry * f.nz - v.rz * f.ny + (v.ly * f.fz - v.lz * f.fy),
                ny + v.rz * f.nx - v.rx * f.nz + (v.lz * f.fx - v.lx * f.fz),
                nz + v.rx * f.ny - v.ry * f.nx + (v.lx * f.fy - v.ly * f.fx));
    }

    /** The parent's wrench in the frame of a child placed at X: Rᵀf and Rᵀ(n − p × f). */
    public void setFromParent(Placement X, Force parent) {
        double mx = parent.nx - (X.py * parent.fz - X.pz * parent.fy);
        double my = parent.ny - (X.pz * parent.fx - X.px * parent.fz);
        double mz = parent.nz - (X.px * parent.fy - X.py * parent.fx);
        set(
                X.xx * parent.fx + X.yx * parent.fy + X.zx * parent.fz,
                X.xy * parent.fx + X.yy * parent.fy + X.zy * parent.fz,
                X.xz * parent.fx + X.yz * parent.fy + X.zz * parent.fz,
                X.xx * mx + X.yx * my + X.zx * mz,
                X.xy * mx + X.yy * my + X.zy * mz,
                X.xz * mx + X.yz * my + X.zz * mz);
    }

    /** this = rate + turning z × force: the rate of a force whose frame turns about z, in axes that do not. */
    public void setRateWhileTurning(Force rate, Force force, double turning) {
        set(
                rate.fx - turning * force.fy,
                rate.fy + turning * force.fx,
                rate.fz,
                rate.nx - turning * force.ny,
                rate.ny + turning * force.nx,
                rate.nz);
    }

    /** this = rate + (ḋz × f as moment): the rate of a force whose frame slides along z, about a point that does not. */
    public void setRateWhileSliding(Force rate, Force force, double sliding) {
        set(rate.fx, rate.fy, rate.fz, rate.nx - sliding * force.fy, rate.ny + sliding * force.fx, rate.nz);
    }

    /** Force, then moment. */
    public void copyTo(double[] out) {
        copyTo(out, 0, 1);
    }

    /** The same into part of a row or, in steps of a row's length, a column of a matrix. */
    public void copyTo(double[] out, int at, int step) {
        out[at] = fx;
        out[at + step] = fy;
        out[at + 2 * step] = fz;
        out[at + 3 * step] = nx;
        out[at + 4 * step] = ny;
        out[at + 5 * step] = nz;
    }
}
