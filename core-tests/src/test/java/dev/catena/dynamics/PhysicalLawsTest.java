package dev.catena.dynamics;

import dev.catena.model.RobotModel;
import dev.catena.testkit.PhysicalLaws;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Inverse dynamics obey the laws of physics on random trees with everything that a robot can have. */
class PhysicalLawsTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    private static PhysicalLaws laws(long seed) {
        RobotModel model = RandomRobots.everything(seed, 3 + (int) seed);
        return new PhysicalLaws(
                RandomMotion.of(model, seed).withMovingBase(seed).withLoads(seed), 1e-12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void powerOfAllForcesIsTheRateOfEnergy(long seed) {
        laws(seed).checkPowerBalance();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void reactionWrenchesChangeTheMomentumOfEveryBody(long seed) {
        laws(seed).checkMomentumOfEveryBody();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void gravityIsTheGradientOfPotentialEnergy(long seed) {
        laws(seed).checkGravityIsTheGradientOfPotentialEnergy();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theBaseFrameDoesNotMatter(long seed) {
        laws(seed).checkTheBaseFrameDoesNotMatter(new RandomNumbers(seed).pose(1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void directDynamicsUndoInverseDynamics(long seed) {
        laws(seed).checkDirectDynamicsUndoInverseDynamics();
    }
}
