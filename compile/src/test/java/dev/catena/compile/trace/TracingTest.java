package dev.catena.compile.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.ClosedRobots;
import dev.catena.compile.HandWritten;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.Robots;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.parameters.PaperRobots;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.Body;
import dev.catena.model.InertiaTensor;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.NearlyParallelRobots;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Real;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Expressions of every quantity beside the classes of core, before they are made into code. */
class TracingTest {
    private static final List<Quantity> COUNTED = List.of(
            Quantity.TORQUE,
            Quantity.TORQUE_RATE,
            Quantity.ACCELERATION,
            Quantity.MASS_MATRIX,
            Quantity.POSE,
            Quantity.ENERGY,
            Quantity.REGRESSOR,
            Quantity.TORQUE_SENSITIVITY,
            Quantity.ACCELERATION_SENSITIVITY);

    private static final List<RobotModel> ROBOTS = make().toList();

    static List<RobotModel> robots() {
        return ROBOTS;
    }

    private static Stream<RobotModel> make() {
        return Stream.of(
                        LongStream.range(0, 16).mapToObj(seed -> Robots.special(seed, 1 + (int) seed % 5)),
                        LongStream.range(0, 10).mapToObj(seed -> RandomRobots.everything(seed, 2 + (int) seed % 3)),
                        Stream.of(0, 1e-15, 1e-13, 1e-6)
                                .map(tilt -> NearlyParallelRobots.of(
                                        3, 4, tilt.doubleValue(), NearlyParallelRobots.Layout.ANY, true, true)))
                .flatMap(robots -> robots)
                .filter(robot -> robot.jointCount() > 0);
    }

    @ParameterizedTest
    @MethodSource("robots")
    void everyQuantityIsThatOfCore(RobotModel model) {
        Random random = new Random(1);
        for (Quantity quantity : RobotCompiler.quantities()) {
            double[][] x = HandWritten.inputs(model, quantity, random);
            double[][] actual = Program.of(Tracing.of(model, quantity, CodeInputs.of(model)))
                    .evaluate(x);
            double[][] expected = HandWritten.of(model, quantity, x);
            for (int v = 0; v < expected.length; v++) {
                Agreement.check("%s of %s, seed 1".formatted(quantity, model.name()), actual[v], expected[v], 1e-11);
            }
        }
    }

    /** Of what is solved with the mass matrix, the last output has the pivots: all positive, one a joint. */
    @Test
    void solutionsHavePivots() {
        RobotModel model = Robots.special(3, 4);
        for (Quantity quantity : RobotCompiler.quantities()) {
            List<OutputVector> outputs = Tracing.of(model, quantity, CodeInputs.of(model));
            boolean isSolution = quantity == Quantity.ACCELERATION || quantity == Quantity.ACCELERATION_SENSITIVITY;
            assertThat(outputs).as("%s", quantity).hasSize(quantity.parts().size() + (isSolution ? 1 : 0));
            if (isSolution) {
                double[][] values = Program.of(outputs).evaluate(HandWritten.inputs(model, quantity, new Random(2)));
                assertThat(outputs.get(outputs.size() - 1).name()).isEqualTo("pivots");
                double[] pivots = values[values.length - 1];
                assertThat(pivots).hasSize(model.jointCount());
                assertThat(Arrays.stream(pivots)).allMatch(pivot -> pivot > 0);
            }
        }
    }

    /** Both ways to the accelerations, on numbers, whichever is the shorter for the robot. */
    @ParameterizedTest
    @MethodSource("robots")
    void articulatedBodiesAndFactoredMatricesAgree(RobotModel model) {
        double[][] x = HandWritten.inputs(model, Quantity.ACCELERATION, new Random(4));
        List<Real> q = Real.list(x[0]);
        List<Real> qd = Real.list(x[1]);
        CompactRobot<Real> robot = CompactRobots.of(model, Real::new, Map.of(), Map.of());
        double[] expected = HandWritten.of(model, Quantity.ACCELERATION, x)[0];
        double[] bias = values(new CompactNewtonEuler<>(robot, q, qd, robot.zeros()).torques());
        double[] rest = new double[bias.length];
        Arrays.setAll(rest, k -> x[2][k] - bias[k]);
        SymmetricSystem.Solution<Real> solution =
                new CompositeBodies<>(robot, q).system().solve(Real.list(rest));
        Agreement.check("matrix, %s, seed 4".formatted(model), values(solution.x()), expected, 1e-10);
        assertThat(solution.pivots()).hasSize(bias.length).allMatch(pivot -> pivot.value() > 0);
        if (robot.links().stream().anyMatch(link -> link.rotor() != null)) {
            assertThatThrownBy(() -> new ArticulatedBodies<>(robot, q, qd, Real.list(x[2])))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("full rotor");
        } else {
            ArticulatedBodies<Real> bodies = new ArticulatedBodies<>(robot, q, qd, Real.list(x[2]));
            Agreement.check("bodies, %s, seed 4".formatted(model), values(bodies.accelerations()), expected, 1e-10);
            assertThat(bodies.pivots()).hasSize(bias.length).allMatch(pivot -> pivot.value() > 0);
        }
    }

    private static double[] values(List<Real> numbers) {
        return numbers.stream().mapToDouble(Real::value).toArray();
    }

    /** All bodies open but the base: their parameters are read, whatever the model says. */
    @ParameterizedTest
    @MethodSource("robots")
    void openBodiesReadTheirInertia(RobotModel model) {
        List<Body> open = model.bodies().stream()
                .filter(body -> !body.name().equals(model.base().name()))
                .toList();
        double[] parameters = open.stream()
                .map(Body::inertia)
                .flatMapToDouble(inertia -> {
                    InertiaTensor j = inertia.tensorAboutOrigin();
                    Vector3 s = inertia.firstMoment();
                    return DoubleStream.of(
                            j.xx(), j.xy(), j.xz(), j.yy(), j.yz(), j.zz(), s.x(), s.y(), s.z(), inertia.mass());
                })
                .toArray();
        for (Quantity quantity : List.of(Quantity.TORQUE, Quantity.ENERGY)) {
            double[][] x = HandWritten.inputs(model, quantity, new Random(5));
            double[][] all = Arrays.copyOf(x, x.length + 1);
            all[x.length] = parameters;
            List<String> names = open.stream().map(Body::name).toList();
            double[] actual = Program.of(
                            Tracing.of(model, quantity, CodeInputs.of(model).withOpenBodies(names)))
                    .evaluate(all)[0];
            Agreement.check(
                    "%s of %s, seed 5".formatted(quantity, model),
                    actual,
                    HandWritten.of(model, quantity, x)[0],
                    1e-11);
        }
    }

    @Test
    void onlyQuantitiesOfMotionAreTraced() {
        assertThatThrownBy(() ->
                        Tracing.of(Robots.special(1, 2), Quantity.CUT_WRENCH, CodeInputs.of(Robots.special(1, 2))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cutWrench is not traced");
    }

    private static final List<Arguments> COUNTS = List.of(
            counts(PaperRobots.rx90(), 466, 1039, 835, 237, 81, 279, 1167, 2108, 3438),
            counts(PaperRobots.stanford(), 429, 959, 758, 202, 68, 262, 900, 1822, 3122),
            counts(PaperRobots.generalRevolute(3), 249, 536, 373, 117, 74, 138, 543, 920, 1205),
            counts(ShippedRobots.load("scara"), 66, 124, 82, 23, 19, 47, 83, 71, 165),
            counts(Robots.special(5, 6), 247, 540, 369, 97, 87, 145, 717, 876, 1257),
            counts(Robots.special(9, 6), 327, 729, 469, 100, 96, 206, 908, 1139, 1827),
            counts(Robots.special(13, 6), 449, 975, 740, 213, 147, 261, 1419, 1885, 2908),
            counts(Robots.special(21, 6), 334, 735, 585, 167, 138, 207, 758, 1354, 2464));

    static List<Arguments> counts() {
        return COUNTS;
    }

    private static Arguments counts(RobotModel model, int... counts) {
        return Arguments.of(model, counts);
    }

    /** Operations of each quantity: frames and moments leave out what is zero, a quarter turn, or counted elsewhere. */
    @ParameterizedTest
    @MethodSource("counts")
    void operationsDoNotBecomeMore(RobotModel model, int[] most) {
        for (int k = 0; k < most.length; k++) {
            Quantity quantity = COUNTED.get(k);
            List<OutputVector> outputs = Tracing.of(model, quantity, CodeInputs.of(model))
                    .subList(0, quantity.parts().size());
            assertThat(Program.of(outputs).count().arithmetic())
                    .as("%s of %s", quantity, model.name())
                    .isLessThanOrEqualTo(most[k]);
        }
    }

    private static final List<Arguments> LOOP_COUNTS = List.of(
            counts(ClosedRobots.parallelogram(0), 377, 473, 1045, 1340),
            counts(ShippedRobots.load("four-bar"), 323, 344, 653, 705),
            counts(ShippedRobots.load("five-bar"), 436, 485, 1249, 1460),
            counts(ClosedRobots.planar(101), 394, 413, 826, 843));

    static List<Arguments> loopCounts() {
        return LOOP_COUNTS;
    }

    /** Joints that go along one for one or by a formula take no solution and no derivative of their own. */
    @ParameterizedTest
    @MethodSource("loopCounts")
    void operationsOfLoopsDoNotBecomeMore(RobotModel model, int[] most) {
        List<Quantity> quantities = List.of(
                Quantity.TORQUE, Quantity.ACCELERATION, Quantity.TORQUE_SENSITIVITY, Quantity.ACCELERATION_SENSITIVITY);
        int[] counts = quantities.stream()
                .mapToInt(quantity -> Program.of(Tracing.of(model, quantity, CodeInputs.of(model)))
                        .count()
                        .arithmetic())
                .toArray();
        for (int k = 0; k < most.length; k++) {
            assertThat(counts[k])
                    .as("%s of %s: %s", quantities.get(k), model.name(), Arrays.toString(counts))
                    .isLessThanOrEqualTo(most[k]);
        }
    }
}
