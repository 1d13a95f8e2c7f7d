package dev.catena.examples;

import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.model.RobotModel;
import java.util.Locale;

/** A closed loop: the torque that turns the crank of a four-bar linkage evenly, and what its pin carries. */
public final class CrankTorque {
    public static void main(String[] args) {
        RobotModel linkage = ShippedRobots.load("four-bar").withoutFriction();
        double[] torques = torques(linkage, 36, 10);
        for (int k = 0; k < torques.length; k += 3) {
            System.out.printf(Locale.ROOT, "%4d° %8.3f Nm%n", 10 * k, torques[k]);
        }
    }

    /** τ at even steps of a turn at a speed in rad/s; q is that of the independent joint, the loop gives all others. */
    static double[] torques(RobotModel linkage, int steps, double speed) {
        ClosedLoopInverseDynamics dynamics = new ClosedLoopInverseDynamics(linkage);
        double[] torques = new double[steps];
        double[] tau = new double[1];
        for (int k = 0; k < steps; k++) {
            double[] crank = {2 * Math.PI * k / steps};
            dynamics.compute(crank, new double[] {speed}, new double[] {0}, tau);
            torques[k] = tau[0];
        }
        return torques;
    }
}
