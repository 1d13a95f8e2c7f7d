package dev.catena.app.contract;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One argument of a call.
 *
 * @param fresh makes a good argument, the same numbers each time
 * @param refused make arguments that a call must refuse: of another robot, not finite …
 * @param unread entries of an input that the call does not read
 */
record Slot(
        String name,
        Role role,
        Class<?> type,
        Supplier<@Nullable Object> fresh,
        List<Supplier<Object>> refused,
        List<Integer> unread) {
    /** What outputs hold before they are written. */
    static final double UNTOUCHED = -7.25;

    enum Role {
        INPUT,
        OUTPUT,
        OTHER
    }

    /** An input of small numbers. */
    static Slot in(String name, int length) {
        double[] numbers = numbers(name, length);
        return new Slot(name, Role.INPUT, double[].class, numbers::clone, List.of(), List.of());
    }

    /** An input of which some entries are not read. */
    static Slot partly(String name, int length, Integer... unread) {
        double[] numbers = numbers(name, length);
        return new Slot(name, Role.INPUT, double[].class, numbers::clone, List.of(), List.of(unread));
    }

    static Slot in(String name, double[] numbers) {
        return new Slot(name, Role.INPUT, double[].class, numbers::clone, List.of(), List.of());
    }

    static Slot out(String name, int length) {
        return new Slot(name, Role.OUTPUT, double[].class, () -> untouched(length), List.of(), List.of());
    }

    /** An input with a vector for each derivative. */
    static Slot inRows(String name, int rows, int length) {
        return new Slot(
                name,
                Role.INPUT,
                double[][].class,
                () -> {
                    double[][] vectors = new double[rows][];
                    Arrays.setAll(vectors, d -> numbers(name + d, length));
                    return vectors;
                },
                List.of(),
                List.of());
    }

    /** The same with a first row that is given. */
    static Slot inRows(String name, double[] first, int rows) {
        return new Slot(
                name,
                Role.INPUT,
                double[][].class,
                () -> {
                    double[][] vectors = new double[rows][];
                    Arrays.setAll(vectors, d -> d == 0 ? first.clone() : numbers(name + d, first.length));
                    return vectors;
                },
                List.of(),
                List.of());
    }

    static Slot outRows(String name, int rows, int length) {
        return new Slot(
                name,
                Role.OUTPUT,
                double[][].class,
                () -> {
                    double[][] vectors = new double[rows][];
                    Arrays.setAll(vectors, d -> untouched(length));
                    return vectors;
                },
                List.of(),
                List.of());
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // read only
    static <T> Slot other(String name, Class<T> type, Supplier<? extends T> fresh, Supplier<Object>... refused) {
        return new Slot(name, Role.OTHER, type, fresh::get, List.of(refused), List.of());
    }

    static Slot none(String name, Class<?> type) {
        return new Slot(name, Role.OTHER, type, () -> null, List.of(), List.of());
    }

    static Slot index(int value) {
        return new Slot("index", Role.OTHER, int.class, () -> value, List.of(), List.of());
    }

    static Slot number(String name, double value) {
        return new Slot(name, Role.OTHER, double.class, () -> value, List.of(() -> Double.NaN), List.of());
    }

    private static double[] untouched(int length) {
        double[] array = new double[length];
        Arrays.fill(array, UNTOUCHED);
        return array;
    }

    static double[] numbers(String name, int length) {
        return new Random(name.hashCode()).doubles(length, -0.9, 0.9).toArray();
    }

    /** The arrays of an argument: itself, or its rows. */
    static List<double[]> arrays(Object argument) {
        return argument instanceof double[][] rows ? Arrays.asList(rows) : List.of((double[]) argument);
    }
}
