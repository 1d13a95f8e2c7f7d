package dev.catena.formats.table;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.formats.file.NearestName;
import dev.catena.formats.reading.FormatException;
import dev.catena.model.Wrench;
import dev.catena.quantity.StateVariable;
import java.util.AbstractList;
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
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.RandomAccess;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * States of a robot, one after the other: what {@code catena eval} works on, and a trajectory where times are given. The
 * joints are addressed by name; {@link #inOrderOf} sorts the columns for a robot. Immutable.
 *
 * <p>Large tables that were read from files are not held in memory but in a temporary file; states are made again each time
 * that they are asked for.
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

        /** The numbers of a series that the state has, not to be changed. */
        double[] numbers(Series series) {
            return Objects.requireNonNull(values.get(series));
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

    /** What states have, gathered as they come. */
    static final class Contents {
        private final Set<Series> ofAny = EnumSet.noneOf(Series.class);
        private final Set<Series> ofAll = EnumSet.allOf(Series.class);
        private boolean timed;
        private boolean untimed;
        private boolean wrenches;
        private boolean contacts;
        private boolean base;

        void add(State state) {
            ofAny.addAll(state.values.keySet());
            ofAll.retainAll(state.values.keySet());
            timed |= state.time.isPresent();
            untimed |= state.time.isEmpty();
            wrenches |= !state.wrenches.isEmpty();
            contacts |= !state.contacts.isEmpty();
            base |= state.base != null;
        }

        private static Contents of(List<State> states) {
            Contents contents = new Contents();
            states.forEach(contents::add);
            return contents;
        }
    }

    private final List<String> joints;
    private final List<State> states;

    /** Null where states are made when they are asked for. */
    private final @Nullable Contents contents;

    /**
     * Makes a table.
     *
     * @throws IllegalArgumentException where a name occurs twice, or where a state has no positions, a wrong number of
     *     values, or a value that is not finite
     */
    public StateTable(List<String> joints, List<State> states) {
        this.joints = distinct(joints);
        this.states = List.copyOf(states);
        contents = Contents.of(states);
        for (int k = 0; k < states.size(); k++) {
            check(states.get(k), joints, k);
        }
    }

    /** A table of states that are not held. */
    private StateTable(List<String> joints, AbstractList<State> states, @Nullable Contents contents) {
        this.joints = distinct(joints);
        this.states = states;
        this.contents = contents;
    }

    private static List<String> distinct(List<String> joints) {
        if (new LinkedHashSet<>(joints).size() != joints.size()) {
            throw new IllegalArgumentException("a joint is named twice in " + joints);
        }
        return List.copyOf(joints);
    }

    /** A table of states that are on disk, and that whoever put them there has checked. */
    static StateTable ofPages(List<String> joints, StatePages.Builder pages) {
        List<State> all = pages.build();
        return all instanceof StatePages paged
                ? new StateTable(joints, paged, pages.contents())
                : new StateTable(joints, all);
    }

    /** States that are made when they are asked for, and looked at then. */
    private static final class CheckedStates extends AbstractList<State> implements RandomAccess {
        private final List<String> joints;
        private final int size;
        private final IntFunction<State> made;

        /** Whoever goes through a table asks several times for a state. */
        private @Nullable State last;

        private int lastIndex;

        CheckedStates(List<String> joints, int size, IntFunction<State> made) {
            this.joints = joints;
            this.size = size;
            this.made = made;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public synchronized State get(int index) {
            State state = last;
            if (state == null || lastIndex != index) {
                state = made.apply(index);
                check(state, joints, index);
                last = state;
                lastIndex = index;
            }
            return state;
        }
    }

    /**
     * A table of as many states, each of which is made when it is asked for, as often as that is, so that none is held.
     *
     * @param made by the number of the state
     */
    public StateTable changed(IntFunction<State> made) {
        return new StateTable(joints, new CheckedStates(joints, states.size(), made), null);
    }

    private static void check(State state, List<String> joints, int k) {
        if (!state.has(Series.POSITION)) {
            throw new IllegalArgumentException("state %s has no q".formatted(k));
        }
        state.values.forEach((series, numbers) -> {
            if (numbers.length != joints.size()) {
                throw new IllegalArgumentException("%s of state %s has %s values, but there are %s joints"
                        .formatted(series.key(), k, numbers.length, joints.size()));
            }
            if (!areFinite(numbers)) {
                throw new IllegalArgumentException("%s of state %s is %s, but must be finite"
                        .formatted(series.key(), k, Arrays.toString(numbers)));
            }
        });
    }

    private static boolean areFinite(double[] numbers) {
        for (double number : numbers) {
            if (!Double.isFinite(number)) {
                return false;
            }
        }
        return true;
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

    private Contents contents() {
        return contents == null ? Contents.of(states) : contents;
    }

    /** Whether every state has a time, and there is one. */
    public boolean hasTimes() {
        Contents all = contents();
        return all.timed && !all.untimed;
    }

    /** Whether a wrench acts in any state. */
    public boolean hasWrenches() {
        return contents().wrenches;
    }

    /** Whether any state names contacts. */
    public boolean hasContacts() {
        return contents().contacts;
    }

    /** Whether any state gives the motion of the base. */
    public boolean hasBase() {
        return contents().base;
    }

    /** Times in seconds, one for each state; only where {@link #hasTimes}. */
    public double[] times() {
        return states.stream().mapToDouble(state -> state.time.orElseThrow()).toArray();
    }

    /** Whether any state gives this series. */
    public boolean has(Series series) {
        return contents().ofAny.contains(series);
    }

    /** Whether every state gives this series. */
    public boolean hasInAll(Series series) {
        return !states.isEmpty() && contents().ofAll.contains(series);
    }

    /** The series that any state gives. */
    public Set<Series> series() {
        return EnumSet.copyOf(contents().ofAny);
    }

    /** The series that one state gives. */
    Set<Series> seriesOf(int state) {
        return states.get(state).values.keySet();
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
        int[] columns =
                names.stream().mapToInt(name -> column.getOrDefault(name, 0)).toArray();
        IntFunction<State> sorted = k -> restricted(states.get(k), columns);
        return new StateTable(names, new CheckedStates(names, states.size(), sorted), contents);
    }

    private static State restricted(State state, int[] columns) {
        StateBuilder builder = new StateBuilder();
        state.time.ifPresent(builder::time);
        state.values.forEach((series, numbers) -> {
            double[] chosen = new double[columns.length];
            for (int j = 0; j < chosen.length; j++) {
                chosen[j] = numbers[columns[j]];
            }
            builder.set(series, chosen);
        });
        state.wrenches.forEach(builder::wrench);
        state.contacts.forEach(builder::contact);
        if (state.base != null) {
            builder.base(state.base);
        }
        return builder.build();
    }
}
