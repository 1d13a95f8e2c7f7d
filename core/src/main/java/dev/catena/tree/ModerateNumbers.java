package dev.catena.tree;

import dev.catena.algebra.Inertia;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;

/**
 * Numbers of robots and motions so small that their mass matrix and derivatives of torques cannot overflow, and are not
 * looked through: an entry, and all on the way to it, is a sum of products of at most eight of them, and of numbers up to one.
 * The sums here are of absolute values, so that a NaN is not moderate. With 128 joints, looking takes 2.7 µs for each matrix.
 */
public final class ModerateNumbers {
    /** Its eighth power leaves a factor of 10¹⁰⁸ for the terms of a sum. */
    private static final double LARGEST = 1e25;

    private ModerateNumbers() {}

    /** Whether a robot has no others; what rotors and followers add is not counted, so that a robot with them has. */
    static boolean are(MovingTree tree) {
        if (tree.rotors.length > 0 || tree.couplings != null) {
            return false;
        }
        double sum = sum(tree.gravityInWorld) + sum(tree.reflectedInertia);
        for (DriveFriction friction : tree.friction) {
            // steepest at rest
            sum += Math.abs(friction.slope(0));
        }
        for (int i = 0; i <= tree.n; i++) {
            Placement X = tree.atZero[i];
            Inertia I = tree.inertia[i];
            sum += Math.abs(X.px) + Math.abs(X.py) + Math.abs(X.pz);
            sum += Math.abs(I.mass) + Math.abs(I.sx) + Math.abs(I.sy) + Math.abs(I.sz);
            sum += Math.abs(I.jxx) + Math.abs(I.jyy) + Math.abs(I.jzz);
            sum += Math.abs(I.jxy) + Math.abs(I.jxz) + Math.abs(I.jyz);
        }
        return sum <= LARGEST;
    }

    public static boolean are(double[] x) {
        return sum(x) <= LARGEST;
    }

    /** Three vectors of one length. */
    public static boolean are(double[] x, double[] y, double[] z) {
        double s = 0;
        double t = 0;
        int k = 0;
        for (; k < x.length - 1; k += 2) {
            s += Math.abs(x[k]) + Math.abs(y[k]) + Math.abs(z[k]);
            t += Math.abs(x[k + 1]) + Math.abs(y[k + 1]) + Math.abs(z[k + 1]);
        }
        for (; k < x.length; k++) {
            s += Math.abs(x[k]) + Math.abs(y[k]) + Math.abs(z[k]);
        }
        return s + t <= LARGEST;
    }

    public static boolean are(MovingBase base) {
        return sum(base.linearVelocity)
                        + sum(base.angularVelocity)
                        + sum(base.linearAcceleration)
                        + sum(base.angularAcceleration)
                <= LARGEST;
    }

    private static double sum(double[] x) {
        // four sums, so that none waits for the others
        double s = 0;
        double t = 0;
        double u = 0;
        double v = 0;
        int k = 0;
        for (; k < x.length - 3; k += 4) {
            s += Math.abs(x[k]);
            t += Math.abs(x[k + 1]);
            u += Math.abs(x[k + 2]);
            v += Math.abs(x[k + 3]);
        }
        for (; k < x.length; k++) {
            s += Math.abs(x[k]);
        }
        return (s + t) + (u + v);
    }

    private static double sum(Vector v) {
        return Math.abs(v.x) + Math.abs(v.y) + Math.abs(v.z);
    }
}
