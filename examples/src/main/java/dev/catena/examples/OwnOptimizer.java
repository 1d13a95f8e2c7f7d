package dev.catena.examples;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.RobotFiles;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivity;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Exact derivatives for an optimizer of one's own: the method of Levenberg and Marquardt on |τ|², the effort of holding
 * still, from where the arm is to a pose that it holds without any.
 */
public final class OwnOptimizer {
    public static void main(String[] args) {
        RobotModel robot = RobotFiles.read(Path.of(args[0])).withoutFriction();
        double[] q = {0, 0.6, 0.9, 0.3, 0.4, 0};
        System.out.println("from " + Arrays.toString(q) + ", effort " + effort(robot, q));
        double[] rest = minimize(robot, q, 50);
        System.out.println("to   " + Arrays.toString(rest) + ", effort " + effort(robot, rest));
    }

    static double[] minimize(RobotModel robot, double[] start, int steps) {
        int n = start.length;
        TorqueSensitivity sensitivity = new TorqueSensitivity(robot);
        double[] zero = new double[n];
        double[] jacobian = new double[n * n]; // ∂τ/∂q, row by row
        double[] q = start.clone();
        double damping = 1;
        for (int k = 0; k < steps; k++) {
            sensitivity.compute(q, zero, zero, jacobian, new double[n * n], new double[n * n]);
            double[] next = step(jacobian, holding(robot, q), q, damping);
            boolean better = effort(robot, next) < effort(robot, q);
            q = better ? next : q;
            damping *= better ? 0.2 : 4;
        }
        return q;
    }

    /** q − (JᵀJ + μ)⁻¹ Jᵀτ. */
    private static double[] step(double[] jacobian, double[] tau, double[] q, double damping) {
        int n = q.length;
        double[][] a = new double[n][n + 1];
        for (int i = 0; i < n; i++) {
            for (int r = 0; r < n; r++) {
                for (int j = 0; j < n; j++) {
                    a[i][j] += jacobian[r * n + i] * jacobian[r * n + j];
                }
                a[i][n] += jacobian[r * n + i] * tau[r];
            }
            a[i][i] += damping;
        }
        double[] next = q.clone();
        for (int i = 0; i < n; i++) {
            for (int r = 0; r < n; r++) {
                double factor = r == i ? 0 : a[r][i] / a[i][i];
                for (int j = i; j <= n && factor != 0; j++) {
                    a[r][j] -= factor * a[i][j];
                }
            }
        }
        for (int i = 0; i < n; i++) {
            next[i] -= a[i][n] / a[i][i];
        }
        return next;
    }

    static double[] holding(RobotModel robot, double[] q) {
        double[] tau = new double[q.length];
        new InverseDynamics(robot).gravity(q, tau);
        return tau;
    }

    static double effort(RobotModel robot, double[] q) {
        return Arrays.stream(holding(robot, q)).map(t -> t * t).sum();
    }
}
