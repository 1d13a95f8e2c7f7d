package dev.catena.app.contract;

import dev.catena.app.contract.Call.Base;
import dev.catena.model.RobotModel;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A public algorithm class, how it is made, and all its calls.
 *
 * @param name of the robot, which messages have to name
 * @param make makes the algorithm for a robot of the kind of base that is asked for
 * @param refused makers that must fail, with words of the message
 * @param tolerance of results that a search finds, zero where they are always the same
 */
record Subject(
        Class<?> type,
        String name,
        Function<Base, Object> make,
        List<Refused> refused,
        List<Call> calls,
        double tolerance) {

    record Refused(String words, Supplier<Object> make) {}

    /** An algorithm of trees, with the robots that it must refuse. */
    static Subject ofTree(Class<?> type, RobotModel robot, Function<RobotModel, Object> make, Call... calls) {
        List<Refused> refused = List.of(new Refused("openTree()", () -> make.apply(Robots.closed(robot))));
        return new Subject(
                type,
                robot.name(),
                base -> make.apply(base == Base.FREE ? robot.withFloatingBase() : robot),
                refused,
                List.of(calls),
                0);
    }

    /** One more robot that the constructor must refuse. */
    Subject refuses(String words, Supplier<Object> maker) {
        List<Refused> more = new java.util.ArrayList<>(refused);
        more.add(new Refused(words, maker));
        return new Subject(type, name, make, more, calls, tolerance);
    }

    /** An algorithm of something else. */
    static Subject of(Class<?> type, String name, Supplier<Object> make, Call... calls) {
        return new Subject(type, name, base -> make.get(), List.of(), List.of(calls), 0);
    }

    Subject within(double newTolerance) {
        return new Subject(type, name, make, refused, calls, newTolerance);
    }

    Object made(Call call) {
        return make.apply(call.base());
    }

    @Override
    public String toString() {
        return type.getSimpleName();
    }
}
