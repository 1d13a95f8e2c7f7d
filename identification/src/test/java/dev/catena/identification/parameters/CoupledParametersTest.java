package dev.catena.identification.parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.parameters.BaseParameter;
import dev.catena.compile.parameters.BaseParameters;
import dev.catena.dynamics.Regressor;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.NormOps_DDRM;
import org.ejml.dense.row.SingularOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Base parameters of robots with couplings: torques depend on them, and on no fewer numbers. */
class CoupledParametersTest {
    static LongStream seeds() {
        return LongStream.range(1, 21).filter(seed -> robot(seed).hasCouplings());
    }

    private static RobotModel robot(long seed) {
        RobotModel robot = CoupledRobots.everything(seed, 3 + (int) seed % 5);
        return seed % 4 == 0 ? robot.withFloatingBase() : robot;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void torquesDependOnTheGroups(long seed) {
        RobotModel robot = robot(seed);
        for (boolean drives : new boolean[] {false, true}) {
            LoopParameters parameters = drives ? LoopParameters.withDrives(robot) : LoopParameters.of(robot);
            Regressor regressor = drives ? Regressor.withDrives(robot) : new Regressor(robot);
            double[] chi = new RandomNumbers(seed).vector(regressor.columns(), 1);
            double[] grouped = new double[chi.length];
            for (BaseParameter group : parameters.base()) {
                group.terms()
                        .forEach(term -> grouped[group.parameter().index()] +=
                                term.coefficient() * chi[term.parameter().index()]);
            }
            for (double[] W : states(robot, regressor, seed, 5)) {
                Agreement.check("torques, seed " + seed, product(W, grouped), product(W, chi), 1e-10);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void thereAreAsManyAsTheRankOfTheRegressor(long seed) {
        RobotModel robot = robot(seed);
        LoopParameters parameters = LoopParameters.of(robot);
        Regressor regressor = new Regressor(robot);
        List<double[]> states = states(robot, regressor, seed, 40 + 4 * regressor.columns() / regressor.rows());
        DMatrixRMaj all = new DMatrixRMaj(states.size() * regressor.rows(), regressor.columns());
        for (int k = 0; k < states.size(); k++) {
            System.arraycopy(states.get(k), 0, all.data, k * states.get(k).length, states.get(k).length);
        }
        for (int c = 0; c < all.numCols; c++) {
            DMatrixRMaj column = new DMatrixRMaj(all.numRows, 1);
            for (int i = 0; i < all.numRows; i++) {
                column.set(i, all.get(i, c));
            }
            double norm = NormOps_DDRM.normF(column);
            for (int i = 0; i < all.numRows; i++) {
                all.set(i, c, norm > 1e-12 ? all.get(i, c) / norm : 0);
            }
        }
        assertThat(parameters.count()).as("seed " + seed).isEqualTo(SingularOps_DDRM.rank(all, 1e-10));
        if (robot.baseKind() == BaseKind.FIXED) {
            assertThat(ObservationModel.of(robot, DriveModel.of()).columns()).hasSize(parameters.count());
        }
        assertThat(parameters.countByRule()).isEqualTo(parameters.countOfTree());
        assertThat(parameters.count()).isLessThanOrEqualTo(parameters.countOfTree());
    }

    private static List<double[]> states(RobotModel robot, Regressor regressor, long seed, int count) {
        List<double[]> states = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            RandomMotion motion = RandomMotion.of(robot, 1000 * seed + k).withMovingBase(seed + k);
            double[] W = new double[regressor.rows() * regressor.columns()];
            // far enough for followers to come apart from their leaders
            double[] q = Arrays.stream(motion.q()).map(x -> 6 * x).toArray();
            boolean rests = robot.baseKind() == BaseKind.FIXED;
            regressor.compute(rests ? null : motion.baseMotion(), q, motion.qd(), motion.qdd(), W);
            states.add(W);
        }
        return states;
    }

    private static double[] product(double[] W, double[] chi) {
        double[] tau = new double[W.length / chi.length];
        for (int k = 0; k < W.length; k++) {
            tau[k / chi.length] += W[k] * chi[k % chi.length];
        }
        return tau;
    }

    @Test
    void rulesOfTreesAreRefused() {
        RobotModel robot = CoupledRobots.everything(1, 5);
        assertThatThrownBy(() -> BaseParameters.of(robot))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has joints that follow others")
                .hasMessageContaining("LoopParameters finds base parameters");
    }
}
