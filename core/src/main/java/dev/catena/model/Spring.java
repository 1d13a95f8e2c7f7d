package dev.catena.model;

/**
 * The elasticity of a drive, lumped into one spring between motor and joint. It acts on the joint with
 * {@code stiffness · (θ + restOffset − q)} and on the motor with the opposite, where θ is the motor angle reflected to
 * the joint.
 *
 * @param stiffness Nm/rad or N/m
 * @param restOffset q − θ of the relaxed spring, rad or m; with the motor held at θ = 0 it is Khalil's q₀
 */
public record Spring(double stiffness, double restOffset) {
    public static Spring of(double stiffness) {
        return new Spring(stiffness, 0);
    }

    /** What the spring does to the joint. */
    public double effort(double q, double theta) {
        return stiffness * (theta + restOffset - q);
    }

    /** ½ K (θ + rest offset − q)². */
    public double energy(double q, double theta) {
        double stretch = theta + restOffset - q;
        return 0.5 * stiffness * stretch * stretch;
    }
}
