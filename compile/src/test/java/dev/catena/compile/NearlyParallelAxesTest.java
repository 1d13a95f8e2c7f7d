package dev.catena.compile;

import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.NearlyParallelRobots;
import java.util.Random;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Axes that are parallel but for a tilt of any size, and angles of any size, cost programs and code no digits. */
class NearlyParallelAxesTest {
    private static final double TOLERANCE = 1e-11;
    private static final Set<Quantity> LARGE =
            Set.of(Quantity.ACCELERATION_SENSITIVITY, Quantity.TORQUE_CURVATURE, Quantity.REGRESSOR);

    static DoubleStream tilts() {
        return NearlyParallelRobots.TILTS.stream().mapToDouble(x -> x);
    }

    private static void check(RobotModel model, Quantity quantity, double[][] x) {
        double[][] actual = RobotCompiler.program(model, quantity).evaluate(x);
        double[][] expected = HandWritten.of(model, quantity, x);
        for (int v = 0; v < expected.length; v++) {
            Agreement.check("%s of %s".formatted(quantity, model), actual[v], expected[v], TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("tilts")
    void torquesAndAccelerations(double tilt) {
        Random random = new Random(1);
        NearlyParallelRobots.all(3, tilt).forEach(model -> {
            check(model, Quantity.TORQUE, HandWritten.inputs(model, Quantity.TORQUE, random));
            check(model, Quantity.ACCELERATION, HandWritten.inputs(model, Quantity.ACCELERATION, random));
        });
    }

    @ParameterizedTest
    @MethodSource("tilts")
    void everyQuantity(double tilt) {
        RobotModel model = NearlyParallelRobots.of(
                Math.round(-Math.log10(tilt + 1e-17)), 4, tilt, NearlyParallelRobots.Layout.ANY, true, true);
        Random random = new Random(2);
        for (Quantity quantity : RobotCompiler.quantities()) {
            if (!LARGE.contains(quantity) || tilt == 1e-9) {
                check(model, quantity, HandWritten.inputs(model, quantity, random));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("tilts")
    void codeForOneStateAndForMany(double tilt) {
        RobotModel model = NearlyParallelRobots.of(7, 5, tilt, NearlyParallelRobots.Layout.ANY, true, false);
        CompiledFunction function = RobotCompiler.compile(model, Quantity.TORQUE);
        Evaluation evaluation = new Evaluation(function, 5, new Random(3));
        for (int state = 0; state < 5; state++) {
            Agreement.check(
                    model.toString(),
                    evaluation.single(state)[0],
                    HandWritten.of(model, Quantity.TORQUE, evaluation.inputs(state))[0],
                    TOLERANCE);
        }
        evaluation.checkBatch(model.toString(), TOLERANCE);
    }
}
