package dev.catena.planning.function;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** What functions of one program compute with in common, so that torques are computed once for all of them. */
public final class Evaluators {
    private final Map<Object, Object> byOrigin = new HashMap<>();

    /** None so far. */
    public Evaluators() {}

    /**
     * The evaluator of an origin, made when it is first asked for.
     *
     * @param origin the same object for all copies of an evaluator
     */
    public <T> T of(Object origin, Class<T> type, Supplier<T> maker) {
        return type.cast(byOrigin.computeIfAbsent(origin, key -> maker.get()));
    }
}
