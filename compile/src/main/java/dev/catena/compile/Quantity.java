package dev.catena.compile;

import java.util.List;

/** What can be compiled. */
public enum Quantity {
    /** τ(q, q̇, q̈). */
    TORQUE(List.of("q", "qd", "qdd"), List.of("tau")),
    /** τ(q, q̇, 0): everything but the acceleration of the joints. */
    BIAS(List.of("q", "qd"), List.of("tau")),
    /** τ(q, 0, 0). */
    GRAVITY(List.of("q"), List.of("tau"));

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
