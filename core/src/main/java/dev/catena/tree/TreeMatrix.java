package dev.catena.tree;

import org.jspecify.annotations.Nullable;

/**
 * A matrix of an algorithm in the coordinates of the tree, row-major: EᵀAE is handed to the caller. Where no joint follows
 * another it is the caller's own array, and nothing is copied.
 */
public final class TreeMatrix {
    private final @Nullable Couplings couplings;
    private final int first;
    private final int size;
    private final int blocks;
    private final int sizeOut;
    private final int otherRows;
    private final double[] inTree;

    private TreeMatrix(MovingTree tree, int first, int blocks, int otherRows) {
        couplings = tree.couplings;
        this.first = first;
        this.blocks = blocks;
        this.otherRows = otherRows;
        size = tree.size;
        sizeOut = tree.coordinates;
        int columns = blocks * (first + size);
        int rows = otherRows > 0 ? otherRows : columns;
        inTree = new double
                [couplings == null
                        ? 0
                        : otherRows > 0
                                ? rows * columns
                                : MatrixSize.square(columns, "a matrix of all joints", tree.model)];
    }

    /**
     * A square matrix.
     *
     * @param first how many rows and columns of the base come first
     */
    public static TreeMatrix square(MovingTree tree, int first) {
        return new TreeMatrix(tree, first, 1, 0);
    }

    /**
     * A square matrix of blocks, each with a row and a column for each coordinate.
     *
     * @param first how many rows and columns of the base come first in each block
     */
    public static TreeMatrix blocks(MovingTree tree, int first, int blocks) {
        return new TreeMatrix(tree, first, blocks, 0);
    }

    /** A matrix of which the columns alone belong to coordinates. */
    public static TreeMatrix columns(MovingTree tree, int rows, int first) {
        return new TreeMatrix(tree, first, 1, rows);
    }

    /** Where the tree's matrix is to be written that {@link #gather} hands to the caller. */
    public double[] room(double[] out) {
        return couplings == null ? out : inTree;
    }

    /** EᵀAE, or AE where rows do not belong to coordinates. */
    public void gather(double[] out) {
        if (couplings == null) {
            return;
        }
        int columns = blocks * (first + size);
        int rows = otherRows > 0 ? otherRows : columns;
        for (int block = 0; block < blocks; block++) {
            int at = block * (first + size) + first;
            couplings.gatherColumns(inTree, rows, columns, at);
            if (otherRows == 0) {
                couplings.gatherRows(inTree, columns, at);
            }
        }
        int columnsOut = blocks * (first + sizeOut);
        int rowsOut = otherRows > 0 ? otherRows : columnsOut;
        for (int row = 0; row < rowsOut; row++) {
            int from = (otherRows > 0 ? row : place(couplings, row)) * columns;
            for (int column = 0; column < columnsOut; column++) {
                out[row * columnsOut + column] = inTree[from + place(couplings, column)];
            }
        }
    }

    /** Where in the tree's matrix a row or column of the caller's is. */
    private int place(Couplings map, int index) {
        int block = index / (first + sizeOut);
        int within = index % (first + sizeOut);
        return block * (first + size) + (within < first ? within : first + map.inTree(within - first));
    }
}
