package dev.catena.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.kinematics.BaseTrajectory;
import dev.catena.kinematics.HarmonicBase;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Environment;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Laws that know how their base moves and what acts on their robot do as well as on a base at rest. */
class KnownSurroundingsTest {
    private static final int JOINTS = 4;
    private static final double DURATION = 0.8;
    private static final double[] START = {0.3, -0.2, 0.4, 0.1};

    /** A deck that heaves, surges and rolls. */
    private static final BaseTrajectory DECK = new HarmonicBase(List.of(
            new HarmonicBase.Part(false, Vector3.Z, 1, 0, 0.2, 0.7, 0.1),
            new HarmonicBase.Part(false, Vector3.X, 0, 0.3, 0.1, 1.1, 0.5),
            new HarmonicBase.Part(true, Vector3.Y, 0.1, 0.2, 0.3, 0.9, 0)));

    /** A wind that turns, and a hand that holds back. */
    private static final Environment WIND = (time, state, wrenchesOut) -> {
        double brake = -0.4 * state.jointVelocities()[1];
        wrenchesOut.inWorld(JOINTS, 3 * Math.cos(time), 2 * Math.sin(2 * time), 1, 0.2, 0, 0.3);
        wrenchesOut.inBody(2, brake, 0, 0, 0, brake, 0.1);
    };

    private static RobotModel robot(long seed) {
        return RandomRobots.tree(seed, JOINTS)
                .prismaticShare(0.25)
                .rotors()
                .baseInertia()
                .build();
    }

    private static double[] end(
            RobotModel robot, Controller law, @Nullable BaseTrajectory base, @Nullable Environment environment) {
        Simulation.Builder builder = Simulation.builder(robot)
                .start(new State(robot).jointPositions(START))
                .controller(law)
                .integrator(Integrator.dormandPrince(1e-11))
                .duration(DURATION);
        if (base != null) {
            builder.base(base);
        }
        if (environment != null) {
            builder.environment(environment);
        }
        return builder.build().run().end().state().jointPositions();
    }

    /** ë + 10 ė + 25 e = 0 from rest: e = e₀ (1 + 5t) exp(−5t). */
    @ParameterizedTest
    @CsvSource({"1,true,false,false", "2,false,true,false", "3,true,true,false", "4,false,true,true"})
    void errorsDieOutAsOnABaseAtRest(long seed, boolean moves, boolean blows, boolean floats) {
        RobotModel robot = floats ? robot(seed).withFloatingBase() : robot(seed);
        double[] kp = filled(25);
        double[] kd = filled(10);
        ComputedTorque blind = new ComputedTorque(robot, kp, kd, Trajectory.hold(new double[JOINTS]));
        ComputedTorque moving = moves ? blind.on(DECK) : blind;
        ComputedTorque seeing = blows ? moving.in(WIND) : moving;
        BaseTrajectory base = moves ? DECK : null;
        Environment environment = blows ? WIND : null;

        double left = (1 + 5 * DURATION) * Math.exp(-5 * DURATION);
        double[] expected = Arrays.stream(START).map(e -> left * e).toArray();
        assertThat(difference(end(robot, seeing.copy(), base, environment), expected))
                .isLessThan(1e-8);
        assertThat(difference(end(robot, blind, base, environment), expected)).isGreaterThan(1e-3);
    }

    @Test
    void jointsHeldOnAMovingBaseStay() {
        RobotModel robot = robot(5);
        GravityCompensatedPd blind = new GravityCompensatedPd(robot, filled(30), filled(8), Trajectory.hold(START));
        assertThat(difference(end(robot, blind.in(WIND).on(DECK).copy(), DECK, WIND), START))
                .isLessThan(1e-9);
        assertThat(difference(end(robot, blind, DECK, WIND), START)).isGreaterThan(1e-3);
    }

    @Test
    void aFloatingBaseDoesNotMoveAsTold() {
        RobotModel robot = robot(6).withFloatingBase();
        ComputedTorque law = new ComputedTorque(robot, filled(1), filled(1), Trajectory.hold(START));
        assertThatThrownBy(() -> law.on(DECK))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("floats, so that it does not move as told; take the model withFixedBase()");
    }

    private static double[] filled(double value) {
        double[] values = new double[JOINTS];
        Arrays.fill(values, value);
        return values;
    }

    private static double difference(double[] a, double[] b) {
        double largest = 0;
        for (int i = 0; i < a.length; i++) {
            largest = Math.max(largest, Math.abs(a[i] - b[i]));
        }
        return largest;
    }
}
