package dev.catena.dynamics;

import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.NearlyParallelRobots;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.DoubleDouble;
import dev.catena.textbook.MassMatrixByInverseDynamics;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.TextbookRobot;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joints with any number of turns behind them are as exact as others: against the textbook with thirty digits. */
class LargeAnglesTest {
    private static final double TOLERANCE = 1e-12;

    private static Stream<RobotModel> robots() {
        Stream<RobotModel> random = LongStream.rangeClosed(1, 6)
                .mapToObj(seed ->
                        RandomRobots.tree(seed, 6).bodyFrames().fixedShare(0.2).build());
        return Stream.concat(
                random,
                NearlyParallelRobots.all(6, 1e-9).filter(robot -> !robot.name().contains("mixed")));
    }

    private static List<DoubleDouble> exact(double[] values) {
        return Arrays.stream(values).mapToObj(DoubleDouble::of).toList();
    }

    private static double[] values(Stream<DoubleDouble> numbers) {
        return numbers.mapToDouble(DoubleDouble::value).toArray();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e3, 1e5, 4.99e5, 1e6, 1e9, 1e12})
    void costNoDigits(double size) {
        robots().forEach(model -> check(model, new RandomNumbers(11).vector(model.jointCount(), size)));
    }

    private static void check(RobotModel model, double[] q) {
        int n = model.jointCount();
        RandomMotion motion = RandomMotion.of(model, 9);
        TextbookRobot<DoubleDouble> robot = TextbookRobot.of(model, DoubleDouble::of);
        Motion<DoubleDouble> exact = Motion.of(robot, exact(q), exact(motion.qd()), exact(motion.qdd()));
        double[] expected = values(new NewtonEuler<>(robot, exact).torques().stream());
        double[] tau = new double[n];
        double[] rate = new double[n];
        new InverseDynamics(model).compute(q, motion.qd(), motion.qdd(), tau);
        Agreement.check("torques of " + model, tau, expected, TOLERANCE);
        new ForceRate(model).compute(q, motion.qd(), motion.qdd(), motion.qddd(), tau, rate);
        Agreement.check("torques beside their rates of " + model, tau, expected, TOLERANCE);

        double[] qdd = new double[n];
        for (ForwardWay way : ForwardWay.values()) {
            way.of(model).compute(q, motion.qd(), expected, qdd);
            Agreement.check(way + " of " + model, qdd, motion.qdd(), 10 * TOLERANCE);
        }

        double[] matrix = new double[n * n];
        new MassMatrix(model).compute(q, matrix);
        double[] exactMatrix = values(new MassMatrixByInverseDynamics<>(robot)
                .massMatrix(exact(q)).stream().flatMap(List::stream));
        Agreement.check("mass matrix of " + model, matrix, exactMatrix, TOLERANCE);
    }
}
