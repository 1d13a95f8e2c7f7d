package dev.catena.reach;

/** The turn that takes one orientation to another. */
final class TurnBetween {
    private TurnBetween() {}

    /**
     * The rotation vector of R_to R_fromᵀ, axis times angle in world axes; rotation matrices are row-major.
     *
     * @return the angle, 0 to π
     */
    static double rotations(double[] from, double[] to, double[] turnOut) {
        // R = R_to R_fromᵀ
        double xx = dot(to, 0, from, 0);
        double xy = dot(to, 0, from, 3);
        double xz = dot(to, 0, from, 6);
        double yx = dot(to, 3, from, 0);
        double yy = dot(to, 3, from, 3);
        double yz = dot(to, 3, from, 6);
        double zx = dot(to, 6, from, 0);
        double zy = dot(to, 6, from, 3);
        double zz = dot(to, 6, from, 6);
        // 2 sin θ times the axis, and 2 cos θ
        double x = zy - yz;
        double y = xz - zx;
        double z = yx - xy;
        double sine = Math.sqrt(x * x + y * y + z * z);
        double cosine = xx + yy + zz - 1;
        double angle = Math.atan2(sine, cosine);
        if (sine > 1e-6 || cosine > 0) {
            double factor = sine > 1e-8 ? angle / sine : 0.5;
            turnOut[0] = factor * x;
            turnOut[1] = factor * y;
            turnOut[2] = factor * z;
        } else {
            // near half a turn the axis is the largest column of R + 1
            double[] axis = turnOut;
            if (xx >= yy && xx >= zz) {
                set(axis, xx + 1, yx + xy, zx + xz, angle, 1);
            } else if (yy >= zz) {
                set(axis, xy + yx, yy + 1, zy + yz, angle, 2);
            } else {
                set(axis, xz + zx, yz + zy, zz + 1, angle, 4);
            }
        }
        return angle;
    }

    /** @param single which of the components is not a sum of two entries */
    private static void set(double[] out, double x, double y, double z, double angle, int single) {
        double ax = single == 1 ? x : x / 2;
        double ay = single == 2 ? y : y / 2;
        double az = single == 4 ? z : z / 2;
        double factor = angle / Math.sqrt(ax * ax + ay * ay + az * az);
        out[0] = factor * ax;
        out[1] = factor * ay;
        out[2] = factor * az;
    }

    private static double dot(double[] a, int i, double[] b, int j) {
        return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
    }
}
