package dev.catena.compile;

import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joints with any number of turns behind them: programs, code for one state and code for many. */
class LargeAnglesTest {
    private static final RobotModel ROBOT =
            RandomRobots.tree(3, 5).bodyFrames().reflectedInertia().build();
    private static final int STATES = 6;

    @ParameterizedTest
    @ValueSource(doubles = {1e3, 1e5, 4.99e5, 1e6, 1e9, 1e15, 1e300})
    void costNoDigits(double size) {
        Random random = new Random(4);
        for (Quantity quantity : new Quantity[] {Quantity.TORQUE, Quantity.ACCELERATION, Quantity.TORQUE_SENSITIVITY}) {
            CompiledFunction function = RobotCompiler.compile(ROBOT, quantity);
            Evaluation evaluation = new Evaluation(function, STATES, random, size);
            for (int state = 0; state < STATES; state++) {
                double[][] expected = HandWritten.of(ROBOT, quantity, evaluation.inputs(state));
                double[][] interpreted = function.program().evaluate(evaluation.inputs(state));
                double[][] compiled = evaluation.single(state);
                for (int v = 0; v < expected.length; v++) {
                    Agreement.check(quantity + " by steps", interpreted[v], expected[v], 1e-12);
                    Agreement.check(quantity + " compiled", compiled[v], expected[v], 1e-12);
                }
            }
            evaluation.checkBatch(quantity + " in a batch", 1e-12);
        }
    }
}
