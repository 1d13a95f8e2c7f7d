package dev.catena.tree;

import dev.catena.model.RobotModel;

/** How long the array of a matrix is. */
public final class MatrixSize {
    private MatrixSize() {}

    /**
     * size².
     *
     * @param what the matrix, for the message
     * @throws IllegalArgumentException where no array is as long
     */
    public static int square(int size, String what, RobotModel robot) {
        long numbers = (long) size * size;
        if (numbers > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    "%s of robot \"%s\" would have %s × %s numbers, which are %s GB and more than a Java array holds"
                            .formatted(what, robot.name(), size, size, numbers * Double.BYTES / 1_000_000_000));
        }
        return (int) numbers;
    }
}
