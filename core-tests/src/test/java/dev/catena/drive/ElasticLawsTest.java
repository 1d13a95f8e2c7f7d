package dev.catena.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.algebra.Cholesky;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.Body;
import dev.catena.model.Drive;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.ExplicitMotors;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.ForceDerivatives;
import dev.catena.textbook.TextbookRobot;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws of physics for robots with springs and motors, and what they become in simple cases. */
class ElasticLawsTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    private static RobotModel robot(long seed) {
        return RandomDrives.anywhere(
                RandomRobots.tree(seed, 7)
                        .prismaticShare(0.3)
                        .friction()
                        .baseInertia()
                        .build(),
                seed);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theInertiaIsSymmetricAndPositiveDefinite(long seed) {
        RobotModel robot = robot(seed);
        ElasticMatrices matrices = new ElasticMatrices(robot);
        int size = matrices.coordinates().size();
        RandomNumbers random = new RandomNumbers(seed);
        double[] q = random.vector(size, 2);
        double[] qd = random.vector(size, 2);
        matrices.compute(q, qd);
        double[] a = new double[size * size];
        matrices.inertia(a);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                assertThat(a[i * size + j]).as("seed %s", seed).isEqualTo(a[j * size + i]);
            }
        }
        assertThat(Cholesky.factor(a.clone(), size)).as("seed %s", seed).isEqualTo(-1);

        int n = robot.jointCount();
        int motors = size - n;
        double[] b = new double[motors * motors];
        matrices.motorInertia(b);
        for (int i = 0; i < b.length; i++) {
            assertThat(b[i] > 0).as("seed %s, B is diagonal", seed).isEqualTo(i % (motors + 1) == 0);
        }
    }

    /** Columns of A are what unit accelerations take beyond ζ: Hua's Algorithm 2, by Algorithm 1. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theInertiaIsWhatUnitAccelerationsTake(long seed) {
        RobotModel robot = robot(seed);
        ElasticMatrices matrices = new ElasticMatrices(robot);
        ElasticInverseDynamics inverse = new ElasticInverseDynamics(robot);
        int size = matrices.coordinates().size();
        RandomNumbers random = new RandomNumbers(seed);
        double[] q = random.vector(size, 2);
        double[] qd = random.vector(size, 2);
        matrices.compute(q, qd);
        double[] a = new double[size * size];
        double[] zeta = new double[size];
        matrices.inertia(a);
        matrices.bias(zeta);
        double[] tau = new double[robot.jointCount()];
        double[] column = new double[size];
        double[] expected = new double[size];
        for (int k = 0; k < size; k++) {
            double[] unit = new double[size];
            unit[k] = 1;
            inverse.compute(q, qd, unit, tau);
            inverse.generalizedForces(column);
            for (int i = 0; i < size; i++) {
                expected[i] = zeta[i] + a[i * size + k];
            }
            Agreement.check("seed %s, column %s".formatted(seed, k), column, expected, 1e-11);
        }
    }

    /** On a motion that a rigid robot could make, θ̇ = q̇ and springs stretched by what joints take, springs change nothing. */
    @ParameterizedTest
    @MethodSource("seeds")
    void stretchedSpringsCarryTheMotionOfTheRigidRobot(long seed) {
        RobotModel robot = robot(seed);
        RandomMotion motion = RandomMotion.of(robot, seed).withMovingBase(seed).withLoads(seed);
        int n = robot.jointCount();
        double[] rigid = new double[n];
        ForwardDynamics.of(robot)
                .compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), rigid);

        ElasticCoordinates coordinates = new ElasticCoordinates(robot);
        double[] q = coordinates.relaxed(motion.q());
        double[] qd = withMotors(coordinates, motion.qd());
        double[] qdd = withMotors(coordinates, rigid);
        double[] rows = new double[coordinates.size()];
        double[] tau = new double[n];
        ElasticInverseDynamics inverse = new ElasticInverseDynamics(coordinates);
        inverse.compute(motion.baseMotion(), q, qd, qdd, motion.wrenches(), tau);
        inverse.generalizedForces(rows);
        for (int e = 0; e < coordinates.motorCount(); e++) {
            q[n + e] +=
                    rows[coordinates.jointOfMotor(e)] / coordinates.spring(e).stiffness();
        }

        inverse.compute(motion.baseMotion(), q, qd, qdd, motion.wrenches(), tau);
        Agreement.check("torques, seed " + seed, tau, motion.qdd(), 1e-9);
        double[] found = new double[coordinates.size()];
        new ElasticForwardDynamics(coordinates)
                .compute(motion.baseMotion(), q, qd, motion.qdd(), motion.wrenches(), found);
        Agreement.check("accelerations, seed " + seed, found, qdd, 1e-9);
    }

    private static double[] withMotors(ElasticCoordinates coordinates, double[] joints) {
        double[] all = new double[coordinates.size()];
        System.arraycopy(joints, 0, all, 0, joints.length);
        for (int e = 0; e < coordinates.motorCount(); e++) {
            all[joints.length + e] = joints[coordinates.jointOfMotor(e)];
        }
        return all;
    }

    /** Springs in the place of motors: direct dynamics undo inverse dynamics, and so does plain inverse dynamics. */
    @ParameterizedTest
    @MethodSource("seeds")
    void springsInPlaceOfMotors(long seed) {
        RobotModel rigid = RandomDrives.rigid(
                RandomRobots.tree(seed, 7).prismaticShare(0.3).friction().build(), seed);
        RobotModelBuilder builder = rigid.toBuilder();
        for (Joint joint : rigid.movingJoints()) {
            if (rigid.coordinate(joint.name()) % 2 == seed % 2) {
                builder.replace(joint.with(joint.drive().with(new Spring(100, 0.1))));
            }
        }
        RobotModel robot = builder.build();
        RandomMotion motion = RandomMotion.of(robot, seed).withMovingBase(seed).withLoads(seed);
        FlexibleJointDynamics dynamics = new FlexibleJointDynamics(robot);
        int n = robot.jointCount();
        double[] qdd = new double[n];
        double[] tau = new double[n];
        dynamics.inverse(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), qdd, tau);
        for (Joint joint : robot.elasticJoints()) {
            int k = robot.coordinate(joint.name());
            assertThat(tau[k]).isEqualTo(100 * (0 + 0.1 - motion.q()[k]));
        }
        double[] needed = new double[n];
        new InverseDynamics(robot)
                .compute(motion.baseMotion(), motion.q(), motion.qd(), qdd, motion.wrenches(), needed);
        double scale = Arrays.stream(qdd).map(Math::abs).max().orElseThrow();
        Agreement.check("torques, seed " + seed, needed, tau, 1e-12 * (1 + scale));
        double[] found = new double[n];
        dynamics.forward(motion.baseMotion(), motion.q(), motion.qd(), tau, motion.wrenches(), found);
        Agreement.check("accelerations, seed " + seed, found, qdd, 1e-10);
    }

    /** Ten times stiffer springs follow the rigid robot ten times closer. */
    @Test
    void stifferAndStifferSpringsTendToTheRigidRobot() {
        RobotModel soft =
                RandomDrives.allElastic(RandomRobots.chain(5, 3).build(), 5).withoutFriction();
        double[] start = {0.3, -0.4, 0.5};
        double[] still = new double[3];
        double[] tau = {0.5, -0.3, 0.2};
        ForwardDynamics rigid = ForwardDynamics.of(soft);
        double[] distance = new double[3];
        for (int i = 0; i < 3; i++) {
            RobotModelBuilder builder = soft.toBuilder();
            double stiffness = 1e4 * Math.pow(10, i);
            soft.joints()
                    .forEach(joint -> builder.replace(joint.with(joint.drive().with(Spring.of(stiffness)))));
            ElasticForwardDynamics elastic = new ElasticForwardDynamics(builder.build());
            RungeKutta path = new RungeKutta(
                    elastic.coordinates().relaxed(start),
                    new double[6],
                    (q, qd, qddOut) -> elastic.compute(q, qd, tau, qddOut));
            RungeKutta expected = new RungeKutta(start, still, (q, qd, qddOut) -> rigid.compute(q, qd, tau, qddOut));
            for (int part = 0; part < 100; part++) {
                path.advance(0.002, 100);
                expected.advance(0.002, 4);
                for (int k = 0; k < 3; k++) {
                    distance[i] = Math.max(distance[i], Math.abs(path.q()[k] - expected.q()[k]));
                }
            }
        }
        assertThat(distance[0]).isBetween(1e-7, 1e-2);
        assertThat(distance[1]).isLessThan(distance[0] / 5);
        assertThat(distance[2]).isLessThan(distance[1] / 5);
    }

    /** Nothing drives, nothing brakes: kinetic, potential and spring energy together stay for five seconds. */
    @Test
    void undrivenElasticRobotsKeepTheirEnergy() {
        RobotModel robot =
                RandomDrives.anywhere(RandomRobots.tree(8, 5).build(), 8).withoutFriction();
        ElasticCoordinates coordinates = new ElasticCoordinates(robot);
        assertThat(coordinates.motorCount()).isBetween(2, 4);
        ElasticForwardDynamics dynamics = new ElasticForwardDynamics(coordinates);
        double[] start = coordinates.relaxed(new double[] {0.2, -0.3, 0.4, 0.1, -0.5});
        start[start.length - 1] += 0.3;
        double[] none = new double[5];
        RungeKutta path = new RungeKutta(
                start, new double[start.length], (q, qd, qddOut) -> dynamics.compute(q, qd, none, qddOut));
        double before = energy(coordinates, path);
        double kinetic = 0;
        for (int second = 0; second < 5; second++) {
            path.advance(1, 20_000);
            kinetic = Math.max(kinetic, energy(coordinates, path) - potentialEnergy(coordinates, path));
            assertThat(Math.abs(energy(coordinates, path) - before))
                    .as("after %s s", second + 1)
                    .isLessThan(1e-8 * Math.max(1, Math.abs(before)));
        }
        assertThat(kinetic).isGreaterThan(1);
    }

    private static double energy(ElasticCoordinates coordinates, RungeKutta path) {
        int size = coordinates.size();
        ElasticMatrices matrices = new ElasticMatrices(coordinates);
        matrices.compute(path.q(), path.qd());
        double[] a = new double[size * size];
        matrices.inertia(a);
        double kinetic = 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                kinetic += 0.5 * path.qd()[i] * a[i * size + j] * path.qd()[j];
            }
        }
        return kinetic + potentialEnergy(coordinates, path);
    }

    private static double potentialEnergy(ElasticCoordinates coordinates, RungeKutta path) {
        int n = coordinates.jointCount();
        double[] q = Arrays.copyOf(path.q(), n);
        Kinematics kinematics = new Kinematics(coordinates.model());
        kinematics.compute(null, q, new double[n], null, null);
        SystemMotion whole = new SystemMotion(coordinates.model());
        whole.compute(kinematics);
        return whole.potentialEnergy() + coordinates.springEnergy(path.q());
    }

    /** With gear ratio one, a motor on the base at the joint is the simple rotor, elastic or not. */
    @Test
    void aMotorAtTheJointWithoutGearIsTheSimpleRotor() {
        RobotModel bare = RandomRobots.chain(3, 4).build();
        Joint first = bare.joints().get(0);
        Pose at = first.geometry().parentFromJoint();
        Vector3 axis = at.rotation().apply(first.geometry().axisInJoint());
        Drive motor = Drive.of(new Rotor(0.03, 1, "base", axis));
        Drive simple = Drive.reflected(0.03);
        RandomMotion motion = RandomMotion.of(bare, 3);
        double[][] tau = new double[2][4];
        double[][] qdd = new double[2][5];
        Drive[] drives = {motor, simple};
        for (int i = 0; i < 2; i++) {
            RobotModel rigid = bare.toBuilder().replace(first.with(drives[i])).build();
            new InverseDynamics(rigid).compute(motion.q(), motion.qd(), motion.qdd(), tau[i]);
            RobotModel elastic = bare.toBuilder()
                    .replace(first.with(drives[i].with(Spring.of(300))))
                    .build();
            new ElasticForwardDynamics(elastic)
                    .compute(
                            new double[] {motion.q()[0], 0.2, -0.4, 0.3, motion.q()[0] + 0.1},
                            new double[] {0.3, -0.2, 0.5, 0.1, 0.7},
                            motion.qdd(),
                            qdd[i]);
        }
        Agreement.check("torques", tau[0], tau[1], 1e-13);
        Agreement.check("accelerations", qdd[0], qdd[1], 1e-13);
    }

    /** With gear ratio one, a rotor on the axis of its joint turns as a part of the child does. */
    @Test
    void aRotorWithoutGearTurnsWithTheChild() {
        RobotModel bare = RandomRobots.chain(4, 3).build();
        Joint third = bare.joints().get(2);
        Vector3 inJoint = third.geometry().axisInJoint().normalized();
        Vector3 inParent = third.geometry().parentFromJoint().rotation().apply(inJoint);
        double axial = 0.05;
        SpatialInertia parent = bare.bodies().get(2).inertia();
        SpatialInertia child = bare.bodies().get(3).inertia();
        RobotModel withMotor = bare.toBuilder()
                .replace(new Body(third.parent(), plusAxial(parent, axial, inParent)))
                .replace(third.with(Drive.of(new Rotor(axial, 1, third.parent(), inParent))))
                .build();
        RobotModel asChild = bare.toBuilder()
                .replace(new Body(third.child(), plusAxial(child, axial, inJoint)))
                .build();
        RandomMotion motion = RandomMotion.of(bare, 4);
        double[] expected = new double[3];
        double[] actual = new double[3];
        new InverseDynamics(asChild).compute(motion.q(), motion.qd(), motion.qdd(), expected);
        new InverseDynamics(withMotor).compute(motion.q(), motion.qd(), motion.qdd(), actual);
        Agreement.check("torques", actual, expected, 1e-13);
    }

    private static SpatialInertia plusAxial(SpatialInertia body, double amount, Vector3 z) {
        InertiaTensor tensor = new InertiaTensor(
                amount * z.x() * z.x(),
                amount * z.x() * z.y(),
                amount * z.x() * z.z(),
                amount * z.y() * z.y(),
                amount * z.y() * z.z(),
                amount * z.z() * z.z());
        return new SpatialInertia(
                body.mass(), body.centerOfMass(), body.tensorAboutCenter().plus(tensor));
    }

    /** Algorithms that know no springs take the drives as rigid: motors count, friction of both sides counts. */
    @ParameterizedTest
    @MethodSource("seeds")
    void otherAlgorithmsTakeDrivesAsRigid(long seed) {
        RobotModel robot = robot(seed);
        RandomMotion motion = RandomMotion.of(robot, seed).withMovingBase(seed).withLoads(seed);
        int n = robot.jointCount();
        double[] tau = new double[n];
        double[] rate = new double[n];
        new ForceRate(robot)
                .compute(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.qddd(),
                        motion.wrenches(),
                        tau,
                        rate);
        var textbook = new ForceDerivatives<>(TextbookRobot.of(robot), motion.textbook());
        Agreement.check("seed " + seed, tau, Duals.values(textbook.torques()), 1e-12);
        Agreement.check("seed " + seed, rate, Duals.values(textbook.torqueRates()), 1e-12);

        RobotModel stiff = robot.withoutSprings();
        assertThat(stiff.elasticJoints()).isEmpty();
        double[] expected = new double[n];
        new InverseDynamics(stiff)
                .compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), expected);
        Agreement.check("seed " + seed, tau, expected, 1e-12);
        ExplicitMotors explicit = new ExplicitMotors(stiff);
        double[] oracle = explicit.generalizedForces(
                explicit.textbook(motion, motion.q(), motion.qd(), motion.qdd()), motion.qd(), motion.qdd());
        Agreement.check("seed " + seed, tau, oracle, 1e-11);
    }
}
