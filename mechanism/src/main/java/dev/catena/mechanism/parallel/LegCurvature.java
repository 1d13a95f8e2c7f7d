package dev.catena.mechanism.parallel;

import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.tree.Guard;
import java.util.Arrays;

/**
 * The second derivatives of wᵀKᵢᵀ(Γᵢ − τᵢ) by the motion of the platform, for a constant twist w of the platform and constant
 * efforts τᵢ of the actuators: with l = Kᵢ w and y = (q, q̇, q̈) of the leg,
 *
 * <pre>
 * y′ᵀ (lᵀ∂²Γᵢ) y′ + l′ᵀ ∂Γᵢ y′ + y′ᵀ ∂Γᵢᵀ l′ + (∂Γᵢᵀ l) · y″ + (Γᵢ − τᵢ) · l″.
 * </pre>
 *
 * y″ and l″ are not computed but eliminated: the tip has the motion of the platform, which is four equations for q, q̇, q̈ and l. With a
 * multiplier κ for each, second derivatives of these equations remain, and those of a chain's tip are nested products of
 * its axes.
 */
final class LegCurvature {
    private final LegVariation variation;
    private final LegMotion leg;
    private final int n;
    private final int columns;
    private final TorqueCurvature torques;

    /** By joint from the base on: columns of Jᵢ, their derivatives by one joint, by two; six numbers each. */
    private final double[] first;

    private final double[] second;
    private final double[] third;

    /** By joint from the base on. */
    private final double[] rate;

    private final double[] acceleration;
    private final double[] virtual;

    /** l by coordinate. */
    private final double[] virtualByJoint;

    private final double[] gradient;

    /** κ of position, velocity, acceleration and l. */
    private final double[][] kappa = new double[4][6];

    /** lᵀ∂²Γᵢ, 3n × 3n by coordinate. */
    private final double[] ofTorques;

    /** Second derivatives of the equations times κ, blocks n × n from the base on: qq, qq̇, qq̈, q̇q̇, ql. */
    private final double[][] ofTip;

    /** By column of the platform's motion: δ(q, q̇, q̈) by coordinate, then δl. */
    private final double[][] motion;

    private final double[] product;
    private final double[] change;
    private final double[] turned = new double[3];
    private final double[] work = new double[3];
    private final double[] other = new double[3];
    private final double[] weight = new double[3];
    private final double[] nested = new double[6];

    LegCurvature(LegVariation variation, int freedoms) {
        this.variation = variation;
        leg = variation.leg;
        n = leg.n;
        columns = 3 * freedoms;
        torques = new TorqueCurvature(leg.leg.model());
        first = variation.column;
        second = new double[n * n * 6];
        third = new double[n * n * n * 6];
        rate = new double[n];
        acceleration = new double[n];
        virtual = new double[n];
        virtualByJoint = new double[n];
        gradient = new double[n];
        ofTorques = new double[9 * n * n];
        ofTip = new double[5][n * n];
        motion = new double[columns][4 * n];
        product = new double[4 * n];
        change = new double[n];
    }

    /** Takes over the state of the leg, after {@link LegVariation#prepare}. */
    void prepare(double[] w, double[] twist, double[] platformAcceleration, Guard guard) {
        leg.solve(w, virtualByJoint);
        guard.checkResult("a leg's velocities for mu", virtualByJoint);
        torques.compute(leg.q, leg.qd, leg.qdd, virtualByJoint, ofTorques);
        for (int a = 0; a < n; a++) {
            int joint = leg.outward(a);
            rate[a] = leg.qd[joint];
            acceleration[a] = leg.qdd[joint];
            virtual[a] = virtualByJoint[joint];
        }
        nest();
        findMultipliers();
        contract();
        weigh(w, twist, platformAcceleration);
    }

    /** Derivatives of the columns: joint a turns what is beyond it. */
    private void nest() {
        Arrays.fill(second, 0);
        Arrays.fill(third, 0);
        for (int j = 0; j < n; j++) {
            for (int c = 0; c < n; c++) {
                int low = Math.min(j, c);
                int high = Math.max(j, c);
                int at = (j * n + c) * 6;
                LegVariation.addCross(first, 6 * low + 3, first, 6 * high, 1, second, at);
                if (j < c) {
                    LegVariation.addCross(first, 6 * j + 3, first, 6 * c + 3, 1, second, at + 3);
                }
            }
        }
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < n; k++) {
                for (int c = 0; c < n; c++) {
                    int at = ((j * n + k) * n + c) * 6;
                    int low = Math.min(j, Math.min(k, c));
                    // what is left of j, k, c without the lowest
                    int rest = low == j ? k * n + c : low == k ? j * n + c : j * n + k;
                    LegVariation.addCross(first, 6 * low + 3, second, rest * 6, 1, third, at);
                    if (j < c && k < c) {
                        rest = Math.max(j, k) * n + c;
                        LegVariation.addCross(first, 6 * low + 3, second, rest * 6 + 3, 1, third, at + 3);
                    }
                }
            }
        }
    }

    /** A κ times a derivative of the columns. */
    private static double dot(double[] k, double[] table, int at) {
        return k[0] * table[at]
                + k[1] * table[at + 1]
                + k[2] * table[at + 2]
                + k[3] * table[at + 3]
                + k[4] * table[at + 4]
                + k[5] * table[at + 5];
    }

    /** Jᵢᵀκ of acceleration, velocity and position is what is left of the gradients of lᵀΓᵢ. */
    private void findMultipliers() {
        System.arraycopy(variation.tipWrench, 0, kappa[3], 0, 6);
        setGradient(variation.byAcceleration);
        leg.tipWrench(gradient, kappa[2]);
        setGradient(variation.byVelocity);
        for (int k = 0; k < n; k++) {
            double sum = 0;
            for (int b = 0; b < n; b++) {
                sum += rate[b] * (dot(kappa[2], second, (b * n + k) * 6) + dot(kappa[2], second, (k * n + b) * 6));
            }
            gradient[leg.outward(k)] -= sum;
        }
        leg.tipWrench(gradient, kappa[1]);
        setGradient(variation.byPosition);
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int b = 0; b < n; b++) {
                int at = (j * n + b) * 6;
                sum += rate[b] * dot(kappa[1], second, at)
                        + acceleration[b] * dot(kappa[2], second, at)
                        + virtual[b] * dot(kappa[3], second, at);
                for (int c = 0; c < n; c++) {
                    sum += rate[b] * rate[c] * dot(kappa[2], third, ((j * n + b) * n + c) * 6);
                }
            }
            gradient[leg.outward(j)] -= sum;
        }
        leg.tipWrench(gradient, kappa[0]);
    }

    private void setGradient(double[] matrix) {
        for (int k = 0; k < n; k++) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += matrix[i * n + k] * virtualByJoint[i];
            }
            gradient[k] = sum;
        }
    }

    private void contract() {
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < n; k++) {
                int at = (j * n + k) * 6;
                // a turn composed of several is a sum of them and half of their products
                double positions = dot(kappa[0], second, at) - 0.5 * dotMoment(kappa[0], second, at);
                if (k < j) {
                    positions += 0.5 * dotMoment(kappa[0], second, (k * n + j) * 6);
                }
                double mixed = dot(kappa[1], second, at);
                for (int b = 0; b < n; b++) {
                    int entry = ((j * n + k) * n + b) * 6;
                    positions += rate[b] * dot(kappa[1], third, entry)
                            + acceleration[b] * dot(kappa[2], third, entry)
                            + virtual[b] * dot(kappa[3], third, entry);
                    mixed += rate[b] * (dot(kappa[2], third, ((j * n + b) * n + k) * 6) + dot(kappa[2], third, entry));
                    for (int c = 0; c < n; c++) {
                        positions += rate[b] * rate[c] * fourth(j, k, b, c);
                    }
                }
                ofTip[0][j * n + k] = positions;
                ofTip[1][j * n + k] = mixed;
                ofTip[2][j * n + k] = dot(kappa[2], second, at);
                ofTip[3][j * n + k] = dot(kappa[2], second, at) + dot(kappa[2], second, (k * n + j) * 6);
                ofTip[4][j * n + k] = dot(kappa[3], second, at);
            }
        }
    }

    private static double dotMoment(double[] k, double[] table, int at) {
        return k[3] * table[at + 3] + k[4] * table[at + 4] + k[5] * table[at + 5];
    }

    /** κ of acceleration times the third derivative of column c. */
    private double fourth(int i, int j, int k, int c) {
        int low = Math.min(Math.min(i, j), Math.min(k, c));
        int rest;
        if (low == c) {
            rest = (i * n + j) * n + k;
        } else if (low == i) {
            rest = (j * n + k) * n + c;
        } else if (low == j) {
            rest = (i * n + k) * n + c;
        } else {
            rest = (i * n + j) * n + c;
        }
        Arrays.fill(nested, 0);
        LegVariation.addCross(first, 6 * low + 3, third, rest * 6, 1, nested, 0);
        if (low != c) {
            LegVariation.addCross(first, 6 * low + 3, third, rest * 6 + 3, 1, nested, 3);
        }
        if (i >= c || j >= c || k >= c) {
            Arrays.fill(nested, 3, 6, 0);
        }
        return dot(kappa[2], nested, 0);
    }

    /** What second derivatives of the arm P by two turns count with, f₀ + f₁ × ω + f₂ × ω̇ + (f₂ × ω) × ω + f₃ × w. */
    private void weigh(double[] w, double[] twist, double[] platformAcceleration) {
        System.arraycopy(kappa[0], 0, weight, 0, 3);
        LegVariation.addCross(kappa[1], 0, twist, 3, 1, weight, 0);
        LegVariation.addCross(kappa[2], 0, platformAcceleration, 3, 1, weight, 0);
        Arrays.fill(work, 0);
        LegVariation.addCross(kappa[2], 0, twist, 3, 1, work, 0);
        LegVariation.addCross(work, 0, twist, 3, 1, weight, 0);
        LegVariation.addCross(kappa[3], 0, w, 3, 1, weight, 0);
    }

    /** Keeps the leg's motion by a column, after its variation was computed. */
    void keep(int column, boolean byPose, double[] w) {
        double[] x = motion[column];
        System.arraycopy(variation.dq, 0, x, 0, n);
        System.arraycopy(variation.dqd, 0, x, n, n);
        System.arraycopy(variation.dqdd, 0, x, 2 * n, n);
        if (byPose) {
            variation.changeOfVelocities(w, change);
            System.arraycopy(change, 0, x, 3 * n, n);
        } else {
            Arrays.fill(x, 3 * n, 4 * n, 0);
        }
    }

    /** δl of an actuated joint by a column. */
    double virtualChange(int column, int joint) {
        return motion[column][3 * n + joint];
    }

    /** Adds all pairs of columns; of the pose, of velocity, then of acceleration, in the freedoms of the platform. */
    void add(PlatformFreedoms freedoms, double[] twist, double[] H) {
        for (int b = 0; b < columns; b++) {
            multiply(motion[b]);
            for (int a = 0; a < columns; a++) {
                double sum = 0;
                for (int i = 0; i < 4 * n; i++) {
                    sum += motion[a][i] * product[i];
                }
                H[a * columns + b] += sum;
            }
        }
        int m = columns / 3;
        for (int a = 0; a < m; a++) {
            int turn = freedoms.coordinate(a) - 3;
            for (int b = 0; turn >= 0 && b < m; b++) {
                int by = freedoms.coordinate(b) - 3;
                if (by >= 0) {
                    addArm(a, turn, b, by, twist, H);
                }
            }
        }
    }

    /** lᵀ∂²Γᵢ, ∂Γᵢ between l and the motion, less the equations of the tip, times a column. */
    private void multiply(double[] x) {
        for (int r = 0; r < 3 * n; r++) {
            double sum = 0;
            for (int c = 0; c < 3 * n; c++) {
                sum += ofTorques[r * 3 * n + c] * x[c];
            }
            product[r] = sum;
        }
        Arrays.fill(product, 3 * n, 4 * n, 0);
        tie(variation.byPosition, 0, x);
        tie(variation.byVelocity, 1, x);
        tie(variation.byAcceleration, 2, x);
        for (int j = 0; j < n; j++) {
            int atJ = leg.outward(j);
            for (int k = 0; k < n; k++) {
                int atK = leg.outward(k);
                int entry = j * n + k;
                product[atJ] -= ofTip[0][entry] * x[atK];
                product[n + atJ] -= ofTip[3][entry] * x[n + atK];
                for (int block = 1; block < 4; block++) {
                    double value = ofTip[block == 3 ? 4 : block][entry];
                    product[atJ] -= value * x[block * n + atK];
                    product[block * n + atK] -= value * x[atJ];
                }
            }
        }
    }

    /** δl · ∂Γᵢ δy and its mirror image. */
    private void tie(double[] matrix, int block, double[] x) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                product[3 * n + i] += matrix[i * n + k] * x[block * n + k];
                product[block * n + k] += matrix[i * n + k] * x[3 * n + i];
            }
        }
    }

    /** The platform's side of the equations: P, ω × P and ω̇ × P + ω × (ω × P), by a turn χ and a turn, ω or ω̇. */
    private void addArm(int a, int chi, int b, int psi, double[] twist, double[] H) {
        int m = columns / 3;
        double[] P = leg.arm();
        double[] f1 = kappa[1];
        double[] f2 = kappa[2];
        crossUnit(chi, P, turned);
        // by two turns, half of χ × (ψ × P) + ψ × (χ × P)
        crossUnit(psi, turned, work);
        double positions = 0.5 * dot3(weight, work);
        H[a * columns + b] += positions;
        H[b * columns + a] += positions;

        // by χ and ψ of ω: f₁·(ψ × (χ × P)) + f₂·(ψ × (ω × (χ × P)) + ω × (ψ × (χ × P)))
        double mixed = dot3(f1, work);
        Arrays.fill(other, 0);
        LegVariation.addCross(twist, 3, work, 0, 1, other, 0);
        mixed += dot3(f2, other);
        double byAcceleration = dot3(f2, work);
        Arrays.fill(other, 0);
        LegVariation.addCross(twist, 3, turned, 0, 1, other, 0);
        crossUnit(psi, other, work);
        mixed += dot3(f2, work);
        addPair(a, m + b, mixed, H);
        addPair(a, 2 * m + b, byAcceleration, H);

        // by two of ω: f₂·(χ × (ψ × P) + ψ × (χ × P)), here and with the mirrored pair
        H[(m + a) * columns + m + b] += byAcceleration;
        H[(m + b) * columns + m + a] += byAcceleration;
    }

    private void addPair(int row, int column, double value, double[] H) {
        H[row * columns + column] += value;
        H[column * columns + row] += value;
    }

    private static double dot3(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    /** e × b of a coordinate axis. */
    private static void crossUnit(int axis, double[] b, double[] out) {
        int next = (axis + 1) % 3;
        int last = (axis + 2) % 3;
        out[axis] = 0;
        out[next] = -b[last];
        out[last] = b[next];
    }
}
