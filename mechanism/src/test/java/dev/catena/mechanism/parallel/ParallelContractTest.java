package dev.catena.mechanism.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.testkit.Allocations;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every algorithm owes its caller: no allocation, inputs unchanged, the same answer when reused. */
class ParallelContractTest {
    static Stream<ParallelRobot> robots() {
        return Stream.of(
                GoldenStewart.robot(),
                SampleDelta.delta().build(),
                SampleDelta.delta().buildWithPlatformJoints(),
                PlanarRobots.fourArms());
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

    @ParameterizedTest
    @MethodSource("robots")
    void inputsStayAndReuseDoesNotMatter(ParallelRobot robot) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, 1);
        double[] velocity = motion.velocity.clone();
        double[] acceleration = motion.acceleration.clone();
        double[] fresh = motion.efforts(robot);
        ParallelInverseDynamics reused = new ParallelInverseDynamics(robot);
        double[] efforts = new double[fresh.length];
        RandomPlatformMotion other = new RandomPlatformMotion(robot, 3);
        reused.compute(other.pose, other.velocity, other.acceleration, efforts);
        reused.kinematics().restart();
        Arrays.fill(efforts, Double.NaN);
        reused.compute(motion.pose, motion.velocity, motion.acceleration, efforts);
        assertThat(efforts).containsExactly(fresh);
        assertThat(motion.velocity).containsExactly(velocity);
        assertThat(motion.acceleration).containsExactly(acceleration);
    }
}
