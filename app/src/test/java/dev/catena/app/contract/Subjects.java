package dev.catena.app.contract;

import java.util.Map;
import java.util.stream.Stream;

/** Every public algorithm class of the published modules; and what takes arrays of numbers without being one. */
final class Subjects {
    static final Map<Class<?>, String> NOT_ALGORITHMS = Map.of();

    private Subjects() {}

    static Stream<Subject> all() {
        return Stream.concat(CoreSubjects.all(), MechanismSubjects.all());
    }
}
