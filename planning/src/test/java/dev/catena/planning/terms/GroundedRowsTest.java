package dev.catena.planning.terms;

import dev.catena.ground.Foot;
import dev.catena.ground.GlobalJoints;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.GroundFunctions;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Support;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Torques and loads of a robot on its feet: first and second derivatives by the state and by loads that are inputs. */
class GroundedRowsTest {
    private static final RobotModel ROBOT =
            GlobalJoints.attach(RandomRobots.everything(7, 7).withFloatingBase());
    private static final int N = ROBOT.jointCount();

    private static Support support() {
        String tip = ROBOT.bodies().get(ROBOT.bodies().size() - 1).name();
        String middle = ROBOT.bodies().get(ROBOT.bodies().size() - 3).name();
        return new Support(
                        ROBOT,
                        List.of(
                                new Foot("tip", tip, java.util.Optional.empty()),
                                new Foot("middle", middle, java.util.Optional.empty()),
                                Foot.point("toe", tip, new Vector3(0.1, -0.3, 0.2))))
                .carriedBy(0, 0.2, "tip")
                .blended(0.2, 0.4, "tip", "middle")
                .given(0.4, 0.6, "tip", "middle")
                .allGiven(0.6, 1, "toe", "middle");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.25, 0.5, 0.9})
    void derivativesAreThoseOfTheValue(double moment) {
        Support support = support();
        StateFunction torques = new GroundFunctions(support).torques(ROBOT.jointNames());
        StateFunction load = new GroundFunctions(support).load("tip");
        for (StateFunction function : List.of(torques, load)) {
            check(function, support, moment);
        }
    }

    private static void check(StateFunction f, Support support, double moment) {
        int inputs = support.count();
        int count = support.countAt(moment);
        int width = 3 * N + inputs;
        double[] x = new Random(3).doubles(3L * N + count, -1, 1).toArray();
        double[] expected = Differences.jacobian(x, at -> {
            double[] values = new double[f.rows()];
            f.value(state(at, inputs, moment), values);
            return values;
        });
        double[] jacobian = new double[f.rows() * width];
        f.jacobian(state(x, inputs, moment), jacobian);
        Agreement.check("first derivatives at " + moment, columns(jacobian, f.rows(), width, x.length), expected, 1e-8);

        double[] lambda = new Random(4).doubles(f.rows(), -1, 1).toArray();
        double[] second = Differences.jacobian(x, at -> {
            double[] slopes = new double[f.rows() * width];
            f.jacobian(state(at, inputs, moment), slopes);
            double[] sum = new double[x.length];
            for (int c = 0; c < x.length; c++) {
                for (int r = 0; r < f.rows(); r++) {
                    sum[c] += lambda[r] * slopes[r * width + c];
                }
            }
            return sum;
        });
        double[] curvature = new double[width * width];
        f.addCurvature(state(x, inputs, moment), lambda, curvature);
        Agreement.check("second derivatives at " + moment, columns(curvature, x.length, width, x.length), second, 1e-7);
    }

    /** The first columns of a row-major matrix. */
    private static double[] columns(double[] matrix, int rows, int width, int count) {
        return IntStream.range(0, rows)
                .boxed()
                .flatMapToDouble(r -> Arrays.stream(matrix, r * width, r * width + count))
                .toArray();
    }

    private static MotionState state(double[] x, int inputs, double moment) {
        MotionState state = new MotionState(N, inputs);
        state.setMoment(moment);
        for (int order = 0; order < 3; order++) {
            System.arraycopy(x, order * N, state.derivative(order), 0, N);
        }
        System.arraycopy(x, 3 * N, state.inputs(), 0, x.length - 3 * N);
        return state;
    }
}
