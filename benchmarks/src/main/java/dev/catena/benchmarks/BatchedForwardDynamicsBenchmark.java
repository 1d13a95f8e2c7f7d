package dev.catena.benchmarks;

import dev.catena.quantity.Quantity;

/** Forward dynamics in batches. */
public class BatchedForwardDynamicsBenchmark extends BatchedBenchmark {
    public BatchedForwardDynamicsBenchmark() {
        super(Quantity.ACCELERATION);
    }
}
