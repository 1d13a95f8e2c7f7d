package dev.catena.sweep.reduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What is to be kept of a subject: a number of the states such as {@code torque_joint1}, {@code load} or {@code payload},
 * or {@code torque} for those of all joints.
 */
public final class Reducer {
    /** Names of all kinds, as files have them. */
    public enum Kind {
        MAX,
        MIN,
        /** The largest magnitude. */
        PEAK,
        MEAN,
        VARIANCE,
        QUANTILE,
        HISTOGRAM,
        ARGMAX,
        VIOLATIONS;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static List<String> keys() {
            return Arrays.stream(values()).map(Kind::key).toList();
        }
    }

    /** Ranges of a histogram, at most. */
    private static final int MOST_RANGES = 10_000;

    private final Kind kind;
    private final String subject;
    private final double[] numbers;

    private Reducer(Kind kind, String subject, double... numbers) {
        this.kind = kind;
        this.subject = subject;
        this.numbers = numbers;
        for (double number : numbers) {
            if (!(Math.abs(number) <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "%s of %s has the number %s, which is not finite".formatted(kind.key(), subject, number));
            }
        }
    }

    public static Reducer max(String subject) {
        return new Reducer(Kind.MAX, subject);
    }

    public static Reducer min(String subject) {
        return new Reducer(Kind.MIN, subject);
    }

    /** The largest magnitude. */
    public static Reducer peak(String subject) {
        return new Reducer(Kind.PEAK, subject);
    }

    public static Reducer mean(String subject) {
        return new Reducer(Kind.MEAN, subject);
    }

    /** Mean and variance. */
    public static Reducer variance(String subject) {
        return new Reducer(Kind.VARIANCE, subject);
    }

    /** The largest number, and the first state that has it. */
    public static Reducer argmax(String subject) {
        return new Reducer(Kind.ARGMAX, subject);
    }

    /**
     * Numbers that some parts of all are not larger than.
     *
     * @param parts from 0 to 1: 0.5 is the median
     */
    public static Reducer quantile(String subject, double... parts) {
        if (parts.length == 0 || !Arrays.stream(parts).allMatch(part -> part >= 0 && part <= 1)) {
            throw new IllegalArgumentException("quantiles of %s are asked at %s, but must be at numbers from 0 to 1"
                    .formatted(subject, Arrays.toString(parts)));
        }
        return new Reducer(Kind.QUANTILE, subject, parts.clone());
    }

    /** Counts in equal ranges between two limits, and beyond them. */
    public static Reducer histogram(String subject, double from, double to, int ranges) {
        if (!(from < to) || !(to - from <= Double.MAX_VALUE) || ranges < 1 || ranges > MOST_RANGES) {
            throw new IllegalArgumentException(
                    "a histogram of %s from %s to %s with %s bins: it needs 1 to %s bins and a finite lower limit below the upper"
                            .formatted(subject, from, to, ranges, MOST_RANGES));
        }
        return new Reducer(Kind.HISTOGRAM, subject, from, to, ranges);
    }

    /** How many numbers are larger than a limit. */
    public static Reducer violations(String subject, double above) {
        return new Reducer(Kind.VIOLATIONS, subject, above);
    }

    public Kind kind() {
        return kind;
    }

    public String subject() {
        return subject;
    }

    /** All that it depends on, in words. */
    public String description() {
        return "%s of %s %s".formatted(kind.key(), subject, Arrays.toString(numbers));
    }

    /** One for some bins and so many numbers of each state. */
    public Accumulator accumulator(int bins, int components) {
        return switch (kind) {
            case MAX -> new Extremes(Extremes.Kind.LARGEST, false, bins, components);
            case MIN -> new Extremes(Extremes.Kind.SMALLEST, false, bins, components);
            case PEAK -> new Extremes(Extremes.Kind.MAGNITUDE, false, bins, components);
            case ARGMAX -> new Extremes(Extremes.Kind.LARGEST, true, bins, components);
            case MEAN -> new Moments(false, bins, components);
            case VARIANCE -> new Moments(true, bins, components);
            case QUANTILE -> new Quantiles(numbers, bins, components);
            case HISTOGRAM -> new Counts(numbers[0], numbers[1], (int) numbers[2], bins, components);
            case VIOLATIONS -> new Violations(numbers[0], bins, components);
        };
    }

    /** Names of what {@link Accumulator#values} gives, for one component of a name. */
    public List<String> columns(String component) {
        return switch (kind) {
            case MAX, MIN, PEAK, MEAN -> List.of(kind.key() + "_" + component);
            case ARGMAX ->
                List.of("max_" + component, "argmax_" + component + "_state", "argmax_" + component + "_tag");
            case VARIANCE -> List.of("mean_" + component, "variance_" + component);
            case VIOLATIONS -> List.of("violations_" + component, "violating_" + component);
            case QUANTILE ->
                Arrays.stream(numbers)
                        .mapToObj(part -> "quantile_%s_%s".formatted(part, component))
                        .collect(Collectors.toList());
            case HISTOGRAM -> ranges(component);
        };
    }

    private List<String> ranges(String component) {
        List<String> names = new ArrayList<>();
        EqualRanges ranges = new EqualRanges(numbers[0], numbers[1], (int) numbers[2]);
        names.add("count_%s_below_%s".formatted(component, numbers[0]));
        for (int k = 0; k < numbers[2]; k++) {
            names.add("count_%s_%s_to_%s".formatted(component, ranges.limitText(k), ranges.limitText(k + 1)));
        }
        names.add("count_%s_from_%s".formatted(component, numbers[1]));
        return names;
    }
}
