package dev.catena.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Run;
import dev.catena.simulation.Sample;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws for elastic drives in trees and loops, on bases that rest and float: errors obey linear equations, motions stay. */
class ElasticControlTest {
    private static final double W = 12;

    /** Every other free joint behind a spring, beginning with the first, with friction on both sides. */
    private static RobotModel robot(String name) {
        RobotModel rigid = CombinationRobots.of(Golden.combinations(), name).withoutSprings();
        RobotModelBuilder builder = rigid.toBuilder();
        List<Joint> free = rigid.hasLoops() ? rigid.independentJoints() : rigid.movingJoints();
        for (int k = 0; k < free.size(); k += 2) {
            builder.replace(free.get(k)
                    .with(Friction.of(0.05, 0.1).smoothed(0.4))
                    .with(Drive.reflected(0.02)
                            .with(new Spring(80, 0.03))
                            .with(Friction.of(0.02, 0.05).smoothed(0.5))));
        }
        return builder.build();
    }

    private static int[] free(RobotModel robot) {
        return (robot.hasLoops() ? robot.independentJoints() : robot.movingJoints())
                .stream().mapToInt(joint -> robot.coordinate(joint.name())).toArray();
    }

    private static State start(RobotModel robot) {
        State state = new State(robot);
        double[] q = new double[robot.jointCount()];
        Arrays.setAll(q, k -> 0.2 + 0.1 * k);
        if (robot.hasLoops()) {
            robot.loops().assembly().forEach((joint, value) -> q[robot.coordinate(joint)] = value);
        }
        state.jointPositions(q);
        if (state.isFloating()) {
            state.baseVelocityInBase(0.1, 0.2, -0.3, 0.2, -0.3, 0.4);
        }
        return state;
    }

    private static SineTrajectory swing(RobotModel robot) {
        State at = start(robot);
        double[] center = Arrays.stream(free(robot))
                .mapToDouble(k -> at.jointPositions()[k])
                .toArray();
        double[] amplitude = new double[center.length];
        double[] frequency = new double[center.length];
        double[] phase = new double[center.length];
        Arrays.fill(amplitude, 0.05);
        Arrays.setAll(frequency, k -> 4 + k);
        Arrays.setAll(phase, k -> 0.3 - 0.2 * k);
        return new SineTrajectory(center, amplitude, frequency, phase);
    }

    private static double[] all(RobotModel robot, double value) {
        double[] numbers = new double[free(robot).length];
        Arrays.fill(numbers, value);
        return numbers;
    }

    private static Run run(RobotModel robot, State start, dev.catena.simulation.Controller law, double duration) {
        Run run = Simulation.builder(robot)
                .start(start)
                .controller(law)
                .integrator(Integrator.dormandPrince(1e-11))
                .duration(duration)
                .recordingRate(40)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        return run;
    }

    /** e = exp(−w t)(c₀ + c₁ t + c₂ t² + c₃ t³) of elastic joints, of rigid ones without the last two. */
    @ParameterizedTest
    @ValueSource(strings = {"fourbar", "fivebar", "rusr", "satellite_fourbar", "elastic3_reflected", "freeflyer6"})
    void errorsObeyLinearEquations(String name) {
        RobotModel robot = robot(name);
        SineTrajectory wanted = swing(robot);
        State start = start(robot);
        start.motorPositions()[0] += 0.02;
        start.jointVelocities()[free(robot)[0]] = 0.3;
        Run run = run(robot, start, new ElasticComputedTorque(robot, all(robot, W), wanted), 0.4);
        List<Sample> samples = run.recording();
        double[][] desired = new double[2][free(robot).length];
        int last = samples.size() - 1;
        double farthest = 0;
        for (int k = 0; k < desired[0].length; k++) {
            int j = free(robot)[k];
            boolean elastic =
                    robot.elasticJoints().contains(robot.movingJoints().get(j));
            // p(t) = e exp(w t) has four coefficients, from its values and slopes at two times, or two from one time
            double[][] p = new double[samples.size()][2];
            for (int s = 0; s <= last; s++) {
                State state = samples.get(s).state();
                wanted.derivatives(state.time(), desired);
                double e = desired[0][k] - state.jointPositions()[j];
                double rate = desired[1][k] - state.jointVelocities()[j];
                p[s][0] = Math.exp(W * state.time()) * e;
                p[s][1] = Math.exp(W * state.time()) * (rate + W * e);
                farthest = Math.max(farthest, Math.abs(e));
            }
            double T = samples.get(last).time();
            double c0 = p[0][0];
            double c1 = p[0][1];
            double c2 = (3 * (p[last][0] - c0) / T - 2 * c1 - p[last][1]) / T;
            double c3 = (p[last][1] + c1 - 2 * (p[last][0] - c0) / T) / (T * T);
            for (int s = 0; s <= last; s++) {
                double t = samples.get(s).time();
                double expected = c0 + c1 * t + (elastic ? t * t * (c2 + c3 * t) : 0);
                assertThat(Math.exp(-W * t) * (p[s][0] - expected))
                        .as("%s joint %s at %s", name, k, t)
                        .isCloseTo(0, within(2e-8));
            }
        }
        assertThat(farthest).isGreaterThan(5e-3);
        assertThat(Math.abs(samples.get(last).state().time())).isEqualTo(0.4);
    }

    /** Feed-forward alone keeps a robot on the motion; gains bring it there. */
    @ParameterizedTest
    @ValueSource(strings = {"fourbar", "fivebar", "satellite_fourbar", "elastic3_reflected", "freeflyer6"})
    void motorsThatAreFedForwardStayOnTheMotion(String name) {
        RobotModel robot = robot(name);
        SineTrajectory wanted = swing(robot);
        ElasticMotorPd alone = new ElasticMotorPd(robot, all(robot, 0), all(robot, 0), wanted);
        State on = alone.start(start(robot));
        Run run = run(robot, on, alone, 0.2);
        double[][] desired = new double[1][free(robot).length];
        for (Sample sample : run.recording()) {
            wanted.derivatives(sample.time(), desired);
            for (int k = 0; k < desired[0].length; k++) {
                assertThat(sample.state().jointPositions()[free(robot)[k]] - desired[0][k])
                        .as("joint %s at %s", k, sample.time())
                        .isCloseTo(0, within(2e-9));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fourbar", "satellite_fourbar", "freeflyer6"})
    void motorsSettleWhereTheyAreHeld(String name) {
        RobotModel robot = robot(name);
        int[] free = free(robot);
        State start = start(robot);
        double[] goal = Arrays.stream(free)
                .mapToDouble(k -> start.jointPositions()[k] + 0.1)
                .toArray();
        ElasticMotorPd law = ElasticMotorPd.ofBandwidth(robot, 15, start, SmoothTrajectory.hold(goal));
        State end = run(robot, start, law, 5).end().state();
        for (int k = 0; k < free.length; k++) {
            // the slide of the flyer still rings on its spring, which its motor holds
            assertThat(end.jointPositions()[free[k]])
                    .as("joint %s", k)
                    .isCloseTo(goal[k], within(name.equals("freeflyer6") ? 0.015 : 2e-3));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fivebar", "satellite_fourbar", "freeflyer6", "elastic3_reflected"})
    void lawsAllocateNothing(String name) {
        RobotModel robot = robot(name);
        State state = start(robot);
        double[] torque = new double[robot.jointCount()];
        ElasticComputedTorque computed = new ElasticComputedTorque(robot, all(robot, W), swing(robot));
        ElasticMotorPd pd = new ElasticMotorPd(robot, all(robot, W), all(robot, 1), swing(robot)).copy();
        assertThat(Allocations.bytes(() -> computed.torque(0.1, state, torque))).isZero();
        assertThat(Allocations.bytes(() -> pd.torque(0.1, state, torque))).isZero();
    }

    @Test
    void whatHasNoSuchLawIsRefused() {
        RobotModel chain = CombinationRobots.of(Golden.combinations(), "elastic_on_parents");
        double[] w = all(chain, W);
        assertThatThrownBy(() -> new ElasticComputedTorque(chain, w, swing(chain)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("take ElasticTracking");
        assertThatThrownBy(() -> new ElasticComputedTorque(chain.withFloatingBase(), w, swing(chain)))
                .hasMessageContaining("withFixedBase()");
        RobotModel five = robot("fivebar");
        assertThatThrownBy(() -> new ElasticComputedTorque(five, new double[1], swing(five)))
                .hasMessageContaining("bandwidth has length 1")
                .hasMessageContaining("2 independent joints");
        assertThatThrownBy(() -> new ElasticMotorPd(five, new double[] {1, -1}, new double[2], swing(five)))
                .hasMessageContaining("must be finite and not negative");
        assertThatThrownBy(() -> ElasticMotorPd.ofBandwidth(five, 0, start(five), swing(five)))
                .hasMessageContaining("a bandwidth must be positive");
        Joint joint = five.elasticJoints().get(0);
        RobotModel spinning = five.toBuilder()
                .replace(joint.with(
                        Drive.of(new Rotor(1e-3, 5, five.bodies().get(2).name(), Vector3.Z))
                                .with(Spring.of(80))))
                .build();
        assertThatThrownBy(() -> new ElasticMotorPd(spinning, new double[2], new double[2], swing(five)))
                .hasMessageContaining("differential equation");
    }
}
