package dev.catena.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.FloatingForceRate;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Feed-forward of elastic drives on a floating base: undone by forward dynamics, with rates; the limit of stiff springs. */
class FloatingElasticFeedForwardTest {
    /** Springs at every other joint, smooth friction at joints and motors. */
    private static RobotModel robot(long seed, int joints, double stiffness) {
        RobotModel tree = RandomRobots.tree(seed, joints).prismaticShare(0.3).build();
        RobotModelBuilder builder = tree.toBuilder()
                .base(
                        tree.base().name(),
                        SpatialInertia.aboutCenterOfMass(
                                5, new Vector3(0.1, 0.2, -0.1), InertiaTensor.diagonal(0.5, 0.6, 0.7)))
                .floating();
        int k = 0;
        for (Joint joint : tree.movingJoints()) {
            Drive drive = new Drive(0.2 + 0.1 * k, null).with(new Friction(0.1, 0.2, 0.8));
            builder.replace(joint.with(new Friction(0.3, 0.1, 0.7))
                    .with(k++ % 2 == 0 ? drive.with(new Spring(stiffness, 0.1)) : drive));
        }
        return builder.build();
    }

    private static double[][] motion(int order, int n, long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        double[][] motion = new double[order + 1][];
        for (int d = 0; d <= order; d++) {
            motion[d] = random.vector(n, 1);
        }
        return motion;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void forwardDynamicsUndoIt(long seed) {
        int n = 1 + (int) seed;
        RobotModel robot = robot(seed, n, 300);
        RandomMotion given = RandomMotion.of(robot, seed).withMovingBase(seed).withLoads(seed);
        FloatingElasticFeedForward feedForward =
                FloatingElasticFeedForward.withRates(robot).copy();
        assertThat(feedForward.order()).isEqualTo(5);
        int size = feedForward.coordinates().size();
        double[][] joints = motion(5, n, seed);
        double[] a = new double[6];
        double[] q = new double[size];
        double[] qd = new double[size];
        double[] qdd = new double[size];
        double[] tau = new double[n];
        double[] rates = new double[n];
        BaseMotion base = given.baseMotion();
        feedForward.compute(base, joints, constant(given), a, q, qd, qdd, tau);
        feedForward.torqueRates(rates);

        double[] found = new double[6];
        double[] accelerations = new double[size];
        new ElasticForwardDynamics(robot).computeFloating(base, q, qd, tau, constant(given), found, accelerations);
        Agreement.check("base", found, a, 1e-9);
        Agreement.check("joints and motors", accelerations, qdd, 1e-8);

        // along the motion the joints have the jerk that was asked for, the motors that of θ
        int width = 6 + size;
        double[][] by = {new double[width * width], new double[width * width], new double[width * n]};
        new ElasticSensitivity(robot).accelerationFloating(base, q, qd, tau, constant(given), by[0], by[1], by[2]);
        Twist v = base.velocityInBase();
        Vector3 w = v.angular();
        Vector3 linear = new Vector3(a[0], a[1], a[2]).minus(w.cross(v.linear()));
        double[] position = all(v.linear(), w, qd);
        double[] velocity = all(linear, new Vector3(a[3], a[4], a[5]), qdd);
        double[] jerks = new double[size];
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < width; k++) {
                jerks[i] += by[0][(6 + i) * width + k] * position[k] + by[1][(6 + i) * width + k] * velocity[k];
            }
            for (int k = 0; k < n; k++) {
                jerks[i] += by[2][(6 + i) * n + k] * rates[k];
            }
        }
        double[] expected = Arrays.copyOf(joints[3], size);
        double[] theta = new double[size - n];
        feedForward.motorDerivative(3, theta);
        System.arraycopy(theta, 0, expected, n, size - n);
        Agreement.check("jerks", jerks, expected, 1e-7);
    }

    /** Wrenches that stay as they are. */
    private static ExternalWrenches constant(RandomMotion motion) {
        ExternalWrenches wrenches = new ExternalWrenches(motion.model());
        motion.loads().forEach((body, load) -> {
            var w = load.inWorld();
            wrenches.inWorld(
                    body,
                    w.force().x(),
                    w.force().y(),
                    w.force().z(),
                    w.moment().x(),
                    w.moment().y(),
                    w.moment().z());
        });
        return wrenches;
    }

    private static double[] all(Vector3 linear, Vector3 angular, double[] joints) {
        double[] all = new double[6 + joints.length];
        System.arraycopy(linear.toArray(), 0, all, 0, 3);
        System.arraycopy(angular.toArray(), 0, all, 3, 3);
        System.arraycopy(joints, 0, all, 6, joints.length);
        return all;
    }

    /** Along the motion of motors that it finds, springs do to all derivatives what the links of a free robot need. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void springsDoWhatFreeLinksNeed(long seed) {
        int n = 1 + (int) seed;
        RobotModel robot = robot(seed, n, 300);
        RandomMotion given = RandomMotion.of(robot, seed).withMovingBase(seed).withLoads(seed);
        FloatingElasticFeedForward feedForward = FloatingElasticFeedForward.withRates(robot);
        ElasticCoordinates coordinates = feedForward.coordinates();
        int size = coordinates.size();
        int order = feedForward.order() - 2;
        double[][] joints = motion(order + 2, n, seed);
        double[] a = new double[6];
        double[][] x = new double[3][size];
        double[] tau = new double[n];
        feedForward.compute(given.baseMotion(), joints, constant(given), a, x[0], x[1], x[2], tau);
        double[][] motion = new double[order + 3][];
        Arrays.setAll(motion, d -> Arrays.copyOf(joints[d], size));
        double[][] needed = new double[order + 1][size];
        double[] found = new double[6];
        TaylorInverseDynamics.floating(robot, order)
                .computeFloating(given.baseMotion(), motion, constant(given), found, needed);
        Agreement.check("base", a, found, 1e-11);
        for (int d = 0; d <= order; d++) {
            double[] efforts = new double[size - n];
            double[] theta = new double[size - n];
            feedForward.springEfforts(d, efforts);
            feedForward.motorDerivative(d, theta);
            for (int e = 0; e < efforts.length; e++) {
                int k = coordinates.jointOfMotor(e);
                Spring spring = coordinates.spring(e);
                Agreement.check("derivative " + d, efforts[e], needed[d][k], 1e-10);
                double stretch = theta[e] - joints[d][k] + (d == 0 ? spring.restOffset() : 0);
                Agreement.check("spring, derivative " + d, spring.stiffness() * stretch, efforts[e], 1e-10);
            }
        }
    }

    /** Ten times the stiffness leaves a tenth of the distance to rigid drives. */
    @Test
    void stiffSpringsAreRigid() {
        int n = 4;
        double[][] joints = motion(5, n, 9);
        RobotModel rigid = robot(3, n, 1).withoutSprings();
        BaseMotion base = RandomMotion.of(rigid, 5).withMovingBase(5).baseMotion();
        double[] a = new double[6];
        double[] jerk = new double[6];
        double[] expected = new double[n];
        double[] expectedRates = new double[n];
        new FloatingForceRate(rigid)
                .compute(base, joints[0], joints[1], joints[2], joints[3], null, a, jerk, expected, expectedRates);
        double before = 0;
        for (double stiffness : new double[] {1e5, 1e6}) {
            FloatingElasticFeedForward feedForward = FloatingElasticFeedForward.withRates(robot(3, n, stiffness));
            int size = feedForward.coordinates().size();
            double[] tau = new double[n];
            double[] rates = new double[n];
            feedForward.compute(base, joints, null, a, new double[size], new double[size], new double[size], tau);
            feedForward.torqueRates(rates);
            double distance = 0;
            for (int k = 0; k < n; k++) {
                distance += Math.abs(tau[k] - expected[k]) + Math.abs(rates[k] - expectedRates[k]);
            }
            if (before > 0) {
                assertThat(before / distance).isBetween(9.9, 10.1);
            }
            before = distance;
        }
    }

    @Test
    void nothingIsAllocated() {
        RobotModel robot = robot(2, 5, 100);
        FloatingElasticFeedForward feedForward = new FloatingElasticFeedForward(robot);
        ElasticRegressor regressor = new ElasticRegressor(robot);
        ElasticCurvature curvature = new ElasticCurvature(robot);
        int size = feedForward.coordinates().size();
        double[][] joints = motion(4, 5, 3);
        double[] a = new double[6];
        double[][] x = new double[3][size];
        double[] tau = new double[5];
        double[] lambda = new double[11];
        double[] hessian = new double[9 * (6 + size) * (6 + size)];
        double[] W = new double[regressor.rows() * regressor.columns()];
        BaseMotion base = new BaseMotion();
        assertThat(Allocations.bytes(() -> {
                    feedForward.compute(base, joints, null, a, x[0], x[1], x[2], tau);
                    regressor.compute(base, x[0], x[1], x[2], W);
                    curvature.computeFloating(base, x[0], x[1], x[2], null, lambda, hessian);
                }))
                .isZero();
    }

    /** W χ is what acts: torques, nothing at elastic joints, on any base the wrench there. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void regressorTimesParametersIsWhatActs(long seed) {
        int n = 2 + (int) seed;
        for (RobotModel robot : List.of(robot(seed, n, 300), robot(seed, n, 300).withFixedBase())) {
            ElasticRegressor regressor = new ElasticRegressor(robot).copy();
            ElasticCoordinates coordinates = regressor.coordinates();
            int size = coordinates.size();
            int first = regressor.rows() - size;
            RandomNumbers random = new RandomNumbers(seed);
            double[] q = random.vector(size, 1);
            double[] qd = random.vector(size, 1);
            double[] qdd = random.vector(size, 1);
            BaseMotion base = RandomMotion.of(robot, seed).withMovingBase(seed).baseMotion();
            double[] W = new double[regressor.rows() * regressor.columns()];
            regressor.compute(base, q, qd, qdd, W);
            double[] parameters = new double[regressor.columns()];
            regressor.parameters(parameters);
            double[] product = new double[regressor.rows()];
            for (int i = 0; i < product.length; i++) {
                for (int c = 0; c < parameters.length; c++) {
                    product[i] += W[i * parameters.length + c] * parameters[c];
                }
            }
            ElasticInverseDynamics inverse = new ElasticInverseDynamics(robot);
            inverse.compute(base, q, qd, qdd, null, new double[n]);
            double[] forces = new double[size];
            inverse.generalizedForces(forces);
            double[] expected = new double[regressor.rows()];
            double[] wrench = new double[6];
            inverse.jointWrenchInBody(0, wrench);
            System.arraycopy(wrench, 0, expected, 0, first);
            System.arraycopy(forces, 0, expected, first, size);
            for (int e = 0; e < coordinates.motorCount(); e++) {
                expected[first + coordinates.jointOfMotor(e)] -= coordinates.springEffort(e, q);
            }
            Agreement.check("seed " + seed, product, expected, 1e-11);
        }
    }

    @Test
    void whatHasNoAnswerIsRefused() {
        RobotModel gyroscopic = CombinationRobots.of(Golden.combinations(), "elastic_on_parents")
                .withFloatingBase();
        assertThatThrownBy(() -> new FloatingElasticFeedForward(gyroscopic))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("differential equation")
                .hasMessageContaining("withFixedBase()");
        RobotModel robot = robot(1, 2, 100);
        assertThatThrownBy(() -> new FloatingElasticFeedForward(robot.withFixedBase()))
                .hasMessageContaining("withFloatingBase()");
        FloatingElasticFeedForward feedForward = new FloatingElasticFeedForward(robot);
        assertThatThrownBy(() -> feedForward.torqueRates(new double[2])).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> feedForward.compute(
                        new BaseMotion(),
                        new double[3][2],
                        null,
                        new double[6],
                        new double[3],
                        new double[3],
                        new double[3],
                        new double[2]))
                .hasMessageContaining("up to 4");
    }
}
