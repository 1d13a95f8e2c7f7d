package dev.catena.sweep.source;

import java.util.List;

/** Where the states of a sweep come from: numbered, with one number for each variable. Immutable. */
public interface StateSource {
    /** Names of the variables. */
    List<String> variables();

    /** How many states there are. */
    long states();

    /** Whether any state can be drawn at any time; otherwise they come in order, once. */
    boolean isDrawn();

    /** All that the states depend on, in words. */
    String description();

    /** Begins a pass through the states. */
    Pass open();

    /** One pass; its readers, one for each thread, go on where another of them has stopped. */
    interface Pass extends AutoCloseable {
        Reader reader();

        @Override
        default void close() {}
    }

    /** Where the values of a variable go. */
    record Target(double[] array, int at) {}

    /** Reads states. */
    interface Reader {
        /**
         * Begins some states; where they are not drawn, no other reader of the pass may do so meanwhile, and never
         * states that come before.
         */
        default void begin(long first, int count) {}

        /** Writes the values of some states that were begun, one target for each variable. */
        void read(long first, int count, List<Target> targets);
    }

    /**
     * Looks at names.
     *
     * @throws IllegalArgumentException for a name that occurs twice, or none at all
     */
    static void checkNames(List<String> names) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("nothing varies: a sweep needs a variable");
        }
        for (int k = 0; k < names.size(); k++) {
            if (names.indexOf(names.get(k)) != k) {
                throw new IllegalArgumentException("\"%s\" is given twice".formatted(names.get(k)));
            }
        }
    }
}
