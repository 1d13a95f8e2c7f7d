package dev.catena.model;

import java.util.Locale;

/**
 * A rotation matrix: {@code parent = R · child}. Entry {@code yx} is in row y, column x; the columns are the child's
 * axes seen from the parent.
 */
public record Rotation(
        double xx, double xy, double xz, double yx, double yy, double yz, double zx, double zy, double zz) {

    public static final Rotation IDENTITY = new Rotation(1, 0, 0, 0, 1, 0, 0, 0, 1);

    /** How far the columns of a given matrix may be from orthonormal. */
    public static final double ORTHONORMALITY_TOLERANCE = 1e-6;

    /** Columns this near to orthonormal are so but for rounding. */
    static final double ROUNDING = 1e-14;

    /** From the tolerance to rounding; each step squares the error. */
    private static final int NEWTON_STEPS = 3;

    public static Rotation aboutX(double angle) {
        double c = Math.cos(angle);
        double s = Math.sin(angle);
        return new Rotation(1, 0, 0, 0, c, -s, 0, s, c);
    }

    public static Rotation aboutY(double angle) {
        double c = Math.cos(angle);
        double s = Math.sin(angle);
        return new Rotation(c, 0, s, 0, 1, 0, -s, 0, c);
    }

    public static Rotation aboutZ(double angle) {
        double c = Math.cos(angle);
        double s = Math.sin(angle);
        return new Rotation(c, -s, 0, s, c, 0, 0, 0, 1);
    }

    /** Rotation about an axis of any length but zero. */
    public static Rotation about(Vector3 axis, double angle) {
        Vector3 u = axis.normalized();
        double c = Math.cos(angle);
        double s = Math.sin(angle);
        double v = 1 - c;
        return new Rotation(
                u.x() * u.x() * v + c,
                u.x() * u.y() * v - u.z() * s,
                u.x() * u.z() * v + u.y() * s,
                u.y() * u.x() * v + u.z() * s,
                u.y() * u.y() * v + c,
                u.y() * u.z() * v - u.x() * s,
                u.z() * u.x() * v - u.y() * s,
                u.z() * u.y() * v + u.x() * s,
                u.z() * u.z() * v + c);
    }

    /** Roll about x, then pitch about y, then yaw about z, all axes fixed: the convention of URDF. */
    public static Rotation fromRollPitchYaw(double roll, double pitch, double yaw) {
        return aboutZ(yaw).times(aboutY(pitch)).times(aboutX(roll));
    }

    /** From a quaternion, which is normalized first. */
    public static Rotation fromQuaternion(double x, double y, double z, double w) {
        double n = x * x + y * y + z * z + w * w;
        if (!(n > 0x1p-900 && n < 0x1p900)) {
            return fromFarQuaternion(x, y, z, w);
        }
        double s = 2 / n;
        return new Rotation(
                1 - s * (y * y + z * z),
                s * (x * y - z * w),
                s * (x * z + y * w),
                s * (x * y + z * w),
                1 - s * (x * x + z * z),
                s * (y * z - x * w),
                s * (x * z - y * w),
                s * (y * z + x * w),
                1 - s * (x * x + y * y));
    }

    /** Squares are beyond the range of numbers, or have lost digits: the quaternion is scaled by a power of two. */
    private static Rotation fromFarQuaternion(double x, double y, double z, double w) {
        double largest = Math.max(Math.max(Math.abs(x), Math.abs(y)), Math.max(Math.abs(z), Math.abs(w)));
        if (largest == 0) {
            throw new IllegalArgumentException("the quaternion is zero, so it names no rotation");
        }
        if (!Double.isFinite(largest)) {
            throw new IllegalArgumentException(
                    "the quaternion (%s, %s, %s, %s) is not finite, so it names no rotation".formatted(x, y, z, w));
        }
        double scale = Math.scalb(1.0, -Math.getExponent(largest));
        return fromQuaternion(x * scale, y * scale, z * scale, w * scale);
    }

    /**
     * From nine numbers, row by row; they must form a right-handed orthonormal matrix but for {@link
     * #ORTHONORMALITY_TOLERANCE}. It is the rotation nearest to them.
     */
    public static Rotation fromMatrix(double... rowMajor) {
        if (rowMajor.length != 9) {
            throw new IllegalArgumentException(
                    "a rotation matrix has 9 entries, but %s were given".formatted(rowMajor.length));
        }
        double[] m = rowMajor;
        Rotation r = new Rotation(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]);
        double error = r.orthonormalityError();
        if (!(error <= ORTHONORMALITY_TOLERANCE)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the matrix is no rotation: its columns miss a right-handed orthonormal frame by %.3g",
                    error));
        }
        return error <= ROUNDING ? r : r.nearest();
    }

    /** How far the columns are from a right-handed orthonormal frame. */
    double orthonormalityError() {
        return axisX().cross(axisY()).minus(axisZ()).norm()
                + Math.abs(axisX().dot(axisY()))
                + Math.abs(axisX().norm() - 1)
                + Math.abs(axisY().norm() - 1);
    }

    /** The rotation nearest to a matrix that is almost one, by Newton's iteration R ← (R + R⁻ᵀ)/2. */
    private Rotation nearest() {
        Vector3 x = axisX();
        Vector3 y = axisY();
        Vector3 z = axisZ();
        for (int i = 0; i < NEWTON_STEPS; i++) {
            Vector3 yz = y.cross(z);
            double half = 0.5 / x.dot(yz);
            Vector3 zx = z.cross(x);
            Vector3 xy = x.cross(y);
            x = x.times(0.5).plus(yz.times(half));
            y = y.times(0.5).plus(zx.times(half));
            z = z.times(0.5).plus(xy.times(half));
        }
        return new Rotation(x.x(), y.x(), z.x(), x.y(), y.y(), z.y(), x.z(), y.z(), z.z());
    }

    /** Some rotation whose z axis is the given direction; the identity for the z axis itself. */
    public static Rotation withAxisZ(Vector3 direction) {
        Vector3 z = direction.normalized();
        if (z.x() == 0 && z.y() == 0) {
            return z.z() < 0 ? aboutXByPi() : IDENTITY;
        }
        Vector3 x = Math.abs(z.x()) < 0.7 ? Vector3.X : Vector3.Y;
        x = x.minus(z.times(x.dot(z))).normalized();
        Vector3 y = z.cross(x);
        return new Rotation(x.x(), y.x(), z.x(), x.y(), y.y(), z.y(), x.z(), y.z(), z.z());
    }

    private static Rotation aboutXByPi() {
        return new Rotation(1, 0, 0, 0, -1, 0, 0, 0, -1);
    }

    public Vector3 axisX() {
        return new Vector3(xx, yx, zx);
    }

    public Vector3 axisY() {
        return new Vector3(xy, yy, zy);
    }

    public Vector3 axisZ() {
        return new Vector3(xz, yz, zz);
    }

    public Rotation times(Rotation b) {
        return new Rotation(
                xx * b.xx + xy * b.yx + xz * b.zx,
                xx * b.xy + xy * b.yy + xz * b.zy,
                xx * b.xz + xy * b.yz + xz * b.zz,
                yx * b.xx + yy * b.yx + yz * b.zx,
                yx * b.xy + yy * b.yy + yz * b.zy,
                yx * b.xz + yy * b.yz + yz * b.zz,
                zx * b.xx + zy * b.yx + zz * b.zx,
                zx * b.xy + zy * b.yy + zz * b.zy,
                zx * b.xz + zy * b.yz + zz * b.zz);
    }

    /** Child coordinates to parent coordinates. */
    public Vector3 apply(Vector3 v) {
        return new Vector3(
                xx * v.x() + xy * v.y() + xz * v.z(),
                yx * v.x() + yy * v.y() + yz * v.z(),
                zx * v.x() + zy * v.y() + zz * v.z());
    }

    public Rotation inverse() {
        return new Rotation(xx, yx, zx, xy, yy, zy, xz, yz, zz);
    }

    /** The nine entries, row by row. */
    public double[] toArray() {
        return new double[] {xx, xy, xz, yx, yy, yz, zx, zy, zz};
    }

    /** Roll, pitch and yaw about fixed axes, pitch in [−π/2, π/2]; at the poles they are not unique. */
    public Vector3 toRollPitchYaw() {
        double roll = Math.atan2(zy, zz);
        double pitch = Math.atan2(-zx, Math.hypot(zy, zz));
        // near the poles the roll is lost in rounding; the yaw taken from R Rx(−roll) makes up for it
        double c = Math.cos(roll);
        double s = Math.sin(roll);
        return new Vector3(roll, pitch, Math.atan2(s * xz - c * xy, c * yy - s * yz));
    }

    /** The unit quaternion x, y, z, w with w ≥ 0. */
    public double[] toQuaternion() {
        // the largest of the four components is at least one half: divide by that one
        double[] square = {1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz};
        int largest = 0;
        for (int i = 1; i < 4; i++) {
            if (square[i] > square[largest]) {
                largest = i;
            }
        }
        double[] q = {zy - yz, xz - zx, yx - xy, 0};
        switch (largest) {
            case 0 -> q = new double[] {square[0], xy + yx, xz + zx, zy - yz};
            case 1 -> q = new double[] {xy + yx, square[1], yz + zy, xz - zx};
            case 2 -> q = new double[] {xz + zx, yz + zy, square[2], yx - xy};
            default -> q[3] = square[3];
        }
        double norm = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        double scale = (q[3] < 0 ? -1 : 1) / norm;
        for (int i = 0; i < 4; i++) {
            q[i] *= scale;
        }
        return q;
    }

    public boolean isFinite() {
        return axisX().isFinite() && axisY().isFinite() && axisZ().isFinite();
    }
}
