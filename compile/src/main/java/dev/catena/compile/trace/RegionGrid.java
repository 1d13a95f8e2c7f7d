package dev.catena.compile.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Regions of one or two coordinates in which some functions are positive, on a grid; between grid points, where a function is
 * least, it is looked at more closely, so that places are found where it only touches zero.
 */
final class RegionGrid {
    /** How many points along a line of a grid of one or of two coordinates. */
    private static final int[] TURN = {1024, 96};

    private static final int[] SLIDE = {2049, 129};

    /** What counts as zero. */
    private static final double ZERO = 1e-12;

    /** What is not positive but for rounding. */
    private static final double ROUNDING = 1e-15;

    /** Steps of the golden section. */
    private static final int SECTIONS = 40;

    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    /** Points along a coordinate, of which one is where the assembly is. */
    record Axis(double start, double step, int count, int assembly, boolean turns) {
        static Axis turn(double assembly, int freedoms) {
            int count = TURN[freedoms - 1];
            return new Axis(assembly, 2 * Math.PI / count, count, 0, true);
        }

        /** @param size how far from zero it may be */
        static Axis slide(double assembly, double size, int freedoms) {
            int count = SLIDE[freedoms - 1];
            int middle = count / 2;
            double step = (size + Math.abs(assembly)) / middle;
            return new Axis(assembly - middle * step, step, count, middle, false);
        }

        double at(double index) {
            return start + index * step;
        }
    }

    /** The functions. */
    interface Functions {
        void compute(double[] at, double[] out);
    }

    private final List<Axis> axes;
    private final Functions functions;
    private final double[] out;
    private final double[][] values;

    /** By axis and point: where the line to the next point is cut, or not a number. */
    private final double[][] cuts;

    private final int[] region;

    RegionGrid(List<Axis> axes, int functionCount, Functions functions) {
        this.axes = axes;
        this.functions = functions;
        out = new double[functionCount];
        int size = axes.stream().mapToInt(Axis::count).reduce(1, (a, b) -> a * b);
        values = new double[size][];
        for (int p = 0; p < size; p++) {
            values[p] = valuesAt(place(p)).clone();
        }
        cuts = new double[axes.size()][size];
        region = new int[size];
        for (int axis = 0; axis < axes.size(); axis++) {
            Arrays.fill(cuts[axis], Double.NaN);
            for (int p = 0; p < size; p++) {
                lookAround(axis, p);
            }
        }
        fill();
    }

    private double[] valuesAt(double[] at) {
        functions.compute(at, out);
        return out;
    }

    private int index(int point, int axis) {
        return axis == 0 ? point % axes.get(0).count : point / axes.get(0).count;
    }

    private double[] place(int point) {
        double[] at = new double[axes.size()];
        for (int axis = 0; axis < at.length; axis++) {
            at[axis] = axes.get(axis).at(index(point, axis));
        }
        return at;
    }

    /** The point after or before another one, −1 if there is none. */
    private int next(int point, int axis, int by) {
        int count = axes.get(axis).count;
        int now = index(point, axis);
        int then = now + by;
        if (then < 0 || then >= count) {
            if (!axes.get(axis).turns) {
                return -1;
            }
            then = Math.floorMod(then, count);
        }
        return point + (then - now) * (axis == 0 ? 1 : axes.get(0).count);
    }

    private boolean isRegular(int point) {
        for (double value : values[point]) {
            if (!(value > ZERO)) {
                return false;
            }
        }
        return true;
    }

    /** Where a function has its least value of three points and a parabola through them comes near zero, it is looked for. */
    private void lookAround(int axis, int point) {
        int before = next(point, axis, -1);
        int after = next(point, axis, 1);
        if (before < 0 || after < 0 || !isRegular(point)) {
            return;
        }
        for (int f = 0; f < out.length; f++) {
            double a = values[before][f];
            double b = values[point][f];
            double c = values[after][f];
            double bend = a - 2 * b + c;
            if (b <= a && b <= c && bend > 0 && b - (a - c) * (a - c) / (8 * bend) < b / 2) {
                double offset = least(axis, point, f);
                if (offset < 0) {
                    cuts[axis][before] = axes.get(axis).at(index(point, axis) + offset);
                } else if (offset > 0) {
                    cuts[axis][point] = axes.get(axis).at(index(point, axis) + offset);
                }
            }
        }
    }

    /** Where between its neighbors a function vanishes, in steps; 0 if it does not. */
    private double least(int axis, int point, int f) {
        double[] at = place(point);
        double middle = at[axis];
        double step = axes.get(axis).step;
        double low = -1;
        double high = 1;
        for (int k = 0; k < SECTIONS; k++) {
            double left = high - GOLDEN * (high - low);
            double right = low + GOLDEN * (high - low);
            at[axis] = middle + left * step;
            double atLeft = valuesAt(at)[f];
            at[axis] = middle + right * step;
            double atRight = valuesAt(at)[f];
            if (Math.min(atLeft, atRight) <= ZERO) {
                return atLeft < atRight ? left : right;
            }
            if (atLeft < atRight) {
                high = right;
            } else {
                low = left;
            }
        }
        return 0;
    }

    /** Numbers regions from 1 on; 1 has the assembly. */
    private void fill() {
        int number = 0;
        int assembly = 0;
        for (int axis = 0; axis < axes.size(); axis++) {
            assembly += axes.get(axis).assembly * (axis == 0 ? 1 : axes.get(0).count);
        }
        spread(assembly, ++number);
        for (int p = 0; p < region.length; p++) {
            if (region[p] == 0 && isRegular(p)) {
                spread(p, ++number);
            }
        }
    }

    private void spread(int from, int number) {
        int[] waiting = new int[region.length];
        int count = 0;
        if (isRegular(from)) {
            region[from] = number;
            waiting[count++] = from;
        }
        while (count > 0) {
            int point = waiting[--count];
            for (int axis = 0; axis < axes.size(); axis++) {
                for (int by = -1; by <= 1; by += 2) {
                    int other = next(point, axis, by);
                    boolean isOpen =
                            other >= 0 && region[other] == 0 && Double.isNaN(cuts[axis][by > 0 ? point : other]);
                    if (isOpen && isRegular(other)) {
                        region[other] = number;
                        waiting[count++] = other;
                    }
                }
            }
        }
    }

    /**
     * By coordinate: bounds that tell the assembly's region from all others, infinite where there is nothing to tell; of a turn both
     * are finite or none. Nothing if there are no such bounds.
     */
    double[][] limits() {
        int others = Arrays.stream(region).max().orElse(0);
        double[][] limits = new double[axes.size()][];
        List<boolean[]> own = new ArrayList<>();
        for (int axis = 0; axis < axes.size(); axis++) {
            limits[axis] = new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
            own.add(shadow(axis, 1));
        }
        if (!own.get(0)[axes.get(0).assembly]) {
            return new double[0][];
        }
        Set<Integer> left = new HashSet<>();
        for (int other = 2; other <= others; other++) {
            left.add(other);
        }
        for (int axis = 0; axis < axes.size() && !left.isEmpty(); axis++) {
            boolean[] theirs = new boolean[axes.get(axis).count];
            boolean isAny = false;
            for (int other : List.copyOf(left)) {
                boolean[] shadow = shadow(axis, other);
                if (areApart(own.get(axis), shadow)) {
                    left.remove(other);
                    isAny = true;
                    for (int k = 0; k < theirs.length; k++) {
                        theirs[k] |= shadow[k];
                    }
                }
            }
            if (isAny) {
                limits[axis][0] = limit(axis, own.get(axis), theirs, -1);
                limits[axis][1] = limit(axis, own.get(axis), theirs, 1);
            }
        }
        boolean isKnown = left.isEmpty()
                && Arrays.stream(limits).flatMapToDouble(Arrays::stream).noneMatch(Double::isNaN);
        return isKnown ? limits : new double[0][];
    }

    /** Which points along an axis have points of a region. */
    private boolean[] shadow(int axis, int number) {
        boolean[] shadow = new boolean[axes.get(axis).count];
        for (int p = 0; p < region.length; p++) {
            if (region[p] == number) {
                shadow[index(p, axis)] = true;
            }
        }
        return shadow;
    }

    private static boolean areApart(boolean[] own, boolean[] theirs) {
        for (int k = 0; k < own.length; k++) {
            if (own[k] && theirs[k]) {
                return false;
            }
        }
        return true;
    }

    /** Between the end of the assembly's region and the beginning of the next one, infinite if there is none; NaN if both meet. */
    private double limit(int axis, boolean[] own, boolean[] theirs, int by) {
        Axis line = axes.get(axis);
        int count = own.length;
        int end = line.assembly;
        int at = end;
        for (; !theirs[Math.floorMod(at, count)]; at += by) {
            if (own[Math.floorMod(at, count)]) {
                end = at;
            }
            if (!line.turns && (at + by < 0 || at + by >= count)) {
                return by * Double.POSITIVE_INFINITY;
            }
        }
        if (axes.size() > 1) {
            return emptyLine(axis, line.at(end), line.at(at));
        }
        int between = Math.abs(at - end) / 2;
        if (between > 0) {
            return line.at(end + by * between);
        }
        double cut = cuts[axis][Math.floorMod(Math.min(at, end), count)];
        double turn = 2 * Math.PI;
        return line.turns ? cut + turn * Math.rint((line.at(end) - cut) / turn) : cut;
    }

    /** A place between two others where a line across the grid has no regular point; NaN if none is found. */
    private double emptyLine(int axis, double from, double to) {
        double low = from;
        double high = to;
        for (int k = 0; k < SECTIONS; k++) {
            double left = high - GOLDEN * (high - low);
            double right = low + GOLDEN * (high - low);
            double atLeft = largestAcross(axis, left);
            double atRight = largestAcross(axis, right);
            if (Math.min(atLeft, atRight) <= ROUNDING) {
                return atLeft < atRight ? left : right;
            }
            if (atLeft < atRight) {
                high = right;
            } else {
                low = left;
            }
        }
        return Double.NaN;
    }

    /** The largest of the least functions along a line across an axis. */
    private double largestAcross(int axis, double at) {
        Axis line = axes.get(1 - axis);
        double[] along = new double[line.count];
        for (int k = 0; k < along.length; k++) {
            along[k] = leastFunction(axis, at, line.at(k));
        }
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < along.length; k++) {
            double before = along[line.turns ? Math.floorMod(k - 1, along.length) : Math.max(k - 1, 0)];
            double after = along[line.turns ? (k + 1) % along.length : Math.min(k + 1, along.length - 1)];
            double bend = 2 * along[k] - before - after;
            if (along[k] >= before && along[k] >= after) {
                // a parabola has at most an eighth of its bend more between its points
                boolean isFar = along[k] + bend <= 0;
                largest = Math.max(largest, isFar ? along[k] : largestAround(axis, at, line.at(k), line.step));
            }
        }
        return largest;
    }

    private double largestAround(int axis, double at, double middle, double step) {
        double low = middle - step;
        double high = middle + step;
        double largest = leastFunction(axis, at, middle);
        for (int k = 0; k < SECTIONS && largest <= ROUNDING; k++) {
            double left = high - GOLDEN * (high - low);
            double right = low + GOLDEN * (high - low);
            double atLeft = leastFunction(axis, at, left);
            double atRight = leastFunction(axis, at, right);
            largest = Math.max(largest, Math.max(atLeft, atRight));
            if (atLeft > atRight) {
                high = right;
            } else {
                low = left;
            }
        }
        return largest;
    }

    private double leastFunction(int axis, double along, double across) {
        double[] at = new double[2];
        at[axis] = along;
        at[1 - axis] = across;
        return Arrays.stream(valuesAt(at)).min().orElse(0);
    }
}
