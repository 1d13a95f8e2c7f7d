package dev.catena.mechanism.parallel;

import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.Posture;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** Coordinates, velocities and accelerations of one leg from those of the platform. */
final class LegMotion {
    /**
     * Least independence of the joints' motions, and of the actuators' hold on the platform. Of a stretched leg it is the
     * root of what rounding leaves of the coordinates, 1e-8.
     */
    static final double SINGULAR = 1e-7;

    /** How far, per unit of platform velocity, a leg with fewer joints than rows may miss the platform. */
    private static final double MISMATCH = 1e-7;

    final Leg leg;
    final int n;
    final double[] q;
    final double[] qd;
    final double[] qdd;

    /** Coordinates of the actuated joints. */
    final int[] actuated;

    private final String robot;
    private final Pose home;
    private final PlatformFreedoms freedoms;
    private final int rows;

    /** Whether Jᵢ is 3 × 3, as in most legs that are tied by a point; then its products are written out. */
    private final boolean square;

    private final int tip;
    private final LegGeometry geometry;
    private final Kinematics kinematics;
    private final Jacobian jacobian;
    private final HouseholderFactor factor;
    private final double[] J;
    private final double[] inverse;
    private final double[] worldFromTip = new double[12];
    private final double[] arm = new double[3];

    /** Velocity, acceleration or wrench of the tip, as far as the leg shares it with the platform. */
    private final double[] atTip = new double[6];

    private final double[] unit = new double[6];
    private final double[] beyond = new double[6];

    /** Coordinates of the joints from the tip to the base. */
    private final int[] inward;

    private final double[] trial;

    /** Whether the coordinates are those of a pose. */
    private boolean placed;

    LegMotion(ParallelRobot robot, Leg leg) {
        this.leg = leg;
        this.robot = robot.name();
        home = robot.home();
        freedoms = robot.freedoms();
        n = leg.model().jointCount();
        rows = leg.connection().rows();
        square = rows == 3 && n == 3;
        tip = leg.model().bodyIndex(leg.tip());
        LegGeometry given = leg.geometry();
        geometry = given == null ? new NumericalLegGeometry(leg) : given;
        kinematics = new Kinematics(leg.model());
        jacobian = new Jacobian(leg.model());
        factor = new HouseholderFactor(rows, n);
        actuated = leg.actuated().stream().mapToInt(leg.model()::coordinate).toArray();
        inward = IntStream.iterate(tip, body -> body > 0, leg.model()::parent)
                .mapToObj(leg.model()::jointOf)
                .flatMap(Optional::stream)
                .filter(joint -> joint.kind().moves())
                .mapToInt(joint -> leg.model().coordinate(joint.name()))
                .toArray();
        q = leg.start();
        trial = new double[n];
        qd = new double[n];
        qdd = new double[n];
        J = new double[6 * n];
        inverse = new double[n * rows];
    }

    /** Forgets the last pose. */
    void restart() {
        System.arraycopy(leg.start(), 0, q, 0, n);
        placed = false;
    }

    /** Coordinates and Kᵢ at a pose of the platform; after a failure the coordinates are those of the last pose. */
    void place(Pose worldFromPlatform) {
        System.arraycopy(q, 0, trial, 0, n);
        LegStatus status = find(worldFromPlatform);
        if (status != LegStatus.REACHED) {
            throw UnreachablePoseException.ofLeg(robot, leg.name(), status, worldFromTip);
        }
        kinematics.compute(trial);
        jacobian.compute(kinematics, tip, J);
        double independence = square ? invertThreeByThree() : invert();
        if (!(independence > SINGULAR)) {
            throw SingularPoseException.ofLeg(robot, leg.name(), independence);
        }
        if (rows > n) {
            checkFreedoms();
        }
        System.arraycopy(trial, 0, q, 0, n);
        placed = true;
    }

    /**
     * The coordinates at a pose. A search begins at the start coordinates, in the home pose, so that it does not depend on
     * the first pose asked for which branch is taken; unless the leg cannot be at home.
     */
    private LegStatus find(Pose worldFromPlatform) {
        if (!placed && geometry instanceof NumericalLegGeometry search) {
            placeTip(home);
            if (search.search(worldFromTip, trial) != LegStatus.REACHED) {
                System.arraycopy(q, 0, trial, 0, n);
                placeTip(worldFromPlatform);
                return search.search(worldFromTip, trial);
            }
        }
        placeTip(worldFromPlatform);
        return geometry.solve(worldFromTip, trial);
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
        double reciprocal = 1 / volume;
        for (int i = 0; i < 9; i++) {
            inverse[i] *= reciprocal;
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

    /** With fewer joints than rows, Jᵢ q̇ᵢ = J_vi V need not hold; it must for the freedoms of the platform. */
    private void checkFreedoms() {
        double error = 0;
        for (int k = 0; k < freedoms.count(); k++) {
            Arrays.fill(unit, 0);
            unit[freedoms.coordinate(k)] = 1;
            moveTip(unit);
            timesInverse(qd);
            for (int i = 0; i < rows; i++) {
                double miss = -atTip[i];
                for (int j = 0; j < n; j++) {
                    miss += J[i * n + j] * qd[j];
                }
                error = Math.max(error, Math.abs(miss));
            }
        }
        if (!(error <= MISMATCH)) {
            throw UnreachablePoseException.incompatible(robot, leg.name(), error);
        }
    }

    /** J_vi V = (v + ω × Pᵢ; ω), the first three rows for a point, [Khalil 64, 65]. */
    private void moveTip(double[] twist) {
        atTip[0] = twist[0] + twist[4] * arm[2] - twist[5] * arm[1];
        atTip[1] = twist[1] + twist[5] * arm[0] - twist[3] * arm[2];
        atTip[2] = twist[2] + twist[3] * arm[1] - twist[4] * arm[0];
        atTip[3] = twist[3];
        atTip[4] = twist[4];
        atTip[5] = twist[5];
    }

    /** Jᵢ⁻¹ times what is at the tip. */
    private void timesInverse(double[] out) {
        if (square) {
            double x = atTip[0];
            double y = atTip[1];
            double z = atTip[2];
            out[0] = inverse[0] * x + inverse[1] * y + inverse[2] * z;
            out[1] = inverse[3] * x + inverse[4] * y + inverse[5] * z;
            out[2] = inverse[6] * x + inverse[7] * y + inverse[8] * z;
            return;
        }
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int i = 0; i < rows; i++) {
                sum += inverse[j * rows + i] * atTip[i];
            }
            out[j] = sum;
        }
    }

    /** q̇ᵢ = Jᵢ⁻¹J_vi V. */
    void move(double[] twist) {
        solve(twist, qd);
    }

    /** Jᵢ⁻¹J_vi times a twist of the platform. */
    void solve(double[] twist, double[] out) {
        moveTip(twist);
        timesInverse(out);
    }

    /** Jᵢ⁻¹ times a twist of the tip. */
    void solveTip(double[] twistOfTip, double[] out) {
        System.arraycopy(twistOfTip, 0, atTip, 0, 6);
        timesInverse(out);
    }

    /** Jᵢ with all six rows. */
    double[] jacobian() {
        return J;
    }

    /** Pᵢ. */
    double[] arm() {
        return arm;
    }

    /** Coordinate of a joint by its place in the chain from the base to the tip. */
    int outward(int place) {
        return inward[n - 1 - place];
    }

    /** q̈ᵢ = Jᵢ⁻¹(J_vi V̇ + ω × (ω × Pᵢ) − J̇ᵢq̇ᵢ). */
    void accelerate(double[] twist, double[] acceleration) {
        moveTip(acceleration);
        double wx = twist[3];
        double wy = twist[4];
        double wz = twist[5];
        // ω × (ω × P) = ω (ω·P) − P (ω·ω)
        double along = wx * arm[0] + wy * arm[1] + wz * arm[2];
        double square = wx * wx + wy * wy + wz * wz;
        atTip[0] += wx * along - arm[0] * square;
        atTip[1] += wy * along - arm[1] * square;
        atTip[2] += wz * along - arm[2] * square;
        subtractRateTimesVelocity();
        timesInverse(qdd);
    }

    /**
     * J̇ᵢq̇ᵢ from the columns (l, w) of Jᵢ along the chain: joint a moves column b beyond it by w_a × (l_b, w_b), so that
     * the linear part is Σ_a q̇_a w_a × (q̇_a l_a + 2 Σ_{b>a} q̇_b l_b), the angular part Σ_a q̇_a w_a × Σ_{b>a} q̇_b w_b.
     */
    private void subtractRateTimesVelocity() {
        Arrays.fill(beyond, 0);
        for (int step = 0; step < n; step++) {
            int j = inward[step];
            double rate = qd[j];
            double wx = rate * J[3 * n + j];
            double wy = rate * J[4 * n + j];
            double wz = rate * J[5 * n + j];
            double lx = rate * J[j];
            double ly = rate * J[n + j];
            double lz = rate * J[2 * n + j];
            double x = lx + 2 * beyond[0];
            double y = ly + 2 * beyond[1];
            double z = lz + 2 * beyond[2];
            atTip[0] -= wy * z - wz * y;
            atTip[1] -= wz * x - wx * z;
            atTip[2] -= wx * y - wy * x;
            atTip[3] -= wy * beyond[5] - wz * beyond[4];
            atTip[4] -= wz * beyond[3] - wx * beyond[5];
            atTip[5] -= wx * beyond[4] - wy * beyond[3];
            beyond[0] += lx;
            beyond[1] += ly;
            beyond[2] += lz;
            beyond[3] += wx;
            beyond[4] += wy;
            beyond[5] += wz;
        }
    }

    /** Joint placements at the pose. */
    Posture posture() {
        return kinematics.posture();
    }

    /** wrench += J_viᵀ Jᵢ⁻ᵀ Γᵢ, about the platform's origin. */
    void addToPlatform(double[] efforts, double[] wrenchOut) {
        setTipWrench(efforts);
        addMoved(wrenchOut, 0);
    }

    /** Row of Kᵢ = Jᵢ⁻¹J_vi: how fast a joint moves with the platform; six numbers from an offset on. */
    void platformRow(int joint, double[] rowsOut, int offset) {
        for (int i = 0; i < rows; i++) {
            atTip[i] = inverse[joint * rows + i];
        }
        Arrays.fill(rowsOut, offset, offset + 6, 0);
        addMoved(rowsOut, offset);
    }

    /** What is at the tip, J_viᵀ times it: (f; n + P × f). */
    private void addMoved(double[] out, int offset) {
        out[offset] += atTip[0];
        out[offset + 1] += atTip[1];
        out[offset + 2] += atTip[2];
        out[offset + 3] += arm[1] * atTip[2] - arm[2] * atTip[1];
        out[offset + 4] += arm[2] * atTip[0] - arm[0] * atTip[2];
        out[offset + 5] += arm[0] * atTip[1] - arm[1] * atTip[0];
        if (rows == 6) {
            out[offset + 3] += atTip[3];
            out[offset + 4] += atTip[4];
            out[offset + 5] += atTip[5];
        }
    }

    /** Jᵢ⁻ᵀ times joint efforts: the wrench at the tip that does their work. */
    void tipWrench(double[] efforts, double[] wrenchOut) {
        setTipWrench(efforts);
        System.arraycopy(atTip, 0, wrenchOut, 0, rows);
    }

    private void setTipWrench(double[] efforts) {
        if (square) {
            double a = efforts[0];
            double b = efforts[1];
            double c = efforts[2];
            atTip[0] = inverse[0] * a + inverse[3] * b + inverse[6] * c;
            atTip[1] = inverse[1] * a + inverse[4] * b + inverse[7] * c;
            atTip[2] = inverse[2] * a + inverse[5] * b + inverse[8] * c;
            return;
        }
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                sum += inverse[j * rows + i] * efforts[j];
            }
            atTip[i] = sum;
        }
    }
}
