package dev.catena.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
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
import dev.catena.testkit.Allocations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Laws for robots that stand, with springs in legs and arm. */
class ElasticContactControlTest {
    private static final double W = 10;
    private static final double[] POSTURE = {0.3, 0.1, -0.4, -0.2, 0.15, 0.5, 0.4, -0.7};
    private static final Pose PLACE = new Pose(Rotation.fromRollPitchYaw(0.3, -0.2, 0.5), new Vector3(0.1, 0.4, 0.7));

    private static final RobotModel ROBOT = robot();

    /** Two legs and an arm; of every three joints two are behind springs. */
    private static RobotModel robot() {
        RobotModelBuilder builder =
                RobotModel.builder("walker").gravity(0, 0, -9.81).base("trunk", inertia(6));
        for (String side : List.of("left", "right")) {
            double sign = side.equals("left") ? 1 : -1;
            builder.link(
                            Joint.revolute(side + "_hip", "trunk", side + "_thigh")
                                    .at(Pose.translation(0, 0.2 * sign, 0), new Vector3(1, 0.2 * sign, 0)),
                            inertia(2))
                    .link(
                            Joint.prismatic(side + "_slide", side + "_thigh", side + "_shank")
                                    .at(Pose.translation(0.05, 0, -0.3), new Vector3(0.1, 0, 1)),
                            inertia(1.5))
                    .link(
                            Joint.revolute(side + "_ankle", side + "_shank", side + "_foot")
                                    .at(Pose.translation(0, 0.02, -0.3), new Vector3(0, 1, 0.3 * sign)),
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
        Kinematics kinematics = new Kinematics(ROBOT);
        BaseMotion base = new BaseMotion();
        base.pose(PLACE);
        kinematics.compute(base, POSTURE, null, null, null);
        List<CutJoint> feet = new ArrayList<>();
        for (int k = 0; k < kinds.length; k++) {
            String body = k == 0 ? "left_foot" : "right_foot";
            Pose bodyFromFrame = Pose.translation(0.02, 0.01, -0.05);
            Pose world = kinematics.worldFromBody(ROBOT.bodyIndex(body)).times(bodyFromFrame);
            feet.add(CutJoint.contact("at " + body, kinds[k], world, body, bodyFromFrame));
        }
        return feet;
    }

    private static State standing() {
        State state = new State(ROBOT).jointPositions(POSTURE);
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
        Run run = Simulation.builder(ROBOT)
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

    @Test
    void whatFeetTieIsRefused() {
        List<CutJoint> feet = feet(CutKind.FIXED, CutKind.SPHERICAL);
        assertThatThrownBy(() -> new ElasticComputedTorque(ROBOT, feet, all(W), SmoothTrajectory.hold(POSTURE)))
                .hasMessageContaining("stands on 2 bodies")
                .hasMessageContaining("ElasticMotorPd");
        assertThatThrownBy(() -> new ContactComputedTorque(ROBOT, feet, all(1), all(1), Trajectory.hold(POSTURE)))
                .hasMessageContaining("take ElasticMotorPd");
        ElasticMotorPd law = new ElasticMotorPd(ROBOT, feet, all(1), all(1), swing(0.05));
        assertThatThrownBy(() -> law.torque(0, standing(), new double[POSTURE.length]))
                .hasMessageContaining("breaks contact");
    }
}
