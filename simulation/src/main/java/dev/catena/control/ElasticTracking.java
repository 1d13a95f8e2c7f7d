package dev.catena.control;

import dev.catena.algebra.Cholesky;
import dev.catena.drive.ElasticCoordinates;
import dev.catena.drive.ElasticMatrices;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
import dev.catena.simulation.State;

/**
 * Inverse dynamics control of robots with rigid and elastic joints mixed, [Hua 37–49]. With e = q_d − q, the reference
 * q̇_r = q̇_d + Λ e and σ = q̇_r − q̇, the joints should get τ_c = M q̈_r + C q̇_r + S θ̈ + C₁ θ̇ + g + K_D σ. A rigid joint
 * does at once. For an elastic one, θ_d = q + τ_c / K is where its motor should be; the motor follows with θ̇_r = θ̇_d +
 * Λ_θ e_θ + σ, σ_θ = θ̇_r − θ̇ and τ = Sᵀ q̈ + B θ̈_r + C₂ q̇ + K (θ_d − q) + K_Dθ σ_θ. The function of Lyapunov
 * {@link #lyapunov} then falls along every motion, [Hua 52].
 *
 * <p>Nothing is measured but positions and velocities of joints and motors: accelerations are those that the closed loop
 * must have, and θ̇_d and θ̈_d follow from them exactly, by Taylor series, {@link LoadSide}. What friction takes is added.
 *
 * <p>Where a motor is carried beyond another elastic joint, its θ̈ acts on that joint's spring, and the law has no closed
 * form; there the motion of that motor on the trajectory itself stands for its real one, which is exact on the
 * trajectory and near it as close as the robot is. {@link #isExact} says whether there is any such motor.
 *
 * <p>Base fixed. One per thread: {@code controller.copy()} makes another for another thread; every run of a simulation takes
 * one.
 */
public final class ElasticTracking implements Controller {
    private final LawGuard guard;
    private final SmoothTrajectory trajectory;
    private final ElasticCoordinates coordinates;
    private final LoadSide load;
    private final int n;
    private final int motors;
    private final double[] damping;
    private final double[] motorDamping;

    /** Λ_θ. */
    private final double[] motorRate;

    /** B, diagonal. */
    private final double[] motorInertia;

    private final double[] mass;
    private final ElasticMatrices matrices;
    private final double[] position;
    private final double[] velocity;

    /** By motor: θ_d, θ̇_d, θ̈_d; then e_θ, σ_θ, θ̈_r and θ̈ of the closed loop. */
    private final double[][] desired;

    private final double[] motorError;
    private final double[] motorSigma;
    private final double[] reference;
    private final double[] motorAcceleration;
    private final double[] motorRows;

    /**
     * @param model what the controller believes the robot to be
     * @param stiffness K_P of the joints, Nm/rad or N/m; Λ = K_P / K_D
     * @param damping K_D of the joints, positive
     * @param motorStiffness K_Pθ of the motors of elastic joints, in their order
     * @param motorDamping K_Dθ of these motors, positive
     * @throws IllegalArgumentException where a motor is carried beyond its own joint, or the base floats
     */
    public ElasticTracking(
            RobotModel model,
            double[] stiffness,
            double[] damping,
            double[] motorStiffness,
            double[] motorDamping,
            SmoothTrajectory trajectory) {
        this.trajectory = trajectory;
        guard = new LawGuard(ElasticTracking.class, model);
        coordinates = new ElasticCoordinates(model);
        n = coordinates.jointCount();
        motors = coordinates.motorCount();
        this.damping = gains("damping", model, damping, n, "moving joints");
        this.motorDamping = gains("motor damping", model, motorDamping, motors, "motors of elastic joints");
        double[] rate = ratio(gains("stiffness", model, stiffness, n, "moving joints"), this.damping);
        motorRate = ratio(
                gains("motor stiffness", model, motorStiffness, motors, "motors of elastic joints"), this.motorDamping);
        load = new LoadSide(coordinates, rate, this.damping);
        matrices = new ElasticMatrices(coordinates);
        motorInertia = motorInertia(new ElasticMatrices(coordinates));
        mass = new double[n * n];
        position = new double[n + motors];
        velocity = new double[n + motors];
        desired = new double[3][motors];
        motorError = new double[motors];
        motorSigma = new double[motors];
        reference = new double[motors];
        motorAcceleration = new double[motors];
        motorRows = new double[motors];
    }

    private static double[] gains(String name, RobotModel model, double[] gains, int count, String of) {
        if (gains.length != count) {
            throw new IllegalArgumentException("%s %s gains were given, but robot \"%s\" has %s %s"
                    .formatted(gains.length, name, model.name(), count, of));
        }
        for (double gain : gains) {
            if (!(gain > 0) || Double.isInfinite(gain)) {
                throw new IllegalArgumentException("a %s gain must be positive, but is %s".formatted(name, gain));
            }
        }
        return gains.clone();
    }

    private static double[] ratio(double[] a, double[] b) {
        double[] quotient = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            quotient[i] = a[i] / b[i];
        }
        return quotient;
    }

    private static double[] motorInertia(ElasticMatrices matrices) {
        int size = matrices.coordinates().size();
        int motors = matrices.coordinates().motorCount();
        matrices.compute(new double[size], new double[size]);
        double[] all = new double[motors * motors];
        matrices.motorInertia(all);
        double[] diagonal = new double[motors];
        for (int e = 0; e < motors; e++) {
            diagonal[e] = all[e * motors + e];
            if (!(diagonal[e] > 0)) {
                throw new IllegalArgumentException("the motor of joint \"%s\" of robot \"%s\" has no inertia"
                        .formatted(
                                matrices.coordinates().elasticJoints().get(e).name(),
                                matrices.coordinates().model().name()));
            }
        }
        return diagonal;
    }

    /** Whether no motor acts on the spring of another joint, so that the law is exact everywhere. */
    public boolean isExact() {
        return !load.isCoupled();
    }

    @Override
    public ElasticTracking copy() {
        double[] stiffness = new double[n];
        for (int i = 0; i < n; i++) {
            stiffness[i] = load.rate(i) * damping[i];
        }
        double[] motorStiffness = new double[motors];
        for (int e = 0; e < motors; e++) {
            motorStiffness[e] = motorRate[e] * motorDamping[e];
        }
        return new ElasticTracking(coordinates.model(), stiffness, damping, motorStiffness, motorDamping, trajectory);
    }

    @Override
    public void torque(double time, State state, double[] torqueOut) {
        guard.begin(time, state, torqueOut);
        follow(time, state);
        load.finish(motorAcceleration, torqueOut, motorRows);
        for (int e = 0; e < motors; e++) {
            // Sᵀ q̈ + C₂ q̇ and friction, then B θ̈_r + K (θ_d − q) + K_Dθ σ_θ, [Hua 49]
            int k = coordinates.jointOfMotor(e);
            torqueOut[k] = motorRows[e]
                    + motorInertia[e] * reference[e]
                    + coordinates.spring(e).effort(position[k], desired[0][e])
                    + motorDamping[e] * motorSigma[e];
        }
        guard.end(torqueOut);
    }

    /** Everything up to the motors' references. */
    private void follow(double time, State state) {
        System.arraycopy(state.jointPositions(), 0, position, 0, n);
        System.arraycopy(state.motorPositions(), 0, position, n, motors);
        System.arraycopy(state.jointVelocities(), 0, velocity, 0, n);
        System.arraycopy(state.motorVelocities(), 0, velocity, n, motors);
        matrices.compute(position, velocity);
        matrices.jointInertia(mass);
        int singular = Cholesky.factor(mass, n);
        if (singular >= 0) {
            throw new NumericalException("at %s s what moves with joint \"%s\" of robot \"%s\" has no inertia"
                    .formatted(
                            time,
                            coordinates.model().jointNames().get(singular),
                            coordinates.model().name()));
        }
        load.compute(trajectory, time, position, velocity, mass);
        for (int e = 0; e < motors; e++) {
            int k = coordinates.jointOfMotor(e);
            double stiffness = coordinates.spring(e).stiffness();
            load.desiredMotor(e, desired);
            // [Hua 44–47], and θ̈ from [Hua 50]
            motorError[e] = desired[0][e] - position[n + e];
            double errorRate = desired[1][e] - velocity[n + e];
            motorSigma[e] = errorRate + motorRate[e] * motorError[e] + load.sigma(0, k);
            reference[e] = desired[2][e] + motorRate[e] * errorRate + load.sigma(1, k);
            motorAcceleration[e] =
                    reference[e] + (motorDamping[e] * motorSigma[e] + stiffness * motorError[e]) / motorInertia[e];
        }
    }

    /**
     * V = ½ σᵀ M σ + eᵀ Λ K_D e + ½ σ_θᵀ B σ_θ + ½ e_θᵀ K e_θ, [Hua 51]: zero on the trajectory, positive elsewhere, and
     * falling in time if the robot is what the controller believes and nothing else acts on it.
     */
    public double lyapunov(double time, State state) {
        guard.begin(time, state);
        follow(time, state);
        guard.end();
        matrices.jointInertia(mass);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                sum += 0.5 * load.sigma(0, i) * mass[i * n + j] * load.sigma(0, j);
            }
            sum += load.rate(i) * damping[i] * load.error(i) * load.error(i);
        }
        for (int e = 0; e < motors; e++) {
            sum += 0.5 * motorInertia[e] * motorSigma[e] * motorSigma[e];
            sum += 0.5 * coordinates.spring(e).stiffness() * motorError[e] * motorError[e];
        }
        return sum;
    }

    /** V̇ = −ėᵀ K_D ė − eᵀ Λ K_D Λ e − σ_θᵀ K_Dθ σ_θ − e_θᵀ K Λ_θ e_θ, [Hua 52], at a state. */
    public double lyapunovRate(double time, State state) {
        guard.begin(time, state);
        follow(time, state);
        guard.end();
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double scaled = load.rate(i) * load.error(i);
            double errorRate = load.sigma(0, i) - scaled;
            sum -= damping[i] * (errorRate * errorRate + scaled * scaled);
        }
        for (int e = 0; e < motors; e++) {
            sum -= motorDamping[e] * motorSigma[e] * motorSigma[e];
            sum -= coordinates.spring(e).stiffness() * motorRate[e] * motorError[e] * motorError[e];
        }
        return sum;
    }

    /**
     * What the motors of elastic joints should do at the time and state that was asked for last: θ_d, θ̇_d or θ̈_d.
     *
     * @param derivative 0, 1 or 2
     */
    public void desiredMotors(int derivative, double[] thetaOut) {
        guard.requireResults();
        guard.checkLength("thetaOut", thetaOut, motors);
        System.arraycopy(desired[derivative], 0, thetaOut, 0, motors);
    }

    @Override
    public double nextSwitch(double time) {
        return trajectory.nextSwitch(time);
    }
}
