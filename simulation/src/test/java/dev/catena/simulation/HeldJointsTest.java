package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Friction and stops at single instants: what holds, what lets go, and what is thrown back. */
class HeldJointsTest {
    private static final JointStops.Rigid BOUNCY = new JointStops.Rigid(0.5);
    private static final RobotModel LIMITED =
            SmallRobots.slider(false, Friction.NONE, JointLimits.position(-0.5, 0.25));

    /** Friction everywhere, on motors behind springs too; smooth at every third joint. */
    private static RobotModel rough(long seed, boolean floating) {
        RobotModel bare =
                RandomRobots.tree(seed, 5).prismaticShare(0.2).baseInertia().build();
        RobotModelBuilder builder = bare.toBuilder();
        for (int k = 0; k < 5; k++) {
            Joint joint = bare.movingJoints().get(k);
            Friction friction = Friction.of(0.6 + 0.1 * k, 0.2 + 0.1 * k);
            Drive drive = Drive.of(new Rotor(1e-3, 7, joint.parent(), new Vector3(1, 0.5, 0.2)));
            builder.replace(joint.with(k % 3 == 2 ? friction.smoothed(0.4) : friction)
                    .with(k % 2 == 0 ? drive.with(Spring.of(100)).with(Friction.of(0.3, 0.1)) : drive));
        }
        RobotModel robot = builder.build();
        return floating ? robot.withFloatingBase() : robot;
    }

    private static Plant plant(RobotModel robot, Integrator integrator) {
        return new Plant(Simulation.builder(robot)
                .controller((time, state, torqueOut) -> {
                    for (int i = 0; i < torqueOut.length; i++) {
                        torqueOut[i] = 3 - 2 * i;
                    }
                })
                .integrator(integrator)
                .frictionAsGiven()
                .duration(1)
                .build());
    }

    /** While all joints move, friction that is held is friction of the dynamics. */
    @ParameterizedTest
    @CsvSource({"1,false", "2,true", "3,true"})
    void whatMovesHasItsFriction(long seed, boolean floating) {
        RobotModel robot = rough(seed, floating);
        State state = ConservationTest.randomState(robot, seed);
        Plant held = plant(robot, Integrator.stickSlip(1e-3));
        Plant plain = plant(robot, Integrator.rungeKutta(1e-3));
        held.accelerate(state);
        plain.accelerate(state);
        Agreement.check("joints", held.jointAcceleration, plain.jointAcceleration, 1e-9);
        Agreement.check("motors", held.motorAcceleration, plain.motorAcceleration, 1e-9);
        assertThat(held.power).isCloseTo(plain.power, within(1e-11));
        if (floating) {
            Agreement.check("base", held.baseAcceleration, plain.baseAcceleration, 1e-9);
        }
    }

    /** Joints at rest have as much friction as it takes, up to its level: M (a − a₀) = p. */
    @ParameterizedTest
    @CsvSource({"2,true", "5,false"})
    void whatRestsHasAsMuchAsItTakes(long seed, boolean floating) {
        RobotModel robot = rough(seed, floating);
        State state = new State(robot).jointPositions(0.3, -0.2, 0.4, 0.1, 0.2);
        Plant held = plant(robot, Integrator.stickSlip(1e-3));
        Plant free = plant(robot.withoutFriction(), Integrator.rungeKutta(1e-3));
        held.accelerate(state);
        free.accelerate(state);
        JointInertia inertia = new JointInertia(robot, state);
        inertia.compute(state);
        double[] change = new double[8];
        double[] force = new double[8];
        for (int i = 0; i < 8; i++) {
            change[i] = i < 5
                    ? held.jointAcceleration[i] - free.jointAcceleration[i]
                    : held.motorAcceleration[i - 5] - free.motorAcceleration[i - 5];
        }
        inertia.times(change, force);
        int sticking = 0;
        for (int i = 0; i < 8; i++) {
            double level = i < 5 ? 0.6 + 0.1 * i : 0.3;
            double acceleration = i < 5 ? held.jointAcceleration[i] : held.motorAcceleration[i - 5];
            if (i == 2) {
                // smooth friction begins with motion
                assertThat(force[i]).isCloseTo(0, within(1e-9));
            } else if (acceleration == 0) {
                sticking++;
                assertThat(Math.abs(force[i])).as("force %s", i).isLessThanOrEqualTo(level + 1e-9);
            } else {
                assertThat(force[i]).as("force %s", i).isCloseTo(-Math.signum(acceleration) * level, within(1e-9));
            }
        }
        assertThat(sticking).isPositive();
        if (floating) {
            double[] base = free.baseAcceleration.clone();
            inertia.moveBase(change, base);
            Agreement.check("base", held.baseAcceleration, base, 1e-9);
        }
    }

    @Test
    void widthsOfJointAndMotorMustAgree() {
        Joint slide = SmallRobots.slider(false, Friction.NONE, JointLimits.NONE)
                .movingJoints()
                .get(0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> held(
                        slide,
                        Friction.of(1, 2).smoothed(0.1),
                        Friction.of(3, 4).smoothed(0.2)))
                .withMessageContaining("different velocities, 0.1 and 0.2");
        HeldJoints both =
                held(slide, Friction.of(1, 2).smoothed(0.1), Friction.of(3, 4).smoothed(0.1));
        assertThat(both.coulomb).containsExactly(4);
        assertThat(both.viscous).containsExactly(6);
        assertThat(both.width).containsExactly(0.1);
        HeldJoints one = held(slide, Friction.of(1, 2).smoothed(0.1), Friction.of(0, 4));
        assertThat(one.width).containsExactly(0.1);
        HeldJoints other = held(slide, Friction.of(0, 2), Friction.of(3, 4).smoothed(0.2));
        assertThat(other.width).containsExactly(0.2);
    }

    private static HeldJoints held(Joint slide, Friction friction, Friction ofMotor) {
        RobotModel slider = SmallRobots.slider(false, Friction.NONE, JointLimits.NONE);
        RobotModel robot = slider.toBuilder()
                .replace(slide.with(friction).with(Drive.reflected(0.1).with(ofMotor)))
                .build();
        return new HeldJoints(robot, true, null, new State(robot));
    }

    private static State at(double q, double qd) {
        return new State(LIMITED).jointPositions(q).jointVelocities(qd);
    }

    /** Thrown back with e v if that is not slow, brought back to the limit in any case; the loss is work. */
    @ParameterizedTest
    @CsvSource({
        "-0.51, -0.4, 0.1, -0.5, 0.2",
        "-0.51, -0.4, 0.2, -0.5, 0",
        "-0.5, 0.4, 0.1, -0.5, 0.4",
        "-0.5, 0, 0.1, -0.5, 0",
        "0.26, 0.4, 0.1, 0.25, -0.2",
        "0.26, 0.4, 0.2, 0.25, 0",
        "0.25, -0.4, 0.1, 0.25, -0.4",
        "0.2, 0.4, 0.1, 0.2, 0.4"
    })
    void landings(double q, double qd, double slow, double newQ, double newQd) {
        State state = at(q, qd);
        Rebounds rebounds = new Rebounds(LIMITED);
        rebounds.slow[0] = slow;
        new HeldJoints(LIMITED, false, BOUNCY, state).land(state, rebounds);
        assertThat(state.jointPositions()).containsExactly(newQ);
        assertThat(state.jointVelocities()[0]).isCloseTo(newQd, within(1e-15));
        assertThat(state.work()).isCloseTo(newQd * newQd - qd * qd, within(1e-15));
    }

    @Test
    void onlyWhatRestedCanLeave() {
        HeldJoints held = new HeldJoints(LIMITED, false, BOUNCY, at(0, 0));
        for (double limit : new double[] {-0.5, 0.25}) {
            held.restOnlyAsIn(at(limit, 0));
            assertThat(held.hasLeft(at(limit, 0))).isFalse();
            assertThat(held.hasLeft(at(0, 0))).isTrue();
            held.restOnlyAsIn(at(limit, 0.1));
            assertThat(held.hasLeft(at(0, 0))).isFalse();
        }
        held.restOnlyAsIn(at(0, 0));
        assertThat(held.hasLeft(at(0.1, 0))).isFalse();
    }

    /** The blow at the elbow throws the shoulder off the stop that it rests on, unless that is too slow to be seen. */
    @ParameterizedTest
    @CsvSource({"1, false", "1e-3, true"})
    void blowsThrowOthersOff(double speed, boolean stays) {
        RobotModel arm = SmallRobots.doublePendulum();
        JointInertia inertia = new JointInertia(arm, new State(arm));
        State posture = new State(arm).jointPositions(0.3, 0.8);
        inertia.compute(posture);
        // M₀₀ Δv₀ + M₀₁ Δv₁ = 0 with Δv₁ = −v₁
        double thrown = inertia.matrix[1] / inertia.matrix[0] * speed;
        assertThat(Math.abs(thrown) < 1e-3).isEqualTo(stays);
        RobotModel limited = arm.toBuilder()
                .replace(arm.movingJoints()
                        .get(0)
                        .with(thrown > 0 ? JointLimits.position(0.3, 2) : JointLimits.position(-2, 0.3)))
                .replace(arm.movingJoints().get(1).with(JointLimits.position(-2, 0.8)))
                .build();
        State state = new State(limited).jointPositions(0.3, 0.8).jointVelocities(0, speed);
        Rebounds rebounds = new Rebounds(limited);
        rebounds.see(state.jointVelocities(), new double[2], 0);
        new HeldJoints(limited, false, new JointStops.Rigid(0), state).land(state, rebounds);
        assertThat(state.jointVelocities()[0]).isCloseTo(stays ? 0 : thrown, within(1e-12));
        assertThat(state.jointVelocities()[1]).isZero();
    }
}
