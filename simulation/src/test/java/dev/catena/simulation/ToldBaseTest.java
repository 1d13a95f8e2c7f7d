package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.BaseTrajectory;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.simulation.StickingContactsTest.Standing;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Principle of equivalence: in a base that is told to accelerate, everything falls as if gravity were less by that. */
class ToldBaseTest {
    private static final double RATE = 1.5;

    @ParameterizedTest
    @CsvSource({"tree, 0", "tree, 60", "fourbar, 0", "fivebar, 60"})
    void acceleratedBasesAreGravity(String name, double stiffness) {
        Standing s = name.equals("tree")
                ? tree(stiffness)
                : StickingContactsTest.standing(name, stiffness, Friction.NONE, each -> each, 0.7);
        double time = 0.8;
        BaseTrajectory told = (t, motion) -> motion.accelerationInBase(RATE * t, -2 * RATE * t, RATE * t, 0, 0, 0);
        State state = s.start().copy();
        state.time(time);
        Plant moving =
                new Plant(s.simulation(Integrator.dormandPrince(), 1).base(told).build());
        moving.accelerate(state);
        RobotModel heavy = s.robot().toBuilder()
                .gravity(
                        s.robot().gravity().x() - RATE * time,
                        s.robot().gravity().y() + 2 * RATE * time,
                        s.robot().gravity().z() - RATE * time)
                .build();
        State other = copy(s, heavy);
        Plant resting = new Plant(Simulation.builder(heavy)
                .start(other)
                .integrator(Integrator.dormandPrince())
                .duration(1)
                .build());
        resting.accelerate(other);
        Agreement.check("joints", moving.jointAcceleration, resting.jointAcceleration, 1e-9);
        Agreement.check("motors", moving.motorAcceleration, resting.motorAcceleration, 1e-9);
        Plant still = new Plant(s.simulation(Integrator.dormandPrince(), 1).build());
        still.accelerate(s.start().copy());
        assertThat(Math.abs(still.jointAcceleration[0] - moving.jointAcceleration[0]))
                .isGreaterThan(1e-2);
    }

    /** All integrators take the base along, springs or not. */
    @ParameterizedTest
    @CsvSource({"tree, 0", "tree, 60", "fivebar, 60"})
    void runsAreThoseOfAnotherGravity(String name, double stiffness) {
        Standing s = name.equals("tree")
                ? tree(stiffness)
                : StickingContactsTest.standing(name, stiffness, Friction.NONE, each -> each, 0.7);
        BaseTrajectory told =
                (t, motion) -> motion.velocityInBase(2 * t, -3 * t, t, 0, 0, 0).accelerationInBase(2, -3, 1, 0, 0, 0);
        Vector3 g = s.robot().gravity();
        RobotModel heavy =
                s.robot().toBuilder().gravity(g.x() - 2, g.y() + 3, g.z() - 1).build();
        for (Integrator method : List.of(
                Integrator.dormandPrince(1e-9),
                Integrator.rungeKutta(2e-3),
                Integrator.implicitMidpoint(2e-3),
                Integrator.stickSlip(2e-3))) {
            Run moving = s.simulation(method, 0.1).base(told).build().run();
            assertThat(moving.isComplete()).as(moving.message()).isTrue();
            State start = copy(s, heavy);
            Run resting = new Standing(heavy, List.of(), start).run(method, 0.1);
            Agreement.check(
                    "positions",
                    moving.end().state().jointPositions(),
                    resting.end().state().jointPositions(),
                    1e-9);
            Agreement.check(
                    "motors",
                    moving.end().state().motorPositions(),
                    resting.end().state().motorPositions(),
                    1e-9);
        }
    }

    /** What is recorded moves with the base: joints at rest have the kinetic energy ½ m v². */
    @Test
    void samplesHaveTheMotionOfTheBase() {
        RobotModel robot = tree(0).robot();
        Run run = Simulation.builder(robot)
                .base((t, motion) -> motion.velocityInBase(2, -3, 1, 0, 0, 0))
                .duration(1e-3)
                .build()
                .run();
        double energy = run.firstSample().orElseThrow().kineticEnergy();
        assertThat(energy).isCloseTo(0.5 * robot.totalMass() * 14, within(1e-12 * energy));
    }

    private static Standing tree(double stiffness) {
        RobotModel bare = RandomRobots.tree(7, 3).build();
        RobotModel robot = stiffness == 0
                ? bare
                : bare.toBuilder()
                        .replace(bare.movingJoints()
                                .get(1)
                                .with(Drive.reflected(0.1).with(Spring.of(stiffness))))
                        .build();
        return new Standing(robot, List.of(), ConservationTest.randomState(robot, 2));
    }

    private static State copy(Standing s, RobotModel heavy) {
        State other = new State(heavy);
        System.arraycopy(s.start().jointPositions(), 0, other.jointPositions(), 0, heavy.jointCount());
        System.arraycopy(s.start().jointVelocities(), 0, other.jointVelocities(), 0, heavy.jointCount());
        int motors = other.motorPositions().length;
        System.arraycopy(s.start().motorPositions(), 0, other.motorPositions(), 0, motors);
        System.arraycopy(s.start().motorVelocities(), 0, other.motorVelocities(), 0, motors);
        return other;
    }
}
