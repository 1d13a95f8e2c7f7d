package dev.catena.compile;

import java.util.List;

/** What can be compiled. */
public enum Quantity {
    /** τ(q, q̇, q̈), as {@link dev.catena.dynamics.InverseDynamics}. */
    TORQUE(List.of("q", "qd", "qdd"), List.of("tau")),

    /** τ and its rate (q, q̇, q̈, q⃛), as {@link dev.catena.dynamics.ForceRate}. */
    TORQUE_RATE(List.of("q", "qd", "qdd", "qddd"), List.of("tau", "tauRate")),

    /** τ(q, q̇, 0): everything but the acceleration of the joints. */
    BIAS(List.of("q", "qd"), List.of("tau")),

    /** τ(q, 0, 0). */
    GRAVITY(List.of("q"), List.of("tau")),

    /** q̈(q, q̇, τ), as {@link dev.catena.dynamics.ForwardDynamics}. */
    ACCELERATION(List.of("q", "qd", "tau"), List.of("qdd")),

    /** M(q), n × n, as {@link dev.catena.dynamics.MassMatrix}. */
    MASS_MATRIX(List.of("q"), List.of("massMatrix")),

    /** The frames of all bodies in the world, the base included: for each the rotation matrix, then the position. */
    POSES(List.of("q"), List.of("poses")),

    /** Kinetic, then potential energy of the robot. */
    ENERGY(List.of("q", "qd"), List.of("energy")),

    /** W(q, q̇, q̈) with τ = W χ, n × 10n, without what the drives add, as {@link dev.catena.dynamics.Regressor}. */
    REGRESSOR(List.of("q", "qd", "qdd"), List.of("regressor")),

    /** ∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈, each n × n, as {@link dev.catena.sensitivity.TorqueSensitivity}. */
    TORQUE_SENSITIVITY(List.of("q", "qd", "qdd"), List.of("byPosition", "byVelocity", "byAcceleration")),

    /** ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ, each n × n, as {@link dev.catena.sensitivity.AccelerationSensitivity}. */
    ACCELERATION_SENSITIVITY(List.of("q", "qd", "tau"), List.of("byPosition", "byVelocity", "byTorque")),

    /** λᵀ∂²τ/∂x∂x for x = (q, q̇, q̈), 3n × 3n, as {@link dev.catena.sensitivity.TorqueCurvature}. */
    TORQUE_CURVATURE(List.of("q", "qd", "qdd", "lambda"), List.of("hessian"));

    private final List<String> inputs;
    private final List<String> outputs;

    Quantity(List<String> inputs, List<String> outputs) {
        this.inputs = inputs;
        this.outputs = outputs;
    }

    /** Names of the vectors that it depends on. */
    public List<String> inputs() {
        return inputs;
    }

    /** Names of the vectors that it consists of; matrices are row-major. */
    public List<String> outputs() {
        return outputs;
    }
}
