package dev.catena.mechanism.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.testkit.Allocations;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Algorithms of parallel robots allocate nothing. */
class ParallelAllocationTest {
    static Stream<ParallelRobot> robots() {
        return ParallelContractTest.robots();
    }

    @ParameterizedTest
    @MethodSource("robots")
    void inverseDynamicsAllocatesNothing(ParallelRobot robot) {
        RandomPlatformMotion a = new RandomPlatformMotion(robot, 1);
        RandomPlatformMotion b = new RandomPlatformMotion(robot, 2);
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(robot);
        double[] efforts = new double[robot.actuatorCount()];
        assertThat(Allocations.bytes(() -> {
                    dynamics.compute(a.pose, a.velocity, a.acceleration, efforts);
                    dynamics.compute(b.pose, b.velocity, b.acceleration, efforts);
                }))
                .isZero();
    }

    @ParameterizedTest
    @MethodSource("robots")
    void directDynamicsAllocatesNothing(ParallelRobot robot) {
        RandomPlatformMotion a = new RandomPlatformMotion(robot, 1);
        double[] efforts = new double[robot.actuatorCount()];
        double[] acceleration = new double[robot.freedoms().count()];
        ParallelForwardDynamics dynamics = new ParallelForwardDynamics(robot);
        assertThat(Allocations.bytes(() -> dynamics.compute(a.pose, a.velocity, efforts, acceleration)))
                .isZero();
    }

    @Test
    void sensitivityAllocatesNothing() {
        ParallelRobot robot = GoldenStewart.robot();
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, 1);
        ParallelSensitivity sensitivity = new ParallelSensitivity(robot);
        double[][] out = new double[3][36];
        assertThat(Allocations.bytes(() -> sensitivity.compute(
                        motion.pose, motion.velocity, motion.acceleration, null, out[0], out[1], out[2])))
                .isZero();
    }

    @Test
    void otherDerivativesAndTheRegressorAllocateNothing() {
        ParallelRobot robot = GoldenStewart.robot();
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, 1);
        ParallelCurvature curvature = new ParallelCurvature(robot);
        ParallelAccelerationSensitivity acceleration = new ParallelAccelerationSensitivity(robot);
        ParallelRegressor regressor = new ParallelRegressor(robot);
        double[][] out = new double[3][36];
        double[] efforts = {1, 2, 3, 4, 5, 6};
        double[] hessian = new double[18 * 18];
        double[] matrix = new double[6 * regressor.columns()];
        assertThat(Allocations.bytes(() -> {
                    curvature.compute(motion.pose, motion.velocity, motion.acceleration, null, efforts, hessian);
                    acceleration.compute(motion.pose, motion.velocity, efforts, null, out[0], out[1], out[2]);
                    regressor.compute(motion.pose, motion.velocity, motion.acceleration, matrix);
                }))
                .isZero();
    }
}
