package dev.catena.planning.function;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The end of a motion that goes on as it began, as it is or mirrored: qᵢ(T) = sᵢ q_m(i)(0) + shift, and the same without
 * shift for derivatives up to an order. Periodic motions have m(i) = i and s = 1. Immutable.
 */
public final class CyclicEnd {
    private final int[] partner;
    private final double[] sign;
    private final double[] shift;
    private final int order;

    private CyclicEnd(int[] partner, double[] sign, double[] shift, int order) {
        this.partner = partner;
        this.sign = sign;
        this.shift = shift;
        this.order = order;
    }

    /** The motion repeats itself; derivatives up to an order from 0 to 2 do too. */
    public static CyclicEnd periodic(int coordinates, int order) {
        if (order < 0 || order > 2) {
            throw new IllegalArgumentException(
                    "derivatives up to order %s cannot be made to repeat; 0, 1 or 2 can".formatted(order));
        }
        double[] ones = new double[coordinates];
        Arrays.fill(ones, 1);
        int[] self = new int[coordinates];
        Arrays.setAll(self, i -> i);
        return new CyclicEnd(self, ones, new double[coordinates], order);
    }

    /**
     * The motion goes on mirrored: names that end differently change places, some coordinates change their sign.
     *
     * @param names of the coordinates
     * @param right how names on one side end
     * @param left how their partners' end
     * @param reversed coordinates that change their sign
     */
    public static CyclicEnd mirrored(List<String> names, String right, String left, Set<String> reversed, int order) {
        CyclicEnd end = periodic(names.size(), order);
        Set<String> unknown = new HashSet<>(reversed);
        names.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("%s change sign, but there are no such coordinates".formatted(unknown));
        }
        Map<String, Integer> index = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            index.put(names.get(i), i);
        }
        List<String> alone = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            end.sign[i] = reversed.contains(name) ? -1 : 1;
            String other = name.endsWith(right)
                    ? name.substring(0, name.length() - right.length()) + left
                    : name.endsWith(left) ? name.substring(0, name.length() - left.length()) + right : name;
            if (index.containsKey(other)) {
                end.partner[i] = index.get(other);
            } else {
                alone.add(name);
            }
        }
        if (!alone.isEmpty()) {
            throw new IllegalArgumentException("%s have no partner on the other side".formatted(alone));
        }
        return end;
    }

    /** The same with a coordinate that ends further on. */
    public CyclicEnd shifted(int coordinate, double by) {
        double[] newShift = shift.clone();
        newShift[coordinate] = by;
        return new CyclicEnd(partner, sign, newShift, order);
    }

    /** The same with derivatives up to an order, if that is higher: motors behind springs go on as they began too then. */
    public CyclicEnd repeatingUpTo(int highest) {
        return highest <= order ? this : new CyclicEnd(partner, sign, shift, highest);
    }

    /**
     * The same of some coordinates alone, behind which others repeat as they are.
     *
     * @param coordinates ascending; partners of all of them are among them
     */
    public CyclicEnd of(List<Integer> coordinates, int more) {
        CyclicEnd some = new CyclicEnd(
                new int[coordinates.size() + more],
                new double[coordinates.size() + more],
                new double[coordinates.size() + more],
                order);
        Arrays.setAll(some.partner, k -> k);
        Arrays.fill(some.sign, 1);
        for (int k = 0; k < coordinates.size(); k++) {
            int own = coordinates.get(k);
            some.partner[k] = coordinates.indexOf(partner[own]);
            some.sign[k] = sign[own];
            some.shift[k] = shift[own];
            if (some.partner[k] < 0) {
                throw new IllegalArgumentException(
                        "coordinate %s begins as %s ends, which is not among those that are planned"
                                .formatted(partner[own], own));
            }
        }
        return some;
    }

    /** Whether the motion repeats as it is, neither mirrored nor shifted. */
    public boolean isPeriodic() {
        for (int i = 0; i < partner.length; i++) {
            if (partner[i] != i || sign[i] != 1 || shift[i] != 0) {
                return false;
            }
        }
        return true;
    }

    public int size() {
        return partner.length;
    }

    /** The order of the highest derivative that repeats. */
    public int order() {
        return order;
    }

    /** The coordinate that begins as this one ends. */
    public int partner(int coordinate) {
        return partner[coordinate];
    }

    public double sign(int coordinate) {
        return sign[coordinate];
    }

    public double shift(int coordinate) {
        return shift[coordinate];
    }
}
