package dev.catena.algebra;

/** A vector of three {@link Series}. */
public final class SeriesVector {
    public final Series x;
    public final Series y;
    public final Series z;

    public SeriesVector(int order) {
        x = new Series(order);
        y = new Series(order);
        z = new Series(order);
    }

    public static SeriesVector[] array(int length, int order) {
        SeriesVector[] all = new SeriesVector[length];
        for (int i = 0; i < length; i++) {
            all[i] = new SeriesVector(order);
        }
        return all;
    }

    public void setZero() {
        x.setZero();
        y.setZero();
        z.setZero();
    }

    public void setConstant(double vx, double vy, double vz) {
        x.setConstant(vx);
        y.setConstant(vy);
        z.setConstant(vz);
    }

    public void set(SeriesVector a) {
        x.set(a.x);
        y.set(a.y);
        z.set(a.z);
    }

    public void add(SeriesVector a) {
        addScaled(1, a);
    }

    public void addScaled(double factor, SeriesVector a) {
        x.addScaled(factor, a.x);
        y.addScaled(factor, a.y);
        z.addScaled(factor, a.z);
    }

    /** this += factor a × b; coefficients are loaded once for the two products that each is in. */
    public void addCross(double factor, SeriesVector a, SeriesVector b) {
        double[] ax = a.x.c;
        double[] ay = a.y.c;
        double[] az = a.z.c;
        double[] bx = b.x.c;
        double[] by = b.y.c;
        double[] bz = b.z.c;
        for (int k = 0; k < x.c.length; k++) {
            double yz = 0;
            double zy = 0;
            double zx = 0;
            double xz = 0;
            double xy = 0;
            double yx = 0;
            for (int j = 0; j <= k; j++) {
                double aX = ax[j];
                double aY = ay[j];
                double aZ = az[j];
                double bX = bx[k - j];
                double bY = by[k - j];
                double bZ = bz[k - j];
                yz += aY * bZ;
                zy += aZ * bY;
                zx += aZ * bX;
                xz += aX * bZ;
                xy += aX * bY;
                yx += aY * bX;
            }
            x.c[k] = x.c[k] + factor * yz - factor * zy;
            y.c[k] = y.c[k] + factor * zx - factor * xz;
            z.c[k] = z.c[k] + factor * xy - factor * yx;
        }
    }

    /** this = Rᵀ a with the constant rotation of a placement: from the parent's axes to the child's. */
    public void setInChild(Placement X, SeriesVector a) {
        for (int k = 0; k < x.c.length; k++) {
            double ax = a.x.c[k];
            double ay = a.y.c[k];
            double az = a.z.c[k];
            x.c[k] = X.xx * ax + X.yx * ay + X.zx * az;
            y.c[k] = X.xy * ax + X.yy * ay + X.zy * az;
            z.c[k] = X.xz * ax + X.yz * ay + X.zz * az;
        }
    }

    /** this += R a with the constant rotation of a placement: from the child's axes to the parent's. */
    public void addFromChild(Placement X, SeriesVector a) {
        for (int k = 0; k < x.c.length; k++) {
            double ax = a.x.c[k];
            double ay = a.y.c[k];
            double az = a.z.c[k];
            x.c[k] += X.xx * ax + X.xy * ay + X.xz * az;
            y.c[k] += X.yx * ax + X.yy * ay + X.yz * az;
            z.c[k] += X.zx * ax + X.zy * ay + X.zz * az;
        }
    }

    /** this = a turned about z: (c x − s y, s x + c y, z); a negative direction turns back. */
    public void setTurned(Series cosine, Series sine, double direction, SeriesVector a) {
        double[] cos = cosine.c;
        double[] sin = sine.c;
        double[] ax = a.x.c;
        double[] ay = a.y.c;
        for (int k = 0; k < x.c.length; k++) {
            double cx = 0;
            double sx = 0;
            double cy = 0;
            double sy = 0;
            for (int j = 0; j <= k; j++) {
                double c = cos[j];
                double s = sin[j];
                double aX = ax[k - j];
                double aY = ay[k - j];
                cx += c * aX;
                sx += s * aX;
                cy += c * aY;
                sy += s * aY;
            }
            x.c[k] = cx - direction * sy;
            y.c[k] = direction * sx + cy;
        }
        z.set(a.z);
    }

    /** this += J a with the inertia tensor about the origin. */
    public void addTensorTimes(Inertia body, SeriesVector a) {
        for (int k = 0; k < x.c.length; k++) {
            double ax = a.x.c[k];
            double ay = a.y.c[k];
            double az = a.z.c[k];
            x.c[k] += body.jxx * ax + body.jxy * ay + body.jxz * az;
            y.c[k] += body.jxy * ax + body.jyy * ay + body.jyz * az;
            z.c[k] += body.jxz * ax + body.jyz * ay + body.jzz * az;
        }
    }

    /** out = this · v for a constant v. */
    public void dot(Vector v, Series out) {
        for (int k = 0; k < out.c.length; k++) {
            out.c[k] = x.c[k] * v.x + y.c[k] * v.y + z.c[k] * v.z;
        }
    }
}
