package dev.catena.benchmarks;

import dev.catena.quantity.Quantity;

/** Derivatives of torques in batches. */
public class BatchedTorqueSensitivityBenchmark extends BatchedBenchmark {
    public BatchedTorqueSensitivityBenchmark() {
        super(Quantity.TORQUE_SENSITIVITY);
    }
}
