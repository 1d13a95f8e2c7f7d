package dev.catena.algebra;

/** The angular velocity ω of a body in its own frame. */
public final class Spin {
    public double wx;
    public double wy;
    public double wz;

    public static Spin[] array(int length) {
        Spin[] spins = new Spin[length];
        for (int i = 0; i < length; i++) {
            spins[i] = new Spin();
        }
        return spins;
    }

    public void set(double x, double y, double z) {
        wx = x;
        wy = y;
        wz = z;
    }

    public void set(Vector omega) {
        set(omega.x, omega.y, omega.z);
    }
}
