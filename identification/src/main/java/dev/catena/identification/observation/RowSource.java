package dev.catena.identification.observation;

import java.util.List;

/**
 * Equations τ = W β that can be gone through any number of times, always the same, and are never held all at once.
 */
public interface RowSource {
    /** How many joints rows belong to. */
    int joints();

    /** How many parameters there are. */
    int columns();

    /** Time between adjacent rows of a joint, s. */
    double interval();

    /** Hands out all rows; of each joint in the order of time. */
    void forEach(RowSink sink);

    /**
     * Sources whose rows, one source after the other, are those of this one. Each may be gone through by a thread of its own,
     * while nobody goes through this one.
     */
    default List<RowSource> parts() {
        return List.of(this);
    }

    /** Takes rows. */
    interface RowSink {
        /**
         * One equation.
         *
         * @param joint whose effort it is
         * @param time of the sample, s
         * @param row the entries of W; they are overwritten afterwards
         * @param effort τ
         */
        void row(int joint, double time, double[] row, double effort);

        /** What follows is not adjacent in time to what came before. */
        default void gap() {}
    }
}
