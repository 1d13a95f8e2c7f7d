package dev.catena.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.sweep.source.StateSource.Target;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ColumnFunctionTest {
    private static final RobotModel ROBOT = ShippedRobots.load("two-link");
    private static final int ROWS = 100;

    private final SplittableRandom random = new SplittableRandom(4);

    private double[] column() {
        return random.doubles(ROWS, -2, 2).toArray();
    }

    /** Torques, and M q̈ = τ − τ(q, q̇, 0). */
    @Test
    void columnsAreThoseOfInverseDynamics() {
        ColumnFunction function =
                new ColumnFunction(ROBOT, List.of(Quantity.TORQUE, Quantity.GRAVITY, Quantity.MASS_MATRIX)).copy();
        double[][] x = new double[6][];
        List<String> names = List.of("q_shoulder", "q_elbow", "qd_shoulder", "qd_elbow", "qdd_shoulder", "qdd_elbow");
        assertThat(function.inputs()).containsAll(names);
        for (int c = 0; c < 6; c++) {
            x[c] = column();
            function.set(names.get(c), x[c], ROWS);
        }
        function.compute(ROWS);

        assertThat(function.results())
                .containsExactly(
                        "torque_shoulder",
                        "torque_elbow",
                        "gravity_shoulder",
                        "gravity_elbow",
                        "massMatrix_shoulder_shoulder",
                        "massMatrix_shoulder_elbow",
                        "massMatrix_elbow_shoulder",
                        "massMatrix_elbow_elbow");
        assertThat(function.lanes()).isPositive();
        InverseDynamics dynamics = new InverseDynamics(ROBOT);
        double[] tau = new double[2];
        double[] bias = new double[2];
        for (int s = 0; s < ROWS; s++) {
            double[] q = {x[0][s], x[1][s]};
            double[] qd = {x[2][s], x[3][s]};
            dynamics.compute(q, qd, new double[] {x[4][s], x[5][s]}, tau);
            dynamics.compute(q, qd, new double[2], bias);
            assertThat(value(function, "torque_shoulder", s)).isCloseTo(tau[0], within(1e-12));
            assertThat(value(function, "torque_elbow", s)).isCloseTo(tau[1], within(1e-12));
            double inertia = value(function, "massMatrix_elbow_shoulder", s) * x[4][s]
                    + value(function, "massMatrix_elbow_elbow", s) * x[5][s];
            assertThat(inertia).isCloseTo(tau[1] - bias[1], within(1e-12));
            dynamics.compute(q, new double[2], new double[2], bias);
            assertThat(value(function, "gravity_elbow", s)).isCloseTo(bias[1], within(1e-12));
        }
    }

    private static double value(ColumnFunction function, String name, int row) {
        Target target = function.result(name);
        return target.array()[target.at() + row];
    }

    @Test
    void copiesHaveNumbersOfTheirOwn() {
        ColumnFunction one = new ColumnFunction(ROBOT, List.of(Quantity.GRAVITY));
        ColumnFunction other = one.copy();
        one.set("q_shoulder", new double[] {1}, 1);
        one.compute(1);
        other.compute(1);

        assertThat(value(one, "gravity_shoulder", 0)).isNotEqualTo(value(other, "gravity_shoulder", 0));
    }

    @Test
    void whatCannotBeIsRefused() {
        ColumnFunction function = new ColumnFunction(ROBOT, List.of(Quantity.TORQUE));
        assertThatThrownBy(() -> new ColumnFunction(ROBOT, List.of())).hasMessage("no quantity is asked for");
        assertThatThrownBy(() -> new ColumnFunction(ROBOT, List.of(Quantity.CENTER_OF_MASS)))
                .hasMessageContaining("cannot be swept");
        assertThatThrownBy(() -> function.set("q_wrist", new double[1], 1)).hasMessageContaining("q_wrist");
        assertThatThrownBy(() -> function.result("torque_wrist")).hasMessageContaining("torque_wrist");
        assertThatThrownBy(() -> function.checkColumns(List.of("time", "q_elbow")))
                .hasMessage("the table has no column q_shoulder; it has time, q_elbow");
        function.checkColumns(List.of("time", "q_elbow", "q_shoulder"));
        double[] large = new double[3];
        Arrays.fill(large, 0, 2, 1);
        large[2] = 1e200;
        function.set("qd_shoulder", large, 3);
        function.set("q_elbow", new double[] {1, 1, 1}, 3);
        assertThatThrownBy(() -> function.compute(3))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("state 2");
    }
}
