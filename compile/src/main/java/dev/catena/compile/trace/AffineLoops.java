package dev.catena.compile.trace;

import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.RobotModel;
import java.util.Optional;
import java.util.Random;

/**
 * Loops whose joints go along evenly, q = G q_a + c with a constant G, as parallelograms do: found by closing them at many poses
 * around the assembly.
 *
 * @param rates G, a row for every joint
 * @param constants c, by joint
 */
@SuppressWarnings("ArrayRecordComponent")
record AffineLoops(double[][] rates, double[] constants) {
    private static final int POSES = 24;

    /** How far from the assembly, in rad or lengths of the robot. */
    private static final double SIZE = 0.4;

    /** How far poses may be from the formula, and numbers from those that are meant. */
    private static final double ROUNDING = 1e-11;

    /** Empty for other loops. */
    static Optional<AffineLoops> of(RobotModel model) {
        LoopKinematics kinematics = new LoopKinematics(model);
        int n = model.jointCount();
        int m = model.independentJoints().size();
        double[] middle = model.independentJoints().stream()
                .mapToDouble(joint -> model.loops().assembly().getOrDefault(joint.name(), 0.0))
                .toArray();
        Random random = new Random(1);
        AffineLoops found = null;
        double[] rates = new double[n * m];
        double[] pose = new double[n];
        for (int k = 0; k < POSES; k++) {
            double[] q = middle.clone();
            for (int i = 0; i < m && k > 0; i++) {
                q[i] += SIZE * (2 * random.nextDouble() - 1);
            }
            if (!kinematics.close(q).isClosed()) {
                if (k == 0) {
                    return Optional.empty();
                }
                continue;
            }
            kinematics.rates(rates);
            kinematics.positions(pose);
            found = found == null ? fitted(q, pose, rates) : found;
            if (!found.holds(q, pose)) {
                return Optional.empty();
            }
        }
        return Optional.ofNullable(found);
    }

    /** Numbers near whole ones, and angles near eighths of a turn, are meant to be those. */
    private static AffineLoops fitted(double[] q, double[] pose, double[] rates) {
        int n = pose.length;
        int m = q.length;
        double[][] g = new double[n][m];
        double[] c = new double[n];
        for (int i = 0; i < n; i++) {
            c[i] = pose[i];
            for (int k = 0; k < m; k++) {
                g[i][k] = snapped(rates[i * m + k], 1);
                c[i] -= g[i][k] * q[k];
            }
            c[i] = snapped(c[i], Math.PI / 4);
        }
        return new AffineLoops(g, c);
    }

    private static double snapped(double x, double unit) {
        double near = Math.rint(x / unit) * unit;
        return Math.abs(x - near) < ROUNDING ? near : x;
    }

    private boolean holds(double[] q, double[] pose) {
        for (int i = 0; i < pose.length; i++) {
            double value = constants[i];
            for (int k = 0; k < q.length; k++) {
                value += rates[i][k] * q[k];
            }
            if (!(Math.abs(Math.IEEEremainder(value - pose[i], 2 * Math.PI)) < ROUNDING)) {
                return false;
            }
        }
        return true;
    }
}
