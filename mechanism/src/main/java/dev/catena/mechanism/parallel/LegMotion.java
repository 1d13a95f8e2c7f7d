package dev.catena.mechanism.parallel;

import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.Posture;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.Arrays;

/** Coordinates, velocities and accelerations of one leg from those of the platform. */
final class LegMotion {
    /** Least independence of the joints' motions, and of the actuators' hold on the platform. */
    static final double SINGULAR = 1e-10;

    /** How far, per unit of platform velocity, a leg with fewer joints than rows may miss the platform. */
    private static final double MISMATCH = 1e-7;

    final Leg leg;
    final int n;
    final double[] q;
    final double[] qd;
    final double[] qdd;

    /** Kᵢ, n rows by freedoms: q̇ᵢ = Kᵢ ẋ. */
    final double[] map;

    /** Coordinates of the actuated joints. */
    final int[] actuated;

    private final String robot;
    private final PlatformFreedoms freedoms;
    private final int m;
    private final int rows;
    private final int tip;
    private final LegGeometry geometry;
    private final Kinematics kinematics;
    private final Jacobian jacobian;
    private final HouseholderFactor factor;
    private final double[] J;
    private final double[] inverse;
    private final double[] worldFromTip = new double[12];
    private final double[] arm = new double[3];
    private final double[] bias = new double[6];

    LegMotion(ParallelRobot robot, Leg leg) {
        this.leg = leg;
        this.robot = robot.name();
        freedoms = robot.freedoms();
        m = freedoms.count();
        n = leg.model().jointCount();
        rows = leg.connection().rows();
        tip = leg.model().bodyIndex(leg.tip());
        LegGeometry given = leg.geometry();
        geometry = given == null ? new NumericalLegGeometry(leg) : given;
        kinematics = new Kinematics(leg.model());
        jacobian = new Jacobian(leg.model());
        factor = new HouseholderFactor(rows, n);
        actuated = leg.actuated().stream().mapToInt(leg.model()::coordinate).toArray();
        q = leg.start();
        qd = new double[n];
        qdd = new double[n];
        map = new double[n * m];
        J = new double[6 * n];
        inverse = new double[n * rows];
    }

    /** Forgets the last pose. */
    void restart() {
        System.arraycopy(leg.start(), 0, q, 0, n);
    }

    /** Coordinates and Kᵢ at a pose of the platform. */
    void place(Pose worldFromPlatform) {
        placeTip(worldFromPlatform);
        LegStatus status = geometry.solve(worldFromTip, q);
        if (status != LegStatus.REACHED) {
            throw UnreachablePoseException.ofLeg(robot, leg.name(), status, worldFromTip);
        }
        kinematics.compute(q);
        jacobian.compute(kinematics, tip, J);
        double independence = rows == 3 && n == 3 ? invertThreeByThree() : invert();
        if (!(independence > SINGULAR)) {
            throw SingularPoseException.ofLeg(robot, leg.name(), independence);
        }
        mapPlatform();
        if (rows > n) {
            checkMap();
        }
    }

    /** Jᵢ⁺; returns how independent the columns are, 0 to 1. */
    private double invert() {
        double independence = factor.factor(J);
        factor.inverse(inverse);
        return independence;
    }

    /** Jᵢ⁻¹ with the rows b × c, c × a and a × b over a·(b × c) of the columns a, b, c; returns as above. */
    private double invertThreeByThree() {
        setCross(0, 1, 2);
        setCross(1, 2, 0);
        setCross(2, 0, 1);
        double volume = J[0] * inverse[0] + J[3] * inverse[1] + J[6] * inverse[2];
        for (int i = 0; i < 9; i++) {
            inverse[i] /= volume;
        }
        return Math.abs(volume) / Math.sqrt(columnSquare(0) * columnSquare(1) * columnSquare(2));
    }

    private void setCross(int row, int b, int c) {
        inverse[3 * row] = J[3 + b] * J[6 + c] - J[6 + b] * J[3 + c];
        inverse[3 * row + 1] = J[6 + b] * J[c] - J[b] * J[6 + c];
        inverse[3 * row + 2] = J[b] * J[3 + c] - J[3 + b] * J[c];
    }

    private double columnSquare(int c) {
        return J[c] * J[c] + J[3 + c] * J[3 + c] + J[6 + c] * J[6 + c];
    }

    private void placeTip(Pose worldFromPlatform) {
        Rotation R = worldFromPlatform.rotation();
        Vector3 p = leg.platformFromTip().position();
        Vector3 P = worldFromPlatform.position();
        arm[0] = R.xx() * p.x() + R.xy() * p.y() + R.xz() * p.z();
        arm[1] = R.yx() * p.x() + R.yy() * p.y() + R.yz() * p.z();
        arm[2] = R.zx() * p.x() + R.zy() * p.y() + R.zz() * p.z();
        worldFromTip[9] = P.x() + arm[0];
        worldFromTip[10] = P.y() + arm[1];
        worldFromTip[11] = P.z() + arm[2];
        if (rows == 6) {
            Rotation B = leg.platformFromTip().rotation();
            setRow(0, B, R.xx(), R.xy(), R.xz());
            setRow(3, B, R.yx(), R.yy(), R.yz());
            setRow(6, B, R.zx(), R.zy(), R.zz());
        }
    }

    /** One row of R times B. */
    private void setRow(int at, Rotation B, double x, double y, double z) {
        worldFromTip[at] = x * B.xx() + y * B.yx() + z * B.zx();
        worldFromTip[at + 1] = x * B.xy() + y * B.yy() + z * B.zy();
        worldFromTip[at + 2] = x * B.xz() + y * B.yz() + z * B.zz();
    }

    /** Kᵢ = Jᵢ⁻¹J_vi S with J_vi = [E, −P̂ᵢ] for a point, [Khalil 62–65], and the rows [0, E] below for a weld. */
    private void mapPlatform() {
        for (int j = 0; j < n; j++) {
            int at = j * rows;
            for (int k = 0; k < m; k++) {
                int c = freedoms.coordinate(k);
                double value;
                if (c < 3) {
                    value = inverse[at + c];
                } else {
                    // column −P̂ e = e × P
                    int a = c == 5 ? 0 : c - 2;
                    int b = c == 3 ? 2 : c - 4;
                    value = inverse[at + b] * arm[a] - inverse[at + a] * arm[b];
                    if (rows == 6) {
                        value += inverse[at + c];
                    }
                }
                map[j * m + k] = value;
            }
        }
    }

    /** Jᵢ Kᵢ = J_vi S must hold in all rows; with fewer joints than rows it need not. */
    private void checkMap() {
        double error = 0;
        for (int k = 0; k < m; k++) {
            int c = freedoms.coordinate(k);
            for (int i = 0; i < rows; i++) {
                double sum = i == c ? -1 : 0;
                if (c >= 3 && i < 3) {
                    int a = c == 5 ? 0 : c - 2;
                    int b = c == 3 ? 2 : c - 4;
                    sum -= i == b ? arm[a] : i == a ? -arm[b] : 0;
                }
                for (int j = 0; j < n; j++) {
                    sum += J[i * n + j] * map[j * m + k];
                }
                error = Math.max(error, Math.abs(sum));
            }
        }
        if (!(error <= MISMATCH)) {
            throw UnreachablePoseException.incompatible(robot, leg.name(), error);
        }
    }

    /** q̇ᵢ = Kᵢ ẋ. */
    void move(double[] velocity) {
        times(velocity, qd);
    }

    /** q̈ᵢ = Kᵢ ẍ + Jᵢ⁻¹(ω × (ω × Pᵢ) − J̇ᵢq̇ᵢ); no ẍ counts as zero. */
    void accelerate(double[] twist, double[] acceleration) {
        times(acceleration, qdd);
        kinematics.addVelocities(qd);
        jacobian.rateTimesVelocity(kinematics, tip, bias);
        double wx = twist[3];
        double wy = twist[4];
        double wz = twist[5];
        // ω × (ω × P) = ω (ω·P) − P (ω·ω)
        double along = wx * arm[0] + wy * arm[1] + wz * arm[2];
        double square = wx * wx + wy * wy + wz * wz;
        bias[0] = wx * along - arm[0] * square - bias[0];
        bias[1] = wy * along - arm[1] * square - bias[1];
        bias[2] = wz * along - arm[2] * square - bias[2];
        bias[3] = -bias[3];
        bias[4] = -bias[4];
        bias[5] = -bias[5];
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int i = 0; i < rows; i++) {
                sum += inverse[j * rows + i] * bias[i];
            }
            qdd[j] += sum;
        }
    }

    private void times(double[] x, double[] out) {
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < m; k++) {
                sum += map[j * m + k] * x[k];
            }
            out[j] = sum;
        }
    }

    /** Joint placements at the pose. */
    Posture posture() {
        return kinematics.posture();
    }

    /** out += Kᵢᵀ Γᵢ = Sᵀ J_viᵀ Jᵢ⁻ᵀ Γᵢ. */
    void addToPlatform(double[] efforts, double[] reducedOut) {
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < m; k++) {
                reducedOut[k] += map[j * m + k] * efforts[j];
            }
        }
    }

    /** What the tip hands to the platform when the joints supply more than the free leg takes: Jᵢ⁻ᵀ(τ − Γᵢ). */
    void tipWrench(double[] surplus, double[] wrenchOut) {
        Arrays.fill(wrenchOut, 0);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < n; j++) {
                wrenchOut[i] += inverse[j * rows + i] * surplus[j];
            }
        }
    }
}
