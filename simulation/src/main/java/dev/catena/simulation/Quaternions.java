package dev.catena.simulation;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/** Unit quaternions x, y, z, w that turn base axes into world axes. */
final class Quaternions {
    private static final double SMALL_ANGLE_SQUARED = 1e-6;

    private Quaternions() {}

    /** Makes the length one; false, and nothing changed, if there is no direction. */
    @CanIgnoreReturnValue
    static boolean normalize(double[] o) {
        double square = o[0] * o[0] + o[1] * o[1] + o[2] * o[2] + o[3] * o[3];
        if (!(square > 0x1p-900 && square < 0x1p900)) {
            return normalizeFar(o);
        }
        double length = Math.sqrt(square);
        for (int k = 0; k < 4; k++) {
            o[k] /= length;
        }
        return true;
    }

    /** Where squares are beyond the range of numbers, or have lost digits. */
    private static boolean normalizeFar(double[] o) {
        double largest = Math.max(Math.max(Math.abs(o[0]), Math.abs(o[1])), Math.max(Math.abs(o[2]), Math.abs(o[3])));
        if (!(largest > 0 && largest < Double.POSITIVE_INFINITY)) {
            return false;
        }
        double scale = Math.scalb(1.0, -Math.max(Math.getExponent(largest), Double.MIN_EXPONENT));
        for (int k = 0; k < 4; k++) {
            o[k] *= scale;
        }
        return normalize(o);
    }

    /** ȯ = ½ o ⊗ (ω, 0) with ω in base axes at {@code velocity[3…5]}. */
    static void rate(double[] o, double[] velocity, double[] y, int at) {
        double wx = 0.5 * velocity[3];
        double wy = 0.5 * velocity[4];
        double wz = 0.5 * velocity[5];
        y[at] = o[3] * wx + o[1] * wz - o[2] * wy;
        y[at + 1] = o[3] * wy + o[2] * wx - o[0] * wz;
        y[at + 2] = o[3] * wz + o[0] * wy - o[1] * wx;
        y[at + 3] = -o[0] * wx - o[1] * wy - o[2] * wz;
    }

    /** The quaternion of exp(h ω̂), ω at {@code velocity[3…5]}. */
    static void exponential(double[] velocity, double h, double[] out) {
        double x = 0.5 * h * velocity[3];
        double y = 0.5 * h * velocity[4];
        double z = 0.5 * h * velocity[5];
        double squared = x * x + y * y + z * z;
        double sine;
        if (squared < SMALL_ANGLE_SQUARED) {
            // sin a / a and cos a to the last bit
            sine = 1 - squared / 6 * (1 - squared / 20);
            out[3] = 1 - squared / 2 * (1 - squared / 12 * (1 - squared / 30));
        } else {
            double angle = Math.sqrt(squared);
            sine = Math.sin(angle) / angle;
            out[3] = Math.cos(angle);
        }
        out[0] = sine * x;
        out[1] = sine * y;
        out[2] = sine * z;
    }

    /** o ← o ⊗ r. */
    static void multiply(double[] o, double[] r) {
        double x = o[3] * r[0] + o[0] * r[3] + o[1] * r[2] - o[2] * r[1];
        double y = o[3] * r[1] + o[1] * r[3] + o[2] * r[0] - o[0] * r[2];
        double z = o[3] * r[2] + o[2] * r[3] + o[0] * r[1] - o[1] * r[0];
        double w = o[3] * r[3] - o[0] * r[0] - o[1] * r[1] - o[2] * r[2];
        o[0] = x;
        o[1] = y;
        o[2] = z;
        o[3] = w;
    }

    /** Turns the three numbers {@code v[from…]} by o, or back by its inverse, into {@code out[at…]}. */
    static void turn(double[] o, double direction, double[] v, int from, double[] out, int at) {
        double x = direction * o[0];
        double y = direction * o[1];
        double z = direction * o[2];
        double w = o[3];
        // t = 2 u × v; v + w t + u × t
        double tx = 2 * (y * v[from + 2] - z * v[from + 1]);
        double ty = 2 * (z * v[from] - x * v[from + 2]);
        double tz = 2 * (x * v[from + 1] - y * v[from]);
        double rx = v[from] + w * tx + y * tz - z * ty;
        double ry = v[from + 1] + w * ty + z * tx - x * tz;
        double rz = v[from + 2] + w * tz + x * ty - y * tx;
        out[at] = rx;
        out[at + 1] = ry;
        out[at + 2] = rz;
    }
}
