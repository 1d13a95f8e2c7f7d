package dev.catena.compile.trace;

import dev.catena.compile.Robots;
import dev.catena.compile.trace.CompositeSensitivity.Change;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Derivatives by composite bodies against the recursion on dual numbers, on a base that moves in every way. */
class CompositeSensitivityTest {
    static Stream<RobotModel> robots() {
        return Stream.concat(
                        LongStream.range(0, 8).mapToObj(seed -> Robots.special(seed, 1 + (int) seed)),
                        LongStream.range(20, 28).mapToObj(seed -> RandomRobots.everything(seed, 2 + (int) seed % 5)))
                .filter(robot -> robot.jointCount() > 0);
    }

    private record State(double[] omega, double[] gamma, double[] a, double[] q, double[] qd, double[] qdd) {
        static State random(Random random, int joints) {
            return new State(
                    numbers(random, 3),
                    numbers(random, 3),
                    numbers(random, 3),
                    numbers(random, joints),
                    numbers(random, joints),
                    numbers(random, joints));
        }

        private static double[] numbers(Random random, int count) {
            return random.doubles(count, -2, 2).toArray();
        }
    }

    private static <S extends Scalar<S>> CompactRobot<S> bodies(RobotModel model, DoubleFunction<S> constant) {
        CompactRobot<S> robot = CompactRobots.of(model, constant, Map.of(), Map.of());
        return new CompactRobot<>(
                robot.gravityInBase(),
                robot.links().stream().map(CompactLink::withoutDrive).toList());
    }

    /** The recursion, where number k of a list may be the one that is differentiated by. */
    private static <S extends Scalar<S>> CompactNewtonEuler<S> recursion(CompactRobot<S> robot, List<List<S>> motion) {
        BaseField<S> base = new BaseField<>(vector(motion.get(0)), vector(motion.get(1)), vector(motion.get(2)));
        return new CompactNewtonEuler<>(robot, base, robot.unloaded(), motion.get(3), motion.get(4), motion.get(5));
    }

    private static <S extends Scalar<S>> Vector<S> vector(List<S> numbers) {
        return new Vector<>(numbers.get(0), numbers.get(1), numbers.get(2));
    }

    /** What holds the base, and joint torques, differentiated by one number of the state. */
    private static double[] column(CompactRobot<Dual<Real>> robot, State state, int vector, int component) {
        List<double[]> given = List.of(state.omega, state.gamma, state.a, state.q, state.qd, state.qdd);
        List<List<Dual<Real>>> motion = new ArrayList<>();
        for (int v = 0; v < given.size(); v++) {
            double[] numbers = given.get(v);
            int along = v == vector ? component : -1;
            motion.add(IntStream.range(0, numbers.length)
                    .mapToObj(k -> Dual.of(numbers[k], k == along ? 1 : 0))
                    .toList());
        }
        CompactNewtonEuler<Dual<Real>> recursion = recursion(robot, motion);
        Wrench<Dual<Real>> held = recursion.carried(0);
        return Stream.of(held.force().toList(), held.moment().toList(), recursion.torques())
                .flatMap(List::stream)
                .mapToDouble(number -> number.derivative().value())
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("robots")
    void compositeBodiesDifferentiateTorques(RobotModel model) {
        CompactRobot<Real> robot = bodies(model, Real::new);
        CompactRobot<Dual<Real>> dual = bodies(model, number -> Dual.of(number, 0));
        State state = State.random(new Random(3), robot.jointCount());
        List<List<Real>> motion = Stream.of(state.omega, state.gamma, state.a, state.q, state.qd, state.qdd)
                .map(Real::list)
                .toList();
        CompactNewtonEuler<Real> recursion = recursion(robot, motion);
        Vector<Real> none = Vector.zero(new Real(0));
        Vector<Real> y = new Vector<>(new Real(0), new Real(1), new Real(0));
        // the acceleration of the base along y, and its angular velocity about y
        CompositeSensitivity<Real> sensitivity = new CompositeSensitivity<>(
                robot,
                recursion,
                motion.get(4),
                List.of(new Change<>(y, none, none)),
                List.of(new Change<>(none, vector(motion.get(0)).cross(y), y)));
        check(model, "position", sensitivity.byPosition(), dual, state, 2, 3);
        check(model, "velocity", sensitivity.byVelocity(), dual, state, 0, 4);
    }

    private static void check(
            RobotModel model,
            String what,
            List<List<Real>> actual,
            CompactRobot<Dual<Real>> dual,
            State state,
            int ofBase,
            int ofJoints) {
        int columns = 1 + state.q.length;
        double[][] expected = new double[columns][];
        Arrays.setAll(expected, c -> c == 0 ? column(dual, state, ofBase, 1) : column(dual, state, ofJoints, c - 1));
        for (int c = 0; c < columns; c++) {
            int column = c;
            Agreement.check(
                    "by %s %s of %s, seed 3".formatted(what, c, model.name()),
                    actual.stream().mapToDouble(row -> row.get(column).value()).toArray(),
                    expected[c],
                    1e-12);
        }
    }
}
