package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Robots with springs in their drives that stand on the world, or whose loops are ties. */
class ElasticContactTest {
    private static final Pose PLACE = new Pose(Rotation.fromRollPitchYaw(0.3, -0.2, 0.5), new Vector3(0.1, 0.4, 0.7));

    /** A robot on a point, with velocities that keep it. */
    private static final class Standing {
        final RobotModel robot;
        final boolean floats;
        final ElasticCoordinates coordinates;
        final BaseMotion base = new BaseMotion();
        final double[] q;
        final double[] qd;
        final double[] tau;
        final ExternalWrenches wrenches;
        final int foot;
        final List<CutJoint> contacts;
        final double[] baseAcceleration = new double[6];
        final double[] qdd;

        Standing(RobotModel given, long seed, boolean floats) {
            this.floats = floats;
            robot = floats ? given.withFloatingBase() : given;
            coordinates = new ElasticCoordinates(robot);
            RandomNumbers random = new RandomNumbers(seed);
            q = random.vector(coordinates.size(), 1);
            qd = random.vector(coordinates.size(), 1);
            tau = random.vector(robot.jointCount(), 5);
            qdd = new double[coordinates.size()];
            foot = robot.bodies().size() - 1;
            wrenches = new ExternalWrenches(robot);
            wrenches.inWorld(1, new Vector3(3, -2, 1), new Vector3(0.4, 0.2, -0.7));
            base.pose(floats ? PLACE : Pose.IDENTITY);
            Kinematics kinematics = new Kinematics(robot);
            kinematics.compute(base, joints(q), null, null, null);
            contacts = List.of(CutJoint.contact(
                    "foot",
                    CutKind.SPHERICAL,
                    kinematics.worldFromBody(foot),
                    robot.bodies().get(foot).name(),
                    Pose.IDENTITY));
            double[] step = new double[robot.jointCount()];
            double[] baseStep = new double[6];
            if (floats) {
                base.velocityInBase(new Vector3(0.3, 0.2, -0.5), new Vector3(1, -0.7, 0.4));
            }
            double unused = new ConstraintProjection(robot, contacts)
                    .closeVelocities(floats ? base : null, joints(q), joints(qd), baseStep, step);
            for (int k = 0; k < step.length; k++) {
                qd[k] += step[k];
            }
            if (floats) {
                Vector3 v = base.velocityInBase().linear().plus(Vector3.of(Arrays.copyOf(baseStep, 3)));
                Vector3 w = base.velocityInBase().angular().plus(Vector3.of(Arrays.copyOfRange(baseStep, 3, 6)));
                base.velocityInBase(v, w);
            }
        }

        double[] joints(double[] all) {
            return Arrays.copyOf(all, robot.jointCount());
        }

        void compute(ElasticConstrainedForwardDynamics dynamics) {
            if (floats) {
                dynamics.computeFloating(base, q, qd, tau, wrenches, baseAcceleration, qdd);
            } else {
                dynamics.compute(null, q, qd, tau, wrenches, qdd);
            }
        }
    }

    /** Motors anywhere; of every third robot joints follow others, and one that is behind a spring leads. */
    private static RobotModel robot(long seed) {
        RobotModel tree = RandomRobots.everything(seed, 9);
        if (seed % 3 != 0) {
            return RandomDrives.anywhere(tree, seed);
        }
        RobotModel coupled = CoupledRobots.couple(tree, seed, 0.3);
        Joint leader = coupled.movingJoints().get(0);
        return coupled.toBuilder()
                .replace(leader.with(new Drive(0.3, null).with(new Spring(300, 0.1))))
                .build();
    }

    /** With reactions as loads, inverse dynamics needs what motors and springs give, nothing holds the base, and the foot stands. */
    @ParameterizedTest
    @CsvSource({"5,false", "6,false", "7,false", "5,true", "6,true", "7,true", "9,true"})
    void newtonsLawHoldsWithReactions(long seed, boolean floats) {
        Standing s = new Standing(robot(seed), seed, floats);
        assertThat(s.coordinates.motorCount()).isPositive();
        ElasticConstrainedForwardDynamics dynamics = new ElasticConstrainedForwardDynamics(s.robot, s.contacts);
        s.compute(dynamics);
        assertThat(dynamics.gap()).isLessThan(1e-13);
        assertThat(dynamics.slip()).isLessThan(1e-12);

        BaseMotion moving = new BaseMotion().set(s.base);
        double[] a = s.baseAcceleration;
        moving.accelerationInBase(new Vector3(a[0], a[1], a[2]), new Vector3(a[3], a[4], a[5]));
        Kinematics kinematics = new Kinematics(s.robot);
        kinematics.compute(moving, s.joints(s.q), s.joints(s.qd), s.joints(s.qdd), null);
        double size = 1 + Arrays.stream(s.qdd).map(Math::abs).max().orElseThrow();
        assertThat(kinematics.accelerationInWorld(s.foot).linear().norm()).isLessThan(1e-11 * size);

        double[] reaction = new double[6];
        dynamics.reaction(0, reaction);
        s.wrenches.inBody(
                s.foot,
                Vector3.of(Arrays.copyOf(reaction, 3))
                        .plus(s.wrenches.inBody(s.foot).force()),
                s.wrenches.inBody(s.foot).moment());
        double[] needed = new double[s.q.length];
        InverseDynamics inverse = InverseDynamics.withFreeMotors(s.robot);
        inverse.compute(moving, s.q, s.qd, s.qdd, s.wrenches, needed);
        double[] given = new double[s.q.length];
        System.arraycopy(s.tau, 0, given, 0, s.tau.length);
        for (int e = 0; e < s.coordinates.motorCount(); e++) {
            int k = s.coordinates.jointOfMotor(e);
            Spring spring = s.coordinates.spring(e);
            double effort = spring.stiffness() * (s.q[s.tau.length + e] + spring.restOffset() - s.q[k]);
            given[k] = effort;
            given[s.tau.length + e] = s.tau[k] - effort;
        }
        Agreement.check("efforts of seed " + seed, needed, given, 1e-10);
        if (floats) {
            double[] held = new double[6];
            inverse.jointWrenchInBody(0, held);
            Agreement.check("on the base", held, new double[6], 1e-9);
        }
    }

    static List<TestMechanisms.Moving> mechanisms() {
        return TestMechanisms.all();
    }

    /** Loops as ties in all coordinates, against loops by independent joints. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void tiesAreLoops(TestMechanisms.Moving m) {
        RobotModelBuilder builder = m.robot().toBuilder();
        for (Joint joint : m.robot().movingJoints()) {
            if (joint.name().equals(m.robot().loops().activeJoints().get(0))) {
                builder.replace(joint.with(new Drive(0.3, null).with(new Spring(300, 0.1))));
            }
        }
        RobotModel robot = builder.build();
        int count = m.q().length;
        int n = robot.jointCount();
        RandomNumbers random = new RandomNumbers(3);
        double[] q = Arrays.copyOf(m.q(), count + 1);
        q[count] = 0.7;
        double[] qd = random.vector(count + 1, 1);
        double[] tau = random.vector(robot.loops().activeJoints().size(), 5);
        double[] expected = new double[count + 1];
        ElasticLoopForwardDynamics loops = new ElasticLoopForwardDynamics(robot);
        loops.compute(q, qd, tau, expected);

        double[] all = new double[n];
        double[] allRates = new double[n];
        double[] allTau = new double[n];
        loops.kinematics().positions(all);
        loops.kinematics().velocities(allRates);
        for (int a = 0; a < tau.length; a++) {
            allTau[robot.coordinate(robot.loops().activeJoints().get(a))] = tau[a];
        }
        double[] found = new double[n + 1];
        new ElasticConstrainedForwardDynamics(robot, List.of())
                .compute(null, with(all, q[count]), with(allRates, qd[count]), allTau, null, found);
        double[] ofIndependent = new double[count + 1];
        for (int k = 0; k < count; k++) {
            ofIndependent[k] =
                    found[robot.coordinate(robot.loops().independentJoints().get(k))];
        }
        ofIndependent[count] = found[n];
        Agreement.check(m.name(), ofIndependent, expected, 1e-9);
    }

    private static double[] with(double[] joints, double motor) {
        double[] all = Arrays.copyOf(joints, joints.length + 1);
        all[joints.length] = motor;
        return all;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingIsAllocated(boolean floats) {
        Standing s = new Standing(robot(5), 5, floats);
        ElasticConstrainedForwardDynamics dynamics = new ElasticConstrainedForwardDynamics(s.robot, s.contacts);
        assertThat(Allocations.bytes(() -> s.compute(dynamics))).isZero();
        assertThatThrownBy(() -> dynamics.copy().gap()).isInstanceOf(IllegalStateException.class);
    }
}
