package dev.catena.sensitivity;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.sensitivity.AppliedLoad.Variable;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What derivatives have to do with each other and with the other algorithms. */
class SensitivityIdentitiesTest {
    private static final double TOLERANCE = 1e-12;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 30);
    }

    private static RandomMotion motion(long seed) {
        return RandomMotion.of(RandomRobots.everything(100 + seed, (int) seed), seed)
                .withMovingBase(seed)
                .withLoads(seed);
    }

    /** Wrenches whose numbers do not change, on a base at rest, so that torques depend on q, q̇ and q̈ alone. */
    private static ExternalWrenches constantWrenches(RandomMotion motion) {
        ExternalWrenches wrenches = new ExternalWrenches(motion.model());
        motion.loads()
                .forEach((body, load) -> wrenches.inBody(
                                body, load.inBody().force(), load.inBody().moment())
                        .inWorld(body, load.inWorld().force(), load.inWorld().moment()));
        return wrenches;
    }

    private static double[][] torqueMatrices(RandomMotion motion, boolean floating) {
        int size = motion.model().jointCount() + (floating ? 6 : 0);
        double[][] out = new double[3][size * size];
        TorqueSensitivity torques =
                new TorqueSensitivity(floating ? motion.model().withFloatingBase() : motion.model());
        if (floating) {
            torques.computeFloating(
                    motion.baseMotion(),
                    motion.q(),
                    motion.qd(),
                    motion.qdd(),
                    motion.wrenches(),
                    List.of(),
                    out[0],
                    out[1],
                    out[2]);
        } else {
            torques.compute(
                    motion.baseMotion(),
                    motion.q(),
                    motion.qd(),
                    motion.qdd(),
                    motion.wrenches(),
                    List.of(),
                    out[0],
                    out[1],
                    out[2]);
        }
        return out;
    }

    private static double[] transpose(double[] matrix, int size) {
        double[] transposed = new double[matrix.length];
        for (int e = 0; e < matrix.length; e++) {
            transposed[e % size * size + e / size] = matrix[e];
        }
        return transposed;
    }

    /** out += matrix · vector. */
    private static void addProduct(double[] matrix, double[] vector, double[] out) {
        for (int i = 0; i < out.length; i++) {
            for (int k = 0; k < vector.length; k++) {
                out[i] += matrix[i * vector.length + k] * vector[k];
            }
        }
    }

    private static double[] product(double[] A, double[] B, int inner) {
        int rows = A.length / Math.max(1, inner);
        int columns = B.length / Math.max(1, inner);
        double[] product = new double[rows * columns];
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < inner; k++) {
                for (int j = 0; j < columns; j++) {
                    product[i * columns + j] += A[i * inner + k] * B[k * columns + j];
                }
            }
        }
        return product;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void byAccelerationIsTheMassMatrix(long seed) {
        RandomMotion motion = motion(seed);
        int n = motion.model().jointCount();
        double[] M = new double[n * n];
        double[] A = torqueMatrices(motion, false)[2];
        new MassMatrix(motion.model()).compute(motion.q(), M);
        Agreement.check("seed " + seed, A, M, TOLERANCE);
        Agreement.check("symmetry, seed " + seed, A, transpose(A, n), 0);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void byAccelerationIsTheFloatingMassMatrix(long seed) {
        RandomMotion motion = motion(seed);
        int size = 6 + motion.model().jointCount();
        double[] M = new double[size * size];
        double[] A = torqueMatrices(motion, true)[2];
        new MassMatrix(motion.model().withFloatingBase()).computeFloating(motion.q(), M);
        Agreement.check("seed " + seed, A, M, TOLERANCE);
        Agreement.check("symmetry, seed " + seed, A, transpose(A, size), TOLERANCE);
    }

    /** The joints' part of a floating robot is what a robot on a moving base has. */
    @ParameterizedTest
    @MethodSource("seeds")
    void floatingContainsFixed(long seed) {
        RandomMotion motion = motion(seed);
        int n = motion.model().jointCount();
        double[][] fixed = torqueMatrices(motion, false);
        double[][] floating = torqueMatrices(motion, true);
        for (int order = 0; order < 3; order++) {
            double[] block = new double[n * n];
            for (int e = 0; e < n * n; e++) {
                block[e] = floating[order][(6 + e / n) * (6 + n) + 6 + e % n];
            }
            Agreement.check("order %s, seed %s".formatted(order, seed), block, fixed[order], TOLERANCE);
        }
    }

    /** Moving the whole robot without turning it changes nothing; faster by a constant velocity, nothing either. */
    @ParameterizedTest
    @MethodSource("seeds")
    void forcesDoNotDependOnWhereTheBaseIs(long seed) {
        RandomMotion motion = motion(seed);
        int size = 6 + motion.model().jointCount();
        double[][] floating = torqueMatrices(motion, true);
        for (int row = 0; row < size; row++) {
            for (int k = 0; k < 3; k++) {
                Agreement.check("seed " + seed, floating[0][row * size + k], 0, 0);
                Agreement.check("seed " + seed, floating[1][row * size + k], 0, 0);
            }
        }
    }

    /** τ̇ = ∂τ/∂q q̇ + ∂τ/∂q̇ q̈ + ∂τ/∂q̈ q⃛: derivatives by Barman make the rates of Guarino. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theChainRuleGivesForceRates(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        int n = model.jointCount();
        ExternalWrenches wrenches = constantWrenches(motion);
        double[][] by = new double[3][n * n];
        new TorqueSensitivity(model)
                .compute(null, motion.q(), motion.qd(), motion.qdd(), wrenches, List.of(), by[0], by[1], by[2]);
        double[] expected = new double[n];
        new ForceRate(model)
                .compute(null, motion.q(), motion.qd(), motion.qdd(), motion.qddd(), wrenches, new double[n], expected);
        double[] actual = new double[n];
        addProduct(by[0], motion.qd(), actual);
        addProduct(by[1], motion.qdd(), actual);
        addProduct(by[2], motion.qddd(), actual);
        Agreement.check("seed " + seed, actual, expected, TOLERANCE);
    }

    /** M ∂q̈ = −∂τ, and M ∂q̈/∂τ = 1. */
    @ParameterizedTest
    @MethodSource("seeds")
    void accelerationsAreTorquesThroughTheMassMatrix(long seed) {
        RandomMotion random = motion(seed);
        RobotModel model = random.model();
        int n = model.jointCount();
        double[] tau = random.qddd();
        double[][] actual = new double[3][n * n];
        new AccelerationSensitivity(model)
                .compute(
                        random.baseMotion(),
                        random.q(),
                        random.qd(),
                        tau,
                        random.wrenches(),
                        actual[0],
                        actual[1],
                        actual[2]);
        double[] qdd = new double[n];
        ForwardDynamics.of(model).compute(random.baseMotion(), random.q(), random.qd(), tau, random.wrenches(), qdd);
        RandomMotion motion =
                new RandomMotion(model, random.q(), random.qd(), qdd, random.qddd(), random.base(), random.loads());
        double[][] by = torqueMatrices(motion, false);
        double[] one = new double[n * n];
        for (int k = 0; k < n; k++) {
            one[k * n + k] = 1;
        }
        for (int order = 0; order < 3; order++) {
            double[] expected = order == 2 ? one : product(by[order], one, n);
            double[] product = product(by[2], actual[order], n);
            for (int e = 0; e < expected.length && order < 2; e++) {
                product[e] = -product[e];
            }
            Agreement.check("order %s, seed %s".formatted(order, seed), product, expected, 1e-11);
        }
    }

    /** With λ = eᵢ, the contracted second derivatives make row i of the derivatives of force rates. */
    @ParameterizedTest
    @MethodSource("seeds")
    void curvatureGivesTheGradientOfForceRates(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        int n = model.jointCount();
        ExternalWrenches wrenches = constantWrenches(motion);
        double[][] rates = new double[4][n * n];
        new ForceRateSensitivity(model)
                .compute(
                        null,
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.qddd(),
                        wrenches,
                        rates[0],
                        rates[1],
                        rates[2],
                        rates[3]);
        double[][] by = new double[3][n * n];
        new TorqueSensitivity(model)
                .compute(null, motion.q(), motion.qd(), motion.qdd(), wrenches, List.of(), by[0], by[1], by[2]);
        double[] along = new double[3 * n];
        System.arraycopy(motion.qd(), 0, along, 0, n);
        System.arraycopy(motion.qdd(), 0, along, n, n);
        System.arraycopy(motion.qddd(), 0, along, 2 * n, n);
        TorqueCurvature curvature = new TorqueCurvature(model);
        double[] hessian = new double[9 * n * n];
        double[][] expected = new double[3][n * n];
        for (int i = 0; i < n; i++) {
            double[] lambda = new double[n];
            lambda[i] = 1;
            curvature.compute(null, motion.q(), motion.qd(), motion.qdd(), wrenches, lambda, hessian);
            Agreement.check("symmetry, seed " + seed, hessian, transpose(hessian, 3 * n), 0);
            double[] row = new double[3 * n];
            addProduct(hessian, along, row);
            for (int k = 0; k < n; k++) {
                expected[0][i * n + k] = row[k];
                expected[1][i * n + k] = row[n + k] + by[0][i * n + k];
                expected[2][i * n + k] = row[2 * n + k] + by[1][i * n + k];
            }
        }
        for (int order = 0; order < 3; order++) {
            Agreement.check("order %s, seed %s".formatted(order, seed), rates[order], expected[order], TOLERANCE);
        }
        Agreement.check("by jerk, seed " + seed, rates[3], by[2], 0);
    }

    /** Torques are linear in accelerations: the second derivatives by them are zero. */
    @ParameterizedTest
    @MethodSource("seeds")
    void nothingCurvesWithAcceleration(long seed) {
        RandomMotion motion = motion(seed);
        int n = motion.model().jointCount();
        double[] hessian = new double[9 * n * n];
        new TorqueCurvature(motion.model())
                .compute(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.wrenches(),
                        motion.qddd(),
                        hessian);
        for (int i = 2 * n; i < 3 * n; i++) {
            for (int k = n; k < 3 * n; k++) {
                Agreement.check("seed " + seed, hessian[i * 3 * n + k], 0, 0);
            }
        }
    }

    /** A load that does not change is a wrench in world axes. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aConstantLoadAtTheOriginIsAWrenchInWorldAxes(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        int n = model.jointCount();
        int body = model.bodies().size() - 1;
        Vector3 force = new Vector3(1, -2, 3);
        Vector3 moment = new Vector3(0.5, 0.25, -1);
        ExternalWrenches wrenches = new ExternalWrenches(model).inWorld(body, force, moment);
        AppliedLoad load = new AppliedLoad(model, body).set(force, moment, Vector3.ZERO);
        double[][] one = new double[3][n * n];
        double[][] other = new double[3][n * n];
        TorqueSensitivity torques = new TorqueSensitivity(model);
        torques.compute(
                motion.baseMotion(),
                motion.q(),
                motion.qd(),
                motion.qdd(),
                wrenches,
                List.of(),
                one[0],
                one[1],
                one[2]);
        torques.compute(
                motion.baseMotion(),
                motion.q(),
                motion.qd(),
                motion.qdd(),
                null,
                List.of(load),
                other[0],
                other[1],
                other[2]);
        for (int order = 0; order < 3; order++) {
            Agreement.check("order %s, seed %s".formatted(order, seed), other[order], one[order], TOLERANCE);
        }
    }

    /** Along its axis, the wrench of a joint is its torque less what the drive takes. */
    @ParameterizedTest
    @MethodSource("seeds")
    void wrenchesContainTorques(long seed) {
        RobotModel model =
                RandomRobots.chain(seed, 6).prismaticShare(0.4).shuffled().build();
        RandomMotion motion = RandomMotion.of(model, seed).withMovingBase(seed).withLoads(seed);
        int n = model.jointCount();
        double[][] by = torqueMatrices(motion, false);
        WrenchSensitivity wrenches = new WrenchSensitivity(model);
        wrenches.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), List.of());
        double[] out = new double[6 * n];
        for (int body = 1; body <= n; body++) {
            var joint = model.jointOf(body).orElseThrow();
            Vector3 axis = joint.geometry().axisInJoint();
            axis = axis.times(1 / Math.sqrt(axis.dot(axis)));
            int first = joint.kind() == dev.catena.model.JointKind.PRISMATIC ? 0 : 3;
            for (Variable variable : Variable.values()) {
                wrenches.wrench(variable, body, out);
                for (int k = 0; k < n; k++) {
                    Vector3 part = new Vector3(out[first * n + k], out[(first + 1) * n + k], out[(first + 2) * n + k]);
                    Agreement.check(
                            "seed %s, body %s".formatted(seed, body),
                            part.dot(axis),
                            by[variable.ordinal()][model.coordinate(joint.name()) * n + k],
                            1e-10);
                }
            }
        }
    }

    /** Sign friction counts with its viscous part alone: away from rest that is its slope. */
    @ParameterizedTest
    @MethodSource("seeds")
    void signFrictionHasNoSlope(long seed) {
        RobotModel model = RandomRobots.tree(seed, 5).friction().build();
        RandomMotion motion = RandomMotion.of(model, seed);
        int n = model.jointCount();
        double[][] with = torqueMatrices(motion, false);
        double[][] without = torqueMatrices(
                new RandomMotion(
                        model.withoutFriction(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.qddd(),
                        motion.base(),
                        motion.loads()),
                false);
        double step = 1e-6;
        for (int k = 0; k < n; k++) {
            double[] forward = friction(model, motion.qd(), k, step);
            double[] backward = friction(model, motion.qd(), k, -step);
            Agreement.check(
                    "seed " + seed,
                    with[1][k * n + k] - without[1][k * n + k],
                    (forward[k] - backward[k]) / (2 * step),
                    1e-8);
        }
    }

    private static double[] friction(RobotModel model, double[] qd, int k, double step) {
        double[] faster = qd.clone();
        faster[k] += step;
        double[] tau = new double[qd.length];
        new InverseDynamics(model).friction(faster, tau);
        return tau;
    }
}
