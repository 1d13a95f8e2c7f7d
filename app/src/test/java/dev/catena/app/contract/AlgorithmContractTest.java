package dev.catena.app.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import dev.catena.app.ExportedPackages;
import dev.catena.app.contract.Call.Base;
import dev.catena.app.contract.Slot.Role;
import dev.catena.compile.Batch;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.model.NumericalException;
import dev.catena.quantity.Quantity;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every public algorithm class promises beside right numbers, all alike: the rules of CONTRIBUTING, "Errors". */
class AlgorithmContractTest {
    private static final double[] NOT_FINITE = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};

    /** Mutation tests ask for the subjects of one package. */
    private static final String PACKAGE = System.getProperty("contract.package", "");

    /** Made when they are needed first: if that fails, it does so again for the next test. */
    private static @Nullable List<Subject> made;

    static Stream<Subject> subjects() {
        List<Subject> known = made == null ? Subjects.of(PACKAGE).toList() : made;
        made = known;
        return known.stream();
    }

    static Stream<Arguments> calls() {
        return subjects().flatMap(subject -> subject.calls().stream().map(call -> Arguments.of(subject, call)));
    }

    /** A class or method that takes arrays of numbers is registered here, or listed with the reason why not. */
    @Test
    void noPublicClassIsForgotten() {
        Set<Method> called = new HashSet<>();
        Set<Class<?>> registered = new HashSet<>();
        (PACKAGE.isEmpty() ? subjects() : Subjects.of("")).forEach(subject -> {
            registered.add(subject.type());
            subject.calls()
                    .forEach(call -> Stream.concat(Stream.of(call), call.reads().stream())
                            .forEach(each -> called.add(each.method(subject.type()))));
        });
        assertThat(PublicClasses.packages())
                .as("every module that exports something is looked at")
                .containsAll(ExportedPackages.names());
        List<Class<?>> found = PublicClasses.withArrays();
        assertThat(found).hasSizeGreaterThan(registered.size() / 2).contains(dev.catena.kinematics.Kinematics.class);
        for (Class<?> type : found) {
            if (Subjects.NOT_ALGORITHMS.containsKey(type)) {
                assertThat(registered).as("registered and excused").doesNotContain(type);
            } else {
                assertThat(called)
                        .as("the calls of %s that are held to the contract", type.getName())
                        .containsAll(PublicClasses.methods(type).stream()
                                .filter(method -> !Subjects.NOT_CALLED
                                        .getOrDefault(type, Set.of())
                                        .contains(method.getName()))
                                .toList());
            }
        }
        assertThat(found).as("classes that are excused exist").containsAll(Subjects.NOT_ALGORITHMS.keySet());
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void robotsOfTheWrongKindAreRefused(Subject subject) {
        for (Subject.Refused refused : subject.refused()) {
            assertThatThrownBy(refused.make()::get)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(subject.name())
                    .hasMessageContaining(refused.words());
        }
    }

    /** A call that holds the base refuses a floating one, and the reverse. */
    @ParameterizedTest
    @MethodSource("calls")
    void basesOfTheWrongKindAreRefused(Subject subject, Call call) {
        if (call.base() != Base.ANY) {
            Object object = subject.make().apply(call.base() == Base.FIXED ? Base.FREE : Base.FIXED);
            refuses(
                    subject,
                    call,
                    object,
                    call.base() == Base.FIXED ? "withFixedBase()" : "withFloatingBase()",
                    call.arguments());
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void wrongLengthsAreNamed(Subject subject, Call call) {
        double[] expected = call.numbers(subject.made(call));
        Object object = computed(subject, call);
        eachArray(call, (slot, row) -> {
            for (int change : new int[] {-1, 1}) {
                @Nullable Object[] arguments = call.arguments();
                double[] right = Slot.arrays(arguments[slot]).get(row);
                if (right.length + change >= 0) {
                    replace(arguments, slot, row, resized(right, right.length + change));
                    forgets(subject, call, object, call.slots().get(slot).name(), arguments);
                }
            }
        });
        usableAgain(subject, call, object, expected);
        Stream.concat(Stream.of(call), call.reads().stream()).skip(1).forEach(read -> {
            for (int k = 0; k < read.slots().size(); k++) {
                if (read.slots().get(k).role() == Role.OUTPUT) {
                    @Nullable Object[] arguments = read.arguments();
                    replace(arguments, k, 0, resized(Slot.arrays(arguments[k]).get(0), 1 + lengthOf(arguments[k])));
                    assertThatThrownBy(() -> read.invoke(object, arguments))
                            .as("%s", read)
                            .isInstanceOf(IllegalArgumentException.class);
                }
            }
        });
    }

    /** What is missing is not zero, nor what was given before. Arrays are named; what may be missing is declared so. */
    @ParameterizedTest
    @MethodSource("calls")
    void whatIsMissingIsRefused(Subject subject, Call call) {
        double[] expected = call.numbers(subject.made(call));
        Object object = computed(subject, call);
        for (int k = 0; k < call.slots().size(); k++) {
            Slot slot = call.slots().get(k);
            @Nullable Object[] arguments = call.arguments();
            arguments[k] = null;
            if (slot.type() == double[].class && !call.mayBeMissing(subject.type(), k)) {
                forgets(subject, call, object, " is null", arguments);
            } else if (!slot.type().isPrimitive() && !call.mayBeMissing(subject.type(), k)) {
                refusesMissing(call, object, slot.name(), arguments);
            }
        }
        usableAgain(subject, call, object, expected);
    }

    /** Nor are rows of arrays and elements of lists. */
    @ParameterizedTest
    @MethodSource("calls")
    void whatIsMissingInAnArgumentIsRefused(Subject subject, Call call) {
        double[] expected = call.numbers(subject.made(call));
        Object object = computed(subject, call);
        for (int k = 0; k < call.slots().size(); k++) {
            Object whole = call.arguments()[k];
            int parts =
                    whole instanceof Object[] array ? array.length : whole instanceof List<?> list ? list.size() : 0;
            for (int row = 0; row < parts; row++) {
                @Nullable Object[] arguments = call.arguments();
                arguments[k] = without(java.util.Objects.requireNonNull(arguments[k]), row);
                if (whole instanceof double[][]) {
                    forgets(subject, call, object, " is null", arguments);
                } else {
                    refusesMissing(
                            call, object, row + " of " + call.slots().get(k).name(), arguments);
                }
            }
        }
        usableAgain(subject, call, object, expected);
    }

    private static Object without(Object whole, int part) {
        if (whole instanceof List<?> list) {
            List<@Nullable Object> less = new ArrayList<>(list);
            less.set(part, null);
            return less;
        }
        @Nullable Object[] less = ((@Nullable Object[]) whole).clone();
        less[part] = null;
        return less;
    }

    private static void refusesMissing(Call call, Object object, String missing, @Nullable Object[] arguments) {
        assertThatThrownBy(() -> call.invoke(object, arguments), "%s without %s", call, missing)
                .isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class);
        assertThat(call.outputs(arguments).allMatch(x -> x == Slot.UNTOUCHED))
                .as("nothing is written by %s without %s", call, missing)
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void inputsThatAreNotFiniteAreNamed(Subject subject, Call call) {
        double[] expected = call.numbers(subject.made(call));
        Object object = computed(subject, call);
        eachArray(call, (slot, row) -> {
            Slot input = call.slots().get(slot);
            int length = Slot.arrays(call.arguments()[slot]).get(row).length;
            for (int k = 0; input.role() == Role.INPUT && k < length; k++) {
                // all three at the first place, one at each other
                for (double bad : k == 0 ? NOT_FINITE : new double[] {NOT_FINITE[k % 3]}) {
                    @Nullable Object[] arguments = call.arguments();
                    Slot.arrays(arguments[slot]).get(row)[k] = bad;
                    if (input.unread().contains(k)) {
                        call.invoke(object, arguments);
                        assertThat(call.outputs(arguments).allMatch(Double::isFinite))
                                .isTrue();
                    } else {
                        forgets(subject, call, object, input.name() + "[" + k + "]", arguments);
                    }
                }
            }
        });
        usableAgain(subject, call, object, expected);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void outputsThatAreInputsOrOtherOutputsAreNamed(Subject subject, Call call) {
        double[] expected = call.numbers(subject.made(call));
        Object object = subject.made(call);
        eachArray(call, (out, row) -> {
            if (call.slots().get(out).role() == Role.OUTPUT) {
                eachArray(call, (slot, otherRow) -> {
                    @Nullable Object[] arguments = call.arguments();
                    double[] array = Slot.arrays(arguments[out]).get(row);
                    double[] other = Slot.arrays(arguments[slot]).get(otherRow);
                    if (array != other && array.length == other.length) {
                        replace(arguments, out, row, other);
                        double[] before = other.clone();
                        assertThatThrownBy(() -> call.invoke(object, arguments))
                                .as(
                                        "%s, output %s is %s",
                                        call,
                                        call.slots().get(out).name(),
                                        call.slots().get(slot).name())
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessageContaining("same array")
                                .hasMessageContaining(subject.name());
                        assertThat(other).containsExactly(before);
                    }
                });
            }
        });
        usableAgain(subject, call, object, expected);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void whatBelongsToAnotherRobotIsRefused(Subject subject, Call call) {
        double[] expected = call.numbers(subject.made(call));
        Object object = computed(subject, call);
        for (int k = 0; k < call.slots().size(); k++) {
            for (var bad : call.slots().get(k).refused()) {
                @Nullable Object[] arguments = call.arguments();
                arguments[k] = bad.get();
                forgets(subject, call, object, "", arguments);
            }
        }
        usableAgain(subject, call, object, expected);
    }

    /** Zeros too, so that it does not matter what was in an output before, but for methods that add to it. */
    @ParameterizedTest
    @MethodSource("calls")
    void allOfAnOutputIsWritten(Subject subject, Call call) {
        if (call.method(subject.type()).getName().startsWith("add")) {
            return;
        }
        @Nullable Object[] arguments = call.arguments();
        call.invoke(subject.made(call), arguments);
        assertThat(call.outputs(arguments).noneMatch(x -> x == Slot.UNTOUCHED))
                .as("%s", call)
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void nothingIsReadBeforeItIsComputed(Subject subject, Call call) {
        Object object = subject.made(call);
        for (Call read : call.reads()) {
            assertThatThrownBy(() -> read.invoke(object, read.arguments()))
                    .as("%s before %s", read, call)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(subject.name());
        }
    }

    /** Numbers of any size give numbers or a NumericalException, which leaves nothing behind. */
    @ParameterizedTest
    @MethodSource("calls")
    void whatIsTooLargeIsSaid(Subject subject, Call call) {
        double[] expected = call.numbers(subject.made(call));
        for (double large : new double[] {1e150, 1e308}) {
            List<@Nullable Object[]> tries = new ArrayList<>();
            @Nullable Object[] allLarge = call.arguments();
            eachArray(call, (slot, row) -> {
                if (call.slots().get(slot).role() == Role.INPUT) {
                    @Nullable Object[] arguments = call.arguments();
                    Arrays.fill(Slot.arrays(arguments[slot]).get(row), large);
                    Arrays.fill(Slot.arrays(allLarge[slot]).get(row), large);
                    tries.add(arguments);
                }
            });
            tries.add(allLarge);
            Object object = subject.made(call);
            for (@Nullable Object[] arguments : tries) {
                if (subject.tolerance() > 0) {
                    // a search may have gone far away
                    object = subject.made(call);
                }
                if (!givesNumbers(call, object, arguments) && subject.tolerance() == 0) {
                    usableAgain(subject, call, object, expected);
                }
            }
        }
    }

    /** Between two equal calls, others with half of an input change nothing, to the last bit. */
    @ParameterizedTest
    @MethodSource("calls")
    void whatWasComputedBeforeDoesNotMatter(Subject subject, Call call) {
        double[] expected = call.numbers(subject.made(call));
        Object object = subject.made(call);
        eachArray(call, (slot, row) -> {
            if (call.slots().get(slot).role() == Role.INPUT) {
                @Nullable Object[] arguments = call.arguments();
                double[] input = Slot.arrays(arguments[slot]).get(row);
                Arrays.setAll(input, k -> input[k] / 2);
                givesNumbers(call, object, arguments);
                usableAgain(subject, call, object, expected);
            }
        });
    }

    private static boolean givesNumbers(Call call, Object object, @Nullable Object[] arguments) {
        AtomicReference<@Nullable Object> returned = new AtomicReference<>();
        Throwable thrown = catchThrowable(() -> returned.set(call.invoke(object, arguments)));
        if (thrown == null) {
            assertThat(DoubleStream.concat(call.outputs(arguments), Call.numbersOf(returned.get()))
                            .allMatch(Double::isFinite))
                    .as("%s", call)
                    .isTrue();
            Throwable reading = catchThrowable(() ->
                    assertThat(call.readings(object).allMatch(Double::isFinite)).isTrue());
            if (reading != null) {
                assertThat(reading).isInstanceOfAny(NumericalException.class, IllegalStateException.class);
            }
            return true;
        }
        assertThat(thrown).as("%s", call).isInstanceOf(NumericalException.class);
        return false;
    }

    @ParameterizedTest
    @MethodSource("calls")
    void anotherThreadNeedsACopy(Subject subject, Call call) throws Exception {
        Object object = subject.made(call);
        double[] expected = call.numbers(object);
        if (call.anyThread()) {
            assertThat(inAnotherThread(() -> same(subject, call.numbers(object), expected)))
                    .isNull();
            return;
        }
        Throwable thrown = inAnotherThread(() -> call.invoke(object, call.arguments()));
        assertThat(thrown)
                .as("%s", call)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(Thread.currentThread().getName())
                .hasMessageContaining("another thread")
                .hasMessageContaining("copy()");
        // what the first thread has computed is still there
        double[] readings = call.readings(object).toArray();
        assertThat(readings)
                .containsExactly(Arrays.copyOfRange(expected, expected.length - readings.length, expected.length));

        Object copy = copy(object);
        assertThat(copy.getClass()).isEqualTo(object.getClass());
        for (Call read : call.reads()) {
            assertThatThrownBy(() -> read.invoke(copy, read.arguments())).isInstanceOf(IllegalStateException.class);
        }
        Throwable failed = inAnotherThread(() -> same(subject, call.numbers(copy), expected));
        assertThat(failed).isNull();
        // neither writes to what the other reads
        assertThat(call.readings(object).toArray()).containsExactly(readings);
        same(subject, call.numbers(object), expected);
    }

    /** A batch says which state is wrong; what it wrote is worthless then. */
    @Test
    void batchesKeepTheContractToo() throws Exception {
        CompiledFunction torque = RobotCompiler.compile(Robots.TREE.withoutFriction(), Quantity.TORQUE);
        int n = Robots.TREE.jointCount();
        int states = 5;
        Batch batch = new Batch(torque, 2);
        double[] x = Slot.numbers("x", n * states);
        double[] expected = new double[n * states];
        batch.evaluate(states, x, x, x, expected);
        double[] out = new double[n * states];
        String robot = Robots.TREE.name();
        for (double bad : NOT_FINITE) {
            double[] y = x.clone();
            y[n * states - 1] = bad;
            assertThatThrownBy(() -> batch.evaluate(states, x, y, x, out))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("qd")
                    .hasMessageContaining(robot);
        }
        double[] far = new double[n * states];
        Arrays.fill(far, 1e200);
        assertThatThrownBy(() -> batch.evaluate(states, x, far, x, out)).isInstanceOf(NumericalException.class);
        assertThatThrownBy(() -> batch.evaluate(states, x, x, x, x))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("same array");
        assertThatThrownBy(() -> batch.evaluate(states, x, x, x, new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tau has length 1");
        @Nullable Object[] vectors = {states, new double[] @Nullable [] {x, null, x, out}};
        assertThatThrownBy(() -> Call.of("evaluate", Slot.index(0), Slot.none("vectors", double[][].class))
                        .invoke(batch, vectors))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("qd is null");
        assertThat(inAnotherThread(() -> batch.evaluate(states, x, x, x, out)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("copy()");
        Batch copy = batch.copy();
        assertThat(inAnotherThread(() -> copy.evaluate(states, x, x, x, out))).isNull();
        assertThat(out).containsExactly(expected);
        batch.evaluate(states, done -> {}, x, x, x, out);
        assertThat(out).containsExactly(expected);
    }

    private static Object copy(Object object) {
        return java.util.Objects.requireNonNull(Call.of("copy").invoke(object));
    }

    private static @Nullable Throwable inAnotherThread(Runnable work) throws InterruptedException {
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(() -> thrown.set(catchThrowable(work::run)), "another thread");
        thread.start();
        thread.join();
        return thrown.get();
    }

    /** A mistake is named, nothing has been written, and nothing can be read. */
    private static void refuses(Subject subject, Call call, Object object, String words, @Nullable Object[] arguments) {
        assertThatThrownBy(() -> call.invoke(object, arguments), "%s", call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words)
                .hasMessageContaining(subject.name());
        assertThat(call.outputs(arguments).allMatch(x -> x == Slot.UNTOUCHED))
                .as("nothing is written by %s", call)
                .isTrue();
        for (Call read : call.reads()) {
            assertThatThrownBy(() -> read.invoke(object, read.arguments()))
                    .as("%s after %s failed", read, call)
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    /** The same after a computation that succeeded: what it found is gone. Of searches, which take long, only the first. */
    private static void forgets(Subject subject, Call call, Object object, String words, @Nullable Object[] arguments) {
        if (!call.reads().isEmpty() && subject.tolerance() == 0) {
            assertThat(call.numbers(object)).as("something to forget").isNotEmpty();
        }
        refuses(subject, call, object, words, arguments);
    }

    /** One that has something to forget. */
    private static Object computed(Subject subject, Call call) {
        Object object = subject.made(call);
        if (!call.reads().isEmpty()) {
            assertThat(call.numbers(object)).isNotEmpty();
        }
        return object;
    }

    /** After errors, the numbers of a fresh object. */
    private static void usableAgain(Subject subject, Call call, Object object, double[] expected) {
        same(subject, call.numbers(object), expected);
        assertThat(DoubleStream.of(expected).allMatch(Double::isFinite)).isTrue();
    }

    private static void same(Subject subject, double[] actual, double[] expected) {
        if (subject.tolerance() == 0) {
            assertThat(Arrays.equals(actual, expected)).as("the same numbers").isTrue();
        } else {
            assertThat(actual).containsExactly(expected, within(subject.tolerance()));
        }
    }

    private interface EachArray {
        void at(int slot, int row);
    }

    private static void eachArray(Call call, EachArray work) {
        @Nullable Object[] arguments = call.arguments();
        for (int k = 0; k < arguments.length; k++) {
            if (arguments[k] instanceof double[] || arguments[k] instanceof double[][]) {
                for (int row = 0; row < Slot.arrays(arguments[k]).size(); row++) {
                    work.at(k, row);
                }
            }
        }
    }

    private static void replace(@Nullable Object[] arguments, int slot, int row, double[] by) {
        if (arguments[slot] instanceof double[][] rows) {
            rows[row] = by;
        } else {
            arguments[slot] = by;
        }
    }

    private static int lengthOf(@Nullable Object argument) {
        return Slot.arrays(java.util.Objects.requireNonNull(argument)).get(0).length;
    }

    /** Longer outputs are as untouched as before. */
    private static double[] resized(double[] array, int length) {
        double[] other = Arrays.copyOf(array, length);
        if (length > array.length) {
            other[length - 1] = Slot.UNTOUCHED;
        }
        return other;
    }
}
