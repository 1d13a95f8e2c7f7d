package dev.catena.benchmarks;

import dev.catena.quantity.Quantity;

/** Inverse dynamics in batches. */
public class BatchedInverseDynamicsBenchmark extends BatchedBenchmark {
    public BatchedInverseDynamicsBenchmark() {
        super(Quantity.TORQUE);
    }
}
