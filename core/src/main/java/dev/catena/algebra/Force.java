package dev.catena.algebra;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

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
                fma(factor, a.fx, fx),
                fma(factor, a.fy, fy),
                fma(factor, a.fz, fz),
                fma(factor, a.nx, nx),
                fma(factor, a.ny, ny),
                fma(factor, a.nz, nz));
    }

    public void addMoment(Vector n) {
        nx += n.x;
        ny += n.y;
        nz += n.z;
    }

    /** this += X* child: R f and R n + p × R f, the child's wrench seen from the parent's origin. */
    public void addFromChild(Placement X, Force child) {
        double rx = sum(X.xx, child.fx, X.xy, child.fy, X.xz, child.fz);
        double ry = sum(X.yx, child.fx, X.yy, child.fy, X.yz, child.fz);
        double rz = sum(X.zx, child.fx, X.zy, child.fy, X.zz, child.fz);
        fx += rx;
        fy += ry;
        fz += rz;
        nx += sum(X.xx, child.nx, X.xy, child.ny, X.xz, child.nz) + (X.py * rz - X.pz * ry);
        ny += sum(X.yx, child.nx, X.yy, child.ny, X.yz, child.nz) + (X.pz * rx - X.px * rz);
        nz += sum(X.zx, child.nx, X.zy, child.ny, X.zz, child.nz) + (X.px * ry - X.py * rx);
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
                    fma(factor, more.fx, child.fx),
                    fma(factor, more.fy, child.fy),
                    fma(factor, more.fz, child.fz),
                    fma(factor, more.nx, child.nx),
                    fma(factor, more.ny, child.ny),
                    fma(factor, more.nz, child.nz));
        }
    }

    private void addFromChild(
            JointPlacement X, double cfx, double cfy, double cfz, double cnx, double cny, double cnz) {
        double c = X.cosine;
        double s = X.sine;
        // Tz(r), Rz(θ)
        double mx = fma(-X.shift, cfy, cnx);
        double my = fma(X.shift, cfx, cny);
        double hy = sum(s, cfx, c, cfy);
        double ky = sum(s, mx, c, my);
        // Rx(α), Tx(d)
        double ca = X.twistCosine;
        double sa = X.twistSine;
        double y = ca * hy - sa * cfz;
        double z = sum(sa, hy, ca, cfz);
        fx += c * cfx - s * cfy;
        fy += y;
        fz += z;
        nx += c * mx - s * my;
        ny += fma(-X.length, z, ca * ky - sa * cnz);
        nz += fma(X.length, y, sum(sa, ky, ca, cnz));
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
        double mx = fma(-X.shift, fy, nx);
        double my = fma(X.shift, fx, ny);
        double hx = c * fx - s * fy;
        double hy = sum(s, fx, c, fy);
        double ky = sum(s, mx, c, my);
        // Rx(α), Tx(d)
        double hz = sum(sa, hy, ca, fz);
        hy = ca * hy - sa * fz;
        set(hx, hy, hz, c * mx - s * my, fma(-X.length, hz, ca * ky - sa * nz), fma(X.length, hy, sum(sa, ky, ca, nz)));
    }

    /** this = X* (this + factor more). */
    public void moveToParent(JointPlacement X, double factor, Force more) {
        if (X.general != null) {
            addScaled(factor, more);
            moveToParent(X.general);
            return;
        }
        double gx = fma(factor, more.fx, fx);
        double gy = fma(factor, more.fy, fy);
        double gz = fma(factor, more.fz, fz);
        double kz = fma(factor, more.nz, nz);
        double c = X.cosine;
        double s = X.sine;
        double ca = X.twistCosine;
        double sa = X.twistSine;
        // Tz(r), Rz(θ)
        double mx = nx + (factor * more.nx - X.shift * gy);
        double my = fma(X.shift, gx, fma(factor, more.ny, ny));
        double hy = sum(s, gx, c, gy);
        double ky = sum(s, mx, c, my);
        // Rx(α), Tx(d)
        double y = ca * hy - sa * gz;
        double z = sum(sa, hy, ca, gz);
        set(
                c * gx - s * gy,
                y,
                z,
                c * mx - s * my,
                fma(-X.length, z, ca * ky - sa * kz),
                fma(X.length, y, sum(sa, ky, ca, kz)));
    }

    private void moveToParent(Placement X) {
        double rx = sum(X.xx, fx, X.xy, fy, X.xz, fz);
        double ry = sum(X.yx, fx, X.yy, fy, X.yz, fz);
        double rz = sum(X.zx, fx, X.zy, fy, X.zz, fz);
        set(
                rx,
                ry,
                rz,
                sum(X.xx, nx, X.xy, ny, X.xz, nz) + (X.py * rz - X.pz * ry),
                sum(X.yx, nx, X.yy, ny, X.yz, nz) + (X.pz * rx - X.px * rz),
                sum(X.zx, nx, X.zy, ny, X.zz, nz) + (X.px * ry - X.py * rx));
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
        nx = sum(B.xx, beyond.jxz, B.xy, beyond.jyz) + fma(B.xz, beyond.jzz, B.py * fz - B.pz * fy);
        ny = sum(B.yx, beyond.jxz, B.yy, beyond.jyz) + fma(B.yz, beyond.jzz, B.pz * fx - B.px * fz);
        nz = sum(B.zx, beyond.jxz, B.zy, beyond.jyz) + fma(B.zz, beyond.jzz, B.px * fy - B.py * fx);
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
                fx + (v.ry * f.fz - v.rz * f.fy),
                fy + (v.rz * f.fx - v.rx * f.fz),
                fz + (v.rx * f.fy - v.ry * f.fx),
                nx + (v.ly * f.fz - v.lz * f.fy) + (v.ry * f.nz - v.rz * f.ny),
                ny + (v.lz * f.fx - v.lx * f.fz) + (v.rz * f.nx - v.rx * f.nz),
                nz + (v.lx * f.fy - v.ly * f.fx) + (v.rx * f.ny - v.ry * f.nx));
    }

    /** The parent's wrench in the frame of a child placed at X: Rᵀf and Rᵀ(n − p × f). */
    public void setFromParent(Placement X, Force parent) {
        double mx = parent.nx - (X.py * parent.fz - X.pz * parent.fy);
        double my = parent.ny - (X.pz * parent.fx - X.px * parent.fz);
        double mz = parent.nz - (X.px * parent.fy - X.py * parent.fx);
        set(
                sum(X.xx, parent.fx, X.yx, parent.fy, X.zx, parent.fz),
                sum(X.xy, parent.fx, X.yy, parent.fy, X.zy, parent.fz),
                sum(X.xz, parent.fx, X.yz, parent.fy, X.zz, parent.fz),
                sum(X.xx, mx, X.yx, my, X.zx, mz),
                sum(X.xy, mx, X.yy, my, X.zy, mz),
                sum(X.xz, mx, X.yz, my, X.zz, mz));
    }

    /** this = rate + turning z × force: the rate of a force whose frame turns about z, in axes that do not. */
    public void setRateWhileTurning(Force rate, Force force, double turning) {
        set(
                fma(-turning, force.fy, rate.fx),
                fma(turning, force.fx, rate.fy),
                rate.fz,
                fma(-turning, force.ny, rate.nx),
                fma(turning, force.nx, rate.ny),
                rate.nz);
    }

    /** this = rate + (ḋz × f as moment): the rate of a force whose frame slides along z, about a point that does not. */
    public void setRateWhileSliding(Force rate, Force force, double sliding) {
        set(rate.fx, rate.fy, rate.fz, fma(-sliding, force.fy, rate.nx), fma(sliding, force.fx, rate.ny), rate.nz);
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
