package dev.catena.examples;

import dev.catena.control.SineTrajectory;
import dev.catena.control.SmoothTrajectory;
import dev.catena.dynamics.ForceRate;
import dev.catena.formats.RobotFiles;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** Torques and how fast they change, in a control loop of a kilohertz: exact, from one recursion, without garbage. */
public final class LiveTorqueRates {
    static final double CYCLE = 1e-3;

    public static void main(String[] args) {
        RobotModel robot = RobotFiles.read(Path.of(args[0])).withoutFriction();
        double[][] rates = rates(robot, swing(robot), 2000);
        for (int j = 0; j < robot.jointCount(); j++) {
            int steepest = 0;
            for (int k = 0; k < rates.length; k++) {
                steepest = Math.abs(rates[k][j]) > Math.abs(rates[steepest][j]) ? k : steepest;
            }
            System.out.printf(
                    Locale.ROOT,
                    "%-10s %9.3f Nm/s at %.3f s%n",
                    robot.jointNames().get(j),
                    rates[steepest][j],
                    steepest * CYCLE);
        }
    }

    /** Every joint swings, each at its own pace. */
    static SmoothTrajectory swing(RobotModel robot) {
        double[] amplitude = new double[robot.jointCount()];
        double[] frequency = new double[robot.jointCount()];
        Arrays.fill(amplitude, 0.4);
        Arrays.setAll(frequency, j -> 2 + 0.7 * j);
        return new SineTrajectory(new double[amplitude.length], amplitude, frequency, new double[amplitude.length]);
    }

    static double[][] rates(RobotModel robot, SmoothTrajectory motion, int cycles) {
        int n = robot.jointCount();
        ForceRate dynamics = new ForceRate(robot);
        double[][] wanted = new double[4][n]; // q, q̇, q̈, q⃛
        double[] tau = new double[n];
        double[][] rates = new double[cycles][n];
        for (int k = 0; k < cycles; k++) {
            motion.derivatives(k * CYCLE, wanted);
            dynamics.compute(wanted[0], wanted[1], wanted[2], wanted[3], tau, rates[k]);
        }
        return rates;
    }
}
