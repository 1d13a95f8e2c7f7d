package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.inputs.CodeInputs;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.Friction;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compiled functions and batches give the right answer or say why not, in words that name the place. */
class CompiledContractTest {
    private static final RobotModel ROBOT =
            RandomRobots.chain(8, 5).prismaticShare(0.3).friction().rotors().build();
    private static final double UNTOUCHED = -77.25;

    /** Vectors of a function at a random state, outputs filled with a number that must stay if the call is refused. */
    private static double[][] vectors(CompiledFunction function, long seed) {
        double[][] x = new double[function.vectors()][];
        for (int v = 0; v < x.length; v++) {
            x[v] = new double[function.length(v)];
            if (v < function.inputCount()) {
                x[v] = new Random(seed + v).doubles(x[v].length, -2, 2).toArray();
            } else {
                Arrays.fill(x[v], UNTOUCHED);
            }
        }
        return x;
    }

    private static void assertUntouched(CompiledFunction function, double[][] x) {
        for (int v = function.inputCount(); v < x.length; v++) {
            assertThat(x[v]).as(function.name(v)).containsOnly(UNTOUCHED);
        }
    }

    private static void refused(ThrowingCallable call, String... parts) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContainingAll(parts);
    }

    @ParameterizedTest
    @MethodSource("dev.catena.compile.RobotCompiler#quantities")
    void mistakesAreRefusedBeforeAnythingIsWritten(Quantity quantity) {
        CompiledFunction function = RobotCompiler.compile(ROBOT, quantity);
        for (int v = 0; v < function.vectors(); v++) {
            double[][] x = vectors(function, 1);
            x[v] = Arrays.copyOf(x[v], x[v].length + 1);
            refused(() -> function.evaluateAll(x), function.name(v), "has length", ROBOT.name());
        }
        for (int v = 0; v < function.inputCount(); v++) {
            for (int k = 0; k < function.length(v); k++) {
                for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
                    double[][] x = vectors(function, 2);
                    x[v][k] = bad;
                    refused(
                            () -> function.evaluateAll(x),
                            function.name(v) + "[" + k + "]",
                            ROBOT.movingJoints().get(k).name(),
                            ROBOT.name());
                    assertUntouched(function, x);
                }
            }
        }
        double[][] more = Arrays.copyOf(vectors(function, 3), function.vectors() + 1);
        more[function.vectors()] = new double[1];
        if (more.length <= 7) {
            refused(() -> function.evaluateAll(more), "vectors given", ROBOT.name());
        }
        assertAnswers(function);
    }

    /** After all errors the function computes what a fresh one does. */
    private static void assertAnswers(CompiledFunction function) {
        double[][] x = vectors(function, 4);
        double[][] fresh = vectors(function, 4);
        function.evaluateAll(x);
        function.copy().evaluateAll(fresh);
        assertThat(x).isDeepEqualTo(fresh);
        assertThat(x[x.length - 1]).doesNotContain(UNTOUCHED);
    }

    @Test
    void outputsAreArraysOfTheirOwn() {
        double[] q = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7};
        RobotModel panda = ShippedRobots.load("panda");
        CompiledFunction torque = RobotCompiler.compile(panda, Quantity.TORQUE);
        refused(() -> torque.evaluate(q.clone(), q.clone(), q, q), "tau and qdd are the same array", "panda");
        refused(() -> torque.evaluate(q, q.clone(), q.clone(), q), "tau and q are the same array", "panda");
        torque.evaluate(q, q, q, new double[7]);
        CompiledFunction rates = RobotCompiler.compile(panda, Quantity.TORQUE_RATE);
        double[] out = new double[7];
        refused(() -> rates.evaluate(q, q, q, q, out, out), "tauRate and tau are the same array", "panda");
        refused(
                () -> new Batch(torque).evaluate(1, q.clone(), q.clone(), q, q),
                "tau and qdd are the same array",
                "panda");
        assertThat(q[6]).isEqualTo(0.7);
    }

    @Test
    void oneThreadPerObject() throws Exception {
        CompiledFunction function = RobotCompiler.compile(ROBOT, Quantity.TORQUE);
        function.evaluateAll(vectors(function, 1));
        Batch batch = new Batch(function, 2);
        batch.evaluate(1, vectors(function, 1));
        CompiledFunction copy = function.copy();
        Batch batchCopy = batch.copy();
        inAnotherThread(() -> {
            assertThatThrownBy(() -> function.evaluateAll(vectors(function, 1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("copy()")
                    .hasMessageContaining("another thread");
            assertThatThrownBy(() -> batch.evaluate(1, vectors(function, 1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("copy()");
            copy.evaluateAll(vectors(function, 1));
            batchCopy.evaluate(1, vectors(function, 1));
        });
    }

    private static void inAnotherThread(Runnable work) throws InterruptedException {
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(work, "another thread");
        thread.setUncaughtExceptionHandler((t, e) -> failure[0] = e);
        thread.start();
        thread.join();
        assertThat(failure[0]).isNull();
    }

    /** Results beyond the range of numbers, whatever the signs of what leads there. */
    @ParameterizedTest
    @ValueSource(doubles = {1e160, 1e200, 1e300, Double.MAX_VALUE})
    void overflowIsNoResult(double size) {
        for (Quantity quantity : List.of(Quantity.TORQUE, Quantity.ACCELERATION, Quantity.BIAS)) {
            CompiledFunction function = RobotCompiler.compile(ROBOT, quantity);
            for (double sign : new double[] {1, -1}) {
                double[][] x = vectors(function, 5);
                Arrays.setAll(x[1], k -> k % 2 == 0 ? size : sign * size);
                assertThatThrownBy(() -> function.evaluateAll(x))
                        .isInstanceOf(NumericalException.class)
                        .hasMessageContaining(ROBOT.name());
                assertThatThrownBy(() -> new Batch(function, 1).evaluate(1, x))
                        .isInstanceOf(NumericalException.class)
                        .hasMessageContaining("state 0")
                        .hasMessageContaining(ROBOT.name());
            }
            assertAnswers(function);
        }
    }

    /** Beyond what is checked at no cost all is looked at number by number, and fine. */
    @ParameterizedTest
    @ValueSource(doubles = {1e29, 1e31, 1e60, 1e100, 8e307})
    void largeNumbersAreNoMistake(double size) {
        RobotModel robot = RandomRobots.chain(3, 3).build();
        CompiledFunction function = RobotCompiler.compile(robot, Quantity.TORQUE);
        double[][] x = vectors(function, 6);
        x[2] = new double[] {0, 0, size};
        x[1] = new double[3];
        double[] expected = HandWritten.of(robot, Quantity.TORQUE, Arrays.copyOf(x, 3))[0];
        function.evaluateAll(x);
        Agreement.check("one state", scaled(x[3], size), scaled(expected, size), 1e-12);
        Arrays.fill(x[3], UNTOUCHED);
        new Batch(function, 1).evaluate(1, x);
        Agreement.check("batch", scaled(x[3], size), scaled(expected, size), 1e-12);
    }

    private static double[] scaled(double[] x, double size) {
        return Arrays.stream(x).map(value -> value / size).toArray();
    }

    /** Friction levels off and accelerations divide, so that an infinite input could give finite numbers. */
    @Test
    void infinityDoesNotHideInFiniteResults() {
        RobotModel slider = RobotModel.builder("slider")
                .gravity(0, 0, 0)
                .link(
                        Joint.prismatic("slide", "base", "block")
                                .with(Friction.of(1, 0).smoothed(0.1)),
                        SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, InertiaTensor.diagonal(1, 1, 1)))
                .build();
        CompiledFunction bias = RobotCompiler.compile(slider, Quantity.BIAS);
        refused(
                () -> bias.evaluate(new double[1], new double[] {Double.POSITIVE_INFINITY}, new double[1]),
                "qd[0]",
                "slide");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 5, 700, 1400, 2046, 2047})
    void batchesNameTheFirstStateThatIsWrong(int bad) {
        CompiledFunction function = RobotCompiler.compile(ROBOT, Quantity.TORQUE);
        int states = 2048;
        Batch batch = new Batch(function, 3);
        double[][] x = batch(function, states);
        x[1][2 * states + bad] = Double.NaN;
        x[2][states - 1] = bad == states - 1 ? 0 : Double.POSITIVE_INFINITY;
        refused(
                () -> batch.evaluate(states, x),
                "state " + bad + ": qd[2]",
                ROBOT.movingJoints().get(2).name(),
                ROBOT.name());
        double[][] good = batch(function, states);
        batch.evaluate(states, good);
        assertThat(good[3]).doesNotContain(Double.NaN);
    }

    private static double[][] batch(CompiledFunction function, int states) {
        double[][] x = new double[function.vectors()][];
        for (int v = 0; v < x.length; v++) {
            x[v] = new Random(v)
                    .doubles(function.length(v) * (long) states, -2, 2)
                    .toArray();
        }
        return x;
    }

    /** Inputs that the quantity does not depend on are inputs too. */
    @Test
    void batchesLookAtInputsThatDoNotMatter() {
        RobotModel robot = ShippedRobots.load("panda");
        CompiledFunction function = RobotCompiler.compile(robot, Quantity.GRAVITY);
        double[][] x = batch(function, 9);
        x[0][4] = Double.NaN;
        refused(() -> new Batch(function).evaluate(9, x), "state 4: q[0]");
    }

    /** A wrist without mass but at its end: when the first and the last axis line up, nothing holds the first. */
    private static RobotModel wrist() {
        return RobotModel.builder("wrist")
                .inertiaPolicy(InertiaPolicy.LENIENT)
                .base("base")
                .link(Joint.revolute("roll", "base", "a").at(Pose.IDENTITY, Vector3.Z), SpatialInertia.ZERO)
                .link(Joint.revolute("pitch", "a", "b").at(Pose.IDENTITY, Vector3.Y), SpatialInertia.ZERO)
                .link(
                        Joint.revolute("spin", "b", "hand").at(Pose.IDENTITY, Vector3.Z),
                        SpatialInertia.aboutCenterOfMass(
                                1, new Vector3(0.1, 0.2, 0.3), InertiaTensor.diagonal(0.02, 0.03, 0.04)))
                .build();
    }

    @ParameterizedTest
    @EnumSource(names = {"ACCELERATION", "ACCELERATION_SENSITIVITY"})
    void singularPosturesAreNoResult(Quantity quantity) {
        CompiledFunction function = RobotCompiler.compile(wrist(), quantity);
        for (double pitch : new double[] {0, Math.PI, -Math.PI, 3 * Math.PI}) {
            double[][] x = vectors(function, 1);
            x[0][1] = pitch;
            assertThatThrownBy(() -> function.evaluateAll(x))
                    .isInstanceOf(SingularInertiaException.class)
                    .hasMessageContaining("wrist")
                    .hasMessageContaining("roll");
            int states = 11;
            double[][] many = batch(function, states);
            many[0][states + 6] = pitch;
            assertThatThrownBy(() -> new Batch(function, 1).evaluate(states, many))
                    .isInstanceOf(NumericalException.class)
                    .hasMessageContaining("state 6")
                    .hasMessageContaining("roll");
        }
        assertAnswers(function);
    }

    @Test
    void floatingBasesAreHeldOnlyIfThatIsAsked() {
        RobotModel floating = ROBOT.withFloatingBase();
        CodeInputs resting = CodeInputs.of(ROBOT);
        for (Quantity quantity : RobotCompiler.quantities()) {
            refused(
                    () -> RobotCompiler.compile(floating, quantity, resting),
                    "floating base",
                    "withFixedBase()",
                    ROBOT.name());
        }
        assertThat(RobotCompiler.compile(floating.withFixedBase(), Quantity.TORQUE))
                .isNotNull();
    }

    /** None of the functions answers for the tree instead of the robot, or gives up compiling without a word. */
    @Test
    void nothingFallsBackToAnotherMeaning() {
        RobotModel fourBar = ShippedRobots.load("four-bar");
        RobotModel floating = ROBOT.withFloatingBase();
        List<Function<RobotModel, ?>> functions = List.of(
                RobotCompiler::torque,
                RobotCompiler::torqueRate,
                RobotCompiler::acceleration,
                RobotCompiler::massMatrix,
                RobotCompiler::torqueSensitivity);
        for (Function<RobotModel, ?> function : functions) {
            refused(() -> function.apply(fourBar), "closed loops", "openTree()");
            refused(() -> function.apply(floating), "floating base", "withFixedBase()");
            assertThat(function.apply(fourBar.openTree())).isNotNull();
        }
    }

    @Test
    void progressThatThrowsEndsTheBatch() {
        CompiledFunction function = RobotCompiler.compile(ROBOT, Quantity.TORQUE);
        double[][] x = batch(function, 3000);
        assertThatThrownBy(() -> new Batch(function, 2)
                        .evaluate(
                                3000,
                                done -> {
                                    throw new UnsupportedOperationException("enough");
                                },
                                x))
                .hasMessage("enough");
    }

    @Test
    void aNegativeZeroIsANumber() {
        CompiledFunction function = RobotCompiler.compile(ROBOT, Quantity.GRAVITY);
        double[] zero = new double[ROBOT.jointCount()];
        double[] negative = zero.clone();
        Arrays.fill(negative, -0.0);
        double[] tau = new double[zero.length];
        double[] same = new double[zero.length];
        function.evaluate(zero, tau);
        function.evaluate(negative, same);
        for (int k = 0; k < tau.length; k++) {
            assertThat(same[k]).isCloseTo(tau[k], within(1e-13));
        }
    }
}
