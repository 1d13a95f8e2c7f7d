package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.ShippedRobots;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiled code gives the numbers of the hand-written classes, for one state and for batches. */
class CompiledQuantitiesTest {
    private static final double TOLERANCE = 1e-12;
    private static final double DERIVATIVE_TOLERANCE = 1e-11;

    private static final Set<Quantity> DERIVATIVES =
            EnumSet.of(Quantity.TORQUE_SENSITIVITY, Quantity.ACCELERATION_SENSITIVITY, Quantity.TORQUE_CURVATURE);

    /** What stays small for large robots. */
    private static final Set<Quantity> RECURSIONS = EnumSet.of(
            Quantity.TORQUE,
            Quantity.TORQUE_RATE,
            Quantity.BIAS,
            Quantity.GRAVITY,
            Quantity.JOINT_WRENCH,
            Quantity.ACCELERATION,
            Quantity.MASS_MATRIX,
            Quantity.POSE,
            Quantity.ENERGY);

    /** What is tried in batches too. */
    private static final Set<Quantity> BATCHED = EnumSet.of(Quantity.TORQUE, Quantity.ACCELERATION);

    private static final int LARGE = 12;

    static Stream<RobotModel> robots() {
        return Stream.of(
                        Robots.shipped(),
                        Robots.reference(),
                        LongStream.range(0, 24).mapToObj(seed -> Robots.special(seed, 1 + (int) seed % 8)),
                        LongStream.range(0, 24).mapToObj(seed -> RandomRobots.everything(seed, 2 + (int) seed % 6)))
                .flatMap(robots -> robots)
                .filter(robot -> robot.jointCount() > 0);
    }

    @ParameterizedTest
    @MethodSource("robots")
    void compiledEqualsHandWrittenAlsoInBatches(RobotModel model) {
        Random random = new Random(1);
        Set<Quantity> quantities = model.jointCount() > LARGE ? RECURSIONS : RobotCompiler.quantities();
        for (Quantity quantity : quantities) {
            CompiledFunction function = RobotCompiler.compile(model, quantity);
            Evaluation evaluation = new Evaluation(function, 2, random);
            for (int state = 0; state < 2; state++) {
                double[][] expected = HandWritten.of(model, quantity, evaluation.inputs(state));
                double[][] actual = evaluation.single(state);
                for (int v = 0; v < expected.length; v++) {
                    Agreement.check(
                            "%s of %s, seed 1".formatted(quantity, model.name()),
                            actual[v],
                            expected[v],
                            tolerance(model, quantity));
                }
            }
            if (BATCHED.contains(quantity)) {
                new Evaluation(function, 7, random)
                        .checkBatch(
                                "batch of %s of %s, seed 1".formatted(quantity, model.name()),
                                tolerance(model, quantity));
            }
        }
    }

    /** Accelerations of the human lose digits to light toes and hands, whichever way they are computed. */
    private static double tolerance(RobotModel model, Quantity quantity) {
        if (quantity == Quantity.ACCELERATION && model.name().equals("human")) {
            return 1e-10;
        }
        return DERIVATIVES.contains(quantity) ? DERIVATIVE_TOLERANCE : TOLERANCE;
    }

    @Test
    void everyQuantityRunsInBatchesOfAnySize() {
        RobotModel model = RandomRobots.everything(4, 5);
        Random random = new Random(3);
        for (Quantity quantity : RobotCompiler.quantities()) {
            CompiledFunction function = RobotCompiler.compile(model, quantity);
            for (int states : new int[] {0, 1, 2, 3, 4, 5, 8, 9, 17}) {
                new Evaluation(function, states, random)
                        .checkBatch("%s states of %s".formatted(states, quantity), TOLERANCE);
            }
        }
    }

    @Test
    void anglesOfAnySizeAreReduced() {
        RobotModel model = ShippedRobots.load("two-link");
        CompiledFunction function = RobotCompiler.compile(model, Quantity.GRAVITY);
        double[] q = {-7.3e9, 1e300};
        double[] expected = HandWritten.of(model, Quantity.GRAVITY, new double[][] {q})[0];
        double[] actual = new double[2];
        double[] batched = new double[2];

        function.evaluate(q, actual);
        new Batch(function).evaluate(1, q, batched);

        Agreement.check("single", actual, expected, TOLERANCE);
        Agreement.check("batch", batched, expected, TOLERANCE);
    }

    @Test
    void openBodiesReadTheirInertia() {
        RobotModel model = Robots.special(11, 5);
        Random random = new Random(5);
        List<String> open =
                List.of(model.bodies().get(5).name(), model.bodies().get(3).name());
        for (Quantity quantity : List.of(Quantity.TORQUE, Quantity.MASS_MATRIX, Quantity.ACCELERATION)) {
            double[][] x = HandWritten.inputs(model, quantity, random);
            CompiledFunction function = RobotCompiler.compile(model, quantity, open);
            double[][] all = new double[x.length + 2][];
            System.arraycopy(x, 0, all, 0, x.length);
            all[x.length] = parameters(model, open);

            double[] actual = function.program().evaluate(Arrays.copyOf(all, x.length + 1))[0];

            Agreement.check(quantity + " with open bodies", actual, HandWritten.of(model, quantity, x)[0], TOLERANCE);
        }
    }

    @Test
    void openFrictionTakesThePlaceOfTheModels() {
        RobotModel model = Robots.special(11, 5);
        Random random = new Random(6);
        List<String> joints =
                List.of(model.jointNames().get(4), model.jointNames().get(1));
        double[] frictions = {0.7, 1.1, 2.5, 0};
        RobotModelBuilder builder = model.toBuilder();
        for (int k = 0; k < joints.size(); k++) {
            Joint joint = model.movingJoints().get(model.coordinate(joints.get(k)));
            Friction given = joint.friction();
            builder.replace(
                    joint.with(new Friction(frictions[2 * k], frictions[2 * k + 1], given.smoothingVelocity())));
        }
        RobotModel other = builder.build();
        for (Quantity quantity : List.of(Quantity.TORQUE, Quantity.ACCELERATION, Quantity.TORQUE_RATE)) {
            double[][] x = HandWritten.inputs(other, quantity, random);
            CompiledFunction function = RobotCompiler.compile(model, quantity, List.of(), joints);
            double[][] all = Arrays.copyOf(x, x.length + 1);
            all[x.length] = frictions;

            double[][] actual = function.program().evaluate(all);

            double[][] expected = HandWritten.of(other, quantity, x);
            for (int k = 0; k < expected.length; k++) {
                Agreement.check(quantity + " with open friction", actual[k], expected[k], TOLERANCE);
            }
        }
    }

    @Test
    void aPositionIsPartOfThePose() {
        RobotModel model = Robots.special(12, 6);
        double[] q = HandWritten.inputs(model, Quantity.POSE, new Random(7))[0];
        double[] poses = HandWritten.of(model, Quantity.POSE, new double[][] {q})[0];
        for (int b = 0; b < model.bodies().size(); b++) {
            double[] position = new double[3];

            RobotCompiler.compilePosition(model, model.bodies().get(b).name()).evaluate(q, position);

            Agreement.check("position", position, Arrays.copyOfRange(poses, 12 * b + 9, 12 * b + 12), TOLERANCE);
        }
    }

    /** Torques and checked accelerations with positions in one code are those of codes of their own. */
    @Test
    void positionsComeWithAQuantity() {
        RobotModel model = Robots.special(12, 6);
        List<String> bodies =
                List.of(model.bodies().get(6).name(), model.bodies().get(3).name());
        for (Quantity quantity : List.of(Quantity.TORQUE, Quantity.ACCELERATION)) {
            double[][] x = HandWritten.inputs(model, quantity, new Random(7));
            double[] expected = HandWritten.of(model, quantity, x)[0];
            double[] actual = new double[expected.length];
            double[] positions = new double[6];
            double[] position = new double[3];

            RobotCompiler.compile(model, quantity, List.of(), List.of(), bodies)
                    .evaluate(x[0], x[1], x[2], actual, positions);

            Agreement.check(quantity.key(), actual, expected, TOLERANCE);
            for (int b = 0; b < 2; b++) {
                RobotCompiler.compilePosition(model, bodies.get(b)).evaluate(x[0], position);
                Agreement.check("position", Arrays.copyOfRange(positions, 3 * b, 3 * b + 3), position, TOLERANCE);
            }
        }
    }

    @Test
    void someStatesOfVectorsAreEvaluatedInPlace() {
        RobotModel model = Robots.special(13, 4);
        CompiledFunction function = RobotCompiler.compile(model, Quantity.TORQUE);
        int room = 1700;
        double[][] x = new Random(8)
                .doubles(4L * 4 * room, -3, 3)
                .boxed()
                .collect(Collectors.collectingAndThen(
                        Collectors.toList(),
                        numbers -> IntStream.range(0, 4)
                                .mapToObj(v -> numbers.subList(v * 4 * room, (v + 1) * 4 * room).stream()
                                        .mapToDouble(Double::doubleValue)
                                        .toArray())
                                .toArray(double[][]::new)));
        double[] before = x[3].clone();
        double[] all = new double[4 * room];
        new Batch(function, 1).evaluate(room, x[0], x[1], x[2], all);

        new Batch(function, 2).evaluate(37, 1101, x);

        for (int k = 0; k < 4; k++) {
            for (int s = 0; s < room; s++) {
                boolean asked = s >= 37 && s < 37 + 1101;
                assertThat(x[3][k * room + s]).isEqualTo((asked ? all : before)[k * room + s]);
            }
        }
        Batch batch = new Batch(function, 1);
        assertThatThrownBy(() -> batch.evaluate(1699, 2, x)).hasMessageContaining("room for 1700 states");
        assertThatThrownBy(() -> batch.evaluate(-1, 2, x)).hasMessageContaining("from state -1 on");
        assertThatThrownBy(() -> batch.evaluate(0, 2, x[0], x[1], x[2], new double[5]))
                .hasMessageContaining("has length 5");
    }

    private static double[] parameters(RobotModel model, List<String> bodies) {
        return bodies.stream()
                .map(name -> model.bodies().get(model.bodyIndex(name)).inertia())
                .flatMapToDouble(inertia -> {
                    var j = inertia.tensorAboutOrigin();
                    var s = inertia.firstMoment();
                    return DoubleStream.of(
                            j.xx(), j.xy(), j.xz(), j.yy(), j.yz(), j.zz(), s.x(), s.y(), s.z(), inertia.mass());
                })
                .toArray();
    }
}
