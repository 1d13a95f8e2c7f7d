package dev.catena.formats.table;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.formats.file.NearestName;
import dev.catena.formats.reading.FormatException;
import dev.catena.model.Wrench;
import dev.catena.quantity.StateVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * States of a robot, one after the other: what {@code catena eval} works on, and a trajectory where times are given. The
 * joints are addressed by name; {@link #inOrderOf} sorts the columns for a robot. Immutable.
 */
public final class StateTable {
    /** What a column holds. */
    public enum Series {
        /** Joint coordinates, rad or m. */
        POSITION(StateVariable.POSITION.key()),
        VELOCITY(StateVariable.VELOCITY.key()),
        ACCELERATION(StateVariable.ACCELERATION.key()),
        JERK(StateVariable.JERK.key()),
        /** Fourth derivatives of joint coordinates, and so on, which motors behind springs need. */
        DERIVATIVE_4("q4"),
        DERIVATIVE_5("q5"),
        DERIVATIVE_6("q6"),
        DERIVATIVE_7("q7"),
        DERIVATIVE_8("q8"),
        DERIVATIVE_9("q9"),
        DERIVATIVE_10("q10"),
        DERIVATIVE_11("q11"),
        DERIVATIVE_12("q12"),
        /** Joint torques or forces, Nm or N. */
        EFFORT(StateVariable.EFFORT.key()),
        /** Motors behind springs, as seen from their joints; numbers of rigid joints mean nothing. */
        MOTOR_POSITION("theta"),
        MOTOR_VELOCITY("thetad"),
        MOTOR_ACCELERATION("thetadd");

        private static final List<Series> DERIVATIVES = List.of(
                POSITION,
                VELOCITY,
                ACCELERATION,
                JERK,
                DERIVATIVE_4,
                DERIVATIVE_5,
                DERIVATIVE_6,
                DERIVATIVE_7,
                DERIVATIVE_8,
                DERIVATIVE_9,
                DERIVATIVE_10,
                DERIVATIVE_11,
                DERIVATIVE_12);

        private final String key;

        Series(String key) {
            this.key = key;
        }

        /** Joint coordinates and their derivatives by time, in order. */
        public static List<Series> derivatives() {
            return DERIVATIVES;
        }

        /** The name in files: {@code q}, {@code qd}, {@code qdd}, {@code qddd}, {@code q4}, …, {@code tau}, {@code theta}. */
        public String key() {
            return key;
        }
    }

    /** The axes of a wrench; its moment is about the origin of the body in both. */
    public enum WrenchFrame {
        BODY,
        WORLD
    }

    /** A wrench that the environment applies to a body. */
    public record AppliedWrench(WrenchFrame frame, Wrench wrench) {}

    /** One state. */
    public static final class State {
        private final OptionalDouble time;
        private final Map<Series, double[]> values;
        private final Map<String, AppliedWrench> wrenches;
        private final List<String> contacts;
        private final @Nullable BaseState base;

        private State(StateBuilder builder) {
            time = builder.time;
            values = new EnumMap<>(builder.values);
            wrenches = builder.wrenches.isEmpty()
                    ? Map.of()
                    : Collections.unmodifiableMap(new LinkedHashMap<>(builder.wrenches));
            contacts = List.copyOf(builder.contacts);
            base = builder.base;
        }

        /** In seconds, where the table gives it. */
        public OptionalDouble time() {
            return time;
        }

        public boolean has(Series series) {
            return values.containsKey(series);
        }

        /** How many numbers each series has. */
        Map<Series, Integer> lengths() {
            Map<Series, Integer> lengths = new EnumMap<>(Series.class);
            values.forEach((series, numbers) -> lengths.put(series, numbers.length));
            return lengths;
        }

        /** Wrenches by body. */
        public Map<String, AppliedWrench> wrenches() {
            return wrenches;
        }

        /** What holds the robot to the world in this state, as users write it: {@code BODY:KIND[:X,Y,Z]}. */
        public List<String> contacts() {
            return contacts;
        }

        /** The motion of the base, or null where the table does not give it. */
        public @Nullable BaseState base() {
            return base;
        }
    }

    /** Collects one state. */
    public static final class StateBuilder {
        private OptionalDouble time = OptionalDouble.empty();
        private final Map<Series, double[]> values = new EnumMap<>(Series.class);
        private final Map<String, AppliedWrench> wrenches = new LinkedHashMap<>();
        private final List<String> contacts = new ArrayList<>();
        private @Nullable BaseState base;

        /** A state without values yet. */
        public StateBuilder() {}

        @CanIgnoreReturnValue
        public StateBuilder time(double seconds) {
            time = OptionalDouble.of(seconds);
            return this;
        }

        @CanIgnoreReturnValue
        public StateBuilder set(Series series, double... numbers) {
            values.put(series, numbers.clone());
            return this;
        }

        @CanIgnoreReturnValue
        public StateBuilder wrench(String body, AppliedWrench wrench) {
            wrenches.put(body, wrench);
            return this;
        }

        @CanIgnoreReturnValue
        public StateBuilder contact(String text) {
            contacts.add(text);
            return this;
        }

        @CanIgnoreReturnValue
        public StateBuilder base(BaseState state) {
            base = state;
            return this;
        }

        public State build() {
            return new State(this);
        }
    }

    private final List<String> joints;
    private final List<State> states;

    /**
     * Makes a table.
     *
     * @throws IllegalArgumentException where a name occurs twice, or where a state has no positions, a wrong number of
     *     values, or a value that is not finite
     */
    public StateTable(List<String> joints, List<State> states) {
        this.joints = List.copyOf(joints);
        this.states = List.copyOf(states);
        if (new LinkedHashSet<>(joints).size() != joints.size()) {
            throw new IllegalArgumentException("a joint is named twice in " + joints);
        }
        for (int k = 0; k < states.size(); k++) {
            check(states.get(k), k);
        }
    }

    private void check(State state, int k) {
        if (!state.has(Series.POSITION)) {
            throw new IllegalArgumentException("state %s has no q".formatted(k));
        }
        state.values.forEach((series, numbers) -> {
            if (numbers.length != joints.size()) {
                throw new IllegalArgumentException("%s of state %s has %s values, but there are %s joints"
                        .formatted(series.key(), k, numbers.length, joints.size()));
            }
            if (!Arrays.stream(numbers).allMatch(Double::isFinite)) {
                throw new IllegalArgumentException("%s of state %s is %s, but must be finite"
                        .formatted(series.key(), k, Arrays.toString(numbers)));
            }
        });
    }

    public List<String> joints() {
        return joints;
    }

    public List<State> states() {
        return states;
    }

    public int size() {
        return states.size();
    }

    /** Whether every state has a time, and there is one. */
    public boolean hasTimes() {
        return !states.isEmpty() && states.stream().allMatch(state -> state.time.isPresent());
    }

    /** Times in seconds, one for each state; only where {@link #hasTimes}. */
    public double[] times() {
        return states.stream().mapToDouble(state -> state.time.orElseThrow()).toArray();
    }

    /** Whether any state gives this series. */
    public boolean has(Series series) {
        return states.stream().anyMatch(state -> state.has(series));
    }

    /** The series that any state gives. */
    public Set<Series> series() {
        Set<Series> given = EnumSet.noneOf(Series.class);
        states.forEach(state -> given.addAll(state.values.keySet()));
        return given;
    }

    /** One number for each joint; zeros where the state does not give the series. */
    public double[] values(int state, Series series) {
        double[] numbers = states.get(state).values.get(series);
        return numbers == null ? new double[joints.size()] : numbers.clone();
    }

    /**
     * The same states with the joints in another order.
     *
     * @throws FormatException where the table has other joints than these, with the names of both
     */
    public StateTable inOrderOf(List<String> names) {
        Set<String> ofRobot = new HashSet<>(names);
        for (String joint : joints) {
            if (!ofRobot.contains(joint)) {
                throw new FormatException(
                        "",
                        "unknown joint \"%s\"%s; the robot's moving joints are %s"
                                .formatted(joint, NearestName.hint(joint, names), NearestName.some(names)));
            }
        }
        List<String> missing =
                names.stream().filter(name -> !joints.contains(name)).toList();
        if (!missing.isEmpty()) {
            throw new FormatException(
                    "",
                    "the joints %s are missing; the table has %s"
                            .formatted(NearestName.some(missing), NearestName.some(joints)));
        }
        return names.equals(joints) ? this : restrictedTo(names);
    }

    /** The columns of these joints alone, in their order. */
    StateTable restrictedTo(List<String> names) {
        Map<String, Integer> column = new HashMap<>();
        for (int k = 0; k < joints.size(); k++) {
            column.put(joints.get(k), k);
        }
        List<State> sorted = new ArrayList<>();
        for (State state : states) {
            StateBuilder builder = new StateBuilder();
            state.time.ifPresent(builder::time);
            state.values.forEach((series, numbers) -> builder.set(
                    series,
                    names.stream()
                            .mapToDouble(name -> numbers[column.getOrDefault(name, 0)])
                            .toArray()));
            state.wrenches.forEach(builder::wrench);
            state.contacts.forEach(builder::contact);
            if (state.base != null) {
                builder.base(state.base);
            }
            sorted.add(builder.build());
        }
        return new StateTable(names, sorted);
    }
}
