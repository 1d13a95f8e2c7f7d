package dev.catena.compile.equations;

import java.util.Arrays;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Powers of variables times one, or the cosine or sine of a sum of joint angles. Immutable. */
final class Monomial implements Comparable<Monomial> {
    /** In order. */
    private final Variable[] variables;

    private final int[] exponents;

    /** Multiples of the joint angles, the first that is not zero positive; all zero where there is no such factor. */
    private final int[] angle;

    private final boolean hasAngle;
    private final boolean isSine;

    private Monomial(Variable[] variables, int[] exponents, int[] angle, boolean isSine) {
        this.variables = variables;
        this.exponents = exponents;
        this.angle = angle;
        this.isSine = isSine;
        boolean isAny = false;
        for (int multiple : angle) {
            isAny |= multiple != 0;
        }
        hasAngle = isAny;
    }

    static Monomial one(int joints) {
        return new Monomial(new Variable[0], new int[0], new int[joints], false);
    }

    static Monomial of(Variable variable, int joints) {
        return new Monomial(new Variable[] {variable}, new int[] {1}, new int[joints], false);
    }

    /** The cosine or sine of the angle of a joint, counted from one. */
    static Monomial ofAngle(int joint, int joints, boolean isSine) {
        int[] angle = new int[joints];
        angle[joint - 1] = 1;
        return new Monomial(new Variable[0], new int[0], angle, isSine);
    }

    SortedMap<Variable, Integer> powers() {
        SortedMap<Variable, Integer> powers = new TreeMap<>();
        for (int k = 0; k < variables.length; k++) {
            powers.put(variables[k], exponents[k]);
        }
        return Collections.unmodifiableSortedMap(powers);
    }

    /** With other powers. */
    Monomial withPowers(SortedMap<Variable, Integer> powers) {
        return new Monomial(
                powers.keySet().toArray(Variable[]::new),
                powers.values().stream().mapToInt(power -> power).toArray(),
                angle,
                isSine);
    }

    /** With powers of both and the angle of this. */
    Monomial timesPowersOf(Monomial other) {
        if (other.variables.length == 0) {
            return this;
        }
        Variable[] all = new Variable[variables.length + other.variables.length];
        int[] sums = new int[all.length];
        int count = 0;
        int left = 0;
        int right = 0;
        while (left < variables.length || right < other.variables.length) {
            int order = left == variables.length
                    ? 1
                    : right == other.variables.length ? -1 : variables[left].compareTo(other.variables[right]);
            all[count] = order <= 0 ? variables[left] : other.variables[right];
            sums[count] = (order <= 0 ? exponents[left] : 0) + (order >= 0 ? other.exponents[right] : 0);
            count++;
            left += order <= 0 ? 1 : 0;
            right += order >= 0 ? 1 : 0;
        }
        return new Monomial(Arrays.copyOf(all, count), Arrays.copyOf(sums, count), angle, isSine);
    }

    /** With the angle and function of another. */
    Monomial withAngleOf(Monomial other) {
        return new Monomial(variables, exponents, other.angle, other.isSine);
    }

    /** With another angle, which is not copied. */
    Monomial withAngle(int[] other, boolean sine) {
        return new Monomial(variables, exponents, other, sine);
    }

    /** The cosine for a sine, and the other way round. */
    Monomial withOtherFunction() {
        return new Monomial(variables, exponents, angle, !isSine);
    }

    boolean hasAngle() {
        return hasAngle;
    }

    boolean isSine() {
        return isSine;
    }

    /** Of a joint, counted from zero. */
    int multiple(int joint) {
        return angle[joint];
    }

    /** The angle of a plus or minus that of b. */
    static int[] combined(Monomial a, Monomial b, int sign) {
        int[] sum = new int[a.angle.length];
        for (int k = 0; k < sum.length; k++) {
            sum[k] = a.angle[k] + sign * b.angle[k];
        }
        return sum;
    }

    @Override
    public int compareTo(Monomial other) {
        int byPowers = comparePowers(other);
        if (byPowers != 0) {
            return byPowers;
        }
        for (int k = 0; k < angle.length; k++) {
            int byAngle = Integer.compare(other.angle[k], angle[k]);
            if (byAngle != 0) {
                return byAngle;
            }
        }
        return Boolean.compare(isSine, other.isSine);
    }

    private int comparePowers(Monomial other) {
        int shared = Math.min(variables.length, other.variables.length);
        for (int k = 0; k < shared; k++) {
            int order = variables[k].compareTo(other.variables[k]);
            order = order != 0 ? order : Integer.compare(other.exponents[k], exponents[k]);
            if (order != 0) {
                return order;
            }
        }
        return Boolean.compare(variables.length > shared, other.variables.length > shared);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Monomial that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(variables) + Arrays.hashCode(exponents)) + Arrays.hashCode(angle);
    }
}
