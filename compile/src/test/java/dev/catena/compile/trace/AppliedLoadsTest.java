package dev.catena.compile.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads in the axes of the world: many at once, which go by the axes of the world in every link, are the sum of single ones. */
class AppliedLoadsTest {
    private static RobotModel chain(int n) {
        RandomNumbers random = new RandomNumbers(n);
        RobotModelBuilder builder = RobotModel.builder("chain-" + n).base("body0");
        for (int k = 1; k <= n; k++) {
            Joint joint = k % 3 == 0
                    ? Joint.prismatic("joint" + k, "body" + (k - 1), "body" + k)
                    : Joint.revolute("joint" + k, "body" + (k - 1), "body" + k);
            builder.link(joint.at(random.pose(1), random.vector3(1)), random.inertia());
        }
        return builder.build();
    }

    private static List<String> moving(int n) {
        return IntStream.rangeClosed(1, n).mapToObj(k -> "body" + k).toList();
    }

    private static <S extends Scalar<S>> List<S> numbers(List<Wrench<S>> wrenches) {
        return wrenches.stream()
                .flatMap(wrench -> Stream.of(wrench.force(), wrench.moment()))
                .flatMap(v -> Stream.of(v.x(), v.y(), v.z()))
                .toList();
    }

    private static double[] values(List<Wrench<Real>> wrenches) {
        return numbers(wrenches).stream().mapToDouble(Real::value).toArray();
    }

    private static double[] plus(double[] a, double[] b) {
        return IntStream.range(0, a.length).mapToDouble(k -> a[k] + b[k]).toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 5, 7})
    void manyLoadsAreTheSumOfSingleOnes(int n) {
        RobotModel model = chain(n);
        CompactRobot<Real> robot = CompactRobots.of(model, Real::new, Map.of(), Map.of());
        RandomNumbers random = new RandomNumbers(1);
        List<Real> q = Real.list(random.vector(n, 2));
        CompactNewtonEuler<Real> motion =
                new CompactNewtonEuler<>(robot, q, Real.list(random.vector(n, 2)), robot.zeros());
        Placement<Real> worldFromBase = Placement.of(random.pose(1), Real::new);
        List<Real> all = Real.list(random.vector(6 * n, 3));
        List<Real> rates = Real.list(random.vector(6 * n, 3));
        CodeInputs inputs = CodeInputs.of(model);
        AppliedLoads<Real> together = new AppliedLoads<>(
                robot,
                model,
                inputs.withWrenchesInWorld(moving(n)),
                worldFromBase,
                CompactRobots.places(model, Real::new),
                all,
                rates);
        double[] sum = new double[6 * robot.size()];
        double[] sumOfRates = sum.clone();
        for (int k = 0; k < n; k++) {
            AppliedLoads<Real> single = new AppliedLoads<>(
                    robot,
                    model,
                    inputs.withWrenchesInWorld(List.of("body" + (k + 1))),
                    worldFromBase,
                    CompactRobots.places(model, Real::new),
                    all.subList(6 * k, 6 * k + 6),
                    rates.subList(6 * k, 6 * k + 6));
            double[] alone = values(single.at(q));
            sum = plus(sum, alone);
            sumOfRates = plus(sumOfRates, values(single.ratesAt(q, motion)));
            int body = model.bodyIndex("body" + (k + 1));
            Wrench<Real> onBody = Objects.requireNonNull(single.byBody(q).get(body));
            Agreement.check(
                    "load on body " + k,
                    values(List.of(Objects.requireNonNull(together.byBody(q).get(body)))),
                    values(List.of(onBody)),
                    1e-13);
            // turning does not change how large a force is
            Vector<Real> force = onBody.force();
            assertThat(force.dot(force).value())
                    .isCloseTo(
                            all.subList(6 * k, 6 * k + 3).stream()
                                    .mapToDouble(x -> x.value() * x.value())
                                    .sum(),
                            within(1e-11));
        }
        Agreement.check("loads of " + model, values(together.at(q)), sum, 1e-12);
        Agreement.check("rates of " + model, values(together.ratesAt(q, motion)), sumOfRates, 1e-12);
    }

    private static int operations(int n, List<String> loaded, boolean moves) {
        RobotModel model = chain(n);
        Graph graph = new Graph();
        List<Symbol> q = graph.input("q", n);
        List<Symbol> numbers = graph.input("wrenches", 6 * loaded.size());
        List<Symbol> r = graph.input("base", 9);
        Matrix<Symbol> moving = new Matrix<>(
                new Vector<>(r.get(0), r.get(1), r.get(2)),
                new Vector<>(r.get(3), r.get(4), r.get(5)),
                new Vector<>(r.get(6), r.get(7), r.get(8)));
        CompactRobot<Symbol> robot = CompactRobots.of(model, graph::constant, Map.of(), Map.of());
        AppliedLoads<Symbol> loads = new AppliedLoads<>(
                robot,
                model,
                CodeInputs.of(model).withWrenchesInWorld(loaded),
                Placement.rotation(moves ? moving : Matrix.identity(graph.constant(0))),
                CompactRobots.places(model, graph::constant),
                numbers,
                List.of());
        return Program.of(List.of(new OutputVector("loads", numbers(loads.at(q)))))
                .count()
                .arithmetic();
    }

    /** Vectors of few loads go from link to link, those of many are combined of axes: whatever takes fewer operations. */
    @ParameterizedTest
    @CsvSource({"5, 5, false, 348", "5, 1, false, 154", "6, 3, false, 303", "8, 8, true, 624", "5, 1, true, 184"})
    void theShorterWayIsTaken(int n, int loaded, boolean moves, int most) {
        assertThat(operations(n, moving(n).subList(n - loaded, n), moves)).isLessThanOrEqualTo(most);
    }

    @Test
    void withoutNumbersNothingIsLoaded() {
        RobotModel model = chain(3);
        CompactRobot<Real> robot = CompactRobots.of(model, Real::new, Map.of(), Map.of());
        AppliedLoads<Real> loads = new AppliedLoads<>(
                robot,
                model,
                CodeInputs.of(model).withWrenchesInWorld(moving(3)),
                Placement.identity(new Real(0)),
                CompactRobots.places(model, Real::new),
                List.of(),
                List.of());
        assertThat(values(loads.at(robot.zeros()))).containsOnly(0.0).hasSize(6 * robot.size());
        assertThat(loads.byBody(robot.zeros())).isEmpty();
        assertThat(new ArrayList<>(loads.ratesAt(
                        robot.zeros(), new CompactNewtonEuler<>(robot, robot.zeros(), robot.zeros(), robot.zeros()))))
                .hasSize(robot.size());
    }
}
