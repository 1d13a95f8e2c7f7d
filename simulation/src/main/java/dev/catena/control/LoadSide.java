package dev.catena.control;

import dev.catena.algebra.Cholesky;
import dev.catena.drive.ElasticCoordinates;
import dev.catena.drive.ElasticFeedForward;
import dev.catena.drive.TaylorInverseDynamics;
import java.util.Arrays;

/**
 * The joints' side of {@link ElasticTracking}: how the joints of the closed loop move on, and where that wants the motors
 * of elastic joints, with two derivatives.
 *
 * <p>The springs' efforts are known from positions, their rates from velocities, and rigid joints get what the control law
 * wants, so that M q̈ + h = τ gives q̈; its time derivative gives q⃛. With these, the law is evaluated along the motion as
 * a Taylor series, C(q, q̇) q̇_r = h(½(q̇ + q̇_r)) − h(½(q̇ − q̇_r)) by polarization. Nothing is allocated after construction.
 */
final class LoadSide {
    private static final int ORDER = 2;

    private final ElasticCoordinates coordinates;
    private final ElasticFeedForward feedForward;
    private final TaylorInverseDynamics[] taylor = new TaylorInverseDynamics[ORDER + 1];
    private final int n;
    private final int motors;
    private final double[] rate;
    private final double[] damping;

    /** By coordinate: the spring at its joint, −1 for a rigid joint. */
    private final int[] springOf;

    /** q_d and its derivatives. */
    private final double[][] wanted;

    /** q, q̇, q̈, q⃛; motors' entries stay zero, as in all that follow. */
    private final double[][] joints;

    /** The same rows from q̇ on, and from q̈ on. */
    private final double[][] jointVelocity;

    private final double[][] jointAcceleration;

    /** q̇_r and its derivatives, and the same rows from q̈_r on; σ likewise. */
    private final double[][] reference;

    private final double[][] referenceRate;

    private final double[][] sigma;
    private final double[][] half;
    private final double[][] zero;

    /** τ_c without what motors do to joints. */
    private final double[][] law;

    private final double[][] rows;

    /** What motors on the trajectory do to elastic joints: S θ̈ + C₁ θ̇. */
    private final double[][] coupling;

    private final double[][] motorVelocity;
    private final double[][] motorAcceleration;
    private final double[] residual;
    private final double[] nominal;
    private final double[] scratch;
    private final double[] scratchRate;
    private final double[] scratchAcceleration;
    private final double[] torques;
    private double[] position = {};
    private double[] velocity = {};

    LoadSide(ElasticCoordinates coordinates, double[] rate, double[] damping) {
        this.coordinates = coordinates;
        this.rate = rate;
        this.damping = damping;
        feedForward = new ElasticFeedForward(coordinates);
        n = coordinates.jointCount();
        motors = coordinates.motorCount();
        int size = coordinates.size();
        springOf = new int[n];
        Arrays.fill(springOf, -1);
        for (int e = 0; e < motors; e++) {
            springOf[coordinates.jointOfMotor(e)] = e;
        }
        for (int d = 0; d <= ORDER; d++) {
            taylor[d] = new TaylorInverseDynamics(coordinates, d);
        }
        wanted = new double[Math.max(ORDER + 2, feedForward.order()) + 1][n];
        joints = new double[ORDER + 2][size];
        jointVelocity = Arrays.copyOfRange(joints, 1, ORDER + 2);
        jointAcceleration = Arrays.copyOfRange(joints, 2, ORDER + 2);
        reference = new double[ORDER + 2][size];
        referenceRate = Arrays.copyOfRange(reference, 1, ORDER + 2);
        sigma = new double[ORDER + 1][size];
        half = new double[ORDER + 1][size];
        zero = new double[ORDER + 1][size];
        law = new double[ORDER + 1][size];
        rows = new double[ORDER + 1][size];
        coupling = new double[ORDER + 1][size];
        motorVelocity = new double[ORDER + 1][size];
        motorAcceleration = new double[ORDER + 1][size];
        residual = new double[n];
        nominal = new double[motors];
        scratch = new double[size];
        scratchRate = new double[size];
        scratchAcceleration = new double[size];
        torques = new double[n];
    }

    /** Whether some motor acts on the spring of another joint. */
    boolean isCoupled() {
        return feedForward.order() > ORDER + 2;
    }

    /**
     * Everything at a time and state.
     *
     * @param position [q; θ]
     * @param velocity [q̇; θ̇]
     * @param massFactor Cholesky's factor of M
     */
    void compute(SmoothTrajectory trajectory, double time, double[] position, double[] velocity, double[] massFactor) {
        this.position = position;
        this.velocity = velocity;
        trajectory.derivatives(time, wanted);
        if (isCoupled()) {
            findCoupling();
        }
        System.arraycopy(position, 0, joints[0], 0, n);
        System.arraycopy(velocity, 0, joints[1], 0, n);
        for (int d = 0; d < ORDER; d++) {
            followLaw(d);
            moveOn(d, massFactor);
        }
        followLaw(ORDER);
    }

    /** τ_c with derivatives up to order d, [Hua 39]; accelerations of the joints must be known to order d − 1. */
    private void followLaw(int d) {
        for (int k = 0; k <= d + 1; k++) {
            for (int i = 0; i < n; i++) {
                // q̇_r = q̇_d + Λ e, [Hua 37]
                reference[k][i] = wanted[k + 1][i] + rate[i] * (wanted[k][i] - joints[k][i]);
            }
        }
        mix(d, 0.5);
        taylor[d].computeInertial(joints, half, referenceRate, true, law);
        mix(d, -0.5);
        taylor[d].computeInertial(joints, half, zero, false, rows);
        for (int k = 0; k <= d; k++) {
            for (int i = 0; i < n; i++) {
                // σ = q̇_r − q̇, [Hua 38]
                sigma[k][i] = reference[k][i] - joints[k + 1][i];
                law[k][i] += damping[i] * sigma[k][i] - rows[k][i];
            }
        }
        taylor[d].addFriction(jointVelocity, law);
    }

    /** ½ q̇ + share · q̇_r. */
    private void mix(int d, double share) {
        for (int k = 0; k <= d; k++) {
            for (int i = 0; i < n; i++) {
                half[k][i] = 0.5 * joints[k + 1][i] + share * reference[k][i];
            }
        }
    }

    /** The d-th derivative of M q̈ + h = τ, solved for that of q̈. */
    private void moveOn(int d, double[] massFactor) {
        Arrays.fill(joints[d + 2], 0);
        taylor[d].computeInertial(joints, jointVelocity, jointAcceleration, true, rows);
        taylor[d].addFriction(jointVelocity, rows);
        for (int i = 0; i < n; i++) {
            residual[i] = (springOf[i] < 0 ? law[d][i] : springEffort(d, i) - coupling[d][i]) - rows[d][i];
        }
        Cholesky.solve(massFactor, n, residual);
        System.arraycopy(residual, 0, joints[d + 2], 0, n);
    }

    /** K (θ − q) or its rate. */
    private double springEffort(int d, int i) {
        int e = springOf[i];
        return d == 0
                ? coordinates.spring(e).effort(position[i], position[n + e])
                : coordinates.spring(e).stiffness() * (velocity[n + e] - velocity[i]);
    }

    /** What the spin of motors on the trajectory does to the joints: with it, less without it. */
    private void findCoupling() {
        feedForward.compute(wanted, scratch, scratchRate, scratchAcceleration, torques);
        for (int k = 0; k <= ORDER; k++) {
            System.arraycopy(wanted[k], 0, half[k], 0, n);
            System.arraycopy(wanted[k + 1], 0, motorVelocity[k], 0, n);
            Arrays.fill(motorAcceleration[k], 0);
            Arrays.fill(motorVelocity[k], n, n + motors, 0);
        }
        taylor[ORDER].computeInertial(half, motorVelocity, motorAcceleration, false, rows);
        for (int k = 0; k <= ORDER; k++) {
            feedForward.motorDerivative(k + 1, nominal);
            System.arraycopy(nominal, 0, motorVelocity[k], n, motors);
            feedForward.motorDerivative(k + 2, nominal);
            System.arraycopy(nominal, 0, motorAcceleration[k], n, motors);
        }
        taylor[ORDER].computeInertial(half, motorVelocity, motorAcceleration, false, coupling);
        for (int k = 0; k <= ORDER; k++) {
            for (int i = 0; i < n; i++) {
                coupling[k][i] -= rows[k][i];
            }
        }
    }

    /** θ_d = q + τ_c / K, [Hua 43], with its derivatives. */
    void desiredMotor(int e, double[][] desiredOut) {
        int i = coordinates.jointOfMotor(e);
        for (int k = 0; k <= ORDER; k++) {
            desiredOut[k][e] = joints[k][i]
                    + (law[k][i] + coupling[k][i]) / coordinates.spring(e).stiffness();
        }
        desiredOut[0][e] -= coordinates.spring(e).restOffset();
    }

    /**
     * What is left when the motors' accelerations are known: torques of rigid joints, with S θ̈ + C₁ θ̇, and of each motor
     * what its carrier's motion and friction take, Sᵀ q̈ + C₂ q̇.
     */
    void finish(double[] thetaAcceleration, double[] torqueOut, double[] motorRowsOut) {
        double[] v = motorVelocity[0];
        double[] a = motorAcceleration[0];
        System.arraycopy(joints[1], 0, v, 0, n);
        System.arraycopy(joints[2], 0, a, 0, n);
        Arrays.fill(v, n, n + motors, 0);
        Arrays.fill(a, n, n + motors, 0);
        taylor[0].computeInertial(joints, motorVelocity, motorAcceleration, false, rows);
        System.arraycopy(rows[0], n, motorRowsOut, 0, motors);
        for (int i = 0; i < n; i++) {
            torqueOut[i] = law[0][i] - rows[0][i];
        }
        System.arraycopy(velocity, n, v, n, motors);
        System.arraycopy(thetaAcceleration, 0, a, n, motors);
        taylor[0].computeInertial(joints, motorVelocity, motorAcceleration, false, rows);
        for (int i = 0; i < n; i++) {
            torqueOut[i] += rows[0][i];
        }
        Arrays.fill(rows[0], 0);
        taylor[0].addFriction(motorVelocity, rows);
        for (int e = 0; e < motors; e++) {
            motorRowsOut[e] += rows[0][n + e];
        }
    }

    /** σ of a joint, or its rate. */
    double sigma(int derivative, int joint) {
        return sigma[derivative][joint];
    }

    /** e of a joint. */
    double error(int joint) {
        return wanted[0][joint] - joints[0][joint];
    }

    /** Λ of a joint. */
    double rate(int joint) {
        return rate[joint];
    }
}
