package dev.catena.algebra;

/** Three coordinates that change in place. */
public final class Vector {
    public double x;
    public double y;
    public double z;

    /** An array of zero vectors. */
    public static Vector[] array(int length) {
        Vector[] vectors = new Vector[length];
        for (int i = 0; i < length; i++) {
            vectors[i] = new Vector();
        }
        return vectors;
    }

    public void set(double newX, double newY, double newZ) {
        x = newX;
        y = newY;
        z = newZ;
    }

    public void set(Vector v) {
        set(v.x, v.y, v.z);
    }

    public void setZero() {
        set(0, 0, 0);
    }

    public void setScaled(double factor, Vector v) {
        set(factor * v.x, factor * v.y, factor * v.z);
    }

    public void add(Vector v) {
        x += v.x;
        y += v.y;
        z += v.z;
    }

    public void subtract(Vector v) {
        x -= v.x;
        y -= v.y;
        z -= v.z;
    }

    public void addScaled(double factor, Vector v) {
        x += factor * v.x;
        y += factor * v.y;
        z += factor * v.z;
    }

    /** this = a × b. */
    public void setCross(Vector a, Vector b) {
        set(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
    }

    /** this += a × b. */
    public void addCross(Vector a, Vector b) {
        set(x + (a.y * b.z - a.z * b.y), y + (a.z * b.x - a.x * b.z), z + (a.x * b.y - a.y * b.x));
    }

    /** this −= a × b. */
    public void subtractCross(Vector a, Vector b) {
        set(x - (a.y * b.z - a.z * b.y), y - (a.z * b.x - a.x * b.z), z - (a.x * b.y - a.y * b.x));
    }

    /** this = rate · axis + momentum · ω × axis: the rate of an angular momentum along an axis fixed in a body. */
    public void setSpinRate(BodyMotion body, Vector axis, double momentum, double rate) {
        set(
                rate * axis.x + momentum * (body.wy * axis.z - body.wz * axis.y),
                rate * axis.y + momentum * (body.wz * axis.x - body.wx * axis.z),
                rate * axis.z + momentum * (body.wx * axis.y - body.wy * axis.x));
    }

    public double dot(Vector v) {
        return x * v.x + y * v.y + z * v.z;
    }

    /** this = R v: child axes to parent axes. */
    public void setFromChild(Placement X, Vector v) {
        set(
                X.xx * v.x + X.xy * v.y + X.xz * v.z,
                X.yx * v.x + X.yy * v.y + X.yz * v.z,
                X.zx * v.x + X.zy * v.y + X.zz * v.z);
    }

    /** this = Rᵀ v: parent axes to child axes. */
    public void setFromParent(Placement X, Vector v) {
        set(
                X.xx * v.x + X.yx * v.y + X.zx * v.z,
                X.xy * v.x + X.yy * v.y + X.zy * v.z,
                X.xz * v.x + X.yz * v.y + X.zz * v.z);
    }

    /** The same for a joint placement. */
    public void setFromParent(JointPlacement X, Vector v) {
        if (X.general != null) {
            setFromParent(X.general, v);
            return;
        }
        double y = X.twistCosine * v.y + X.twistSine * v.z;
        double z = X.twistCosine * v.z - X.twistSine * v.y;
        set(X.cosine * v.x + X.sine * y, X.cosine * y - X.sine * v.x, z);
    }

    /** this = R v + p: a point of the child seen from the parent. */
    public void setPointFromChild(Placement X, Vector v) {
        setFromChild(X, v);
        set(x + X.px, y + X.py, z + X.pz);
    }

    public void copyTo(double[] out, int offset) {
        out[offset] = x;
        out[offset + 1] = y;
        out[offset + 2] = z;
    }
}
