package dev.catena.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.simulation.SmallRobots;
import dev.catena.simulation.State;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The equations of control laws and trajectories at single instants; no simulation. */
class ControlLawsTest {
    private static double[] numbers(int count, double first, double step) {
        return DoubleStream.iterate(first, x -> x + step).limit(count).toArray();
    }

    private static SineTrajectory swing(int n) {
        return new SineTrajectory(numbers(n, 0.1, 0.2), numbers(n, 0.4, 0.1), numbers(n, 1.5, -0.2), numbers(n, 0, 1));
    }

    private static RobotModel robot(long seed, boolean floating) {
        RobotModel model = RandomRobots.tree(seed, 5)
                .prismaticShare(0.3)
                .rotors()
                .baseInertia()
                .build();
        return floating ? model.withFloatingBase() : model;
    }

    private static State state(RobotModel model, long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        int n = model.jointCount();
        State state = new State(model).jointPositions(random.vector(n, 1)).jointVelocities(random.vector(n, 2));
        return state.isFloating()
                ? state.basePositionInWorld(1, 2, 3)
                        .baseOrientation(0.5, -0.5, 0.5, 0.5)
                        .baseVelocityInBase(random.vector(6, 1))
                : state;
    }

    /** M q̈ + h, at rest or at the state's velocities. */
    private static double[] inverse(RobotModel model, State state, double[] qdd, boolean atRest) {
        int n = model.jointCount();
        double[] tau = new double[n];
        double[] qd = atRest ? new double[n] : state.jointVelocities();
        if (!state.isFloating()) {
            new InverseDynamics(model).compute(state.jointPositions(), qd, qdd, tau);
            return tau;
        }
        BaseMotion base = new BaseMotion();
        state.copyBaseTo(base);
        if (atRest) {
            base.velocityInBase(Vector3.ZERO, Vector3.ZERO);
        }
        new FloatingInverseDynamics(model).compute(base, state.jointPositions(), qd, qdd, null, new double[6], tau);
        return tau;
    }

    /** τ = M (q̈_d + K_d ė + K_p e) + h, and τ = K_p e + K_d ė + g. */
    @ParameterizedTest
    @CsvSource({"1,false", "2,false", "3,true", "4,true"})
    void lawsOfRigidRobots(long seed, boolean floating) {
        RobotModel model = robot(seed, floating);
        int n = model.jointCount();
        State state = state(model, seed);
        double[] kp = numbers(n, 3, 2);
        double[] kd = numbers(n, 2, 0.5);
        double[] q = new double[n];
        double[] qd = new double[n];
        double[] qdd = new double[n];
        swing(n).at(0.7, q, qd, qdd);
        double[] expected = inverse(model, state, new double[n], true);
        for (int i = 0; i < n; i++) {
            double pull = kp[i] * (q[i] - state.jointPositions()[i]) + kd[i] * (qd[i] - state.jointVelocities()[i]);
            expected[i] += pull;
            qdd[i] += pull;
        }
        double[] torque = new double[n];
        new GravityCompensatedPd(model, kp, kd, swing(n)).copy().torque(0.7, state, torque);
        Agreement.check("seed " + seed + ", gravity", torque, expected, 1e-13);
        new ComputedTorque(model, kp, kd, swing(n)).copy().torque(0.7, state, torque);
        Agreement.check("seed " + seed + ", computed torque", torque, inverse(model, state, qdd, false), 1e-13);
    }

    /** Where the motors of elastic joints are, and on which joints their spin acts. */
    private enum Motors {
        /** Counted as inertia of their joints alone. */
        SIMPLE,
        /** On a link beyond rigid joints, which feel it. */
        ON_RIGID,
        /** On links beyond elastic joints, whose springs feel it. */
        ON_ELASTIC
    }

    /** Three joints of which the last and another are elastic. */
    private static RobotModel elastic(long seed, Motors motors) {
        RobotModel bare = RandomRobots.chain(seed, 3).build();
        int rigid = motors == Motors.ON_RIGID ? 0 : 1;
        RobotModelBuilder builder = bare.toBuilder();
        for (int k = 0; k < 3; k++) {
            Joint joint = bare.movingJoints().get(k);
            String carrier = bare.movingJoints()
                    .get(motors == Motors.ON_RIGID ? Math.min(k, 1) : k)
                    .parent();
            Drive motor = motors == Motors.SIMPLE
                    ? Drive.reflected(0.05 + 0.02 * k)
                    : Drive.of(new Rotor(0.002, 5, carrier, new Vector3(1, 2, 3)));
            builder.replace(joint.with(Friction.of(0.2, 0.3).smoothed(0.3))
                    .with(k == rigid ? motor : motor.with(new Spring(200, 0.1)).with(Friction.of(0, 0.1))));
        }
        return builder.build();
    }

    private static ElasticTracking tracking(RobotModel robot) {
        return new ElasticTracking(
                robot, numbers(3, 20, 3), numbers(3, 5, 1), new double[] {4, 6}, new double[] {1, 1.5}, swing(3));
    }

    private static State moved(State from, double seconds, double[] acceleration) {
        State state = from.copy();
        for (int i = 0; i < 3; i++) {
            state.jointPositions()[i] += seconds * from.jointVelocities()[i];
            state.jointVelocities()[i] += seconds * acceleration[i];
        }
        for (int e = 0; e < 2; e++) {
            state.motorPositions()[e] += seconds * from.motorVelocities()[e];
            state.motorVelocities()[e] += seconds * acceleration[3 + e];
        }
        return state;
    }

    /** V̇ of [Hua 52] is how V of [Hua 51] changes with the accelerations that the law's own torque gives. */
    @ParameterizedTest
    @CsvSource({"2,SIMPLE", "5,SIMPLE", "2,ON_RIGID", "3,ON_RIGID"})
    void lyapunovsFunctionChangesAtItsRate(long seed, Motors motors) {
        RobotModel robot = elastic(seed, motors);
        ElasticTracking law = tracking(robot).copy();
        assertThat(law.isExact()).isTrue();
        State state = new State(robot)
                .jointPositions(0.3, -0.2, 0.4)
                .jointVelocities(0.5, 0.1, -0.5)
                .motorPositions(0.35, 0.3)
                .motorVelocities(0.2, -0.9);
        double[] torque = new double[3];
        double[] acceleration = new double[5];
        law.torque(0.4, state, torque);
        new ElasticForwardDynamics(robot)
                .compute(
                        new double[] {0.3, -0.2, 0.4, 0.35, 0.3},
                        new double[] {0.5, 0.1, -0.5, 0.2, -0.9},
                        torque,
                        acceleration);
        double h = 2e-7;
        double rate = (law.lyapunov(0.4 + h, moved(state, h, acceleration))
                        - law.lyapunov(0.4 - h, moved(state, -h, acceleration)))
                / (2 * h);
        assertThat(law.lyapunovRate(0.4, state))
                .as("seed %s", seed)
                .isNegative()
                .isCloseTo(rate, within(1e-6 * Math.abs(rate)));
        assertThat(law.lyapunov(0.4, state)).isPositive();
        if (motors == Motors.SIMPLE) {
            assertThat(law.lyapunov(0.4, state)).isCloseTo(lyapunov(robot, law, state), within(1e-9));
        }
        double[] again = new double[3];
        tracking(robot).torque(0.4, state, again);
        assertThat(again).isEqualTo(torque);
    }

    /** V of [Hua 51], from the mass matrix and where the law wants the motors, of the gains of {@link #tracking}. */
    private static double lyapunov(RobotModel robot, ElasticTracking law, State state) {
        double[][] wanted = new double[2][3];
        double[][] theta = new double[2][2];
        double[] mass = new double[9];
        swing(3).derivatives(0.4, wanted);
        law.desiredMotors(0, theta[0]);
        law.desiredMotors(1, theta[1]);
        new MassMatrix(robot.withoutSprings()).compute(state.jointPositions(), mass);
        double[] sigma = new double[3];
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            double error = wanted[0][i] - state.jointPositions()[i];
            sigma[i] = wanted[1][i] - state.jointVelocities()[i] + (20 + 3 * i) / (5.0 + i) * error;
            sum += (20 + 3 * i) * error * error;
            // behind a spring a motor is no inertia of its joint
            mass[4 * i] -= i == 1 ? 0 : 0.05 + 0.02 * i;
        }
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                sum += 0.5 * sigma[i] * mass[3 * i + j] * sigma[j];
            }
        }
        for (int e = 0; e < 2; e++) {
            double error = theta[0][e] - state.motorPositions()[e];
            double ofMotor = theta[1][e] - state.motorVelocities()[e] + 4 * error + sigma[2 * e];
            sum += 0.5 * (0.05 + 0.04 * e) * ofMotor * ofMotor + 0.5 * 200 * error * error;
        }
        return sum;
    }

    /** On the trajectory nothing is to be corrected: the law gives the torques of the feed-forward, V is zero. */
    @ParameterizedTest
    @CsvSource({"4,ON_ELASTIC", "7,ON_ELASTIC", "4,ON_RIGID", "4,SIMPLE"})
    void trackingOnTheTrajectoryIsFeedForward(long seed, Motors motors) {
        RobotModel robot = elastic(seed, motors);
        ElasticTracking law = tracking(robot);
        assertThat(law.isExact()).isEqualTo(motors != Motors.ON_ELASTIC);
        ElasticFeedForwardTorque feedForward = new ElasticFeedForwardTorque(robot, swing(3));
        double[] torque = new double[3];
        double[] expected = new double[3];
        double[] theta = new double[2];
        for (double time : new double[] {0, 0.9}) {
            State state = feedForward.start(time);
            assertThat(state.time()).isEqualTo(time);
            feedForward.torque(time, state, expected);
            law.torque(time, state, torque);
            Agreement.check("seed %s at %s s".formatted(seed, time), torque, expected, 1e-10);
            law.desiredMotors(0, theta);
            Agreement.check("motors", theta, state.motorPositions(), 1e-12);
            law.desiredMotors(1, theta);
            Agreement.check("motors' speed", theta, state.motorVelocities(), 1e-11);
            assertThat(law.lyapunov(time, state)).isCloseTo(0, within(1e-20));
        }
        assertThat(feedForward.nextSwitch(1)).isInfinite();
    }

    /** Derivatives by differences of those one order lower; the ends, where it rests. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 12})
    void smoothMovesAreSmooth(int order) {
        SmoothMove move = new SmoothMove(new double[] {1, -2}, new double[] {-1, 3}, 0.5, 2, order);
        assertThat(move.order()).isEqualTo(order);
        double h = 1e-5;
        for (double time : new double[] {0.2, 0.7, 1.2, 1.6, 2.3, 2.6}) {
            double[][] at = derivatives(move, time, 5);
            double[][] before = derivatives(move, time - h, 5);
            double[][] after = derivatives(move, time + h, 5);
            for (int d = 0; d < 4; d++) {
                for (int i = 0; i < 2; i++) {
                    assertThat((after[d][i] - before[d][i]) / (2 * h))
                            .as("derivative %s of joint %s at %s", d + 1, i, time)
                            .isCloseTo(at[d + 1][i], within(1e-6 * (1 + Math.abs(at[d + 1][i]))));
                }
            }
        }
        assertThat(derivatives(move, 1.5, 1)[0]).containsExactly(new double[] {0, 0.5}, within(1e-14));
        for (double end : new double[] {0.5, 2.5}) {
            double[][] inside = derivatives(move, end + (end < 1 ? 1e-7 : -1e-7), order + 2);
            double[][] at = derivatives(move, end, order + 2);
            assertThat(at[0]).containsExactly(end < 1 ? new double[] {1, -2} : new double[] {-1, 3});
            for (int d = 1; d <= order + 1; d++) {
                assertThat(at[d]).containsOnly(0);
            }
            // the next derivative jumps
            double jump = Math.abs(inside[order + 1][0]);
            assertThat(jump).isGreaterThan(1);
            for (int d = 1; d <= order; d++) {
                assertThat(Math.abs(inside[d][0]))
                        .as("order %s, derivative %s", order, d)
                        .isLessThan(1e-4 * jump);
            }
        }
        assertThat(move.nextSwitch(0.4)).isEqualTo(0.5);
        assertThat(move.nextSwitch(0.5)).isEqualTo(2.5);
        assertThat(move.nextSwitch(2.5)).isInfinite();
    }

    private static double[][] derivatives(SmoothTrajectory trajectory, double time, int count) {
        double[][] out = new double[count][2];
        trajectory.derivatives(time, out);
        return out;
    }

    /** The move of order 2 is the quintic one; sines have sines as derivatives. */
    @Test
    void trajectoriesThatAreAlike() {
        double[] to = {-1, 3};
        SmoothMove move = new SmoothMove(new double[2], to, 0.5, 2, 2);
        QuinticTrajectory quintic = new QuinticTrajectory(new double[2], to, 0.5, 2);
        SineTrajectory sine =
                new SineTrajectory(new double[] {1, 2}, to, new double[] {2, 0.5}, new double[] {0.3, 0.4});
        for (double time : new double[] {0, 0.6, 1.1, 1.9, 2.4, 3}) {
            double[][] expected = new double[3][2];
            double[][] actual = new double[3][2];
            quintic.at(time, expected[0], expected[1], expected[2]);
            move.at(time, actual[0], actual[1], actual[2]);
            for (int d = 0; d < 3; d++) {
                Agreement.check("derivative " + d + " at " + time, actual[d], expected[d], 1e-13);
            }
            double[][] rows = derivatives(sine, time, 6);
            for (int i = 0; i < 2; i++) {
                double w = i == 0 ? 2 : 0.5;
                double angle = w * time + (i == 0 ? 0.3 : 0.4);
                for (int d = 0; d < 6; d++) {
                    double expectedSine =
                            (d == 0 ? 1 + i : 0) + to[i] * Math.pow(w, d) * Math.sin(angle + d * Math.PI / 2);
                    assertThat(rows[d][i]).isCloseTo(expectedSine, within(1e-13));
                }
            }
        }
        double[][] hold = new double[3][2];
        Arrays.stream(hold).forEach(row -> Arrays.fill(row, 7));
        SmoothTrajectory.hold(3, 4).derivatives(1, hold);
        assertThat(hold).isDeepEqualTo(new double[][] {{3, 4}, {0, 0}, {0, 0}});
        Arrays.stream(hold).forEach(row -> Arrays.fill(row, 7));
        SmoothTrajectory.hold(3, 4).at(1, hold[0], hold[1], hold[2]);
        assertThat(hold).isDeepEqualTo(new double[][] {{3, 4}, {0, 0}, {0, 0}});
    }

    @Test
    void boundsOfArgumentsAreWhereTheyAreSaid() {
        double[] one = {1};
        for (int order : new int[] {0, 13}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new SmoothMove(one, one, 0, 1, order))
                    .withMessageContaining("from 1 to 12, but is " + order);
        }
        for (double duration : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException().isThrownBy(() -> new SmoothMove(one, one, 0, duration, 2));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SmoothMove(one, new double[2], 0, 1, 2))
                .withMessageContaining("starts with 1 joints and ends with 2");
        for (int wrong = 0; wrong < 4; wrong++) {
            double[][] parts = {one, one, one, one};
            parts[wrong] = new double[2];
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new SineTrajectory(parts[0], parts[1], parts[2], parts[3]));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TorqueTable(new double[0], new double[0][], TorqueTable.Between.HOLD));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TorqueTable(
                        new double[] {Double.NEGATIVE_INFINITY}, new double[][] {one}, TorqueTable.Between.HOLD))
                .withMessageContaining("row 1 of the torque table has a number that is not finite");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new TorqueTable(new double[] {2, 2}, new double[][] {one, one}, TorqueTable.Between.HOLD))
                .withMessageContaining("2.0 follows 2.0 in row 2");
        // no joints, nothing to mix up
        double[] none = {};
        SmoothTrajectory.hold().at(0, none, none, none);
        SmoothTrajectory.hold().derivatives(0, new double[][] {none, none});
        // gains of zero are fine, negative and infinite ones are not
        RobotModel arm = SmallRobots.doublePendulum();
        double[] torque = new double[2];
        new GravityCompensatedPd(arm, new double[2], new double[2], Trajectory.hold(1, 2))
                .torque(0, new State(arm), torque);
        // it hangs, but the axes of its joints are rounded
        assertThat(torque).containsExactly(new double[2], within(1e-30));
        for (double gain : new double[] {-1e-3, Double.NaN, Double.POSITIVE_INFINITY}) {
            double[] gains = {1, gain};
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ComputedTorque(arm, gains, new double[2], Trajectory.hold(1, 2)))
                    .withMessageContaining("stiffness");
        }
        RobotModel elastic = elastic(2, Motors.SIMPLE);
        double[] positive = numbers(3, 1, 0);
        for (double gain : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            double[] gains = {1, gain};
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ElasticTracking(elastic, positive, positive, one(2), gains, swing(3)))
                    .withMessage("a motor damping gain must be positive, but is " + gain);
        }
    }

    /** Lyapunov's function asks of its arguments what the torque does, and is a result as well. */
    @Test
    void lyapunovsFunctionKeepsTheContract() {
        RobotModel robot = elastic(2, Motors.SIMPLE);
        State state = new State(robot);
        ElasticTracking law = tracking(robot);
        double[] theta = new double[2];
        assertThat(law.lyapunov(0.1, state)).isPositive();
        law.desiredMotors(0, theta);
        for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
            State other = state.copy();
            other.motorPositions()[1] = bad;
            refused(law, other, "motorPositions[1] is " + bad);
            other = state.copy();
            other.motorVelocities()[0] = bad;
            refused(law, other, "motorVelocities[0] is " + bad);
        }
        assertThatIllegalStateException().isThrownBy(() -> law.desiredMotors(0, theta));
        assertThat(law.lyapunovRate(0.1, state)).isNegative();
        law.desiredMotors(0, theta);
        refused(law, new State(robot.withFloatingBase()), "the state has a floating base");
        RobotModel arm = robot(3, true);
        ComputedTorque floating = new ComputedTorque(arm, new double[5], new double[5], Trajectory.hold(new double[5]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> floating.torque(0, new State(arm.withFixedBase()), new double[5]))
                .withMessageContaining("the state has a fixed base");
    }

    private static void refused(ElasticTracking law, State state, String words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> law.lyapunov(0.1, state))
                .withMessageContaining(words);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> law.lyapunovRate(0.1, state))
                .withMessageContaining(words);
    }

    private static double[] one(int count) {
        return numbers(count, 1, 0);
    }
}
