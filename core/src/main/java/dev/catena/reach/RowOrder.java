package dev.catena.reach;

import java.util.List;

/** Where the rows of targets stand when they are ordered by priority. */
final class RowOrder {
    final int levels;
    final int rows;

    /** By target: its first row. */
    final int[] firstRow;

    /** By level. */
    final int[] start;

    final int[] count;

    /** The first of the rows that stand behind those of the first priority. */
    final int extra;

    /** @param extraRows how many rows there are besides targets, of the first priority */
    RowOrder(List<PoseTarget> targets, int extraRows) {
        int[] priorities = targets.stream()
                .mapToInt(PoseTarget::priority)
                .distinct()
                .sorted()
                .toArray();
        levels = priorities.length;
        firstRow = new int[targets.size()];
        start = new int[levels];
        count = new int[levels];
        int next = 0;
        int behindFirst = 0;
        for (int level = 0; level < levels; level++) {
            start[level] = next;
            for (int t = 0; t < firstRow.length; t++) {
                if (targets.get(t).priority() == priorities[level]) {
                    firstRow[t] = next;
                    next += targets.get(t).aim().rows();
                }
            }
            if (level == 0) {
                behindFirst = next;
                next += extraRows;
            }
            count[level] = next - start[level];
        }
        rows = next;
        extra = behindFirst;
    }
}
