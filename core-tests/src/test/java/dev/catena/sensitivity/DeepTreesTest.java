package dev.catena.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseMassMatrix;
import dev.catena.dynamics.MassMatrix;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Dual;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Real;
import dev.catena.tree.DeepTree;
import dev.catena.tree.JointMasses;
import dev.catena.tree.MovingTree;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chains and trees so deep that their matrices are computed row by row and solved through articulated bodies. */
class DeepTreesTest {
    private static final double TOLERANCE = 1e-10;

    static Stream<RandomMotion> motions() {
        return Stream.of(
                RandomMotion.of(
                        RandomRobots.chain(1, 52)
                                .prismaticShare(0.2)
                                .friction()
                                .reflectedInertia()
                                .build(),
                        1),
                RandomMotion.of(branched(2), 2).withMovingBase(2).withLoads(2),
                RandomMotion.of(branched(6), 3).withLoads(3),
                // rows in threes, of which two and none are left
                RandomMotion.of(RandomRobots.chain(7, 23).baseInertia().build(), 4)
                        .withMovingBase(4)
                        .withLoads(4),
                RandomMotion.of(
                                RandomRobots.chain(8, 24)
                                        .prismaticShare(0.2)
                                        .baseInertia()
                                        .build(),
                                5)
                        .withLoads(5));
    }

    private static RobotModel branched(long seed) {
        return RandomRobots.tree(seed, 75)
                .branching(0.03)
                .prismaticShare(0.1)
                .baseInertia()
                .build();
    }

    @Test
    void treesAreDeepAndBranched() {
        List<MovingTree> trees = motions()
                .map(motion -> MovingTree.of(DeepTreesTest.class, motion.model()))
                .toList();
        assertThat(trees).allMatch(tree -> DeepTree.of(tree) != null);
        assertThat(trees.stream().map(tree -> new JointMasses(tree).fillsAll()))
                .containsExactly(true, false, false, true, true);
    }

    /** Rows of motors come after those of a chain, which fills all of its own. */
    @ParameterizedTest
    @ValueSource(ints = {3, 24, 44})
    void motorsBehindAChainLeaveNothingOfBefore(int joints) {
        RobotModel robot = RandomDrives.allElastic(RandomRobots.chain(5, joints).build(), 5);
        int size = 2 * joints;
        double[] zero = new double[size];
        double[][] fresh = new double[4][size * size];
        double[][] used = new double[4][size * size];
        for (double[] matrix : used) {
            Arrays.fill(matrix, 7);
        }
        MassMatrix masses = MassMatrix.withFreeMotors(robot);
        TorqueSensitivity torques = TorqueSensitivity.withFreeMotors(robot);
        for (double[][] out : List.of(fresh, used)) {
            masses.compute(zero, out[0]);
            torques.compute(zero, zero, zero, out[1], out[2], out[3]);
        }
        assertThat(used).isDeepEqualTo(fresh);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("motions")
    void torques(RandomMotion motion) {
        int n = motion.model().jointCount();
        VariedMotion varied = new VariedMotion(motion, List.of());
        double[][] actual = new double[3][n * n];
        new TorqueSensitivity(motion.model())
                .compute(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.wrenches(),
                        List.of(),
                        actual[0],
                        actual[1],
                        actual[2]);
        for (int order = 0; order < 3; order++) {
            double[] expected = new double[n * n];
            for (int k = 0; k < n; k++) {
                NewtonEuler<Dual<Real>> dynamics = new NewtonEuler<>(varied.dualRobot(), varied.byJoint(order, k));
                SensitivityAgainstTextbookTest.setColumn(expected, k, Duals.derivatives(dynamics.torques()));
            }
            Agreement.check("order " + order, actual[order], expected, TOLERANCE);
        }
        double[] M = new double[n * n];
        new MassMatrix(motion.model()).compute(motion.q(), M);
        Agreement.check("mass matrix", M, actual[2], TOLERANCE);
    }

    /** ∂τ/∂q u + ∂τ/∂q̇ v + ∂τ/∂q̈ w by one dual number. */
    @ParameterizedTest
    @MethodSource("motions")
    void torquesAlongADirection(RandomMotion motion) {
        int n = motion.model().jointCount();
        double[][] direction = new double[3][];
        double[][] matrices = new double[3][n * n];
        for (int order = 0; order < 3; order++) {
            direction[order] = new Random(order).doubles(n, -1, 1).toArray();
        }
        new TorqueSensitivity(motion.model())
                .compute(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.wrenches(),
                        List.of(),
                        matrices[0],
                        matrices[1],
                        matrices[2]);
        VariedMotion varied = new VariedMotion(motion, List.of());
        double[] expected = Duals.derivatives(
                new NewtonEuler<>(varied.dualRobot(), varied.along(direction[0], direction[1], direction[2]))
                        .torques());
        double[] actual = new double[n];
        for (int k = 0; k < 3 * n * n; k++) {
            actual[k / n % n] += matrices[k / (n * n)][k % (n * n)] * direction[k / (n * n)][k % n];
        }
        Agreement.check("along a direction", actual, expected, TOLERANCE);
    }

    @ParameterizedTest
    @MethodSource("motions")
    void floatingTorquesContainThose(RandomMotion motion) {
        int n = motion.model().jointCount();
        int size = 6 + n;
        double[][] fixed = new double[3][n * n];
        double[][] floating = new double[3][size * size];
        TorqueSensitivity sensitivity = new TorqueSensitivity(motion.model());
        TorqueSensitivity withBase = new TorqueSensitivity(motion.model().withFloatingBase());
        sensitivity.compute(
                motion.baseMotion(),
                motion.q(),
                motion.qd(),
                motion.qdd(),
                motion.wrenches(),
                List.of(),
                fixed[0],
                fixed[1],
                fixed[2]);
        withBase.computeFloating(
                motion.baseMotion(),
                motion.q(),
                motion.qd(),
                motion.qdd(),
                motion.wrenches(),
                List.of(),
                floating[0],
                floating[1],
                floating[2]);
        double[] M = new double[size * size];
        new MassMatrix(motion.model().withFloatingBase()).computeFloating(motion.q(), M);
        Agreement.check("mass matrix", M, floating[2], TOLERANCE);
        for (int order = 0; order < 3; order++) {
            double[] part = new double[n * n];
            for (int row = 0; row < n; row++) {
                System.arraycopy(floating[order], (6 + row) * size + 6, part, row * n, n);
            }
            Agreement.check("order " + order, part, fixed[order], TOLERANCE);
        }
    }

    /** Of a tree whose coordinates are in another order than its bodies. */
    private static RandomMotion inOtherOrder() {
        RobotModel robot = RandomRobots.tree(4, 40)
                .branching(0.05)
                .prismaticShare(0.2)
                .baseInertia()
                .friction()
                .reflectedInertia()
                .shuffled()
                .build();
        return RandomMotion.of(robot, 5).withMovingBase(5).withLoads(5);
    }

    @Test
    void otherOrderIsDeepToo() {
        MovingTree tree = MovingTree.of(DeepTreesTest.class, inOtherOrder().model());
        assertThat(tree.depth()).isGreaterThan(16);
        assertThat(DeepTree.of(tree)).isNull();
    }

    static Stream<RandomMotion> alsoInOtherOrder() {
        return Stream.concat(motions(), Stream.of(inOtherOrder()));
    }

    /** M ∂q̈/∂q = −∂τ/∂q, M ∂q̈/∂q̇ = −∂τ/∂q̇ and M ∂q̈/∂τ = 1 at the accelerations that the torques cause. */
    @ParameterizedTest
    @MethodSource("alsoInOtherOrder")
    void accelerations(RandomMotion motion) {
        RobotModel model = motion.model();
        int n = model.jointCount();
        double[] tau = motion.qdd();
        double[] qdd = new double[n];
        double[][] actual = new double[3][n * n];
        double[][] torques = new double[3][n * n];
        ForwardDynamics.of(model).compute(motion.baseMotion(), motion.q(), motion.qd(), tau, motion.wrenches(), qdd);
        new TorqueSensitivity(model)
                .compute(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        qdd,
                        motion.wrenches(),
                        List.of(),
                        torques[0],
                        torques[1],
                        torques[2]);
        new AccelerationSensitivity(model)
                .compute(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        tau,
                        motion.wrenches(),
                        actual[0],
                        actual[1],
                        actual[2]);
        checkProducts(0, torques, actual);
    }

    static Stream<RandomMotion> onBasesWithInertia() {
        return alsoInOtherOrder().skip(1);
    }

    @ParameterizedTest
    @MethodSource("onBasesWithInertia")
    void floatingAccelerations(RandomMotion motion) {
        RobotModel model = motion.model().withFloatingBase();
        int n = model.jointCount();
        int size = 6 + n;
        double[] tau = motion.qdd();
        double[] a = new double[6];
        double[] qdd = new double[n];
        double[][] actual = {new double[size * size], new double[size * size], new double[size * n]};
        double[][] torques = new double[3][size * size];
        ForwardDynamics.of(model)
                .computeFloating(motion.baseMotion(), motion.q(), motion.qd(), tau, motion.wrenches(), a, qdd);
        new TorqueSensitivity(model)
                .computeFloating(
                        motion.baseMotion().accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]),
                        motion.q(),
                        motion.qd(),
                        qdd,
                        motion.wrenches(),
                        List.of(),
                        torques[0],
                        torques[1],
                        torques[2]);
        Arrays.fill(actual[0], 7);
        Arrays.fill(actual[1], 7);
        new AccelerationSensitivity(model)
                .computeFloating(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        tau,
                        motion.wrenches(),
                        actual[0],
                        actual[1],
                        actual[2]);
        checkProducts(6, torques, actual);
    }

    private static void checkProducts(int first, double[][] torques, double[][] actual) {
        int size = (int) Math.sqrt(torques[2].length);
        int n = size - first;
        double[][] expected = {new double[size * size], new double[size * size], new double[size * n]};
        for (int k = 0; k < size * size; k++) {
            expected[0][k] = -torques[0][k];
            expected[1][k] = -torques[1][k];
        }
        for (int k = 0; k < n; k++) {
            expected[2][(first + k) * n + k] = 1;
        }
        checkProduct("position", torques[2], actual[0], expected[0]);
        checkProduct("velocity", torques[2], actual[1], expected[1]);
        checkProduct("torque", torques[2], actual[2], expected[2]);
    }

    /** M X = Y, to the rounding of the terms of each sum. */
    private static void checkProduct(String what, double[] M, double[] X, double[] Y) {
        int n = (int) Math.sqrt(M.length);
        int columns = X.length / n;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                double size = 1;
                for (int k = 0; k < n; k++) {
                    sum += M[i * n + k] * X[k * columns + j];
                    size += Math.abs(M[i * n + k] * X[k * columns + j]);
                }
                assertThat(Math.abs(sum - Y[i * columns + j]))
                        .as("%s, row %s, column %s", what, i, j)
                        .isLessThanOrEqualTo(1e-11 * size);
            }
        }
    }

    /** The last link is a small wheel far from the base: about the base's origin, the digits of its inertia are lost. */
    @Test
    void slightInertias() {
        int n = 30;
        RobotModelBuilder builder = RobotModel.builder("chain with a wheel");
        for (int i = 1; i <= n; i++) {
            Joint joint = Joint.revolute("j" + i, i == 1 ? "base" : "b" + (i - 1), "b" + i)
                    .at(Pose.translation(i == 1 ? 0 : 0.3, 0.01 * i, 0), Vector3.Z);
            SpatialInertia link = i < n
                    ? SpatialInertia.aboutCenterOfMass(
                            1, new Vector3(0.15, 0, 0), InertiaTensor.diagonal(0.01, 0.01, 0.01))
                    : SpatialInertia.aboutCenterOfMass(
                            1e-3, new Vector3(0, 0, 0), InertiaTensor.diagonal(1e-12, 1e-12, 1e-12));
            builder.link(joint, link);
        }
        RobotModel model = builder.build();
        double[] q = new Random(4).doubles(n, -0.1, 0.1).toArray();
        double[][] actual = new double[3][n * n];
        double[] expected = new double[n * n];

        new AccelerationSensitivity(model).compute(q, q, new double[n], actual[0], actual[1], actual[2]);
        new InverseMassMatrix(model).compute(q, expected);

        for (int k = 0; k < n * n; k++) {
            double scale = Math.sqrt(expected[k / n * (n + 1)] * expected[k % n * (n + 1)]);
            assertThat(actual[2][k]).as("entry %s", k).isCloseTo(expected[k], within(1e-9 * scale));
        }
    }
}
