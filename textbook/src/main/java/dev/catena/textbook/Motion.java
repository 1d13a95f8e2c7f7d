package dev.catena.textbook;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * One instant of a robot's motion, and what acts on it. Joint vectors are in the order of the model's coordinates.
 *
 * @param q joint coordinates
 * @param velocity q̇
 * @param acceleration q̈
 * @param jerk q⃛
 * @param base the motion of the base
 * @param loads external wrenches by body index
 */
public record Motion<S extends Scalar<S>>(
        List<S> q,
        List<S> velocity,
        List<S> acceleration,
        List<S> jerk,
        BaseMotion<S> base,
        Map<Integer, Load<S>> loads) {

    public Motion {
        q = List.copyOf(q);
        velocity = List.copyOf(velocity);
        acceleration = List.copyOf(acceleration);
        jerk = List.copyOf(jerk);
        loads = Collections.unmodifiableMap(new TreeMap<>(loads));
    }

    /** A robot on a resting base with nothing acting on it. */
    public static <S extends Scalar<S>> Motion<S> of(
            TextbookRobot<S> robot, List<S> q, List<S> velocity, List<S> acceleration) {
        return new Motion<>(q, velocity, acceleration, robot.zeros(), BaseMotion.atRest(robot.constant(0)), Map.of());
    }

    /** A robot at rest. */
    public static <S extends Scalar<S>> Motion<S> atRest(TextbookRobot<S> robot, List<S> q) {
        return of(robot, q, robot.zeros(), robot.zeros());
    }

    public Motion<S> withAcceleration(List<S> newAcceleration) {
        return new Motion<>(q, velocity, newAcceleration, jerk, base, loads);
    }

    public Motion<S> withJerk(List<S> newJerk) {
        return new Motion<>(q, velocity, acceleration, newJerk, base, loads);
    }

    public Motion<S> withBase(BaseMotion<S> newBase) {
        return new Motion<>(q, velocity, acceleration, jerk, newBase, loads);
    }

    public Motion<S> withLoads(Map<Integer, Load<S>> newLoads) {
        return new Motion<>(q, velocity, acceleration, jerk, base, newLoads);
    }

    /**
     * The same motion with its derivative by time, so that what is computed from it has one too. Jerks and the rates of
     * loads are taken as constant.
     */
    public Motion<Dual<S>> alongTime() {
        Map<Integer, Load<Dual<S>>> dualLoads = new TreeMap<>();
        loads.forEach((body, load) -> dualLoads.put(
                body,
                new Load<>(
                        dual(load.wrench(), load.componentRate()),
                        dual(
                                load.componentRate(),
                                Wrench.zero(load.wrench().force().x())))));
        List<S> snap = jerk.stream().map(s -> s.constant(0)).toList();
        return new Motion<>(
                dual(q, velocity),
                dual(velocity, acceleration),
                dual(acceleration, jerk),
                dual(jerk, snap),
                base.alongTime(),
                dualLoads);
    }

    static <S extends Scalar<S>> List<Dual<S>> dual(List<S> value, List<S> rate) {
        return IntStream.range(0, value.size())
                .mapToObj(k -> new Dual<>(value.get(k), rate.get(k)))
                .toList();
    }

    static <S extends Scalar<S>> Vector<Dual<S>> dual(Vector<S> value, Vector<S> rate) {
        return new Vector<>(
                new Dual<>(value.x(), rate.x()), new Dual<>(value.y(), rate.y()), new Dual<>(value.z(), rate.z()));
    }

    static <S extends Scalar<S>> Matrix<Dual<S>> dual(Matrix<S> value, Matrix<S> rate) {
        return new Matrix<>(dual(value.x(), rate.x()), dual(value.y(), rate.y()), dual(value.z(), rate.z()));
    }

    private static <S extends Scalar<S>> Wrench<Dual<S>> dual(Wrench<S> value, Wrench<S> rate) {
        return new Wrench<>(dual(value.force(), rate.force()), dual(value.moment(), rate.moment()));
    }
}
