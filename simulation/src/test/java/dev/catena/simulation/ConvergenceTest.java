package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.model.RobotModel;
import dev.catena.testkit.RandomRobots;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors shrink with the step as the theory of each method says. */
class ConvergenceTest {
    private static double[] end(RobotModel model, Integrator integrator) {
        State end = Simulation.builder(model)
                .start(ConservationTest.randomState(model, 21))
                .controller((time, state, torqueOut) -> {
                    for (int i = 0; i < torqueOut.length; i++) {
                        torqueOut[i] = Math.sin(5 * time + i) - 0.3 * state.jointVelocities()[i];
                    }
                })
                .integrator(integrator)
                .duration(0.5)
                .build()
                .run()
                .end()
                .state();
        double[] y = new double[end.dimension()];
        end.copyTo(y);
        return y;
    }

    private static double order(RobotModel model, DoubleFunction<Integrator> method, double step) {
        double[] exact = end(model, ConservationTest.TIGHT);
        double coarse = distance(end(model, method.apply(step)), exact);
        double fine = distance(end(model, method.apply(step / 2)), exact);
        return Math.log(coarse / fine) / Math.log(2);
    }

    private static double distance(double[] a, double[] b) {
        double most = 0;
        for (int i = 0; i < a.length; i++) {
            most = Math.max(most, Math.abs(a[i] - b[i]));
        }
        return most;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rungeKuttaHasOrderFour(boolean floating) {
        assertThat(order(robot(floating), Integrator::rungeKutta, 2e-3)).isBetween(3.7, 4.3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void semiImplicitHasOrderOne(boolean floating) {
        assertThat(order(robot(floating), Integrator::semiImplicit, 5e-4)).isBetween(0.9, 1.1);
    }

    private static RobotModel robot(boolean floating) {
        return floating
                ? ConservationTest.floatingTree(22)
                : RandomRobots.chain(23, 4).reflectedInertia().build();
    }

    /** A step that does not divide the duration ends in a shorter one. */
    @Test
    void lastStepIsShorter() {
        RobotModel model = robot(false);
        double[] exact = end(model, ConservationTest.TIGHT);
        assertThat(distance(end(model, Integrator.rungeKutta(0.5 / 700.5)), exact))
                .isLessThan(1e-8);
    }
}
