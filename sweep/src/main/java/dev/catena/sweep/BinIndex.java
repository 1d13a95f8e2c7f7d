package dev.catena.sweep;

import dev.catena.sweep.reduce.EqualRanges;
import dev.catena.sweep.reduce.Series;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** The bins of the states of a block: one number for all keys, the last key's changing fastest. */
final class BinIndex {
    private final List<Key> keys;
    private final Function<String, Series> numbers;
    private final double[] positions;
    private final int[] bins = new int[Block.ROOM];

    /** @param positions of the bodies of the voxel keys, in order: x, y and z of each, for all states of a block */
    BinIndex(List<Key> keys, Function<String, Series> numbers, double[] positions) {
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
        if (keys.isEmpty()) {
            return;
        }
        Arrays.fill(bins, 0, count, 0);
        int voxels = 0;
        for (Key key : keys) {
            if (key instanceof Key.Voxel voxel) {
                addVoxel(count, 3 * Block.STRIDE * voxels++, voxel);
            } else if (key instanceof Key.Range range) {
                addRange(count, numbers.apply(range.subject()), range);
            } else if (key instanceof Key.Whole whole) {
                addWhole(count, numbers.apply(whole.subject()), whole.bins());
            }
        }
    }

    /** Without branches, so that several states are done at once. */
    @SuppressWarnings("ShortCircuitBoolean")
    private void addVoxel(int count, int at, Key.Voxel key) {
        double scale = 1 / key.size();
        double x0 = key.lower().x();
        double y0 = key.lower().y();
        double z0 = key.lower().z();
        int countX = key.countX();
        int countY = key.countY();
        int countZ = key.countZ();
        int[] found = bins;
        double[] p = positions;
        for (int s = 0; s < count; s++) {
            double x = (p[at + s] - x0) * scale;
            double y = (p[at + Block.STRIDE + s] - y0) * scale;
            double z = (p[at + 2 * Block.STRIDE + s] - z0) * scale;
            boolean inside = x >= 0 & x < countX & y >= 0 & y < countY & z >= 0 & z < countZ & found[s] >= 0;
            int place = ((found[s] * countX + (int) x) * countY + (int) y) * countZ + (int) z;
            found[s] = inside ? place : -1;
        }
    }

    private void addWhole(int count, Series x, int ranges) {
        double[] values = x.array();
        for (int s = 0; s < count; s++) {
            double place = values[x.at() + s];
            boolean inside = place >= 0 && place < ranges && bins[s] >= 0;
            bins[s] = inside ? bins[s] * ranges + (int) place : -1;
        }
    }

    /** The upper end belongs to the last range. */
    private void addRange(int count, Series x, Key.Range key) {
        EqualRanges ranges = new EqualRanges(key.from(), key.to(), key.bins());
        double[] values = x.array();
        for (int s = 0; s < count; s++) {
            double value = values[x.at() + s];
            boolean inside = value >= key.from() && value <= key.to() && bins[s] >= 0;
            bins[s] = inside ? bins[s] * key.bins() + ranges.of(value) : -1;
        }
    }
}
