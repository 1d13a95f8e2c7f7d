package dev.catena.algebra;

/**
 * U = ω̂˙ + ω̂ ω̂, which maps a point r of a body to its acceleration relative to the origin, [Khalil 22]; or the rate
 * of that matrix.
 */
public final class PointOperator {
    public double xx;
    public double xy;
    public double xz;
    public double yx;
    public double yy;
    public double yz;
    public double zx;
    public double zy;
    public double zz;

    /** An array of zero operators. */
    public static PointOperator[] array(int length) {
        PointOperator[] operators = new PointOperator[length];
        for (int i = 0; i < length; i++) {
            operators[i] = new PointOperator();
        }
        return operators;
    }

    /** U = γ̂ + ω̂ ω̂ with ω̂ ω̂ = ω ωᵀ − ω² E. */
    public void set(Vector omega, Vector gamma) {
        double xyProduct = omega.x * omega.y;
        double xzProduct = omega.x * omega.z;
        double yzProduct = omega.y * omega.z;
        double xSquare = omega.x * omega.x;
        double ySquare = omega.y * omega.y;
        double zSquare = omega.z * omega.z;
        xx = -ySquare - zSquare;
        yy = -xSquare - zSquare;
        zz = -xSquare - ySquare;
        xy = xyProduct - gamma.z;
        yx = xyProduct + gamma.z;
        xz = xzProduct + gamma.y;
        zx = xzProduct - gamma.y;
        yz = yzProduct - gamma.x;
        zy = yzProduct + gamma.x;
    }

    /** U' = γ̂' + γ̂ ω̂ + ω̂ γ̂: the rate of U's components. */
    public void setRate(Vector omega, Vector gamma, Vector gammaRate) {
        double xyProduct = omega.x * gamma.y + omega.y * gamma.x;
        double xzProduct = omega.x * gamma.z + omega.z * gamma.x;
        double yzProduct = omega.y * gamma.z + omega.z * gamma.y;
        double xSquare = 2 * omega.x * gamma.x;
        double ySquare = 2 * omega.y * gamma.y;
        double zSquare = 2 * omega.z * gamma.z;
        xx = -ySquare - zSquare;
        yy = -xSquare - zSquare;
        zz = -xSquare - ySquare;
        xy = xyProduct - gammaRate.z;
        yx = xyProduct + gammaRate.z;
        xz = xzProduct + gammaRate.y;
        zx = xzProduct - gammaRate.y;
        yz = yzProduct - gammaRate.x;
        zy = yzProduct + gammaRate.x;
    }
}
