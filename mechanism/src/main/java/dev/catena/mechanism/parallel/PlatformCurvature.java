package dev.catena.mechanism.parallel;

import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.Arrays;

/**
 * The second derivatives of w·F_p by the motion of the platform. Turning the platform alone is turning all vectors the other way
 * in F_p(ω, A), A = (a − g, γ), which is linear in A and quadratic in ω; with exp(−θ̂) before w, A and ω the product rule does the rest.
 */
final class PlatformCurvature {
    private final PlatformBody body;
    private final PlatformFreedoms freedoms;
    private final int m;
    private final double[] rest = new double[6];
    private final double[] shifted = new double[6];
    private final double[] unit = new double[6];
    private final double[] part = new double[6];

    /** w·F_p by A, by ω, and half of that by two of ω. */
    private final double[] byAcceleration = new double[6];

    private final double[] byRate = new double[3];
    private final double[] byRates = new double[9];

    /** By column: how w, A and ω change, and what that of A and ω does to F_p. */
    private final double[][] ofTwist;

    private final double[][] ofAcceleration;
    private final double[][] ofRate;
    private final double[][] ofForce;
    private final double[] A = new double[6];
    private final double[] work = new double[3];
    private final double[] twice = new double[3];

    PlatformCurvature(ParallelRobot robot) {
        body = new PlatformBody(robot.platform());
        freedoms = robot.freedoms();
        m = freedoms.count();
        ofTwist = new double[3 * m][6];
        ofAcceleration = new double[3 * m][6];
        ofRate = new double[3 * m][6];
        ofForce = new double[3 * m][6];
    }

    /** Adds all pairs of columns: of the pose, of velocity, then of acceleration. */
    void add(
            Rotation R,
            double[] w,
            double[] twist,
            double[] acceleration,
            Vector3 gravity,
            double[] platformWrench,
            double[] H) {
        System.arraycopy(acceleration, 0, A, 0, 6);
        A[0] -= gravity.x();
        A[1] -= gravity.y();
        A[2] -= gravity.z();
        findSlopes(R, w, twist);
        for (int c = 0; c < 3 * m; c++) {
            setColumn(R, c, w, twist);
        }
        int width = 3 * m;
        for (int a = 0; a < width; a++) {
            for (int b = 0; b < width; b++) {
                double sum = dot(ofTwist[a], ofForce[b]) + dot(ofTwist[b], ofForce[a]);
                for (int i = 0; i < 3; i++) {
                    for (int k = 0; k < 3; k++) {
                        sum += byRates[3 * i + k] * ofRate[a][3 + i] * ofRate[b][3 + k];
                    }
                }
                H[a * width + b] += sum;
            }
        }
        addTurns(w, twist, platformWrench, H);
    }

    private void findSlopes(Rotation R, double[] w, double[] twist) {
        for (int k = 0; k < 6; k++) {
            Arrays.fill(shifted, 0);
            shifted[k] = 1;
            body.wrench(R, rest, shifted, Vector3.ZERO, 0, part);
            byAcceleration[k] = dot(w, part);
        }
        for (int k = 0; k < 3; k++) {
            byRate[k] = byRate(R, w, twist, k);
            for (int i = 0; i < 3; i++) {
                Arrays.fill(unit, 0);
                unit[3 + i] = 1;
                byRates[3 * i + k] = byRate(R, w, unit, k);
            }
        }
    }

    /** By a coordinate k of ω: ½ (F(ω + e) − F(ω − e)) · w. */
    private double byRate(Rotation R, double[] w, double[] twist, int k) {
        double sum = 0;
        System.arraycopy(twist, 0, shifted, 0, 6);
        for (int sign = -1; sign <= 1; sign += 2) {
            shifted[3 + k] = twist[3 + k] + sign;
            body.wrench(R, shifted, rest, Vector3.ZERO, 0, part);
            sum += 0.5 * sign * dot(w, part);
        }
        return sum;
    }

    private void setColumn(Rotation R, int c, double[] w, double[] twist) {
        Arrays.fill(ofTwist[c], 0);
        Arrays.fill(ofAcceleration[c], 0);
        Arrays.fill(ofRate[c], 0);
        int coordinate = freedoms.coordinate(c % m);
        if (c < m) {
            Arrays.fill(unit, 0);
            unit[coordinate] = 1;
            PlatformVariation.addTurned(unit, w, 0, -1, ofTwist[c]);
            PlatformVariation.addTurned(unit, w, 3, -1, ofTwist[c]);
            PlatformVariation.addTurned(unit, A, 0, -1, ofAcceleration[c]);
            PlatformVariation.addTurned(unit, A, 3, -1, ofAcceleration[c]);
            PlatformVariation.addTurned(unit, twist, 3, -1, ofRate[c]);
        } else if (c < 2 * m) {
            if (coordinate >= 3) {
                ofRate[c][coordinate] = 1;
            }
        } else {
            ofAcceleration[c][coordinate] = 1;
        }
        body.wrench(R, rest, ofAcceleration[c], Vector3.ZERO, 0, ofForce[c]);
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int i = 3; i < 6; i++) {
                shifted[i] = twist[i] + sign * ofRate[c][i];
            }
            body.wrench(R, shifted, rest, Vector3.ZERO, 0, part);
            for (int i = 0; i < 6; i++) {
                ofForce[c][i] += 0.5 * sign * part[i];
            }
        }
    }

    /** Second derivatives of exp(−θ̂) x: of w, A and ω by two turns, of A and ω themselves by a turn and by one of their numbers. */
    private void addTurns(double[] w, double[] twist, double[] platformWrench, double[] H) {
        int width = 3 * m;
        for (int a = 0; a < m; a++) {
            int chi = freedoms.coordinate(a) - 3;
            for (int b = 0; chi >= 0 && b < m; b++) {
                int psi = freedoms.coordinate(b) - 3;
                if (psi >= 0) {
                    double sum = turnedTwice(chi, psi, w, 0, platformWrench, 0)
                            + turnedTwice(chi, psi, w, 3, platformWrench, 3)
                            + turnedTwice(chi, psi, A, 0, byAcceleration, 0)
                            + turnedTwice(chi, psi, A, 3, byAcceleration, 3)
                            + turnedTwice(chi, psi, twist, 3, byRate, 0);
                    H[a * width + b] += 0.5 * sum;
                    H[b * width + a] += 0.5 * sum;
                    addPair(a, m + b, -crossOfUnits(chi, psi, byRate, 0), H);
                }
                int part3 = psi >= 0 ? 3 : 0;
                addPair(a, 2 * m + b, -crossOfUnits(chi, psi >= 0 ? psi : psi + 3, byAcceleration, part3), H);
            }
        }
    }

    private void addPair(int row, int column, double value, double[] H) {
        H[row * 3 * m + column] += value;
        H[column * 3 * m + row] += value;
    }

    /** (χ × (ψ × x)) · y of coordinate axes χ and ψ. */
    private double turnedTwice(int chi, int psi, double[] x, int at, double[] y, int from) {
        crossUnit(psi, x, at, work);
        crossUnit(chi, work, 0, twice);
        return twice[0] * y[from] + twice[1] * y[from + 1] + twice[2] * y[from + 2];
    }

    /** (χ × ψ) · y. */
    private double crossOfUnits(int chi, int psi, double[] y, int from) {
        Arrays.fill(work, 0);
        work[psi] = 1;
        crossUnit(chi, work, 0, twice);
        return twice[0] * y[from] + twice[1] * y[from + 1] + twice[2] * y[from + 2];
    }

    private static void crossUnit(int axis, double[] b, int at, double[] out) {
        int next = (axis + 1) % 3;
        int last = (axis + 2) % 3;
        out[axis] = 0;
        out[next] = -b[at + last];
        out[last] = b[at + next];
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < 6; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
