package dev.catena.benchmarks;

import dev.catena.quantity.Quantity;

/** Derivatives of accelerations in batches. */
public class BatchedAccelerationSensitivityBenchmark extends BatchedBenchmark {
    public BatchedAccelerationSensitivityBenchmark() {
        super(Quantity.ACCELERATION_SENSITIVITY);
    }
}
