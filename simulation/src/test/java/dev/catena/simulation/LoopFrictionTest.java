package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.ShippedRobots;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Velocities after a step of closed loops with friction are the minimum of ½ xᵀ A x − bᵀ x + h Σ Fᵢ |Gᵢ x|, which is convex. */
class LoopFrictionTest {
    private static final double H = 0.1;

    private final Random random = new Random(4);

    /** A five-bar whose joints have friction of 1, 2, 3 … times the given. */
    private static RobotModel robot(double coulomb, double width) {
        return robot("five-bar", coulomb, width);
    }

    private static RobotModel robot(String name, double coulomb, double width) {
        RobotModel robot = ShippedRobots.load(name);
        RobotModelBuilder builder = robot.toBuilder();
        int k = 0;
        for (Joint joint : robot.movingJoints()) {
            builder.replace(joint.with(new Friction(coulomb * ++k, 0, width))
                    .with(joint.drive().with(Friction.NONE)));
        }
        return builder.build();
    }

    /** The equation of a step, at random. */
    private void fill(LoopFriction friction) {
        int n = friction.size;
        for (int k = 0; k < friction.G.length; k++) {
            friction.G[k] = random.nextGaussian();
        }
        double[] root = random.doubles((long) n * n, -1, 1).toArray();
        for (int r = 0; r < n; r++) {
            friction.load[r] = random.nextGaussian();
            for (int c = 0; c < n; c++) {
                friction.matrix[r * n + c] = r == c ? 1 : 0;
                for (int k = 0; k < n; k++) {
                    friction.matrix[r * n + c] += root[r * n + k] * root[c * n + k];
                }
            }
        }
    }

    /** What is to be minimized. */
    private static double cost(LoopFriction friction, double coulomb, double width, double[] x) {
        int n = friction.size;
        double cost = 0;
        for (int r = 0; r < n; r++) {
            cost -= friction.load[r] * x[r];
            for (int c = 0; c < n; c++) {
                cost += 0.5 * x[r] * friction.matrix[r * n + c] * x[c];
            }
        }
        for (int i = 0; i < friction.rows; i++) {
            double w = 0;
            for (int c = 0; c < n; c++) {
                w += friction.G[i * n + c] * x[c];
            }
            cost += H * coulomb * (i + 1) * (width == 0 ? Math.abs(w) : width * Math.log(Math.cosh(w / width)));
        }
        return cost;
    }

    private static void assertLeast(LoopFriction friction, double coulomb, double width, double step) {
        double least = cost(friction, coulomb, width, friction.x);
        Random directions = new Random(1);
        for (int k = 0; k < 48; k++) {
            double[] near = new double[friction.size];
            Arrays.setAll(near, i -> directions.nextGaussian());
            double length = Math.sqrt(Arrays.stream(near).map(x -> x * x).sum());
            Arrays.setAll(near, i -> friction.x[i] + step * near[i] / length);
            assertThat(cost(friction, coulomb, width, near))
                    .as("direction %s", k)
                    .isGreaterThan(least);
        }
    }

    /** All slip, one is held, all are held. */
    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.3, 1, 200})
    void impulsesTakeMostEnergy(double coulomb) {
        RobotModel robot = robot(coulomb, 0);
        LoopFriction friction = new LoopFriction(robot, new LoopMotion(robot));
        int held = 0;
        for (int sample = 0; sample < 40; sample++) {
            fill(friction);
            friction.impulses(H, new double[] {random.nextGaussian(), random.nextGaussian()}, new State(robot));
            assertLeast(friction, coulomb, 0, 1e-5);
            held += friction.x[0] == 0 && friction.x[1] == 0 ? 1 : 0;
        }
        if (coulomb < 0.1 || coulomb > 100) {
            assertThat(held).isEqualTo(coulomb < 0.1 ? 0 : 40);
        }
    }

    /** A joint near its dead point has little to hold others with, however strong its friction is, and at it nothing. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1e-5, 1e-8, 1e-16, 0})
    void jointsThatHardlyMoveHoldNothing(double rate) {
        RobotModel robot = robot(1, 0);
        LoopFriction friction = new LoopFriction(robot, new LoopMotion(robot));
        for (int sample = 0; sample < 20; sample++) {
            fill(friction);
            for (int c = 0; c < friction.size; c++) {
                friction.G[friction.size + c] *= rate;
            }
            friction.impulses(H, new double[2], new State(robot));
            assertLeast(friction, 1, 0, 1e-5);
        }
    }

    /** In three freedoms, of which some are held. */
    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.01, 0.03, 0.1, 10})
    void impulsesOfThreeFreedoms(double coulomb) {
        RobotModel robot = robot("delta", coulomb, 0);
        LoopFriction friction = new LoopFriction(robot, new LoopMotion(robot));
        assertThat(friction.size).isEqualTo(3);
        for (int sample = 0; sample < 20; sample++) {
            fill(friction);
            friction.impulses(H, random.doubles(3, -1, 1).toArray(), new State(robot));
            assertLeast(friction, coulomb, 0, 1e-5);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 2})
    void smoothFrictionTakesMostEnergy(double coulomb) {
        double width = 0.2;
        RobotModel robot = robot(coulomb, width);
        LoopFriction friction = new LoopFriction(robot, new LoopMotion(robot));
        for (int sample = 0; sample < 20; sample++) {
            fill(friction);
            friction.impulses(H, new double[] {random.nextGaussian(), random.nextGaussian()}, new State(robot));
            assertLeast(friction, coulomb, width, 1e-4);
        }
    }

    /** Joints that are one and the same direction are held together, and what is across them slips. */
    @Test
    void parallelJointsAreHeldAsOne() {
        RobotModel robot = robot(1, 0);
        LoopFriction friction = new LoopFriction(robot, new LoopMotion(robot));
        for (int i = 0; i < friction.rows; i++) {
            friction.G[2 * i] = 0.5 + i;
            friction.G[2 * i + 1] = -0.25 - 0.5 * i;
        }
        System.arraycopy(new double[] {2, 0.5, 0.5, 1}, 0, friction.matrix, 0, 4);
        System.arraycopy(new double[] {1, 1}, 0, friction.load, 0, 2);
        friction.impulses(10, new double[2], new State(robot));
        // 2 x = y where it is held; along (1, 2) the mass is 2 + 2 + 4 = 8 and the load 3
        assertThat(friction.x[0]).isCloseTo(3.0 / 8, within(1e-9));
        assertThat(friction.x[1]).isCloseTo(6.0 / 8, within(1e-9));
    }

    /** Gᵢ M⁻¹ Gᵢᵀ. */
    @Test
    void mobilityIsVelocityOfAnImpulse() {
        RobotModel robot = robot(1, 0);
        LoopFriction friction = new LoopFriction(robot, new LoopMotion(robot));
        System.arraycopy(new double[] {2, 0.5, 0.5, 1}, 0, friction.mass, 0, 4);
        friction.G[2] = 3;
        friction.G[3] = -1;
        // M⁻¹ = [1 -0.5; -0.5 2] / 1.75
        assertThat(friction.mobility(1)).isCloseTo((9 + 3 + 2) / 1.75, within(1e-13));
        assertThat(friction.rate(1, new double[] {2, 5})).isEqualTo(1);
        friction.mass[0] = 0;
        assertThat(friction.mobility(1)).isZero();
    }

    @Test
    void whatHasNoInertiaIsRefused() {
        RobotModel robot = robot(1, 0);
        LoopFriction friction = new LoopFriction(robot, new LoopMotion(robot));
        assertThatThrownBy(() -> friction.impulses(H, new double[2], new State(robot)))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("no inertia");
    }
}
