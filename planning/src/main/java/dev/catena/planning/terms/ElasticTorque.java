package dev.catena.planning.terms;

import dev.catena.model.Friction;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.series.EffortSeries;
import dev.catena.series.SeriesProduct;
import java.util.Arrays;

/**
 * Torques of motors behind springs, their rates, or how fast motors turn; of rigid drives motors turn as joints do. With the effort Γ of a joint and θ = q + Γ/K,
 *
 * <pre>
 *   τ = Γ + B θ̈ + f(θ̇) + ρ
 * </pre>
 *
 * where ρ is what a body that moves does to the motor that it carries, which acts on joints before it too: Γ and ρ are functions of q, q̇, q̈
 * of the joints and θ̇, θ̈ of such motors. All are Taylor series in time, up to a coefficient N, and so are derivatives of Γ and ρ,
 * {@link EffortSeries}; that of the state's motion x makes coefficient r of q⁽ⁱ⁾ change by 1/r! with q⁽ⁱ⁺ʳ⁾.
 *
 * <p>Second derivatives are those of a Lagrangian in which every series y has a multiplier μ(t), such that the coefficient N of Σ μ y is λᵀτ:
 * θ = q + Γ/K has that of θ, times 1/K, as a part of Γ's. A multiplier μ of ẏ counts as one of y with the coefficients (N − j) μⱼ₊₁.
 */
final class ElasticTorque implements StateFunction {
    /** What of the motors. */
    enum Quantity {
        TORQUE("torque of "),
        TORQUE_RATE("torque rate of "),
        SPEED("speed of the motor of ");

        private final String title;

        Quantity(String title) {
            this.title = title;
        }
    }

    private final ElasticDrives drives;
    private final Quantity quantity;
    private final boolean isRate;
    private final boolean isSpeed;
    private final MotorFeed feed;
    private final EffortSeries efforts;
    private final int rows;

    /** How many numbers a derivative of the state has: one for each joint, and loads of {@link dev.catena.planning.function.StandingLoads}. */
    private final int n;

    private final int loads;
    private final int order;

    /** N + 1. */
    private final int terms;

    /** The coefficient of τ that counts: 0, or 1 for rates. */
    private final int wanted;

    /** How many numbers the state has. */
    private final int width;

    /** How many coordinates the efforts have: those of the joints, and motors where bodies that move carry them. */
    private final int size;

    /** The joints with springs, from the tips to the base. */
    private final int[] solving;

    /** By joint: which motor it has behind a spring; −1 for a rigid drive. */
    private final int[] motorOf;

    private final double[] factorial;
    private final double[][] joints;
    private final double[][] motion;
    private final double[] torque;
    private final double[][] motorMotion;

    /** By motor: ∂θ/∂x, the coefficients of θ one after the other. */
    private final double[][] byState;

    /** The same of an effort. */
    private final double[] effortByState;

    /** By row of the efforts: its multiplier. */
    private final double[] multiplier;

    private final double[] ofSpeed;
    private final double[] ofAcceleration;
    private final double[] second;

    ElasticTorque(ElasticDrives drives, Quantity quantity) {
        this.drives = drives;
        this.quantity = quantity;
        isRate = quantity == Quantity.TORQUE_RATE;
        isSpeed = quantity == Quantity.SPEED;
        feed = new MotorFeed(drives, isRate);
        rows = drives.coordinates().size();
        loads = drives.loads();
        n = rows + loads;
        order = feed.order();
        terms = order - 1;
        wanted = isRate ? 1 : 0;
        width = (order + 1) * n;
        efforts = drives.efforts(feed, order - 2);
        size = efforts.size();
        solving = drives.solvingOrder();
        motorOf = drives.motors();
        factorial = new double[order + 1];
        factorial[0] = 1;
        for (int k = 1; k <= order; k++) {
            factorial[k] = k * factorial[k - 1];
        }
        joints = new double[order + 1][n];
        motion = new double[order + 1][size];
        torque = new double[rows];
        motorMotion = new double[order + 1][solving.length];
        byState = new double[solving.length][terms * width];
        effortByState = new double[terms * width];
        multiplier = new double[size * terms];
        ofSpeed = new double[terms];
        ofAcceleration = new double[terms];
        second = new double[9 * size * size * terms];
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int loads() {
        return loads;
    }

    @Override
    public int order() {
        return order;
    }

    @Override
    public String name(int row) {
        return quantity.title + drives.drives().get(row);
    }

    @Override
    public void value(MotionState state, double[] out) {
        for (int k = 0; k <= order; k++) {
            System.arraycopy(state.derivative(k), 0, joints[k], 0, rows);
            System.arraycopy(state.loads(k), 0, joints[k], rows, loads);
        }
        feed.compute(joints);
        if (isRate) {
            feed.torqueRates(out);
        } else if (isSpeed) {
            feed.motors(1, motorMotion[1]);
            for (int row = 0; row < rows; row++) {
                out[row] = motorOf[row] < 0 ? joints[1][row] : motorMotion[1][motorOf[row]];
            }
        } else {
            System.arraycopy(feed.torque, 0, out, 0, rows);
        }
    }

    /** Motors, efforts, and ∂θ/∂x. */
    private void differentiate(MotionState state) {
        value(state, torque);
        boolean areCarried = size > n;
        for (int k = 0; k <= order; k++) {
            System.arraycopy(joints[k], 0, motion[k], 0, n);
            if (k <= 2 || (areCarried && k < terms)) {
                feed.motors(k, motorMotion[k]);
            }
            if (areCarried) {
                System.arraycopy(motorMotion[k], 0, motion[k], n, solving.length);
            }
        }
        if (efforts != feed.efforts()) {
            efforts.compute(motion);
        }
        for (int joint : solving) {
            findEffortByState(joint);
            double[] rows = byState[motorOf[joint]];
            for (int k = 0; k < rows.length; k++) {
                rows[k] = drives.compliance(joint) * effortByState[k];
            }
            for (int r = 0; r < terms; r++) {
                rows[r * width + r * n + joint] += 1 / factorial[r];
            }
        }
    }

    /** The derivatives by the state of all coefficients of an effort; those of motors that act on it must be known. */
    private void findEffortByState(int row) {
        Arrays.fill(effortByState, 0);
        for (int i = 0; i < 3; i++) {
            double[] slopes = efforts.slopes(i);
            for (int c = 0; c < n; c++) {
                int from = (row * size + c) * terms;
                for (int r = 0; r < terms; r++) {
                    for (int s = 0; s <= r; s++) {
                        effortByState[r * width + (i + s) * n + c] += slopes[from + r - s] / factorial[s];
                    }
                }
            }
            for (int m = n; m < size && i > 0; m++) {
                addMotor(slopes, (row * size + m) * terms, byState[m - n], i);
            }
        }
    }

    /** effortByState += (a series) · ∂θ⁽ⁱ⁾/∂x. */
    private void addMotor(double[] slopes, int from, double[] theta, int i) {
        for (int r = 0; r < terms; r++) {
            for (int s = 0; s <= r && s + i < terms; s++) {
                double factor = slopes[from + r - s] * factorial[s + i] / factorial[s];
                for (int k = 0; factor != 0 && k < width; k++) {
                    effortByState[r * width + k] += factor * theta[(s + i) * width + k];
                }
            }
        }
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        differentiate(state);
        for (int row = 0; row < rows; row++) {
            if (isSpeed) {
                copySpeed(row, out);
                continue;
            }
            findEffortByState(row);
            System.arraycopy(effortByState, wanted * width, out, row * width, width);
            int motor = motorOf[row];
            if (motor < 0) {
                continue;
            }
            if (size > n) {
                findEffortByState(n + motor);
                add(1, effortByState, wanted, out, row);
            }
            // B θ̈ + f(θ̇)
            double[] theta = byState[motor];
            add(drives.motorInertia(row) * factorial[wanted + 2] / factorial[wanted], theta, wanted + 2, out, row);
            Friction friction = drives.motorFriction(row);
            double velocity = motorMotion[1][motor];
            add(friction.slope(velocity) * (wanted + 1), theta, wanted + 1, out, row);
            if (isRate) {
                add(friction.curvature(velocity) * motorMotion[2][motor], theta, 1, out, row);
            }
        }
    }

    private void copySpeed(int row, double[] out) {
        if (motorOf[row] >= 0) {
            System.arraycopy(byState[motorOf[row]], width, out, row * width, width);
        } else {
            Arrays.fill(out, row * width, (row + 1) * width, 0);
            out[row * width + n + row] = 1;
        }
    }

    /** A row of out += factor · (one coefficient). */
    private void add(double factor, double[] coefficients, int r, double[] out, int row) {
        for (int k = 0; factor != 0 && k < width; k++) {
            out[row * width + k] += factor * coefficients[r * width + k];
        }
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        differentiate(state);
        findMultipliers(lambda);
        efforts.curvature(multiplier, second);
        for (int r = 0; r < terms; r++) {
            for (int s = 0; r + s < terms; s++) {
                addJoints(r, s, out);
            }
        }
        for (int motor = 0; motor < size - n; motor++) {
            for (int i = 1; i < 3; i++) {
                addCarried(motor, i, out);
            }
        }
        for (int row : solving) {
            addFriction(row, lambda[row], out);
        }
    }

    /** From the base to the tips: a motor acts on joints whose own motors are found after it. */
    private void findMultipliers(double[] lambda) {
        int highest = terms - 1;
        Arrays.fill(multiplier, 0);
        for (int row = 0; row < rows && !isSpeed; row++) {
            multiplier[row * terms + highest - wanted] = lambda[row];
            if (size > n && motorOf[row] >= 0) {
                multiplier[(n + motorOf[row]) * terms + highest - wanted] = lambda[row];
            }
        }
        for (int e = solving.length - 1; e >= 0; e--) {
            int row = solving[e];
            findOwnMultipliers(row, lambda[row]);
            for (int r = 0; size > n && r < size; r++) {
                int at = (r * size + n + motorOf[row]) * terms;
                SeriesProduct.add(multiplier, r * terms, efforts.slopes(1), at, ofSpeed, 0, terms);
                SeriesProduct.add(multiplier, r * terms, efforts.slopes(2), at, ofAcceleration, 0, terms);
            }
            for (int j = 0; j < highest; j++) {
                ofSpeed[j] += (highest - j) * ofAcceleration[j + 1];
            }
            for (int j = 0; j < highest; j++) {
                multiplier[row * terms + j] += drives.compliance(row) * (highest - j) * ofSpeed[j + 1];
            }
        }
    }

    /** Of θ̇ and θ̈ of a motor in its own torque B θ̈ + f(θ̇), or of its speed. */
    private void findOwnMultipliers(int row, double lambda) {
        int highest = terms - 1;
        Arrays.fill(ofSpeed, 0);
        Arrays.fill(ofAcceleration, 0);
        if (isSpeed) {
            ofSpeed[highest] = lambda;
            return;
        }
        Friction friction = drives.motorFriction(row);
        double velocity = motorMotion[1][motorOf[row]];
        ofAcceleration[highest - wanted] = lambda * drives.motorInertia(row);
        ofSpeed[highest - wanted] = lambda * friction.slope(velocity);
        if (isRate) {
            ofSpeed[highest] += lambda * friction.curvature(velocity) * motorMotion[2][motorOf[row]];
        }
    }

    /** The part of coefficients r and s of joints: C_{N−r−s} / (r! s!) in blocks that are so much further on. */
    private void addJoints(int r, int s, double[] out) {
        double factor = 1 / (factorial[r] * factorial[s]);
        for (int a = 0; a < 3 * n; a++) {
            int to = (a + r * n) * width + s * n;
            for (int j = 0; j < 3; j++) {
                int from = index(a / n, a % n, j, 0) + terms - 1 - r - s;
                for (int c = 0; c < n; c++) {
                    out[to + j * n + c] += factor * second[from + c * terms];
                }
            }
        }
    }

    private int index(int i, int row, int j, int column) {
        return ((i * size + row) * 3 * size + j * size + column) * terms;
    }

    /** What a derivative of a motor does together with joints. */
    private void addCarried(int motor, int i, double[] out) {
        for (int a = 0; a < 3 * n; a++) {
            int from = index(i, n + motor, a / n, a % n);
            for (int r = 0; r < terms; r++) {
                int row = a + r * n;
                for (int s = 0; r + s < terms && s + i < terms; s++) {
                    double factor = second[from + terms - 1 - r - s] / factorial[r] * factorial[s + i] / factorial[s];
                    for (int k = 0; factor != 0 && k < width; k++) {
                        double entry = factor * byState[motor][(s + i) * width + k];
                        out[row * width + k] += entry;
                        out[k * width + row] += entry;
                    }
                }
            }
        }
    }

    /** f″ θ̇′ θ̇′ᵀ, or f″ (θ̇′ θ̈′ᵀ + θ̈′ θ̇′ᵀ) + f‴ θ̈ θ̇′ θ̇′ᵀ. */
    private void addFriction(int row, double lambda, double[] out) {
        Friction friction = drives.motorFriction(row);
        if (isSpeed || friction.isZero()) {
            return;
        }
        int motor = motorOf[row];
        double velocity = motorMotion[1][motor];
        double bend = lambda * friction.curvature(velocity);
        double third = lambda * friction.thirdDerivative(velocity) * motorMotion[2][motor];
        double[] theta = byState[motor];
        for (int a = 0; a < width; a++) {
            double speed = theta[width + a];
            double acceleration = 2 * theta[2 * width + a];
            for (int b = 0; b < width; b++) {
                double other = theta[width + b];
                out[a * width + b] += isRate
                        ? bend * (speed * 2 * theta[2 * width + b] + acceleration * other) + third * speed * other
                        : bend * speed * other;
            }
        }
    }

    @Override
    public StateFunction copy() {
        return new ElasticTorque(drives, quantity);
    }
}
