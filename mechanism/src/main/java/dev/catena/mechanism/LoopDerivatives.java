package dev.catena.mechanism;

import java.util.Arrays;

/**
 * The second and third derivatives of q_tr by q_a, as symmetric forms: H[u, u] and T[u, u, u] are acceleration and jerk of all
 * joints when the independent ones move evenly with velocity u; mixed arguments follow by polarization. Cut joints with
 * friction come after the joints, since they are coordinates too.
 */
final class LoopDerivatives {
    final int count;

    /** Joints, and cut joints with friction. */
    final int size;

    /** G of all of them, row-major. */
    final double[] first;

    /** H[eⱼ, eₗ], by j and l. */
    final double[][][] second;

    /** T[q̇_a, q̇_a, eⱼ] of the joints, by j. */
    final double[][] third;

    private final LoopKinematics kinematics;
    private final CutFriction friction;
    private final int n;

    /** By joint: what one unit of the coordinate counts as. */
    private final double[] coordinateScale;

    /** By independent joint: the power of two that makes it, and all that move with it, move with about unit velocity. */
    private final double[] pace;

    private final double[] direction;
    private final double[] velocity;
    private final double[] acceleration;
    private final double[] joints;
    private final double[] jerk;

    LoopDerivatives(LoopKinematics kinematics, CutFriction friction) {
        this.kinematics = kinematics;
        this.friction = friction;
        n = kinematics.n;
        count = kinematics.count;
        size = n + friction.cuts.length;
        first = new double[size * count];
        second = new double[count][count][size];
        third = new double[count][n];
        coordinateScale = kinematics.closure.equations.coordinateScale();
        pace = new double[count];
        direction = new double[count];
        velocity = new double[n];
        acceleration = new double[size];
        joints = new double[n];
        jerk = new double[n];
    }

    /** All of them at the pose of the kinematics; σ of the friction must be known. */
    void find(double[] u) {
        System.arraycopy(kinematics.rates, 0, first, 0, n * count);
        for (int f = 0; f < friction.cuts.length; f++) {
            kinematics.transposeTimes(friction.row(f), direction);
            System.arraycopy(direction, 0, first, (n + f) * count, count);
        }
        for (int j = 0; j < count; j++) {
            along(j, 1);
            pace[j] = 1 / speed();
        }
        findSecond();
        findThird(u);
    }

    /** The largest velocity of a joint when the independent ones move in the direction, rounded to a power of two. */
    private double speed() {
        kinematics.times(direction, velocity);
        double largest = 0;
        for (int i = 0; i < n; i++) {
            largest = Math.max(largest, Math.abs(velocity[i]) / coordinateScale[i]);
        }
        return largest == 0 ? 0 : Math.scalb(1.0, Math.getExponent(largest));
    }

    /** H[u, v] = ½ (H[u + v, u + v] − H[u, u] − H[v, v]), with a u as fast as v, so that little cancels. */
    private void findSecond() {
        for (int j = 0; j < count; j++) {
            along(j, pace[j]);
            accelerate(second[j][j]);
            for (int i = 0; i < size; i++) {
                second[j][j][i] /= pace[j] * pace[j];
            }
        }
        for (int j = 0; j < count; j++) {
            for (int l = 0; l < j; l++) {
                along(j, pace[j]);
                direction[l] = pace[l];
                accelerate(acceleration);
                for (int i = 0; i < size; i++) {
                    double squares = pace[j] * pace[j] * second[j][j][i] + pace[l] * pace[l] * second[l][l][i];
                    double mixed = 0.5 * (acceleration[i] - squares) / (pace[j] * pace[l]);
                    second[j][l][i] = mixed;
                    second[l][j][i] = mixed;
                }
            }
        }
    }

    /** The acceleration of all coordinates when the independent ones move evenly in the direction. */
    private void accelerate(double[] out) {
        kinematics.times(direction, velocity);
        kinematics.secondOrder(velocity, out);
        if (size > n) {
            LoopEquations equations = kinematics.closure.equations;
            System.arraycopy(out, 0, joints, 0, n);
            equations.move(kinematics.closure.q, velocity, joints, 2);
            for (int f = 0; f < friction.cuts.length; f++) {
                out[n + f] = equations.cuts[friction.cuts[f]].coordinateAcceleration();
            }
        }
    }

    /** T[u, u, v] = ⅙ (T[u + v]³ − T[u − v]³ − 2 T[v]³), with a v as fast as u. */
    private void findThird(double[] u) {
        System.arraycopy(u, 0, direction, 0, count);
        double speed = speed();
        for (int j = 0; j < count; j++) {
            Arrays.fill(third[j], 0);
            if (speed == 0) {
                continue;
            }
            double length = pace[j] * speed;
            for (int term = 0; term < 3; term++) {
                along(j, term == 1 ? -length : length);
                if (term < 2) {
                    for (int k = 0; k < count; k++) {
                        direction[k] += u[k];
                    }
                }
                findJerk();
                double factor = (term == 0 ? 1 : term == 1 ? -1 : -2) / (6 * length);
                for (int i = 0; i < n; i++) {
                    third[j][i] += factor * jerk[i];
                }
            }
        }
    }

    private void along(int j, double length) {
        Arrays.fill(direction, 0);
        direction[j] = length;
    }

    /** The jerk of all joints when the independent ones move evenly in the direction. */
    private void findJerk() {
        kinematics.times(direction, velocity);
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < count; j++) {
                for (int l = 0; l < count; l++) {
                    sum += direction[j] * direction[l] * second[j][l][i];
                }
            }
            joints[i] = sum;
        }
        kinematics.thirdOrder(velocity, joints, jerk);
    }

    /** H[u, eⱼ]. */
    void contract(double[] u, int j, double[] out) {
        Arrays.fill(out, 0);
        for (int l = 0; l < count; l++) {
            for (int i = 0; i < size; i++) {
                out[i] += u[l] * second[l][j][i];
            }
        }
    }
}
