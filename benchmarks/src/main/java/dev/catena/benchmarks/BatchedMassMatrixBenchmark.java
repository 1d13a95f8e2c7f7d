package dev.catena.benchmarks;

import dev.catena.quantity.Quantity;

/** Mass matrices in batches. */
public class BatchedMassMatrixBenchmark extends BatchedBenchmark {
    public BatchedMassMatrixBenchmark() {
        super(Quantity.MASS_MATRIX);
    }
}
