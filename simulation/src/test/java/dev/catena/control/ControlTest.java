package dev.catena.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Friction;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Run;
import dev.catena.simulation.Sample;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.SmallRobots;
import dev.catena.simulation.State;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Controllers do what their equations promise. */
class ControlTest {
    private static double[] all(int n, double value) {
        double[] gains = new double[n];
        Arrays.fill(gains, value);
        return gains;
    }

    private static RobotModel robot(long seed, boolean floating) {
        var builder =
                RandomRobots.tree(seed, 6)
                        .prismaticShare(0.2)
                        .reflectedInertia()
                        .rotors()
                        .baseInertia()
                        .build()
                        .toBuilder();
        if (floating) {
            builder.floating();
        }
        RobotModel model = builder.build();
        var smooth = model.toBuilder();
        model.joints().forEach(joint -> smooth.replace(joint.with(new Friction(0.5, 0.2, 0.1))));
        return smooth.build();
    }

    /** ë + 14 ė + 49 e = 0 has the solution (e₀ + (ė₀ + 7 e₀) t) exp(−7 t), for every joint on its own. */
    @ParameterizedTest
    @CsvSource({"1,false", "2,false", "3,true"})
    void computedTorqueObeysTheLinearErrorEquation(long seed, boolean floating) {
        RobotModel model = robot(seed, floating);
        int n = model.jointCount();
        RandomNumbers random = new RandomNumbers(seed);
        double[] from = random.vector(n, 1);
        double[] to = random.vector(n, 1);
        double[] error = random.vector(n, 0.3);
        double[] errorRate = random.vector(n, 0.5);
        Trajectory trajectory = new QuinticTrajectory(from, to, 0.1, 0.8);
        State start = new State(model);
        for (int i = 0; i < n; i++) {
            start.jointPositions()[i] = from[i] - error[i];
            start.jointVelocities()[i] = -errorRate[i];
        }
        Run run = Simulation.builder(model)
                .start(start)
                .controller(new ComputedTorque(model, all(n, 49), all(n, 14), trajectory))
                .integrator(Integrator.dormandPrince(1e-11))
                .duration(1)
                .build()
                .run();
        double[] wanted = new double[n];
        for (Sample sample : run.recording()) {
            double t = sample.time();
            trajectory.at(t, wanted, new double[n], new double[n]);
            for (int i = 0; i < n; i++) {
                double expected = (error[i] + (errorRate[i] + 7 * error[i]) * t) * Math.exp(-7 * t);
                assertThat(wanted[i] - sample.state().jointPositions()[i])
                        .as("seed %s, joint %s at %s s", seed, i, t)
                        .isCloseTo(expected, within(1e-8));
            }
        }
    }

    /** PD with gravity compensation rests at its target, and nowhere else. */
    @ParameterizedTest
    @CsvSource({"11,false", "12,true"})
    void gravityCompensatedPdSettles(long seed, boolean floating) {
        RobotModel model = robot(seed, floating).withoutFriction();
        int n = model.jointCount();
        RandomNumbers random = new RandomNumbers(seed);
        double[] target = random.vector(n, 0.8);
        Run run = Simulation.builder(model)
                .start(new State(model).jointPositions(random.vector(n, 0.8)))
                .controller(new GravityCompensatedPd(model, all(n, 60), all(n, 20), Trajectory.hold(target)))
                .duration(60)
                .recordingRate(1)
                .build()
                .run();
        for (int i = 0; i < n; i++) {
            assertThat(run.end().state().jointPositions()[i])
                    .as("seed %s, joint %s", seed, i)
                    .isCloseTo(target[i], within(1e-6));
        }
    }

    /** Without compensation the weight pulls the block below its target by m g / k. */
    @Test
    void gravityIsCompensated() {
        RobotModel slider = SmallRobots.slider(true, Friction.NONE, JointLimits.NONE);
        Controller compensated = new GravityCompensatedPd(slider, all(1, 100), all(1, 30), Trajectory.hold(0.2));
        Controller plain = (time, state, torqueOut) ->
                torqueOut[0] = 100 * (0.2 - state.jointPositions()[0]) - 30 * state.jointVelocities()[0];
        assertThat(settled(slider, compensated)).isCloseTo(0.2, within(1e-8));
        assertThat(settled(slider, plain)).isCloseTo(0.2 - 2 * 9.81 / 100, within(1e-8));
    }

    private static double settled(RobotModel slider, Controller controller) {
        return Simulation.builder(slider)
                .controller(controller)
                .duration(10)
                .build()
                .run()
                .end()
                .state()
                .jointPositions()[0];
    }

    @Test
    void quinticIsItsOwnIntegral() {
        Trajectory trajectory = new QuinticTrajectory(new double[] {1, -2}, new double[] {-1, 3}, 0.5, 2);
        double[] q = new double[2];
        double[] qd = new double[2];
        double[] qdd = new double[2];
        double[] before = new double[2];
        double[] after = new double[2];
        double[] rateBefore = new double[2];
        double[] rateAfter = new double[2];
        double h = 1e-5;
        for (double t = 0.55; t < 2.5; t += 0.1) {
            trajectory.at(t, q, qd, qdd);
            trajectory.at(t - h, before, rateBefore, new double[2]);
            trajectory.at(t + h, after, rateAfter, new double[2]);
            for (int i = 0; i < 2; i++) {
                assertThat((after[i] - before[i]) / (2 * h)).isCloseTo(qd[i], within(1e-8));
                assertThat((rateAfter[i] - rateBefore[i]) / (2 * h)).isCloseTo(qdd[i], within(1e-8));
            }
        }
        trajectory.at(0.5, q, qd, qdd);
        assertThat(q).containsExactly(1, -2);
        Agreement.check("velocity at the start", qd, new double[2], 0);
        Agreement.check("acceleration at the start", qdd, new double[2], 0);
        trajectory.at(99, q, qd, qdd);
        assertThat(q).containsExactly(-1, 3);
        assertThat(trajectory.nextSwitch(0)).isEqualTo(0.5);
        assertThat(trajectory.nextSwitch(0.5)).isEqualTo(2.5);
        assertThat(trajectory.nextSwitch(2.5)).isInfinite();
    }

    @ParameterizedTest
    @EnumSource(TorqueTable.Between.class)
    void tableBetweenRows(TorqueTable.Between between) {
        TorqueTable table = new TorqueTable(new double[] {1, 2, 4}, new double[][] {{1}, {3}, {-1}}, between);
        boolean hold = between == TorqueTable.Between.HOLD;
        assertThat(at(table, 0)).isEqualTo(1);
        assertThat(at(table, 1)).isEqualTo(1);
        assertThat(at(table, 1.5)).isEqualTo(hold ? 1 : 2);
        assertThat(at(table, 2)).isEqualTo(3);
        assertThat(at(table, 3.5)).isEqualTo(hold ? 3 : 0);
        assertThat(at(table, 9)).isEqualTo(-1);
        assertThat(table.nextSwitch(0)).isEqualTo(1);
        assertThat(table.nextSwitch(1)).isEqualTo(2);
        assertThat(table.nextSwitch(4)).isInfinite();
    }

    private static double at(TorqueTable table, double time) {
        double[] torque = new double[1];
        table.torque(time, new State(SmallRobots.slider(false, Friction.NONE, JointLimits.NONE)), torque);
        return torque[0];
    }

    /** Jumps of the torque fall on ends of steps: the motion in between is a parabola, to rounding, in few steps. */
    @Test
    void jumpsCostTheAdaptiveIntegratorNothing() {
        RobotModel slider = SmallRobots.slider(false, Friction.NONE, JointLimits.NONE);
        Run run = Simulation.builder(slider)
                .controller(new TorqueTable(
                        new double[] {0, 0.3, 0.7}, new double[][] {{4}, {-10}, {2}}, TorqueTable.Between.HOLD))
                .duration(1)
                .build()
                .run();
        double v1 = 2 * 0.3;
        double v2 = v1 - 5 * 0.4;
        double x = 0.3 * 0.3 + v1 * 0.4 - 2.5 * 0.4 * 0.4 + v2 * 0.3 + 0.5 * 0.3 * 0.3;
        assertThat(run.end().state().jointPositions()[0]).isCloseTo(x, within(1e-14));
        assertThat(run.end().state().jointVelocities()[0]).isCloseTo(v2 + 0.3, within(1e-14));
        assertThat(run.steps()).isLessThan(40);
    }

    @Test
    void badTablesAndGainsAreRefused() {
        double[][] rows = {{1, 2}, {3, 4}};
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TorqueTable(new double[] {1, 1}, rows, TorqueTable.Between.HOLD))
                .withMessageContaining("must rise");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TorqueTable(new double[] {1}, rows, TorqueTable.Between.HOLD))
                .withMessageContaining("row of torques for each time");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new TorqueTable(new double[] {1, 2}, new double[][] {{1, 2}, {3}}, TorqueTable.Between.HOLD))
                .withMessageContaining("row 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TorqueTable(
                        new double[] {1, 2}, new double[][] {{1}, {Double.NaN}}, TorqueTable.Between.HOLD))
                .withMessageContaining("not finite");
        RobotModel arm = SmallRobots.doublePendulum();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ComputedTorque(arm, all(3, 1), all(2, 1), Trajectory.hold(0, 0)))
                .withMessageContaining("3 stiffness gains");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GravityCompensatedPd(arm, all(2, 1), all(2, -1), Trajectory.hold(0, 0)))
                .withMessageContaining("damping");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new QuinticTrajectory(new double[1], new double[1], 0, 0))
                .withMessageContaining("duration");
    }
}
