package dev.catena.mechanism;

import dev.catena.model.RobotModel;
import java.util.Arrays;

/**
 * The third and fourth derivatives of q_tr by q_a, as symmetric forms T and Q. Along even motions of the independent
 * joints they are Taylor coefficients, {@link LoopSeries}; mixed arguments follow by polarization.
 */
final class LoopCurvature {
    /** T[eⱼ, eₖ, eₗ] of joints, and cut joints with friction. */
    final double[][][][] third;

    private final CutFriction friction;
    private final LoopSeries toThird;
    private final LoopSeries toFourth;
    private final int n;
    private final int count;
    private final int size;

    /** What independent joints are stepped by: sliding ones by a length of the robot. */
    private final double[] step;

    private final double[] direction;
    private final double[] sum;
    private final double[] difference;
    private final double[] diagonal;

    LoopCurvature(RobotModel model, LoopKinematics kinematics, CutFriction friction) {
        this.friction = friction;
        n = kinematics.n;
        count = kinematics.count;
        size = n + friction.cuts.length;
        toThird = new LoopSeries(model, kinematics, 3);
        toFourth = new LoopSeries(model, kinematics, 4);
        third = new double[count][count][count][];
        for (int j = 0; j < count; j++) {
            for (int k = 0; k <= j; k++) {
                for (int l = 0; l <= k; l++) {
                    share(j, k, l, new double[size]);
                }
            }
        }
        double[] scale = kinematics.closure.equations.coordinateScale();
        step = new double[count];
        for (int k = 0; k < count; k++) {
            step[k] = scale[kinematics.closure.independent[k]];
        }
        direction = new double[count];
        sum = new double[size];
        difference = new double[size];
        diagonal = new double[count];
    }

    private void share(int j, int k, int l, double[] entry) {
        third[j][k][l] = entry;
        third[j][l][k] = entry;
        third[k][j][l] = entry;
        third[k][l][j] = entry;
        third[l][j][k] = entry;
        third[l][k][j] = entry;
    }

    /** T[u, u, u] of all coordinates along the direction. */
    private void thirdAlong(double[] out) {
        toThird.along(direction);
        for (int i = 0; i < n; i++) {
            out[i] = 6 * toThird.q[i].c[3];
        }
        for (int f = 0; f < friction.cuts.length; f++) {
            out[n + f] = 2 * toThird.cutVelocity(friction.cuts[f], 2);
        }
    }

    private void set(int j, double signOfJ, int l, double signOfL) {
        Arrays.fill(direction, 0);
        direction[j] = signOfJ * step[j];
        direction[l] += signOfL * step[l];
    }

    /** All entries of T. */
    void findThird() {
        for (int j = 0; j < count; j++) {
            set(j, 1, j, 0);
            thirdAlong(third[j][j][j]);
        }
        for (int j = 0; j < count; j++) {
            for (int l = 0; l < j; l++) {
                // (j ± l)³ = jjj ± 3 jjl + 3 jll ± lll
                set(j, 1, l, 1);
                thirdAlong(sum);
                set(j, 1, l, -1);
                thirdAlong(difference);
                for (int i = 0; i < size; i++) {
                    third[j][j][l][i] = (sum[i] - difference[i] - 2 * third[l][l][l][i]) / 6;
                    third[j][l][l][i] = (sum[i] + difference[i] - 2 * third[j][j][j][i]) / 6;
                }
            }
        }
        for (int j = 0; j < count; j++) {
            for (int k = 0; k < j; k++) {
                for (int l = 0; l < k; l++) {
                    findMixed(j, k, l);
                }
            }
        }
        for (int j = 0; j < count; j++) {
            for (int k = 0; k <= j; k++) {
                for (int l = 0; l <= k; l++) {
                    double[] entry = third[j][k][l];
                    for (int i = 0; i < size; i++) {
                        entry[i] /= step[j] * step[k] * step[l];
                    }
                }
            }
        }
    }

    /** jkl from (j + k + l)³ and what is known of it. */
    private void findMixed(int j, int k, int l) {
        set(j, 1, k, 1);
        direction[l] = step[l];
        double[] entry = third[j][k][l];
        thirdAlong(entry);
        for (int i = 0; i < size; i++) {
            double pure = third[j][j][j][i] + third[k][k][k][i] + third[l][l][l][i];
            double pairs = third[j][j][k][i]
                    + third[j][k][k][i]
                    + third[j][j][l][i]
                    + third[j][l][l][i]
                    + third[k][k][l][i]
                    + third[k][l][l][i];
            entry[i] = (entry[i] - pure - 3 * pairs) / 6;
        }
    }

    /** T[u, eⱼ, eₗ] · w. */
    double third(double[] u, int j, int l, double[] w) {
        double total = 0;
        for (int k = 0; k < count; k++) {
            double[] entry = third[k][j][l];
            double dot = 0;
            for (int i = 0; i < size; i++) {
                dot += entry[i] * w[i];
            }
            total += u[k] * dot;
        }
        return total;
    }

    /**
     * Q[u, u, eⱼ, eₗ] · w by j and l, from Q[u, u, v, v] = (f(u + v) + f(u − v) − 2f(u) − 2f(v)) / 12 with f(x) = Q[x, x, x, x],
     * v as long as u.
     *
     * @param w of the joints
     */
    void fourth(double[] u, double[] w, double[] out) {
        double length = 0;
        for (int k = 0; k < count; k++) {
            length = Math.max(length, Math.abs(u[k]) / step[k]);
        }
        if (length == 0) {
            Arrays.fill(out, 0);
            return;
        }
        double own = fourthAlong(u, 1, 0, 0, 0, 0, w);
        for (int j = 0; j < count; j++) {
            diagonal[j] = twice(u, own, length, j, j, 0, w);
            out[j * count + j] = diagonal[j] / (length * step[j] * length * step[j]);
        }
        for (int j = 0; j < count; j++) {
            for (int l = 0; l < j; l++) {
                double both = twice(u, own, length, j, l, 1, w);
                double mixed = (both - diagonal[j] - diagonal[l]) / (2 * length * step[j] * length * step[l]);
                out[j * count + l] = mixed;
                out[l * count + j] = mixed;
            }
        }
    }

    /** Q[u, u, v, v] · w with v = eⱼ, or eⱼ + eₗ, stepped. */
    private double twice(double[] u, double own, double length, int j, int l, double signOfL, double[] w) {
        return (fourthAlong(u, 1, j, length, l, signOfL * length, w)
                        + fourthAlong(u, 1, j, -length, l, -signOfL * length, w)
                        - 2 * own
                        - 2 * fourthAlong(u, 0, j, length, l, signOfL * length, w))
                / 12;
    }

    private double fourthAlong(double[] u, double factor, int j, double ofJ, int l, double ofL, double[] w) {
        for (int k = 0; k < count; k++) {
            direction[k] = factor * u[k];
        }
        direction[j] += ofJ * step[j];
        direction[l] += ofL * step[l];
        toFourth.along(direction);
        double total = 0;
        for (int i = 0; i < n; i++) {
            total += 24 * toFourth.q[i].c[4] * w[i];
        }
        return total;
    }
}
