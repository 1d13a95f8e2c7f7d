package dev.catena.mechanism.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.testkit.Agreement;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every algorithm owes its caller: inputs unchanged, the same answer when reused. */
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

    /** The output of a call is in the last arrays, all others are read. */
    private record Call(String name, Consumer<double[][]> code, int[] lengths, int inputs) {
        double[][] arguments() {
            return Arrays.stream(lengths).mapToObj(double[]::new).toArray(double[][]::new);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final Pose HOME = Pose.translation(0.02, -0.01, -0.55);
    private static final Wrench NO_NUMBER = new Wrench(new Vector3(0, Double.NaN, 0), Vector3.ZERO);

    static Stream<Call> calls() {
        ParallelRobot robot = SampleDelta.delta().build();
        ParallelInverseDynamics inverse = new ParallelInverseDynamics(robot);
        ParallelForwardDynamics forward = new ParallelForwardDynamics(robot);
        ParallelSensitivity sensitivity = new ParallelSensitivity(robot);
        return Stream.of(
                new Call("inverse", a -> inverse.compute(HOME, a[0], a[1], a[2]), new int[] {3, 3, 3}, 2),
                new Call("forward", a -> forward.compute(HOME, a[0], a[1], a[2]), new int[] {3, 3, 3}, 2),
                new Call(
                        "sensitivity",
                        a -> sensitivity.compute(HOME, a[0], a[1], null, a[2], a[3], a[4]),
                        new int[] {3, 3, 9, 9, 9},
                        2));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void mistakesAreRefusedBeforeAnythingIsWritten(Call call) {
        double[][] good = call.arguments();
        call.code.accept(good);
        for (int k = 0; k < good.length; k++) {
            double[][] arguments = call.arguments();
            arguments[k] = new double[2];
            refused(call, arguments, "has length 2");
            for (int l = call.inputs; l < good.length; l++) {
                if (l != k && good[l].length == good[k].length) {
                    arguments = call.arguments();
                    arguments[l] = arguments[k];
                    refused(call, arguments, "are the same array");
                }
            }
            if (k < call.inputs) {
                for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
                    arguments = call.arguments();
                    arguments[k][1] = bad;
                    refused(call, arguments, "[1] is " + bad);
                }
            }
            arguments = call.arguments();
            call.code.accept(arguments);
            assertThat(arguments).isDeepEqualTo(good);
        }
    }

    private static void refused(Call call, double[][] arguments, String message) {
        double[][] before = Arrays.stream(arguments).map(double[]::clone).toArray(double[][]::new);
        assertThatThrownBy(() -> call.code.accept(arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
        assertThat(Arrays.deepEquals(arguments, before)).as("nothing written").isTrue();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void anotherThreadIsRefused(Call call) throws InterruptedException {
        call.code.accept(call.arguments());
        Throwable[] thrown = new Throwable[1];
        Thread other = new Thread(() -> call.code.accept(call.arguments()), "other");
        other.setUncaughtExceptionHandler((thread, e) -> thrown[0] = e);
        other.start();
        other.join();
        assertThat(thrown[0]).isInstanceOf(IllegalStateException.class).hasMessageContaining("\"other\"", "copy()");
    }

    private static void unread(ThrowingCallable read) {
        assertThatThrownBy(read).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void resultsAreThoseOfTheLastComputation() {
        ParallelRobot robot = SampleDelta.delta().build();
        ParallelInverseDynamics inverse = new ParallelInverseDynamics(robot);
        ParallelForwardDynamics forward = new ParallelForwardDynamics(robot);
        double[] zero = new double[3];
        for (int round = 0; round < 3; round++) {
            unread(() -> inverse.platformWrench(new double[6]));
            unread(() -> inverse.requiredWrench(new double[3]));
            unread(() -> inverse.legEfforts(0, new double[3]));
            unread(() -> {
                Vector3 unused = inverse.forceOnPlatform(0);
            });
            unread(() -> forward.inertia(new double[9]));
            unread(() -> forward.bias(new double[3]));
            inverse.compute(HOME, zero, zero, new double[3]);
            forward.compute(HOME, zero, zero, new double[3]);
            inverse.platformWrench(new double[6]);
            inverse.requiredWrench(new double[3]);
            inverse.legEfforts(0, new double[3]);
            forward.inertia(new double[9]);
            forward.bias(new double[3]);
            assertThatThrownBy(() -> inverse.legEfforts(3, new double[3]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("there is no leg 3");
            if (round == 0) {
                // the legs are elsewhere, though not by a computation
                inverse.kinematics().compute(Pose.translation(0, 0, -0.6));
                forward.kinematics().restart();
            } else {
                Pose far = Pose.translation(0, 0, round == 1 ? -9 : Double.NaN);
                Class<? extends RuntimeException> expected =
                        round == 1 ? UnreachablePoseException.class : IllegalArgumentException.class;
                assertThatThrownBy(() -> inverse.compute(far, zero, zero, new double[3]))
                        .isInstanceOf(expected);
                assertThatThrownBy(() -> forward.compute(far, zero, zero, new double[3]))
                        .isInstanceOf(expected);
            }
        }
        assertThatThrownBy(() -> inverse.compute(HOME, zero, zero, NO_NUMBER, new double[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the force in wrenchInWorld is NaN");
        assertThatThrownBy(() -> forward.compute(HOME, zero, zero, NO_NUMBER, new double[3]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Finite numbers whose result is not are no answer. */
    @Test
    void whatOverflowsIsNoAnswer() {
        ParallelRobot robot = SampleDelta.delta().build();
        double[] huge = {1e300, 0, 0};
        assertThatThrownBy(() -> new ParallelInverseDynamics(robot).compute(HOME, huge, new double[3], new double[3]))
                .isInstanceOf(NumericalException.class);
        assertThatThrownBy(() -> new ParallelForwardDynamics(robot).compute(HOME, huge, new double[3], new double[3]))
                .isInstanceOf(NumericalException.class);
    }

    @Test
    void copiesHaveNoPast() {
        ParallelRobot robot = SampleDelta.delta().build();
        double[] zero = new double[3];
        double[] efforts = new double[3];
        ParallelInverseDynamics inverse = new ParallelInverseDynamics(robot);
        inverse.compute(HOME, zero, zero, efforts);
        ParallelInverseDynamics copy = inverse.copy();
        unread(() -> copy.platformWrench(new double[6]));
        double[] others = new double[3];
        copy.compute(HOME, zero, zero, others);
        assertThat(others).containsExactly(efforts);
        double[] accelerations = new double[3];
        new ParallelForwardDynamics(robot).copy().compute(HOME, zero, efforts, accelerations);
        Agreement.check("at rest", accelerations, zero, 1e-10);
        new ParallelSensitivity(robot)
                .copy()
                .compute(HOME, zero, zero, null, new double[9], new double[9], new double[9]);
        ParallelKinematics kinematics = new ParallelKinematics(robot).copy();
        unread(() -> kinematics.actuatorPositions(new double[3]));
        kinematics.compute(HOME);
        kinematics.actuatorPositions(new double[3]);
    }
}
