package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ElasticConstrainedForwardDynamics;
import dev.catena.mechanism.ElasticLoopForwardDynamics;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.simulation.StickingContactsTest.Standing;
import dev.catena.testkit.Agreement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Single steps of robots that contacts hold, which are known on paper. */
class TiedStepsTest {
    private static final double GRAVITY = 9.81;

    private static RobotModel rod() {
        return RobotModel.builder("rod")
                .gravity(0, 0, 0)
                .base(
                        "rod",
                        SpatialInertia.aboutCenterOfMass(
                                2, new Vector3(0.5, 0, 0), InertiaTensor.diagonal(0.1, 0.2, 0.3)))
                .floating()
                .build();
    }

    /** Loads are those of the middle of a step: what grows with time is exact. */
    @Test
    void loadsAreThoseOfTheMiddle() {
        RobotModel rod = rod();
        double inertia = 0.3 + 2 * 0.25;
        CutJoint pin = CutJoint.contact("pin", CutKind.REVOLUTE, Pose.IDENTITY, "rod", Pose.IDENTITY);
        double rate = 0.8;
        double begin = 0.3;
        double h = 0.05;
        State state = new State(rod).baseVelocityInBase(0, 0, 0, 0, 0, rate);
        state.time(begin);
        Stepper stepper = Simulation.builder(rod)
                .contacts(pin)
                .start(state)
                .environment((time, at, wrenches) -> wrenches.inBody(0, 0, 0, 0, 0, 0, 7 * time))
                .integrator(Integrator.stickSlip(h))
                .duration(1)
                .build()
                .stepper();
        stepper.step(state, h);
        double after = rate + 7 * (begin + 0.5 * h) * h / inertia;
        assertThat(state.baseVelocityInBase()[5]).isCloseTo(after, within(1e-12));
        double angle = 2 * Math.atan2(state.baseOrientation()[2], state.baseOrientation()[3]);
        assertThat(angle).isCloseTo(0.5 * h * (rate + after), within(1e-12));
        assertThat(state.time()).isEqualTo(begin + h);
    }

    /** A mass that slides down a mast, which stands on the ground. */
    private static Stepper mast(State state, RobotModel robot, double restitution, double h) {
        CutJoint foot = CutJoint.contact("foot", CutKind.FIXED, Pose.IDENTITY, "mast", Pose.IDENTITY);
        return Simulation.builder(robot)
                .contacts(foot)
                .start(state)
                .stops(JointStops.rigid(restitution))
                .integrator(Integrator.stickSlip(h))
                .duration(1)
                .build()
                .stepper();
    }

    private static RobotModel mast() {
        SpatialInertia part = SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, InertiaTensor.diagonal(0.1, 0.1, 0.1));
        return RobotModel.builder("mast")
                .gravity(0, 0, -GRAVITY)
                .base("mast", part)
                .floating()
                .link(
                        Joint.prismatic("slide", "mast", "mass")
                                .at(Pose.IDENTITY, Vector3.Z)
                                .with(JointLimits.position(-0.2, 0.5)),
                        part)
                .build();
    }

    /** What rebounds with less than twice what gravity gives in a whole step would be back at once: it stays. */
    @ParameterizedTest
    @CsvSource({"0, 1e-4, 0.5, false", "-0.1, 3e-4, 1, false", "-0.3, 1e-3, 1, true", "-0.3, 1e-3, 0.5, false"})
    void slowReboundsEnd(double speed, double height, double restitution, boolean rebounds) {
        RobotModel robot = mast();
        double h = 0.01;
        State state = new State(robot).jointPositions(-0.2 + height).jointVelocities(speed);
        mast(state, robot, restitution, h).step(state, h);
        double impact = Math.sqrt(speed * speed + 2 * GRAVITY * height);
        double rest = h - (impact + speed) / GRAVITY;
        if (rebounds) {
            assertThat(state.jointVelocities()[0]).isCloseTo(restitution * impact - GRAVITY * rest, within(1e-7));
            assertThat(state.jointPositions()[0])
                    .isCloseTo(-0.2 + restitution * impact * rest - 0.5 * GRAVITY * rest * rest, within(1e-9));
        } else {
            assertThat(state.jointVelocities()[0]).isZero();
            assertThat(state.jointPositions()[0]).isCloseTo(-0.2, within(1e-9));
        }
        assertThat(state.work()).isLessThanOrEqualTo(1e-12);
    }

    /** Springs that are far too stiff for a step neither gain nor lose: each is taken as it is after the step, too. */
    @ParameterizedTest
    @CsvSource({"fivebar", "arm", "quadruped"})
    void stiffSpringsAreStable(String name) {
        Standing s = StickingContactsTest.standing(name, -1e6, Friction.NONE, each -> each, 0.2);
        for (Integrator method : List.of(Integrator.stickSlip(2e-3), Integrator.implicitMidpoint(2e-3))) {
            Run run = s.run(method, 0.06);
            assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-3);
        }
    }

    private static double[] both(double[] joints, double[] motors) {
        return DoubleStream.concat(Arrays.stream(joints), Arrays.stream(motors)).toArray();
    }

    /** Each motor has its torque and its spring: the same as forward dynamics say, which take the springs themselves. */
    @ParameterizedTest
    @CsvSource({"arm", "quadruped", "fivebar"})
    void motorsHaveTheirSprings(String name) {
        Standing s = StickingContactsTest.standing(name, -60, Friction.NONE, each -> each, 0.3);
        RobotModel robot = s.robot();
        double[] tau = new double[robot.jointCount()];
        for (Joint joint : robot.independentJoints()) {
            int k = robot.coordinate(joint.name());
            tau[k] = 1 + k;
        }
        State state = s.start().copy();
        for (int e = 0; e < state.motorPositions().length; e++) {
            state.motorPositions()[e] += 0.1 * (e + 1);
        }
        Plant plant = new Plant(s.simulation(Integrator.stickSlip(1e-3), 1)
                .controller((time, at, torque) -> System.arraycopy(tau, 0, torque, 0, torque.length))
                .build());
        plant.accelerate(state);
        BaseMotion base = new BaseMotion();
        state.copyBaseTo(base);
        double[] q = both(state.jointPositions(), state.motorPositions());
        double[] qd = both(state.jointVelocities(), state.motorVelocities());
        double[] found = both(plant.jointAcceleration, plant.motorAcceleration);
        double[] expected = new double[q.length];
        if (s.contacts().isEmpty()) {
            int count = robot.independentJoints().size();
            double[] independent = new double[count];
            double[] rates = new double[count];
            double[] torques = new double[count];
            double[] accelerations = new double[count];
            for (int i = 0; i < count; i++) {
                int k = robot.coordinate(robot.independentJoints().get(i).name());
                independent[i] = q[k];
                rates[i] = qd[k];
                torques[i] = tau[k];
                accelerations[i] = found[k];
            }
            expected = new double[count + state.motorPositions().length];
            new ElasticLoopForwardDynamics(robot)
                    .compute(
                            both(independent, state.motorPositions()),
                            both(rates, state.motorVelocities()),
                            torques,
                            expected);
            found = both(accelerations, plant.motorAcceleration);
        } else if (state.isFloating()) {
            new ElasticConstrainedForwardDynamics(robot, s.contacts())
                    .computeFloating(base, q, qd, tau, null, new double[6], expected);
        } else {
            new ElasticConstrainedForwardDynamics(robot, s.contacts()).compute(null, q, qd, tau, null, expected);
        }
        Agreement.check("accelerations", found, expected, 1e-9);
    }
}
