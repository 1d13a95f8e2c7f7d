package dev.catena.compile.parameters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.dynamics.Regressor;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.NearlyParallelRobots;
import dev.catena.testkit.RandomMotion;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Base parameters of robots whose axes are parallel but for a tilt of any size. */
class NearlyParallelParametersTest {
    static DoubleStream tilts() {
        return NearlyParallelRobots.TILTS.stream().mapToDouble(x -> x);
    }

    @ParameterizedTest
    @MethodSource("tilts")
    void regroupedParametersGiveTheSameTorques(double tilt) {
        NearlyParallelRobots.all(4, tilt).forEach(robot -> {
            Regressor regressor = new Regressor(robot);
            double[] parameters = new double[regressor.columns()];
            regressor.parameters(parameters);
            double[] regrouped = BaseParameters.of(robot).regroup(parameters);
            RandomMotion motion = RandomMotion.of(robot, 3);
            double[] w = new double[regressor.rows() * regressor.columns()];
            regressor.compute(motion.q(), motion.qd(), motion.qdd(), w);
            Agreement.check(robot.toString(), times(w, regrouped), times(w, parameters), 1e-11);
        });
    }

    private static double[] times(double[] w, double[] x) {
        double[] product = new double[w.length / x.length];
        for (int k = 0; k < w.length; k++) {
            product[k / x.length] += w[k] * x[k % x.length];
        }
        return product;
    }

    /** Not fewer than can be told apart by far, not more than can be told apart at all, and all of those. */
    @ParameterizedTest
    @MethodSource("tilts")
    void asManyAsCanBeToldApart(double tilt) {
        NearlyParallelRobots.all(4, tilt).forEach(robot -> {
            BaseParameters base = BaseParameters.of(robot);
            List<double[]> columns = NumericalRank.stackedColumns(robot, new Regressor(robot), 5);
            assertThat(base.count())
                    .as(robot.toString())
                    .isBetween(NumericalRank.of(columns, 1e-8), NumericalRank.of(columns, 1e-14));
            List<double[]> kept =
                    Arrays.stream(base.columns()).mapToObj(columns::get).toList();
            assertThat(NumericalRank.of(kept, 1e-8))
                    .as("%s, columns kept", robot)
                    .isEqualTo(NumericalRank.of(columns, 1e-8));
        });
    }
}
