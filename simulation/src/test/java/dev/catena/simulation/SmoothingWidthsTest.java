package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.model.CutJoint;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Spring;
import dev.catena.simulation.StickingContactsTest.Standing;
import dev.catena.testkit.RandomRobots;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fixed steps smooth friction until it decays by half a step's length: F/w Σⱼ|Wᵢⱼ|√(Wᵢᵢ/Wⱼⱼ) h = ½; others as much as they are told. */
class SmoothingWidthsTest {
    private static final double STEP = 0.02;
    private static final Friction OF_JOINT = Friction.of(30, 0.1);
    private static final Friction OF_MOTOR = Friction.of(50, 0.2);

    private static void assertWidth(Friction friction, double coulomb, double mobility) {
        double expected = coulomb * mobility * STEP / 0.5;
        assertThat(expected).isGreaterThan(0.05);
        assertThat(friction.smoothingVelocity()).isCloseTo(expected, within(1e-9 * expected));
    }

    private static RobotModel fixedSteps(RobotModel robot, State start) {
        return Simulation.builder(robot)
                .start(start)
                .integrator(Integrator.rungeKutta(STEP))
                .duration(1)
                .build()
                .simulatedModel();
    }

    /** Joints and motors, which rub together unless there is a spring between them. */
    @Test
    void jointsAndMotors() {
        RobotModel bare = RandomRobots.tree(3, 4).build();
        RobotModelBuilder builder = bare.toBuilder();
        for (int k = 0; k < 4; k++) {
            Drive drive = Drive.reflected(0.1).with(OF_MOTOR);
            builder.replace(bare.movingJoints()
                    .get(k)
                    .with(OF_JOINT)
                    .with(k < 2 ? drive : drive.with(Spring.of(100 + 50 * k))));
        }
        RobotModel robot = builder.build();
        State start = new State(robot);
        Mobility mobility = new Mobility(robot, ForwardDynamics::of, start);
        RobotModel smooth = fixedSteps(robot, start);
        for (int k = 0; k < 4; k++) {
            Joint joint = smooth.movingJoints().get(k);
            boolean together = k < 2;
            int motor = together ? k : 4 + k - 2;
            assertWidth(joint.friction(), together ? 80 : 30, mobility.rowSum(k));
            assertWidth(joint.drive().motorFriction(), together ? 80 : 50, mobility.rowSum(motor));
        }
    }

    /** What follows a joint with a factor rubs at it with the square. */
    @Test
    void followers() {
        double factor = -1.5;
        RobotModel bare = RandomRobots.tree(4, 3).build();
        RobotModelBuilder builder = bare.toBuilder();
        Joint follower = bare.movingJoints().get(2);
        builder.replace(follower.with(OF_JOINT).with(Drive.reflected(0.1).with(OF_MOTOR)));
        builder.coupling(follower.name(), bare.jointNames().get(1), factor, 0.2);
        RobotModel robot = builder.build();
        State start = new State(robot);
        RobotModel smooth = fixedSteps(robot, start);
        Joint found = smooth.coupledJoints().get(0);
        double mobility = factor * factor * new Mobility(robot, ForwardDynamics::of, start).rowSum(1);
        assertWidth(found.friction(), 80, mobility);
        assertWidth(found.drive().motorFriction(), 80, mobility);
        Simulation.Builder told = Simulation.builder(robot).duration(1).frictionSmoothing(0.3);
        for (Integrator method : new Integrator[] {Integrator.stickSlip(STEP), Integrator.dormandPrince()}) {
            Joint joint = told.integrator(method)
                    .build()
                    .simulatedModel()
                    .coupledJoints()
                    .get(0);
            assertThat(joint.friction().smoothingVelocity()).isEqualTo(0.3);
            assertThat(joint.drive().motorFriction().smoothingVelocity()).isEqualTo(0.3);
        }
        // friction that is smooth stays as it is
        Joint smoothed =
                follower.with(OF_JOINT.smoothed(0.4)).with(Drive.reflected(0.1).with(OF_MOTOR.smoothed(0.5)));
        RobotModel other = robot.toBuilder().replace(smoothed).build();
        assertThat(fixedSteps(other, new State(other)).coupledJoints().get(0)).isEqualTo(smoothed);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 60})
    void cutJoints(double stiffness) {
        Standing s = StickingContactsTest.standing("fivebar", stiffness, OF_JOINT, each -> each, 0);
        RobotModel robot = s.robot();
        int row = robot.jointCount() + robot.elasticJoints().size();
        double mobility = new Mobility(robot, ForwardDynamics::of, s.start()).rowSum(row);
        RobotModel smooth = fixedSteps(robot, s.start());
        assertWidth(smooth.loops().cutJoints().get(0).friction(), 30, mobility);
        RobotModel adaptive = s.simulation(Integrator.dormandPrince(), 1)
                .frictionSmoothing(0.3)
                .build()
                .simulatedModel();
        assertThat(adaptive.loops().cutJoints().get(0).friction().smoothingVelocity())
                .isEqualTo(0.3);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 60})
    void contacts(double stiffness) {
        Standing s = StickingContactsTest.standing("satellite_fourbar", stiffness, OF_JOINT, each -> each, 0);
        CutJoint contact = s.contacts().get(0);
        Integrator fixed = Integrator.rungeKutta(STEP);
        Simulation.Builder setup = s.simulation(fixed, 1).build().setup();
        double mobility = ContactMotion.mobility(setup, contact);
        assertThat(mobility).isPositive();
        assertWidth(FrictionSmoothing.smooth(setup, fixed).get(0).friction(), 30, mobility);
        Simulation.Builder told =
                s.simulation(fixed, 1).frictionSmoothing(0.3).build().setup();
        for (Integrator method : new Integrator[] {Integrator.stickSlip(STEP), Integrator.dormandPrince()}) {
            assertThat(FrictionSmoothing.smooth(told, method).get(0).friction().smoothingVelocity())
                    .isEqualTo(0.3);
        }
    }

    /** The steepest friction is named, with the rate of its decay. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 60})
    void frictionOfTiesChooses(double stiffness) {
        Friction steep = Friction.of(0, 1e6);
        Standing loops = StickingContactsTest.standing("fivebar", stiffness, Friction.NONE, each -> each, 0);
        CutJoint cut = loops.robot().loops().cutJoints().get(0).with(steep);
        RobotModel robot = loops.robot().toBuilder().replace(cut).build();
        int row = robot.jointCount() + robot.elasticJoints().size();
        State start = new State(robot).jointPositions(loops.start().jointPositions());
        double rate = 1e6 * new Mobility(robot, ForwardDynamics::of, start).rowSum(row);
        Simulation.Builder setup = Simulation.builder(robot).start(start).duration(1);
        assertThat(IntegratorChoice.of(setup).reason())
                .contains('"' + cut.name() + '"', String.format(Locale.ROOT, "%.2g/s", rate), "too fast");
        Standing s = StickingContactsTest.standing("satellite_fourbar", stiffness, Friction.NONE, each -> each, 0);
        CutJoint contact = s.contacts().get(0).with(steep);
        Simulation.Builder standing =
                Simulation.builder(s.robot()).start(s.start()).contacts(contact).duration(1);
        assertThat(IntegratorChoice.of(standing).reason())
                .contains(
                        '"' + contact.name() + '"',
                        String.format(Locale.ROOT, "%.2g/s", 1e6 * ContactMotion.mobility(standing, contact)));
        assertThat(IntegratorChoice.of(s.simulation(Integrator.automatic(), 1)).reason())
                .isEmpty();
        assertThat(IntegratorChoice.of(loops.simulation(Integrator.automatic(), 1))
                        .reason())
                .isEmpty();
    }
}
