package dev.catena.compile.equations;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Powers of variables times one, or the cosine or sine of a sum of joint angles.
 *
 * @param angle multiples of the joint angles, the first that is not zero positive; all zero where there is no such factor
 */
record Monomial(SortedMap<Variable, Integer> powers, List<Integer> angle, boolean isSine)
        implements Comparable<Monomial> {

    Monomial {
        powers = Collections.unmodifiableSortedMap(powers);
        angle = List.copyOf(angle);
    }

    static Monomial one(int joints) {
        return new Monomial(new TreeMap<>(), Collections.nCopies(joints, 0), false);
    }

    static Monomial of(Variable variable, int joints) {
        return new Monomial(new TreeMap<>(Map.of(variable, 1)), Collections.nCopies(joints, 0), false);
    }

    boolean hasAngle() {
        return angle.stream().anyMatch(multiple -> multiple != 0);
    }

    static SortedMap<Variable, Integer> product(SortedMap<Variable, Integer> a, SortedMap<Variable, Integer> b) {
        SortedMap<Variable, Integer> product = new TreeMap<>(a);
        b.forEach((variable, power) -> product.merge(variable, power, Integer::sum));
        return product;
    }

    /** a ± b. */
    static List<Integer> combined(List<Integer> a, List<Integer> b, int sign) {
        List<Integer> sum = new ArrayList<>();
        for (int k = 0; k < a.size(); k++) {
            sum.add(a.get(k) + sign * b.get(k));
        }
        return sum;
    }

    @Override
    public int compareTo(Monomial other) {
        int byPowers = compare(powers, other.powers);
        if (byPowers != 0) {
            return byPowers;
        }
        for (int k = 0; k < angle.size(); k++) {
            int byAngle = Integer.compare(other.angle.get(k), angle.get(k));
            if (byAngle != 0) {
                return byAngle;
            }
        }
        return Boolean.compare(isSine, other.isSine);
    }

    private static int compare(SortedMap<Variable, Integer> a, SortedMap<Variable, Integer> b) {
        var left = a.entrySet().iterator();
        var right = b.entrySet().iterator();
        while (left.hasNext() && right.hasNext()) {
            var x = left.next();
            var y = right.next();
            int order = x.getKey().compareTo(y.getKey());
            order = order != 0 ? order : Integer.compare(y.getValue(), x.getValue());
            if (order != 0) {
                return order;
            }
        }
        return Boolean.compare(left.hasNext(), right.hasNext());
    }
}
