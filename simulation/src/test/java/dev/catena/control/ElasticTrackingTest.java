package dev.catena.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Run;
import dev.catena.simulation.Sample;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.Golden;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The controller of elastic joints: the paper's robot, Lyapunov's function, and exact tracking. */
class ElasticTrackingTest {
    private static final JsonNode HUA = Golden.sensitivityPlanningElastic().at("hua_simulation");

    private static Vector3 vector(JsonNode node) {
        double[] v = Golden.array(node);
        return new Vector3(v[0], v[1], v[2]);
    }

    /** The robot of the paper, completed: bodies come unified with their motors. */
    private static RobotModel paperRobot() {
        JsonNode robot = HUA.get("robot_completion");
        RobotModelBuilder builder = RobotModel.builder("hua").inertiaPolicy(InertiaPolicy.LENIENT);
        String[] names = {"base", "link1", "link2", "link3"};
        for (int i = 0; i < 3; i++) {
            double[] dh = Golden.array(robot.get("dh").get(i));
            JsonNode motor = robot.get("motors").get(i);
            Drive drive = Drive.of(new Rotor(
                    motor.get("Imz").doubleValue(),
                    motor.get("eta").doubleValue(),
                    names[motor.get("link").intValue()],
                    vector(motor.get("z"))));
            JsonNode t = robot.get("unified_I").get(i);
            builder.link(
                    Joint.revolute("joint" + (i + 1), names[i], names[i + 1])
                            .with(JointGeometry.standardDenavitHartenberg(dh[0], dh[1], dh[2], dh[3]))
                            .with(
                                    i == 2
                                            ? drive.with(Spring.of(
                                                    robot.get("K").get(0).doubleValue()))
                                            : drive),
                    SpatialInertia.aboutCenterOfMass(
                            robot.get("unified_mass").get(i).doubleValue(),
                            vector(robot.get("unified_com").get(i)),
                            new InertiaTensor(
                                    t.get(0).get(0).doubleValue(),
                                    t.get(0).get(1).doubleValue(),
                                    t.get(0).get(2).doubleValue(),
                                    t.get(1).get(1).doubleValue(),
                                    t.get(1).get(2).doubleValue(),
                                    t.get(2).get(2).doubleValue())));
        }
        return builder.build();
    }

    private static SineTrajectory paperTrajectory() {
        double[] half = {0.5, 0.5, 0.5};
        double w = 0.5 * Math.PI;
        return new SineTrajectory(new double[3], half, new double[] {w, w, w}, new double[3]);
    }

    private static ElasticTracking paperController(RobotModel robot) {
        JsonNode gains = HUA.get("gains");
        double[] damping = Golden.array(gains.get("KD"));
        double[] stiffness = damping.clone();
        for (int i = 0; i < 3; i++) {
            stiffness[i] *= gains.get(i < 2 ? "Lambda12" : "Lambda3").doubleValue();
        }
        return new ElasticTracking(
                robot,
                stiffness,
                damping,
                new double[] {gains.get("KPtheta").doubleValue()},
                new double[] {gains.get("KDtheta").doubleValue()},
                paperTrajectory());
    }

    /** Every row of the golden trajectory, and the errors over ten seconds. */
    @ParameterizedTest
    @CsvSource({"trajectory_no_payload, 0", "trajectory_payload_literal, 3"})
    void thePaperIsReproduced(String name, double up) {
        RobotModel robot = paperRobot();
        ElasticTracking controller = paperController(robot);
        Run run = Simulation.builder(robot)
                .start(new State(robot).jointPositions(0, 0, -0.4363))
                .controller(controller)
                .environment((time, state, wrenches) -> wrenches.inWorld(3, 0, 0, up, 0, 0, 0))
                .integrator(Integrator.rungeKutta(0.004))
                .recordingRate(250)
                .duration(10)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        List<Sample> samples = run.recording();
        double[] theta = new double[1];
        for (JsonNode row : HUA.get(name).get("rows")) {
            double[] golden = Golden.array(row);
            Sample sample = samples.get((int) Math.round(golden[0] * 250));
            State state = sample.state();
            assertThat(state.time()).isCloseTo(golden[0], within(1e-9));
            double[] actual = new double[15];
            System.arraycopy(state.jointPositions(), 0, actual, 0, 3);
            System.arraycopy(state.jointVelocities(), 0, actual, 3, 3);
            actual[6] = state.motorPositions()[0];
            actual[7] = state.motorVelocities()[0];
            System.arraycopy(sample.torques(), 0, actual, 8, 3);
            controller.torque(state.time(), state, new double[3]);
            for (int d = 0; d < 3; d++) {
                controller.desiredMotors(d, theta);
                actual[11 + d] = theta[0];
            }
            actual[14] = actual[11] - actual[6];
            for (int k = 0; k < 15; k++) {
                // θ̈_d comes of differences there
                double tolerance = k == 13 ? 2e-3 : 1e-4;
                assertThat(actual[k])
                        .as("%s at %s s, column %s", name, golden[0], k + 1)
                        .isCloseTo(golden[k + 1], within(tolerance * Math.max(1, Math.abs(golden[k + 1]))));
            }
        }
        Agreement.check(name, errors(samples), Golden.array(HUA.get(name).get("rms")), 1e-5);
    }

    /** Root mean squares over time by the trapezoidal rule. */
    private static double[] errors(List<Sample> samples) {
        double[] sum = new double[3];
        double[][] wanted = new double[1][3];
        for (int s = 0; s < samples.size(); s++) {
            paperTrajectory().derivatives(samples.get(s).time(), wanted);
            double weight = s == 0 || s == samples.size() - 1 ? 0.5 : 1;
            for (int i = 0; i < 3; i++) {
                double error = wanted[0][i] - samples.get(s).state().jointPositions()[i];
                sum[i] += weight * error * error;
            }
        }
        for (int i = 0; i < 3; i++) {
            sum[i] = Math.sqrt(sum[i] / (samples.size() - 1));
        }
        return sum;
    }

    /** Elastic joints with simple motors, so that no motor acts on another spring; friction on both sides. */
    private static RobotModel arm(long seed, int joints, boolean gyroscopic) {
        RobotModel bare = RandomRobots.chain(seed, joints).build();
        RobotModelBuilder builder = bare.toBuilder();
        for (int k = 0; k < joints; k++) {
            Joint joint = bare.movingJoints().get(k);
            Drive motor = gyroscopic
                    ? Drive.of(new Rotor(0.002, 5, joint.parent(), new Vector3(1, 2, 3)))
                    : Drive.reflected(0.05 + 0.02 * k);
            builder.replace(joint.with(Friction.of(0.2, 0.3).smoothed(0.3))
                    .with(k == 1 ? motor : motor.with(new Spring(200, 0.1)).with(Friction.of(0, 0.1))));
        }
        return builder.build();
    }

    private static double[] all(int count, double value) {
        double[] values = new double[count];
        java.util.Arrays.fill(values, value);
        return values;
    }

    private static SineTrajectory swing(int joints) {
        double[] phase = new double[joints];
        for (int k = 0; k < joints; k++) {
            phase[k] = 0.7 * k;
        }
        return new SineTrajectory(all(joints, 0.1), all(joints, 0.4), all(joints, 2), phase);
    }

    private static ElasticTracking controller(RobotModel robot) {
        int n = robot.jointCount();
        int motors = robot.elasticJoints().size();
        return new ElasticTracking(robot, all(n, 20), all(n, 5), all(motors, 4), all(motors, 1), swing(n));
    }

    /** V falls, and as fast as (52) says, for one rigid and two elastic joints. */
    @ParameterizedTest
    @ValueSource(longs = 2)
    void lyapunovsFunctionFalls(long seed) {
        RobotModel robot = arm(seed, 3, false);
        ElasticTracking controller = controller(robot);
        assertThat(controller.isExact()).isTrue();
        Run run = Simulation.builder(robot)
                .start(new State(robot).jointPositions(0.3, -0.2, 0.4).jointVelocities(0.5, 0, -0.5))
                .controller(controller)
                .integrator(Integrator.dormandPrince(1e-10))
                .recordingRate(500)
                .duration(1.5)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        List<Sample> samples = run.recording();
        double[] v = samples.stream()
                .mapToDouble(sample -> controller.lyapunov(sample.time(), sample.state()))
                .toArray();
        for (int s = 1; s + 1 < v.length; s++) {
            assertThat(v[s]).as("seed %s, sample %s", seed, s).isLessThan(v[s - 1]);
        }
        // Simpson's rule on a few milliseconds
        for (int s = 1; s + 1 < v.length; s += 50) {
            double sum = 0;
            for (int j = -1; j <= 1; j++) {
                Sample sample = samples.get(s + j);
                sum += (j == 0 ? 4 : 1) * controller.lyapunovRate(sample.time(), sample.state()) * 0.002 / 3;
            }
            assertThat(v[s + 1] - v[s - 1])
                    .as("seed %s, sample %s", seed, s)
                    .isCloseTo(sum, within(1e-4 * Math.abs(sum) + 1e-9));
        }
        assertThat(v[v.length - 1]).isLessThan(0.01 * v[0]);
    }

    /** From exact initial conditions, the feed-forward alone stays on the trajectory. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void feedForwardStaysOnTheTrajectory(boolean gyroscopic) {
        RobotModel robot = arm(4, 3, gyroscopic);
        ElasticFeedForwardTorque controller = new ElasticFeedForwardTorque(robot, swing(3));
        Run run = Simulation.builder(robot)
                .start(controller.start(0))
                .controller(controller)
                .integrator(Integrator.dormandPrince(1e-12))
                .duration(2)
                .build()
                .run();
        assertThat(distance(run, swing(3))).isLessThan(1e-6);
    }

    private static double distance(Run run, SmoothTrajectory trajectory) {
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        int n = run.simulatedModel().jointCount();
        double[][] wanted = new double[1][n];
        double most = 0;
        for (Sample sample : run.recording()) {
            trajectory.derivatives(sample.time(), wanted);
            for (int k = 0; k < n; k++) {
                most = Math.max(most, Math.abs(wanted[0][k] - sample.state().jointPositions()[k]));
            }
        }
        return most;
    }

    /** Motors on links beyond elastic joints: on the trajectory the law is exact, off it the robot gets there. */
    @Test
    void coupledMotorsAreTrackedToo() {
        RobotModel robot = arm(4, 3, true);
        ElasticTracking controller = controller(robot);
        assertThat(controller.isExact()).isFalse();
        State onIt = new ElasticFeedForwardTorque(robot, swing(3)).start(0);
        Simulation.Builder builder = Simulation.builder(robot)
                .controller(controller)
                .integrator(Integrator.dormandPrince(1e-9))
                .duration(2);
        assertThat(distance(builder.start(onIt).build().run(), swing(3))).isLessThan(1e-6);
        Run run = builder.start(new State(robot).jointPositions(0.2, 0.4, 0.4))
                .duration(6)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        double[][] wanted = new double[1][3];
        swing(3).derivatives(6, wanted);
        Agreement.check("end", run.end().state().jointPositions(), wanted[0], 1e-4);
    }

    @Test
    void nothingIsAllocated() {
        RobotModel robot = arm(4, 3, true);
        ElasticTracking tracking = controller(robot);
        ElasticFeedForwardTorque feedForward = new ElasticFeedForwardTorque(robot, swing(3));
        State state = new State(robot).jointPositions(0.2, 0.4, 0.4);
        double[] torque = new double[3];
        assertThat(Allocations.bytes(() -> tracking.torque(0.1, state, torque))).isZero();
        assertThat(Allocations.bytes(() -> feedForward.torque(0.1, state, torque)))
                .isZero();
    }

    @Test
    void mistakesAreNamed() {
        RobotModel robot = arm(4, 3, false);
        assertThatThrownBy(() -> new ElasticTracking(robot, all(3, 1), all(3, 1), all(3, 1), all(2, 1), swing(3)))
                .hasMessage("3 motor stiffness gains were given, but robot \"%s\" has 2 motors of elastic joints"
                        .formatted(robot.name()));
        assertThatThrownBy(() -> new ElasticTracking(robot, all(3, 1), all(3, 0), all(2, 1), all(2, 1), swing(3)))
                .hasMessage("a damping gain must be positive, but is 0.0");
        Joint first = robot.movingJoints().get(0);
        RobotModel light = robot.toBuilder()
                .replace(first.with(Drive.NONE.with(Spring.of(10))))
                .build();
        assertThatThrownBy(() -> controller(light)).hasMessageContaining("has no inertia");
    }
}
