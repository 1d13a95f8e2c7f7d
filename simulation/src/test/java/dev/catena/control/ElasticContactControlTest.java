package dev.catena.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ContactTies;
import dev.catena.mechanism.ElasticConstrainedForwardDynamics;
import dev.catena.mechanism.ElasticContactFeedForward;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Run;
import dev.catena.simulation.Sample;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Laws for robots that stand, with springs in legs and arm. */
class ElasticContactControlTest {
    private static final double W = 10;
    private static final double[] POSTURE = {0.3, 0.1, -0.4, -0.2, 0.15, 0.5, 0.4, -0.7};
    private static final Pose PLACE = new Pose(Rotation.fromRollPitchYaw(0.3, -0.2, 0.5), new Vector3(0.1, 0.4, 0.7));

    private static final RobotModel ROBOT = robot(false);

    /** With axes of legs alike, so that contacts hold more than twice what they need. */
    private static final RobotModel PLANAR = robot(true);

    /** Two legs and an arm; of every three joints two are behind springs. */
    private static RobotModel robot(boolean planar) {
        RobotModelBuilder builder =
                RobotModel.builder("walker").gravity(0, 0, -9.81).base("trunk", inertia(6));
        for (String side : List.of("left", "right")) {
            double sign = side.equals("left") ? 1 : -1;
            builder.link(
                            Joint.revolute(side + "_hip", "trunk", side + "_thigh")
                                    .at(
                                            Pose.translation(0, 0.2 * sign, 0),
                                            planar ? Vector3.Y : new Vector3(1, 0.2 * sign, 0)),
                            inertia(2))
                    .link(
                            Joint.prismatic(side + "_slide", side + "_thigh", side + "_shank")
                                    .at(Pose.translation(0.05, 0, -0.3), new Vector3(0.1, 0, 1)),
                            inertia(1.5))
                    .link(
                            Joint.revolute(side + "_ankle", side + "_shank", side + "_foot")
                                    .at(
                                            Pose.translation(0, 0.02, -0.3),
                                            planar ? Vector3.Y : new Vector3(0, 1, 0.3 * sign)),
                            inertia(0.7));
        }
        builder.link(
                        Joint.revolute("shoulder", "trunk", "upper")
                                .at(Pose.translation(0.1, 0, 0.3), new Vector3(0, 1, 0.2)),
                        inertia(1))
                .link(
                        Joint.revolute("elbow", "upper", "lower")
                                .at(Pose.translation(0, 0, -0.3), new Vector3(1, 0, 0)),
                        inertia(0.6));
        RobotModel rigid = builder.build();
        RobotModelBuilder driven = rigid.toBuilder();
        for (int k = 0; k < rigid.movingJoints().size(); k++) {
            Drive drive = Drive.reflected(0.3).with(Friction.of(0.02, 0.05).smoothed(0.5));
            driven.replace(rigid.movingJoints()
                    .get(k)
                    .with(Friction.of(0.05, 0.1).smoothed(0.4))
                    .with(k % 3 == 1 ? drive : drive.with(new Spring(600 + 20 * k, 0.03))));
        }
        return driven.build().withFloatingBase();
    }

    private static SpatialInertia inertia(double mass) {
        return SpatialInertia.principal(
                mass, new Vector3(0.03, -0.02, -0.1), Rotation.IDENTITY, 0.02 * mass, 0.03 * mass, 0.025 * mass);
    }

    private static List<CutJoint> feet(CutKind... kinds) {
        return feet(ROBOT, PLACE, kinds);
    }

    private static List<CutJoint> feet(RobotModel robot, Pose place, CutKind... kinds) {
        Kinematics kinematics = new Kinematics(robot);
        BaseMotion base = new BaseMotion();
        base.pose(place);
        kinematics.compute(base, POSTURE, null, null, null);
        List<CutJoint> feet = new ArrayList<>();
        for (int k = 0; k < kinds.length; k++) {
            String body = k == 0 ? "left_foot" : "right_foot";
            Pose bodyFromFrame = Pose.translation(0.02, 0.01, -0.05);
            Pose world = kinematics.worldFromBody(robot.bodyIndex(body)).times(bodyFromFrame);
            feet.add(CutJoint.contact("at " + body, kinds[k], world, body, bodyFromFrame));
        }
        return feet;
    }

    private static State standing() {
        return standing(ROBOT);
    }

    private static State standing(RobotModel robot) {
        State state = new State(robot).jointPositions(POSTURE);
        state.basePositionInWorld(PLACE.position().toArray());
        state.baseOrientation(PLACE.rotation().toQuaternion());
        return state;
    }

    private static double[] all(double value) {
        double[] numbers = new double[POSTURE.length];
        Arrays.fill(numbers, value);
        return numbers;
    }

    /** Joints swing about the posture, those of the legs as far as asked. */
    private static SineTrajectory swing(double ofLegs) {
        double[] amplitude = all(ofLegs);
        amplitude[6] = 0.1;
        amplitude[7] = 0.15;
        double[] frequency = all(0);
        double[] phase = all(0);
        Arrays.setAll(frequency, k -> 3 + 0.5 * k);
        Arrays.setAll(phase, k -> 0.4 - 0.3 * k);
        double[] center = POSTURE.clone();
        for (int k = 0; k < center.length; k++) {
            center[k] -= amplitude[k] * Math.sin(phase[k]);
        }
        return new SineTrajectory(center, amplitude, frequency, phase);
    }

    private static Run run(List<CutJoint> feet, State start, Controller law, double duration) {
        return run(ROBOT, feet, start, law, duration);
    }

    private static Run run(RobotModel robot, List<CutJoint> feet, State start, Controller law, double duration) {
        Run run = Simulation.builder(robot)
                .start(start)
                .contacts(feet.toArray(CutJoint[]::new))
                .controller(law)
                .integrator(Integrator.dormandPrince(1e-10))
                .duration(duration)
                .recordingRate(40)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        return run;
    }

    /** p = e exp(w t) is a cubic of time for elastic joints, and a line for rigid ones: differences of samples vanish. */
    @Test
    void errorsOnOneFootObeyLinearEquations() {
        List<CutJoint> feet = feet(CutKind.FIXED);
        SineTrajectory wanted = swing(0.05);
        State start = standing();
        start = new ElasticMotorPd(ROBOT, feet, all(0), all(0), SmoothTrajectory.hold(POSTURE)).start(start);
        start.motorPositions()[0] += 0.01;
        Run run = run(feet, start, new ElasticComputedTorque(ROBOT, feet, all(W), wanted), 0.25);
        List<Sample> samples = run.recording();
        double[][] desired = new double[3][POSTURE.length];
        double farthest = 0;
        for (int k = 0; k < POSTURE.length; k++) {
            double[] p = new double[samples.size()];
            double most = 0;
            for (int s = 0; s < p.length; s++) {
                wanted.at(samples.get(s).time(), desired[0], desired[1], desired[2]);
                double error = desired[0][k] - samples.get(s).state().jointPositions()[k];
                most = Math.max(most, Math.abs(error));
                p[s] = error * Math.exp(W * samples.get(s).time());
            }
            int[] binomial = k % 3 == 1 ? new int[] {1, -2, 1} : new int[] {1, -4, 6, -4, 1};
            for (int s = 0; s + binomial.length <= p.length; s++) {
                double difference = 0;
                for (int j = 0; j < binomial.length; j++) {
                    difference += binomial[j] * p[s + j];
                }
                assertThat(Math.abs(difference)).as("joint %s", k).isLessThan(1e-6);
            }
            farthest = Math.max(farthest, most);
        }
        assertThat(farthest).isGreaterThan(1e-2);
    }

    /** Without gains, motors that start right go on right: on two feet, while the arm swings. */
    @Test
    void feedForwardAloneKeepsTheMotion() {
        List<CutJoint> feet = feet(CutKind.FIXED, CutKind.SPHERICAL);
        SineTrajectory wanted = swing(0);
        ElasticMotorPd law = new ElasticMotorPd(ROBOT, feet, all(0), all(0), wanted);
        Run run = run(feet, law.start(standing()), law, 0.3);
        double[][] desired = new double[3][POSTURE.length];
        for (Sample sample : run.recording()) {
            wanted.at(sample.time(), desired[0], desired[1], desired[2]);
            for (int k = 0; k < POSTURE.length; k++) {
                assertThat(sample.state().jointPositions()[k] - desired[0][k])
                        .as("joint %s at %s s", k, sample.time())
                        .isBetween(-1e-6, 1e-6);
            }
        }
    }

    @Test
    void motorsBringARobotOnTwoFeetBack() {
        List<CutJoint> feet = feet(CutKind.FIXED, CutKind.FIXED);
        SmoothTrajectory hold = SmoothTrajectory.hold(POSTURE);
        ElasticMotorPd law = ElasticMotorPd.ofBandwidth(ROBOT, feet, 15, standing(), hold);
        State start = law.start(standing());
        double[] rest = start.motorPositions().clone();
        start.motorPositions()[1] += 0.05;
        start.motorVelocities()[0] += 0.5;
        List<Sample> samples = run(feet, start, law, 3).recording();
        State last = samples.get(samples.size() - 1).state();
        for (int e = 0; e < rest.length; e++) {
            assertThat(last.motorPositions()[e]).as("motor %s", e).isBetween(rest[e] - 1e-4, rest[e] + 1e-4);
        }
        for (int k = 0; k < POSTURE.length; k++) {
            assertThat(last.jointPositions()[k]).as("joint %s", k).isBetween(POSTURE[k] - 1e-4, POSTURE[k] + 1e-4);
        }
        double[] torque = new double[POSTURE.length];
        assertThat(Allocations.bytes(() -> law.torque(0.1, start, torque))).isZero();
    }

    /**
     * On several feet: errors of joints that are independent obey the law of one foot, and p = δ exp(w t) is a line of time, where δ is what the
     * springs of joints that go along exert beyond least reactions.
     */
    @ParameterizedTest
    @CsvSource({
        "floating,FIXED,SPHERICAL",
        "floating,FIXED,FIXED",
        "floating,REVOLUTE,SPHERICAL",
        "planar,FIXED,FIXED",
        "fixed,SPHERICAL,"
    })
    void errorsAndStrainsOnTwoFeetObeyLinearEquations(String base, CutKind left, @Nullable CutKind right) {
        RobotModel robot = base.equals("planar") ? PLANAR : right == null ? ROBOT.withFixedBase() : ROBOT;
        List<CutJoint> feet = right == null ? feet(ROBOT, Pose.IDENTITY, left) : feet(robot, PLACE, left, right);
        SineTrajectory wanted = swing(0.02);
        State start = new ElasticMotorPd(robot, feet, all(0), all(0), SmoothTrajectory.hold(POSTURE))
                .start(right == null ? new State(robot).jointPositions(POSTURE) : standing(robot));
        for (int e = 0; e < start.motorPositions().length; e++) {
            start.motorPositions()[e] += 0.004 - 0.002 * e;
            start.motorVelocities()[e] += 0.05;
        }
        ElasticComputedTorque law = new ElasticComputedTorque(robot, feet, all(W), wanted);
        List<Sample> samples = run(robot, feet, start, law.copy(), 0.25).recording();
        ContactTies ties = new ContactTies(robot, feet, POSTURE, 4);
        double[][] strains = new double[samples.size()][];
        double[][] desired = new double[3][POSTURE.length];
        double[][] errors = new double[samples.size()][POSTURE.length];
        law.torque(0, samples.get(0).state(), all(0));
        for (int s = 0; s < strains.length; s++) {
            double time = samples.get(s).time();
            strains[s] = strains(robot, feet, ties, law, time, samples.get(s).state());
            wanted.at(time, desired[0], desired[1], desired[2]);
            for (int k = 0; k < POSTURE.length; k++) {
                double growth = Math.exp(W * time);
                errors[s][k] = growth * (desired[0][k] - samples.get(s).state().jointPositions()[k]);
                strains[s][k] *= growth;
            }
        }
        int stretched = 0;
        for (int k = 0; k < POSTURE.length; k++) {
            if (ties.isDependent(k) && k % 3 == 1) {
                assertThat(Math.abs(strains[3][k])).as("rigid joint %s", k).isLessThan(1e-6);
            } else if (ties.isDependent(k)) {
                stretched++;
                assertThat(Math.abs(strains[0][k])).isGreaterThan(0.1);
                assertThat(largestDifference(strains, k, 1, -2, 1))
                        .as("strain %s", k)
                        .isLessThan(1e-5);
            } else if (k % 3 == 1) {
                assertThat(largestDifference(errors, k, 1, -2, 1))
                        .as("joint %s", k)
                        .isLessThan(1e-6);
            } else {
                assertThat(largestDifference(errors, k, 1, -4, 6, -4, 1))
                        .as("joint %s", k)
                        .isLessThan(1e-6);
                assertThat(largestDifference(errors, k, 1)).isGreaterThan(1e-3);
            }
        }
        assertThat(stretched).isPositive();
        double[] torque = all(0);
        assertThat(Allocations.bytes(() -> law.torque(0, start, torque))).isZero();
    }

    private static double largestDifference(double[][] p, int k, int... binomial) {
        double largest = 0;
        for (int s = 0; s + binomial.length <= p.length; s++) {
            double difference = 0;
            for (int j = 0; j < binomial.length; j++) {
                difference += binomial[j] * p[s + j][k];
            }
            largest = Math.max(largest, Math.abs(difference));
        }
        return largest;
    }

    /** What joints exert beyond the feed-forward of the motion that forward dynamics says: springs, and drives that are rigid. */
    private static double[] strains(
            RobotModel robot, List<CutJoint> feet, ContactTies ties, Controller law, double time, State state) {
        int n = POSTURE.length;
        double[] torque = new double[n];
        law.torque(time, state, torque);
        double[] x = concatenated(state.jointPositions(), state.motorPositions());
        double[] xd = concatenated(state.jointVelocities(), state.motorVelocities());
        double[] xdd = new double[x.length];
        BaseMotion base = new BaseMotion();
        state.copyBaseTo(base);
        ElasticConstrainedForwardDynamics dynamics = new ElasticConstrainedForwardDynamics(robot, feet);
        boolean floats = robot.baseKind() == BaseKind.FLOATING;
        if (floats) {
            dynamics.computeFloating(base, x, xd, torque, null, new double[6], xdd);
        } else {
            dynamics.compute(null, x, xd, torque, null, xdd);
        }
        double[][] motion = new double[5][n];
        double[][] whole = new double[5][n];
        motion[0] = Arrays.copyOf(x, n);
        motion[1] = Arrays.copyOf(xd, n);
        motion[2] = Arrays.copyOf(xdd, n);
        ties.complete(motion, whole);
        double[] fed = new double[n];
        ElasticContactFeedForward feedForward = new ElasticContactFeedForward(robot, feet);
        double[] positions = new double[x.length];
        feedForward.compute(
                floats ? base : null, whole, null, null, positions, new double[x.length], new double[x.length], fed);
        double[] strains = new double[n];
        for (int k = 0; k < n; k++) {
            int m = new ElasticCoordinates(ROBOT).motorOf(ROBOT.jointNames().get(k));
            Spring spring = ROBOT.movingJoints().get(k).drive().spring();
            strains[k] = spring == null ? torque[k] - fed[k] : spring.stiffness() * (x[m] - positions[m]);
        }
        return strains;
    }

    private static double[] concatenated(double[] joints, double[] motors) {
        double[] all = Arrays.copyOf(joints, joints.length + motors.length);
        System.arraycopy(motors, 0, all, joints.length, motors.length);
        return all;
    }

    /** A motion that is given at one moment. */
    private record Moment(double[][] motion) implements SmoothTrajectory {
        @Override
        public void derivatives(double time, double[][] derivativesOut) {
            for (int d = 0; d < derivativesOut.length; d++) {
                System.arraycopy(motion[d], 0, derivativesOut[d], 0, motion[d].length);
            }
        }

        @Override
        public void at(double time, double[] qOut, double[] qdOut, double[] qddOut) {
            derivatives(time, new double[][] {qOut, qdOut, qddOut});
        }
    }

    /** Where nothing is wrong, the torque is the feed-forward of a motion in which the legs move. */
    @ParameterizedTest
    @CsvSource({"FIXED,SPHERICAL", "SPHERICAL,REVOLUTE"})
    void withoutErrorsTheTorqueIsTheFeedForward(CutKind left, CutKind right) {
        List<CutJoint> feet = feet(left, right);
        RandomNumbers random = new RandomNumbers(4);
        double[][] given = new double[5][];
        Arrays.setAll(given, d -> d == 0 ? POSTURE.clone() : random.vector(POSTURE.length, 1));
        double[][] motion = new double[5][POSTURE.length];
        new ContactTies(ROBOT, feet, POSTURE, 4).complete(given, motion);
        State state = standing().jointVelocities(motion[1]);
        BaseMotion base = new BaseMotion();
        state.copyBaseTo(base);
        int n = POSTURE.length;
        int size = n + state.motorPositions().length;
        double[][] x = new double[3][size];
        double[] fed = new double[n];
        new ElasticContactFeedForward(ROBOT, feet).compute(base, motion, null, null, x[0], x[1], x[2], fed);
        System.arraycopy(x[0], n, state.motorPositions(), 0, size - n);
        System.arraycopy(x[1], n, state.motorVelocities(), 0, size - n);
        double[] torque = new double[n];
        new ElasticComputedTorque(ROBOT, feet, all(W), new Moment(motion)).torque(0, state, torque);
        Agreement.check("torque", torque, fed, 1e-9);
    }

    /** Two bodies that are bolted to each other are one: contacts that tie nothing. */
    @Test
    void aFootOfTwoBodiesIsOneFoot() {
        RobotModel robot = ROBOT.toBuilder()
                .link(
                        Joint.fixed("bolt", "left_foot", "left_toe").at(Pose.translation(0.1, 0, 0), Vector3.Z),
                        inertia(0.2))
                .build();
        List<CutJoint> one = feet(CutKind.FIXED);
        CutJoint heel = one.get(0);
        List<CutJoint> two = List.of(
                CutJoint.contact("heel", CutKind.SPHERICAL, heel.firstFromJoint(), "left_foot", heel.secondFromJoint()),
                CutJoint.contact(
                        "toe",
                        CutKind.FIXED,
                        heel.firstFromJoint(),
                        "left_toe",
                        Pose.translation(-0.1, 0, 0).times(heel.secondFromJoint())));
        State state = new State(robot).jointPositions(POSTURE);
        RandomNumbers random = new RandomNumbers(6);
        state.jointVelocities(random.vector(POSTURE.length, 1));
        state.motorVelocities(random.vector(state.motorVelocities().length, 1));
        for (int e = 0; e < state.motorPositions().length; e++) {
            state.motorPositions()[e] = random.between(-0.2, 0.2);
        }
        double[][] torque = new double[2][POSTURE.length];
        new ElasticComputedTorque(robot, one, all(W), swing(0.05)).torque(0.1, state, torque[0]);
        new ElasticComputedTorque(robot, two, all(W), swing(0.05)).torque(0.1, state, torque[1]);
        Agreement.check("torque", torque[1], torque[0], 1e-9);
    }

    @Test
    void whatFeetTieIsRefused() {
        List<CutJoint> feet = feet(CutKind.FIXED, CutKind.SPHERICAL);
        assertThatThrownBy(() -> new ContactComputedTorque(ROBOT, feet, all(1), all(1), Trajectory.hold(POSTURE)))
                .hasMessageContaining("take ElasticMotorPd");
        ElasticMotorPd law = new ElasticMotorPd(ROBOT, feet, all(1), all(1), swing(0.05));
        assertThatThrownBy(() -> law.torque(0, standing(), new double[POSTURE.length]))
                .hasMessageContaining("breaks contact");
        List<CutJoint> points = feet(CutKind.SPHERICAL, CutKind.SPHERICAL);
        ElasticComputedTorque free = new ElasticComputedTorque(ROBOT, points, all(W), SmoothTrajectory.hold(POSTURE));
        assertThatThrownBy(() -> free.torque(0, standing(), new double[POSTURE.length]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("more contacts");
    }
}
