package dev.catena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.ClosedLoopCode;
import dev.catena.control.GravityCompensatedPd;
import dev.catena.control.Trajectory;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.LoopException;
import dev.catena.model.Body;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionPlan;
import dev.catena.quantity.Quantity;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Run;
import dev.catena.simulation.State;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the one-liners answer agrees with itself, for trees and closed loops alike. */
class CatenaTest {
    private static final double STEP = 1e-5;

    @TempDir
    Path folder;

    /** A motion whose derivatives at 0 are known, near the pose where the robot is put together. */
    private static final class Motion {
        final double[] q;
        final double[] qd;
        final double[] qdd;
        final double[] qddd;

        Motion(Catena robot, long seed) {
            Random random = new Random(seed);
            RobotModel model = robot.model();
            q = robot.coordinates().stream()
                    .mapToDouble(joint -> model.hasLoops()
                            ? model.loops().assembly().getOrDefault(joint, 0.0) + 0.02 * random.nextGaussian()
                            : random.nextGaussian())
                    .toArray();
            qd = random.doubles(q.length, -0.5, 0.5).toArray();
            qdd = random.doubles(q.length, -1, 1).toArray();
            qddd = random.doubles(q.length, -1, 1).toArray();
        }

        double[] at(double t) {
            return sum(t, q, qd, qdd, qddd);
        }

        double[] velocityAt(double t) {
            return sum(t, qd, qdd, qddd);
        }

        double[] accelerationAt(double t) {
            return sum(t, qdd, qddd);
        }

        private static double[] sum(double t, double[]... derivatives) {
            double[] sum = new double[derivatives[0].length];
            double factor = 1;
            for (int order = 0; order < derivatives.length; order++) {
                for (int k = 0; k < sum.length; k++) {
                    sum[k] += factor * derivatives[order][k];
                }
                factor *= t / (order + 1);
            }
            return sum;
        }
    }

    private static double[] slope(DoubleFunction<double[]> function) {
        double[] after = function.apply(STEP);
        double[] before = function.apply(-STEP);
        double[] slope = new double[after.length];
        for (int k = 0; k < slope.length; k++) {
            slope[k] = (after[k] - before[k]) / (2 * STEP);
        }
        return slope;
    }

    private static double[] times(double[][] matrix, double[] vector) {
        double[] product = new double[matrix.length];
        for (int i = 0; i < matrix.length; i++) {
            for (int k = 0; k < vector.length; k++) {
                product[i] += matrix[i][k] * vector[k];
            }
        }
        return product;
    }

    private static void assertNear(double[] actual, double[] expected, double tolerance) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int k = 0; k < expected.length; k++) {
            assertThat(actual[k]).as("[%s]", k).isCloseTo(expected[k], within(tolerance * (1 + Math.abs(expected[k]))));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"panda", "stanford", "two-link", "four-bar", "five-bar", "delta"})
    void torquesAreMassTimesAccelerationAndDriveTheMotion(String name) {
        Catena robot = Catena.load(name);
        Motion motion = new Motion(robot, 5);
        double[] tau = robot.torque(motion.q, motion.qd, motion.qdd);
        assertThat(tau).hasSize(robot.drives().size());
        assertNear(robot.acceleration(motion.q, motion.qd, tau), motion.qdd, 1e-8);

        double[] zero = new double[motion.q.length];
        double[] still = robot.torque(motion.q, zero, zero.clone());
        assertNear(robot.gravity(motion.q), still, 1e-10);
        double[] pushed = robot.torque(motion.q, zero, motion.qdd);
        double[] inertial = times(robot.massMatrix(motion.q), motion.qdd);
        for (int k = 0; k < pushed.length; k++) {
            pushed[k] -= still[k];
        }
        assertNear(pushed, inertial, 1e-8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"panda", "stanford", "four-bar", "five-bar", "delta"})
    void torqueRatesAreTheSlopeOfTorques(String name) {
        Catena robot = Catena.of(ShippedRobots.load(name).withoutFriction());
        Motion motion = new Motion(robot, 6);
        double[] slope = slope(t -> robot.torque(motion.at(t), motion.velocityAt(t), motion.accelerationAt(t)));
        assertNear(robot.torqueRate(motion.q, motion.qd, motion.qdd, motion.qddd), slope, 1e-6);
    }

    @ParameterizedTest
    @CsvSource({"panda, flange", "stanford, link6", "four-bar, coupler_link", "delta, platform"})
    void jacobiansAreTheSlopeOfPoses(String name, String body) {
        Catena robot = Catena.load(name);
        Motion motion = new Motion(robot, 7);
        double[] velocity = times(robot.jacobian(body, motion.q), motion.qd);
        double[] linear = slope(t -> robot.pose(body, motion.at(t)).position().toArray());
        assertNear(new double[] {velocity[0], velocity[1], velocity[2]}, linear, 1e-7);

        // Ṙ = ω × R, column by column
        Vector3 omega = new Vector3(velocity[3], velocity[4], velocity[5]);
        double[] turning =
                slope(t -> robot.pose(body, motion.at(t)).rotation().axisX().toArray());
        Vector3 axis = robot.pose(body, motion.q).rotation().axisX();
        assertNear(omega.cross(axis).toArray(), turning, 1e-7);
    }

    @Test
    void answersAreNewAndDependOnNothingBefore() {
        Catena robot = Catena.load("four-bar");
        double[] first = robot.torque(new double[] {0.8}, new double[] {1}, new double[] {0});
        double[] other = robot.torque(new double[] {1.1}, new double[] {2}, new double[] {3});
        double[] again = robot.torque(new double[] {0.8}, new double[] {1}, new double[] {0});
        assertThat(again).isNotSameAs(first).containsExactly(first);
        assertThat(other).doesNotContain(first);
        assertThat(robot.copy().torque(new double[] {0.8}, new double[] {1}, new double[] {0}))
                .containsExactly(first);
    }

    @Test
    void robotsComeFromFilesByNameOrFromCode() {
        RobotModel panda = ShippedRobots.load("panda");
        Path file = folder.resolve("mine.urdf");
        RobotFiles.write(panda, file);
        double[] q = {0.1, 0.2, 0.3, -1.4, 0.5, 1.6, 0.7};
        assertNear(Catena.load(file.toString()).gravity(q), Catena.of(panda).gravity(q), 1e-9);
        assertThat(Catena.load("panda")).hasToString("Catena of " + panda);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catena.load("pandas"))
                .withMessageContaining("no file \"pandas\"")
                .withMessageContaining("stanford");
    }

    @Test
    void aFreeRobotKeepsItsEnergyAndAHeldOneItsPlace() {
        Catena robot = Catena.load("two-link");
        Run free = robot.simulate(new double[] {0.3, -0.5}, new double[] {0, 0}, 1);
        assertThat(free.isComplete()).as(free.message()).isTrue();
        assertThat(free.energyDrift().orElseThrow()).isLessThan(1e-5);

        double[] place = {0.4, 0.9};
        Controller hold = new GravityCompensatedPd(
                robot.model(), new double[] {50, 50}, new double[] {9, 9}, Trajectory.hold(place));
        Run held = robot.simulate(place, new double[2], 1, hold);
        assertNear(held.end().state().jointPositions(), place, 1e-6);
    }

    @Test
    void aClosedLoopIsSimulatedFromItsIndependentJoints() {
        Catena robot = Catena.of(ShippedRobots.load("four-bar").withoutFriction());
        Run run = robot.simulate(new double[] {0.8}, new double[] {2}, 0.5);
        double[] start = run.firstSample().orElseThrow().state().jointPositions();
        assertThat(start[0]).isEqualTo(0.8);
        // all joints start where the loop is closed in the branch of its assembly
        Catena tree = Catena.of(robot.model().openTree());
        for (String body : List.of("coupler_link", "rocker_link")) {
            assertNear(
                    tree.pose(body, start).position().toArray(),
                    robot.pose(body, new double[] {0.8}).position().toArray(),
                    1e-10);
        }
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-5);
    }

    @Test
    void aCompiledRobotMovesAlike() {
        Catena robot = Catena.load("two-link");
        double[] q = {0.4, -0.3};
        double[] qd = {0.5, 1};
        Run byHand = robot.simulate(q, qd, 0.5);
        Run compiled = robot.compiled().copy().simulate(q, qd, 0.5);
        assertThat(byHand.dynamics()).isEqualTo("hand-written");
        assertThat(compiled.dynamics()).isEqualTo("compiled");
        assertThat(compiled.end().state().jointPositions())
                .containsExactly(byHand.end().state().jointPositions(), within(1e-8));
    }

    @Test
    void theFastestMotionTouchesItsLimits() {
        Catena robot = Catena.load("two-link");
        MotionLimits limits = new MotionLimits(robot.model()).acceleration(4, 4);
        MotionPlan plan = robot.plan(new double[] {0, 0}, new double[] {1, 0}, limits);

        // 2 √(d/a), and a spline a little more
        assertThat(plan.motion().duration()).isBetween(1.0, 1.1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catena.load("panda").plan(new double[7], new double[7]))
                .withMessageContaining("joint4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catena.load("two-revolute").plan(new double[] {0, 0}, new double[] {1, 0}, limits))
                .withMessageContaining("another robot than \"");
    }

    @Test
    @SuppressWarnings("NullAway") // null is what a caller without checks gives
    void aFloatingBaseIsToldOrRefused() {
        SpatialInertia cart = SpatialInertia.aboutCenterOfMass(20, Vector3.ZERO, InertiaTensor.diagonal(1, 1, 1));
        RobotModel model = ShippedRobots.load("panda").toBuilder()
                .replace(new Body("base", cart))
                .floating()
                .build();
        Catena robot = Catena.of(model);
        double[] q = {0.1, 0.2, 0.3, -1.4, 0.5, 1.6, 0.7};
        double[] zero = new double[7];
        BaseMotion base = new BaseMotion().pose(Pose.translation(0, 0, 2));
        assertNear(
                robot.torque(base, q, zero, zero),
                Catena.of(model.withFixedBase()).gravity(q),
                1e-10);
        assertThat(robot.pose(base, "base", q).position()).isEqualTo(new Vector3(0, 0, 2));
        assertThat(robot.simulate(new State(model), 0.1, Controller.zero())
                        .end()
                        .state()
                        .basePositionInWorld()[2])
                .isLessThan(-0.04);
        assertRefused(robot, it -> it.torque(q, zero, zero), "FloatingInverseDynamics");
        assertRefused(robot, it -> it.torqueRate(q, zero, zero, zero), "ForceRate");
        assertRefused(robot, it -> it.acceleration(q, zero, zero), "ForwardDynamics.computeFloating");
        assertRefused(robot, it -> it.massMatrix(q), "MassMatrix.computeFloating");
        assertRefused(robot, it -> it.jacobian("flange", q), "Jacobian");
        assertRefused(robot, it -> it.pose("flange", q), "pose(base");
        assertRefused(robot, it -> it.gravity(q), "torque(base");
        assertRefused(robot, it -> it.simulate(q, zero, 1), "simulate(state");
        for (Catena any : List.of(robot, Catena.of(model.withFixedBase()), Catena.load("four-bar"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> any.torque((BaseMotion) null, q, zero, zero))
                    .withMessageContaining("base is null");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> any.pose((BaseMotion) null, "base", q))
                    .withMessageContaining("base is null");
        }
    }

    private static void assertRefused(Catena robot, Function<Catena, Object> question, String instead) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> question.apply(robot))
                .withMessageContaining("panda")
                .withMessageContaining("floating base")
                .withMessageContaining(instead);
    }

    @Test
    void mistakesAreNamed() {
        Catena loop = Catena.load("four-bar");
        double[] one = {0.8};
        assertThatIllegalArgumentException()
                .isThrownBy(() -> loop.torque(new double[3], one, one))
                .withMessageContaining("q has length 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> loop.torqueRate(one, one, one, new double[2]))
                .withMessageContaining("qddd has length 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> loop.torqueRate(one, one, one, new double[] {Double.NaN}))
                .withMessageContaining("qddd[0] of joint");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> loop.simulate(new double[3], one, 1))
                .withMessageContaining("q has length 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> loop.torque(new BaseMotion(), one, one, one))
                .withMessageContaining("closed loops");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> loop.pose("nothing", one))
                .withMessageContaining("nothing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catena.load("panda").simulate(one, new double[7], 1))
                .withMessageContaining("q has length 1");
        assertThatThrownBy(() -> Catena.load("five-bar").pose("left_shank", new double[] {Math.PI, 0}))
                .isInstanceOf(LoopException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"two-link", "five-bar"})
    void numbersThatAreNoneAreRefused(String name) {
        Catena robot = Catena.load(name);
        double[] some = {0.9, 2.2};
        double[] none = {0.9, Double.NaN};
        for (Function<Catena, Object> question : List.<Function<Catena, Object>>of(
                it -> it.torque(none, some, some),
                it -> it.torque(some, none, some),
                it -> it.torque(some, some, none),
                it -> it.torqueRate(some, some, some, none),
                it -> it.gravity(none),
                it -> it.acceleration(some, some, none),
                it -> it.massMatrix(none),
                it -> it.jacobian("base", none),
                it -> it.pose("base", none),
                it -> it.simulate(none, some, 1),
                it -> it.simulate(some, none, 1),
                it -> it.simulate(some, some, Double.NaN),
                it -> it.plan(some, none))) {
            assertThatIllegalArgumentException().isThrownBy(() -> question.apply(robot));
        }
    }

    @Test
    void compiledCodeSaysTheSame() {
        Catena robot = Catena.load("stanford");
        Motion motion = new Motion(robot, 8);
        double[] tau = new double[6];
        robot.compile(Quantity.TORQUE).evaluate(motion.q, motion.qd, motion.qdd, tau);
        assertNear(tau, robot.torque(motion.q, motion.qd, motion.qdd), 1e-10);
        Catena linkage = Catena.load("four-bar");
        double[] torque = new double[1];
        new ClosedLoopCode(linkage.compile(Quantity.TORQUE))
                .evaluate(new double[] {0.8}, new double[] {1.5}, new double[] {-2}, torque);
        assertNear(torque, linkage.torque(new double[] {0.8}, new double[] {1.5}, new double[] {-2}), 1e-10);
    }

    @Test
    void anotherThreadTakesACopy() {
        Catena robot = Catena.load("two-link");
        double[] q = {0.1, 0.2};
        double[] here = robot.gravity(q);
        assertThatThrownBy(() ->
                        CompletableFuture.supplyAsync(() -> robot.massMatrix(q)).join())
                .isInstanceOf(CompletionException.class)
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("copy()");
        Catena other = robot.copy();
        assertThat(CompletableFuture.supplyAsync(() -> other.gravity(q)).join()).containsExactly(here);
        assertThatIllegalStateException().isThrownBy(() -> other.gravity(q));
        double[] tau = new double[2];
        new InverseDynamics(robot.model()).gravity(q, tau);
        assertThat(here).containsExactly(tau);
    }
}
