package dev.catena.compile.graph;

/**
 * How many operations a program takes, counted as the papers count: a change of sign is free, and a product with two is
 * an addition.
 *
 * @param additions subtractions included
 * @param others hyperbolic tangents and signs
 */
public record OperationCount(
        int multiplications, int additions, int divisions, int sines, int cosines, int squareRoots, int others) {

    /** All but sines and cosines. */
    public int arithmetic() {
        return multiplications + additions + divisions + squareRoots + others;
    }
}
