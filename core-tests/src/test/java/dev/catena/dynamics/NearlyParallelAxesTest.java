package dev.catena.dynamics;

import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.NearlyParallelRobots;
import dev.catena.testkit.RandomMotion;
import dev.catena.textbook.DoubleDouble;
import dev.catena.textbook.ForceDerivatives;
import dev.catena.textbook.MassMatrixByInverseDynamics;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Axes that are parallel but for a tilt of any size cost no digits: dynamics against the textbook with thirty. */
class NearlyParallelAxesTest {
    private static final double TOLERANCE = 1e-11;

    static DoubleStream tilts() {
        return NearlyParallelRobots.TILTS.stream().mapToDouble(x -> x);
    }

    private static List<DoubleDouble> exact(double[] values) {
        return Arrays.stream(values).mapToObj(DoubleDouble::of).toList();
    }

    @ParameterizedTest
    @MethodSource("tilts")
    void torquesAndTheirRates(double tilt) {
        NearlyParallelRobots.all(6, tilt).forEach(model -> {
            RandomMotion motion = RandomMotion.of(model, 3);
            double[] expected = torques(model, motion);
            double[] tau = new double[model.jointCount()];
            double[] rate = new double[model.jointCount()];
            new InverseDynamics(model).compute(motion.q(), motion.qd(), motion.qdd(), tau);
            Agreement.check("torques of " + model, tau, expected, TOLERANCE);
            new ForceRate(model).compute(motion.q(), motion.qd(), motion.qdd(), motion.qddd(), tau, rate);
            Agreement.check("torques of " + model, tau, expected, TOLERANCE);
            double[] rates =
                    Duals.values(new ForceDerivatives<>(TextbookRobot.of(model), motion.textbook()).torqueRates());
            Agreement.check("rates of " + model, rate, rates, TOLERANCE);
            Agreement.check("torques by the regressor of " + model, byRegressor(motion), expected, TOLERANCE);
        });
    }

    private static double[] torques(RobotModel model, RandomMotion motion) {
        TextbookRobot<DoubleDouble> robot = TextbookRobot.of(model, DoubleDouble::of);
        Motion<DoubleDouble> exact = Motion.of(robot, exact(motion.q()), exact(motion.qd()), exact(motion.qdd()));
        return new NewtonEuler<>(robot, exact)
                .torques().stream().mapToDouble(DoubleDouble::value).toArray();
    }

    private static double[] byRegressor(RandomMotion motion) {
        Regressor regressor = new Regressor(motion.model());
        double[] w = new double[regressor.rows() * regressor.columns()];
        double[] parameters = new double[regressor.columns()];
        regressor.compute(motion.q(), motion.qd(), motion.qdd(), w);
        regressor.parameters(parameters);
        double[] product = new double[regressor.rows()];
        for (int k = 0; k < w.length; k++) {
            product[k / parameters.length] += w[k] * parameters[k % parameters.length];
        }
        return product;
    }

    @ParameterizedTest
    @MethodSource("tilts")
    void accelerations(double tilt) {
        NearlyParallelRobots.all(6, tilt).forEach(model -> {
            RandomMotion motion = RandomMotion.of(model, 3);
            double[] tau = torques(model, motion);
            double[] qdd = new double[tau.length];
            for (ForwardWay way : ForwardWay.values()) {
                way.of(model).compute(motion.q(), motion.qd(), tau, qdd);
                Agreement.check(way + " of " + model, qdd, motion.qdd(), TOLERANCE);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("tilts")
    void accelerationsOnAFloatingBase(double tilt) {
        NearlyParallelRobots.all(6, tilt).map(RobotModel::withFloatingBase).forEach(model -> {
            RandomMotion motion = RandomMotion.of(model, 3).withMovingBase(4);
            int n = model.jointCount();
            double[] tau = new double[n];
            double[] base = new double[6];
            new FloatingInverseDynamics(model)
                    .compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), null, base, tau);
            double[] qdd = new double[n];
            double[] actual = new double[6];
            for (ForwardWay way : ForwardWay.values()) {
                way.of(model).computeFloating(motion.baseMotion(), motion.q(), motion.qd(), tau, null, actual, qdd);
                Agreement.check(way + " of " + model, qdd, motion.qdd(), TOLERANCE);
                Agreement.check(way + " of the base of " + model, actual, base, TOLERANCE);
            }
        });
    }

    /** Chains of up to eight joints go another way than longer ones. */
    @ParameterizedTest
    @MethodSource("tilts")
    void massMatrices(double tilt) {
        NearlyParallelRobots.all(6, tilt).forEach(NearlyParallelAxesTest::checkMassMatrices);
        NearlyParallelRobots.all(10, tilt).limit(4).forEach(NearlyParallelAxesTest::checkMassMatrices);
    }

    private static void checkMassMatrices(RobotModel model) {
        int n = model.jointCount();
        double[] q = RandomMotion.of(model, 5).q();
        double[] expected = new MassMatrixByInverseDynamics<>(TextbookRobot.of(model))
                .massMatrix(Real.list(q)).stream()
                        .flatMap(List::stream)
                        .mapToDouble(Real::value)
                        .toArray();
        double[] matrix = new double[n * n];
        new MassMatrix(model).compute(q, matrix);
        Agreement.check("mass matrix of " + model, matrix, expected, TOLERANCE);

        double[] inverse = new double[n * n];
        double[] product = new double[n * n];
        double[] unit = new double[n * n];
        new InverseMassMatrix(model).compute(q, inverse);
        for (int i = 0; i < n; i++) {
            unit[i * n + i] = 1;
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    product[i * n + j] += inverse[i * n + k] * expected[k * n + j];
                }
            }
        }
        Agreement.check("inverse mass matrix of " + model, product, unit, TOLERANCE);
    }
}
