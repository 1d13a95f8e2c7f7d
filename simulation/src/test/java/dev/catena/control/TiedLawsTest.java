package dev.catena.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.mechanism.ConstraintImpact;
import dev.catena.model.BaseKind;
import dev.catena.model.Body;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.simulation.State;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws of robots that contacts or closed loops tie: what their torques do to the robot is what the law says. */
class TiedLawsTest {
    private static final int JOINTS = 8;

    private final RandomNumbers random = new RandomNumbers(4);
    private final double[] stiffness = positive();
    private final double[] damping = positive();
    private final SineTrajectory trajectory = new SineTrajectory(vector(), vector(), positive(), vector());

    private double[] vector() {
        return random.vector(JOINTS, 0.5);
    }

    private double[] positive() {
        return Arrays.stream(random.vector(JOINTS, 3)).map(x -> 4 + x).toArray();
    }

    /** q̈_d + K_d ė + K_p e. */
    private double[] wanted(double time, State state) {
        double[] q = new double[JOINTS];
        double[] qd = new double[JOINTS];
        double[] qdd = new double[JOINTS];
        trajectory.at(time, q, qd, qdd);
        for (int k = 0; k < JOINTS; k++) {
            qdd[k] += damping[k] * (qd[k] - state.jointVelocities()[k])
                    + stiffness[k] * (q[k] - state.jointPositions()[k]);
        }
        return qdd;
    }

    /** A tree of revolute joints that stands on its last bodies, and moves as contacts allow. */
    private final class Stand {
        private final RobotModel robot;
        private final List<CutJoint> contacts = new ArrayList<>();
        private final State state;
        private final BaseMotion base = new BaseMotion();

        private Stand(boolean floats, CutKind... kinds) {
            RobotModel tree = RandomRobots.tree(3, JOINTS)
                    .friction()
                    .reflectedInertia()
                    .baseInertia()
                    .build();
            robot = floats ? tree.withFloatingBase() : tree;
            state = new State(robot).jointPositions(random.vector(JOINTS, 1));
            if (floats) {
                Pose place = random.pose(1);
                state.basePositionInWorld(place.position().toArray());
                state.baseOrientation(place.rotation().toQuaternion());
            }
            state.copyBaseTo(base);
            Kinematics kinematics = new Kinematics(robot);
            kinematics.compute(base, state.jointPositions(), null, null, null);
            List<Body> bodies = robot.bodies();
            for (int k = 0; k < kinds.length; k++) {
                String body = bodies.get(bodies.size() - 1 - 3 * k).name();
                Pose world = kinematics.worldFromBody(robot.bodyIndex(body));
                contacts.add(CutJoint.contact("at " + body, kinds[k], world, body, Pose.IDENTITY));
            }
            ConstraintImpact impact = new ConstraintImpact(robot, contacts);
            double[] after = new double[JOINTS];
            double[] ofBase = new double[6];
            if (floats) {
                impact.computeFloating(base, state.jointPositions(), vector(), 0, ofBase, after);
                state.baseVelocityInBase(ofBase);
            } else {
                impact.compute(null, state.jointPositions(), vector(), 0, after);
            }
            state.jointVelocities(after);
            state.copyBaseTo(base);
        }

        private double[] acceleration(double[] torque) {
            double[] qdd = new double[JOINTS];
            ConstrainedForwardDynamics dynamics = new ConstrainedForwardDynamics(robot, contacts);
            double[] q = state.jointPositions();
            double[] qd = state.jointVelocities();
            if (robot.baseKind() == BaseKind.FLOATING) {
                dynamics.computeFloating(base, q, qd, torque, null, new double[6], qdd);
            } else {
                dynamics.compute(null, q, qd, torque, null, qdd);
            }
            return qdd;
        }
    }

    /** On one foot the base goes along, and joints do all that they are asked for. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.7})
    void onOneFootJointsObey(double time) {
        Stand stand = new Stand(true, CutKind.FIXED);
        double[] torque = new double[JOINTS];
        new ContactComputedTorque(stand.robot, stand.contacts, stiffness, damping, trajectory)
                .copy()
                .torque(time, stand.state, torque);
        Agreement.check("acceleration", stand.acceleration(torque), wanted(time, stand.state), 1e-6);
    }

    /** A slide and a hinge on a foot, of any size. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e-6, 1e3, 1e6})
    void jointsObeyInAnyUnitOfLength(double meter) {
        SpatialInertia own = SpatialInertia.aboutCenterOfMass(
                2,
                new Vector3(0.1, 0.02, 0.2).times(meter),
                InertiaTensor.diagonal(0.02 * meter * meter, 0.03 * meter * meter, 0.04 * meter * meter));
        RobotModel robot = RobotModel.builder("sized")
                .gravity(0, 0, -9.81 * meter)
                .base("foot", own)
                .floating()
                .link(
                        Joint.revolute("knee", "foot", "leg")
                                .at(Pose.translation(0, 0.1 * meter, 0.4 * meter), Vector3.X),
                        own)
                .link(Joint.prismatic("slide", "leg", "arm").at(Pose.translation(0.3 * meter, 0, 0), Vector3.Y), own)
                .build();
        List<CutJoint> foot = List.of(CutJoint.contact("ground", CutKind.FIXED, Pose.IDENTITY, "foot", Pose.IDENTITY));
        double[] unit = {1, meter};
        double[] q = {0.3, 0.2 * meter};
        double[] wanted = {2, -1.5};
        double[] gains = {4, 4};
        Trajectory ahead = (time, position, velocity, acceleration) -> {
            for (int k = 0; k < 2; k++) {
                position[k] = q[k] + 0.25 * wanted[k] * unit[k];
                velocity[k] = 0;
                acceleration[k] = 0;
            }
        };
        State state = new State(robot).jointPositions(q);
        double[] torque = new double[2];
        new ContactComputedTorque(robot, foot, gains, gains, ahead).torque(0, state, torque);
        BaseMotion base = new BaseMotion();
        state.copyBaseTo(base);
        double[] found = new double[2];
        new ConstrainedForwardDynamics(robot, foot)
                .computeFloating(base, q, new double[2], torque, null, new double[6], found);
        for (int k = 0; k < 2; k++) {
            assertThat(found[k] / unit[k]).isCloseTo(wanted[k], within(1e-6));
        }
    }

    /** Where contacts tie joints, what is left undone is across all that contacts allow: no other motion is nearer. */
    @ParameterizedTest
    @CsvSource({"true, FIXED SPHERICAL", "false, SPHERICAL", "false, REVOLUTE"})
    void tiedJointsComeNearest(boolean floats, String kinds) {
        Stand stand = new Stand(
                floats,
                Arrays.stream(kinds.split(" ", -1)).map(CutKind::valueOf).toArray(CutKind[]::new));
        double[] torque = new double[JOINTS];
        new ContactComputedTorque(stand.robot, stand.contacts, stiffness, damping, trajectory)
                .torque(0.3, stand.state, torque);
        double[] found = stand.acceleration(torque);
        double[] wanted = wanted(0.3, stand.state);
        double[] left = new double[JOINTS];
        Arrays.setAll(left, i -> wanted[i] - found[i]);
        double[] along = new double[JOINTS];
        for (int k = 0; k < JOINTS; k++) {
            double[] other = torque.clone();
            other[k] += 10;
            double[] changed = stand.acceleration(other);
            Arrays.setAll(changed, i -> changed[i] - found[i]);
            // ties may lock a joint, and what it moves is rounding then
            along[k] =
                    product(left, changed) / Math.sqrt(product(left, left) * Math.max(1e-6, product(changed, changed)));
        }
        assertThat(Math.sqrt(product(left, left))).isGreaterThan(0.1);
        Agreement.check("along what is allowed", along, new double[JOINTS], 1e-5);
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** At rest M q̈ is K_p e + K_d q̇_d, whatever gravity does, with as many drives as freedoms or more. */
    @ParameterizedTest
    @ValueSource(strings = {"fourbar", "fourbar_redundant_drive", "fivebar", "bennett"})
    void gravityOfLoopsIsTaken(String name) {
        RobotModel robot = CombinationRobots.of(Golden.combinations(), name).withoutFriction();
        int count = robot.independentJoints().size();
        double[] all = new double[robot.jointCount()];
        robot.loops().assembly().forEach((joint, value) -> all[robot.coordinate(joint)] = value);
        double[] q = robot.loops().independentJoints().stream()
                .mapToDouble(joint -> all[robot.coordinate(joint)])
                .toArray();
        double[] kp = Arrays.copyOf(stiffness, count);
        double[] kd = Arrays.copyOf(damping, count);
        double[] wanted = new double[count];
        double[] speed = new double[count];
        SineTrajectory motion = new SineTrajectory(
                q, Arrays.copyOf(vector(), count), Arrays.copyOf(positive(), count), Arrays.copyOf(vector(), count));
        motion.at(0.2, wanted, speed, new double[count]);
        double[] torque = new double[robot.jointCount()];
        new LoopGravityCompensatedPd(robot, kp, kd, motion)
                .copy()
                .torque(0.2, new State(robot).jointPositions(all), torque);
        double[] efforts = robot.loops().activeJoints().stream()
                .mapToDouble(joint -> torque[robot.coordinate(joint)])
                .toArray();
        ClosedLoopForwardDynamics dynamics = new ClosedLoopForwardDynamics(robot);
        double[] qdd = new double[count];
        dynamics.compute(q, new double[count], efforts, qdd);
        double[] M = new double[count * count];
        dynamics.massMatrix(M);
        double[] force = new double[count];
        double[] expected = new double[count];
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < count; k++) {
                force[i] += M[i * count + k] * qdd[k];
            }
            expected[i] = kp[i] * (wanted[i] - q[i]) + kd[i] * speed[i];
        }
        Agreement.check("force", force, expected, 1e-9);
    }
}
