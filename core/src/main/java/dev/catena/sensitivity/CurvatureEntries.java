package dev.catena.sensitivity;

import java.util.Arrays;

/**
 * Where the entries of C = λᵀ∂²τ and their rates go in λᵀ∂²τ̇: Ċ in the same block (i, j) of q, q̇, q̈ and q⃛, and C in
 * (i + 1, j) and (i, j + 1).
 */
final class CurvatureEntries {
    private final int block;
    private final int size;
    private double[] H = {};

    CurvatureEntries(int block) {
        this.block = block;
        size = 4 * block;
    }

    void begin(double[] out) {
        H = out;
        Arrays.fill(out, 0);
    }

    /** An entry off C's diagonal, and its mirror image. */
    void add(int rowBlock, int row, int columnBlock, int column, double value, double rate) {
        int a = rowBlock * block + row;
        int b = columnBlock * block + column;
        put(a, b, value, rate);
        put(b, a, value, rate);
    }

    void addDiagonal(int atBlock, int at, double value, double rate) {
        int a = atBlock * block + at;
        put(a, a, value, rate);
    }

    private void put(int a, int b, double value, double rate) {
        H[a * size + b] += rate;
        H[(a + block) * size + b] += value;
        H[a * size + b + block] += value;
    }
}
