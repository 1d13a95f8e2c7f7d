package dev.catena.app.contract;

import dev.catena.app.contract.Slot.Role;
import dev.catena.model.Pose;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A call of a public method, and the calls that read what it computed.
 *
 * @param base what base the method is for
 * @param before what has to be computed before
 * @param anyThread whether several threads may call it at once
 */
record Call(String method, Base base, boolean anyThread, List<Call> before, List<Slot> slots, List<Call> reads) {
    enum Base {
        ANY,
        FIXED,
        FREE
    }

    static Call of(String method, Slot... slots) {
        return new Call(method, Base.ANY, false, List.of(), List.of(slots), List.of());
    }

    /** For a method that holds the base. */
    Call fixed() {
        return new Call(method, Base.FIXED, anyThread, before, slots, reads);
    }

    /** For a method that lets the base float. */
    Call free() {
        return new Call(method, Base.FREE, anyThread, before, slots, reads);
    }

    /** For a method that changes nothing. */
    Call shared() {
        return new Call(method, base, true, before, slots, reads);
    }

    /** For a method that goes on from the results of others. */
    Call after(Call... earlier) {
        return new Call(method, base, anyThread, List.of(earlier), slots, reads);
    }

    Call then(Call... reading) {
        return new Call(method, base, anyThread, before, slots, List.of(reading));
    }

    @Nullable
    Object[] arguments() {
        return slots.stream().map(slot -> slot.fresh().get()).toArray();
    }

    Method method(Class<?> type) {
        try {
            return type.getMethod(method, slots.stream().map(Slot::type).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new AssertionError("there is no " + e.getMessage(), e);
        }
    }

    /** Whether an argument is declared as one that may be null. */
    boolean mayBeMissing(Class<?> type, int slot) {
        return method(type).getAnnotatedParameterTypes()[slot].isAnnotationPresent(Nullable.class);
    }

    /** Calls the method, after what has to come before; what it throws comes out as it is. */
    @Nullable
    Object invoke(Object object, @Nullable Object... arguments) {
        for (Call earlier : before) {
            earlier.invoke(object, earlier.arguments());
        }
        Method found = method(object.getClass());
        try {
            // nested classes and implementations that are not public have public methods too
            found.setAccessible(true);
            return found.invoke(object, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError(e);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    /** Calls with good arguments, reads all that can be read; returns all numbers. */
    double[] numbers(Object object) {
        return DoubleStream.concat(results(object), readings(object)).toArray();
    }

    DoubleStream readings(Object object) {
        return reads.stream().flatMapToDouble(read -> read.results(object));
    }

    /** What a call with good arguments writes and returns. */
    private DoubleStream results(Object object) {
        @Nullable Object[] arguments = arguments();
        Object returned = invoke(object, arguments);
        return DoubleStream.concat(outputs(arguments), numbersOf(returned));
    }

    /** What a method gave back, as far as that is numbers. */
    static DoubleStream numbersOf(@Nullable Object returned) {
        if (returned instanceof double[] numbers) {
            return DoubleStream.of(numbers);
        }
        if (returned instanceof double[][] rows) {
            return Stream.of(rows).flatMapToDouble(DoubleStream::of);
        }
        if (returned instanceof Pose pose) {
            return DoubleStream.of(
                    pose.position().x(), pose.position().y(), pose.position().z());
        }
        return returned instanceof Double number ? DoubleStream.of(number) : DoubleStream.empty();
    }

    DoubleStream outputs(@Nullable Object[] arguments) {
        List<double[]> outputs = new ArrayList<>();
        for (int k = 0; k < arguments.length; k++) {
            Object argument = arguments[k];
            if (slots.get(k).role() == Role.OUTPUT && argument != null) {
                outputs.addAll(Slot.arrays(argument));
            }
        }
        return outputs.stream().filter(Objects::nonNull).flatMapToDouble(DoubleStream::of);
    }

    @Override
    public String toString() {
        return method + slots.stream().map(Slot::name).toList();
    }
}
