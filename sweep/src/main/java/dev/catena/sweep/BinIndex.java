package dev.catena.sweep;

import dev.catena.sweep.reduce.Series;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** The bins of the states of a block: one number for all keys, the last key's changing fastest. */
final class BinIndex {
    private final List<Key> keys;
    private final Function<String, Series> numbers;
    private final List<double[]> positions;
    private final int[] bins = new int[Block.ROOM];

    /** @param positions of the bodies of the voxel keys, in order */
    BinIndex(List<Key> keys, Function<String, Series> numbers, List<double[]> positions) {
        this.keys = keys;
        this.numbers = numbers;
        this.positions = positions;
    }

    static int count(List<Key> keys) {
        double product = 1;
        int exact = 1;
        for (Key key : keys) {
            product *= key.bins();
            exact *= key.bins();
        }
        if (product > Key.MOST_BINS) {
            throw new IllegalArgumentException(
                    "the keys have %s bins together, but at most %s are possible: make them wider"
                            .formatted((long) product, Key.MOST_BINS));
        }
        return exact;
    }

    int[] bins() {
        return bins;
    }

    void compute(int count) {
        Arrays.fill(bins, 0, count, 0);
        int voxels = 0;
        for (Key key : keys) {
            if (key instanceof Key.Voxel voxel) {
                double[] p = positions.get(voxels++);
                add(count, p, 0, voxel.lower().x(), 1 / voxel.size(), voxel.countX());
                add(count, p, Block.ROOM, voxel.lower().y(), 1 / voxel.size(), voxel.countY());
                add(count, p, 2 * Block.ROOM, voxel.lower().z(), 1 / voxel.size(), voxel.countZ());
            } else if (key instanceof Key.Range range) {
                Series x = numbers.apply(range.subject());
                addRange(count, x, range);
            } else if (key instanceof Key.Whole whole) {
                Series x = numbers.apply(whole.subject());
                add(count, x.array(), x.at(), 0, 1, whole.bins());
            }
        }
    }

    private void add(int count, double[] x, int at, double lower, double scale, int ranges) {
        for (int s = 0; s < count; s++) {
            double place = (x[at + s] - lower) * scale;
            int range = (int) place;
            boolean inside = place >= 0 && range < ranges && bins[s] >= 0;
            bins[s] = inside ? bins[s] * ranges + range : -1;
        }
    }

    /** The upper end belongs to the last range. */
    private void addRange(int count, Series x, Key.Range key) {
        double scale = key.bins() / (key.to() - key.from());
        double[] values = x.array();
        for (int s = 0; s < count; s++) {
            double value = values[x.at() + s];
            boolean inside = value >= key.from() && value <= key.to() && bins[s] >= 0;
            int range = Math.min(key.bins() - 1, (int) ((value - key.from()) * scale));
            bins[s] = inside ? bins[s] * key.bins() + range : -1;
        }
    }
}
