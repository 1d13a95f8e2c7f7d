package dev.catena.identification.signal;

import dev.catena.identification.log.MotionSegment;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * A periodic motion by its first harmonics, q = a₀ + Σ a_h cos hωt + b_h sin hωt: noise is averaged over all periods, derivatives are
 * exact, and what is left over is the noise itself [Swevers].
 */
public final class FourierProjection {
    private final JointMotion motion;
    private final double[] noise;

    private FourierProjection(JointMotion motion, double[] noise) {
        this.motion = motion;
        this.noise = noise;
    }

    /**
     * The periodic part of a stretch.
     *
     * @param period of the motion, s
     * @param harmonics how many it has
     */
    public static FourierProjection of(MotionSegment segment, double period, int harmonics) {
        int unknowns = 2 * harmonics + 1;
        int length = segment.length();
        if (!(period > 0) || harmonics < 1 || length < 2 * unknowns) {
            throw new IllegalArgumentException("%s harmonics of a period of %s s cannot be found in %s samples"
                    .formatted(harmonics, period, length));
        }
        double omega = 2 * Math.PI / period;
        DMatrixRMaj basis = new DMatrixRMaj(length, unknowns);
        for (int k = 0; k < length; k++) {
            double t = k * segment.interval();
            basis.set(k, 0, 1);
            for (int h = 1; h <= harmonics; h++) {
                basis.set(k, 2 * h - 1, Math.cos(h * omega * t));
                basis.set(k, 2 * h, Math.sin(h * omega * t));
            }
        }
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.leastSquares(length, unknowns);
        if (!solver.setA(basis.copy()) || !(solver.quality() > 1e-10)) {
            throw new IllegalArgumentException("%s s are too short to tell %s harmonics of a period of %s s apart"
                    .formatted(length * segment.interval(), harmonics, period));
        }
        int n = segment.joints();
        double[][][] signal = new double[3][n][length];
        double[] noise = new double[n];
        DMatrixRMaj c = new DMatrixRMaj(unknowns, 1);
        for (int j = 0; j < n; j++) {
            solver.solve(DMatrixRMaj.wrap(length, 1, segment.position()[j].clone()), c);
            double squares = 0;
            for (int k = 0; k < length; k++) {
                signal[0][j][k] = c.data[0];
                for (int h = 1; h <= harmonics; h++) {
                    double w = h * omega;
                    double cos = basis.get(k, 2 * h - 1);
                    double sin = basis.get(k, 2 * h);
                    double a = c.data[2 * h - 1];
                    double b = c.data[2 * h];
                    signal[0][j][k] += a * cos + b * sin;
                    signal[1][j][k] += w * (b * cos - a * sin);
                    signal[2][j][k] -= w * w * (a * cos + b * sin);
                }
                double e = segment.position()[j][k] - signal[0][j][k];
                squares += e * e;
            }
            noise[j] = Math.sqrt(squares / (length - unknowns));
        }
        return new FourierProjection(JointMotion.exact(segment, signal[0], signal[1], signal[2]), noise);
    }

    /** The motion without noise, with the measured efforts. */
    public JointMotion motion() {
        return motion;
    }

    /** Standard deviation of a joint's measured position from the periodic motion. */
    public double noise(int joint) {
        return noise[joint];
    }
}
