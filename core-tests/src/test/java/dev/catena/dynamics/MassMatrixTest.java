package dev.catena.dynamics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.algebra.Cholesky;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Dual;
import dev.catena.textbook.MassMatrixByInverseDynamics;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The mass matrix, its product with a vector and its inverse, on random trees with everything that a robot can have. */
class MassMatrixTest {
    private static final double TOLERANCE = 1e-12;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 16);
    }

    private static RandomMotion motion(long seed) {
        return RandomMotion.of(RandomRobots.everything(seed, (int) seed + 1), seed)
                .withMovingBase(seed);
    }

    private static double[] fixed(RandomMotion motion) {
        int n = motion.model().jointCount();
        double[] matrix = new double[n * n];
        new MassMatrix(motion.model()).compute(motion.q(), matrix);
        return matrix;
    }

    private static double[] floating(RandomMotion motion) {
        int size = 6 + motion.model().jointCount();
        double[] matrix = new double[size * size];
        new MassMatrix(motion.model().withFloatingBase()).computeFloating(motion.q(), matrix);
        return matrix;
    }

    private static double[] times(double[] matrix, double[] x) {
        int n = x.length;
        double[] product = new double[matrix.length / Math.max(1, n)];
        for (int i = 0; i < product.length; i++) {
            for (int k = 0; k < n; k++) {
                product[i] += matrix[n * i + k] * x[k];
            }
        }
        return product;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static double[] joined(double[] a, double[] b) {
        double[] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        return all;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void isSymmetricAndPositiveDefinite(long seed) {
        for (double[] matrix : List.of(fixed(motion(seed)), floating(motion(seed)))) {
            int n = (int) Math.round(Math.sqrt(matrix.length));
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < i; k++) {
                    assertThat(matrix[n * i + k])
                            .as("seed %s, entry %s, %s", seed, i, k)
                            .isEqualTo(matrix[n * k + i]);
                }
            }
            assertThat(Cholesky.factor(matrix, n))
                    .as("seed %s: first pivot that is not positive", seed)
                    .isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void givesTheKineticEnergy(long seed) {
        RandomMotion motion = motion(seed);
        SystemMotion whole = new SystemMotion(motion.model());
        Kinematics kinematics = new Kinematics(motion.model());
        kinematics.compute(motion.q(), motion.qd());
        whole.compute(kinematics);
        double[] momenta = times(fixed(motion), motion.qd());
        Agreement.check("½ q̇ᵀM q̇, seed " + seed, 0.5 * dot(motion.qd(), momenta), whole.kineticEnergy(), TOLERANCE);

        BaseMotion base = motion.baseMotion();
        kinematics.compute(base, motion.q(), motion.qd(), null, null);
        whole.compute(kinematics);
        double[] v = new double[6];
        System.arraycopy(base.velocityInBase().linear().toArray(), 0, v, 0, 3);
        System.arraycopy(base.velocityInBase().angular().toArray(), 0, v, 3, 3);
        v = joined(v, motion.qd());
        Agreement.check(
                "½ vᵀM v, seed " + seed, 0.5 * dot(v, times(floating(motion), v)), whole.kineticEnergy(), TOLERANCE);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void isTheOneOfTheTextbook(long seed) {
        RandomMotion motion = motion(seed);
        TextbookRobot<Real> robot = TextbookRobot.of(motion.model());
        List<Real> entries = new ArrayList<>();
        new MassMatrixByInverseDynamics<>(robot)
                .massMatrix(Real.list(motion.q()))
                .forEach(entries::addAll);
        Agreement.check("mass matrix, seed " + seed, fixed(motion), Duals.values(entries), TOLERANCE);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void timesAVectorIsWhatTheRecursionGives(long seed) {
        checkColumns(motion(seed));
    }

    /** Trees of little depth without rotors are filled in another way, and so are chains and trees that are deep. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 8, 9, 48, 60})
    void depthDoesNotMatter(int depth) {
        RobotModel chain = RandomRobots.chain(depth, depth)
                .prismaticShare(0.3)
                .reflectedInertia()
                .baseInertia()
                .build();
        RobotModel tree = withBranch(chain, depth, 1);
        RobotModel limb = withBranch(chain, depth, 6);
        for (RobotModel model : List.of(chain, tree, limb)) {
            RandomMotion motion = RandomMotion.of(model, depth).withMovingBase(depth + 1);
            checkColumns(motion);
            checkWithBase(motion);
        }
    }

    /** One chain more, which begins in the middle. */
    private static RobotModel withBranch(RobotModel chain, int seed, int joints) {
        RobotModelBuilder builder = chain.toBuilder();
        String parent = chain.bodies().get(chain.jointCount() / 2).name();
        for (int k = 1; k <= joints; k++) {
            RandomNumbers random = new RandomNumbers(seed + k);
            String leaf = "leaf" + k;
            builder.link(
                    Joint.revolute("branch" + k, parent, leaf).at(random.pose(1), new Vector3(1, 2, 3)),
                    random.inertia());
            parent = leaf;
        }
        return builder.build();
    }

    private static void checkColumns(RandomMotion motion) {
        int n = motion.model().jointCount();
        double[] matrix = fixed(motion);
        double[] product = new double[n];
        InverseDynamics inverse = new InverseDynamics(motion.model());
        inverse.massTimes(motion.q(), motion.qdd(), product);
        Agreement.check("M q̈ of " + motion.model(), product, times(matrix, motion.qdd()), TOLERANCE);
        for (int k = 0; k < n; k++) {
            double[] unit = new double[n];
            unit[k] = 1;
            inverse.massTimes(motion.q(), unit, product);
            Agreement.check(
                    "column %s of %s".formatted(k, motion.model()),
                    product,
                    Arrays.copyOfRange(matrix, k * n, k * n + n),
                    TOLERANCE);
        }
    }

    /** τ and the wrench on the base are M times the accelerations of base and joints, and what is there without them. */
    @ParameterizedTest
    @MethodSource("seeds")
    void withABaseIsWhatInverseDynamicsGives(long seed) {
        checkWithBase(motion(seed).withLoads(seed));
    }

    private static void checkWithBase(RandomMotion motion) {
        RobotModel model = motion.model();
        int n = model.jointCount();
        BaseMotion base = motion.baseMotion();
        double[] acceleration = new double[6];
        System.arraycopy(base.accelerationInBase().linear().toArray(), 0, acceleration, 0, 3);
        System.arraycopy(base.accelerationInBase().angular().toArray(), 0, acceleration, 3, 3);
        double[] with = baseAndJoints(motion, base, motion.qdd());
        double[] without =
                baseAndJoints(motion, motion.baseMotion().accelerationInBase(0, 0, 0, 0, 0, 0), new double[n]);
        double[] product = times(floating(motion), joined(acceleration, motion.qdd()));
        for (int k = 0; k < 6 + n; k++) {
            product[k] += without[k];
        }
        Agreement.check("M a + h of " + model, product, with, TOLERANCE);
    }

    private static double[] baseAndJoints(RandomMotion motion, BaseMotion base, double[] qdd) {
        InverseDynamics inverse = new InverseDynamics(motion.model());
        double[] tau = new double[qdd.length];
        double[] wrench = new double[6];
        inverse.compute(base, motion.q(), motion.qd(), qdd, motion.wrenches(), tau);
        inverse.jointWrenchInBody(0, wrench);
        return joined(wrench, tau);
    }

    /**
     * Ṁ − 2C is skew, that is Ṁ = C + Cᵀ: with C x = Γ(q̇, x), the symmetric form behind the Coriolis torques c(q̇) =
     * Γ(q̇, q̇), yᵀṀ x = yᵀΓ(q̇, x) + xᵀΓ(q̇, y). Ṁ comes from the textbook on dual numbers.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    void itsRateLessTwiceCoriolisIsSkew(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        int n = model.jointCount();
        List<Dual<Real>> q = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            q.add(Dual.of(motion.q()[k], motion.qd()[k]));
        }
        List<Dual<Real>> entries = new ArrayList<>();
        TextbookRobot<Dual<Real>> robot = TextbookRobot.of(model, x -> Dual.of(x, 0));
        new MassMatrixByInverseDynamics<>(robot).massMatrix(q).forEach(entries::addAll);
        double[] rate = Duals.derivatives(entries);

        InverseDynamics inverse = new InverseDynamics(model);
        double[][] christoffel = new double[n][];
        for (int k = 0; k < n; k++) {
            double[] unit = new double[n];
            unit[k] = 1;
            christoffel[k] = polarized(inverse, motion, unit);
        }
        double[] sum = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                sum[n * i + k] = christoffel[k][i] + christoffel[i][k];
            }
        }
        Agreement.check("C + Cᵀ, seed " + seed, sum, rate, TOLERANCE);
    }

    /** Γ(q̇, x) = ½ (c(q̇ + x) − c(q̇) − c(x)). */
    private static double[] polarized(InverseDynamics inverse, RandomMotion motion, double[] x) {
        int n = x.length;
        double[] both = new double[n];
        double[] result = new double[n];
        double[] part = new double[n];
        for (int k = 0; k < n; k++) {
            both[k] = motion.qd()[k] + x[k];
        }
        inverse.coriolis(motion.q(), both, result);
        inverse.coriolis(motion.q(), motion.qd(), part);
        for (int k = 0; k < n; k++) {
            result[k] -= part[k];
        }
        inverse.coriolis(motion.q(), x, part);
        for (int k = 0; k < n; k++) {
            result[k] = 0.5 * (result[k] - part[k]);
        }
        return result;
    }

    static LongStream sizes() {
        return LongStream.of(1, 2, 5, 12, 40, 200);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void timesItsInverseIsOne(long bodies) {
        RobotModel model = ForwardDynamicsTest.withRotorsOnParents(RandomRobots.everything(500 + bodies, (int) bodies));
        int n = model.jointCount();
        double[] q = new RandomNumbers(bodies).vector(n, 2);
        double[] matrix = new double[n * n];
        double[] inverse = new double[n * n];
        new MassMatrix(model).compute(q, matrix);
        new InverseMassMatrix(model).compute(q, inverse);
        double[] product = new double[n * n];
        double[] one = new double[n * n];
        for (int i = 0; i < n; i++) {
            one[i * n + i] = 1;
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    product[i * n + j] += matrix[i * n + k] * inverse[k * n + j];
                }
            }
        }
        Agreement.check("M M⁻¹ of " + model, product, one, 1e-9);
    }
}
