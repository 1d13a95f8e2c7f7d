package dev.catena.planning.terms;

import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.planning.function.MotionDynamics;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/**
 * Torques of motors behind springs, or their rates. With the effort Γ(q, q̇, q̈) of a joint and θ = q + Γ/K,
 *
 * <pre>
 *   τ = Γ + B θ̈ + f(θ̇),      τ̇ = Γ̇ + B θ⃛ + f′(θ̇) θ̈
 * </pre>
 *
 * Derivatives of Γ⁽ᵐ⁾ along the motion follow from those of Γ by the rule of products: ∂Γ⁽ᵐ⁾/∂q⁽ʲ⁾ = Σ (m over j−i)
 * Gᵢ⁽ᵐ⁻ʲ⁺ⁱ⁾ with Gᵢ = ∂Γ/∂q⁽ⁱ⁾, and the second ones alike from λᵀ∂²Γ. Where bodies that move carry the motors, these act on
 * other joints too: first derivatives are then differences of eighth order, and second ones leave that action out.
 */
final class ElasticTorque implements StateFunction {
    private static final double[] DIFFERENCE = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    private static final int[][] BINOMIAL = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
    private static final double STEP = 0.05;

    private final ElasticDrives drives;
    private final boolean isRate;
    private final MotorFeed feed;
    private final MotionDynamics links;
    private final MotionStencil stencil;
    private final int[] motorOf;
    private final int n;
    private final int order;

    /** The highest derivative of Γ that counts. */
    private final int highest;

    private final double[][] joints;
    private final double[] other;
    private final double[] motorVelocity;
    private final double[] motorAcceleration;

    /** G and its derivatives by time: entry (derivative, i), n × n. */
    private final double[][][] slopes;

    private final double[][] slopesHere;
    private final double[] lambda;

    /** λᵀ∂²Γ and its derivatives by time, 3n × 3n. */
    private final double[][] curvatures;

    private final double[] curvatureHere;

    /** The order and the multipliers that curvatures were sampled for last, in this state. */
    private int sampledUpTo = -1;

    private final double[] sampledFor;

    /** ∂θ̇/∂x and ∂θ̈/∂x of one joint. */
    private final double[] bySpeed;

    private final double[] byAcceleration;

    ElasticTorque(ElasticDrives drives, boolean isRate) {
        this.drives = drives;
        this.isRate = isRate;
        feed = new MotorFeed(drives, isRate);
        links = drives.dynamicsOfLinks();
        n = drives.coordinates().size();
        order = feed.order();
        highest = isRate ? 3 : 2;
        stencil = new MotionStencil(n, sharpest(drives));
        int motors = drives.robot().elasticJoints().size();
        motorOf = drives.drives().stream()
                .mapToInt(name -> drives.robot().elasticJoints().stream()
                        .map(Joint::name)
                        .toList()
                        .indexOf(name))
                .toArray();
        joints = new double[order + 1][n];
        other = new double[n];
        motorVelocity = new double[motors];
        motorAcceleration = new double[motors];
        slopes = new double[highest + 1][3][n * n];
        slopesHere = new double[3][n * n];
        lambda = new double[n];
        curvatures = new double[highest + 1][9 * n * n];
        curvatureHere = new double[9 * n * n];
        sampledFor = new double[n];
        bySpeed = new double[(order + 1) * n];
        byAcceleration = new double[(order + 1) * n];
    }

    private static double sharpest(ElasticDrives drives) {
        double sharpest = 0;
        for (Joint joint : drives.links().movingJoints()) {
            Friction friction = joint.friction();
            if (friction.coulomb() != 0 && friction.smoothingVelocity() > 0) {
                sharpest = Math.max(sharpest, 1 / friction.smoothingVelocity());
            }
        }
        return sharpest;
    }

    @Override
    public int rows() {
        return n;
    }

    @Override
    public int order() {
        return order;
    }

    @Override
    public String name(int row) {
        return (isRate ? "torque rate of " : "torque of ") + drives.drives().get(row);
    }

    @Override
    public void value(MotionState state, double[] out) {
        for (int k = 0; k <= order; k++) {
            System.arraycopy(state.derivative(k), 0, joints[k], 0, n);
        }
        compute(out);
    }

    private void compute(double[] out) {
        feed.compute(joints);
        if (isRate) {
            feed.torqueRates(out);
        } else {
            System.arraycopy(feed.torque, 0, out, 0, n);
        }
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        value(state, other);
        if (drives.motorsAreCarried()) {
            differences(out);
            return;
        }
        feed.motors(1, motorVelocity);
        feed.motors(2, motorAcceleration);
        sampleSlopes(state);
        int width = (order + 1) * n;
        Arrays.fill(out, 0, n * width, 0);
        for (int row = 0; row < n; row++) {
            fillRow(row, out, row * width);
        }
    }

    /** Of eighth order, by each entry of the state. */
    private void differences(double[] out) {
        int width = (order + 1) * n;
        Arrays.fill(out, 0, n * width, 0);
        for (int c = 0; c < width; c++) {
            double[] moved = joints[c / n];
            double kept = moved[c % n];
            double step = c / n == 1 ? STEP * Math.min(1, narrowest()) : STEP * Math.max(1, Math.abs(kept));
            for (int k = 0; k < DIFFERENCE.length; k++) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    moved[c % n] = kept + sign * (k + 1) * step;
                    compute(other);
                    for (int row = 0; row < n; row++) {
                        out[row * width + c] += sign * DIFFERENCE[k] / step * other[row];
                    }
                }
            }
            moved[c % n] = kept;
        }
    }

    /** The least velocity within which friction changes. */
    private double narrowest() {
        double least = 1;
        for (Joint joint : drives.robot().movingJoints()) {
            for (Friction friction :
                    new Friction[] {joint.friction(), joint.drive().motorFriction()}) {
                if (friction.coulomb() != 0) {
                    least = Math.min(least, friction.smoothingVelocity());
                }
            }
        }
        return least;
    }

    private void sampleSlopes(MotionState state) {
        for (double[][] derivative : slopes) {
            for (double[] matrix : derivative) {
                Arrays.fill(matrix, 0);
            }
        }
        stencil.begin(state, order);
        for (int point = 0; point < MotionStencil.POINTS; point++) {
            double[][] x = stencil.state(state, order, point);
            links.torqueDerivatives(x[0], x[1], x[2], slopesHere[0], slopesHere[1], slopesHere[2]);
            for (int d = 0; d <= highest; d++) {
                double weight = stencil.weight(d, point);
                for (int i = 0; weight != 0 && i < 3; i++) {
                    for (int e = 0; e < n * n; e++) {
                        slopes[d][i][e] += weight * slopesHere[i][e];
                    }
                }
            }
        }
    }

    /** ∂Γ⁽ᵐ⁾/∂q⁽ʲ⁾. */
    private double slope(int m, int j, int row, int column) {
        double sum = 0;
        for (int i = Math.max(0, j - m); i <= Math.min(2, j); i++) {
            sum += BINOMIAL[m][j - i] * slopes[m - j + i][i][row * n + column];
        }
        return sum;
    }

    /** ∂θ̇/∂x and ∂θ̈/∂x. */
    private void fillMotor(int row) {
        double compliance = drives.compliance(row);
        for (int j = 0; j <= order; j++) {
            for (int c = 0; c < n; c++) {
                double own = c == row ? 1 : 0;
                bySpeed[j * n + c] = (j == 1 ? own : 0) + compliance * slope(1, j, row, c);
                byAcceleration[j * n + c] = (j == 2 ? own : 0) + compliance * slope(2, j, row, c);
            }
        }
    }

    /** Which of the motors drives a joint behind a spring; −1 for a rigid drive. */
    private int motor(int row) {
        return motorOf[row];
    }

    private void fillRow(int row, double[] out, int at) {
        int own = isRate ? 1 : 0;
        int motor = motor(row);
        double inertia = drives.motorInertia(row);
        if (motor >= 0) {
            fillMotor(row);
        }
        for (int j = 0; j <= order; j++) {
            for (int c = 0; c < n; c++) {
                double entry = slope(own, j, row, c);
                if (motor >= 0) {
                    double third =
                            (j == 3 && c == row ? 1 : 0) + (isRate ? drives.compliance(row) * slope(3, j, row, c) : 0);
                    entry += inertia * (isRate ? third : byAcceleration[j * n + c]);
                    entry += friction(row, motor, bySpeed[j * n + c], byAcceleration[j * n + c]);
                }
                out[at + j * n + c] = entry;
            }
        }
    }

    /** The change of f(θ̇), or of its rate f′ θ̈. */
    private double friction(int row, int motor, double bySpeedEntry, double byAccelerationEntry) {
        Friction friction = drives.motorFriction(row);
        double slope = friction.slope(motorVelocity[motor]);
        return isRate
                ? friction.curvature(motorVelocity[motor]) * motorAcceleration[motor] * bySpeedEntry
                        + slope * byAccelerationEntry
                : slope * bySpeedEntry;
    }

    @Override
    public void addCurvature(MotionState state, double[] multipliers, double[] out) {
        value(state, other);
        feed.motors(1, motorVelocity);
        feed.motors(2, motorAcceleration);
        stencil.begin(state, order);
        int own = isRate ? 1 : 0;
        sampledUpTo = -1;
        // B θ̈ or B θ⃛, which needs most of the motion
        for (int row = 0; row < n; row++) {
            lambda[row] = multipliers[row] * drives.motorInertia(row) * drives.compliance(row);
        }
        addCurvatureOf(own + 2, lambda, state, out);
        addCurvatureOf(own, multipliers, state, out);
        addFriction(multipliers, state, out);
    }

    private void addFriction(double[] multipliers, MotionState state, double[] out) {
        boolean hasFriction = false;
        for (int row = 0; row < n; row++) {
            int motor = motor(row);
            double slope = motor < 0 ? 0 : drives.motorFriction(row).slope(motorVelocity[motor]);
            lambda[row] = multipliers[row] * drives.compliance(row) * slope;
            hasFriction |= motor >= 0 && !drives.motorFriction(row).isZero();
        }
        if (!hasFriction) {
            return;
        }
        addCurvatureOf(isRate ? 2 : 1, lambda, state, out);
        if (isRate) {
            for (int row = 0; row < n; row++) {
                lambda[row] = multipliers[row] * drives.compliance(row) * bend(row);
            }
            addCurvatureOf(1, lambda, state, out);
        }
        sampleSlopes(state);
        int width = (order + 1) * n;
        for (int row = 0; row < n; row++) {
            int motor = motor(row);
            if (motor < 0) {
                continue;
            }
            fillMotor(row);
            Friction friction = drives.motorFriction(row);
            double factor = multipliers[row] * friction.curvature(motorVelocity[motor]);
            double third = multipliers[row] * friction.thirdDerivative(motorVelocity[motor]) * motorAcceleration[motor];
            for (int a = 0; a < width; a++) {
                for (int b = 0; b < width; b++) {
                    out[a * width + b] += isRate
                            ? factor * (bySpeed[a] * byAcceleration[b] + byAcceleration[a] * bySpeed[b])
                                    + third * bySpeed[a] * bySpeed[b]
                            : factor * bySpeed[a] * bySpeed[b];
                }
            }
        }
    }

    /** f″ θ̈. */
    private double bend(int row) {
        int motor = motor(row);
        return motor < 0 ? 0 : drives.motorFriction(row).curvature(motorVelocity[motor]) * motorAcceleration[motor];
    }

    /** out += ∂²(λᵀΓ⁽ᵐ⁾), m!/(p! r! s!) C⁽ᵖ⁾ in the blocks (i + r, j + s) for all p + r + s = m. */
    private void addCurvatureOf(int m, double[] multipliers, MotionState state, double[] out) {
        double times = timesSampled(m, multipliers);
        if (times == 0) {
            sampleCurvatures(m, multipliers, state);
            times = 1;
        }
        int width = (order + 1) * n;
        int from = 3 * n;
        for (int r = 0; r <= m; r++) {
            for (int s = 0; s <= m - r; s++) {
                double factor = times * BINOMIAL[m][r] * (double) BINOMIAL[m - r][s];
                double[] C = curvatures[m - r - s];
                for (int a = 0; a < from; a++) {
                    int at = (a + r * n) * width + s * n;
                    for (int b = 0; b < from; b++) {
                        out[at + b] += factor * C[a * from + b];
                    }
                }
            }
        }
    }

    /** What the curvatures sampled last are to be multiplied with for other multipliers; zero where they must be sampled anew. */
    private double timesSampled(int m, double[] multipliers) {
        double times = 0;
        for (int row = 0; row < n && m <= sampledUpTo; row++) {
            double ratio = multipliers[row] / sampledFor[row];
            if (row > 0 && ratio != times) {
                return 0;
            }
            times = Double.isFinite(ratio) ? ratio : 0;
        }
        return times;
    }

    private void sampleCurvatures(int m, double[] multipliers, MotionState state) {
        sampledUpTo = m;
        System.arraycopy(multipliers, 0, sampledFor, 0, n);
        for (int d = 0; d <= m; d++) {
            Arrays.fill(curvatures[d], 0);
        }
        for (int point = 0; point < MotionStencil.POINTS; point++) {
            if (m == 0 && point != MotionStencil.POINTS / 2) {
                continue;
            }
            double[][] x = stencil.state(state, order, point);
            links.torqueCurvature(x[0], x[1], x[2], multipliers, curvatureHere);
            for (int d = 0; d <= m; d++) {
                double weight = stencil.weight(d, point);
                for (int e = 0; weight != 0 && e < curvatureHere.length; e++) {
                    curvatures[d][e] += weight * curvatureHere[e];
                }
            }
        }
    }

    @Override
    public StateFunction copy() {
        return new ElasticTorque(drives, isRate);
    }
}
