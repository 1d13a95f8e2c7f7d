package dev.catena.dynamics;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.EnergyAndMomentum;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The centroidal momentum matrix times velocities is the momentum of all bodies and rotors about the mass center. */
class CentroidalMomentumTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 16);
    }

    private static RandomMotion motion(long seed) {
        return RandomMotion.of(RandomRobots.everything(seed, (int) seed), seed).withMovingBase(seed);
    }

    private static double[] momentum(double[] matrix, double[] base, double[] qd) {
        int columns = base.length + qd.length;
        double[] h = new double[6];
        for (int row = 0; row < 6; row++) {
            for (int k = 0; k < columns; k++) {
                h[row] += matrix[columns * row + k] * (k < base.length ? base[k] : qd[k - base.length]);
            }
        }
        return h;
    }

    private static double[] summed(RobotModel model, BaseMotion base, RandomMotion motion) {
        Kinematics kinematics = new Kinematics(model);
        SystemMotion whole = new SystemMotion(model);
        kinematics.compute(base, motion.q(), motion.qd(), null, null);
        whole.compute(kinematics);
        double[] h = new double[6];
        whole.momentumInWorldAboutCenterOfMass(h);
        return h;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void onARestingBase(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        CentroidalMomentum centroidal = new CentroidalMomentum(model);
        double[] matrix = new double[6 * model.jointCount()];
        BaseMotion somewhere = motion.baseMotion().velocityInBase(0, 0, 0, 0, 0, 0);
        centroidal.matrix(somewhere, motion.q(), matrix);
        Agreement.check(
                "momentum, seed " + seed,
                momentum(matrix, new double[0], motion.qd()),
                summed(model, somewhere, motion),
                1e-12);
        centroidal.matrix(null, motion.q(), matrix);
        Agreement.check(
                "momentum at the world's origin, seed " + seed,
                momentum(matrix, new double[0], motion.qd()),
                summed(model, new BaseMotion(), motion),
                1e-12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void onAFloatingBase(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        BaseMotion base = motion.baseMotion();
        double[] matrix = new double[6 * (6 + model.jointCount())];
        new CentroidalMomentum(model.withFloatingBase()).matrixFloating(base, motion.q(), matrix);
        double[] v = new double[6];
        System.arraycopy(base.velocityInBase().linear().toArray(), 0, v, 0, 3);
        System.arraycopy(base.velocityInBase().angular().toArray(), 0, v, 3, 3);
        double[] h = momentum(matrix, v, motion.qd());
        Agreement.check("momentum, seed " + seed, h, summed(model, base, motion), 1e-12);

        EnergyAndMomentum<Real> slow = new EnergyAndMomentum<>(TextbookRobot.of(model), motion.textbook());
        double[] expected = new double[6];
        System.arraycopy(slow.linearMomentum().values(), 0, expected, 0, 3);
        System.arraycopy(slow.angularMomentumAboutCenter().values(), 0, expected, 3, 3);
        Agreement.check("momentum by the textbook, seed " + seed, h, expected, 1e-12);
    }

    @Test
    void aRobotWithoutMassHasNoMomentum() {
        RobotModel nothing =
                RobotModel.builder("nothing").base("base", SpatialInertia.ZERO).build();
        double[] matrix = new double[36];
        new CentroidalMomentum(nothing.withFloatingBase()).matrixFloating(new BaseMotion(), new double[0], matrix);
        Agreement.check("momentum of nothing", matrix, new double[36], 0);
    }

    @Test
    void aMatrixOfTheWrongSizeIsRefused() {
        RobotModel model = RandomRobots.tree(1, 4).build();
        CentroidalMomentum centroidal = new CentroidalMomentum(model);
        assertThatThrownBy(() -> centroidal.matrix(null, new double[4], new double[23]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("matrixOut has length 23, but robot \"random-1\" needs 24");
        assertThatThrownBy(() -> new CentroidalMomentum(model.withFloatingBase())
                        .matrixFloating(new BaseMotion(), new double[4], new double[24]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("matrixOut has length 24, but robot \"random-1\" needs 60");
    }
}
