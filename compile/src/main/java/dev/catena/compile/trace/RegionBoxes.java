package dev.catena.compile.trace;

import dev.catena.compile.graph.Symbol;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Regions of one or two coordinates in which some functions are positive, by boxes in which bounds of all values prove it. A region
 * has a place where the least of its functions is largest. So each has a box that is proven to be positive, or one in which that least
 * function cannot be shown to rise in some direction, nor to bend upward; and a box in which it does hides none, whatever its sign. What is left
 * in doubt counts as another region.
 */
final class RegionBoxes {
    /** How many boxes along a turn, of one or of two coordinates. */
    private static final int[] ALONG = {32, 16};

    /** How often a box is halved, by number of coordinates. */
    private static final int[] DEEPEST = {34, 24};

    /** How many boxes are looked at, by number of coordinates. */
    private static final int[] MOST = {20_000, 40_000};

    /** How often borders between regions are looked at more closely, by number of coordinates. */
    private static final int[] ROUNDS = {36, 12};

    /** Slides are looked at as far as so many doublings of their reach. */
    private static final int DOUBLINGS = 20;

    /** How many boxes beside the assembly are tried, and how often the way to them is halved. */
    private static final int WAYS = 8;

    private static final int WAY_HALVINGS = 30;

    /** Less than this part of the assembly's box is no gap between boxes, but rounding. */
    private static final double NARROWEST = 1e-11;

    /** Directions in which functions may rise. */
    private static final int[][][] DIRECTIONS = {
        {{1}, {-1}}, {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
    };

    private enum Kind {
        /** All functions are positive. */
        POSITIVE,
        /** One function is negative. */
        NEGATIVE,
        /** No region is all in here. */
        BORDER,
        /** Nothing is known. */
        DOUBT
    }

    /** Boxes along a coordinate, in order, of which one has the assembly in its middle. */
    record Axis(double[] edges, double assembly, boolean turns) {
        static Axis turn(double assembly, int freedoms) {
            int count = ALONG[freedoms - 1];
            double[] edges = new double[count + 1];
            Arrays.setAll(edges, k -> assembly + (k - count / 2 - 0.5) * (2 * Math.PI / count));
            return new Axis(edges, assembly, true);
        }

        /** @param size how far from zero it may be where parts reach each other */
        static Axis slide(double assembly, double size, int freedoms) {
            int count = ALONG[freedoms - 1];
            double step = 2 * (size + Math.abs(assembly)) / count;
            List<Double> right = new ArrayList<>();
            for (int k = 0; k < count / 2; k++) {
                right.add((k + 0.5) * step);
            }
            double end = right.get(right.size() - 1);
            for (int k = 1; k <= DOUBLINGS; k++) {
                right.add(Math.scalb(end, k));
            }
            int n = right.size();
            double[] edges = new double[2 * n];
            for (int k = 0; k < n; k++) {
                edges[n + k] = assembly + right.get(k);
                edges[n - 1 - k] = assembly - right.get(k);
            }
            return new Axis(edges, assembly, false);
        }

        private double step() {
            int middle = edges.length / 2;
            return edges[middle] - edges[middle - 1];
        }

        private double first() {
            return edges[0];
        }

        private double last() {
            return edges[edges.length - 1];
        }

        /** The same place among the edges; NaN beyond them. */
        private double inside(double x) {
            if (turns) {
                double length = last() - first();
                double moved = x - length * Math.floor((x - first()) / length);
                return Math.min(Math.max(moved, first()), last());
            }
            return x < first() || x > last() ? Double.NaN : x;
        }
    }

    private static final class Box {
        private final double[] low;
        private final double[] high;
        private final int depth;
        private Kind kind = Kind.DOUBT;
        private boolean isOwn;
        private final List<Box> neighbors = new ArrayList<>();
        private @Nullable Box lower;
        private @Nullable Box upper;
        private int split;

        private Box(double[] low, double[] high, int depth) {
            this.low = low;
            this.high = high;
            this.depth = depth;
        }
    }

    private final List<Axis> axes;
    private final FunctionEnclosure functions;
    private final int count;
    private final Box[] roots;
    private int looked;

    /** Whether a limit is where the assembly's own boxes end, which more of them may move. */
    private boolean isWalled;

    /**
     * Looks for the regions.
     *
     * @param functions of the input vector of a graph
     * @param q that vector
     * @param free which components of it are the coordinates
     * @param point all components
     */
    RegionBoxes(List<Axis> axes, List<Symbol> functions, List<Symbol> q, int[] free, double[] point) {
        this.axes = axes;
        count = functions.size();
        this.functions = new FunctionEnclosure(functions, q, free, point);
        int size = axes.stream().mapToInt(axis -> axis.edges.length - 1).reduce(1, (a, b) -> a * b);
        roots = new Box[size];
        for (int r = 0; r < size; r++) {
            double[] low = new double[axes.size()];
            double[] high = new double[axes.size()];
            int rest = r;
            for (int k = 0; k < low.length; k++) {
                double[] edges = axes.get(k).edges;
                low[k] = edges[rest % (edges.length - 1)];
                high[k] = edges[rest % (edges.length - 1) + 1];
                rest /= edges.length - 1;
            }
            roots[r] = new Box(low, high, 0);
        }
        lookAt(List.of(roots));
    }

    private int limit(int[] byCoordinates) {
        return byCoordinates[axes.size() - 1];
    }

    /** Decides what boxes are, and halves them as long as nothing is known, large ones first. */
    private void lookAt(List<Box> boxes) {
        Deque<Box> waiting = new ArrayDeque<>(boxes);
        while (!waiting.isEmpty()) {
            Box box = waiting.remove();
            box.kind = kind(box);
            if (box.kind == Kind.DOUBT) {
                waiting.addAll(halves(box));
            }
        }
    }

    private Kind kind(Box box) {
        looked++;
        functions.computeValues(box.low, box.high);
        Kind sign = sign();
        if (sign != Kind.DOUBT) {
            return sign;
        }
        functions.compute(box.low, box.high);
        box.split = steepest(box);
        sign = sign();
        if (sign != Kind.DOUBT) {
            return sign;
        }
        double bound = Double.POSITIVE_INFINITY;
        for (int f = 0; f < count; f++) {
            bound = Math.min(bound, functions.largest(f));
        }
        return rises(box, bound) || isHollow(box, bound) ? Kind.BORDER : Kind.DOUBT;
    }

    /** What values in the box that was enclosed last prove. */
    private Kind sign() {
        boolean isPositive = true;
        for (int f = 0; f < count; f++) {
            if (functions.largest(f) < 0) {
                return Kind.NEGATIVE;
            }
            isPositive &= functions.least(f) > 0;
        }
        return isPositive ? Kind.POSITIVE : Kind.DOUBT;
    }

    /** Whether all functions that may be the least one rise in one direction. */
    private boolean rises(Box box, double bound) {
        for (int[] direction : DIRECTIONS[axes.size() - 1]) {
            boolean all = !leadsOut(box, direction);
            for (int f = 0; f < count && all; f++) {
                all = functions.least(f) > bound || rises(f, direction);
            }
            if (all) {
                return true;
            }
        }
        return false;
    }

    /** Whether the only function that may be the least one bends upward along an axis: it is nowhere largest. */
    private boolean isHollow(Box box, double bound) {
        int only = -1;
        for (int f = 0; f < count; f++) {
            if (!(functions.least(f) > bound)) {
                if (only >= 0) {
                    return false;
                }
                only = f;
            }
        }
        for (int k = 0; k < axes.size() && only >= 0; k++) {
            if (functions.bendLow(only, k) > 0 && !isAtEnd(box, k, -1) && !isAtEnd(box, k, 1)) {
                return true;
            }
        }
        return false;
    }

    private boolean leadsOut(Box box, int[] direction) {
        for (int k = 0; k < direction.length; k++) {
            if (direction[k] != 0 && isAtEnd(box, k, direction[k])) {
                return true;
            }
        }
        return false;
    }

    /** Whether a box is the last one of a slide, beyond which a function may rise further. */
    private boolean isAtEnd(Box box, int k, int side) {
        Axis axis = axes.get(k);
        return !axis.turns && (side < 0 ? box.low[k] == axis.first() : box.high[k] == axis.last());
    }

    private boolean rises(int f, int[] direction) {
        double sum = 0;
        for (int k = 0; k < direction.length; k++) {
            if (direction[k] != 0) {
                sum = Math.nextDown(sum + (direction[k] > 0 ? functions.slopeLow(f, k) : -functions.slopeHigh(f, k)));
            }
        }
        return sum > 0;
    }

    /** Two halves across the side that matters more; none where that has no end. */
    private List<Box> halves(Box box) {
        if (box.depth >= limit(DEEPEST) || looked >= limit(MOST)) {
            return List.of();
        }
        int k = box.split;
        double middle = box.low[k] + (box.high[k] - box.low[k]) / 2;
        if (!(box.low[k] < middle && middle < box.high[k])) {
            return List.of();
        }
        double[] end = box.high.clone();
        double[] start = box.low.clone();
        end[k] = middle;
        start[k] = middle;
        Box lower = new Box(box.low, end, box.depth + 1);
        Box upper = new Box(start, box.high, box.depth + 1);
        box.lower = lower;
        box.upper = upper;
        return List.of(lower, upper);
    }

    /** Along which axis functions change more in the box that was enclosed last. */
    private int steepest(Box box) {
        if (axes.size() == 1) {
            return 0;
        }
        double[] change = new double[axes.size()];
        for (int k = 0; k < change.length; k++) {
            for (int f = 0; f < count; f++) {
                double slope = Math.max(-functions.slopeLow(f, k), functions.slopeHigh(f, k));
                // far boxes of slides are as long as they are, since nothing happens there
                double length = Math.min(box.high[k] - box.low[k], axes.get(k).step());
                change[k] = Math.max(change[k], slope * length);
            }
        }
        return change[1] > change[0] || (change[0] == change[1] && box.depth % 2 > 0) ? 1 : 0;
    }

    private List<Box> leaves() {
        List<Box> leaves = new ArrayList<>();
        Deque<Box> waiting = new ArrayDeque<>(Arrays.asList(roots));
        while (!waiting.isEmpty()) {
            Box box = waiting.pop();
            if (box.lower == null || box.upper == null) {
                leaves.add(box);
            } else {
                waiting.push(box.upper);
                waiting.push(box.lower);
            }
        }
        return leaves;
    }

    private @Nullable Box at(double[] place) {
        int root = 0;
        int stride = 1;
        for (int k = 0; k < axes.size(); k++) {
            Axis axis = axes.get(k);
            place[k] = axis.inside(place[k]);
            if (Double.isNaN(place[k])) {
                return null;
            }
            int found = Arrays.binarySearch(axis.edges, place[k]);
            int index = Math.min(found >= 0 ? found : -found - 2, axis.edges.length - 2);
            root += stride * index;
            stride *= axis.edges.length - 1;
        }
        Box box = roots[root];
        while (box.lower != null && box.upper != null) {
            box = place[box.split] < box.upper.low[box.split] ? box.lower : box.upper;
        }
        return box;
    }

    /** The positive box that the assembly is in, or one nearby to which a straight way leads that is proven to be positive. */
    private @Nullable Box start(List<Box> leaves) {
        double[] assembly = axes.stream().mapToDouble(Axis::assembly).toArray();
        Box own = at(assembly.clone());
        if (own == null || own.kind == Kind.POSITIVE) {
            return own;
        }
        return leaves.stream()
                .filter(box -> box.kind == Kind.POSITIVE)
                .sorted(Comparator.comparingDouble(box -> distance(assembly, middle(box))))
                .limit(WAYS)
                .filter(box -> isPositive(assembly, middle(box), WAY_HALVINGS))
                .findFirst()
                .orElse(null);
    }

    private static double[] middle(Box box) {
        double[] middle = new double[box.low.length];
        Arrays.setAll(middle, k -> box.low[k] + (box.high[k] - box.low[k]) / 2);
        return middle;
    }

    private double distance(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            double off = (a[k] - b[k]) / axes.get(k).step();
            sum += off * off;
        }
        return sum;
    }

    /** Whether all functions are positive on a straight way. */
    private boolean isPositive(double[] from, double[] to, int halvings) {
        double[] low = new double[from.length];
        double[] high = new double[from.length];
        Arrays.setAll(low, k -> Math.min(from[k], to[k]));
        Arrays.setAll(high, k -> Math.max(from[k], to[k]));
        functions.compute(low, high);
        looked++;
        Kind sign = sign();
        if (sign != Kind.DOUBT || halvings == 0) {
            return sign == Kind.POSITIVE;
        }
        double[] between = new double[from.length];
        Arrays.setAll(between, k -> from[k] + (to[k] - from[k]) / 2);
        return isPositive(from, between, halvings - 1) && isPositive(between, to, halvings - 1);
    }

    /** Marks what is connected with the assembly by positive boxes; false if the assembly is not. */
    private boolean spread(List<Box> leaves) {
        Box start = start(leaves);
        if (start == null) {
            return false;
        }
        leaves.forEach(box -> {
            box.isOwn = false;
            box.neighbors.clear();
        });
        leaves.stream().filter(box -> box.kind == Kind.POSITIVE).forEach(this::meet);
        Deque<Box> waiting = new ArrayDeque<>(List.of(start));
        start.isOwn = true;
        while (!waiting.isEmpty()) {
            for (Box other : waiting.pop().neighbors) {
                if (!other.isOwn) {
                    other.isOwn = true;
                    waiting.push(other);
                }
            }
        }
        return true;
    }

    /** A positive box and those across its sides; of smaller ones each finds the larger one itself. */
    private void meet(Box box) {
        for (int k = 0; k < axes.size(); k++) {
            for (int side = -1; side <= 1; side += 2) {
                double[] place = middle(box);
                // an edge belongs to the box above it
                place[k] = side > 0 ? box.high[k] : Math.nextDown(box.low[k]);
                Box other = at(place);
                if (other != null && other.kind == Kind.POSITIVE) {
                    box.neighbors.add(other);
                    other.neighbors.add(box);
                }
            }
        }
    }

    /**
     * By coordinate: bounds that tell the assembly's region from all others, infinite where there is nothing to tell; of a turn both
     * are finite or none. Nothing if there are no such bounds.
     */
    double[][] limits() {
        double[][] found = new double[0][];
        List<Box> halves = List.of(roots);
        for (int round = 0; round < limit(ROUNDS) && !halves.isEmpty(); round++) {
            List<Box> leaves = leaves();
            isWalled = false;
            if (spread(leaves)) {
                List<Box> others = leaves.stream().filter(RegionBoxes::isOther).toList();
                found = others.isEmpty() ? unlimited() : limits(leaves, others);
            }
            if (found.length > 0 && !isWalled) {
                return found;
            }
            halves = halves(leaves);
            lookAt(halves);
        }
        return found;
    }

    /** Boxes that may be larger than they have to be, as two each. */
    private List<Box> halves(List<Box> leaves) {
        List<Box> halves = new ArrayList<>();
        for (Box box : leaves) {
            if (box.kind == Kind.BORDER || box.kind == Kind.DOUBT) {
                halves.addAll(halves(box));
            }
        }
        return halves;
    }

    private static boolean isOther(Box box) {
        return box.kind == Kind.DOUBT || (box.kind == Kind.POSITIVE && !box.isOwn);
    }

    private double[][] unlimited() {
        double[][] limits = new double[axes.size()][];
        Arrays.setAll(limits, k -> new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY});
        return limits;
    }

    private double[][] limits(List<Box> leaves, List<Box> others) {
        double[][] limits = unlimited();
        List<Box> left = new ArrayList<>(others);
        for (int k = 0; k < axes.size() && !left.isEmpty(); k++) {
            double[] between = {end(leaves, k, -1), end(leaves, k, 1)};
            int axis = k;
            Predicate<Box> isInside = box -> isBetween(box, axis, between);
            if (left.stream().allMatch(isInside)) {
                continue;
            }
            left.removeIf(isInside.negate());
            limits[k] = between;
        }
        return left.isEmpty() ? limits : new double[0][];
    }

    private boolean isBetween(Box box, int k, double[] between) {
        double turn = axes.get(k).turns ? 2 * Math.PI : 0;
        for (int by = -1; by <= 1; by++) {
            if (box.low[k] + by * turn < between[1] && box.high[k] + by * turn > between[0]) {
                return true;
            }
        }
        return false;
    }

    /** A box along an axis, as seen from the assembly in one direction. */
    private record Span(Box box, double from, double to) {}

    /**
     * Where to stop beside the assembly along an axis, so that no other region is reached: in what is negative all across, or where what is
     * proven to be the assembly's own ends and covers all that is not negative. Infinite, or a turn away, if there is no such place or no other
     * region.
     */
    private double end(List<Box> leaves, int k, int side) {
        Axis axis = axes.get(k);
        int turns = axis.turns ? 1 : 0;
        List<Span> spans = new ArrayList<>();
        for (Box box : leaves) {
            for (int by = -turns; by <= turns && box.kind != Kind.NEGATIVE; by++) {
                double moved = by * 2 * Math.PI;
                spans.add(
                        side > 0
                                ? new Span(box, box.low[k] + moved, box.high[k] + moved)
                                : new Span(box, moved - box.high[k], moved - box.low[k]));
            }
        }
        spans.sort(Comparator.comparingDouble(Span::from));
        double start = side * axis.assembly;
        double none = axis.turns ? start + 2 * Math.PI : Double.POSITIVE_INFINITY;
        double rounding = NARROWEST * axis.step();
        double own = covered(spans, start, none, rounding, span -> span.box.isOwn);
        double other = spans.stream()
                .filter(span -> isOther(span.box) && span.from >= own - rounding)
                .mapToDouble(Span::from)
                .findFirst()
                .orElse(none);
        if (other >= none) {
            return side * none;
        }
        double filled = covered(spans, own, other, rounding, span -> true);
        if (filled < other - rounding) {
            double next = spans.stream()
                    .mapToDouble(Span::from)
                    .filter(from -> from > filled)
                    .findFirst()
                    .orElse(other);
            return side * (filled + (next - filled) / 2);
        }
        boolean isWall = spans.stream()
                .filter(span -> span.from < own - rounding && span.to > own - rounding)
                .allMatch(span -> span.box.isOwn);
        isWalled |= isWall;
        return side * (isWall ? own : none);
    }

    /** How far some spans follow each other from a place. */
    private static double covered(
            List<Span> sorted, double start, double most, double rounding, Predicate<Span> counts) {
        double reached = start;
        for (Span span : sorted) {
            if (span.from > reached + rounding && counts.test(span)) {
                break;
            }
            if (counts.test(span) && span.to > reached) {
                reached = span.to;
            }
        }
        return Math.min(reached, most);
    }
}
