package dev.catena.identification;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.log.MotionSegment;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.model.RobotModel;
import java.util.List;
import java.util.Random;

/** Motions of robots that are known, and the efforts they take. */
public final class SimulatedLog {
    private static final int HARMONICS = 5;

    private SimulatedLog() {}

    /**
     * Random harmonics in every joint, with exact velocities and accelerations.
     *
     * @param amplitudes of the joints in turn
     */
    public static MotionLog of(RobotModel robot, long seed, int samples, double interval, double... amplitudes) {
        Random random = new Random(seed);
        int n = robot.independentJoints().size();
        double[][] q = new double[n][samples];
        double[][] qd = new double[n][samples];
        double[][] qdd = new double[n][samples];
        double[][] effort = new double[n][samples];
        double base = 2 * Math.PI / (samples * interval);
        for (int j = 0; j < n; j++) {
            String name = robot.independentJoints().get(j).name();
            double middle = robot.loops().assembly().getOrDefault(name, 0.0);
            for (int h = 1; h <= HARMONICS; h++) {
                double size = amplitudes[j % amplitudes.length] * random.nextGaussian() / HARMONICS;
                double phase = 2 * Math.PI * random.nextDouble();
                double w = h * base;
                for (int k = 0; k < samples; k++) {
                    double angle = w * k * interval + phase;
                    q[j][k] += size * Math.sin(angle) + (h == 1 ? middle : 0);
                    qd[j][k] += size * w * Math.cos(angle);
                    qdd[j][k] -= size * w * w * Math.sin(angle);
                }
            }
        }
        fillEfforts(robot, q, qd, qdd, effort);
        return new MotionLog("simulated", List.of(new MotionSegment(0, interval, q, qd, qdd, effort)), List.of());
    }

    private static void fillEfforts(RobotModel robot, double[][] q, double[][] qd, double[][] qdd, double[][] effort) {
        int n = q.length;
        double[] x = new double[n];
        double[] v = new double[n];
        double[] a = new double[n];
        double[] tau = new double[n];
        InverseDynamics tree = robot.hasLoops() ? null : new InverseDynamics(robot);
        ClosedLoopInverseDynamics loops = robot.hasLoops() ? new ClosedLoopInverseDynamics(robot) : null;
        for (int k = 0; k < q[0].length; k++) {
            for (int j = 0; j < n; j++) {
                x[j] = q[j][k];
                v[j] = qd[j][k];
                a[j] = qdd[j][k];
            }
            if (loops != null) {
                loops.compute(x, v, a, tau);
            } else if (tree != null) {
                tree.compute(x, v, a, tau);
            }
            for (int j = 0; j < n; j++) {
                effort[j][k] = tau[j];
            }
        }
    }

    /** The same with noise on efforts. */
    public static MotionLog withNoise(MotionLog log, Random random, double... deviations) {
        MotionSegment segment = log.segments().get(0);
        double[][] effort = new double[segment.joints()][];
        for (int j = 0; j < effort.length; j++) {
            effort[j] = segment.effort()[j].clone();
            for (int k = 0; k < effort[j].length; k++) {
                effort[j][k] += deviations[j] * random.nextGaussian();
            }
        }
        return withEfforts(log, effort);
    }

    public static MotionLog withEfforts(MotionLog log, double[][] effort) {
        MotionSegment segment = log.segments().get(0);
        return new MotionLog(
                log.name(),
                List.of(new MotionSegment(
                        segment.start(),
                        segment.interval(),
                        segment.position(),
                        segment.velocity().orElseThrow(),
                        segment.acceleration().orElseThrow(),
                        effort)),
                log.notes());
    }
}
