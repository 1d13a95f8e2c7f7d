package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.dynamics.MassMatrix;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Feet of robots with springs in their drives: how they strike, and what motors give where they stand. */
class ElasticImpactTest {
    private static final double GEAR = 5;
    private static final Pose PLACE = new Pose(Rotation.fromRollPitchYaw(0.3, -0.2, 0.5), new Vector3(0.1, 0.4, 0.7));
    private static final SpatialInertia MOTOR =
            new SpatialInertia(0.4, new Vector3(0.03, 0.02, -0.05), new InertiaTensor(2e-3, 0, 0, 2e-3, 0, 3e-3));

    /** A body at a point of the world, twice where rows may repeat each other. */
    private static List<CutJoint> contacts(RobotModel robot, BaseMotion base, double[] q, boolean redundant) {
        Kinematics kinematics = new Kinematics(robot.openTree());
        kinematics.compute(base, q, null, null, null);
        int foot = robot.bodies().size() - 1;
        String body = robot.bodies().get(foot).name();
        List<CutJoint> contacts = new ArrayList<>();
        for (int c = 0; c < (redundant ? 2 : 1); c++) {
            contacts.add(CutJoint.contact(
                    "foot" + c, CutKind.SPHERICAL, kinematics.worldFromBody(foot), body, Pose.IDENTITY));
        }
        return contacts;
    }

    private static BaseMotion base(boolean floats) {
        BaseMotion base = new BaseMotion().pose(floats ? PLACE : Pose.IDENTITY);
        return floats ? base.velocityInBase(new Vector3(0.3, 0.2, -0.5), new Vector3(1, -0.7, 0.4)) : base;
    }

    private static double[] dense(RobotModel robot, boolean floats, double[] q) {
        int size = q.length + (floats ? 6 : 0);
        double[] matrix = new double[size * size];
        MassMatrix mass = MassMatrix.withFreeMotors(robot);
        if (floats) {
            mass.computeFloating(q, matrix);
        } else {
            mass.compute(q, matrix);
        }
        return matrix;
    }

    /** M Δu = A P with M of joints and motors, the foot stops or rebounds, and the loss is that of kinetic energy. */
    @ParameterizedTest
    @CsvSource({"5,false,0,false", "6,true,0.4,false", "7,true,0,true", "9,true,1,false", "8,false,0.2,true"})
    void impulsesAreWhatMomentumGains(long seed, boolean floats, double restitution, boolean redundant) {
        RobotModel tree = RandomRobots.everything(seed, 8);
        RobotModel drawn = seed % 3 == 0
                ? springAtLeader(CoupledRobots.couple(tree, seed, 0.3))
                : RandomDrives.anywhere(tree, seed);
        RobotModel robot = floats ? drawn.withFloatingBase() : drawn;
        ElasticCoordinates coordinates = new ElasticCoordinates(robot);
        int size = coordinates.size();
        int n = robot.jointCount();
        int ofBase = floats ? 6 : 0;
        assertThat(coordinates.motorCount()).isPositive();
        RandomNumbers random = new RandomNumbers(seed);
        double[] q = random.vector(size, 1);
        double[] qd = random.vector(size, 1);
        BaseMotion base = base(floats);
        List<CutJoint> contacts = contacts(robot, base, Arrays.copyOf(q, n), redundant);
        ConstraintImpact impact = ConstraintImpact.withFreeMotors(robot, contacts);
        double[] after = new double[size];
        double[] ofBaseAfter = new double[6];
        if (floats) {
            impact.computeFloating(base, q, qd, restitution, ofBaseAfter, after);
        } else {
            impact.compute(null, q, qd, restitution, after);
        }
        double[] u = new double[ofBase + size];
        double[] v = new double[ofBase + size];
        Vector3[] given = {base.velocityInBase().linear(), base.velocityInBase().angular()};
        for (int k = 0; k < ofBase; k++) {
            u[k] = given[k / 3].toArray()[k % 3];
            v[k] = ofBaseAfter[k];
        }
        System.arraycopy(qd, 0, u, ofBase, size);
        System.arraycopy(after, 0, v, ofBase, size);

        // the foot
        Kinematics kinematics = new Kinematics(robot);
        int foot = robot.bodies().size() - 1;
        kinematics.compute(base, Arrays.copyOf(q, n), Arrays.copyOf(qd, n), null, null);
        Vector3 before = kinematics.velocityInWorld(foot).linear();
        Rotation worldFromFoot = kinematics.worldFromBody(foot).rotation();
        BaseMotion moving = new BaseMotion().set(base);
        moving.velocityInBase(
                Vector3.of(Arrays.copyOf(ofBaseAfter, 3)), Vector3.of(Arrays.copyOfRange(ofBaseAfter, 3, 6)));
        kinematics.compute(moving, Arrays.copyOf(q, n), Arrays.copyOf(after, n), null, null);
        Vector3 then = kinematics.velocityInWorld(foot).linear();
        assertThat(then.plus(before.times(restitution)).norm()).isLessThan(1e-11 * (1 + before.norm()));

        // what impulses do, by virtual work on each coordinate
        Vector3 impulse = Vector3.ZERO;
        for (int c = 0; c < contacts.size(); c++) {
            double[] six = new double[6];
            impact.impulse(c, six);
            impulse = impulse.plus(worldFromFoot.apply(Vector3.of(Arrays.copyOf(six, 3))));
        }
        double[] mass = dense(robot, floats, q);
        double[] gained = new double[u.length];
        double[] caused = new double[u.length];
        double energy = 0;
        for (int r = 0; r < u.length; r++) {
            for (int c = 0; c < u.length; c++) {
                gained[r] += mass[r * u.length + c] * (v[c] - u[c]);
                energy += 0.5 * mass[r * u.length + c] * (u[r] * u[c] - v[r] * v[c]);
            }
            caused[r] = impulse.dot(velocityOfFoot(robot, base, q, r, ofBase));
        }
        Agreement.check("momentum of seed " + seed, gained, caused, 1e-10);
        assertThat(impact.energyLoss()).isCloseTo(energy, within(1e-10 * (1 + Math.abs(energy))));
    }

    private static RobotModel springAtLeader(RobotModel coupled) {
        Joint leader = coupled.movingJoints().get(0);
        return coupled.toBuilder()
                .replace(leader.with(new Drive(0.3, null).with(new Spring(300, 0.1))))
                .build();
    }

    /** How the foot moves with a unit of one coordinate. */
    private static Vector3 velocityOfFoot(RobotModel robot, BaseMotion base, double[] q, int coordinate, int ofBase) {
        int n = robot.jointCount();
        double[] rates = new double[n];
        double[] ofBaseRates = new double[6];
        if (coordinate < ofBase) {
            ofBaseRates[coordinate] = 1;
        } else if (coordinate - ofBase < n) {
            rates[coordinate - ofBase] = 1;
        }
        BaseMotion unit = new BaseMotion().set(base);
        unit.velocityInBase(
                Vector3.of(Arrays.copyOf(ofBaseRates, 3)), Vector3.of(Arrays.copyOfRange(ofBaseRates, 3, 6)));
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(unit, Arrays.copyOf(q, n), rates, null, null);
        return kinematics.velocityInWorld(robot.bodies().size() - 1).linear();
    }

    /** A rotor behind a spring strikes as a body that turns on its own does; one that is geared to nothing is not felt. */
    @Test
    void rotorsAreBodiesOfTheirOwn() {
        RobotModel tree = RandomRobots.everything(3, 6).withoutFriction().withoutSprings();
        Joint driven = tree.movingJoints().get(1);
        String carrier = tree.bodies().get(tree.bodies().size() - 2).name();
        RobotModel robot = tree.toBuilder()
                .replace(driven.with(Drive.of(new Rotor(3e-3, GEAR, carrier, Vector3.Z).with(MOTOR))
                        .with(new Spring(500, 0.1))))
                .build();
        RobotModel explicit = tree.toBuilder()
                .replace(driven.with(Drive.NONE))
                .link(
                        Joint.revolute("motor", carrier, "rotor")
                                .at(new Pose(Rotation.IDENTITY, MOTOR.centerOfMass()), Vector3.Z),
                        new SpatialInertia(MOTOR.mass(), Vector3.ZERO, MOTOR.tensorAboutCenter()))
                .build();
        RobotModel reflected = tree.toBuilder()
                .replace(driven.with(new Drive(0.3, null).with(new Spring(500, 0.1))))
                .build();
        int n = tree.jointCount();
        int at = explicit.coordinate("motor");
        RandomNumbers random = new RandomNumbers(3);
        double[] q = random.vector(n + 1, 1);
        double[] qd = random.vector(n + 1, 1);
        double[] q2 = new double[n + 1];
        double[] qd2 = new double[n + 1];
        for (String joint : tree.jointNames()) {
            q2[explicit.coordinate(joint)] = q[tree.coordinate(joint)];
            qd2[explicit.coordinate(joint)] = qd[tree.coordinate(joint)];
        }
        q2[at] = GEAR * q[n];
        qd2[at] = GEAR * qd[n];
        BaseMotion base = base(false);
        List<CutJoint> contacts = contacts(tree, base, Arrays.copyOf(q, n), false);
        double[] found = new double[n + 1];
        double[] other = new double[n + 1];
        ConstraintImpact impact = ConstraintImpact.withFreeMotors(robot, contacts);
        impact.compute(null, q, qd, 0, found);
        new ConstraintImpact(explicit, contacts).compute(null, q2, qd2, 0, other);
        for (String joint : tree.jointNames()) {
            assertThat(found[tree.coordinate(joint)]).isCloseTo(other[explicit.coordinate(joint)], within(1e-10));
        }
        assertThat(found[n]).isCloseTo(other[at] / GEAR, within(1e-10));
        assertThat(found[n]).isNotCloseTo(qd[n], within(1e-6));

        // inertia that is reflected alone stays behind the spring
        double[] behind = new double[n + 1];
        ConstraintImpact.withFreeMotors(reflected, contacts).compute(null, q, qd, 0, behind);
        assertThat(behind[n]).isEqualTo(qd[n]);
        double[] without = new double[n];
        RobotModel bare = tree.toBuilder().replace(driven.with(Drive.NONE)).build();
        new ConstraintImpact(bare, contacts).compute(null, Arrays.copyOf(q, n), Arrays.copyOf(qd, n), 0, without);
        Agreement.check("without the motor", Arrays.copyOf(behind, n), without, 1e-11);
        assertThat(Allocations.bytes(() -> impact.compute(null, q, qd, 0, found)))
                .isZero();
        assertThatThrownBy(() -> new ConstraintImpact(robot, contacts)).hasMessageContaining("withFreeMotors");
        assertThat(impact.copy()).isNotSameAs(impact);
    }

    /** Inverse dynamics of what forward dynamics gives: the same torques and reactions; other accelerations have no answer. */
    @ParameterizedTest
    @CsvSource({"5,false", "6,true", "7,true", "9,true"})
    void inverseDynamicsFindsTorquesAndReactions(long seed, boolean floats) {
        RobotModel tree = RandomRobots.everything(seed, 8);
        RobotModel drawn = seed % 3 == 0
                ? springAtLeader(CoupledRobots.couple(tree, seed, 0.3))
                : RandomDrives.anywhere(tree, seed);
        RobotModel robot = floats ? drawn.withFloatingBase() : drawn;
        int n = robot.jointCount();
        int size = new ElasticCoordinates(robot).size();
        RandomNumbers random = new RandomNumbers(seed);
        double[] q = random.vector(size, 1);
        double[] qd = new double[size];
        System.arraycopy(random.vector(size - n, 1), 0, qd, n, size - n);
        BaseMotion base = new BaseMotion().pose(floats ? PLACE : Pose.IDENTITY);
        List<CutJoint> contacts = contacts(robot, base, Arrays.copyOf(q, n), false);
        double[] tau = random.vector(n, 5);
        double[] qdd = new double[size];
        double[] a = new double[6];
        ElasticConstrainedForwardDynamics forward = new ElasticConstrainedForwardDynamics(robot, contacts);
        if (floats) {
            forward.computeFloating(base, q, qd, tau, null, a, qdd);
        } else {
            forward.compute(null, q, qd, tau, null, qdd);
        }
        base.accelerationInBase(new Vector3(a[0], a[1], a[2]), new Vector3(a[3], a[4], a[5]));
        ConstrainedInverseDynamics inverse = ConstrainedInverseDynamics.withFreeMotors(robot, contacts);
        double[] found = new double[n];
        inverse.compute(base, q, qd, qdd, null, null, found);
        double[] expected = new double[6];
        double[] reaction = new double[6];
        forward.reaction(0, expected);
        inverse.reaction(0, reaction);
        if (floats) {
            // nothing but the foot holds the base
            Agreement.check("torques of seed " + seed, found, tau, 1e-9);
            Agreement.check("reaction of seed " + seed, reaction, expected, 1e-9);
        } else {
            for (Joint joint : robot.elasticJoints()) {
                int k = robot.coordinate(joint.name());
                assertThat(found[k]).isCloseTo(tau[k], within(1e-8 * (1 + Math.abs(tau[k]))));
            }
        }
        assertThat(Allocations.bytes(() -> inverse.compute(base, q, qd, qdd, null, null, found)))
                .isZero();
        // motors elsewhere give other efforts
        q[n] += 0.1;
        if (floats) {
            assertThatThrownBy(() -> inverse.compute(base, q, qd, qdd, null, null, found))
                    .isInstanceOf(NumericalException.class)
                    .hasMessageContaining("spring");
        }
        assertThatThrownBy(() -> new ConstrainedInverseDynamics(robot, contacts))
                .hasMessageContaining("withFreeMotors");
        assertThat(inverse.copy()).isNotSameAs(inverse);
    }
}
